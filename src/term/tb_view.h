/* tb_view.h - tablebase values of a game in a terminal, as text.
 *
 * Knows:   a tablebase cache, the tablebase of the latest game, whether values are always shown.
 * Ignores: where and when they are shown.
 */
#ifndef TERM_TB_VIEW_H
#define TERM_TB_VIEW_H

#include "solver/tb_cache.h"
#include "term/term_text.h"

/* All zero: no tablebases. */
typedef struct TbView {
    TbCache         *tb_cache; /* NULL: none */
    Setup            asked;    /* of `tables`; game NULL: not probed yet */
    const Tablebase *tables;
    bool             shown; /* always; false by default */
} TbView;

/* Use the tablebases in a directory; NULL: in the default one. */
void tb_view_open(TbView *tb_view, const char *folder);
void tb_view_close(TbView *tb_view);

/* Handle the argument of `value`: none, or "on" or "off", which changes `shown`. False for anything
 * else. */
bool tb_view_choose(TbView *tb_view, const char *word);

/* True if there is a tablebase for this game and variant. */
bool tb_view_is_known(TbView *tb_view, const Setup *setup);

/* Write who wins the game at the end of the line with best play: "White wins in 17 moves (tablebase)",
 * "A draw with best play (tablebase)". False, and nothing written, if no tablebase contains it or the
 * game is over. */
bool tb_view_write(TbView *tb_view, const Line *line, const TermText *text, Text *out);

#endif
