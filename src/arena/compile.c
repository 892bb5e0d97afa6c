/* SPDX-License-Identifier: MIT */
#include "arena/compile.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/source_language.h"
#include "base/file.h"

enum {
    TIME_MS = 30000,
    PROGRAM_MAX = 32 << 20, /* bytes of a compiled program */
    OUTPUT_MAX = 1 << 20,   /* bytes that the compiler may print */
    ARGUMENTS_MAX = 60,     /* of the compiler */
};

static const char RESULT[] = "program";

/* The compiler's arguments.  Generated names are stored in `bytes`. */
typedef struct Command {
    int         count;
    const char *arguments[ARGUMENTS_MAX + 1];
    Text        names;
    char        bytes[16384];
    char        tool[SOURCE_LANGUAGE_WORD_MAX];
} Command;

static bool add(Command *command, const char *argument)
{
    assert(argument != NULL);
    if (command->count == ARGUMENTS_MAX)
        return false;
    command->arguments[command->count++] = argument;
    return true;
}

/* Add the path of a file as it is inside the jail. */
static bool add_name(Command *command, const char *folder, const char *name)
{
    const char *start = command->names.data + command->names.length;
    text_addf(&command->names, "%s/%s", folder, name);
    text_char(&command->names, '\0');
    return !command->names.full && add(command, start);
}

static bool add_all(Command *command, const char *const *arguments)
{
    bool ok = true;
    for (; ok && arguments != NULL && *arguments != NULL; arguments++)
        ok = add(command, *arguments);
    return ok;
}

/* Which files of a directory are sources: all of C and C++ together, or all of one language. */
static int is_c_source(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && source_language_is_c(source_language_of_name(entry->d_name));
}

static int is_java_source(const struct dirent *entry)
{
    const SourceLanguage *language = source_language_of_name(entry->d_name);
    return entry->d_name[0] != '.' && language != NULL && language->runtime == JAIL_RUNTIME_JAVA;
}

int compile_count_sources(const char *folder)
{
    struct dirent **entries = NULL;
    int             count = scandir(folder, &entries, is_c_source, alphasort);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return count;
}

static Status add_folder(Command *command, const char *folder, bool is_java, Fault *fault)
{
    struct dirent **entries = NULL;
    int  count = scandir(folder, &entries, is_java ? is_java_source : is_c_source, alphasort);
    bool ok = true;
    for (int i = 0; i < count; i++) {
        ok = ok && add_name(command, "/bot", entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    if (count < 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "cannot read %s: %s", folder, strerror(errno));
    if (count == 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no source file in %s", folder);
    return ok ? STATUS_OK
              : fault_set(fault, STATUS_TOO_LARGE, 0, "there are too many source files in %s",
                          folder);
}

static Status add_sources(Command *command, const CompileJob *job, const SourceLanguage *language,
                          Fault *fault)
{
    struct stat about;
    if (stat(job->source, &about) != 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "cannot open %s: %s", job->source,
                         strerror(errno));
    if (S_ISDIR(about.st_mode) && language->compiler == JAIL_RUNTIME_RUST)
        return add_name(command, "/bot", language->main) ? STATUS_OK : STATUS_TOO_LARGE;
    if (S_ISDIR(about.st_mode))
        return add_folder(command, job->source, language->compiler == JAIL_RUNTIME_JAVA, fault);
    const char *slash = strrchr(job->source, '/');
    return add_name(command, "/bot", slash == NULL ? job->source : slash + 1)
               ? STATUS_OK
               : fault_set(fault, STATUS_TOO_LARGE, 0, "the name %s is too long", job->source);
}

/* gcc and g++ compile and link all sources at once; the default of g++ is gnu++17 or newer. */
static Status make_c_command(Command *command, const CompileJob *job,
                             const SourceLanguage *language, Fault *fault)
{
    static const char *const FIXED[] = {
        "-O2", "-pipe", "-fno-diagnostics-color", "-fmax-errors=20", "-o", RESULT, NULL
    };
    bool is_cpp = strcmp(language->tool, "/usr/bin/g++") == 0;
    bool ok = add(command, language->tool) && (is_cpp || add(command, "-std=gnu17")) &&
              add_all(command, FIXED) && add_all(command, job->options) &&
              (job->sdk == NULL || (add(command, "-I") && add(command, "/sdk")));
    Status status = ok ? add_sources(command, job, language, fault) : STATUS_TOO_LARGE;
    if (is_cpp && job->extra != NULL) /* the SDK is C */
        ok = ok && add(command, "-x") && add(command, "c");
    for (const char *const *name = job->extra; status == STATUS_OK && name != NULL && *name != NULL;
         name++)
        ok = ok && add_name(command, "/sdk", *name);
    if (is_cpp && job->extra != NULL)
        ok = ok && add(command, "-x") && add(command, "none");
    ok = ok && (status != STATUS_OK || (add(command, "-lm") && add(command, "-pthread")));
    return !ok && status == STATUS_OK ? STATUS_TOO_LARGE : status;
}

static Status make_rust_command(Command *command, const CompileJob *job,
                                const SourceLanguage *language, Fault *fault)
{
    static const char *const FIXED[] = { "--edition=2021",
                                         "--crate-name=bot",
                                         "-O",
                                         "-Ccodegen-units=1",
                                         "-Clinker=/usr/bin/gcc",
                                         "-o",
                                         RESULT,
                                         NULL };
    bool                     ok = add(command, source_language_tool(language, command->tool)) &&
              (strcmp(command->tool, language->tool) == 0 ||
               (add(command, "--sysroot") && add(command, SOURCE_LANGUAGE_RUST_PLACE))) &&
              add_all(command, FIXED);
    return ok ? add_sources(command, job, language, fault) : STATUS_TOO_LARGE;
}

/* Java runs our program that calls its compiler (sdk/MakeJar.java). */
static Status make_java_command(Command *command, const CompileJob *job,
                                const SourceLanguage *language, Fault *fault)
{
    static const char *const FIXED[] = { "-XX:+UseSerialGC",
                                         "-XX:-UsePerfData",
                                         "-XX:TieredStopAtLevel=1",
                                         "-Xmx512m",
                                         "/sdk/MakeJar.java",
                                         RESULT,
                                         NULL };
    bool                     ok =
        add(command, source_language_tool(language, command->tool)) && add_all(command, FIXED);
    return ok ? add_sources(command, job, language, fault) : STATUS_TOO_LARGE;
}

static Status make_command(Command *command, const CompileJob *job, const SourceLanguage *language,
                           Fault *fault)
{
    static Status (*const MAKERS[JAIL_RUNTIME_COUNT])(Command *, const CompileJob *,
                                                      const SourceLanguage *, Fault *) = {
        [JAIL_RUNTIME_COMPILER] = make_c_command,
        [JAIL_RUNTIME_RUST] = make_rust_command,
        [JAIL_RUNTIME_JAVA] = make_java_command,
    };
    Fault why = { 0 };
    command->count = 0;
    command->names = text_over(command->bytes, sizeof command->bytes);
    Status status = MAKERS[language->compiler](command, job, language, &why);
    assert(command->count <= ARGUMENTS_MAX);
    command->arguments[command->count] = NULL;
    if (status != STATUS_OK && why.why[0] == '\0')
        return fault_set(fault, status, 0, "too many options for the compiler");
    if (fault != NULL && status != STATUS_OK)
        *fault = why;
    return status;
}

/* Mode 0755, because the bot may run as another user. */
static Status save(const char *path, const Buffer *program, Fault *fault)
{
    if (file_replace(path, program->data, program->length, 0755))
        return STATUS_OK;
    return fault_set(fault, STATUS_SYSTEM, 0, "cannot write %s: %s", path, strerror(errno));
}

/* Write for the author why the compiler failed. */
static void write_reason(const JailedRun *run, CompileReport *report)
{
    Text why = text_over(report->why, sizeof report->why);
    if (run->outcome == JAILED_LATE)
        text_addf(&why, "the compiler did not finish within %lld ms",
                  (long long)(run->end.wall_us / 1000));
    else if (run->outcome == JAILED_TOO_MUCH)
        text_add(&why, "the compiler printed too much output");
    else {
        text_add(&why, "the compiler ");
        jail_end_write(&run->end, &why);
    }
}

static Status take_program(Jail *jail, const CompileJob *job, CompileReport *report, Fault *fault)
{
    Buffer program;
    Fault  why = { 0 };
    buffer_init(&program, PROGRAM_MAX);
    Status status = jail_take(jail, RESULT, &program, &why);
    if (status == STATUS_OK && program.length > 0) {
        status = save(job->program, &program, fault);
        report->ok = status == STATUS_OK;
    } else {
        Text text = text_over(report->why, sizeof report->why);
        text_addf(&text, "the compiler produced no program: %s", why.why);
        status = STATUS_OK;
    }
    buffer_free(&program);
    return status;
}

/* True if something outside killed the compiler, which is not the fault of the source.  gcc itself
 * reports that one of its parts was killed. */
static bool was_hit(const CompileReport *report)
{
    const JailedRun *run = &report->run;
    if (run->outcome == JAILED_FAILED || run->end.is_lost)
        return true;
    return run->outcome == JAILED_ENDED && !run->end.out_of_memory && !run->end.out_of_cpu &&
           (run->end.signal == SIGKILL ||
            strstr(run->last_err, "Killed signal terminated") != NULL);
}

Status compile_run(const CompileJob *job, CompileReport *report, Fault *fault)
{
    Command command;
    Buffer  output;
    assert(job->source != NULL && job->program != NULL);
    report->ok = false;
    report->why[0] = report->messages[0] = '\0';
    const SourceLanguage *language = source_language_of(job->source);
    if (language == NULL || !language->is_compiled)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "cannot compile %s: it is not a source file",
                         job->source);
    Status status = make_command(&command, job, language, fault);
    if (status != STATUS_OK)
        return status;
    JailSpec spec = { .runtime = language->compiler,
                      .program = job->source,
                      .sdk = job->sdk,
                      .arguments = command.arguments,
                      .limits = jail_limits(language->compiler),
                      .unsafe = job->unsafe };
    int64_t  time_ms = job->time_ms > 0 ? job->time_ms : TIME_MS;
    spec.limits.cpu_ms = time_ms;
    unlink(job->program);
    buffer_init(&output, sizeof report->messages);
    Jail *jail = jailed_run_logged(&spec, NULL, 0, time_ms, OUTPUT_MAX, &output, &report->run);
    Text  messages = text_over(report->messages, sizeof report->messages);
    jailed_text_printable(output.data == NULL ? "" : output.data, output.length, &messages);
    buffer_free(&output);
    if (jail == NULL) {
        if (fault != NULL)
            *fault = report->run.why;
        return report->run.why.status;
    }
    if (was_hit(report))
        status = fault_set(fault, STATUS_SYSTEM, 0,
                           "something outside killed the compiler; try again: %.100s",
                           report->run.last_err);
    else if (report->run.outcome == JAILED_ENDED && report->run.end.signal == 0 &&
             report->run.end.status == 0)
        status = take_program(jail, job, report, fault);
    else
        write_reason(&report->run, report);
    jail_close(jail);
    return status;
}
