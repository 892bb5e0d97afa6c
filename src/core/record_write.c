/* SPDX-License-Identifier: MIT */
/* The writer has one form only, so equal records give equal texts: alternatives follow the turn that
 * they replace, and stand side by side. */
#include "core/record_inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"

typedef struct Writer {
    RecordSink *sink;
    void       *context;
    bool        open; /* the sink has accepted everything so far */
} Writer;

static void put(Writer *writer, const char *data, size_t size)
{
    if (writer->open && size > 0)
        writer->open = writer->sink(writer->context, data, size);
}

static void put_text(Writer *writer, const char *text)
{
    put(writer, text, strlen(text));
}

static void put_tag(Writer *writer, const char *name, const char *value)
{
    put_text(writer, "[");
    put_text(writer, name);
    put_text(writer, " \"");
    for (const char *c = value; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            put(writer, "\\", 1);
        put(writer, c, 1);
    }
    put_text(writer, "\"]\n");
}

static void put_tags(Writer *writer, const Record *record)
{
    const Line *line = &record->line;
    const Game *game = line->setup.game;
    char        words[RECORD_VALUE_MAX];
    Text        text = text_over(words, sizeof words);
    setup_write(&line->setup, &text);
    put_tag(writer, "Game", words);

    PosBuffer usual;
    game->rules->start(line->setup.variant, &usual.head);
    if (!game_same(game, &usual.head, line_start(line))) {
        text_clear(&text);
        game->text->pos_write(line_start(line), &text);
        put_tag(writer, "Position", words);
    }
    for (int i = 0; i < record->tag_count; i++)
        put_tag(writer, record->tags[i].name, record->tags[i].value);
}

static void turn_text(const Line *line, const Notation *notation, int turn, Text *out)
{
    Turn steps;
    line_turn(line, turn, &steps);
    turn_write_as(line->setup.game, notation, line_before_turn(line, turn), &steps, out);
}

static void put_note(Writer *writer, const Note *note)
{
    char words[64];
    Text text = text_over(words, sizeof words);
    if (note->mark != NOTE_UNMARKED)
        text_addf(&text, " %s", NOTE_MARKS[note->mark].symbol);
    if (note->clock_ms >= 0)
        text_addf(&text, " @%lld.%03d", (long long)(note->clock_ms / 1000),
                  (int)(note->clock_ms % 1000));
    put_text(writer, words);
    for (int i = 0; i < note->comment_count; i++) {
        put_text(writer, " {");
        put_text(writer, note_comment(note, i));
        put_text(writer, "}");
    }
}

static void put_turn(Writer *writer, const Record *record, int turn)
{
    char words[TURN_TEXT_MAX + 64];
    Text text = text_over(words, sizeof words);
    text_addf(&text, "%d. ", turn + 1);
    turn_text(&record->line, record->notation, turn, &text);
    put_text(writer, words);
    Note note = record_note(record, turn);
    put_note(writer, &note);
    put_text(writer, "\n");
}

/* A variation that is being written. */
typedef struct OpenVariation {
    int       opener; /* its first node */
    int       node;   /* the one to write next */
    PosBuffer before; /* the position before that */
} OpenVariation;

static void node_turn(const RecordNode *node, Turn *out)
{
    out->count = node->step_count;
    memcpy(out->step, node->steps, (size_t)node->step_count * sizeof *node->steps);
}

static void put_node(Writer *writer, const Record *record, const OpenVariation *open)
{
    const RecordNode *node = &record->nodes[open->node];
    char              words[TURN_TEXT_MAX + 64];
    Text              text = text_over(words, sizeof words);
    Turn              turn;
    node_turn(node, &turn);
    text_addf(&text, " %d. ", node->turn + 1);
    turn_write_as(record->line.setup.game, record->notation, &open->before.head, &turn, &text);
    put_text(writer, words);
    put_note(writer, &node->note);
}

static void begin_variation(Writer *writer, OpenVariation *open, int node, const Game *game,
                            const Pos *before)
{
    open->opener = open->node = node;
    game_copy(game, before, &open->before.head);
    put_text(writer, "(");
}

/* Continue a variation; false, and the end is written, if it has no more turns. */
static bool continue_variation(Writer *writer, const Record *record, OpenVariation *open)
{
    const RecordNode *node = &record->nodes[open->node];
    Turn              turn;
    if (node->first < 0) {
        put_text(writer, " )");
        return false;
    }
    node_turn(node, &turn);
    turn_apply(record->line.setup.game, &open->before.head, &turn);
    open->node = node->first;
    return true;
}

/* Write one variation with all that it contains.  `stack` has RECORD_NESTING_MAX entries. */
static void put_variation(Writer *writer, const Record *record, int first, const Pos *before,
                          OpenVariation *stack)
{
    const Game *game = record->line.setup.game;
    int         depth = 0;
    begin_variation(writer, &stack[0], first, game, before);
    while (depth >= 0) {
        OpenVariation *open = &stack[depth];
        put_node(writer, record, open);
        int other = record->nodes[open->node].other;
        if (open->node != open->opener && other >= 0) {
            assert(depth + 1 < RECORD_NESTING_MAX);
            put_text(writer, " ");
            begin_variation(writer, &stack[++depth], other, game, &open->before.head);
            continue;
        }
        while (depth >= 0 && !continue_variation(writer, record, &stack[depth])) {
            other = record->nodes[stack[depth].opener].other;
            if (depth > 0 && other >= 0) {
                put_text(writer, " ");
                begin_variation(writer, &stack[depth], other, game, &stack[depth - 1].before.head);
                break;
            }
            depth--;
        }
    }
    put_text(writer, "\n");
}

/* Write the variations of a place, one per line of text.  False without memory for the stack, which
 * is allocated when it is needed first. */
static bool put_variations(Writer *writer, const Record *record, int place, OpenVariation **stack)
{
    int node = record_variation(record, place);
    if (node >= 0 && *stack == NULL)
        *stack = malloc(RECORD_NESTING_MAX * sizeof **stack);
    if (node >= 0 && *stack == NULL)
        return false;
    const Pos *pos = line_before_turn(&record->line, place);
    for (; node >= 0; node = record->nodes[node].other)
        put_variation(writer, record, node, pos, *stack);
    return true;
}

static void put_result(Writer *writer, const Record *record)
{
    RecordResult result = record_result(record);
    const char  *words[] = { "result", result.winner, result.reason, result.details };
    for (int i = 0; i < 4; i++) {
        if (i > 0 && words[i][0] != '\0')
            put_text(writer, " ");
        put_text(writer, words[i]);
    }
    put_text(writer, "\n");
}

bool record_write(const Record *record, RecordSink *sink, void *context)
{
    Writer         writer = { .sink = sink, .context = context, .open = true };
    OpenVariation *stack = NULL;
    int            turns = line_turns(&record->line);
    put_tags(&writer, record);
    Note start = record_note(record, -1);
    for (int i = 0; i < start.comment_count; i++) {
        put_text(&writer, "{");
        put_text(&writer, note_comment(&start, i));
        put_text(&writer, "}\n");
    }
    for (int place = 0; place <= turns && writer.open; place++) {
        if (place < turns)
            put_turn(&writer, record, place);
        if (!put_variations(&writer, record, place, &stack))
            writer.open = false;
    }
    free(stack);
    put_result(&writer, record);
    return writer.open;
}

/* ---- comparing ---- */

static bool same_turn(const Record *a, const Record *b, int turn)
{
    char text_a[TURN_TEXT_MAX], text_b[TURN_TEXT_MAX];
    Text out_a = text_over(text_a, sizeof text_a), out_b = text_over(text_b, sizeof text_b);
    turn_text(&a->line, NULL, turn, &out_a);
    turn_text(&b->line, NULL, turn, &out_b);
    Note note_a = record_note(a, turn), note_b = record_note(b, turn);
    return strcmp(text_a, text_b) == 0 && note_same(&note_a, &note_b) &&
           game_same(a->line.setup.game, line_before_turn(&a->line, turn + 1),
                     line_before_turn(&b->line, turn + 1));
}

/* Variations are equal if they are written equally. */
static bool write_variations(const Record *record, Buffer *out)
{
    Writer         writer = { .sink = buffer_sink, .context = out, .open = true };
    OpenVariation *stack = NULL;
    Record         plain = *record;
    bool           written = true;
    plain.notation = NULL;
    buffer_init(out, SIZE_MAX);
    for (int i = 0; i < plain.place_count && i <= line_turns(&plain.line) && written; i++) {
        put_text(&writer, "/");
        written = put_variations(&writer, &plain, i, &stack);
    }
    free(stack);
    return written && writer.open;
}

static bool same_variations(const Record *a, const Record *b)
{
    Buffer text_a, text_b;
    if (a->node_count == 0 && b->node_count == 0)
        return true;
    bool written = write_variations(a, &text_a), same = write_variations(b, &text_b) && written;
    while (text_a.length > 0 && text_a.data[text_a.length - 1] == '/')
        text_a.length--;
    while (text_b.length > 0 && text_b.data[text_b.length - 1] == '/')
        text_b.length--;
    same = same && text_a.length == text_b.length &&
           (text_a.length == 0 || memcmp(text_a.data, text_b.data, text_a.length) == 0);
    buffer_free(&text_a);
    buffer_free(&text_b);
    return same;
}

bool record_same(const Record *a, const Record *b)
{
    if (!setup_same(&a->line.setup, &b->line.setup) || a->tag_count != b->tag_count ||
        line_turns(&a->line) != line_turns(&b->line) ||
        !game_same(a->line.setup.game, line_start(&a->line), line_start(&b->line)))
        return false;
    for (int i = 0; i < a->tag_count; i++)
        if (strcmp(a->tags[i].name, b->tags[i].name) != 0 ||
            strcmp(a->tags[i].value, b->tags[i].value) != 0)
            return false;
    for (int turn = 0; turn < line_turns(&a->line); turn++)
        if (!same_turn(a, b, turn))
            return false;
    Note start_a = record_note(a, -1), start_b = record_note(b, -1);
    if (!note_same(&start_a, &start_b) || !same_variations(a, b))
        return false;
    RecordResult result_a = record_result(a), result_b = record_result(b);
    return record_agrees(&result_a, &result_b) && strcmp(result_a.details, result_b.details) == 0;
}
