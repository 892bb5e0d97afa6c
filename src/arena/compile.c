/* SPDX-License-Identifier: MIT */
#include "arena/compile.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static int is_source(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 2 && entry->d_name[0] != '.' && strcmp(entry->d_name + length - 2, ".c") == 0;
}

static Status add_folder(Command *command, const char *folder, Fault *fault)
{
    struct dirent **entries = NULL;
    int             count = scandir(folder, &entries, is_source, alphasort);
    bool            ok = true;
    for (int i = 0; i < count; i++) {
        ok = ok && add_name(command, "/bot", entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    if (count < 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "cannot read %s: %s", folder, strerror(errno));
    if (count == 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no .c file in %s", folder);
    return ok ? STATUS_OK
              : fault_set(fault, STATUS_TOO_LARGE, 0, "there are too many .c files in %s", folder);
}

static Status add_sources(Command *command, const CompileJob *job, Fault *fault)
{
    struct stat about;
    if (stat(job->source, &about) != 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "cannot open %s: %s", job->source,
                         strerror(errno));
    if (S_ISDIR(about.st_mode))
        return add_folder(command, job->source, fault);
    const char *slash = strrchr(job->source, '/');
    return add_name(command, "/bot", slash == NULL ? job->source : slash + 1)
               ? STATUS_OK
               : fault_set(fault, STATUS_TOO_LARGE, 0, "the name %s is too long", job->source);
}

static Status make_command(Command *command, const CompileJob *job, Fault *fault)
{
    static const char *const FIXED[] = {
        "/usr/bin/gcc",    "-O2", "-std=gnu17", "-pipe", "-fno-diagnostics-color",
        "-fmax-errors=20", "-o",  RESULT,       NULL
    };
    command->count = 0;
    command->names = text_over(command->bytes, sizeof command->bytes);
    bool ok = add_all(command, FIXED) && add_all(command, job->options) &&
              (job->sdk == NULL || (add(command, "-I") && add(command, "/sdk")));
    Status status = ok ? add_sources(command, job, fault) : STATUS_TOO_LARGE;
    for (const char *const *name = job->extra; status == STATUS_OK && name != NULL && *name != NULL;
         name++)
        ok = ok && add_name(command, "/sdk", *name);
    ok = ok && (status != STATUS_OK || (add(command, "-lm") && add(command, "-pthread")));
    assert(command->count <= ARGUMENTS_MAX);
    command->arguments[command->count] = NULL;
    return !ok ? fault_set(fault, STATUS_TOO_LARGE, 0, "too many options for the compiler")
               : status;
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

Status compile_run(const CompileJob *job, CompileReport *report, Fault *fault)
{
    Command command;
    Buffer  output;
    assert(job->source != NULL && job->program != NULL);
    report->ok = false;
    report->why[0] = report->messages[0] = '\0';
    Status status = make_command(&command, job, fault);
    if (status != STATUS_OK)
        return status;
    JailSpec spec = { .runtime = JAIL_RUNTIME_COMPILER,
                      .program = job->source,
                      .sdk = job->sdk,
                      .arguments = command.arguments,
                      .limits = jail_limits(JAIL_RUNTIME_COMPILER),
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
    if (report->run.outcome == JAILED_ENDED && report->run.end.signal == 0 &&
        report->run.end.status == 0)
        status = take_program(jail, job, report, fault);
    else
        write_reason(&report->run, report);
    jail_close(jail);
    return status;
}
