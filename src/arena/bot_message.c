/* SPDX-License-Identifier: MIT */
/* bot_message.c - the only file of this module that includes jansson, whose names clash with
 * base/json.h. */
#include "arena/bot_message.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>

static bool take_text(const json_t *object, const char *key, char *out, size_t size)
{
    const json_t *value = json_object_get(object, key);
    const char   *text = json_string_value(value);
    size_t        length = json_string_length(value);
    if (text == NULL || length >= size || memchr(text, '\0', length) != NULL)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

static void read_question(const json_t *object, BotMessage *out)
{
    char          what[16];
    const json_t *max = json_object_get(object, "max");
    json_int_t    wanted = max == NULL ? BOT_TURNS_DEFAULT : json_integer_value(max);
    if (!take_text(object, "ask", what, sizeof what))
        return;
    if (json_object_get(object, "after") == NULL)
        out->after[0] = '\0';
    else if (!take_text(object, "after", out->after, sizeof out->after))
        return;
    if (max != NULL && !json_is_integer(max))
        return;
    out->max = wanted < 1 ? 1 : wanted > BOT_TURNS_MAX ? BOT_TURNS_MAX : (int)wanted;
    out->values = json_is_true(json_object_get(object, "values"));
    if (strcmp(what, "turns") == 0)
        out->kind = BOT_QUERY_TURNS;
    else if (strcmp(what, "look") == 0)
        out->kind = BOT_QUERY_LOOK;
}

void bot_message_read(const char *line, size_t length, BotMessage *out)
{
    assert(line != NULL && out != NULL);
    json_error_t error;
    json_t      *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    out->kind = BOT_MESSAGE_INVALID;
    if (json_is_object(object)) {
        if (json_object_get(object, "ask") != NULL)
            read_question(object, out);
        else if (take_text(object, "turn", out->turn, sizeof out->turn))
            out->kind = BOT_MESSAGE_TURN;
        else if (json_is_true(json_object_get(object, "ready")))
            out->kind = BOT_MESSAGE_READY;
    }
    json_decref(object);
}
