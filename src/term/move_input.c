/* SPDX-License-Identifier: MIT */
/* Find the intended step. Candidates are all steps with their cells, and again with the first two
 * cells swapped if these are alike; selecting cells filters them. */
#include "term/move_input.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void move_input_init(MoveInput *input)
{
    *input = (MoveInput){ .carried = -1 };
}

void move_input_rest(MoveInput *input)
{
    free(input->ways);
    free(input->cells);
    free(input->dice);
    input->ways = NULL;
    input->dice = NULL;
    input->cells = NULL;
    input->way_count = input->free_count = input->choice_count = input->touched.count = 0;
    input->carried = -1;
    input->must_choose = false;
}

void move_input_free(MoveInput *input)
{
    move_input_rest(input);
}

/* --- listing --- */

typedef struct Listing {
    MoveInput    *input;
    const Pieces *pieces;
    size_t        used; /* of input->cells */
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
    MoveInput *input = listing->input;
    if (listing->used + (size_t)cells->count > listing->capacity)
        return false;
    MoveInputCandidate *way = &input->ways[input->way_count++];
    *way = (MoveInputCandidate){ step, input->cells + listing->used, cells->count };
    memcpy(way->cell, cells->cell, (size_t)cells->count * sizeof *way->cell);
    listing->used += (size_t)cells->count;
    return true;
}

static void add_free(MoveInput *input, Step step, const char *label)
{
    if (input->free_count == (int)(sizeof input->free / sizeof input->free[0]))
        return;
    MoveInputChoice *choice = &input->free[input->free_count++];
    Text             words = text_over(choice->words, sizeof choice->words);
    choice->step = step;
    text_add(&words, label);
    if (label[0] == '\0')
        input->game->text->step_write(&input->pos.head, step, &words);
}

/* True if both cells have the same kind and are both empty or both occupied by a piece that does
 * not move. */
static bool are_alike(const Listing *listing, int a, int b)
{
    const ShapeCell *cells = listing->input->shape->cells;
    const Piece     *one = thing_on(listing->pieces, a), *other = thing_on(listing->pieces, b);
    if (strcmp(cells[a].kind, cells[b].kind) != 0 || (one == NULL) != (other == NULL))
        return false;
    return one == NULL || (one->faces[0] == 0 && strcmp(one->glyph, "king") != 0);
}

static bool list_step(Listing *listing, Step step)
{
    MoveInput *input = listing->input;
    InputHint  hint;
    input->game->view->input_hint(&input->pos.head, step, &hint);
    if (hint.cells.count == 0) {
        char words[TURN_TEXT_MAX];
        Text label = text_over(words, sizeof words);
        message_write(&hint.label, input->game, input->pos.head.variant, &LANGUAGE_ENGLISH, &label);
        add_free(input, step, words);
        return true;
    }
    return add_way(listing, step, &hint.cells);
}

static bool has_beginning(const MoveInput *input, int count, uint16_t first, uint16_t second)
{
    for (int i = 0; i < count; i++)
        if (input->ways[i].count > 1 && input->ways[i].cell[0] == first &&
            input->ways[i].cell[1] == second)
            return true;
    return false;
}

static bool list_exchanged(Listing *listing, int straight)
{
    MoveInput *input = listing->input;
    for (int i = 0; i < straight; i++) {
        const MoveInputCandidate *way = &input->ways[i];
        if (way->count < 2 || !are_alike(listing, way->cell[0], way->cell[1]) ||
            has_beginning(input, straight, way->cell[1], way->cell[0]))
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

bool move_input_begin(MoveInput *input, const Game *game, const Shape *shape, const Pos *pos,
                      const Pieces *pieces)
{
    assert(game != NULL && shape != NULL && pos != NULL);
    Step *steps = malloc(STEPS_MAX * sizeof *steps);
    move_input_rest(input);
    input->game = game;
    input->shape = shape;
    game_copy(game, pos, &input->pos.head);
    int     count = steps == NULL ? 0 : game->rules->gen(pos, steps);
    Listing listing = { input, pieces, 0, 2 * (size_t)count * TOUCHES_MAX + 1 };
    input->ways = malloc((2 * (size_t)count + 1) * sizeof *input->ways);
    input->cells = malloc(listing.capacity * sizeof *input->cells);
    input->dice = calloc((size_t)shape->cell_count + 1, sizeof *input->dice);
    bool done = steps != NULL && input->ways != NULL && input->cells != NULL && input->dice != NULL;
    for (int i = 0; i < pieces->count && done; i++)
        input->dice[pieces->at[i].cell] |= pieces->at[i].faces[0] != 0;
    for (int i = 0; i < count && done; i++)
        done = list_step(&listing, steps[i]);
    done = done && list_exchanged(&listing, input->way_count);
    free(steps);
    if (!done)
        move_input_rest(input);
    return done;
}

/* --- touching --- */

static bool starts_with(const MoveInputCandidate *way, const CellList *prefix)
{
    return way->count >= prefix->count &&
           memcmp(way->cell, prefix->cell, (size_t)prefix->count * sizeof *way->cell) == 0;
}

static void add_choice(MoveInput *input, const MoveInputCandidate *way)
{
    for (int i = 0; i < input->choice_count; i++)
        if (input->choice[i].step == way->step)
            return;
    if (input->choice_count == MOVE_INPUT_CHOICES_MAX)
        return;
    MoveInputChoice *choice = &input->choice[input->choice_count++];
    char             label_words[TURN_TEXT_MAX];
    Text             label = text_over(label_words, sizeof label_words);
    Text             words = text_over(choice->words, sizeof choice->words);
    InputHint        hint;
    choice->step = way->step;
    input->game->text->step_write(&input->pos.head, way->step, &words);
    input->game->view->input_hint(&input->pos.head, way->step, &hint);
    message_write(&hint.label, input->game, input->pos.head.variant, &LANGUAGE_ENGLISH, &label);
    if (label_words[0] != '\0')
        text_addf(&words, " (%s)", label_words);
}

typedef struct Meant {
    int steps, exact, longer; /* candidates, counting each step once */
} Meant;

/* Fill the choices with the intended steps: all, or only those that end here. */
static Meant find_meant(MoveInput *input, bool only_exact)
{
    Meant meant = { 0 };
    input->choice_count = 0;
    for (int i = 0; i < input->way_count; i++) {
        const MoveInputCandidate *way = &input->ways[i];
        if (!starts_with(way, &input->touched))
            continue;
        bool exact = way->count == input->touched.count;
        meant.exact += exact;
        meant.longer += !exact;
        if (exact || !only_exact)
            add_choice(input, way);
    }
    meant.steps = input->choice_count;
    return meant;
}

static MoveInputAnswer answer_choices(MoveInput *input, Step *step)
{
    input->must_choose = true;
    if (input->choice_count != 1)
        return MOVE_INPUT_CHOOSE;
    *step = input->choice[0].step;
    return MOVE_INPUT_STEP;
}

/* Decide what follows from the selected cells. A candidate is complete at its end, or after two
 * cells if its end is then clear; but a die must not skip ahead of the player. */
static MoveInputAnswer settle(MoveInput *input, Step *step)
{
    Meant meant = find_meant(input, false);
    bool  decided = meant.steps == 1 && input->touched.count >= 2 && input->carried < 0;
    if (decided || (meant.exact > 0 && meant.longer == 0))
        return answer_choices(input, step);
    find_meant(input, true);
    return MOVE_INPUT_MORE;
}

static void take_touch(MoveInput *input, int cell)
{
    input->touched.cell[input->touched.count++] = (uint16_t)cell;
    input->carried = input->dice[input->touched.cell[0]] ? input->touched.cell[0] : -1;
    input->must_choose = false;
}

bool move_input_is_target(const MoveInput *input, int cell)
{
    assert(input->way_count == 0 || (cell >= 0 && cell < input->shape->cell_count));
    int next = input->touched.count;
    for (int i = 0; i < input->way_count && !input->must_choose; i++) {
        const MoveInputCandidate *way = &input->ways[i];
        if (starts_with(way, &input->touched) && way->count > next &&
            (way->cell[next] == cell || (next > 0 && way->cell[way->count - 1] == cell)))
            return true;
    }
    return false;
}

static bool is_next(const MoveInput *input, int cell)
{
    for (int i = 0; i < input->way_count; i++) {
        const MoveInputCandidate *way = &input->ways[i];
        if (starts_with(way, &input->touched) && way->count > input->touched.count &&
            way->cell[input->touched.count] == cell)
            return true;
    }
    return false;
}

/* Make the candidates that end on this cell the choices. */
static bool find_ending(MoveInput *input, int cell)
{
    input->choice_count = 0;
    for (int i = 0; i < input->way_count && input->touched.count > 0; i++) {
        const MoveInputCandidate *way = &input->ways[i];
        if (starts_with(way, &input->touched) && way->cell[way->count - 1] == cell)
            add_choice(input, way);
    }
    return input->choice_count > 0;
}

static bool begins_with(const MoveInput *input, int cell)
{
    for (int i = 0; i < input->way_count; i++)
        if (input->ways[i].cell[0] == cell)
            return true;
    return false;
}

static MoveInputAnswer touch_on(MoveInput *input, int cell, Step *step)
{
    take_touch(input, cell);
    return settle(input, step);
}

/* The last cell once more: that is enough, or it was not meant. */
static MoveInputAnswer touch_again(MoveInput *input, Step *step)
{
    if (find_meant(input, true).exact > 0)
        return answer_choices(input, step);
    move_input_back(input);
    return MOVE_INPUT_BACK;
}

MoveInputAnswer move_input_select(MoveInput *input, int cell, Step *step)
{
    assert(step != NULL);
    if (input->way_count == 0 || cell < 0)
        return MOVE_INPUT_ILLEGAL;
    if (input->must_choose)
        move_input_back(input);
    int count = input->touched.count;
    if (is_next(input, cell))
        return touch_on(input, cell, step);
    if (count > 0 && input->touched.cell[count - 1] == cell)
        return touch_again(input, step);
    if (count > 1 && input->touched.cell[count - 2] == cell) {
        move_input_back(input);
        return MOVE_INPUT_BACK;
    }
    if (find_ending(input, cell)) {
        take_touch(input, cell);
        return answer_choices(input, step);
    }
    if (begins_with(input, cell)) {
        input->touched.count = 0;
        return touch_on(input, cell, step);
    }
    find_meant(input, true);
    return MOVE_INPUT_ILLEGAL;
}

bool move_input_back(MoveInput *input)
{
    if (input->touched.count == 0)
        return false;
    input->touched.count--;
    input->must_choose = false;
    find_meant(input, true);
    if (input->touched.count == 0)
        input->choice_count = 0;
    return true;
}

int move_input_left(const MoveInput *input)
{
    int left = -1;
    for (int i = 0; i < input->way_count; i++) {
        const MoveInputCandidate *way = &input->ways[i];
        if (!starts_with(way, &input->touched))
            continue;
        if (left >= 0 && left != way->count - input->touched.count)
            return -1;
        left = way->count - input->touched.count;
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

static void roll_along(const MoveInput *input, Piece *die)
{
    for (int i = 1; i < input->touched.count; i++) {
        ShapePoint from = input->shape->cells[input->touched.cell[i - 1]].centre;
        ShapePoint to = input->shape->cells[input->touched.cell[i]].centre;
        roll(die->faces, to.x - from.x, to.y - from.y);
    }
    die->cell = input->touched.cell[input->touched.count - 1];
    die->text[0] = (char)('0' + die->faces[TOP]);
}

bool move_input_show(const MoveInput *input, const Pieces *pieces, Pieces *out)
{
    assert(pieces != out);
    bool is_rolling = input->touched.count > 1 && input->carried >= 0 && !input->must_choose;
    int  end = is_rolling ? input->touched.cell[input->touched.count - 1] : -1;
    pieces_free(out);
    pieces_init(out);
    for (int i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->at[i];
        bool         rolls = is_rolling && piece->cell == input->carried;
        if (piece->cell == end && !rolls)
            continue;
        Piece *copy = pieces_add(out, piece->glyph, piece->side, piece->cell);
        if (copy == NULL)
            return false;
        *copy = *piece;
        if (rolls)
            roll_along(input, copy);
    }
    return true;
}
