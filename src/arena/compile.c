/* SPDX-License-Identifier: MIT */
#include "arena/compile.h"

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
    OUTPUT_MAX = 1 << 20,   /* of what the compiler may say */
    MESSAGE_MAX = 60,       /* arguments of the compiler */
};

static const char RESULT[] = "program";

/* The compiler's arguments: some are fixed, names are kept in `names`. */
typedef struct Command {
    int         count;
    const char *words[MESSAGE_MAX + 1];
    Text        names;
    char        capacity[16384];
} Command;

static bool add(Command *command, const char *word)
{
    if (command->count == MESSAGE_MAX)
        return false;
    command->words[command->count++] = word;
    return true;
}

/* The place of a file, as the jail shows it. */
static bool add_name(Command *command, const char *folder, const char *name)
{
    const char *start = command->names.data + command->names.length;
    text_addf(&command->names, "%s/%s", folder, name);
    text_char(&command->names, '\0');
    return !command->names.full && add(command, start);
}

static bool add_all(Command *command, const char *const *words)
{
    bool ok = true;
    for (; ok && words != NULL && *words != NULL; words++)
        ok = add(command, *words);
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
        return fault_set(fault, STATUS_NOT_FOUND, 0, "%s cannot be read: %s", folder,
                         strerror(errno));
    if (count == 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no .c file in %s", folder);
    return ok ? STATUS_OK
              : fault_set(fault, STATUS_TOO_LARGE, 0, "too many source files in %s", folder);
}

static Status add_sources(Command *command, const CompileJob *job, Fault *fault)
{
    struct stat about;
    if (stat(job->source, &about) != 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no %s: %s", job->source,
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
    command->names = text_over(command->capacity, sizeof command->capacity);
    bool ok = add_all(command, FIXED) && add_all(command, job->options) &&
              (job->sdk == NULL || (add(command, "-I") && add(command, "/sdk")));
    Status status = ok ? add_sources(command, job, fault) : STATUS_TOO_LARGE;
    for (const char *const *name = job->extra; status == STATUS_OK && name != NULL && *name != NULL;
         name++)
        ok = ok && add_name(command, "/sdk", *name);
    ok = ok && (status != STATUS_OK || (add(command, "-lm") && add(command, "-pthread")));
    command->words[command->count] = NULL;
    return !ok ? fault_set(fault, STATUS_TOO_LARGE, 0, "too many options for the compiler")
               : status;
}

/* For a guest, too, who is somebody else on the machine. */
static Status save(const char *path, const Buffer *program, Fault *fault)
{
    if (file_replace(path, program->data, program->length, 0755))
        return STATUS_OK;
    return fault_set(fault, STATUS_SYSTEM, 0, "%s cannot be written: %s", path, strerror(errno));
}

/* What went wrong, for the author. */
static void write_reason(const JailedRun *run, CompileReport *report)
{
    Text why = text_over(report->why, sizeof report->why);
    if (run->outcome == JAILED_LATE)
        text_addf(&why, "the compiler was still running after %lld ms",
                  (long long)(run->end.wall_us / 1000));
    else if (run->outcome == JAILED_TOO_MUCH)
        text_add(&why, "the compiler had more to say than anybody can read");
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
        text_addf(&text, "the compiler left no program: %s", why.why);
        status = STATUS_OK;
    }
    buffer_free(&program);
    return status;
}

Status compile_run(const CompileJob *job, CompileReport *report, Fault *fault)
{
    Command command;
    Buffer  said;
    report->ok = false;
    report->why[0] = report->messages[0] = '\0';
    Status status = make_command(&command, job, fault);
    if (status != STATUS_OK)
        return status;
    JailSpec spec = { .runtime = JAIL_KIT_COMPILER,
                      .program = job->source,
                      .sdk = job->sdk,
                      .arguments = command.words,
                      .limits = jail_limits(JAIL_KIT_COMPILER),
                      .unsafe = job->unsafe };
    int64_t  time_ms = job->time_ms > 0 ? job->time_ms : TIME_MS;
    spec.limits.cpu_ms = time_ms;
    unlink(job->program);
    buffer_init(&said, sizeof report->messages);
    Jail *jail = jailed_run_heard(&spec, NULL, 0, time_ms, OUTPUT_MAX, &said, &report->run);
    Text  messages = text_over(report->messages, sizeof report->messages);
    jailed_text_printable(said.data == NULL ? "" : said.data, said.length, &messages);
    buffer_free(&said);
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
