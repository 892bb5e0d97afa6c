/* SPDX-License-Identifier: MIT */
/* cmd_convert.c - convert: translate a game record between formats. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "core/record.h"
#include "dialects/list.h"
#include "games/list.h"

enum { CONVERT_FROM, CONVERT_TO, CONVERT_GAME, CONVERT_NTH, CONVERT_LIST };
const Option CONVERT_OPTIONS[] = {
    { "from", OPTION_TEXT, "FORMAT", "input format (default record)", 0, 0 },
    { "to", OPTION_TEXT, "FORMAT", "output format (default record)", 0, 0 },
    { "game", OPTION_TEXT, "GAME",
      "game and variant of the input, if its format does not name them", 0, 0 },
    { "nth", OPTION_NUMBER, "N", "convert the Nth of several games in the input", 1, 1000000 },
    { "list", OPTION_FLAG, NULL, "list the formats", 0, 0 },
    { .name = NULL },
};

enum { INPUT_MAX = 16 << 20 }; /* bytes of input; the longest games need far less */

/* ---- the record format, which every game has ---- */

static Status read_record(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                          Fault *fault)
{
    (void)ask;
    return record_read(games_find, data, size, out, fault);
}

static Status write_record(const Record *record, RecordSink *sink, void *context, Fault *fault)
{
    return record_write(record, sink, context)
               ? STATUS_OK
               : fault_set(fault, STATUS_SYSTEM, 0, "%s", status_text(STATUS_SYSTEM));
}

static const Converter RECORD = { "record", NULL, "Tessera's game record, for any game",
                                  read_record, write_record };

/* ---- formats by name ---- */

static const char *directions(const Converter *format)
{
    return format->read == NULL ? "write" : format->write == NULL ? "read" : "read, write";
}

static void list_format(const Converter *format, FILE *out)
{
    fprintf(out, "%-14s %-12s %s\n", format->name, directions(format), format->summary);
}

static int list_formats(FILE *out)
{
    list_format(&RECORD, out);
    for (const Converter *format = CONVERTERS; format->name != NULL; format++)
        list_format(format, out);
    return EXIT_DONE;
}

static int error_format(const char *name, FILE *err)
{
    const char *best = RECORD.name;
    int         distance = edit_distance(name, best);
    for (const Converter *format = CONVERTERS; format->name != NULL; format++)
        if (edit_distance(name, format->name) < distance) {
            best = format->name;
            distance = edit_distance(name, best);
        }
    if (is_typo(name, distance))
        return cmd_error(err, "convert", "unknown format '%.60s'; did you mean '%s'?", name, best);
    return cmd_error(err, "convert",
                     "unknown format '%.60s'; `tessera convert --list` lists the formats", name);
}

/* Find the format that an option names; `record` if it was not given. */
static int find_format(const OptionValue *option, const Converter **found, FILE *err)
{
    *found = &RECORD;
    if (!option->given || strcmp(option->text, RECORD.name) == 0)
        return EXIT_DONE;
    for (const Converter *format = CONVERTERS; format->name != NULL; format++)
        if (strcmp(option->text, format->name) == 0) {
            *found = format;
            return EXIT_DONE;
        }
    return error_format(option->text, err);
}

static int check_directions(const Converter *from, const Converter *to, FILE *err)
{
    if (from->read == NULL)
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

static int read_game(const Converter *from, const ConvertAsk *ask, const Bytes *bytes,
                     Record *record, FILE *err)
{
    Fault  fault = { .at = 0 };
    Status status = from->read(ask, bytes->data, bytes->size, record, &fault);
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

static int convert(const Converter *from, const Converter *to, const ConvertAsk *ask,
                   const char *path, FILE *out, FILE *err)
{
    Bytes  bytes;
    Record record;
    int    failed = read_bytes(path, &bytes, err);
    if (failed == EXIT_DONE)
        failed = read_game(from, ask, &bytes, &record, err);
    free(bytes.data);
    if (failed != EXIT_DONE)
        return failed;
    failed = write_game(to, &record, out, err);
    record_free(&record);
    return failed;
}

/* Read the options that describe the input besides its format. */
static int read_ask(const Args *args, const Converter *from, Setup *setup, ConvertAsk *ask,
                    FILE *err)
{
    const OptionValue *game = &args->option[CONVERT_GAME], *nth = &args->option[CONVERT_NTH];
    *ask = (ConvertAsk){ .which = nth->given ? (int)nth->number : 0 };
    if (from == &RECORD && (game->given || nth->given))
        return cmd_error(err, "convert",
                         "a record holds one game and names it; --%s is for other formats",
                         game->given ? "game" : "nth");
    if (!game->given)
        return EXIT_DONE;
    int failed = setup_from_text(game->text, setup, err);
    if (failed != EXIT_DONE)
        return failed;
    if (strcmp(setup->game->name, from->game) != 0)
        return cmd_error(err, "convert", "%s is a format for %s, not for %s", from->name,
                         from->game, setup->game->name);
    ask->setup = setup;
    return EXIT_DONE;
}

int cmd_convert(const Args *args, FILE *out, FILE *err)
{
    const Converter *from, *to;
    ConvertAsk       ask;
    Setup            setup;
    if (args->option[CONVERT_LIST].given)
        return list_formats(out);
    int failed = find_format(&args->option[CONVERT_FROM], &from, err);
    if (failed == EXIT_DONE)
        failed = find_format(&args->option[CONVERT_TO], &to, err);
    if (failed == EXIT_DONE)
        failed = check_directions(from, to, err);
    if (failed == EXIT_DONE)
        failed = read_ask(args, from, &setup, &ask, err);
    return failed == EXIT_DONE
               ? convert(from, to, &ask, args->arg_count > 0 ? args->arg[0] : NULL, out, err)
               : failed;
}
