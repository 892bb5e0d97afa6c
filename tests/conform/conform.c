/* SPDX-License-Identifier: MIT */
/* The suite is an array of checks.  Some check the game once, some every visited position, some (the
 * expensive ones) a sample of these, and some a finished game.  Each check may rely on those before it:
 * lists are within bounds before they are compared, positions are valid before they are written.
 *
 * A check returns true if it passes, and otherwise ends with `return fail(...)`.
 */
#include "conform/conform.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "core/perft.h"
#include "core/arrange.h"
#include "core/record.h"
#include "core/study.h"
#include "core/shape.h"
#include "conform/view_check.h"
#include "core/learning.h"

enum {
    DEFAULT_TURNS_MAX = 20000,
    RANDOM_ASKS = 64,        /* random steps that `legal` is asked about */
    GARBLES = 24,            /* spoilt copies of one text */
    SELECTIONS = 24,         /* selections tried in one position */
    EFFECT_STEPS = 64,       /* steps of one position whose effects are compared */
    SPARE_TURNS = 8,         /* turns kept to be tried where they may not fit */
    PLAYOUT_TURNS_MAX = 400, /* of a random game that the fast facet repeats */
    MEMORY_SLOTS_MAX = 4096, /* positions kept to compare keys */
    MEMORY_BYTES = 1 << 22,
    RECORD_BYTES_MAX = 1 << 28, /* of a game on paper: far more than the longest has */
};

typedef struct Suite {
    const Game        *game;
    const ConformPlan *plan;
    uint32_t           variant;
    Fault             *fault;
    Status             status;
    const char        *check; /* the name of the check that runs */
    int                game_number;
    Random             random;
    Shape              shape;
    Record             record;                   /* the game that is being played */
    char               turn_here[TURN_TEXT_MAX]; /* a turn of the position that is visited */
    char               turn_before[SPARE_TURNS][TURN_TEXT_MAX]; /* of those visited earlier */
    int                spare_next;

    /* Of the position that is visited: */
    int      count;                /* its steps, as listed */
    Step     steps[2 * STEPS_MAX]; /* twice the limit, to detect lists that are too long */
    Step     sorted[2 * STEPS_MAX];
    uint64_t turns; /* number of turns from here; 0: not counted */

    /* Positions seen lately, by key. */
    size_t         slot_count;
    size_t         slot_size;
    unsigned char *slots;
} Suite;

/* ---- saying what is wrong ---- */

static bool fail(Suite *suite, const Pos *pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(Suite *suite, const Pos *pos, const char *format, ...)
{
    char    what[140], variant[VARIANT_TEXT_MAX], line[POS_TEXT_MAX];
    Text    variant_text = text_over(variant, sizeof variant);
    Text    line_text = text_over(line, sizeof line);
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    suite->game->text->variant_write(suite->variant, &variant_text);
    if (pos != NULL && pos->side < 2)
        suite->game->text->pos_write(pos, &line_text);
    suite->status = fault_set(suite->fault, STATUS_ILLEGAL, 0,
                              "%s: %s; %s:%s, seed %llu, game %d%s%s", suite->check, what,
                              suite->game->name, variant, (unsigned long long)suite->plan->seed,
                              suite->game_number, pos != NULL ? ", position " : "", line);
    return false;
}

static bool no_memory(Suite *suite)
{
    suite->status =
        fault_set(suite->fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    return false;
}

/* ---- small things ---- */

static bool is_plain_word(const char *word)
{
    for (const char *c = word; *c != '\0'; c++)
        if (!(*c >= 'a' && *c <= 'z') && !(*c >= '0' && *c <= '9') && *c != '-')
            return false;
    return word[0] != '\0';
}

/* Nothing that would break a line of text. */
static bool is_one_line(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            return false;
    return true;
}

static uint64_t fingerprint(uint64_t seed, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t             sum = mix64(seed + size);
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t part = 0;
        memcpy(&part, bytes + at, size - at < sizeof part ? size - at : sizeof part);
        sum = mix64(sum ^ part) + at;
    }
    return sum;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void sort_numbers(uint64_t *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
}

static bool has_twins(const uint64_t *sorted, int count)
{
    for (int i = 1; i < count; i++)
        if (sorted[i] == sorted[i - 1])
            return true;
    return false;
}

static bool is_listed(const Suite *suite, Step step)
{
    return bsearch(&step, suite->sorted, (size_t)suite->count, sizeof step, compare_numbers) !=
           NULL;
}

static void play(const Game *game, const Pos *pos, Step step, Pos *after)
{
    game_copy(game, pos, after);
    game->rules->apply(after, step);
}

/* The key from scratch, with a false one in its place so that it cannot be copied from there. */
static uint64_t fresh_key(const Game *game, const Pos *pos)
{
    PosBuffer copy;
    game_copy(game, pos, &copy.head);
    copy.head.key = ~pos->key;
    return game->rules->key(&copy.head);
}

static bool has_cell(const Suite *suite, int cell)
{
    return cell >= 0 && cell < suite->shape.cell_count;
}

/* ---- the game as a whole; `pos` is the start ---- */

static bool check_card(Suite *suite, const Pos *pos)
{
    const Game *game = suite->game;
    (void)pos;
    if (!is_plain_word(game->name) || game->title[0] == '\0' || game->summary[0] == '\0')
        return fail(suite, NULL, "a game has a name in small letters, a title and a summary");
    if (!is_plain_word(game->sides[0]) || !is_plain_word(game->sides[1]) ||
        strcmp(game->sides[0], game->sides[1]) == 0)
        return fail(suite, NULL, "the sides are two different words in small letters");
    if (game->reason_count < 1 || game->reason_count > REASON_REPETITION)
        return fail(suite, NULL, "the number of reasons is out of range");
    for (int i = 0; i < game->reason_count; i++)
        if (!is_plain_word(game->reasons[i].word))
            return fail(suite, NULL, "the word of reason %d is not in small letters", i);
    return true;
}

static bool check_catalogue(Suite *suite, const Pos *pos)
{
    char what[120];
    Text text = text_over(what, sizeof what);
    (void)pos;
    return catalogue_holds(suite->game, &text) || fail(suite, NULL, "%s", what);
}

static bool reads_back(Suite *suite, uint32_t variant)
{
    char     words[VARIANT_TEXT_MAX];
    Text     text = text_over(words, sizeof words);
    uint32_t again;
    Fault    fault;
    suite->game->text->variant_write(variant, &text);
    return !text.full && is_one_line(words) &&
           suite->game->text->variant_read(words, &again, &fault) == STATUS_OK && again == variant;
}

static bool check_variant(Suite *suite, const Pos *pos)
{
    const GameText    *text = suite->game->text;
    const char *const *shown = suite->game->variants;
    uint32_t           usual, first = 0;
    Fault              fault;
    (void)pos;
    if (!reads_back(suite, suite->variant))
        return fail(suite, NULL, "the variant does not read back as it was written");
    if (text->variant_read("", &usual, &fault) != STATUS_OK)
        return fail(suite, NULL, "there is no default variant");
    for (int i = 0; shown[i] != NULL; i++) {
        uint32_t variant;
        if (text->variant_read(shown[i], &variant, &fault) != STATUS_OK ||
            !reads_back(suite, variant))
            return fail(suite, NULL, "the variant '%.40s' is shown but cannot be used", shown[i]);
        first = i == 0 ? variant : first;
    }
    if (shown[0] == NULL || first != usual)
        return fail(suite, NULL, "the default variant is not the first one shown");
    return true;
}

static bool check_start(Suite *suite, const Pos *pos)
{
    if (suite->game->rules->size(suite->variant) > POS_BYTES_MAX)
        return fail(suite, NULL, "a position is larger than %d bytes", POS_BYTES_MAX);
    if (pos->variant != suite->variant || pos->side != 0 || pos->phase != 0)
        return fail(suite, pos, "a game starts in its variant, with side 0, in phase 0");
    return true;
}

static bool check_shape(Suite *suite, const Pos *pos)
{
    const Shape *shape = &suite->shape;
    (void)pos;
    if (shape->cell_count == 0)
        return fail(suite, NULL, "the board has no cells");
    for (int i = 0; i < shape->cell_count; i++) {
        const ShapeCell *cell = &shape->cells[i];
        if (memchr(cell->label, '\0', sizeof cell->label) == NULL || cell->label[0] == '\0' ||
            cell->kind == NULL || cell->corner_count < 0 || cell->corner_count > CELL_CORNERS_MAX)
            return fail(suite, NULL, "cell %d lacks a label, a kind or a sound outline", i);
        char name[2 * CELL_LABEL_MAX];
        Text text = text_over(name, sizeof name);
        suite->game->text->cell_write(suite->variant, i, &text);
        if (strcmp(name, cell->label) != 0)
            return fail(suite, NULL, "cell %d is called %s and %s", i, cell->label, name);
        if (shape_find(shape, cell->label) != i)
            return fail(suite, NULL, "two cells are called %s", cell->label);
    }
    for (int i = 0; i < shape->line_count; i++)
        if (!has_cell(suite, shape->lines[i].from) || !has_cell(suite, shape->lines[i].to))
            return fail(suite, NULL, "line %d leads to a cell that does not exist", i);
    return true;
}

/* ---- every position ---- */

static bool check_sound(Suite *suite, const Pos *pos)
{
    Fault fault = { 0 };
    if (suite->game->rules->check(pos, &fault) != STATUS_OK)
        return fail(suite, pos, "an invariant is broken: %.100s", fault.why);
    return true;
}

static bool check_key(Suite *suite, const Pos *pos)
{
    if (fresh_key(suite->game, pos) != pos->key)
        return fail(suite, pos, "the key kept up is not the key from scratch");
    return true;
}

/* Lists the steps for all checks that follow. */
static bool check_list(Suite *suite, const Pos *pos)
{
    suite->count = suite->game->rules->gen(pos, suite->steps);
    if (suite->count < 0 || suite->count > STEPS_MAX)
        return fail(suite, pos, "%d steps are listed", suite->count);
    int again = suite->game->rules->gen(pos, suite->sorted);
    if (again != suite->count ||
        memcmp(suite->steps, suite->sorted, (size_t)again * sizeof(Step)) != 0)
        return fail(suite, pos, "the steps are listed in another way the second time");
    sort_numbers(suite->sorted, suite->count);
    if (has_twins(suite->sorted, suite->count))
        return fail(suite, pos, "a step is listed twice");
    return true;
}

static bool check_over(Suite *suite, const Pos *pos)
{
    Outcome outcome = suite->game->rules->outcome(pos);
    if ((outcome.ending == ENDING_NONE) != (suite->count > 0))
        return fail(suite, pos, "%d steps are listed in a game that is %s", suite->count,
                    outcome.ending == ENDING_NONE ? "not over" : "over");
    if (outcome.ending == ENDING_NONE)
        return true;
    if (outcome.ending > ENDING_DRAWN || (outcome.ending == ENDING_WON && outcome.winner > 1) ||
        outcome.reason >= suite->game->reason_count)
        return fail(suite, pos, "ending, winner or reason is out of range");
    if (pos->phase != 0)
        return fail(suite, pos, "the game is over in the middle of a turn");
    return true;
}

/* Write, read, compare.  Also used for positions that the suite made up itself. */
static bool position_reads_back(const Game *game, const Pos *pos)
{
    char      line[POS_TEXT_MAX];
    Text      text = text_over(line, sizeof line);
    PosBuffer again;
    Fault     fault;
    game->text->pos_write(pos, &text);
    memset(&again, 0xa5, sizeof again);
    return !text.full && text.length > 0 && is_one_line(line) &&
           game->text->pos_read(pos->variant, line, &again.head, &fault) == STATUS_OK &&
           game_same(game, pos, &again.head);
}

static bool check_position(Suite *suite, const Pos *pos)
{
    if (!position_reads_back(suite->game, pos))
        return fail(suite, pos, "the position does not read back as it was written");
    return true;
}

static bool pieces_hold(Suite *suite, const Pos *pos, const Pieces *pieces)
{
    for (int i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->at[i];
        if (!has_cell(suite, piece->cell) || !has_cell(suite, piece->cell2))
            return fail(suite, pos, "piece %d lies beside the board", i);
        if (piece->glyph == NULL || (piece->side > 1 && piece->side != SIDE_NONE) ||
            memchr(piece->text, '\0', sizeof piece->text) == NULL)
            return fail(suite, pos, "piece %d lacks a glyph, a side or the end of its text", i);
    }
    return true;
}

static bool check_pieces(Suite *suite, const Pos *pos)
{
    Pieces pieces;
    pieces_init(&pieces);
    bool holds = suite->game->view->pieces(pos, &pieces) ? pieces_hold(suite, pos, &pieces)
                                                         : no_memory(suite);
    pieces_free(&pieces);
    return holds;
}

/* An arrangement that cannot be must be rejected with a reason; `what` says which one. */
static bool arrange_rejects(Suite *suite, const Pos *pos, const Pieces *pieces, const char *what)
{
    PosBuffer out;
    Fault     fault = { .why = "" };
    Status    status = arrange_position(suite->game, pos, pieces, pos->side, &out.head, &fault);
    return (status != STATUS_OK && fault.why[0] != '\0') ||
           fail(suite, pos, "%s is accepted, or rejected without a reason", what);
}

/* Without one piece there is a position with exactly the other pieces, or a reason why not. */
static bool arrange_less(Suite *suite, const Pos *pos, Pieces *pieces)
{
    PosBuffer out;
    Fault     fault = { .why = "" };
    int       index = (int)(pos->key % (uint64_t)pieces->count);
    Piece     removed = pieces->at[index];
    pieces->at[index] = pieces->at[--pieces->count];
    Status status = arrange_position(suite->game, pos, pieces, pos->side, &out.head, &fault);
    bool   holds = status == STATUS_OK
                       ? !game_same(suite->game, &out.head, pos) || strcmp(removed.glyph, "mark") == 0
                       : fault.why[0] != '\0';
    return holds ||
           fail(suite, pos, "without a piece the position is the same, or there is no reason");
}

static bool arrange_holds(Suite *suite, const Pos *pos, Pieces *pieces)
{
    PosBuffer out;
    Fault     fault = { .why = "" };
    int       count = pieces->count;
    if (arrange_position(suite->game, pos, pieces, pos->side, &out.head, &fault) != STATUS_OK)
        return fail(suite, pos, "the pieces cannot be arranged again: %.120s", fault.why);
    if (!game_same(suite->game, &out.head, pos))
        return fail(suite, pos, "the pieces, arranged again, are another position");
    for (int i = 0; i < count; i++) { /* the first piece that is no mark and no bridge, twice */
        Piece piece = pieces->at[i];
        if (piece.cell != piece.cell2 || strcmp(piece.glyph, "mark") == 0)
            continue;
        Piece *added = pieces_add(pieces, piece.glyph, piece.side, piece.cell);
        if (added == NULL)
            return no_memory(suite);
        *added = piece;
        if (!arrange_rejects(suite, pos, pieces, "a cell with two pieces"))
            return false;
        added->cell = added->cell2 = UINT16_MAX;
        if (!arrange_rejects(suite, pos, pieces, "a piece beside the board"))
            return false;
        pieces->count--;
        pieces->at[i].glyph = "nothing";
        pieces->at[i].text[0] = '\0';
        if (!arrange_rejects(suite, pos, pieces, "a piece of another game"))
            return false;
        pieces->at[i] = piece;
        break;
    }
    return count == 0 || arrange_less(suite, pos, pieces);
}

static bool check_arrange(Suite *suite, const Pos *pos)
{
    Pieces pieces;
    if (suite->game->text->arrange == NULL || pos->phase != 0)
        return true;
    pieces_init(&pieces);
    bool holds = suite->game->view->pieces(pos, &pieces) ? arrange_holds(suite, pos, &pieces)
                                                         : no_memory(suite);
    pieces_free(&pieces);
    return holds;
}

static bool check_panel(Suite *suite, const Pos *pos)
{
    Panel panel = { .count = 0 };
    suite->game->view->panel(pos, &panel);
    for (int i = 0; i < panel.count; i++)
        if (panel.item[i].label == NULL || panel.item[i].value.def == NULL ||
            (panel.item[i].side > 1 && panel.item[i].side != SIDE_NONE))
            return fail(suite, pos, "item %d of the panel lacks a label, a value or a side", i);
    return true;
}

static bool check_draw(Suite *suite, const Pos *pos)
{
    const GameText *text = suite->game->text;
    char           *board = malloc(BOARD_TEXT_MAX);
    bool            ends_well = true;
    if (board == NULL)
        return no_memory(suite);
    for (int labels = 0; labels <= (text->draw_labels != NULL); labels++) {
        Text drawing = text_over(board, BOARD_TEXT_MAX);
        (labels == 0 ? text->draw : text->draw_labels)(pos, &drawing);
        ends_well =
            ends_well && !drawing.full && drawing.length > 0 && board[drawing.length - 1] == '\n';
    }
    free(board);
    return ends_well || fail(suite, pos, "a drawing does not fit or does not end with a newline");
}

static bool check_input(Suite *suite, const Pos *pos)
{
    uint64_t *inputs = suite->sorted; /* borrowed; in order again at the end */
    char      what[120];
    Text      text = text_over(what, sizeof what);
    for (int i = 0; i < suite->count; i++) {
        char      words[TURN_TEXT_MAX];
        Text      label = text_over(words, sizeof words);
        InputHint hint;
        if (!input_holds(suite->game, pos, suite->steps[i], suite->shape.cell_count, &text))
            return fail(suite, pos, "%s", what);
        suite->game->view->input_hint(pos, suite->steps[i], &hint);
        message_write(&hint.label, suite->game, pos->variant, &LANGUAGE_ENGLISH, &label);
        uint64_t cells =
            fingerprint(1, hint.cells.cell, (size_t)hint.cells.count * sizeof hint.cells.cell[0]);
        inputs[i] = fingerprint(cells, words, label.length);
    }
    sort_numbers(inputs, suite->count);
    bool collide = has_twins(inputs, suite->count);
    memcpy(suite->sorted, suite->steps, (size_t)suite->count * sizeof(Step));
    sort_numbers(suite->sorted, suite->count);
    return !collide || fail(suite, pos, "two steps have the same cells and the same label");
}

static int random_cell(Suite *suite)
{
    return (int)random_below(&suite->random, (uint32_t)suite->shape.cell_count);
}

/* Select what a player might: the beginning of a legal step, sometimes with one wrong cell, or any
 * cells. */
static CellList random_selection(Suite *suite, const Pos *pos)
{
    CellList selected = { .count = 0 };
    if (suite->count > 0 && random_below(&suite->random, 4) > 0) {
        InputHint hint;
        Step      step = suite->steps[random_below(&suite->random, (uint32_t)suite->count)];
        suite->game->view->input_hint(pos, step, &hint);
        selected = hint.cells;
    }
    if (selected.count == 0) {
        selected.count = 1 + (int)random_below(&suite->random, 3);
        for (int i = 0; i < selected.count; i++)
            selected.cell[i] = (uint16_t)random_cell(suite);
        return selected;
    }
    selected.count = 1 + (int)random_below(&suite->random, (uint32_t)selected.count);
    if (random_below(&suite->random, 2) == 0)
        selected.cell[random_below(&suite->random, (uint32_t)selected.count)] =
            (uint16_t)random_cell(suite);
    return selected;
}

static bool check_select(Suite *suite, const Pos *pos)
{
    char what[120];
    Text text = text_over(what, sizeof what);
    for (int i = 0; i < SELECTIONS; i++) {
        CellList selected = random_selection(suite, pos);
        if (!selection_holds(suite->game, pos, suite->steps, suite->count, suite->shape.cell_count,
                             &selected, &text))
            return fail(suite, pos, "%s", what);
    }
    return true;
}

static bool check_effects(Suite *suite, const Pos *pos)
{
    char what[120];
    Text text = text_over(what, sizeof what);
    for (int i = 0; i < suite->count && i < EFFECT_STEPS; i++) {
        int at = suite->count <= EFFECT_STEPS
                     ? i
                     : (int)random_below(&suite->random, (uint32_t)suite->count);
        if (!effects_hold(suite->game, pos, suite->steps[at], suite->shape.cell_count, &text))
            return fail(suite, pos, "%s", what);
    }
    return true;
}

static bool check_regions(Suite *suite, const Pos *pos)
{
    char what[120];
    Text text = text_over(what, sizeof what);
    return suite->game->view->regions == NULL ||
           regions_hold(suite->game, pos, suite->shape.cell_count, &text) ||
           fail(suite, pos, "%s", what);
}

/* At the end of a game the bounds must agree with how it ended. */
static bool proof_of_end(Suite *suite, const Pos *pos, Outcome outcome)
{
    const GameProof *proof = suite->game->proof;
    uint32_t         turns = 0;
    int              decided = proof->decided(pos, &turns);
    int              winner = outcome.ending == ENDING_WON ? outcome.winner : SIDE_NONE;
    if (decided != SIDE_NONE && (decided != winner || turns != 0))
        return fail(suite, pos, "the game is over, but `decided` says otherwise");
    if (winner != SIDE_NONE && proof->turns_to_win(pos, winner) != 0)
        return fail(suite, pos, "the winner is said to need more turns");
    return true;
}

/* A side that wins whatever the other does cannot be beaten by the other's next step. */
static bool reply_holds(Suite *suite, const Pos *pos, int winner)
{
    PosBuffer after;
    for (int i = 0; i < suite->count; i++) {
        play(suite->game, pos, suite->steps[i], &after.head);
        Outcome outcome = suite->game->rules->outcome(&after.head);
        if (outcome.ending == ENDING_DRAWN ||
            (outcome.ending == ENDING_WON && outcome.winner != winner))
            return fail(suite, pos, "the game is said to be decided, but a step turns it round");
    }
    return true;
}

static bool check_proof(Suite *suite, const Pos *pos)
{
    const GameProof *proof = suite->game->proof;
    if (proof == NULL)
        return true;
    Outcome outcome = suite->game->rules->outcome(pos);
    if (outcome.ending != ENDING_NONE)
        return proof_of_end(suite, pos, outcome);
    uint32_t turns = 0;
    int      winner = proof->decided(pos, &turns);
    if (winner == SIDE_NONE)
        return true;
    if (winner != 0 && winner != 1)
        return fail(suite, pos, "`decided` names side %d", winner);
    if (turns == 0 || proof->turns_to_win(pos, winner) > turns)
        return fail(suite, pos, "`decided` promises a win sooner than `turns_to_win` allows");
    return pos->side == winner || reply_holds(suite, pos, winner);
}

/* Check that no query writes to its position. */
static bool check_pure(Suite *suite, const Pos *pos)
{
    const Game *game = suite->game;
    PosBuffer   before;
    Fault       fault;
    uint32_t    turns;
    game_copy(game, pos, &before.head);
    game->rules->gen(pos, suite->steps);
    game_gen_once(game, pos, suite->steps);
    suite->count = game->rules->gen(pos, suite->steps);
    for (int i = 0; i < suite->count; i++)
        game->rules->legal(pos, suite->steps[i]);
    game->rules->outcome(pos);
    game->rules->key(pos);
    game->rules->check(pos, &fault);
    if (game->proof != NULL)
        game->proof->decided(pos, &turns);
    return game_same(game, pos, &before.head) ||
           fail(suite, pos, "a function that may only look has changed the position");
}

/* ---- a sample of the positions ---- */

static bool agrees_on(Suite *suite, const Pos *pos, Step step)
{
    bool listed = is_listed(suite, step);
    if (suite->game->rules->legal(pos, step) == listed)
        return true;
    return fail(suite, pos, "step %#llx is %s", (unsigned long long)step,
                listed ? "listed but not legal" : "legal but not listed");
}

static bool check_legal(Suite *suite, const Pos *pos)
{
    for (Step step = 0; step < suite->plan->step_limit; step++)
        if (!agrees_on(suite, pos, step))
            return false;
    for (int i = 0; i < suite->count; i++) {
        if (!agrees_on(suite, pos, suite->steps[i]))
            return false;
        for (int bit = 0; bit < 64; bit++)
            if (!agrees_on(suite, pos, suite->steps[i] ^ UINT64_C(1) << bit))
                return false;
    }
    for (int i = 0; i < RANDOM_ASKS; i++)
        if (!agrees_on(suite, pos, random_next(&suite->random)))
            return false;
    return true;
}

static bool check_apply(Suite *suite, const Pos *pos)
{
    PosBuffer after;
    for (int i = 0; i < suite->count; i++) {
        Fault fault = { 0 };
        play(suite->game, pos, suite->steps[i], &after.head);
        if (after.head.variant != pos->variant)
            return fail(suite, pos, "step %#llx changes the variant",
                        (unsigned long long)suite->steps[i]);
        if (suite->game->rules->check(&after.head, &fault) != STATUS_OK)
            return fail(suite, pos, "step %#llx breaks an invariant: %.100s",
                        (unsigned long long)suite->steps[i], fault.why);
        if (fresh_key(suite->game, &after.head) != after.head.key)
            return fail(suite, pos, "the key is wrong after step %#llx",
                        (unsigned long long)suite->steps[i]);
    }
    return true;
}

/* A turn belongs to one side and can always be completed. */
static bool check_turn(Suite *suite, const Pos *pos)
{
    PosBuffer after;
    Step     *next = malloc(2 * STEPS_MAX * sizeof *next);
    bool      holds = next != NULL || no_memory(suite);
    for (int i = 0; holds && i < suite->count; i++) {
        play(suite->game, pos, suite->steps[i], &after.head);
        if (after.head.phase == 0)
            continue;
        if (after.head.side != pos->side)
            holds = fail(suite, pos, "step %#llx changes the side in the middle of a turn",
                         (unsigned long long)suite->steps[i]);
        else if (suite->game->rules->gen(&after.head, next) <= 0)
            holds = fail(suite, pos, "after step %#llx the turn cannot be completed",
                         (unsigned long long)suite->steps[i]);
    }
    free(next);
    return holds;
}

static bool same_decisions(Suite *suite, const Pos *a, const Pos *b)
{
    Step *steps = malloc(4 * STEPS_MAX * sizeof *steps);
    if (steps == NULL)
        return no_memory(suite);
    int  count_a = suite->game->rules->gen(a, steps);
    int  count_b = suite->game->rules->gen(b, steps + 2 * STEPS_MAX);
    bool same = a->side == b->side && a->phase == b->phase && count_a == count_b &&
                memcmp(steps, steps + 2 * STEPS_MAX, (size_t)count_a * sizeof *steps) == 0;
    free(steps);
    return same;
}

/* Positions with the same key must at least leave the same choice to the same side: a table of
 * positions takes one for the other.  The last position of each slot is remembered. */
static bool remember(Suite *suite, const Pos *pos)
{
    Pos   *kept = (Pos *)(void *)(suite->slots + pos->key % suite->slot_count * suite->slot_size);
    size_t size = suite->game->rules->size(pos->variant);
    bool   is_free = kept->key == 0 && kept->variant == 0;
    if (!is_free && kept->key == pos->key && memcmp(kept, pos, size) != 0 &&
        !same_decisions(suite, kept, pos))
        return suite->status == STATUS_OK &&
               fail(suite, pos, "another position, with other steps, has the same key");
    memcpy(kept, pos, size);
    return true;
}

static bool check_twins(Suite *suite, const Pos *pos)
{
    PosBuffer after;
    for (int i = 0; i < suite->count; i++) {
        play(suite->game, pos, suite->steps[i], &after.head);
        if (!remember(suite, &after.head))
            return false;
    }
    return remember(suite, pos);
}

/* Play random steps from `now` until the turn is complete. */
static bool complete_turn(Suite *suite, Pos *now, Turn *turn)
{
    Step *steps = malloc(2 * STEPS_MAX * sizeof *steps);
    if (steps == NULL)
        return no_memory(suite);
    while (now->phase != 0 && turn->count < TURN_STEPS_MAX) {
        int count = suite->game->rules->gen(now, steps);
        if (count <= 0)
            break;
        Step step = steps[random_below(&suite->random, (uint32_t)count)];
        turn->step[turn->count++] = step;
        suite->game->rules->apply(now, step);
    }
    free(steps);
    return now->phase == 0 || fail(suite, now, "a turn does not come to an end");
}

static void sort_turn(const Game *game, const Pos *pos, Turn *turn)
{
    if (game->text->turn_sort != NULL)
        game->text->turn_sort(pos, turn->step, turn->count);
}

static bool same_steps(const Turn *a, const Turn *b)
{
    return a->count == b->count && memcmp(a->step, b->step, (size_t)a->count * sizeof(Step)) == 0;
}

/* Play a turn, asking before every step; false if it is not legal as it stands. */
static bool replay(const Game *game, const Pos *pos, const Turn *turn, Pos *after)
{
    game_copy(game, pos, after);
    for (int i = 0; i < turn->count; i++) {
        if (!game->rules->legal(after, turn->step[i]))
            return false;
        game->rules->apply(after, turn->step[i]);
    }
    return after->phase == 0;
}

/* A turn must be one word that cannot be mistaken for another word of a record. */
static bool is_turn_word(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    for (const char *c = word; *c != '\0'; c++)
        if ((unsigned char)*c <= 0x20 || strchr("{()\x7f", *c) != NULL)
            return false;
    return word[0] != '\0' && strchr("@[;#!?", word[0]) == NULL &&
           !(digits > 0 && word[digits] == '.') && strcmp(word, "result") != 0;
}

static bool turn_holds(Suite *suite, const Pos *pos, Turn *turn, const Pos *after)
{
    const Game *game = suite->game;
    char        words[TURN_TEXT_MAX], again[TURN_TEXT_MAX];
    Text        text = text_over(words, sizeof words), again_text = text_over(again, sizeof again);
    Turn        read = { .count = 0 };
    PosBuffer   reached;
    Fault       fault = { 0 };

    turn_write(game, pos, turn, &text);
    if (text.full || !is_turn_word(words))
        return fail(suite, pos, "the turn '%.60s' is not one plain word", words);
    if (turn_read(game, pos, words, &read, &fault) != STATUS_OK)
        return fail(suite, pos, "the turn '%.60s' does not read back: %.80s", words, fault.why);
    turn_write(game, pos, &read, &again_text);
    if (strcmp(words, again) != 0)
        return fail(suite, pos, "the turn '%.60s' is written '%.60s' after reading", words, again);
    sort_turn(game, pos, turn);
    sort_turn(game, pos, &read);
    if (!same_steps(turn, &read))
        return fail(suite, pos, "the turn '%.60s' reads back as other steps", words);
    if (!replay(game, pos, &read, &reached.head) || !game_same(game, &reached.head, after))
        return fail(suite, pos, "the turn '%.60s' leads elsewhere in canonical order", words);
    snprintf(suite->turn_here, sizeof suite->turn_here, "%s", words);
    return true;
}

/* One turn for each first step, completed at random. */
static bool check_words(Suite *suite, const Pos *pos)
{
    PosBuffer after;
    memcpy(suite->turn_before[suite->spare_next++ % SPARE_TURNS], suite->turn_here,
           sizeof suite->turn_here);
    for (int i = 0; i < suite->count; i++) {
        Turn turn = { .count = 1, .step = { suite->steps[i] } };
        play(suite->game, pos, suite->steps[i], &after.head);
        if (!complete_turn(suite, &after.head, &turn) ||
            !turn_holds(suite, pos, &turn, &after.head))
            return false;
    }
    return true;
}

static bool check_step(Suite *suite, const Pos *pos)
{
    for (int i = 0; i < suite->count; i++) {
        char    words[TURN_TEXT_MAX];
        Text    text = text_over(words, sizeof words);
        Message why;
        Step    read = ~suite->steps[i];
        suite->game->text->step_write(pos, suite->steps[i], &text);
        Scan scan = scan_over(words, text.length);
        if (text.full || suite->game->text->step_read(pos, &scan, &read, &why) != STATUS_OK ||
            read != suite->steps[i] || !scan_done(&scan))
            return fail(suite, pos, "the step '%.60s' does not read back", words);
    }
    return true;
}

/* ---- walking over whole turns ---- */

typedef int Lister(const Game *game, const Pos *pos, Step *steps);

static int list_all(const Game *game, const Pos *pos, Step *steps)
{
    return game->rules->gen(pos, steps);
}

typedef struct TurnSet {
    uint64_t *seen; /* a number for each turn in canonical order and the position after it */
    int       count;
    int       limit;
    bool      stuck; /* a turn could not be completed, or had too many steps */
    bool      full;
} TurnSet;

typedef struct Frame {
    PosBuffer after;
    Step      steps[2 * STEPS_MAX];
} Frame;

static void add_turn(Suite *suite, const Pos *pos, const Turn *turn, const Pos *after, TurnSet *set)
{
    if (set->count == set->limit) {
        set->full = true;
        return;
    }
    Turn sorted = *turn;
    sort_turn(suite->game, pos, &sorted);
    uint64_t steps = fingerprint(2, sorted.step, (size_t)sorted.count * sizeof(Step));
    set->seen[set->count++] = fingerprint(steps, after, suite->game->rules->size(after->variant));
}

static bool walk(Suite *suite, const Pos *pos, const Pos *now, Lister *list, Turn *turn,
                 TurnSet *set)
{
    Frame *frame = malloc(sizeof *frame);
    if (frame == NULL)
        return no_memory(suite);
    int  count = list(suite->game, now, frame->steps);
    bool goes_on = true;
    set->stuck = set->stuck || (now->phase != 0 && count <= 0) || turn->count == TURN_STEPS_MAX;
    for (int i = 0; goes_on && i < count && !set->full && !set->stuck; i++) {
        play(suite->game, now, frame->steps[i], &frame->after.head);
        turn->step[turn->count++] = frame->steps[i];
        if (frame->after.head.phase == 0)
            add_turn(suite, pos, turn, &frame->after.head, set);
        else
            goes_on = walk(suite, pos, &frame->after.head, list, turn, set);
        turn->count--;
    }
    free(frame);
    return goes_on;
}

static bool collect(Suite *suite, const Pos *pos, Lister *list, TurnSet *set)
{
    Turn turn = { .count = 0 };
    int  limit = suite->plan->turns_max != 0 ? suite->plan->turns_max : DEFAULT_TURNS_MAX;
    /* Walking through gen meets a turn of two commuting steps twice, one of three six times. */
    *set = (TurnSet){ .limit = 8 * limit };
    set->seen = malloc((size_t)set->limit * sizeof *set->seen);
    if (set->seen == NULL)
        return no_memory(suite);
    return walk(suite, pos, pos, list, &turn, set);
}

/* Sort and move the distinct numbers to the front.  Return their count. */
static int unite(TurnSet *set)
{
    int kept = 0;
    sort_numbers(set->seen, set->count);
    for (int i = 0; i < set->count; i++)
        if (i == 0 || set->seen[i] != set->seen[i - 1])
            set->seen[kept++] = set->seen[i];
    return kept;
}

static bool sets_hold(Suite *suite, const Pos *pos, TurnSet *all, TurnSet *once)
{
    if (all->full || once->full)
        return true;
    if (all->stuck || once->stuck)
        return fail(suite, pos, "a turn cannot be completed");
    int different = unite(all), once_count = once->count;
    if (unite(once) != once_count)
        return fail(suite, pos, "gen_once leads to a turn twice");
    if (different != once_count ||
        memcmp(all->seen, once->seen, (size_t)different * sizeof(uint64_t)) != 0)
        return fail(suite, pos, "gen leads to %d different turns, gen_once to %d%s", different,
                    once_count, different == once_count ? " others" : "");
    suite->turns = (uint64_t)different;
    return true;
}

static bool once_is_listed(Suite *suite, const Pos *pos)
{
    Step *steps = malloc(2 * STEPS_MAX * sizeof *steps);
    if (steps == NULL)
        return no_memory(suite);
    int  count = game_gen_once(suite->game, pos, steps);
    bool holds = count >= 0 && count <= suite->count;
    for (int i = 0; holds && i < count; i++)
        holds = is_listed(suite, steps[i]);
    free(steps);
    return holds || fail(suite, pos, "gen_once lists a step that gen does not list");
}

static bool check_once(Suite *suite, const Pos *pos)
{
    if (!once_is_listed(suite, pos))
        return false;
    if (pos->phase != 0 || suite->count == 0)
        return true;
    TurnSet all, once = { .count = 0 };
    bool    holds = collect(suite, pos, list_all, &all) &&
                 (all.full || collect(suite, pos, game_gen_once, &once)) &&
                 sets_hold(suite, pos, &all, &once);
    free(all.seen);
    free(once.seen);
    return holds;
}

/* ---- spoilt text ---- */

/* Copy `text`, cut short or with one byte replaced, left out or put in. */
static void garble(Random *random, const char *text, char *out, size_t capacity)
{
    static const char LETTERS[] = "abcxyzABC019 .,;:-+/*@{}[]\"\\_!?\x80\xff";
    size_t            length = strlen(text), at = random_below(random, (uint32_t)length + 1);
    char              c = LETTERS[random_below(random, sizeof LETTERS - 1)];
    if (random_below(random, 2) == 0 && length > 0)
        c = text[random_below(random, (uint32_t)length)];
    if (random_below(random, 4) == 0 && at < length)
        c = (char)(text[at] + (random_below(random, 2) == 0 ? 1 : -1));
    if (c == '\0')
        c = '0';
    char tail[2] = { c, '\0' };
    switch (random_below(random, 4)) {
    case 0: snprintf(out, capacity, "%.*s", (int)at, text); break;
    case 1:
        snprintf(out, capacity, "%.*s%s", (int)at, text, at < length ? text + at + 1 : "");
        break;
    case 2: snprintf(out, capacity, "%.*s%s%s", (int)at, text, tail, text + at); break;
    default:
        snprintf(out, capacity, "%.*s%s%s", (int)at, text, tail, at < length ? text + at + 1 : "");
    }
}

/* Words for a turn: one that is legal here, one of earlier that may not be, or a spoilt one. */
static void turn_like(Suite *suite, char words[TURN_TEXT_MAX])
{
    uint32_t    spare = random_below(&suite->random, SPARE_TURNS + 1);
    const char *source = spare < SPARE_TURNS ? suite->turn_before[spare] : suite->turn_here;
    if (random_below(&suite->random, 2) == 0)
        snprintf(words, TURN_TEXT_MAX, "%s", source);
    else
        garble(&suite->random, source, words, TURN_TEXT_MAX);
}

static bool fault_is_filled(const Fault *fault, Status status, const char *text)
{
    return fault->status == status && fault->at <= strlen(text) && fault->why[0] != '\0';
}

/* Check that pos_read fails with a reason or returns a valid position. */
static bool position_answer(Suite *suite, const Pos *pos, const char *line)
{
    const Game *game = suite->game;
    PosBuffer   read, before;
    Fault       fault = { 0 };
    memset(&read, 0x5a, sizeof read);
    memcpy(&before, &read, sizeof read);
    Status status = game->text->pos_read(pos->variant, line, &read.head, &fault);
    if (status != STATUS_OK) {
        if (memcmp(&read, &before, sizeof read) != 0)
            return fail(suite, pos, "pos_read rejects '%.60s' but writes a position", line);
        if (!fault_is_filled(&fault, status, line))
            return fail(suite, pos, "pos_read rejects '%.60s' without offset or reason", line);
        return true;
    }
    if (game->rules->check(&read.head, &fault) != STATUS_OK)
        return fail(suite, pos, "pos_read accepts '%.60s': %.80s", line, fault.why);
    if (fresh_key(game, &read.head) != read.head.key || !position_reads_back(game, &read.head))
        return fail(suite, pos,
                    "pos_read accepts '%.60s', which has a wrong key or is written "
                    "otherwise",
                    line);
    return true;
}

/* Check that turn_read fails with a reason or returns a legal turn. */
static bool turn_answer(Suite *suite, const Pos *pos, const char *words)
{
    Turn      turn;
    PosBuffer after;
    Fault     fault = { 0 };
    Status    status = turn_read(suite->game, pos, words, &turn, &fault);
    if (status != STATUS_OK)
        return fault_is_filled(&fault, status, words) ||
               fail(suite, pos, "the turn '%.60s' is rejected without offset or reason", words);
    return replay(suite->game, pos, &turn, &after.head) ||
           fail(suite, pos, "the turn '%.60s' is read as an illegal one", words);
}

static bool check_garbled(Suite *suite, const Pos *pos)
{
    char line[POS_TEXT_MAX], spoilt[POS_TEXT_MAX], words[TURN_TEXT_MAX];
    Text text = text_over(line, sizeof line);
    suite->game->text->pos_write(pos, &text);
    bool holds = position_answer(suite, pos, "") && turn_answer(suite, pos, "");
    for (int i = 0; holds && i < GARBLES; i++) {
        garble(&suite->random, line, spoilt, sizeof spoilt);
        turn_like(suite, words);
        holds = position_answer(suite, pos, spoilt) && turn_answer(suite, pos, words);
    }
    return holds;
}

/* Read a turn and check the message if it is rejected. */
static bool explanation_holds(Suite *suite, const Pos *pos, const char *words)
{
    char    what[120];
    Text    text = text_over(what, sizeof what);
    Turn    turn;
    Message why;
    if (turn_explain(suite->game, pos, words, &turn, &why) == STATUS_OK)
        return true;
    if (why.at > strlen(words))
        return fail(suite, pos, "'%.60s' is wrong beyond its end", words);
    return message_holds(suite->game, pos->variant, suite->shape.cell_count, &why, &text) ||
           fail(suite, pos, "'%.60s': %s", words, what);
}

static bool check_explain(Suite *suite, const Pos *pos)
{
    char words[TURN_TEXT_MAX];
    bool holds = true;
    for (int i = 0; holds && i < GARBLES; i++) {
        turn_like(suite, words);
        holds = explanation_holds(suite, pos, words);
    }
    return holds;
}

/* ---- symmetries ---- */

static bool same_outcome(Outcome a, Outcome b, bool swapped)
{
    return a.ending == b.ending && (a.ending == ENDING_NONE || a.reason == b.reason) &&
           (a.ending != ENDING_WON || a.winner == (swapped ? 1 - b.winner : b.winner));
}

/* Steps of `pos` become steps of `mapped`, one to one. */
static bool steps_map(Suite *suite, const Pos *pos, const Pos *mapped, int map)
{
    Step *images = malloc(4 * STEPS_MAX * sizeof *images);
    if (images == NULL)
        return no_memory(suite);
    Step *listed = images + 2 * STEPS_MAX;
    int   count = suite->game->rules->gen(mapped, listed);
    for (int i = 0; i < suite->count; i++)
        images[i] = suite->game->symmetry->map_step(pos, suite->steps[i], map);
    sort_numbers(images, suite->count);
    sort_numbers(listed, count);
    bool same =
        count == suite->count && memcmp(images, listed, (size_t)count * sizeof *images) == 0;
    free(images);
    return same || fail(suite, pos, "map %d does not lead legal steps to legal steps", map);
}

static bool play_maps(Suite *suite, const Pos *pos, const Pos *mapped, int map)
{
    const Game *game = suite->game;
    PosBuffer   after, mapped_after, after_mapped;
    for (int i = 0; i < suite->count; i++) {
        Step image = game->symmetry->map_step(pos, suite->steps[i], map);
        play(game, pos, suite->steps[i], &after.head);
        game->symmetry->map_pos(&after.head, map, &mapped_after.head);
        play(game, mapped, image, &after_mapped.head);
        if (!game_same(game, &mapped_after.head, &after_mapped.head))
            return fail(suite, pos, "map %d and step %#llx do not commute", map,
                        (unsigned long long)suite->steps[i]);
    }
    return true;
}

static bool map_holds(Suite *suite, const Pos *pos, int map)
{
    const Game *game = suite->game;
    PosBuffer   mapped;
    Fault       fault = { 0 };
    memset(&mapped, 0xa5, sizeof mapped);
    game->symmetry->map_pos(pos, map, &mapped.head);
    if (map == 0 && !game_same(game, pos, &mapped.head))
        return fail(suite, pos, "map 0 is not the identity");
    if (game->rules->check(&mapped.head, &fault) != STATUS_OK ||
        fresh_key(game, &mapped.head) != mapped.head.key)
        return fail(suite, pos, "map %d gives a broken position: %.100s", map, fault.why);
    if (!same_outcome(game->rules->outcome(pos), game->rules->outcome(&mapped.head),
                      pos->side != mapped.head.side))
        return fail(suite, pos, "map %d changes the outcome", map);
    if (game_symmetries(game, &mapped.head) != game_symmetries(game, pos))
        return fail(suite, pos, "map %d changes the number of symmetries", map);
    if (!steps_map(suite, pos, &mapped.head, map) || !play_maps(suite, pos, &mapped.head, map))
        return false;
    if (suite->turns != 0 &&
        perft_count(game, &mapped.head, 1, PERFT_TURNS, PERFT_GENERAL) != suite->turns)
        return fail(suite, pos, "map %d changes the number of turns", map);
    return true;
}

/* Of the maps that hold only here, check one per position: there may be many. */
static bool check_symmetry(Suite *suite, const Pos *pos)
{
    if (suite->game->symmetry == NULL)
        return true;
    int count = suite->game->symmetry->count(pos->variant),
        here = game_symmetries(suite->game, pos);
    if (count < 1 || here < count)
        return fail(suite, pos, "there is not even the identity");
    for (int map = 0; map < count; map++)
        if (!map_holds(suite, pos, map))
            return false;
    return here == count ||
           map_holds(suite, pos, count + (int)(pos->key % (uint64_t)(here - count)));
}

/* ---- evaluation ---- */

static bool is_within(int value)
{
    return value > -EVAL_MAX && value < EVAL_MAX;
}

/* Check that symmetric positions have equal evaluations. */
static bool evaluated_alike(Suite *suite, const Pos *pos)
{
    const Game *game = suite->game;
    int         count = game->symmetry != NULL ? game->symmetry->count(pos->variant) : 0;
    int         value = game->eval->eval(pos);
    if (game->eval->eval(pos) != value)
        return fail(suite, pos, "two evaluations of the same position differ");
    for (int map = 1; map < count; map++) {
        PosBuffer mapped;
        game->symmetry->map_pos(pos, map, &mapped.head);
        int other = game->eval->eval(&mapped.head);
        if (other != value)
            return fail(suite, pos, "the evaluation is %d, but %d after map %d", value, other, map);
    }
    return true;
}

static bool noise_is_listed(Suite *suite, const Pos *pos)
{
    Step *steps = malloc(2 * 2 * STEPS_MAX * sizeof *steps), *once = steps + 2 * STEPS_MAX;
    if (steps == NULL)
        return no_memory(suite);
    int  count = suite->game->eval->noisy(pos, steps);
    int  all = game_gen_once(suite->game, pos, once);
    bool holds = count >= 0 && count <= all;
    for (int i = 0; holds && i < count; i++) {
        bool found = false;
        for (int j = 0; j < all; j++)
            found = found || once[j] == steps[i];
        holds = found;
    }
    free(steps);
    return holds || fail(suite, pos, "noisy lists a step that gen_once does not list");
}

static bool pass_holds(Suite *suite, const Pos *pos)
{
    const Game *game = suite->game;
    PosBuffer   after;
    Fault       fault = { 0 };
    game_copy(game, pos, &after.head);
    if (!game->eval->pass(&after.head))
        return game_same(game, pos, &after.head) ||
               fail(suite, pos, "pass fails, but changes the position");
    if (game->rules->check(&after.head, &fault) != STATUS_OK ||
        fresh_key(game, &after.head) != after.head.key)
        return fail(suite, pos, "pass gives a broken position: %.100s", fault.why);
    return (after.head.side != pos->side && after.head.phase == 0) ||
           fail(suite, pos, "pass does not hand over the turn");
}

static bool check_evaluation(Suite *suite, const Pos *pos)
{
    const GameEval *eval = suite->game->eval;
    if (eval == NULL || suite->count == 0)
        return true;
    if (eval->unit < 0 || eval->likely <= 0)
        return fail(suite, pos, "unit is below 0, or likely is not above 0");
    if (!is_within(eval->eval(pos)) || !is_within(eval->baseline_eval(pos)))
        return fail(suite, pos, "evaluation %d or baseline evaluation %d is beyond EVAL_MAX",
                    eval->eval(pos), eval->baseline_eval(pos));
    for (int depth = 1; eval->width != NULL && depth < 4; depth++)
        if (eval->width(pos, depth, 0) < 1 ||
            eval->width(pos, depth, 1) < eval->width(pos, depth, 0))
            return fail(suite, pos, "width leaves nothing, or gets less when widened");
    if (!evaluated_alike(suite, pos))
        return false;
    if (pos->phase != 0)
        return true;
    return (eval->noisy == NULL || noise_is_listed(suite, pos)) &&
           (eval->pass == NULL || pass_holds(suite, pos));
}

/* ---- the fast facet ---- */

static bool counts_agree(Suite *suite, const Pos *pos, int depth)
{
    static const char *const KIND[] = { [PERFT_TURNS] = "turns", [PERFT_POSITIONS] = "positions" };
    for (int kind = PERFT_TURNS; kind <= PERFT_POSITIONS; kind++) {
        uint64_t general = perft_count(suite->game, pos, depth, (PerftKind)kind, PERFT_GENERAL);
        uint64_t fast = perft_count(suite->game, pos, depth, (PerftKind)kind, PERFT_FAST);
        if (general != fast)
            return fail(suite, pos, "%s of depth %d: %llu in general, %llu fast", KIND[kind], depth,
                        (unsigned long long)general, (unsigned long long)fast);
    }
    return true;
}

static bool playouts_agree(Suite *suite, const Pos *pos)
{
    Random  general = random_seeded(random_next(&suite->random)), fast = general;
    Outcome general_end, fast_end;

    uint32_t general_turns =
        perft_playout(suite->game, pos, &general, PLAYOUT_TURNS_MAX, &general_end, PERFT_GENERAL);
    uint32_t fast_turns =
        perft_playout(suite->game, pos, &fast, PLAYOUT_TURNS_MAX, &fast_end, PERFT_FAST);
    if (general_turns != fast_turns || general.state != fast.state)
        return fail(suite, pos,
                    "a random game has %u turns in general, %u fast, or takes other "
                    "numbers",
                    general_turns, fast_turns);
    return same_outcome(general_end, fast_end, false) ||
           fail(suite, pos, "a random game ends otherwise when played fast");
}

static bool check_fast(Suite *suite, const Pos *pos)
{
    if (suite->game->fast == NULL || !suite->game->fast->covers(pos->variant))
        return true;
    uint64_t limit =
        (uint64_t)(suite->plan->turns_max != 0 ? suite->plan->turns_max : DEFAULT_TURNS_MAX);
    if (suite->turns != 0 && !counts_agree(suite, pos, 1))
        return false;
    if (suite->turns != 0 && suite->turns * suite->turns <= limit && !counts_agree(suite, pos, 2))
        return false;
    return playouts_agree(suite, pos);
}

/* ---- finished games; `pos` is the last position ---- */

/* A side that has won cannot have been said to need more turns than it took. */
static bool check_bounds(Suite *suite, const Pos *pos)
{
    const Line *line = &suite->record.line;
    Outcome     outcome = suite->game->rules->outcome(pos);
    if (suite->game->proof == NULL || outcome.ending != ENDING_WON)
        return true;
    for (int i = 0; i < line->count; i++) {
        const Pos *then = (const Pos *)(const void *)(line->positions + (size_t)i * line->pos_size);
        uint32_t   taken = (uint32_t)(line_turns(line) - line->entries[i].turn);
        uint32_t   bound = suite->game->proof->turns_to_win(then, outcome.winner);
        if (bound > taken)
            return fail(suite, then, "%s needs at least %u turns, but wins after %u",
                        suite->game->sides[outcome.winner], bound, taken);
    }
    return true;
}

static bool record_reads_back(Suite *suite, const Pos *pos, const Buffer *paper)
{
    Record again;
    Fault  fault = { 0 };
    if (record_read(suite->plan->find, paper->data, paper->length, &again, &fault) != STATUS_OK)
        return fail(suite, pos, "the record does not read back: %.120s", fault.why);
    bool same = record_same(&suite->record, &again);
    record_free(&again);
    return same || fail(suite, pos, "the record reads back as another game");
}

/* Add a random turn after a random node, with a mark.  A step that cannot be played is left to the check
 * `legal`. */
static Status add_alternative(Random *random, Study *study, Line *line)
{
    int node = STUDY_ROOT, added;
    for (int skip = (int)random_below(random, (uint32_t)study->live + 1); skip > 0; skip--)
        node = study_next(study, node);
    Status status = study_line(study, node, line);
    if (status != STATUS_OK || line_outcome(line).ending != ENDING_NONE)
        return status;
    for (int turns = line_turns(line); status == STATUS_OK && line_turns(line) == turns;) {
        Step step;
        status = line_random_step(line, random, &step);
        if (status == STATUS_OK)
            status = line_step(line, step);
    }
    if (status == STATUS_ILLEGAL)
        return STATUS_OK;
    Turn turn;
    Note note = note_empty();
    if (status == STATUS_OK) {
        line_turn(line, line_turns(line) - 1, &turn);
        status = study_add(study, node, &turn, &added);
    }
    note.mark = (NoteMark)random_below(random, NOTE_MARK_COUNT);
    return status == STATUS_OK ? study_note(study, added, &note) : status;
}

static Status add_alternatives(const Suite *suite, Record *record)
{
    enum { ALTERNATIVES = 12 };
    Study  study;
    Line   line = { .count = 0 };
    Random random = random_seeded(suite->plan->seed + (uint64_t)line_turns(&record->line));
    Status status = study_init(&study, record);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < ALTERNATIVES && status == STATUS_OK; i++)
        status = add_alternative(&random, &study, &line);
    if (status == STATUS_OK)
        status = study_save(&study, record);
    line_free(&line);
    study_free(&study);
    return status;
}

static bool check_record(Suite *suite, const Pos *pos)
{
    Record *record = &suite->record;
    Buffer  paper;
    char    seed[32];
    if (suite->plan->find == NULL)
        return true;
    buffer_init(&paper, RECORD_BYTES_MAX);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)suite->plan->seed);
    Status status = record_set_tag(record, "Seed", seed);
    for (int turn = 0; status == STATUS_OK && turn < line_turns(&record->line); turn += 3)
        status = record_set_note(record, turn, 1000 * turn, turn % 2 == 0 ? NULL : "every third");
    if (status == STATUS_OK)
        status = add_alternatives(suite, record);
    bool holds = status == STATUS_OK && record_write(record, buffer_sink, &paper);
    holds = holds ? record_reads_back(suite, pos, &paper) : no_memory(suite);
    buffer_free(&paper);
    return holds;
}

/* ---- learning ---- */

static bool ids_hold(Suite *suite, const Pos *pos)
{
    const GameLearning *learning = suite->game->learning;
    uint32_t            count = learning->step_count(suite->variant);
    for (int i = 0; i < suite->count; i++) {
        uint32_t id = learning->step_id(suite->variant, suite->steps[i]);
        if (id >= count)
            return fail(suite, pos, "step %d has the id %u of %u", i, id, count);
        if (learning->step_of(suite->variant, id) != suite->steps[i])
            return fail(suite, pos, "the id %u stands for another step than step %d", id, i);
    }
    uint32_t any = random_below(&suite->random, count);
    if (learning->step_id(suite->variant, learning->step_of(suite->variant, any)) != any)
        return fail(suite, pos, "the step of id %u has another id", any);
    return true;
}

static int name_count(const char *const *names)
{
    int count = 0;
    while (names[count] != NULL)
        count++;
    return count;
}

/* Observe into a buffer whose end is guarded. */
static bool observation_holds(Suite *suite, const Pos *pos, float *numbers)
{
    const GameLearning *learning = suite->game->learning;
    const float         guard = -7;
    int                 cells = suite->shape.cell_count;
    int                 planes = name_count(learning->planes) * cells;
    int                 count = planes + name_count(learning->scalars);
    Observation out = { .cell_count = cells, .planes = numbers, .scalars = numbers + planes };
    memset(numbers, 0, (size_t)count * sizeof *numbers);
    numbers[count] = guard;
    learning->observe(pos, &out);
    if (numbers[count] != guard)
        return fail(suite, pos, "the observation has more than %d numbers", count);
    for (int i = 0; i < count; i++)
        if (!(numbers[i] >= 0 && numbers[i] <= 1))
            return fail(suite, pos, "number %d of the observation is not from 0 to 1", i);
    return true;
}

static bool check_learning(Suite *suite, const Pos *pos)
{
    const GameLearning *learning = suite->game->learning;
    if (learning == NULL)
        return true;
    if (!ids_hold(suite, pos))
        return false;
    size_t count = (size_t)name_count(learning->planes) * (size_t)suite->shape.cell_count +
                   (size_t)name_count(learning->scalars) + 1;
    float *numbers = malloc(count * sizeof *numbers);
    bool   holds = numbers == NULL ? no_memory(suite) : observation_holds(suite, pos, numbers);
    free(numbers);
    return holds;
}

/* ---- the table ---- */

typedef enum When { AT_START, ALWAYS, SAMPLED, AT_END } When;

static const struct Check {
    const char *name;
    When        when;
    bool (*holds)(Suite *suite, const Pos *pos);
} CHECKS[] = {
    { "card", AT_START, check_card },           /* names, sides, reasons */
    { "catalogue", AT_START, check_catalogue }, /* messages: keys, braces, sides */
    { "variant", AT_START, check_variant },     /* variants read back */
    { "start", AT_START, check_start },         /* where a game begins */
    { "shape", AT_START, check_shape },         /* cells, labels, lines */
    { "pure", SAMPLED, check_pure },            /* looking changes nothing */
    { "check", ALWAYS, check_sound },           /* invariants */
    { "key", ALWAYS, check_key },               /* kept up = from scratch */
    { "list", ALWAYS, check_list },             /* gen: no step twice, a fixed order */
    { "over", ALWAYS, check_over },             /* no steps exactly if the game is over */
    { "position", ALWAYS, check_position },     /* positions read back, byte for byte */
    { "pieces", ALWAYS, check_pieces },         /* on cells of the board */
    { "panel", ALWAYS, check_panel },           /* labelled */
    { "draw", ALWAYS, check_draw },             /* ends with a newline */
    { "input", ALWAYS, check_input },           /* cells and labels tell all steps apart */
    { "regions", ALWAYS, check_regions },       /* cells that exist */
    { "proof", ALWAYS, check_proof },           /* the two bounds agree with each other */
    { "legal", SAMPLED, check_legal },          /* legal = listed */
    { "apply", SAMPLED, check_apply },          /* every successor is sound */
    { "turn", SAMPLED, check_turn },            /* one side, and it can be completed */
    { "twins", SAMPLED, check_twins },          /* equal keys, equal choices */
    { "step", SAMPLED, check_step },            /* steps read back */
    { "words", SAMPLED, check_words },          /* turns read back, in canonical order */
    { "once", SAMPLED, check_once },            /* gen_once: the same turns, each once */
    { "garbled", SAMPLED, check_garbled }, /* corrupt text is rejected with offset and reason */
    { "explain", SAMPLED, check_explain }, /* a message in all languages, cells that exist */
    { "select", SAMPLED, check_select },   /* a message exactly for wrong selections */
    { "arrange", SAMPLED,
      check_arrange }, /* pieces make the position again, or there is a reason */
    { "effects", SAMPLED, check_effects }, /* turn the pieces before into the pieces after */
    { "symmetry", SAMPLED, check_symmetry },
    { "evaluation", SAMPLED, check_evaluation }, /* within bounds, the same from all sides */
    { "fast", SAMPLED, check_fast },
    { "learning", SAMPLED, check_learning }, /* step ids read back; numbers within bounds */
    { "bounds", AT_END, check_bounds },      /* turns_to_win was never too high */
    { "record", AT_END, check_record },      /* a game reads back */
};

enum { CHECK_COUNT = sizeof CHECKS / sizeof CHECKS[0] };

const char *conform_check_name(int index)
{
    return index >= 0 && index < CHECK_COUNT ? CHECKS[index].name : NULL;
}

static bool run_checks(Suite *suite, const Pos *pos, When first, When last)
{
    for (int i = 0; i < CHECK_COUNT; i++) {
        if (CHECKS[i].when < first || CHECKS[i].when > last)
            continue;
        suite->check = CHECKS[i].name;
        if (!CHECKS[i].holds(suite, pos))
            return false;
    }
    return true;
}

/* ---- playing ---- */

static bool visit(Suite *suite, uint64_t visited)
{
    int sample = suite->plan->sample > 1 ? suite->plan->sample : 1;
    suite->turns = 0;
    return run_checks(suite, line_now(&suite->record.line), ALWAYS,
                      visited % (uint64_t)sample == 0 ? SAMPLED : ALWAYS);
}

/* Step by step to the end or the limit, with all checks on the way. */
static bool play_game(Suite *suite, uint64_t *visited)
{
    Line *line = &suite->record.line;
    for (;;) {
        if (!visit(suite, (*visited)++))
            return false;
        if (suite->count == 0 || line_turns(line) >= suite->plan->turn_limit)
            return run_checks(suite, line_now(line), AT_END, AT_END);
        Step   step = suite->steps[random_below(&suite->random, (uint32_t)suite->count)];
        Status status = line_step(line, step);
        if (status == STATUS_NO_MEMORY)
            return no_memory(suite);
        if (status != STATUS_OK) {
            suite->check = "legal";
            return fail(suite, line_now(line), "step %#llx is listed but not legal",
                        (unsigned long long)step);
        }
    }
}

static bool play_games(Suite *suite)
{
    Setup    setup = { .game = suite->game, .variant = suite->variant };
    uint64_t visited = 0;
    bool     holds = true;
    for (int i = 0; holds && i < suite->plan->games; i++) {
        suite->game_number = i;
        suite->random = random_seeded(mix64(suite->plan->seed) + (uint64_t)i);
        if (record_init(&suite->record, &setup, NULL) != STATUS_OK)
            return no_memory(suite);
        holds = (i > 0 || run_checks(suite, line_now(&suite->record.line), AT_START, AT_START)) &&
                play_game(suite, &visited);
        record_free(&suite->record);
    }
    return holds;
}

/* Allocate the shape and the positions to compare keys with. */
static bool prepare(Suite *suite)
{
    shape_init(&suite->shape);
    suite->slot_size = (suite->game->rules->size(suite->variant) + 7) / 8 * 8;
    suite->slot_count = MEMORY_BYTES / suite->slot_size;
    if (suite->slot_count > MEMORY_SLOTS_MAX)
        suite->slot_count = MEMORY_SLOTS_MAX;
    suite->slots = calloc(suite->slot_count, suite->slot_size);
    return suite->slots != NULL && suite->game->view->shape(suite->variant, &suite->shape);
}

Status conform_run(const Game *game, const ConformPlan *plan, Fault *fault)
{
    assert(game != NULL && plan != NULL && plan->games >= 0 && plan->sample >= 0);
    uint32_t variant;
    Status   status =
        game->text->variant_read(plan->variant == NULL ? "" : plan->variant, &variant, fault);
    if (status != STATUS_OK)
        return status;
    Suite *suite = calloc(1, sizeof *suite);
    if (suite == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    suite->game = game;
    suite->plan = plan;
    suite->variant = variant;
    suite->fault = fault;
    if (!prepare(suite))
        no_memory(suite);
    else
        play_games(suite);
    status = suite->status;
    shape_free(&suite->shape);
    free(suite->slots);
    free(suite);
    return status;
}
