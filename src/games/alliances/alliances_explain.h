/* alliances_explain.h - reading a turn of Alliances, and saying why it is refused. */
#ifndef GAMES_ALLIANCES_WORDS_H
#define GAMES_ALLIANCES_WORDS_H

#include "games/alliances/alliances.h"

/* Ways to refuse a turn, in the order in which they are tested. */
typedef enum AlliancesError {
    ALLIANCES_FINE,
    ALLIANCES_REFUSE_OVER,   /* R6.1 */
    ALLIANCES_REFUSE_FORM,   /* R7.1, not the form of a turn */
    ALLIANCES_REFUSE_CELL,   /* R2.1, a name that is not on the board */
    ALLIANCES_REFUSE_TAKEN,  /* R4.1 */
    ALLIANCES_REFUSE_SUPPLY, /* R4.2 */
} AlliancesError;

typedef struct AlliancesReading {
    AlliancesError error;
    size_t         at;   /* where in the text */
    Step           step; /* where it is fine */
    int            colour;
    AlliancesCell  cell;
    char           name[12]; /* what stood where the cell should be */
} AlliancesReading;

/* Read one turn for this position; the scan moves on only if it is fine. */
AlliancesReading alliances_parse(const Pos *pos, Scan *scan);
bool             alliances_refusal_is_syntax(AlliancesError error);
/* A sentence without the closing full stop; `offending` may be NULL. */
void alliances_error_write(const Pos *pos, const AlliancesReading *reading, Text *out,
                           CellList *offending);

#endif
