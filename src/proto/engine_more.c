/* SPDX-License-Identifier: MIT */
/* engine_more.c - answers to the requests beyond UGI. */
#include <string.h>

#include "core/shape.h"
#include "proto/engine_inside.h"
#include "proto/report.h"

enum { LEGAL_LIST_USUAL = 1000 };

/* A walk over the legal turns: the first counts, the second writes, so that the count comes first. */
typedef struct Listing {
    const Engine *engine;
    FILE         *out; /* NULL: only count */
    int           count, most;
    Turn          first; /* steps already taken in the current turn */
} Listing;

static void write_turn(const Listing *listing, const Turn *rest)
{
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    Turn turn = listing->first;
    for (int i = 0; i < rest->count && turn.count < TURN_STEPS_MAX; i++)
        turn.step[turn.count++] = rest->step[i];
    turn_write(game_of(listing->engine), line_now(&listing->engine->line), &turn, &text);
    fprintf(listing->out, " %s", words);
}

static bool list_turn(void *context, const Turn *turn, const Pos *after)
{
    (void)after;
    Listing *listing = context;
    if (listing->count == listing->most)
        return false;
    listing->count++;
    if (listing->out != NULL)
        write_turn(listing, turn);
    return true;
}

/* Ways to complete a turn that is under way.  It may have been begun in an order in which turn_each
 * would not have come here and lists nothing, so the next step is any that is legal. */
static bool list_rests(Listing *listing, const Game *game, const Pos *pos)
{
    Step steps[STEPS_MAX];
    int  count = game->rules->gen(pos, steps);
    bool goes_on = true;
    listing->first.count = 1;
    for (int i = 0; goes_on && i < count; i++) {
        PosBuffer next;
        listing->first.step[0] = steps[i];
        game_copy(game, pos, &next.head);
        game->rules->apply(&next.head, steps[i]);
        goes_on = next.head.phase == 0 ? list_turn(listing, &(Turn){ .count = 0 }, &next.head)
                                       : turn_each(game, &next.head, list_turn, listing);
    }
    return goes_on;
}

/* Write up to `most` turns.  False if there are more. */
static bool list_turns(const Engine *engine, FILE *out, int most, int *count)
{
    const Game *game = game_of(engine);
    const Pos  *pos = line_now(&engine->line);
    Listing     listing = { .engine = engine, .out = out, .most = most };
    bool        complete = true;
    if (line_outcome(&engine->line).ending == ENDING_NONE)
        complete = pos->phase != 0 ? list_rests(&listing, game, pos)
                                   : turn_each(game, pos, list_turn, &listing);
    *count = listing.count;
    return complete;
}

Status on_legal(Engine *engine, const Request *request, Fault *fault)
{
    (void)fault;
    int  most = request->number != 0 ? (int)request->number : LEGAL_LIST_USUAL;
    int  count, shown;
    bool counted = list_turns(engine, NULL, LEGAL_LIST_MAX, &count);
    begin_output(engine);
    fprintf(engine->out, "legal count %d shown %d turns", count, count < most ? count : most);
    list_turns(engine, engine->out, most, &shown);
    putc('\n', engine->out);
    end_output(engine);
    if (!counted)
        send_line(engine, "info string there are more than %d moves; counting stopped there",
                  count);
    if (shown < count)
        send_line(engine, "info string only the first %d moves are listed; `legal %d` lists %s",
                  shown, count, counted ? "all" : "more");
    return STATUS_OK;
}

Status on_perft(Engine *engine, const Request *request, Fault *fault)
{
    if (line_now(&engine->line)->phase != 0)
        return fault_set(
            fault, STATUS_ILLEGAL, NOWHERE,
            "the position is in the middle of a turn; perft needs one at the start of a turn");
    Job job = { .kind = JOB_COUNT, .depth = (int)request->number };
    return start_job(engine, &job, fault);
}

/* Probe the tablebase for the position, taking the game history into account. */
static bool find_known(const Engine *engine, OracleAnswer *out)
{
    return engine->tables != NULL && oracle_probe(&engine->oracle, &engine->line, out);
}

/* Return the score that a search would report. */
static int score_of_known(const Engine *engine, OracleAnswer known)
{
    int distance =
        known.turns < SCORE_WIN - SCORE_WIN_FAR ? (int)known.turns : SCORE_WIN - SCORE_WIN_FAR;
    if (known.winner == SIDE_NONE)
        return SCORE_DRAW;
    return known.winner == line_now(&engine->line)->side ? SCORE_WIN - distance
                                                         : distance - SCORE_WIN;
}

static void send_known_eval(Engine *engine, OracleAnswer known)
{
    static const char *const SCORES[] = {
        [SCORE_WORDS_CP] = "cp", [SCORE_WORDS_WIN] = "win", [SCORE_WORDS_LOSS] = "loss"
    };
    static const int CHANCES[] = {
        [SCORE_WORDS_CP] = 500, [SCORE_WORDS_WIN] = 1000, [SCORE_WORDS_LOSS] = 0
    };
    char       sentence[128];
    Text       text = text_over(sentence, sizeof sentence);
    InfoParams words = { .score = SCORE_WORDS_NONE };
    report_score(game_of(engine), score_of_known(engine, known), &words);
    oracle_describe(game_of(engine), known, &text);
    send_line(engine, "eval score %s %lld chance %d string %s (tablebase)", SCORES[words.score],
              (long long)words.score_value, CHANCES[words.score], sentence);
}

Status on_eval(Engine *engine, const Request *request, Fault *fault)
{
    (void)request;
    const Game  *game = game_of(engine);
    const Pos   *pos = line_now(&engine->line);
    OracleAnswer known;
    if (line_outcome(&engine->line).ending != ENDING_NONE)
        return fault_set(fault, STATUS_ILLEGAL, NOWHERE,
                         "the game is over: there is nothing to evaluate");
    if (find_known(engine, &known)) {
        send_known_eval(engine, known);
        return STATUS_OK;
    }
    if (game->eval == NULL)
        return fault_set(fault, STATUS_NOT_FOUND, NOWHERE, "%s has no evaluation function",
                         game->title);
    int        eval = game->eval->eval(pos);
    InfoParams words = { .score = SCORE_WORDS_NONE };
    report_score(game, eval, &words);
    send_line(engine, "eval score cp %lld chance %d string for %s, who is to move",
              (long long)words.score_value, report_chance(game, eval), game->sides[pos->side]);
    return STATUS_OK;
}

static void write_known(const Engine *engine, OracleAnswer known, Text *out)
{
    const Game *game = game_of(engine);
    const Pos  *pos = line_now(&engine->line);
    Turn        turn;
    TbAnswer    answer;
    if (known.winner == SIDE_NONE)
        text_add(out, "probe draw");
    else
        text_addf(out, "probe %s %u", known.winner == pos->side ? "win" : "loss",
                  (unsigned)known.turns);
    if (tb_choose(engine->tables, pos, &turn, &answer)) {
        text_add(out, " turn ");
        turn_write(game, pos, &turn, out);
    }
    text_add(out, " string ");
    oracle_describe(game, known, out);
}

Status on_probe(Engine *engine, const Request *request, Fault *fault)
{
    (void)request;
    char         words[TURN_TEXT_MAX + 256];
    Text         text = text_over(words, sizeof words);
    OracleAnswer known;
    if (line_outcome(&engine->line).ending != ENDING_NONE)
        return fault_set(fault, STATUS_ILLEGAL, NOWHERE,
                         "the game is over: there is nothing to probe");
    if (find_known(engine, &known))
        write_known(engine, known, &text);
    else
        text_addf(&text, "probe unknown string %s",
                  engine->tb_cache == NULL
                      ? "no tablebases are in use; set the option TablebasePath"
                  : engine->tables == NULL ? "the directory has no tablebase of this game"
                                           : "the tablebase does not have this position");
    send_line(engine, "%s", words);
    return STATUS_OK;
}

static void write_illegal(const Engine *engine, const char *words, Text *out)
{
    char        sentence[1024];
    Text        text = text_over(sentence, sizeof sentence);
    const Line *line = &engine->line;
    Outcome     outcome = line_outcome(line);
    text_add(out, "explain illegal ");
    if (outcome.ending != ENDING_NONE) {
        text_add(out, "the game is over: ");
        outcome_describe(game_of(engine), outcome, &text);
    } else {
        Turn    turn;
        Message why;
        turn_explain(game_of(engine), line_now(line), words, &turn, &why);
        message_write(&why, game_of(engine), line_now(line)->variant, &LANGUAGE_ENGLISH, &text);
    }
    message_write_clean(sentence, out);
}

Status on_explain(Engine *engine, const Request *request, Fault *fault)
{
    char words[TURN_TEXT_MAX], answer[TURN_TEXT_MAX + 64];
    Text text = text_over(answer, sizeof answer);
    Turn turn;
    if (!span_copy(request->text, words, sizeof words))
        return fault_set(fault, STATUS_SYNTAX, place_of(engine, request->text),
                         "a move has at most %d bytes", TURN_TEXT_MAX - 1);
    const Pos *pos = line_now(&engine->line);
    if (line_outcome(&engine->line).ending == ENDING_NONE &&
        turn_read(game_of(engine), pos, words, &turn, NULL) == STATUS_OK) {
        text_add(&text, "explain legal ");
        turn_write(game_of(engine), pos, &turn, &text);
    } else {
        write_illegal(engine, words, &text);
    }
    send_line(engine, "%s", answer);
    return STATUS_OK;
}

Status on_fen(Engine *engine, const Request *request, Fault *fault)
{
    (void)request;
    (void)fault;
    char words[POS_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    game_of(engine)->text->pos_write(line_now(&engine->line), &text);
    send_line(engine, "fen %s", words);
    return STATUS_OK;
}

static void write_board(const char *board, FILE *out)
{
    while (*board != '\0') {
        int length = (int)strcspn(board, "\n");
        fprintf(out, "show %.*s\n", length, board);
        board += length + (board[length] == '\n');
    }
}

static void write_panel(const Engine *engine, FILE *out)
{
    const Game *game = game_of(engine);
    PanelRows   panel;
    panel_rows(game, line_now(&engine->line), &LANGUAGE_ENGLISH, &panel);
    for (int i = 0; i < panel.count; i++) {
        const PanelRow *item = &panel.row[i];
        bool            owned = item->side < 2;
        fprintf(out, "show %s%s%s: %s\n", owned ? game->sides[item->side] : "", owned ? " " : "",
                item->label, item->value);
    }
}

Status on_show(Engine *engine, const Request *request, Fault *fault)
{
    (void)request;
    (void)fault;
    char board[BOARD_TEXT_MAX], sentence[1024];
    Text text = text_over(board, sizeof board), end = text_over(sentence, sizeof sentence);
    game_of(engine)->text->draw(line_now(&engine->line), &text);
    outcome_describe(game_of(engine), line_outcome(&engine->line), &end);
    begin_output(engine);
    write_board(board, engine->out);
    write_panel(engine, engine->out);
    if (end.length > 0)
        fprintf(engine->out, "show %s\n", sentence);
    end_output(engine);
    return STATUS_OK;
}

static void write_help(const RequestSpec *row, FILE *out)
{
    fprintf(out, "help %s%s%s: %s\n", row->name, row->arguments[0] == '\0' ? "" : " ",
            row->arguments, row->about);
}

Status on_help(Engine *engine, const Request *request, Fault *fault)
{
    bool all = request->name.length == 0, found = false;
    begin_output(engine);
    for (const RequestSpec *row = REQUESTS; row->name != NULL; row++) {
        if (!all && !span_is(request->name, row->name))
            continue;
        write_help(row, engine->out);
        found = true;
    }
    for (int row = 0; row < SETTINGS && all; row++)
        fprintf(engine->out, "help option %s: %s\n", SETTING_ROWS[row].name,
                SETTING_ROWS[row].about);
    end_output(engine);
    return found ? STATUS_OK
                 : fault_set(fault, STATUS_NOT_FOUND, place_of(engine, request->name),
                             "unknown command; `help` lists the commands");
}
