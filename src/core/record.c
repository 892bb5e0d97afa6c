/* SPDX-License-Identifier: MIT */
#include "core/record_inside.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const RecordResult UNFINISHED = { .winner = "*" };

Status record_init(Record *record, const Setup *setup, const Pos *from)
{
    *record = (Record){ .result = UNFINISHED };
    return line_init(&record->line, setup, from);
}

void record_free(Record *record)
{
    for (int i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    record_strip(record);
    free(record->tags);
    free(record->places);
    free(record->nodes);
    line_free(&record->line);
    *record = (Record){ .result = UNFINISHED };
}

/* ---- syntax of the parts ---- */

bool record_is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

bool record_is_layout(char c)
{
    return c == '\t' || c == '\n' || c == '\r';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word_char(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

bool record_is_word(const char *text, size_t capacity)
{
    size_t length = 0;
    while (is_word_char(text[length]))
        length++;
    return length > 0 && text[length] == '\0' && length < capacity;
}

bool record_is_name(const char *text)
{
    return is_letter(text[0]) && record_is_word(text, RECORD_NAME_MAX);
}

static bool is_plain(const char *text, size_t capacity)
{
    size_t length = 0;
    while (text[length] != '\0' && !record_is_control(text[length]))
        length++;
    return text[length] == '\0' && length < capacity;
}

/* Details end a line of text, so surrounding spaces would be lost. */
static bool is_details(const char *text)
{
    size_t length = strlen(text);
    return is_plain(text, RECORD_DETAILS_MAX) &&
           (length == 0 || (text[0] != ' ' && text[length - 1] != ' '));
}

bool record_is_winner(const Game *game, const char *word)
{
    return strcmp(word, game->sides[0]) == 0 || strcmp(word, game->sides[1]) == 0 ||
           strcmp(word, "draw") == 0;
}

/* ---- tags ---- */

static bool is_own_tag(const char *name)
{
    return strcmp(name, "Game") == 0 || strcmp(name, "Position") == 0;
}

RecordTag *record_find_tag(const Record *record, const char *name)
{
    for (int i = 0; i < record->tag_count; i++)
        if (strcmp(record->tags[i].name, name) == 0)
            return &record->tags[i];
    return NULL;
}

Status record_add_tag(Record *record, const char *name, const char *value)
{
    if (record->tag_count == RECORD_TAGS_MAX)
        return STATUS_TOO_LARGE;
    if (record->tags == NULL)
        record->tags = calloc(RECORD_TAGS_MAX, sizeof *record->tags);
    RecordTag tag = { strdup(name), strdup(value) };
    if (record->tags == NULL || tag.name == NULL || tag.value == NULL) {
        free(tag.name);
        free(tag.value);
        return STATUS_NO_MEMORY;
    }
    record->tags[record->tag_count++] = tag;
    return STATUS_OK;
}

Status record_set_tag(Record *record, const char *name, const char *value)
{
    if (!record_is_name(name) || is_own_tag(name) || !is_plain(value, RECORD_VALUE_MAX))
        return STATUS_SYNTAX;
    RecordTag *tag = record_find_tag(record, name);
    if (tag == NULL)
        return record_add_tag(record, name, value);
    char *copy = strdup(value);
    if (copy == NULL)
        return STATUS_NO_MEMORY;
    free(tag->value);
    tag->value = copy;
    return STATUS_OK;
}

const char *record_tag(const Record *record, const char *name)
{
    const RecordTag *tag = record_find_tag(record, name);
    return tag == NULL ? NULL : tag->value;
}

/* ---- notes ---- */

/* Grow an array so that it holds `count` items; false without memory. */
static bool grow(void **items, int *capacity, int count, size_t size)
{
    if (count <= *capacity)
        return true;
    int   doubled = *capacity == 0 ? 64 : *capacity * 2;
    int   wanted = count > doubled ? count : doubled;
    void *grown = realloc(*items, (size_t)wanted * size);
    if (grown == NULL)
        return false;
    *items = grown;
    *capacity = wanted;
    return true;
}

/* Make sure that a place has an entry; new ones are empty.  Return NULL without memory. */
RecordPlace *record_reach_place(Record *record, int place)
{
    void *places = record->places;
    assert(place >= 0);
    if (!grow(&places, &record->place_capacity, place + 1, sizeof *record->places))
        return NULL;
    record->places = places;
    while (record->place_count <= place)
        record->places[record->place_count++] =
            (RecordPlace){ .note = note_empty(), .first = -1, .last = -1 };
    return &record->places[place];
}

Status record_set_notes(Record *record, int turn, const Note *note)
{
    assert(turn >= -1 && turn < line_turns(&record->line));
    Note copy;
    if (!note_is_valid(note) ||
        (turn == -1 && (note->clock_ms != -1 || note->mark != NOTE_UNMARKED)))
        return STATUS_SYNTAX;
    Status status = note_copy(note, &copy);
    if (status != STATUS_OK)
        return status;
    RecordPlace *place = record_reach_place(record, turn + 1);
    if (place == NULL) {
        note_free(&copy);
        return STATUS_NO_MEMORY;
    }
    note_free(&place->note);
    place->note = copy;
    return STATUS_OK;
}

Status record_set_note(Record *record, int turn, int64_t clock_ms, const char *comment)
{
    Note note = { .clock_ms = clock_ms, .comment_count = comment != NULL };
    if (comment != NULL && (note.comment = strdup(comment)) == NULL)
        return STATUS_NO_MEMORY;
    Status status = record_set_notes(record, turn, &note);
    note_free(&note);
    return status;
}

Note record_note(const Record *record, int turn)
{
    assert(turn >= -1);
    return turn + 1 < record->place_count ? record->places[turn + 1].note : note_empty();
}

/* ---- variations ---- */

/* Append a node that is linked to nothing; -1 without memory. */
static int new_node(Record *record, int turn, const Step *steps, int count)
{
    void  *nodes = record->nodes;
    size_t size = (size_t)count * sizeof *steps;
    assert(count > 0);
    if (!grow(&nodes, &record->node_capacity, record->node_count + 1, sizeof *record->nodes))
        return -1;
    record->nodes = nodes;
    RecordNode node = { .note = note_empty(), .steps = malloc(size), .step_count = count };
    if (node.steps == NULL)
        return -1;
    memcpy(node.steps, steps, size);
    node.turn = turn;
    node.before = node.first = node.last = node.other = -1;
    record->nodes[record->node_count] = node;
    return record->node_count++;
}

/* Add a node to the continuations of a node or a place, as the first or as the last of them. */
static void link_node(RecordNode *nodes, int *first, int *last, int node, bool in_front)
{
    if (*first < 0) {
        *first = *last = node;
    } else if (in_front) {
        nodes[node].other = *first;
        *first = node;
    } else {
        nodes[*last].other = node;
        *last = node;
    }
}

int record_insert_node(Record *record, int before, int place, const Step *steps, int count,
                       bool in_front)
{
    RecordPlace *from = before < 0 ? record_reach_place(record, place) : NULL;
    if (before < 0 && from == NULL)
        return -1;
    int node = new_node(record, before < 0 ? place : record->nodes[before].turn + 1, steps, count);
    if (node < 0)
        return -1;
    RecordNode *nodes = record->nodes;
    nodes[node].before = before;
    if (before < 0)
        link_node(nodes, &from->first, &from->last, node, in_front);
    else
        link_node(nodes, &nodes[before].first, &nodes[before].last, node, in_front);
    return node;
}

int record_add_node(Record *record, int before, int place, const Step *steps, int count)
{
    return record_insert_node(record, before, place, steps, count, false);
}

int record_variation(const Record *record, int place)
{
    return place < record->place_count ? record->places[place].first : -1;
}

static void forget_nodes(Record *record)
{
    for (int i = 0; i < record->node_count; i++) {
        free(record->nodes[i].steps);
        note_free(&record->nodes[i].note);
    }
    record->node_count = 0;
}

void record_forget(Record *record, int turn)
{
    assert(turn >= -1);
    for (int i = turn + 1; i < record->place_count; i++)
        note_free(&record->places[i].note);
    if (record->place_count > turn + 1)
        record->place_count = turn + 1;
    bool has_nodes = false;
    for (int i = 0; i < record->place_count && !has_nodes && record->node_count > 0; i++)
        has_nodes = record->places[i].first >= 0;
    if (!has_nodes) /* else those that nothing leads to any more stay until the end */
        forget_nodes(record);
}

void record_strip(Record *record)
{
    record_forget(record, -1);
}

/* ---- the result ---- */

static void copy_word(Scan *scan, char *out, size_t capacity)
{
    const char *start;
    size_t      length = scan_token(scan, &start);
    scan_blanks(scan);
    snprintf(out, capacity, "%.*s", (int)length, start);
}

/* Return the result according to the rules; "*" while the game continues. */
RecordResult record_rules_result(const Line *line)
{
    RecordResult result = UNFINISHED;
    Outcome      outcome = line_outcome(line);
    if (outcome.ending == ENDING_NONE)
        return result;
    char words[2 * RECORD_WORD_MAX + RECORD_DETAILS_MAX];
    Text text = text_over(words, sizeof words);
    outcome_write(line->setup.game, line_now(line), outcome, &text);
    Scan scan = scan_string(words);
    copy_word(&scan, result.winner, sizeof result.winner);
    copy_word(&scan, result.reason, sizeof result.reason);
    snprintf(result.details, sizeof result.details, "%s", words + scan.at);
    return result;
}

bool record_is_finished(const RecordResult *result)
{
    return strcmp(result->winner, "*") != 0;
}

bool record_agrees(const RecordResult *a, const RecordResult *b)
{
    return strcmp(a->winner, b->winner) == 0 && strcmp(a->reason, b->reason) == 0;
}

RecordResult record_result(const Record *record)
{
    RecordResult rules = record_rules_result(&record->line);
    return record_is_finished(&rules) && !record_agrees(&rules, &record->result) ? rules
                                                                                 : record->result;
}

Status record_set_result(Record *record, const char *winner, const char *reason,
                         const char *details)
{
    bool finished = strcmp(winner, "*") != 0;
    if (finished ? !record_is_winner(record->line.setup.game, winner) ||
                       !record_is_word(reason, RECORD_WORD_MAX)
                 : reason[0] != '\0' || details[0] != '\0')
        return STATUS_SYNTAX;
    if (strlen(winner) >= RECORD_WORD_MAX || !is_details(details))
        return STATUS_SYNTAX;
    RecordResult result;
    snprintf(result.winner, sizeof result.winner, "%s", winner);
    snprintf(result.reason, sizeof result.reason, "%s", reason);
    snprintf(result.details, sizeof result.details, "%s", details);
    RecordResult rules = record_rules_result(&record->line);
    if (record_is_finished(&rules) && !record_agrees(&rules, &result))
        return STATUS_ILLEGAL;
    record->result = result;
    return STATUS_OK;
}
