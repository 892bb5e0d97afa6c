/* index.h - positions as numbers: the facet that tables of solved positions are built from.
 *
 * Knows:   layers of positions, and which position of which layer has which number.
 * Ignores: values.  Who wins is found out in the solver, from the edges that are told here.
 *
 * A layer is a set of positions, all at the beginning of a turn, that may lead to one another; what
 * leaves a layer goes to a layer with a smaller number.  So layers are solved in their order, and
 * only inside a layer is there anything to be worked backwards.
 *
 * A table may serve many variants: the layers of a family differ only in what a position holds.
 *
 * Where the pieces only grow more, no layers need to be counted: GameCanon, below, gives keys instead of
 * numbers, and the solver lists them.
 *
 * An index needs memory, so it is opened and closed; between the two it is read-only and may be used
 * by any number of threads.
 */
#ifndef CORE_INDEX_H
#define CORE_INDEX_H

#include "core/game.h"

enum {
    INDEX_EDGES_MAX = 4096,       /* of one position */
    INDEX_ENTRIES_MAX = 16384,    /* to one position */
    INDEX_FEW_WAYS = 253,         /* out of one position, where there are few */
    INDEX_LAYER_MAX = 0x60000000, /* positions of one layer */
    INDEX_NAME_MAX = 64,          /* of a layer or a family, with its NUL */
};

/* Where a position stands.  The end of an edge may also be told by what `exits` says there: the layer
 * is INDEX_ENDED then, and the number -INDEX_LOST or the like. */
enum { INDEX_ENDED = INT32_MAX };

typedef struct IndexPlace {
    uint32_t layer;
    uint32_t number; /* below the layer's size */
} IndexPlace;

/* What an edge leads to, seen from the player who leaves the position. */
typedef enum IndexKind {
    INDEX_OTHER, /* the other player moves there */
    INDEX_SAME,  /* the same player moves there, in another turn */
    INDEX_GROUP, /* and above: edges of one such number are what the other player chooses from, in
                    short turns, before he moves there himself */
} IndexKind;

typedef struct IndexEdge {
    IndexPlace place;
    uint16_t   kind;  /* an IndexKind, or a group's number */
    uint16_t   turns; /* from the position to the place: 1, and the short turns between; below 8 */
} IndexEdge;

/* What `exits` says of a position in which the game is over. */
enum { INDEX_LOST = -1, INDEX_DRAWN = -2, INDEX_WON = -3 }; /* for the player to move */

/* And of one in which some plain way ends the game at once, won by the player to move. */
enum { INDEX_WINS = -4 };

/* Plain ways: those inside the layer that `entries` finds back.  All of them are of the kind
 * INDEX_OTHER and take one turn. */
typedef struct IndexPlain {
    uint32_t count;      /* each as often as `entries` finds it */
    bool     is_refuted; /* are there others, not counted, after which the other wins at once? */
} IndexPlain;

/* Which layers are wanted; one that is not takes no memory, has size 0, and its positions are
 * outside. */
typedef struct IndexFilter {
    bool (*wants)(const void *context, const char *layer_name);
    const void *context;
} IndexFilter;

/* Where a position is. */
typedef enum IndexAnswer {
    INDEX_FOUND,
    INDEX_BETWEEN, /* in no layer, but what follows from it after a few steps is */
    INDEX_OUTSIDE, /* more material than the variant has, and the like */
} IndexAnswer;

typedef struct GameIndex {
    bool (*covers)(uint32_t variant);
    /* The variants whose tables are the same: a word, part of a file's name. */
    void (*family)(uint32_t variant, Text *out);
    /* NULL when memory ran out.  The layers are those that `variant` can come to; all of them are
     * wanted where `filter` is NULL. */
    void *(*open)(uint32_t variant, const IndexFilter *filter);
    void (*close)(void *space);
    /* The memory that it takes.  NULL: not worth telling. */
    size_t (*bytes)(const void *space);
    uint32_t (*layer_count)(const void *space);
    uint32_t (*layer_size)(const void *space, uint32_t layer);
    /* A word that tells a layer from every other one of its family. */
    void (*layer_name)(const void *space, uint32_t layer, Text *out);
    IndexAnswer (*rank)(const void *space, const Pos *pos, IndexPlace *place);
    void (*unrank)(const void *space, IndexPlace place, Pos *out);
    /* The ways out of a position: INDEX_LOST and the like, or how many edges were listed.  Plain
     * ways are not listed but told in `plain`.  NULL: only the edges are wanted, of a position that
     * is known to have ways out. */
    int (*exits)(const void *space, IndexPlace place, IndexEdge *edges, IndexPlain *plain);
    /* Does `exits` say INDEX_WINS wherever that is so, and leave plain ways to such positions out of
     * the count?  And are listed edges to lost ends and to wins at once told as INDEX_ENDED, and is
     * nobody lost after a single turn?  Then nobody needs to ask from where ways lead to lost ends and
     * to wins at once, which in most layers is four of five questions, and no way inside wins in fewer
     * than three turns. */
    bool sees_ends;
    /* Are there never more than INDEX_FEW_WAYS that stay inside a layer, plain ones and edges, a group
     * counted once?  Then one byte is enough to count them. */
    bool has_few_ways;
    /* The positions of the same layer from which a plain way leads here.  NULL: none is plain. */
    int (*entries)(const void *space, IndexPlace place, uint32_t *numbers);
} GameIndex;

/* --- games in which no position comes back --- */

enum {
    CANON_AGES_MAX = 120,   /* so a distance fits into one byte with its winner */
    CANON_MOVES_MAX = 4096, /* of one position */
};

/* All that the future of a position depends on, and nothing else. */
typedef struct CanonKey {
    uint64_t high, low;
} CanonKey;

/* A turn, for the player who plays it. */
typedef struct CanonMove {
    CanonKey key;   /* where it leads, unless the game is over then */
    uint8_t  kind;  /* INDEX_OTHER or INDEX_SAME */
    int8_t   over;  /* 0, or INDEX_LOST and the like: what the player has got */
    int16_t  guess; /* how good it looks for the player, 0 for even: it tells a search where to look
                      first and nothing else */
    /* For RelevanceZones, in the game's own words: the turn, and the image that the key was made from. */
    uint16_t turn;
    uint8_t  image;
} CanonMove;

/* Why somebody wins: a condition on positions with the same player to move, in the image of the board
 * that a key has.  In every position that meets it the same one wins, and within as many turns.
 * What is in it, only the game knows. */
typedef struct RelevanceZone {
    uint32_t part[5];
} RelevanceZone;

/* A way out of a position in which all ways lose. */
typedef struct CanonLoss {
    const CanonMove *way;
    const RelevanceZone
        *reason; /* what `before` has made of the reason; NULL: another one's covers it */
} CanonLoss;

enum { CANON_THREATS_MAX = 16 };

/* How a proof for one position becomes one for many: what a win rests on is carried from the end of the
 * game backwards.  For games without draws, in which every turn is of the kind INDEX_OTHER. */
typedef struct RelevanceZones {
    /* A way was played from `key`, and its player has won then, or lost.  `after` is the reason in the
     * image of way->key; NULL: the game is over.  If he has won, `out` is the reason before the way;
     * else it is still the reason after it, in the image of `key`. */
    void (*before)(const void *space, CanonKey key, const CanonMove *way,
                   const RelevanceZone *after, bool has_won, RelevanceZone *out);
    /* Is this, a reason after a way that loses, also one after that way? */
    bool (*covers)(const void *space, CanonKey key, const RelevanceZone *reason,
                   const CanonMove *way);
    /* The same, for wins of the other player with the turn after next if a way lets him; how many. */
    int (*threats)(const void *space, CanonKey key, RelevanceZone reasons[CANON_THREATS_MAX]);
    /* Why all ways lose, each of which is covered by some reason. */
    void (*join)(const void *space, CanonKey key, const CanonLoss *losses, int count,
                 const RelevanceZone *threats, int threat_count, RelevanceZone *out);
    /* Does some image of a position meet a reason why the player to move wins, or loses? */
    bool (*meets)(const void *space, CanonKey key, const RelevanceZone *reason, bool wins);
} RelevanceZones;

/* Positions as short keys that can be turned back into positions.  Two positions at the beginning of
 * a turn have the same key exactly if a map of the board, and forgetting what no longer matters (who
 * sits where, the number of the turn), makes them the same.  The game is not over in any of them.
 *
 * As with an index: opened and closed, read-only between. */
typedef struct GameCanon {
    bool (*covers)(uint32_t variant);
    void *(*open)(uint32_t variant); /* NULL when memory ran out */
    void (*close)(void *space);
    CanonKey (*encode)(const void *space, const Pos *pos);
    /* False, and `out` unchanged, for a key that no position has: keys come from files. */
    bool (*decode)(const void *space, CanonKey key, Pos *out);
    /* Below CANON_AGES_MAX; every turn leads to a position of a larger age. */
    uint32_t (*age)(const void *space, CanonKey key);
    /* What the turns of a position lead to; how many of them.  Turns that lead to the same may be
     * told once or several times.  NULL: the rules are asked. */
    int (*moves)(const void *space, CanonKey key, CanonMove *ways);
    /* What counting alone tells about a position, whatever both sides do: INDEX_WON or INDEX_LOST for
     * the player to move, and `turns` within which the game is over; 0 where it does not tell.  NULL: it
     * never does. */
    int (*decided)(const void *space, CanonKey key, uint32_t *turns);
    /* Can the game end drawn?  NULL: it can. */
    bool (*has_draws)(uint32_t variant);
    /* NULL where there are none. */
    const RelevanceZones *(*reasons)(const void *space);
} GameCanon;

#endif
