/* SPDX-License-Identifier: MIT */
/* What is meant.  Ways are all steps with their touches, and once more with the first two cells
 * exchanged where these are alike; touching filters them. */
#include "term/hand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hand_init(Hand *hand)
{
    *hand = (Hand){ .carried = -1 };
}

void hand_rest(Hand *hand)
{
    free(hand->ways);
    free(hand->cells);
    free(hand->dice);
    hand->ways = NULL;
    hand->dice = NULL;
    hand->cells = NULL;
    hand->way_count = hand->free_count = hand->choice_count = hand->touched.count = 0;
    hand->carried = -1;
    hand->must_choose = false;
}

void hand_free(Hand *hand)
{
    hand_rest(hand);
}

/* --- listing --- */

typedef struct Listing {
    Hand         *hand;
    const Pieces *pieces;
    size_t        used; /* of hand->cells */
    size_t        capacity;
} Listing;

static const Piece *thing_on(const Pieces *pieces, int cell)
{
    for (int i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->at[i];
        if (piece->cell == cell && strcmp(piece->glyph, "mark") != 0 &&
            strcmp(piece->glyph, "bridge") != 0)
            return piece;
    }
    return NULL;
}

static bool add_way(Listing *listing, Step step, const CellList *cells)
{
    Hand *hand = listing->hand;
    if (listing->used + (size_t)cells->count > listing->capacity)
        return false;
    HandWay *way = &hand->ways[hand->way_count++];
    *way = (HandWay){ step, hand->cells + listing->used, cells->count };
    memcpy(way->cell, cells->cell, (size_t)cells->count * sizeof *way->cell);
    listing->used += (size_t)cells->count;
    return true;
}

static void add_free(Hand *hand, Step step, const char *label)
{
    if (hand->free_count == (int)(sizeof hand->free / sizeof hand->free[0]))
        return;
    HandChoice *choice = &hand->free[hand->free_count++];
    Text        words = text_over(choice->words, sizeof choice->words);
    choice->step = step;
    text_add(&words, label);
    if (label[0] == '\0')
        hand->game->text->step_write(&hand->pos.head, step, &words);
}

/* Two cells of the same kind, both empty or both with a piece that does not move of itself. */
static bool are_alike(const Listing *listing, int a, int b)
{
    const ShapeCell *cells = listing->hand->shape->cells;
    const Piece     *one = thing_on(listing->pieces, a), *other = thing_on(listing->pieces, b);
    if (strcmp(cells[a].kind, cells[b].kind) != 0 || (one == NULL) != (other == NULL))
        return false;
    return one == NULL || (one->faces[0] == 0 && strcmp(one->glyph, "king") != 0);
}

static bool list_step(Listing *listing, Step step)
{
    Hand    *hand = listing->hand;
    CellList cells = { .count = 0 };
    char     words[TURN_TEXT_MAX];
    Text     label = text_over(words, sizeof words);
    hand->game->view->touches(&hand->pos.head, step, &cells, &label);
    if (cells.count == 0) {
        add_free(hand, step, words);
        return true;
    }
    return add_way(listing, step, &cells);
}

static bool has_beginning(const Hand *hand, int count, uint16_t first, uint16_t second)
{
    for (int i = 0; i < count; i++)
        if (hand->ways[i].count > 1 && hand->ways[i].cell[0] == first &&
            hand->ways[i].cell[1] == second)
            return true;
    return false;
}

static bool list_exchanged(Listing *listing, int straight)
{
    Hand *hand = listing->hand;
    for (int i = 0; i < straight; i++) {
        const HandWay *way = &hand->ways[i];
        if (way->count < 2 || !are_alike(listing, way->cell[0], way->cell[1]) ||
            has_beginning(hand, straight, way->cell[1], way->cell[0]))
            continue;
        CellList cells = { .count = way->count };
        memcpy(cells.cell, way->cell, (size_t)way->count * sizeof *way->cell);
        cells.cell[0] = way->cell[1];
        cells.cell[1] = way->cell[0];
        if (!add_way(listing, way->step, &cells))
            return false;
    }
    return true;
}

bool hand_begin(Hand *hand, const Game *game, const Shape *shape, const Pos *pos,
                const Pieces *pieces)
{
    Step *steps = malloc(STEPS_MAX * sizeof *steps);
    hand_rest(hand);
    hand->game = game;
    hand->shape = shape;
    game_copy(game, pos, &hand->pos.head);
    int     count = steps == NULL ? 0 : game->rules->gen(pos, steps);
    Listing listing = { hand, pieces, 0, 2 * (size_t)count * TOUCHES_MAX + 1 };
    hand->ways = malloc((2 * (size_t)count + 1) * sizeof *hand->ways);
    hand->cells = malloc(listing.capacity * sizeof *hand->cells);
    hand->dice = calloc((size_t)shape->cell_count + 1, sizeof *hand->dice);
    bool done = steps != NULL && hand->ways != NULL && hand->cells != NULL && hand->dice != NULL;
    for (int i = 0; i < pieces->count && done; i++)
        hand->dice[pieces->at[i].cell] |= pieces->at[i].faces[0] != 0;
    for (int i = 0; i < count && done; i++)
        done = list_step(&listing, steps[i]);
    done = done && list_exchanged(&listing, hand->way_count);
    free(steps);
    if (!done)
        hand_rest(hand);
    return done;
}

/* --- touching --- */

static bool starts_with(const HandWay *way, const CellList *prefix)
{
    return way->count >= prefix->count &&
           memcmp(way->cell, prefix->cell, (size_t)prefix->count * sizeof *way->cell) == 0;
}

static void add_choice(Hand *hand, const HandWay *way)
{
    for (int i = 0; i < hand->choice_count; i++)
        if (hand->choice[i].step == way->step)
            return;
    if (hand->choice_count == HAND_CHOICES_MAX)
        return;
    HandChoice *choice = &hand->choice[hand->choice_count++];
    char        label_words[TURN_TEXT_MAX];
    Text        label = text_over(label_words, sizeof label_words);
    Text        words = text_over(choice->words, sizeof choice->words);
    CellList    cells = { .count = 0 };
    choice->step = way->step;
    hand->game->text->step_write(&hand->pos.head, way->step, &words);
    hand->game->view->touches(&hand->pos.head, way->step, &cells, &label);
    if (label_words[0] != '\0')
        text_addf(&words, " (%s)", label_words);
}

typedef struct Meant {
    int steps, exact, longer; /* ways, the steps counted once */
} Meant;

/* Fill the choices with the steps that are meant: all, or only those that end here. */
static Meant find_meant(Hand *hand, bool only_exact)
{
    Meant meant = { 0 };
    hand->choice_count = 0;
    for (int i = 0; i < hand->way_count; i++) {
        const HandWay *way = &hand->ways[i];
        if (!starts_with(way, &hand->touched))
            continue;
        bool exact = way->count == hand->touched.count;
        meant.exact += exact;
        meant.longer += !exact;
        if (exact || !only_exact)
            add_choice(hand, way);
    }
    meant.steps = hand->choice_count;
    return meant;
}

static HandAnswer answer_choices(Hand *hand, Step *step)
{
    hand->must_choose = true;
    if (hand->choice_count != 1)
        return HAND_CHOOSE;
    *step = hand->choice[0].step;
    return HAND_STEP;
}

/* What follows from the touches.  A way is gone to its end, or its end is clear from two touches; but
 * a die shall not run ahead of the hand. */
static HandAnswer settle(Hand *hand, Step *step)
{
    Meant meant = find_meant(hand, false);
    bool  decided = meant.steps == 1 && hand->touched.count >= 2 && hand->carried < 0;
    if (decided || (meant.exact > 0 && meant.longer == 0))
        return answer_choices(hand, step);
    find_meant(hand, true);
    return HAND_MORE;
}

static void take_touch(Hand *hand, int cell)
{
    hand->touched.cell[hand->touched.count++] = (uint16_t)cell;
    hand->carried = hand->dice[hand->touched.cell[0]] ? hand->touched.cell[0] : -1;
    hand->must_choose = false;
}

bool hand_is_target(const Hand *hand, int cell)
{
    int next = hand->touched.count;
    for (int i = 0; i < hand->way_count && !hand->must_choose; i++) {
        const HandWay *way = &hand->ways[i];
        if (starts_with(way, &hand->touched) && way->count > next &&
            (way->cell[next] == cell || (next > 0 && way->cell[way->count - 1] == cell)))
            return true;
    }
    return false;
}

static bool is_next(const Hand *hand, int cell)
{
    for (int i = 0; i < hand->way_count; i++) {
        const HandWay *way = &hand->ways[i];
        if (starts_with(way, &hand->touched) && way->count > hand->touched.count &&
            way->cell[hand->touched.count] == cell)
            return true;
    }
    return false;
}

/* The ways from here that end on this cell become the choices. */
static bool find_ending(Hand *hand, int cell)
{
    hand->choice_count = 0;
    for (int i = 0; i < hand->way_count && hand->touched.count > 0; i++) {
        const HandWay *way = &hand->ways[i];
        if (starts_with(way, &hand->touched) && way->cell[way->count - 1] == cell)
            add_choice(hand, way);
    }
    return hand->choice_count > 0;
}

static bool begins_with(const Hand *hand, int cell)
{
    for (int i = 0; i < hand->way_count; i++)
        if (hand->ways[i].cell[0] == cell)
            return true;
    return false;
}

static HandAnswer touch_on(Hand *hand, int cell, Step *step)
{
    take_touch(hand, cell);
    return settle(hand, step);
}

/* The last cell once more: that is enough, or it was not meant. */
static HandAnswer touch_again(Hand *hand, Step *step)
{
    if (find_meant(hand, true).exact > 0)
        return answer_choices(hand, step);
    hand_back(hand);
    return HAND_BACK;
}

HandAnswer hand_touch(Hand *hand, int cell, Step *step)
{
    if (hand->way_count == 0 || cell < 0)
        return HAND_REFUSED;
    if (hand->must_choose)
        hand_back(hand);
    int count = hand->touched.count;
    if (is_next(hand, cell))
        return touch_on(hand, cell, step);
    if (count > 0 && hand->touched.cell[count - 1] == cell)
        return touch_again(hand, step);
    if (count > 1 && hand->touched.cell[count - 2] == cell) {
        hand_back(hand);
        return HAND_BACK;
    }
    if (find_ending(hand, cell)) {
        take_touch(hand, cell);
        return answer_choices(hand, step);
    }
    if (begins_with(hand, cell)) {
        hand->touched.count = 0;
        return touch_on(hand, cell, step);
    }
    find_meant(hand, true);
    return HAND_REFUSED;
}

bool hand_back(Hand *hand)
{
    if (hand->touched.count == 0)
        return false;
    hand->touched.count--;
    hand->must_choose = false;
    find_meant(hand, true);
    if (hand->touched.count == 0)
        hand->choice_count = 0;
    return true;
}

int hand_left(const Hand *hand)
{
    int left = -1;
    for (int i = 0; i < hand->way_count; i++) {
        const HandWay *way = &hand->ways[i];
        if (!starts_with(way, &hand->touched))
            continue;
        if (left >= 0 && left != way->count - hand->touched.count)
            return -1;
        left = way->count - hand->touched.count;
    }
    return left;
}

/* --- rolling --- */

enum { TOP, NORTH, EAST, SOUTH, WEST };

/* Opposite faces add up to seven.  A die that rolls to the east shows its west face on top. */
static void roll(uint8_t faces[DIE_FACES], double dx, double dy)
{
    int     ahead = fabs(dx) > fabs(dy) ? (dx > 0 ? EAST : WEST) : dy > 0 ? SOUTH : NORTH;
    int     behind = (ahead + 1) % 4 + 1;
    uint8_t top = faces[TOP];
    faces[TOP] = faces[behind];
    faces[behind] = (uint8_t)(7 - top);
    faces[ahead] = top;
}

static void roll_along(const Hand *hand, Piece *die)
{
    for (int i = 1; i < hand->touched.count; i++) {
        ShapePoint from = hand->shape->cells[hand->touched.cell[i - 1]].centre;
        ShapePoint to = hand->shape->cells[hand->touched.cell[i]].centre;
        roll(die->faces, to.x - from.x, to.y - from.y);
    }
    die->cell = hand->touched.cell[hand->touched.count - 1];
    die->text[0] = (char)('0' + die->faces[TOP]);
}

bool hand_show(const Hand *hand, const Pieces *pieces, Pieces *out)
{
    bool is_rolling = hand->touched.count > 1 && hand->carried >= 0 && !hand->must_choose;
    int  end = is_rolling ? hand->touched.cell[hand->touched.count - 1] : -1;
    pieces_free(out);
    pieces_init(out);
    for (int i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->at[i];
        bool         rolls = is_rolling && piece->cell == hand->carried;
        if (piece->cell == end && !rolls)
            continue;
        Piece *copy = pieces_add(out, piece->glyph, piece->side, piece->cell);
        if (copy == NULL)
            return false;
        *copy = *piece;
        if (rolls)
            roll_along(hand, copy);
    }
    return true;
}
