/* SPDX-License-Identifier: MIT */
/* cmd_convert.c - convert: translate a game record between formats. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/replay_page.h"
#include "cmd/cmd.h"
#include "cmd/results.h"
#include "dialects/game_read.h"
#include "dialects/list.h"

enum {
    CONVERT_FROM,
    CONVERT_TO,
    CONVERT_GAME,
    CONVERT_NTH,
    CONVERT_LIST,
    CONVERT_NOTATION,
    CONVERT_JSON
};
const Option CONVERT_OPTIONS[] = {
    { "from", OPTION_TEXT, "FORMAT", "input format (default: detect it)", 0, 0 },
    { "to", OPTION_TEXT, "FORMAT", "output format (default record)", 0, 0 },
    { "game", OPTION_TEXT, "GAME",
      "game and variant of the input, if its format does not name them", 0, 0 },
    { "nth", OPTION_NUMBER, "N", "convert the Nth of several games in the input", 1, 1000000 },
    { "list", OPTION_FLAG, NULL, "list the formats", 0, 0 },
    NOTATION_OPTION,
    { "json", OPTION_FLAG, NULL, "with --list: print JSON (docs/json.md lists the keys)", 0, 0 },
    { .name = NULL },
};

enum { INPUT_MAX = GAME_TEXT_BYTES_MAX, PICTURE_MAX = 256 << 20 };

/* ---- the formats that every game has ---- */

static Status write_record(const Record *record, RecordSink *sink, void *context, Fault *fault)
{
    return record_write(record, sink, context)
               ? STATUS_OK
               : fault_set(fault, STATUS_SYSTEM, 0, "%s", status_text(STATUS_SYSTEM));
}

static Status write_file(bool made, Buffer *file, RecordSink *sink, void *context, Fault *fault)
{
    bool fine = made && sink(context, file->data, file->length);
    buffer_free(file);
    return fine ? STATUS_OK
                : fault_set(fault, STATUS_SYSTEM, 0, "the file cannot be written, or is too large");
}

static Status write_html(const Record *record, RecordSink *sink, void *context, Fault *fault)
{
    Buffer page;
    buffer_init(&page, PICTURE_MAX);
    return write_file(replay_page_html(record, &page), &page, sink, context, fault);
}

static Status write_svg(const Record *record, RecordSink *sink, void *context, Fault *fault)
{
    Buffer picture;
    buffer_init(&picture, PICTURE_MAX);
    return write_file(replay_page_svg(record, &picture), &picture, sink, context, fault);
}

static const Converter OWN[] = {
    { .name = "record", .summary = "Tessera's game record, for any game", .write = write_record },
    { .name = "html",
      .summary = "a page that replays the game, for any game",
      .write = write_html },
    { .name = "svg", .summary = "an animated picture, for any game", .write = write_svg },
};
enum { OWN_COUNT = sizeof OWN / sizeof OWN[0] };
static const Converter *const RECORD = &OWN[0];

/* Return format number `index`, or NULL after the last. */
static const Converter *format_at(int index)
{
    const Converter *format = index < OWN_COUNT ? &OWN[index] : &CONVERTERS[index - OWN_COUNT];
    return format->name == NULL ? NULL : format;
}

/* ---- formats by name ---- */

/* Records are read by game_read itself. */
static bool is_readable(const Converter *format)
{
    return format == RECORD || format->read != NULL;
}

static const char *directions(const Converter *format)
{
    return !is_readable(format) ? "write" : format->write == NULL ? "read" : "read, write";
}

static void list_format(const Converter *format, FILE *out)
{
    fprintf(out, "%-14s %-12s %s\n", format->name, directions(format), format->summary);
}

static void json_format(Json *json, const Converter *format)
{
    json_object(json, NULL);
    json_string(json, "name", format->name);
    json_bool(json, "read", is_readable(format));
    json_bool(json, "write", format->write != NULL);
    json_string(json, "summary", format->summary);
    json_end_object(json);
}

static int list_formats_json(FILE *out, FILE *err)
{
    Results results;
    results_begin(&results, out, true);
    json_array(&results.json, "formats");
    for (int i = 0; format_at(i) != NULL; i++)
        json_format(&results.json, format_at(i));
    json_end_array(&results.json);
    return results_end(&results, "convert", err);
}

static int list_formats(FILE *out)
{
    for (int i = 0; format_at(i) != NULL; i++)
        list_format(format_at(i), out);
    return EXIT_DONE;
}

static int error_format(const char *name, FILE *err)
{
    const char *best = RECORD->name;
    for (int i = 0; format_at(i) != NULL; i++)
        if (edit_distance(name, format_at(i)->name) < edit_distance(name, best))
            best = format_at(i)->name;
    int distance = edit_distance(name, best);
    if (is_typo(name, distance))
        return cmd_error(err, "convert", "unknown format '%.60s'; did you mean '%s'?", name, best);
    return cmd_error(err, "convert",
                     "unknown format '%.60s'; `tessera convert --list` lists the formats", name);
}

/* Find the format that an option names; `usual` if it was not given. */
static int find_format(const OptionValue *option, const Converter *usual, const Converter **found,
                       FILE *err)
{
    *found = usual;
    if (!option->given)
        return EXIT_DONE;
    for (int i = 0; format_at(i) != NULL; i++)
        if (strcmp(option->text, format_at(i)->name) == 0) {
            *found = format_at(i);
            return EXIT_DONE;
        }
    return error_format(option->text, err);
}

static int check_directions(const Converter *from, const Converter *to, FILE *err)
{
    if (from != NULL && !is_readable(from))
        return cmd_error(err, "convert", "%s is an output format only; it cannot be read",
                         from->name);
    if (to->write == NULL)
        return cmd_error(err, "convert", "%s is an input format only; it cannot be written",
                         to->name);
    return EXIT_DONE;
}

/* ---- bytes in and out ---- */

typedef struct Bytes {
    const char *source; /* for error messages */
    char       *data;   /* NUL-terminated */
    size_t      size;
} Bytes;

static int read_stream(FILE *in, Bytes *bytes, FILE *err)
{
    size_t capacity = 4096;
    bytes->size = 0;
    bytes->data = malloc(capacity + 1);
    for (size_t got = 1; bytes->data != NULL && got > 0;) {
        got = fread(bytes->data + bytes->size, 1, capacity - bytes->size, in);
        bytes->size += got;
        if (bytes->size == capacity) {
            char *larger = capacity > INPUT_MAX ? NULL : realloc(bytes->data, 2 * capacity + 1);
            if (larger == NULL)
                break;
            bytes->data = larger;
            capacity *= 2;
        }
    }
    if (bytes->data != NULL && bytes->size > INPUT_MAX)
        return cmd_error(err, bytes->source, "the input is longer than the limit of %d MiB",
                         INPUT_MAX >> 20);
    if (bytes->data == NULL || bytes->size == capacity)
        return cmd_error_memory(err, "convert");
    bytes->data[bytes->size] = '\0';
    if (!ferror(in))
        return EXIT_DONE;
    int reason = errno;
    cmd_error(err, bytes->source, "%s", strerror(reason));
    return reason == EISDIR ? EXIT_BAD_INPUT : EXIT_FAILED;
}

static int read_bytes(const char *path, Bytes *bytes, FILE *err)
{
    *bytes = (Bytes){ .source = path == NULL ? "stdin" : path };
    FILE *in = path == NULL ? stdin : fopen(path, "rb");
    if (in == NULL)
        return cmd_error(err, "convert", "cannot read %.200s: %s", path, strerror(errno));
    int failed = read_stream(in, bytes, err);
    if (path != NULL)
        fclose(in);
    return failed;
}

static bool to_stream(void *context, const char *data, size_t size)
{
    FILE *stream = context;
    return fwrite(data, 1, size, stream) == size;
}

/* ---- the conversion ---- */

/* Print the message, which names line and column, and below it the line with a caret. */
static int cmd_error_in_text(const Bytes *bytes, const Fault *fault, FILE *err)
{
    size_t at = fault->at < bytes->size ? fault->at : bytes->size, begin = at, end = at;
    while (begin > 0 && bytes->data[begin - 1] != '\n')
        begin--;
    while (end < bytes->size && bytes->data[end] != '\n')
        end++;
    bytes->data[end] = '\0';
    return cmd_error_at(err, bytes->source, fault->why, bytes->data + begin, at - begin);
}

static int read_game(const GameAsk *ask, const Bytes *bytes, Record *record, FILE *err)
{
    Fault  fault = { .at = 0 };
    Status status = game_read(bytes->data, bytes->size, ask, record, &fault);
    if (status == STATUS_OK)
        return EXIT_DONE;
    return status == STATUS_NO_MEMORY ? cmd_error_memory(err, "convert")
                                      : cmd_error_in_text(bytes, &fault, err);
}

/* Write to memory first: a format may find in the middle that it cannot express the game. */
static int write_game(const Converter *to, const Record *record, FILE *out, FILE *err)
{
    char       *text = NULL;
    size_t      size = 0;
    Fault       fault = { .at = 0 };
    const char *game = record->line.setup.game->name;
    if (to->game != NULL && strcmp(to->game, game) != 0)
        return cmd_error(err, "convert", "%s is a format for %s, but this is a game of %s",
                         to->name, to->game, game);
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL)
        return cmd_error_memory(err, "convert");
    Status status = to->write(record, to_stream, memory, &fault);
    bool   closed = fclose(memory) == 0;
    int    failed = EXIT_DONE;
    if (status == STATUS_SYSTEM || !closed)
        failed = cmd_error_memory(err, "convert");
    else if (status != STATUS_OK)
        failed = cmd_error(err, "convert", "%s: %s", to->name, fault.why);
    else
        fwrite(text, 1, size, out);
    free(text);
    return failed;
}

static int convert(const GameAsk *ask, const Converter *to, const Args *args, FILE *out, FILE *err)
{
    const char *path = args->arg_count > 0 ? args->arg[0] : NULL;
    Bytes       bytes;
    Record      record;
    int         failed = read_bytes(path, &bytes, err);
    if (failed == EXIT_DONE)
        failed = read_game(ask, &bytes, &record, err);
    free(bytes.data);
    if (failed != EXIT_DONE)
        return failed;
    failed = notation_from_option(record.line.setup.game, &args->option[CONVERT_NOTATION],
                                  "convert", &record.notation, err);
    if (failed == EXIT_DONE)
        failed = write_game(to, &record, out, err);
    record_free(&record);
    return failed;
}

/* Read the options that describe the input besides its format. */
static int read_ask(const Args *args, const Converter *from, Setup *setup, GameAsk *ask, FILE *err)
{
    const OptionValue *game = &args->option[CONVERT_GAME], *nth = &args->option[CONVERT_NTH];
    *ask = (GameAsk){ .format = from == NULL ? NULL : from->name,
                      .nth = nth->given ? (int)nth->number : 0 };
    if (!game->given)
        return EXIT_DONE;
    int failed = setup_from_text(game->text, setup, err);
    if (failed != EXIT_DONE)
        return failed;
    if (from != NULL && from->game != NULL && strcmp(setup->game->name, from->game) != 0)
        return cmd_error(err, "convert", "%s is a format for %s, not for %s", from->name,
                         from->game, setup->game->name);
    ask->setup = setup;
    return EXIT_DONE;
}

int cmd_convert(const Args *args, FILE *out, FILE *err)
{
    const Converter *from, *to;
    GameAsk          ask;
    Setup            setup;
    bool             as_json = args->option[CONVERT_JSON].given;
    if (args->option[CONVERT_LIST].given)
        return as_json ? list_formats_json(out, err) : list_formats(out);
    if (as_json)
        return cmd_error(err, "convert", "--json needs --list; a game is converted with --to");
    int failed = find_format(&args->option[CONVERT_FROM], NULL, &from, err);
    if (failed == EXIT_DONE)
        failed = find_format(&args->option[CONVERT_TO], RECORD, &to, err);
    if (failed == EXIT_DONE)
        failed = check_directions(from, to, err);
    if (failed == EXIT_DONE && args->option[CONVERT_NOTATION].given && to != RECORD)
        failed = cmd_error(err, "convert", "%s has its own notation; --notation is for records",
                           to->name);
    if (failed == EXIT_DONE)
        failed = read_ask(args, from, &setup, &ask, err);
    return failed == EXIT_DONE ? convert(&ask, to, args, out, err) : failed;
}
