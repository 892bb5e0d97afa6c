/* SPDX-License-Identifier: MIT */
/* cmd_arena.c - the command `arena`: new, init, add, remove, students, run, resume, stop, report,
 * void, verify, export, import, check. */
#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/audit.h"
#include "arena/builder.h"
#include "arena/check.h"
#include "arena/entry.h"
#include "arena/hand_in_store.h"
#include "arena/hand_in_worker.h"
#include "arena/report.h"
#include "arena/report_html.h"
#include "arena/run.h"
#include "arena/starts.h"
#include "arena/submission.h"
#include "arena/void_queue.h"
#include "base/clock.h"
#include "cmd/atomic_file.h"
#include "cmd/contest_copy.h"
#include "cmd/interrupts.h"
#include "cmd/player_option.h"
#include "cmd/queued_contest.h"
#include "cmd/results.h"
#include "web/public_url.h"
#include "web/secret.h"

enum {
    REPORT_BYTES_MAX = 1 << 30,
    SAMPLE_BYTES_MAX = 65536, /* of a new contest.toml */
    PATH_BYTES = 4096,
    BAR_CELLS = 24,
    FAILURES_SHOWN = 20,
    COLUMNS_DEFAULT = 120,
    STOP_WAIT_SECONDS = 600,
    FOLLOW_MS = 1000, /* between two looks at the database */
};

static const double PROGRESS_EVERY_SECONDS = 0.2, LINE_EVERY_SECONDS = 30;
static const double SPRT_ERROR = 0.05;
#define SPRT_RULE "--sprt must be A,B,ELO0,ELO1 with ELO0 below ELO1, such as anna,bert,0,20"

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
    ARENA_REASON,
    ARENA_TITLE,
    ARENA_NAMES,
    ARENA_RENEW,
    ARENA_ORGANISER,
    ARENA_URL,
    ARENA_DATABASE,
    ARENA_FOLLOW,
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
    { "json", OPTION_FLAG, NULL, "report, check: everything as JSON", 0, 0 },
    { "html", OPTION_TEXT, "FILE", "report: an HTML page with all games; - is standard output", 0,
      0 },
    { "show", OPTION_NUMBER, "N", "report: one game with its board and record", 1, INT32_MAX },
    { "sprt", OPTION_TEXT, "A,B,ELO0,ELO1",
      "report: an SPRT between two bots; run, resume: stop when it has decided", 0, 0 },
    { "contest", OPTION_TEXT, "DIR", "check: use the game, limits and openings of this contest", 0,
      0 },
    { "records", OPTION_TEXT, "FILE", "report, check: write all game records; - is standard output",
      0, 0 },
    { "log", OPTION_TEXT, "FILE", "check: write the bot's stderr; - is standard output", 0, 0 },
    { "reason", OPTION_TEXT, "TEXT", "void: why the games do not count", 0, 0 },
    { "title", OPTION_TEXT, "TEXT", "add: the bot's name to display, in UTF-8", 0, 0 },
    { "names", OPTION_TEXT, "FILE", "students: add the names in a file, one per line", 0, 0 },
    { "renew", OPTION_FLAG, NULL, "students: replace the links of these students", 0, 0 },
    { "organiser", OPTION_FLAG, NULL, "students: print a new link for the organiser", 0, 0 },
    { "url", OPTION_TEXT, "URL",
      "students: the address of the server (default http://127.0.0.1:8080/)", 0, 0 },
    { "database", OPTION_TEXT, "URL",
      "run, resume: workers play; export, import, report: a PostgreSQL database", 0, 0 },
    { "follow", OPTION_FLAG, NULL, "import: keep the directory up to date until Ctrl-C", 0, 0 },
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
                ? "%.200s: there is no starter bot for this file type; use .c, .cpp, .py or .js"
                : "%.200s: there is no starter bot of this kind; see docs/bots.md",
            path);
    if (!write_new(path, starter))
        return errno == EEXIST ? cmd_error(err, "arena", "%.200s already exists", path)
                               : cmd_error_system(err, path);
    bool header = kind == BOT_C && write_header(path); /* C and C++ */
    fprintf(out, "Created %s%s.  Next: tessera arena check %s%s --game GAME\n", path,
            header ? " and tessera_bot.h" : "", path, kind == BOT_FILES ? " --kind files" : "");
    return EXIT_DONE;
}

/* --- init --------------------------------------------------------------------------------- */

/* Write the text of a new contest.toml and check that it can be read. */
static int sample(const Args *args, const Setup *setup, Buffer *text, FILE *err)
{
    char    path[PATH_BYTES];
    Contest contest;
    Fault   fault;
    snprintf(path, sizeof path, "%s", args->arg[1]);
    contest_sample(text,
                   is_given(args, ARENA_NAME) ? args->option[ARENA_NAME].text : basename(path),
                   args->option[ARENA_GAME].text,
                   is_given(args, ARENA_FORMAT) ? (Format)args->option[ARENA_FORMAT].number
                                                : FORMAT_ROUND_ROBIN,
                   starts_swap_turn(setup) > 0);
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
    failed = sample(args, &setup, &text, err);
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
        .title = is_given(args, ARENA_TITLE) ? args->option[ARENA_TITLE].text : NULL,
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

/* Add all files that can be added, and say why the others cannot. */
static int add_files(const Args *args, FILE *out, FILE *err)
{
    EntryRequest request = entry_request(args);
    int          count = args->arg_count - 2, rejected = 0, failed = EXIT_DONE;
    for (int i = 0; i < count; i++) {
        BotSpec bot;
        Fault   fault;
        request.file = args->arg[2 + i];
        if (entry_add(args->arg[1], &request, &bot, &fault) == STATUS_OK) {
            fprintf(out, "%s takes part (%s)\n", bot.name, BOT_KIND_NAMES[bot.kind]);
            continue;
        }
        bool named = strstr(fault.why, request.file) != NULL;
        failed = cmd_error(err, "arena", "%s%s%s", named ? "" : request.file, named ? "" : ": ",
                           fault.why);
        rejected++;
        if (fault.status == STATUS_SYSTEM || fault.status == STATUS_NO_MEMORY)
            return EXIT_FAILED;
    }
    if (rejected > 0 && count > 1)
        fprintf(err, "%d of %d files were added\n", count - rejected, count);
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
    if (args->arg_count > 3 && is_given(args, ARENA_TITLE))
        return cmd_error(err, "arena",
                         "--title can only be used with one bot; add the files one by one");
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

/* --- students ----------------------------------------------------------------------------- */

typedef struct Links {
    HandInStore *store;
    Contest      contest;
    PublicUrl    url;
    bool         renews;
    FILE        *out;
} Links;

/* Add a student, or renew the link, and print it.  Only its hash is stored. */
static Status link_student(Links *links, const char *title, Fault *fault)
{
    Student student = { .id = 0 };
    char    token[TOKEN_TEXT_MAX];
    Status  status = STATUS_OK;
    if (!secret_token(token))
        return fault_set(fault, STATUS_SYSTEM, 0, "the system's random source fails");
    if (links->renews) {
        status = hand_in_renew(links->store, title, token, &student, fault);
    } else if (!contest_is_title(title)) {
        status = fault_set(fault, STATUS_SYNTAX, 0,
                           "'%.60s': the name of a student must be " CONTEST_TITLE_RULE, title);
    } else if (hand_in_find_student(links->store, title, &student)) {
        status = fault_set(fault, STATUS_ILLEGAL, 0,
                           "there is already a student named '%.60s'; pass --renew for a new link",
                           title);
    } else {
        snprintf(student.title, sizeof student.title, "%s", title);
        hand_in_choose_name(links->store, &links->contest, title, student.name);
        status = hand_in_add_student(links->store, &student, token, fault);
    }
    if (status == STATUS_OK)
        fprintf(links->out, "%s (%s): %s%sstudent/%s/\n", student.title, student.name,
                links->url.origin, links->url.path, token);
    return status;
}

static Status link_organiser(Links *links, Fault *fault)
{
    char token[TOKEN_TEXT_MAX];
    if (!secret_token(token))
        return fault_set(fault, STATUS_SYSTEM, 0, "the system's random source fails");
    Status status = hand_in_set_organiser(links->store, token, fault);
    if (status == STATUS_OK)
        fprintf(links->out, "Organiser: %s%sorganiser/%s/\n", links->url.origin, links->url.path,
                token);
    return status;
}

static Status link_file(Links *links, const char *path, Fault *fault)
{
    char   line[2 * BOT_TITLE_MAX];
    FILE  *file = fopen(path, "re");
    Status status = STATUS_OK;
    if (file == NULL)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "%.200s: %s", path, strerror(errno));
    while (status == STATUS_OK && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0')
            status = link_student(links, line, fault);
    }
    fclose(file);
    return status;
}

static bool print_student(void *context, const Student *student, const Submission *latest,
                          int64_t entered)
{
    FILE *out = context;
    char  version[48] = "";
    if (entered > 0)
        snprintf(version, sizeof version, ", %lld takes part", (long long)entered);
    if (latest == NULL)
        fprintf(out, "%s (%s): no submission\n", student->title, student->name);
    else
        fprintf(out, "%s (%s): submission %lld is %s%s\n", student->title, student->name,
                (long long)latest->id, SUBMISSION_STATE_NAMES[latest->state], version);
    return true;
}

static int verb_students(const Args *args, FILE *out, FILE *err)
{
    Links       links = { .renews = is_given(args, ARENA_RENEW), .out = out };
    Fault       fault;
    Status      status = STATUS_OK;
    const char *url =
        is_given(args, ARENA_URL) ? args->option[ARENA_URL].text : "http://127.0.0.1:8080/";
    bool lists =
        args->arg_count == 2 && !is_given(args, ARENA_NAMES) && !is_given(args, ARENA_ORGANISER);
    if (public_url_read(url, &links.url, &fault) != STATUS_OK)
        return cmd_error_at(err, "--url", fault.why, url, fault.at);
    if (lists && links.renews)
        return cmd_error(err, "arena", "--renew needs the names of students");
    if (contest_load(args->arg[1], &links.contest, &fault) != STATUS_OK)
        return failure(err, &fault);
    links.store = hand_in_store_open(args->arg[1], &fault);
    if (links.store == NULL) {
        contest_free(&links.contest);
        return failure(err, &fault);
    }
    if (is_given(args, ARENA_ORGANISER))
        status = link_organiser(&links, &fault);
    for (int i = 2; i < args->arg_count && status == STATUS_OK; i++)
        status = link_student(&links, args->arg[i], &fault);
    if (status == STATUS_OK && is_given(args, ARENA_NAMES))
        status = link_file(&links, args->option[ARENA_NAMES].text, &fault);
    if (lists && hand_in_student_count(links.store) == 0)
        fprintf(out, "No students yet.  Next: tessera arena students %s NAME... --organiser\n",
                args->arg[1]);
    else if (lists)
        hand_in_each_student(links.store, print_student, out);
    hand_in_store_close(links.store);
    contest_free(&links.contest);
    return status == STATUS_OK ? EXIT_DONE : failure(err, &fault);
}

/* --- run, resume, stop -------------------------------------------------------------------- */

typedef struct Watch {
    const char *folder, *sprt; /* the test that ends the run, or NULL */
    FILE       *err;
    bool        terminal;
    double      printed_at;
    int         failures, stops;
    bool        is_decided; /* by the test */
    bool        is_queued;  /* workers play */
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
    text_addf(&text, ", %d %s, %.1f per second", p->playing,
              watch->is_queued ? "queued" : "playing", pace);
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

static SprtDecision decide_sprt(const char *folder, const char *text);
static int          check_sprt(const char *folder, const char *text, FILE *err);

static void on_game(void *context, const RunProgress *progress, const LedgerGame *game,
                    const char *first, const char *second)
{
    Watch *watch = context;
    (void)progress;
    if (watch->sprt != NULL && watch->stops == 0 &&
        decide_sprt(watch->folder, watch->sprt) != SPRT_OPEN) {
        watch->stops = 1;
        watch->is_decided = true;
        on_notice(watch, "the SPRT has decided; finishing the current games");
    }
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
        on_notice(watch, watch->is_queued ? "the games under way stay in the queue"
                         : watch->stops == 1
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

/* Say how the run ended, and print the report. */
static int conclude(const char *folder, RunEnd end, const RunProgress *progress, FILE *out,
                    FILE *err)
{
    fprintf(err, end == RUN_OVER ? "The contest is over: " : "Stopped after ");
    fprintf(err, "%lld game%s", (long long)progress->done, progress->done == 1 ? "" : "s");
    if (progress->left > 0)
        fprintf(err, " (not counting %lld games of bots that have left)",
                (long long)progress->left);
    if (end == RUN_OVER)
        fputs(".\n\n", err);
    else
        fprintf(err, "; continue with `tessera arena resume %s`.\n\n", folder);
    return print_report(folder, out, err);
}

/* Play the contest, here or through the queue of `config->source`. */
static int play_contest(RunConfig *config, Watch *watch, FILE *out, FILE *err)
{
    RunListener    listener = { watch, on_notice, on_game, on_tick, on_stop };
    QueuedContest *queued = config->source == NULL ? NULL : config->source->context;
    RunProgress    progress;
    RunEnd         end = RUN_OVER;
    Fault          fault;
    if (hand_in_admit(config->folder, &fault) != STATUS_OK)
        return failure(err, &fault);
    if (config->unsafe)
        fprintf(err, "tessera: arena: NO JAIL: bots can do whatever you can\n");
    watch->printed_at = clock_wall_seconds();
    interrupts_begin();
    Status status = run_contest(config, &listener, &end, &progress, &fault);
    interrupts_end();
    if (watch->terminal)
        fputs("\r\033[K", err);
    if (queued != NULL && status == STATUS_OK)
        queued_contest_conclude(queued, config->folder, end != RUN_OVER && !watch->is_decided);
    if (status != STATUS_OK)
        return failure(err, &fault);
    return conclude(config->folder, end, &progress, out, err);
}

/* Write the URL of the queue: that of the option, or of contest.toml; "" for none. */
static int find_database(const Args *args, char url[CONTEST_DATABASE_MAX], FILE *err)
{
    Contest contest;
    Fault   fault;
    url[0] = '\0';
    if (is_given(args, ARENA_DATABASE)) {
        snprintf(url, CONTEST_DATABASE_MAX, "%s", args->option[ARENA_DATABASE].text);
    } else if (contest_load(args->arg[1], &contest, &fault) == STATUS_OK) {
        memcpy(url, contest.database, CONTEST_DATABASE_MAX);
        contest_free(&contest);
    } /* else the run says what is wrong */
    if (url[0] != '\0' && is_given(args, ARENA_UNSAFE))
        return cmd_error(err, "arena",
                         "workers run bots in their jail only; leave out --unsafe-no-jail, or the "
                         "database");
    if (url[0] != '\0' && is_given(args, ARENA_WORKERS))
        return cmd_error(
            err, "arena",
            "--workers is of no use with a database; pass --slots to `tessera worker`");
    return EXIT_DONE;
}

static int verb_run(const Args *args, FILE *out, FILE *err)
{
    RunConfig     config = { .folder = args->arg[1],
                             .workers = (int)args->option[ARENA_WORKERS].number,
                             .games = args->option[ARENA_GAMES].number,
                             .unsafe = is_given(args, ARENA_UNSAFE) };
    Watch         watch = { .folder = config.folder, .err = err, .terminal = isatty(fileno(err)) };
    char          url[CONTEST_DATABASE_MAX];
    QueuedContest queued;
    int           failed = find_database(args, url, err);
    if (failed == EXIT_DONE && is_given(args, ARENA_SPRT)) {
        watch.sprt = args->option[ARENA_SPRT].text;
        failed = check_sprt(config.folder, watch.sprt, err);
    }
    if (failed != EXIT_DONE || url[0] == '\0')
        return failed != EXIT_DONE ? failed : play_contest(&config, &watch, out, err);
    failed = queued_contest_begin(&queued, url, config.folder, err);
    if (failed == EXIT_DONE) {
        config.source = &queued.source;
        watch.is_queued = true;
        failed = play_contest(&config, &watch, out, err);
        queued_contest_end(&queued);
    }
    return failed;
}

static int verb_resume(const Args *args, FILE *out, FILE *err)
{
    Contest contest;
    Fault   fault;
    if (contest_load(args->arg[1], &contest, &fault) != STATUS_OK)
        return failure(err, &fault);
    contest_free(&contest);
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

/* Return the decision of the test --sprt so far. */
static SprtDecision decide_sprt(const char *folder, const char *text)
{
    char         names[2][BOT_NAME_MAX];
    Sprt         sprt;
    Report       report;
    Fault        fault;
    SprtDecision decision = SPRT_OPEN;
    if (!read_sprt(text, names, &sprt) || report_load(folder, &report, &fault) != STATUS_OK)
        return decision;
    int a = report_find(&report, names[0]), b = report_find(&report, names[1]);
    if (a >= 0 && b >= 0) {
        Tally tally = report_tally(&report, a, b);
        decision = sprt_decision(&sprt, &tally);
    }
    report_free(&report);
    return decision;
}

/* Check the value of --sprt before a run. */
static int check_sprt(const char *folder, const char *text, FILE *err)
{
    char    names[2][BOT_NAME_MAX];
    Sprt    sprt;
    Contest contest;
    Fault   fault;
    if (!read_sprt(text, names, &sprt))
        return cmd_error(err, "arena", SPRT_RULE);
    if (contest_load(folder, &contest, &fault) != STATUS_OK)
        return failure(err, &fault);
    int failed = EXIT_DONE;
    for (int i = 0; i < 2 && failed == EXIT_DONE; i++)
        if (contest_find(&contest, names[i]) < 0)
            failed =
                cmd_error(err, "arena", "no bot named '%s' takes part in this contest", names[i]);
    contest_free(&contest);
    return failed;
}

static int print_sprt(const Report *report, const char *text, FILE *out, FILE *err)
{
    static const char *const DECISIONS[] = { "open", "elo0", "elo1" };
    char                     names[2][BOT_NAME_MAX];
    Sprt                     sprt;
    int                      bots[2];
    if (!read_sprt(text, names, &sprt))
        return cmd_error(err, "arena", SPRT_RULE);
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
    if (report_html(&report, folder, false, &page, &fault) != STATUS_OK)
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

static int report_folder(const Args *args, FILE *out, FILE *err)
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

/* --- export, import --------------------------------------------------------------------- */

static Queue *open_database(const Args *args, FILE *err)
{
    Fault fault;
    if (!is_given(args, ARENA_DATABASE)) {
        cmd_error(err, "arena",
                  "--database is missing; pass the URL of a database, such as --database "
                  "postgresql://HOST/DATABASE");
        return NULL;
    }
    Queue *queue = queue_open(args->option[ARENA_DATABASE].text, NULL, &fault);
    if (queue == NULL)
        cmd_error(err, "arena", "%s", fault.why);
    return queue;
}

/* The exit status if open_database has failed. */
static int not_open(const Args *args)
{
    return is_given(args, ARENA_DATABASE) ? EXIT_FAILED : EXIT_BAD_INPUT;
}

static int verb_export(const Args *args, FILE *out, FILE *err)
{
    Fault   fault;
    int64_t copied;
    Ledger *ledger = ledger_open(args->arg[1], LEDGER_READ, &fault);
    if (ledger == NULL)
        return failure(err, &fault);
    Queue *queue = open_database(args, err);
    int    failed = queue == NULL ? not_open(args) : EXIT_DONE;
    if (failed == EXIT_DONE &&
        contest_copy_export(queue, args->arg[1], ledger, &copied, &fault) != STATUS_OK)
        failed = failure(err, &fault);
    if (failed == EXIT_DONE)
        fprintf(out, "%lld new entries; the database has all of %s\n", (long long)copied,
                args->arg[1]);
    queue_close(queue);
    ledger_close(ledger);
    return failed;
}

/* Import again whenever the database has more entries, until Ctrl-C. */
static Status follow(Queue *queue, const char *name, const char *folder, Fault *fault)
{
    int64_t known = -1, entries, copied;
    char    sum[LEDGER_SUM_MAX];
    Status  status = STATUS_OK;
    interrupts_begin();
    while (status == STATUS_OK && !interrupts_came()) {
        status = contest_store_end_of_chain(queue, name, &entries, sum, fault);
        if (status == STATUS_SYSTEM) { /* the database is away */
            queue_reconnect(queue, fault);
            status = STATUS_OK;
        } else if (status == STATUS_OK && entries != known) {
            status = contest_copy_import(queue, name, folder, &copied, fault);
            known = status == STATUS_OK ? entries : -1;
            if (status == STATUS_SYSTEM &&
                contest_store_end_of_chain(queue, name, &entries, sum, fault) == STATUS_SYSTEM)
                status = STATUS_OK; /* the connection is lost */
        }
        usleep(FOLLOW_MS * 1000);
    }
    interrupts_end();
    return status;
}

static int verb_import(const Args *args, FILE *out, FILE *err)
{
    Fault   fault;
    int64_t copied = 0;
    if (args->arg_count < 3)
        return cmd_error(err, "arena",
                         "missing argument; usage: tessera arena import DIR NAME --database URL");
    Queue *queue = open_database(args, err);
    if (queue == NULL)
        return not_open(args);
    Status status = contest_copy_import(queue, args->arg[2], args->arg[1], &copied, &fault);
    if (status == STATUS_OK) {
        fprintf(out, "%lld new entries; %s has all of the database\n", (long long)copied,
                args->arg[1]);
        fflush(out);
    }
    if (status == STATUS_OK && is_given(args, ARENA_FOLLOW))
        status = follow(queue, args->arg[2], args->arg[1], &fault);
    queue_close(queue);
    return status == STATUS_OK ? EXIT_DONE : failure(err, &fault);
}

/* With a database, the argument is the name of a contest in it: import it into a temporary directory,
 * and report from there. */
static int verb_report(const Args *args, FILE *out, FILE *err)
{
    Args        here = *args;
    char        folder[PATH_BYTES], *arg[2] = { args->arg[0], folder };
    const char *temporary = getenv("TMPDIR");
    Fault       fault;
    int64_t     copied;
    if (!is_given(args, ARENA_DATABASE))
        return report_folder(args, out, err);
    Queue *queue = open_database(args, err);
    if (queue == NULL)
        return not_open(args);
    snprintf(folder, sizeof folder, "%.3000s/tessera-XXXXXX",
             temporary == NULL ? "/tmp" : temporary);
    if (mkdtemp(folder) == NULL) {
        queue_close(queue);
        return cmd_error_system(err, folder);
    }
    Status status = contest_copy_import(queue, args->arg[1], folder, &copied, &fault);
    queue_close(queue);
    here.arg = arg;
    int failed = status == STATUS_OK ? report_folder(&here, out, err) : failure(err, &fault);
    submission_remove(folder);
    return failed;
}

/* --- void, verify ------------------------------------------------------------------------- */

/* Read the number of a game; 0 if it is none. */
static int64_t game_number(const char *text)
{
    size_t length = strlen(text);
    return length == 0 || length > 9 || strspn(text, "0123456789") != length ? 0 : atoll(text);
}

static int verb_void(const Args *args, FILE *out, FILE *err)
{
    int64_t games[VOID_GAMES_MAX];
    int     count = args->arg_count - 2;
    bool    is_running;
    Fault   fault;
    if (count < 1 || !is_given(args, ARENA_REASON))
        return cmd_error(err, "arena",
                         "missing argument; usage: tessera arena void DIR GAME... --reason TEXT");
    if (count > VOID_GAMES_MAX)
        return cmd_error(err, "arena", "at most %d games at once can be declared void",
                         VOID_GAMES_MAX);
    for (int i = 0; i < count; i++) {
        games[i] = game_number(args->arg[2 + i]);
        if (games[i] == 0)
            return cmd_error(err, "arena",
                             "'%.60s' is not the number of a game; the report lists the numbers",
                             args->arg[2 + i]);
    }
    if (run_void_games(args->arg[1], games, count, args->option[ARENA_REASON].text, &is_running,
                       &fault) != STATUS_OK)
        return failure(err, &fault);
    fprintf(out, "%d game%s void; ", count, count == 1 ? " is" : "s are");
    if (is_running)
        fputs("the running contest plays", out);
    else
        fprintf(out, "`tessera arena resume %s` plays", args->arg[1]);
    fprintf(out, " %s again\n", count == 1 ? "it" : "them");
    return EXIT_DONE;
}

typedef struct AuditWatch {
    FILE  *out, *err;
    bool   terminal;
    double printed_at;
} AuditWatch;

static void on_problem(void *context, const char *sentence)
{
    AuditWatch *watch = context;
    if (watch->terminal)
        fputs("\r\033[K", watch->err);
    fprintf(watch->out, "FAIL  %s\n", sentence);
}

static void on_audited(void *context, int64_t done, int64_t total)
{
    AuditWatch *watch = context;
    if (!watch->terminal || clock_wall_seconds() - watch->printed_at < PROGRESS_EVERY_SECONDS)
        return;
    watch->printed_at = clock_wall_seconds();
    fprintf(watch->err, "\rreplayed %lld of %lld games\033[K", (long long)done, (long long)total);
    fflush(watch->err);
}

static int verb_verify(const Args *args, FILE *out, FILE *err)
{
    AuditWatch    watch = { .out = out, .err = err, .terminal = isatty(fileno(err)) };
    AuditListener listener = { &watch, on_problem, on_audited };
    AuditReport   report;
    Fault         fault;
    Status        status = audit_contest(args->arg[1], &listener, &report, &fault);
    if (watch.terminal)
        fputs("\r\033[K", err);
    if (status != STATUS_OK)
        return failure(err, &fault);
    if (report.is_sealed)
        fprintf(out, "%-5s the contest database is sealed, with %lld entries\n",
                report.problems == 0 ? "ok" : "look", (long long)report.entries);
    else
        fprintf(out,
                "look  the contest database is not sealed: the contest is running, or its last run "
                "was killed; it has %lld entries\n",
                (long long)report.entries);
    fprintf(out, "%-5s %lld games with %lld moves replayed by the %s rules; %lld void\n",
            report.problems == 0 ? "ok" : "look", (long long)report.games, (long long)report.turns,
            report.is_naive ? "naive" : "game's", (long long)report.voided);
    if (report.problems > 0) {
        fprintf(out, "\n%lld problem%s found.\n", (long long)report.problems,
                report.problems == 1 ? "" : "s");
        return EXIT_FAILED;
    }
    if (report.bots > 0)
        fprintf(out, "ok    the points of %d bots follow from the records\n", report.bots);
    fputs("\nNo problem found.\n", out);
    return EXIT_DONE;
}

/* --- check -------------------------------------------------------------------------------- */

static bool goes_to_stdout(const Args *args, int option)
{
    return is_given(args, option) && strcmp(args->option[option].text, "-") == 0;
}

static int check_and_print(CheckJob *job, bool as_json, bool *accepted, FILE *out, FILE *err)
{
    Buffer  text;
    Fault   fault;
    Results results;
    buffer_init(&text, REPORT_BYTES_MAX);
    results_begin(&results, out, as_json);
    if (as_json) {
        json_setup(&results.json, "game", &job->contest->setup);
        json_string(&results.json, "file", job->path);
        job->json = &results.json;
    }
    Status status = check_bot(job, accepted, &text, &fault);
    if (status == STATUS_OK && !as_json && text.length > 0)
        fwrite(text.data, 1, text.length, out);
    buffer_free(&text);
    if (status == STATUS_OK)
        return results_end(&results, "arena", err);
    results_drop(&results);
    return failure(err, &fault);
}

/* Check the bot, print the report, and save records and log. */
static int check_and_save(const Args *args, CheckJob *job, FILE *out, FILE *err)
{
    Buffer     records, log;
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
    bool as_json = is_given(args, ARENA_JSON);
    if (as_json && (goes_to_stdout(args, ARENA_RECORDS) || goes_to_stdout(args, ARENA_LOG)))
        return cmd_error(err, "arena",
                         "--json prints nothing else on standard output; give --records and --log "
                         "a file name instead of -");
    buffer_init(&records, REPORT_BYTES_MAX);
    buffer_init(&log, REPORT_BYTES_MAX);
    job->records = is_given(args, ARENA_RECORDS) ? &records : NULL;
    job->log = is_given(args, ARENA_LOG) ? &log : NULL;
    int failed = check_and_print(job, as_json, &accepted, out, err);
    if (failed == EXIT_DONE)
        failed = save_file(args, ARENA_RECORDS, &records, out, err);
    if (failed == EXIT_DONE)
        failed = save_file(args, ARENA_LOG, &log, out, err);
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
        job.folder = args->option[ARENA_CONTEST].text;
        if (contest_load(job.folder, &contest, &fault) != STATUS_OK)
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
    else if (entry_read_kind(&request, &contest.setup, &job.bot, &fault) != STATUS_OK)
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
      BIT(ARENA_NAME) | BIT(ARENA_KIND) | BIT(ARENA_PLAYER) | BIT(ARENA_ARG) | BIT(ARENA_TITLE) },
    { "remove", verb_remove, "remove DIR NAME...", -1, 0 },
    { "students", verb_students, "students DIR [NAME...]", -1,
      BIT(ARENA_NAMES) | BIT(ARENA_RENEW) | BIT(ARENA_ORGANISER) | BIT(ARENA_URL) },
    { "run", verb_run, "run DIR", 2,
      BIT(ARENA_WORKERS) | BIT(ARENA_GAMES) | BIT(ARENA_UNSAFE) | BIT(ARENA_SPRT) |
          BIT(ARENA_DATABASE) },
    { "resume", verb_resume, "resume DIR", 2,
      BIT(ARENA_WORKERS) | BIT(ARENA_GAMES) | BIT(ARENA_UNSAFE) | BIT(ARENA_SPRT) |
          BIT(ARENA_DATABASE) },
    { "stop", verb_stop, "stop DIR", 2, 0 },
    { "report", verb_report, "report DIR", 2,
      BIT(ARENA_CSV) | BIT(ARENA_JSON) | BIT(ARENA_HTML) | BIT(ARENA_SHOW) | BIT(ARENA_SPRT) |
          BIT(ARENA_RECORDS) | BIT(ARENA_DATABASE) },
    { "void", verb_void, "void DIR GAME... --reason TEXT", -1, BIT(ARENA_REASON) },
    { "verify", verb_verify, "verify DIR", 2, 0 },
    { "export", verb_export, "export DIR --database URL", 2, BIT(ARENA_DATABASE) },
    { "import", verb_import, "import DIR NAME --database URL", 3,
      BIT(ARENA_DATABASE) | BIT(ARENA_FOLLOW) },
    { "check", verb_check, "check FILE --game GAME", 2,
      BIT(ARENA_GAME) | BIT(ARENA_KIND) | BIT(ARENA_ARG) | BIT(ARENA_GAMES) | BIT(ARENA_UNSAFE) |
          BIT(ARENA_CONTEST) | BIT(ARENA_PLAYER) | BIT(ARENA_RECORDS) | BIT(ARENA_LOG) |
          BIT(ARENA_JSON) },
};

enum { VERB_COUNT = sizeof VERBS / sizeof VERBS[0] };

static int error_verb(const char *typed, FILE *err)
{
    char list[200];
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
