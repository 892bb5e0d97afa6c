/* alliances_explain.h - parse a turn of Alliances and explain an illegal one.
 *
 * Knows:   the notation of turns (R7.1), selected cells, and every reason for which a turn is illegal.
 * Ignores: variants and position lines (alliances_text.c).
 */
#ifndef GAMES_ALLIANCES_EXPLAIN_H
#define GAMES_ALLIANCES_EXPLAIN_H

#include "core/message.h"
#include "games/alliances/alliances.h"

/* The reasons for which a turn is illegal, in the order in which they are tested for text. */
typedef enum AlliancesError {
    ALLIANCES_FINE,
    ALLIANCES_ERROR_OVER,   /* R6.1 */
    ALLIANCES_ERROR_FORM,   /* R7.1, not in the notation of a turn */
    ALLIANCES_ERROR_CELL,   /* R2.1, a name that is not on the board */
    ALLIANCES_ERROR_TAKEN,  /* R4.1 */
    ALLIANCES_ERROR_SUPPLY, /* R4.2 */
} AlliancesError;

/* The result of parsing a turn. */
typedef struct AlliancesReading {
    AlliancesError error;
    size_t         at;   /* offset of the error in the text */
    Step           step; /* valid if `error` is ALLIANCES_FINE */
    int            colour;
    AlliancesCell  cell;
    char           name[12]; /* the text in the place of the cell, for messages */
} AlliancesReading;

/* Parse one turn for this position.  `scan` advances only if the turn is legal. */
AlliancesReading alliances_parse(const Pos *pos, Scan *scan);
/* True if the text is not in the notation of a turn; false if the turn is illegal. */
bool alliances_error_is_syntax(AlliancesError error);
/* Make the message of a turn that cannot be played, with the offending cell. */
void alliances_error_message(const Pos *pos, const AlliancesReading *reading, Message *why);

/* Explain why no turn begins with these cells of the view; the message is empty if one does. */
void alliances_explain_cells(const Pos *pos, const CellList *selected, Message *why);

#endif
