/* SPDX-License-Identifier: MIT */
/* dump.c - print requests with the replies of the native code, one per line; engine.test.mjs compares
 * them with the WebAssembly module.
 *
 *     webapp_dump SEED
 *
 * A line is a JSON array: the name of a function of wasm/local.h, its arguments and the reply; or
 * "game", [setup, [steps of a move, ...]], {"table": Table, "moves": [Move], "record": text}.  The
 * replies come from play/view_json.h directly, not from wasm/local.c.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "games/list.h"
#include "play/review_json.h"
#include "play/view_json.h"

enum {
    STEPS_TEXT_MAX = TURN_STEPS_MAX * 17 + 1,
    TURNS = 40,
    STOPS = 5,
    REVIEWED_TURNS = 2,
    LINE_MAX_BYTES = 8 << 20
};

typedef struct Dump {
    Random random;
    Buffer out;
    Json   json;
    char   setup[SETUP_TEXT_MAX];
} Dump;

/* --- lines --- */

static void begin(Dump *dump, const char *name)
{
    dump->out.length = 0;
    dump->json = json_over(&dump->out);
    json_array(&dump->json, NULL);
    json_string(&dump->json, NULL, name);
    json_array(&dump->json, NULL);
}

static void argument(Dump *dump, const char *text)
{
    if (text == NULL)
        json_null(&dump->json, NULL);
    else
        json_string(&dump->json, NULL, text);
}

static void end_arguments(Dump *dump)
{
    json_end_array(&dump->json);
}

static void end(Dump *dump)
{
    json_end_array(&dump->json);
    if (dump->out.failed)
        exit(1);
    puts(dump->out.data);
}

/* "1a,2b" */
static void steps_write(const Turn *turn, char steps_text[STEPS_TEXT_MAX])
{
    Text text = text_over(steps_text, STEPS_TEXT_MAX);
    for (int i = 0; i < turn->count; i++)
        text_addf(&text, "%s%llx", i == 0 ? "" : ",", (unsigned long long)turn->step[i]);
}

/* --- requests --- */

static void ask_choices(Dump *dump, const Setup *setup, const Pos *pos, const char *position,
                        const Step *steps, int count)
{
    char steps_text[STEPS_TEXT_MAX];
    Turn turn = { .count = count };
    memcpy(turn.step, steps, (size_t)count * sizeof *steps);
    steps_write(&turn, steps_text);
    begin(dump, "choices");
    argument(dump, dump->setup);
    argument(dump, position);
    argument(dump, steps_text);
    end_arguments(dump);
    if (view_choices(&dump->json, NULL, setup, pos, steps, count, NULL) != STATUS_OK)
        exit(1);
    end(dump);
}

static void ask_refusal(Dump *dump, const Setup *setup, const Pos *pos, const char *position)
{
    uint16_t cells[2] = { (uint16_t)random_below(&dump->random, 12),
                          (uint16_t)random_below(&dump->random, 12) };
    char     cells_text[32];
    snprintf(cells_text, sizeof cells_text, "%d,%d", cells[0], cells[1]);
    begin(dump, "refusal");
    argument(dump, dump->setup);
    argument(dump, position);
    argument(dump, NULL);
    argument(dump, cells_text);
    end_arguments(dump);
    if (view_refusal(&dump->json, NULL, setup, pos, NULL, 0, cells, 2, NULL) != STATUS_OK)
        exit(1);
    end(dump);
}

static void ask_explain(Dump *dump, const Setup *setup, const Pos *pos, const char *position,
                        const char *turn)
{
    begin(dump, "explain");
    argument(dump, dump->setup);
    argument(dump, position);
    argument(dump, turn);
    end_arguments(dump);
    view_explain(&dump->json, NULL, setup, pos, turn);
    end(dump);
}

static void ask_board(Dump *dump, const Setup *setup, const Pos *pos, const char *position)
{
    begin(dump, "board");
    argument(dump, dump->setup);
    argument(dump, position);
    end_arguments(dump);
    view_board(&dump->json, NULL, setup, pos);
    end(dump);
}

static void ask_all(Dump *dump, const Line *line, const char *old_turn)
{
    const Setup *setup = &line->setup;
    const Pos   *pos = line_now(line);
    char         position[POS_TEXT_MAX];
    Text         text = text_over(position, sizeof position);
    Step        *steps = malloc(STEPS_MAX * sizeof *steps);
    PosBuffer    after;
    if (steps == NULL)
        exit(1);
    setup->game->text->pos_write(pos, &text);
    ask_board(dump, setup, pos, position);
    ask_choices(dump, setup, pos, position, steps, 0);
    ask_refusal(dump, setup, pos, position);
    ask_explain(dump, setup, pos, position, old_turn);
    int count = setup->game->rules->gen(pos, steps);
    if (count > 0) {
        Step step = steps[random_below(&dump->random, (uint32_t)count)];
        game_copy(setup->game, pos, &after.head);
        setup->game->rules->apply(&after.head, step);
        ask_choices(dump, setup, pos, position, &step, 1);
    }
    free(steps);
}

/* --- games --- */

static bool random_turn(Dump *dump, Session *session)
{
    Step *steps = malloc(STEPS_MAX * sizeof *steps);
    int   turn = line_turns(session_line(session));
    if (steps == NULL)
        exit(1);
    while (!session_is_over(session) && line_turns(session_line(session)) == turn) {
        int count = session_steps(session, steps);
        if (count == 0 ||
            session_step(session, session_side(session),
                         steps[random_below(&dump->random, (uint32_t)count)], 0, NULL) != STATUS_OK)
            exit(1);
    }
    free(steps);
    return line_turns(session_line(session)) > turn;
}

static void last_notation(const Session *session, char notation[TURN_TEXT_MAX])
{
    const Line *line = session_line(session);
    int         turns = line_turns(line);
    Text        text = text_over(notation, TURN_TEXT_MAX);
    Turn        turn;
    if (turns == 0)
        return;
    line_turn(line, turns - 1, &turn);
    turn_write(line->setup.game, line_before_turn(line, turns - 1), &turn, &text);
}

static void dump_game(Dump *dump, const Session *session)
{
    const Line *line = session_line(session);
    char        steps_text[STEPS_TEXT_MAX];
    Turn        turn;
    Buffer      record;
    begin(dump, "game");
    argument(dump, dump->setup);
    json_array(&dump->json, NULL);
    for (int i = 0; i < line_turns(line); i++) {
        line_turn(line, i, &turn);
        steps_write(&turn, steps_text);
        argument(dump, steps_text);
    }
    json_end_array(&dump->json);
    end_arguments(dump);
    json_object(&dump->json, NULL);
    view_table(&dump->json, "table", session, 0);
    view_moves(&dump->json, "moves", session_record(session), 0);
    buffer_init(&record, LINE_MAX_BYTES);
    record_write(session_record(session), buffer_sink, &record);
    json_string(&dump->json, "record", record.data);
    json_end_object(&dump->json);
    buffer_free(&record);
    end(dump);
}

static void play(Dump *dump, const Setup *setup)
{
    static const char *const names[2] = { "a", "b" };
    static const ClockRule   clocks[2] = { { .kind = CLOCK_NONE }, { .kind = CLOCK_NONE } };
    Session                  session;
    char                     notation[TURN_TEXT_MAX] = "a1";
    if (session_init(&session, setup, NULL, names, clocks) != STATUS_OK)
        exit(1);
    session_start(&session, 0);
    for (int turn = 0; turn < TURNS; turn++) {
        if (turn % (TURNS / STOPS) == 0)
            ask_all(dump, session_line(&session), notation);
        if (!random_turn(dump, &session))
            break;
        last_notation(&session, notation);
    }
    ask_all(dump, session_line(&session), notation);
    dump_game(dump, &session);
    session_free(&session);
}

/* Review the first turns of a game. */
static void dump_review(Dump *dump, const Setup *setup)
{
    static const char *const names[2] = { "a", "b" };
    static const ClockRule   clocks[2] = { { .kind = CLOCK_NONE }, { .kind = CLOCK_NONE } };
    Session                  session;
    Review                   review;
    Buffer                   record;
    if (session_init(&session, setup, NULL, names, clocks) != STATUS_OK)
        exit(1);
    session_start(&session, 0);
    for (int turn = 0; turn < REVIEWED_TURNS && random_turn(dump, &session); turn++)
        continue;
    buffer_init(&record, LINE_MAX_BYTES);
    record_write(session_record(&session), buffer_sink, &record);
    if (review_line(session_line(&session), REVIEW_NODES, NULL, NULL, &review) != STATUS_OK)
        exit(1);
    begin(dump, "review");
    argument(dump, record.data);
    end_arguments(dump);
    json_object(&dump->json, NULL);
    review_json(&dump->json, session_record(&session), &review, REVIEW_NODES);
    json_end_object(&dump->json);
    end(dump);
    review_free(&review);
    buffer_free(&record);
    session_free(&session);
}

static void dump_variant(Dump *dump, const Game *game, const char *variant)
{
    Setup setup;
    Fault fault;
    snprintf(dump->setup, sizeof dump->setup, "%s%s%s", game->name, variant[0] == '\0' ? "" : ":",
             variant);
    if (games_setup(dump->setup, &setup, &fault) != STATUS_OK) {
        fprintf(stderr, "page_dump: %s: %s\n", dump->setup, fault.why);
        exit(1);
    }
    begin(dump, "shape");
    argument(dump, dump->setup);
    end_arguments(dump);
    view_shape(&dump->json, NULL, &setup);
    end(dump);
    play(dump, &setup);
    if (variant == game->variants[0])
        dump_review(dump, &setup);
}

int main(int argc, char *argv[])
{
    Dump dump = { .random = random_seeded(argc > 1 ? strtoull(argv[1], NULL, 10) : 1) };
    buffer_init(&dump.out, LINE_MAX_BYTES);
    begin(&dump, "games");
    end_arguments(&dump);
    view_games(&dump.json, NULL);
    end(&dump);
    for (int i = 0; GAMES[i] != NULL; i++)
        for (int v = 0; GAMES[i]->variants[v] != NULL; v++)
            dump_variant(&dump, GAMES[i], GAMES[i]->variants[v]);
    buffer_free(&dump.out);
    return 0;
}
