/* SPDX-License-Identifier: MIT */
/* cmd_arena.c - the command `arena`: new, init, add, remove, run, resume, stop, report, check. */
#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/builder.h"
#include "arena/check.h"
#include "arena/entry.h"
#include "arena/report.h"
#include "arena/report_html.h"
#include "arena/run.h"
#include "base/clock.h"
#include "cmd/atomic_file.h"
#include "cmd/interrupts.h"
#include "cmd/player_option.h"

enum {
    REPORT_BYTES_MAX = 1 << 30,
    SAMPLE_BYTES_MAX = 65536, /* of a new contest.toml */
    PATH_BYTES = 4096,
    BAR_CELLS = 24,
    FAILURES_SHOWN = 20,
    COLUMNS_DEFAULT = 120,
    STOP_WAIT_SECONDS = 600,
};

static const double PROGRESS_EVERY_SECONDS = 0.2, LINE_EVERY_SECONDS = 30;
static const double SPRT_ERROR = 0.05;

enum {
    ARENA_GAME,
    ARENA_FORMAT,
    ARENA_NAME,
    ARENA_KIND,
    ARENA_PLAYER,
    ARENA_ARG,
    ARENA_WORKERS,
    ARENA_GAMES,
    ARENA_UNSAFE,
    ARENA_CSV,
    ARENA_JSON,
    ARENA_HTML,
    ARENA_SHOW,
    ARENA_SPRT,
    ARENA_CONTEST,
    ARENA_RECORDS,
    ARENA_LOG,
};
const Option ARENA_OPTIONS[] = {
    { "game", OPTION_TEXT, "GAME", "init, check: the game and its variant", 0, 0 },
    { "format", OPTION_CHOICE, "round-robin|double-round-robin|gauntlet|swiss|knockout|ladder",
      "init: the format of the contest", 0, 0 },
    { "name", OPTION_TEXT, "NAME", "init: the contest's name; add: the bot's name", 0, 0 },
    { "kind", OPTION_CHOICE, "c|json|ugi|files", "new, add, check: the bot's protocol", 0, 0 },
    { "player", OPTION_TEXT, "SPEC",
      "add: a built-in player such as random or level3; check: the opponent", 0, 0 },
    { "arg", OPTION_LIST, "ARG", "add, check: an argument for the bot; may be repeated", 0, 0 },
    { "workers", OPTION_NUMBER, "N", "run, resume: number of games played in parallel", 1,
      CONTEST_WORKERS_MAX },
    { "games", OPTION_NUMBER, "N", "run, resume: stop after N games; check: games per opponent", 1,
      100000000 },
    { "unsafe-no-jail", OPTION_FLAG, NULL, "run, resume, check: run bots without the jail", 0, 0 },
    { "csv", OPTION_CHOICE, "ranking|games|cross", "report: a table as CSV", 0, 0 },
    { "json", OPTION_FLAG, NULL, "report: everything as JSON", 0, 0 },
    { "html", OPTION_TEXT, "FILE", "report: an HTML page with all games; - is standard output", 0,
      0 },
    { "show", OPTION_NUMBER, "N", "report: one game with its board and record", 1, INT32_MAX },
    { "sprt", OPTION_TEXT, "A,B,ELO0,ELO1", "report: an SPRT between two bots", 0, 0 },
    { "contest", OPTION_TEXT, "DIR", "check: use the game and limits of this contest", 0, 0 },
    { "records", OPTION_TEXT, "FILE", "report, check: write all game records; - is standard output",
      0, 0 },
    { "log", OPTION_TEXT, "FILE", "check: write the bot's stderr; - is standard output", 0, 0 },
    { .name = NULL },
};

static int failure(FILE *err, const Fault *fault)
{
    cmd_error(err, "arena", "%s", fault->why);
    return fault->status == STATUS_SYSTEM || fault->status == STATUS_NO_MEMORY ? EXIT_FAILED
                                                                               : EXIT_BAD_INPUT;
}

static bool is_given(const Args *args, int option)
{
    return args->option[option].given;
}

static int cmd_error_system(FILE *err, const char *path)
{
    cmd_error(err, "arena", "%.200s: %s", path, strerror(errno));
    return EXIT_FAILED;
}

/* --- new ---------------------------------------------------------------------------------- */

/* Create a file.  False with errno if it exists or cannot be written. */
static bool write_new(const char *path, const EmbeddedFile *text)
{
    FILE *file = fopen(path, "wxe");
    bool  fine = file != NULL && fwrite(text->data, 1, text->size, file) == text->size;
    if (file != NULL)
        fine = fclose(file) == 0 && fine;
    return fine;
}

/* Write the SDK header for the author's editor; the arena itself compiles with its own copy. */
static bool write_header(const char *path)
{
    char        copy[PATH_BYTES], header[PATH_BYTES];
    struct stat about;
    snprintf(copy, sizeof copy, "%s", path);
    snprintf(header, sizeof header, "%.3000s/tessera_bot.h", dirname(copy));
    return lstat(header, &about) != 0 && write_new(header, builder_header());
}

static int verb_new(const Args *args, FILE *out, FILE *err)
{
    const char *path = args->arg[1];
    BotKind     kind = BOT_KINDS, any = BOT_KINDS;
    if (is_given(args, ARENA_KIND))
        kind = (BotKind)args->option[ARENA_KIND].number;
    const EmbeddedFile *starter = builder_starter(path, &kind);
    if (starter == NULL)
        return cmd_error(
            err, "arena",
            builder_starter(path, &any) == NULL
                ? "%.200s: there is no starter bot for this file type; use .c, .py or .js"
                : "%.200s: there is no starter bot of this kind; see docs/bots.md",
            path);
    if (!write_new(path, starter))
        return errno == EEXIST ? cmd_error(err, "arena", "%.200s already exists", path)
                               : cmd_error_system(err, path);
    bool header = kind == BOT_C && write_header(path);
    fprintf(out, "Created %s%s.  Next: tessera arena check %s%s --game GAME\n", path,
            header ? " and tessera_bot.h" : "", path, kind == BOT_FILES ? " --kind files" : "");
    return EXIT_DONE;
}

/* --- init --------------------------------------------------------------------------------- */

/* Write the text of a new contest.toml and check that it can be read. */
static int sample(const Args *args, Buffer *text, FILE *err)
{
    char    path[PATH_BYTES];
    Contest contest;
    Fault   fault;
    snprintf(path, sizeof path, "%s", args->arg[1]);
    contest_sample(text,
                   is_given(args, ARENA_NAME) ? args->option[ARENA_NAME].text : basename(path),
                   args->option[ARENA_GAME].text,
                   is_given(args, ARENA_FORMAT) ? (Format)args->option[ARENA_FORMAT].number
                                                : FORMAT_ROUND_ROBIN);
    if (text->failed)
        return cmd_error(err, "arena", "the contest's name is too long");
    if (contest_read(text->data, text->length, &contest, &fault) != STATUS_OK)
        return cmd_error(err, "arena", "%s", fault.why);
    contest_free(&contest);
    return EXIT_DONE;
}

/* Create a file; on failure remove it again. */
static int make_file(const char *path, const Buffer *text, FILE *err)
{
    FILE *file = fopen(path, "wxe");
    if (file == NULL)
        return cmd_error_system(err, path);
    bool fine = fwrite(text->data, 1, text->length, file) == text->length;
    fine = fclose(file) == 0 && fine;
    if (fine)
        return EXIT_DONE;
    int failed = cmd_error_system(err, path);
    unlink(path);
    return failed;
}

static int make_contest(const char *folder, const char *path, const Buffer *text, FILE *err)
{
    if (mkdir(folder, 0755) != 0 && errno != EEXIST)
        return cmd_error_system(err, folder);
    return make_file(path, text, err);
}

static int verb_init(const Args *args, FILE *out, FILE *err)
{
    const char *folder = args->arg[1];
    char        path[PATH_BYTES];
    Setup       setup;
    Buffer      text;
    if (!is_given(args, ARENA_GAME))
        return cmd_error(err, "arena", "--game GAME is missing; `tessera games` lists the games");
    int failed = setup_from_text(args->option[ARENA_GAME].text, &setup, err);
    if (failed != EXIT_DONE)
        return failed;
    snprintf(path, sizeof path, "%s/" CONTEST_FILE, folder);
    if (access(path, F_OK) == 0)
        return cmd_error(err, "arena", "%.200s already exists", path);
    buffer_init(&text, SAMPLE_BYTES_MAX);
    failed = sample(args, &text, err);
    if (failed == EXIT_DONE)
        failed = make_contest(folder, path, &text, err);
    buffer_free(&text);
    if (failed == EXIT_DONE)
        fprintf(out, "Created %s.  Next: tessera arena add %s FILE..., then arena run %s\n", path,
                folder, folder);
    return failed;
}

/* --- add, remove -------------------------------------------------------------------------- */

static EntryRequest entry_request(const Args *args)
{
    return (EntryRequest){
        .name = is_given(args, ARENA_NAME) ? args->option[ARENA_NAME].text : NULL,
        .kind = is_given(args, ARENA_KIND) ? (BotKind)args->option[ARENA_KIND].number : BOT_KINDS,
        .arg_count = args->list_count,
        .args = args->list,
    };
}

static int add_one(const char *folder, const EntryRequest *request, FILE *out, FILE *err)
{
    BotSpec bot;
    Fault   fault;
    if (entry_add(folder, request, &bot, &fault) != STATUS_OK)
        return failure(err, &fault);
    fprintf(out, "%s takes part (%s)\n", bot.name, BOT_KIND_NAMES[bot.kind]);
    return EXIT_DONE;
}

static int add_files(const Args *args, FILE *out, FILE *err)
{
    EntryRequest request = entry_request(args);
    Fault        fault;
    int          failed = EXIT_DONE;
    if (entry_check_files(args->arg[1], &request, args->arg + 2, args->arg_count - 2, &fault) !=
        STATUS_OK)
        return failure(err, &fault);
    for (int i = 2; i < args->arg_count && failed == EXIT_DONE; i++) {
        request.file = args->arg[i];
        failed = add_one(args->arg[1], &request, out, err);
    }
    return failed;
}

static int add_all(const Args *args, FILE *out, FILE *err)
{
    Fault fault;
    if (entry_check_open(args->arg[1], &fault) != STATUS_OK)
        return failure(err, &fault);
    if (is_given(args, ARENA_PLAYER)) {
        EntryRequest request = entry_request(args);
        request.player = args->option[ARENA_PLAYER].text;
        if (args->arg_count > 2)
            return cmd_error(err, "arena", "pass either FILE... or --player, not both");
        return add_one(args->arg[1], &request, out, err);
    }
    if (args->arg_count < 3)
        return cmd_error(
            err, "arena",
            "missing argument; usage: tessera arena add DIR FILE..., or --player SPEC");
    if (args->arg_count > 3 && is_given(args, ARENA_NAME))
        return cmd_error(err, "arena",
                         "--name can only be used with one bot; add the files one by one");
    return add_files(args, out, err);
}

static int remove_all(const Args *args, FILE *out, FILE *err)
{
    Fault fault;
    if (entry_check_idle(args->arg[1], &fault) != STATUS_OK)
        return failure(err, &fault);
    if (args->arg_count < 3)
        return cmd_error(err, "arena", "missing argument; usage: tessera arena remove DIR NAME...");
    for (int i = 2; i < args->arg_count; i++) {
        if (entry_remove(args->arg[1], args->arg[i], &fault) != STATUS_OK)
            return failure(err, &fault);
        fprintf(out, "%s no longer takes part; its file is kept\n", args->arg[i]);
    }
    return EXIT_DONE;
}

/* Call `change` with the contest's lock: it reads contest.toml and replaces it. */
static int with_lock(const Args *args, FILE *out, FILE *err,
                     int (*change)(const Args *args, FILE *out, FILE *err))
{
    Fault fault;
    int   file = contest_hold(args->arg[1], &fault);
    if (file < 0)
        return failure(err, &fault);
    int failed = change(args, out, err);
    close(file);
    return failed;
}

static int verb_add(const Args *args, FILE *out, FILE *err)
{
    return with_lock(args, out, err, add_all);
}

static int verb_remove(const Args *args, FILE *out, FILE *err)
{
    return with_lock(args, out, err, remove_all);
}

/* --- run, resume, stop -------------------------------------------------------------------- */

typedef struct Watch {
    FILE  *err;
    bool   terminal;
    double printed_at;
    int    failures, stops;
} Watch;

static void write_left(double seconds, Text *out)
{
    long left = (long)(seconds + 0.5);
    if (left >= 3600)
        text_addf(out, "%ld:%02ld:%02ld left", left / 3600, left / 60 % 60, left % 60);
    else
        text_addf(out, "%ld:%02ld left", left / 60, left % 60);
}

static void write_bar(const RunProgress *p, Text *out)
{
    int64_t full = p->total > 0 ? BAR_CELLS * p->done / p->total : 0;
    text_char(out, '[');
    text_fill(out, '#', (int)full);
    text_fill(out, '.', BAR_CELLS - (int)full);
    text_add(out, "] ");
}

static void print_progress(Watch *watch, const RunProgress *p)
{
    char   words[240];
    Text   text = text_over(words, sizeof words);
    double pace = p->seconds > 0 ? (double)p->fresh / p->seconds : 0;
    watch->printed_at = clock_wall_seconds();
    if (watch->terminal && p->total > 0)
        write_bar(p, &text);
    if (p->round > 0)
        text_addf(&text, "round %d, ", p->round);
    if (p->total > 0)
        text_addf(&text, "%lld of %lld games", (long long)p->done, (long long)p->total);
    else
        text_addf(&text, "%lld games", (long long)p->done);
    text_addf(&text, ", %d playing, %.1f per second", p->playing, pace);
    if (pace > 0 && p->total > p->done) {
        text_add(&text, ", ");
        write_left((double)(p->total - p->done) / pace, &text);
    }
    if (watch->stops > 0)
        text_add(&text, "; finishing");
    fprintf(watch->err, watch->terminal ? "\r%s\033[K" : "%s\n", words);
    fflush(watch->err);
}

static void on_notice(void *context, const char *sentence)
{
    Watch *watch = context;
    fprintf(watch->err, "%s%s\n", watch->terminal ? "\r\033[K" : "", sentence);
}

static void on_game(void *context, const RunProgress *progress, const LedgerGame *game,
                    const char *first, const char *second)
{
    Watch *watch = context;
    (void)progress;
    if (game->termination == TERMINATION_RULES || watch->failures++ >= FAILURES_SHOWN)
        return;
    fprintf(watch->err, "%sgame %lld, %s - %s: %s loses by %s%s%s%s: %.200s%s\n",
            watch->terminal ? "\r\033[K" : "", (long long)game->id, first, second,
            game->half_points == 2 ? second : first, termination_word(game->termination),
            game->code[0] == '\0' ? "" : " (", game->code, game->code[0] == '\0' ? "" : ")",
            game->why,
            watch->failures == FAILURES_SHOWN ? " (further forfeits are not shown)" : "");
}

static void on_tick(void *context, const RunProgress *progress)
{
    Watch *watch = context;
    double every = watch->terminal ? PROGRESS_EVERY_SECONDS : LINE_EVERY_SECONDS;
    if (clock_wall_seconds() - watch->printed_at >= every)
        print_progress(watch, progress);
}

static int on_stop(void *context)
{
    Watch *watch = context;
    if (interrupts_came()) {
        watch->stops++;
        on_notice(watch, watch->stops == 1
                             ? "finishing the current games; press Ctrl-C again to abort them"
                             : "aborting the current games");
    }
    return watch->stops;
}

static int columns_of(FILE *out)
{
    struct winsize size;
    if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return COLUMNS_DEFAULT;
}

static int print_report(const char *folder, FILE *out, FILE *err)
{
    Report report;
    Fault  fault;
    Buffer text;
    if (report_load(folder, &report, &fault) != STATUS_OK)
        return failure(err, &fault);
    buffer_init(&text, REPORT_BYTES_MAX);
    report_text(&report, columns_of(out), &text);
    report_free(&report);
    int failed = text.failed ? cmd_error_memory(err, "arena") : EXIT_DONE;
    if (failed == EXIT_DONE)
        fwrite(text.data, 1, text.length, out);
    buffer_free(&text);
    return failed;
}

static int verb_run(const Args *args, FILE *out, FILE *err)
{
    RunConfig   config = { .folder = args->arg[1],
                           .workers = (int)args->option[ARENA_WORKERS].number,
                           .games = args->option[ARENA_GAMES].number,
                           .unsafe = is_given(args, ARENA_UNSAFE) };
    Watch       watch = { .err = err, .terminal = isatty(fileno(err)) };
    RunListener listener = { &watch, on_notice, on_game, on_tick, on_stop };
    RunProgress progress;
    RunEnd      end = RUN_OVER;
    Fault       fault;
    if (config.unsafe)
        fprintf(err, "tessera: arena: NO JAIL: bots can do whatever you can\n");
    watch.printed_at = clock_wall_seconds();
    interrupts_begin();
    Status status = run_contest(&config, &listener, &end, &progress, &fault);
    interrupts_end();
    if (watch.terminal)
        fputs("\r\033[K", err);
    if (status != STATUS_OK)
        return failure(err, &fault);
    fprintf(err, end == RUN_OVER ? "The contest is over: " : "Stopped after ");
    fprintf(err, "%lld game%s", (long long)progress.done, progress.done == 1 ? "" : "s");
    if (progress.left > 0)
        fprintf(err, " (not counting %lld games of bots that have left)", (long long)progress.left);
    if (end == RUN_OVER)
        fputs(".\n\n", err);
    else
        fprintf(err, "; continue with `tessera arena resume %s`.\n\n", config.folder);
    return print_report(config.folder, out, err);
}

static int verb_resume(const Args *args, FILE *out, FILE *err)
{
    Fault   fault;
    Ledger *ledger = ledger_open(args->arg[1], LEDGER_READ, &fault);
    if (ledger == NULL)
        return failure(err, &fault);
    ledger_close(ledger);
    return verb_run(args, out, err);
}

static int verb_stop(const Args *args, FILE *out, FILE *err)
{
    const char *folder = args->arg[1];
    Fault       fault;
    if (run_request_stop(folder, &fault) != STATUS_OK)
        return failure(err, &fault);
    double began = clock_wall_seconds();
    while (ledger_runner(folder) != 0) {
        if (clock_wall_seconds() - began > STOP_WAIT_SECONDS) {
            cmd_error(
                err, "arena",
                "the current games are still running after %d seconds; the run stops after them",
                STOP_WAIT_SECONDS);
            return EXIT_FAILED;
        }
        usleep(50000);
    }
    fprintf(out, "stopped; continue with `tessera arena resume %s`\n", folder);
    return EXIT_DONE;
}

/* --- report ------------------------------------------------------------------------------- */

static bool print_game(void *context, const LedgerGame *game)
{
    Buffer text;
    buffer_init(&text, REPORT_BYTES_MAX);
    report_game(game, &text);
    if (text.length > 0)
        fwrite(text.data, 1, text.length, context);
    buffer_free(&text);
    return true;
}

static int show_game(const char *folder, int64_t id, FILE *out, FILE *err)
{
    Fault   fault;
    Ledger *ledger = ledger_open(folder, LEDGER_READ, &fault);
    if (ledger == NULL)
        return failure(err, &fault);
    Status status = ledger_one(ledger, id, print_game, out);
    ledger_close(ledger);
    if (status == STATUS_OK)
        return EXIT_DONE;
    return cmd_error(err, "arena", "there is no game %lld in this contest", (long long)id);
}

/* Parse the value of --sprt, such as "anna,bert,0,20". */
static bool read_sprt(const char *text, char names[2][BOT_NAME_MAX], Sprt *sprt)
{
    double elo[2] = { 0, 0 };
    *sprt = (Sprt){ .alpha = SPRT_ERROR, .beta = SPRT_ERROR };
    for (int i = 0; i < 4; i++) {
        size_t length = strcspn(text, ",");
        char   word[BOT_NAME_MAX], *end;
        if (length == 0 || length >= sizeof word || (i < 3) != (text[length] == ','))
            return false;
        memcpy(word, text, length);
        word[length] = '\0';
        text += length + 1;
        if (i < 2) {
            memcpy(names[i], word, sizeof word);
            continue;
        }
        elo[i - 2] = strtod(word, &end);
        if (*end != '\0' || !(fabs(elo[i - 2]) <= 2000))
            return false;
    }
    sprt->elo0 = elo[0];
    sprt->elo1 = elo[1];
    return sprt->elo0 < sprt->elo1;
}

static int print_sprt(const Report *report, const char *text, FILE *out, FILE *err)
{
    static const char *const DECISIONS[] = { "open", "elo0", "elo1" };
    char                     names[2][BOT_NAME_MAX];
    Sprt                     sprt;
    int                      bots[2];
    if (!read_sprt(text, names, &sprt))
        return cmd_error(
            err, "arena",
            "--sprt must be A,B,ELO0,ELO1 with ELO0 below ELO1, such as anna,bert,0,20");
    for (int i = 0; i < 2; i++) {
        bots[i] = report_find(report, names[i]);
        if (bots[i] < 0)
            return cmd_error(err, "arena", "no bot named '%s' takes part in this contest",
                             names[i]);
    }
    Tally    tally = report_tally(report, bots[0], bots[1]);
    Estimate score = stats_score(&tally);
    fprintf(out, "games %lld %lld %lld\npairs", (long long)tally.win, (long long)tally.draw,
            (long long)tally.loss);
    for (int i = 0; i < PAIR_KINDS; i++)
        fprintf(out, " %lld", (long long)tally.pair[i]);
    fprintf(out, "\nscore %.4f from %.4f to %.4f\nsuperiority %.4f\n", score.value, score.low,
            score.high, stats_superiority(&tally));
    fprintf(out, "sprt %.2f bounds %.2f %.2f elo0 %g elo1 %g verdict %s\n",
            sprt_ratio(&sprt, &tally), sprt_low(&sprt), sprt_high(&sprt), sprt.elo0, sprt.elo1,
            DECISIONS[sprt_decision(&sprt, &tally)]);
    return EXIT_DONE;
}

static int write_html(const char *folder, const char *path, FILE *out, FILE *err)
{
    Report report;
    Fault  fault;
    Buffer page;
    if (report_load(folder, &report, &fault) != STATUS_OK)
        return failure(err, &fault);
    buffer_init(&page, REPORT_BYTES_MAX);
    int failed = EXIT_DONE;
    if (report_html(&report, folder, &page, &fault) != STATUS_OK)
        failed = failure(err, &fault);
    else if (strcmp(path, "-") == 0)
        fwrite(page.data, 1, page.length, out);
    else if (!atomic_file_write(path, page.data, page.length))
        failed = cmd_error_system(err, path);
    if (failed == EXIT_DONE && strcmp(path, "-") != 0)
        fprintf(out, "%s: %d games, %.1f MB\n", path, report.game_count, (double)page.length / 1e6);
    buffer_free(&page);
    report_free(&report);
    return failed;
}

static int save_file(const Args *args, int option, const Buffer *text, FILE *out, FILE *err)
{
    const char *path = args->option[option].text;
    if (!is_given(args, option))
        return EXIT_DONE;
    if (text->failed)
        return cmd_error_memory(err, "arena");
    if (strcmp(path, "-") != 0)
        return atomic_file_write(path, text->data, text->length) ? EXIT_DONE
                                                                 : cmd_error_system(err, path);
    fwrite(text->data, 1, text->length, out);
    return EXIT_DONE;
}

typedef struct Export {
    const Report *report;
    int           next; /* index in report->games; both lists are in order of id */
    Buffer        text;
} Export;

static bool export_game(void *context, const LedgerGame *game)
{
    Export *export = context;
    if (export->next == export->report->game_count ||
        export->report->games[export->next].id != game->id)
        return true;
    buffer_addf(&export->text, "%s# game %lld\n", export->next == 0 ? "" : "\n",
                (long long)game->id);
    export->next++;
    report_game(game, &export->text);
    return !export->text.failed;
}

/* Write the records of all games that count. */
static int write_records(const Args *args, FILE *out, FILE *err)
{
    const char *folder = args->arg[1];
    Report      report;
    Fault       fault;
    if (report_load(folder, &report, &fault) != STATUS_OK)
        return failure(err, &fault);
    Export export = { .report = &report };
    Ledger *ledger = ledger_open(folder, LEDGER_READ, &fault);
    int     failed = EXIT_DONE;
    buffer_init(&export.text, REPORT_BYTES_MAX);
    if (ledger == NULL || ledger_each(ledger, true, export_game, &export) != STATUS_OK)
        failed = ledger == NULL ? failure(err, &fault)
                                : cmd_error(err, "arena", "cannot read the games of the contest");
    if (failed == EXIT_DONE)
        failed = save_file(args, ARENA_RECORDS, &export.text, out, err);
    if (ledger != NULL)
        ledger_close(ledger);
    buffer_free(&export.text);
    report_free(&report);
    return failed;
}

static int verb_report(const Args *args, FILE *out, FILE *err)
{
    static void (*const TABLES[])(
        const Report *, Buffer *) = { report_csv_ranking, report_csv_games, report_csv_cross };
    const OptionValue *option = args->option;
    int wanted = option[ARENA_CSV].given + option[ARENA_JSON].given + option[ARENA_HTML].given +
                 option[ARENA_SHOW].given + option[ARENA_SPRT].given + option[ARENA_RECORDS].given;
    Report report;
    Fault  fault;
    Buffer text;
    if (wanted > 1)
        return cmd_error(err, "arena",
                         "use only one of --csv, --json, --html, --records, --show and --sprt");
    if (wanted == 0)
        return print_report(args->arg[1], out, err);
    if (option[ARENA_SHOW].given)
        return show_game(args->arg[1], option[ARENA_SHOW].number, out, err);
    if (option[ARENA_RECORDS].given)
        return write_records(args, out, err);
    if (option[ARENA_HTML].given)
        return write_html(args->arg[1], option[ARENA_HTML].text, out, err);
    if (report_load(args->arg[1], &report, &fault) != STATUS_OK)
        return failure(err, &fault);
    int failed = EXIT_DONE;
    buffer_init(&text, REPORT_BYTES_MAX);
    if (option[ARENA_SPRT].given)
        failed = print_sprt(&report, option[ARENA_SPRT].text, out, err);
    else if (option[ARENA_JSON].given)
        report_json(&report, &text);
    else
        TABLES[option[ARENA_CSV].number](&report, &text);
    report_free(&report);
    if (text.failed)
        failed = cmd_error_memory(err, "arena");
    else if (text.length > 0)
        fwrite(text.data, 1, text.length, out);
    buffer_free(&text);
    return failed;
}

/* --- check -------------------------------------------------------------------------------- */

/* Check the bot, print the report, and save records and log. */
static int check_and_save(const Args *args, CheckJob *job, FILE *out, FILE *err)
{
    Buffer     text, records, log;
    PlayerSpec spec;
    Fault      fault;
    bool       accepted = false;
    if (is_given(args, ARENA_PLAYER)) {
        job->opponent = args->option[ARENA_PLAYER].text;
        if (player_spec_read(job->opponent, &spec, &fault) != STATUS_OK)
            return failure(err, &fault);
        if (spec.kind == PLAYER_ENGINE)
            return cmd_error(
                err, "arena",
                "--player must be a built-in player; to meet a program, add both to a contest");
    }
    buffer_init(&text, REPORT_BYTES_MAX);
    buffer_init(&records, REPORT_BYTES_MAX);
    buffer_init(&log, REPORT_BYTES_MAX);
    job->records = is_given(args, ARENA_RECORDS) ? &records : NULL;
    job->log = is_given(args, ARENA_LOG) ? &log : NULL;
    int failed = EXIT_DONE;
    if (check_bot(job, &accepted, &text, &fault) != STATUS_OK)
        failed = failure(err, &fault);
    else if (text.length > 0)
        fwrite(text.data, 1, text.length, out);
    if (failed == EXIT_DONE)
        failed = save_file(args, ARENA_RECORDS, &records, out, err);
    if (failed == EXIT_DONE)
        failed = save_file(args, ARENA_LOG, &log, out, err);
    buffer_free(&text);
    buffer_free(&records);
    buffer_free(&log);
    return failed != EXIT_DONE || accepted ? failed : EXIT_FAILED;
}

static int verb_check(const Args *args, FILE *out, FILE *err)
{
    const char *path = args->arg[1];
    Contest     contest;
    Fault       fault;
    CheckJob    job = { .path = path, .unsafe = is_given(args, ARENA_UNSAFE) };
    contest_init(&contest);
    if (is_given(args, ARENA_CONTEST) == is_given(args, ARENA_GAME))
        return cmd_error(err, "arena", "check needs either --game GAME or --contest DIR");
    if (is_given(args, ARENA_CONTEST)) {
        if (contest_load(args->option[ARENA_CONTEST].text, &contest, &fault) != STATUS_OK)
            return failure(err, &fault);
    } else {
        int failed = setup_from_text(args->option[ARENA_GAME].text, &contest.setup, err);
        if (failed != EXIT_DONE)
            return failed;
        if (contest.setup.turn_limit == 0)
            contest.setup.turn_limit = 500;
    }
    int          failed = EXIT_DONE;
    EntryRequest request = entry_request(args);
    request.file = path;
    if (entry_read_args(&request, &job.bot, &fault) != STATUS_OK)
        failed = failure(err, &fault);
    else if (access(path, R_OK) != 0)
        failed = cmd_error(err, "arena", "%.200s: %s", path, strerror(errno));
    else if (entry_read_kind(&request, &job.bot, &fault) != STATUS_OK)
        failed = failure(err, &fault);
    if (failed == EXIT_DONE) {
        job.contest = &contest;
        job.games = is_given(args, ARENA_GAMES) ? (int)args->option[ARENA_GAMES].number : 0;
        failed = check_and_save(args, &job, out, err);
    }
    contest_free(&contest);
    return failed;
}

/* --- Verbs -------------------------------------------------------------------------------- */

#define BIT(option) (1U << (option))

static const struct Verb {
    const char *name;
    int (*run)(const Args *args, FILE *out, FILE *err);
    const char *usage;
    int         arguments_max; /* including the verb; -1: any number */
    unsigned    options;
} VERBS[] = {
    { "new", verb_new, "new FILE", 2, BIT(ARENA_KIND) },
    { "init", verb_init, "init DIR --game GAME", 2,
      BIT(ARENA_GAME) | BIT(ARENA_FORMAT) | BIT(ARENA_NAME) },
    { "add", verb_add, "add DIR FILE...", -1,
      BIT(ARENA_NAME) | BIT(ARENA_KIND) | BIT(ARENA_PLAYER) | BIT(ARENA_ARG) },
    { "remove", verb_remove, "remove DIR NAME...", -1, 0 },
    { "run", verb_run, "run DIR", 2, BIT(ARENA_WORKERS) | BIT(ARENA_GAMES) | BIT(ARENA_UNSAFE) },
    { "resume", verb_resume, "resume DIR", 2,
      BIT(ARENA_WORKERS) | BIT(ARENA_GAMES) | BIT(ARENA_UNSAFE) },
    { "stop", verb_stop, "stop DIR", 2, 0 },
    { "report", verb_report, "report DIR", 2,
      BIT(ARENA_CSV) | BIT(ARENA_JSON) | BIT(ARENA_HTML) | BIT(ARENA_SHOW) | BIT(ARENA_SPRT) |
          BIT(ARENA_RECORDS) },
    { "check", verb_check, "check FILE --game GAME", 2,
      BIT(ARENA_GAME) | BIT(ARENA_KIND) | BIT(ARENA_ARG) | BIT(ARENA_GAMES) | BIT(ARENA_UNSAFE) |
          BIT(ARENA_CONTEST) | BIT(ARENA_PLAYER) | BIT(ARENA_RECORDS) | BIT(ARENA_LOG) },
};

enum { VERB_COUNT = sizeof VERBS / sizeof VERBS[0] };

static int error_verb(const char *typed, FILE *err)
{
    char list[128];
    Text text = text_over(list, sizeof list);
    int  best = 0, distance = edit_distance(typed, VERBS[0].name);
    for (int i = 0; i < VERB_COUNT; i++) {
        int other = edit_distance(typed, VERBS[i].name);
        text_addf(&text, "%s%s", i == 0 ? "" : i + 1 == VERB_COUNT ? " or " : ", ", VERBS[i].name);
        if (other < distance) {
            distance = other;
            best = i;
        }
    }
    if (is_typo(typed, distance))
        return cmd_error(err, "arena", "unknown verb '%.60s'; did you mean '%s'?", typed,
                         VERBS[best].name);
    return cmd_error(err, "arena", "unknown verb '%.60s'; use %s (see tessera help arena)", typed,
                     list);
}

int cmd_arena(const Args *args, FILE *out, FILE *err)
{
    const struct Verb *verb = VERBS;
    while (verb < VERBS + VERB_COUNT && strcmp(verb->name, args->arg[0]) != 0)
        verb++;
    if (verb == VERBS + VERB_COUNT)
        return error_verb(args->arg[0], err);
    if (args->arg_count < 2)
        return cmd_error(err, "arena", "missing argument; usage: tessera arena %s", verb->usage);
    if (verb->arguments_max >= 0 && args->arg_count > verb->arguments_max)
        return cmd_error(err, "arena", "unexpected argument '%.60s'; usage: tessera arena %s",
                         args->arg[verb->arguments_max], verb->usage);
    for (int i = 0; ARENA_OPTIONS[i].name != NULL; i++)
        if (args->option[i].given && (verb->options & BIT(i)) == 0)
            return cmd_error(err, "arena", "--%s is not an option of `arena %s`",
                             ARENA_OPTIONS[i].name, verb->name);
    return verb->run(args, out, err);
}
