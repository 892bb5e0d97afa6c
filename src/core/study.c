/* SPDX-License-Identifier: MIT */
/* Nodes are entries of an array with links.  An edit changes either one note, or where one node is
 * linked; undoing it is the same change backwards.  A node that was cut stays in the array, with all
 * that follows it, until its edit is forgotten. */
#include "core/study.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Where a node is linked among the continuations of its parent: after the sibling of this number, or
 * one of these. */
enum { LINK_FIRST = -1, LINK_NONE = -2 };

typedef struct StudyEdit {
    int  node;
    bool is_note;       /* the note was changed, else the link or what the main line is */
    int  link[2];       /* before and after the edit */
    int  main_turns[2]; /* likewise */
    Note note;          /* of an edit of the note, the one that the node does not have now */
} StudyEdit;

enum { BEFORE, AFTER };

static const Game *game_of(const Study *study)
{
    return study->line.setup.game;
}

/* ---- the array ---- */

static bool grow(Study *study)
{
    if (study->node_count < study->capacity)
        return true;
    int        capacity = study->capacity == 0 ? 256 : study->capacity * 2;
    StudyNode *nodes = realloc(study->nodes, (size_t)capacity * sizeof *nodes);
    if (nodes == NULL)
        return false;
    study->nodes = nodes;
    study->capacity = capacity;
    return true;
}

/* Take an entry for a node that is not linked yet; -1 without memory. */
static int new_node(Study *study, int parent, const Step *steps, int count)
{
    StudyNode node = {
        .note = note_empty(),
        .step_count = count,
        .turn = parent < 0 ? 0 : study->nodes[parent].turn + 1,
        .parent = parent,
        .first = -1,
        .other = -1,
    };
    if (study->free_node < 0 && !grow(study))
        return -1;
    if (count > 0 && (node.steps = malloc((size_t)count * sizeof *steps)) == NULL)
        return -1;
    if (count > 0)
        memcpy(node.steps, steps, (size_t)count * sizeof *steps);
    int index = study->free_node;
    if (index < 0)
        index = study->node_count++;
    else
        study->free_node = study->nodes[index].other;
    study->nodes[index] = node;
    return index;
}

static int deepest_first(const Study *study, int node)
{
    while (study->nodes[node].first >= 0)
        node = study->nodes[node].first;
    return node;
}

/* Give back the entries of a node that is not linked, and of everything after it, leaves first. */
static void delete_nodes(Study *study, int top)
{
    StudyNode *nodes = study->nodes;
    nodes[top].other = -1;
    for (int node = deepest_first(study, top);;) {
        int next =
            nodes[node].other >= 0 ? deepest_first(study, nodes[node].other) : nodes[node].parent;
        if (node == study->game_end)
            study->game_end = -1;
        free(nodes[node].steps);
        note_free(&nodes[node].note);
        nodes[node] = (StudyNode){ .note = note_empty(), .other = study->free_node };
        study->free_node = node;
        if (node == top)
            return;
        node = next;
    }
}

/* ---- links ---- */

static int link_of(const Study *study, int node)
{
    int at = study->nodes[study->nodes[node].parent].first, before = LINK_FIRST;
    while (at >= 0 && at != node) {
        before = at;
        at = study->nodes[at].other;
    }
    return at < 0 ? LINK_NONE : before;
}

static int last_link(const Study *study, int parent)
{
    int at = study->nodes[parent].first, before = LINK_FIRST;
    for (; at >= 0; at = study->nodes[at].other)
        before = at;
    return before;
}

static void set_link(Study *study, int node, int from, int to)
{
    StudyNode *nodes = study->nodes;
    int       *first = &nodes[nodes[node].parent].first;
    if (from != LINK_NONE)
        *(from == LINK_FIRST ? first : &nodes[from].other) = nodes[node].other;
    nodes[node].other = -1;
    if (to == LINK_NONE)
        return;
    int *link = to == LINK_FIRST ? first : &nodes[to].other;
    nodes[node].other = *link;
    *link = node;
}

static int nesting_of(const Study *study, int node)
{
    const StudyNode *nodes = study->nodes;
    int              parent = nodes[node].parent;
    if (parent < 0)
        return 0;
    bool is_next = nodes[parent].first == node &&
                   (nodes[parent].nesting > 0 || nodes[node].turn <= study->main_turns);
    return nodes[parent].nesting + (is_next ? 0 : 1);
}

int study_next(const Study *study, int node)
{
    const StudyNode *nodes = study->nodes;
    if (nodes[node].first >= 0)
        return nodes[node].first;
    while (node >= 0 && nodes[node].other < 0)
        node = nodes[node].parent;
    return node < 0 ? -1 : nodes[node].other;
}

/* Count the nodes and set their nesting.  Return the deepest. */
static int renumber(Study *study)
{
    int deepest = 0;
    study->live = -1;
    for (int node = STUDY_ROOT; node >= 0; node = study_next(study, node)) {
        int nesting = nesting_of(study, node);
        study->nodes[node].nesting = nesting;
        deepest = nesting > deepest ? nesting : deepest;
        study->live++;
    }
    return deepest;
}

int study_main_end(const Study *study)
{
    int node = STUDY_ROOT;
    for (int i = 0; i < study->main_turns; i++)
        node = study->nodes[node].first;
    return node;
}

/* ---- undo ---- */

static void forget_edit(Study *study, StudyEdit *edit, bool is_undone)
{
    note_free(&edit->note);
    if (!edit->is_note && edit->link[is_undone ? BEFORE : AFTER] == LINK_NONE)
        delete_nodes(study, edit->node);
}

/* Make sure that one more edit can be kept. */
static Status reach_edit(Study *study)
{
    if (study->edits == NULL)
        study->edits = malloc(STUDY_UNDO_MAX * sizeof *study->edits);
    return study->edits == NULL ? STATUS_NO_MEMORY : STATUS_OK;
}

static void keep_edit(Study *study, const StudyEdit *edit)
{
    for (; study->undone > 0; study->undone--)
        forget_edit(study, &study->edits[--study->edit_count], true);
    if (study->edit_count == STUDY_UNDO_MAX) {
        forget_edit(study, &study->edits[0], false);
        memmove(study->edits, study->edits + 1, (STUDY_UNDO_MAX - 1) * sizeof *study->edits);
        study->edit_count--;
    }
    study->edits[study->edit_count++] = *edit;
}

/* Run an edit forwards or backwards.  Return the deepest nesting, if that may have changed. */
static int run_edit(Study *study, StudyEdit *edit, int to)
{
    if (edit->is_note) {
        Note note = study->nodes[edit->node].note;
        study->nodes[edit->node].note = edit->note;
        edit->note = note;
        return 0;
    }
    set_link(study, edit->node, edit->link[1 - to], edit->link[to]);
    study->main_turns = edit->main_turns[to];
    return renumber(study);
}

bool study_undo(Study *study)
{
    if (study->undone == study->edit_count)
        return false;
    run_edit(study, &study->edits[study->edit_count - ++study->undone], BEFORE);
    return true;
}

bool study_redo(Study *study)
{
    if (study->undone == 0)
        return false;
    run_edit(study, &study->edits[study->edit_count - study->undone--], AFTER);
    return true;
}

/* ---- lines ---- */

/* Write the nodes to `node` into `path`, without the root. */
static Status find_path(Study *study, int node)
{
    int turns = study->nodes[node].turn;
    if (turns > study->path_capacity) {
        int  capacity = turns + 256;
        int *path = realloc(study->path, (size_t)capacity * sizeof *path);
        if (path == NULL)
            return STATUS_NO_MEMORY;
        study->path = path;
        study->path_capacity = capacity;
    }
    for (int i = turns - 1; i >= 0; i--) {
        study->path[i] = node;
        node = study->nodes[node].parent;
    }
    return STATUS_OK;
}

static bool has_steps(const StudyNode *node, const Turn *turn)
{
    return node->step_count == turn->count &&
           memcmp(node->steps, turn->step, (size_t)turn->count * sizeof turn->step[0]) == 0;
}

static Status play_steps(Line *line, const Step *steps, int count)
{
    Status status = STATUS_OK;
    int    before = line->count;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = line_step(line, steps[i]);
    while (status != STATUS_OK && line->count > before)
        line_undo_step(line);
    return status;
}

static Status lead_to(Study *study, int node, Line *line)
{
    Turn   turn;
    int    turns = study->nodes[node].turn, common = 0;
    Status status = find_path(study, node);
    if (status != STATUS_OK)
        return status;
    for (; common < turns && common < line_turns(line); common++) {
        line_turn(line, common, &turn);
        if (!has_steps(&study->nodes[study->path[common]], &turn))
            break;
    }
    line_open_turn(line, &turn);
    if (turn.count > 0)
        line_undo_turn(line);
    while (line_turns(line) > common)
        line_undo_turn(line);
    for (int i = common; i < turns && status == STATUS_OK; i++) {
        const StudyNode *next = &study->nodes[study->path[i]];
        status = play_steps(line, next->steps, next->step_count);
    }
    return status;
}

Status study_line(Study *study, int node, Line *line)
{
    assert(node >= 0 && node < study->node_count);
    Status status = STATUS_OK;
    if (line->count == 0)
        status = line_init(line, &study->line.setup, line_start(&study->line));
    return status == STATUS_OK ? lead_to(study, node, line) : status;
}

/* ---- records ---- */

/* Append a node as the last continuation of `parent`, without an edit.  `last` has the last continuation
 * of every node so far.  Return -1 without memory. */
static int append(Study *study, int parent, const Step *steps, int count, const Note *note,
                  int *last)
{
    Note copy;
    if (note_copy(note, &copy) != STATUS_OK)
        return -1;
    int node = new_node(study, parent, steps, count);
    if (node < 0) {
        note_free(&copy);
        return -1;
    }
    study->nodes[node].note = copy;
    if (parent >= 0) {
        set_link(study, node, LINK_NONE, last[parent] < 0 ? LINK_FIRST : last[parent]);
        last[parent] = node;
    }
    last[node] = -1;
    return node;
}

/* Return the node after `node` in the order of study_next, within the variations of one place. */
static int next_in_record(const Record *record, int node)
{
    const RecordNode *nodes = record->nodes;
    if (nodes[node].first >= 0)
        return nodes[node].first;
    while (node >= 0 && nodes[node].other < 0)
        node = nodes[node].before;
    return node < 0 ? -1 : nodes[node].other;
}

/* Append the variations of a place after `parent`.  `copies` gets the node of each node of the
 * record. */
static Status append_variations(Study *study, const Record *record, int place, int parent,
                                int *copies, int *last)
{
    for (int at = record_variation(record, place); at >= 0; at = next_in_record(record, at)) {
        const RecordNode *node = &record->nodes[at];
        copies[at] = append(study, node->before < 0 ? parent : copies[node->before], node->steps,
                            node->step_count, &node->note, last);
        if (copies[at] < 0)
            return STATUS_NO_MEMORY;
    }
    return STATUS_OK;
}

static Status append_record(Study *study, const Record *record, int *copies, int *last)
{
    int  turns = line_turns(&record->line);
    Note note = record_note(record, -1);
    int  node = append(study, -1, NULL, 0, &note, last);
    for (int place = 0; place <= turns; place++) {
        Turn turn;
        int  next = -1;
        if (node < 0)
            return STATUS_NO_MEMORY;
        if (place < turns) {
            line_turn(&record->line, place, &turn);
            note = record_note(record, place);
            next = append(study, node, turn.step, turn.count, &note, last);
            if (next < 0)
                return STATUS_NO_MEMORY;
        }
        Status status = append_variations(study, record, place, node, copies, last);
        if (status != STATUS_OK)
            return status;
        node = next;
    }
    return STATUS_OK;
}

Status study_init(Study *study, const Record *record)
{
    int  turns = line_turns(&record->line);
    int *copies = malloc(((size_t)record->node_count + 1) * sizeof *copies);
    int *last = malloc(((size_t)turns + (size_t)record->node_count + 1) * sizeof *last);
    *study = (Study){ .free_node = -1, .main_turns = turns };
    Status status = copies == NULL || last == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    if (status == STATUS_OK)
        status = line_copy_turns(&study->line, &record->line, turns);
    if (status == STATUS_OK)
        status = append_record(study, record, copies, last);
    free(copies);
    free(last);
    if (status != STATUS_OK) {
        study_free(study);
        return status;
    }
    study->result = record_result(record);
    study->grows = strcmp(study->result.winner, "*") == 0;
    study->game_end = study_main_end(study);
    renumber(study);
    return STATUS_OK;
}

void study_free(Study *study)
{
    for (int i = 0; i < study->edit_count; i++)
        note_free(&study->edits[i].note);
    for (int i = 0; i < study->node_count; i++) {
        free(study->nodes[i].steps);
        note_free(&study->nodes[i].note);
    }
    free(study->edits);
    free(study->nodes);
    free(study->path);
    line_free(&study->line);
    *study = (Study){ .free_node = -1 };
}

/* Write the notes and variations; the record has the main line and nothing else. */
static Status save_nodes(const Study *study, Record *record, int *copies)
{
    for (int at = STUDY_ROOT; at >= 0; at = study_next(study, at)) {
        const StudyNode *node = &study->nodes[at];
        Status           status = STATUS_OK;
        copies[at] = -1;
        if (node->nesting == 0) {
            status = note_is_empty(&node->note)
                         ? STATUS_OK
                         : record_set_notes(record, node->turn - 1, &node->note);
        } else {
            copies[at] = record_add_node(record, copies[node->parent], node->turn - 1, node->steps,
                                         node->step_count);
            status = copies[at] < 0 ? STATUS_NO_MEMORY
                                    : note_copy(&node->note, &record->nodes[copies[at]].note);
        }
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

Status study_save(Study *study, Record *record)
{
    assert(setup_same(&study->line.setup, &record->line.setup));
    int    end = study_main_end(study);
    int   *copies = malloc((size_t)study->node_count * sizeof *copies);
    Status status = copies == NULL ? STATUS_NO_MEMORY : lead_to(study, end, &record->line);
    if (status == STATUS_OK) {
        record_strip(record);
        status = save_nodes(study, record, copies);
    }
    free(copies);
    if (status != STATUS_OK)
        return status;
    if (end == study->game_end)
        record->result = study->result;
    else if (record_set_result(record, "*", "", "") != STATUS_OK)
        record->result = record_result(record); /* the rules have ended it */
    return STATUS_OK;
}

/* ---- edits ---- */

static void write_turn(const Study *study, const Step *steps, int count, char out[TURN_TEXT_MAX])
{
    Text text = text_over(out, TURN_TEXT_MAX);
    Turn turn = { .count = count };
    memcpy(turn.step, steps, (size_t)count * sizeof *steps);
    turn_write(game_of(study), line_now(&study->line), &turn, &text);
}

/* Find a turn among the continuations of a node; -1 if it is not there.  The steps of a turn may come
 * in several orders, so the notation decides.  The study's line leads to the node. */
static int find_turn(const Study *study, int node, const Turn *turn)
{
    char wanted[TURN_TEXT_MAX], words[TURN_TEXT_MAX];
    for (int at = study->nodes[node].first; at >= 0; at = study->nodes[at].other)
        if (has_steps(&study->nodes[at], turn))
            return at;
    if (turn->count == 1)
        return -1;
    write_turn(study, turn->step, turn->count, wanted);
    for (int at = study->nodes[node].first; at >= 0; at = study->nodes[at].other) {
        const StudyNode *other = &study->nodes[at];
        if (other->step_count != turn->count)
            continue;
        write_turn(study, other->steps, other->step_count, words);
        if (strcmp(words, wanted) == 0)
            return at;
    }
    return -1;
}

static Status check_turn(Study *study, const Turn *turn)
{
    int    turns = line_turns(&study->line);
    Status status = play_steps(&study->line, turn->step, turn->count);
    if (status != STATUS_OK)
        return status;
    bool is_complete = line_turns(&study->line) == turns + 1;
    for (int i = 0; i < turn->count; i++)
        line_undo_step(&study->line);
    return is_complete ? STATUS_OK : STATUS_ILLEGAL;
}

/* Take an entry for a turn after a node to which the study's line leads.  Its steps get the order that they
 * have when the record is read again.  -1 without memory. */
static int new_turn(Study *study, int node, const Turn *turn)
{
    Turn sorted = { .count = turn->count };
    memcpy(sorted.step, turn->step, (size_t)turn->count * sizeof turn->step[0]);
    if (game_of(study)->text->turn_sort != NULL)
        game_of(study)->text->turn_sort(line_now(&study->line), sorted.step, sorted.count);
    return new_node(study, node, sorted.step, sorted.count);
}

Status study_add(Study *study, int node, const Turn *turn, int *out)
{
    assert(node >= 0 && node < study->node_count);
    Status status = study_line(study, node, &study->line);
    if (status == STATUS_OK)
        status = turn->count < 1 ? STATUS_ILLEGAL : check_turn(study, turn);
    if (status != STATUS_OK)
        return status;
    int found = find_turn(study, node, turn);
    if (found >= 0) {
        *out = found;
        return STATUS_OK;
    }
    if (study->live >= RECORD_TURNS_MAX)
        return STATUS_TOO_LARGE;
    int added = new_turn(study, node, turn);
    if (added < 0 || reach_edit(study) != STATUS_OK)
        return STATUS_NO_MEMORY;
    StudyEdit edit = {
        .node = added,
        .link = { LINK_NONE, last_link(study, node) },
        .main_turns = { study->main_turns, study->main_turns },
        .note = note_empty(),
    };
    if (study->grows && edit.link[AFTER] == LINK_FIRST && study->nodes[node].nesting == 0)
        edit.main_turns[AFTER]++;
    set_link(study, added, LINK_NONE, edit.link[AFTER]);
    study->main_turns = edit.main_turns[AFTER];
    study->nodes[added].nesting = nesting_of(study, added);
    if (study->nodes[added].nesting > RECORD_NESTING_MAX) {
        set_link(study, added, edit.link[AFTER], LINK_NONE);
        delete_nodes(study, added);
        return STATUS_TOO_LARGE;
    }
    study->live++;
    keep_edit(study, &edit);
    *out = added;
    return STATUS_OK;
}

Status study_play(Study *study, int node, const char *turn, int *out, Fault *fault)
{
    Turn   read;
    Status status = study_line(study, node, &study->line);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "%s", status_text(status));
    if (line_outcome(&study->line).ending != ENDING_NONE)
        return fault_set(fault, STATUS_ILLEGAL, 0, "the game is over here");
    status = turn_read(game_of(study), line_now(&study->line), turn, &read, fault);
    if (status != STATUS_OK)
        return status;
    status = study_add(study, node, &read, out);
    if (status == STATUS_TOO_LARGE)
        return fault_set(fault, status, 0,
                         "a study has at most %d moves, and variations nested %d deep",
                         RECORD_TURNS_MAX, RECORD_NESTING_MAX);
    return status == STATUS_OK ? STATUS_OK : fault_set(fault, status, 0, "%s", status_text(status));
}

/* Run a new edit and keep it; if variations are then nested too deep, undo it. */
static Status run_new(Study *study, StudyEdit *edit)
{
    if (reach_edit(study) != STATUS_OK)
        return STATUS_NO_MEMORY;
    if (run_edit(study, edit, AFTER) > RECORD_NESTING_MAX) {
        run_edit(study, edit, BEFORE);
        return STATUS_TOO_LARGE;
    }
    keep_edit(study, edit);
    return STATUS_OK;
}

Status study_cut(Study *study, int node)
{
    assert(node > STUDY_ROOT && node < study->node_count);
    const StudyNode *cut = &study->nodes[node];
    StudyEdit        edit = {
               .node = node,
               .link = { link_of(study, node), LINK_NONE },
               .main_turns = { study->main_turns, cut->nesting == 0 ? cut->turn - 1 : study->main_turns },
               .note = note_empty(),
    };
    return run_new(study, &edit);
}

Status study_promote(Study *study, int node)
{
    assert(node >= 0 && node < study->node_count);
    const StudyNode *nodes = study->nodes;
    if (nodes[node].nesting == 0)
        return STATUS_NOT_FOUND;
    while (nodes[nodes[node].parent].nesting == nodes[node].nesting)
        node = nodes[node].parent;
    int       parent = nodes[node].parent;
    StudyEdit edit = {
        .node = node,
        .link = { link_of(study, node), LINK_FIRST },
        .main_turns = { study->main_turns, study->main_turns },
        .note = note_empty(),
    };
    /* It replaces the main line if that continues from here, or if it is what would continue it. */
    bool is_first = edit.link[BEFORE] == LINK_FIRST;
    if (nodes[parent].nesting == 0 && (nodes[parent].turn < study->main_turns || is_first))
        edit.main_turns[AFTER] = nodes[deepest_first(study, node)].turn;
    return run_new(study, &edit);
}

Status study_note(Study *study, int node, const Note *note)
{
    assert(node >= 0 && node < study->node_count);
    StudyEdit edit = { .node = node, .is_note = true };
    if (!note_is_valid(note) ||
        (node == STUDY_ROOT && (note->clock_ms >= 0 || note->mark != NOTE_UNMARKED)))
        return STATUS_SYNTAX;
    Status status = note_copy(note, &edit.note);
    if (status != STATUS_OK)
        return status;
    status = run_new(study, &edit);
    if (status != STATUS_OK)
        note_free(&edit.note);
    return status;
}
