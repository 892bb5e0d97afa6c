/* SPDX-License-Identifier: MIT */
/* main.c - the table of commands, help, and the dispatch to a command. */
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
    "GAME is NAME or NAME:VARIANT; `tessera games` lists them.  Separate the settings of a variant\n"
    "with ';'.  Every game has repetition=N (draw when a position occurs for the Nth time) and\n"
    "limit=N (draw after N moves).\n";

static const char APPLY_NOTE[] =
    "Prints the position after the last move.  If the game is over, a second line reads\n"
    "`result WINNER REASON`, followed by the points in games that have them.  An illegal move is\n"
    "rejected with the reason, and nothing is printed.\n";

static const char PERFT_NOTE[] =
    "Prints `DEPTH COUNT` for every depth from 1 to DEPTH.  `turns` counts sequences of distinct\n"
    "moves; `positions` counts moves that lead to the same position once.\n";

static const char BENCH_NOTE[] =
    "Prints `instance NAME` (how the games were compiled) and lines `GAME METRIC VALUE UNIT`, per\n"
    "second of CPU time on one thread, the best of several runs.  The last line, `signature N`, is a\n"
    "checksum of fixed counts and random games of all games.  It is the same in every build unless\n"
    "the rules have changed.\n";

static const char SERVE_NOTE[] =
    "ADDRESS is numeric or localhost; write IPv6 in brackets: [::1]:8080.  Port 0 takes any free\n"
    "port.  With any address other than loopback, others can connect, without encryption or a\n"
    "password.  SIGINT (Ctrl-C) and SIGTERM stop the server; games continue at the next start.\n";

static const char PLAY_NOTE[] =
    "SEAT is human, engine (level 5), engine:level=N, engine:time=200ms, engine:nodes=N, random, or\n"
    "ugi:COMMAND for a program that speaks UGI.  With --autosave FILE you can resume the game after\n"
    "any interruption, even kill -9: repeat the command, or leave out GAME and the seats.\n"
    "docs/terminal.md and the command `help` in the game list what you can type.\n";

static const char REPLAY_NOTE[] =
    "FILE is a game record, an autosave file of `play`, or any format that `tessera convert --list`\n"
    "lists; `-` is standard input.  Type `help` for the commands.\n";

static const char EDIT_NOTE[] =
    "`put` and `remove` change the board, `done` continues with the position as `replay` does: search\n"
    "it, add moves, save it.  Type `help` for the commands.  In a pipe, `position` prints the line.\n";

static const char REVIEW_NOTE[] =
    "FILE is as for `replay`; `-` is standard input.  The engine searches every position of the game\n"
    "and prints the winning chances of the first player after each move.  A move that costs its\n"
    "player 5 per cent or more is an inaccuracy (?!), 10 a mistake (?), 20 a blunder (\?\?), and a better\n"
    "move is shown; from 15 on it is a turning point.  More nodes make the review more reliable.\n"
    "--all reviews every game of the file and prints the accuracy of the players; with --database,\n"
    "`tessera worker` searches them.\n";

static const char EXPLORER_NOTE[] =
    "  explorer build FILE...          count the moves of games, in any format of `replay`\n"
    "  explorer learn GAME             play games and make an opening book of them\n"
    "  explorer show BOOK [MOVE...]    print the moves that were played in a position\n"
    "BOOK is a file of `build`, or a game with a built-in book.  Positions and moves that a symmetry of\n"
    "the game makes equal count as one.  Figures are those of the player to move.\n";

static const char CONVERT_NOTE[] =
    "Reads FILE, or standard input, and prints the game in the other format.  A game with an illegal\n"
    "move is rejected with line and reason, and nothing is printed.  --game sets the variant for\n"
    "formats that do not name it.\n";

static const char MATCH_NOTE[] =
    "SPEC is max, level1 to level10, random, random1, greedy, plain2 or uct1000, with settings after\n"
    "commas (max,time=200,threads=2), or engine:COMMAND for a program that speaks UGI.  Openings are\n"
    "random; each is played twice with sides swapped.  With --records the match resumes after the\n"
    "last complete game in FILE.  With --database the games are queued for `tessera worker`, and the\n"
    "same command finds them again.  Prints, for the first player, `games W D L`, `score`, `elo`,\n"
    "`pairs` (by points 0, 1/2, 1, 3/2, 2) and `sprt`; docs/matches.md explains them.\n";

static const char WORKER_NOTE[] =
    "Takes tasks from the queue in a PostgreSQL database and does them, on any number of machines.\n"
    "SIGINT (Ctrl-C) and SIGTERM return the tasks under way to the queue.  While the database is\n"
    "away, the worker finishes its tasks and connects again.  A worker takes only jobs of programs\n"
    "that play the same games as itself.  docs/many-machines.md explains roles, passwords and TLS.\n";

static const char QUEUE_NOTE[] =
    "  queue, queue list       list the jobs: state, progress, tasks per minute, time left\n"
    "  queue workers           list the workers and what they work on\n"
    "  queue pause JOB...      finish the tasks under way and start no more\n"
    "  queue resume JOB...     continue jobs that were paused or cancelled or failed\n"
    "  queue cancel JOB...     stop jobs and keep their results\n"
    "  queue remove JOB...     delete jobs with their results\n"
    "  queue priority N JOB... jobs with a higher priority come first (0 to 1000)\n"
    "  queue grant ROLE        let a role of the database work: take tasks and add results\n"
    "  queue forget CONTEST    delete the copy of a contest; its directory stays as it is\n\n"
    "The first use of a database creates the queue.  Commands with --database add\n"
    "jobs: match, baseline, learn, review and arena.\n";

static const char BASELINE_NOTE[] =
    "Every player plays every other one.  A row of the table shows the score of one player against\n"
    "each of the others in per cent.  The baseline players are random, random1, greedy,\n"
    "plain2 and uct1000.\n";

static const char ARENA_NOTE[] =
    "  arena new FILE                  write a starter bot: .c, .py or .js\n"
    "  arena init DIR --game GAME      create a contest: DIR/contest.toml\n"
    "  arena add DIR FILE...           add bots; --player SPEC adds a built-in player\n"
    "  arena remove DIR NAME...        remove bots\n"
    "  arena run DIR, resume DIR       play or resume it; Ctrl-C finishes the games under way\n"
    "  arena stop DIR                  the same from another terminal\n"
    "  arena report DIR                print the standings\n"
    "  arena export DIR                copy a contest to a PostgreSQL database: --database URL\n"
    "  arena import DIR NAME           copy a contest from a PostgreSQL database\n"
    "  arena check FILE --game GAME    test whether a bot will be accepted\n\n"
    "Bots run in a jail.  docs/bots.md explains how to write one, docs/contest.md how to run a\n"
    "contest.\n";

static const char ENGINE_NOTE[] =
    "Speaks UGI and some extensions, one command per line.  `help` lists the commands, and\n"
    "docs/protocol.md has a dialogue for each.  End of input stops a running search.  With --wait\n"
    "the search finishes, and commands that only `stop` could end are rejected.\n";

static const char SOLVE_NOTE[] =
    "Prints `value WINNER`, `value draw` or `value unknown`, then the number of moves within which\n"
    "the winner wins (`distance`), the final lead of the first side with best play (`margin`, in\n"
    "games with points), a winning line and the method.  Every answer is proved.  Installed\n"
    "tablebases are probed first.  If the search stalls and the tablebase of the position fits the\n"
    "limits, it is built in memory.  If the value stays unknown, `reason` says why, `settle` names a\n"
    "command that would find it, and the exit status is 3; after Ctrl-C it is 130.\n";

static const char VERIFY_NOTE[] =
    "FILE was written by `tessera solve --proof FILE`; docs/proofs.md describes the format.  The\n"
    "check shares no code with the solver and uses a second, naive implementation of the rules.\n";

static const char TB_NOTE[] =
    "estimate prints what a build would take.  build solves every reachable position of the variant\n"
    "and writes a tablebase.  It begins with the estimate, and a build that cannot finish is not\n"
    "begun without --force.  Layers that the file already holds are not built again, so a build that\n"
    "was killed resumes.  verify plays every move of every position by the rules and compares.  probe\n"
    "prints the value of a position and of every move.  The tablebases are in DIR, or in the\n"
    "directory of TESSERA_TABLEBASES, or in tessera/tables in your data directory.  docs/solving.md\n"
    "lists what can be built.\n";

static const char LEARN_NOTE[] =
    "play lets the engine play against itself and appends the games to FILE; it resumes after those\n"
    "that FILE has.  fit reads such files and fits a model of the evaluation.  ranks fits the order of\n"
    "moves, of which the search tries the first.  tune changes few weights by pairs of games, on the\n"
    "board of the first argument and on those after FILE, which keeps the results; it resumes after\n"
    "those.  prove plays a match with the numbers in FILE, of fit, ranks or tune, against those in use.\n"
    "docs/strength.md shows how they work together.  With --database, `tessera worker` plays the games\n"
    "of play.\n";

static const char PUZZLES_NOTE[] =
    "Prints one puzzle per line: `SETUP LENGTH GOOD MOVE POSITION`.  The win takes LENGTH moves of\n"
    "both sides together.  MOVE is the only one that wins that fast; GOOD other moves look at least\n"
    "as good.  In games won by points, MOVE is the only one that wins at all.  All of it is proved.\n"
    "The program contains a set for each game: --list lists it, --show prints one, and `tessera play\n"
    "GAME --puzzle N` plays it.  GAME:VARIANT selects the puzzles of that variant.\n";

static const Command COMMANDS[] = {
    /* clang-format off */
    { "serve", cmd_serve, "play in a browser",
      "",             0,  0, SERVE_OPTIONS, SERVE_NOTE },
    { "play",  cmd_play,  "play in a terminal",
      "[GAME]",       0,  1, PLAY_OPTIONS,  PLAY_NOTE },
    { "replay", cmd_replay, "step through a game in a terminal",
      "FILE",         1,  1, REPLAY_OPTIONS, REPLAY_NOTE },
    { "edit",  cmd_edit,  "set up a position in a terminal, and analyse it",
      "GAME",         1,  1, EDIT_OPTIONS,  EDIT_NOTE },
    { "review", cmd_review, "evaluate each move of a game and find the turning points",
      "FILE",         1,  1, REVIEW_OPTIONS, REVIEW_NOTE },
    { "explorer", cmd_explorer, "make books of openings, and look up positions",
      "build FILE... | learn GAME | show BOOK [MOVE...]", 1, -1, EXPLORER_OPTIONS, EXPLORER_NOTE },
    { "games", cmd_games, "list the games and their variants",
      "",             0,  0, GAMES_OPTIONS, NULL },
    { "rules", cmd_rules, "print the rulings of a game",
      "GAME",         1,  1, RULES_OPTIONS, NULL },
    { "show",  cmd_show,  "draw a position",
      "GAME",         1,  1, SHOW_OPTIONS,  NULL },
    { "moves", cmd_moves, "list the legal moves, one per line",
      "GAME",         1,  1, MOVES_OPTIONS, NULL },
    { "apply", cmd_apply, "play moves and print the position after them",
      "GAME MOVE...", 1, -1, APPLY_OPTIONS, APPLY_NOTE },
    { "perft", cmd_perft, "count move sequences up to a depth (perft)",
      "GAME DEPTH",   2,  2, PERFT_OPTIONS, PERFT_NOTE },
    { "convert", cmd_convert, "convert a game record to another format",
      "[FILE]",       0,  1, CONVERT_OPTIONS, CONVERT_NOTE },
    { "match", cmd_match, "play a match of two players and estimate the difference",
      "GAME",         1,  1, MATCH_OPTIONS, MATCH_NOTE },
    { "worker", cmd_worker, "do tasks that a queue in a database holds",
      "",             0,  0, WORKER_OPTIONS, WORKER_NOTE },
    { "queue", cmd_queue, "list and control the queue of work for many machines",
      "[VERB [ARG...]]", 0, -1, QUEUE_OPTIONS, QUEUE_NOTE },
    { "learn", cmd_learn, "learn an evaluation from self-play, and prove it in a match",
      "GAME play|fit|ranks|tune|prove FILE...", 3, -1, LEARN_OPTIONS, LEARN_NOTE },
    { "tablebase", cmd_tablebase, "solve every position of a small game and save the values",
      "estimate|build|verify|probe GAME", 2, 2, TB_OPTIONS, TB_NOTE },
    { "baseline", cmd_baseline, "play a round robin of the baseline players, print the table",
      "GAME",         1,  1, BASELINE_OPTIONS, BASELINE_NOTE },
    { "arena", cmd_arena, "run contests between bots",
      "VERB DIR",     1, -1, ARENA_OPTIONS, ARENA_NOTE },
    { "engine", cmd_engine, "run the engine protocol (UGI) on stdin and stdout",
      "[GAME]",       0,  1, ENGINE_OPTIONS, ENGINE_NOTE },
    { "solve", cmd_solve, "solve a position and write a proof",
      "GAME",         1,  1, SOLVE_OPTIONS, SOLVE_NOTE },
    { "verify", cmd_verify, "check a proof with the naive rules",
      "FILE",         1,  1, VERIFY_OPTIONS, VERIFY_NOTE },
    { "puzzles", cmd_puzzles, "find or show positions with exactly one winning move",
      "[GAME]",       0,  1, PUZZLES_OPTIONS, PUZZLES_NOTE },
    { "bench", cmd_bench, "measure speed and print the signature of this build",
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
    fputs("Tessera: play, analyse and solve two-player abstract board games.\n\n"
          "Usage: tessera COMMAND [ARG...] [OPTION...]\n\n",
          out);
    for (const Command *command = COMMANDS; command->name != NULL; command++)
        fprintf(out, "  %-10s %s\n", command->name, command->summary);
    fprintf(out, "  %-10s %s\n", "help", "print help on a command: tessera help COMMAND");
    if (DIALECTS[0].name != NULL)
        fputs("\nThird-party protocols of single games:\n\n", out);
    for (const Dialect *dialect = DIALECTS; dialect->name != NULL; dialect++)
        fprintf(out, "  %-10s %s\n", dialect->name, dialect->summary);
    fputs("\nExit status: 0 success, 1 run-time error (memory, disk full), 2 invalid input.\n",
          out);
    return EXIT_DONE;
}

static void help_option(const Option *option, FILE *out)
{
    char left[128];
    snprintf(left, sizeof left, "--%s%s%s", option->name, option->value == NULL ? "" : " ",
             option->value == NULL ? "" : option->value);
    if (strlen(left) > 26) /* too wide for its column: the summary goes on the next line */
        fprintf(out, "  %s\n  %26s %s\n", left, "", option->help);
    else
        fprintf(out, "  %-26s %s\n", left, option->help);
}

static int help_command(const Command *command, FILE *out)
{
    fprintf(out, "Usage: tessera %s%s%s%s\n\n%c%s.\n\n", command->name,
            command->usage[0] == '\0' ? "" : " ", command->usage,
            command->options[0].name == NULL ? "" : " [OPTION...]", toupper(command->summary[0]),
            command->summary + 1);
    for (const Option *option = command->options; option->name != NULL; option++)
        help_option(option, out);
    help_option(&(Option){ .name = "help", .help = "print this help" }, out);
    if (command->notes != NULL)
        fprintf(out, "\n%s", command->notes);
    if (strstr(command->usage, "GAME") != NULL)
        fprintf(out, "\n%s", GAME_NOTE);
    return EXIT_DONE;
}

/* The usage text of a dialect may start with its own `usage:` line. */
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

static void keep_closer(const char *typed, const char *name, const char **best, int *distance)
{
    int other = edit_distance(typed, name);
    if (other < *distance) {
        *distance = other;
        *best = name;
    }
}

static int error_unknown(const char *typed, FILE *err)
{
    const char *best = "help";
    int         distance = edit_distance(typed, best);
    for (const Command *command = COMMANDS; command->name != NULL; command++)
        keep_closer(typed, command->name, &best, &distance);
    for (const Dialect *dialect = DIALECTS; dialect->name != NULL; dialect++)
        keep_closer(typed, dialect->name, &best, &distance);
    if (is_typo(typed, distance))
        return cmd_error(err, "command", "unknown command '%.60s'; did you mean '%s'?", typed,
                         best);
    return cmd_error(err, "command", "unknown command '%.60s'; `tessera help` lists the commands",
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

static bool is_help(const char *arg)
{
    return strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0;
}

static bool wants_help(int count, char **args)
{
    for (int i = 0; i < count && strcmp(args[i], "--") != 0; i++)
        if (is_help(args[i]))
            return true;
    return false;
}

static int run_command(const Command *command, int count, char **argv, FILE *out, FILE *err)
{
    Args  args;
    Fault fault;
    if (options_read(command->options, count, argv, &args, &fault) != STATUS_OK)
        return cmd_error(err, command->name, "%s", fault.why);
    if (args.arg_count < command->args_min)
        return cmd_error(err, command->name, "missing argument; usage: tessera %s %s",
                         command->name, command->usage);
    if (command->args_max >= 0 && args.arg_count > command->args_max)
        return cmd_error(err, command->name,
                         "unexpected argument '%.60s'; `tessera help %s` shows the usage",
                         args.arg[command->args_max], command->name);
    return command->run(&args, out, err);
}

static int run(int argc, char **argv, FILE *out, FILE *err)
{
    if (argc < 2)
        return help_all(out);
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        fprintf(out, "tessera %s\n", TESSERA_VERSION);
        return EXIT_DONE;
    }
    if (strcmp(name, "help") == 0 || is_help(name))
        return argc == 2 || is_help(argv[2]) ? help_all(out) : help_for(argv[2], out, err);
    if (wants_help(argc - 2, argv + 2))
        return help_for(name, out, err);
    const Command *command = find_command(name);
    if (command != NULL)
        return run_command(command, argc - 2, argv + 2, out, err);
    const Dialect *dialect = find_dialect(name);
    if (dialect != NULL)
        return dialect->run(argc - 1, argv + 1, stdin, out, err);
    return error_unknown(name, err);
}

/* True if the reader of a pipe has closed its end. */
static bool reader_is_gone(FILE *out)
{
    struct pollfd pipe = { .fd = fileno(out) };
    return poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
}

/* Return the exit status after the output is flushed: output that cannot be written is a failure.
 * A reader that closed the pipe has seen enough, so that gets no message.  If an earlier flush
 * failed, its errno is lost and the message is general. */
static int finish(int status, FILE *out, FILE *err)
{
    bool failed = ferror(out) != 0;
    errno = 0;
    failed = fflush(out) != 0 || failed;
    int  reason = errno;
    bool left = reason == EPIPE || reader_is_gone(out);
    failed = fclose(out) != 0 || failed;
    if (!failed)
        return status;
    if (!left)
        cmd_error(err, "output", "%s", reason != 0 ? strerror(reason) : "cannot write the output");
    return status == EXIT_DONE ? EXIT_FAILED : status;
}

/* Open /dev/null on each standard descriptor that is closed, so that no file or socket gets its
 * number.  The stand-in for stdout is read-only: every write fails, as on a closed descriptor. */
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
    signal(SIGPIPE, SIG_IGN); /* report a closed pipe as a write error */
    signal(SIGXFSZ, SIG_IGN); /* and a file that may not grow as well */
    return finish(run(argc, argv, stdout, stderr), stdout, stderr);
}
