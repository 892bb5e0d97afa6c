/* SPDX-License-Identifier: MIT
 *
 * ponte_contest.c - query a strategy of the Ponte del Diavolo contest, and check its answer.
 *
 * Of all violations of an answer, the first one in the order of the contest's list counts. Stones
 * are checked one by one on the position before the turn. Only if each is legal by itself are they
 * checked together.
 */
#include "dialects/ponte_contest.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dialects/ponte_formats.h"
#include "dialects/ponte_tables.h"
#include "games/ponte/ponte.h"
#include "games/ponte/ponte_explain.h"

enum { CHESS, BRIDGE, LOG, FILES };

/* The contest's list of violations, in its order. The first rows are those of a step
 * (ponte_explain.h). */
#define CODES(X)                                          \
    X(OCCUPIED, "occupied", PONTE_OCCUPIED)               \
    X(COVERED, "covered", PONTE_COVERED)                  \
    X(DIAGONAL, "diagonal", PONTE_DIAGONAL)               \
    X(GROUP_SIZE, "group-size", PONTE_GROUP_SIZE)         \
    X(BLOCKED, "bridge-blocked", PONTE_BRIDGE_BLOCKED)    \
    X(ENDS, "bridge-ends", PONTE_BRIDGE_ENDS)             \
    X(OWNER, "bridge-owner", PONTE_BRIDGE_OWNER)          \
    X(DISTANCE, "bridge-distance", PONTE_BRIDGE_DISTANCE) \
    X(BAD_ACTION, "bad-action", PONTE_BAD_ACTION)         \
    X(WRONG_COLOUR, "wrong-colour", PONTE_FINE)           \
    X(LOG_TAMPERED, "log-tampered", PONTE_FINE)           \
    X(BAD_FORMAT, "bad-format", PONTE_BAD_FORMAT)

typedef enum Code {
#define X(name, word, error) CODE_##name,
    CODES(X)
#undef X
        CODE_NONE
} Code;

static const char *const CODE_WORDS[] = {
#define X(name, word, error) word,
    CODES(X)
#undef X
};

static Code code_of(PonteError error)
{
    static const PonteError REFUSALS[] = {
#define X(name, word, error) error,
        CODES(X)
#undef X
    };
    for (int i = 0; i < CODE_NONE; i++)
        if (REFUSALS[i] == error && error != PONTE_FINE)
            return (Code)i;
    return CODE_NONE;
}

/* --- asking --- */

Status ponte_contest_fits(const Setup *setup, Fault *fault)
{
    PonteSettings s = ponte_unpack(setup->variant);
    if (!s.seats_swap && !s.passing)
        return STATUS_OK;
    return fault_set(fault, STATUS_ILLEGAL, 0,
                     "the contest's files are for the variant contest, in which a swap changes the "
                     "stones' colour and nobody passes");
}

static int size_of(const Pos *pos)
{
    return ponte_unpack(pos->variant).size;
}

/* Return 0, 1 or 2. */
static int stone_at(const Pos *pos, int x, int y)
{
    assert(x >= 0 && x < PONTE_SIZE_MAX && y >= 0 && y < PONTE_SIZE_MAX);
    char c = ponte_at(pos, (PonteCell){ (int8_t)x, (int8_t)y });
    return c == 'W' ? 1 : c == 'B' ? 2 : 0;
}

/* Write the number of the bridge that ends on each cell, or 0. */
static void bridge_numbers(const Pos *pos, PonteTable *numbers)
{
    *numbers = (PonteTable){ 0 };
    for (int i = 0; i < ponte_head(pos)->bridge_count; i++) {
        PonteBridge bridge = ponte_bridge(pos, i);
        PonteCell   other = ponte_other_end(bridge);
        numbers->at[bridge.end.y][bridge.end.x] = numbers->at[other.y][other.x] = i + 1;
    }
}

static bool add_log(void *context, const char *data, size_t size)
{
    Buffer *out = context;
    buffer_bytes(out, data, size);
    return !out->failed;
}

static void add_table(const PonteTable *table, int size, Buffer *out)
{
    char space[PONTE_TABLE_TEXT_MAX];
    Text text = text_over(space, sizeof space);
    ponte_table_write(table, size, &text);
    assert(!text.full);
    buffer_add(out, space);
}

static void add_argument(ExchangeQuestion *question, const char *word)
{
    snprintf(question->args[question->arg_count++], EXCHANGE_WORD_MAX, "%s", word);
}

Status ponte_contest_ask(const Line *line, ExchangeQuestion *out, Fault *fault)
{
    assert(line != NULL && out != NULL);
    static const char *const NAMES[FILES] = { "chess.txt", "bridge.txt", "stepLog.txt" };
    const Pos               *pos = line_now(line);
    Record                   record = { .line = *line }; /* read only */
    PonteTable               stones = { 0 }, numbers;
    for (int y = 0; y < size_of(pos); y++)
        for (int x = 0; x < size_of(pos); x++)
            stones.at[y][x] = stone_at(pos, x, y);
    bridge_numbers(pos, &numbers);
    add_argument(out, pos->side == PONTE_WHITE ? "W" : "B");
    add_argument(out, ponte_head(pos)->swap_offered ? "Y" : "N");
    for (int i = 0; i < FILES; i++) {
        out->files[i].name = NAMES[i];
        add_argument(out, NAMES[i]);
    }
    out->file_count = FILES;
    add_table(&stones, size_of(pos), &out->files[CHESS].text);
    add_table(&numbers, size_of(pos), &out->files[BRIDGE].text);
    return ponte_log_write(&record, add_log, &out->files[LOG].text, fault);
}

/* --- judging --- */

typedef struct Checking {
    const Pos *pos;
    int        size;
    int        own; /* 1 or 2 */
    PonteTable stones, numbers;
    Code       code; /* the first in the list so far */
    char       why[256];
} Checking;

static void add_violation(Checking *j, Code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Record a violation; only the first one in the contest's order is kept. */
static void add_violation(Checking *j, Code code, const char *format, ...)
{
    assert(format != NULL);
    va_list args;
    if (code >= j->code)
        return;
    j->code = code;
    va_start(args, format);
    vsnprintf(j->why, sizeof j->why, format, args);
    va_end(args);
}

static void accuse_step(Checking *j, const Pos *pos, PonteReading reading)
{
    char    sentence[220];
    Text    text = text_over(sentence, sizeof sentence);
    Message why;
    if (reading.error == PONTE_FINE)
        return;
    ponte_error_message(pos, &reading, &why);
    message_write(&why, &PONTE_GAME, pos->variant, &LANGUAGE_ENGLISH, &text);
    add_violation(j, code_of(reading.error), "%s", sentence);
}

static bool read_table(const ExchangeReply *reply, int size, uint32_t most, PonteTable *out)
{
    return reply->found &&
           ponte_table_read(reply->data, reply->size, size, most, out, NULL) == STATUS_OK;
}

typedef struct Changes {
    int       count; /* all of them; the first two are stored */
    PonteCell cell[2];
} Changes;

static void add_change(Changes *changes, int x, int y)
{
    if (changes->count < 2)
        changes->cell[changes->count] = (PonteCell){ (int8_t)x, (int8_t)y };
    changes->count++;
}

static void name_cell(const Checking *j, int x, int y, char out[8])
{
    Text text = text_over(out, 8);
    ponte_cell_write(j->size, (PonteCell){ (int8_t)x, (int8_t)y }, &text);
}

/* Check one stone that was placed on an empty cell, by itself. */
static void check_stone(Checking *j, const Pos *pos, PonteCell cell)
{
    accuse_step(j, pos,
                (PonteReading){ .error = ponte_stone_error(pos, pos->side, cell),
                                .step = ponte_stone_step(cell),
                                .cell = { cell },
                                .cell_count = 1 });
}

/* Check a cell that changed. */
static void check_cell(Checking *j, int x, int y, Changes *placed)
{
    char name[8];
    int  before = stone_at(j->pos, x, y), after = j->stones.at[y][x];
    name_cell(j, x, y, name);
    if (before != 0 && after == 0)
        add_violation(j, CODE_BAD_ACTION, "the stone on %s was taken away", name);
    else if (before != 0)
        add_violation(j, CODE_OCCUPIED, "%s holds a stone, and now one of the other colour", name);
    else if (after != j->own)
        add_violation(j, CODE_WRONG_COLOUR, "the stone on %s is not of the own colour", name);
    if (before != 0)
        return;
    add_change(placed, x, y);
    if (after == j->own)
        check_stone(j, j->pos, (PonteCell){ (int8_t)x, (int8_t)y });
}

/* Check two stones together that are legal by themselves; in either order, the first error counts.
 */
static void check_together(Checking *j, const Changes *placed)
{
    bool any = false;
    for (int first = 0; first < 2; first++) {
        PosBuffer after;
        Step      step = ponte_stone_step(placed->cell[first]);
        if (!PONTE_RULES.legal(j->pos, step))
            continue;
        any = true;
        game_copy(&PONTE_GAME, j->pos, &after.head);
        PONTE_RULES.apply(&after.head, step);
        check_stone(j, &after.head, placed->cell[1 - first]);
    }
    if (!any)
        add_violation(j, CODE_BAD_ACTION, "two stones cannot be placed any more (R3.1)");
}

static void check_stones(Checking *j, Changes *changed)
{
    Changes placed = { 0 };
    for (int y = 0; y < j->size; y++)
        for (int x = 0; x < j->size; x++)
            if (j->stones.at[y][x] != stone_at(j->pos, x, y)) {
                check_cell(j, x, y, &placed);
                add_change(changed, x, y);
            }
    if (changed->count > 0 && (changed->count != 2 || placed.count != 2))
        add_violation(j, CODE_BAD_ACTION, "%d stones were changed; a turn places two",
                      changed->count);
    else if (changed->count == 2 && j->code == CODE_NONE)
        check_together(j, &placed);
}

static void check_two_ends(Checking *j, const Changes *ends)
{
    PonteReading reading = { .cell = { ends->cell[0], ends->cell[1] }, .cell_count = 2 };
    if (ponte_bridge_between(ends->cell[0], ends->cell[1], &reading.bridge)) {
        reading.step = ponte_bridge_step(reading.bridge);
        reading.error = ponte_bridge_error(j->pos, j->pos->side, reading.bridge);
        accuse_step(j, j->pos, reading);
        return;
    }
    for (int i = 0; i < 2; i++) {
        char name[8];
        int  x = ends->cell[i].x, y = ends->cell[i].y;
        name_cell(j, x, y, name);
        if (stone_at(j->pos, x, y) != j->own)
            add_violation(j, CODE_OWNER, "%s holds no stone of the side to move (R4.2)", name);
    }
    reading.error = PONTE_BRIDGE_DISTANCE;
    accuse_step(j, j->pos, reading);
}

static void check_bridges(Checking *j, Changes *ends)
{
    PonteTable before;
    int        next = ponte_head(j->pos)->bridge_count + 1;
    bridge_numbers(j->pos, &before);
    for (int y = 0; y < j->size; y++)
        for (int x = 0; x < j->size; x++) {
            char name[8];
            if (j->numbers.at[y][x] == before.at[y][x])
                continue;
            name_cell(j, x, y, name);
            add_change(ends, x, y);
            if (j->numbers.at[y][x] != next)
                add_violation(j, CODE_BAD_FORMAT, "the bridge number on %s is %d, not %d", name,
                              j->numbers.at[y][x], next);
            else if (before.at[y][x] != 0)
                add_violation(j, CODE_ENDS, "%s carries a bridge already (R4.3)", name);
        }
    if (ends->count > 0 && ends->count != 2)
        add_violation(j, CODE_ENDS, "a bridge has two ends, not %d", ends->count);
    else if (ends->count == 2 && j->code != CODE_BAD_FORMAT)
        check_two_ends(j, ends);
}

/* True if the two stones of turn 1 changed from white to black and nothing else changed. */
static bool is_swap(const Checking *j, const Line *line)
{
    int changed = 0;
    if (line_turns(line) == 0 || j->own != 2)
        return false;
    Turn first;
    line_turn(line, 0, &first);
    for (int y = 0; y < j->size; y++)
        for (int x = 0; x < j->size; x++)
            if (j->stones.at[y][x] != stone_at(j->pos, x, y)) {
                Step step = ponte_stone_step((PonteCell){ (int8_t)x, (int8_t)y });
                bool of_turn_1 =
                    first.count == 2 && (step == first.step[0] || step == first.step[1]);
                if (!of_turn_1 || stone_at(j->pos, x, y) != 1 || j->stones.at[y][x] != 2)
                    return false;
                changed++;
            }
    return changed == 2;
}

static void write_turn(const Checking *j, const Changes *cells, char mark, ExchangeResult *out)
{
    Text text = text_over(out->turn, sizeof out->turn);
    ponte_cell_write(j->size, cells->cell[0], &text);
    text_char(&text, mark);
    ponte_cell_write(j->size, cells->cell[1], &text);
}

/* Write the action, if it has no violation. */
static void check_action(Checking *j, const Line *line, ExchangeResult *out)
{
    Changes stones = { 0 }, ends = { 0 };
    bool    swap = is_swap(j, line);
    if (swap && !ponte_head(j->pos)->swap_offered)
        add_violation(j, CODE_BAD_ACTION, "a swap is possible only as Black's turn 2 (R2.2)");
    if (!swap)
        check_stones(j, &stones);
    check_bridges(j, &ends);
    if ((swap || stones.count > 0) && ends.count > 0)
        add_violation(j, CODE_BAD_ACTION, "a turn places two stones or builds a bridge, not both");
    if (!swap && stones.count == 0 && ends.count == 0)
        add_violation(j, CODE_BAD_ACTION, "nothing was done, although there is a legal action");
    if (swap)
        snprintf(out->turn, sizeof out->turn, "swap");
    else
        write_turn(j, stones.count > 0 ? &stones : &ends, stones.count > 0 ? ',' : '-', out);
}

static bool is_unchanged(const ExchangeFile *file, const ExchangeReply *reply)
{
    return reply->found && reply->size == file->text.length &&
           (reply->size == 0 || memcmp(reply->data, file->text.data, reply->size) == 0);
}

void ponte_contest_evaluate(const Line *line, const ExchangeQuestion *question,
                            const ExchangeReply *replies, ExchangeResult *out)
{
    assert(line != NULL && out != NULL);
    const Pos *pos = line_now(line);
    Checking   j = { .pos = pos, .size = size_of(pos), .own = pos->side + 1, .code = CODE_NONE };
    *out = (ExchangeResult){ .fine = false };
    if (!is_unchanged(&question->files[LOG], &replies[LOG]))
        add_violation(&j, CODE_LOG_TAMPERED, "the log of the game was changed");
    if (!read_table(&replies[CHESS], j.size, 2, &j.stones))
        add_violation(&j, CODE_BAD_FORMAT,
                      "the file of stones is no table of %d x %d numbers from 0 to 2", j.size,
                      j.size);
    else if (!read_table(&replies[BRIDGE], j.size, 999, &j.numbers))
        add_violation(&j, CODE_BAD_FORMAT, "the file of bridges is no table of %d x %d numbers",
                      j.size, j.size);
    else
        check_action(&j, line, out);
    out->fine = j.code == CODE_NONE;
    if (out->fine)
        return;
    snprintf(out->code, sizeof out->code, "%s", CODE_WORDS[j.code]);
    snprintf(out->why, sizeof out->why, "%s", j.why);
}
