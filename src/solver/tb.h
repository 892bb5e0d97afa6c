/* tb.h - probe tablebases.
 *
 * Knows:   files that solver/retro.h has written, in one directory.
 * Ignores: how they were built.  A position is in a tablebase, or it is unknown.
 *
 * For every position of a layer, a tablebase holds who wins with best play of both sides and after
 * how many turns: the winner minimises the number, the loser maximises it.  Values refer to the
 * side of the board (side 0 and side 1), never to the player; see game_player.
 *
 * A probe is read-only, allocates nothing and may run in any number of threads.
 */
#ifndef SOLVER_TB_H
#define SOLVER_TB_H

#include "core/turn.h"
#include "solver/proof.h"

typedef struct TbAnswer {
    ProofValue value; /* never PROOF_UNKNOWN */
    uint32_t   turns; /* until the win; 0 in a draw, and if the game is over */
} TbAnswer;

typedef struct Tablebase Tablebase;

/* Open the tablebase in `folder` that serves this variant.  Files that are damaged, or of another
 * version, are ignored.  Return NULL if there is none, or if memory ran out.  `game` must outlive
 * it. */
Tablebase *tb_open(const Game *game, uint32_t variant, const char *folder);
void       tb_close(Tablebase *tb); /* NULL is allowed */

/* Build in memory the smallest tablebase that has this position, in which a turn begins, and
 * everything that can follow; options->folder is ignored.  Return NULL with the reason in `fault`:
 * STATUS_NOT_FOUND if the game has neither numbers nor canonical keys for such positions,
 * STATUS_TOO_LARGE beyond the memory of the options, STATUS_SYSTEM if the listener stopped it. */
struct RetroOptions;
struct RetroReport;
Tablebase *tb_build(const Game *game, const Pos *pos, const struct RetroOptions *options,
                    struct RetroReport *report, Fault *fault);

/* Probe a position in any phase of a turn.  Return false, and leave `out` unchanged, if it is not
 * in the tablebase.  `tb` may be NULL: nothing is known then. */
bool tb_probe(const Tablebase *tb, const Pos *pos, TbAnswer *out);

/* Choose a turn that preserves the value of the position: the fastest win, else a draw, else the
 * slowest loss; the first of equals.  Return false, and change nothing, if not all turns are
 * known. */
bool tb_choose(const Tablebase *tb, const Pos *pos, Turn *turn, TbAnswer *out);

/* True if `turn` preserves the value of the position, or if the value is not known.  The length of
 * a win or a loss is not compared. */
bool tb_keeps(const Tablebase *tb, const Pos *pos, const Turn *turn);

/* Write the default directory of tablebases: TESSERA_TABLEBASES of the environment, or tessera/tables
 * in the user's data directory.  Return false if neither is known or `size` is too small. */
bool tb_folder(char *out, size_t size);

#endif
