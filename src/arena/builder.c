/* SPDX-License-Identifier: MIT */
#include "arena/builder.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/source_language.h"
#include "arena/submission.h"
#include "base/file.h"
#include "base/random.h"
#include "base/thread.h"

enum {
    PATH_BYTES = 4096 + BOT_PATH_MAX,
    GUESS_BYTES = 65536, /* of a source file, read to guess its kind */
    NOTES_MAX = 24,      /* stack frames of a crash */
    FIND_MS = 10000,     /* time limit for addr2line */
    FOUND_BYTES_MAX = 65536,
    ERROR_BYTES = 512, /* of the first compiler error */
    BUILDERS_MAX = 16, /* threads */
    SOURCES_MAX = 40,  /* of a directory: all are arguments of one command (compile.c) */
};

#define SOURCE_ENDS ".c, .cpp, .py, .js, .sh, .rs, .java"

static const char NOTE[] = "crash-note "; /* see sdk/crash_note.c */

extern const EmbeddedFile SDK_TEXTS[];
extern const EmbeddedFile STARTER_TEXTS[];

/* --- Fingerprints ------------------------------------------------------------------------- */

/* A 128-bit hash that is not cryptographic: it detects changes, not forgeries. */
typedef struct Mark {
    uint64_t a, b;
} Mark;

static void mark_bytes(Mark *mark, const char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        mark->a = mix64(mark->a ^ ((unsigned char)data[i] + UINT64_C(0x100)));
        mark->b = mix64(mark->b + (unsigned char)data[i] * UINT64_C(0x9e3779b97f4a7c15) + 1);
    }
}

typedef struct Marking {
    Mark mark;
    bool is_folder;
} Marking;

/* Hash the regular files of a directory with their names, or a single file without its name. */
static bool mark_part(void *context, const SubmissionEntry *part)
{
    Marking *marking = context;
    char     block[8192];
    if (part->is_folder) {
        marking->is_folder = true;
        return true;
    }
    if (marking->is_folder)
        mark_bytes(&marking->mark, part->name, strlen(part->name) + 1);
    for (int64_t left = part->size; left > 0;) {
        size_t  wanted = left < (int64_t)sizeof block ? (size_t)left : sizeof block;
        ssize_t got = read(part->file, block, wanted);
        if (got <= 0) /* the file shrank while we read it */
            break;
        mark_bytes(&marking->mark, block, (size_t)got);
        left -= got;
    }
    return true;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

Status builder_fingerprint(const char *folder, const BotSpec *spec,
                           char out[BUILDER_FINGERPRINT_MAX], Fault *fault)
{
    assert(spec->kind >= 0 && spec->kind < BOT_KINDS);
    Marking marking = { .mark = { 1, 2 } };
    Mark   *mark = &marking.mark;
    Fault   why;
    char    path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, spec->file);
    mark_bytes(mark, BOT_KIND_NAMES[spec->kind], strlen(BOT_KIND_NAMES[spec->kind]));
    mark_bytes(mark, spec->player, strlen(spec->player));
    const char *arg = spec->args;
    for (int i = 0; i < spec->arg_count; i++, arg += strlen(arg) + 1)
        mark_bytes(mark, arg, strlen(arg) + 1);
    if (spec->kind != BOT_BUILTIN && submission_walk(path, mark_part, &marking, &why) != STATUS_OK)
        return fault_set(fault, why.status, 0, "bot '%s': %.220s", spec->name, why.why);
    snprintf(out, BUILDER_FINGERPRINT_MAX, "%016llx%016llx", (unsigned long long)mark->a,
             (unsigned long long)mark->b);
    return STATUS_OK;
}

/* --- Files and directories ---------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

static bool is_compiled(const SourceLanguage *language)
{
    return language != NULL && language->is_compiled;
}

static Status make_folder(const char *path, Fault *fault)
{
    if (mkdir(path, 0755) == 0 || errno == EEXIST)
        return STATUS_OK;
    return fault_set(fault, STATUS_SYSTEM, 0, "cannot create %.150s: %s", path, strerror(errno));
}

static Status write_file(const char *folder, const EmbeddedFile *file, Fault *fault)
{
    char path[PATH_BYTES + 64];
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    return file_replace(path, file->data, file->size, 0644)
               ? STATUS_OK
               : fault_set(fault, STATUS_SYSTEM, 0, "cannot write %.150s: %s", path,
                           strerror(errno));
}

/* Write the SDK into a directory below `work`, unless it is there. */
static Status write_sdk(const BuildJob *job, char *sdk, size_t size, Fault *fault)
{
    snprintf(sdk, size, "%s/sdk", job->work);
    Status status = job->has_sdk ? STATUS_OK : make_folder(sdk, fault);
    for (const EmbeddedFile *file = SDK_TEXTS;
         file->name != NULL && status == STATUS_OK && !job->has_sdk; file++)
        status = write_file(sdk, file, fault);
    return status;
}

/* --- Building ----------------------------------------------------------------------------- */

static void report_failure(BuiltBot *made, const char *code, const char *why)
{
    snprintf(made->failure, sizeof made->failure, "%s", why);
    snprintf(made->failure_code, sizeof made->failure_code, "%s", code);
}

static void add_line(const char *line, size_t length, Text *out)
{
    size_t skipped = strncmp(line, "/bot/", 5) == 0 ? 5 : 0;
    text_addf(out, "%.*s", (int)(length - skipped), line + skipped);
}

/* Write the first line of the compiler's output that looks like an error, or else its first
 * line. */
static void first_error(const char *messages, Text *out)
{
    static const char *const SIGNS[] = { "error: ", "error[", "Error: ", "undefined reference",
                                         "multiple definition" };
    for (const char *line = messages; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++) {
            if (memmem(line, length, SIGNS[i], strlen(SIGNS[i])) == NULL)
                continue;
            add_line(line, length, out);
            return;
        }
        line += length + (line[length] == '\n');
    }
    messages += strspn(messages, "\n");
    add_line(messages, strcspn(messages, "\n"), out);
}

/* A failure of the compiler is kept beside its program, under the same name.  A source that would need
 * more time may succeed later, so only its own errors are kept. */
static void name_failure(const BuildJob *job, const char *program, char *out, size_t size)
{
    snprintf(out, size, "%s.failed%s", program, job->notes_crashes ? "-notes" : "");
}

static void remember_failure(const BuildJob *job, const BuiltBot *made)
{
    char path[PATH_BYTES + BOT_NAME_MAX + 16];
    name_failure(job, made->program, path, sizeof path);
    file_replace(path, made->failure, strlen(made->failure), 0644); /* else it is compiled again */
}

static bool recall_failure(const BuildJob *job, const char *program, char why[FAILURE_WHY_MAX])
{
    char path[PATH_BYTES + BOT_NAME_MAX + 16];
    name_failure(job, program, path, sizeof path);
    int     file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    ssize_t got = file < 0 ? -1 : read(file, why, FAILURE_WHY_MAX - 1);
    if (file >= 0)
        close(file);
    why[got > 0 ? got : 0] = '\0';
    return got > 0;
}

static Status compile(const BuildJob *job, const char *source, BuiltBot *made,
                      CompileReport *report, Fault *fault)
{
    static const char *const EXTRA[] = { "tessera_bot.c", NULL, NULL };
    static const char *const NOTING[] = { "crash_note.c", "tessera_bot.c", NULL };
    static const char *const NOTING_ALONE[] = { "crash_note.c", NULL };
    static const char *const OPTIONS[] = {
        "-g",      "-O1",
        "-no-pie", "-fno-inline",
        "-w",      "-fsanitize=null,bounds,object-size,integer-divide-by-zero,vla-bound,return",
        NULL
    };
    char           sdk[PATH_BYTES + 16];
    CompileReport *own = report == NULL ? malloc(sizeof *own) : report;
    if (own == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    CompileJob compiling = { .source = source,
                             .program = made->program,
                             .time_ms = job->limits->compile_ms,
                             .unsafe = job->unsafe };
    Status     status = STATUS_OK;
    bool       is_c = source_language_is_c(source_language_of(source));
    if (job->spec->kind == BOT_C || job->notes_crashes || !is_c) {
        status = write_sdk(job, sdk, sizeof sdk, fault);
        compiling.sdk = sdk;
        compiling.extra = is_c ? EXTRA : NULL;
    }
    if (job->notes_crashes) {
        compiling.options = OPTIONS;
        compiling.extra = job->spec->kind == BOT_C ? NOTING : NOTING_ALONE;
    }
    if (status == STATUS_OK)
        status = compile_run(&compiling, own, fault);
    if (status == STATUS_OK && !own->ok) {
        char why[FAILURE_WHY_MAX], error[ERROR_BYTES];
        Text text = text_over(error, sizeof error);
        first_error(own->messages, &text);
        snprintf(why, sizeof why, "the bot does not compile: %.200s",
                 error[0] == '\0' ? own->why : error);
        report_failure(made, "compile", why);
        if (own->run.outcome == JAILED_ENDED && !own->run.end.out_of_memory)
            remember_failure(job, made);
    }
    if (own != report)
        free(own);
    return status;
}

/* Name a compiled program after its fingerprint, so that a changed source is compiled again. */
static int name_program(const BuildJob *job, const char *mark, char *out, size_t size)
{
    return snprintf(out, size, "%s/%s-%.16s", job->work, job->spec->name, mark);
}

/* Check the number of sources in a directory.  A wrong number is a failure of this bot, and the
 * contest continues. */
static bool has_sources(const char *path, BuiltBot *made)
{
    int count = is_folder(path) ? compile_count_sources(path) : 1;
    if (count == 0)
        report_failure(made, "compile",
                       "the bot's directory has no C or C++ file, and no main file of another "
                       "language (main.py, main.js, main.sh, main.rs, Main.java)");
    else if (count > SOURCES_MAX)
        report_failure(made, "compile", "the bot's directory has more than 40 source files");
    return count > 0 && count <= SOURCES_MAX;
}

static Status make_compiled(const BuildJob *job, const SourceLanguage *language, const char *source,
                            BuiltBot *made, CompileReport *report, Fault *fault)
{
    char   mark[BUILDER_FINGERPRINT_MAX];
    Status status = builder_fingerprint(job->folder, job->spec, mark, fault);
    if (status == STATUS_OK)
        status = make_folder(job->work, fault);
    if (status != STATUS_OK)
        return status;
    int length = name_program(job, mark, made->program, sizeof made->program);
    made->is_compiled = source_language_is_c(language);
    if (length < 0 || (size_t)length >= sizeof made->program)
        return fault_set(fault, STATUS_TOO_LARGE, 0,
                         "the path of the contest directory is too long");
    if (report == NULL && access(made->program, X_OK) == 0)
        return STATUS_OK;
    if (report == NULL && recall_failure(job, made->program, made->failure)) {
        snprintf(made->failure_code, sizeof made->failure_code, "compile");
        return STATUS_OK;
    }
    return compile(job, source, made, report, fault);
}

/* True if the file begins with "#!".  A script needs the ending of its language. */
static bool is_script(const char *path)
{
    char begin[2] = { 0 };
    int  file = submission_open(path);
    if (file < 0)
        return false;
    bool found = read(file, begin, 2) == 2 && begin[0] == '#' && begin[1] == '!';
    close(file);
    return found;
}

static void make_script(const SourceLanguage *language, const char *path, bool unsafe,
                        BuiltBot *made)
{
    if (language != NULL && is_folder(path))
        snprintf(made->entry, sizeof made->entry, "/bot/%s", language->main);
    if (language == NULL && access(path, X_OK) != 0)
        report_failure(made, "",
                       "the file is neither a source file (" SOURCE_ENDS
                       ") nor an executable program");
    else if (language == NULL && !unsafe && is_script(path))
        report_failure(made, "",
                       "the file is a script, and its name does not show the language; the jail "
                       "runs " SOURCE_ENDS " and compiled programs");
}

/* What its language needs besides the program. */
static void set_runtime(const BuildJob *job, const SourceLanguage *language, BuiltBot *made)
{
    made->runtime = language == NULL ? JAIL_RUNTIME_BINARY : language->runtime;
    int64_t memory = job->limits != NULL && job->limits->memory_mb > 0
                         ? job->limits->memory_mb << 20
                         : jail_limits(made->runtime).memory_bytes;
    made->launch_count = source_language_launch(language, memory, made->launch);
}

Status builder_check_kind(const BotSpec *spec, const Setup *setup, Fault *fault)
{
    const Exchange *exchange = EXCHANGES;
    if (spec->kind != BOT_FILES)
        return STATUS_OK;
    while (exchange->name != NULL && strcmp(exchange->game, setup->game->name) != 0)
        exchange++;
    if (exchange->name == NULL)
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "bot '%s' has kind files, but %s has no file-based contest format",
                         spec->name, setup->game->name);
    return exchange->fits(setup, fault);
}

bool builder_must_compile(const BuildJob *job)
{
    char path[PATH_BYTES], program[PATH_BYTES + BOT_NAME_MAX], mark[BUILDER_FINGERPRINT_MAX];
    char why[FAILURE_WHY_MAX];
    if (job->spec->kind == BOT_BUILTIN)
        return false;
    snprintf(path, sizeof path, "%s/%s", job->folder, job->spec->file);
    if (!is_compiled(source_language_of(path)) ||
        builder_fingerprint(job->folder, job->spec, mark, NULL) != STATUS_OK)
        return false;
    name_program(job, mark, program, sizeof program);
    return access(program, X_OK) != 0 && !recall_failure(job, program, why);
}

Status builder_make(const BuildJob *job, BuiltBot *made, CompileReport *report, Fault *fault)
{
    char  path[PATH_BYTES];
    Fault why = { 0 };
    assert(job->folder != NULL && job->work != NULL && job->setup->game != NULL);
    *made = (BuiltBot){ .spec = *job->spec };
    if (job->spec->kind == BOT_BUILTIN)
        return STATUS_OK;
    Status status = builder_check_kind(job->spec, job->setup, fault);
    if (status != STATUS_OK)
        return status;
    snprintf(path, sizeof path, "%s/%s", job->folder, job->spec->file);
    if (access(path, R_OK) != 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "bot '%s': cannot read %.150s: %s",
                         job->spec->name, job->spec->file, strerror(errno));
    const SourceLanguage *language = source_language_of(path);
    if (source_language_check(path, &why) != STATUS_OK)
        return fault_set(fault, why.status, 0, "bot '%s': %.220s", job->spec->name, why.why);
    if (job->spec->kind == BOT_C && !source_language_is_c(language) && !is_folder(path))
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "bot '%s' has kind c, but %.100s is not a C or C++ source file",
                         job->spec->name, job->spec->file);
    if ((language == NULL || source_language_is_c(language)) && is_folder(path) &&
        !has_sources(path, made))
        return STATUS_OK;
    set_runtime(job, language, made);
    if (is_compiled(language))
        return make_compiled(job, language, path, made, report, fault);
    snprintf(made->program, sizeof made->program, "%s", path);
    make_script(language, path, job->unsafe, made);
    return STATUS_OK;
}

/* --- Building several bots ----------------------------------------------------------------- */

typedef struct Building {
    const BuildJob *jobs;
    BuiltBot       *made;
    int             count;
    pthread_mutex_t mutex;        /* guards the rest */
    int             next, failed; /* index of the first job that failed */
    Fault           fault;
} Building;

static void *build_some(void *context)
{
    Building *b = context;
    for (;;) {
        Fault fault = { 0 };
        pthread_mutex_lock(&b->mutex);
        int i = b->failed < b->count ? b->count : b->next++;
        pthread_mutex_unlock(&b->mutex);
        if (i >= b->count)
            return NULL;
        BuildJob job = b->jobs[i];
        job.has_sdk = true;
        if (builder_make(&job, &b->made[i], NULL, &fault) == STATUS_OK)
            continue;
        pthread_mutex_lock(&b->mutex);
        if (i < b->failed) {
            b->failed = i;
            b->fault = fault;
        }
        pthread_mutex_unlock(&b->mutex);
    }
}

/* Write the SDK once, before several compilers read it, if one of them will. */
static Status write_sdk_for(const BuildJob *jobs, int count, Fault *fault)
{
    char sdk[PATH_BYTES + 16];
    for (int i = 0; i < count; i++) {
        if (!builder_must_compile(&jobs[i]))
            continue;
        Status status = make_folder(jobs[i].work, fault);
        return status == STATUS_OK ? write_sdk(&jobs[i], sdk, sizeof sdk, fault) : status;
    }
    return STATUS_OK;
}

Status builder_make_all(const BuildJob *jobs, int count, int threads, BuiltBot *made, Fault *fault)
{
    Building  b = { .jobs = jobs, .made = made, .count = count, .failed = count };
    pthread_t started[BUILDERS_MAX];
    int       started_count = 0;
    Status    status = write_sdk_for(jobs, count, fault);
    if (status != STATUS_OK)
        return status;
    pthread_mutex_init(&b.mutex, NULL);
    while (started_count + 1 < threads && started_count + 1 < count &&
           started_count < BUILDERS_MAX && thread_start(&started[started_count], 0, build_some, &b))
        started_count++;
    build_some(&b);
    for (int i = 0; i < started_count; i++)
        pthread_join(started[i], NULL);
    pthread_mutex_destroy(&b.mutex);
    if (b.failed == count)
        return STATUS_OK;
    *fault = b.fault;
    return b.fault.status;
}

/* --- Crashes ------------------------------------------------------------------------------- */

/* Copy the reports of the undefined-behaviour sanitizer: one line with place and reason each. */
static void add_runtime_errors(const char *notes, Buffer *out)
{
    for (const char *line = notes; *line != '\0';) {
        int length = (int)strcspn(line, "\n");
        int skipped = strncmp(line, "/bot/", 5) == 0 ? 5 : 0;
        if (memmem(line, (size_t)length, ": runtime error: ", 17) != NULL)
            buffer_addf(out, "%.*s\n", length - skipped, line + skipped);
        line += length + (line[length] == '\n');
    }
}

/* Copy lines such as "evaluate at /bot/anna.c:9" from addr2line's output.  Frames of libraries and
 * of the SDK do not help the author. */
static void add_places(char *frames, Buffer *out)
{
    char *rest = NULL, *before = NULL;
    for (char *line = strtok_r(frames, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        char *place = strstr(line, " at "), *file = place == NULL ? NULL : strrchr(place, '/');
        if (file == NULL || strncmp(file, "/tessera_bot.c", 14) == 0 ||
            strncmp(file, "/crash_note.c", 13) == 0)
            continue;
        if (before == NULL || strcmp(before, line) != 0) /* print a recursion once */
            buffer_addf(out, "%.*s at %s\n", (int)(place - line), line, file + 1);
        before = line;
    }
}

void builder_find_crash(const BuiltBot *made, const char *notes, bool unsafe, Buffer *out)
{
    const char *arguments[NOTES_MAX + 8] = { "/usr/bin/addr2line", "-f", "-p", "-i", "-e" };
    char        path[BOT_PATH_MAX + 16], addresses[NOTES_MAX][24];
    int         count = 5, found = 0;
    assert(made->is_compiled && "addr2line needs the debug information of our own build");
    const char *slash = strrchr(made->program, '/');
    snprintf(path, sizeof path, "/bot/%.*s", BOT_PATH_MAX,
             slash == NULL ? made->program : slash + 1);
    arguments[count++] = path;
    for (const char *note = notes; found < NOTES_MAX && (note = strstr(note, NOTE)) != NULL;) {
        note += strlen(NOTE);
        snprintf(addresses[found], sizeof addresses[found], "%.*s",
                 (int)strspn(note, "0123456789abcdefx"), note);
        arguments[count++] = addresses[found++];
    }
    add_runtime_errors(notes, out);
    assert(found <= NOTES_MAX);
    if (found == 0)
        return;
    JailSpec   spec = { .runtime = JAIL_RUNTIME_COMPILER,
                        .program = made->program,
                        .arguments = arguments,
                        .limits = jail_limits(JAIL_RUNTIME_COMPILER),
                        .unsafe = unsafe };
    JailedRun *run = malloc(sizeof *run);
    Buffer     output;
    buffer_init(&output, FOUND_BYTES_MAX);
    Jail *jail = run == NULL
                     ? NULL
                     : jailed_run_logged(&spec, NULL, 0, FIND_MS, FOUND_BYTES_MAX, &output, run);
    char *printable = malloc(output.length + 1);
    if (jail != NULL && printable != NULL && output.length > 0) {
        Text text = text_over(printable, output.length + 1);
        jailed_text_printable(output.data, output.length, &text);
        add_places(printable, out);
    }
    free(printable);
    buffer_free(&output);
    jail_close(jail);
    free(run);
}

/* --- Starter bots and SDK ----------------------------------------------------------------- */

const EmbeddedFile *builder_starter(const char *path, BotKind *kind)
{
    static const struct {
        const char *end;
        BotKind     kind;
        const char *name;
    } STARTERS[] = {
        { ".c", BOT_C, "starter.c" },      { ".py", BOT_JSON, "starter.py" },
        { ".js", BOT_JSON, "starter.js" }, { ".cpp", BOT_C, "starter.cpp" },
        { ".c", BOT_FILES, "strategy.c" },
    };
    for (size_t i = 0; i < sizeof STARTERS / sizeof STARTERS[0]; i++)
        if (ends_with(path, STARTERS[i].end) && (*kind == BOT_KINDS || *kind == STARTERS[i].kind)) {
            *kind = STARTERS[i].kind;
            return embedded_find(STARTER_TEXTS, STARTERS[i].name);
        }
    return NULL;
}

const EmbeddedFile *builder_header(void)
{
    return embedded_find(SDK_TEXTS, "tessera_bot.h");
}

/* --- Guessing the kind -------------------------------------------------------------------- */

static bool has_word(int file, const char *word)
{
    char   *text = malloc(GUESS_BYTES);
    ssize_t count = text == NULL ? -1 : pread(file, text, GUESS_BYTES, 0);
    bool    found = count > 0 && memmem(text, (size_t)count, word, strlen(word)) != NULL;
    free(text);
    return found;
}

typedef struct Guess {
    const char *path;
    bool        is_folder, is_script; /* a main file of a directory takes precedence */
    bool        has_files;            /* the game has a contest of kind files */
    bool        found;
    BotKind     kind;
} Guess;

static bool guess_part(void *context, const SubmissionEntry *part)
{
    /* A sign of kind files counts only in a game that has such a contest, after all others. */
    static const struct {
        const char *end, *word;
        BotKind     kind;
    } SIGNS[] = {
        { ".c", "bot_turn", BOT_C },    { ".cpp", "bot_turn", BOT_C },
        { ".cc", "bot_turn", BOT_C },   { ".cxx", "bot_turn", BOT_C },
        { ".c", "ugiok", BOT_UGI },     { ".cpp", "ugiok", BOT_UGI },
        { ".cc", "ugiok", BOT_UGI },    { ".cxx", "ugiok", BOT_UGI },
        { ".py", "ugiok", BOT_UGI },    { ".js", "ugiok", BOT_UGI },
        { ".mjs", "ugiok", BOT_UGI },   { ".py", "ready", BOT_JSON },
        { ".js", "ready", BOT_JSON },   { ".mjs", "ready", BOT_JSON },
        { ".c", "main", BOT_FILES },    { ".cpp", "main", BOT_FILES },
        { ".cc", "main", BOT_FILES },   { ".cxx", "main", BOT_FILES },
        { ".py", "argv", BOT_FILES },   { ".js", "process.argv", BOT_FILES },
        { ".py", "", BOT_JSON },        { ".js", "", BOT_JSON },
        { ".mjs", "", BOT_JSON },       { ".sh", "ugiok", BOT_UGI },
        { ".rs", "ugiok", BOT_UGI },    { ".java", "ugiok", BOT_UGI },
        { ".sh", "ready", BOT_JSON },   { ".rs", "ready", BOT_JSON },
        { ".java", "ready", BOT_JSON }, { ".sh", "$5", BOT_FILES },
        { ".rs", "args", BOT_FILES },   { ".java", "args[4]", BOT_FILES },
        { ".sh", "", BOT_JSON },        { ".rs", "", BOT_JSON },
        { ".java", "", BOT_JSON },
    };
    Guess *guess = context;
    if (part->is_folder) {
        guess->is_folder = true;
        return true;
    }
    const char           *name = guess->is_folder ? part->name : guess->path;
    const SourceLanguage *language = source_language_of_name(name);
    bool is_main = language != NULL && language->main != NULL && strcmp(name, language->main) == 0;
    if (guess->is_folder && !is_main &&
        (guess->is_script || strchr(name, '/') != NULL || !source_language_is_c(language)))
        return true;
    if (guess->found && guess->kind != BOT_FILES && !is_main)
        return true; /* another file of the directory has shown it */
    for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++)
        if (ends_with(name, SIGNS[i].end) && (SIGNS[i].kind != BOT_FILES || guess->has_files) &&
            (SIGNS[i].word[0] == '\0' || has_word(part->file, SIGNS[i].word))) {
            guess->found = true;
            guess->is_script = is_main;
            guess->kind = SIGNS[i].kind;
            break;
        }
    return true;
}

bool builder_guess_kind(const char *path, const Setup *setup, BotKind *kind)
{
    BotSpec files = { .kind = BOT_FILES };
    Fault   fault;
    Guess   guess = { .path = path,
                      .has_files =
                          setup != NULL && builder_check_kind(&files, setup, &fault) == STATUS_OK };
    if (submission_walk(path, guess_part, &guess, NULL) != STATUS_OK || !guess.found)
        return false;
    *kind = guess.kind;
    return true;
}
