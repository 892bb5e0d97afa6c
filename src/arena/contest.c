/* SPDX-License-Identifier: MIT */
/* contest.c - read and change contest.toml.  Each setting is a row of SETTINGS, which holds its
 * type, its range and the function that stores it. */
#include "arena/contest.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "arena/toml.h"
#include "base/file.h"
#include "base/utf8.h"
#include "games/list.h"

enum {
    PATH_BYTES_MAX = 4096,
    GAMES_DEFAULT = 2,
    WORKERS_DEFAULT = 2,
    LIMIT_DEFAULT = 500, /* moves, if the game's setup has no limit */
    OPENINGS_MAX = 200,
};

const char *const FORMAT_NAMES[FORMATS] = {
    "round-robin", "double-round-robin", "gauntlet", "swiss", "knockout", "ladder",
};

const char *const BOT_KIND_NAMES[BOT_KINDS] = { "c", "json", "ugi", "files", "builtin" };

void contest_init(Contest *contest)
{
    *contest = (Contest){
        .format = FORMAT_ROUND_ROBIN,
        .games = GAMES_DEFAULT,
        .seed = 1,
        .workers = WORKERS_DEFAULT,
        .limits = { .turn_ms = 5000,
                    .start_ms = 5000,
                    .margin_ms = 100,
                    .threads = -1,
                    .output_kb = 256,
                    .compile_ms = 30000 },
    };
}

void contest_free(Contest *contest)
{
    free(contest->bots);
    contest->bots = NULL;
    contest->bot_count = 0;
}

/* --- Reading ------------------------------------------------------------------------------ */

typedef struct Reading {
    Contest  contest;
    BotSpec *bot; /* whose section is being read */
    bool     has_game, has_kind;
    Fault   *fault;
} Reading;

typedef struct Setting {
    const char *section, *key;
    TomlKind    kind;
    int64_t     low, high; /* value of a number, or length of a string in bytes */
    Status (*take)(Reading *r, const TomlEntry *entry);
} Setting;

static Status error_at(Reading *r, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static Status error_at(Reading *r, int line, const char *format, ...)
{
    char    why[220];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return fault_set(r->fault, STATUS_ILLEGAL, (size_t)line, "line %d: %s", line, why);
}

static Status take_name(Reading *r, const TomlEntry *e)
{
    snprintf(r->contest.name, sizeof r->contest.name, "%s", e->text);
    return STATUS_OK;
}

static Status take_game(Reading *r, const TomlEntry *e)
{
    Fault fault;
    if (games_setup(e->text, &r->contest.setup, &fault) != STATUS_OK)
        return error_at(r, e->line, "game: %s", fault.why);
    if (r->contest.setup.turn_limit == 0)
        r->contest.setup.turn_limit = LIMIT_DEFAULT;
    r->has_game = true;
    return STATUS_OK;
}

/* Return the index of `word` in `words`, or -1. */
static int find_word(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

static void list_words(const char *const *words, int count, Text *out)
{
    for (int i = 0; i < count; i++)
        text_addf(out, "%s%s", i == 0 ? "" : i == count - 1 ? " or " : ", ", words[i]);
}

static Status take_word(Reading *r, const TomlEntry *e, const char *const *words, int count,
                        int *out)
{
    char list[160];
    Text text = text_over(list, sizeof list);
    *out = find_word(words, count, e->text);
    if (*out >= 0)
        return STATUS_OK;
    list_words(words, count, &text);
    return error_at(r, e->line, "%s must be %s, not '%.40s'", e->key, list, e->text);
}

static Status take_format(Reading *r, const TomlEntry *e)
{
    int    format;
    Status status = take_word(r, e, FORMAT_NAMES, FORMATS, &format);
    if (status == STATUS_OK)
        r->contest.format = (Format)format;
    return status;
}

static Status take_champion(Reading *r, const TomlEntry *e)
{
    snprintf(r->contest.champion, sizeof r->contest.champion, "%s", e->text);
    return STATUS_OK;
}

static Status take_database(Reading *r, const TomlEntry *e)
{
    snprintf(r->contest.database, sizeof r->contest.database, "%s", e->text);
    return STATUS_OK;
}

/* Store a number; take_setting has already checked its range. */
#define NUMBER_TAKER(name, place, type)                       \
    static Status take_##name(Reading *r, const TomlEntry *e) \
    {                                                         \
        r->contest.place = (type)e->number;                   \
        return STATUS_OK;                                     \
    }
NUMBER_TAKER(games, games, int)
NUMBER_TAKER(rounds, rounds, int)
NUMBER_TAKER(openings, openings, int)
NUMBER_TAKER(balanced, balanced, bool)
NUMBER_TAKER(third_place, third_place, bool)
NUMBER_TAKER(seed, seed, uint64_t)
NUMBER_TAKER(workers, workers, int)
NUMBER_TAKER(turn_ms, limits.turn_ms, int64_t)
NUMBER_TAKER(game_ms, limits.game_ms, int64_t)
NUMBER_TAKER(increment_ms, limits.increment_ms, int64_t)
NUMBER_TAKER(turn_cpu_ms, limits.turn_cpu_ms, int64_t)
NUMBER_TAKER(game_cpu_ms, limits.game_cpu_ms, int64_t)
NUMBER_TAKER(start_ms, limits.start_ms, int64_t)
NUMBER_TAKER(margin_ms, limits.margin_ms, int64_t)
NUMBER_TAKER(memory_mb, limits.memory_mb, int64_t)
NUMBER_TAKER(processes, limits.processes, int64_t)
NUMBER_TAKER(threads, limits.threads, int64_t)
NUMBER_TAKER(output_kb, limits.output_kb, int64_t)
NUMBER_TAKER(scratch_mb, limits.scratch_mb, int64_t)
NUMBER_TAKER(compile_ms, limits.compile_ms, int64_t)
#undef NUMBER_TAKER

bool contest_is_bot_name(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length >= BOT_NAME_MAX)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!plain && (i == 0 || strchr("._+-", c) == NULL))
            return false;
    }
    return true;
}

/* Decode the character at `text`, which is valid and has `length` bytes. */
static uint32_t decode(const char *text, size_t length)
{
    static const unsigned char MASKS[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
    uint32_t                   sign = (unsigned char)text[0] & MASKS[length];
    for (size_t i = 1; i < length; i++)
        sign = sign << 6 | ((unsigned char)text[i] & 0x3f);
    return sign;
}

/* Characters that confuse a reader: controls, separators, marks of direction, invisible ones, private
 * use and non-characters. */
static bool is_confusing(uint32_t sign)
{
    static const uint32_t RANGES[][2] = {
        { 0, 0x1f },        { 0x7f, 0xa0 },     { 0xad, 0xad },       { 0x34f, 0x34f },
        { 0x61c, 0x61c },   { 0x115f, 0x1160 }, { 0x17b4, 0x17b5 },   { 0x180b, 0x180f },
        { 0x2000, 0x200f }, { 0x2028, 0x202f }, { 0x205f, 0x206f },   { 0x3000, 0x3000 },
        { 0x3164, 0x3164 }, { 0xe000, 0xf8ff }, { 0xfe00, 0xfe0f },   { 0xfeff, 0xfeff },
        { 0xffa0, 0xffa0 }, { 0xfff0, 0xffff }, { 0x1d173, 0x1d17a }, { 0xe0000, 0x10ffff },
    };
    for (size_t i = 0; i < sizeof RANGES / sizeof RANGES[0]; i++)
        if (sign >= RANGES[i][0] && sign <= RANGES[i][1])
            return true;
    return false;
}

bool contest_is_title(const char *title)
{
    size_t length = strlen(title), signs = 0;
    if (length == 0 || length >= BOT_TITLE_MAX || title[0] == ' ' || title[length - 1] == ' ')
        return false;
    for (size_t i = 0; i < length; signs++) {
        size_t bytes = utf8_length(title + i, length - i);
        if (bytes == 0 || is_confusing(decode(title + i, bytes)))
            return false;
        i += bytes;
    }
    return signs <= BOT_TITLE_SIGNS;
}

static Status take_title(Reading *r, const TomlEntry *e)
{
    if (!contest_is_title(e->text))
        return error_at(r, e->line, "title must be " CONTEST_TITLE_RULE);
    snprintf(r->bot->title, sizeof r->bot->title, "%s", e->text);
    return STATUS_OK;
}

static Status take_bot_name(Reading *r, const TomlEntry *e)
{
    assert(r->bot != NULL && "only the settings of [[bot]] are stored in a bot");
    if (!contest_is_bot_name(e->text))
        return error_at(
            r, e->line,
            "a bot's name must begin with a letter or digit, contain only letters, digits and "
            ". _ + -, and be shorter than %d characters",
            BOT_NAME_MAX);
    for (const BotSpec *other = r->contest.bots; other < r->bot; other++)
        if (strcmp(other->name, e->text) == 0)
            return error_at(r, e->line, "the name '%s' is already used by the bot in line %d",
                            e->text, other->line);
    snprintf(r->bot->name, sizeof r->bot->name, "%s", e->text);
    return STATUS_OK;
}

static Status take_kind(Reading *r, const TomlEntry *e)
{
    int    kind;
    Status status = take_word(r, e, BOT_KIND_NAMES, BOT_KINDS, &kind);
    if (status == STATUS_OK)
        r->bot->kind = (BotKind)kind;
    r->has_kind = true;
    return status;
}

/* True if a relative path cannot leave its directory. */
static bool is_inside(const char *path)
{
    if (path[0] == '/' || path[0] == '\0')
        return false;
    for (const char *part = path;; part++) {
        size_t length = strcspn(part, "/");
        if (length == 0 || (length == 2 && memcmp(part, "..", 2) == 0))
            return false;
        part += length;
        if (*part == '\0')
            return true;
    }
}

static Status take_file(Reading *r, const TomlEntry *e)
{
    if (!is_inside(e->text))
        return error_at(r, e->line,
                        "file must be a relative path inside the contest directory, without ..");
    snprintf(r->bot->file, sizeof r->bot->file, "%s", e->text);
    return STATUS_OK;
}

static Status take_book(Reading *r, const TomlEntry *e)
{
    if (!is_inside(e->text))
        return error_at(r, e->line,
                        "book must be a relative path inside the contest directory, without ..");
    snprintf(r->contest.book, sizeof r->contest.book, "%s", e->text);
    return STATUS_OK;
}

static Status take_player(Reading *r, const TomlEntry *e)
{
    PlayerSpec spec;
    Fault      fault;
    if (player_spec_read(e->text, &spec, &fault) != STATUS_OK)
        return error_at(r, e->line, "player: %s", fault.why);
    if (spec.kind == PLAYER_ENGINE)
        return error_at(
            r, e->line,
            "player must be a built-in player; enter an engine as kind = \"ugi\" with a file");
    snprintf(r->bot->player, sizeof r->bot->player, "%s", e->text);
    return STATUS_OK;
}

static Status take_args(Reading *r, const TomlEntry *e)
{
    size_t bytes = 0;
    if (e->number > BOT_ARGS_MAX)
        return error_at(r, e->line, "args may have at most %d entries", BOT_ARGS_MAX);
    for (int64_t i = 0; i < e->number; i++)
        bytes += strlen(e->text + bytes) + 1;
    if (bytes > BOT_ARGS_BYTES)
        return error_at(r, e->line, "args may have at most %d bytes in total", BOT_ARGS_BYTES);
    memcpy(r->bot->args, e->text, bytes);
    r->bot->arg_count = (int)e->number;
    return STATUS_OK;
}

static const Setting SETTINGS[] = {
    { "contest", "name", TOML_TEXT, 1, CONTEST_NAME_MAX - 1, take_name },
    { "contest", "game", TOML_TEXT, 1, SETUP_TEXT_MAX - 1, take_game },
    { "contest", "format", TOML_TEXT, 1, 40, take_format },
    { "contest", "games", TOML_NUMBER, 1, CONTEST_GAMES_MAX, take_games },
    { "contest", "rounds", TOML_NUMBER, 0, CONTEST_ROUNDS_MAX, take_rounds },
    { "contest", "openings", TOML_NUMBER, 0, OPENINGS_MAX, take_openings },
    { "contest", "book", TOML_TEXT, 1, BOT_PATH_MAX - 1, take_book },
    { "contest", "balanced", TOML_BOOL, 0, 0, take_balanced },
    { "contest", "third_place", TOML_BOOL, 0, 0, take_third_place },
    { "contest", "seed", TOML_NUMBER, 0, INT64_C(1) << 53, take_seed },
    { "contest", "workers", TOML_NUMBER, 1, CONTEST_WORKERS_MAX, take_workers },
    { "contest", "champion", TOML_TEXT, 1, BOT_NAME_MAX - 1, take_champion },
    { "contest", "database", TOML_TEXT, 1, CONTEST_DATABASE_MAX - 1, take_database },
    { "limits", "turn_ms", TOML_NUMBER, 1, 86400000, take_turn_ms },
    { "limits", "game_ms", TOML_NUMBER, 0, 86400000, take_game_ms },
    { "limits", "increment_ms", TOML_NUMBER, 0, 86400000, take_increment_ms },
    { "limits", "turn_cpu_ms", TOML_NUMBER, 0, 86400000, take_turn_cpu_ms },
    { "limits", "game_cpu_ms", TOML_NUMBER, 0, 86400000, take_game_cpu_ms },
    { "limits", "start_ms", TOML_NUMBER, 1, 86400000, take_start_ms },
    { "limits", "margin_ms", TOML_NUMBER, 0, 60000, take_margin_ms },
    { "limits", "memory_mb", TOML_NUMBER, 8, 1048576, take_memory_mb },
    { "limits", "processes", TOML_NUMBER, 1, 1000, take_processes },
    { "limits", "threads", TOML_NUMBER, 0, 1000, take_threads },
    { "limits", "scratch_mb", TOML_NUMBER, 1, 65536, take_scratch_mb },
    { "limits", "output_kb", TOML_NUMBER, 1, 1048576, take_output_kb },
    { "limits", "compile_ms", TOML_NUMBER, 100, 600000, take_compile_ms },
    { "bot", "name", TOML_TEXT, 1, 1000, take_bot_name },
    { "bot", "title", TOML_TEXT, 1, 1000, take_title },
    { "bot", "kind", TOML_TEXT, 1, 40, take_kind },
    { "bot", "file", TOML_TEXT, 1, BOT_PATH_MAX - 1, take_file },
    { "bot", "player", TOML_TEXT, 1, PLAYER_TEXT_MAX - 1, take_player },
    { "bot", "args", TOML_LIST, 0, 0, take_args },
};

enum { SETTING_COUNT = sizeof SETTINGS / sizeof SETTINGS[0] };

static const char *const KIND_TEXTS[] = {
    [TOML_TEXT] = "a string in quotes",
    [TOML_NUMBER] = "a whole number",
    [TOML_BOOL] = "true or false",
    [TOML_LIST] = "a list of strings such as [\"-v\", \"3\"]",
};

static Status unknown_key(Reading *r, const char *section, const TomlEntry *e)
{
    char list[160];
    Text text = text_over(list, sizeof list);
    for (int i = 0; i < SETTING_COUNT; i++)
        if (strcmp(SETTINGS[i].section, section) == 0)
            text_addf(&text, " %s", SETTINGS[i].key);
    return error_at(r, e->line, "[%s] has no setting '%s'; its settings are%s", section, e->key,
                    list);
}

static Status take_setting(Reading *r, const char *section, const TomlEntry *e)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const Setting *s = &SETTINGS[i];
        if (strcmp(s->section, section) != 0 || strcmp(s->key, e->key) != 0)
            continue;
        if (s->kind != e->kind)
            return error_at(r, e->line, "%s must be %s", s->key, KIND_TEXTS[s->kind]);
        if (s->kind == TOML_NUMBER && (e->number < s->low || e->number > s->high))
            return error_at(r, e->line, "%s must be from %lld to %lld, not %lld", s->key,
                            (long long)s->low, (long long)s->high, (long long)e->number);
        if (s->kind == TOML_TEXT &&
            ((int64_t)strlen(e->text) < s->low || (int64_t)strlen(e->text) > s->high))
            return error_at(r, e->line, "%s must have %lld to %lld bytes", s->key,
                            (long long)s->low, (long long)s->high);
        return s->take(r, e);
    }
    return unknown_key(r, section, e);
}

/* Check that a bot has the settings its kind needs, and no others. */
static Status check_bot(Reading *r)
{
    BotSpec *bot = r->bot;
    if (bot->name[0] == '\0')
        return error_at(r, bot->line, "this bot has no name; add name = \"...\"");
    if (!r->has_kind && bot->player[0] != '\0')
        bot->kind = BOT_BUILTIN;
    else if (!r->has_kind)
        return error_at(r, bot->line,
                        "bot '%s' has no kind; it must be c, json, ugi, files or builtin",
                        bot->name);
    bool builtin = bot->kind == BOT_BUILTIN;
    if (builtin && bot->player[0] == '\0')
        return error_at(r, bot->line, "bot '%s' is builtin and needs a player, such as \"random\"",
                        bot->name);
    if (!builtin && bot->file[0] == '\0')
        return error_at(r, bot->line, "bot '%s' has no file; add file = \"...\"", bot->name);
    if (builtin ? bot->file[0] != '\0' || bot->arg_count > 0 : bot->player[0] != '\0')
        return error_at(r, bot->line,
                        "bot '%s': a builtin bot has only a player, all others a file and args",
                        bot->name);
    if (bot->kind == BOT_FILES && bot->arg_count > 0)
        return error_at(
            r, bot->line,
            "bot '%s': a bot of kind files has no args; the game's contest format sets them",
            bot->name);
    return STATUS_OK;
}

static Status begin_bot(Reading *r, const TomlSection *section)
{
    if (r->contest.bot_count == CONTEST_BOTS_MAX)
        return error_at(r, section->line, "a contest can have at most %d bots", CONTEST_BOTS_MAX);
    assert(r->contest.bots != NULL);
    r->bot = &r->contest.bots[r->contest.bot_count++];
    r->bot->line = section->line;
    r->bot->end_line = section->end_line;
    r->has_kind = false;
    return STATUS_OK;
}

static Status take_section(Reading *r, const Toml *toml, const TomlSection *section)
{
    bool   is_bot = strcmp(section->name, "bot") == 0;
    Status status = STATUS_OK;
    if (section->name[0] == '\0' && section->count > 0)
        return error_at(r, toml->entries[section->first].line,
                        "a setting must follow [contest], [limits] or [[bot]]");
    if (section->name[0] != '\0' && strcmp(section->name, "contest") != 0 &&
        strcmp(section->name, "limits") != 0 && !is_bot)
        return error_at(r, section->line,
                        "unknown section '%s'; the sections are [contest], [limits] and [[bot]]",
                        section->name);
    if (section->name[0] != '\0' && is_bot != section->is_list)
        return error_at(r, section->line,
                        is_bot ? "write [[bot]] with two brackets" : "write [%s] with one bracket",
                        section->name);
    if (is_bot)
        status = begin_bot(r, section);
    for (int i = 0; i < section->count && status == STATUS_OK; i++)
        status = take_setting(r, section->name, &toml->entries[section->first + i]);
    return status == STATUS_OK && is_bot ? check_bot(r) : status;
}

/* Check what depends on more than one setting. */
static Status check_whole(Reading *r)
{
    const ContestLimits *limits = &r->contest.limits;
    if ((limits->turn_cpu_ms > 0 || limits->game_cpu_ms > 0) && limits->processes > 1)
        return fault_set(r->fault, STATUS_ILLEGAL, 0,
                         "turn_cpu_ms and game_cpu_ms count the CPU time of one process; remove "
                         "them, or set processes = 1");
    Contest *c = &r->contest;
    if (!r->has_game)
        return fault_set(r->fault, STATUS_ILLEGAL, 0,
                         "[contest] has no game; run `tessera games` for a list");
    if (c->champion[0] != '\0' && contest_find(c, c->champion) < 0)
        return fault_set(r->fault, STATUS_ILLEGAL, 0,
                         "the champion '%s' is not a bot of this contest", c->champion);
    if (c->book[0] != '\0' && c->openings > 0)
        return fault_set(r->fault, STATUS_ILLEGAL, 0,
                         "use either book or openings; set openings = 0");
    if (c->name[0] == '\0')
        snprintf(c->name, sizeof c->name, "a contest");
    return STATUS_OK;
}

Status contest_read(const char *data, size_t size, Contest *out, Fault *fault)
{
    Toml    toml;
    Reading r = { .fault = fault };
    Status  status = toml_read(data, size, &toml, fault);
    if (status != STATUS_OK)
        return status;
    contest_init(&r.contest);
    r.contest.bots = calloc((size_t)toml.section_count, sizeof *r.contest.bots);
    if (r.contest.bots == NULL)
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    for (int i = 0; i < toml.section_count && status == STATUS_OK; i++)
        status = take_section(&r, &toml, &toml.sections[i]);
    if (status == STATUS_OK)
        status = check_whole(&r);
    toml_free(&toml);
    if (status == STATUS_OK)
        *out = r.contest;
    else
        contest_free(&r.contest);
    return status;
}

int contest_find(const Contest *contest, const char *name)
{
    for (int i = 0; i < contest->bot_count; i++)
        if (strcmp(contest->bots[i].name, name) == 0)
            return i;
    return -1;
}

/* --- The file ----------------------------------------------------------------------------- */

static Status no_file(const char *folder, Fault *fault)
{
    return fault_set(fault, errno == ENOENT ? STATUS_NOT_FOUND : STATUS_SYSTEM, 0,
                     errno == ENOENT ? "there is no contest in %.150s (no " CONTEST_FILE
                                       "); create one with `tessera arena init`"
                                     : "cannot read %.150s/" CONTEST_FILE,
                     folder);
}

static Status read_file(const char *folder, Buffer *out, Fault *fault)
{
    char path[PATH_BYTES_MAX], block[4096];
    snprintf(path, sizeof path, "%s/" CONTEST_FILE, folder);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return no_file(folder, fault);
    size_t count;
    while ((count = fread(block, 1, sizeof block, file)) > 0)
        buffer_bytes(out, block, count);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed)
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot read %.150s", path);
    if (out->failed)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "%.150s is longer than %d bytes", path,
                         TOML_BYTES_MAX);
    return STATUS_OK;
}

static Status load(const char *folder, Buffer *text, Contest *out, Fault *fault)
{
    buffer_init(text, TOML_BYTES_MAX);
    Status status = read_file(folder, text, fault);
    Fault  why = { 0 };
    if (status != STATUS_OK)
        return status;
    status = contest_read(text->data == NULL ? "" : text->data, text->length, out, &why);
    if (status != STATUS_OK)
        fault_set(fault, status, why.at, CONTEST_FILE ", %.230s", why.why);
    return status;
}

Status contest_load_text(const char *folder, Buffer *out, Fault *fault)
{
    return read_file(folder, out, fault);
}

Status contest_load(const char *folder, Contest *out, Fault *fault)
{
    Buffer text;
    Status status = load(folder, &text, out, fault);
    buffer_free(&text);
    return status;
}

int contest_hold(const char *folder, Fault *fault)
{
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (file >= 0 && flock(file, LOCK_EX) != 0) {
        if (errno == EINTR)
            continue;
        fault_set(fault, STATUS_SYSTEM, 0, "cannot lock %.150s: %s", folder, strerror(errno));
        close(file);
        return -1;
    }
    if (file < 0)
        no_file(folder, fault);
    return file;
}

/* --- Writing ------------------------------------------------------------------------------ */

void contest_sample(Buffer *out, const char *name, const char *game, Format format, bool has_swap)
{
    assert(format >= 0 && format < FORMATS);
    buffer_add(out, "# Contest settings; see docs/contest.md.\n\n[contest]\nname = ");
    toml_quote(out, name);
    buffer_add(out, "\ngame = ");
    toml_quote(out, game);
    buffer_addf(out, "\nformat = \"%s\"", FORMAT_NAMES[format]);
    buffer_add(out, "   # round-robin, double-round-robin, gauntlet, swiss, knockout, ladder\n"
                    "games = 2                # per pairing; the bots take turns moving first\n"
                    "openings = 0             # random moves at the start of each pair of games");
    buffer_add(out, has_swap ? "; they would skip the swap\n" : "\n");
    buffer_add(
        out, "#book = \"book.txt\"       # a file of openings, instead of random ones\n"
             "seed = 1                 # random seed\n"
             "workers = 2              # games played in parallel\n"
             "#rounds = 5              # swiss only; default: as many as the bots need\n"
             "#third_place = true      # knockout only: a match for third place\n"
             "#champion = \"name\"       # gauntlet only; default: the first bot\n"
             "#database = \"URL\"        # workers elsewhere play; docs/many-machines.md\n"
             "\n[limits]\n"
             "turn_ms = 5000           # time per move\n"
             "#game_ms = 60000         # time per game, instead of turn_ms\n"
             "#increment_ms = 500      # added per move, with game_ms\n"
             "margin_ms = 100          # a move is late after turn_ms and this\n"
             "#turn_cpu_ms = 5000      # CPU time per move, of all threads together\n"
             "#game_cpu_ms = 60000     # CPU time per game, of all threads together\n"
             "start_ms = 5000          # start-up time before a game\n"
             "output_kb = 256          # output between two moves\n"
             "compile_ms = 30000\n"
             "#memory_mb = 256         # the default of these four depends on the bot's language\n"
             "#processes = 1\n"
             "#threads = 8\n"
             "#scratch_mb = 16         # working directory\n");
}

/* Limits with their default are left out: it may be a value that contest.toml cannot set. */
void contest_write_settings(const Contest *contest, Buffer *out)
{
    static const struct {
        const char *key;
        size_t      at;
    } LIMITS[] = {
#define LIMIT(name) { #name, offsetof(ContestLimits, name) }
        LIMIT(turn_ms),     LIMIT(game_ms),  LIMIT(increment_ms), LIMIT(turn_cpu_ms),
        LIMIT(game_cpu_ms), LIMIT(start_ms), LIMIT(margin_ms),    LIMIT(memory_mb),
        LIMIT(processes),   LIMIT(threads),  LIMIT(scratch_mb),   LIMIT(output_kb),
        LIMIT(compile_ms),
#undef LIMIT
    };
    char    game[SETUP_TEXT_MAX];
    Text    text = text_over(game, sizeof game);
    Contest defaults;
    contest_init(&defaults);
    setup_write(&contest->setup, &text);
    buffer_add(out, "[contest]\nname = ");
    toml_quote(out, contest->name);
    buffer_add(out, "\ngame = ");
    toml_quote(out, game);
    buffer_add(out, "\n[limits]\n");
    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        int64_t value = *(const int64_t *)((const char *)&contest->limits + LIMITS[i].at);
        int64_t usual = *(const int64_t *)((const char *)&defaults.limits + LIMITS[i].at);
        if (value != usual)
            buffer_addf(out, "%s = %lld\n", LIMITS[i].key, (long long)value);
    }
}

void contest_write_bot(const BotSpec *bot, Buffer *out)
{
    assert(contest_is_bot_name(bot->name) && bot->kind < BOT_KINDS);
    buffer_add(out, "\n[[bot]]\nname = ");
    toml_quote(out, bot->name);
    if (bot->title[0] != '\0') {
        buffer_add(out, "\ntitle = ");
        toml_quote(out, bot->title);
    }
    if (bot->kind == BOT_BUILTIN) {
        buffer_add(out, "\nplayer = ");
        toml_quote(out, bot->player);
    } else {
        buffer_addf(out, "\nkind = \"%s\"\nfile = ", BOT_KIND_NAMES[bot->kind]);
        toml_quote(out, bot->file);
    }
    if (bot->arg_count > 0) {
        const char *arg = bot->args;
        buffer_add(out, "\nargs = [");
        for (int i = 0; i < bot->arg_count; i++, arg += strlen(arg) + 1) {
            buffer_add(out, i == 0 ? "" : ", ");
            toml_quote(out, arg);
        }
        buffer_add(out, "]");
    }
    buffer_add(out, "\n");
}

static Status replace_file(const char *folder, const Buffer *text, Fault *fault)
{
    char path[PATH_BYTES_MAX];
    snprintf(path, sizeof path, "%s/" CONTEST_FILE, folder);
    if (file_replace(path, text->data, text->length, 0))
        return STATUS_OK;
    return fault_set(fault, STATUS_SYSTEM, 0, "cannot write %.150s: %s", path, strerror(errno));
}

/* Replace the file only if the new text is a valid contest. */
static Status check_and_replace(const char *folder, const Buffer *text, Fault *fault)
{
    Contest contest;
    if (text->failed)
        return fault_set(fault, STATUS_TOO_LARGE, 0, CONTEST_FILE " would exceed its size limit");
    Status status = contest_read(text->data, text->length, &contest, fault);
    if (status != STATUS_OK)
        return status;
    contest_free(&contest);
    return replace_file(folder, text, fault);
}

Status contest_add_bot(const char *folder, const BotSpec *bot, Fault *fault)
{
    Buffer  text;
    Contest contest;
    Status  status = load(folder, &text, &contest, fault);
    if (status == STATUS_OK) {
        bool known = contest_find(&contest, bot->name) >= 0;
        contest_free(&contest);
        if (known)
            status =
                fault_set(fault, STATUS_ILLEGAL, 0,
                          "a bot named '%s' already takes part; choose another name", bot->name);
    }
    if (status == STATUS_OK) {
        if (text.length > 0 && text.data[text.length - 1] != '\n')
            buffer_add(&text, "\n");
        contest_write_bot(bot, &text);
        status = check_and_replace(folder, &text, fault);
    }
    buffer_free(&text);
    return status;
}

/* Return the offset of a line, counted from 1, or the end of the text if there are fewer lines. */
static size_t start_of_line(const Buffer *text, int line)
{
    size_t at = 0;
    assert(line >= 1);
    for (int i = 1; i < line && at < text->length; i++) {
        const char *newline = memchr(text->data + at, '\n', text->length - at);
        at = newline == NULL ? text->length : (size_t)(newline - text->data) + 1;
    }
    return at;
}

/* Cut the section of a bot; with `instead`, write that in its place. */
static Status cut_bot(const char *folder, const char *name, const BotSpec *instead, Fault *fault)
{
    Buffer  text, rest;
    Contest contest;
    buffer_init(&rest, TOML_BYTES_MAX);
    Status status = load(folder, &text, &contest, fault);
    if (status == STATUS_OK) {
        int found = contest_find(&contest, name);
        if (found < 0) {
            status = fault_set(fault, STATUS_NOT_FOUND, 0,
                               "no bot named '%.60s' takes part in this contest", name);
        } else {
            size_t begin = start_of_line(&text, contest.bots[found].line);
            size_t end = start_of_line(&text, contest.bots[found].end_line + 1);
            assert(begin <= end && end <= text.length);
            buffer_bytes(&rest, text.data, begin);
            if (instead != NULL)
                contest_write_bot(instead, &rest);
            buffer_bytes(&rest, text.data + end, text.length - end);
            status = check_and_replace(folder, &rest, fault);
        }
        contest_free(&contest);
    }
    buffer_free(&text);
    buffer_free(&rest);
    return status;
}

Status contest_remove_bot(const char *folder, const char *name, Fault *fault)
{
    return cut_bot(folder, name, NULL, fault);
}

Status contest_replace_bot(const char *folder, const BotSpec *bot, Fault *fault)
{
    return cut_bot(folder, bot->name, bot, fault);
}
