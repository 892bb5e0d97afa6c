/* SPDX-License-Identifier: MIT
 *
 * test_library.c - the public library (include/tessera.h): what it gives, and what it refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "tessera.h"

static tes_game *open_game(const char *setup, const char *position)
{
    tes_game *game = NULL;
    tes_fault fault = { .size = sizeof fault };
    if (tes_open(setup, position, &game, &fault) != TES_OK)
        fail_msg("%s: %s", setup, fault.why);
    return game;
}

static void play(tes_game *game, const char *turn)
{
    tes_fault fault = { .size = sizeof fault };
    if (tes_play(game, turn, &fault) != TES_OK)
        fail_msg("%s: %s", turn, fault.why);
}

static void assert_position(const tes_game *game, const char *wanted)
{
    char text[4096];
    assert_int_equal(tes_position(game, text, sizeof text), strlen(wanted));
    assert_string_equal(text, wanted);
}

static void test_games_have_names_and_rules(void **state)
{
    int count = 0;
    (void)state;
    assert_non_null(strchr(tes_version(), '.'));
    for (const char *name; (name = tes_game_name(count)) != NULL; count++) {
        const char *rulings = games_file(games_find(name), "rulings.md");
        assert_ptr_equal(tes_rules(name), rulings);
        tes_close(open_game(name, NULL));
    }
    int listed = 0;
    while (GAMES[listed] != NULL)
        listed++;
    assert_int_equal(count, listed);
    assert_null(tes_game_name(-1));
    assert_null(tes_rules("chess"));
}

static void test_playing(void **state)
{
    char text[64];
    (void)state;
    tes_game *game = open_game("toy:8;repetition=3", NULL);
    assert_int_equal(tes_setup(game, text, sizeof text), strlen("toy:8;repetition=3"));
    assert_string_equal(text, "toy:8;repetition=3");
    assert_int_equal(tes_side(game), 0);
    play(game, "b+a");
    assert_int_equal(tes_side(game), 1);
    assert_string_equal(tes_side_name(game, 1), "black");
    play(game, "h.");
    assert_int_equal(tes_turn_count(game), 2);
    tes_turn(game, 0, text, sizeof text);
    assert_string_equal(text, "a+b"); /* canonical */
    assert_int_equal(tes_turn(game, 2, text, sizeof text), 0);
    assert_true(tes_undo(game));
    assert_position(game, "xx...... o");
    assert_true(tes_undo(game));
    assert_false(tes_undo(game));
    tes_close(game);
    tes_close(NULL);
}

static void test_the_end(void **state)
{
    char      text[64];
    tes_fault fault = { .size = sizeof fault };
    (void)state;
    tes_game *game = open_game("toy", "xxx..ooo x");
    assert_int_equal(tes_ended(game), TES_OPEN);
    assert_int_equal(tes_result(game, text, sizeof text), 0);
    play(game, "d.");
    assert_int_equal(tes_ended(game), TES_FIRST);
    assert_int_equal(tes_side(game), -1);
    tes_result(game, text, sizeof text);
    assert_string_equal(text, "white row 4-3");
    assert_int_equal(tes_play(game, "e.", &fault), TES_ILLEGAL);
    tes_close(game);
}

static void test_refusals(void **state)
{
    tes_game *game = NULL;
    tes_fault fault = { .size = sizeof fault };
    (void)state;
    assert_int_equal(tes_open("chess", NULL, &game, &fault), TES_NOT_FOUND);
    assert_non_null(strstr(fault.why, "no game called 'chess'"));
    assert_int_equal(tes_open("toy:99", NULL, &game, &fault), TES_SYNTAX);
    assert_int_equal(tes_open("toy", "xx", &game, &fault), TES_SYNTAX);
    assert_null(game);
    assert_int_equal(tes_open("toy", "xx", &game, NULL), TES_SYNTAX);
    game = open_game("toy", "xx...... o");
    assert_int_equal(tes_play(game, "c+a", &fault), TES_ILLEGAL);
    assert_non_null(strstr(fault.why, "(T2)"));
    assert_int_equal(fault.at, 1);
    assert_int_equal(tes_play(game, "hello", &fault), TES_SYNTAX);
    assert_position(game, "xx...... o");
    tes_close(game);
}

/* As snprintf: what does not fit is cut, and the whole length is told. */
static void test_short_buffers(void **state)
{
    char text[5] = "....";
    (void)state;
    tes_game *game = open_game("toy", NULL);
    assert_int_equal(tes_position(game, NULL, 0), 10);
    assert_int_equal(tes_position(game, text, sizeof text), 10);
    assert_string_equal(text, "....");
    assert_int_equal(tes_setup(game, text, 4), 5);
    assert_string_equal(text, "toy");
    assert_true(tes_board(game, text, 1) > 16);
    assert_string_equal(text, "");
    tes_close(game);
}

typedef struct Turns {
    int count, most;
} Turns;

static bool take(void *context, const char *turn)
{
    Turns *turns = context;
    assert_true(strlen(turn) > 0);
    return ++turns->count < turns->most;
}

static void test_turns_are_listed_and_counted(void **state)
{
    static const struct {
        const char *setup;
        int         turns;
        uint64_t    two;
    } ROWS[] = {
        { "gipf", 42, 1764 },        { "ponte:size=4", 120, 11040 }, { "diavolo:4", 120, 11040 },
        { "alliances:4", 93, 8370 }, { "duell", 37, 1196 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        tes_game *game = open_game(ROWS[i].setup, NULL);
        Turns     all = { 0, 100000 }, few = { 0, 3 };
        uint64_t  count = 0;
        assert_true(tes_each_turn(game, take, &all));
        assert_int_equal(all.count, ROWS[i].turns);
        assert_false(tes_each_turn(game, take, &few));
        assert_int_equal(few.count, 3);
        assert_int_equal(tes_count(game, 2, &count, NULL), TES_OK);
        assert_int_equal(count, ROWS[i].two);
        assert_int_equal(tes_count(game, 0, &count, NULL), TES_ILLEGAL);
        assert_int_equal(tes_count(game, 33, &count, NULL), TES_ILLEGAL);
        tes_close(game);
    }
    tes_game *game = open_game("toy", "..x..... x c");
    uint64_t  count;
    tes_fault fault = { .size = sizeof fault };
    assert_int_equal(tes_count(game, 1, &count, &fault), TES_ILLEGAL);
    assert_non_null(strstr(fault.why, "a turn is in progress"));
    tes_close(game);
}

static void test_records(void **state)
{
    static const char RECORD[] =
        "[Game \"toy:8\"]\n[First \"Ada\"]\n1. a+b @9.5 {well}\n2. h.\nresult *\n";
    char      text[256];
    tes_game *game = NULL;
    tes_fault fault = { .size = sizeof fault };
    (void)state;
    assert_int_equal(tes_read(RECORD, strlen(RECORD), &game, &fault), TES_OK);
    assert_position(game, "xx.....o x");
    tes_game *copy = tes_copy(game);
    play(game, "c.");
    assert_position(copy, "xx.....o x");
    tes_record(copy, text, sizeof text);
    assert_non_null(strstr(text, "[First \"Ada\"]"));
    assert_non_null(strstr(text, "{well}"));
    tes_close(game);
    assert_int_equal(tes_read("[Game \"toy\"]\n1. a+a\n", 20, &game, &fault), TES_ILLEGAL);
    assert_null(game);
    assert_non_null(strstr(fault.why, "line 2"));
    assert_int_equal(tes_read("\0\1\2", 3, &game, &fault), TES_NOT_FOUND);
    assert_non_null(strstr(fault.why, "there is no game in this text"));
    tes_close(copy);
}

static void test_thinking(void **state)
{
    tes_thought  thought = { .size = sizeof thought };
    tes_fault    fault = { .size = sizeof fault };
    tes_thinker *thinker = tes_thinker_new(1, 1);
    tes_game    *game = open_game("toy", "xxx..oo. x");
    (void)state;
    assert_non_null(thinker);
    assert_int_equal(tes_think(thinker, game,
                               &(tes_limits){ .size = sizeof(tes_limits), .depth = 2 }, &thought,
                               NULL),
                     TES_OK);
    assert_int_equal(thought.proved, TES_FIRST);
    assert_int_equal(thought.turns, 1);
    assert_int_equal(thought.turn[0], 'd');
    play(game, thought.turn);
    assert_int_equal(tes_think(thinker, game,
                               &(tes_limits){ .size = sizeof(tes_limits), .depth = 2 }, &thought,
                               &fault),
                     TES_ILLEGAL);
    assert_non_null(strstr(fault.why, "over"));
    tes_undo(game);
    assert_int_equal(tes_think(thinker, game,
                               &(tes_limits){ .size = sizeof(tes_limits), .level = 11 }, &thought,
                               NULL),
                     TES_ILLEGAL);
    assert_int_equal(tes_think(thinker, game,
                               &(tes_limits){ .size = sizeof(tes_limits), .depth = 101 }, &thought,
                               NULL),
                     TES_ILLEGAL);
    assert_int_equal(tes_think(thinker, game,
                               &(tes_limits){ .size = sizeof(tes_limits), .time_ms = -1 }, &thought,
                               NULL),
                     TES_ILLEGAL);
    assert_int_equal(
        tes_think(thinker, game, &(tes_limits){ .size = sizeof(tes_limits) }, &thought, &fault),
        TES_ILLEGAL);
    assert_non_null(strstr(fault.why, "limit is missing"));
    assert_int_equal(tes_think(thinker, game,
                               &(tes_limits){ .size = sizeof(tes_limits), .level = 1 }, &thought,
                               NULL),
                     TES_OK);
    tes_stop(thinker); /* the next one: it ends at once, though its limit is far */
    assert_int_equal(tes_think(thinker, game,
                               &(tes_limits){ .size = sizeof(tes_limits), .time_ms = 1000000000 },
                               &thought, NULL),
                     TES_OK);
    tes_close(game);
    tes_thinker_delete(thinker);
    tes_thinker_delete(NULL);
    assert_null(tes_thinker_new(0, 1));
    assert_null(tes_thinker_new(65, 1));
    assert_null(tes_thinker_new(1, 0));
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

static void test_solving(void **state)
{
    static const struct {
        const char *setup;
        tes_outcome value;
        uint32_t    turns;
    } ROWS[] = {
        { "gipf:2,3,5,5", TES_FIRST, 1 }, { "gipf:3,3,4,4", TES_SECOND, 2 },
        { "diavolo:3", TES_DRAW, 0 },     { "ponte:size=3", TES_FIRST, 5 },
        { "alliances:3", TES_FIRST, 3 },
    };
    tes_effort effort = { .size = sizeof effort, .mebibytes = 64 };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        tes_game *game = open_game(ROWS[i].setup, NULL);
        tes_value value = { .size = sizeof value };
        tes_fault fault = { .size = sizeof fault };
        char     *proof = NULL;
        assert_int_equal(tes_solve(game, &effort, &value, &proof, &fault), TES_OK);
        assert_int_equal(value.value, ROWS[i].value);
        assert_int_equal(value.turns, ROWS[i].turns);
        assert_int_equal(tes_verify(proof, strlen(proof), &fault), TES_OK);
        char *digit = strstr(proof, "\nend ") + 5;
        *digit = *digit == '9' ? '8' : '9';
        assert_int_equal(tes_verify(proof, strlen(proof), &fault), TES_SYNTAX);
        assert_true(fault.at > 1 && fault.why[0] != '\0');
        tes_free(proof);
        tes_close(game);
    }
}

static void test_nothing_is_guessed(void **state)
{
    tes_effort effort = { .size = sizeof effort, .mebibytes = 16, .stop = at_once };
    tes_value  value = { .size = sizeof value };
    char      *proof = (char *)1;
    tes_game  *game = open_game("gipf", NULL);
    (void)state;
    assert_int_equal(tes_solve(game, &effort, &value, NULL, NULL), TES_OK);
    assert_int_equal(value.value, TES_OPEN);
    assert_int_equal(tes_solve(game, &effort, &value, &proof, NULL), TES_NOT_FOUND);
    assert_null(proof);
    tes_close(game);
    game = open_game("toy", "..x..... x c");
    assert_int_equal(tes_solve(game, &effort, &value, NULL, NULL), TES_ILLEGAL);
    tes_close(game);
    game = open_game("toy:limit=9", NULL);
    assert_int_equal(tes_solve(game, &effort, &value, NULL, NULL), TES_ILLEGAL);
    tes_close(game);
    game = open_game("toy", NULL);
    effort.threads = 1000;
    assert_int_equal(tes_solve(game, &effort, &value, NULL, NULL), TES_ILLEGAL);
    tes_close(game);
    assert_int_equal(tes_verify("", 0, NULL), TES_SYNTAX);
}

/* --- positions as values --- */

static tes_variant *open_variant(const char *setup)
{
    tes_variant *variant = NULL;
    tes_fault    fault = { .size = sizeof fault };
    if (tes_variant_open(setup, &variant, &fault) != TES_OK)
        fail_msg("%s: %s", setup, fault.why);
    return variant;
}

static tes_pos *new_pos(const tes_variant *variant, const char *text)
{
    tes_pos  *pos = malloc(tes_pos_bytes(variant));
    tes_fault fault = { .size = sizeof fault };
    assert_non_null(pos);
    if (tes_pos_read(variant, text, pos, &fault) != TES_OK)
        fail_msg("%s", fault.why);
    return pos;
}

static void test_positions(void **state)
{
    char         text[64];
    tes_variant *none = (tes_variant *)1;
    tes_fault    fault = { .size = sizeof fault };
    (void)state;
    assert_int_equal(tes_variant_open("chess", &none, &fault), TES_NOT_FOUND);
    assert_null(none);
    tes_variant_close(NULL);
    tes_variant *variant = open_variant("toy:8;repetition=3;limit=9");
    assert_int_equal(tes_variant_repetition(variant), 3);
    assert_int_equal(tes_variant_turn_limit(variant), 9);
    tes_variant_setup(variant, text, sizeof text);
    assert_non_null(strstr(text, "toy:8"));
    assert_string_equal(tes_variant_side_name(variant, 1), "black");
    tes_pos *pos = new_pos(variant, NULL), *same = new_pos(variant, "........ x");
    assert_true(tes_pos_same(variant, pos, same) && tes_pos_repeats(variant, pos, same));
    assert_int_equal(tes_pos_hash(pos), tes_pos_hash(same));
    assert_int_equal(tes_pos_side(variant, pos), 0);
    assert_int_equal(tes_pos_player(variant, pos, 1), 1);
    assert_true(tes_pos_begins_turn(pos));

    uint64_t steps[TES_TURN_STEPS_MAX];
    int      count = 0;
    assert_int_equal(tes_turn_read(variant, pos, "a+b", steps, &count, &fault), TES_OK);
    assert_int_equal(count, 2);
    assert_int_equal(tes_turn_read(variant, pos, "a+a", steps, &count, &fault), TES_ILLEGAL);
    assert_int_equal(tes_step_write(variant, pos, steps[0], text, sizeof text), 1);
    assert_string_equal(text, "a");
    assert_true(tes_step(variant, pos, steps[0]));
    assert_false(tes_pos_begins_turn(pos));
    assert_false(tes_step(variant, pos, steps[0])); /* the cell is taken */
    assert_true(tes_step(variant, pos, steps[1]));
    tes_pos_write(variant, pos, text, sizeof text);
    assert_string_equal(text, "xx...... o");
    assert_false(tes_pos_same(variant, pos, same));

    tes_game *game = open_game("toy:8", NULL), *other = open_game("toy:9", NULL);
    assert_int_equal(tes_play_step(game, steps[0], NULL), TES_OK);
    assert_int_equal(tes_play_step(game, steps[0], &fault), TES_ILLEGAL);
    assert_int_equal(tes_play_step(game, steps[1], NULL), TES_OK);
    assert_true(tes_pos_of_game(variant, game, same));
    assert_true(tes_pos_same(variant, pos, same));
    assert_false(tes_pos_of_game(variant, other, same));
    tes_close(game);
    tes_close(other);
    free(pos);
    free(same);
    tes_variant_close(variant);
}

static void test_messages_and_results(void **state)
{
    char         text[512];
    tes_variant *variant = open_variant("gipf:3,3,4,4");
    tes_pos     *pos = new_pos(variant, NULL);
    (void)state;
    assert_int_equal(tes_explain(variant, pos, "b5-b4", NULL, text, sizeof text), 0);
    assert_true(tes_explain(variant, pos, "b5-b3", NULL, text, sizeof text) > 0);
    assert_non_null(strstr(text, "not adjacent"));
    char german[512];
    assert_true(tes_explain(variant, pos, "b5-b3", "de", german, sizeof german) > 0);
    assert_string_not_equal(german, text);
    tes_explain(variant, pos, "b5-b3", "tlh", german, sizeof german);
    assert_string_equal(german, text); /* English, where there is no translation */
    assert_int_equal(tes_pos_result(variant, pos, NULL, text, sizeof text), 0);
    free(pos);
    tes_variant_close(variant);
    variant = open_variant("toy");
    pos = new_pos(variant, "xxxx.ooo o");
    assert_int_equal(tes_pos_ended(variant, pos), TES_FIRST);
    assert_int_equal(tes_pos_side(variant, pos), -1);
    assert_true(tes_pos_result(variant, pos, NULL, text, sizeof text) > 0);
    assert_non_null(strstr(text, "White wins"));
    uint64_t steps[4];
    assert_int_equal(tes_steps(variant, pos, steps, 4), 0);
    free(pos);
    tes_variant_close(variant);
}

/* A random game: ids and steps correspond, and masks show exactly the legal ids. */
static void check_ids(const tes_variant *variant)
{
    tes_pos *pos = new_pos(variant, NULL);
    uint32_t ids[TES_STEPS_MAX], size = tes_id_count(variant), seed = 1;
    uint64_t steps[TES_STEPS_MAX];
    uint8_t *mask = malloc(2 * size);
    size_t   numbers = tes_observation_size(variant);
    float   *seen = malloc(2 * numbers * sizeof *seen);
    assert_true(numbers > (size_t)tes_cell_count(variant));
    assert_non_null(tes_plane_name(variant, 0));
    assert_non_null(tes_scalar_name(variant, 0));
    assert_null(tes_plane_name(variant, -1));
    assert_null(tes_scalar_name(variant, 100));
    for (int count; (count = tes_ids(variant, pos, ids, TES_STEPS_MAX)) > 0;) {
        const tes_pos *twice[] = { pos, pos };
        uint32_t       legal = 0;
        assert_int_equal(tes_steps(variant, pos, steps, 1), count);
        assert_int_equal(tes_steps(variant, pos, steps, TES_STEPS_MAX), count);
        tes_masks(variant, twice, 2, mask);
        assert_memory_equal(mask, mask + size, size);
        for (uint32_t id = 0; id < size; id++)
            legal += mask[id];
        assert_int_equal(legal, count);
        for (int i = 0; i < count; i++) {
            assert_int_equal(tes_step_id(variant, steps[i]), ids[i]);
            assert_int_equal(tes_id_step(variant, ids[i]), steps[i]);
            assert_int_equal(mask[ids[i]], 1);
        }
        tes_observe(variant, twice, 2, seen);
        assert_memory_equal(seen, seen + numbers, numbers * sizeof *seen);
        seed = seed * 1103515245 + 12345;
        assert_true(tes_step(variant, pos, steps[(seed >> 8) % (uint32_t)count]));
    }
    free(seen);
    free(mask);
    free(pos);
}

/* All games of the project number their steps; an extra game may leave it out. */
static void test_ids_masks_and_observations(void **state)
{
    int numbered = 0;
    (void)state;
    for (int game = 0; tes_game_name(game) != NULL; game++) {
        tes_variant *variant = open_variant(tes_game_name(game));
        if (tes_id_count(variant) > 0) {
            check_ids(variant);
            numbered++;
        } else
            assert_int_equal(tes_observation_size(variant), 0);
        tes_variant_close(variant);
    }
    assert_true(numbered >= 5);
}

static void test_playouts(void **state)
{
    tes_variant *variant = open_variant("gipf");
    tes_pos     *pos = new_pos(variant, NULL);
    tes_outcome  first, again, any = TES_OPEN;
    (void)state;
    uint32_t turns = tes_playout(variant, pos, 7, 10000, &first);
    assert_true(turns > 10 && first != TES_OPEN);
    assert_int_equal(tes_playout(variant, pos, 7, 10000, &again), turns);
    assert_int_equal(again, first);
    assert_int_equal(tes_playout(variant, pos, 7, 3, &any), 3);
    assert_int_equal(any, TES_OPEN);
    free(pos);
    tes_variant_close(variant);
}

/* --- boards --- */

typedef struct Seen {
    int  count, most;
    char first[64];
} Seen;

static bool seen_more(Seen *seen, const char *text)
{
    if (seen->count++ == 0)
        snprintf(seen->first, sizeof seen->first, "%s", text);
    return seen->count < seen->most;
}

static bool see_cell(void *context, const tes_cell *cell)
{
    assert_int_equal(((Seen *)context)->count, cell->id);
    assert_true(cell->kind[0] != '\0' && (cell->corner_count == 0 || cell->corners[0] < 100));
    return seen_more(context, cell->label);
}

static bool see_line(void *context, int from, int to)
{
    assert_true(from >= 0 && to >= 0);
    return seen_more(context, "line");
}

static bool see_piece(void *context, const tes_piece *piece)
{
    assert_true(piece->side == 0 || piece->side == 1);
    return seen_more(context, piece->glyph);
}

static bool see_effect(void *context, const tes_effect *effect)
{
    assert_true(effect->cell_count > 0 && effect->text[0] != '\0');
    return seen_more(context, effect->kind);
}

static void test_boards(void **state)
{
    tes_variant *variant = open_variant("gipf");
    tes_pos     *pos = new_pos(variant, NULL);
    Seen         cells = { .most = 1000 }, few = { .most = 2 }, lines = cells, pieces = cells,
         effects = cells;
    uint64_t steps[TES_STEPS_MAX];
    (void)state;
    assert_true(tes_each_cell(variant, see_cell, &cells));
    assert_int_equal(cells.count, tes_cell_count(variant));
    assert_string_equal(cells.first, "a5");
    assert_false(tes_each_cell(variant, see_cell, &few));
    assert_true(tes_each_line(variant, see_line, &lines));
    assert_true(lines.count > 0);
    assert_true(tes_each_piece(variant, pos, see_piece, &pieces));
    assert_int_equal(pieces.count, 6);
    assert_string_equal(pieces.first, "stone");
    tes_steps(variant, pos, steps, TES_STEPS_MAX);
    assert_true(tes_each_effect(variant, pos, steps[0], "pl", see_effect, &effects));
    assert_string_equal(effects.first, "move"); /* the pieces that it pushes come first */
    effects = (Seen){ .most = 1000 };
    assert_true(tes_each_effect(variant, pos, UINT64_MAX, NULL, see_effect, &effects));
    assert_int_equal(effects.count, 0); /* an illegal step does nothing */
    size_t length = tes_svg(variant, pos, NULL, 0);
    char  *svg = malloc(length + 1);
    assert_int_equal(tes_svg(variant, pos, svg, length + 1), length);
    assert_non_null(strstr(svg, "<svg"));
    assert_non_null(strstr(svg, "</svg>"));
    free(svg);
    free(pos);
    tes_variant_close(variant);
}

/* --- structures that grow, and progress --- */

static bool stop_at_once(void *context, const tes_thought *so_far)
{
    int *calls = context;
    assert_true(so_far->size == sizeof *so_far && so_far->turn[0] != '\0');
    ++*calls;
    return false;
}

static void test_progress(void **state)
{
    int          calls = 0;
    tes_thinker *thinker = tes_thinker_new(1, 1);
    tes_game    *game = open_game("gipf", NULL);
    tes_thought  thought = { .size = sizeof thought };
    tes_limits   limits = {
          .size = sizeof limits, .time_ms = 1000000000, .progress = stop_at_once, .context = &calls
    };
    (void)state;
    assert_int_equal(tes_think(thinker, game, &limits, &thought, NULL), TES_OK);
    assert_true(calls >= 1 && thought.turn[0] != '\0');
    tes_close(game);
    tes_thinker_delete(thinker);
}

static bool is_enough(void *context)
{
    return *(int *)context > 1;
}

static void count_report(void *context, const tes_progress *progress)
{
    assert_true(progress->method[0] != '\0' && progress->seconds >= 0);
    ++*(int *)context;
}

static void test_solver_progress(void **state)
{
    int        calls = 0;
    tes_value  value = { .size = sizeof value };
    tes_effort effort = {
        .size = sizeof effort,
        .mebibytes = 16,
        .stop = is_enough,
        .context = &calls,
        .progress = count_report,
    };
    tes_game *game = open_game("duell", NULL);
    (void)state;
    assert_int_equal(tes_solve(game, &effort, &value, NULL, NULL), TES_OK);
    assert_int_equal(calls, 2);
    tes_close(game);
}

/* A program with an older header has shorter structures, one with a newer header has longer ones. */
static void test_structures_grow(void **state)
{
    struct {
        tes_limits limits;
        int64_t    added;
    } newer = { .limits = { .size = sizeof newer, .depth = 1 } };
    char         old_fault[offsetof(tes_fault, why) + 4];
    tes_fault    fault = { .size = sizeof fault }, unset = { 0 };
    tes_thought  thought = { .size = offsetof(tes_thought, proved), .nodes = 77 };
    tes_thinker *thinker = tes_thinker_new(1, 1);
    tes_game    *game = open_game("toy", NULL);
    tes_limits   limits = { .depth = 1 };
    (void)state;
    assert_int_equal(tes_think(thinker, game, &limits, &thought, &fault), TES_ILLEGAL);
    assert_non_null(strstr(fault.why, "size"));
    assert_int_equal(tes_think(thinker, game, &newer.limits, &thought, &fault), TES_OK);
    assert_true(thought.turn[0] != '\0');
    assert_int_equal(thought.nodes, 77); /* beyond the caller's size */
    newer.added = 1;
    assert_int_equal(tes_think(thinker, game, &newer.limits, &thought, &unset), TES_ILLEGAL);
    assert_int_equal(unset.why[0], '\0');
    memset(old_fault, 0x55, sizeof old_fault);
    size_t size = offsetof(tes_fault, why) + 2;
    memcpy(old_fault, &size, sizeof size);
    assert_int_equal(tes_play(game, "zz", (tes_fault *)(void *)old_fault), TES_SYNTAX);
    assert_int_equal(old_fault[offsetof(tes_fault, why) + 2], 0x55);
    tes_close(game);
    tes_thinker_delete(thinker);
}

/* The binary interface on 64-bit machines: what programs were compiled with stays where it is. */
static void test_binary_interface(void **state)
{
    (void)state;
    assert_int_equal(tes_version_number(), TES_VERSION_NUMBER);
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", TES_VERSION_MAJOR, TES_VERSION_MINOR,
             TES_VERSION_PATCH);
    assert_string_equal(tes_version(), text);
    for (int status = TES_OK; status <= TES_SYSTEM; status++)
        assert_true(tes_status_text((tes_status)status)[0] != '\0');
    assert_string_equal(tes_status_text((tes_status)99), "unknown status");
    if (sizeof(void *) != 8)
        return;
    assert_int_equal(offsetof(tes_fault, why), 24);
    assert_int_equal(sizeof(tes_fault), 536);
    assert_int_equal(offsetof(tes_thought, time_ms), 4128);
    assert_int_equal(sizeof(tes_thought), 4136);
    assert_int_equal(offsetof(tes_limits, context), 40);
    assert_int_equal(sizeof(tes_limits), 48);
    assert_int_equal(offsetof(tes_effort, progress), 48);
    assert_int_equal(sizeof(tes_effort), 56);
    assert_int_equal(offsetof(tes_value, nodes), 24);
    assert_int_equal(sizeof(tes_value), 32);
    assert_int_equal(offsetof(tes_progress, seconds), 16);
    assert_int_equal(offsetof(tes_cell, corners), 56);
    assert_int_equal(offsetof(tes_piece, faces), 40);
    assert_int_equal(offsetof(tes_effect, text), 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_have_names_and_rules),
        cmocka_unit_test(test_playing),
        cmocka_unit_test(test_the_end),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_short_buffers),
        cmocka_unit_test(test_turns_are_listed_and_counted),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_thinking),
        cmocka_unit_test(test_solving),
        cmocka_unit_test(test_nothing_is_guessed),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_messages_and_results),
        cmocka_unit_test(test_ids_masks_and_observations),
        cmocka_unit_test(test_playouts),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_solver_progress),
        cmocka_unit_test(test_structures_grow),
        cmocka_unit_test(test_binary_interface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
