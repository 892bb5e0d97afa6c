/* SPDX-License-Identifier: MIT */
/* Find the intended step. Candidates are all steps with their cells, and again with the first two
 * cells swapped if the order does not matter; selecting cells filters them. */
#include "term/move_input.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/turn.h"

void move_input_init(MoveInput *input)
{
    *input = (MoveInput){ 0 };
}

void move_input_rest(MoveInput *input)
{
    free(input->ways);
    free(input->cells);
    input->ways = NULL;
    input->cells = NULL;
    input->way_count = input->free_count = input->choice_count = input->touched.count = 0;
    input->must_choose = false;
}

void move_input_free(MoveInput *input)
{
    move_input_rest(input);
}

/* --- listing --- */

typedef struct Listing {
    MoveInput *input;
    size_t     used; /* of input->cells */
    size_t     capacity;
} Listing;

static bool add_way(Listing *listing, Step step, unsigned flags, const CellList *cells)
{
    MoveInput *input = listing->input;
    if (listing->used + (size_t)cells->count > listing->capacity)
        return false;
    MoveInputCandidate *way = &input->ways[input->way_count++];
    *way = (MoveInputCandidate){ step, flags, input->cells + listing->used, cells->count };
    memcpy(way->cell, cells->cell, (size_t)cells->count * sizeof *way->cell);
    listing->used += (size_t)cells->count;
    return true;
}

/* Write a step in notation, without an announcement: the player makes it. */
static void write_step(const MoveInput *input, Step step, Text *out)
{
    const Turn turn = { .count = 1, .step = { step } };
    if (game_announcements(input->game, input->pos.head.variant) != NULL)
        turn_write_plain(input->game, &input->pos.head, &turn, out);
    else
        input->game->text->step_write(&input->pos.head, step, out);
}

static void add_free(MoveInput *input, Step step, const Message *label)
{
    if (input->free_count == (int)(sizeof input->free / sizeof input->free[0]))
        return;
    MoveInputChoice *choice = &input->free[input->free_count++];
    Text             words = text_over(choice->words, sizeof choice->words);
    choice->step = step;
    term_text_write(&input->speech, label, &words);
    if (words.length == 0)
        write_step(input, step, &words);
}

static bool list_step(Listing *listing, Step step)
{
    MoveInput *input = listing->input;
    InputHint  hint;
    input->game->view->input_hint(&input->pos.head, step, &hint);
    if (hint.cells.count == 0) {
        add_free(input, step, &hint.label);
        return true;
    }
    if (!add_way(listing, step, hint.flags, &hint.cells))
        return false;
    if ((hint.flags & INPUT_ANY_ORDER) == 0 || hint.cells.count < 2)
        return true;
    uint16_t first = hint.cells.cell[0];
    hint.cells.cell[0] = hint.cells.cell[1];
    hint.cells.cell[1] = first;
    return add_way(listing, step, hint.flags, &hint.cells);
}

bool move_input_begin(MoveInput *input, const TermText *speech, const Shape *shape, const Pos *pos)
{
    assert(speech != NULL && shape != NULL && pos != NULL);
    const Game *game = speech->game;
    Step       *steps = malloc(STEPS_MAX * sizeof *steps);
    move_input_rest(input);
    input->game = game;
    input->speech = *speech;
    input->shape = shape;
    game_copy(game, pos, &input->pos.head);
    int     count = steps == NULL ? 0 : game->rules->gen(pos, steps);
    Listing listing = { input, 0, 2 * (size_t)count * TOUCHES_MAX + 1 };
    input->ways = malloc((2 * (size_t)count + 1) * sizeof *input->ways);
    input->cells = malloc(listing.capacity * sizeof *input->cells);
    bool done = steps != NULL && input->ways != NULL && input->cells != NULL;
    for (int i = 0; i < count && done; i++)
        done = list_step(&listing, steps[i]);
    free(steps);
    if (!done)
        move_input_rest(input);
    return done;
}

/* --- touching --- */

static bool has_cell(const MoveInputCandidate *way, int cell)
{
    for (int i = 0; i < way->count; i++)
        if (way->cell[i] == cell)
            return true;
    return false;
}

/* True if one cell stands for all cells of the step. */
static bool is_any_cell(const MoveInputCandidate *way)
{
    return (way->flags & INPUT_ANY_CELL) != 0;
}

static bool starts_with(const MoveInputCandidate *way, const CellList *prefix)
{
    if (is_any_cell(way)) {
        for (int i = 0; i < prefix->count; i++)
            if (!has_cell(way, prefix->cell[i]))
                return false;
        return true;
    }
    return way->count >= prefix->count &&
           memcmp(way->cell, prefix->cell, (size_t)prefix->count * sizeof *way->cell) == 0;
}

/* Return the number of cells that have to be selected for a candidate. */
static int cells_needed(const MoveInputCandidate *way)
{
    return is_any_cell(way) ? 1 : way->count;
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
    write_step(input, way->step, &words);
    input->game->view->input_hint(&input->pos.head, way->step, &hint);
    term_text_write(&input->speech, &hint.label, &label);
    if (label_words[0] != '\0')
        text_addf(&words, " (%s)", label_words);
}

typedef struct Meant {
    int  steps, exact, longer; /* candidates, counting each step once */
    bool full_path, any_cell;  /* one of them has to be selected cell by cell; to be confirmed */
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
        bool exact = cells_needed(way) <= input->touched.count;
        meant.full_path |= (way->flags & INPUT_FULL_PATH) != 0;
        meant.any_cell |= is_any_cell(way);
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
 * cells if its end is then clear, unless every cell of its path has to be selected. One cell that
 * stands for all has to be selected once more, or another of them. */
static MoveInputAnswer settle(MoveInput *input, Step *step)
{
    Meant meant = find_meant(input, false);
    bool  decided = meant.steps == 1 && input->touched.count >= 2 && !meant.full_path;
    if (meant.steps == 1 && meant.any_cell && input->touched.count < 2)
        return MOVE_INPUT_MORE;
    if (decided || (meant.exact > 0 && meant.longer == 0))
        return answer_choices(input, step);
    find_meant(input, true);
    return MOVE_INPUT_MORE;
}

static void take_touch(MoveInput *input, int cell)
{
    input->touched.cell[input->touched.count++] = (uint16_t)cell;
    input->must_choose = false;
}

bool move_input_is_target(const MoveInput *input, int cell)
{
    assert(input->way_count == 0 || (cell >= 0 && cell < input->shape->cell_count));
    int next = input->touched.count;
    for (int i = 0; i < input->way_count && !input->must_choose; i++) {
        const MoveInputCandidate *way = &input->ways[i];
        if (!starts_with(way, &input->touched))
            continue;
        if (is_any_cell(way) && has_cell(way, cell))
            return true;
        if (!is_any_cell(way) && way->count > next &&
            (way->cell[next] == cell || (next > 0 && way->cell[way->count - 1] == cell)))
            return true;
    }
    return false;
}

static bool is_next(const MoveInput *input, int cell)
{
    for (int i = 0; i < input->way_count; i++) {
        const MoveInputCandidate *way = &input->ways[i];
        if (!starts_with(way, &input->touched))
            continue;
        if (is_any_cell(way)
                ? has_cell(way, cell)
                : way->count > input->touched.count && way->cell[input->touched.count] == cell)
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
        if (!is_any_cell(way) && starts_with(way, &input->touched) &&
            way->cell[way->count - 1] == cell)
            add_choice(input, way);
    }
    return input->choice_count > 0;
}

static bool begins_with(const MoveInput *input, int cell)
{
    for (int i = 0; i < input->way_count; i++)
        if (is_any_cell(&input->ways[i]) ? has_cell(&input->ways[i], cell)
                                         : input->ways[i].cell[0] == cell)
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
        int more = cells_needed(way) - input->touched.count;
        if (left >= 0 && left != more)
            return -1;
        left = more;
    }
    return left;
}

void move_input_chosen(const MoveInput *input, CellList *out)
{
    *out = input->touched;
    for (int i = 0; i < input->way_count && input->choice_count == 1; i++) {
        const MoveInputCandidate *way = &input->ways[i];
        if (!is_any_cell(way) || way->step != input->choice[0].step || input->touched.count == 0)
            continue;
        out->count = way->count;
        memcpy(out->cell, way->cell, (size_t)way->count * sizeof *way->cell);
    }
}

/* --- moving along a path --- */

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

static void move_along(const MoveInput *input, Piece *piece)
{
    bool is_die = piece->faces[TOP] != 0;
    for (int i = 1; i < input->touched.count && is_die; i++) {
        ShapePoint from = input->shape->cells[input->touched.cell[i - 1]].centre;
        ShapePoint to = input->shape->cells[input->touched.cell[i]].centre;
        roll(piece->faces, to.x - from.x, to.y - from.y);
    }
    piece->cell = piece->cell2 = input->touched.cell[input->touched.count - 1];
    if (is_die)
        piece->text[0] = (char)('0' + piece->faces[TOP]);
}

/* True if the cells selected are the beginning of a path that is selected cell by cell. */
static bool is_moving(const MoveInput *input)
{
    for (int i = 0; i < input->way_count && input->touched.count > 1 && !input->must_choose; i++)
        if ((input->ways[i].flags & INPUT_FULL_PATH) != 0 &&
            starts_with(&input->ways[i], &input->touched))
            return true;
    return false;
}

bool move_input_show(const MoveInput *input, const Pieces *pieces, Pieces *out)
{
    assert(pieces != out);
    bool moving = is_moving(input);
    int  end = moving ? input->touched.cell[input->touched.count - 1] : -1;
    pieces_free(out);
    pieces_init(out);
    for (int i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->at[i];
        bool         moves = moving && piece->cell == input->touched.cell[0];
        if (piece->cell == end && !moves)
            continue;
        Piece *copy = pieces_add(out, piece->glyph, piece->side, piece->cell);
        if (copy == NULL)
            return false;
        *copy = *piece;
        if (moves)
            move_along(input, copy);
    }
    return true;
}
