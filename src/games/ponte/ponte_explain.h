/* ponte_explain.h - parse a step of Ponte del Diavolo and explain an illegal one.
 *
 * Knows:   the notation of steps (R9.2), steps as selected cells, the contest's error codes (R10).
 * Ignores: variants and position lines (ponte_text.c).
 */
#ifndef GAMES_PONTE_EXPLAIN_H
#define GAMES_PONTE_EXPLAIN_H

#include "games/ponte/ponte.h"
#include "games/ponte/ponte_messages.h"

/* The reasons for which a step is illegal, in the order of the contest's table of violations (R10).
 * If several apply, the first counts.  The codes are the contest's. */
#define PONTE_ERRORS(X)                   \
    X(FINE, "")                           \
    X(OCCUPIED, "occupied")               \
    X(COVERED, "covered")                 \
    X(DIAGONAL, "diagonal")               \
    X(GROUP_SIZE, "group-size")           \
    X(BRIDGE_BLOCKED, "bridge-blocked")   \
    X(BRIDGE_ENDS, "bridge-ends")         \
    X(BRIDGE_OWNER, "bridge-owner")       \
    X(BRIDGE_DISTANCE, "bridge-distance") \
    X(BAD_ACTION, "bad-action")           \
    X(BAD_FORMAT, "bad-format")

typedef enum PonteError {
#define X(name, code) PONTE_##name,
    PONTE_ERRORS(X)
#undef X
} PonteError;

/* Return the contest's code of an error, "" for PONTE_FINE. */
const char *ponte_error_code(PonteError error);

/* Return why `colour` may not place a stone here, or not build this bridge; PONTE_FINE if it may. */
PonteError ponte_stone_error(const Pos *pos, int colour, PonteCell cell);
PonteError ponte_bridge_error(const Pos *pos, int colour, PonteBridge bridge);

/* The result of parsing a step. */
typedef struct PonteReading {
    PonteError  error;
    size_t      at;         /* offset of the error in the text */
    Step        step;       /* valid if `error` is PONTE_FINE */
    PonteCell   cell[2];    /* the cells that were read */
    int         cell_count; /* 0 to 2 */
    PonteBridge bridge;     /* valid if two cells at bridge distance were read */
} PonteReading;

/* Parse one step for this position.  `scan` advances only if the step is legal. */
PonteReading ponte_step_parse(const Pos *pos, Scan *scan);
/* Fill in why the step is illegal; the message is empty if it is legal. */
void ponte_error_message(const Pos *pos, const PonteReading *reading, Message *why);
/* GameView.explain_cells. */
void ponte_explain_cells(const Pos *pos, const CellList *selected, Message *why);

#endif
