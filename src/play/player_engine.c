/* SPDX-License-Identifier: MIT */
/* player_engine.c - a program that speaks the engine protocol, as a player.
 *
 * We are the host: ugi, setoption, uginewgame, isready, position, go.  If the program does not answer,
 * sends an unreadable answer, floods its output or exits, the answer is a status with a reason.  After
 * any status other than a turn the program is ended, and the next game starts it again.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/message.h"
#include "base/clock.h"
#include "play/player.h"
#include "play/process.h"

enum {
    SLICE_MS = 50,         /* between two checks of player_stop */
    FAREWELL_MS = 500,     /* to exit after `quit` */
    THINK_MAX_MS = 120000, /* for a turn without a time limit */
    FLOOD_BYTES = 16 << 20 /* limit of one answer */
};

typedef struct ExternalEngine {
    Player      player;     /* first */
    Process    *process;    /* NULL: not running */
    bool        takes_game; /* it has the option Game */
    Setup       setup;
    int         side;
    atomic_bool stopped;
    char       *line; /* MESSAGE_LINE_MAX bytes: the request to send */
    char       *moves;
} ExternalEngine;

static ExternalEngine *engine_of(Player *player)
{
    return (ExternalEngine *)(void *)player;
}

static void end_engine(ExternalEngine *engine, int64_t patience_ms)
{
    process_end(engine->process, clock_wall_ms() + patience_ms);
    engine->process = NULL;
}

/* --- Requests ----------------------------------------------------------------------------- */

static bool send_request(ExternalEngine *engine, const Request *request)
{
    Text text = text_over(engine->line, MESSAGE_LINE_MAX);
    request_write(request, &text);
    text_char(&text, '\n');
    return !text.full && process_write(engine->process, text.data, text.length,
                                       clock_wall_ms() + engine->player.spec.patience_ms);
}

static bool send_kind(ExternalEngine *engine, RequestKind kind)
{
    return send_request(engine, &(Request){ .kind = kind });
}

static bool send_option(ExternalEngine *engine, const char *name, const char *value)
{
    return send_request(
        engine,
        &(Request){ .kind = REQUEST_SETOPTION, .name = span_of(name), .value = span_of(value) });
}

/* --- Replies ---------------------------------------------------------------------------- */

/* Write why there was no answer. */
typedef enum Silence { HEARD, SILENT, GONE, FLOOD, GARBLED } Silence;

static void describe_silence(ExternalEngine *engine, Silence silence, const char *awaited,
                             Text *out)
{
    switch (silence) {
    case SILENT: text_addf(out, "no %s in time: the program ", awaited); break;
    case FLOOD: text_addf(out, "too much output but no %s: the program ", awaited); break;
    case GARBLED: text_addf(out, "an unreadable %s: the program ", awaited); break;
    default: text_addf(out, "no %s: the program ", awaited); break;
    }
    process_describe(engine->process, out);
}

/* Read the next reply, or return why there is none. */
static Silence hear(ExternalEngine *engine, int64_t until_ms, uint64_t bytes_before, Reply *reply)
{
    const char  *line;
    size_t       length;
    Fault        fault;
    ProcessEvent event = process_read(engine->process, until_ms, &line, &length);
    if (process_bytes(engine->process) - bytes_before > FLOOD_BYTES)
        return FLOOD;
    if (event != PROCESS_LINE)
        return event == PROCESS_TIMEOUT ? SILENT : GONE;
    while (length > 0 && line[length - 1] == '\r')
        length--;
    return reply_read(line, length, reply, &fault) == STATUS_OK ? HEARD : GARBLED;
}

static void note_option(ExternalEngine *engine, const OptionParams *option)
{
    if (span_is(option->name, "Game"))
        engine->takes_game = true;
}

/* Wait for a reply of one kind.  An `error` before it means that the program rejects the game. */
static Status await(ExternalEngine *engine, ReplyKind kind, const char *awaited, Fault *fault)
{
    int64_t  until = clock_wall_ms() + engine->player.spec.patience_ms;
    uint64_t bytes = process_bytes(engine->process);
    Reply    reply;
    char     words[200];
    Text     text = text_over(words, sizeof words);
    for (;;) {
        /* The deadline covers all lines together; other lines do not extend it. */
        Silence silence = clock_wall_ms() > until ? SILENT : hear(engine, until, bytes, &reply);
        if (silence == GARBLED)
            continue; /* another reply */
        if (silence != HEARD) {
            describe_silence(engine, silence, awaited, &text);
            return fault_set(fault, STATUS_SYSTEM, 0, "%s", words);
        }
        if (reply.kind == REPLY_OPTION)
            note_option(engine, &reply.option);
        if (reply.kind == REPLY_ERROR)
            return fault_set(fault, STATUS_ILLEGAL, 0, "the program rejects the game: %.*s",
                             (int)(reply.text.length > 160 ? 160 : reply.text.length),
                             reply.text.data);
        if (reply.kind == kind)
            return STATUS_OK;
    }
}

/* --- Start of a game ---------------------------------------------------------------------- */

static Status error_unresponsive(ExternalEngine *engine, Fault *fault)
{
    char words[200];
    Text text = text_over(words, sizeof words);
    text_add(&text, "the program does not read its input; it ");
    process_describe(engine->process, &text);
    return fault_set(fault, STATUS_SYSTEM, 0, "%s", words);
}

static Status greet(ExternalEngine *engine, Fault *fault)
{
    engine->process = process_start(player_spec_command(&engine->player.spec), fault);
    if (engine->process == NULL)
        return fault->status;
    engine->takes_game = false;
    /* Whether a program that ends at once does so before or after our first word is chance: what it
     * lacks is the answer. */
    send_kind(engine, REQUEST_UGI);
    return await(engine, REPLY_UGIOK, "ugiok", fault);
}

static Status send_game(ExternalEngine *engine, Fault *fault)
{
    char name[SETUP_TEXT_MAX];
    Text text = text_over(name, sizeof name);
    setup_write(&engine->setup, &text);
    if ((engine->takes_game && !send_option(engine, "Game", name)) ||
        !send_kind(engine, REQUEST_UGINEWGAME) || !send_kind(engine, REQUEST_ISREADY))
        return error_unresponsive(engine, fault);
    return await(engine, REPLY_READYOK, "readyok", fault);
}

static Status begin(Player *player, const Setup *setup, int side, uint64_t seed, Fault *fault)
{
    ExternalEngine *engine = engine_of(player);
    (void)seed; /* the protocol has no seed */
    engine->setup = *setup;
    engine->side = side;
    atomic_store(&engine->stopped, false);
    Status status = engine->process == NULL ? greet(engine, fault) : STATUS_OK;
    if (status == STATUS_OK)
        status = send_game(engine, fault);
    if (status != STATUS_OK)
        end_engine(engine, 0);
    return status;
}

/* --- A turn ------------------------------------------------------------------------------- */

/* Write all turns so far, separated by spaces. */
static void write_moves(const Line *line, Text *out)
{
    for (int turn = 0; turn < line_turns(line); turn++) {
        Turn steps;
        line_turn(line, turn, &steps);
        if (turn > 0)
            text_char(out, ' ');
        turn_write(line->setup.game, line_before_turn(line, turn), &steps, out);
    }
}

static bool send_position(ExternalEngine *engine, const Line *line)
{
    const Game *game = line->setup.game;
    PosBuffer   usual;
    char        words[POS_TEXT_MAX];
    Text        position = text_over(words, sizeof words);
    Text        moves = text_over(engine->moves, MESSAGE_LINE_MAX);
    game->rules->start(line->setup.variant, &usual.head);
    game->text->pos_write(line_start(line), &position);
    write_moves(line, &moves);
    return !moves.full &&
           send_request(engine, &(Request){
                                    .kind = REQUEST_POSITION,
                                    .startpos = game_same(game, &usual.head, line_start(line)),
                                    .text = span_of(words),
                                    .turns = span_of(engine->moves),
                                });
}

static void go_number(GoParams *go, GoNumber number, uint64_t value)
{
    go->given[number] = true;
    go->value[number] = value;
}

/* Convert the limits to parameters of `go`; p1 of the protocol is side 0. */
static GoParams go_words(const SearchLimits *limits)
{
    GoParams go = { 0 };
    if (limits->time_ms != 0)
        go_number(&go, GO_MOVETIME, (uint64_t)limits->time_ms);
    if (limits->nodes != 0)
        go_number(&go, GO_NODES, limits->nodes);
    if (limits->depth != 0)
        go_number(&go, GO_DEPTH, (uint64_t)limits->depth);
    if (limits->has_clock) {
        go_number(&go, GO_P1TIME, (uint64_t)limits->clock_ms[0]);
        go_number(&go, GO_P2TIME, (uint64_t)limits->clock_ms[1]);
        go_number(&go, GO_P1INC, (uint64_t)limits->increment_ms[0]);
        go_number(&go, GO_P2INC, (uint64_t)limits->increment_ms[1]);
    }
    return go;
}

static int64_t time_for(const ExternalEngine *engine, const SearchLimits *limits)
{
    if (limits->time_ms != 0)
        return limits->time_ms;
    return limits->has_clock ? limits->clock_ms[engine->side] : THINK_MAX_MS;
}

static void note_info(const InfoParams *info, PlayerAnswer *answer)
{
    if (info->given[INFO_MULTIPV] && info->value[INFO_MULTIPV] > 1)
        return;
    if (info->given[INFO_DEPTH] && info->value[INFO_DEPTH] <= INT32_MAX)
        answer->depth = (int)info->value[INFO_DEPTH];
    if (info->given[INFO_NODES])
        answer->nodes = info->value[INFO_NODES];
    if (info->score == SCORE_WORDS_CP && info->score_value > -EVAL_MAX &&
        info->score_value < EVAL_MAX) {
        answer->has_score = true;
        answer->score = (int)info->score_value;
    }
}

static void notify(const PlayerSpec *spec, const InfoParams *info, const PlayerAnswer *answer)
{
    PlayerNews news = { .depth = answer->depth, .nodes = answer->nodes };
    Text       turns = text_over(news.turns, sizeof news.turns);
    char       words[PLAYER_TURNS_MAX];
    bool       is_thought = info->score != SCORE_WORDS_NONE || info->pv.length > 0;
    bool       is_best = !info->given[INFO_MULTIPV] || info->value[INFO_MULTIPV] <= 1;
    if (spec->listener == NULL || !is_thought || !is_best)
        return;
    player_news_score(&news, info);
    Span pv = info->pv;
    pv.length = pv.length < sizeof words ? pv.length : sizeof words - 1;
    if (span_copy(pv, words, sizeof words))
        message_write_clean(words, &turns);
    spec->listener(spec->listener_context, &news);
}

/* Convert a bestmove to a turn, or to PLAYER_NONSENSE. */
static void take_bestmove(const Line *line, Span words, PlayerAnswer *answer)
{
    char  text[TURN_TEXT_MAX];
    Fault fault;
    int   shown = words.length > 60 ? 60 : (int)words.length;
    if (!span_copy(words, text, sizeof text)) {
        answer->status = PLAYER_NONSENSE;
        snprintf(answer->why, sizeof answer->why, "%.*s... is not a move", shown, words.data);
    } else if (turn_read(line->setup.game, line_now(line), text, &answer->turn, &fault) !=
               STATUS_OK) {
        answer->status = PLAYER_NONSENSE;
        snprintf(answer->why, sizeof answer->why, "%.*s: %.180s", shown, text, fault.why);
    } else {
        answer->status = PLAYER_TURN;
    }
}

/* Wait for a bestmove.  After player_stop, send `stop` once and wait a little longer. */
static Silence await_bestmove(ExternalEngine *engine, int64_t until, const Line *line,
                              PlayerAnswer *answer)
{
    uint64_t bytes = process_bytes(engine->process);
    bool     told = false;
    for (;;) {
        if (!told && atomic_load(&engine->stopped)) {
            told = true;
            until = clock_wall_ms() + FAREWELL_MS;
            send_kind(engine, REQUEST_STOP);
        }
        int64_t now = clock_wall_ms();
        Reply   reply;
        if (now > until)
            return SILENT;
        Silence silence =
            hear(engine, until < now + SLICE_MS ? until : now + SLICE_MS, bytes, &reply);
        if (silence == SILENT)
            continue;
        if (silence != HEARD)
            return silence;
        if (reply.kind == REPLY_INFO) {
            note_info(&reply.info, answer);
            notify(&engine->player.spec, &reply.info, answer);
        }
        if (reply.kind == REPLY_BESTMOVE) {
            take_bestmove(line, reply.turn, answer);
            return HEARD;
        }
    }
}

static void choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer)
{
    ExternalEngine *engine = engine_of(player);
    Text            why = text_over(answer->why, sizeof answer->why);
    if (engine->process == NULL) {
        text_add(&why, "the program has already ended");
        return;
    }
    int64_t until = clock_wall_ms() + time_for(engine, limits) + player->spec.late_ms;
    Silence silence = GONE;
    if (send_position(engine, line) &&
        send_request(engine, &(Request){ .kind = REQUEST_GO, .go = go_words(limits) }))
        silence = await_bestmove(engine, until, line, answer);
    if (silence == HEARD) {
        atomic_store(&engine->stopped, false);
        return;
    }
    if (atomic_exchange(&engine->stopped, false))
        answer->status = PLAYER_STOPPED;
    describe_silence(engine, silence, "bestmove", &why);
    end_engine(engine, 0);
}

static void stop(Player *player)
{
    atomic_store(&engine_of(player)->stopped, true);
}

static void drop(Player *player)
{
    ExternalEngine *engine = engine_of(player);
    if (engine->process != NULL) {
        send_kind(engine, REQUEST_QUIT);
        end_engine(engine, FAREWELL_MS);
    }
    free(engine->line);
    free(engine->moves);
    free(engine);
}

static const PlayerOps OPS = { begin, choose, stop, drop };

Player *player_new_engine(const PlayerSpec *spec, Fault *fault)
{
    ExternalEngine *engine = calloc(1, sizeof *engine);
    char           *line = malloc(MESSAGE_LINE_MAX), *moves = malloc(MESSAGE_LINE_MAX);
    if (engine == NULL || line == NULL || moves == NULL) {
        free(engine);
        free(line);
        free(moves);
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    engine->player = (Player){ &OPS, *spec };
    engine->line = line;
    engine->moves = moves;
    atomic_init(&engine->stopped, false);
    return &engine->player;
}
