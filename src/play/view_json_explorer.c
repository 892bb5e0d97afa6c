/* SPDX-License-Identifier: MIT */
#include "play/view_json_explorer.h"

#include "games/list.h"

Status explorer_for(const Setup *setup, const void *data, size_t size, Explorer *out, Fault *fault)
{
    return explorer_find(setup, games_find, data, size, out, fault);
}

Status explorer_built_in(const Setup *setup, Explorer *out, Fault *fault)
{
    size_t      size = 0;
    const void *data = games_bytes(setup->game, EXPLORER_FILE, &size);
    return explorer_for(setup, data, size, out, fault);
}

typedef struct Writing {
    Json       *json;
    const Game *game;
    const Pos  *pos;
} Writing;

static void optional(Json *json, const char *name, int number, double unit)
{
    if (number < 0)
        json_null(json, name);
    else
        json_number(json, name, number / unit);
}

static bool write_move(void *context, const ExplorerMove *move)
{
    const Writing *w = context;
    char           words[TURN_TEXT_MAX];
    Text           text = text_over(words, sizeof words);
    turn_write(w->game, w->pos, &move->turn, &text);
    json_object(w->json, NULL);
    json_string(w->json, "move", words);
    json_array(w->json, "steps");
    for (int i = 0; i < move->turn.count; i++)
        json_word(w->json, NULL, move->turn.step[i]);
    json_end_array(w->json);
    json_integer(w->json, "games", move->games);
    json_integer(w->json, "wins", move->wins);
    json_integer(w->json, "draws", move->draws);
    json_integer(w->json, "losses", (int64_t)move->games - move->wins - move->draws);
    optional(w->json, "rating", move->rating, 1);
    optional(w->json, "chance", move->chance, EXPLORER_SURE);
    if (move->sample == NULL)
        json_null(w->json, "sample");
    else
        json_string(w->json, "sample", move->sample);
    json_end_object(w->json);
    return true;
}

void view_explorer(Json *json, const Explorer *explorer, const Pos *pos)
{
    char words[SETUP_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    if (explorer != NULL) {
        setup_write(&explorer->setup, &text);
        json_string(json, "book", words);
    } else {
        json_null(json, "book");
    }
    json_integer(json, "games", explorer == NULL ? 0 : explorer->game_count);
    json_array(json, "moves");
    if (explorer != NULL) {
        Writing w = { json, explorer->setup.game, pos };
        explorer_moves(explorer, pos, write_move, &w);
    }
    json_end_array(json);
}
