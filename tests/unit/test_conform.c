/* SPDX-License-Identifier: MIT */
/* conform/conform.h: the toy game passes, and each planted defect is found by the check that is there
 * for it.  Every check of the suite has at least one defect in the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/arrange.h"
#include "conform/conform.h"
#include "core/effect.h"
#include "core/learning.h"
#include "core/shape.h"
#include "games/toy/toy.h"

/* ---- a game with defects ---- */

/* Functions of a facet that are not NULL here replace those of the toy game. */
typedef struct Defect {
    const char  *check; /* which finds it */
    const char  *what;
    GameRules    rules;
    GameText     text;
    GameView     view;
    GameSymmetry symmetry;
    GameProof    proof;
    GameEval     eval;
    GameFast     fast;
    GameLearning learning;
    void (*plant)(Game *game, GameText *text); /* whatever cannot be said by a function */
    int sample; /* of the plan; so that a defect gets past the thorough checks */
} Defect;

typedef struct Broken {
    Game         game;
    GameRules    rules;
    GameText     text;
    GameView     view;
    GameSymmetry symmetry;
    GameProof    proof;
    GameEval     eval;
    GameFast     fast;
    GameLearning learning;
} Broken;

typedef void AnyFunction(void);

/* A facet is nothing but function pointers, so it can be replaced one pointer at a time. */
static void overlay(void *facet, const void *usual, const void *defect, size_t size)
{
    for (size_t at = 0; at < size; at += sizeof(AnyFunction *)) {
        AnyFunction *function;
        memcpy(&function, (const char *)defect + at, sizeof function);
        memcpy((char *)facet + at, (const char *)(function != NULL ? defect : usual) + at,
               sizeof function);
    }
}

/* The functions of judgement follow some numbers. */
#define FROM_EVAL(facet) ((void *)((uintptr_t)(facet) + offsetof(GameEval, eval)))

static void break_game(Broken *broken, const Defect *defect)
{
    overlay(&broken->rules, &TOY_RULES, &defect->rules, sizeof broken->rules);
    overlay(&broken->text, &TOY_TEXT, &defect->text, sizeof broken->text);
    overlay(&broken->view, &TOY_VIEW, &defect->view, sizeof broken->view);
    overlay(&broken->symmetry, &TOY_SYMMETRY, &defect->symmetry, sizeof broken->symmetry);
    overlay(&broken->proof, &TOY_PROOF, &defect->proof, sizeof broken->proof);
    overlay(&broken->learning, &TOY_LEARNING, &defect->learning, sizeof broken->learning);
    overlay(&broken->fast, TOY_GAME.fast, &defect->fast, sizeof broken->fast);
    broken->eval = TOY_EVAL;
    overlay(FROM_EVAL(&broken->eval), FROM_EVAL(&TOY_EVAL), FROM_EVAL(&defect->eval),
            sizeof broken->eval - offsetof(GameEval, eval));
    if (defect->eval.unit != 0)
        broken->eval.unit = defect->eval.unit;
    broken->game = TOY_GAME;
    broken->game.rules = &broken->rules;
    broken->game.text = &broken->text;
    broken->game.view = &broken->view;
    broken->game.symmetry = &broken->symmetry;
    broken->game.proof = &broken->proof;
    broken->game.eval = &broken->eval;
    broken->game.learning = &broken->learning;
    /* The fast facet would tell a defect of the rules before the check that is meant. */
    static const GameFast NO_DEFECT;
    broken->game.fast =
        memcmp(&defect->fast, &NO_DEFECT, sizeof NO_DEFECT) == 0 ? NULL : &broken->fast;
    if (defect->plant != NULL)
        defect->plant(&broken->game, &broken->text);
}

static const Game *under_test;

static const Game *find(const char *name)
{
    return under_test != NULL && strcmp(name, under_test->name) == 0 ? under_test : NULL;
}

static const ConformPlan PLAN = {
    .variant = "8",
    .find = find,
    .seed = 7,
    .games = 40,
    .turn_limit = 60,
    .step_limit = 1024,
};

static Toy *toy_in(Pos *pos)
{
    return (Toy *)(void *)pos;
}

static void renew_key(Pos *pos)
{
    pos->key = TOY_RULES.key(pos);
}

/* ---- defects of the card ---- */

static void plant_two_word_reason(Game *game, GameText *text)
{
    static const Reason REASONS[] = {
        { "in a row", &TOY_MESSAGE[TOY_MSG_REASON_ROW] },
        { "b", &TOY_MESSAGE[TOY_MSG_REASON_ROW] },
        { "c", &TOY_MESSAGE[TOY_MSG_REASON_ROW] },
    };
    (void)text;
    game->reasons = REASONS;
}

static void plant_key_twice(Game *game, GameText *text)
{
    static const MessageDef TWICE[] = { { "white", "", "White" },
                                        { "black", "", "Black" },
                                        { "black", "", "B" } };
    (void)text;
    game->messages = TWICE;
    game->message_count = 3;
}

static void plant_nameless_side(Game *game, GameText *text)
{
    (void)text;
    game->message_count = 1;
}

static void plant_open_brace(Game *game, GameText *text)
{
    static const MessageDef OPEN[] = { { "white", "", "White" },
                                       { "black", "", "Black" },
                                       { "row", "", "{n stones" } };
    (void)text;
    game->messages = OPEN;
    game->message_count = 3;
}

static void plant_equal_sides(Game *game, GameText *text)
{
    (void)text;
    game->sides[1] = game->sides[0];
}

static void plant_no_title(Game *game, GameText *text)
{
    (void)text;
    game->title = "";
}

static void plant_no_reasons(Game *game, GameText *text)
{
    (void)text;
    game->reason_count = 0;
}

static void plant_unknown_variant(Game *game, GameText *text)
{
    static const char *const VARIANTS[] = { "8", "large", NULL };
    (void)text;
    game->variants = VARIANTS;
}

static void plant_other_default(Game *game, GameText *text)
{
    static const char *const VARIANTS[] = { "5", "8", NULL };
    (void)text;
    game->variants = VARIANTS;
}

static void plant_no_sort(Game *game, GameText *text)
{
    (void)game;
    text->turn_sort = NULL;
}

/* Records find another game under this name. */
static void plant_another_name(Game *game, GameText *text)
{
    (void)game;
    (void)text;
    under_test = &TOY_GAME;
}

/* ---- defects of the variant, the start and the shape ---- */

static void write_next_variant(uint32_t variant, Text *out)
{
    text_addf(out, "%u", variant + 1);
}

static Status need_a_variant(const char *text, uint32_t *variant, Fault *fault)
{
    return text[0] == '\0' ? fault_set(fault, STATUS_SYNTAX, 0, "say something")
                           : TOY_TEXT.variant_read(text, variant, fault);
}

static void start_with_black(uint32_t variant, Pos *out)
{
    TOY_RULES.start(variant, out);
    out->side = 1;
    renew_key(out);
}

static size_t size_too_large(uint32_t variant)
{
    (void)variant;
    return POS_BYTES_MAX + 8;
}

static bool label_all_a(uint32_t variant, Shape *out)
{
    bool good = TOY_VIEW.shape(variant, out);
    for (int i = 0; i < out->cell_count; i++)
        out->cells[i].label[0] = 'a';
    return good;
}

static bool label_none(uint32_t variant, Shape *out)
{
    bool good = TOY_VIEW.shape(variant, out);
    out->cells[3].label[0] = '\0';
    return good;
}

static bool line_to_nowhere(uint32_t variant, Shape *out)
{
    if (!TOY_VIEW.shape(variant, out) || !shape_add_line(out, 0, 1))
        return false;
    out->lines[out->line_count - 1].to = 99; /* shape_add_line would not accept it */
    return true;
}

static bool shape_of_nothing(uint32_t variant, Shape *out)
{
    (void)variant;
    (void)out;
    return true;
}

/* ---- defects of the rules ---- */

static Status accept_all(const Pos *pos, Fault *fault)
{
    (void)pos;
    (void)fault;
    return STATUS_OK;
}

static Status accept_none(const Pos *pos, Fault *fault)
{
    (void)pos;
    return fault_set(fault, STATUS_ILLEGAL, 0, "nothing is good enough");
}

static uint64_t copy_key(const Pos *pos)
{
    return pos->key;
}

static void start_without_key(uint32_t variant, Pos *out)
{
    TOY_RULES.start(variant, out);
    out->key = 1;
}

static bool legal_and_busy(const Pos *pos, Step step)
{
    ((Toy *)(uintptr_t)pos)->head.extra ^= 1; /* writes where it may only look */
    return TOY_RULES.legal(pos, step);
}

static int gen_twice(const Pos *pos, Step *steps)
{
    int count = TOY_RULES.gen(pos, steps);
    if (count > 0)
        steps[count++] = steps[0];
    return count;
}

static int gen_in_changing_order(const Pos *pos, Step *steps)
{
    static int calls;
    int        count = TOY_RULES.gen(pos, steps);
    if (count > 1 && calls++ % 2 == 0) {
        Step first = steps[0];
        steps[0] = steps[1];
        steps[1] = first;
    }
    return count;
}

static int gen_too_many(const Pos *pos, Step *steps)
{
    int count = TOY_RULES.gen(pos, steps);
    while (count > 0 && count <= STEPS_MAX) {
        steps[count] = (Step)count + 4096;
        count++;
    }
    return count;
}

static int gen_but_one(const Pos *pos, Step *steps)
{
    int count = TOY_RULES.gen(pos, steps);
    return count > 1 ? count - 1 : count;
}

static int gen_no_second_stone(const Pos *pos, Step *steps)
{
    return pos->phase == 0 ? TOY_RULES.gen(pos, steps) : 0;
}

static bool legal_no_second_stone(const Pos *pos, Step step)
{
    return pos->phase == 0 && TOY_RULES.legal(pos, step);
}

static bool legal_on_stones(const Pos *pos, Step step)
{
    return TOY_RULES.legal(pos, step) ||
           (TOY_RULES.outcome(pos).ending == ENDING_NONE && step < pos->variant);
}

static bool legal_with_high_bits(const Pos *pos, Step step)
{
    return TOY_RULES.legal(pos, step & ~(UINT64_C(1) << 41));
}

static bool legal_never_hops(const Pos *pos, Step step)
{
    return toy_kind(step) != TOY_HOP && TOY_RULES.legal(pos, step);
}

static Outcome never_over(const Pos *pos)
{
    (void)pos;
    return (Outcome){ .ending = ENDING_NONE };
}

static Outcome over_at_four_stones(const Pos *pos)
{
    const Toy *toy = toy_of(pos);
    if (pos->phase == 0 && toy_count(toy->stones[0] | toy->stones[1]) >= 4)
        return (Outcome){ .ending = ENDING_DRAWN, .reason = 2 };
    return TOY_RULES.outcome(pos);
}

static Outcome unknown_reason(const Pos *pos)
{
    Outcome outcome = TOY_RULES.outcome(pos);
    outcome.reason = 3;
    return outcome;
}

/* The game is over between the two stones of a turn. */
static bool is_cut_off(const Pos *pos)
{
    return pos->phase == 1 && toy_count(toy_free(toy_of(pos))) < 4;
}

static Outcome cut_off_outcome(const Pos *pos)
{
    return is_cut_off(pos) ? (Outcome){ .ending = ENDING_DRAWN } : TOY_RULES.outcome(pos);
}

static int cut_off_gen(const Pos *pos, Step *steps)
{
    return is_cut_off(pos) ? 0 : TOY_RULES.gen(pos, steps);
}

static Outcome even_is_white(const Pos *pos)
{
    Outcome outcome = TOY_RULES.outcome(pos);
    if (outcome.ending == ENDING_DRAWN)
        outcome.ending = ENDING_WON;
    return outcome;
}

static void apply_without_key(Pos *pos, Step step)
{
    uint64_t key = pos->key;
    TOY_RULES.apply(pos, step);
    pos->key = key;
}

static void apply_and_leave_the_cell(Pos *pos, Step step)
{
    uint16_t cell = pos->extra;
    TOY_RULES.apply(pos, step);
    pos->extra = pos->phase == 0 ? cell : pos->extra;
    renew_key(pos);
}

static void apply_and_grow(Pos *pos, Step step)
{
    TOY_RULES.apply(pos, step);
    pos->variant++;
    renew_key(pos);
}

static void apply_and_pass_on(Pos *pos, Step step)
{
    TOY_RULES.apply(pos, step);
    if (pos->phase == 1)
        pos->side ^= 1;
    renew_key(pos);
}

static uint64_t one_key(const Pos *pos)
{
    (void)pos;
    return 1;
}

static void apply_one_key(Pos *pos, Step step)
{
    TOY_RULES.apply(pos, step);
    pos->key = 1;
}

static Status read_one_key(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    Status status = TOY_TEXT.pos_read(variant, text, out, fault);
    if (status == STATUS_OK)
        out->key = 1;
    return status;
}

static int once_but_both_orders(const Pos *pos, Step *steps)
{
    return TOY_RULES.gen(pos, steps);
}

static int once_for_white_only(const Pos *pos, Step *steps)
{
    return pos->side == 0 ? TOY_RULES.gen_once(pos, steps) : TOY_RULES.gen(pos, steps);
}

static int once_without_stop(const Pos *pos, Step *steps)
{
    int count = TOY_RULES.gen_once(pos, steps);
    return pos->phase == 1 && count > 1 ? count - 1 : count;
}

static int once_but_dead_ends(const Pos *pos, Step *steps)
{
    int count = TOY_RULES.gen_once(pos, steps);
    return pos->phase == 1 ? count - 1 : count; /* the rightmost stone has no second one */
}

static int once_with_a_stranger(const Pos *pos, Step *steps)
{
    int count = TOY_RULES.gen_once(pos, steps);
    if (count > 0)
        steps[0] = toy_step(TOY_HOP, 0, 15);
    return count;
}

/* ---- defects of the words ---- */

static void write_without_first_stone(const Pos *pos, Text *out)
{
    Toy toy = *toy_of(pos);
    toy.head.phase = 0;
    TOY_TEXT.pos_write(&toy.head, out);
}

static void write_two_lines(const Pos *pos, Text *out)
{
    TOY_TEXT.pos_write(pos, out);
    text_char(out, '\n');
}

static Status read_and_spoil(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    Status status = TOY_TEXT.pos_read(variant, text, out, fault);
    if (status != STATUS_OK)
        out->side = 0;
    return status;
}

static Status read_without_reason(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    Status status = TOY_TEXT.pos_read(variant, text, out, fault);
    fault->why[0] = '\0';
    return status;
}

static Status read_beyond_the_end(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    Status status = TOY_TEXT.pos_read(variant, text, out, fault);
    fault->at += 1000;
    return status;
}

/* Takes what it cannot read for a board with a stone too many. */
static Status read_anything(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    if (TOY_TEXT.pos_read(variant, text, out, fault) == STATUS_OK)
        return STATUS_OK;
    TOY_RULES.start(variant, out);
    toy_in(out)->stones[0] = toy_in(out)->stones[1] = 1;
    renew_key(out);
    return STATUS_OK;
}

static void write_hop_backwards(const Pos *pos, Step step, Text *out)
{
    TOY_TEXT.step_write(
        pos, toy_kind(step) == TOY_HOP ? toy_step(TOY_HOP, toy_to(step), toy_from(step)) : step,
        out);
}

static void write_with_blank(const Pos *pos, Step step, Text *out)
{
    if (pos->phase == 1)
        text_char(out, ' ');
    TOY_TEXT.step_write(pos, step, out);
}

static Status read_with_blank(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    scan_blanks(scan);
    return TOY_TEXT.step_read(pos, scan, step, why);
}

static Status read_only_alone(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    return scan->at > 0 ? message_reject(why, STATUS_SYNTAX, scan->at, &TOY_MESSAGE[TOY_MSG_SECOND])
                        : TOY_TEXT.step_read(pos, scan, step, why);
}

static void sort_by_swapping(const Pos *pos, Step *steps, int count)
{
    (void)pos;
    if (count == 2 && toy_kind(steps[1]) == TOY_PLACE) {
        Step first = steps[0];
        steps[0] = steps[1];
        steps[1] = first;
    }
}

static void sort_stop_first(const Pos *pos, Step *steps, int count)
{
    TOY_TEXT.turn_sort(pos, steps, count);
    if (count == 2 && toy_kind(steps[1]) == TOY_STOP)
        steps[0] = toy_step(TOY_PLACE, 0, 0);
}

static Status read_illegal_steps(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    Status status = TOY_TEXT.step_read(pos, scan, step, why);
    if (status != STATUS_ILLEGAL || pos->phase == 0 || scan->at + 2 > scan->size)
        return status;
    *step = toy_step(TOY_PLACE, 0, scan->data[scan->at + 1] - 'a'); /* "+c", c occupied */
    *why = message_of(NULL);
    scan->at += 2;
    return STATUS_OK;
}

static Status refuse_beyond_the_end(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    Status status = TOY_TEXT.step_read(pos, scan, step, why);
    why->at = status == STATUS_OK ? why->at : SIZE_MAX;
    return status;
}

static void draw_without_newline(const Pos *pos, Text *out)
{
    TOY_TEXT.draw(pos, out);
    text_cut(out, out->length - 1);
}

static void details_on_two_lines(const Pos *pos, Text *out)
{
    TOY_TEXT.details(pos, out);
    text_add(out, "\nand more");
}

/* ---- defects of the view ---- */

static bool pieces_beside_the_board(const Pos *pos, Pieces *out)
{
    return TOY_VIEW.pieces(pos, out) && pieces_add(out, "stone", 0, (int)pos->variant) != NULL;
}

static bool pieces_of_a_third_side(const Pos *pos, Pieces *out)
{
    return TOY_VIEW.pieces(pos, out) && pieces_add(out, "stone", 2, 0) != NULL;
}

static void arrange_for_white(const Pos *like, const Arrangement *board, Text *out)
{
    Arrangement white = *board;
    white.side = 0;
    TOY_TEXT.arrange(like, &white, out);
}

static void arrange_all(const Pos *like, const Arrangement *board, Text *out)
{
    for (int cell = 0; cell < (int)like->variant; cell++) {
        char letter = arrange_letter(board->at[cell], "stone", "xo", '.');
        text_char(out, letter == '?' ? '.' : letter);
    }
    text_addf(out, " %c", "xo"[board->side]);
}

static void panel_without_label(const Pos *pos, Panel *out)
{
    TOY_VIEW.panel(pos, out);
    panel_add_count(out, SIDE_NONE, &TOY_MESSAGE[TOY_MSG_STONES], 7);
    out->item[out->count - 1].label = NULL;
}

static void touch_start_of_hop_only(const Pos *pos, Step step, InputHint *out)
{
    TOY_VIEW.input_hint(pos, step, out);
    if (out->cells.count == 2)
        out->cells.count = 1;
}

static void touch_without_label(const Pos *pos, Step step, InputHint *out)
{
    TOY_VIEW.input_hint(pos, step, out);
    out->label = message_of(NULL);
}

static void touch_beside_the_board(const Pos *pos, Step step, InputHint *out)
{
    TOY_VIEW.input_hint(pos, step, out);
    if (out->cells.count > 0)
        out->cells.cell[0] = (uint16_t)(out->cells.cell[0] + pos->variant);
}

static Status explain_without_argument(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    Status status = TOY_TEXT.step_read(pos, scan, step, why);
    why->arg_count = 0;
    return status;
}

static Status blame_nobody_on_the_board(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    Status status = TOY_TEXT.step_read(pos, scan, step, why);
    if (status == STATUS_ILLEGAL)
        message_offending(why, 99);
    return status;
}

static void explain_no_selection(const Pos *pos, const CellList *selected, Message *why)
{
    (void)pos;
    (void)selected;
    *why = message_of(NULL);
}

static void explain_every_selection(const Pos *pos, const CellList *selected, Message *why)
{
    (void)pos;
    (void)selected;
    *why = message_of(&TOY_MESSAGE[TOY_MSG_OVER]);
}

/* Explains what is wrong with a selection as if it were text. */
static void explain_notation(const Pos *pos, const CellList *selected, Message *why)
{
    static const MessageDef NOTATION = { "form", "", "a move is a cell such as 3" };
    TOY_VIEW.explain_cells(pos, selected, why);
    if (why->def != NULL)
        *why = message_of(&NOTATION);
}

static bool no_effects(const Pos *pos, Step step, Effects *out)
{
    (void)pos;
    (void)step;
    (void)out;
    return true;
}

static bool effects_of_a_pass(const Pos *pos, Step step, Effects *out)
{
    (void)step;
    return effects_add(out, EFFECT_PASS, pos->side, NULL) != NULL;
}

static bool region_beside_the_board(const Pos *pos, Regions *out)
{
    return regions_add(out, REGION_AREA, pos->side, NULL) != NULL && regions_add_cell(out, 99);
}

static bool region_without_cells(const Pos *pos, Regions *out)
{
    return regions_add(out, REGION_AREA, pos->side, NULL) != NULL;
}

static void write_every_cell_as_a(uint32_t variant, int cell, Text *out)
{
    (void)variant;
    (void)cell;
    text_char(out, 'a');
}

/* ---- defects of symmetry, proof and fast ---- */

static int no_maps(uint32_t variant)
{
    (void)variant;
    return 0;
}

static void map_in_another_order(const Pos *pos, int map, Pos *out)
{
    TOY_SYMMETRY.map_pos(pos, map ^ 2, out);
}

static void map_without_key(const Pos *pos, int map, Pos *out)
{
    TOY_SYMMETRY.map_pos(pos, map, out);
    if (map > 1)
        out->key = pos->key;
}

static void map_without_first_stone(const Pos *pos, int map, Pos *out)
{
    TOY_SYMMETRY.map_pos(pos, map, out);
    out->phase = 0;
    out->extra = 0;
    renew_key(out);
}

static void map_colours_but_not_the_side(const Pos *pos, int map, Pos *out)
{
    TOY_SYMMETRY.map_pos(pos, map, out);
    if (pos->phase == 0)
        out->side = pos->side;
    renew_key(out);
}

static Step map_no_step(const Pos *pos, Step step, int map)
{
    (void)pos;
    (void)map;
    return step;
}

/* Leads the right steps to the right steps, but not each to its own. */
static Step map_step_unmirrored(const Pos *pos, Step step, int map)
{
    if (toy_of(pos)->stones[0] == 0 && toy_of(pos)->stones[1] == 0)
        return step;
    return TOY_SYMMETRY.map_step(pos, step, map);
}

static int decided_at_once(const Pos *pos, uint32_t *turns)
{
    (void)pos;
    *turns = 1;
    return 0;
}

static int decided_for_a_third(const Pos *pos, uint32_t *turns)
{
    int winner = TOY_PROOF.decided(pos, turns);
    return winner == SIDE_NONE && TOY_RULES.outcome(pos).ending == ENDING_NONE ? 2 : winner;
}

static int decided_for_the_waiting(const Pos *pos, uint32_t *turns)
{
    int winner = TOY_PROOF.decided(pos, turns);
    if (TOY_RULES.outcome(pos).ending != ENDING_NONE)
        return winner;
    *turns = 1000;
    return 1 - pos->side;
}

static int decided_after_all(const Pos *pos, uint32_t *turns)
{
    int winner = TOY_PROOF.decided(pos, turns);
    return TOY_RULES.outcome(pos).ending == ENDING_WON ? 1 - winner : winner;
}

static int decided_never(const Pos *pos, uint32_t *turns)
{
    (void)pos;
    (void)turns;
    return SIDE_NONE;
}

static uint32_t one_turn_more(const Pos *pos, int side)
{
    uint32_t turns = TOY_PROOF.turns_to_win(pos, side);
    return turns == 0 || turns == UINT32_MAX ? turns : turns + 1;
}

static uint32_t never_zero(const Pos *pos, int side)
{
    uint32_t turns = TOY_PROOF.turns_to_win(pos, side);
    return turns == 0 ? 1 : turns;
}

static uint32_t knows_nothing(const Pos *pos, int side)
{
    (void)pos;
    (void)side;
    return 0;
}

static uint64_t one_turn_too_many(const Pos *pos, int depth)
{
    return TOY_GAME.fast->perft_turns(pos, depth) + 1;
}

static uint64_t positions_of_one_depth(const Pos *pos, int depth)
{
    return depth > 1 ? 7 : TOY_GAME.fast->perft_positions(pos, depth);
}

static uint32_t playout_with_one_throw_more(const Pos *pos, Random *random, uint32_t turn_limit,
                                            Outcome *outcome)
{
    uint32_t turns = TOY_GAME.fast->playout(pos, random, turn_limit, outcome);
    random_next(random);
    return turns;
}

static uint32_t playout_of_another_length(const Pos *pos, Random *random, uint32_t turn_limit,
                                          Outcome *outcome)
{
    return TOY_GAME.fast->playout(pos, random, turn_limit, outcome) + 1;
}

static uint32_t playout_lost(const Pos *pos, Random *random, uint32_t turn_limit, Outcome *outcome)
{
    uint32_t turns = TOY_GAME.fast->playout(pos, random, turn_limit, outcome);
    outcome->winner ^= 1;
    return turns;
}

/* ---- defects of step ids and observations ---- */

static uint32_t id_beyond_the_last(uint32_t variant, Step step)
{
    return TOY_LEARNING.step_id(variant, step) + variant * variant;
}

static uint32_t id_without_origin(uint32_t variant, Step step)
{
    return toy_kind(step) == TOY_HOP ? variant + (uint32_t)toy_to(step)
                                     : TOY_LEARNING.step_id(variant, step);
}

/* A hop from a cell to itself is legal nowhere, but its id must not stand for another step. */
static Step step_of_some(uint32_t variant, uint32_t id)
{
    Step step = TOY_LEARNING.step_of(variant, id);
    return toy_kind(step) == TOY_HOP && toy_from(step) == toy_to(step) ? toy_step(TOY_STOP, 0, 0)
                                                                       : step;
}

static void observe_two(const Pos *pos, Observation *out)
{
    TOY_LEARNING.observe(pos, out);
    out->scalars[0] *= 2;
}

static void observe_beyond_the_last(const Pos *pos, Observation *out)
{
    TOY_LEARNING.observe(pos, out);
    out->scalars[1] = 0;
}

/* ---- the table ---- */

/* clang-format off */
/* ---- defects of judgement ---- */

static int certain(const Pos *pos)
{
    (void)pos;
    return EVAL_MAX;
}

static int for_white(const Pos *pos)
{
    return pos->side == 0 ? 7 : -7;
}

static int left_is_better(const Pos *pos)
{
    return (int)(toy_of(pos)->stones[pos->side] & 1);
}

static int width_of_nothing(const Pos *pos, int depth, int widening)
{
    (void)pos;
    (void)depth;
    return widening;
}

static int width_that_narrows(const Pos *pos, int depth, int widening)
{
    (void)pos;
    (void)depth;
    return 9 - widening;
}

static int noisy_without_rules(const Pos *pos, Step *steps)
{
    (void)pos;
    steps[0] = ~UINT64_C(0);
    return 1;
}

/* gen lists it, gen_once does not. */
static int noisy_in_both_orders(const Pos *pos, Step *steps)
{
    int count = TOY_RULES.gen(pos, steps);
    steps[count] = steps[0];
    return count + 1;
}

static bool pass_without_key(Pos *pos)
{
    pos->side ^= 1;
    return true;
}

static bool pass_to_nobody(Pos *pos)
{
    (void)pos;
    return true;
}

static bool pass_after_all(Pos *pos)
{
    pos->side ^= 1;
    renew_key(pos);
    return false;
}

static const Defect DEFECTS[] = {
    { "card", "a reason of several words", .plant = plant_two_word_reason },
    { "catalogue", "one key for two messages", .plant = plant_key_twice },
    { "catalogue", "a side without a name", .plant = plant_nameless_side },
    { "catalogue", "an open brace", .plant = plant_open_brace },
    { "card", "both sides have one name", .plant = plant_equal_sides },
    { "card", "no title", .plant = plant_no_title },
    { "card", "no reasons", .plant = plant_no_reasons },
    { "variant", "variant_write writes another one", .text.variant_write = write_next_variant },
    { "variant", "there is no default", .text.variant_read = need_a_variant },
    { "variant", "a variant is shown but unknown", .plant = plant_unknown_variant },
    { "variant", "the default is not shown first", .plant = plant_other_default },
    { "start", "side 1 begins", .rules.start = start_with_black },
    { "start", "positions are too large", .rules.size = size_too_large },
    { "shape", "a label is not the name of its cell", .text.cell_write = write_every_cell_as_a },
    { "shape", "labels collide", .view.shape = label_all_a },
    { "shape", "a cell has no label", .view.shape = label_none },
    { "shape", "a line leads nowhere", .view.shape = line_to_nowhere },
    { "shape", "there are no cells", .view.shape = shape_of_nothing },
    { "pure", "legal writes to the position", .rules.legal = legal_and_busy },
    { "check", "good positions are refused", .rules.check = accept_none },
    { "key", "key copies what it should compute", .rules.key = copy_key },
    { "key", "start sets another key",
      .rules.start = start_without_key, .rules.check = accept_all },
    { "list", "a step is listed twice", .rules.gen = gen_twice },
    { "list", "the order changes", .rules.gen = gen_in_changing_order },
    { "list", "the list is too long", .rules.gen = gen_too_many },
    { "over", "the game never ends", .rules.outcome = never_over },
    { "over", "the game ends with steps left", .rules.outcome = over_at_four_stones },
    { "over", "an unknown reason", .rules.outcome = unknown_reason },
    { "over", "the game is over in the middle of a turn", .sample = 1000,
      .rules.outcome = cut_off_outcome, .rules.gen = cut_off_gen },
    { "position", "pos_write loses the first stone", .text.pos_write = write_without_first_stone },
    { "position", "pos_write writes two lines", .text.pos_write = write_two_lines },
    { "pieces", "a piece beside the board", .view.pieces = pieces_beside_the_board },
    { "pieces", "a piece of a third side", .view.pieces = pieces_of_a_third_side },
    { "arrange", "arrange forgets the side to move", .text.arrange = arrange_for_white },
    { "arrange", "arrange leaves out what it does not know", .text.arrange = arrange_all },
    { "panel", "a value without a label", .view.panel = panel_without_label },
    { "draw", "the drawing ends without a newline", .text.draw = draw_without_newline },
    { "input", "two hops touch the same", .view.input_hint = touch_start_of_hop_only },
    { "input", "a step without touch or label", .view.input_hint = touch_without_label },
    { "input", "a touch beside the board", .view.input_hint = touch_beside_the_board },
    { "proof", "decided promises too much", .proof.decided = decided_at_once },
    { "proof", "decided names a third side", .proof.decided = decided_for_a_third },
    { "proof", "decided overlooks a reply",
      .proof.decided = decided_for_the_waiting, .proof.turns_to_win = never_zero },
    { "proof", "decided contradicts the end", .proof.decided = decided_after_all },
    { "proof", "the winner needs more turns", .proof.turns_to_win = never_zero },
    { "legal", "gen forgets a step", .rules.gen = gen_but_one },
    { "legal", "an occupied cell is accepted", .rules.legal = legal_on_stones },
    { "legal", "unused bits are accepted", .rules.legal = legal_with_high_bits },
    { "legal", "a listed step is refused", .rules.legal = legal_never_hops },
    { "legal", "a listed step is refused when it is played", .sample = 1000,
      .rules.legal = legal_never_hops },
    { "apply", "apply forgets the key", .rules.apply = apply_without_key },
    { "apply", "apply forgets the key, check does not care",
      .rules.apply = apply_without_key, .rules.check = accept_all },
    { "words", "apply leaves something behind", .rules.apply = apply_and_leave_the_cell },
    { "apply", "apply changes the variant", .rules.apply = apply_and_grow },
    { "turn", "the side changes in the middle of a turn",
      .rules.apply = apply_and_pass_on, .rules.check = accept_all },
    { "turn", "a turn cannot be completed",
      .rules.gen = gen_no_second_stone, .rules.legal = legal_no_second_stone },
    { "twins", "all positions have one key",
      .rules.start = start_without_key, .rules.apply = apply_one_key, .rules.key = one_key,
      .rules.check = accept_all, .text.pos_read = read_one_key },
    { "step", "hops are written backwards", .text.step_write = write_hop_backwards },
    { "words", "a turn with a blank inside",
      .text.step_write = write_with_blank, .text.step_read = read_with_blank },
    { "words", "steps cannot be read behind each other", .text.step_read = read_only_alone },
    { "words", "sorting twice is not sorting once", .text.turn_sort = sort_by_swapping },
    { "words", "sorting makes another turn", .text.turn_sort = sort_stop_first },
    { "once", "gen_once gives both orders", .rules.gen_once = once_but_both_orders },
    { "once", "gen_once forgets turns", .rules.gen_once = once_without_stop },
    { "once", "gen_once has a dead end", .rules.gen_once = once_but_dead_ends },
    { "once", "gen_once lists a stranger", .rules.gen_once = once_with_a_stranger },
    { "once", "equal turns are not sorted", .plant = plant_no_sort },
    { "garbled", "pos_read writes what it refuses", .text.pos_read = read_and_spoil },
    { "garbled", "pos_read gives no reason", .text.pos_read = read_without_reason },
    { "garbled", "pos_read points beyond the end", .text.pos_read = read_beyond_the_end },
    { "garbled", "pos_read accepts anything", .text.pos_read = read_anything },
    { "garbled", "pos_read accepts anything, and check does not care",
      .text.pos_read = read_anything, .rules.check = accept_all },
    { "garbled", "step_read accepts illegal steps", .text.step_read = read_illegal_steps },
    { "garbled", "step_read gives a place beyond the text", .text.step_read = refuse_beyond_the_end },
    { "select", "a wrong selection is not explained", .view.explain_cells = explain_no_selection },
    { "select", "a right selection is explained", .view.explain_cells = explain_every_selection },
    { "select", "a selection is explained with notation", .view.explain_cells = explain_notation },
    { "effects", "a step without effects", .view.effects = no_effects },
    { "effects", "a stone that nobody placed", .view.effects = effects_of_a_pass },
    { "regions", "a region beside the board", .view.regions = region_beside_the_board },
    { "regions", "a region without cells", .view.regions = region_without_cells },
    { "explain", "an argument is missing", .text.step_read = explain_without_argument },
    { "explain", "an offending cell beside the board", .text.step_read = blame_nobody_on_the_board },
    { "symmetry", "not even the identity", .symmetry.count = no_maps },
    { "symmetry", "map 0 is another map", .symmetry.map_pos = map_in_another_order },
    { "symmetry", "the key is not mapped", .symmetry.map_pos = map_without_key },
    { "symmetry", "the open turn is not mapped", .symmetry.map_pos = map_without_first_stone },
    { "symmetry", "the side is not mapped", .symmetry.map_pos = map_colours_but_not_the_side },
    { "symmetry", "steps are not mapped", .symmetry.map_step = map_no_step },
    { "symmetry", "steps are mapped to others", .symmetry.map_step = map_step_unmirrored },
    { "symmetry", "the outcome prefers white", .rules.outcome = even_is_white,
      .proof.turns_to_win = knows_nothing, .proof.decided = decided_never },
    { "symmetry", "the number of turns depends on the side",
      .rules.gen_once = once_for_white_only },
    { "evaluation", "no unit", .eval.unit = -1 },
    { "evaluation", "too sure", .eval.eval = certain },
    { "evaluation", "the ladder is too sure", .eval.baseline_eval = certain },
    { "evaluation", "one colour is liked better", .eval.eval = for_white },
    { "evaluation", "one corner is liked better", .eval.eval = left_is_better },
    { "evaluation", "no candidates", .eval.width = width_of_nothing },
    { "evaluation", "fewer candidates with time", .eval.width = width_that_narrows },
    { "evaluation", "a noisy step that does not exist", .eval.noisy = noisy_without_rules },
    { "evaluation", "more noisy steps than there are", .eval.noisy = noisy_in_both_orders },
    { "evaluation", "a pass forgets the key", .eval.pass = pass_without_key },
    { "evaluation", "a pass leaves the turn where it was", .eval.pass = pass_to_nobody },
    { "evaluation", "a pass that is none changes something", .eval.pass = pass_after_all },
    { "fast", "too many turns", .fast.perft_turns = one_turn_too_many },
    { "fast", "other positions", .fast.perft_positions = positions_of_one_depth },
    { "fast", "playouts take other numbers", .fast.playout = playout_with_one_throw_more },
    { "fast", "playouts have other lengths", .fast.playout = playout_of_another_length },
    { "fast", "playouts end otherwise", .fast.playout = playout_lost },
    { "learning", "an id is too large", .learning.step_id = id_beyond_the_last },
    { "learning", "two steps have the same id", .learning.step_id = id_without_origin },
    { "learning", "an id means nothing", .learning.step_of = step_of_some },
    { "learning", "a number is above 1", .learning.observe = observe_two },
    { "learning", "a number too many", .learning.observe = observe_beyond_the_last },
    { "bounds", "a win comes too soon",
      .proof.turns_to_win = one_turn_more, .proof.decided = decided_never },
    { "record", "details break the line", .text.details = details_on_two_lines },
    { "record", "the name finds another game", .plant = plant_another_name },
};
/* clang-format on */

enum { DEFECT_COUNT = sizeof DEFECTS / sizeof DEFECTS[0] };

static void test_planted_defects_are_found(void **state)
{
    (void)state;
    for (int i = 0; i < DEFECT_COUNT; i++) {
        const Defect *defect = &DEFECTS[i];
        Broken        broken;
        ConformPlan   plan = PLAN;
        Fault         fault = { 0 };
        char          check[32];
        plan.sample = defect->sample;
        under_test = &broken.game;
        break_game(&broken, defect);
        Status status = conform_run(&broken.game, &plan, &fault);
        if (status != STATUS_ILLEGAL)
            fail_msg("%s: not found", defect->what);
        snprintf(check, sizeof check, "%s: ", defect->check);
        if (strncmp(fault.why, check, strlen(check)) != 0)
            fail_msg("%s: found otherwise: %s", defect->what, fault.why);
        if (strstr(fault.why, "toy:") == NULL || strstr(fault.why, "seed 7, game ") == NULL)
            fail_msg("%s: no game or seed: %s", defect->what, fault.why);
        assert_int_equal(conform_run(&broken.game, &plan, NULL), STATUS_ILLEGAL);
    }
}

static void test_every_check_has_a_defect(void **state)
{
    (void)state;
    for (int c = 0; conform_check_name(c) != NULL; c++) {
        bool has_defect = false;
        for (int i = 0; i < DEFECT_COUNT; i++)
            has_defect = has_defect || strcmp(DEFECTS[i].check, conform_check_name(c)) == 0;
        if (!has_defect)
            fail_msg("nothing proves that the check '%s' finds anything", conform_check_name(c));
    }
    assert_null(conform_check_name(-1));
}

/* The place of a defect can be found again: the sentence ends with the position. */
static void test_the_sentence_names_the_position(void **state)
{
    (void)state;
    static const Defect DEFECT = { .view.input_hint = touch_without_label };
    Broken              broken;
    Fault               fault = { 0 };
    under_test = &broken.game;
    break_game(&broken, &DEFECT);
    assert_int_equal(conform_run(&broken.game, &PLAN, &fault), STATUS_ILLEGAL);
    const char *position = strstr(fault.why, ", position ");
    assert_non_null(position);
    Toy toy;
    assert_int_equal(TOY_TEXT.pos_read(8, position + 11, &toy.head, NULL), STATUS_OK);
    assert_int_equal(toy.head.phase, 1);
}

static void test_the_toy_game_passes(void **state)
{
    (void)state;
    under_test = &TOY_GAME;
    for (int cells = TOY_CELLS_MIN; cells <= TOY_CELLS_MAX; cells += 3) {
        char        variant[16];
        ConformPlan plan = PLAN;
        Fault       fault = { 0 };
        snprintf(variant, sizeof variant, "%d", cells);
        plan.variant = variant;
        plan.seed = (uint64_t)cells;
        if (conform_run(&TOY_GAME, &plan, &fault) != STATUS_OK)
            fail_msg("%s", fault.why);
    }
}

static void test_optional_facets_may_be_absent(void **state)
{
    (void)state;
    Game      bare = TOY_GAME;
    GameRules rules = TOY_RULES;
    GameText  text = TOY_TEXT;
    Fault     fault = { 0 };
    bare.symmetry = NULL;
    bare.proof = NULL;
    bare.fast = NULL;
    bare.learning = NULL;
    bare.text = &text;
    bare.rules = &rules;
    rules.gen_once = NULL; /* then every order is a turn of its own */
    text.turn_sort = NULL;
    text.details = NULL;
    under_test = &bare;
    if (conform_run(&bare, &PLAN, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
}

static void test_plans(void **state)
{
    (void)state;
    Fault fault = { 0 };
    under_test = &TOY_GAME;
    ConformPlan plan = { .variant = "99", .games = 1, .turn_limit = 1 };
    assert_int_equal(conform_run(&TOY_GAME, &plan, &fault), STATUS_SYNTAX);
    plan.variant = NULL;
    assert_int_equal(conform_run(&TOY_GAME, &plan, &fault), STATUS_OK);
    plan = PLAN;
    plan.sample = 10;
    plan.turns_max = 5; /* too few for any walk */
    plan.find = NULL;
    assert_int_equal(conform_run(&TOY_GAME, &plan, &fault), STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planted_defects_are_found),
        cmocka_unit_test(test_every_check_has_a_defect),
        cmocka_unit_test(test_the_sentence_names_the_position),
        cmocka_unit_test(test_the_toy_game_passes),
        cmocka_unit_test(test_optional_facets_may_be_absent),
        cmocka_unit_test(test_plans),
    };
    return cmocka_run_group_tests_name("conform", tests, NULL, NULL);
}
