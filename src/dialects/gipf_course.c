/* SPDX-License-Identifier: MIT
 *
 * gipf_course.c - the course command language: one function per command, one array of commands.
 *
 * A board follows LOAD_GAME_BOARD line by line and ends only where the next command begins. So
 * loading is a state: lines are collected, within bounds, until then, and only then checked.
 * gipf_course_text.c reads boards and moves.
 */
#include "dialects/gipf_course.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/text.h"
#include "core/perft.h"
#include "core/setup.h"
#include "dialects/gipf_course_text.h"
#include "solver/solve.h"

enum {
    LINE_CAPACITY = COURSE_LINE_MAX,
    PATH_CAPACITY = 4096,
};

typedef struct Course {
    FILE          *out;
    CourseSettings settings;
    bool           is_loading;
    CourseBoard    loading;
    bool           has_board;
    PosBuffer      board;
    bool           moved_badly;
    char           bad_move[LINE_CAPACITY];
    Solver        *solver;
    double         deadline;
    bool           done;
} Course;

static const Game *const GAME = &GIPF_GAME;
static const char *const COLOUR_WORD[2] = { "white", "black" };
/* As the tests of the course spell it, and as its document does (R12.5). */
static const char *const WINS_TEXT[2][2] = {
    { "WHITE_HAS_WINNING_STRATEGY", "BLACK_HAS_WINNING_STRATEGY" },
    { "WHITE_HAS_WINING_STRATEGY", "BLACK_HAS_WINING_STRATEGY" },
};

static void reply(const Course *course, const char *words)
{
    fprintf(course->out, "%s\n", words);
}

/* --- loading (R12.1) --- */

static void finish_loading(Course *course)
{
    char buffer[COURSE_REPLY_MAX];
    if (!course->is_loading)
        return;
    course->is_loading = false;
    const char *error = course_board_end(&course->loading, course->settings.strict,
                                         &course->board.head, buffer, sizeof buffer);
    course->has_board = error == NULL;
    reply(course, error == NULL ? "BOARD_STATE_OK" : error);
}

static void do_load(Course *course, Scan words)
{
    (void)words;
    course->has_board = false;
    course->moved_badly = false;
    course->is_loading = true;
    course_board_begin(&course->loading);
}

/* --- printing --- */

static void print_state(const Course *course, const Pos *pos)
{
    char drawing[LINE_CAPACITY];
    Text text = text_over(drawing, sizeof drawing);
    GAME->text->draw(pos, &text);
    fputs(drawing, course->out);
}

static void do_print_board(Course *course, Scan words)
{
    (void)words;
    print_state(course, &course->board.head);
    fputc('\n', course->out);
}

static void do_print_state(Course *course, Scan words)
{
    const Pos *pos = &course->board.head;
    Outcome    outcome = GAME->rules->outcome(pos);
    (void)words;
    if (course->moved_badly)
        fprintf(course->out, "bad_move %s %s\n", COLOUR_WORD[pos->side], course->bad_move);
    else if (outcome.ending == ENDING_NONE)
        reply(course, "in_progress");
    else if (outcome.reason == GIPF_REASON_DEADLOCK)
        fprintf(course->out, "dead_lock %s\n", COLOUR_WORD[pos->side]);
    else
        fprintf(course->out, "%s_win\n", COLOUR_WORD[outcome.winner]);
}

static void do_is_over(Course *course, Scan words)
{
    Outcome outcome = GAME->rules->outcome(&course->board.head);
    (void)words;
    if (outcome.ending == ENDING_NONE)
        reply(course, "GAME_IN_PROGRESS");
    else
        reply(course, outcome.winner == GIPF_WHITE ? "THE_WINNER_IS_WHITE" : "THE_WINNER_IS_BLACK");
}

/* --- moving (R12.2) --- */

static const char BLANKS[] = " \t\r";

static void keep_bad_move(Course *course, Scan scan)
{
    scan_blanks(&scan);
    size_t end = scan.size;
    while (end > scan.at && strchr(BLANKS, scan.data[end - 1]) != NULL)
        end--;
    snprintf(course->bad_move, sizeof course->bad_move, "%.*s", (int)(end - scan.at),
             scan.data + scan.at);
}

static void do_move(Course *course, Scan words)
{
    PosBuffer next;
    char      buffer[COURSE_REPLY_MAX];
    if (course->settings.strict && course->moved_badly)
        return; /* the document: moves after a bad one are not analysed (R12.5) */
    game_copy(GAME, &course->board.head, &next.head);
    const char *error = course_move(&next.head, words, NULL, buffer, sizeof buffer);
    course->moved_badly = error != NULL;
    if (error != NULL) {
        keep_bad_move(course, words);
        reply(course, error);
        return;
    }
    game_copy(GAME, &next.head, &course->board.head);
    reply(course, "MOVE_COMMITTED");
}

/* --- listing (R12.3) --- */

/* List the border fields clockwise from the top left corner. */
static int border_fields(int side, GipfNode *fields)
{
    assert(side > 0);
    static const GipfNode WALK[6] = {
        { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, -1 }, { -1, -1 }, { -1, 0 }
    };
    GipfNode at = { 1, 1 };
    int      count = 0;
    for (int edge = 0; edge < 6; edge++) {
        for (int n = 1; n < side; n++) {
            fields[count++] = at;
            at = (GipfNode){ (int8_t)(at.i + WALK[edge].i), (int8_t)(at.j + WALK[edge].j) };
        }
    }
    return count;
}

/* A move: the push, and the rows that were chosen, each with its colour. */
typedef struct CourseMove {
    GipfNode dot, field;
    int      row_count;
    int      colour[TURN_STEPS_MAX];
    GipfRow  row[TURN_STEPS_MAX];
} CourseMove;

typedef bool StateVisit(void *context, const CourseMove *move, const Pos *after);

/* Visit every choice of rows in the order of the course's own files: with three rows the diagonal
 * comes first. False stops. */
static bool each_choice(const Pos *pos, CourseMove *move, StateVisit *visit, void *context)
{
    if (pos->phase == 0)
        return visit(context, move, pos);
    GipfRow rows[GIPF_RUNS_MAX];
    int     count = gipf_choices(pos, rows), place = move->row_count++;
    bool    goes_on = true;
    assert(place < TURN_STEPS_MAX);
    for (int i = 0; i < count && goes_on; i++) {
        PosBuffer next;
        int       which = count == 3 ? (i + 2) % 3 : i;
        move->colour[place] = gipf_row_colour(pos);
        move->row[place] = rows[which];
        game_copy(GAME, pos, &next.head);
        GAME->rules->apply(&next.head, gipf_row_step(rows[which]));
        goes_on = each_choice(&next.head, move, visit, context);
    }
    move->row_count = place;
    return goes_on;
}

/* Visit every state after one move, including duplicates, in the order of the course's own files.
 */
static bool each_state(const Pos *pos, StateVisit *visit, void *context)
{
    static const GipfNode OUTWARD[6] = { { 0, 1 },  { 1, 1 },   { 1, 0 },
                                         { 0, -1 }, { -1, -1 }, { -1, 0 } };
    int                   side = gipf_unpack(pos->variant).side;
    GipfNode              fields[6 * GIPF_SIDE_MAX];
    int                   field_count = border_fields(side, fields);
    for (int f = 0; f < field_count; f++) {
        for (int d = 0; d < 6; d++) {
            GipfNode dot = { (int8_t)(fields[f].i + OUTWARD[d].i),
                             (int8_t)(fields[f].j + OUTWARD[d].j) };
            GipfPush push;
            if (gipf_node_is_field(side, dot) || !gipf_push_between(side, dot, fields[f], &push) ||
                !GAME->rules->legal(pos, gipf_push_step(push)))
                continue;
            PosBuffer  next;
            CourseMove move;
            move.dot = dot;
            move.field = fields[f];
            move.row_count = 0;
            game_copy(GAME, pos, &next.head);
            GAME->rules->apply(&next.head, gipf_push_step(push));
            if (!each_choice(&next.head, &move, visit, context))
                return false;
        }
    }
    return true;
}

/* Print a move as DO_MOVE reads it (R12.7). */
static void print_move(const Course *course, const CourseMove *move)
{
    char line[LINE_CAPACITY];
    Text text = text_over(line, sizeof line);
    int  side = gipf_unpack(course->board.head.variant).side;
    gipf_node_write(side, move->dot, &text);
    text_char(&text, '-');
    gipf_node_write(side, move->field, &text);
    for (int i = 0; i < move->row_count; i++) {
        const GipfRow *row = &move->row[i];
        text_addf(&text, " %c: ", move->colour[i] == GIPF_WHITE ? 'w' : 'b');
        gipf_node_write(side, gipf_line_node(side, row->line, row->first), &text);
        text_char(&text, ' ');
        gipf_node_write(side, gipf_line_node(side, row->line, row->last), &text);
    }
    reply(course, line);
}

/* What a listing prints: states or moves. */
typedef enum Listed { LIST_STATES, LIST_MOVES } Listed;

static void print_listed(const Course *course, Listed listed, const CourseMove *move,
                         const Pos *after)
{
    if (listed == LIST_STATES)
        print_state(course, after);
    else
        print_move(course, move);
}

typedef struct Printed {
    const Course *course;
    Listed        listed;
    Successors    seen;
} Printed;

static bool print_new(void *context, const CourseMove *move, const Pos *after)
{
    Printed *printed = context;
    bool     is_new;
    if (!successors_add(&printed->seen, after, &is_new))
        return false;
    if (is_new)
        print_listed(printed->course, printed->listed, move, after);
    return true;
}

static void list_all(const Course *course, Listed listed)
{
    Printed printed = { .course = course, .listed = listed };
    successors_begin(&printed.seen, GAME, course->board.head.variant);
    each_state(&course->board.head, print_new, &printed);
    successors_free(&printed.seen);
}

static void reply_count(const Course *course, uint64_t count)
{
    fprintf(course->out, "%llu%s\n", (unsigned long long)count,
            course->settings.strict ? "" : "_UNIQUE_MOVES");
}

static uint64_t count_states(const Course *course)
{
    return perft_count(GAME, &course->board.head, 1, PERFT_POSITIONS, PERFT_FAST);
}

typedef struct WinSearch {
    int        mover;
    bool       found;
    CourseMove move;
    PosBuffer  after;
} WinSearch;

static bool stop_at_win(void *context, const CourseMove *move, const Pos *after)
{
    WinSearch *search = context;
    Outcome    outcome = GAME->rules->outcome(after);
    if (outcome.ending != ENDING_WON || outcome.winner != search->mover)
        return true;
    search->found = true;
    search->move = *move;
    game_copy(GAME, after, &search->after.head);
    return false;
}

static bool find_win(const Pos *pos, WinSearch *search)
{
    search->mover = pos->side;
    search->found = false;
    each_state(pos, stop_at_win, search);
    return search->found;
}

/* List one winning move, if there is one, and all moves otherwise. */
static void list_win(const Course *course, Listed listed)
{
    WinSearch search;
    if (find_win(&course->board.head, &search))
        print_listed(course, listed, &search.move, &search.after.head);
    else
        list_all(course, listed);
}

static void do_gen(Course *course, Scan words)
{
    (void)words;
    list_all(course, LIST_STATES);
}

static void do_gen_list(Course *course, Scan words)
{
    (void)words;
    list_all(course, LIST_MOVES);
}

static void do_gen_num(Course *course, Scan words)
{
    (void)words;
    reply_count(course, count_states(course));
}

static void do_gen_ext(Course *course, Scan words)
{
    (void)words;
    list_win(course, LIST_STATES);
}

static void do_gen_ext_list(Course *course, Scan words)
{
    (void)words;
    list_win(course, LIST_MOVES);
}

static void do_gen_ext_num(Course *course, Scan words)
{
    WinSearch search;
    (void)words;
    reply_count(course, find_win(&course->board.head, &search) ? 1 : count_states(course));
}

/* --- solving (R12.4) --- */

static bool deadline_is_over(void *context)
{
    return clock_wall_seconds() > ((const Course *)context)->deadline;
}

/* Return the solver, created on first use; NULL if memory ran out. */
static Solver *start_solver(Course *course)
{
    course->deadline = clock_wall_seconds() + course->settings.seconds;
    if (course->solver == NULL) {
        DfpnLimits limits = {
            .memory_bytes = course->settings.memory_bytes,
            .threads = 1,
            .expired = deadline_is_over,
            .context = course,
        };
        course->solver = solver_new(GAME, &limits);
        char folder[PATH_CAPACITY];
        if (course->solver != NULL && tb_folder(folder, sizeof folder))
            solver_use_tables(course->solver, folder); /* without them it only takes longer */
    }
    if (course->solver != NULL)
        solver_allow_tablebase(course->solver, course->deadline);
    return course->solver;
}

static void reply_value(const Course *course, ProofValue value, const char *none,
                        const char *unknown)
{
    const char *const *wins = WINS_TEXT[course->settings.strict];
    const char        *words[] = {
               [PROOF_UNKNOWN] = unknown,
               [PROOF_FIRST] = wins[0],
               [PROOF_SECOND] = wins[1],
               [PROOF_DRAW] = none,
    };
    reply(course, words[value]);
}

/* The replies of the course have no room for a reason, so it goes to stderr. */
static void explain_unknown(const Course *course)
{
    FILE      *err = course->settings.err;
    unsigned   mebibytes = (unsigned)(course->settings.memory_bytes >> 20);
    char       game[SETUP_TEXT_MAX], position[POS_TEXT_MAX];
    Text       game_text = text_over(game, sizeof game);
    Text       position_text = text_over(position, sizeof position);
    const Pos *pos = &course->board.head;
    if (err == NULL)
        return;
    fprintf(err, "tessera gipf: not solved: ");
    if (course->solver == NULL) {
        fprintf(err, "cannot allocate %u MiB; pass a smaller --memory\n", mebibytes);
        return;
    }
    setup_write(&(Setup){ .game = GAME, .variant = pos->variant }, &game_text);
    GAME->text->pos_write(pos, &position_text);
    fprintf(err,
            "%.0f seconds and %u MiB did not suffice; pass a larger --limit.  `tessera solve '%s' "
            "--position '%s'` prints what would settle it\n",
            course->settings.seconds, mebibytes, game, position);
}

static void do_solve(Course *course, Scan words)
{
    Solver  *solver = start_solver(course);
    Solution solution = { .value = PROOF_UNKNOWN };
    (void)words;
    if (solver != NULL)
        solver_solve(solver, &course->board.head, &solution);
    if (solution.value == PROOF_UNKNOWN)
        explain_unknown(course);
    reply_value(course, solution.value, "BOTH_PLAYERS_TIE", "GAME_STATE_NOT_SOLVED");
}

static void do_winning_sequence(Course *course, Scan words)
{
    uint32_t plies;
    if (!course_count(&words, &plies)) {
        reply(course, "WRONG_SEQUENCE_LENGTH");
        return;
    }
    Solver    *solver = start_solver(course);
    ProofValue value =
        solver == NULL ? PROOF_UNKNOWN : solver_within(solver, &course->board.head, plies);
    if (value == PROOF_UNKNOWN)
        explain_unknown(course);
    reply_value(course, value, "NO_WINNING_SEQUENCE", "WINNING_SEQUENCE_NOT_DECIDED");
}

static void do_exit(Course *course, Scan words)
{
    (void)words;
    course->done = true;
}

/* --- the loop --- */

typedef struct Command {
    void (*run)(Course *course, Scan words);
    bool needs_board;
} Command;

static const Command COMMANDS[COURSE_COMMAND_COUNT] = {
    [COURSE_LOAD] = { do_load, false },
    [COURSE_PRINT] = { do_print_board, true },
    [COURSE_MOVE] = { do_move, true },
    [COURSE_STATE] = { do_print_state, true },
    [COURSE_OVER] = { do_is_over, true },
    [COURSE_GEN] = { do_gen, true },
    [COURSE_GEN_NUM] = { do_gen_num, true },
    [COURSE_GEN_LIST] = { do_gen_list, true },
    [COURSE_GEN_EXT] = { do_gen_ext, true },
    [COURSE_GEN_EXT_NUM] = { do_gen_ext_num, true },
    [COURSE_GEN_EXT_LIST] = { do_gen_ext_list, true },
    [COURSE_SOLVE] = { do_solve, true },
    [COURSE_SEQUENCE] = { do_winning_sequence, true },
    [COURSE_EXIT] = { do_exit, false },
};

static void handle_line(Course *course, Scan line, bool cut)
{
    Scan blank = line;
    int  command = course_command(&line);
    scan_blanks(&blank);
    if (command != COURSE_NONE) {
        finish_loading(course);
        if (COMMANDS[command].needs_board && !course->has_board)
            reply(course, "EMPTY_BOARD");
        else
            COMMANDS[command].run(course, line);
        fflush(course->out);
    } else if (course->is_loading && !scan_done(&blank)) {
        course_board_line(&course->loading, line, cut);
    }
}

void gipf_course_run(FILE *in, FILE *out, const CourseSettings *settings)
{
    Course course = { .out = out, .settings = *settings };
    char   buffer[LINE_CAPACITY];
    size_t length;
    bool   cut;
    while (!course.done && input_line(in, buffer, sizeof buffer, &length, &cut))
        handle_line(&course, scan_over(buffer, length), cut);
    finish_loading(&course);
    fflush(out);
    solver_delete(course.solver);
}

/* --- as a program --- */

const char GIPF_COURSE_USAGE[] =
    "usage: tessera gipf [--strict] [--limit SECONDS] [--memory MIB]\n"
    "\n"
    "Reads course commands on standard input, one per line, and answers them.\n"
    "  --strict          answer as the document of the course says where its tests differ\n"
    "  --limit SECONDS   time for one question to the solver (default 60)\n"
    "  --memory MIB      memory for its tables (default 1024)\n";

enum { LIMIT_MAX = 1000000, MEMORY_MAX = 1 << 20 };

/* An option with a number. */
typedef struct CourseOption {
    const char *name;
    uint32_t    high;
    uint32_t    value;
} CourseOption;

static bool read_option(const char *text, CourseOption *option)
{
    Scan scan = scan_string(text);
    return scan_number(&scan, option->high, &option->value) && scan_done(&scan);
}

/* Read argv[*at], and the next argument if it has the value.  Return 0, or the exit status. */
static int take_option(int argc, char **argv, int *at, CourseOption *options, int count, FILE *err)
{
    const char *arg = argv[*at];
    for (int i = 0; i < count; i++) {
        size_t length = strlen(options[i].name);
        if (strncmp(arg, options[i].name, length) != 0 ||
            (arg[length] != '=' && arg[length] != '\0'))
            continue;
        const char *value = arg[length] == '=' ? arg + length + 1
                            : *at + 1 < argc   ? argv[++*at]
                                               : NULL;
        if (value != NULL && read_option(value, &options[i]))
            return 0;
        fprintf(err, "tessera gipf: %s takes a whole number from 0 to %u\n", options[i].name,
                options[i].high);
        return 2;
    }
    fprintf(err, "tessera gipf: '%s' is not an option; --help lists them\n", arg);
    return 2;
}

int gipf_course_main(int argc, char **argv, FILE *in, FILE *out, FILE *err)
{
    CourseOption   options[] = { { "--limit", LIMIT_MAX, 60 }, { "--memory", MEMORY_MAX, 1024 } };
    CourseSettings settings = { .err = err };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(GIPF_COURSE_USAGE, out);
            return 0;
        }
        if (strcmp(argv[i], "--strict") == 0) {
            settings.strict = true;
            continue;
        }
        int failed = take_option(argc, argv, &i, options, 2, err);
        if (failed != 0)
            return failed;
    }
    settings.seconds = options[0].value;
    settings.memory_bytes = (size_t)options[1].value << 20;
    gipf_course_run(in, out, &settings);
    return ferror(out) ? 1 : 0;
}
