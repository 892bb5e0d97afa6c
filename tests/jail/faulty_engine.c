/* SPDX-License-Identifier: MIT */
/* faulty_engine MODE - an engine that speaks UGI, correctly or not.
 *
 * Mode `good` plays the first legal move.  Each other mode does the same until the fault that its
 * row in MODES describes.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/line.h"
#include "games/list.h"
#include "proto/message.h"

typedef struct FaultyEngine {
    const struct Mode *mode;
    Setup              setup;
    Line               line;
} FaultyEngine;

typedef struct Mode {
    const char *name;
    void (*on_start)(void); /* replaces the default behaviour; NULL: default */
    void (*on_ready)(void);
    void (*on_go)(FaultyEngine *engine);
} Mode;

static void say(const char *text)
{
    puts(text);
    fflush(stdout);
}

static void sleep_forever(void)
{
    for (;;)
        pause();
}

/* --- Answers to `go` ---------------------------------------------------------------------- */

static bool take_first(void *context, const Turn *turn, const Pos *after)
{
    (void)after;
    *(Turn *)context = *turn;
    return false;
}

static void go_good(FaultyEngine *engine)
{
    Turn turn;
    char move[TURN_TEXT_MAX];
    Text text = text_over(move, sizeof move);
    turn_each(engine->setup.game, line_now(&engine->line), take_first, &turn);
    turn_write(engine->setup.game, line_now(&engine->line), &turn, &text);
    puts("info depth 3 nodes 77 score cp 12 pv x");
    printf("bestmove %s\n", move);
    fflush(stdout);
}

static void go_late(FaultyEngine *engine)
{
    usleep(300000);
    go_good(engine);
}

static void go_crash(FaultyEngine *engine)
{
    (void)engine;
    fputs("oh no\n", stderr);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void go_exit(FaultyEngine *engine)
{
    (void)engine;
    exit(3);
}

static void go_hang(FaultyEngine *engine)
{
    (void)engine;
    sleep_forever();
}

static void go_flood(FaultyEngine *engine)
{
    (void)engine;
    for (;;)
        puts("info string all work and no play");
}

static void go_stream(FaultyEngine *engine)
{
    (void)engine;
    for (;;)
        fputs("a line that never ends ", stdout);
}

static void go_chatter(FaultyEngine *engine)
{
    (void)engine;
    for (;;) {
        say("info string thinking");
        usleep(5000);
    }
}

/* Repeat the previous move: valid notation, but the cells are occupied. */
static void go_lie(FaultyEngine *engine)
{
    int  last = line_turns(&engine->line) - 1;
    Turn turn;
    char move[TURN_TEXT_MAX];
    Text text = text_over(move, sizeof move);
    line_turn(&engine->line, last, &turn);
    turn_write(engine->setup.game, line_before_turn(&engine->line, last), &turn, &text);
    printf("bestmove %s\n", move);
    fflush(stdout);
}

static void go_nonsense(FaultyEngine *engine)
{
    (void)engine;
    say("bestmove \001\377*");
}

static void go_none(FaultyEngine *engine)
{
    (void)engine;
    say("bestmove none");
}

static void go_garble(FaultyEngine *engine)
{
    (void)engine;
    say("bestmove");
}

static void go_close(FaultyEngine *engine)
{
    (void)engine;
    fclose(stdout);
    sleep_forever();
}

static void go_long(FaultyEngine *engine)
{
    for (int i = 0; i < 200000; i++)
        putchar('x');
    putchar('\n');
    go_good(engine);
}

static void go_loud(FaultyEngine *engine)
{
    for (int i = 0; i < 20000; i++)
        fputs("complaining about everything in life\n", stderr);
    go_good(engine);
}

/* One line in several writes, with extra spaces and a carriage return. */
static void go_pieces(FaultyEngine *engine)
{
    fputs("best", stdout);
    fflush(stdout);
    usleep(20000);
    Turn turn;
    char move[TURN_TEXT_MAX];
    Text text = text_over(move, sizeof move);
    turn_each(engine->setup.game, line_now(&engine->line), take_first, &turn);
    turn_write(engine->setup.game, line_now(&engine->line), &turn, &text);
    printf("move  %s ponder a.\r\n", move);
    fflush(stdout);
}

/* --- Faults before the first move --------------------------------------------------------- */

static void start_exit(void)
{
    exit(3);
}

static void start_close(void)
{
    fclose(stdout);
    sleep_forever();
}

/* Ignore all signals but SIGKILL, and start a child. */
static void start_stubborn(void)
{
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (fork() == 0)
        sleep_forever();
}

static void ready_refuse(void)
{
    say("error this game is not for me");
}

static void ready_deaf(void)
{
    fclose(stdin);
    close(STDIN_FILENO);
    say("readyok");
    sleep_forever();
}

static const Mode MODES[] = {
    { "good", NULL, NULL, go_good },
    { "mute", sleep_forever, NULL, NULL },
    { "exit-at-once", start_exit, NULL, NULL },
    { "close-at-once", start_close, NULL, NULL },
    { "stubborn", start_stubborn, NULL, go_hang },
    { "refuse", NULL, ready_refuse, NULL },
    { "never-ready", NULL, sleep_forever, NULL },
    { "deaf", NULL, ready_deaf, NULL },
    { "crash", NULL, NULL, go_crash },
    { "exit", NULL, NULL, go_exit },
    { "hang", NULL, NULL, go_hang },
    { "flood", NULL, NULL, go_flood },
    { "stream", NULL, NULL, go_stream },
    { "chatter", NULL, NULL, go_chatter },
    { "late", NULL, NULL, go_late },
    { "lie", NULL, NULL, go_lie },
    { "nonsense", NULL, NULL, go_nonsense },
    { "none", NULL, NULL, go_none },
    { "garble", NULL, NULL, go_garble },
    { "close", NULL, NULL, go_close },
    { "long", NULL, NULL, go_long },
    { "loud", NULL, NULL, go_loud },
    { "pieces", NULL, NULL, go_pieces },
    { .name = NULL },
};

/* --- The protocol ------------------------------------------------------------------------- */

static void set_game(FaultyEngine *engine, Span value)
{
    char  name[SETUP_TEXT_MAX];
    Fault fault;
    if (!span_copy(value, name, sizeof name) ||
        games_setup(name, &engine->setup, &fault) != STATUS_OK)
        exit(9);
}

static void set_position(FaultyEngine *engine, const Request *request)
{
    char      text[TURN_TEXT_MAX];
    PosBuffer from;
    Span      turns = request->turns, turn;
    Fault     fault;
    line_free(&engine->line);
    if (!request->startpos && (!span_copy(request->text, text, sizeof text) ||
                               engine->setup.game->text->pos_read(engine->setup.variant, text,
                                                                  &from.head, &fault) != STATUS_OK))
        exit(9);
    if (line_init(&engine->line, &engine->setup, request->startpos ? NULL : &from.head) !=
        STATUS_OK)
        exit(9);
    while (span_word(&turns, &turn))
        if (!span_copy(turn, text, sizeof text) ||
            line_play(&engine->line, text, &fault) != STATUS_OK)
            exit(9);
}

static void answer(FaultyEngine *engine, const Request *request)
{
    switch (request->kind) {
    case REQUEST_UGI:
        puts("id name faulty\noption name Game type string default toy");
        say("ugiok");
        break;
    case REQUEST_ISREADY:
        if (engine->mode->on_ready != NULL)
            engine->mode->on_ready();
        else
            say("readyok");
        break;
    case REQUEST_SETOPTION: set_game(engine, request->value); break;
    case REQUEST_POSITION: set_position(engine, request); break;
    case REQUEST_GO: engine->mode->on_go(engine); break;
    case REQUEST_QUIT:
        if (strcmp(engine->mode->name, "stubborn") == 0)
            sleep_forever();
        line_free(&engine->line);
        exit(0);
    default: break;
    }
}

int main(int argc, char **argv)
{
    static char  line[MESSAGE_LINE_MAX];
    FaultyEngine engine = { 0 };
    Fault        fault;
    for (engine.mode = MODES; engine.mode->name != NULL; engine.mode++)
        if (argc == 2 && strcmp(engine.mode->name, argv[1]) == 0)
            break;
    if (engine.mode->name == NULL) {
        fputs("usage: faulty_engine MODE\n", stderr);
        return 2;
    }
    if (engine.mode->on_start != NULL)
        engine.mode->on_start();
    games_setup("toy", &engine.setup, &fault);
    while (fgets(line, sizeof line, stdin) != NULL) {
        Request request;
        if (request_read(line, strcspn(line, "\r\n"), &request, &fault) != STATUS_OK)
            return 9; /* the host sent an invalid request */
        answer(&engine, &request);
    }
    line_free(&engine.line);
    return 0;
}
