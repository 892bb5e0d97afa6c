/* diavolo_explain.h - names of points, fields and edges, reading a step, and saying why it is
 * refused. */
#ifndef GAMES_DIAVOLO_WORDS_H
#define GAMES_DIAVOLO_WORDS_H

#include "games/diavolo/diavolo.h"

/* "2,3"; the numbers have no leading zeros and at most two digits.  False, and nothing taken, if
 * no such text comes; the point need not be on a board. */
bool diavolo_point_read(Scan *scan, DiavoloPoint *point);
/* "u2,3" or "d2,3", with the same promise. */
bool diavolo_field_read(Scan *scan, DiavoloField *field);

void diavolo_point_write(DiavoloPoint point, Text *out);
void diavolo_field_write(DiavoloField field, Text *out);
void diavolo_edge_write(DiavoloEdge edge, Text *out);

/* The ids of the cells in the drawn shape: first the fields, then the points. */
int diavolo_field_cell(int field);
int diavolo_point_cell(int size, DiavoloPoint point);

/* Ways to refuse a step. */
typedef enum DiavoloError {
    DIAVOLO_FINE,
    DIAVOLO_REFUSE_OVER,       /* R6.4 */
    DIAVOLO_REFUSE_FORM,       /* R9.4, not the form of a step */
    DIAVOLO_REFUSE_SECOND,     /* R4.3, one land is on the board and none follows */
    DIAVOLO_REFUSE_NO_POINT,   /* R1.2, not on the board */
    DIAVOLO_REFUSE_NO_FIELD,   /* R1.3, not on the board */
    DIAVOLO_REFUSE_NO_CORNERS, /* R1.3, three points without a field */
    DIAVOLO_REFUSE_FULL,       /* R4.4, a land is there */
    DIAVOLO_REFUSE_BLOCKED,    /* R5.4 */
    DIAVOLO_REFUSE_GROUP,      /* R4.1 */
    DIAVOLO_REFUSE_ISLAND,     /* R4.2, would make an island that touches others */
    DIAVOLO_REFUSE_TOUCH,      /* R4.2, would touch an island */
    DIAVOLO_REFUSE_PARTNER,    /* R4.3, no second land goes with it */
    DIAVOLO_REFUSE_EARLY,      /* R7, bridge or pass in phase f or s */
    DIAVOLO_REFUSE_EDGE,       /* R5.5, no neighbours */
    DIAVOLO_REFUSE_CORNER,     /* R5.1 */
    DIAVOLO_REFUSE_TAKEN,      /* R5.2 */
    DIAVOLO_REFUSE_BESIDE,     /* R5.3 */
    DIAVOLO_REFUSE_SWAP,       /* R3.2, R3.3 */
    DIAVOLO_REFUSE_PASS,       /* R6.1 */
} DiavoloError;

typedef struct DiavoloReading {
    DiavoloError error;
    size_t       at;   /* where in the text */
    Step         step; /* where it is fine */
    char         name[12];
    DiavoloField field;    /* of a land */
    DiavoloPoint point[2]; /* of a bridge */
    DiavoloPoint bad;      /* the point that is to blame */
    DiavoloField beside;   /* the field with a land beside a bridge */
    int          joined;   /* lands that the new one would be joined with */
    bool         by_first; /* the first land of the turn is to blame */
    int          land_count;
    int          land[TOUCHES_MAX]; /* lands that forbid, by number */
} DiavoloReading;

/* Read one step for this position; the scan moves on only if it is fine. */
DiavoloReading diavolo_step_parse(const Pos *pos, Scan *scan);
bool           diavolo_refusal_is_syntax(DiavoloError error);
/* A sentence without the closing full stop; `offending` may be NULL. */
void diavolo_error_write(const Pos *pos, const DiavoloReading *reading, Text *out,
                         CellList *offending);

#endif
