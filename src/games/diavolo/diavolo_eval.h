/* diavolo_eval.h - the chance that a group of lands becomes an island, and lists of groups.
 *
 * Knows:   the neighbourhood of a group (diavolo_window.h).
 * Ignores: bridges and networks.
 *
 * README.md, "Evaluation", describes every term and the evidence for it.
 */
#ifndef GAMES_DIAVOLO_EVAL_H
#define GAMES_DIAVOLO_EVAL_H

#include <assert.h>

#include "games/diavolo/diavolo_window.h"

enum {
    DIAVOLO_TINY_SIZE = 4, /* the largest boards with each of the first two models */
    DIAVOLO_SMALL_SIZE = 5,
    CHANCE_SURE = 256, /* probability 1; chances are in 1/256 */
    WAYS_ONE = 4,      /* classes of groups that lack one land, two lands, three lands */
    WAYS_TWO = 7,
    WAYS_THREE = 6,
};

/* The chance that a group becomes an island, by the number of lands it lacks and by the number of
 * completions, in classes.  The last class is for a completion that the opponent cannot block.  [1]
 * is for the side to move, [0] for the other. */
typedef struct Chances {
    int16_t one[2][WAYS_ONE];
    int16_t two[2][WAYS_TWO];
    int16_t three[2][WAYS_THREE];
} Chances;

/* The neighbourhood of a group. */
typedef struct Surroundings {
    Window own, open, four; /* lands, SET_OPEN and SET_FOUR of the group's side */
    Window contested;       /* SET_OPEN of the opponent */
} Surroundings;

static inline Surroundings surroundings_load(const Diavolo *d, int side, Spot spot)
{
    return (Surroundings){
        .own = window_load(rows_of(d, SET_LAND + side), spot),
        .open = window_load(rows_of(d, SET_OPEN + side), spot),
        .four = window_load(rows_of(d, SET_FOUR + side), spot),
        .contested = window_load(rows_of(d, SET_OPEN + 1 - side), spot),
    };
}

/* Return the number of completions of a group of two lands, or of one, through the fields of
 * `usable`; `*reads` are the fields in them.  The shortest cycle of fields has length six, so no
 * completion is counted twice. */
INLINE int ways_of_two(Window group, Window usable, Window *reads)
{
    Window near = window_beside(group) & usable, far = window_beside(near) & usable & ~near;
    int    count = window_count(near);
    *reads = near | far;
    return count * (count - 1) / 2 + window_count(far);
}

INLINE int ways_of_one(Window group, Window usable, Window *reads)
{
    Window near = window_beside(group) & usable, far = window_beside(near) & usable;
    Window end = window_beside(far) & usable & ~near;
    int    count = window_count(near), second = window_count(far), third = window_count(end);
    *reads = near | far | end;
    return (count == 3) + second * (count > 0 ? count - 1 : 0) + second / 2 + third;
}

/* Return the class for a number of completions, which must be at least 1. */
static inline int class_of_one(int ways)
{
    assert(ways >= 1);
    return ways < 3 ? ways - 1 : 2;
}

static inline int class_of_two(int ways)
{
    static const uint8_t CLASS[16] = { 0, 0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5 };
    return CLASS[ways < 15 ? ways : 15];
}

static inline int class_of_three(int ways)
{
    return ways < 4 ? 0 : ways < 9 ? 1 : ways < 16 ? 2 : ways < 23 ? 3 : 4;
}

/* What the chance of a group depends on. */
typedef struct Prospect {
    uint8_t lacks;   /* lands, 0 to 3; PROSPECT_NONE if the group cannot become an island */
    uint8_t class;   /* in Chances */
    bool   is_split; /* a single land shares its island with other groups: half the chance */
    Window reads;    /* it holds while these fields stay usable and equally contested */
} Prospect;

enum { PROSPECT_NONE = ISLAND_STONES };

/* Return the prospect of a group of one or two lands that no single land completes. */
INLINE Prospect prospect_of_small(const Surroundings *s, Window group, int count)
{
    Prospect prospect = { .lacks = PROSPECT_NONE };
    Window   others = s->own & ~group, reads, unused;
    if (window_any(window_around(group) & others))
        return prospect; /* it touches another group, so it can only join it (R4.2) */
    Window usable = s->open & ~window_around(others), safe = usable & ~s->contested;
    int ways = count == 2 ? ways_of_two(group, usable, &reads) : ways_of_one(group, usable, &reads);
    if (ways == 0)
        return prospect;
    prospect.lacks = (uint8_t)(ISLAND_STONES - count);
    prospect.reads = reads;
    if (count == 2) {
        bool sure = window_any(safe) && ways_of_two(group, safe, &unused) > 0;
        prospect.class = (uint8_t)(sure ? WAYS_TWO - 1 : class_of_two(ways));
    } else {
        bool sure = window_any(safe) && ways_of_one(group, safe, &unused) > 0;
        prospect.class = (uint8_t)(sure ? WAYS_THREE - 1 : class_of_three(ways));
    }
    return prospect;
}

/* Return the prospect of a group of `count` lands. */
INLINE Prospect prospect_of(const Surroundings *s, Window group, int count)
{
    if (count >= ISLAND_STONES)
        return (Prospect){ .lacks = 0 };
    Window fours = window_beside(group) & s->four;
    if (window_any(fours)) {
        bool sure = window_any(fours & ~s->contested);
        return (Prospect){
            .lacks = 1,
            .class = (uint8_t)(sure ? WAYS_ONE - 1 : class_of_one(window_count(fours))),
            .is_split = count == 1,
            .reads = fours,
        };
    }
    return count == 3 ? (Prospect){ .lacks = PROSPECT_NONE } : prospect_of_small(s, group, count);
}

/* Return the chance of a group with this prospect.  `moves`: its side moves. */
static inline int chance_of(const Chances *chances, const Prospect *prospect, bool moves)
{
    switch (prospect->lacks) {
    case 0: return CHANCE_SURE;
    case 1: return chances->one[moves][prospect->class] / (prospect->is_split ? 2 : 1);
    case 2: return chances->two[moves][prospect->class];
    case 3: return chances->three[moves][prospect->class];
    default: return 0;
    }
}

extern const Chances DIAVOLO_CHANCES;

/* --- the groups of a side --- */

enum { GROUPS_MAX = 512 }; /* of one side; lists of smaller boards use only the first ones */

/* The kinds of groups, by what they lack and by the class of their completions: islands, then those that
 * lack one land, two, three, then those that cannot become islands. */
enum {
    KIND_ISLAND,
    KIND_ONE,
    KIND_TWO = KIND_ONE + WAYS_ONE,
    KIND_THREE = KIND_TWO + WAYS_TWO,
    KIND_DEAD = KIND_THREE + WAYS_THREE,
    GROUP_KINDS,
};

/* A group with its chances.  They hold until a watched field changes in a set of its side or opens
 * or closes to the opponent, or until its side places a land on a field that it avoids. */
typedef struct LandGroup {
    Window   lands, watched, avoided; /* in the window around the first land */
    int16_t  chance[2];               /* to become an island; [1]: if its side moves */
    uint16_t at[ISLAND_STONES];       /* where the lands are, by land_place: row by row, each from
                                       * the left; the last one fills the rest */
    uint8_t  count;                   /* lands */
    uint8_t  kind;                    /* below GROUP_KINDS */
    uint8_t threat; /* lands of the opponent that stop it from becoming an island in one turn: 1, 2,
                     * or 3 for more; 0 if it lacks more than one land, or none */
} LandGroup;

static inline int land_place(Spot spot)
{
    return 64 * spot.row + spot.bit;
}

/* Return the first land: in the lowest row, furthest to the left. */
static inline Spot first_land(const LandGroup *group)
{
    return (Spot){ group->at[0] / 64, group->at[0] % 64 };
}

typedef struct LandGroups {
    int32_t   count;
    LandGroup at[GROUPS_MAX];
} LandGroups;

/* Return the bytes of a list that a board of this size uses: groups do not share sides, so there
 * are no more of them than up fields. */
static inline size_t groups_bytes(uint32_t size)
{
    return offsetof(LandGroups, at) + size * (size + 1) / 2 * sizeof(LandGroup);
}

/* Find all groups of a side. */
void diavolo_groups_find(const Diavolo *d, int side, LandGroups *groups);
/* Compute the groups of both sides after a step from those before it.  `same`: the step changes no
 * group of the side, no legal bridge and no bridge on the board, so that its networks hold on. */
void diavolo_groups_after(const Diavolo *before, const LandGroups *from[2], const Diavolo *d,
                          LandGroups *groups[2], bool same[2]);

/* --- the terms of a side --- */

/* Stages in which networks are merged. */
enum {
    STAGE_BUILT,  /* by bridges on the board */
    STAGE_SAFE,   /* by legal bridges beside which the opponent can place no land */
    STAGE_THREE,  /* by a choice of three or more bridges: one turn of two lands cannot block all */
    STAGE_TWO,    /* by a choice of two */
    STAGE_SINGLE, /* by a single bridge that can be blocked */
    STAGE_APART,  /* no legal bridge joins them yet */
    STAGES,
};

/* The evaluation terms of one side. */
typedef enum Count {
    COUNT_REALISED, /* points on the board */
    COUNT_EXPECTED, /* expected points, in 1/256 */
    COUNT_ISLANDS,  /* islands and bridges break ties (R8.3) */
    COUNT_BUILT,    /* bridges on the board */
    COUNT_BRIDGES,  /* legal bridges */
    COUNT_OPEN,     /* open fields */
    COUNT_ALONE,    /* open fields that are closed to the opponent */
    COUNT_FRESH,    /* open fields that touch no own land: space for new islands */
    COUNT_THREATS,  /* groups that the opponent cannot stop from becoming islands in one turn */
    COUNTS,
} Count;

/* Terms that only the learned evaluation reads. */
enum {
    EXTRA_FOURS,  /* fields that complete an island */
    EXTRA_SURE,   /* those that are closed to the opponent */
    EXTRA_SPLIT,  /* single lands that share their island with other groups */
    EXTRA_SAFE,   /* legal bridges that the opponent cannot prevent */
    EXTRA_SINGLE, /* pairs of networks with one bridge to choose, two, more */
    EXTRA_TWO,
    EXTRA_THREE,
    EXTRAS,
};

/* The terms of one side. */
typedef struct Standing {
    int64_t count[COUNTS];
    int64_t sum;           /* of the chances of all groups, in 1/256 */
    int64_t pairs[STAGES]; /* sum of the products of chances of the pairs joined by each stage */
    int16_t kinds[GROUP_KINDS]; /* number of groups of each kind */
    int16_t extra[EXTRAS];      /* read by the learned evaluation only */
} Standing;

/* Fill in all terms that depend on the networks of a side with these groups.  `moves`: it moves. */
void diavolo_networks(const Diavolo *d, int side, bool moves, const LandGroups *list,
                      Standing *out);
/* Return diavolo_eval for a position, given the networks of the side to move [0] and of the other; the
 * other terms are filled in. */
int diavolo_eval_standings(const Diavolo *d, Standing stands[2]);

/* The members of DIAVOLO_EVAL. */
int  diavolo_eval(const Pos *pos);
void diavolo_order(const Pos *pos, const Step *steps, int count, int32_t *ranks);
int  diavolo_width(const Pos *pos, int depth, int widening);
/* Red's pass ends the game.  White's leaves one turn (R6.3), which is tried if it places no lands. */
int diavolo_noisy(const Pos *pos, Step *steps);
/* True in the last turn, whose steps all end the game: an estimate would be no use. */
bool diavolo_urgent(const Pos *pos);

#endif
