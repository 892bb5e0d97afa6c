/* SPDX-License-Identifier: MIT
 *
 * duell_index.c - endings as numbers, for tablebases: two kings, and two kings with one die (R11).
 *
 * A capture leads from the second layer to the first; nothing leads back.  A half turn with colours
 * exchanged does not change the game (R3.2).  So the canonical die is White's, and with bare kings
 * White is to move.
 *
 * The number of a position.  The squares of the pieces and the side to move are a place.  Each
 * place records which of the 24 orientations of the die are valid positions (R9.2), and how many
 * positions precede it.  So numbers are dense, and the rank of a bit gives the number.  With bare
 * kings a place is one position or none.
 *
 * Retrograde analysis takes moves inside a layer back by stepping and rolling backwards; these are
 * the plain edges of core/index.h.  The reverse of a roll has its legs in the opposite order.
 */
#include <stdlib.h>
#include <string.h>

#include "core/index.h"
#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"

enum {
    LAYER_KINGS,
    LAYER_DIE,
    LAYERS,
    KINDS = 24,
    ALL_KINDS = (1 << KINDS) - 1,
    KING_PLACES = DUELL_SQUARES * DUELL_SQUARES,
    DIE_PLACES = KING_PLACES * DUELL_SQUARES * 2,
    TURNS_MAX = 30, /* longest win in turns, with either rule for the king; a test checks it */
};

static const char *const LAYER_NAMES[LAYERS] = { "kings", "die" };

typedef struct Place {
    uint32_t first; /* number of positions at earlier places */
    uint32_t kinds; /* bit k - 1: a die of kind k makes a valid position */
} Place;

typedef struct Space {
    uint32_t variant;
    bool     king_capture;
    int      nocapture;
    uint32_t size[LAYERS];
    uint32_t place_count[LAYERS];
    Place   *places[LAYERS]; /* NULL if the layer is not wanted */
} Space;

/* A canonical ending: White has the die. */
typedef struct DuellEnding {
    int kings[2];
    int side;
    int die, kind; /* kind 0: there is no die */
} DuellEnding;

/* --- valid positions (R9.2) --- */

/* True if White's die, showing the distance, can roll from `from` to `to`: no king is on the
 * squares between. */
static bool path_is_clear(int from, int to, int order, const int kings[2])
{
    uint8_t squares[DUELL_TOP_MAX];
    int     count = duell_path(duell_step(from, to, order), squares);
    for (int i = 0; i + 1 < count; i++)
        if (squares[i] == kings[0] || squares[i] == kings[1])
            return false;
    return true;
}

static bool is_bent(int from, int to)
{
    return duell_row(from) != duell_row(to) && duell_column(from) != duell_column(to);
}

static uint32_t kinds_with_top(int top)
{
    uint32_t kinds = 0;
    for (int kind = 1; kind <= KINDS; kind++)
        if (DUELL_FACES[kind].top == top)
            kinds |= UINT32_C(1) << (kind - 1);
    return kinds;
}

/* Return the kinds with which the die attacks Black's king. */
static uint32_t attacking_kinds(const DuellEnding *ending)
{
    int king = ending->kings[DUELL_BLACK], top = duell_distance(ending->die, king);
    if (top > DUELL_TOP_MAX ||
        (!path_is_clear(ending->die, king, 0, ending->kings) &&
         !(is_bent(ending->die, king) && path_is_clear(ending->die, king, 1, ending->kings))))
        return 0;
    return kinds_with_top(top);
}

/* Return the kinds that make a valid position; bit 0 stands for "no die" if there is none. */
static uint32_t valid_kinds(const Space *space, const DuellEnding *ending, bool with_die)
{
    int side = ending->side, other = 1 - side;
    if (ending->kings[0] == ending->kings[1] || ending->kings[side] == duell_goal(side))
        return 0;
    if (with_die && (ending->die == ending->kings[0] || ending->die == ending->kings[1]))
        return 0;
    uint32_t all = with_die ? ALL_KINDS : 1;
    if (space->king_capture || ending->kings[other] == duell_goal(other))
        return all;
    if (duell_distance(ending->kings[0], ending->kings[1]) == 1)
        return 0;
    return with_die && other == DUELL_BLACK ? all & ~attacking_kinds(ending) : all;
}

/* --- places --- */

static uint32_t place_of(const DuellEnding *ending)
{
    uint32_t pair = (uint32_t)(ending->kings[0] * DUELL_SQUARES + ending->kings[1]);
    if (ending->kind == 0)
        return pair;
    return (pair * DUELL_SQUARES + (uint32_t)ending->die) * 2 + (uint32_t)ending->side;
}

/* Return the ending at a place, without the kind of the die. */
static DuellEnding ending_at(uint32_t layer, uint32_t place)
{
    DuellEnding ending = { .side = DUELL_WHITE };
    if (layer == LAYER_DIE) {
        ending.side = (int)(place & 1);
        ending.die = (int)(place / 2 % DUELL_SQUARES);
        place /= 2 * DUELL_SQUARES;
    }
    ending.kings[0] = (int)(place / DUELL_SQUARES);
    ending.kings[1] = (int)(place % DUELL_SQUARES);
    return ending;
}

static bool fill_places(Space *space, uint32_t layer)
{
    uint32_t count = layer == LAYER_DIE ? DIE_PLACES : KING_PLACES, sum = 0;
    space->places[layer] = malloc(count * sizeof(Place));
    space->place_count[layer] = count;
    if (space->places[layer] == NULL)
        return false;
    for (uint32_t n = 0; n < count; n++) {
        DuellEnding ending = ending_at(layer, n);
        uint32_t    kinds = valid_kinds(space, &ending, layer == LAYER_DIE);
        space->places[layer][n] = (Place){ sum, kinds };
        sum += (uint32_t)__builtin_popcount(kinds);
    }
    space->size[layer] = sum;
    return true;
}

/* --- numbers --- */

/* Apply the half turn with colours exchanged to the kings and the side to move. */
static void turn_kings(DuellEnding *ending)
{
    int white = ending->kings[0];
    ending->kings[0] = DUELL_SQUARES - 1 - ending->kings[1];
    ending->kings[1] = DUELL_SQUARES - 1 - white;
    ending->side = 1 - ending->side;
}

/* Find the number of an ending; false if it is invalid or its layer is not wanted. */
static bool number_of(const Space *space, DuellEnding ending, IndexPlace *out)
{
    uint32_t layer = ending.kind == 0 ? LAYER_KINGS : LAYER_DIE;
    if (space->places[layer] == NULL)
        return false;
    if (ending.kind == 0 && ending.side == DUELL_BLACK)
        turn_kings(&ending);
    const Place *place = &space->places[layer][place_of(&ending)];
    uint32_t     bit = ending.kind == 0 ? 1 : UINT32_C(1) << (ending.kind - 1);
    if ((place->kinds & bit) == 0)
        return false;
    *out = (IndexPlace){ layer,
                         place->first + (uint32_t)__builtin_popcount(place->kinds & (bit - 1)) };
    return true;
}

static DuellEnding ending_of(const Space *space, IndexPlace at)
{
    const Place *places = space->places[at.layer];
    uint32_t     low = 0, high = space->place_count[at.layer];
    assert(at.layer < LAYERS && places != NULL && at.number < space->size[at.layer]);
    /* Find the last place that begins at or before the number.  Places after it begin later, and
     * empty places before it begin at the same number. */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (places[middle].first <= at.number)
            low = middle;
        else
            high = middle;
    }
    DuellEnding ending = ending_at(at.layer, low);
    uint32_t    kinds = places[low].kinds;
    for (uint32_t n = places[low].first; n < at.number; n++)
        kinds &= kinds - 1;
    ending.kind = at.layer == LAYER_DIE ? __builtin_ctz(kinds) + 1 : 0;
    return ending;
}

/* --- positions --- */

static int kind_turned(int kind)
{
    return duell_kind_showing(DUELL_FACES[kind].top, 7 - DUELL_FACES[kind].north);
}

/* Convert a position into a canonical ending; false if it has more than one die. */
static bool ending_from(const Duell *duell, DuellEnding *ending)
{
    int dice = 0, owner = DUELL_WHITE;
    *ending = (DuellEnding){ { duell->king[0], duell->king[1] }, duell->head.side, 0, 0 };
    for (int row = 0; row < DUELL_ROWS; row++)
        for (unsigned left = duell->rows[0][row] | duell->rows[1][row]; left; left &= left - 1) {
            int square = duell_square(row, __builtin_ctz(left));
            if (duell_kind(duell->board[square]) == DUELL_KING)
                continue;
            if (++dice > 1)
                return false;
            owner = duell_colour(duell->board[square]);
            ending->die = square;
            ending->kind = duell_kind(duell->board[square]);
        }
    if (owner == DUELL_BLACK) {
        turn_kings(ending);
        ending->die = DUELL_SQUARES - 1 - ending->die;
        ending->kind = kind_turned(ending->kind);
    }
    return true;
}

/* True if every win comes before the draw by R7.2.  The tablebase ignores that draw, so it may only
 * be probed then. */
static bool is_in_time(int nocapture, int quiet)
{
    return nocapture == 0 || quiet + TURNS_MAX <= nocapture;
}

static IndexAnswer rank(const void *opened, const Pos *pos, IndexPlace *place)
{
    const Space *space = opened;
    const Duell *duell = duell_of(pos);
    DuellEnding  ending;
    if (duell->king[0] == DUELL_NOWHERE || duell->king[1] == DUELL_NOWHERE)
        return INDEX_BETWEEN; /* it is over */
    if (pos->variant != space->variant || !is_in_time(space->nocapture, pos->extra) ||
        !ending_from(duell, &ending) || !number_of(space, ending, place))
        return INDEX_OUTSIDE;
    return INDEX_FOUND;
}

static void put_piece(Duell *duell, int square, int side, int kind)
{
    duell->board[square] = duell_piece(side, kind);
    duell->rows[side][duell_row(square)] |= (uint16_t)(1u << duell_column(square));
}

/* Return a position without its key, which most callers do not need. */
static Duell position_at(const Space *space, IndexPlace place)
{
    DuellEnding ending = ending_of(space, place);
    Duell       duell = {
              .head = { .variant = space->variant, .side = (uint8_t)ending.side },
              .number = 1,
              .king = { (uint8_t)ending.kings[0], (uint8_t)ending.kings[1] },
    };
    for (int side = 0; side < 2; side++)
        put_piece(&duell, ending.kings[side], side, DUELL_KING);
    if (ending.kind != 0)
        put_piece(&duell, ending.die, DUELL_WHITE, ending.kind);
    return duell;
}

static void unrank(const void *opened, IndexPlace place, Pos *out)
{
    Duell duell = position_at(opened, place);
    duell.head.key = DUELL_RULES.key(&duell.head);
    memcpy(out, &duell, sizeof duell);
}

/* --- edges --- */

static int over(const Pos *pos)
{
    return DUELL_RULES.outcome(pos).winner == pos->side ? INDEX_WON : INDEX_LOST;
}

static int exits(const void *opened, IndexPlace place, IndexEdge *edges, IndexPlain *plain)
{
    Step  steps[DUELL_STEPS_MAX];
    Duell duell = position_at(opened, place);
    int   count = DUELL_RULES.gen(&duell.head, steps), listed = 0, quiet = 0;
    if (count == 0)
        return over(&duell.head);
    for (int i = 0; i < count; i++) {
        uint8_t taken = duell.board[duell_to(steps[i])];
        if (taken == DUELL_EMPTY) {
            quiet++;
            continue;
        }
        if (duell_kind(taken) == DUELL_KING)
            return INDEX_WINS;
        Duell after = duell;
        DUELL_RULES.apply(&after.head, steps[i]);
        edges[listed] = (IndexEdge){ .kind = INDEX_OTHER, .turns = 1 };
        if (rank(opened, &after.head, &edges[listed].place) == INDEX_FOUND)
            listed++;
    }
    if (plain != NULL)
        *plain = (IndexPlain){ .count = (uint32_t)quiet };
    return listed;
}

/* Append the number of a predecessor if it is a valid position; return the new count. */
static int add_entry(const Space *space, const DuellEnding *before, uint32_t *numbers, int count)
{
    IndexPlace place;
    if (!number_of(space, *before, &place))
        return count;
    assert(count < INDEX_ENTRIES_MAX);
    numbers[count] = place.number;
    return count + 1;
}

/* List the predecessors by a step of the king. */
static int step_back(const Space *space, const DuellEnding *now, uint32_t *numbers, int count)
{
    int mover = 1 - now->side, row = duell_row(now->kings[mover]),
        column = duell_column(now->kings[mover]);
    DuellEnding before = *now;
    before.side = mover;
    for (int i = 0; i < 4; i++) {
        int from_row = row + (int)(i == 0) - (int)(i == 1);
        int from_column = column + (int)(i == 2) - (int)(i == 3);
        if (from_row < 0 || from_row >= DUELL_ROWS || from_column < 0 ||
            from_column >= DUELL_COLUMNS)
            continue;
        before.kings[mover] = duell_square(from_row, from_column);
        count = add_entry(space, &before, numbers, count);
    }
    return count;
}

/* List the predecessors by a roll of the die. */
static int roll_back(const Space *space, const DuellEnding *now, uint32_t *numbers, int count)
{
    DuellEnding before = *now;
    before.side = DUELL_WHITE;
    for (before.die = 0; before.die < DUELL_SQUARES; before.die++) {
        int  distance = duell_distance(before.die, now->die);
        bool bent = is_bent(before.die, now->die);
        if (distance < 1 || distance > DUELL_TOP_MAX)
            continue;
        for (int order = 0; order <= (int)bent; order++) {
            int back = bent ? 1 - order : 0;
            before.kind = duell_moved(now->kind, duell_step(now->die, before.die, back));
            if (DUELL_FACES[before.kind].top == distance &&
                path_is_clear(before.die, now->die, order, now->kings))
                count = add_entry(space, &before, numbers, count);
        }
    }
    return count;
}

static int entries(const void *opened, IndexPlace place, uint32_t *numbers)
{
    const Space *space = opened;
    DuellEnding  now = ending_of(space, place);
    int          count = step_back(space, &now, numbers, 0);
    if (now.kind != 0 && now.side == DUELL_BLACK)
        count = roll_back(space, &now, numbers, count);
    return count;
}

/* --- the index --- */

static bool covers(uint32_t variant)
{
    int nocapture = duell_unpack(variant).nocapture;
    return is_in_time(nocapture, 1);
}

static void family(uint32_t variant, Text *out)
{
    text_add(out, duell_unpack(variant).king_capture ? "endings-king-capture" : "endings");
}

static void close_space(void *opened)
{
    Space *space = opened;
    for (int layer = 0; layer < LAYERS; layer++)
        free(space->places[layer]);
    free(space);
}

static void *open_space(uint32_t variant, const IndexFilter *filter)
{
    DuellSettings settings = duell_unpack(variant);
    Space        *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NULL;
    space->variant = variant;
    space->king_capture = settings.king_capture;
    space->nocapture = settings.nocapture;
    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        if (filter != NULL && !filter->wants(filter->context, LAYER_NAMES[layer]))
            continue;
        if (!fill_places(space, layer)) {
            close_space(space);
            return NULL;
        }
    }
    return space;
}

static uint32_t layer_count(const void *opened)
{
    (void)opened;
    return LAYERS;
}

static uint32_t layer_size(const void *opened, uint32_t layer)
{
    return ((const Space *)opened)->size[layer];
}

static void layer_name(const void *opened, uint32_t layer, Text *out)
{
    (void)opened;
    text_add(out, LAYER_NAMES[layer]);
}

/* All games of the family end in the same endings, so a tablebase has all of them or none. */
static bool smallest(const Pos *pos, uint32_t *variant)
{
    DuellEnding  ending;
    const Duell *duell = duell_of(pos);
    *variant = pos->variant;
    return duell->king[0] != DUELL_NOWHERE && duell->king[1] != DUELL_NOWHERE &&
           is_in_time(duell_unpack(pos->variant).nocapture, pos->extra) &&
           ending_from(duell, &ending);
}

/* Count the kings and the die on different squares; a tenth of that is not valid. */
static bool size(uint32_t variant, IndexSize *out)
{
    uint64_t kings = (uint64_t)DUELL_SQUARES * (DUELL_SQUARES - 1);
    uint64_t dice = kings * (DUELL_SQUARES - 2) * KINDS * 2;
    (void)variant;
    *out = (IndexSize){ .positions = dice + kings,
                        .largest = dice,
                        .open_bytes = (KING_PLACES + DIE_PLACES) * sizeof(Place),
                        .cpu_seconds = (double)dice * 1e-6 };
    return true;
}

const GameIndex DUELL_INDEX = {
    .covers = covers,
    .smallest = smallest,
    .size = size,
    .family = family,
    .open = open_space,
    .close = close_space,
    .layer_count = layer_count,
    .layer_size = layer_size,
    .layer_name = layer_name,
    .rank = rank,
    .unrank = unrank,
    .exits = exits,
    .entries = entries,
};
