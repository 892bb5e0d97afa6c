/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "play/view_json.h"
#include "play/view_json_message.h"
#include "play/view_json_score.h"
#include "web/registry.h"
#include "web/request.h"

static const char *const KINDS[] = { "human", "open", "engine" };

/* Write the parts of a seat that the session does not store. */
static void write_seat(Json *json, void *context, int side)
{
    const Table      *table = context;
    const StoredSeat *seat = &table->stored.seat[side];
    bool              waits = seat->kind == SEAT_OPEN && !seat->taken;
    json_string(json, "kind", seat->kind == SEAT_OPEN && seat->taken ? "human" : KINDS[seat->kind]);
    if (seat->level > 0)
        json_integer(json, "level", seat->level);
    if (seat->time_ms > 0)
        json_integer(json, "time", seat->time_ms);
    if (waits)
        json_bool(json, "waits", true);
    if (seat->rematch)
        json_bool(json, "rematch", true);
}

void registry_write_table(Json *json, const char *name, Table *table, bool whole)
{
    view_table_open(json, name, &table->session, clock_wall_ms(), write_seat, table);
    json_string(json, "id", table->stored.id);
    json_integer(json, "version", table->stored.version);
    json_integer(json, "spectators", table->stream_count - table->seated);
    if (table->stored.rematch[0] != '\0')
        json_string(json, "rematch", table->stored.rematch);
    if (whole)
        view_moves(json, "moves", session_record(&table->session), 0);
    json_end_object(json);
}

void registry_write_seats(Json *json, Table *table)
{
    json_object(json, NULL);
    json_array(json, "seats");
    for (int side = 0; side < 2; side++) {
        json_object(json, NULL);
        json_string(json, "name", table->session.seat[side].name);
        if (table->stored.main_ms > 0)
            json_integer(json, "clock", session_clock_ms(&table->session, side, clock_wall_ms()));
        write_seat(json, table, side);
        json_end_object(json);
    }
    json_end_array(json);
    json_integer(json, "spectators", table->stream_count - table->seated);
    json_end_object(json);
}

/* Write the entry of a table in lists. */
void registry_write_summary(Json *json, Table *table)
{
    const Line *line = session_line(&table->session);
    const Game *game = line->setup.game;
    char        out[POS_TEXT_MAX];
    Text        text = text_over(out, sizeof out);
    json_object(json, NULL);
    json_string(json, "id", table->stored.id);
    view_setup(json, &line->setup);
    json_array(json, "seats");
    for (int side = 0; side < 2; side++) {
        json_object(json, NULL);
        json_string(json, "name", table->session.seat[side].name);
        write_seat(json, table, side);
        json_end_object(json);
    }
    json_end_array(json);
    json_integer(json, "turn", line_turns(line));
    view_side(json, "side", session_is_over(&table->session) ? SIDE_NONE : line_now(line)->side);
    game->text->pos_write(line_now(line), &text);
    json_string(json, "position", out);
    view_result(json, "result", &table->session);
    json_bool(json, "open", table->stored.invitation.set);
    json_integer(json, "started", table->stored.started_ms);
    json_end_object(json);
}

void registry_write_scores(Json *json, Table *table)
{
    const Line *line = session_line(&table->session);
    assert(table->score_count == 0 || table->scores != NULL);
    json_array(json, NULL);
    for (int i = 0; i < table->score_count && i < line_turns(line); i++) {
        json_object(json, NULL);
        int side = line_before_turn(line, i + 1)->side;
        view_score(json, &line->setup, side, table->scores[i].score);
        if (table->scores[i].is_known)
            view_known(json, side, table->scores[i].score);
        json_end_object(json);
    }
    json_end_array(json);
}
