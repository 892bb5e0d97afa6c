/* gipf.h - generalised GIPF: settings, fields, lines, rows and access to positions.
 *
 * Knows:   the geometry of the board, how variants and steps are packed, what a position holds.
 * Ignores: how a representation stores its stones (gipf_body.inc), evaluation, notation of turns.
 *
 * The files of this module and the course dialect include it.  Rulings: src/games/gipf/rulings.md.
 * Board drawing and bit layout: README.md beside this file.
 */
#ifndef GAMES_GIPF_H
#define GAMES_GIPF_H

#include <assert.h>

#include "core/game.h"

enum {
    GIPF_SIDE_MIN = 2,
    GIPF_SIDE_MAX = 20,
    GIPF_PIECES_MIN = 4,
    GIPF_PIECES_MAX = 200,
    GIPF_ROW_MIN = 2,
    GIPF_FIELDS_MAX = 3 * GIPF_SIDE_MAX * (GIPF_SIDE_MAX - 1) + 1, /* 1141 (R1.1) */
    GIPF_LINES_MAX = 3 * (2 * GIPF_SIDE_MAX - 1),
    GIPF_RUNS_MAX =
        3 * GIPF_PIECES_MAX / 2, /* of one colour: a piece is in at most three runs, and a
                                              * run has at least two pieces */
    GIPF_WHITE = 0,
    GIPF_BLACK = 1,
};

typedef enum GipfKind { GIPF_BASIC, GIPF_STANDARD, GIPF_TOURNAMENT } GipfKind;

/* A variant, unpacked. */
typedef struct GipfSettings {
    int      side;          /* S: fields on one side of the hexagon */
    int      row;           /* K: a run of this length or more is removed (R4.1) */
    int      pieces[2];     /* GW, GB: board + reserve + captured */
    bool     mover_chooses; /* choice=mover: the mover makes all removal choices (R6.1) */
    GipfKind kind;
    bool     large; /* use the next larger representation than the one that suffices; for tests */
} GipfSettings;

/* A variant is packed into bits 0-3 S, 4-8 K, 9-16 GW, 17-24 GB, 25 choice=mover, 26-27 kind, 28 next
 * representation, 29 the high bit of S, 30 that of K.  Keys depend on this number, so that of an old
 * variant never changes. */
uint32_t gipf_pack(const GipfSettings *settings);

/* Inline, because perft does it in every node and needs only a part. */
static inline GipfSettings gipf_unpack(uint32_t variant)
{
    return (GipfSettings){
        .side = (int)((variant & 15) | (variant >> 25 & 16)),
        .row = (int)((variant >> 4 & 31) | (variant >> 25 & 32)),
        .pieces = { (int)(variant >> 9 & 255), (int)(variant >> 17 & 255) },
        .mover_chooses = (variant >> 25 & 1) != 0,
        .kind = (GipfKind)(variant >> 26 & 3),
        .large = (variant >> 28 & 1) != 0,
    };
}

/* --- nodes (R1, R2): row i from the top, column j, both 0..2S; the fields, and the dots around
 * them --- */

typedef struct GipfNode {
    int8_t i, j;
} GipfNode;

bool gipf_node_exists(int side, GipfNode node);
bool gipf_node_is_field(int side, GipfNode node);
/* Read a name such as "e5" from the front of `scan`.  False, and `scan` unchanged, if there is
 * none. */
bool gipf_node_read(int side, Scan *scan, GipfNode *node);
void gipf_node_write(int side, GipfNode node, Text *out);
/* Return the cell id of a node in the drawn shape: nodes are counted row by row. */
int      gipf_node_cell(int side, GipfNode node);
GipfNode gipf_cell_node(int side, int cell);

/* --- lines: columns by j, then rows by i, then diagonals by i-j (R5.2) --- */

int gipf_line_count(int side);
int gipf_line_length(int side, int line);
/* Return a node of a line, `index` from -1 to its length; these two are the dots at its ends. */
GipfNode gipf_line_node(int side, int line, int index);

/* A push: into `line` from its low end (index 0) or its high end. */
typedef struct GipfPush {
    int  line;
    bool from_high;
    bool stack; /* enters a GIPF-piece */
} GipfPush;

static inline Step gipf_push_step(GipfPush push)
{
    assert(push.line >= 0 && push.line < 128);
    return (Step)push.line << 1 | (Step)push.from_high << 8 | (Step)push.stack << 9;
}

static inline bool gipf_step_is_push(Step step)
{
    return (step & 1) == 0;
}

static inline GipfPush gipf_step_push(Step step)
{
    return (GipfPush){ (int)(step >> 1 & 127), (step >> 8 & 1) != 0, (step >> 9 & 1) != 0 };
}

/* Find the push from `dot` onto `field`; false if they are not adjacent (R3.1). */
bool gipf_push_between(int side, GipfNode dot, GipfNode field, GipfPush *push);

/* A run of one colour on a line, from index `first` to `last`.  `left` is the set of GIPF-pieces of
 * its span that stay on the board (R8.2): bit n is index n of the line.  There are GIPF-pieces only
 * on the board of side 4. */
typedef struct GipfRow {
    int      line, first, last;
    uint32_t left;
} GipfRow;

Step    gipf_row_step(GipfRow row);
GipfRow gipf_step_row(Step step);

/* --- positions --- */

/* Return '_' for an empty field, 'W' or 'B' for a piece, 'X' or 'Y' for a GIPF-piece. */
char gipf_at(const Pos *pos, GipfNode field);
int  gipf_reserve(const Pos *pos, int colour);
/* Return the opening state of a side: '1', 'g' or '-' (R9). */
char gipf_opening(const Pos *pos, int colour);
/* True if a choice of the side to move is pending: the next turn is a short one (R6.2). */
bool gipf_is_pending(const Pos *pos);
/* Return whose rows are being removed in phase > 0 or while a choice is pending. */
int gipf_row_colour(const Pos *pos);
/* List all maximal runs of K or more of one colour in canonical order (R5.2).  `runs` has capacity
 * GIPF_RUNS_MAX, here and below.  Return their number. */
int gipf_runs(const Pos *pos, int colour, GipfRow *runs);
/* Return the number of fields that a colour occupies. */
int gipf_stones(const Pos *pos, int colour);
/* True if the line has an empty field (R3.3). */
bool gipf_line_is_open(const Pos *pos, int line);
/* Write the indices low..high that the removal of this run affects: its span (R4.2). */
void gipf_span(const Pos *pos, GipfRow row, int *low, int *high);
/* List the runs that may be chosen now, in canonical order.  Return 0 if no choice is due
 * (R5.3). */
int gipf_choices(const Pos *pos, GipfRow *runs);

/* One row that a step removes, and what leaves the board with it (R4.3).  Bit n of a set is index n
 * of the row's line. */
typedef struct GipfRemoval {
    int      colour; /* of the row */
    GipfRow  row;
    uint64_t returned, captured, stacks; /* `stacks`: which of them are GIPF-pieces */
} GipfRemoval;

/* List what a legal step removes, in the order of the removal loop (R5).  `out` has capacity
 * GIPF_RUNS_MAX.  Return the number of rows. */
int gipf_removals(const Pos *pos, Step step, GipfRemoval *out);

/* The parts of a position, for parsers and maps. */
typedef struct GipfParts {
    uint8_t cells[GIPF_FIELDS_MAX]; /* fields row by row, as gipf_at writes them */
    int     reserve[2];
    char    opening[2]; /* '-' in the basic game */
    int     side;
    char    stage; /* 0 between turns, '?' choice pending (R10.2), '>' within a turn (R10.5) */
    int     row_colour;
    int     spared_count; /* runs left standing that are not offered again (R8.3) */
    GipfRow spared[GIPF_RUNS_MAX];
} GipfParts;

/* Build a position.  Return STATUS_ILLEGAL, and leave `out` unchanged, if a check of
 * GameRules.check fails. */
Status gipf_build(uint32_t variant, const GipfParts *parts, Pos *out, Fault *fault);
/* List the runs that were left standing and are not offered again in this turn (R8.3). */
int gipf_spared(const Pos *pos, GipfRow *runs);

extern const Game GIPF_GAME;

/* --- for the files of this module --- */

extern const GameRules    GIPF_RULES;
extern const GameText     GIPF_TEXT;
extern const GameView     GIPF_VIEW;
extern const GameSymmetry GIPF_SYMMETRY;
extern const GameProof    GIPF_PROOF;
extern const GameEval     GIPF_EVAL;
extern const GameFast     GIPF_FAST;

extern const struct GameIndex    GIPF_INDEX;
extern const struct GameLearning GIPF_LEARNING;
extern const struct GameWeights  GIPF_WEIGHTS;

/* The operations of a representation: the rules, and read access to a position. */
typedef struct GipfBoardRules {
    GameRules rules;
    char (*at)(const Pos *pos, GipfNode field);
    int (*runs)(const Pos *pos, int colour, GipfRow *runs);
    int (*spared)(const Pos *pos, GipfRow *runs);
    int (*choices)(const Pos *pos, GipfRow *runs);
    bool (*line_is_open)(const Pos *pos, int line);
    int (*stones)(const Pos *pos, int colour);
    void (*span)(const Pos *pos, GipfRow row, int *low, int *high);
    int (*removals)(const Pos *pos, Step step, GipfRemoval *out);
    Status (*build)(uint32_t variant, const GipfParts *parts, Pos *out, Fault *fault);
} GipfBoardRules;

extern const GipfBoardRules GIPF_SMALL; /* S <= 4: bitboards of one 64-bit word per colour */
extern const GipfBoardRules GIPF_LARGE; /* S <= 12: nine words per colour */
extern const GipfBoardRules GIPF_HUGE;  /* any S: 25 words per colour */

enum { GIPF_SMALL_SIDE_MAX = 4, GIPF_LARGE_SIDE_MAX = 12 };

typedef enum GipfRepresentation { GIPF_IN_SMALL, GIPF_IN_LARGE, GIPF_IN_HUGE } GipfRepresentation;

/* Return the representation of a variant: the smallest that suffices, or the next one. */
GipfRepresentation gipf_representation(uint32_t variant);

/* Return the fields of a colour as a dense set, counted row by row without gaps between the rows.
 * `pos` must use GIPF_SMALL. Solvers probe tablebases in every position, so this has to be fast. */
uint64_t gipf_small_fields(const Pos *pos, int side, int colour);

/* The part of a position that all representations share.  `unused` is always 0, because positions
 * are compared as bytes. */
typedef struct GipfHead {
    Pos     pos; /* extra: 1 while a choice of `side` is pending between turns */
    uint8_t reserve[2];
    uint8_t opening[2]; /* '1', 'g', '-' */
    uint8_t unused[4];
} GipfHead;

enum { GIPF_REASON_RESERVE, GIPF_REASON_DEADLOCK, GIPF_REASON_STACKS };

/* Phases of a turn: whose rows are being removed (R5.1). */
enum { GIPF_PHASE_PUSH = 0, GIPF_PHASE_OWN_ROWS = 1, GIPF_PHASE_OTHER_ROWS = 2 };

#endif
