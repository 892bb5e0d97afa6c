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
} EDITS[] = {
    { "play", edit_play },
    { "cut", edit_cut },
    { "promote", edit_promote },
    { "note", edit_note },
};

/* Edit a study; `node` becomes the node to look at. */
static Status apply(Study *study, const StudyRequest *request, int *node, Fault *fault)
{
    *node = node_at(study, request->node);
    fault->status = STATUS_OK;
    if (*node < 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "'node' must be the number of a move");
    if (request->edit == NULL)
        return STATUS_OK;
    for (size_t i = 0; i < sizeof EDITS / sizeof EDITS[0]; i++)
        if (strcmp(EDITS[i].name, request->edit) == 0) {
            Status status = EDITS[i].edit(study, request, node, fault);
            if (status == STATUS_TOO_LARGE && fault->status != status)
                fault_set(fault, status, 0,
                          "the study is too large; delete variations or start another study");
            else if (status != STATUS_OK && fault->status != status)
                fault_set(fault, status, 0, "%s", status_text(status));
            return status;
        }
    return fault_set(fault, STATUS_SYNTAX, 0, "'edit' must be play, cut, promote or note");
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

/* Write the nodes in order.  Return the number of `selected`. */
static Status write_nodes(Json *json, Study *study, int selected, int *selected_number)
{
    Line   line = { 0 };
    int   *number = calloc((size_t)study->node_count, sizeof *number);
    int    count = 0;
    Status status = number == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    json_array(json, "nodes");
    for (int node = STUDY_ROOT; node >= 0 && status == STATUS_OK; node = study_next(study, node)) {
        int parent = study->nodes[node].parent;
        number[node] = count++;
        if (node == selected)
            *selected_number = number[node];
        status = study_line(study, node, &line);
        if (status == STATUS_OK)
            write_node(json, study, &line, node, parent < 0 ? -1 : number[parent]);
    }
    json_end_array(json);
    free(number);
    line_free(&line);
    return status;
}

static Status write_study(Json *json, const char *name, Study *study, const Record *record,
                          int node)
{
    int    number = 0;
    Buffer written;
    json_object(json, name);
    view_setup(json, &record->line.setup);
    view_tags(json, "tags", record);
    Status status = write_nodes(json, study, node, &number);
    json_integer(json, "node", number);
    buffer_init(&written, GAME_TEXT_BYTES_MAX);
    if (!record_write(record, buffer_sink, &written))
        status = STATUS_NO_MEMORY;
    else
        json_string(json, "record", written.data);
    buffer_free(&written);
    json_end_object(json);
    return status;
}

static Status view(Json *json, const char *name, Study *study, Record *record,
                   const StudyRequest *request, Fault *fault)
{
    int    node = STUDY_ROOT;
    Status status = apply(study, request, &node, fault);
    if (status != STATUS_OK)
        return status;
    if (study->live > STUDY_VIEW_NODES_MAX)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "the study has %d moves; the limit is %d",
                         study->live, STUDY_VIEW_NODES_MAX);
    status = study_save(study, record);
    if (status == STATUS_OK)
        status = write_study(json, name, study, record, node);
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
    Status status = read_record(request, &record, fault);
    if (status != STATUS_OK)
        return status;
    status = study_init(&study, &record);
    if (status == STATUS_OK) {
        status = view(json, name, &study, &record, request, fault);
        study_free(&study);
    } else {
        fault_set(fault, status, 0, "%s", status_text(status));
    }
    record_free(&record);
    return status;
}
