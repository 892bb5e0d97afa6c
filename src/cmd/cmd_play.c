/* SPDX-License-Identifier: MIT */
/* cmd_play.c - play: one game in a terminal. */
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "cmd/language.h"
#include "cmd/puzzle_set.h"
#include "cmd/ui_mode.h"
#include "games/list.h"
#include "term/console.h"
#include "term/game_file.h"
#include "term/game_menu.h"

enum {
    PLAY_POSITION,
    PLAY_PUZZLE,
    PLAY_FIRST,
    PLAY_SECOND,
    PLAY_CLOCK,
    PLAY_AUTOSAVE,
    PLAY_SEED,
    PLAY_LANGUAGE,
    PLAY_TABLEBASES,
    PLAY_UI, /* the first of several options */
};
const Option PLAY_OPTIONS[] = {
    POSITION_OPTION,
    { "puzzle", OPTION_NUMBER, "N", "start from puzzle N of the game, on the winning side", 1,
      UINT32_MAX },
    { "first", OPTION_TEXT, "SEAT", "player of the first side (default human)", 0, 0 },
    { "second", OPTION_TEXT, "SEAT", "player of the second side (default engine)", 0, 0 },
    { "clock", OPTION_TEXT, "TIME", "5m per game, 90s+2s with an increment, or 30s/turn per move",
      0, 0 },
    { "autosave", OPTION_TEXT, "FILE",
      "save every move to FILE at once, or resume the game in FILE", 0, 0 },
    { "seed", OPTION_NUMBER, "N", "random seed (default 1)", 0, UINT32_MAX },
    LANGUAGE_OPTION,
    { "tablebases", OPTION_TEXT, "DIR",
      "tablebases for `value` and `hint` (default: TESSERA_TABLEBASES)", 0, 0 },
    UI_OPTIONS,
    { .name = NULL },
};

static const char *const DEFAULT_SEATS[2] = { "human", "engine:level=5" };
static const char *const SEAT_TAGS[2] = { "First", "Second" };

/* Read the game in an autosave file.  False if there is none that can be read: term_game_new then
 * reports why, if that is an error. */
static bool read_autosave(const char *path, Record *record)
{
    Buffer bytes;
    Fault  fault;
    if (access(path, F_OK) != 0)
        return false;
    bool found = game_bytes(path, &bytes, &fault) == STATUS_OK && bytes.length > 0 &&
                 game_parse(bytes.data, bytes.length, record, &fault) == STATUS_OK;
    buffer_free(&bytes);
    return found;
}

/* Read the player of a seat from the record.  An external program is never started only because a
 * file names it. */
static int seat_from_record(const Record *record, int side, SeatSpec *spec, FILE *err)
{
    const char *name = record_tag(record, SEAT_TAGS[side]);
    const char *option = side == 0 ? "first" : "second";
    if (name == NULL || seat_read(name, spec, NULL) != STATUS_OK)
        return cmd_error(err, "play",
                         "the autosave file does not name the player of this seat; pass --%s SEAT",
                         option);
    if (spec->foreign)
        return cmd_error(
            err, "play",
            "the autosave file names the program '%.100s'; pass --%s SEAT to start one", name,
            option);
    return EXIT_DONE;
}

static int seat_from_text(const char *given, SeatSpec *spec, FILE *err)
{
    Fault  fault;
    Status status = seat_read(given, spec, &fault);
    return cmd_check(err, "seat", given, status, &fault);
}

/* The start position and the task of a puzzle.  The config points into it. */
typedef struct Place {
    Start     start;
    PosBuffer solution; /* the position after the solution of a puzzle */
    char      task[TERM_GAME_NOTICE_MAX];
    char      opponent[32]; /* the second seat, if the user was asked for it; else "" */
    bool      quits;        /* the user was asked for the game, and left */
} Place;

/* In a puzzle the human has the side to move. */
static const char *default_seat(const Args *args, const Place *place, const TermGameConfig *config,
                                int side)
{
    if (side == 1 && place->opponent[0] != '\0')
        return place->opponent;
    bool solves = args->option[PLAY_PUZZLE].given && config->from->side == 1;
    return DEFAULT_SEATS[solves ? 1 - side : side];
}

static int read_seats(const Args *args, const Record *record, const Place *place,
                      TermGameConfig *config, FILE *err)
{
    for (int side = 0; side < 2; side++) {
        const OptionValue *given = &args->option[PLAY_FIRST + side];
        int                failed;
        if (given->given)
            failed = seat_from_text(given->text, &config->seat[side], err);
        else if (record != NULL)
            failed = seat_from_record(record, side, &config->seat[side], err);
        else
            failed =
                seat_from_text(default_seat(args, place, config, side), &config->seat[side], err);
        if (failed != EXIT_DONE)
            return failed;
    }
    return EXIT_DONE;
}

static int read_clock(const OptionValue *given, ClockRule *clock, FILE *err)
{
    Fault fault;
    if (!given->given || seat_clock_read(given->text, clock, &fault) == STATUS_OK)
        return EXIT_DONE;
    return cmd_error_at(err, "clock", fault.why, given->text, fault.at);
}

static int error_no_game(FILE *err)
{
    char names[256];
    Text text = text_over(names, sizeof names);
    for (int i = 0; GAMES[i] != NULL; i++)
        text_addf(&text, "%s%s",
                  i == 0                 ? ""
                  : GAMES[i + 1] == NULL ? " and "
                                         : ", ",
                  GAMES[i]->name);
    return cmd_error(err, "play", "GAME is missing; the games are %s", names);
}

static int read_puzzle(const Args *args, Place *place, TermGameConfig *config, FILE *err)
{
    PuzzleLine puzzle;
    Turn       turn;
    Fault      fault;
    if (args->option[PLAY_POSITION].given || config->autosave != NULL)
        return cmd_error(err, "play", "--puzzle sets the position; do not combine it with --%s",
                         config->autosave != NULL ? "autosave" : "position");
    int failed = puzzle_from_set(args->arg[0], args->option[PLAY_PUZZLE].number, &puzzle, err);
    if (failed != EXIT_DONE)
        return failed;
    Text task = text_over(place->task, sizeof place->task);
    puzzle_question(&puzzle, config->language, &task);
    place->start = puzzle.start;
    config->task = place->task;
    config->setup = place->start.setup;
    config->from = &place->start.pos.head;
    if (turn_read(config->setup.game, config->from, puzzle.turn, &turn, &fault) == STATUS_OK) {
        game_copy(config->setup.game, config->from, &place->solution.head);
        turn_apply(config->setup.game, &place->solution.head, &turn);
        config->solution = &place->solution.head;
    }
    return EXIT_DONE;
}

static bool has_player(const Args *args)
{
    return args->option[PLAY_FIRST].given || args->option[PLAY_SECOND].given;
}

/* Ask for the game and the opponent, if a person is there to answer. */
static int ask_start(const Args *args, Place *place, TermGameConfig *config, FILE *err)
{
    GameMenu menu;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || args->option[PLAY_PUZZLE].given)
        return error_no_game(err);
    place->quits = !game_menu(stdin, stdout, config->language, !has_player(args), &menu);
    if (place->quits)
        return EXIT_FAILED;
    Text seat = text_over(place->opponent, sizeof place->opponent);
    if (menu.level == 0)
        text_add(&seat, "human");
    else
        text_addf(&seat, "engine:level=%d", menu.level);
    return start_from_text(menu.game->name, NULL, &place->start, err);
}

/* Read the game and the start position, if they are given. */
static int read_start(const Args *args, Place *place, TermGameConfig *config, FILE *err)
{
    const OptionValue *position = &args->option[PLAY_POSITION];
    Start             *start = &place->start;
    int                failed;
    if (args->arg_count == 0 && config->autosave != NULL && !position->given)
        return EXIT_DONE;
    if (args->arg_count == 0 && position->given)
        return error_no_game(err);
    if (args->arg_count > 0 && args->option[PLAY_PUZZLE].given)
        return read_puzzle(args, place, config, err);
    if (args->arg_count == 0)
        failed = ask_start(args, place, config, err);
    else
        failed = start_from_text(args->arg[0], position->given ? position->text : NULL, start, err);
    if (failed != EXIT_DONE)
        return failed;
    config->setup = start->setup;
    if (position->given)
        config->from = &start->pos.head;
    return EXIT_DONE;
}

static int read_config(const Args *args, Place *place, TermGameConfig *config, FILE *err)
{
    const OptionValue *autosave = &args->option[PLAY_AUTOSAVE], *seed = &args->option[PLAY_SEED];
    Record             record;
    *config = (TermGameConfig){ .seed = seed->given ? seed->number : 1,
                                .language = language_of(&args->option[PLAY_LANGUAGE]),
                                .tables = args->option[PLAY_TABLEBASES].text,
                                .autosave = autosave->given ? autosave->text : NULL };
    int failed = read_start(args, place, config, err);
    if (failed == EXIT_DONE)
        failed = read_clock(&args->option[PLAY_CLOCK], &config->clock, err);
    if (failed != EXIT_DONE)
        return failed;
    bool resumes = autosave->given && read_autosave(autosave->text, &record);
    failed = read_seats(args, resumes ? &record : NULL, place, config, err);
    if (resumes)
        record_free(&record);
    return failed;
}

int cmd_play(const Args *args, FILE *out, FILE *err)
{
    TermGameConfig config;
    Place          place = { .quits = false };
    Fault          fault = { .why = "" };
    UiMode         ui;
    int            failed = ui_mode_from_options(&args->option[PLAY_UI], &ui, err);
    if (failed == EXIT_DONE)
        failed = read_config(args, &place, &config, err);
    if (failed != EXIT_DONE)
        return place.quits ? EXIT_DONE : failed;
    setlocale(LC_CTYPE, "");
    TermGame *play = term_game_new(&config, &fault);
    if (play == NULL)
        return cmd_error(err, "play", "%s", fault.why);
    int status = ui_play(&ui, play, out, err);
    term_game_delete(play);
    return status;
}
