/* SPDX-License-Identifier: MIT */
/* The table host decides who may do what and which searches are wanted; this file runs them in the
 * player thread.
 *
 * Invariants, whenever a function of term_game.h returns: the player thread is busy exactly if the
 * host has a task for a move or a hint; the autosave file contains all completed moves. `settle`
 * restores both after every change. */
#include "term/term_game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "draw/guide.h"
#include "games/list.h"
#include "play/host.h"
#include "play/play_messages.h"
#include "term/game_file.h"
#include "term/player_thread.h"
#include "term/tb_view.h"

enum {
    UGI_TIME_MS = 1000,  /* time per move of a program without other limits */
    CLOCK_LOOK_MS = 100, /* interval of checks while a clock runs */
    LANGUAGE_MAX = 16,
};

enum { HINTER = 2 }; /* index of the player that gives hints; 0 and 1 are the seats */

static const char HINT_PLAYER[] = "max,time=1500,nodes=300000";
static const char CLOCK_TAG[] = "Clock";

struct TermGame {
    TableHost     *host;
    SeatSpec       seat[2];
    uint64_t       seed;
    char           language[LANGUAGE_MAX]; /* "": none */
    bool           flipped;
    TbView         tb_view; /* programs at full strength also use its cache */
    PlayerThread  *thread;
    Player        *player[2];      /* NULL: a person */
    Player        *hinter;         /* created when it is first needed */
    bool           begin[3];       /* the player must be told that a game starts; 2: the hinter */
    uint32_t       task_id;        /* the host's task that the thread runs; 0: none */
    int            thinker;        /* whose it is: a seat, 2 for the hinter, -1 */
    int            thinker_before; /* the same for the previous task */
    bool           has_thought[3];
    TermGameSearch thought[3]; /* by thinker */
    bool           has_hint;   /* not yet shown by the user interface */
    bool           was_over;   /* as the user interface knows it */
    char           task[TERM_GAME_NOTICE_MAX];
    bool           has_solution; /* of the task */
    PosBuffer      solution;     /* the position after it */
    char           notice[TERM_GAME_NOTICE_MAX];
    bool           has_notice; /* not yet shown by the user interface */
    Autosave       autosave;
    int            followed; /* entries of the line, key and end that it contains; 0: nothing */
    uint64_t       followed_key;
    SessionEnd     followed_end;
    char           path[TERM_GAME_PATH_MAX];
    int            resumed;
};

/* --- Looking ------------------------------------------------------------------------------ */

const Session *term_game_session(const TermGame *term_game)
{
    return host_session(term_game->host);
}

static const Line *line_of(const TermGame *term_game)
{
    return session_line(term_game_session(term_game));
}

const Setup *term_game_setup(const TermGame *term_game)
{
    return &line_of(term_game)->setup;
}

const Game *term_game_game(const TermGame *term_game)
{
    return term_game_setup(term_game)->game;
}

const Pos *term_game_pos(const TermGame *term_game)
{
    return line_now(line_of(term_game));
}

const SeatSpec *term_game_seat(const TermGame *term_game, int side)
{
    assert(side == 0 || side == 1);
    return &term_game->seat[side];
}

TermText term_game_text(const TermGame *term_game)
{
    return term_text_of(term_game_setup(term_game),
                        term_game->language[0] == '\0' ? NULL : term_game->language);
}

void term_game_speak_english(TermGame *term_game)
{
    term_game->language[0] = '\0';
}

int64_t term_game_clock_ms(const TermGame *term_game, int side)
{
    assert(side == 0 || side == 1);
    return session_clock_ms(term_game_session(term_game), side, clock_wall_ms());
}

/* Return the side to move, or SIDE_NONE. */
static int mover(const TermGame *term_game)
{
    return session_side(term_game_session(term_game));
}

bool term_game_is_human(const TermGame *term_game)
{
    int side = mover(term_game);
    return side != SIDE_NONE && term_game->seat[side].human;
}

static bool is_program(const TermGame *term_game)
{
    int side = mover(term_game);
    return side != SIDE_NONE && !term_game->seat[side].human;
}

bool term_game_is_thinking(const TermGame *term_game)
{
    return term_game->thinker == 0 || term_game->thinker == 1;
}

bool term_game_is_paused(const TermGame *term_game)
{
    return is_program(term_game) && !term_game_is_thinking(term_game);
}

const char *term_game_notice(const TermGame *term_game)
{
    return term_game->notice;
}

static bool thought_of(const TermGame *term_game, int who, TermGameSearch *out)
{
    if (who < 0 || !term_game->has_thought[who])
        return false;
    *out = term_game->thought[who];
    return true;
}

bool term_game_search(const TermGame *term_game, TermGameSearch *out)
{
    return thought_of(
        term_game, term_game->thinker >= 0 ? term_game->thinker : term_game->thinker_before, out);
}

bool term_game_search_of(const TermGame *term_game, int side, TermGameSearch *out)
{
    assert(side == 0 || side == 1 || side == SIDE_NONE);
    return thought_of(term_game, side == SIDE_NONE ? HINTER : side, out);
}

bool term_game_is_flipped(const TermGame *term_game)
{
    return term_game->flipped;
}

void term_game_flip(TermGame *term_game)
{
    term_game->flipped = !term_game->flipped;
}

const char *term_game_autosave(const TermGame *term_game)
{
    return term_game->path[0] == '\0' ? NULL : term_game->path;
}

int term_game_resumed(const TermGame *term_game)
{
    return term_game->resumed;
}

/* --- Thinking ----------------------------------------------------------------------------- */

const char *term_game_task(const TermGame *term_game)
{
    return line_turns(line_of(term_game)) == 0 ? term_game->task : "";
}

static void set_notice(TermGame *term_game, const char *words)
{
    snprintf(term_game->notice, sizeof term_game->notice, "%s", words);
    term_game->has_notice = true;
}

/* Return the player of a seat, or the hinter. */
static Player *player_of(const TermGame *term_game, int who)
{
    assert(who >= 0 && who <= HINTER);
    return who == HINTER ? term_game->hinter : term_game->player[who];
}

static bool is_unlimited(const SearchLimits *limits)
{
    return limits->time_ms == 0 && !limits->has_clock && limits->nodes == 0;
}

static bool start_thread(TermGame *term_game, const HostTask *wanted)
{
    int        who = wanted->kind == HOST_TASK_HINT ? HINTER : wanted->seat;
    PlayerTask task = { .player = player_of(term_game, who),
                        .line = line_of(term_game),
                        .begin = term_game->begin[who],
                        .side = mover(term_game),
                        .seed = mix64(term_game->seed + (uint64_t)line_turns(line_of(term_game))) };
    if (who != HINTER) /* the hinter has limits of its own */
        task.limits = wanted->limits;
    if (who != HINTER && is_unlimited(&task.limits))
        task.limits.time_ms = UGI_TIME_MS;
    if (task.player == NULL || !player_thread_start(term_game->thread, &task))
        return false;
    term_game->begin[who] = false;
    term_game->has_thought[who] = false;
    term_game->task_id = wanted->id;
    term_game->thinker = term_game->thinker_before = who;
    return true;
}

/* Drop the search in progress. A player that was stopped starts again: the stop might have come too
 * late for its task and would end the next one. */
static void stop_thinking(TermGame *term_game)
{
    if (term_game->thinker < 0)
        return;
    player_thread_cancel(term_game->thread);
    term_game->begin[term_game->thinker] = true;
    term_game->thinker = -1;
    term_game->task_id = 0;
}

/* Return what the thread should run: a move or a hint, or NULL. */
static const HostTask *wanted_task(const TermGame *term_game)
{
    const HostTask *task = NULL;
    for (int i = 0; (task = host_next_task(term_game->host, i)) != NULL; i++)
        if (task->kind != HOST_TASK_ANALYSIS)
            break;
    return task;
}

/* Only steps and an end change the record while a game is played. */
static void follow_autosave(TermGame *term_game)
{
    Fault      fault;
    SessionEnd end = term_game_session(term_game)->result.end;
    if (term_game->followed == line_of(term_game)->count &&
        term_game->followed_key == term_game_pos(term_game)->key && term_game->followed_end == end)
        return;
    term_game->followed = line_of(term_game)->count;
    term_game->followed_key = term_game_pos(term_game)->key;
    term_game->followed_end = end;
    if (autosave_follow(&term_game->autosave, session_record(term_game_session(term_game)),
                        &fault) != STATUS_OK)
        set_notice(term_game, fault.why);
}

/* After every change: update the autosave file, and let the thread run what the host wants. */
static void settle(TermGame *term_game)
{
    const HostTask *wanted = wanted_task(term_game);
    follow_autosave(term_game);
    if (wanted == NULL || wanted->id != term_game->task_id)
        stop_thinking(term_game);
    if (wanted == NULL || term_game->thinker >= 0 || start_thread(term_game, wanted))
        return;
    host_task_done(term_game->host, wanted->id,
                   &(HostAnswer){ .why = status_text(STATUS_NO_MEMORY) }, clock_wall_ms());
    follow_autosave(term_game);
}

/* Perform an action for a seat, and settle. */
static Status act(TermGame *term_game, const HostAction *action, Fault *fault)
{
    Status status = host_act(term_game->host, action, clock_wall_ms(), fault);
    settle(term_game);
    return status;
}

/* --- Setting up --------------------------------------------------------------------------- */

static Player *new_player(TermGame *term_game, const PlayerSpec *spec, Fault *fault)
{
    PlayerSpec heard = *spec;
    heard.listener = player_thread_listen;
    heard.listener_context = term_game->thread;
    heard.tb_cache = term_game->tb_view.tb_cache;
    return player_new(&heard, fault);
}

/* Programs are started before anything is shown, so that a missing one is reported at once. */
static Status seat_players(TermGame *term_game, const Setup *setup, Fault *fault)
{
    for (int side = 0; side < 2; side++) {
        Fault inside = { .why = "" };
        if (term_game->seat[side].human)
            continue;
        term_game->player[side] = new_player(term_game, &term_game->seat[side].player, &inside);
        Status status =
            term_game->player[side] == NULL
                ? STATUS_SYSTEM
                : player_begin(term_game->player[side], setup, side, term_game->seed, &inside);
        if (status != STATUS_OK)
            return fault_set(fault, status, 0, "%.60s: %s", term_game->seat[side].text, inside.why);
    }
    return STATUS_OK;
}

/* Tags for readers of the record, and for resuming. */
static Status set_tags(TermGame *term_game, const ClockRule *clock)
{
    char      words[64];
    Text      text = text_over(words, sizeof words);
    time_t    now = time(NULL);
    struct tm date;
    Status    status = STATUS_OK;
    if (localtime_r(&now, &date) != NULL && strftime(words, sizeof words, "%Y-%m-%d", &date) > 0)
        status = host_set_tag(term_game->host, "Date", words);
    text_clear(&text);
    seat_clock_write(clock, &text);
    if (status == STATUS_OK && clock->kind != CLOCK_NONE)
        status = host_set_tag(term_game->host, CLOCK_TAG, words);
    return status;
}

/* Describe the table of these players to the host. */
static HostConfig host_config(const TermGame *term_game, const ClockRule *clock)
{
    HostConfig config = { .clock = *clock, .seed = term_game->seed };
    for (int side = 0; side < 2; side++) {
        config.seat[side].kind = term_game->seat[side].human ? SEAT_HUMAN : SEAT_ENGINE;
        config.name[side] = term_game->seat[side].text;
    }
    return config;
}

/* Return the host of a table; somebody watches it as long as it exists. */
static TableHost *open_host(const HostConfig *config, Fault *fault)
{
    int64_t    now = clock_wall_ms();
    TableHost *host = host_new(config, now, fault);
    if (host != NULL)
        host_arrive(host, SIDE_NONE, now);
    return host;
}

static Status new_game(TermGame *term_game, const TermGameConfig *config, Fault *fault)
{
    char       setup[SETUP_TEXT_MAX], position[POS_TEXT_MAX];
    Text       text = text_over(setup, sizeof setup), place = text_over(position, sizeof position);
    HostConfig table = host_config(term_game, &config->clock);
    setup_write(&config->setup, &text);
    table.setup = setup;
    if (config->from != NULL) {
        config->setup.game->text->pos_write(config->from, &place);
        table.position = position;
    }
    term_game->host = open_host(&table, fault);
    if (term_game->host == NULL)
        return fault->status;
    Status status = set_tags(term_game, &config->clock);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", status_text(status));
}

/* Return the record's own clock, or the requested one. */
static ClockRule clock_of(const Record *record, const ClockRule *wanted)
{
    const char *words = record_tag(record, CLOCK_TAG);
    ClockRule   rule = *wanted;
    if (wanted->kind == CLOCK_NONE && words != NULL)
        seat_clock_read(words, &rule, NULL);
    return rule;
}

/* Return the table that continues a record with the current players and the clocks of the record. */
static TableHost *adopt(const TermGame *term_game, const Record *record, const ClockRule *wanted,
                        Fault *fault)
{
    ClockRule  rule = clock_of(record, wanted);
    HostConfig table = host_config(term_game, &rule);
    TableHost *host = NULL;
    Buffer     text;
    buffer_init(&text, HOST_TEXT_MAX);
    if (!record_write(record, buffer_sink, &text) || text.failed) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    } else {
        table.record = text.data;
        table.keeps_clocks = true;
        host = open_host(&table, fault);
    }
    buffer_free(&text);
    return host;
}

static Status check_resumed(const TermGameConfig *config, const Record *record, Fault *fault)
{
    const Setup *setup = &record->line.setup;
    char         words[SETUP_TEXT_MAX];
    Text         text = text_over(words, sizeof words);
    setup_write(setup, &text);
    if (config->setup.game != NULL && !setup_same(setup, &config->setup))
        return fault_set(fault, STATUS_ILLEGAL, 0, "%.100s contains a game of %s", config->autosave,
                         words);
    if (config->from != NULL && !game_same(setup->game, line_start(&record->line), config->from))
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "%.100s contains a game that started from another position",
                         config->autosave);
    return STATUS_OK;
}

static Status open_with_autosave(TermGame *term_game, const TermGameConfig *config, Fault *fault)
{
    Record record;
    bool   found;
    if (strlen(config->autosave) >= sizeof term_game->path)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "the name of the autosave file is too long");
    Status status = autosave_open(&term_game->autosave, config->autosave, &record, &found, fault);
    if (status != STATUS_OK)
        return status;
    snprintf(term_game->path, sizeof term_game->path, "%s", config->autosave);
    if (!found)
        return config->setup.game == NULL
                   ? fault_set(fault, STATUS_NOT_FOUND, 0, "%.100s contains no game yet",
                               config->autosave)
                   : new_game(term_game, config, fault);
    status = check_resumed(config, &record, fault);
    term_game->resumed = line_turns(&record.line);
    if (status == STATUS_OK)
        term_game->host = adopt(term_game, &record, &config->clock, fault);
    record_free(&record);
    return status == STATUS_OK && term_game->host == NULL ? fault->status : status;
}

static Status set_up(TermGame *term_game, const TermGameConfig *config, Fault *fault)
{
    term_game->seat[0] = config->seat[0];
    term_game->seat[1] = config->seat[1];
    term_game->seed = config->seed;
    snprintf(term_game->language, sizeof term_game->language, "%s",
             config->language == NULL ? "" : config->language);
    snprintf(term_game->task, sizeof term_game->task, "%s",
             config->task == NULL ? "" : config->task);
    term_game->has_solution = config->solution != NULL;
    if (config->solution != NULL)
        game_copy(config->setup.game, config->solution, &term_game->solution.head);
    tb_view_open(&term_game->tb_view, config->tables);
    term_game->thread = player_thread_new();
    if (term_game->thread == NULL)
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot start a thread");
    Status status = config->autosave != NULL ? open_with_autosave(term_game, config, fault)
                                             : new_game(term_game, config, fault);
    return status == STATUS_OK ? seat_players(term_game, term_game_setup(term_game), fault)
                               : status;
}

/* Free everything; files stay as they are. */
static void drop(TermGame *term_game)
{
    stop_thinking(term_game);
    player_delete(term_game->player[0]);
    player_delete(term_game->player[1]);
    player_delete(term_game->hinter);
    tb_view_close(&term_game->tb_view);
    player_thread_delete(term_game->thread);
    host_delete(term_game->host);
    free(term_game);
}

TermGame *term_game_new(const TermGameConfig *config, Fault *fault)
{
    assert(config != NULL);
    TermGame *term_game = calloc(1, sizeof *term_game);
    if (term_game == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    term_game->autosave.file = -1;
    term_game->thinker = term_game->thinker_before = -1;
    term_game->begin[HINTER] = true;
    if (set_up(term_game, config, fault) != STATUS_OK) {
        autosave_drop(&term_game->autosave, config->autosave);
        drop(term_game);
        return NULL;
    }
    term_game->was_over = session_is_over(term_game_session(term_game));
    settle(term_game);
    return term_game;
}

void term_game_delete(TermGame *term_game)
{
    if (term_game == NULL)
        return;
    autosave_close(&term_game->autosave, session_record(term_game_session(term_game)));
    drop(term_game);
}

/* --- Waiting ------------------------------------------------------------------------------ */

int term_game_signal(const TermGame *term_game)
{
    return player_thread_signal(term_game->thread);
}

int term_game_wait_ms(const TermGame *term_game)
{
    int     side = mover(term_game);
    int64_t left = side == SIDE_NONE ? -1 : term_game_clock_ms(term_game, side);
    bool    is_due = term_game->has_notice || term_game->has_hint ||
                  term_game->was_over != session_is_over(term_game_session(term_game));
    if (is_due || left < 0)
        return is_due ? 0 : -1;
    return left < CLOCK_LOOK_MS ? (int)left + 1 : CLOCK_LOOK_MS;
}

static void notice_message(TermGame *term_game, TermMessage which)
{
    Text     text = text_over(term_game->notice, sizeof term_game->notice);
    TermText speech = term_game_text(term_game);
    term_text_add(&speech, which, &text);
    term_game->has_notice = true;
}

/* Return what a player answered, for the host. */
static HostAnswer answer_of(const PlayerAnswer *answer)
{
    bool has_turn = answer->status == PLAYER_TURN;
    return (HostAnswer){ .turn = has_turn ? answer->turn : (Turn){ .count = 0 },
                         .score.score = answer->has_score ? answer->score : 0,
                         .depth = answer->depth,
                         .is_illegal = answer->status == PLAYER_NONSENSE,
                         .why = has_turn ? NULL : answer->why };
}

static void write_score(const TermGame *term_game, const PlayerNews *news, char *out, size_t size)
{
    Text     text = text_over(out, size);
    TermText speech = term_game_text(term_game);
    Message  proved = term_message(news->win_in > 0 ? TERM_MSG_WINS_IN : TERM_MSG_LOSES_IN);
    message_count(&proved, "n", abs(news->win_in));
    if (news->win_in != 0)
        term_text_write(&speech, &proved, &text);
    else
        text_add(&text, news->score);
}

static unsigned take_thought(TermGame *term_game, int who)
{
    PlayerNews      news;
    TermGameSearch *thought = &term_game->thought[who];
    int64_t         elapsed_ms;
    if (!player_thread_news(term_game->thread, &news, &elapsed_ms))
        return 0;
    term_game->has_thought[who] = true;
    *thought = (TermGameSearch){ .side = who == HINTER ? SIDE_NONE : who,
                                 .depth = news.depth,
                                 .nodes = news.nodes,
                                 .elapsed_ms = elapsed_ms };
    write_score(term_game, &news, thought->score, sizeof thought->score);
    memcpy(thought->turns, news.turns, sizeof news.turns);
    return TERM_GAME_NEWS_THOUGHT;
}

static unsigned take_answer(TermGame *term_game, uint32_t task, int who, const PlayerAnswer *answer)
{
    HostAnswer     found = answer_of(answer);
    const Session *session = term_game_session(term_game);
    int            turns = line_turns(line_of(term_game));
    bool           offered = who != HINTER && session->draw_offer == 1 - who;
    host_task_done(term_game->host, task, &found, clock_wall_ms());
    if (who == HINTER)
        return TERM_GAME_NEWS_HINT;
    if (offered && !session_is_over(session))
        notice_message(term_game, TERM_MSG_DRAW_DECLINED);
    return line_turns(line_of(term_game)) > turns ? TERM_GAME_NEWS_TURN : 0;
}

/* Take everything the thread has. The answer is taken first: then the news before it is complete.
 */
static unsigned take_all(TermGame *term_game)
{
    PlayerAnswer answer;
    int          who = term_game->thinker;
    uint32_t     task = term_game->task_id;
    if (who < 0)
        return 0;
    bool     done = player_thread_take(term_game->thread, &answer);
    unsigned news = take_thought(term_game, who);
    if (!done)
        return news;
    term_game->thinker = -1;
    term_game->task_id = 0;
    if (player_thread_was_hurried(term_game->thread))
        term_game->begin[who] = true;
    return news | take_answer(term_game, task, who, &answer);
}

unsigned term_game_tick(TermGame *term_game)
{
    unsigned  news = take_all(term_game);
    HostEvent event;
    host_tick(term_game->host, clock_wall_ms());
    while (host_next_event(term_game->host, &event)) /* the caller compares what it draws */
        continue;
    settle(term_game);
    if (session_is_over(term_game_session(term_game)) && !term_game->was_over)
        news |= TERM_GAME_NEWS_OVER;
    term_game->was_over = session_is_over(term_game_session(term_game));
    news |= (term_game->has_notice ? TERM_GAME_NEWS_NOTICE : 0) |
            (term_game->has_hint ? TERM_GAME_NEWS_HINT : 0);
    term_game->has_notice = term_game->has_hint = false;
    return news;
}

/* --- Playing ------------------------------------------------------------------------------ */

/* Check that a person may play now. */
static Status check_person(const TermGame *term_game, Fault *fault)
{
    if (session_is_over(term_game_session(term_game)))
        return play_reject(fault, &CORE_MESSAGE[CORE_MSG_OVER]);
    if (!term_game_is_human(term_game))
        return play_reject(fault, &TERM_MESSAGE[TERM_MSG_YOUR_TURN_NOT]);
    return STATUS_OK;
}

/* Say whether the first move of a puzzle is its solution. */
static void judge_first_turn(TermGame *term_game)
{
    const Line *line = line_of(term_game);
    bool        is_right =
        game_same(line->setup.game, term_game_pos(term_game), &term_game->solution.head);
    Turn     turn;
    char     played[TURN_TEXT_MAX];
    Text     notation = text_over(played, sizeof played);
    Text     words = text_over(term_game->notice, sizeof term_game->notice);
    Message  message = term_message(is_right ? TERM_MSG_PUZZLE_RIGHT : TERM_MSG_PUZZLE_WRONG);
    TermText speech = term_game_text(term_game);
    line_turn(line, 0, &turn);
    turn_write(line->setup.game, line_start(line), &turn, &notation);
    message_text(&message, "turn", played);
    term_text_write(&speech, &message, &words);
    term_game->has_notice = true;
}

/* Perform an action of the person to move. */
static Status person_acts(TermGame *term_game, HostAction action, Fault *fault)
{
    int    turns = line_turns(line_of(term_game));
    Status status = check_person(term_game, fault);
    if (status != STATUS_OK)
        return status;
    action.seat = mover(term_game);
    action.turn = turns;
    status = act(term_game, &action, fault);
    if (turns == 0 && line_turns(line_of(term_game)) > 0 && term_game->has_solution)
        judge_first_turn(term_game);
    return status;
}

/* True if a turn was begun step by step and the text is another complete turn instead of the rest. */
static bool is_other_turn(const TermGame *term_game, const char *text)
{
    const Line *line = line_of(term_game);
    Turn        turn;
    Fault       fault;
    return term_game_pos(term_game)->phase != 0 &&
           turn_read(term_game_game(term_game), line_before_turn(line, line_turns(line)), text,
                     &turn, &fault) == STATUS_OK;
}

Status term_game_enter(TermGame *term_game, const char *text, Fault *fault)
{
    assert(text != NULL);
    HostAction action = { .kind = HOST_TURN, .words = text };
    Status     status = person_acts(term_game, action, fault);
    if (status == STATUS_OK || !is_other_turn(term_game, text))
        return status;
    while (term_game_pos(term_game)->phase != 0)
        if (term_game_step_back(term_game, fault) != STATUS_OK)
            return status;
    return person_acts(term_game, action, fault);
}

Status term_game_step(TermGame *term_game, Step step, const char *announced, Fault *fault)
{
    return person_acts(term_game,
                       (HostAction){ .kind = HOST_STEP, .step = step, .announcement = announced },
                       fault);
}

Status term_game_step_back(TermGame *term_game, Fault *fault)
{
    return person_acts(term_game, (HostAction){ .kind = HOST_UNDO_STEP }, fault);
}

bool term_game_explain(const TermGame *term_game, const char *text, Text *sentence, size_t *at,
                       CellList *offending)
{
    assert(text != NULL && sentence != NULL);
    Turn    turn;
    Message why;
    Status  status =
        turn_explain(term_game_game(term_game), term_game_pos(term_game), text, &turn, &why);
    *at = why.at;
    *offending = why.cells;
    TermText speech = term_game_text(term_game);
    if (status == STATUS_OK)
        term_text_add(&speech,
                      session_is_over(term_game_session(term_game)) ? TERM_MSG_LEGAL_OVER
                                                                    : TERM_MSG_LEGAL,
                      sentence);
    else
        term_text_write(&speech, &why, sentence);
    return status == STATUS_OK;
}

/* Return who resigns or offers a draw: the person to move, or the only one. */
static int speaker(const TermGame *term_game)
{
    if (term_game_is_human(term_game))
        return mover(term_game);
    for (int side = 0; side < 2; side++)
        if (term_game->seat[side].human)
            return side;
    return SIDE_NONE;
}

Status term_game_resign(TermGame *term_game, Fault *fault)
{
    int side = speaker(term_game);
    if (side == SIDE_NONE)
        return play_reject(fault, &TERM_MESSAGE[TERM_MSG_NOBODY_RESIGNS]);
    if (session_is_over(term_game_session(term_game)))
        return play_reject(fault, &CORE_MESSAGE[CORE_MSG_OVER]);
    return act(term_game, &(HostAction){ .kind = HOST_RESIGN, .seat = side }, fault);
}

Status term_game_offer_draw(TermGame *term_game, Fault *fault)
{
    int side = speaker(term_game);
    if (side == SIDE_NONE)
        return play_reject(fault, &TERM_MESSAGE[TERM_MSG_NOBODY_DRAWS]);
    return act(term_game, &(HostAction){ .kind = HOST_DRAW, .seat = side }, fault);
}

/* --- Taking back -------------------------------------------------------------------------- */

static Status jump_error(const TermGame *term_game, TermMessage why, Fault *fault)
{
    SessionEnd end = term_game_session(term_game)->result.end;
    bool       is_reopenable = end == END_NONE || end == END_RULES;
    return play_reject(fault, &TERM_MESSAGE[is_reopenable ? why : TERM_MSG_ENDED_FOR_GOOD]);
}

Status term_game_undo(TermGame *term_game, Fault *fault)
{
    if (act(term_game, &(HostAction){ .kind = HOST_TAKE_BACK }, fault) != STATUS_OK)
        return jump_error(term_game, TERM_MSG_NOTHING_TO_UNDO, fault);
    term_game->was_over = false;
    return STATUS_OK;
}

Status term_game_redo(TermGame *term_game, Fault *fault)
{
    if (act(term_game, &(HostAction){ .kind = HOST_REDO }, fault) != STATUS_OK)
        return jump_error(term_game, TERM_MSG_NOTHING_TO_REDO, fault);
    return STATUS_OK;
}

/* --- Programs ----------------------------------------------------------------------------- */

void term_game_hurry(TermGame *term_game)
{
    if (term_game->thinker >= 0)
        player_thread_hurry(term_game->thread);
}

void term_game_pause(TermGame *term_game)
{
    act(term_game, &(HostAction){ .kind = HOST_PAUSE }, NULL);
}

void term_game_resume(TermGame *term_game)
{
    act(term_game, &(HostAction){ .kind = HOST_RESUME }, NULL);
}

Status term_game_request_hint(TermGame *term_game, Fault *fault)
{
    PlayerSpec spec;
    Status     status = check_person(term_game, fault);
    if (status != STATUS_OK)
        return status;
    if (term_game->hinter == NULL) {
        status = player_spec_read(HINT_PLAYER, &spec, fault);
        if (status == STATUS_OK &&
            (term_game->hinter = new_player(term_game, &spec, fault)) == NULL)
            status = STATUS_NO_MEMORY;
    }
    if (status == STATUS_OK)
        status = person_acts(term_game, (HostAction){ .kind = HOST_HINT }, fault);
    term_game->has_hint = host_hint(term_game->host, NULL) == HINT_READY; /* known already */
    return status;
}

bool term_game_hint(const TermGame *term_game, Turn *out)
{
    return host_hint(term_game->host, out) == HINT_READY;
}

/* --- True values -------------------------------------------------------------------------- */

bool term_game_value(TermGame *term_game, Text *out)
{
    TermText text = term_game_text(term_game);
    return !session_is_over(term_game_session(term_game)) &&
           tb_view_write(&term_game->tb_view, line_of(term_game), &text, out);
}

bool term_game_shows_value(const TermGame *term_game)
{
    return term_game->tb_view.shown;
}

bool term_game_switch_value(TermGame *term_game, const char *word)
{
    return tb_view_choose(&term_game->tb_view, word);
}

/* --- Files -------------------------------------------------------------------------------- */

Status term_game_save(TermGame *term_game, const char *path, Fault *fault)
{
    assert(path != NULL);
    return game_save(session_record(term_game_session(term_game)), path, fault);
}

Status term_game_load(TermGame *term_game, const char *path, Fault *fault)
{
    assert(path != NULL);
    Record    record;
    ClockRule clock = term_game_session(term_game)->seat[0].clock;
    Status    status = game_open(path, &(GameAsk){ 0 }, &record, fault);
    if (status != STATUS_OK)
        return status;
    TableHost *host = adopt(term_game, &record, &clock, fault);
    record_free(&record);
    if (host == NULL)
        return fault->status;
    stop_thinking(term_game);
    host_delete(term_game->host);
    term_game->host = host;
    host_act(host, &(HostAction){ .kind = HOST_PAUSE }, clock_wall_ms(), fault);
    term_game->task[0] = '\0';
    term_game->begin[0] = term_game->begin[1] = term_game->begin[HINTER] = true;
    term_game->has_thought[0] = term_game->has_thought[1] = term_game->has_thought[HINTER] = false;
    term_game->followed = 0;
    term_game->was_over = session_is_over(term_game_session(term_game));
    settle(term_game);
    return STATUS_OK;
}

/* --- Rules -------------------------------------------------------------------------------- */

bool term_game_guide(const TermGame *term_game, const char *language, Buffer *out)
{
    const Game *game = term_game_game(term_game);
    const char *own = term_game->language[0] != '\0' ? term_game->language : "en";
    if (language == NULL)
        return guide_plain(out, game, own) || guide_plain(out, game, "en") ||
               term_game_rulings(term_game, out);
    return guide_plain(out, game, language);
}

bool term_game_rulings(const TermGame *term_game, Buffer *out)
{
    const char *text = games_file(term_game_game(term_game), "rulings.md");
    if (text != NULL)
        buffer_add(out, text);
    return text != NULL;
}
