/* gipf.h - generalised GIPF: settings, fields and rows, for the files of this room and for the
 * course language.
 *
 * Rulings: src/games/gipf/rulings.md.  Board drawing and bit layout: README.md beside this file.
 */
#ifndef GAMES_GIPF_H
#define GAMES_GIPF_H

#include "core/game.h"

enum {
    GIPF_SIDE_MIN = 2,
    GIPF_SIDE_MAX = 12,
    GIPF_PIECES_MIN = 4,
    GIPF_PIECES_MAX = 200,
    GIPF_ROW_MIN = 2,
    GIPF_FIELDS_MAX = 3 * GIPF_SIDE_MAX * (GIPF_SIDE_MAX - 1) + 1,
    GIPF_LINES_MAX = 3 * (2 * GIPF_SIDE_MAX - 1),
    GIPF_RUNS_MAX = 448,
    GIPF_WHITE = 0,
    GIPF_BLACK = 1,
};

typedef enum GipfKind { GIPF_BASIC, GIPF_STANDARD, GIPF_TOURNAMENT } GipfKind;

/* A variant, unpacked. */
typedef struct GipfSettings {
    int      side;          /* S: fields on one side of the hexagon */
    int      row;           /* K: a run of this length is removed */
    int      pieces[2];     /* GW, GB: board + reserve + captured */
    bool     mover_chooses; /* choice=mover: all removal choices are the mover's (R6.1) */
    GipfKind kind;
    bool     large; /* use the general representation though the small one would do: for tests */
} GipfSettings;

uint32_t     gipf_pack(const GipfSettings *settings);
GipfSettings gipf_unpack(uint32_t variant);

/* --- nodes (R1, R2): row i from the top, column j, both 0..2S; fields and the dots around --- */

typedef struct GipfNode {
    int8_t i, j;
} GipfNode;

bool gipf_node_exists(int side, GipfNode node);
bool gipf_node_is_field(int side, GipfNode node);
/* "e5".  Takes the name from the front of `scan`; false, and nothing taken, if there is none. */
bool gipf_node_read(int side, Scan *scan, GipfNode *node);
void gipf_node_write(int side, GipfNode node, Text *out);
/* The id of a node's cell in the drawn shape: nodes counted row by row. */
int gipf_node_cell(int side, GipfNode node);

/* --- lines: columns by j, then rows by i, then diagonals by i-j (R5.2) --- */

int      gipf_line_count(int side);
int      gipf_line_length(int side, int line);
GipfNode gipf_line_node(int side, int line, int index); /* -1 and length are the two dots */

/* A push: into `line` from its low end (index 0) or its high end. */
typedef struct GipfPush {
    int  line;
    bool from_high;
    bool stack; /* enters a GIPF-piece */
} GipfPush;

static inline Step gipf_push_step(GipfPush push)
{
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

/* The push from `dot` onto `field`; false if they are not neighbours. */
bool gipf_push_between(int side, GipfNode dot, GipfNode field, GipfPush *push);

/* A run of one colour on a line, and which GIPF-pieces of its span are left standing: bit n for
 * index n of the line. */
typedef struct GipfRow {
    int      line, first, last;
    uint32_t left;
} GipfRow;

Step    gipf_row_step(GipfRow row);
GipfRow gipf_step_row(Step step);

/* --- positions --- */

/* '_' empty, 'W' 'B' a piece, 'X' 'Y' a GIPF-piece. */
char gipf_at(const Pos *pos, GipfNode field);
int  gipf_reserve(const Pos *pos, int colour);
/* '1', 'g' or '-' (R9). */
char gipf_opening(const Pos *pos, int colour);
/* The other side's choice is pending: the next turn is a short one (R6.2). */
bool gipf_is_pending(const Pos *pos);
/* Whose rows are being removed in phase > 0 or while a choice is pending. */
int gipf_row_colour(const Pos *pos);
/* All maximal runs of length >= K of one colour in canonical order. */
int gipf_runs(const Pos *pos, int colour, GipfRow *runs);
/* Fields held by a colour. */
int gipf_stones(const Pos *pos, int colour);
/* Is there an empty field on the line? */
bool gipf_line_is_open(const Pos *pos, int line);
/* The indices low..high that go when this run is removed (R4.2). */
void gipf_span(const Pos *pos, GipfRow row, int *low, int *high);
/* The runs that may be chosen now, in canonical order; 0 where nothing is to choose (R5.3). */
int gipf_choices(const Pos *pos, GipfRow *runs);

/* What a position is made of, for readers. */
typedef struct GipfParts {
    uint8_t cells[GIPF_FIELDS_MAX]; /* fields row by row, as gipf_at writes them */
    int     reserve[2];
    char    opening[2]; /* '-' in the basic game */
    int     side;
    char    stage; /* 0 between turns, '?' choice pending, '>' within a turn */
    int     row_colour;
    int     spared_count; /* runs left standing that are not offered again (R8.3) */
    GipfRow spared[GIPF_RUNS_MAX];
} GipfParts;

/* Build a position; the same checks as `check` of the contract, STATUS_ILLEGAL if one fails. */
Status gipf_build(uint32_t variant, const GipfParts *parts, Pos *out, Fault *fault);
int    gipf_spared(const Pos *pos, GipfRow *runs);

extern const Game GIPF_GAME;

/* --- inside this room --- */

extern const GameRules    GIPF_RULES;
extern const GameText     GIPF_TEXT;
extern const GameView     GIPF_VIEW;
extern const GameSymmetry GIPF_SYMMETRY;
extern const GameProof    GIPF_PROOF;
extern const GameEval     GIPF_EVAL;
extern const GameFast     GIPF_FAST;

extern const struct GameIndex GIPF_INDEX;

/* What a representation offers: the rules, and looking into a position. */
typedef struct GipfBoardRules {
    GameRules rules;
    char (*at)(const Pos *pos, GipfNode field);
    int (*runs)(const Pos *pos, int colour, GipfRow *runs);
    int (*spared)(const Pos *pos, GipfRow *runs);
    int (*choices)(const Pos *pos, GipfRow *runs);
    bool (*line_is_open)(const Pos *pos, int line);
    int (*stones)(const Pos *pos, int colour);
    void (*span)(const Pos *pos, GipfRow row, int *low, int *high);
    Status (*build)(uint32_t variant, const GipfParts *parts, Pos *out, Fault *fault);
} GipfBoardRules;

extern const GipfBoardRules GIPF_SMALL; /* S <= 4: one 64-bit word a colour */
extern const GipfBoardRules GIPF_LARGE; /* any S */

/* The fields of a colour as a set, counted row by row; `pos` is of the first kind.  Searches that
 * ask tables want to know it in every position. */
uint64_t gipf_small_fields(const Pos *pos, int side, int colour);

/* The part of a position that both representations share. */
typedef struct GipfHead {
    Pos     pos; /* extra: 1 while a choice of `side` is pending between turns */
    uint8_t reserve[2];
    uint8_t opening[2]; /* '1', 'g', '-' */
    uint8_t unused[4];
} GipfHead;

enum { GIPF_REASON_RESERVE, GIPF_REASON_DEADLOCK, GIPF_REASON_STACKS };

/* Phases of a turn: whose rows are being resolved. */
enum { GIPF_PHASE_PUSH = 0, GIPF_PHASE_OWN_ROWS = 1, GIPF_PHASE_OTHER_ROWS = 2 };

#endif
