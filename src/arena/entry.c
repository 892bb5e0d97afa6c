/* SPDX-License-Identifier: MIT */
#include "arena/entry.h"

#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/builder.h"
#include "arena/run.h"
#include "arena/source_language.h"
#include "arena/submission.h"

enum { PATH_BYTES = 4096 };

static Status system_error(const char *path, Fault *fault)
{
    return fault_set(fault, STATUS_SYSTEM, 0, "%.200s: %s", path, strerror(errno));
}

/* --- Names, kinds, arguments -------------------------------------------------------------- */

/* Derive a name from a path: anna.c becomes anna. */
static void name_from(const char *path, char out[BOT_NAME_MAX])
{
    char copy[PATH_BYTES];
    snprintf(copy, sizeof copy, "%s", path);
    const char *base = basename(copy);
    size_t      length = strcspn(base[0] == '.' ? base + 1 : base, ".");
    snprintf(out, BOT_NAME_MAX, "%.*s", (int)(length < BOT_NAME_MAX ? length : BOT_NAME_MAX - 1),
             base);
    for (char *c = out; *c != '\0'; c++)
        if (strchr(" \t()[]{}'\",;:!?#*&%$@=<>|\\/", *c) != NULL)
            *c = '-';
}

static Status read_name(const EntryRequest *request, BotSpec *bot, Fault *fault)
{
    if (request->name != NULL)
        snprintf(bot->name, sizeof bot->name, "%s", request->name);
    else
        name_from(request->file != NULL ? request->file : request->player, bot->name);
    if (contest_is_bot_name(bot->name))
        return STATUS_OK;
    return fault_set(fault, STATUS_SYNTAX, 0,
                     "'%.60s' is not a valid bot name; use letters, digits and . _ + -, beginning "
                     "with a letter or digit (--name NAME)",
                     bot->name);
}

static Status read_title(const EntryRequest *request, BotSpec *bot, Fault *fault)
{
    if (request->title == NULL)
        return STATUS_OK;
    if (!contest_is_title(request->title))
        return fault_set(fault, STATUS_SYNTAX, 0, "the title must be " CONTEST_TITLE_RULE);
    snprintf(bot->title, sizeof bot->title, "%s", request->title);
    return STATUS_OK;
}

static Status check_name_free(const Contest *contest, const BotSpec *bot, Fault *fault)
{
    if (contest_find(contest, bot->name) < 0)
        return STATUS_OK;
    return fault_set(fault, STATUS_ILLEGAL, 0,
                     "a bot named '%s' already takes part; choose another name with --name",
                     bot->name);
}

Status entry_read_args(const EntryRequest *request, BotSpec *bot, Fault *fault)
{
    size_t used = 0;
    assert(bot->arg_count == 0);
    for (int i = 0; i < request->arg_count; i++) {
        size_t length = strlen(request->args[i]) + 1;
        if (i >= BOT_ARGS_MAX || used + length > sizeof bot->args)
            return fault_set(fault, STATUS_SYNTAX, 0,
                             "a bot can have at most %d arguments with %d bytes in total",
                             BOT_ARGS_MAX, BOT_ARGS_BYTES);
        memcpy(bot->args + used, request->args[i], length);
        used += length;
        bot->arg_count++;
    }
    return STATUS_OK;
}

Status entry_read_kind(const EntryRequest *request, const Setup *setup, BotSpec *bot, Fault *fault)
{
    assert(request->file != NULL);
    Status status = submission_check(request->file, fault);
    if (status == STATUS_OK)
        status = source_language_check(request->file, fault);
    if (status != STATUS_OK)
        return status;
    if (request->kind != BOT_KINDS)
        bot->kind = request->kind;
    else if (!builder_guess_kind(request->file, setup, &bot->kind))
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "%.140s: cannot guess the kind of this bot; pass --kind c (a function "
                         "bot_turn), json, ugi or files (see docs/bots.md)",
                         request->file);
    return STATUS_OK;
}

/* --- Checks before a change --------------------------------------------------------------- */

Status entry_check_idle(const char *dir, Fault *fault)
{
    int64_t runner = ledger_runner(dir);
    if (runner == 0)
        return STATUS_OK;
    return fault_set(fault, STATUS_ILLEGAL, 0,
                     "the contest is running (process %lld); stop it first with `tessera arena "
                     "stop %.150s`",
                     (long long)runner, dir);
}

Status entry_check_open(const char *dir, Fault *fault)
{
    Contest contest;
    int64_t games = 0;
    Status  status = contest_load(dir, &contest, fault);
    if (status != STATUS_OK)
        return status;
    bool knockout = contest.format == FORMAT_KNOCKOUT, ladder = contest.format == FORMAT_LADDER;
    contest_free(&contest);
    if (!ladder && (status = entry_check_idle(dir, fault)) != STATUS_OK)
        return status;
    Ledger *ledger = knockout ? ledger_open(dir, LEDGER_READ, fault) : NULL;
    if (ledger != NULL) {
        ledger_count(ledger, &games);
        ledger_close(ledger);
    }
    return games == 0 ? STATUS_OK
                      : fault_illegal(fault, "the knockout has begun; bots can no longer join");
}

/* --- Files -------------------------------------------------------------------------------- */

/* If `path` is inside `dir`, write the rest of the path to `inside` and return true. */
static bool is_within(const char *dir, const char *path, char *inside, size_t size)
{
    char  *full_dir = realpath(dir, NULL), *full = realpath(path, NULL);
    size_t length = full_dir == NULL ? 0 : strlen(full_dir);
    bool   within = full_dir != NULL && full != NULL && strncmp(full, full_dir, length) == 0 &&
                  full[length] == '/';
    if (within)
        snprintf(inside, size, "%s", full + length + 1);
    free(full_dir);
    free(full);
    return within;
}

/* Choose the path of a bot's file in the contest's directory.  It contains the bot's name, because
 * forty students may all submit a bot.c. */
static void place_file(const char *path, BotSpec *bot)
{
    char        copy[PATH_BYTES];
    struct stat about;
    snprintf(copy, sizeof copy, "%s", path);
    const char *base = basename(copy), *dot = strrchr(base, '.');
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        dot = NULL;
    snprintf(bot->file, sizeof bot->file, "bots/%s%.60s", bot->name,
             dot == NULL || dot == base ? "" : dot);
}

static bool is_file_of_another(const Contest *contest, const BotSpec *bot)
{
    for (int i = 0; i < contest->bot_count; i++)
        if (strcmp(contest->bots[i].file, bot->file) == 0)
            return true;
    return false;
}

/* Copy a submission to its place in the contest's directory.  The copy replaces the file of a bot
 * that was removed, and appears complete or not at all. */
static Status copy_file(const char *dir, const char *path, const BotSpec *bot, Fault *fault)
{
    char target[PATH_BYTES], fresh[PATH_BYTES];
    snprintf(target, sizeof target, "%.3000s/bots", dir);
    if (mkdir(target, 0755) != 0 && errno != EEXIST)
        return system_error(target, fault);
    snprintf(target, sizeof target, "%.3000s/%s", dir, bot->file);
    snprintf(fresh, sizeof fresh, "%.3000s/bots/.new", dir);
    submission_remove(fresh); /* left by a process that was killed; we hold the contest's lock */
    Status status = submission_copy(path, fresh, fault);
    if (status != STATUS_OK)
        return status;
    submission_remove(target);
    if (rename(fresh, target) != 0) {
        status = system_error(target, fault);
        submission_remove(fresh);
    }
    return status;
}

/* Make sure that the submission is in the contest's directory; `*copied` if it was not. */
static Status bring_file(const Contest *contest, const char *dir, const char *path, BotSpec *bot,
                         bool *copied, Fault *fault)
{
    Status status = submission_check(path, fault);
    if (status != STATUS_OK || is_within(dir, path, bot->file, sizeof bot->file))
        return status;
    place_file(path, bot);
    if (is_file_of_another(contest, bot))
        return fault_set(fault, STATUS_ILLEGAL, 0, "%.200s is already the file of another bot",
                         bot->file);
    status = copy_file(dir, path, bot, fault);
    *copied = status == STATUS_OK;
    return status;
}

static void drop_file(const char *dir, const BotSpec *bot)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.3000s/%s", dir, bot->file);
    submission_remove(path);
}

/* --- Changes ------------------------------------------------------------------------------ */

static Status add_to(const Contest *contest, const char *dir, const EntryRequest *request,
                     BotSpec *bot, Fault *fault)
{
    bool   copied = false;
    Status status = check_name_free(contest, bot, fault);
    if (status == STATUS_OK)
        status = builder_check_kind(bot, &contest->setup, fault);
    if (status == STATUS_OK && request->file != NULL)
        status = bring_file(contest, dir, request->file, bot, &copied, fault);
    else if (status == STATUS_OK)
        snprintf(bot->player, sizeof bot->player, "%s", request->player);
    if (status == STATUS_OK)
        status = contest_add_bot(dir, bot, fault);
    if (status != STATUS_OK && copied)
        drop_file(dir, bot);
    return status;
}

Status entry_add(const char *dir, const EntryRequest *request, BotSpec *bot, Fault *fault)
{
    Contest    contest;
    PlayerSpec player;
    assert((request->file == NULL) != (request->player == NULL));
    *bot = (BotSpec){ .kind = BOT_BUILTIN };
    Status status = entry_read_args(request, bot, fault);
    if (status == STATUS_OK && request->player != NULL)
        status = player_spec_read(request->player, &player, fault);
    if (status == STATUS_OK)
        status = read_name(request, bot, fault);
    if (status == STATUS_OK)
        status = read_title(request, bot, fault);
    if (status == STATUS_OK)
        status = contest_load(dir, &contest, fault);
    if (status != STATUS_OK)
        return status;
    if (request->file != NULL)
        status = entry_read_kind(request, &contest.setup, bot, fault);
    if (status == STATUS_OK)
        status = add_to(&contest, dir, request, bot, fault);
    contest_free(&contest);
    return status;
}

Status entry_replace(const char *dir, const EntryRequest *request, BotSpec *bot, Fault *fault)
{
    Contest contest;
    assert(request->file != NULL && request->name != NULL && request->arg_count == 0);
    *bot = (BotSpec){ .kind = BOT_KINDS };
    Status status = read_name(request, bot, fault);
    if (status == STATUS_OK)
        status = read_title(request, bot, fault);
    if (status == STATUS_OK)
        status = contest_load(dir, &contest, fault);
    if (status != STATUS_OK)
        return status;
    bool known = contest_find(&contest, bot->name) >= 0;
    bool within = is_within(dir, request->file, bot->file, sizeof bot->file);
    assert(within);
    (void)within;
    status = entry_read_kind(request, &contest.setup, bot, fault);
    if (status == STATUS_OK)
        status = builder_check_kind(bot, &contest.setup, fault);
    /* A running ladder notices the new version itself. */
    if (status == STATUS_OK && known && ledger_runner(dir) == 0)
        status = run_remove_bot(dir, bot->name, fault);
    if (status == STATUS_OK)
        status = known ? contest_replace_bot(dir, bot, fault) : contest_add_bot(dir, bot, fault);
    contest_free(&contest);
    return status;
}

Status entry_remove(const char *dir, const char *name, Fault *fault)
{
    Status status = contest_remove_bot(dir, name, fault);
    return status == STATUS_OK ? run_remove_bot(dir, name, fault) : status;
}
