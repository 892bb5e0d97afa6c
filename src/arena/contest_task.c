/* SPDX-License-Identifier: MIT */
#include "arena/contest_task.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "games/list.h"

enum {
    ROUNDS_MAX = 1000000,
    BOTS_MAX = 1000000,
    NUMBERS_MAX = 1000000,
    OPENING_TURNS_MAX = 1000,
    MOVES_MAX = 65536, /* bytes of an opening of a book */
    TEXTS = 3,         /* why a bot forfeited, and the end of its two outputs */
};

static const char *const SEATS[2] = { "first", "second" };

static Status no_memory(Fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

/* --- Reading lines -------------------------------------------------------------------------- */

/* Take `KEY ` at the beginning of a line. */
static bool take_key(Scan *scan, const char *key)
{
    return scan_word(scan, key) && scan_char(scan, ' ');
}

/* Take the rest of a line, which must fit `size` bytes with its NUL. */
static bool take_rest(Scan *scan, char *out, size_t size)
{
    const char *start;
    size_t      length = scan_until(scan, "\n", &start);
    if (length >= size || !scan_char(scan, '\n'))
        return false;
    memcpy(out, start, length);
    out[length] = '\0';
    return true;
}

/* Take a number from 0 to `limit`, followed by `end`. */
static bool take_int(Scan *scan, int limit, char end, int *out)
{
    uint32_t value;
    if (!scan_number(scan, (uint32_t)limit, &value) || !scan_char(scan, end))
        return false;
    *out = (int)value;
    return true;
}

/* Take a number of up to 15 digits, or -1 if that may be, followed by `end`. */
static bool take_wide(Scan *scan, bool may_be_unknown, char end, int64_t *out)
{
    const char *start = scan->data + scan->at;
    int64_t     value = 0;
    if (may_be_unknown && scan_word(scan, "-1")) {
        *out = -1;
        return scan_char(scan, end);
    }
    while (scan_peek(scan) >= '0' && scan_peek(scan) <= '9' && value < INT64_C(100000000000000)) {
        value = 10 * value + (scan_peek(scan) - '0');
        scan->at++;
    }
    *out = value;
    return scan->data + scan->at > start && scan_char(scan, end);
}

static bool take_seed(Scan *scan, char end, uint64_t *out)
{
    static const char DIGITS[] = "0123456789abcdef";
    *out = 0;
    for (int i = 0; i < 16; i++) {
        const char *digit = scan_done(scan) ? NULL : strchr(DIGITS, scan_peek(scan));
        if (digit == NULL || *digit == '\0')
            return false;
        *out = *out << 4 | (uint64_t)(digit - DIGITS);
        scan->at++;
    }
    return scan_char(scan, end);
}

/* --- Tasks ---------------------------------------------------------------------------------- */

static void write_bot(const TaskBot *bot, const char *seat, Buffer *out)
{
    buffer_addf(out, "%s %s\n", seat, bot->submission[0] == '\0' ? "-" : bot->submission);
    if (bot->failure[0] != '\0')
        buffer_addf(out, "failure %s %s\n", bot->failure_code[0] == '\0' ? "-" : bot->failure_code,
                    bot->failure);
}

void contest_task_write(const ContestTask *task, Buffer *out)
{
    const Pairing *p = &task->pairing;
    buffer_addf(out, "game %d %d %d %d %d\nseeds %016llx %016llx\n", p->round, p->a, p->b,
                task->number, task->again, (unsigned long long)task->seed[0],
                (unsigned long long)task->seed[1]);
    if (task->start.moves != NULL)
        buffer_addf(out, "moves %s\n", task->start.moves);
    else
        buffer_addf(out, "opening %d %016llx\n", task->start.opening.turns,
                    (unsigned long long)task->start.opening.seed);
    for (int i = 0; i < 2; i++)
        write_bot(&task->bot[i], SEATS[i], out);
    for (int i = 0; i < 2; i++) {
        BotSpec spec = task->bot[i].spec;
        spec.title[0] = '\0'; /* it changes nothing in a game */
        contest_write_bot(&spec, out);
    }
}

static bool take_bot(Scan *scan, const char *seat, TaskBot *bot)
{
    char code[FAILURE_CODE_MAX + 1];
    if (!take_key(scan, seat) || !take_rest(scan, bot->submission, sizeof bot->submission))
        return false;
    size_t length = strlen(bot->submission);
    if (strcmp(bot->submission, "-") == 0)
        bot->submission[0] = '\0';
    else if (length != SEAL_HASH_MAX - 1 || strspn(bot->submission, "0123456789abcdef") != length)
        return false;
    if (!take_key(scan, "failure"))
        return true;
    const char *word;
    length = scan_token(scan, &word);
    if (length == 0 || length >= sizeof code || !scan_char(scan, ' '))
        return false;
    snprintf(bot->failure_code, sizeof bot->failure_code, "%.*s", (int)length,
             word[0] == '-' ? "" : word);
    return take_rest(scan, bot->failure, sizeof bot->failure) && bot->failure[0] != '\0';
}

/* Take the line of the opening.  `moves` has MOVES_MAX bytes. */
static bool take_start(Scan *scan, GameStart *start, char *moves)
{
    *start = (GameStart){ .moves = NULL };
    if (take_key(scan, "moves")) {
        start->moves = moves;
        return take_rest(scan, moves, MOVES_MAX);
    }
    return take_key(scan, "opening") &&
           take_int(scan, OPENING_TURNS_MAX, ' ', &start->opening.turns) &&
           take_seed(scan, '\n', &start->opening.seed);
}

static bool take_header(Scan *scan, ContestTask *task, char *moves)
{
    Pairing *p = &task->pairing;
    return take_key(scan, "game") && take_int(scan, ROUNDS_MAX, ' ', &p->round) &&
           take_int(scan, BOTS_MAX, ' ', &p->a) && take_int(scan, BOTS_MAX, ' ', &p->b) &&
           take_int(scan, NUMBERS_MAX, ' ', &task->number) &&
           take_int(scan, NUMBERS_MAX, '\n', &task->again) && take_key(scan, "seeds") &&
           take_seed(scan, ' ', &task->seed[0]) && take_seed(scan, '\n', &task->seed[1]) &&
           take_start(scan, &task->start, moves) && take_bot(scan, SEATS[0], &task->bot[0]) &&
           take_bot(scan, SEATS[1], &task->bot[1]);
}

/* Read the settings and the bots, which together are a contest.toml. */
static Status take_contest(const char *settings, const char *bots, Contest *contest,
                           ContestTask *task, Fault *fault)
{
    Buffer text;
    buffer_init(&text, CONTEST_TEXT_MAX);
    buffer_add(&text, settings);
    buffer_add(&text, bots);
    Status status =
        text.failed ? no_memory(fault) : contest_read(text.data, text.length, contest, fault);
    buffer_free(&text);
    if (status != STATUS_OK)
        return status;
    bool has_two = contest->bot_count == 2;
    for (int i = 0; i < 2 && has_two; i++) {
        task->bot[i].spec = contest->bots[i];
        bool needs_file = contest->bots[i].kind != BOT_BUILTIN && task->bot[i].failure[0] == '\0';
        has_two = needs_file == (task->bot[i].submission[0] != '\0');
    }
    contest_free(contest);
    return has_two ? STATUS_OK
                   : fault_set(fault, STATUS_SYNTAX, 0, "a game of a contest has two bots");
}

Status contest_task_read(const char *settings, const char *text, Contest *contest,
                         ContestTask *task, Fault *fault)
{
    Scan         scan = scan_string(text);
    Contest      read;
    ContestTask *own = calloc(1, sizeof *own);
    char        *moves = malloc(MOVES_MAX);
    Status       status = own == NULL || moves == NULL ? no_memory(fault) : STATUS_OK;
    if (status == STATUS_OK && !take_header(&scan, own, moves))
        status = fault_set(fault, STATUS_SYNTAX, scan.at,
                           "the description of a game of a contest cannot be read");
    if (status == STATUS_OK)
        status = take_contest(settings, text + scan.at, &read, own, fault);
    if (status == STATUS_OK) {
        *contest = read;
        *task = *own;
    }
    if (status != STATUS_OK || task->start.moves == NULL)
        free(moves);
    free(own);
    return status;
}

void contest_task_free(ContestTask *task)
{
    free((char *)(uintptr_t)task->start.moves);
    task->start.moves = NULL;
}

/* --- Playing -------------------------------------------------------------------------------- */

/* The tags of the record that say which game it is. */
typedef struct Tags {
    char round[16], number[16];
} Tags;

static void write_tags(const ContestTask *task, Tags *tags)
{
    snprintf(tags->round, sizeof tags->round, "%d", task->pairing.round + 1);
    snprintf(tags->number, sizeof tags->number, "%d", task->number + 1);
}

Status contest_task_play(const Contest *contest, const ContestTask *task,
                         const BuiltBot *const bots[2], const ContestantRules *rules,
                         void (*watch)(void *context, const Session *session, int64_t now_ms),
                         void *context, ContestResult *out, Fault *fault)
{
    Tags tags;
    write_tags(task, &tags);
    RefereeGame game = { .setup = contest->setup,
                         .start = task->start,
                         .bot = { bots[0], bots[1] },
                         .rules = rules,
                         .seed = { task->seed[0], task->seed[1] },
                         .tags = { { "Contest", contest->name },
                                   { "Round", tags.round },
                                   { "Number", tags.number } },
                         .watch = watch,
                         .context = context };
    out->began_ms = clock_date_ms();
    double began = clock_wall_seconds();
    Status status = referee_play(&game, &out->report, fault);
    out->took_ms = (int64_t)((clock_wall_seconds() - began) * 1000);
    return status;
}

/* --- Results -------------------------------------------------------------------------------- */

static void write_text(const char *key, const char *text, Buffer *out)
{
    buffer_addf(out, "%s %zu\n%s\n", key, strlen(text), text);
}

void contest_result_write(const ContestResult *result, Buffer *out)
{
    const RefereeReport *report = &result->report;
    const BotFailure    *failure = &report->failure;
    assert(!report->stopped);
    buffer_addf(out, "ended %s %s\ntime %lld %lld\n", termination_word(report->termination),
                failure->code[0] == '\0' ? "-" : failure->code, (long long)result->began_ms,
                (long long)result->took_ms);
    for (int i = 0; i < 2; i++) {
        const RefereeSide *side = &report->side[i];
        buffer_addf(out, "%s %d %lld %lld %lld %lld\n", SEATS[i], side->turns,
                    (long long)side->time_ms, (long long)side->slowest_ms,
                    (long long)side->usage.cpu_us, (long long)side->usage.memory_bytes);
    }
    buffer_addf(out, "times %s\n", report->times.data == NULL ? "" : report->times.data);
    write_text("why", failure->why, out);
    write_text("out", failure->last_out, out);
    write_text("err", failure->last_err, out);
    buffer_addf(out, "record\n%s", report->record.data);
}

static Status wrong(Fault *fault, const char *why)
{
    return fault_set(fault, STATUS_ILLEGAL, 0, "the result of a game is not right: %s", why);
}

/* Take a text with its length, and make it printable, as the arena does with outputs of bots. */
static bool take_text(Scan *scan, const char *key, char *out, size_t size)
{
    int  length;
    Text text = text_over(out, size);
    if (!take_key(scan, key) || !take_int(scan, (int)size - 1, '\n', &length) ||
        (size_t)length > scan->size - scan->at)
        return false;
    jailed_text_printable(scan->data + scan->at, (size_t)length, &text);
    scan->at += (size_t)length;
    return scan_char(scan, '\n');
}

static bool take_side(Scan *scan, const char *seat, RefereeSide *side)
{
    return take_key(scan, seat) && take_int(scan, RECORD_TURNS_MAX, ' ', &side->turns) &&
           take_wide(scan, false, ' ', &side->time_ms) &&
           take_wide(scan, false, ' ', &side->slowest_ms) &&
           take_wide(scan, true, ' ', &side->usage.cpu_us) &&
           take_wide(scan, true, '\n', &side->usage.memory_bytes);
}

static bool take_end(Scan *scan, RefereeReport *report)
{
    char        word[32], code[FAILURE_CODE_MAX];
    const char *start;
    if (!take_key(scan, "ended"))
        return false;
    size_t length = scan_token(scan, &start);
    if (length >= sizeof word || !scan_char(scan, ' '))
        return false;
    snprintf(word, sizeof word, "%.*s", (int)length, start);
    report->termination = termination_find(word);
    if (report->termination == TERMINATIONS || !take_rest(scan, code, sizeof code) ||
        strspn(code, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") !=
            strlen(code))
        return false;
    report->failure.termination = report->termination;
    snprintf(report->failure.code, sizeof report->failure.code, "%s",
             strcmp(code, "-") == 0 ? "" : code);
    return true;
}

static bool take_times(Scan *scan, Buffer *out)
{
    const char *start;
    if (!take_key(scan, "times"))
        return false;
    size_t length = scan_until(scan, "\n", &start);
    buffer_bytes(out, start, length);
    return scan_char(scan, '\n') && (length == 0 || strspn(out->data, "0123456789 ") == length);
}

/* Take everything but the record. */
static bool take_report(Scan *scan, ContestResult *out)
{
    RefereeReport *report = &out->report;
    BotFailure    *failure = &report->failure;
    return take_end(scan, report) && take_key(scan, "time") &&
           take_wide(scan, false, ' ', &out->began_ms) &&
           take_wide(scan, false, '\n', &out->took_ms) &&
           take_side(scan, SEATS[0], &report->side[0]) &&
           take_side(scan, SEATS[1], &report->side[1]) && take_times(scan, &report->times) &&
           take_text(scan, "why", failure->why, sizeof failure->why) &&
           take_text(scan, "out", failure->last_out, sizeof failure->last_out) &&
           take_text(scan, "err", failure->last_err, sizeof failure->last_err) &&
           scan_word(scan, "record\n");
}

static bool has_tag(const Record *record, const char *name, const char *value)
{
    const char *tag = record_tag(record, name);
    return tag != NULL && strcmp(tag, value) == 0;
}

/* True if the record names this game, and nothing else. */
static bool is_game(const Contest *contest, const ContestTask *task, const ContestResult *result,
                    const Record *record)
{
    Tags tags;
    bool is_forfeit = result->report.termination != TERMINATION_RULES;
    write_tags(task, &tags);
    return setup_same(&record->line.setup, &contest->setup) &&
           has_tag(record, "First", task->bot[0].spec.name) &&
           has_tag(record, "Second", task->bot[1].spec.name) &&
           has_tag(record, "Contest", contest->name) && has_tag(record, "Round", tags.round) &&
           has_tag(record, "Number", tags.number) &&
           (record_tag(record, "Verdict") != NULL) == is_forfeit &&
           record->tag_count == (is_forfeit ? 6 : 5);
}

static const Pos *position_at(const Line *line, int turn)
{
    return turn == line_turns(line) ? line_now(line) : line_before_turn(line, turn);
}

/* True if the game begins at the start of the variant and with its opening.  Positions are compared,
 * because the steps of a turn may come in several orders. */
static bool has_opening(const Contest *contest, const ContestTask *task, const Record *record)
{
    static const ClockRule CLOCKS[2] = { { .kind = CLOCK_NONE }, { .kind = CLOCK_NONE } };
    Session                session;
    if (session_init(&session, &contest->setup, NULL, SEATS, CLOCKS) != STATUS_OK)
        return false;
    const Line *wanted = session_line(&session), *played = &record->line;
    bool        same =
        start_play(&task->start, &session) == STATUS_OK && line_turns(played) >= line_turns(wanted);
    for (int i = 0; same && i <= line_turns(wanted); i++)
        same = memcmp(position_at(wanted, i), position_at(played, i), wanted->pos_size) == 0;
    session_free(&session);
    return same;
}

/* Draw the last position of a game that a bot forfeited. */
static void draw_board(const Line *line, Buffer *out)
{
    char *drawing = malloc(BOARD_TEXT_MAX);
    if (drawing == NULL)
        return;
    Text text = text_over(drawing, BOARD_TEXT_MAX);
    line->setup.game->text->draw(line_now(line), &text);
    buffer_bytes(out, text.data, text.length);
    free(drawing);
}

/* Take the result of the game from its record.  A game that the rules have ended is not a forfeit, and
 * a forfeit has a winner. */
static Status settle(const Record *record, ContestResult *out, Fault *fault)
{
    RefereeReport *report = &out->report;
    const Line    *line = &record->line;
    const Game    *game = line->setup.game;
    RecordResult   result = record_result(record);
    bool           is_over = line_outcome(line).ending != ENDING_NONE;
    if (is_over != (report->termination == TERMINATION_RULES))
        return wrong(fault, is_over ? "the rules ended the game, and no bot forfeited it"
                                    : "the game is not over by the rules");
    report->turns = line_turns(line);
    report->half_points = 1;
    report->loser = SIDE_NONE;
    snprintf(report->reason, sizeof report->reason, "%s", result.reason);
    for (int side = 0; side < 2; side++)
        if (strcmp(result.winner, game->sides[side]) == 0) {
            int winner = game_player(game, line_now(line), side);
            report->loser = 1 - winner;
            report->half_points = winner == 0 ? 2 : 0;
        }
    if (!is_over && report->loser == SIDE_NONE)
        return wrong(fault, "a bot forfeited, and nobody has won");
    if (!is_over)
        draw_board(line, &report->board);
    return STATUS_OK;
}

/* Check the record and take what follows from it. */
static Status take_record(const Contest *contest, const ContestTask *task, Scan *scan,
                          ContestResult *out, Fault *fault)
{
    Record      record;
    Fault       why;
    const char *text = scan->data + scan->at;
    size_t      size = scan->size - scan->at;
    if (record_read(games_find, text, size, &record, &why) != STATUS_OK)
        return fault_set(fault, STATUS_ILLEGAL, 0, "the record of a game is unreadable: %.180s",
                         why.why);
    Status status = STATUS_OK;
    if (!is_game(contest, task, out, &record))
        status = wrong(fault, "it is another game, or has other bots");
    else if (!has_opening(contest, task, &record))
        status = wrong(fault, "it has another opening");
    else if (!record_write(&record, buffer_sink, &out->report.record))
        status = no_memory(fault);
    else if (out->report.record.length != size || memcmp(out->report.record.data, text, size) != 0)
        status = wrong(fault, "its record contains more than a game");
    if (status == STATUS_OK)
        status = settle(&record, out, fault);
    record_free(&record);
    return status;
}

Status contest_result_read(const Contest *contest, const ContestTask *task, const char *text,
                           size_t size, ContestResult *out, Fault *fault)
{
    Scan scan = scan_over(text, size);
    *out = (ContestResult){ .report = { .loser = SIDE_NONE } };
    buffer_init(&out->report.times, CONTEST_RESULT_MAX);
    buffer_init(&out->report.board, BOARD_TEXT_MAX);
    buffer_init(&out->report.record, CONTEST_RESULT_MAX);
    Status status = take_report(&scan, out) ? take_record(contest, task, &scan, out, fault)
                                            : wrong(fault, "it cannot be read");
    if (status != STATUS_OK)
        referee_report_free(&out->report);
    return status;
}

/* --- Games under way -------------------------------------------------------------------------- */

void contest_progress_init(ContestProgress *progress)
{
    *progress = (ContestProgress){ .clock_ms = { -1, -1 } };
    buffer_init(&progress->moves, CONTEST_PROGRESS_MAX);
}

void contest_progress_free(ContestProgress *progress)
{
    buffer_free(&progress->moves);
}

void contest_progress_note(ContestProgress *progress, const Session *session, int64_t now_ms)
{
    const Line *line = session_line(session);
    for (; progress->turns < line_turns(line); progress->turns++) {
        char turn_text[TURN_TEXT_MAX];
        Text text = text_over(turn_text, sizeof turn_text);
        Turn turn;
        line_turn(line, progress->turns, &turn);
        turn_write(line->setup.game, line_before_turn(line, progress->turns), &turn, &text);
        buffer_addf(&progress->moves, "%s\n", turn_text);
    }
    for (int i = 0; i < 2; i++)
        progress->clock_ms[i] = session_clock_ms(session, i, now_ms);
}

bool contest_progress_write(const ContestProgress *progress, Buffer *out)
{
    buffer_addf(out, "played %lld %lld\nclocks %lld %lld\n", (long long)progress->played_ms,
                (long long)progress->waited_ms, (long long)progress->clock_ms[0],
                (long long)progress->clock_ms[1]);
    if (progress->moves.length > 0)
        buffer_bytes(out, progress->moves.data, progress->moves.length);
    return !progress->moves.failed && !out->failed && out->length <= CONTEST_PROGRESS_MAX;
}

/* Play the rest of the text, a turn per line. */
static Status take_turns(Scan *scan, Line *line, Fault *fault)
{
    char turn[TURN_TEXT_MAX];
    while (!scan_done(scan)) {
        if (!take_rest(scan, turn, sizeof turn))
            return fault_set(fault, STATUS_ILLEGAL, 0, "move %d cannot be read",
                             line_turns(line) + 1);
        Fault why;
        if (line_play(line, turn, &why) != STATUS_OK)
            return fault_set(fault, STATUS_ILLEGAL, 0, "move %d is not legal: %.200s",
                             line_turns(line) + 1, why.why);
    }
    return STATUS_OK;
}

Status contest_progress_read(const Contest *contest, const ContestTask *task, const char *text,
                             size_t size, ContestProgress *out, Buffer *record, Fault *fault)
{
    Scan   scan = scan_over(text, size);
    Record played;
    contest_progress_init(out);
    if (size > CONTEST_PROGRESS_MAX || !take_key(&scan, "played") ||
        !take_wide(&scan, false, ' ', &out->played_ms) ||
        !take_wide(&scan, false, '\n', &out->waited_ms) || !take_key(&scan, "clocks") ||
        !take_wide(&scan, true, ' ', &out->clock_ms[0]) ||
        !take_wide(&scan, true, '\n', &out->clock_ms[1]))
        return fault_set(fault, STATUS_ILLEGAL, 0, "a game under way cannot be read");
    if (record_init(&played, &contest->setup, NULL) != STATUS_OK)
        return no_memory(fault);
    Status status = take_turns(&scan, &played.line, fault);
    if (status == STATUS_OK && !has_opening(contest, task, &played))
        status = fault_set(fault, STATUS_ILLEGAL, 0, "the game has another opening");
    if (status == STATUS_OK && !record_write(&played, buffer_sink, record))
        status = no_memory(fault);
    out->turns = line_turns(&played.line);
    record_free(&played);
    return status;
}
