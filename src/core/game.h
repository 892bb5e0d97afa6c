/* game.h - the contract between a game and everybody else.
 *
 * Two sides, perfect information, no chance.  A game fills the facets below with pure functions
 * and puts one line into games/list.c; search, solver, protocol, tables and arena see it through
 * this page alone.
 *
 * Rules speak in steps, words speak in turns.  A step is one decision; a turn is the steps that
 * one side takes until it is done (a push and the rows it removes, two stones, one roll).
 * core/turn.h joins steps into turns, core/line.h joins turns into games.
 *
 * A position is a small value: copied, never undone, compared with memcmp.  It knows nothing of
 * its past; whatever of the past matters to the rules is part of the position, and the rest
 * (repetition, number of turns, clocks) lives in core/line and above.
 *
 * Rules are truth, eval is judgement, fast is speed; each can be read without the others.
 *
 * Every function here is re-entrant and allocates nothing, except `shape` and `pieces`, which
 * fill growing lists for a drawing.
 */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "base/status.h"
#include "base/text.h"

enum {
    STEPS_MAX = 4096,       /* steps to choose from in one position */
    TURN_STEPS_MAX = 256,   /* steps of one turn */
    POS_BYTES_MAX = 16384,  /* size of a position */
    POS_TEXT_MAX = 4096,    /* a position line with its NUL */
    TURN_TEXT_MAX = 4096,   /* a turn with its NUL */
    VARIANT_TEXT_MAX = 128, /* a variant with its NUL */
    BOARD_TEXT_MAX = 65536, /* a board drawn in characters, with its NUL */
    TOUCHES_MAX = 64,       /* cells that one step touches */
    SIDE_NONE = 255,        /* nobody, where a side is asked for */
};

typedef uint64_t Step; /* one decision, packed by the game; only the game reads its bits */

/* The head of every game's position, its first member.  There is no padding behind it or
 * anywhere else in a position: two positions are the same exactly if their bytes are. */
typedef struct Pos {
    uint64_t key;     /* equal positions have equal keys; positions that play differently do not */
    uint32_t variant; /* the game's own packed settings */
    uint8_t  side;    /* who decides the next step: 0 or 1; the first mover is 0 */
    uint8_t  phase;   /* 0: a turn begins, or the game is over; above 0: `side`'s turn goes on */
    uint16_t extra;   /* the game's own, 0 if it has no use for it */
} Pos;

/* Room for a position of any game, for code that does not know which. */
typedef union PosBuffer {
    Pos           head;
    uint64_t      align;
    unsigned char bytes[POS_BYTES_MAX];
} PosBuffer;

typedef enum Ending { ENDING_NONE, ENDING_WON, ENDING_DRAWN } Ending;

/* How a game stands.  `reason` is a row of the game's reasons, or one of core/line's. */
typedef struct Outcome {
    uint8_t ending; /* an Ending */
    uint8_t winner; /* side, where somebody won */
    uint8_t reason;
} Outcome;

/* One way to end: the word for scripts, and the sentence for people, in which {winner} and
 * {loser} stand for the sides' names.  */
typedef struct Reason {
    const char *word;
    const char *sentence;
} Reason;

typedef struct GameRules {
    /* Bytes of a position of this variant, at most POS_BYTES_MAX. */
    size_t (*size)(uint32_t variant);
    void (*start)(uint32_t variant, Pos *out);
    /* All legal next steps in a fixed order, at most STEPS_MAX; 0 exactly if the game is over.
     * No step is listed from which its turn cannot be completed. */
    int (*gen)(const Pos *pos, Step *steps);
    /* As gen, but where steps of a turn commute each turn comes up in one order only.
     * Search and perft use it, from the beginning of a turn: within a turn that was begun in the
     * other order it may list nothing.  NULL where it is the same as gen. */
    int (*gen_once)(const Pos *pos, Step *steps);
    /* Any 64 bits may be asked about. */
    bool (*legal)(const Pos *pos, Step step);
    /* Requires legal(pos, step). */
    void (*apply)(Pos *pos, Step step);
    Outcome (*outcome)(const Pos *pos);
    /* Are these the same position as far as repetition goes?  For positions that carry counters,
     * which are then not part of the key either.  NULL: if their bytes are the same. */
    bool (*repeats)(const Pos *a, const Pos *b);
    /* The player who has a side now, 0 being whoever had side 0 at the start, where players may
     * exchange their sides while the pieces stay (a swap).  NULL: they never do. */
    int (*player)(const Pos *pos, int side);
    /* Set what no rule of the variant will ever look at, such as the number of a move, to its first
     * value, so that positions with one future become the same bytes.  NULL: there is no such
     * thing. */
    void (*forget)(Pos *pos);
    /* By how many points side 0 is ahead where the game is over.  NULL: there are no points. */
    int (*lead)(const Pos *pos);
    /* The key computed from nothing but the rest of the position. */
    uint64_t (*key)(const Pos *pos);
    /* Do all invariants hold?  STATUS_OK, or what is broken. */
    Status (*check)(const Pos *pos, Fault *fault);
} GameRules;

typedef struct GameText {
    /* Read the game's own settings: what follows the colon in GAME:VARIANT, without the settings
     * that core/setup keeps for itself; "" is the default variant. */
    Status (*variant_read)(const char *text, uint32_t *variant, Fault *fault);
    void (*variant_write)(uint32_t variant, Text *out);
    /* `out` has room for a position of `variant`; unchanged unless STATUS_OK. */
    Status (*pos_read)(uint32_t variant, const char *text, Pos *out, Fault *fault);
    void (*pos_write)(const Pos *pos, Text *out);
    /* Take one step from the front of `scan`.  Only legal steps are given: STATUS_SYNTAX where
     * the text is no step at all, STATUS_ILLEGAL with the rule where it is not allowed. */
    Status (*step_read)(const Pos *pos, Scan *scan, Step *step, Fault *fault);
    /* The texts of a turn's steps, one behind the other, are the text of the turn. */
    void (*step_write)(const Pos *pos, Step step, Text *out);
    /* Bring the commuting steps of a whole turn into canonical order.  NULL: order matters. */
    void (*turn_sort)(const Pos *pos, Step *steps, int count);
    /* The board in characters, as the game's own documents draw it; ends with a newline. */
    void (*draw)(const Pos *pos, Text *out);
    /* What follows the reason in a result line (points and the like).  NULL: nothing. */
    void (*details)(const Pos *pos, Text *out);
} GameText;

struct Shape;
struct Pieces;
struct Panel;

/* The cells that a sentence speaks of, for a table to mark. */
typedef struct CellList {
    int      count;
    uint16_t cell[TOUCHES_MAX];
} CellList;

typedef struct GameView {
    /* The board of a variant: cells, lines, outline.  False when memory ran out. */
    bool (*shape)(uint32_t variant, struct Shape *out);
    /* What lies where.  False when memory ran out. */
    bool (*pieces)(const Pos *pos, struct Pieces *out);
    /* The game's own score, as labelled values. */
    void (*panel)(const Pos *pos, struct Panel *out);
    /* The cells a hand touches to take a legal step, in order.  Where two steps of one position
     * touch the same cells, `label` tells them apart; otherwise it may stay empty. */
    void (*touches)(const Pos *pos, Step step, CellList *cells, Text *label);
    /* Why is the step at the front of `scan` not allowed?  A sentence that names the ruling, and
     * the offending cells.  Called only for what step_read has refused. */
    void (*explain)(const Pos *pos, Scan scan, Text *sentence, CellList *offending);
} GameView;

/* Maps of the board under which the rules do not change.  Map 0 is the identity. */
typedef struct GameSymmetry {
    int (*count)(uint32_t variant);
    /* `out` has room for a position of the mapped variant. */
    void (*map_pos)(const Pos *pos, int map, Pos *out);
    Step (*map_step)(const Pos *pos, Step step, int map);
} GameSymmetry;

/* Sound knowledge for proofs. */
typedef struct GameProof {
    /* A number of turns (of both sides together, the current one counted) before which `side`
     * cannot have won, whatever both sides do; UINT32_MAX if it can never win. */
    uint32_t (*turns_to_win)(const Pos *pos, int side);
    /* The side that wins by force, known by counting alone; SIDE_NONE where counting does not
     * tell.  `turns` is then a number of turns within which it wins, whatever the other does. */
    int (*decided)(const Pos *pos, uint32_t *turns);
    /* How much work it looks to prove that `side` wins (pn), and that it does not (dn), from 1 on;
     * `least` is turns_to_win.  The one guess here: it tells a search where to look first and
     * nothing else.  NULL: by `least` alone. */
    void (*guess)(const Pos *pos, int side, uint32_t least, uint32_t *pn, uint32_t *dn);
    /* Where turns_to_win is 1 for the side to move, does it mostly have a step that wins?  Then a
     * search for proofs looks for that step at once.  It makes it faster or slower and nothing
     * else. */
    bool win_in_one_is_likely;
} GameProof;

/* Which of the two searches plays a game unless somebody asks for the other. */
typedef enum SearchAlgorithm { ALGORITHM_ALPHABETA, ALGORITHM_MCTS } SearchAlgorithm;

enum {
    EVAL_MAX = 20000,       /* |eval| stays below this: known wins are the search's business */
    ORDER_LOUD = 1 << 20,   /* a step ranked this high is never searched less deep for being late */
    ORDER_ALWAYS = 1 << 28, /* one ranked this high is never left out either */
};

/* Judgement for the search: guesses that make it play well, none of which changes the rules.  All
 * functions are pure and cheap; they see positions that are not over. */
typedef struct GameEval {
    SearchAlgorithm thinker;
    bool            acyclic; /* no position can ever come back */
    /* What one small but clear advantage counts in `eval`: widths of windows, noise of levels. */
    int unit;
    /* The eval at which the better side wins three games of four. */
    int likely;
    /* How good it is to be the side that decides now (pos->side), in any phase of a turn. */
    int (*eval)(const Pos *pos);
    /* Another one, simple and documented in docs/strength.md, that is never changed: the players of
     * the ladder measure everybody else, so they stay as they are. */
    int (*baseline_eval)(const Pos *pos);
    /* Rank the steps of a position before anything is known about them; the higher, the sooner.
     * What was learned on the way adds up to +-16384 to a rank.  NULL: all alike. */
    void (*order)(const Pos *pos, const Step *steps, int count, int32_t *ranks);
    /* How many of the ranked steps, at least one, are worth a look with `depth` turns to go
     * (1 or more), besides those ranked ORDER_ALWAYS or higher.  `widening` starts at 0 and grows
     * while there is time, and the width with it.  NULL: all of them. */
    int (*width)(const Pos *pos, int depth, int widening);
    /* At the beginning of a turn: the steps that change the balance at once, in any order; eval
     * may be trusted where there are none.  A subset of gen_once.  NULL: there are never any. */
    int (*noisy)(const Pos *pos, Step *steps);
    /* At the beginning of a turn: is the side to move in danger to lose on the spot, so that
     * standing still is no option?  Such nodes are searched deeper.  NULL: never. */
    bool (*urgent)(const Pos *pos);
    /* At the beginning of a turn: hand the turn to the other side without playing, if that is
     * worth a try (it never is where having to move may be a burden).  False: nothing changed.
     * NULL: never. */
    bool (*pass)(Pos *pos);
} GameEval;

struct PvsInstance;
struct GameIndex; /* core/index.h */
struct GameCanon; /* the same */

/* The same rules, compiled for speed.  Every function must give what the general code in core
 * gives through the rules facet; tests compare them. */
typedef struct GameFast {
    bool (*covers)(uint32_t variant);
    uint64_t (*perft_turns)(const Pos *pos, int depth);
    uint64_t (*perft_positions)(const Pos *pos, int depth);
    /* Play random legal steps, each equally likely among gen's, until the game is over or
     * `turn_limit` turns are played; returns the turns played.  Takes one random number a step
     * that has a choice, so that equal seeds give equal games here and in core/perft.h. */
    uint32_t (*playout)(const Pos *pos, Random *random, uint32_t turn_limit, Outcome *outcome);
    /* The alpha-beta recursion (search/pvs.h) for a variant that is covered.  NULL: none. */
    const struct PvsInstance *(*search)(uint32_t variant);
} GameFast;

typedef struct Game {
    const char        *name;     /* as on the command line */
    const char        *title;    /* as on a box */
    const char        *summary;  /* one sentence */
    const char        *sides[2]; /* as in results: "white", "black" */
    const Reason      *reasons;  /* rows by Outcome.reason */
    int                reason_count;
    const char *const *variants; /* worth showing, the default first; ends with NULL */

    const GameRules    *rules;
    const GameText     *text;
    const GameView     *view;
    const GameSymmetry *symmetry; /* optional, as all below */
    const GameProof    *proof;
    const GameEval     *eval;
    const GameFast     *fast;

    const struct GameIndex *index; /* positions as numbers, for tables */
    const struct GameCanon *canon; /* or as keys, where no position comes back */
} Game;

/* Copy a position into a buffer with room for it. */
void game_copy(const Game *game, const Pos *from, Pos *to);
bool game_same(const Game *game, const Pos *a, const Pos *b);
/* The player, 0 or 1, who has a side now; the side itself in games without exchange. */
int game_player(const Game *game, const Pos *pos, int side);
/* gen_once where the game has one, else gen. */
int game_gen_once(const Game *game, const Pos *pos, Step *steps);

#endif
