/* SPDX-License-Identifier: MIT */
/* core/explorer: books are built from records, opened and looked up, in all games and symmetries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/explorer.h"
#include "dialects/game_read.h"
#include "games/list.h"
#include "play/view_json_explorer.h"

enum { GAMES_PLAYED = 6, TURNS = 5 };

/* --- building --- */

static Buffer write_book(const ExplorerBuilder *builder, uint32_t least, Explorer *explorer)
{
    Buffer book;
    Fault  fault = { .why = "" };
    buffer_init(&book, EXPLORER_BYTES_MAX);
    assert_true(explorer_builder_write(builder, least, &book));
    if (explorer_open(explorer, games_find, book.data, book.length, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
    return book;
}

/* Play a random game of a few turns, which ends with a draw or a win of side 0. */
static Record random_record(const Setup *setup, uint64_t seed)
{
    Record record;
    Random random = random_seeded(seed);
    assert_int_equal(record_init(&record, setup, NULL), STATUS_OK);
    assert_int_equal(line_play_random(&record.line, &random, TURNS), STATUS_OK);
    if (line_outcome(&record.line).ending == ENDING_NONE)
        assert_int_equal(record_set_result(&record, seed % 2 == 0 ? "draw" : setup->game->sides[0],
                                           "agreed", ""),
                         STATUS_OK);
    return record;
}

/* --- looking up --- */

/* A move, by the smallest key of all images of the position that it leads to, and its figures. */
typedef struct Row {
    uint64_t key;
    uint32_t games, wins, draws;
} Row;

typedef struct Found {
    const Game *game;
    const Pos  *pos;
    int         moves;
    uint32_t    games;
    Row         rows[GAMES_PLAYED];
} Found;

/* Return the smallest key of the images of `after` by the symmetries of `pos`. */
static uint64_t smallest_key(const Game *game, const Pos *pos, const Pos *after)
{
    uint64_t key = after->key;
    for (int map = 1; map < game_symmetries(game, pos); map++) {
        PosBuffer image;
        game->symmetry->map_pos(after, map, &image.head);
        if (image.head.variant == after->variant && image.head.key < key)
            key = image.head.key;
    }
    return key;
}

static bool add_row(void *context, const ExplorerMove *move)
{
    Found    *found = context;
    PosBuffer after;
    assert_true(found->moves < GAMES_PLAYED);
    game_copy(found->game, found->pos, &after.head);
    for (int i = 0; i < move->turn.count; i++) {
        assert_true(found->game->rules->legal(&after.head, move->turn.step[i]));
        found->game->rules->apply(&after.head, move->turn.step[i]);
    }
    assert_int_equal(after.head.phase, 0);
    assert_true(found->moves == 0 || move->games <= found->rows[found->moves - 1].games);
    found->games += move->games;
    found->rows[found->moves++] = (Row){ smallest_key(found->game, found->pos, &after.head),
                                         move->games, move->wins, move->draws };
    return true;
}

static Found look_up(const Explorer *explorer, const Pos *pos)
{
    Found found = { .game = explorer->setup.game, .pos = pos };
    int   count = explorer_moves(explorer, pos, add_row, &found);
    assert_int_equal(count, found.moves);
    return found;
}

static bool has_key(const Found *found, uint64_t key)
{
    for (int i = 0; i < found->moves; i++)
        if (found->rows[i].key == key)
            return true;
    return false;
}

/* Every turn of the game is in the book, and every image of its position has the same moves with the same
 * figures. */
static void check_record(const Explorer *explorer, const Record *record)
{
    const Game *game = explorer->setup.game;
    for (int i = 0; i < line_turns(&record->line); i++) {
        const Pos *pos = line_before_turn(&record->line, i);
        PosBuffer  after, image;
        Turn       turn;
        line_turn(&record->line, i, &turn);
        game_copy(game, pos, &after.head);
        turn_apply(game, &after.head, &turn);
        Found found = look_up(explorer, pos);
        assert_true(has_key(&found, smallest_key(game, pos, &after.head)));
        for (int map = 1; map < game_symmetries(game, pos); map++) {
            game->symmetry->map_pos(pos, map, &image.head);
            if (image.head.variant != pos->variant)
                continue;
            Found other = look_up(explorer, &image.head);
            assert_int_equal(other.moves, found.moves);
            for (int row = 0; row < found.moves; row++)
                if (memcmp(&found.rows[row], &other.rows[row], sizeof found.rows[row]) != 0)
                    fail_msg("%s: move %d of turn %d differs in image %d", game->name, row, i, map);
        }
    }
}

static void test_every_game_is_found_in_every_symmetry(void **state)
{
    (void)state;
    for (int n = 0; GAMES[n] != NULL; n++) {
        Setup    setup;
        Explorer explorer;
        Record   records[GAMES_PLAYED];
        Fault    fault = { .why = "" };
        assert_int_equal(games_setup(GAMES[n]->name, &setup, &fault), STATUS_OK);
        ExplorerBuilder *builder = explorer_builder_new(&setup, TURNS);
        assert_non_null(builder);
        for (int i = 0; i < GAMES_PLAYED; i++) {
            records[i] = random_record(&setup, (uint64_t)i);
            if (explorer_builder_add(builder, &records[i], "a game", &fault) != STATUS_OK)
                fail_msg("%s: %s", GAMES[n]->name, fault.why);
        }
        Buffer book = write_book(builder, 1, &explorer);
        assert_int_equal(look_up(&explorer, line_start(&records[0].line)).games, GAMES_PLAYED);
        for (int i = 0; i < GAMES_PLAYED; i++) {
            check_record(&explorer, &records[i]);
            record_free(&records[i]);
        }
        buffer_free(&book);
        explorer_builder_free(builder);
    }
}

/* --- figures --- */

/* Swap sides, so that the same player wins after another first move. */
static const char THREE_GAMES[] = "[Game \"gipf\"]\n[First \"Ann\"]\n[Second \"Bob\"]\n"
                                  "[FirstElo \"1500\"]\n[SecondElo \"1700\"]\n"
                                  "1. e1-e2\n2. e9-e8\nresult white resign\n"
                                  "[Game \"gipf\"]\n[First \"Bob\"]\n[Second \"Ann\"]\n"
                                  "[FirstElo \"1700\"]\n[SecondElo \"x\"]\n"
                                  "1. e1-e2\n2. e9-e8\nresult black resign\n"
                                  "[Game \"gipf\"]\n1. a1-b2\nresult draw agreed\n"
                                  "[Game \"gipf\"]\n1. a1-a9\nresult draw agreed\n"
                                  "[Game \"gipf\"]\n1. a1-b2\nresult *\n"
                                  "[Game \"gipf:standard\"]\n1. a1-b2\nresult draw agreed\n";

typedef struct Adding {
    ExplorerBuilder *builder;
    char             rejected[16]; /* numbers of games */
} Adding;

static bool add_game(void *context, int number, const Record *record, const Fault *fault)
{
    Adding *adding = context;
    Fault   inside = { .why = "" };
    char    name[32];
    snprintf(name, sizeof name, "game %d", number);
    if (record == NULL)
        assert_true(fault->why[0] != '\0');
    else if (explorer_builder_add(adding->builder, record, name, &inside) == STATUS_OK)
        return true;
    else
        assert_true(inside.why[0] != '\0');
    size_t length = strlen(adding->rejected);
    snprintf(adding->rejected + length, sizeof adding->rejected - length, "%d ", number);
    return true;
}

static Adding three_games(void)
{
    Setup  setup;
    Fault  fault;
    Adding adding = { .rejected = "" };
    assert_int_equal(games_setup("gipf", &setup, &fault), STATUS_OK);
    adding.builder = explorer_builder_new(&setup, 10);
    assert_non_null(adding.builder);
    game_each(THREE_GAMES, strlen(THREE_GAMES), &(GameAsk){ 0 }, add_game, &adding);
    return adding;
}

/* Expect the fields of docs/api.md. */
static void expect_view(const Explorer *explorer, const char *moves, const char *expected)
{
    PosBuffer pos;
    Buffer    text;
    Turn      turn;
    Fault     fault;
    explorer->setup.game->rules->start(explorer->setup.variant, &pos.head);
    if (moves != NULL) {
        assert_int_equal(turn_read(explorer->setup.game, &pos.head, moves, &turn, &fault),
                         STATUS_OK);
        turn_apply(explorer->setup.game, &pos.head, &turn);
    }
    buffer_init(&text, 1 << 16);
    Json json = json_over(&text);
    json_object(&json, NULL);
    view_explorer(&json, explorer, &pos.head);
    json_end_object(&json);
    assert_string_equal(text.data, expected);
    buffer_free(&text);
}

static bool evaluate(void *context, const Pos *before, const Pos *after, int *chance)
{
    ++*(int *)context;
    assert_int_not_equal(before->side, after->side);
    *chance = 625;
    return true;
}

static void test_figures_are_those_of_the_player_to_move(void **state)
{
    (void)state;
    Explorer explorer;
    int      evaluated = 0;
    Adding   adding = three_games();
    assert_string_equal(adding.rejected, "4 5 6 ");
    assert_int_equal(explorer_builder_games(adding.builder), 3);
    assert_int_equal(explorer_builder_moves(adding.builder, 1), 3);
    assert_int_equal(explorer_builder_moves(adding.builder, 2), 2);
    assert_true(explorer_builder_evaluate(adding.builder, 2, evaluate, &evaluated));
    assert_int_equal(evaluated, 2);
    Buffer book = write_book(adding.builder, 1, &explorer);
    expect_view(
        &explorer, NULL,
        "{\"book\":\"gipf:4,4,15,15\",\"games\":3,\"moves\":["
        "{\"move\":\"i5-h5\",\"steps\":[\"114\"],\"games\":2,\"wins\":1,\"draws\":0,\"losses\":1,"
        "\"rating\":1600,\"chance\":0.625,\"sample\":\"game 2\"},"
        "{\"move\":\"e9-e8\",\"steps\":[\"6\"],\"games\":1,\"wins\":0,\"draws\":1,\"losses\":0,"
        "\"rating\":null,\"chance\":null,\"sample\":\"game 3\"}]}");
    expect_view(
        &explorer, "e1-e2",
        "{\"book\":\"gipf:4,4,15,15\",\"games\":3,\"moves\":["
        "{\"move\":\"e9-e8\",\"steps\":[\"6\"],\"games\":2,\"wins\":1,\"draws\":0,\"losses\":1,"
        "\"rating\":1700,\"chance\":0.625,\"sample\":\"game 1\"}]}");
    expect_view(&explorer, "a1-b2", "{\"book\":\"gipf:4,4,15,15\",\"games\":3,\"moves\":[]}");
    buffer_free(&book);
    book = write_book(adding.builder, 3, &explorer);
    expect_view(&explorer, NULL, "{\"book\":\"gipf:4,4,15,15\",\"games\":3,\"moves\":[]}");
    buffer_free(&book);
    explorer_builder_free(adding.builder);
}

/* --- verified books --- */

/* Chances of the moves of a toy game, by the number of games that have them. */
typedef struct Verifying {
    const Setup *setup;
    int          proposed; /* positions */
    int          chances[2];
} Verifying;

static bool propose_pair(void *context, const Pos *pos, Turn *turn, int *chance)
{
    Verifying *v = context;
    Line       line;
    Fault      fault;
    assert_int_equal(line_init(&line, v->setup, pos), STATUS_OK);
    assert_int_equal(line_play(&line, "c+d", &fault), STATUS_OK);
    line_turn(&line, 0, turn);
    line_free(&line);
    *chance = 700;
    v->proposed++;
    return true;
}

/* The proposed move leaves the border free. */
static bool evaluate_pair(void *context, const Pos *before, const Pos *after, int *chance)
{
    const Verifying *v = context;
    char             words[64];
    Text             text = text_over(words, sizeof words);
    v->setup->game->text->pos_write(after, &text);
    assert_int_not_equal(before->side, after->side);
    *chance = v->chances[words[0] == '.' && words[7] == '.'];
    return true;
}

static bool write_move(void *context, const ExplorerMove *move)
{
    text_addf(context, "%u games %d %s, ", (unsigned)move->games, move->chance, move->sample);
    return true;
}

/* Compare the moves of the start. */
static void expect_start(const ExplorerBuilder *builder, const Setup *setup, uint32_t least,
                         const char *expected)
{
    Explorer  explorer;
    PosBuffer pos;
    char      found[256] = "";
    Text      text = text_over(found, sizeof found);
    Buffer    book = write_book(builder, least, &explorer);
    assert_int_equal(setup_position(setup, NULL, &pos.head, NULL), STATUS_OK);
    explorer_moves(&explorer, &pos.head, write_move, &text);
    assert_string_equal(found, expected);
    buffer_free(&book);
}

/* Add drawn games of one move. */
static ExplorerBuilder *build_of(const Setup *setup, const char *const *moves, int count)
{
    ExplorerBuilder *builder = explorer_builder_new(setup, 1);
    Fault            fault;
    for (int i = 0; i < count; i++) {
        Record record;
        assert_int_equal(record_init(&record, setup, NULL), STATUS_OK);
        assert_int_equal(line_play(&record.line, moves[i], &fault), STATUS_OK);
        assert_int_equal(record_set_result(&record, "draw", "agreed", ""), STATUS_OK);
        assert_int_equal(explorer_builder_add(builder, &record, "game", &fault), STATUS_OK);
        record_free(&record);
    }
    return builder;
}

/* The moves of a search join those of the games, and worse ones are dropped. */
static void test_moves_are_proposed_and_dropped(void **state)
{
    (void)state;
    static const char *const MOVES[] = { "a+b", "a+b", "a+c" }, *const ALONE[] = { "c+d" };
    Setup setup;
    Fault fault;
    assert_int_equal(games_setup("toy:8", &setup, &fault), STATUS_OK);
    for (int better = 0; better < 2; better++) {
        ExplorerBuilder *builder = build_of(&setup, MOVES, 3);
        Verifying        v = { .setup = &setup, .chances = { 500, better ? 511 : 510 } };
        assert_int_equal(explorer_builder_positions(builder, 2), 1);
        assert_int_equal(explorer_builder_positions(builder, 3), 0);
        assert_true(explorer_builder_propose(builder, 2, "search", propose_pair, &v));
        assert_int_equal(v.proposed, 1);
        assert_int_equal(explorer_builder_moves(builder, 2), 2);
        assert_true(explorer_builder_evaluate(builder, 2, evaluate_pair, &v));
        explorer_builder_drop(builder, 2, 10);
        expect_start(builder, &setup, 2,
                     better ? "0 games 511 search, " : "2 games 500 game, 0 games 510 search, ");
        expect_start(builder, &setup, 3, ""); /* too few games have the position */
        explorer_builder_free(builder);
    }
    /* The only move is not evaluated again. */
    ExplorerBuilder *builder = build_of(&setup, ALONE, 1);
    Verifying        v = { .setup = &setup, .chances = { 500, 600 } };
    assert_true(explorer_builder_propose(builder, 1, "search", propose_pair, &v));
    assert_true(explorer_builder_evaluate(builder, 1, evaluate_pair, &v));
    expect_start(builder, &setup, 1, "1 games 700 game, ");
    explorer_builder_free(builder);
}

static void test_damage_is_rejected(void **state)
{
    (void)state;
    Explorer explorer;
    Fault    fault;
    Adding   adding = three_games();
    Buffer   book = write_book(adding.builder, 1, &explorer);
    for (size_t at = 0; at < book.length; at++) {
        book.data[at] ^= 0x10;
        fault.why[0] = '\0';
        assert_int_equal(explorer_open(&explorer, games_find, book.data, book.length, &fault),
                         STATUS_SYNTAX);
        assert_true(fault.why[0] != '\0');
        book.data[at] ^= 0x10;
        assert_int_equal(explorer_open(&explorer, games_find, book.data, at, &fault),
                         STATUS_SYNTAX);
    }
    assert_int_equal(explorer_open(&explorer, games_find, book.data, book.length, &fault),
                     STATUS_OK);
    buffer_free(&book);
    explorer_builder_free(adding.builder);
}

/* --- the built-in books --- */

static bool take_first(void *context, const ExplorerMove *move)
{
    *(ExplorerMove *)context = *move;
    return false;
}

/* The most popular line can be followed: the book fits the rules and keys of this build. */
static void follow_book(const Explorer *book)
{
    const Game  *game = book->setup.game;
    Explorer     found;
    ExplorerMove move;
    PosBuffer    pos;
    Fault        fault;
    assert_int_equal(explorer_built_in(&book->setup, &found, &fault), STATUS_OK);
    assert_int_equal(found.position_count, book->position_count);
    game->rules->start(book->setup.variant, &pos.head);
    for (int turn = 0; turn < 4; turn++) {
        assert_int_equal(explorer_moves(&found, &pos.head, take_first, &move), 1);
        assert_true(move.games >= 2 && move.chance >= 0 && move.sample != NULL);
        turn_apply(game, &pos.head, &move.turn);
    }
}

/* The first book of a game is for its default variant; others may follow. */
static void test_built_in_books(void **state)
{
    (void)state;
    int books = 0;
    for (int n = 0; GAMES[n] != NULL; n++) {
        size_t      size = 0;
        const char *data = games_bytes(GAMES[n], EXPLORER_FILE, &size);
        Fault       fault;
        Setup       setup;
        assert_int_equal(games_setup(GAMES[n]->name, &setup, &fault), STATUS_OK);
        for (size_t at = 0, length; at < size; at += length, books++) {
            Explorer book;
            length = explorer_length(data + at, size - at);
            assert_int_equal(explorer_open(&book, games_find, data + at, length, &fault),
                             STATUS_OK);
            if (at == 0)
                assert_int_equal(book.setup.variant, setup.variant);
            follow_book(&book);
        }
    }
    assert_true(books > 5); /* one per game, and official Ponte */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game_is_found_in_every_symmetry),
        cmocka_unit_test(test_figures_are_those_of_the_player_to_move),
        cmocka_unit_test(test_moves_are_proposed_and_dropped),
        cmocka_unit_test(test_damage_is_rejected),
        cmocka_unit_test(test_built_in_books),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
