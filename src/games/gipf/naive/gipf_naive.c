/* gipf_naive.c - the rules of generalised GIPF, written simply from their specification.
 *
 * Knows:   the complete game: geometry (2), push and removal (5), the official games (7), the
 *          one-line texts (9).  Numbers in comments are sections of the specification.
 * Ignores: speed, the course protocol (3, 4), repetition and ply limits.
 *
 * The board is a mailbox indexed by the (i,j) of section 2: playing fields hold a symbol of section
 * 9, every other cell holds OUTSIDE, so a walk along a line always meets a cell that stops it.
 *
 * A turn is a push followed by the removal loop of section 5, first for the mover's colour, then
 * for the other one.  The loop is a recursion that branches at each decision and gives every branch
 * its own copy of the position and of the turn's text.  What is decided is which of several
 * intersecting rows to take, and which GIPF-pieces of its span to leave.
 *
 * Rulings on what the specification leaves open:
 *  - A row whose span holds a GIPF-piece is a decision of the row's owner even when it is forced.
 *  - In a pending line the side to move is the side that chooses.  A game with a choice pending is
 *    not over, and only the chooser's short turns are legal.
 *  - Runs spared in one short turn stay spared in the next ones after the same push; the pending
 *    field lists those that still have K pieces: `?B!e2-e5`.
 *  - Rows "connected by shared fields" may be connected through other rows.
 *  - gipf-lost is tested before reserve-empty, and that before deadlock.
 *  - Texts have one form: no superfluous zeros, spaces or settings, and the ends and the runs of a
 *    pending field in canonical order.
 */
#include "games/gipf/naive/gipf_naive.h"
#include "naive/slow_text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    WHITE,
    BLACK,
    NOBODY,
    MIN_SIDE = 2,
    MAX_SIDE = 20,
    NODES = 2 * MAX_SIDE + 1,
    MIN_TOTAL = 4,
    MAX_TOTAL = 200,
    /* Runs of one direction are disjoint and have two pieces or more. */
    MAX_RUNS = 3 * MAX_TOTAL,
};

static const char OUTSIDE = '#';
static const char EMPTY = '_';
static const char SINGLE[2] = { 'W', 'B' };
static const char GIPF[2] = { 'X', 'Y' };

/* The three line directions in the order of the removal loop (5): column, row, diagonal. */
enum { COLUMN, ROW, DIAGONAL, DIRECTIONS };
static const int STEP_I[DIRECTIONS] = { 1, 0, 1 };
static const int STEP_J[DIRECTIONS] = { 0, 1, 1 };

typedef struct Rules {
    int  side;          /* S: fields on one side of the hexagon */
    int  row;           /* K: length of a run that must be removed */
    int  total[2];      /* GW, GB */
    bool has_gipf;      /* standard and tournament: GIPF-pieces and the opening field */
    bool has_opening;   /* tournament: empty board, the players enter their GIPF-pieces */
    bool mover_chooses; /* choice=mover */
} Rules;

typedef struct Position {
    char at[NODES][NODES];
    /* Bit d: this piece was left standing in a removal along direction d since the last push. */
    unsigned char left[NODES][NODES];
    int           reserve[2];
    int           to_move;
    char          opening[2]; /* '1' 'g' '-'; always '-' in variants without an opening */
    bool          is_pending; /* to_move has a removal to decide and does not push yet */
} Position;

/* `length` cells of a line, from (i,j) along `direction`: a run, or the span removed with it. */
typedef struct Run {
    int direction;
    int i, j;
    int length;
} Run;

typedef struct RunList {
    int count;
    Run run[MAX_RUNS];
} RunList;

/* The callback for each finished turn. */
typedef struct Visitor {
    const Rules *rules;
    SlowTurnFn  *each;
    void        *context;
} Visitor;

/* ---------------------------------------------------------------- pieces */

static int other(int colour)
{
    return colour == WHITE ? BLACK : WHITE;
}

static int owner_of(char piece)
{
    if (piece == SINGLE[WHITE] || piece == GIPF[WHITE])
        return WHITE;
    if (piece == SINGLE[BLACK] || piece == GIPF[BLACK])
        return BLACK;
    return NOBODY;
}

static bool is_gipf(char piece)
{
    return piece == GIPF[WHITE] || piece == GIPF[BLACK];
}

/* A GIPF-piece is two pieces stacked (7). */
static int weight(char piece)
{
    if (owner_of(piece) == NOBODY)
        return 0;
    return is_gipf(piece) ? 2 : 1;
}

/* ---------------------------------------------------------------- geometry (2) */

static int greater(int a, int b)
{
    return a > b ? a : b;
}

static bool is_node(const Rules *rules, int i, int j)
{
    int s = rules->side;

    return i >= 0 && j >= 0 && i <= 2 * s && j <= 2 * s && j <= s + i && i <= s + j;
}

static bool is_dot(const Rules *rules, int i, int j)
{
    int s = rules->side;

    return is_node(rules, i, j) &&
           (i == 0 || j == 0 || i == 2 * s || j == 2 * s || j == s + i || i == s + j);
}

static bool is_field(const Rules *rules, int i, int j)
{
    return is_node(rules, i, j) && !is_dot(rules, i, j);
}

static int name_number(const Rules *rules, int i, int j)
{
    return 2 * rules->side + 1 - i - greater(0, rules->side - j);
}

/* Lines of one direction are counted 0..2S-2 in the order of the removal loop: columns by j, rows
 * by i, diagonals by i-j (5).  The first field of a line is the one with the smallest i, then j. */
static Run line_start(const Rules *rules, int direction, int n)
{
    int s = rules->side;
    int along = n + 1;
    int first = greater(1, along - s + 1);
    int skew = n - (s - 1);

    if (direction == COLUMN)
        return (Run){ COLUMN, first, along, 0 };
    if (direction == ROW)
        return (Run){ ROW, along, first, 0 };
    return (Run){ DIAGONAL, greater(1, 1 + skew), greater(1, 1 - skew), 0 };
}

static int run_i(const Run *run, int k)
{
    return run->i + k * STEP_I[run->direction];
}

static int run_j(const Run *run, int k)
{
    return run->j + k * STEP_J[run->direction];
}

static bool run_holds(const Run *run, int i, int j)
{
    for (int k = 0; k < run->length; k++) {
        if (run_i(run, k) == i && run_j(run, k) == j)
            return true;
    }
    return false;
}

static bool runs_meet(const Run *a, const Run *b)
{
    for (int k = 0; k < a->length; k++) {
        if (run_holds(b, run_i(a, k), run_j(a, k)))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- writing text (9) */

static void add_name(Text *text, const Rules *rules, int i, int j)
{
    if (j > 25) /* aa follows z */
        add_char(text, 'a');
    add_char(text, "abcdefghijklmnopqrstuvwxyz"[j % 26]);
    add_number(text, name_number(rules, i, j));
}

/* Canonical order of names is letter, then number (9); along a line both only grow or only fall, so
 * the order of the two ends is the order of all the cells between them. */
static bool is_named_forward(const Rules *rules, const Run *run)
{
    int last_i = run_i(run, run->length - 1);
    int last_j = run_j(run, run->length - 1);

    if (run->j != last_j)
        return run->j < last_j;
    return name_number(rules, run->i, run->j) <= name_number(rules, last_i, last_j);
}

/* Return the index along the run of its nth cell in the order of names. */
static int named_index(const Rules *rules, const Run *run, int n)
{
    return is_named_forward(rules, run) ? n : run->length - 1 - n;
}

static void add_ends(Text *text, const Rules *rules, const Run *run)
{
    int first = named_index(rules, run, 0);
    int last = named_index(rules, run, run->length - 1);

    add_name(text, rules, run_i(run, first), run_j(run, first));
    add_char(text, '-');
    add_name(text, rules, run_i(run, last), run_j(run, last));
}

/* Write `!spot` for each cell of `span` whose bit is set in `leave`. */
static void add_left_spots(Text *text, const Rules *rules, const Run *span, unsigned leave)
{
    for (int n = 0; n < span->length; n++) {
        int k = named_index(rules, span, n);

        if (leave >> k & 1u) {
            add_char(text, '!');
            add_name(text, rules, run_i(span, k), run_j(span, k));
        }
    }
}

/* ---------------------------------------------------------------- runs and spans (5) */

static void find_runs_on_line(const Rules *rules, const Position *pos, int colour, Run line,
                              RunList *list)
{
    int length = 0;

    for (int k = 0;; k++) {
        char piece = pos->at[run_i(&line, k)][run_j(&line, k)];

        if (owner_of(piece) == colour) {
            length++;
            continue;
        }
        if (length >= rules->row) {
            assert(list->count < MAX_RUNS);
            list->run[list->count++] =
                (Run){ line.direction, run_i(&line, k - length), run_j(&line, k - length), length };
        }
        length = 0;
        if (piece == OUTSIDE)
            return;
    }
}

/* List every run of `colour` with K pieces or more, in the canonical order of the removal loop. */
static void find_runs(const Rules *rules, const Position *pos, int colour, RunList *list)
{
    list->count = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        for (int n = 0; n < 2 * rules->side - 1; n++)
            find_runs_on_line(rules, pos, colour, line_start(rules, direction, n), list);
    }
}

static bool is_gipf_run(const Position *pos, const Run *run)
{
    for (int k = 0; k < run->length; k++) {
        if (!is_gipf(pos->at[run_i(run, k)][run_j(run, k)]))
            return false;
    }
    return true;
}

/* "A run all of whose pieces were left standing in some removal of this turn" (7).  One removal
 * works along one line, so that removal had the run's own direction; and nothing enters between
 * removals, so the pieces of two spans of one line never come to touch. */
static bool is_spared(const Position *pos, const Run *run)
{
    for (int k = 0; k < run->length; k++) {
        if (!(pos->left[run_i(run, k)][run_j(run, k)] >> run->direction & 1))
            return false;
    }
    return true;
}

static void mark_left(Position *pos, int direction, int i, int j)
{
    pos->left[i][j] = (unsigned char)(pos->left[i][j] | 1u << direction);
}

/* Return the span: the run and all pieces of either colour contiguous with it on its line (5). */
static Run span_of(const Position *pos, const Run *run)
{
    Run span = *run;

    while (owner_of(pos->at[run_i(&span, -1)][run_j(&span, -1)]) != NOBODY) {
        span.i -= STEP_I[span.direction];
        span.j -= STEP_J[span.direction];
        span.length++;
    }
    while (owner_of(pos->at[run_i(&span, span.length)][run_j(&span, span.length)]) != NOBODY)
        span.length++;
    return span;
}

/* Bit k: cell k of the span holds a GIPF-piece. */
static unsigned gipf_mask(const Position *pos, const Run *span)
{
    unsigned mask = 0;

    for (int k = 0; k < span->length; k++) {
        if (is_gipf(pos->at[run_i(span, k)][run_j(span, k)]))
            mask |= 1u << k;
    }
    return mask;
}

/* Remove the span from the board for `colour`, except the pieces whose bit is set in `leave`.  Own
 * pieces return to the reserve, the others are captured and out of the game (5, 7). */
static void remove_span(Position *pos, int colour, const Run *span, unsigned leave)
{
    for (int k = 0; k < span->length; k++) {
        int   i = run_i(span, k), j = run_j(span, k);
        char *piece = &pos->at[i][j];

        if (leave >> k & 1u) {
            mark_left(pos, span->direction, i, j);
            continue;
        }
        if (owner_of(*piece) == colour)
            pos->reserve[colour] += weight(*piece);
        *piece = EMPTY;
    }
}

/* ---------------------------------------------------------------- the removal loop (5) */

/* List the runs for the loop; spared ones are not offered again in the same turn (7). */
static void find_offered_runs(const Rules *rules, const Position *pos, int colour, RunList *list)
{
    RunList all;

    find_runs(rules, pos, colour, &all);
    list->count = 0;
    for (int n = 0; n < all.count; n++) {
        if (!is_spared(pos, &all.run[n]))
            list->run[list->count++] = all.run[n];
    }
}

/* Return the index of the first run that shares no field with another run of the list; -1 if
 * none. */
static int first_lone_run(const RunList *list)
{
    for (int a = 0; a < list->count; a++) {
        bool is_lone = true;

        for (int b = 0; b < list->count && is_lone; b++)
            is_lone = a == b || !runs_meet(&list->run[a], &list->run[b]);
        if (is_lone)
            return a;
    }
    return -1;
}

/* Keep the runs connected, directly or through others, with the first run of the list. */
static void keep_first_component(RunList *list)
{
    bool is_reached[MAX_RUNS] = { true };
    bool is_growing = true;

    while (is_growing) {
        is_growing = false;
        for (int a = 0; a < list->count; a++) {
            for (int b = 0; b < list->count && is_reached[a]; b++) {
                if (!is_reached[b] && runs_meet(&list->run[a], &list->run[b]))
                    is_reached[b] = is_growing = true;
            }
        }
    }

    int kept = 0;
    for (int n = 0; n < list->count; n++) {
        if (is_reached[n])
            list->run[kept++] = list->run[n];
    }
    list->count = kept;
}

/* List the rows among which the next removal of `colour` is chosen: none if the loop is over, one
 * if the row is forced. */
static void next_candidates(const Rules *rules, const Position *pos, int colour, RunList *list)
{
    find_offered_runs(rules, pos, colour, list);
    if (list->count == 0)
        return;

    int lone = first_lone_run(list);
    if (lone >= 0) {
        list->run[0] = list->run[lone];
        list->count = 1;
        return;
    }
    keep_first_component(list);
}

/* Several rows, or one with a GIPF-piece in its span, which may be taken or left (7, 9). */
static bool is_decision(const Position *pos, const RunList *candidates)
{
    if (candidates->count != 1)
        return candidates->count > 1;

    Run span = span_of(pos, &candidates->run[0]);
    return gipf_mask(pos, &span) != 0;
}

/* Run the loop of one colour up to the next decision.  `candidates` then holds the rows to choose
 * from, or nothing if no row of that colour is left. */
static void settle(const Rules *rules, Position *pos, int colour, RunList *candidates)
{
    next_candidates(rules, pos, colour, candidates);
    while (candidates->count > 0 && !is_decision(pos, candidates)) {
        Run span = span_of(pos, &candidates->run[0]);

        remove_span(pos, colour, &span, 0);
        next_candidates(rules, pos, colour, candidates);
    }
}

/* ---------------------------------------------------------------- position lines (9) */

static int first_column(const Rules *rules, int i)
{
    return line_start(rules, ROW, i - 1).j;
}

static void add_board(Text *text, const Rules *rules, const Position *pos)
{
    for (int i = 1; i < 2 * rules->side; i++) {
        if (i > 1)
            add_char(text, '/');
        for (int j = first_column(rules, i); is_field(rules, i, j); j++)
            add_char(text, pos->at[i][j]);
    }
}

/* ` ?B`, then each spared run of the chooser as `!` and its ends, so that it stays spared in the
 * next short turns after the same push. */
static void add_pending(Text *text, const Rules *rules, const Position *pos)
{
    RunList runs;

    add_char(text, ' ');
    add_char(text, '?');
    add_char(text, SINGLE[pos->to_move]);
    find_runs(rules, pos, pos->to_move, &runs);
    for (int n = 0; n < runs.count; n++) {
        if (is_spared(pos, &runs.run[n])) {
            add_char(text, '!');
            add_ends(text, rules, &runs.run[n]);
        }
    }
}

static void add_position(Text *text, const Rules *rules, const Position *pos)
{
    add_board(text, rules, pos);
    add_char(text, ' ');
    add_number(text, pos->reserve[WHITE]);
    add_char(text, ',');
    add_number(text, pos->reserve[BLACK]);
    add_char(text, ' ');
    add_char(text, SINGLE[pos->to_move]);
    if (rules->has_gipf) {
        add_char(text, ' ');
        add_char(text, pos->opening[WHITE]);
        add_char(text, pos->opening[BLACK]);
    }
    if (pos->is_pending)
        add_pending(text, rules, pos);
}

/* ---------------------------------------------------------------- reading text */

static bool read_board(const char **cursor, const Rules *rules, Position *pos)
{
    const char *symbols = rules->has_gipf ? "_WBXY" : "_WB";

    for (int i = 1; i < 2 * rules->side; i++) {
        if (i > 1 && !read_text(cursor, "/"))
            return false;
        for (int j = first_column(rules, i); is_field(rules, i, j); j++) {
            if (!read_char(cursor, symbols, &pos->at[i][j]))
                return false;
        }
    }
    return true;
}

static bool read_side(const char **cursor, int *side)
{
    char c;

    if (!read_char(cursor, "WB", &c))
        return false;
    *side = c == SINGLE[WHITE] ? WHITE : BLACK;
    return true;
}

/* Only the tournament game has an opening; in the standard game the field stays `--`. */
static bool read_opening(const char **cursor, const Rules *rules, Position *pos)
{
    const char *allowed = rules->has_opening ? "1g-" : "-";

    return read_text(cursor, " ") && read_char(cursor, allowed, &pos->opening[WHITE]) &&
           read_char(cursor, allowed, &pos->opening[BLACK]);
}

/* The spared runs must exist, consist of pieces that can be left standing, and come in the order of
 * the removal loop.  Anything else stays unread, so that the end of the line does not match. */
static void read_spared(const char **cursor, const Rules *rules, Position *pos)
{
    RunList runs;

    find_runs(rules, pos, pos->to_move, &runs);
    for (int n = 0; n < runs.count; n++) {
        const Run *run = &runs.run[n];
        Text       name = { 0 };

        add_char(&name, '!');
        add_ends(&name, rules, run);
        if (!is_gipf_run(pos, run) || !read_text(cursor, name.chars))
            continue;
        for (int k = 0; k < run->length; k++)
            mark_left(pos, run->direction, run_i(run, k), run_j(run, k));
    }
}

static bool read_pending(const char **cursor, const Rules *rules, Position *pos)
{
    int chooser;

    if (rules->mover_chooses || !read_side(cursor, &chooser) || chooser != pos->to_move)
        return false;
    pos->is_pending = true;
    read_spared(cursor, rules, pos);
    return true;
}

static void clear_position(const Rules *rules, Position *pos)
{
    memset(pos, 0, sizeof *pos);
    memset(pos->at, OUTSIDE, sizeof pos->at);
    for (int i = 0; i < NODES; i++) {
        for (int j = 0; j < NODES; j++) {
            if (is_field(rules, i, j))
                pos->at[i][j] = EMPTY;
        }
    }
    pos->to_move = WHITE;
    pos->opening[WHITE] = pos->opening[BLACK] = '-';
}

static bool read_line(const char *line, const Rules *rules, Position *pos)
{
    const char **cursor = &line;

    clear_position(rules, pos);
    if (!read_board(cursor, rules, pos) || !read_text(cursor, " ") ||
        !read_number(cursor, 0, 999, &pos->reserve[WHITE]) || !read_text(cursor, ",") ||
        !read_number(cursor, 0, 999, &pos->reserve[BLACK]) || !read_text(cursor, " ") ||
        !read_side(cursor, &pos->to_move))
        return false;
    if (rules->has_gipf && !read_opening(cursor, rules, pos))
        return false;
    if (read_text(cursor, " ?") && !read_pending(cursor, rules, pos))
        return false;
    return **cursor == '\0';
}

/* Checks 4 and 5 of section 4.1: what is on the board and in reserve may not exceed the total. */
static bool totals_are_possible(const Rules *rules, const Position *pos)
{
    int sum[2] = { pos->reserve[WHITE], pos->reserve[BLACK] };

    for (int i = 0; i < NODES; i++) {
        for (int j = 0; j < NODES; j++) {
            if (owner_of(pos->at[i][j]) != NOBODY)
                sum[owner_of(pos->at[i][j])] += weight(pos->at[i][j]);
        }
    }
    return sum[WHITE] <= rules->total[WHITE] && sum[BLACK] <= rules->total[BLACK];
}

/* Check 6 of section 4.1 for one colour: only rows of GIPF-pieces may be left standing (7, 9). */
static bool has_only_gipf_runs(const Rules *rules, const Position *pos, int colour)
{
    RunList runs;

    find_runs(rules, pos, colour, &runs);
    for (int n = 0; n < runs.count; n++) {
        if (!is_gipf_run(pos, &runs.run[n]))
            return false;
    }
    return true;
}

/* A pending choice must be one at which the removal loop really stops: the pusher's rows are done,
 * and the next step of the chooser's loop is not forced. */
static bool runs_are_possible(const Rules *rules, const Position *pos)
{
    RunList candidates;

    if (!has_only_gipf_runs(rules, pos, other(pos->to_move)))
        return false;
    if (!pos->is_pending)
        return has_only_gipf_runs(rules, pos, pos->to_move);
    next_candidates(rules, pos, pos->to_move, &candidates);
    return is_decision(pos, &candidates);
}

static bool read_position(const char *line, const Rules *rules, Position *pos)
{
    return read_line(line, rules, pos) && totals_are_possible(rules, pos) &&
           runs_are_possible(rules, pos);
}

/* ---------------------------------------------------------------- variants (9) */

static bool read_sizes(const char **cursor, Rules *rules)
{
    *rules = (Rules){ 0 };
    return read_number(cursor, 0, 999, &rules->side) && read_text(cursor, ",") &&
           read_number(cursor, 0, 999, &rules->row) && read_text(cursor, ",") &&
           read_number(cursor, 0, 999, &rules->total[WHITE]) && read_text(cursor, ",") &&
           read_number(cursor, 0, 999, &rules->total[BLACK]);
}

/* The ranges of section 4.1. */
static bool sizes_are_possible(const Rules *rules)
{
    if (rules->side < MIN_SIDE || rules->side > MAX_SIDE)
        return false;
    if (rules->row < 2 || rules->row > 2 * rules->side - 1)
        return false;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        if (rules->total[colour] < MIN_TOTAL || rules->total[colour] > MAX_TOTAL)
            return false;
    }
    return true;
}

static bool read_official_name(const char **cursor, Rules *rules)
{
    static const struct {
        const char *name;
        Rules       rules;
    } OFFICIAL[] = {
        { "basic", { .side = 4, .row = 4, .total = { 15, 15 } } },
        { "standard", { .side = 4, .row = 4, .total = { 18, 18 }, .has_gipf = true } },
        { "tournament",
          { .side = 4, .row = 4, .total = { 18, 18 }, .has_gipf = true, .has_opening = true } },
    };

    for (size_t n = 0; n < sizeof OFFICIAL / sizeof OFFICIAL[0]; n++) {
        if (read_text(cursor, OFFICIAL[n].name)) {
            *rules = OFFICIAL[n].rules;
            return true;
        }
    }
    return false;
}

static bool read_variant(const char *text, Rules *rules)
{
    const char **cursor = &text;

    if (!read_official_name(cursor, rules) &&
        !(read_sizes(cursor, rules) && sizes_are_possible(rules)))
        return false;
    if (read_text(cursor, ";choice=mover"))
        rules->mover_chooses = true;
    else
        read_text(cursor, ";choice=owner");
    return **cursor == '\0';
}

/* ---------------------------------------------------------------- the end of the game (4.5, 7) */

static bool has_gipf_piece(const Position *pos, int colour)
{
    return memchr(pos->at, GIPF[colour], sizeof pos->at) != NULL;
}

/* No GIPF-piece on the board loses, but not while that side is still in its opening (7). */
static bool has_lost_gipf(const Rules *rules, const Position *pos, int colour)
{
    return rules->has_gipf && pos->opening[colour] == '-' && !has_gipf_piece(pos, colour);
}

/* The opening decides which pieces may enter: a GIPF-piece must in the first turn, may until the
 * first single one has entered, and may not after that (7). */
static bool may_enter(const Position *pos, char piece)
{
    char opening = pos->opening[pos->to_move];

    if (pos->reserve[pos->to_move] < weight(piece))
        return false;
    return is_gipf(piece) ? opening != '-' : opening != '1';
}

static bool has_entry(const Position *pos)
{
    return may_enter(pos, SINGLE[pos->to_move]) || may_enter(pos, GIPF[pos->to_move]);
}

/* Every line of the board can be entered at its ends, so one empty field is enough for a push. */
static bool is_full(const Position *pos)
{
    return memchr(pos->at, EMPTY, sizeof pos->at) == NULL;
}

/* Return the reason why the game is over, and its winner; NULL if it is not over. */
static const char *end_reason(const Rules *rules, const Position *pos, int *winner)
{
    int pusher = other(pos->to_move);

    if (pos->is_pending)
        return NULL;
    /* If both have none the player who made the push wins: look at the side to move first. */
    *winner = pusher;
    if (has_lost_gipf(rules, pos, pos->to_move))
        return "gipf-lost";
    if (has_lost_gipf(rules, pos, pusher)) {
        *winner = pos->to_move;
        return "gipf-lost";
    }
    if (!has_entry(pos))
        return "reserve-empty";
    if (is_full(pos))
        return "deadlock";
    return NULL;
}

/* ---------------------------------------------------------------- turns */

static void visit(const Visitor *visitor, const Position *pos, const Text *turn)
{
    Text after = { .length = 0 };

    add_position(&after, visitor->rules, pos);
    visitor->each(visitor->context, turn->chars, after.chars);
}

/* The continuation of one decision: its own copy of the position, and the turn's text so far. */
typedef void DecidedFn(const Visitor *visitor, Position *pos, int colour, const Text *turn);

/* Take `run` with every subset of the span's GIPF-pieces left standing. */
static void decide_run(const Visitor *visitor, const Position *pos, int colour, const Run *run,
                       const Text *turn, DecidedFn *decided)
{
    Run      span = span_of(pos, run);
    unsigned gipfs = gipf_mask(pos, &span);
    unsigned leave = 0;

    do {
        Position next = *pos;
        Text     text = *turn;

        remove_span(&next, colour, &span, leave);
        add_ends(&text, visitor->rules, run);
        add_left_spots(&text, visitor->rules, &span, leave);
        decided(visitor, &next, colour, &text);
        leave = (leave - gipfs) & gipfs; /* the next subset of `gipfs`, and 0 after the last */
    } while (leave != 0);
}

/* Branch into every decision; `mark` goes before the run in the turn's text. */
static void decide(const Visitor *visitor, const Position *pos, int colour,
                   const RunList *candidates, const Text *turn, char mark, DecidedFn *decided)
{
    Text text = *turn;

    add_char(&text, mark);
    for (int n = 0; n < candidates->count; n++)
        decide_run(visitor, pos, colour, &candidates->run[n], &text, decided);
}

/* The removals after a push, from the rows of `colour` on: the mover's come first, then what
 * remains of the other side's (5).  A decision of the other side ends the turn if the owner
 * chooses (9). */
static void finish_push(const Visitor *visitor, Position *pos, int colour, const Text *turn)
{
    int     mover = pos->to_move;
    RunList candidates;

    settle(visitor->rules, pos, colour, &candidates);
    if (candidates.count == 0 && colour == mover) {
        finish_push(visitor, pos, other(mover), turn);
        return;
    }
    if (candidates.count > 0 && (colour == mover || visitor->rules->mover_chooses)) {
        decide(visitor, pos, colour, &candidates, turn, '/', finish_push);
        return;
    }
    pos->to_move = other(mover);
    pos->is_pending = candidates.count > 0;
    visit(visitor, pos, turn);
}

/* A short turn is one decision; the same side continues with the next one or with its push (9). */
static void finish_short_turn(const Visitor *visitor, Position *pos, int colour, const Text *turn)
{
    RunList candidates;

    settle(visitor->rules, pos, colour, &candidates);
    pos->is_pending = candidates.count > 0;
    visit(visitor, pos, turn);
}

static void visit_short_turns(const Visitor *visitor, const Position *pos)
{
    Text    turn = { .length = 0 };
    RunList candidates;

    next_candidates(visitor->rules, pos, pos->to_move, &candidates);
    decide(visitor, pos, pos->to_move, &candidates, &turn, 'x', finish_short_turn);
}

/* Slide `piece` into (i,j) along (di,dj): touching pieces shift by one up to the first empty field,
 * which absorbs the shift.  False, and the board is invalid, if the line is full (5). */
static bool push(Position *pos, char piece, int i, int j, int di, int dj)
{
    while (pos->at[i][j] != OUTSIDE) {
        char displaced = pos->at[i][j];

        pos->at[i][j] = piece;
        if (displaced == EMPTY)
            return true;
        piece = displaced;
        i += di;
        j += dj;
    }
    return false;
}

/* List the turns that enter `piece` from the dot (i,j) along (di,dj), if there are any. */
static void visit_pushes(const Visitor *visitor, const Position *pos, char piece, int i, int j,
                         int di, int dj)
{
    Position next = *pos;
    Text     turn = { .length = 0 };

    if (!push(&next, piece, i + di, j + dj, di, dj))
        return;
    next.reserve[pos->to_move] -= weight(piece);
    next.opening[pos->to_move] = is_gipf(piece) ? 'g' : '-';
    if (is_gipf(piece))
        add_char(&turn, 'G');
    add_name(&turn, visitor->rules, i, j);
    add_char(&turn, '-');
    add_name(&turn, visitor->rules, i + di, j + dj);
    finish_push(visitor, &next, pos->to_move, &turn);
}

/* From one dot: both kinds of piece, towards every neighbour that is a playing field. */
static void visit_pushes_from(const Visitor *visitor, const Position *pos, int i, int j)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            int di = sign * STEP_I[direction], dj = sign * STEP_J[direction];

            if (!is_field(visitor->rules, i + di, j + dj))
                continue;
            if (may_enter(pos, SINGLE[pos->to_move]))
                visit_pushes(visitor, pos, SINGLE[pos->to_move], i, j, di, dj);
            if (may_enter(pos, GIPF[pos->to_move]))
                visit_pushes(visitor, pos, GIPF[pos->to_move], i, j, di, dj);
        }
    }
}

static void visit_all_pushes(const Visitor *visitor, const Position *pos)
{
    for (int i = 0; i < NODES; i++) {
        for (int j = 0; j < NODES; j++) {
            if (is_dot(visitor->rules, i, j))
                visit_pushes_from(visitor, pos, i, j);
        }
    }
}

/* ---------------------------------------------------------------- the interface */

/* The corners alternate clockwise from the top left, W first (1); the tournament has none (7). */
static void set_start(const Rules *rules, Position *pos)
{
    int       s = rules->side, far = 2 * rules->side - 1;
    const int corner[6][2] = { { 1, 1 }, { 1, s }, { s, far }, { far, far }, { far, s }, { s, 1 } };

    clear_position(rules, pos);
    pos->reserve[WHITE] = rules->total[WHITE];
    pos->reserve[BLACK] = rules->total[BLACK];
    if (rules->has_opening) {
        pos->opening[WHITE] = pos->opening[BLACK] = '1';
        return;
    }
    for (int n = 0; n < 6; n++) {
        int  colour = n % 2 == 0 ? WHITE : BLACK;
        char piece = rules->has_gipf ? GIPF[colour] : SINGLE[colour];

        pos->at[corner[n][0]][corner[n][1]] = piece;
        pos->reserve[colour] -= weight(piece);
    }
}

static bool gipf_start(const char *variant, char *line, size_t size)
{
    Rules    rules;
    Position pos;
    Text     text = { .length = 0 };

    if (!read_variant(variant, &rules))
        return false;
    set_start(&rules, &pos);
    add_position(&text, &rules, &pos);
    return copy_out(&text, line, size);
}

static bool gipf_valid(const char *variant, const char *line)
{
    Rules    rules;
    Position pos;

    return read_variant(variant, &rules) && read_position(line, &rules, &pos);
}

static bool gipf_turns(const char *variant, const char *line, SlowTurnFn *each, void *context)
{
    Rules    rules;
    Position pos;
    int      winner;

    if (!read_variant(variant, &rules) || !read_position(line, &rules, &pos))
        return false;

    Visitor visitor = { &rules, each, context };
    if (pos.is_pending)
        visit_short_turns(&visitor, &pos);
    else if (end_reason(&rules, &pos, &winner) == NULL)
        visit_all_pushes(&visitor, &pos);
    return true;
}

static bool gipf_result(const char *variant, const char *line, char *text, size_t size)
{
    static const char *const NAME[2] = { "white", "black" };
    Rules                    rules;
    Position                 pos;
    int                      winner;

    if (size == 0 || !read_variant(variant, &rules) || !read_position(line, &rules, &pos))
        return false;

    const char *reason = end_reason(&rules, &pos, &winner);
    if (reason == NULL) {
        text[0] = '\0';
        return true;
    }
    int written = snprintf(text, size, "%s %s", NAME[winner], reason);
    return written > 0 && (size_t)written < size;
}

static bool gipf_seats(const char *variant, const char *line, SlowSeats *seats)
{
    Rules    rules;
    Position pos;

    if (!read_variant(variant, &rules) || !read_position(line, &rules, &pos))
        return false;
    *seats = (SlowSeats){ .to_move = pos.to_move == WHITE ? 0 : 1, .first_seat = 1 };
    return true;
}

const SlowGame GIPF_NAIVE = {
    .name = "gipf",
    .sides = { "white", "black" },
    .start = gipf_start,
    .valid = gipf_valid,
    .turns = gipf_turns,
    .result = gipf_result,
    .seats = gipf_seats,
};
