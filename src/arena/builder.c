/* SPDX-License-Identifier: MIT */
#include "arena/builder.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/submission.h"
#include "base/random.h"

enum {
    PATH_BYTES = 4096 + BOT_PATH_MAX,
    GUESS_BYTES = 65536, /* of a source file, read to guess its kind */
    NOTES_MAX = 24,      /* stack frames of a crash */
    FIND_MS = 10000,     /* time limit for addr2line */
    FOUND_BYTES_MAX = 65536,
    ERROR_BYTES = 512, /* of the first compiler error */
    SOURCES_MAX = 40,  /* of a directory: all are arguments of one command (compile.c) */
};

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

static bool exists(const char *folder, const char *name)
{
    char path[PATH_BYTES + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, R_OK) == 0;
}

static bool is_source(const char *path)
{
    return ends_with(path, ".c") ||
           (is_folder(path) && !exists(path, "main.py") && !exists(path, "main.js"));
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
    FILE *out = fopen(path, "we");
    bool  fine = out != NULL && fwrite(file->data, 1, file->size, out) == file->size;
    if (out != NULL)
        fine = fclose(out) == 0 && fine;
    return fine ? STATUS_OK
                : fault_set(fault, STATUS_SYSTEM, 0, "cannot write %.150s: %s", path,
                            strerror(errno));
}

/* Write the C SDK into a directory below `work`. */
static Status write_sdk(const char *work, char *sdk, size_t size, Fault *fault)
{
    snprintf(sdk, size, "%s/sdk", work);
    Status status = make_folder(sdk, fault);
    for (const EmbeddedFile *file = SDK_TEXTS; file->name != NULL && status == STATUS_OK; file++)
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
    static const char *const SIGNS[] = { "error: ", "Error: ", "undefined reference",
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
    if (job->spec->kind == BOT_C || job->notes_crashes) {
        status = write_sdk(job->work, sdk, sizeof sdk, fault);
        compiling.sdk = sdk;
        compiling.extra = EXTRA;
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

static int is_c_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && ends_with(entry->d_name, ".c");
}

/* Check the number of sources in a directory.  A wrong number is a failure of this bot, and the
 * contest continues. */
static bool has_sources(const char *path, BuiltBot *made)
{
    struct dirent **entries = NULL;
    int             count = is_folder(path) ? scandir(path, &entries, is_c_file, alphasort) : 1;
    for (int i = 0; i < count && entries != NULL; i++)
        free(entries[i]);
    free(entries);
    if (count == 0)
        report_failure(made, "compile",
                       "the bot's directory has no .c file, no main.py and no main.js");
    else if (count > SOURCES_MAX)
        report_failure(made, "compile", "the bot's directory has more than 40 .c files");
    return count > 0 && count <= SOURCES_MAX;
}

static Status make_compiled(const BuildJob *job, const char *source, BuiltBot *made,
                            CompileReport *report, Fault *fault)
{
    char   mark[BUILDER_FINGERPRINT_MAX];
    Status status = builder_fingerprint(job->folder, job->spec, mark, fault);
    if (status == STATUS_OK)
        status = make_folder(job->work, fault);
    if (status != STATUS_OK)
        return status;
    int length = name_program(job, mark, made->program, sizeof made->program);
    made->runtime = JAIL_RUNTIME_BINARY;
    made->is_compiled = true;
    if (length < 0 || (size_t)length >= sizeof made->program)
        return fault_set(fault, STATUS_TOO_LARGE, 0,
                         "the path of the contest directory is too long");
    if (report == NULL && access(made->program, X_OK) == 0)
        return STATUS_OK;
    return compile(job, source, made, report, fault);
}

/* True if the file begins with "#!".  The jail has no shell and only two interpreters. */
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

static Status make_script(const char *path, bool unsafe, BuiltBot *made)
{
    bool python = ends_with(path, ".py") || (is_folder(path) && exists(path, "main.py"));
    bool node = ends_with(path, ".js") || ends_with(path, ".mjs") ||
                (is_folder(path) && exists(path, "main.js"));
    made->runtime = python ? JAIL_RUNTIME_PYTHON : node ? JAIL_RUNTIME_NODE : JAIL_RUNTIME_BINARY;
    if (is_folder(path))
        snprintf(made->entry, sizeof made->entry, "/bot/%s", python ? "main.py" : "main.js");
    if (made->runtime == JAIL_RUNTIME_BINARY && access(path, X_OK) != 0)
        report_failure(
            made, "", "the file is neither a source file (.c, .py, .js) nor an executable program");
    else if (made->runtime == JAIL_RUNTIME_BINARY && !unsafe && is_script(path))
        report_failure(
            made, "",
            "the file is a script, and the jail has no interpreter for it; it runs Python (.py), "
            "JavaScript (.js) and compiled programs");
    return STATUS_OK;
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
    if (job->spec->kind == BOT_BUILTIN)
        return false;
    snprintf(path, sizeof path, "%s/%s", job->folder, job->spec->file);
    if (!is_source(path) || builder_fingerprint(job->folder, job->spec, mark, NULL) != STATUS_OK)
        return false;
    name_program(job, mark, program, sizeof program);
    return access(program, X_OK) != 0;
}

Status builder_make(const BuildJob *job, BuiltBot *made, CompileReport *report, Fault *fault)
{
    char path[PATH_BYTES];
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
    if (is_source(path))
        return has_sources(path, made) ? make_compiled(job, path, made, report, fault) : STATUS_OK;
    if (job->spec->kind == BOT_C)
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "bot '%s' has kind c, but %.100s is not a C source file", job->spec->name,
                         job->spec->file);
    snprintf(made->program, sizeof made->program, "%s", path);
    return make_script(path, job->unsafe, made);
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
        { ".c", BOT_C, "starter.c" },
        { ".py", BOT_JSON, "starter.py" },
        { ".js", BOT_JSON, "starter.js" },
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
    bool        is_folder, is_script; /* a main.py or main.js in a directory takes precedence */
    bool        found;
    BotKind     kind;
} Guess;

static bool guess_part(void *context, const SubmissionEntry *part)
{
    static const struct {
        const char *end, *word;
        BotKind     kind;
    } SIGNS[] = {
        { ".c", "bot_turn", BOT_C }, { ".c", "ugiok", BOT_UGI },   { ".py", "ugiok", BOT_UGI },
        { ".js", "ugiok", BOT_UGI }, { ".mjs", "ugiok", BOT_UGI }, { ".py", "", BOT_JSON },
        { ".js", "", BOT_JSON },     { ".mjs", "", BOT_JSON },
    };
    Guess *guess = context;
    if (part->is_folder) {
        guess->is_folder = true;
        return true;
    }
    const char *name = guess->is_folder ? part->name : guess->path;
    bool        is_main = strcmp(name, "main.py") == 0 || strcmp(name, "main.js") == 0;
    if (guess->is_folder && !is_main &&
        (guess->is_script || strchr(name, '/') != NULL || !ends_with(name, ".c")))
        return true;
    for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++)
        if (ends_with(name, SIGNS[i].end) &&
            (SIGNS[i].word[0] == '\0' || has_word(part->file, SIGNS[i].word))) {
            guess->found = true;
            guess->is_script = is_main;
            guess->kind = SIGNS[i].kind;
            break;
        }
    return true;
}

bool builder_guess_kind(const char *path, BotKind *kind)
{
    Guess guess = { .path = path };
    if (submission_walk(path, guess_part, &guess, NULL) != STATUS_OK || !guess.found)
        return false;
    *kind = guess.kind;
    return true;
}
