/* SPDX-License-Identifier: MIT */
/* main.c - the program: one table of commands, and what is true for all of them. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "dialects/list.h"

static const char GAME_NOTE[] =
    "GAME is a name, or NAME:VARIANT; `tessera games` lists them.  Settings of a variant are\n"
    "joined by ';'; those of every game are repetition=N (the Nth time a position comes up the\n"
    "game is a draw) and limit=N (so it is after N turns).\n";

static const char APPLY_NOTE[] =
    "Prints the position after the last turn.  If the game is over, a second line says\n"
    "`result WINNER REASON`, followed by points and the like where a game has them.  A turn that\n"
    "is not legal is refused with the reason, and nothing is printed.\n";

static const char PERFT_NOTE[] =
    "Prints `DEPTH COUNT` for every depth from 1 to DEPTH.  Turns are paths of distinct turns;\n"
    "positions are paths in which equal positions after one turn count once.\n";

static const char BENCH_NOTE[] =
    "Prints lines `GAME METRIC VALUE UNIT`, per second of processor time on one thread, the best\n"
    "of several runs.  The last line, `signature N`, sums up a fixed list of counts and random\n"
    "games of all games: it is the same in every build unless the rules have changed.\n";

static const char SERVE_NOTE[] =
    "ADDRESS is numeric or localhost, IPv6 in brackets: [::1]:8080.  Port 0 takes any free port.\n"
    "Anything but this machine's own address lets others in, unencrypted and without a password.\n"
    "SIGINT (Ctrl-C) and SIGTERM end the server; running games go on when it starts again.\n";

static const char PLAY_NOTE[] =
    "SEAT is human, engine (level 5), engine:level=N, engine:time=200ms, engine:nodes=N, random, or\n"
    "ugi:COMMAND for a program that speaks UGI.  With --autosave the game can be gone on with after\n"
    "anything, a kill included: the same command again, or without GAME and seats.\n"
    "docs/terminal.md shows what can be typed; so does `help` at the table.\n";

static const char REPLAY_NOTE[] =
    "FILE is a record, an autosave file of `play`, or any text that `tessera convert --list` names; `-` is\n"
    "standard input.  `help` lists what can be typed.\n";

static const char REVIEW_NOTE[] =
    "FILE is as for `replay`; `-` is standard input.  The search thinks about every position of the game and\n"
    "says which chance it gives the first player after each turn.  A turn that costs whoever plays it\n"
    "15 per cent or more is a turning point, and a better one is told.  More nodes see more.\n";

static const char CONVERT_NOTE[] =
    "Reads FILE, or stdin, and prints the game in the other format.  What the rules do not allow is\n"
    "refused with line and reason, and nothing is printed.  GAME says which variant a text is meant\n"
    "in where its format does not.\n";

static const char MATCH_NOTE[] =
    "SPEC is max, level1 to level10, random, greedy, plain2 or uct1000, each with settings behind\n"
    "commas (max,time=200,threads=2), or engine:COMMAND for a program that speaks UGI.  Openings are\n"
    "random and played twice, with sides swapped.  With --records the match goes on behind the last\n"
    "whole game of FILE.  docs/matches.md explains the result; the lines are, for the first player,\n"
    "`games W D L`, `score`, `elo`, `pairs` (by points 0, 1/2, 1, 3/2, 2) and `sprt`.\n";

static const char BASELINE_NOTE[] =
    "Every player plays every other one.  A row of the table shows the score of one player against\n"
    "each of the others in per cent.  The baseline players are random, greedy, plain2 and uct1000.\n";

static const char ARENA_NOTE[] =
    "  arena new FILE                  write a bot to begin with: .c, .py or .js\n"
    "  arena init DIR --game GAME      make a contest: DIR/contest.toml\n"
    "  arena add DIR FILE...           bots join it; --player SPEC for one of our own players\n"
    "  arena remove DIR NAME...        bots leave it\n"
    "  arena run DIR, resume DIR       play it, or go on with it; Ctrl-C finishes what is being played\n"
    "  arena stop DIR                  the same from elsewhere\n"
    "  arena report DIR                how it stands\n"
    "  arena check FILE --game GAME    will this bot be accepted?\n\n"
    "Bots run in a jail; docs/bots.md says what they are, docs/contest.md how a contest goes.\n";

static const char ENGINE_NOTE[] =
    "Speaks UGI and what it lacks, one command a line; `help` is one of them, and docs/protocol.md\n"
    "shows a dialogue for each.  The end of the input stops what is under way.  With --wait it\n"
    "does not, and commands that only `stop` could end are refused.\n";

static const char SOLVE_NOTE[] =
    "Prints `value WINNER`, `value draw` or `value unknown`, then the number of turns within which\n"
    "the winner wins (`distance`), by how many points the first side ends ahead with best play\n"
    "(`margin`, games with points), and a winning line.  Nothing is guessed: an answer is proved.\n";

static const char VERIFY_NOTE[] =
    "FILE is what `tessera solve --proof FILE` has written; docs/proofs.md says how.  The check shares\n"
    "no code with the solver and uses a second, plain implementation of the rules.\n";

static const char TB_NOTE[] =
    "build solves every position that the variant can come to and writes a table; what a file holds\n"
    "already is not built again, so a build that was killed goes on where it stopped.  verify plays\n"
    "every turn of every position by the rules and compares.  probe prints the value of a position\n"
    "and of every turn.  Tables lie in DIR, or in the folder that TESSERA_TABLEBASES names, or in\n"
    "tessera/tables in your data folder.  docs/solving.md says what can be built and what came out.\n";

static const char PUZZLES_NOTE[] =
    "Prints one a line: `SETUP LENGTH GOOD MOVE POSITION`.  The win takes LENGTH moves of both sides\n"
    "together, MOVE is the only one that wins so fast, and GOOD other turns look at least as good.\n"
    "All of it is proved.  In games won by points, MOVE is the only one that wins at all.\n"
    "The program carries a set of them for each game: --list lists it, --show draws one, and `tessera\n"
    "play GAME --puzzle N` plays it.  GAME:VARIANT counts only the puzzles of that variant.\n";

static const Command COMMANDS[] = {
    /* clang-format off */
    { "serve", cmd_serve, "show the games in a browser",
      "",             0,  0, SERVE_OPTIONS, SERVE_NOTE },
    { "play",  cmd_play,  "play in a terminal",
      "[GAME]",       0,  1, PLAY_OPTIONS,  PLAY_NOTE },
    { "replay", cmd_replay, "step through a game in a terminal",
      "FILE",         1,  1, REPLAY_OPTIONS, REPLAY_NOTE },
    { "review", cmd_review, "say how a game stood at each turn, and which turns decided it",
      "FILE",         1,  1, REVIEW_OPTIONS, REVIEW_NOTE },
    { "games", cmd_games, "list the games and their variants",
      "",             0,  0, GAMES_OPTIONS, NULL },
    { "rules", cmd_rules, "print the rulings of a game",
      "GAME",         1,  1, RULES_OPTIONS, NULL },
    { "show",  cmd_show,  "draw a position",
      "GAME",         1,  1, SHOW_OPTIONS,  NULL },
    { "moves", cmd_moves, "list every legal turn, one a line",
      "GAME",         1,  1, MOVES_OPTIONS, NULL },
    { "apply", cmd_apply, "play turns and print the position after them",
      "GAME MOVE...", 1, -1, APPLY_OPTIONS, APPLY_NOTE },
    { "perft", cmd_perft, "count what the rules allow, depth by depth",
      "GAME DEPTH",   2,  2, PERFT_OPTIONS, PERFT_NOTE },
    { "convert", cmd_convert, "turn a game from one way of writing it down into another",
      "[FILE]",       0,  1, CONVERT_OPTIONS, CONVERT_NOTE },
    { "match", cmd_match, "let two players play many games, and say who is better",
      "GAME",         1,  1, MATCH_OPTIONS, MATCH_NOTE },
    { "tablebase", cmd_tablebase, "solve every position of a small game and save the values",
      "build|verify|probe GAME", 2, 2, TB_OPTIONS, TB_NOTE },
    { "baseline", cmd_baseline, "play a round robin of the baseline players and print the cross table",
      "GAME",         1,  1, BASELINE_OPTIONS, BASELINE_NOTE },
    { "arena", cmd_arena, "contests of programs",
      "VERB DIR",     1, -1, ARENA_OPTIONS, ARENA_NOTE },
    { "engine", cmd_engine, "think about positions for another program, in words on stdin and stdout",
      "[GAME]",       0,  1, ENGINE_OPTIONS, ENGINE_NOTE },
    { "solve", cmd_solve, "find the true value of a position, and prove it",
      "GAME",         1,  1, SOLVE_OPTIONS, SOLVE_NOTE },
    { "verify", cmd_verify, "check a proof with nothing but the naive rules",
      "FILE",         1,  1, VERIFY_OPTIONS, VERIFY_NOTE },
    { "puzzles", cmd_puzzles, "find or show positions with exactly one winning turn",
      "[GAME]",       0,  1, PUZZLES_OPTIONS, PUZZLES_NOTE },
    { "bench", cmd_bench, "measure the rules, and print the signature of this build",
      "[GAME]",       0,  1, BENCH_OPTIONS, BENCH_NOTE },
    { .name = NULL },
    /* clang-format on */
};

/* Names of commands from before they were renamed.  They are accepted for one release and listed
 * nowhere. */
static const struct OldName {
    const char *old_name, *name;
} OLD_NAMES[] = {
    { "ladder", "baseline" },
    { "tables", "tablebase" },
};

static const char *current_name(const char *name)
{
    for (size_t i = 0; i < sizeof OLD_NAMES / sizeof OLD_NAMES[0]; i++)
        if (strcmp(OLD_NAMES[i].old_name, name) == 0)
            return OLD_NAMES[i].name;
    return name;
}

static const Command *find_command(const char *name)
{
    name = current_name(name);
    for (const Command *command = COMMANDS; command->name != NULL; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

static const Dialect *find_dialect(const char *name)
{
    for (const Dialect *dialect = DIALECTS; dialect->name != NULL; dialect++)
        if (strcmp(dialect->name, name) == 0)
            return dialect;
    return NULL;
}

/* --- Help --------------------------------------------------------------------------------- */

static int help_all(FILE *out)
{
    fputs("Tessera: abstract board games for two, nothing hidden, no chance.\n\n"
          "Usage: tessera COMMAND [ARG...] [OPTION...]\n\n",
          out);
    for (const Command *command = COMMANDS; command->name != NULL; command++)
        fprintf(out, "  %-10s %s\n", command->name, command->summary);
    fprintf(out, "  %-10s %s\n", "help", "say more about a command: tessera help COMMAND");
    if (DIALECTS[0].name != NULL)
        fputs("\nForeign languages of single games, on stdin and stdout:\n\n", out);
    for (const Dialect *dialect = DIALECTS; dialect->name != NULL; dialect++)
        fprintf(out, "  %-10s %s\n", dialect->name, dialect->summary);
    fputs("\nExit status: 0 done, 1 trouble (no memory, nowhere to write), 2 bad input.\n", out);
    return EXIT_DONE;
}

static void help_option(const Option *option, FILE *out)
{
    char left[128];
    snprintf(left, sizeof left, "--%s%s%s", option->name, option->value == NULL ? "" : " ",
             option->value == NULL ? "" : option->value);
    if (strlen(left) > 26) /* what is wider than its column gets a line of its own */
        fprintf(out, "  %s\n  %26s %s\n", left, "", option->help);
    else
        fprintf(out, "  %-26s %s\n", left, option->help);
}

static int help_command(const Command *command, FILE *out)
{
    fprintf(out, "Usage: tessera %s%s%s%s\n\n%c%s.\n\n", command->name,
            command->words[0] == '\0' ? "" : " ", command->words,
            command->options[0].name == NULL ? "" : " [OPTION...]", toupper(command->summary[0]),
            command->summary + 1);
    for (const Option *option = command->options; option->name != NULL; option++)
        help_option(option, out);
    help_option(&(Option){ .name = "help", .help = "print this" }, out);
    if (command->notes != NULL)
        fprintf(out, "\n%s", command->notes);
    if (strstr(command->words, "GAME") != NULL)
        fprintf(out, "\n%s", GAME_NOTE);
    return EXIT_DONE;
}

/* A dialect may bring its first line along. */
static int help_dialect(const Dialect *dialect, FILE *out)
{
    const char *usage = dialect->usage;
    size_t      length = strlen(usage);
    if (strncasecmp(usage, "usage:", 6) == 0)
        fprintf(out, "Usage:%s", usage + 6);
    else
        fprintf(out, "Usage: tessera %s [OPTION...]\n\n%s\n\n%s", dialect->name, dialect->summary,
                usage);
    if (length > 0 && usage[length - 1] != '\n')
        putc('\n', out);
    return EXIT_DONE;
}

static void take_closer(const char *typed, const char *name, const char **best, int *distance)
{
    int other = word_distance(typed, name);
    if (other < *distance) {
        *distance = other;
        *best = name;
    }
}

static int error_unknown(const char *typed, FILE *err)
{
    const char *best = "help";
    int         distance = word_distance(typed, best);
    for (const Command *command = COMMANDS; command->name != NULL; command++)
        take_closer(typed, command->name, &best, &distance);
    for (const Dialect *dialect = DIALECTS; dialect->name != NULL; dialect++)
        take_closer(typed, dialect->name, &best, &distance);
    if (is_slip(typed, distance))
        return cmd_error(err, "command", "there is no command '%.60s'; is it '%s'?", typed, best);
    return cmd_error(err, "command", "there is no command '%.60s'; `tessera help` lists them",
                     typed);
}

static int help_for(const char *name, FILE *out, FILE *err)
{
    const Command *command = find_command(name);
    const Dialect *dialect = find_dialect(name);
    if (command != NULL)
        return help_command(command, out);
    if (dialect != NULL)
        return help_dialect(dialect, out);
    return strcmp(name, "help") == 0 ? help_all(out) : error_unknown(name, err);
}

/* --- Dispatch ----------------------------------------------------------------------------- */

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static bool asks_for_help(int count, char **words)
{
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (is_help(words[i]))
            return true;
    return false;
}

static int run_command(const Command *command, int count, char **words, FILE *out, FILE *err)
{
    Args  args;
    Fault fault;
    if (options_read(command->options, count, words, &args, &fault) != STATUS_OK)
        return cmd_error(err, command->name, "%s", fault.why);
    if (args.word_count < command->words_min)
        return cmd_error(err, command->name, "something is missing: the words are %s",
                         command->words);
    if (command->words_max >= 0 && args.word_count > command->words_max)
        return cmd_error(err, command->name, "'%.60s' is one word too many",
                         args.words[command->words_max]);
    return command->run(&args, out, err);
}

static int run(int argc, char **argv, FILE *out, FILE *err)
{
    if (argc < 2)
        return help_all(out);
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) {
        fprintf(out, "tessera %s\n", TESSERA_VERSION);
        return EXIT_DONE;
    }
    if (strcmp(name, "help") == 0 || is_help(name))
        return argc == 2 || is_help(argv[2]) ? help_all(out) : help_for(argv[2], out, err);
    if (asks_for_help(argc - 2, argv + 2))
        return help_for(name, out, err);
    const Command *command = find_command(name);
    if (command != NULL)
        return run_command(command, argc - 2, argv + 2, out, err);
    const Dialect *dialect = find_dialect(name);
    if (dialect != NULL)
        return dialect->run(argc - 1, argv + 1, stdin, out, err);
    return error_unknown(name, err);
}

/* Has a reader closed the other end of a pipe? */
static bool nobody_reads(FILE *out)
{
    struct pollfd pipe = { .fd = fileno(out) };
    return poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
}

/* An answer that did not arrive is no answer.  A reader who has seen enough and closed the pipe
 * needs no sentence about it.  Where a command had flushed in between, errno of that time is lost. */
static int finish(int status, FILE *out, FILE *err)
{
    bool failed = ferror(out) != 0;
    errno = 0;
    failed = fflush(out) != 0 || failed;
    int  reason = errno;
    bool left = reason == EPIPE || nobody_reads(out);
    failed = fclose(out) != 0 || failed;
    if (!failed)
        return status;
    if (!left)
        cmd_error(err, "output", "%s", reason != 0 ? strerror(reason) : "it could not be written");
    return status == EXIT_DONE ? EXIT_FAILED : status;
}

/* A file or socket must never land on the number of a standard stream that was closed.  What
 * stands in for a closed stdout refuses every byte, as a closed one would. */
static void hold_standard_streams(void)
{
    for (int d = STDIN_FILENO; d <= STDERR_FILENO; d++)
        if (fcntl(d, F_GETFD) < 0 &&
            open("/dev/null", d == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error like any other */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow any more */
    return finish(run(argc, argv, stdout, stderr), stdout, stderr);
}
