/* tb_cache.h - a reference-counted cache of the tablebases in one directory.
 *
 * Knows:   solver/tb.h, and the users of each tablebase.
 * Ignores: what is probed.
 *
 * Opening a tablebase maps its file and checks its checksums, which takes a moment, so programs
 * that probe repeatedly keep a cache.  Tablebases are read-only: all users of a variant share one.
 * Unused ones stay open until their place is needed.  A directory without tablebases is not an
 * error.
 *
 * Any number of threads may acquire and release at the same time.  Acquiring may wait while another
 * thread opens a file.
 */
#ifndef SOLVER_TB_CACHE_H
#define SOLVER_TB_CACHE_H

#include "core/oracle.h"
#include "solver/tb.h"

enum { TB_CACHE_CAPACITY = 16 }; /* variants open at once */

typedef struct TbCache TbCache;

/* Cache the tablebases of `folder`; NULL or "" is the default directory (tb_folder), or none if
 * that is not known.  Return NULL if memory ran out. */
TbCache *tb_cache_new(const char *folder);
/* All tablebases must have been released. */
void tb_cache_delete(TbCache *tb_cache); /* NULL is allowed */

/* Return the tablebase of this variant, or NULL if there is none.  Release it after use.  A missing
 * tablebase is remembered for a while, so that a damaged file is not checked again and again.
 * `tb_cache` may be NULL. */
const Tablebase *tb_cache_acquire(TbCache *tb_cache, const Game *game, uint32_t variant);
void             tb_cache_release(TbCache *tb_cache, const Tablebase *tb); /* NULL is allowed */

/* Return an Oracle over a tablebase, which must outlive it. */
Oracle tb_oracle(const Tablebase *tb);

#endif
