/* SPDX-License-Identifier: MIT
 *
 * gipf_course.c - the course command language: one function per command, one array of commands.
 *
 * A board follows LOAD_GAME_BOARD line by line and ends only where the next command begins. So
 * loading is a state: lines are collected, within bounds, until then, and only then checked.
 */
#include "dialects/gipf_course.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/text.h"
#include "core/perft.h"
#include "games/gipf/gipf.h"
#include "games/gipf/gipf_explain.h"
#include "solver/solve.h"

enum {
    LINE_CAPACITY = 4096, /* bytes of a line that are read; the rest is dropped */
    ROWS_MAX = 2 * GIPF_SIDE_MAX - 1,
    GROUPS_MAX = TURN_STEPS_MAX,
    NUMBER_MAX = 1000000000,
    PATH_CAPACITY = 4096,
};

/* The lines of a board as they are read. It is checked at the end, because later lines may make it
 * invalid. */
typedef struct Loading {
    bool     active;
    int      line_count; /* including the header lines */
    bool     header_ok;
    uint32_t s, k, pieces[2], reserve[2];
    char     player; /* 'W', 'B', or '?' for any other word */
    bool     rows_ok;
    int      cell_count;
    uint8_t  cells[GIPF_FIELDS_MAX];
} Loading;

typedef struct Course {
    FILE        *out;
    CourseLimits limits;
    Loading      loading;
    bool         has_board;
    PosBuffer    board;
    bool         moved_badly;
    char         bad_move[LINE_CAPACITY];
    Solver      *solver;
    double       deadline;
    bool         done;
} Course;

static const Game *const GAME = &GIPF_GAME;
static const char *const COLOUR_WORD[2] = { "white", "black" };
static const char *const WINS_TEXT[2] = { "WHITE_HAS_WINNING_STRATEGY",
                                          "BLACK_HAS_WINNING_STRATEGY" };

static void reply(const Course *course, const char *words)
{
    fprintf(course->out, "%s\n", words);
}

/* --- loading (R12.1) --- */

/* Read a number of any length; a number that is too large for every check becomes NUMBER_MAX. */
static bool read_count(Scan *scan, uint32_t *value)
{
    const char *start;
    Scan        token_end = *scan;
    scan_blanks(&token_end);
    size_t length = scan_token(&token_end, &start);
    if (length == 0 || strspn(start, "0123456789") < length)
        return false;
    Scan digits = scan_over(start, length);
    if (!scan_number(&digits, NUMBER_MAX, value))
        *value = NUMBER_MAX;
    *scan = token_end;
    return true;
}

static void load_parameters(Loading *loading, Scan scan)
{
    loading->header_ok = read_count(&scan, &loading->s) && read_count(&scan, &loading->k) &&
                         read_count(&scan, &loading->pieces[0]) &&
                         read_count(&scan, &loading->pieces[1]);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void load_reserves(Loading *loading, Scan scan)
{
    const char *player;
    bool        numbers =
        read_count(&scan, &loading->reserve[0]) && read_count(&scan, &loading->reserve[1]);
    scan_blanks(&scan);
    size_t length = scan_token(&scan, &player);
    if (!numbers || length == 0 || !is_letter(player[0])) {
        loading->header_ok = false;
        return;
    }
    loading->player = (char)(length == 1 && (*player == 'W' || *player == 'B') ? *player : '?');
}

static bool in_range(uint32_t value, int low, int high)
{
    return value >= (uint32_t)low && value <= (uint32_t)high;
}

static bool parameters_ok(const Loading *loading)
{
    return loading->header_ok && in_range(loading->s, GIPF_SIDE_MIN, GIPF_SIDE_MAX) &&
           in_range(loading->k, GIPF_ROW_MIN, 2 * (int)loading->s - 1) &&
           in_range(loading->pieces[0], GIPF_PIECES_MIN, GIPF_PIECES_MAX) &&
           in_range(loading->pieces[1], GIPF_PIECES_MIN, GIPF_PIECES_MAX);
}

/* Read one row of the board: its symbols, with or without spaces between them. */
static void load_row(Loading *loading, int row, Scan scan, bool cut)
{
    assert(row >= 0);
    int side = (int)loading->s, symbols = 0;
    if (!parameters_ok(loading) || row >= 2 * side || cut) {
        loading->rows_ok = false;
        return;
    }
    int wanted = side + (row < side ? row : 2 * side - row) - 1;
    for (scan_blanks(&scan); !scan_done(&scan); scan_blanks(&scan)) {
        char symbol = scan.data[scan.at++];
        if (symbols == wanted || (symbol != '_' && symbol != 'W' && symbol != 'B')) {
            loading->rows_ok = false;
            return;
        }
        loading->cells[loading->cell_count++] = (uint8_t)symbol;
        symbols++;
    }
    if (symbols != wanted)
        loading->rows_ok = false;
}

static void load_line(Loading *loading, Scan line, bool cut)
{
    int number = loading->line_count;
    if (number <= ROWS_MAX + 2)
        loading->line_count++;
    if (number == 0)
        load_parameters(loading, line);
    else if (number == 1)
        load_reserves(loading, line);
    else
        load_row(loading, number - 1, line, cut);
}

static int count_cells(const Loading *loading, char symbol)
{
    int count = 0;
    for (int i = 0; i < loading->cell_count; i++)
        count += loading->cells[i] == (uint8_t)symbol;
    return count;
}

/* Run the checks that do not need a board; return the first error, or NULL. */
static const char *first_error(const Loading *loading)
{
    assert(loading->line_count >= 0);
    int rows = loading->line_count - 2;
    if (loading->line_count < 2 || !parameters_ok(loading))
        return "WRONG_GAME_PARAMETERS";
    if (loading->reserve[0] > loading->pieces[0])
        return "WRONG_WHITE_PAWNS_NUMBER";
    if (loading->reserve[1] > loading->pieces[1])
        return "WRONG_BLACK_PAWNS_NUMBER";
    if (loading->player == '?')
        return "UNKNOWN_ACTIVE_PLAYER";
    if (!loading->rows_ok || rows != 2 * (int)loading->s - 1)
        return "WRONG_BOARD_ROW_LENGTH";
    if ((uint32_t)count_cells(loading, 'W') + loading->reserve[0] > loading->pieces[0])
        return "WRONG_WHITE_PAWNS_NUMBER";
    if ((uint32_t)count_cells(loading, 'B') + loading->reserve[1] > loading->pieces[1])
        return "WRONG_BLACK_PAWNS_NUMBER";
    return NULL;
}

static GipfSettings loaded_settings(const Loading *loading)
{
    return (GipfSettings){
        .side = (int)loading->s,
        .row = (int)loading->k,
        .pieces = { (int)loading->pieces[0], (int)loading->pieces[1] },
        .mover_chooses = true,
    };
}

/* Count the maximal one-colour runs of length >= K on a board that may have any number of them. */
static int count_rows(const Loading *loading)
{
    int     side = (int)loading->s, n = 0, rows = 0;
    uint8_t at[2 * GIPF_SIDE_MAX][2 * GIPF_SIDE_MAX] = { 0 };
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++)
            if (gipf_node_is_field(side, (GipfNode){ i, j }))
                at[i][j] = loading->cells[n++];
    for (int line = 0; line < gipf_line_count(side); line++) {
        uint32_t run = 0;
        uint8_t  before = '_';
        for (int index = 0; index < gipf_line_length(side, line); index++) {
            GipfNode node = gipf_line_node(side, line, index);
            uint8_t  here = at[node.i][node.j];
            run = here != '_' && here == before ? run + 1 : 1;
            rows += here != '_' && run == loading->k;
            before = here;
        }
    }
    return rows;
}

static void finish_loading(Course *course)
{
    Loading *loading = &course->loading;
    if (!loading->active)
        return;
    loading->active = false;
    const char *error = first_error(loading);
    if (error != NULL) {
        reply(course, error);
        return;
    }
    int rows = count_rows(loading);
    if (rows > 0) {
        fprintf(course->out, "ERROR_FOUND_%d_ROW%s_OF_LENGTH_K\n", rows, rows == 1 ? "" : "S");
        return;
    }
    GipfSettings settings = loaded_settings(loading);
    GipfParts    parts = {
           .reserve = { (int)loading->reserve[0], (int)loading->reserve[1] },
           .opening = { '-', '-' },
           .side = loading->player == 'W' ? GIPF_WHITE : GIPF_BLACK,
    };
    memcpy(parts.cells, loading->cells, sizeof parts.cells);
    course->has_board =
        gipf_build(gipf_pack(&settings), &parts, &course->board.head, NULL) == STATUS_OK;
    reply(course, course->has_board ? "BOARD_STATE_OK" : "WRONG_GAME_PARAMETERS");
}

static void do_load(Course *course, Scan words)
{
    (void)words;
    course->has_board = false;
    course->moved_badly = false;
    course->loading = (Loading){ .active = true, .rows_ok = true };
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

/* Part of a line, without a terminating NUL. */
typedef struct Word {
    const char *start;
    int         length;
} Word;

static Word take_word(Scan *scan, const char *stops)
{
    scan_blanks(scan);
    size_t first = scan->at;
    while (!scan_done(scan) && strchr(stops, scan->data[scan->at]) == NULL)
        scan->at++;
    return (Word){ scan->data + first, (int)(scan->at - first) };
}

static bool node_of(Word word, int side, GipfNode *node)
{
    Scan scan = scan_over(word.start, (size_t)word.length);
    return gipf_node_read(side, &scan, node) && scan_done(&scan);
}

/* A removal choice as typed. */
typedef struct Group {
    int  colour; /* SIDE_NONE: no tag */
    Word end[2];
} Group;

static const char BLANKS[] = " \t\r";

static bool take_group(Scan *scan, Group *group)
{
    scan_blanks(scan);
    if (scan_done(scan))
        return false;
    group->colour = SIDE_NONE;
    if (scan_word(scan, "w:") || scan_word(scan, "W:"))
        group->colour = GIPF_WHITE;
    else if (scan_word(scan, "b:") || scan_word(scan, "B:"))
        group->colour = GIPF_BLACK;
    group->end[0] = take_word(scan, BLANKS);
    group->end[1] = take_word(scan, BLANKS);
    return true;
}

static const char *apply_group(Pos *pos, const Group *group)
{
    int      side = gipf_unpack(pos->variant).side;
    GipfRow  row, choices[GIPF_RUNS_MAX];
    GipfNode ends[2];
    if (group->colour != SIDE_NONE && group->colour != gipf_row_colour(pos))
        return "WRONG_COLOR_OF_CHOSEN_ROW";
    if (!node_of(group->end[0], side, &ends[0]) || !node_of(group->end[1], side, &ends[1]) ||
        !gipf_row_between(side, ends[0], ends[1], &row))
        return "WRONG_INDEX_OF_CHOSEN_ROW";
    int count = gipf_choices(pos, choices);
    for (int i = 0; i < count; i++) {
        if (choices[i].line == row.line && choices[i].first == row.first &&
            choices[i].last == row.last) {
            GAME->rules->apply(pos, gipf_row_step(row));
            return NULL;
        }
    }
    return "WRONG_INDEX_OF_CHOSEN_ROW";
}

static const char *apply_choices(Pos *pos, Scan scan)
{
    while (pos->phase != 0) {
        Group group;
        if (!take_group(&scan, &group))
            return "WRONG_INDEX_OF_CHOSEN_ROW";
        const char *error = apply_group(pos, &group);
        if (error != NULL)
            return error;
    }
    return NULL;
}

/* Write which name is wrong, as typed. */
static const char *name_error(char *buffer, size_t size, Word word, const char *what)
{
    snprintf(buffer, size, "BAD_MOVE_%.*s_IS_WRONG_%s", word.length, word.start, what);
    return buffer;
}

/* Play the move on `pos`. Return NULL, or the error reply; then the contents of `pos` are
 * undefined. */
static const char *try_move(Pos *pos, Scan scan, char *buffer, size_t size)
{
    assert(buffer != NULL && size > 0);
    int      side = gipf_unpack(pos->variant).side;
    Scan     again = scan;
    Word     first_word = take_word(&again, BLANKS);
    Word     from = take_word(&scan, " \t\r-");
    GipfNode dot, field;
    GipfPush push;
    scan_blanks(&scan);
    if (!scan_char(&scan, '-'))
        return name_error(buffer, size, first_word, "INDEX");
    Word onto = take_word(&scan, BLANKS);
    if (from.length == 0 || onto.length == 0)
        return name_error(buffer, size, first_word, "INDEX");
    if (!node_of(from, side, &dot))
        return name_error(buffer, size, from, "INDEX");
    if (!node_of(onto, side, &field))
        return name_error(buffer, size, onto, "INDEX");
    if (gipf_node_is_field(side, dot))
        return name_error(buffer, size, from, "STARTING_FIELD");
    if (!gipf_node_is_field(side, field))
        return name_error(buffer, size, onto, "DESTINATION_FIELD");
    if (!gipf_push_between(side, dot, field, &push))
        return "UNKNOWN_MOVE_DIRECTION";
    if (gipf_reserve(pos, pos->side) == 0)
        return "BAD_MOVE_EMPTY_RESERVE";
    if (!gipf_line_is_open(pos, push.line))
        return "BAD_MOVE_ROW_IS_FULL";
    GAME->rules->apply(pos, gipf_push_step(push));
    return apply_choices(pos, scan);
}

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
    char      buffer[LINE_CAPACITY + 64];
    game_copy(GAME, &course->board.head, &next.head);
    const char *error = try_move(&next.head, words, buffer, sizeof buffer);
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

typedef bool StateVisit(void *context, const Pos *after);

/* Visit every choice of rows in the order of the course's own files: with three rows the diagonal
 * comes first. False stops. */
static bool each_choice(const Pos *pos, StateVisit *visit, void *context)
{
    if (pos->phase == 0)
        return visit(context, pos);
    GipfRow rows[GIPF_RUNS_MAX];
    int     count = gipf_choices(pos, rows);
    for (int i = 0; i < count; i++) {
        PosBuffer next;
        int       which = count == 3 ? (i + 2) % 3 : i;
        game_copy(GAME, pos, &next.head);
        GAME->rules->apply(&next.head, gipf_row_step(rows[which]));
        if (!each_choice(&next.head, visit, context))
            return false;
    }
    return true;
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
            PosBuffer next;
            game_copy(GAME, pos, &next.head);
            GAME->rules->apply(&next.head, gipf_push_step(push));
            if (!each_choice(&next.head, visit, context))
                return false;
        }
    }
    return true;
}

/* States that were printed already, found by key and then compared. */
typedef struct Printed {
    const Course  *course;
    size_t         pos_size;
    int            count, capacity;
    unsigned char *positions;
} Printed;

static bool was_printed(const Printed *printed, const Pos *pos)
{
    for (int i = 0; i < printed->count; i++) {
        const void *seen = printed->positions + (size_t)i * printed->pos_size;
        if (((const Pos *)seen)->key == pos->key && memcmp(seen, pos, printed->pos_size) == 0)
            return true;
    }
    return false;
}

static bool print_new_state(void *context, const Pos *after)
{
    Printed *printed = context;
    if (was_printed(printed, after))
        return true;
    if (printed->count == printed->capacity) {
        int            capacity = printed->capacity == 0 ? 64 : 2 * printed->capacity;
        unsigned char *positions =
            realloc(printed->positions, (size_t)capacity * printed->pos_size);
        if (positions == NULL)
            return false;
        printed->positions = positions;
        printed->capacity = capacity;
    }
    memcpy(printed->positions + (size_t)printed->count++ * printed->pos_size, after,
           printed->pos_size);
    print_state(printed->course, after);
    return true;
}

static void do_gen(Course *course, Scan words)
{
    const Pos *pos = &course->board.head;
    Printed    printed = { .course = course, .pos_size = GAME->rules->size(pos->variant) };
    (void)words;
    each_state(pos, print_new_state, &printed);
    free(printed.positions);
}

static void do_gen_num(Course *course, Scan words)
{
    (void)words;
    fprintf(
        course->out, "%llu_UNIQUE_MOVES\n",
        (unsigned long long)perft_count(GAME, &course->board.head, 1, PERFT_POSITIONS, PERFT_FAST));
}

typedef struct WinSearch {
    int       mover;
    bool      found;
    PosBuffer win;
} WinSearch;

static bool stop_at_win(void *context, const Pos *after)
{
    WinSearch *search = context;
    Outcome    outcome = GAME->rules->outcome(after);
    if (outcome.ending != ENDING_WON || outcome.winner != search->mover)
        return true;
    search->found = true;
    game_copy(GAME, after, &search->win.head);
    return false;
}

static bool find_win(const Pos *pos, WinSearch *search)
{
    search->mover = pos->side;
    search->found = false;
    each_state(pos, stop_at_win, search);
    return search->found;
}

static void do_gen_ext(Course *course, Scan words)
{
    WinSearch search;
    if (find_win(&course->board.head, &search))
        print_state(course, &search.win.head);
    else
        do_gen(course, words);
}

static void do_gen_ext_num(Course *course, Scan words)
{
    WinSearch search;
    if (find_win(&course->board.head, &search))
        reply(course, "1_UNIQUE_MOVES");
    else
        do_gen_num(course, words);
}

/* --- solving (R12.4) --- */

static bool deadline_is_over(void *context)
{
    return clock_wall_seconds() > ((const Course *)context)->deadline;
}

/* Return the solver, created on first use; NULL if memory ran out. */
static Solver *start_solver(Course *course)
{
    course->deadline = clock_wall_seconds() + course->limits.seconds;
    if (course->solver == NULL) {
        DfpnLimits limits = {
            .memory_bytes = course->limits.memory_bytes,
            .threads = 1,
            .expired = deadline_is_over,
            .context = course,
        };
        course->solver = solver_new(GAME, &limits);
        char folder[PATH_CAPACITY];
        if (course->solver != NULL && tb_folder(folder, sizeof folder))
            solver_use_tables(course->solver, folder); /* without them it only takes longer */
    }
    return course->solver;
}

static void reply_value(const Course *course, ProofValue value, const char *none,
                        const char *unknown)
{
    const char *words[] = {
        [PROOF_UNKNOWN] = unknown,
        [PROOF_FIRST] = WINS_TEXT[0],
        [PROOF_SECOND] = WINS_TEXT[1],
        [PROOF_DRAW] = none,
    };
    reply(course, words[value]);
}

static void do_solve(Course *course, Scan words)
{
    Solver  *solver = start_solver(course);
    Solution solution = { .value = PROOF_UNKNOWN };
    (void)words;
    if (solver != NULL)
        solver_solve(solver, &course->board.head, &solution);
    reply_value(course, solution.value, "BOTH_PLAYERS_TIE", "GAME_STATE_NOT_SOLVED");
}

static void do_winning_sequence(Course *course, Scan words)
{
    uint32_t plies;
    if (!read_count(&words, &plies)) {
        reply(course, "WRONG_SEQUENCE_LENGTH");
        return;
    }
    Solver    *solver = start_solver(course);
    ProofValue value =
        solver == NULL ? PROOF_UNKNOWN : solver_within(solver, &course->board.head, plies);
    reply_value(course, value, "NO_WINNING_SEQUENCE", "WINNING_SEQUENCE_NOT_DECIDED");
}

static void do_exit(Course *course, Scan words)
{
    (void)words;
    course->done = true;
}

/* --- the loop --- */

typedef struct Command {
    const char *name;
    void (*run)(Course *course, Scan words);
    bool needs_board;
} Command;

static const Command COMMANDS[] = {
    { "LOAD_GAME_BOARD", do_load, false },
    { "PRINT_GAME_BOARD", do_print_board, true },
    { "DO_MOVE", do_move, true },
    { "PRINT_GAME_STATE", do_print_state, true },
    { "IS_GAME_OVER", do_is_over, true },
    { "GEN_ALL_POS_MOV", do_gen, true },
    { "GEN_ALL_POS_MOV_NUM", do_gen_num, true },
    { "GEN_ALL_POS_MOV_EXT", do_gen_ext, true },
    { "GEN_ALL_POS_MOV_EXT_NUM", do_gen_ext_num, true },
    { "SOLVE_GAME_STATE", do_solve, true },
    { "WINNING_SEQUENCE_EXIST", do_winning_sequence, true },
    { "EXIT", do_exit, false },
};

/* Return the command named by the first word of the line; `line` moves past it. */
static const Command *find_command(Scan *line)
{
    Scan ahead = *line;
    Word word = take_word(&ahead, BLANKS);
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        if (strlen(COMMANDS[i].name) == (size_t)word.length &&
            memcmp(COMMANDS[i].name, word.start, (size_t)word.length) == 0) {
            *line = ahead;
            return &COMMANDS[i];
        }
    }
    return NULL;
}

static void handle_line(Course *course, Scan line, bool cut)
{
    Scan           blank = line;
    const Command *command = find_command(&line);
    scan_blanks(&blank);
    if (command != NULL) {
        finish_loading(course);
        if (command->needs_board && !course->has_board)
            reply(course, "EMPTY_BOARD");
        else
            command->run(course, line);
        fflush(course->out);
    } else if (course->loading.active && !scan_done(&blank)) {
        load_line(&course->loading, line, cut);
    }
}

void gipf_course_run(FILE *in, FILE *out, const CourseLimits *limits)
{
    Course course = { .out = out, .limits = *limits };
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
    "usage: tessera gipf [--limit SECONDS] [--memory MIB]\n"
    "\n"
    "Reads course commands on standard input, one a line, and answers them.\n"
    "  --limit SECONDS   time for one question to the solver (default 60)\n"
    "  --memory MIB      memory for its tables (default 1024)\n";

enum { LIMIT_MAX = 1000000, MEMORY_MAX = 1 << 20 };

static bool read_option(const char *text, uint32_t high, uint32_t *value)
{
    Scan scan = scan_string(text);
    return scan_number(&scan, high, value) && scan_done(&scan);
}

int gipf_course_main(int argc, char **argv, FILE *in, FILE *out, FILE *err)
{
    uint32_t seconds = 60, mebibytes = 1024;
    for (int i = 1; i < argc; i++) {
        bool        limit = strncmp(argv[i], "--limit", 7) == 0;
        size_t      name_length = limit ? 7 : 8;
        const char *value = NULL;
        if (strcmp(argv[i], "--help") == 0) {
            fputs(GIPF_COURSE_USAGE, out);
            return 0;
        }
        if (!limit && strncmp(argv[i], "--memory", 8) != 0) {
            fprintf(err, "tessera gipf: '%s' is not an option; --help lists them\n", argv[i]);
            return 2;
        }
        if (argv[i][name_length] == '=')
            value = argv[i] + name_length + 1;
        else if (argv[i][name_length] == '\0' && i + 1 < argc)
            value = argv[++i];
        if (value == NULL ||
            !read_option(value, limit ? LIMIT_MAX : MEMORY_MAX, limit ? &seconds : &mebibytes)) {
            fprintf(err, "tessera gipf: %s takes a whole number from 0 to %d\n",
                    limit ? "--limit" : "--memory", limit ? LIMIT_MAX : MEMORY_MAX);
            return 2;
        }
    }
    CourseLimits limits = { .seconds = seconds, .memory_bytes = (size_t)mebibytes << 20 };
    gipf_course_run(in, out, &limits);
    return ferror(out) ? 1 : 0;
}
