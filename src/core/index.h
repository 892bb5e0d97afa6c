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
 * An index needs memory, so it is opened and closed; between the two it is read-only and may be used
 * by any number of threads.
 */
#ifndef CORE_INDEX_H
#define CORE_INDEX_H

#include "core/game.h"

enum {
    INDEX_EDGES_MAX = 4096,      /* of one position */
    INDEX_ENTRIES_MAX = 16384,   /* to one position */
    INDEX_LAYER_MAX = (1 << 28), /* positions of one layer */
    INDEX_NAME_MAX = 64,         /* of a layer or a family, with its NUL */
};

/* Where a position stands. */
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
    uint32_t (*layer_count)(const void *space);
    uint32_t (*layer_size)(const void *space, uint32_t layer);
    /* A word that tells a layer from every other one of its family. */
    void (*layer_name)(const void *space, uint32_t layer, Text *out);
    IndexAnswer (*rank)(const void *space, const Pos *pos, IndexPlace *place);
    void (*unrank)(const void *space, IndexPlace place, Pos *out);
    /* The ways out of a position: INDEX_LOST and the like, or how many edges were listed.  Ways
     * inside the layer that `entries` finds back are not listed but counted in `plain`, each as
     * often as entries finds it; all of them are of the kind INDEX_OTHER and take one turn. */
    int (*exits)(const void *space, IndexPlace place, IndexEdge *edges, uint32_t *plain);
    /* Does `exits` say INDEX_WINS wherever that is so?  Then nobody needs to ask from where plain
     * ways lead to a lost end, and in most layers that is half of the questions. */
    bool sees_ends;
    /* The positions of the same layer from which a plain way leads here.  NULL: none is plain. */
    int (*entries)(const void *space, IndexPlace place, uint32_t *numbers);
} GameIndex;

#endif
