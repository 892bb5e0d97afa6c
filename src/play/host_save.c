/* SPDX-License-Identifier: MIT */
/* A saved table is a text: lines of a name and values, an empty line, and the record.
 *
 *     tessera table 1
 *     version 12
 *     clock game 300000 2000          (or: clock turn MS; none without a clock)
 *     seat human left 295000
 *     seat engine level 5 left 298000 (human, open, joined, engine; level N, time MS, rematch, left MS)
 *     draw 0                          (these: only if there is one)
 *     back 1
 *     abandoned
 *     casual
 *     listed
 *     rematch ID
 *     seed 123 456                    (high and low 32 bits)
 *     level-time 10000
 */
#include <string.h>

#include "play/host_inside.h"
#include "search/level.h"

static const char HEADER[] = "tessera table 1\n";
enum { SAVED_MS_MAX = 2000000000 }; /* of a clock: more than RECORD_CLOCK_MAX_MS needs not fit */

/* --- Writing --- */

static void write_seat(Buffer *out, const HostSeat *seat)
{
    static const char *const KINDS[] = { "human", "open", "engine" };
    buffer_addf(out, "seat %s", seat->taken ? "joined" : KINDS[seat->kind]);
    if (seat->level > 0)
        buffer_addf(out, " level %d", seat->level);
    if (seat->time_ms > 0)
        buffer_addf(out, " time %d", seat->time_ms);
    if (seat->rematch)
        buffer_add(out, " rematch");
    if (seat->left_ms > 0)
        buffer_addf(out, " left %lld",
                    (long long)(seat->left_ms < SAVED_MS_MAX ? seat->left_ms : SAVED_MS_MAX));
    buffer_add(out, "\n");
}

static void write_state(Buffer *out, const HostState *state)
{
    buffer_addf(out, "version %lld\n", (long long)state->version);
    if (state->clock.kind == CLOCK_GAME)
        buffer_addf(out, "clock game %lld %lld\n", (long long)state->clock.time_ms,
                    (long long)state->clock.increment_ms);
    if (state->clock.kind == CLOCK_TURN)
        buffer_addf(out, "clock turn %lld\n", (long long)state->clock.time_ms);
    write_seat(out, &state->seat[0]);
    write_seat(out, &state->seat[1]);
    if (state->draw != SIDE_NONE)
        buffer_addf(out, "draw %d\n", state->draw);
    if (state->back != SIDE_NONE)
        buffer_addf(out, "back %d\n", state->back);
    if (state->abandoned)
        buffer_add(out, "abandoned\n");
    if (state->casual)
        buffer_add(out, "casual\n");
    if (state->listed)
        buffer_add(out, "listed\n");
    if (state->rematch[0] != '\0')
        buffer_addf(out, "rematch %s\n", state->rematch);
    buffer_addf(out, "seed %lu %lu\n", (unsigned long)(state->seed >> 32),
                (unsigned long)(state->seed & UINT32_MAX));
    if (state->level_ms > 0)
        buffer_addf(out, "level-time %lld\n", (long long)state->level_ms);
}

void host_save(const TableHost *host, int64_t now_ms, Buffer *out)
{
    HostState state = host_state(host, now_ms);
    buffer_add(out, HEADER);
    write_state(out, &state);
    buffer_add(out, "\n");
    if (!record_write(session_record(&host->session), buffer_sink, out))
        out->failed = true;
}

/* --- Reading --- */

typedef struct Reader {
    Scan      scan;
    HostState state;
    int       seat_count;
} Reader;

/* Read a space and a number from `least` to `most`. */
static bool read_number(Scan *scan, int64_t least, uint32_t most, int64_t *out)
{
    uint32_t number;
    if (!scan_char(scan, ' ') || !scan_number(scan, most, &number) || (int64_t)number < least)
        return false;
    *out = number;
    return true;
}

static bool read_int(Scan *scan, int least, int most, int *out)
{
    int64_t number;
    bool    fits = read_number(scan, least, (uint32_t)most, &number);
    if (fits)
        *out = (int)number;
    return fits;
}

static bool read_version(Reader *reader)
{
    return read_number(&reader->scan, 1, UINT32_MAX, &reader->state.version);
}

static bool read_clock(Reader *reader)
{
    ClockRule *clock = &reader->state.clock;
    bool       is_game = scan_word(&reader->scan, " game");
    if (!is_game && !scan_word(&reader->scan, " turn"))
        return false;
    clock->kind = is_game ? CLOCK_GAME : CLOCK_TURN;
    return read_number(&reader->scan, 1, SAVED_MS_MAX, &clock->time_ms) &&
           (!is_game || read_number(&reader->scan, 0, SAVED_MS_MAX, &clock->increment_ms));
}

static bool read_kind(Scan *scan, HostSeat *seat)
{
    const char *word;
    size_t      length;
    if (!scan_char(scan, ' '))
        return false;
    length = scan_token(scan, &word);
    int choice = text_choice("human|open|engine|joined", word, length);
    seat->taken = choice == 3;
    seat->kind = choice == 3 ? SEAT_OPEN : (SeatKind)choice;
    return choice >= 0;
}

/* Read one property of a seat. */
static bool read_property(Scan *scan, HostSeat *seat)
{
    if (scan_word(scan, " level"))
        return read_int(scan, LEVEL_LOWEST, LEVEL_HIGHEST, &seat->level);
    if (scan_word(scan, " time"))
        return read_int(scan, 1, SAVED_MS_MAX, &seat->time_ms);
    if (scan_word(scan, " left"))
        return read_number(scan, 0, SAVED_MS_MAX, &seat->left_ms);
    return seat->rematch = scan_word(scan, " rematch");
}

static bool read_seat(Reader *reader)
{
    Scan *scan = &reader->scan;
    if (reader->seat_count == 2)
        return false;
    HostSeat *seat = &reader->state.seat[reader->seat_count++];
    if (!read_kind(scan, seat))
        return false;
    while (scan_peek(scan) != '\n')
        if (!read_property(scan, seat))
            return false;
    /* An engine has at most one strength, a person none. */
    return seat->kind == SEAT_ENGINE ? seat->level == 0 || seat->time_ms == 0
                                     : seat->level == 0 && seat->time_ms == 0;
}

static bool read_draw(Reader *reader)
{
    return read_int(&reader->scan, 0, 1, &reader->state.draw);
}

static bool read_back(Reader *reader)
{
    return read_int(&reader->scan, 0, 1, &reader->state.back);
}

static bool read_abandoned(Reader *reader)
{
    return reader->state.abandoned = true;
}

static bool read_casual(Reader *reader)
{
    return reader->state.casual = true;
}

static bool read_listed(Reader *reader)
{
    return reader->state.listed = true;
}

static bool read_rematch(Reader *reader)
{
    const char *word;
    if (!scan_char(&reader->scan, ' '))
        return false;
    size_t length = scan_token(&reader->scan, &word);
    if (length == 0 || length >= HOST_ID_MAX || memchr(word, '\0', length) != NULL)
        return false;
    memcpy(reader->state.rematch, word, length);
    reader->state.rematch[length] = '\0';
    return true;
}

static bool read_seed(Reader *reader)
{
    int64_t high, low;
    if (!read_number(&reader->scan, 0, UINT32_MAX, &high) ||
        !read_number(&reader->scan, 0, UINT32_MAX, &low))
        return false;
    reader->state.seed = (uint64_t)high << 32 | (uint64_t)low;
    return true;
}

static bool read_level_time(Reader *reader)
{
    return read_number(&reader->scan, 1, SAVED_MS_MAX, &reader->state.level_ms);
}

static bool read_line(Reader *reader)
{
    static const struct {
        const char *word;
        bool (*read)(Reader *reader);
    } LINES[] = {
        { "version", read_version },
        { "clock", read_clock },
        { "seat", read_seat },
        { "draw", read_draw },
        { "back", read_back },
        { "abandoned", read_abandoned },
        { "casual", read_casual },
        { "listed", read_listed },
        { "rematch", read_rematch },
        { "seed", read_seed },
        { "level-time", read_level_time },
    };
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        if (scan_word(&reader->scan, LINES[i].word))
            return LINES[i].read(reader) && scan_char(&reader->scan, '\n');
    return false;
}

TableHost *host_load(const char *text, size_t size, int64_t now_ms, Fault *fault)
{
    Reader reader = { .scan = scan_over(text, size),
                      .state = { .draw = SIDE_NONE, .back = SIDE_NONE } };
    bool   fits = size <= HOST_TEXT_MAX && scan_word(&reader.scan, HEADER);
    while (fits && !scan_char(&reader.scan, '\n'))
        fits = read_line(&reader);
    if (!fits || reader.seat_count != 2 || reader.state.version == 0 ||
        (reader.state.seat[0].kind == SEAT_OPEN && reader.state.seat[1].kind == SEAT_OPEN)) {
        fault_set(fault, STATUS_SYNTAX, reader.scan.at, "this is not a saved table");
        return NULL;
    }
    TableHost *host =
        host_restore(&reader.state, text + reader.scan.at, size - reader.scan.at, now_ms, fault);
    if (host == NULL && fault != NULL)
        fault->at += reader.scan.at;
    return host;
}
