/* tb_view.h - what tables of solved positions say about a game in a terminal, in words.
 *
 * Knows:   a shelf, the tables of the game that was asked about last, whether people want to see
 *          values all the time.
 * Ignores: where and when it is shown.
 */
#ifndef TERM_TB_VIEW_H
#define TERM_TB_VIEW_H

#include "solver/tb_cache.h"

/* All zero: there are no tables. */
typedef struct TbView {
    TbCache         *tb_cache; /* NULL: none */
    Setup            asked;    /* that `tables` are of; game NULL: nobody has asked yet */
    const Tablebase *tables;
    bool             shown; /* all the time: not unless people say so */
} TbView;

/* The tables of a folder; NULL: of the usual one. */
void tb_view_open(TbView *tb_view, const char *folder);
void tb_view_close(TbView *tb_view);

/* Obey what may follow the word `value`: nothing, or "on" or "off", which changes `shown`.  False where
 * it is something else. */
bool tb_view_choose(TbView *tb_view, const char *word);

/* Is there a table of this game and variant at all? */
bool tb_view_is_known(TbView *tb_view, const Setup *setup);

/* Who wins the game as it stands at the end of the line, with best play of both sides: "White wins in 17
 * turns (table)", "A draw with best play (table)".  False, and nothing written, where no table knows, and
 * where the game is over. */
bool tb_view_write(TbView *tb_view, const Line *line, Text *out);

#endif
