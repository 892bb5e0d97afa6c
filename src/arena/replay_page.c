/* SPDX-License-Identifier: MIT */
#include "arena/replay_page.h"

#include <string.h>

#include "arena/report_html.h"

enum { FRAME_MS = 700, TITLE_MAX = 256, RECORD_BYTES_MAX = 16 << 20 };

/* Write the name of a player, or of the side. */
static void put_name(const Record *record, int player, Text *out)
{
    static const char *const TAGS[2] = { "First", "Second" };
    const char              *name = record_tag(record, TAGS[player]);
    if (name != NULL)
        text_addf(out, "%.100s", name);
    else
        message_side_write(record->line.setup.game, player, &LANGUAGE_ENGLISH, out);
}

static void put_title(const Record *record, Text *out)
{
    text_addf(out, "%s: ", record->line.setup.game->title);
    put_name(record, 0, out);
    text_add(out, " - ");
    put_name(record, 1, out);
}

/* Write the result as a sentence: by the rules, or what the record says. */
static void put_result(const Record *record, Text *out)
{
    const Line  *line = &record->line;
    const Game  *game = line->setup.game;
    RecordResult result = record_result(record);
    Message      message;
    if (line_outcome(line).ending != ENDING_NONE) {
        outcome_message(game, line_now(line), line_outcome(line), &message);
        message_write(&message, game, line->setup.variant, &LANGUAGE_ENGLISH, out);
    } else if (strcmp(result.winner, "*") == 0) {
        text_add(out, "unfinished");
    } else {
        if (strcmp(result.winner, "draw") != 0) {
            message_side_write(game, strcmp(result.winner, game->sides[0]) == 0 ? 0 : 1,
                               &LANGUAGE_ENGLISH, out);
            text_add(out, " wins");
        } else {
            text_add(out, "Draw");
        }
        text_addf(out, ": %s%s%s", result.reason, result.details[0] == '\0' ? "" : ", ",
                  result.details);
    }
}

/* Write the comments of the start and of all turns. */
static void write_notes(const Record *record, Json *json)
{
    json_array(json, "notes");
    for (int turn = -1; turn < line_turns(&record->line); turn++) {
        Note note = record_note(record, turn);
        json_string(json, NULL, note.comment != NULL ? note.comment : "");
    }
    json_end_array(json);
}

/* Write the data of the replay script. */
static bool write_data(const Record *record, ReplayFrames *frames, Buffer *out)
{
    char result[RECORD_DETAILS_MAX + 512], names[2][TITLE_MAX];
    Text text = text_over(result, sizeof result);
    Json json = json_over(out);
    put_result(record, &text);
    json_object(&json, NULL);
    json_bool(&json, "isAlone", true);
    json_array(&json, "bots");
    for (int player = 0; player < 2; player++) {
        Text name = text_over(names[player], sizeof names[player]);
        put_name(record, player, &name);
        json_string(&json, NULL, names[player]);
    }
    json_end_array(&json);
    json_array(&json, "games");
    json_object(&json, NULL);
    json_integer(&json, "id", 1);
    json_integer(&json, "first", 0);
    json_integer(&json, "second", 1);
    json_string(&json, "result", result);
    json_string(&json, "end", result);
    json_integer(&json, "opening", 0);
    json_array(&json, "ms");
    json_end_array(&json);
    write_notes(record, &json);
    bool fine = frames_game(frames, record, &json);
    json_end_object(&json);
    json_end_array(&json);
    frames_drawings(frames, &json);
    json_end_object(&json);
    return fine;
}

static void add_record(const Record *record, Buffer *out)
{
    Buffer text;
    buffer_init(&text, RECORD_BYTES_MAX);
    if (!record_write(record, buffer_sink, &text) || text.data == NULL)
        out->failed = true;
    buffer_add(out, "<details><summary>Record</summary><pre>");
    if (!out->failed)
        buffer_escape(out, text.data);
    buffer_add(out, "</pre></details>\n");
    buffer_free(&text);
}

bool replay_page_html(const Record *record, Buffer *out)
{
    char          title[TITLE_MAX];
    Text          text = text_over(title, sizeof title);
    ReplayFrames *frames = frames_new(&record->line.setup);
    if (frames == NULL)
        return false;
    put_title(record, &text);
    contest_page_start(out, title, false);
    buffer_add(out, "</header>\n<main>\n");
    contest_page_viewer(out, frames);
    add_record(record, out);
    buffer_add(out, "</main>\n<script type=\"application/json\" id=\"data\">\n");
    bool fine = write_data(record, frames, out);
    buffer_add(out, "\n</script>\n<script>");
    buffer_add(out, contest_page_file("replay.js"));
    buffer_add(out, "</script>\n</body>\n</html>\n");
    frames_free(frames);
    return fine && !out->failed;
}

bool replay_page_svg(const Record *record, Buffer *out)
{
    char          title[TITLE_MAX];
    Text          text = text_over(title, sizeof title);
    ReplayFrames *frames = frames_new(&record->line.setup);
    if (frames == NULL)
        return false;
    put_title(record, &text);
    bool fine = frames_animation(frames, record, title, FRAME_MS, out);
    frames_free(frames);
    return fine;
}
