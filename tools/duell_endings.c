/* SPDX-License-Identifier: MIT */
/* duell_endings - the endings of Duell with at most one die, solved in full (docs/rules/duell.md, R11).
 *
 * It needs the library (base, core, games/duell) and no argument.  It prints the figures; the exit
 * status is 1 if a claim of R11 fails.
 *
 * Positions are numbered by the squares of both kings, the square and the orientation of White's die
 * and the side to move; a black die is the same thing after a half turn (R3.2).  The rules of these
 * endings are written down once more below, over tables of their own, and compared with the rules of
 * the game on a sample of positions.  Then the usual walk backwards from the ends: a position is won if
 * one move leads to a lost one, lost if all moves lead to won ones, and what is never reached is drawn.
 *
 * Memory: two bytes for each of the 17.9 million numbers, 36 MB, and 1 MB of tables.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "core/perft.h"
#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"

enum {
    SQUARES = DUELL_SQUARES,
    KINDS = 24,
    PAIRS = SQUARES * SQUARES,
    STATES = PAIRS * SQUARES * KINDS * 2,
    PLIES_MAX = 100,
    ROLLS_MAX = 44,
    SAMPLES = 200000,
};

/* What is known of a position: unknown, not a position, or an end 2 * plies + won away. */
enum { UNKNOWN = 0, NO_POSITION = 255 };

__extension__ typedef unsigned __int128 Squares; /* bit n for square n */

typedef struct Roll {
    Squares before; /* squares that must be empty: all but the ends */
    uint8_t square; /* where it ends, or for a roll backwards where it began */
    uint8_t kind;
} Roll;

typedef struct Rolls {
    int  count;
    Roll at[ROLLS_MAX];
} Rolls;

/* Backwards more rolls can meet in one place than can begin there. */
typedef struct Origins {
    int  count;
    Roll at[160];
} Origins;

typedef struct Tables {
    Rolls   rolls[SQUARES][KINDS + 1];
    Origins origins[SQUARES][KINDS + 1];
    Squares way[SQUARES][SQUARES][2]; /* strictly between, by order */
    uint8_t distance[SQUARES][SQUARES];
    uint8_t beside[SQUARES][4]; /* neighbours */
    int     beside_count[SQUARES];
} Tables;

typedef struct State {
    int kings[2];
    int die, kind; /* of White; kind 0: there is none */
    int side;
} State;

static Tables *tables;

static Squares bit(int square)
{
    return (Squares)1 << square;
}

/* ---- tables ---- */

static void fill_ways(int from, int to)
{
    uint8_t squares[DUELL_TOP_MAX];
    tables->distance[from][to] = (uint8_t)duell_distance(from, to);
    if (tables->distance[from][to] == 1)
        tables->beside[from][tables->beside_count[from]++] = (uint8_t)to;
    for (int order = 0; order < 2; order++) {
        int count = duell_path(duell_step(from, to, order), squares);
        for (int i = 0; i + 1 < count; i++)
            tables->way[from][to][order] |= bit(squares[i]);
    }
}

static void add_roll(int from, int kind, int to, int order)
{
    int      after = duell_moved(kind, duell_step(from, to, order));
    Rolls   *rolls = &tables->rolls[from][kind];
    Origins *origins = &tables->origins[to][after];
    Squares  way = tables->way[from][to][order];
    rolls->at[rolls->count++] = (Roll){ way, (uint8_t)to, (uint8_t)after };
    origins->at[origins->count++] = (Roll){ way, (uint8_t)from, (uint8_t)kind };
}

static void fill_rolls(int from, int kind)
{
    for (int to = 0; to < SQUARES; to++) {
        if (tables->distance[from][to] != DUELL_FACES[kind].top)
            continue;
        add_roll(from, kind, to, 0);
        if (duell_row(from) != duell_row(to) && duell_column(from) != duell_column(to))
            add_roll(from, kind, to, 1);
    }
}

static void fill_tables(void)
{
    for (int from = 0; from < SQUARES; from++)
        for (int to = 0; to < SQUARES; to++)
            fill_ways(from, to);
    for (int from = 0; from < SQUARES; from++)
        for (int kind = 1; kind <= KINDS; kind++)
            fill_rolls(from, kind);
}

/* ---- numbers ---- */

static int number_of(const State *s)
{
    int pair = s->kings[0] * SQUARES + s->kings[1];
    int rest = s->kind == 0 ? 0 : s->die * KINDS + s->kind - 1;
    return ((s->kind == 0 ? pair : pair * SQUARES * KINDS + rest) << 1) | s->side;
}

static State state_of(int number, bool with_die)
{
    State s = { .side = number & 1 };
    int   rest = number >> 1;
    if (with_die) {
        s.kind = rest % KINDS + 1;
        s.die = rest / KINDS % SQUARES;
        rest /= KINDS * SQUARES;
    }
    s.kings[0] = rest / SQUARES;
    s.kings[1] = rest % SQUARES;
    return s;
}

/* ---- the rules of these endings ---- */

static bool is_beside(int a, int b)
{
    return tables->distance[a][b] == 1;
}

/* Does White's die attack this square?  Only White's king can stand in its way. */
static bool die_attacks(const State *s, int square)
{
    Squares king = bit(s->kings[0]);
    return s->kind != 0 && tables->distance[s->die][square] == DUELL_FACES[s->kind].top &&
           ((tables->way[s->die][square][0] & king) == 0 ||
            (tables->way[s->die][square][1] & king) == 0);
}

static bool is_won_by_last_move(const State *s)
{
    return s->kings[1 - s->side] == duell_goal(1 - s->side);
}

static bool exists(const State *s)
{
    int other = 1 - s->side;
    if (s->kings[0] == s->kings[1] || s->kings[s->side] == duell_goal(s->side))
        return false;
    if (s->kind != 0 && (s->die == s->kings[0] || s->die == s->kings[1]))
        return false;
    if (is_won_by_last_move(s))
        return true;
    if (is_beside(s->kings[0], s->kings[1]))
        return false;
    return other == DUELL_WHITE || !die_attacks(s, s->kings[1]);
}

/* May the king of the side to move step to `to`, one of its neighbours? */
static bool king_may_step(const State *s, int to)
{
    int side = s->side;
    if (to == s->kings[1 - side] || (side == DUELL_WHITE && s->kind != 0 && to == s->die))
        return false;
    if (to == duell_goal(side))
        return true;
    if (is_beside(to, s->kings[1 - side]))
        return false;
    return side == DUELL_WHITE || to == s->die || !die_attacks(s, to);
}

static bool die_may_roll(const State *s, const Roll *roll)
{
    Squares kings = bit(s->kings[0]) | bit(s->kings[1]);
    return ((roll->before | bit(roll->square)) & kings) == 0;
}

/* Legal moves; `*capture` tells whether one of them takes the die. */
static int count_moves(const State *s, bool *capture)
{
    int from = s->kings[s->side], count = 0;
    *capture = false;
    for (int i = 0; i < tables->beside_count[from]; i++) {
        int to = tables->beside[from][i];
        if (!king_may_step(s, to))
            continue;
        count++;
        *capture = *capture || (s->side == DUELL_BLACK && s->kind != 0 && to == s->die);
    }
    if (s->side == DUELL_WHITE && s->kind != 0) {
        const Rolls *rolls = &tables->rolls[s->die][s->kind];
        for (int i = 0; i < rolls->count; i++)
            count += die_may_roll(s, &rolls->at[i]);
    }
    return count;
}

/* ---- against the rules of the game ---- */

static bool agrees(const State *s)
{
    uint8_t board[SQUARES] = { 0 };
    Pos    *pos = &(PosBuffer){ .align = 0 }.head;
    Step    steps[STEPS_MAX];
    bool    capture;
    if (s->kings[0] == s->kings[1] ||
        (s->kind != 0 && (s->die == s->kings[0] || s->die == s->kings[1])))
        return !exists(s);
    for (int side = 0; side < 2; side++)
        board[s->kings[side]] = duell_piece(side, DUELL_KING);
    if (s->kind != 0)
        board[s->die] = duell_piece(DUELL_WHITE, s->kind);
    if ((duell_build(0, board, s->side, 0, 1, pos, NULL) == STATUS_OK) != exists(s))
        return false;
    if (!exists(s))
        return true;
    int want = is_won_by_last_move(s) ? 0 : count_moves(s, &capture);
    return DUELL_RULES.gen(pos, steps) == want;
}

static bool sample_agrees(void)
{
    Random random = random_seeded(1);
    for (int i = 0; i < SAMPLES; i++) {
        State s = state_of((int)random_below(&random, STATES), true);
        if (!agrees(&s))
            return false;
    }
    for (int number = 0; number < 2 * PAIRS; number++) {
        State s = state_of(number, false);
        if (!agrees(&s))
            return false;
    }
    return true;
}

/* ---- backwards ---- */

typedef struct Solution {
    bool     with_die;
    int      states;
    uint8_t *value; /* 2 * plies + won + 1, or one of the names above */
    uint8_t *left;  /* moves that are not known to lose */
    int      open;  /* positions still unknown */
    /* Where a capture leads: the table without the die.  With `to_capture` it is an end itself, and
     * `captured_plies` is the distance that it then has. */
    const struct Solution *after;
    bool                   to_capture;
    int                    captured_plies;
    int                    capture_count;
    int                   *captures; /* positions in which Black can take the die */
} Solution;

static uint8_t value_of(int plies, bool won)
{
    return (uint8_t)(1 + 2 * plies + (won ? 1 : 0));
}

static int plies_of(uint8_t value)
{
    return (value - 1) / 2;
}

static bool is_won(uint8_t value)
{
    return (value - 1) % 2 == 1;
}

/* A move from `number` leads to a position that is `plies` from its end. */
static void hear(Solution *solution, int number, int plies, bool won_there)
{
    if (solution->value[number] != UNKNOWN)
        return;
    if (!won_there)
        solution->value[number] = value_of(plies + 1, true);
    else if (--solution->left[number] == 0)
        solution->value[number] = value_of(plies + 1, false);
    solution->open -= solution->value[number] != UNKNOWN;
}

static void tell_before(Solution *solution, const State *now, uint8_t value)
{
    int   mover = 1 - now->side, king = now->kings[mover];
    State before = *now;
    before.side = mover;
    for (int i = 0; i < tables->beside_count[king]; i++) {
        before.kings[mover] = tables->beside[king][i];
        hear(solution, number_of(&before), plies_of(value), is_won(value));
    }
    if (mover == DUELL_BLACK || now->kind == 0)
        return;
    const Origins *origins = &tables->origins[now->die][now->kind];
    before.kings[mover] = king;
    for (int i = 0; i < origins->count; i++) {
        if (!die_may_roll(now, &origins->at[i]))
            continue;
        before.die = origins->at[i].square;
        before.kind = origins->at[i].kind;
        hear(solution, number_of(&before), plies_of(value), is_won(value));
    }
}

/* Captures that lead to a position `plies` from its end.  Where the capture is the end itself, all
 * of them before anything else. */
static void tell_captures(Solution *solution, int plies)
{
    for (int i = 0; i < solution->capture_count; i++) {
        State   s = state_of(solution->captures[i], true);
        State   after = { .kings = { s.kings[0], s.die }, .side = DUELL_WHITE };
        uint8_t value = solution->after->value[number_of(&after)];
        if (solution->to_capture)
            hear(solution, solution->captures[i], solution->captured_plies, is_won(value));
        else if (plies_of(value) == plies)
            hear(solution, solution->captures[i], plies, is_won(value));
    }
}

static void judge_start(Solution *solution, int number)
{
    State s = state_of(number, solution->with_die);
    bool  capture = false;
    solution->value[number] = UNKNOWN;
    if (!exists(&s)) {
        solution->value[number] = NO_POSITION;
    } else if (is_won_by_last_move(&s)) {
        solution->value[number] = value_of(0, false);
    } else {
        solution->left[number] = (uint8_t)count_moves(&s, &capture);
        if (solution->left[number] == 0)
            solution->value[number] = value_of(0, false);
    }
    solution->open += solution->value[number] == UNKNOWN;
    if (capture)
        solution->captures[solution->capture_count++] = number;
}

/* Positions are looked at in the order of their distance, so that the first news of a win is the
 * quickest one and the last news of a loss the slowest. */
static void solve(Solution *solution)
{
    solution->open = solution->capture_count = 0;
    for (int number = 0; number < solution->states; number++)
        judge_start(solution, number);
    for (int plies = 0; plies < PLIES_MAX && solution->open > 0; plies++) {
        if (plies == 0 || !solution->to_capture)
            tell_captures(solution, plies);
        for (int number = 0; number < solution->states; number++) {
            uint8_t value = solution->value[number];
            if (value == UNKNOWN || value == NO_POSITION || plies_of(value) != plies)
                continue;
            State s = state_of(number, solution->with_die);
            tell_before(solution, &s, value);
        }
    }
}

/* ---- the report ---- */

typedef struct Report {
    int  positions, won, lost, open; /* for the side to move */
    int  plies_max, longest;         /* and the first position that takes so long */
    long with_die_won, with_die_lost;
} Report;

static Report report_of(const Solution *solution)
{
    Report report = { .plies_max = -1 };
    for (int number = 0; number < solution->states; number++) {
        uint8_t value = solution->value[number];
        if (value == NO_POSITION)
            continue;
        report.positions++;
        if (value == UNKNOWN) {
            report.open++;
            continue;
        }
        *(is_won(value) ? &report.won : &report.lost) += 1;
        bool white = is_won(value) == ((number & 1) == DUELL_WHITE);
        *(white ? &report.with_die_won : &report.with_die_lost) += 1;
        if (plies_of(value) > report.plies_max) {
            report.plies_max = plies_of(value);
            report.longest = number;
        }
    }
    return report;
}

static void print_square(const char *name, int square)
{
    printf(" %s %c%d", name, 'A' + duell_column(square), duell_row(square) + 1);
}

static void print_report(const char *title, const Solution *solution, const Report *report)
{
    State s = state_of(report->longest, solution->with_die);
    printf("%s: %d positions, the side to move wins %d and loses %d, open %d\n", title,
           report->positions, report->won, report->lost, report->open);
    printf("    White wins %ld, Black wins %ld\n", report->with_die_won, report->with_die_lost);
    printf("    at most %d plies, as from", report->plies_max);
    print_square("white king", s.kings[0]);
    print_square("black king", s.kings[1]);
    if (s.kind != 0) {
        print_square("white die", s.die);
        printf(" %d%d", DUELL_FACES[s.kind].top, DUELL_FACES[s.kind].north);
    }
    printf(", %s to move\n", s.side == DUELL_WHITE ? "White" : "Black");
}

static bool solution_init(Solution *solution, bool with_die)
{
    *solution = (Solution){ .with_die = with_die, .states = with_die ? STATES : 2 * PAIRS };
    solution->value = malloc((size_t)solution->states);
    solution->left = calloc((size_t)solution->states, 1);
    solution->captures = calloc((size_t)(with_die ? 4 * PAIRS * KINDS : 1), sizeof(int));
    return solution->value != NULL && solution->left != NULL && solution->captures != NULL;
}

static bool claim(bool holds, const char *words)
{
    printf("%s %s\n", holds ? "ok    " : "FAILED", words);
    return holds;
}

static bool report_kings(Solution *kings)
{
    State start = { .kings = { 4, 67 }, .side = DUELL_WHITE };
    solve(kings);
    Report  report = report_of(kings);
    uint8_t value = kings->value[number_of(&start)];
    print_report("king against king", kings, &report);
    printf("    from E1 and E8 the side to move %s in %d plies\n", is_won(value) ? "wins" : "loses",
           plies_of(value));
    bool holds = claim(report.open == 0, "no position is a draw");
    holds = claim(report.plies_max == 22, "at most 22 plies") && holds;
    return claim(is_won(value), "from E1 and E8 the side to move wins") && holds;
}

static bool report_die(Solution *die)
{
    solve(die);
    Report report = report_of(die);
    print_report("king and die against king, to the end", die, &report);
    bool holds = claim(report.open == 0, "no position is a draw");
    holds = claim(report.plies_max == 30, "at most 30 plies") && holds;
    die->to_capture = true;
    for (int counted = 1; counted >= 0; counted--) {
        die->captured_plies = counted - 1;
        solve(die);
        report = report_of(die);
        print_report(counted ? "the same, to the end or to the capture, which is counted"
                             : "the same, to the end or to the capture, which is not counted",
                     die, &report);
        holds = claim(report.plies_max == 28, "at most 28 plies") && holds;
    }
    return holds;
}

int main(void)
{
    Solution kings, die;
    double   began = clock_cpu_seconds();
    tables = calloc(1, sizeof *tables);
    if (tables == NULL || !solution_init(&kings, false) || !solution_init(&die, true)) {
        fputs("duell_endings: out of memory\n", stderr);
        return 1;
    }
    fill_tables();
    die.after = &kings;
    bool holds = claim(sample_agrees(), "the rules below agree with those of the game");
    holds = report_kings(&kings) && holds;
    holds = report_die(&die) && holds;
    printf("%.1f seconds, %zu MB\n", clock_cpu_seconds() - began,
           (2 * (size_t)STATES + sizeof *tables + 4 * PAIRS * KINDS * sizeof(int)) >> 20);
    free(kings.value);
    free(kings.left);
    free(kings.captures);
    free(die.value);
    free(die.left);
    free(die.captures);
    free(tables);
    return holds ? 0 : 1;
}
