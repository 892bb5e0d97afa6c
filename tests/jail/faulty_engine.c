/* SPDX-License-Identifier: MIT */
/* guest MODE - a program that speaks the engine protocol, well or badly.
 *
 * Each mode is one way to behave; `good` is the way that everybody hopes for: it plays the first
 * legal turn.  The others do so, too, up to the point that their row in MODES describes.
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

typedef struct JailedProcess {
    const struct Mode *mode;
    Setup              setup;
    Line               line;
} JailedProcess;

typedef struct Mode {
    const char *name;
    void (*on_start)(void); /* what it does instead of the usual, NULL: the usual */
    void (*on_ready)(void);
    void (*on_go)(JailedProcess *guest);
} Mode;

static void say(const char *words)
{
    puts(words);
    fflush(stdout);
}

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

/* --- What a turn is answered with --------------------------------------------------------- */

static bool take_first(void *context, const Turn *turn, const Pos *after)
{
    (void)after;
    *(Turn *)context = *turn;
    return false;
}

static void go_good(JailedProcess *guest)
{
    Turn turn;
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    turn_each(guest->setup.game, line_now(&guest->line), take_first, &turn);
    turn_write(guest->setup.game, line_now(&guest->line), &turn, &text);
    puts("info depth 3 nodes 77 score cp 12 pv x");
    printf("bestmove %s\n", words);
    fflush(stdout);
}

static void go_crash(JailedProcess *guest)
{
    (void)guest;
    fputs("oh no\n", stderr);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void go_exit(JailedProcess *guest)
{
    (void)guest;
    exit(3);
}

static void go_hang(JailedProcess *guest)
{
    (void)guest;
    sleep_for_ever();
}

static void go_flood(JailedProcess *guest)
{
    (void)guest;
    for (;;)
        puts("info string all work and no play");
}

static void go_stream(JailedProcess *guest)
{
    (void)guest;
    for (;;)
        fputs("a line that never ends ", stdout);
}

static void go_chatter(JailedProcess *guest)
{
    (void)guest;
    for (;;) {
        say("info string thinking");
        usleep(5000);
    }
}

/* The turn before, once more: well written, but the cells are taken. */
static void go_lie(JailedProcess *guest)
{
    int  last = line_turns(&guest->line) - 1;
    Turn turn;
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    line_turn(&guest->line, last, &turn);
    turn_write(guest->setup.game, line_before_turn(&guest->line, last), &turn, &text);
    printf("bestmove %s\n", words);
    fflush(stdout);
}

static void go_nonsense(JailedProcess *guest)
{
    (void)guest;
    say("bestmove \001\377*");
}

static void go_none(JailedProcess *guest)
{
    (void)guest;
    say("bestmove none");
}

static void go_garble(JailedProcess *guest)
{
    (void)guest;
    say("bestmove");
}

static void go_close(JailedProcess *guest)
{
    (void)guest;
    fclose(stdout);
    sleep_for_ever();
}

static void go_long(JailedProcess *guest)
{
    for (int i = 0; i < 200000; i++)
        putchar('x');
    putchar('\n');
    go_good(guest);
}

static void go_loud(JailedProcess *guest)
{
    for (int i = 0; i < 20000; i++)
        fputs("complaining about everything in life\n", stderr);
    go_good(guest);
}

/* Bytes of a line in several pieces, with blanks and a carriage return. */
static void go_pieces(JailedProcess *guest)
{
    fputs("best", stdout);
    fflush(stdout);
    usleep(20000);
    Turn turn;
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    turn_each(guest->setup.game, line_now(&guest->line), take_first, &turn);
    turn_write(guest->setup.game, line_now(&guest->line), &turn, &text);
    printf("move  %s ponder a.\r\n", words);
    fflush(stdout);
}

/* --- What it does before ------------------------------------------------------------------ */

static void start_exit(void)
{
    exit(3);
}

static void start_close(void)
{
    fclose(stdout);
    sleep_for_ever();
}

/* Deaf to everything but SIGKILL, and not alone. */
static void start_stubborn(void)
{
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (fork() == 0)
        sleep_for_ever();
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
    sleep_for_ever();
}

static const Mode MODES[] = {
    { "good", NULL, NULL, go_good },
    { "mute", sleep_for_ever, NULL, NULL },
    { "exit-at-once", start_exit, NULL, NULL },
    { "close-at-once", start_close, NULL, NULL },
    { "stubborn", start_stubborn, NULL, go_hang },
    { "refuse", NULL, ready_refuse, NULL },
    { "never-ready", NULL, sleep_for_ever, NULL },
    { "deaf", NULL, ready_deaf, NULL },
    { "crash", NULL, NULL, go_crash },
    { "exit", NULL, NULL, go_exit },
    { "hang", NULL, NULL, go_hang },
    { "flood", NULL, NULL, go_flood },
    { "stream", NULL, NULL, go_stream },
    { "chatter", NULL, NULL, go_chatter },
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

/* --- The protocol, as far as a host needs it ---------------------------------------------- */

static void set_game(JailedProcess *guest, Span value)
{
    char  name[SETUP_TEXT_MAX];
    Fault fault;
    if (!span_copy(value, name, sizeof name) ||
        games_setup(name, &guest->setup, &fault) != STATUS_OK)
        exit(9);
}

static void set_position(JailedProcess *guest, const Request *request)
{
    char      words[TURN_TEXT_MAX];
    PosBuffer from;
    Span      turns = request->turns, turn;
    Fault     fault;
    line_free(&guest->line);
    if (!request->startpos && (!span_copy(request->text, words, sizeof words) ||
                               guest->setup.game->text->pos_read(guest->setup.variant, words,
                                                                 &from.head, &fault) != STATUS_OK))
        exit(9);
    if (line_init(&guest->line, &guest->setup, request->startpos ? NULL : &from.head) != STATUS_OK)
        exit(9);
    while (span_word(&turns, &turn))
        if (!span_copy(turn, words, sizeof words) ||
            line_play(&guest->line, words, &fault) != STATUS_OK)
            exit(9);
}

static void answer(JailedProcess *guest, const Request *request)
{
    switch (request->kind) {
    case REQUEST_UGI:
        puts("id name guest\noption name Game type string default toy");
        say("ugiok");
        break;
    case REQUEST_ISREADY:
        if (guest->mode->on_ready != NULL)
            guest->mode->on_ready();
        else
            say("readyok");
        break;
    case REQUEST_SETOPTION: set_game(guest, request->value); break;
    case REQUEST_POSITION: set_position(guest, request); break;
    case REQUEST_GO: guest->mode->on_go(guest); break;
    case REQUEST_QUIT:
        if (strcmp(guest->mode->name, "stubborn") == 0)
            sleep_for_ever();
        line_free(&guest->line);
        exit(0);
    default: break;
    }
}

int main(int argc, char **argv)
{
    static char   line[MESSAGE_LINE_MAX];
    JailedProcess guest = { 0 };
    Fault         fault;
    for (guest.mode = MODES; guest.mode->name != NULL; guest.mode++)
        if (argc == 2 && strcmp(guest.mode->name, argv[1]) == 0)
            break;
    if (guest.mode->name == NULL) {
        fputs("usage: guest MODE\n", stderr);
        return 2;
    }
    if (guest.mode->on_start != NULL)
        guest.mode->on_start();
    games_setup("toy", &guest.setup, &fault);
    while (fgets(line, sizeof line, stdin) != NULL) {
        Request request;
        if (request_read(line, strcspn(line, "\r\n"), &request, &fault) != STATUS_OK)
            return 9; /* the host said something wrong */
        answer(&guest, &request);
    }
    line_free(&guest.line);
    return 0;
}
