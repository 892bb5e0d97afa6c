/* SPDX-License-Identifier: MIT
 *
 * library_game.c - the public library: games in progress.
 */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "core/perft.h"
#include "dialects/game_read.h"
#include "games/list.h"
#include "lib/library.h"

enum { COUNT_DEPTH_MAX = 32, RECORD_BYTES_MAX = 64 << 20 };

/* --- faults --- */

tes_status library_status(Status status)
{
    static const tes_status PUBLIC[] = {
        [STATUS_OK] = TES_OK,
        [STATUS_SYNTAX] = TES_SYNTAX,
        [STATUS_ILLEGAL] = TES_ILLEGAL,
        [STATUS_TOO_LARGE] = TES_NO_MEMORY,
        [STATUS_NO_MEMORY] = TES_NO_MEMORY,
        [STATUS_NOT_FOUND] = TES_NOT_FOUND,
        [STATUS_SYSTEM] = TES_SYSTEM,
    };
    assert((size_t)status < sizeof PUBLIC / sizeof PUBLIC[0]);
    return PUBLIC[status];
}

tes_status library_error(tes_fault *out, tes_status status, const char *why)
{
    return library_error_at(out, status, 0, why);
}

tes_status library_error_at(tes_fault *out, tes_status status, size_t at, const char *why)
{
    assert(status != TES_OK && why != NULL);
    tes_fault full = { .status = status, .at = at };
    snprintf(full.why, sizeof full.why, "%s", why);
    if (out != NULL)
        library_give(out, &full, sizeof full);
    return status;
}

tes_status library_fault(tes_fault *out, Status status, const Fault *fault)
{
    if (status == STATUS_OK)
        return TES_OK;
    bool has_reason = fault != NULL && fault->why[0] != '\0';
    return library_error_at(out, library_status(status), has_reason ? fault->at : 0,
                            has_reason ? fault->why : status_text(status));
}

/* --- structures that may be older or newer than this library --- */

static size_t size_of(const void *structure)
{
    size_t size;
    memcpy(&size, structure, sizeof size);
    return size;
}

bool library_take(void *out, size_t size, const void *given)
{
    size_t               theirs = size_of(given);
    const unsigned char *bytes = given;
    if (theirs <= sizeof theirs)
        return false;
    for (size_t i = size; i < theirs; i++)
        if (bytes[i] != 0)
            return false;
    memset(out, 0, size);
    memcpy(out, given, theirs < size ? theirs : size);
    return true;
}

void library_give(void *out, const void *full, size_t size)
{
    size_t theirs = size_of(out), first = sizeof theirs;
    if (theirs > first)
        memcpy((char *)out + first, (const char *)full + first,
               (theirs < size ? theirs : size) - first);
}

/* --- text output --- */

size_t library_copy(const char *text, size_t length, char *out, size_t size)
{
    assert(out != NULL || size == 0);
    if (size > 0) {
        size_t shown = length < size ? length : size - 1;
        memcpy(out, text, shown);
        out[shown] = '\0';
    }
    return length;
}

size_t library_text(const Text *text, char *out, size_t size)
{
    return library_copy(text->data, text->length, out, size);
}

/* --- games and rules --- */

const char *tes_version(void)
{
    return TESSERA_VERSION;
}

int tes_version_number(void)
{
    return TES_VERSION_NUMBER;
}

const char *tes_status_text(tes_status status)
{
    static const char *const TEXT[] = {
        [TES_OK] = "ok",
        [TES_SYNTAX] = "the text does not follow the notation",
        [TES_ILLEGAL] = "not allowed here",
        [TES_NO_MEMORY] = "out of memory, or more than the limit",
        [TES_NOT_FOUND] = "there is no such game, or no answer within the limits",
        [TES_SYSTEM] = "the operating system reported an error",
    };
    return (size_t)status < sizeof TEXT / sizeof TEXT[0] ? TEXT[status] : "unknown status";
}

const char *tes_game_name(int index)
{
    int count = 0;
    while (GAMES[count] != NULL)
        count++;
    return index >= 0 && index < count ? GAMES[index]->name : NULL;
}

const char *tes_rules(const char *name)
{
    const Game *game = games_find(name);
    return game == NULL ? NULL : games_file(game, "rulings.md");
}

/* --- construction and destruction --- */

static tes_status read_start(const char *string, const char *position, Setup *setup, PosBuffer *pos,
                             tes_fault *fault)
{
    Fault  why = { 0 };
    Status status = games_setup(string, setup, &why);
    if (status == STATUS_OK)
        status = setup_position(setup, position, &pos->head, &why);
    return library_fault(fault, status, &why);
}

tes_status tes_open(const char *setup, const char *position, tes_game **out, tes_fault *fault)
{
    Setup     read;
    PosBuffer pos;
    *out = NULL;
    tes_status status = read_start(setup, position, &read, &pos, fault);
    if (status != TES_OK)
        return status;
    tes_game *game = malloc(sizeof *game);
    if (game == NULL)
        return library_fault(fault, STATUS_NO_MEMORY, NULL);
    Status begun = record_init(&game->record, &read, position == NULL ? NULL : &pos.head);
    if (begun != STATUS_OK) {
        free(game);
        return library_fault(fault, begun, NULL);
    }
    *out = game;
    return TES_OK;
}

tes_status tes_read(const char *record, size_t size, tes_game **out, tes_fault *fault)
{
    return tes_read_as(record, size, NULL, NULL, 0, out, fault);
}

tes_status tes_read_as(const char *text, size_t size, const char *format, const char *setup,
                       int nth, tes_game **out, tes_fault *fault)
{
    Fault   why = { 0 };
    Setup   read;
    GameAsk ask = { .format = format, .setup = setup == NULL ? NULL : &read, .nth = nth };
    *out = NULL;
    if (nth < 0)
        return library_error(fault, TES_NOT_FOUND, "games count from 1");
    Status status = setup == NULL ? STATUS_OK : games_setup(setup, &read, &why);
    if (status != STATUS_OK)
        return library_fault(fault, status, &why);
    tes_game *game = malloc(sizeof *game);
    if (game == NULL)
        return library_fault(fault, STATUS_NO_MEMORY, NULL);
    status = game_read(text, size, &ask, &game->record, &why);
    if (status != STATUS_OK) {
        free(game);
        return library_fault(fault, status, &why);
    }
    *out = game;
    return TES_OK;
}

static bool write_record(const tes_game *game, Buffer *out)
{
    buffer_init(out, RECORD_BYTES_MAX);
    if (record_write(&game->record, buffer_sink, out))
        return true;
    buffer_free(out);
    return false;
}

/* Copy through a record, which contains everything about a game, including names and notes. */
tes_game *tes_copy(const tes_game *game)
{
    Buffer    text;
    tes_game *copy = NULL;
    if (!write_record(game, &text))
        return NULL;
    tes_read(text.data, text.length, &copy, NULL);
    buffer_free(&text);
    return copy;
}

void tes_close(tes_game *game)
{
    if (game != NULL)
        record_free(&game->record);
    free(game);
}

/* --- state --- */

static const Line *line_of(const tes_game *game)
{
    return &game->record.line;
}

static const Game *rules_of(const tes_game *game)
{
    return line_of(game)->setup.game;
}

size_t tes_setup(const tes_game *game, char *out, size_t size)
{
    char string[SETUP_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    setup_write(&line_of(game)->setup, &text);
    return library_text(&text, out, size);
}

size_t tes_position(const tes_game *game, char *out, size_t size)
{
    char string[POS_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    rules_of(game)->text->pos_write(line_now(line_of(game)), &text);
    return library_text(&text, out, size);
}

size_t tes_board(const tes_game *game, char *out, size_t size)
{
    char string[BOARD_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    rules_of(game)->text->draw(line_now(line_of(game)), &text);
    return library_text(&text, out, size);
}

size_t tes_record(const tes_game *game, char *out, size_t size)
{
    Buffer text;
    if (!write_record(game, &text))
        return library_copy("", 0, out, size);
    size_t length = library_copy(text.data, text.length, out, size);
    buffer_free(&text);
    return length;
}

int tes_turn_count(const tes_game *game)
{
    return line_turns(line_of(game));
}

size_t tes_turn(const tes_game *game, int number, char *out, size_t size)
{
    char string[TURN_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    Turn turn;
    if (number < 0 || number >= tes_turn_count(game))
        return library_copy("", 0, out, size);
    line_turn(line_of(game), number, &turn);
    turn_write(rules_of(game), line_before_turn(line_of(game), number), &turn, &text);
    return library_text(&text, out, size);
}

tes_outcome library_outcome(Outcome outcome)
{
    if (outcome.ending == ENDING_NONE)
        return TES_OPEN;
    if (outcome.ending == ENDING_DRAWN)
        return TES_DRAW;
    return outcome.winner == 0 ? TES_FIRST : TES_SECOND;
}

tes_outcome tes_ended(const tes_game *game)
{
    return library_outcome(line_outcome(line_of(game)));
}

int tes_side(const tes_game *game)
{
    return tes_ended(game) == TES_OPEN ? line_now(line_of(game))->side : -1;
}

const char *tes_side_name(const tes_game *game, int side)
{
    return side == 0 || side == 1 ? rules_of(game)->sides[side] : "nobody";
}

size_t tes_result(const tes_game *game, char *out, size_t size)
{
    char string[TURN_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    outcome_write(rules_of(game), line_now(line_of(game)), line_outcome(line_of(game)), &text);
    return library_text(&text, out, size);
}

/* --- playing --- */

tes_status tes_play(tes_game *game, const char *turn, tes_fault *fault)
{
    Fault  why = { 0 };
    Status status = line_play(&game->record.line, turn, &why);
    if (status == STATUS_OK)
        record_forget(&game->record, tes_turn_count(game) - 1);
    return library_fault(fault, status, &why);
}

tes_status tes_play_step(tes_game *game, uint64_t step, tes_fault *fault)
{
    return library_fault(fault, line_step(&game->record.line, step), NULL);
}

bool tes_undo(tes_game *game)
{
    return line_undo_turn(&game->record.line);
}

typedef struct Walk {
    const tes_game *game;
    tes_visit      *visit;
    void           *context;
} Walk;

static bool visit_turn(void *context, const Turn *turn, const Pos *after)
{
    const Walk *walk = context;
    char        string[TURN_TEXT_MAX];
    Text        text = text_over(string, sizeof string);
    (void)after;
    turn_write(rules_of(walk->game), line_now(line_of(walk->game)), turn, &text);
    return walk->visit(walk->context, string);
}

bool tes_each_turn(const tes_game *game, tes_visit *visit, void *context)
{
    Walk walk = { game, visit, context };
    return tes_ended(game) != TES_OPEN ||
           turn_each(rules_of(game), line_now(line_of(game)), visit_turn, &walk);
}

tes_status tes_count(const tes_game *game, int depth, uint64_t *count, tes_fault *fault)
{
    const Pos *pos = line_now(line_of(game));
    if (depth < 1 || depth > COUNT_DEPTH_MAX)
        return library_error(fault, TES_ILLEGAL, "the depth must be a number from 1 to 32");
    if (pos->phase != 0)
        return library_error(fault, TES_ILLEGAL,
                             "a turn is in progress; counting begins between two turns");
    *count = perft_count(rules_of(game), pos, depth, PERFT_TURNS, PERFT_FAST);
    return TES_OK;
}
