/* SPDX-License-Identifier: MIT */
#include "core/setup.h"

#include <string.h>

enum { NAME_MAX_LENGTH = 32 };

/* The settings that are passed to the game, and the origin of each byte, so that an error of the
 * game points into the text that the user typed. */
typedef struct Rest {
    char   text[VARIANT_TEXT_MAX];
    size_t origin[VARIANT_TEXT_MAX];
    size_t length;
} Rest;

static char small(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool rest_char(Rest *rest, char c, size_t origin)
{
    if (rest->length + 1 >= sizeof rest->text)
        return false;
    rest->text[rest->length] = small(c);
    rest->origin[rest->length++] = origin;
    rest->text[rest->length] = '\0';
    rest->origin[rest->length] = origin + 1;
    return true;
}

/* As scan_word, for a word in small letters. */
static bool scan_setting(Scan *scan, const char *word)
{
    size_t length = strlen(word);
    if (scan->size - scan->at < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (small(scan->data[scan->at + i]) != word[i])
            return false;
    scan->at += length;
    return true;
}

/* Parse `name=NUMBER`, which must fill all of `part`.  Return false if it is another setting. */
static bool read_number(Scan part, const char *name, uint32_t low, uint32_t high, uint32_t *value,
                        Status *status, Fault *fault)
{
    if (!scan_setting(&part, name) || !scan_char(&part, '='))
        return false;
    uint32_t number = 0;
    *status = STATUS_OK;
    size_t at = part.at;
    if (!scan_number(&part, high, &number) || !scan_done(&part) || (number != 0 && number < low))
        *status = fault_set(fault, STATUS_SYNTAX, at, "%s takes 0 (off) or a number from %u to %u",
                            name, low, high);
    else
        *value = number;
    return true;
}

static Status read_settings(const char *text, size_t start, Setup *setup, Rest *rest, Fault *fault)
{
    size_t at = start;
    while (text[at] != '\0') {
        size_t end = at + strcspn(text + at, ";");
        Scan   part = scan_over(text, end);
        part.at = at;
        Status status;
        if (!read_number(part, "repetition", 2, 1000, &setup->repetition, &status, fault) &&
            !read_number(part, "limit", 1, TURN_LIMIT_MAX, &setup->turn_limit, &status, fault)) {
            status = STATUS_OK;
            if (rest->length > 0 && !rest_char(rest, ';', at))
                status = STATUS_TOO_LARGE;
            for (size_t i = at; status == STATUS_OK && i < end; i++)
                if (!rest_char(rest, text[i], i))
                    status = STATUS_TOO_LARGE;
            if (status == STATUS_TOO_LARGE)
                fault_set(fault, STATUS_SYNTAX, at, "the variant is longer than %d characters",
                          VARIANT_TEXT_MAX - 1);
        }
        if (status != STATUS_OK)
            return STATUS_SYNTAX;
        at = text[end] == ';' ? end + 1 : end;
    }
    return STATUS_OK;
}

Status setup_read(GameFinder *find, const char *text, Setup *setup, Fault *fault)
{
    size_t name_length = strcspn(text, ":;");
    char   name[NAME_MAX_LENGTH] = "";
    for (size_t i = 0; i < name_length && name_length < sizeof name; i++)
        name[i] = small(text[i]);
    Setup read = { .game = find(name) };
    if (read.game == NULL)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no game called '%.*s'",
                         (int)(name_length > 40 ? 40 : name_length), text);

    size_t start = text[name_length] != '\0' ? name_length + 1 : name_length;
    Rest   rest = { .length = 0 };
    rest.origin[0] = start;
    Status status = read_settings(text, start, &read, &rest, fault);
    if (status != STATUS_OK)
        return status;
    Fault inner = { 0 };
    status = read.game->text->variant_read(rest.text, &read.variant, &inner);
    if (status != STATUS_OK)
        return fault_set(fault, status,
                         rest.origin[inner.at < rest.length ? inner.at : rest.length], "%s",
                         inner.why);
    *setup = read;
    return STATUS_OK;
}

Status setup_position(const Setup *setup, const char *text, Pos *out, Fault *fault)
{
    if (text != NULL)
        return setup->game->text->pos_read(setup->variant, text, out, fault);
    setup->game->rules->start(setup->variant, out);
    return STATUS_OK;
}

bool setup_same(const Setup *a, const Setup *b)
{
    return a->game == b->game && a->variant == b->variant && a->repetition == b->repetition &&
           a->turn_limit == b->turn_limit;
}

void setup_write(const Setup *setup, Text *out)
{
    text_add(out, setup->game->name);
    char variant[VARIANT_TEXT_MAX];
    Text text = text_over(variant, sizeof variant);
    setup->game->text->variant_write(setup->variant, &text);
    char separator = ':';
    if (text.length > 0) {
        text_addf(out, ":%s", variant);
        separator = ';';
    }
    if (setup->repetition != 0) {
        text_addf(out, "%crepetition=%u", separator, setup->repetition);
        separator = ';';
    }
    if (setup->turn_limit != 0)
        text_addf(out, "%climit=%u", separator, setup->turn_limit);
}
