/* SPDX-License-Identifier: MIT */
/* Invariants, whenever a function of play.h returns: the head is busy exactly if a program is to
 * move and nothing is paused, or if a hint is wanted; the protocol holds all completed turns.
 * `settle` restores both after every change.
 */
#include "term/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "games/list.h"
#include "term/game_file.h"
#include "term/head.h"
#include "term/truth.h"

enum {
    UGI_TIME_MS = 1000,  /* a turn of a program that nothing else limits */
    CLOCK_LOOK_MS = 100, /* between two looks at a clock that runs */
    LANGUAGE_MAX = 16,
    TURN_RESERVE_MS = 20, /* a program leaves so much of its turn's time unused */
};

enum { HINTER = 2 }; /* thinks for people; 0 and 1 are the seats */

static const char HINT_PLAYER[] = "max,time=1500,nodes=300000";
static const char CLOCK_TAG[] = "Clock";

struct Play {
    Session     session;
    SeatSpec    seat[2];
    uint64_t    seed;
    PlayRules  *rules;
    char        language[LANGUAGE_MAX]; /* "": none */
    bool        flipped, paused;
    Truth       truth; /* programs at their best use its shelf, too */
    Head       *head;
    Player     *player[2];      /* NULL: a person */
    Player     *hinter;         /* made when it is first wanted */
    bool        begin[3];       /* the player must be told that a game begins; 2: the hinter */
    int         thinker;        /* whose task the head has: a seat, 2 for the hinter, -1 */
    int         thinker_before; /* the same, of the task before */
    bool        has_thought[3];
    PlayThought thought[3]; /* by thinker */
    int         hint_at;    /* entries of the line that the hint is for; -1: there is none */
    uint64_t    hint_key;
    Turn        hint;
    bool        was_over; /* as the face knows it */
    char        task[PLAY_NOTICE_MAX];
    char        notice[PLAY_NOTICE_MAX];
    bool        has_notice; /* that the face does not know */
    Protocol    protocol;
    int         followed; /* entries of the line, key and end that it knows; 0: nothing */
    uint64_t    followed_key;
    SessionEnd  followed_end;
    char        path[PLAY_PATH_MAX];
    int         resumed;
};

/* --- Looking ------------------------------------------------------------------------------ */

const Session *play_session(const Play *play)
{
    return &play->session;
}

static const Line *line_of(const Play *play)
{
    return session_line(&play->session);
}

const Setup *play_setup(const Play *play)
{
    return &line_of(play)->setup;
}

const Game *play_game(const Play *play)
{
    return play_setup(play)->game;
}

const Pos *play_pos(const Play *play)
{
    return line_now(line_of(play));
}

const SeatSpec *play_seat(const Play *play, int side)
{
    return &play->seat[side];
}

int64_t play_clock_ms(const Play *play, int side)
{
    return session_clock_ms(&play->session, side, clock_wall_ms());
}

/* Who is to move, or SIDE_NONE. */
static int mover(const Play *play)
{
    return session_side(&play->session);
}

bool play_is_human(const Play *play)
{
    int side = mover(play);
    return side != SIDE_NONE && play->seat[side].human;
}

static bool is_program(const Play *play)
{
    int side = mover(play);
    return side != SIDE_NONE && !play->seat[side].human;
}

bool play_is_thinking(const Play *play)
{
    return play->thinker == 0 || play->thinker == 1;
}

bool play_is_paused(const Play *play)
{
    return play->paused && is_program(play);
}

const char *play_notice(const Play *play)
{
    return play->notice;
}

static bool thought_of(const Play *play, int who, PlayThought *out)
{
    if (who < 0 || !play->has_thought[who])
        return false;
    *out = play->thought[who];
    return true;
}

bool play_thought(const Play *play, PlayThought *out)
{
    return thought_of(play, play->thinker >= 0 ? play->thinker : play->thinker_before, out);
}

bool play_thought_of(const Play *play, int side, PlayThought *out)
{
    return thought_of(play, side == SIDE_NONE ? HINTER : side, out);
}

bool play_is_flipped(const Play *play)
{
    return play->flipped;
}

void play_flip(Play *play)
{
    play->flipped = !play->flipped;
}

const char *play_protocol(const Play *play)
{
    return play->path[0] == '\0' ? NULL : play->path;
}

int play_resumed(const Play *play)
{
    return play->resumed;
}

/* --- Thinking ----------------------------------------------------------------------------- */

const char *play_task(const Play *play)
{
    return line_turns(line_of(play)) == 0 ? play->task : "";
}

static void set_notice(Play *play, const char *words)
{
    snprintf(play->notice, sizeof play->notice, "%s", words);
    play->has_notice = true;
}

/* What the table allows a program. */
static SearchLimits limits_of(const Play *play, int side)
{
    const ClockRule *rule = &play->session.seat[side].clock;
    int64_t          left = play_clock_ms(play, side);
    SearchLimits     limits = { 0 };
    switch (rule->kind) {
    case CLOCK_NONE: limits.time_ms = UGI_TIME_MS; break;
    case CLOCK_TURN:
        limits.time_ms = left > 2 * TURN_RESERVE_MS ? left - TURN_RESERVE_MS : left / 2 + 1;
        break;
    case CLOCK_GAME:
        limits.has_clock = true;
        for (int i = 0; i < 2; i++) {
            limits.clock_ms[i] = play_clock_ms(play, i);
            limits.increment_ms[i] = play->session.seat[i].clock.increment_ms;
        }
        break;
    }
    return limits;
}

/* Who thinks for a seat, or the hinter. */
static Player *player_of(const Play *play, int who)
{
    return who == HINTER ? play->hinter : play->player[who];
}

static bool ask_head(Play *play, int who)
{
    int      side = mover(play);
    HeadTask task = { .player = player_of(play, who),
                      .line = line_of(play),
                      .begin = play->begin[who],
                      .side = side,
                      .seed = mix64(play->seed + (uint64_t)line_turns(line_of(play))) };
    if (who != HINTER)
        task.limits = limits_of(play, side);
    if (!head_ask(play->head, &task))
        return false;
    play->begin[who] = false;
    play->has_thought[who] = false;
    play->thinker = play->thinker_before = who;
    return true;
}

/* Drop what is under way.  A player that was stopped begins anew: the stop might have come too
 * late for its task, and would end the next one. */
static void stop_thinking(Play *play)
{
    if (play->thinker < 0)
        return;
    head_cancel(play->head);
    play->begin[play->thinker] = true;
    play->thinker = -1;
}

/* Steps and an end change the record; nothing else does while a game is played. */
static void follow_protocol(Play *play)
{
    Fault      fault;
    SessionEnd end = play->session.result.end;
    if (play->followed == line_of(play)->count && play->followed_key == play_pos(play)->key &&
        play->followed_end == end)
        return;
    play->followed = line_of(play)->count;
    play->followed_key = play_pos(play)->key;
    play->followed_end = end;
    if (protocol_follow(&play->protocol, session_record(&play->session), &fault) != STATUS_OK)
        set_notice(play, fault.why);
}

/* After every change: the protocol follows, and whoever is to move thinks. */
static void settle(Play *play)
{
    follow_protocol(play);
    if (play->thinker >= 0 || !is_program(play) || play->paused)
        return;
    if (!ask_head(play, mover(play)))
        session_forfeit(&play->session, mover(play), END_CRASH, status_text(STATUS_NO_MEMORY));
}

/* --- Setting up --------------------------------------------------------------------------- */

static Player *new_player(Play *play, const PlayerSpec *spec, Fault *fault)
{
    PlayerSpec heard = *spec;
    heard.listener = head_listen;
    heard.listener_context = play->head;
    heard.tb_cache = play->truth.tb_cache;
    return player_new(&heard, fault);
}

/* Programs are started before anything is shown, so that one that does not exist is told at once. */
static Status seat_players(Play *play, const Setup *setup, Fault *fault)
{
    for (int side = 0; side < 2; side++) {
        Fault inside = { .why = "" };
        if (play->seat[side].human)
            continue;
        play->player[side] = new_player(play, &play->seat[side].player, &inside);
        Status status = play->player[side] == NULL
                            ? STATUS_SYSTEM
                            : player_begin(play->player[side], setup, side, play->seed, &inside);
        if (status != STATUS_OK)
            return fault_set(fault, status, 0, "%.60s: %s", play->seat[side].text, inside.why);
    }
    return STATUS_OK;
}

/* Tags that a reader of the record, or a resumed game, wants to see. */
static Status set_tags(Play *play, const ClockRule *clock)
{
    char      words[64];
    Text      text = text_over(words, sizeof words);
    time_t    now = time(NULL);
    struct tm date;
    Status    status = STATUS_OK;
    if (localtime_r(&now, &date) != NULL && strftime(words, sizeof words, "%Y-%m-%d", &date) > 0)
        status = session_set_tag(&play->session, "Date", words);
    text_clear(&text);
    seat_clock_write(clock, &text);
    if (status == STATUS_OK && clock->kind != CLOCK_NONE)
        status = session_set_tag(&play->session, CLOCK_TAG, words);
    return status;
}

static Status new_game(Play *play, const PlayConfig *config, Fault *fault)
{
    const char *names[2] = { config->seat[0].text, config->seat[1].text };
    ClockRule   clocks[2] = { config->clock, config->clock };
    Status      status = session_init(&play->session, &config->setup, config->from, names, clocks);
    if (status == STATUS_OK && (status = set_tags(play, &config->clock)) != STATUS_OK)
        session_free(&play->session);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", status_text(status));
}

/* The record's own clock, or the one that is wanted. */
static ClockRule clock_of(const Record *record, const ClockRule *wanted)
{
    const char *words = record_tag(record, CLOCK_TAG);
    ClockRule   rule = *wanted;
    if (wanted->kind == CLOCK_NONE && words != NULL)
        seat_clock_read(words, &rule, NULL);
    return rule;
}

/* Go on with a record, which is moved into the session; whoever sits here now is in it. */
static Status adopt(Play *play, Record *record, const ClockRule *wanted, Fault *fault)
{
    ClockRule rule = clock_of(record, wanted), clocks[2] = { rule, rule };
    Status    status = session_adopt(&play->session, record, clocks);
    for (int side = 0; side < 2 && status == STATUS_OK; side++)
        status = session_set_name(&play->session, side, play->seat[side].text);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", status_text(status));
}

static Status check_resumed(const PlayConfig *config, const Record *record, Fault *fault)
{
    const Setup *setup = &record->line.setup;
    char         words[SETUP_TEXT_MAX];
    Text         text = text_over(words, sizeof words);
    setup_write(setup, &text);
    if (config->setup.game != NULL && !setup_same(setup, &config->setup))
        return fault_set(fault, STATUS_ILLEGAL, 0, "%.100s holds a game of %s", config->protocol,
                         words);
    if (config->from != NULL && !game_same(setup->game, line_start(&record->line), config->from))
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "%.100s holds a game that began at another position", config->protocol);
    return STATUS_OK;
}

static Status open_with_protocol(Play *play, const PlayConfig *config, Fault *fault)
{
    Record record;
    bool   found;
    if (strlen(config->protocol) >= sizeof play->path)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "the protocol's name is too long");
    Status status = protocol_open(&play->protocol, config->protocol, &record, &found, fault);
    if (status != STATUS_OK)
        return status;
    snprintf(play->path, sizeof play->path, "%s", config->protocol);
    if (!found)
        return config->setup.game == NULL ? fault_set(fault, STATUS_NOT_FOUND, 0,
                                                      "%.100s holds no game yet", config->protocol)
                                          : new_game(play, config, fault);
    status = check_resumed(config, &record, fault);
    if (status != STATUS_OK) {
        record_free(&record);
        return status;
    }
    play->resumed = line_turns(&record.line);
    return adopt(play, &record, &config->clock, fault);
}

static Status set_up(Play *play, const PlayConfig *config, Fault *fault)
{
    play->seat[0] = config->seat[0];
    play->seat[1] = config->seat[1];
    play->seed = config->seed;
    play->rules = config->rules;
    snprintf(play->language, sizeof play->language, "%s",
             config->language == NULL ? "" : config->language);
    snprintf(play->task, sizeof play->task, "%s", config->task == NULL ? "" : config->task);
    truth_open(&play->truth, config->tables);
    play->head = head_new();
    if (play->head == NULL)
        return fault_set(fault, STATUS_SYSTEM, 0, "no thread can be had");
    Status status = config->protocol != NULL ? open_with_protocol(play, config, fault)
                                             : new_game(play, config, fault);
    return status == STATUS_OK ? seat_players(play, play_setup(play), fault) : status;
}

/* Free everything; what is in a file stays as it is. */
static void drop(Play *play)
{
    stop_thinking(play);
    player_delete(play->player[0]);
    player_delete(play->player[1]);
    player_delete(play->hinter);
    truth_close(&play->truth);
    head_delete(play->head);
    session_free(&play->session);
    free(play);
}

Play *play_new(const PlayConfig *config, Fault *fault)
{
    Play *play = calloc(1, sizeof *play);
    if (play == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    play->protocol.file = -1;
    play->thinker = play->thinker_before = play->hint_at = -1;
    play->begin[HINTER] = true;
    if (set_up(play, config, fault) != STATUS_OK) {
        protocol_drop(&play->protocol, config->protocol);
        drop(play);
        return NULL;
    }
    play->was_over = session_is_over(&play->session);
    session_start(&play->session, clock_wall_ms());
    settle(play);
    return play;
}

void play_delete(Play *play)
{
    if (play == NULL)
        return;
    protocol_close(&play->protocol, session_record(&play->session));
    drop(play);
}

/* --- Waiting ------------------------------------------------------------------------------ */

int play_signal(const Play *play)
{
    return head_signal(play->head);
}

int play_wait_ms(const Play *play)
{
    int     side = mover(play);
    int64_t left = side == SIDE_NONE ? -1 : play_clock_ms(play, side);
    if (left < 0)
        return play->has_notice || play->was_over != session_is_over(&play->session) ? 0 : -1;
    return left < CLOCK_LOOK_MS ? (int)left + 1 : CLOCK_LOOK_MS;
}

static void take_hint(Play *play, const PlayerAnswer *answer)
{
    play->hint_at = line_of(play)->count;
    play->hint_key = play_pos(play)->key;
    play->hint = answer->turn;
    if (answer->verdict != PLAYER_TURN)
        play->hint.count = 0;
}

/* A program's answer becomes official, or costs it the game. */
static void take_turn(Play *play, int side, const PlayerAnswer *answer)
{
    Session *session = &play->session;
    int64_t  now = clock_wall_ms();
    Fault    fault;
    if (session_check_time(session, now))
        return;
    if (answer->verdict == PLAYER_TURN &&
        session_play_turn(session, side, &answer->turn, now, &fault) == STATUS_OK)
        return;
    session_forfeit(session, side,
                    answer->verdict == PLAYER_TURN || answer->verdict == PLAYER_NONSENSE
                        ? END_ILLEGAL
                        : END_CRASH,
                    answer->verdict == PLAYER_TURN ? fault.why : answer->why);
}

static unsigned take_thought(Play *play, int who)
{
    PlayerNews   news;
    PlayThought *thought = &play->thought[who];
    int64_t      elapsed_ms;
    if (!head_news(play->head, &news, &elapsed_ms))
        return 0;
    play->has_thought[who] = true;
    *thought = (PlayThought){ .side = who == HINTER ? SIDE_NONE : who,
                              .depth = news.depth,
                              .nodes = news.nodes,
                              .elapsed_ms = elapsed_ms };
    memcpy(thought->score, news.score, sizeof news.score);
    memcpy(thought->turns, news.turns, sizeof news.turns);
    return PLAY_NEWS_THOUGHT;
}

static unsigned take_answer(Play *play, int who, const PlayerAnswer *answer)
{
    if (who == HINTER) {
        take_hint(play, answer);
        return PLAY_NEWS_HINT;
    }
    int turns = line_turns(line_of(play));
    take_turn(play, who, answer);
    return line_turns(line_of(play)) > turns ? PLAY_NEWS_TURN : 0;
}

/* Take what the head has.  The answer is looked for first: what was thought before it is then
 * complete. */
static unsigned take_all(Play *play)
{
    PlayerAnswer answer;
    int          who = play->thinker;
    if (who < 0)
        return 0;
    bool     done = head_take(play->head, &answer);
    unsigned news = take_thought(play, who);
    if (!done)
        return news;
    play->thinker = -1;
    if (head_was_hurried(play->head))
        play->begin[who] = true;
    return news | take_answer(play, who, &answer);
}

unsigned play_tick(Play *play)
{
    unsigned news = take_all(play);
    session_check_time(&play->session, clock_wall_ms());
    if (session_is_over(&play->session))
        stop_thinking(play);
    settle(play);
    if (session_is_over(&play->session) && !play->was_over)
        news |= PLAY_NEWS_OVER;
    play->was_over = session_is_over(&play->session);
    if (play->has_notice)
        news |= PLAY_NEWS_NOTICE;
    play->has_notice = false;
    return news;
}

/* --- Playing ------------------------------------------------------------------------------ */

/* May a person play now?  Their hint is no longer thought about. */
static Status enter(Play *play, Fault *fault)
{
    if (session_is_over(&play->session))
        return fault_set(fault, STATUS_ILLEGAL, 0, "the game is over");
    if (!play_is_human(play))
        return fault_set(fault, STATUS_ILLEGAL, 0, "it is not a person's turn");
    stop_thinking(play);
    return STATUS_OK;
}

/* A turn was completed: programs that paused go on. */
static void after_turn(Play *play, int turns_before)
{
    if (line_turns(line_of(play)) > turns_before)
        play->paused = false;
    settle(play);
}

Status play_say(Play *play, const char *text, Fault *fault)
{
    Status status = enter(play, fault);
    if (status != STATUS_OK)
        return status;
    int turns = line_turns(line_of(play));
    status = session_play(&play->session, mover(play), text, clock_wall_ms(), fault);
    if (status != STATUS_OK && play_is_human(play) && fault != NULL) {
        char     words[sizeof fault->why];
        Text     sentence = text_over(words, sizeof words);
        CellList offending;
        if (!turn_explain(play_game(play), play_pos(play), text, &sentence, &offending))
            snprintf(fault->why, sizeof fault->why, "%s", words);
    }
    after_turn(play, turns);
    return status;
}

Status play_step(Play *play, Step step, Fault *fault)
{
    Status status = enter(play, fault);
    if (status != STATUS_OK)
        return status;
    int turns = line_turns(line_of(play));
    status = session_step(&play->session, mover(play), step, clock_wall_ms(), fault);
    after_turn(play, turns);
    return status;
}

Status play_step_back(Play *play, Fault *fault)
{
    Status status = enter(play, fault);
    if (status == STATUS_OK)
        status = session_undo_step(&play->session, mover(play), clock_wall_ms(), fault);
    settle(play);
    return status;
}

bool play_explain(const Play *play, const char *text, Text *sentence, size_t *at,
                  CellList *offending)
{
    Turn  turn;
    Fault fault = { .at = 0 };
    *at = 0;
    if (turn_explain(play_game(play), play_pos(play), text, sentence, offending)) {
        text_clear(sentence);
        text_add(sentence, session_is_over(&play->session)
                               ? "The rules allow it, but the game is over"
                               : "It is allowed");
        return true;
    }
    turn_read(play_game(play), play_pos(play), text, &turn, &fault);
    *at = fault.at;
    return false;
}

/* Who gives up: the person to move, or the only one. */
static int resigner(const Play *play)
{
    if (play_is_human(play))
        return mover(play);
    for (int side = 0; side < 2; side++)
        if (play->seat[side].human)
            return side;
    return SIDE_NONE;
}

Status play_resign(Play *play, Fault *fault)
{
    int side = resigner(play);
    if (side == SIDE_NONE)
        return fault_set(fault, STATUS_ILLEGAL, 0, "no person plays here who could resign");
    if (session_is_over(&play->session))
        return fault_set(fault, STATUS_ILLEGAL, 0, "the game is over");
    stop_thinking(play);
    Status status = session_resign(&play->session, side, clock_wall_ms(), fault);
    settle(play);
    return status;
}

/* --- Taking back -------------------------------------------------------------------------- */

static bool has_person(const Play *play)
{
    return play->seat[0].human || play->seat[1].human;
}

static bool is_reopenable(const Play *play)
{
    SessionEnd end = play->session.result.end;
    return end == END_NONE || end == END_RULES;
}

static Status refuse_jump(const Play *play, const char *why, Fault *fault)
{
    return fault_set(fault, STATUS_ILLEGAL, 0, "%s",
                     is_reopenable(play) ? why : "the game is over, and not by its rules");
}

/* Is there an earlier turn of a person? */
static bool can_go_back(const Play *play)
{
    const Line *line = line_of(play);
    if (line_now(line)->phase != 0 && play_is_human(play))
        return true;
    for (int turn = 0; turn < line_turns(line); turn++) {
        const Pos *pos = line_before_turn(line, turn);
        if (!has_person(play) || play->seat[game_player(play_game(play), pos, pos->side)].human)
            return true;
    }
    return false;
}

Status play_undo(Play *play, Fault *fault)
{
    if (!is_reopenable(play) || !can_go_back(play))
        return refuse_jump(play, "there is no turn to take back", fault);
    stop_thinking(play);
    do
        if (!session_undo_turn(&play->session, clock_wall_ms()))
            break;
    while (has_person(play) && !play_is_human(play));
    play->paused = !has_person(play);
    play->was_over = false;
    settle(play);
    return STATUS_OK;
}

Status play_redo(Play *play, Fault *fault)
{
    int turns = line_turns(line_of(play));
    if (!is_reopenable(play))
        return refuse_jump(play, "", fault);
    stop_thinking(play);
    do
        if (!session_redo_turn(&play->session, clock_wall_ms()))
            break;
    while (has_person(play) && !play_is_human(play));
    if (!has_person(play))
        play->paused = true;
    settle(play);
    return line_turns(line_of(play)) > turns
               ? STATUS_OK
               : refuse_jump(play, "there is no turn to play again", fault);
}

/* --- Programs ----------------------------------------------------------------------------- */

void play_hurry(Play *play)
{
    if (play->thinker >= 0)
        head_hurry(play->head);
}

void play_pause(Play *play)
{
    play->paused = true;
    stop_thinking(play);
    settle(play);
}

void play_resume(Play *play)
{
    play->paused = false;
    settle(play);
}

Status play_ask_hint(Play *play, Fault *fault)
{
    PlayerSpec spec;
    Status     status = enter(play, fault);
    if (status != STATUS_OK)
        return status;
    play->hint_at = -1;
    if (play->hinter == NULL) {
        status = player_spec_read(HINT_PLAYER, &spec, fault);
        if (status == STATUS_OK && (play->hinter = new_player(play, &spec, fault)) == NULL)
            status = STATUS_NO_MEMORY;
    }
    if (status == STATUS_OK && !ask_head(play, HINTER))
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    return status;
}

bool play_hint(const Play *play, Turn *out)
{
    if (play->hint_at != line_of(play)->count || play->hint_key != play_pos(play)->key ||
        play->hint.count == 0)
        return false;
    *out = play->hint;
    return true;
}

/* --- True values -------------------------------------------------------------------------- */

bool play_value(Play *play, Text *out)
{
    return !session_is_over(&play->session) && truth_say(&play->truth, line_of(play), out);
}

bool play_shows_value(const Play *play)
{
    return play->truth.shown;
}

bool play_switch_value(Play *play, const char *word)
{
    return truth_obey(&play->truth, word);
}

/* --- Files -------------------------------------------------------------------------------- */

Status play_save(Play *play, const char *path, Fault *fault)
{
    return game_save(session_record(&play->session), path, fault);
}

Status play_load(Play *play, const char *path, Fault *fault)
{
    Record    record;
    ClockRule clock = play->session.seat[0].clock;
    Session   before = play->session;
    Status    status = game_open(path, &(GameAsk){ 0 }, &record, fault);
    if (status != STATUS_OK)
        return status;
    stop_thinking(play);
    status = adopt(play, &record, &clock, fault);
    if (status != STATUS_OK) {
        session_free(&play->session);
        play->session = before;
        settle(play);
        return status;
    }
    session_free(&before);
    play->task[0] = '\0';
    play->begin[0] = play->begin[1] = play->begin[HINTER] = true;
    play->hint_at = -1;
    play->has_thought[0] = play->has_thought[1] = play->has_thought[HINTER] = false;
    play->paused = true;
    play->followed = 0;
    play->was_over = session_is_over(&play->session);
    session_start(&play->session, clock_wall_ms());
    settle(play);
    return STATUS_OK;
}

/* --- Rules -------------------------------------------------------------------------------- */

bool play_rules(const Play *play, const char *language, Buffer *out)
{
    if (language == NULL && play->language[0] != '\0')
        language = play->language;
    if (language != NULL)
        return play->rules != NULL && play->rules(out, play_game(play), language);
    const char *text = games_rules_text(play_game(play));
    if (text != NULL)
        buffer_add(out, text);
    return text != NULL;
}
