/* tb.h - what the tables of solved positions say about one position.
 *
 * Knows:   files that solver/retro.h has written, found in one folder.
 * Ignores: how they were made.  It never guesses: a position is in a table, or it is not.
 *
 * A table holds, for every position of a layer, who wins with best play of both sides and after how
 * many turns: the winner hurries, the loser delays.  Values are told by the side of the board
 * (side 0 and side 1), never by the player: who has which side is game_player's business.
 *
 * A probe is read-only, allocates nothing and may run in any number of threads.
 */
#ifndef SOLVER_TB_H
#define SOLVER_TB_H

#include "core/turn.h"
#include "solver/proof.h"

typedef struct TbAnswer {
    ProofValue value; /* never PROOF_UNKNOWN */
    uint32_t   turns; /* until the winner has won; 0 in a draw, and where the game is over */
} TbAnswer;

typedef struct Tablebase Tablebase;

/* The tables in `folder` that serve this variant; files that are damaged, or of another version, are
 * left out.  NULL where there is none, or memory ran out.  `game` outlives them. */
Tablebase *tb_open(const Game *game, uint32_t variant, const char *folder);
void       tb_close(Tablebase *tb); /* NULL is fine */

/* Ask about a position, in any phase of a turn.  False, and `out` unchanged, where no table has it.
 * `tables` may be NULL: nothing is known then. */
bool tb_probe(const Tablebase *tb, const Pos *pos, TbAnswer *out);

/* A turn that keeps what the position is worth: the fastest win, else a draw, else the slowest loss;
 * of equal ones the first.  False, and nothing changed, where not all turns are known. */
bool tb_choose(const Tablebase *tb, const Pos *pos, Turn *turn, TbAnswer *out);

/* Would `turn` keep what the position is worth?  True also where it is not known.  How long a win or
 * a loss then takes is not looked at. */
bool tb_keeps(const Tablebase *tb, const Pos *pos, const Turn *turn);

/* Where tables are unless somebody says otherwise: the environment's TESSERA_TABLEBASES, or
 * tessera/tables in the user's data folder.  False if neither is known or there is no room. */
bool tb_folder(char *out, size_t size);

#endif
