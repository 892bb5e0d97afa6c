/* SPDX-License-Identifier: MIT */
#include "cmd/results.h"

#include <assert.h>
#include <string.h>

#include "cmd/cmd.h"

enum { KEY_CAPACITY = 64 };
static const size_t JSON_BYTES_MAX = (size_t)256 << 20;

void results_begin(Results *results, FILE *out, bool as_json)
{
    *results = (Results){ .out = out, .as_json = as_json };
    buffer_init(&results->buffer, JSON_BYTES_MAX);
    results->json = json_over(&results->buffer);
    if (as_json)
        json_object(&results->json, NULL);
}

/* Return the key as JSON has it. */
static const char *json_key(const char *key, char out[KEY_CAPACITY])
{
    size_t length = strlen(key);
    assert(length < KEY_CAPACITY);
    for (size_t i = 0; i <= length; i++)
        out[i] = key[i] == '-' ? '_' : key[i];
    return out;
}

void results_string(Results *results, const char *key, const char *value)
{
    char name[KEY_CAPACITY];
    if (results->as_json)
        json_string(&results->json, json_key(key, name), value);
    else
        fprintf(results->out, "%s %s\n", key, value);
}

void results_integer(Results *results, const char *key, int64_t value)
{
    char name[KEY_CAPACITY];
    if (results->as_json)
        json_integer(&results->json, json_key(key, name), value);
    else
        fprintf(results->out, "%s %lld\n", key, (long long)value);
}

void results_number(Results *results, const char *key, double value, int decimals)
{
    char name[KEY_CAPACITY];
    if (results->as_json)
        json_number(&results->json, json_key(key, name), value);
    else
        fprintf(results->out, "%s %.*f\n", key, decimals, value);
}

void results_drop(Results *results)
{
    buffer_free(&results->buffer);
}

int results_end(Results *results, const char *command, FILE *err)
{
    int status = EXIT_DONE;
    if (results->as_json) {
        json_end_object(&results->json);
        if (results->buffer.failed)
            status = cmd_error_memory(err, command);
        else
            fprintf(results->out, "%s\n", results->buffer.data);
    }
    results_drop(results);
    return status;
}

void json_setup(Json *json, const char *name, const Setup *setup)
{
    char written[SETUP_TEXT_MAX];
    Text text = text_over(written, sizeof written);
    setup_write(setup, &text);
    json_string(json, name, written);
}

void json_position(Json *json, const char *name, const Game *game, const Pos *pos)
{
    char written[POS_TEXT_MAX];
    Text text = text_over(written, sizeof written);
    game->text->pos_write(pos, &text);
    json_string(json, name, written);
}

void json_side(Json *json, const char *name, const Game *game, int side)
{
    if (side == SIDE_NONE)
        json_null(json, name);
    else
        json_string(json, name, game->sides[side]);
}
