/* SPDX-License-Identifier: MIT
 *
 * gipf.c - the game interface of GIPF, with its small facets: symmetry and bounds for proofs.
 */
#include <string.h>

#include "games/gipf/gipf.h"
#include "games/gipf/gipf_messages.h"

/* --- symmetry (R11) ---
 *
 * Exchanging the colours preserves the rules.  Rotations and reflections of the board do not
 * always: the removal loop takes rows in a fixed order, and if the span of one row reaches into
 * another row, that order decides what is left (R5.2).  So only the two maps of the colours hold
 * everywhere; all 24 hold where no push makes a second row.
 *
 * Map 2 * m + c is map m of the board, with the colours exchanged if c is 1.  Around the centre, with
 * a = i-S and b = j-S, a turn by 60 degrees is (a,b) -> (b,b-a) and a mirror (a,b) -> (b,a). */

enum { COLOUR_MAPS = 2, TURNS = 6, BOARD_MAPS = 2 * TURNS };

static int symmetry_count(uint32_t variant)
{
    (void)variant;
    return COLOUR_MAPS;
}

static GipfNode map_node(int side, GipfNode node, int map)
{
    bool mirror = map / COLOUR_MAPS >= TURNS;
    int  a = (mirror ? node.j : node.i) - side, b = (mirror ? node.i : node.j) - side;
    for (int turn = 0; turn < map / COLOUR_MAPS % TURNS; turn++) {
        int kept = a;
        a = b;
        b = b - kept;
    }
    return (GipfNode){ (int8_t)(side + a), (int8_t)(side + b) };
}

static bool is_same(GipfNode a, GipfNode b)
{
    return a.i == b.i && a.j == b.j;
}

/* Find the stretch between the images of a row's ends, and the images of the GIPF-pieces that stay. */
static GipfRow map_row(int side, GipfRow row, int map)
{
    GipfNode first = map_node(side, gipf_line_node(side, row.line, row.first), map);
    GipfNode last = map_node(side, gipf_line_node(side, row.line, row.last), map);
    GipfRow  image = { .line = 0, .first = -1, .last = -1 };
    for (; image.line < gipf_line_count(side); image.line++) {
        image.first = image.last = -1;
        for (int n = 0; n < gipf_line_length(side, image.line); n++) {
            GipfNode node = gipf_line_node(side, image.line, n);
            image.first = is_same(node, first) ? n : image.first;
            image.last = is_same(node, last) ? n : image.last;
        }
        if (image.first >= 0 && image.last >= 0)
            break;
    }
    assert(image.line < gipf_line_count(side) && "a map leads lines to lines");
    int direction = image.first < image.last ? 1 : -1;
    for (int n = 0; n < gipf_line_length(side, row.line) && row.left >> n != 0; n++)
        if ((row.left >> n & 1) != 0)
            image.left |= UINT32_C(1) << (image.first + direction * (n - row.first));
    if (direction < 0) {
        int kept = image.first;
        image.first = image.last;
        image.last = kept;
    }
    return image;
}

static char exchanged(char content)
{
    static const char FROM[] = "_WBXY", TO[] = "_BWYX";
    assert(content != '\0' && strchr(FROM, content) != NULL);
    return TO[strchr(FROM, content) - FROM];
}

static uint32_t exchanged_variant(uint32_t variant)
{
    GipfSettings s = gipf_unpack(variant);
    int          white = s.pieces[0];
    s.pieces[0] = s.pieces[1];
    s.pieces[1] = white;
    return gipf_pack(&s);
}

/* The contents of all nodes; dots are empty. */
typedef struct Grid {
    char at[2 * GIPF_SIDE_MAX + 1][2 * GIPF_SIDE_MAX + 1];
} Grid;

static void grid_of(const Pos *pos, int side, int map, Grid *grid)
{
    memset(grid, '_', sizeof *grid);
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++) {
            GipfNode field = { i, j }, image = map_node(side, field, map);
            if (!gipf_node_is_field(side, field))
                continue;
            char content = gipf_at(pos, field);
            grid->at[image.i][image.j] = map % COLOUR_MAPS == 1 ? exchanged(content) : content;
        }
}

static void map_pos(const Pos *pos, int map, Pos *out)
{
    int  side = gipf_unpack(pos->variant).side, swap = map % COLOUR_MAPS, n = 0;
    Grid grid;
    assert(map >= 0 && map < COLOUR_MAPS * BOARD_MAPS);
    if (map == 0) {
        memcpy(out, pos, GIPF_RULES.size(pos->variant));
        return;
    }
    GipfParts parts = { .side = swap ^ pos->side, .row_colour = swap ^ gipf_row_colour(pos) };
    grid_of(pos, side, map, &grid);
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++)
            if (gipf_node_is_field(side, (GipfNode){ i, j }))
                parts.cells[n++] = (uint8_t)grid.at[i][j];
    for (int colour = 0; colour < 2; colour++) {
        parts.reserve[colour] = gipf_reserve(pos, swap ^ colour);
        parts.opening[colour] = gipf_opening(pos, swap ^ colour);
    }
    parts.stage = (char)(pos->phase != 0 ? '>' : gipf_is_pending(pos) ? '?' : 0);
    parts.spared_count = gipf_spared(pos, parts.spared);
    for (int i = 0; i < parts.spared_count; i++)
        parts.spared[i] = map_row(side, parts.spared[i], map);
    gipf_build(swap ? exchanged_variant(pos->variant) : pos->variant, &parts, out, NULL);
}

static Step map_step(const Pos *pos, Step step, int map)
{
    int side = gipf_unpack(pos->variant).side;
    if (map < COLOUR_MAPS)
        return step;
    if (!gipf_step_is_push(step))
        return gipf_row_step(map_row(side, gipf_step_row(step), map));
    GipfPush push = gipf_step_push(step), image = { 0 };
    int      length = gipf_line_length(side, push.line);
    GipfNode dot = gipf_line_node(side, push.line, push.from_high ? length : -1);
    GipfNode field = gipf_line_node(side, push.line, push.from_high ? length - 1 : 0);
    gipf_push_between(side, map_node(side, dot, map), map_node(side, field, map), &image);
    image.stack = push.stack;
    return gipf_push_step(image);
}

static bool is_of(char content, int colour)
{
    return content == "WB"[colour] || content == "XY"[colour];
}

/* Count the rows on a grid, of both colours (R4.1). */
static int count_rows(const Grid *grid, const GipfSettings *s)
{
    int rows = 0;
    for (int line = 0; line < gipf_line_count(s->side); line++)
        for (int colour = 0; colour < 2; colour++)
            for (int n = 0, run = 0; n < gipf_line_length(s->side, line); n++) {
                GipfNode node = gipf_line_node(s->side, line, n);
                run = is_of(grid->at[node.i][node.j], colour) ? run + 1 : 0;
                rows += run == s->row;
            }
    return rows;
}

/* Push a piece (R3.2); the line has a gap. */
static void grid_push(Grid *grid, int side, GipfPush push, char piece)
{
    int length = gipf_line_length(side, push.line);
    for (int n = 0; n < length && piece != '_'; n++) {
        GipfNode node = gipf_line_node(side, push.line, push.from_high ? length - 1 - n : n);
        char     moved = grid->at[node.i][node.j];
        grid->at[node.i][node.j] = piece;
        piece = moved;
    }
}

/* A removal never makes a row, so one row at a time has no order. */
static int symmetry_count_at(const Pos *pos)
{
    GipfSettings s = gipf_unpack(pos->variant);
    Grid         grid, pushed;
    Step         steps[STEPS_MAX];
    grid_of(pos, s.side, 0, &grid);
    if (count_rows(&grid, &s) > 1)
        return COLOUR_MAPS;
    int count = pos->phase != 0 || gipf_is_pending(pos) ? 0 : GIPF_RULES.gen(pos, steps);
    for (int i = 0; i < count; i++) {
        pushed = grid;
        grid_push(&pushed, s.side, gipf_step_push(steps[i]), "WB"[pos->side]);
        if (count_rows(&pushed, &s) > 1)
            return COLOUR_MAPS;
    }
    return COLOUR_MAPS * BOARD_MAPS;
}

const GameSymmetry GIPF_SYMMETRY = {
    .count = symmetry_count,
    .count_at = symmetry_count_at,
    .map_pos = map_pos,
    .map_step = map_step,
};

/* --- bounds for proofs ---
 *
 * Only its owner's pushes lower a reserve, one piece per turn; captures take pieces from the board.
 * So a side with n pieces in reserve has at least n pushes left, and exactly n if all its pieces
 * together are too few for a row. */

typedef struct Counts {
    int empty, board[2], reserve[2];
} Counts;

static Counts count_pieces(const Pos *pos)
{
    int    side = gipf_unpack(pos->variant).side;
    Counts counts = {
        .board = { gipf_stones(pos, 0), gipf_stones(pos, 1) },
        .reserve = { gipf_reserve(pos, 0), gipf_reserve(pos, 1) },
    };
    counts.empty = 3 * side * (side - 1) + 1 - counts.board[0] - counts.board[1];
    return counts;
}

/* A lower bound.  The loser is to move at the end, with an empty reserve or a full board (R7.1,
 * R7.2).  Every push fills at most one field.  The number of remaining turns is even if the loser
 * is to move now, and odd otherwise. */
static uint32_t turns_to_win(const Pos *pos, int side)
{
    Outcome outcome = GIPF_RULES.outcome(pos);
    if (outcome.ending != ENDING_NONE)
        return outcome.winner == side ? 0 : UINT32_MAX;
    if (gipf_unpack(pos->variant).kind != GIPF_BASIC)
        return 1;
    if (pos->phase != 0)
        return 1;
    Counts   counts = count_pieces(pos);
    int      loser = 1 - side;
    uint32_t odd = pos->side == side ? 1 : 0;
    uint32_t starve = 2 * (uint32_t)counts.reserve[loser] + odd;
    uint32_t fill = (uint32_t)counts.empty;
    fill += (fill & 1) != odd;
    uint32_t least = starve < fill ? starve : fill;
    return least == 0 ? 1 : least;
}

/* True, with the number of turns, if `side` outlasts an opponent who has too few pieces for a row
 * and so can never get one back.  With choice=owner a push of the opponent may cost `side` short
 * turns (R6.2), each of which removes at least K of its stones from the board. */
static bool outlasts(const Counts *counts, const GipfSettings *s, int side, int to_move,
                     uint32_t *turns)
{
    int other = 1 - side, first = to_move == side ? 1 : 0;
    int pushes = counts->reserve[other];
    if (counts->board[other] + pushes >= s->row || counts->reserve[side] < pushes + first ||
        counts->empty < 2 * pushes + first)
        return false;
    int short_turns =
        s->mover_chooses ? 0 : pushes * ((counts->board[side] + pushes + first) / s->row);
    *turns = (uint32_t)(2 * pushes + first + short_turns);
    return true;
}

static int decided(const Pos *pos, uint32_t *turns)
{
    Outcome      outcome = GIPF_RULES.outcome(pos);
    GipfSettings s = gipf_unpack(pos->variant);
    if (outcome.ending == ENDING_WON) {
        *turns = 0;
        return outcome.winner;
    }
    if (s.kind != GIPF_BASIC || pos->phase != 0 || gipf_is_pending(pos))
        return SIDE_NONE;
    Counts counts = count_pieces(pos);
    for (int side = 0; side < 2; side++)
        if (outlasts(&counts, &s, side, pos->side, turns))
            return side;
    return SIDE_NONE;
}

const GameProof GIPF_PROOF = {
    .turns_to_win = turns_to_win,
    .decided = decided,
};

/* --- the game --- */

const MessageDef GIPF_MESSAGE[GIPF_MESSAGE_COUNT] = { GIPF_MESSAGES(MESSAGE_ROW) };

static const Reason REASONS[] = {
    [GIPF_REASON_RESERVE] = { "reserve-empty", &GIPF_MESSAGE[GIPF_MSG_REASON_RESERVE] },
    [GIPF_REASON_DEADLOCK] = { "deadlock", &GIPF_MESSAGE[GIPF_MSG_REASON_DEADLOCK] },
    [GIPF_REASON_STACKS] = { "gipf-lost", &GIPF_MESSAGE[GIPF_MSG_REASON_STACKS] },
};

static const char *const VARIANTS[] = {
    "4,4,15,15", "standard", "tournament", "3,3,10,10", "2,3,5,5", NULL,
};

const Game GIPF_GAME = {
    .name = "gipf",
    .title = "GIPF",
    .summary = "Push pieces onto a hexagonal board, line up four to take them back, and starve "
               "the other side of its reserve.",
    .sides = { "white", "black" },
    .reasons = REASONS,
    .reason_count = sizeof REASONS / sizeof REASONS[0],
    .variants = VARIANTS,
    .messages = GIPF_MESSAGE,
    .message_count = GIPF_MESSAGE_COUNT,
    .colour = { COLOUR_WHITE, COLOUR_BLACK },
    .facing = true,
    .rules = &GIPF_RULES,
    .text = &GIPF_TEXT,
    .view = &GIPF_VIEW,
    .symmetry = &GIPF_SYMMETRY,
    .proof = &GIPF_PROOF,
    .eval = &GIPF_EVAL,
    .fast = &GIPF_FAST,
    .index = &GIPF_INDEX,
    .learning = NATIVE_ONLY(&GIPF_LEARNING),
    .weights = NATIVE_ONLY(&GIPF_WEIGHTS),
};
