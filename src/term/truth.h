/* truth.h - what tables of solved positions say about a game in a terminal, in words.
 *
 * Knows:   a shelf, the tables of the game that was asked about last, whether people want to see
 *          values all the time.
 * Ignores: where and when it is shown.
 */
#ifndef TERM_TRUTH_H
#define TERM_TRUTH_H

#include "solver/tb_cache.h"

/* All zero: there are no tables. */
typedef struct Truth {
    TbCache         *tb_cache; /* NULL: none */
    Setup            asked;    /* that `tables` are of; game NULL: nobody has asked yet */
    const Tablebase *tables;
    bool             shown; /* all the time: not unless people say so */
} Truth;

/* The tables of a folder; NULL: of the usual one. */
void truth_open(Truth *truth, const char *folder);
void truth_close(Truth *truth);

/* Obey what may follow the word `value`: nothing, or "on" or "off", which changes `shown`.  False where
 * it is something else. */
bool truth_obey(Truth *truth, const char *word);

/* Is there a table of this game and variant at all? */
bool truth_is_known(Truth *truth, const Setup *setup);

/* Who wins the game as it stands at the end of the line, with best play of both sides: "White wins in 17
 * turns (table)", "A draw with best play (table)".  False, and nothing written, where no table knows, and
 * where the game is over. */
bool truth_say(Truth *truth, const Line *line, Text *out);

#endif
