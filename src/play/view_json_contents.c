/* SPDX-License-Identifier: MIT */
#include "play/view_json_contents.h"

#include <string.h>

#include "base/buffer.h"
#include "dialects/game_read.h"
#include "play/view_json.h"

static void write_game(Json *json, const Record *record)
{
    char   setup[SETUP_TEXT_MAX];
    Text   text = text_over(setup, sizeof setup);
    Buffer written;
    setup_write(&record->line.setup, &text);
    json_string(json, "setup", setup);
    json_string(json, "game", record->line.setup.game->name);
    view_tags(json, "tags", record);
    json_integer(json, "turns", line_turns(&record->line));
    buffer_init(&written, GAME_TEXT_BYTES_MAX);
    if (record_write(record, buffer_sink, &written))
        json_string(json, "record", written.data);
    else
        json->out->failed = true;
    buffer_free(&written);
}

static bool visit(void *context, int number, const Record *record, const Fault *fault)
{
    Json *json = context;
    json_object(json, NULL);
    if (record != NULL)
        write_game(json, record);
    else
        json_string(json, "error", fault->why);
    json_end_object(json);
    return number < VIEW_CONTENTS_MAX && !json->out->failed;
}

void view_contents(Json *json, const char *name, const char *text)
{
    json_array(json, name);
    game_each(text, strlen(text), &(GameAsk){ 0 }, visit, json);
    json_end_array(json);
}
