/* diavolo_explain.h - names of points, fields and edges; explain an illegal step or selection.
 *
 * Knows:   the notation of steps (R9.1 to R9.4) and every reason for which one is illegal.
 * Ignores: variants and position lines (diavolo_text.c).
 */
#ifndef GAMES_DIAVOLO_EXPLAIN_H
#define GAMES_DIAVOLO_EXPLAIN_H

#include "games/diavolo/diavolo.h"
#include "games/diavolo/diavolo_messages.h"

/* Read a point such as "2,3" from the front of `scan`: numbers of at most two digits without
 * leading zeros.  False, with `scan` unchanged, if there is none.  It need not be on a board. */
bool diavolo_point_read(Scan *scan, DiavoloPoint *point);
/* Read a field such as "u2,3" or "d2,3", under the same contract. */
bool diavolo_field_read(Scan *scan, DiavoloField *field);

void diavolo_point_write(DiavoloPoint point, Text *out);
void diavolo_field_write(DiavoloField field, Text *out);
void diavolo_edge_write(DiavoloEdge edge, Text *out);

/* The reasons for which a step is illegal, with their rulings. */
typedef enum DiavoloError {
    DIAVOLO_FINE,
    DIAVOLO_ERROR_OVER,       /* R6.4 */
    DIAVOLO_ERROR_FORM,       /* R9.4, not in the notation of a step */
    DIAVOLO_ERROR_SECOND,     /* R4.3, the second land is missing */
    DIAVOLO_ERROR_NO_POINT,   /* R1.2, not on the board */
    DIAVOLO_ERROR_NO_FIELD,   /* R1.3, not on the board */
    DIAVOLO_ERROR_NO_CORNERS, /* R1.3, three points that are not the corners of a field */
    DIAVOLO_ERROR_FULL,       /* R4.4, the field holds a land */
    DIAVOLO_ERROR_BLOCKED,    /* R5.4 */
    DIAVOLO_ERROR_GROUP,      /* R4.1 */
    DIAVOLO_ERROR_ISLAND,     /* R4.2, would make an island that touches others */
    DIAVOLO_ERROR_TOUCH,      /* R4.2, would touch an island */
    DIAVOLO_ERROR_PARTNER,    /* R4.3, no second land could follow */
    DIAVOLO_ERROR_EARLY,      /* R7, bridge or pass in phase f or s */
    DIAVOLO_ERROR_EDGE,       /* R5.5, points that are not adjacent */
    DIAVOLO_ERROR_CORNER,     /* R5.1 */
    DIAVOLO_ERROR_TAKEN,      /* R5.2 */
    DIAVOLO_ERROR_BESIDE,     /* R5.3 */
    DIAVOLO_ERROR_SWAP,       /* R3.2, R3.3 */
    DIAVOLO_ERROR_PASS,       /* R6.1 */
    /* Only for selected cells. */
    DIAVOLO_ERROR_NO_CELL,      /* not on the board */
    DIAVOLO_ERROR_SECOND_POINT, /* R4.3, a point instead of the second field */
    DIAVOLO_ERROR_NO_BRIDGE,    /* R5, no bridge ends at the point */
    DIAVOLO_ERROR_END_FIELD,    /* R5, a field instead of the second end */
    DIAVOLO_ERROR_ONE_FIELD,    /* R4, more cells than a land has */
    DIAVOLO_ERROR_TWO_ENDS,     /* R5.5, more cells than a bridge has */
} DiavoloError;

/* What a player wants to do, from text or from selected cells, and what a message about it needs. */
typedef struct DiavoloReading {
    DiavoloError error;
    size_t       at;       /* offset of the error in the text */
    Step         step;     /* valid if `error` is DIAVOLO_FINE */
    char         name[12]; /* the word that was read, for messages */
    DiavoloField field;    /* of a land */
    DiavoloPoint point[2]; /* of a bridge */
    DiavoloPoint bad;      /* the offending point */
    int          extra;    /* the offending cell of a selection */
    DiavoloField beside;   /* the field with a land beside a bridge */
    int          joined;   /* lands that the new one would be joined with */
    bool         by_first; /* the first land of the turn is among the offending ones */
    int          land_count;
    int          land[TOUCHES_MAX]; /* the offending lands, by number, in ascending order */
} DiavoloReading;

/* Parse one step for this position.  `scan` advances only if the step is legal. */
DiavoloReading diavolo_step_parse(const Pos *pos, Scan *scan);
/* True if the text is not in the notation of a step; false if the step is illegal. */
bool diavolo_error_is_syntax(DiavoloError error);
/* Explain why the step is illegal; the message is empty if it is legal. */
void diavolo_error_write(const Pos *pos, const DiavoloReading *reading, Message *why);

/* GameView.explain_cells. */
void diavolo_explain_cells(const Pos *pos, const CellList *selected, Message *why);

#endif
