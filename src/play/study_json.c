/* SPDX-License-Identifier: MIT */
#include "play/study_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "core/study.h"
#include "dialects/game_read.h"
#include "play/view_json.h"
#include "play/view_json_message.h"

/* --- Reading ------------------------------------------------------------------------------ */

static Status read_record(const StudyRequest *request, Record *out, Fault *fault)
{
    ViewPosition place;
    if (request->text != NULL)
        return game_read(request->text, strlen(request->text), &(GameAsk){ 0 }, out, fault);
    Status status = view_position_read(request->setup, request->position, NULL, &place, fault);
    if (status == STATUS_OK)
        status = record_init(out, &place.setup, &place.pos.head);
    return status == STATUS_NO_MEMORY ? fault_set(fault, status, 0, "%s", status_text(status))
                                      : status;
}

/* Return the node with a number in the order of the record, or -1. */
static int node_at(const Study *study, int number)
{
    int node = number < 0 ? -1 : STUDY_ROOT;
    while (node >= 0 && number-- > 0)
        node = study_next(study, node);
    return node;
}

/* --- Edits -------------------------------------------------------------------------------- */

static Status edit_play(Study *study, const StudyRequest *request, int *node, Fault *fault)
{
    Turn   turn;
    int    added;
    Status status = view_steps_read(request->steps, turn.step, &turn.count, fault);
    if (status != STATUS_OK)
        return status;
    status = study_add(study, *node, &turn, &added);
    if (status == STATUS_ILLEGAL)
        return fault_set(fault, status, 0, "this move is not legal here");
    *node = status == STATUS_OK ? added : *node;
    return status;
}

static Status edit_cut(Study *study, const StudyRequest *request, int *node, Fault *fault)
{
    (void)request;
    if (*node == STUDY_ROOT)
        return fault_set(fault, STATUS_ILLEGAL, 0, "the start cannot be deleted");
    int    parent = study->nodes[*node].parent;
    Status status = study_cut(study, *node);
    *node = status == STATUS_OK ? parent : *node;
    return status;
}

static Status edit_promote(Study *study, const StudyRequest *request, int *node, Fault *fault)
{
    (void)request;
    Status status = study_promote(study, *node);
    return status == STATUS_NOT_FOUND
               ? fault_set(fault, STATUS_ILLEGAL, 0, "this move is on the main line already")
               : status;
}

static Status edit_note(Study *study, const StudyRequest *request, int *node, Fault *fault)
{
    Note        note = note_empty();
    const char *mark = request->mark == NULL ? "" : request->mark;
    note.clock_ms = study->nodes[*node].note.clock_ms;
    if (mark[0] != '\0' && !mark_read(mark, strlen(mark), &note.mark))
        return fault_set(fault, STATUS_SYNTAX, 0, "'mark' must be !, ?, !?, ?! or ??");
    if (note.mark != NOTE_UNMARKED && *node == STUDY_ROOT)
        return fault_set(fault, STATUS_ILLEGAL, 0, "the start cannot be marked");
    Status status = STATUS_OK;
    if (request->comment != NULL && request->comment[0] != '\0')
        status = note_add(&note, request->comment, strlen(request->comment));
    if (status == STATUS_OK)
        status = study_note(study, *node, &note);
    note_free(&note);
    return status == STATUS_SYNTAX
               ? fault_set(fault, status, 0, "a comment must not contain '}' or control characters")
               : status;
}

typedef Status StudyEditor(Study *study, const StudyRequest *request, int *node, Fault *fault);

static const struct {
    const char  *name;
    StudyEditor *edit;
    bool         is_inside; /* it changes the node itself, not where it is */
} EDITS[] = {
    { "play", edit_play, false },
    { "cut", edit_cut, false },
    { "promote", edit_promote, false },
    { "note", edit_note, true },
};

/* Edit a study; `node` becomes the node to look at, `inside` the node that is not what it was, or -1. */
static Status apply(Study *study, const StudyRequest *request, int *node, int *inside, Fault *fault)
{
    *node = node_at(study, request->node);
    *inside = -1;
    fault->status = STATUS_OK;
    if (*node < 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "'node' must be the number of a move");
    if (request->edit == NULL)
        return STATUS_OK;
    for (size_t i = 0; i < sizeof EDITS / sizeof EDITS[0]; i++)
        if (strcmp(EDITS[i].name, request->edit) == 0) {
            Status status = EDITS[i].edit(study, request, node, fault);
            *inside = EDITS[i].is_inside ? *node : -1;
            if (status == STATUS_TOO_LARGE && fault->status != status)
                fault_set(fault, status, 0,
                          "the study is too large; delete variations or start another study");
            else if (status != STATUS_OK && fault->status != status)
                fault_set(fault, status, 0, "%s", status_text(status));
            return status;
        }
    return fault_set(fault, STATUS_SYNTAX, 0, "'edit' must be play, cut, promote or note");
}

/* --- What changed --------------------------------------------------------------------------- */

/* The nodes in the order of a record. */
typedef struct Order {
    int  *nodes;
    bool *is_main;
    int   count;
} Order;

/* A part of a list that was replaced: `removed` entries from `from` by `added` others. */
typedef struct Change {
    int from, removed, added;
} Change;

static void order_free(Order *order)
{
    free(order->nodes);
    free(order->is_main);
}

static Status order_read(const Study *study, Order *out)
{
    size_t size = (size_t)study->live + 1;
    *out = (Order){ malloc(size * sizeof *out->nodes), malloc(size * sizeof *out->is_main), 0 };
    if (out->nodes == NULL || out->is_main == NULL)
        return STATUS_NO_MEMORY;
    for (int node = STUDY_ROOT; node >= 0; node = study_next(study, node)) {
        out->is_main[out->count] = study->nodes[node].nesting == 0;
        out->nodes[out->count++] = node;
    }
    return STATUS_OK;
}

static bool is_same(const Order *a, int i, const Order *b, int j, int inside)
{
    return a->nodes[i] == b->nodes[j] && a->is_main[i] == b->is_main[j] && a->nodes[i] != inside;
}

/* Return what differs between two orders.  The node `inside` always does. */
static Change order_change(const Order *a, const Order *b, int inside)
{
    int shorter = a->count < b->count ? a->count : b->count, from = 0, rest = 0;
    while (from < shorter && is_same(a, from, b, from, inside))
        from++;
    while (rest < shorter - from && is_same(a, a->count - 1 - rest, b, b->count - 1 - rest, inside))
        rest++;
    return (Change){ from, a->count - from - rest, b->count - from - rest };
}

static bool is_inside_sign(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* The same for two texts in UTF-8, without dividing a character. */
static Change text_change(const char *a, const char *b)
{
    int lengths[2] = { (int)strlen(a), (int)strlen(b) };
    int shorter = lengths[0] < lengths[1] ? lengths[0] : lengths[1], from = 0, rest = 0;
    while (from < shorter && a[from] == b[from])
        from++;
    while (from > 0 && (is_inside_sign(a[from]) || is_inside_sign(b[from])))
        from--;
    while (rest < shorter - from && a[lengths[0] - 1 - rest] == b[lengths[1] - 1 - rest])
        rest++;
    while (rest > 0 && is_inside_sign(a[lengths[0] - rest]))
        rest--;
    return (Change){ from, lengths[0] - from - rest, lengths[1] - from - rest };
}

/* Return the length of a text in units of UTF-16, which is how JavaScript counts. */
static int units(const char *text, int bytes)
{
    int count = 0;
    for (int i = 0; i < bytes; i++)
        count += is_inside_sign(text[i]) ? 0 : (unsigned char)text[i] >= 0xf0 ? 2 : 1;
    return count;
}

/* --- Writing ------------------------------------------------------------------------------ */

static void write_node(Json *json, const Study *study, const Line *line, int node, int parent)
{
    const StudyNode *it = &study->nodes[node];
    const Game      *game = line->setup.game;
    Outcome          outcome = line_outcome(line);
    char             words[POS_TEXT_MAX > TURN_TEXT_MAX ? POS_TEXT_MAX : TURN_TEXT_MAX];
    Text             text = text_over(words, sizeof words);
    json_object(json, NULL);
    json_integer(json, "parent", parent);
    if (node != STUDY_ROOT) {
        Turn       turn;
        const Pos *before = line_before_turn(line, it->turn - 1);
        line_turn(line, it->turn - 1, &turn);
        turn_write(game, before, &turn, &text);
        json_string(json, "turn", words);
        json_integer(json, "side", before->side);
        json_array(json, "steps");
        for (int i = 0; i < turn.count; i++)
            json_word(json, NULL, turn.step[i]);
        json_end_array(json);
        text_clear(&text);
    }
    game->text->pos_write(line_now(line), &text);
    json_string(json, "position", words);
    view_side(json, "next", outcome.ending == ENDING_NONE ? line_now(line)->side : SIDE_NONE);
    if (it->nesting == 0)
        json_bool(json, "main", true);
    view_note(json, &it->note);
    if (outcome.ending != ENDING_NONE)
        view_outcome(json, "result", &line->setup, line_now(line), outcome);
    json_end_object(json);
}

/* Write the nodes of a change. */
static Status write_nodes(Json *json, Study *study, const Order *order, Change change)
{
    Line   line = { 0 };
    int   *number = calloc((size_t)study->node_count, sizeof *number);
    Status status = number == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    for (int i = 0; i < order->count && status == STATUS_OK; i++)
        number[order->nodes[i]] = i;
    json_array(json, "nodes");
    for (int i = change.from; i < change.from + change.added && status == STATUS_OK; i++) {
        int node = order->nodes[i], parent = study->nodes[node].parent;
        status = study_line(study, node, &line);
        if (status == STATUS_OK)
            write_node(json, study, &line, node, parent < 0 ? -1 : number[parent]);
    }
    json_end_array(json);
    free(number);
    line_free(&line);
    return status;
}

static void write_change(Json *json, Change change)
{
    json_integer(json, "from", change.from);
    json_integer(json, "removed", change.removed);
}

/* Write the part of a record that differs from `before`. */
static void write_text_change(Json *json, const char *name, const char *before, char *now)
{
    Change change = text_change(before, now);
    now[change.from + change.added] = '\0';
    json_object(json, name);
    write_change(json, (Change){ units(before, change.from),
                                 units(before + change.from, change.removed), change.added });
    json_string(json, "text", now + change.from);
    json_end_object(json);
}

/* What a reply is about: the study before and after its edit. */
typedef struct Edited {
    Study  *study;
    Record *record;
    Order   before, after;
    int     node;   /* to look at */
    int     inside; /* that is not what it was, or -1 */
} Edited;

static Status write_record(Json *json, const Edited *it, const char *before)
{
    Buffer written;
    buffer_init(&written, GAME_TEXT_BYTES_MAX);
    bool is_written = record_write(it->record, buffer_sink, &written);
    if (is_written && before != NULL)
        write_text_change(json, "record", before, written.data);
    else if (is_written)
        json_string(json, "record", written.data);
    buffer_free(&written);
    return is_written ? STATUS_OK : STATUS_NO_MEMORY;
}

/* Write the study, or what changed if `before` is the record that the client has. */
static Status write_study(Json *json, const char *name, const Edited *it, const char *before)
{
    Change change = { 0, 0, it->after.count };
    int    number = 0;
    json_object(json, name);
    if (before == NULL) {
        view_setup(json, &it->record->line.setup);
    } else {
        change = order_change(&it->before, &it->after, it->inside);
        write_change(json, change);
    }
    view_tags(json, "tags", it->record);
    Status status = write_nodes(json, it->study, &it->after, change);
    while (it->after.nodes[number] != it->node)
        number++;
    json_integer(json, "node", number);
    if (status == STATUS_OK)
        status = write_record(json, it, before);
    json_end_object(json);
    return status;
}

static Status reply(Json *json, const char *name, Edited *it, const StudyRequest *request,
                    Fault *fault)
{
    bool   has_changes = request->reply != NULL;
    Status status = order_read(it->study, &it->before);
    if (status == STATUS_OK)
        status = apply(it->study, request, &it->node, &it->inside, fault);
    else
        return fault_set(fault, status, 0, "%s", status_text(status));
    if (status != STATUS_OK)
        return status;
    if (it->study->live > STUDY_VIEW_NODES_MAX)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "the study has %d moves; the limit is %d",
                         it->study->live, STUDY_VIEW_NODES_MAX);
    status = study_save(it->study, it->record);
    if (status == STATUS_OK)
        status = order_read(it->study, &it->after);
    if (status == STATUS_OK)
        status = write_study(json, name, it, has_changes ? request->text : NULL);
    if (status != STATUS_OK) {
        json->out->failed = true;
        fault_set(fault, status, 0, "%s", status_text(status));
    }
    return status;
}

Status study_view(Json *json, const char *name, const StudyRequest *request, Fault *fault)
{
    Record record;
    Study  study;
    if (request->reply != NULL && (strcmp(request->reply, "changes") != 0 || request->text == NULL))
        return fault_set(fault, STATUS_SYNTAX, 0, "'reply' must be changes, and needs 'text'");
    Status status = read_record(request, &record, fault);
    if (status != STATUS_OK)
        return status;
    status = study_init(&study, &record);
    if (status == STATUS_OK) {
        Edited edited = { .study = &study, .record = &record };
        status = reply(json, name, &edited, request, fault);
        order_free(&edited.before);
        order_free(&edited.after);
        study_free(&study);
    } else {
        fault_set(fault, status, 0, "%s", status_text(status));
    }
    record_free(&record);
    return status;
}
