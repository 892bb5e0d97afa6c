/* SPDX-License-Identifier: MIT
 *
 * gipf_course_text.c - boards and moves of the course language.
 */
#include "dialects/gipf_course_text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "games/gipf/gipf_explain.h"

enum {
    ROWS_MAX = 2 * GIPF_SIDE_MAX - 1,
    NUMBER_MAX = 1000000000,
};

static const char BLANKS[] = " \t\r";

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

/* --- commands --- */

static const char *const COMMAND_NAME[COURSE_COMMAND_COUNT] = {
    [COURSE_LOAD] = "LOAD_GAME_BOARD",
    [COURSE_PRINT] = "PRINT_GAME_BOARD",
    [COURSE_MOVE] = "DO_MOVE",
    [COURSE_STATE] = "PRINT_GAME_STATE",
    [COURSE_OVER] = "IS_GAME_OVER",
    [COURSE_GEN] = "GEN_ALL_POS_MOV",
    [COURSE_GEN_NUM] = "GEN_ALL_POS_MOV_NUM",
    [COURSE_GEN_LIST] = "GEN_ALL_POS_MOV_LIST",
    [COURSE_GEN_EXT] = "GEN_ALL_POS_MOV_EXT",
    [COURSE_GEN_EXT_NUM] = "GEN_ALL_POS_MOV_EXT_NUM",
    [COURSE_GEN_EXT_LIST] = "GEN_ALL_POS_MOV_EXT_LIST",
    [COURSE_SOLVE] = "SOLVE_GAME_STATE",
    [COURSE_SEQUENCE] = "WINNING_SEQUENCE_EXIST",
    [COURSE_EXIT] = "EXIT",
};

int course_command(Scan *line)
{
    Scan ahead = *line;
    Word word = take_word(&ahead, BLANKS);
    for (int i = 0; i < COURSE_COMMAND_COUNT; i++) {
        if (strlen(COMMAND_NAME[i]) == (size_t)word.length &&
            memcmp(COMMAND_NAME[i], word.start, (size_t)word.length) == 0) {
            *line = ahead;
            return i;
        }
    }
    return COURSE_NONE;
}

/* --- loading (R12.1) --- */

bool course_count(Scan *scan, uint32_t *value)
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

static void load_parameters(CourseBoard *loading, Scan scan)
{
    loading->header_ok = course_count(&scan, &loading->s) && course_count(&scan, &loading->k) &&
                         course_count(&scan, &loading->pieces[0]) &&
                         course_count(&scan, &loading->pieces[1]);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Return 'W' or 'B' for the side to move, which may also be a digit (R12.6); '?' for another word,
 * and NUL if this cannot be a player at all. */
static char player_of(const char *word, size_t length)
{
    static const char NAMES[] = "WB12", SIDES[] = "WBWB";
    const char       *found = length == 1 ? strchr(NAMES, word[0]) : NULL;
    if (found != NULL && *found != '\0')
        return SIDES[found - NAMES];
    return length > 0 && is_letter(word[0]) ? '?' : '\0';
}

static void load_reserves(CourseBoard *loading, Scan scan)
{
    const char *player = NULL;
    bool        numbers =
        course_count(&scan, &loading->reserve[0]) && course_count(&scan, &loading->reserve[1]);
    scan_blanks(&scan);
    size_t length = scan_token(&scan, &player);
    loading->player = player_of(player, length);
    if (!numbers || loading->player == '\0')
        loading->header_ok = false;
}

static bool in_range(uint32_t value, int low, int high)
{
    return value >= (uint32_t)low && value <= (uint32_t)high;
}

static bool parameters_ok(const CourseBoard *loading)
{
    return loading->header_ok && in_range(loading->s, GIPF_SIDE_MIN, GIPF_SIDE_MAX) &&
           in_range(loading->k, GIPF_ROW_MIN, 2 * (int)loading->s - 1) &&
           in_range(loading->pieces[0], GIPF_PIECES_MIN, GIPF_PIECES_MAX) &&
           in_range(loading->pieces[1], GIPF_PIECES_MIN, GIPF_PIECES_MAX);
}

/* Read one row of the board: its symbols, with or without spaces between them. */
static void load_row(CourseBoard *loading, int row, Scan scan, bool cut)
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

void course_board_line(CourseBoard *loading, Scan line, bool cut)
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

static int count_cells(const CourseBoard *loading, char symbol)
{
    int count = 0;
    for (int i = 0; i < loading->cell_count; i++)
        count += loading->cells[i] == (uint8_t)symbol;
    return count;
}

/* True if the pieces on the board and in reserve are too many; with the document's own words, if
 * they are not exactly those of the game, as if nothing could have been captured (R12.5). */
static bool wrong_sum(const CourseBoard *loading, int colour, bool strict)
{
    uint32_t sum =
        (uint32_t)count_cells(loading, colour == 0 ? 'W' : 'B') + loading->reserve[colour];
    return sum > loading->pieces[colour] || (strict && sum != loading->pieces[colour]);
}

/* Run the checks that do not need a board; return the first error, or NULL. */
static const char *first_error(const CourseBoard *loading, bool strict)
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
    if (wrong_sum(loading, 0, strict))
        return "WRONG_WHITE_PAWNS_NUMBER";
    if (wrong_sum(loading, 1, strict))
        return "WRONG_BLACK_PAWNS_NUMBER";
    return NULL;
}

static GipfSettings loaded_settings(const CourseBoard *loading)
{
    return (GipfSettings){
        .side = (int)loading->s,
        .row = (int)loading->k,
        .pieces = { (int)loading->pieces[0], (int)loading->pieces[1] },
        .mover_chooses = true,
    };
}

/* Count the maximal one-colour runs of length >= K on a board that may have any number of them. */
static int count_rows(const CourseBoard *loading)
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

void course_board_begin(CourseBoard *loading)
{
    *loading = (CourseBoard){ .rows_ok = true };
}

const char *course_board_end(const CourseBoard *loading, bool strict, Pos *out, char *buffer,
                             size_t size)
{
    const char *error = first_error(loading, strict);
    if (error != NULL)
        return error;
    int rows = count_rows(loading);
    if (rows > 0) {
        snprintf(buffer, size, "ERROR_FOUND_%d_ROW%s_OF_LENGTH_K", rows, rows == 1 ? "" : "S");
        return buffer;
    }
    GipfSettings settings = loaded_settings(loading);
    GipfParts    parts = {
           .reserve = { (int)loading->reserve[0], (int)loading->reserve[1] },
           .opening = { '-', '-' },
           .side = loading->player == 'W' ? GIPF_WHITE : GIPF_BLACK,
    };
    memcpy(parts.cells, loading->cells, sizeof parts.cells);
    return gipf_build(gipf_pack(&settings), &parts, out, NULL) == STATUS_OK
               ? NULL
               : "WRONG_GAME_PARAMETERS";
}

/* --- moving (R12.2) --- */

static bool node_of(Word word, int side, GipfNode *node)
{
    Scan scan = scan_over(word.start, (size_t)word.length);
    return gipf_node_read(side, &scan, node) && scan_done(&scan);
}

/* A removal choice as typed: the two ends of a row, or all its fields (R12.6). */
typedef struct Group {
    int  colour; /* SIDE_NONE: no tag */
    int  count;
    Word name[2 * GIPF_SIDE_MAX]; /* more than a line has */
} Group;

static bool take_colour(Scan *scan, int *colour)
{
    *colour = SIDE_NONE;
    if (scan_word(scan, "w:") || scan_word(scan, "W:"))
        *colour = GIPF_WHITE;
    else if (scan_word(scan, "b:") || scan_word(scan, "B:"))
        *colour = GIPF_BLACK;
    return *colour != SIDE_NONE;
}

/* Take a group: up to the next colour or the end of the line.  Without a colour a group is two
 * names, because only a colour shows where the next one begins. */
static bool take_group(Scan *scan, Group *group)
{
    enum { CAPACITY = sizeof group->name / sizeof group->name[0] };
    int next;
    scan_blanks(scan);
    if (scan_done(scan))
        return false;
    bool tagged = take_colour(scan, &group->colour);
    group->count = 0;
    while (group->count < (tagged ? CAPACITY : 2)) {
        scan_blanks(scan);
        Scan ahead = *scan;
        if (scan_done(scan) || take_colour(&ahead, &next))
            break;
        group->name[group->count++] = take_word(scan, BLANKS);
    }
    return true;
}

/* Find the row that a group names: two ends, or every field of the row in any order. */
static bool group_row(const Group *group, int side, GipfRow *row)
{
    GipfNode nodes[2 * GIPF_SIDE_MAX];
    GipfRow  pair;
    uint64_t seen = 0;
    if (group->count < 2)
        return false;
    for (int i = 0; i < group->count; i++)
        if (!node_of(group->name[i], side, &nodes[i]))
            return false;
    if (!gipf_row_between(side, nodes[0], nodes[1], row))
        return false;
    if (group->count == 2)
        return true;
    for (int i = 1; i < group->count; i++) {
        if (!gipf_row_between(side, nodes[0], nodes[i], &pair) || pair.line != row->line)
            return false;
        seen |= UINT64_C(1) << pair.first | UINT64_C(1) << pair.last;
        row->first = pair.first < row->first ? pair.first : row->first;
        row->last = pair.last > row->last ? pair.last : row->last;
    }
    return __builtin_popcountll(seen) == group->count && row->last - row->first + 1 == group->count;
}

/* Play a step, and add it to the turn if that is wanted. */
static void apply(Pos *pos, Step step, Turn *turn)
{
    GIPF_RULES.apply(pos, step);
    if (turn != NULL && turn->count < TURN_STEPS_MAX)
        turn->step[turn->count++] = step;
}

static const char *apply_group(Pos *pos, const Group *group, Turn *turn)
{
    int     side = gipf_unpack(pos->variant).side;
    GipfRow row, choices[GIPF_RUNS_MAX];
    if (group->colour != SIDE_NONE && group->colour != gipf_row_colour(pos))
        return "WRONG_COLOR_OF_CHOSEN_ROW";
    if (!group_row(group, side, &row))
        return "WRONG_INDEX_OF_CHOSEN_ROW";
    int count = gipf_choices(pos, choices);
    for (int i = 0; i < count; i++) {
        if (choices[i].line == row.line && choices[i].first == row.first &&
            choices[i].last == row.last) {
            apply(pos, gipf_row_step(row), turn);
            return NULL;
        }
    }
    return "WRONG_INDEX_OF_CHOSEN_ROW";
}

static const char *apply_choices(Pos *pos, Scan scan, Turn *turn)
{
    while (pos->phase != 0) {
        Group group;
        if (!take_group(&scan, &group))
            return "WRONG_INDEX_OF_CHOSEN_ROW";
        const char *error = apply_group(pos, &group, turn);
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

const char *course_move(Pos *pos, Scan scan, Turn *turn, char *buffer, size_t size)
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
    if (turn != NULL)
        turn->count = 0;
    apply(pos, gipf_push_step(push), turn);
    return apply_choices(pos, scan, turn);
}
