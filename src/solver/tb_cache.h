/* tb_cache.h - the tables of one folder, opened when they are first asked for and then shared.
 *
 * Knows:   solver/tb.h, and who has taken what.
 * Ignores: what is asked.
 *
 * Opening a table means to map its file and to check its sums, which takes a moment; so whoever asks
 * more than once keeps a shelf.  Tables are read-only: all who take those of one variant get the same
 * ones.  What nobody holds any more stays open until its place is needed.  A folder without tables is
 * a shelf without tables, and nobody complains.
 *
 * Any number of threads may take and give at the same time; who takes may have to wait while another
 * one opens.
 */
#ifndef SOLVER_TB_CACHE_H
#define SOLVER_TB_CACHE_H

#include "core/oracle.h"
#include "solver/tb.h"

enum { TB_CACHE_CAPACITY = 16 }; /* variants that are open at once */

typedef struct TbCache TbCache;

/* The tables of `folder`; NULL or "": of the usual one (tb_folder), and none where that is not
 * known.  NULL when memory ran out. */
TbCache *tb_cache_new(const char *folder);
/* Everything has been given back. */
void tb_cache_delete(TbCache *tb_cache); /* NULL is fine */

/* The tables that serve this variant, to be given back; NULL where there are none.  That there are none
 * is remembered for a while, so that a damaged file is not checked again and again.  `shelf` may be
 * NULL. */
const Tablebase *tb_cache_acquire(TbCache *tb_cache, const Game *game, uint32_t variant);
void             tb_cache_release(TbCache *tb_cache, const Tablebase *tb); /* NULL is fine */

/* Tables as somebody to ask.  `tables` outlives it. */
Oracle tb_oracle(const Tablebase *tb);

#endif
