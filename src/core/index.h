/* index.h - positions as numbers: the facet from which tablebases are built.
 *
 * Knows:   layers of positions, and the number of each position in its layer.
 * Ignores: values.  The solver computes them from the edges listed here.
 *
 * A layer is a set of positions, all at the beginning of a turn, that may lead to one another.  A
 * move that leaves a layer leads to a layer with a smaller number.  So layers are solved in order,
 * and retrograde analysis works on one layer at a time.
 *
 * One tablebase may serve many variants: the variants of a family have the same layers and differ
 * only in which of them a game can reach.
 *
 * If pieces are only added and never removed, layers need no index: GameCanon, below, provides keys
 * instead of numbers, and the solver enumerates them.
 *
 * An index needs memory, so it is opened and closed.  In between it is read-only and any number of
 * threads may use it.
 */
#ifndef CORE_INDEX_H
#define CORE_INDEX_H

#include "core/game.h"

enum {
    INDEX_EDGES_MAX = 4096,       /* out of one position */
    INDEX_ENTRIES_MAX = 16384,    /* into one position */
    INDEX_FEW_MOVES = 253,        /* out of one position, if has_few_moves; one byte counts them */
    INDEX_LAYER_MAX = 0x60000000, /* positions of one layer */
    INDEX_NAME_MAX = 64,          /* name of a layer or a family, with its NUL */
};

/* The place of a position.  An edge may also lead to the end of the game.  Then the layer is
 * INDEX_ENDED and the number is -INDEX_LOST or one of the other codes of `exits`. */
enum { INDEX_ENDED = INT32_MAX };

typedef struct IndexPlace {
    uint32_t layer;
    uint32_t number; /* below the size of the layer */
} IndexPlace;

/* What an edge leads to, seen from the player who leaves the position. */
typedef enum IndexKind {
    INDEX_OTHER, /* the other player moves next */
    INDEX_SAME,  /* the same player moves next, in another turn */
    INDEX_GROUP, /* and above: the other player first chooses among all edges with this number, in
                  * short turns, and then moves */
} IndexKind;

typedef struct IndexEdge {
    IndexPlace place;
    uint16_t   kind;  /* an IndexKind, or the number of a group */
    uint16_t   turns; /* turns from the position to the place: 1, plus the short turns between;
                       * below 8 */
} IndexEdge;

/* What `exits` returns for a position in which the game is over. */
enum { INDEX_LOST = -1, INDEX_DRAWN = -2, INDEX_WON = -3 }; /* for the player to move */

/* What `exits` returns for a position in which some plain move wins at once for the player to
 * move. */
enum { INDEX_WINS = -4 };

/* Plain moves: those inside the layer that `entries` can reverse.  All are of the kind INDEX_OTHER
 * and take one turn. */
typedef struct IndexPlain {
    uint32_t count;      /* each counted as often as `entries` finds it */
    bool     is_refuted; /* are there other moves, not counted, after which the opponent wins at
                          * once? */
} IndexPlain;

/* The layers that are wanted.  An unwanted layer takes no memory and has size 0, and its positions
 * are outside. */
typedef struct IndexFilter {
    bool (*wants)(const void *context, const char *layer_name);
    const void *context;
} IndexFilter;

/* Where a position is. */
typedef enum IndexAnswer {
    INDEX_FOUND,
    INDEX_BETWEEN, /* in no layer, but its successors after a few steps are */
    INDEX_OUTSIDE, /* more material than the variant has, for example */
} IndexAnswer;

/* What the tablebase of a variant takes, estimated without opening an index. */
typedef struct IndexSize {
    uint64_t positions;   /* of all layers together */
    uint64_t largest;     /* of the largest layer */
    uint64_t edges;       /* listed in the largest layer; a choice counts as two */
    size_t   open_bytes;  /* memory of the open index */
    double   cpu_seconds; /* of a build, by measured times per position */
} IndexSize;

typedef struct GameIndex {
    bool (*covers)(uint32_t variant);
    /* Find the smallest variant of the family whose tablebase has this position, in which a turn
     * begins.  Return false if no tablebase has it. */
    bool (*smallest)(const Pos *pos, uint32_t *variant);
    /* Return false if memory ran out. */
    bool (*size)(uint32_t variant, IndexSize *size);
    /* Write the family of a variant: a word that is part of the file name.  All variants of a
     * family share one tablebase. */
    void (*family)(uint32_t variant, Text *out);
    /* Return NULL if memory ran out.  The layers are those that `variant` can reach; NULL as
     * `filter` selects all of them. */
    void *(*open)(uint32_t variant, const IndexFilter *filter);
    void (*close)(void *space);
    /* Return the memory in use, in bytes.  NULL: negligible. */
    size_t (*bytes)(const void *space);
    uint32_t (*layer_count)(const void *space);
    uint32_t (*layer_size)(const void *space, uint32_t layer);
    /* Write a word that identifies a layer within its family. */
    void (*layer_name)(const void *space, uint32_t layer, Text *out);
    IndexAnswer (*rank)(const void *space, const Pos *pos, IndexPlace *place);
    void (*unrank)(const void *space, IndexPlace place, Pos *out);
    /* List the edges out of a position.  Return their number, or INDEX_LOST and the like.  Plain
     * moves are not listed but counted in `plain`.  If `plain` is NULL, only the edges are wanted,
     * and the position is known to have moves. */
    int (*exits)(const void *space, IndexPlace place, IndexEdge *edges, IndexPlain *plain);
    /* True if all of this holds: `exits` returns INDEX_WINS wherever it applies; the count leaves
     * out plain moves to such positions; listed edges to lost ends and to wins in one have the
     * layer INDEX_ENDED; and no position is lost after a single turn.  Retrograde analysis then
     * never looks for predecessors of lost ends and of wins in one, which in most layers saves four
     * of five lookups.  No move inside the layer then wins in fewer than three turns. */
    bool sees_ends;
    /* True if no position has more than INDEX_FEW_MOVES moves inside its layer, counting plain
     * moves and edges, and a group once.  One byte then suffices to count them. */
    bool has_few_moves;
    /* List the positions of the same layer that have a plain move to this one.  NULL: no move is
     * plain. */
    int (*entries)(const void *space, IndexPlace place, uint32_t *numbers);
} GameIndex;

/* --- games in which no position can repeat --- */

enum {
    CANON_AGES_MAX = 120,   /* so that one byte holds a distance and its winner */
    CANON_MOVES_MAX = 4096, /* out of one position */
};

/* Everything that the future of a position depends on, and nothing else. */
typedef struct CanonKey {
    uint64_t high, low;
} CanonKey;

/* A turn, for the player who plays it. */
typedef struct CanonMove {
    CanonKey key;   /* where it leads, unless the game is over then */
    uint8_t  kind;  /* INDEX_OTHER or INDEX_SAME */
    int8_t   over;  /* 0, or the result for the player: INDEX_LOST and the like */
    int16_t  guess; /* heuristic value for the player, 0 if even; it changes the order of the search
                     * and nothing else */
    /* For RelevanceZones, in the game's own encoding: the turn, and the symmetry that produced the
     * key. */
    uint16_t turn;
    uint8_t  image;
} CanonMove;

/* Bounds of the result for the player to move: -1 lost, 0 drawn, 1 won. */
typedef struct CanonRange {
    int8_t   least, most;
    uint32_t turns; /* an upper bound on the turns until the game is over */
} CanonRange;

/* A relevance zone: a condition on positions with the same player to move, in the symmetry of the
 * canonical key.  In every position that satisfies it, the same player wins within as many turns.
 * Only the game interprets its contents. */
typedef struct RelevanceZone {
    uint32_t part[5];
} RelevanceZone;

/* A move in a position in which all moves lose. */
typedef struct CanonLoss {
    const CanonMove     *move;
    const RelevanceZone *zone; /* from `before`; NULL: the zone of another move covers this one */
} CanonLoss;

enum { CANON_THREATS_MAX = 16 };

/* Relevance zones turn a proof for one position into a proof for many.  What a win depends on is
 * propagated from the end of the game backwards.  For games without draws, in which every turn is
 * of the kind INDEX_OTHER. */
typedef struct RelevanceZones {
    /* `move` was played from `key`, and its player then wins, or loses.  `after` is the zone in the
     * symmetry of move->key; NULL: the game is over.  If the player wins, write the zone before the
     * move to `out`; otherwise write the zone after it, in the symmetry of `key`. */
    void (*before)(const void *space, CanonKey key, const CanonMove *move,
                   const RelevanceZone *after, bool has_won, RelevanceZone *out);
    /* True if `zone`, a zone after some losing move, is also a zone after `move`. */
    bool (*covers)(const void *space, CanonKey key, const RelevanceZone *zone,
                   const CanonMove *move);
    /* List zones for wins of the opponent at once, if a move allows them; return their number. */
    int (*threats)(const void *space, CanonKey key, RelevanceZone zones[CANON_THREATS_MAX]);
    /* Combine the zones of all moves of a lost position.  Some zone covers each move. */
    void (*join)(const void *space, CanonKey key, const CanonLoss *losses, int count,
                 const RelevanceZone *threats, int threat_count, RelevanceZone *out);
    /* True if some symmetry of the position satisfies a zone in which the player to move wins, or
     * loses. */
    bool (*meets)(const void *space, CanonKey key, const RelevanceZone *zone, bool wins);
} RelevanceZones;

/* Canonical keys: positions as short keys that can be decoded again.  Two positions at the
 * beginning of a turn have the same key exactly if they are equal up to a symmetry of the board and
 * to details that no longer matter (seats, the number of the turn).  The game is not over in any of
 * them.
 *
 * As with an index: opened and closed, read-only in between. */
typedef struct GameCanon {
    bool (*covers)(uint32_t variant);
    uint32_t nanoseconds;            /* CPU time per position of a build, measured; for estimates */
    void *(*open)(uint32_t variant); /* NULL if memory ran out */
    void (*close)(void *space);
    CanonKey (*encode)(const void *space, const Pos *pos);
    /* Return false, and leave `out` unchanged, for a key that no position has: keys come from
     * files. */
    bool (*decode)(const void *space, CanonKey key, Pos *out);
    /* Return the age, below CANON_AGES_MAX.  Every turn leads to a position with a larger age. */
    uint32_t (*age)(const void *space, CanonKey key);
    /* List the successors of a position and return their number.  Turns with the same successor may
     * be listed once or several times.  NULL: the solver uses the rules. */
    int (*moves)(const void *space, CanonKey key, CanonMove *moves);
    /* Return INDEX_WON or INDEX_LOST for the player to move if counting alone decides the game,
     * whatever both sides do, and write an upper bound on its length to `turns`.  Return 0 if
     * counting does not decide.  NULL: it never does. */
    int (*decided)(const void *space, CanonKey key, uint32_t *turns);
    /* Return what counting alone says about the result, whatever both sides do.  NULL if there are no
     * small boards. */
    CanonRange (*range)(const void *space, CanonKey key);
    /* True if the game can end in a draw.  NULL: it can. */
    bool (*has_draws)(uint32_t variant);
    /* NULL if the game has none. */
    const RelevanceZones *(*zones)(const void *space);
    /* Not 0 if boards of this covered variant are so small that the search (search/pvs.h) should use
     * canonical keys and `range`, and try all steps of every position.  Its futility margins are
     * then the unit of the evaluation divided by this.  NULL: always 0. */
    int (*margin_divisor)(uint32_t variant);
    /* With a margin divisor: true if a search from `root` should order steps by the evaluation at the
     * end of the turn, where several turns are left.  NULL: always. */
    bool (*orders_by_value)(const Pos *root);
} GameCanon;

#endif
