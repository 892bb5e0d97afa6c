/* game.h - the game interface: what a game provides to all other modules.
 *
 * Two sides, perfect information, no chance.  A game fills in the facets below with pure functions
 * and adds its folder to a list in meson.build.  Search, solver, protocol, tables and arena see a
 * game only through this header.
 *
 * Rules work in steps, notation works in turns.  A step is one decision.  A turn is the sequence of
 * steps that one side takes until it is done: a push and the rows it removes, two stones, one roll.
 * core/turn.h joins steps into turns, core/line.h joins turns into games.
 *
 * A position is a small value that is copied, never undone, and compared with memcmp.  It stores no
 * history.  Whatever part of the history matters to the rules is part of the position.  The rest
 * (repetition, number of turns, clocks) is in core/line and above.
 *
 * `rules` defines what is legal, `eval` estimates, and `fast` repeats the rules in optimised code.
 * Each can be read without the others.
 *
 * Every function here is re-entrant and allocates nothing, except `shape` and `pieces`, which fill
 * growing lists for a drawing.
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
    STEPS_MAX = 4096,       /* legal steps in one position */
    TURN_STEPS_MAX = 256,   /* steps of one turn */
    POS_BYTES_MAX = 16384,  /* size of a position */
    POS_TEXT_MAX = 4096,    /* a position as text, with its NUL */
    TURN_TEXT_MAX = 4096,   /* a turn as text, with its NUL */
    VARIANT_TEXT_MAX = 128, /* a variant as text, with its NUL */
    BOARD_TEXT_MAX = 65536, /* a board drawn in characters, with its NUL */
    TOUCHES_MAX = 64,       /* cells that the player selects for one step */
    SIDE_NONE = 255,        /* neither side */
};

typedef uint64_t Step; /* one decision, packed by the game; only the game interprets its bits */

/* The header of every game's position, its first member.  A position has no padding, neither here
 * nor after it: two positions are the same exactly if their bytes are. */
typedef struct Pos {
    uint64_t key;     /* hash: equal positions have equal keys, and positions that
                       * play differently have different keys except by collision */
    uint32_t variant; /* the game's settings, packed by the game */
    uint8_t  side;    /* who decides the next step: 0 or 1; the first mover is 0 */
    uint8_t  phase;   /* 0: a turn begins, or the game is over; above 0: the turn of `side`
                       * continues */
    uint16_t extra;   /* for the game's own use; 0 if unused */
} Pos;

/* Storage for a position of any game. */
typedef union PosBuffer {
    Pos           head;
    uint64_t      align;
    unsigned char bytes[POS_BYTES_MAX];
} PosBuffer;

typedef enum Ending { ENDING_NONE, ENDING_WON, ENDING_DRAWN } Ending;

/* The result of a position.  `reason` is a row of the game's reasons, or one of core/line's. */
typedef struct Outcome {
    uint8_t ending; /* an Ending */
    uint8_t winner; /* the side that won, if `ending` is ENDING_WON */
    uint8_t reason;
} Outcome;

struct Message;     /* core/message.h */
struct Arrangement; /* core/arrange.h */
struct MessageDef;  /* also there */

/* One way to end a game: the word for scripts, and the reason for people, in which {winner} and {loser}
 * stand for the names of the sides: "{loser} has no piece to enter". */
typedef struct Reason {
    const char              *word;
    const struct MessageDef *message;
} Reason;

/* Each user interface has one table from Colour to a colour and a symbol. */
typedef enum Colour {
    COLOUR_NONE,
    COLOUR_WHITE,
    COLOUR_BLACK,
    COLOUR_RED,
    COLOUR_BLUE,
    COLOUR_SKY,
    COLOUR_ORANGE,
    COLOUR_PURPLE,
    COLOUR_GREEN,
    COLOUR_COUNT,
} Colour;

/* Functions that the browser module never calls: perft, drawings in characters, invariants, the
 * evaluation of the baseline players.  Users would download them, so the module has NULL in their
 * place. */
#ifdef BROWSER_MODULE
#define NATIVE_ONLY(function) NULL
#else
#define NATIVE_ONLY(function) function
#endif

typedef struct GameRules {
    /* Return the size of a position of this variant in bytes, at most POS_BYTES_MAX. */
    size_t (*size)(uint32_t variant);
    void (*start)(uint32_t variant, Pos *out);
    /* Write all legal next steps in a fixed order and return their number, at most STEPS_MAX.  It
     * is 0 exactly if the game is over.  A step is listed only if its turn can be completed. */
    int (*gen)(const Pos *pos, Step *steps);
    /* As gen, but if steps of a turn commute, each turn is generated in one order only.  Search and
     * perft use it, from the beginning of a turn.  Within a turn that began in another order it may
     * list nothing.  NULL: the same as gen. */
    int (*gen_once)(const Pos *pos, Step *steps);
    /* True if `step`, any 64 bits, is legal. */
    bool (*legal)(const Pos *pos, Step step);
    /* Requires legal(pos, step). */
    void (*apply)(Pos *pos, Step step);
    Outcome (*outcome)(const Pos *pos);
    /* True if two positions are equal for the repetition rule.  For positions that contain
     * counters, which are then not part of the key either.  NULL: compare the bytes. */
    bool (*repeats)(const Pos *a, const Pos *b);
    /* Return the player, 0 or 1, who has `side` now.  Player 0 is the one who had side 0 at the
     * start.  For games in which players may swap sides while the pieces stay.  NULL: they never
     * do. */
    int (*player)(const Pos *pos, int side);
    /* Reset fields that no rule of the variant ever reads, such as a move number, so that positions
     * with the same future become the same bytes.  NULL: there are none. */
    void (*forget)(Pos *pos);
    /* Return the lead of side 0 in points when the game is over.  NULL: the game has no points. */
    int (*lead)(const Pos *pos);
    /* Compute the key from scratch, from the rest of the position. */
    uint64_t (*key)(const Pos *pos);
    /* Return STATUS_OK if all invariants hold, or report the broken one. */
    Status (*check)(const Pos *pos, Fault *fault);
} GameRules;

/* What a player may announce with a turn: the suffix of its text, and what to call it. */
typedef struct Announcement {
    const char              *suffix; /* "+" */
    const struct MessageDef *label;  /* "DUELL" */
} Announcement;

/* Another way to write steps, which step_read accepts as well. */
typedef struct Notation {
    const char *name; /* on the command line; NULL ends an array */
    void (*step_write)(const Pos *pos, Step step, Text *out);
} Notation;

typedef struct GameText {
    /* Parse the game's own settings: the text after the colon in GAME:VARIANT, without the settings
     * that core/setup handles.  "" is the default variant. */
    Status (*variant_read)(const char *text, uint32_t *variant, Fault *fault);
    void (*variant_write)(uint32_t variant, Text *out);
    /* `out` has capacity for a position of `variant`.  It is unchanged unless the result is
     * STATUS_OK. */
    Status (*pos_read)(uint32_t variant, const char *text, Pos *out, Fault *fault);
    void (*pos_write)(const Pos *pos, Text *out);
    /* Parse one step at the front of `scan`.  Only legal steps are returned: STATUS_SYNTAX if the
     * text is not a step, STATUS_ILLEGAL with the rule if the step is not allowed.  `why` says what
     * is wrong. */
    Status (*step_read)(const Pos *pos, Scan *scan, Step *step, struct Message *why);
    /* Write a step.  The texts of the steps of a turn, concatenated, are the text of the turn. */
    void (*step_write)(const Pos *pos, Step step, Text *out);
    /* Sort the commuting steps of a complete turn into canonical order.  NULL: order matters. */
    void (*turn_sort)(const Pos *pos, Step *steps, int count);
    /* Draw the board in characters, as the game's own documents do.  Ends with a newline. */
    void (*draw)(const Pos *pos, Text *out);
    /* Draw it with the names of its cells, as the game's own documents do.  Ends with a newline.
     * NULL: they have no such drawing. */
    void (*draw_labels)(const Pos *pos, Text *out);
    /* Write what follows the reason in a result line, such as points.  NULL: nothing. */
    void (*details)(const Pos *pos, Text *out);
    /* Write the name of a cell of the board. */
    void (*cell_write)(uint32_t variant, int cell, Text *out);
    /* Add the numbers to a result: replace the argument `reason`, a term, by one that has them, and add
     * them as arguments.  `winner` and `loser` are there already.  NULL: the reason is enough. */
    void (*outcome_message)(const Pos *pos, Outcome outcome, struct Message *out);
    /* Return what players announce themselves in this variant; the last suffix is NULL.  `step_write`
     * writes the right one, and `step_read` rejects a step without it.  NULL, or a function that
     * returns NULL: there is nothing to announce. */
    const Announcement *(*announcements)(uint32_t variant);
    /* Other notations besides that of step_write.  NULL: there are none. */
    const Notation *notations;
    /* Write the position line of a board with these pieces (core/arrange.h).  Everything that they do
     * not show is as in `like`.  A piece that the game does not have is written as ?, so that pos_read
     * rejects it.  NULL: the game has no board editor. */
    void (*arrange)(const Pos *like, const struct Arrangement *board, Text *out);
} GameText;

struct Shape; /* core/shape.h */
struct Pieces;
struct Panel;
struct InputHint;
struct Regions;
struct Effects; /* core/effect.h */

/* The cells that a sentence mentions, for a user interface to mark. */
typedef struct CellList {
    int      count;
    uint16_t cell[TOUCHES_MAX];
} CellList;

typedef struct GameView {
    /* Describe the board of a variant: cells, lines, outline.  False if memory ran out. */
    bool (*shape)(uint32_t variant, struct Shape *out);
    /* List the pieces and their cells.  False if memory ran out. */
    bool (*pieces)(const Pos *pos, struct Pieces *out);
    /* Write the game's score as labelled values. */
    void (*panel)(const Pos *pos, struct Panel *out);
    /* Describe how a player enters a legal step: the cells to select, in order, and what
     * distinguishes it from other steps with the same cells. */
    void (*input_hint)(const Pos *pos, Step step, struct InputHint *out);
    /* Explain why no legal step begins with these cells, selected in this order: the rule, and the
     * offending cells.  Empty if one does. */
    void (*explain_cells)(const Pos *pos, const CellList *selected, struct Message *why);
    /* List what a legal step does, in order.  False if memory ran out. */
    bool (*effects)(const Pos *pos, Step step, struct Effects *out);
    /* List the cells that belong together.  False if memory ran out.  NULL: there are none. */
    bool (*regions)(const Pos *pos, struct Regions *out);
} GameView;

/* Symmetries of the board under which the rules do not change.  Map 0 is the identity. */
typedef struct GameSymmetry {
    int (*count)(uint32_t variant);
    /* Return the number of maps that lead the steps of this position to those of its image; maps from
     * `count` on may change other positions.  The images of a position by these maps have the same
     * number.  NULL: it is `count`. */
    int (*count_at)(const Pos *pos);
    /* `out` has capacity for a position of the mapped variant. */
    void (*map_pos)(const Pos *pos, int map, Pos *out);
    Step (*map_step)(const Pos *pos, Step step, int map);
} GameSymmetry;

/* Sound bounds and knowledge for proofs. */
typedef struct GameProof {
    /* Return a lower bound on the number of turns that `side` needs to win, whatever both sides do.
     * It counts the turns of both sides, with the current one.  UINT32_MAX: it can never win. */
    uint32_t (*turns_to_win)(const Pos *pos, int side);
    /* Return the side that wins by force, if counting alone decides it, or SIDE_NONE.  `turns` is
     * then an upper bound on the turns until the win, whatever the opponent does. */
    int (*decided)(const Pos *pos, uint32_t *turns);
    /* Estimate the initial proof number (work to prove that `side` wins) and disproof number, both
     * at least 1.  `least` is turns_to_win.  This is the only heuristic here: it changes the order
     * of the search and nothing else.  NULL: derive them from `least` alone. */
    void (*guess)(const Pos *pos, int side, uint32_t least, uint32_t *pn, uint32_t *dn);
    /* True if the side to move usually has a winning step when its turns_to_win is 1.  A proof
     * search then tries to find that step first.  This affects speed only. */
    bool win_in_one_is_likely;
} GameProof;

/* The search algorithm that plays a game by default. */
typedef enum SearchAlgorithm { ALGORITHM_ALPHABETA, ALGORITHM_MCTS } SearchAlgorithm;

enum {
    EVAL_MAX = 20000,       /* bound of |eval|; scores of proved wins are above it
                             * (search/score.h) */
    ORDER_LOUD = 1 << 20,   /* a step ranked this high is exempt from late move reductions */
    ORDER_ALWAYS = 1 << 28, /* a step ranked this high is exempt from late move pruning as well */
};

enum { LEVEL_ROWS = 10 };

/* What a level of strength does: it looks ahead, or it plays at first sight (search/glance.h). */
typedef struct GameLevel {
    uint64_t nodes; /* searched per turn, if it looks ahead */
    int      slip;  /* of 1000 turns, played at first sight */
    int      sight; /* at first sight, how many steps it notices, in hundredths of a step */
} GameLevel;

/* Heuristics for the search.  They decide how well it plays; none of them changes the rules.  All
 * functions are pure and cheap.  They are called only for positions in which the game is not
 * over. */
typedef struct GameEval {
    SearchAlgorithm thinker;
    bool            acyclic; /* no position can occur twice in a game */
    /* The value of one small but clear advantage in `eval`.  It scales search windows and the noise
     * of self-play. */
    int unit;
    /* The eval at which the better side wins three games out of four. */
    int likely;
    /* Static evaluation for the side that decides now (pos->side), in any phase of a turn. */
    int (*eval)(const Pos *pos);
    /* Lazy evaluation: `eval` without the terms that take long.  They seldom change it by more than
     * `rough_most`; 0: there is no rough evaluation. */
    int (*rough)(const Pos *pos);
    int rough_most;
    /* A second, simple evaluation, documented in docs/strength.md.  It never changes, because the
     * baseline players are the reference for all measurements. */
    int (*baseline_eval)(const Pos *pos);
    /* Rank the steps of a position for move ordering; higher ranks are searched first.  The killer
     * and history heuristics add up to +-16384 to a rank.  NULL: all steps rank equally. */
    void (*order)(const Pos *pos, const Step *steps, int count, int32_t *ranks);
    /* Return how many of the ranked steps, at least one, to search with `depth` turns left (1 or
     * more), besides those ranked ORDER_ALWAYS or higher.  `widening` starts at 0 and grows while
     * there is time (progressive widening), and the width grows with it.  NULL: all steps. */
    int (*width)(const Pos *pos, int depth, int widening);
    /* In a game with a width: every iteration of the search widens and goes one turn deeper.  False:
     * they take turns. */
    bool widens_always;
    /* At the beginning of a turn, list the steps for quiescence search: those that change the
     * balance at once, in any order, a subset of gen_once.  If there are none, `eval` is reliable.
     * NULL: there are never any. */
    int (*noisy)(const Pos *pos, Step *steps);
    /* At the beginning of a turn: true if the side to move is in danger of losing at once, so that
     * passing is not an option.  Such nodes get a search extension.  NULL: never. */
    bool (*urgent)(const Pos *pos);
    /* At the beginning of a turn: pass the turn to the other side for null-move pruning, if that is
     * worth trying.  It never is if zugzwang is possible.  False: nothing changed.  NULL: never. */
    bool (*pass)(Pos *pos);
    /* LEVEL_ROWS rows, the weakest level first, where a game has its own; the matches behind them
     * belong in docs/strength.md.  NULL: the common ones (search/level.c). */
    const GameLevel *levels;
    /* Slips come in runs: of this many turns of the game, a level slips in all of its own or in
     * none.  0: the position of each turn decides. */
    int slip_turns;
    /* The number of turns left up to which futility pruning leaves out all steps ranked below
     * ORDER_LOUD.  If it is set, `noisy` lists exactly the steps ranked ORDER_LOUD or higher.  Their
     * rank is ORDER_ALWAYS plus what they gain in `eval`, or at least ORDER_ALWAYS + EVAL_MAX if they
     * win, and quiescence search leaves out those that gain too little.  0: futility pruning with one
     * turn left, except for the first step. */
    int futile_turns;
} GameEval;

struct PvsInstance;
struct GameIndex;    /* core/index.h */
struct GameCanon;    /* also core/index.h */
struct GameLearning; /* core/learning.h */
struct GameModel;    /* core/model.h */
struct GameWeights;  /* core/weights.h */
struct GameRanks;    /* core/ranks.h */

/* The same rules, compiled for speed.  Every function must return what the general code in core
 * returns through the rules facet; tests compare them. */
typedef struct GameFast {
    bool (*covers)(uint32_t variant);
    uint64_t (*perft_turns)(const Pos *pos, int depth);
    uint64_t (*perft_positions)(const Pos *pos, int depth);
    /* Play random legal steps, each equally likely among gen's, until the game is over or
     * `turn_limit` turns are played.  Return the number of turns.  Draws one random number per step
     * with a choice, so that equal seeds give equal games here and in core/perft.h. */
    uint32_t (*playout)(const Pos *pos, Random *random, uint32_t turn_limit, Outcome *outcome);
    /* Return the alpha-beta search (search/pvs.h) compiled for a covered variant.  NULL: there is
     * none. */
    const struct PvsInstance *(*search)(uint32_t variant);
} GameFast;

typedef struct Game {
    const char        *name;     /* on the command line */
    const char        *title;    /* for display */
    const char        *summary;  /* one sentence */
    const char        *sides[2]; /* in results: "white", "black" */
    const Reason      *reasons;  /* indexed by Outcome.reason */
    int                reason_count;
    const char *const *variants; /* listed in help, the default first; ends with NULL */
    /* All definitions of the game.  Some are found by their key: the names of the sides ("white"),
     * of a variant ("variant:standard"), and tips for beginners ("tip-1" and so on). */
    const struct MessageDef *messages;
    int                      message_count;
    uint8_t                  colour[2]; /* a Colour: of each side */
    bool                     facing;    /* the players sit opposite each other */

    const GameRules    *rules;
    const GameText     *text;
    const GameView     *view;
    const GameSymmetry *symmetry; /* optional, like all below */
    const GameProof    *proof;
    const GameEval     *eval;
    const GameFast     *fast;

    const struct GameIndex *index; /* positions as numbers, for tablebases */
    const struct GameCanon *canon; /* or as canonical keys, if no position can repeat */

    const struct GameLearning *learning; /* steps and positions as numbers, for learning programs */
    const struct GameModel    *model;    /* a learned evaluation: a small network */
    const struct GameWeights  *weights;  /* or a sum of weights */
    const struct GameRanks    *ranks;    /* a learned order of steps */
} Game;

/* Copy a position.  `to` has capacity for it. */
void game_copy(const Game *game, const Pos *from, Pos *to);
bool game_same(const Game *game, const Pos *a, const Pos *b);
/* Return the player, 0 or 1, who has a side now; the side itself in games without a swap. */
int game_player(const Game *game, const Pos *pos, int side);
/* Return the announcements of a variant; NULL if there are none. */
const Announcement *game_announcements(const Game *game, uint32_t variant);
/* Return the number of symmetries that hold in a position: 1 if the game has none. */
int game_symmetries(const Game *game, const Pos *pos);
/* Call gen_once if the game has one, else gen. */
int game_gen_once(const Game *game, const Pos *pos, Step *steps);

#endif
