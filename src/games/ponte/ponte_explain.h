/* ponte_explain.h - reading a step of Ponte del Diavolo, and saying why it is refused. */
#ifndef GAMES_PONTE_WORDS_H
#define GAMES_PONTE_WORDS_H

#include "games/ponte/ponte.h"

/* Ways to refuse a step, in the order of the contest's table of violations (R10): where several
 * apply, the first one counts.  The words are the contest's. */
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
#define X(name, word) PONTE_##name,
    PONTE_ERRORS(X)
#undef X
} PonteError;

const char *ponte_refusal_word(PonteError error);

/* Why may `colour` not put one stone here, or not build this bridge?  PONTE_FINE if it may. */
PonteError ponte_stone_refusal(const Pos *pos, int colour, PonteCell cell);
PonteError ponte_bridge_refusal(const Pos *pos, int colour, PonteBridge bridge);

typedef struct PonteReading {
    PonteError  error;
    size_t      at; /* where in the text */
    Step        step;
    PonteCell   cell[2]; /* what was read */
    int         cell_count;
    PonteBridge bridge;
} PonteReading;

/* Read one step for this position; the scan moves on only if it is fine. */
PonteReading ponte_step_parse(const Pos *pos, Scan *scan);
/* A sentence without the closing full stop; `offending` may be NULL. */
void ponte_error_write(const Pos *pos, const PonteReading *reading, Text *out, CellList *offending);

#endif
