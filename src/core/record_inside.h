/* record_inside.h - what the parts of core/record share: record.c has the data, record_read.c the parser,
 * record_write.c the writer. */
#ifndef CORE_RECORD_INSIDE_H
#define CORE_RECORD_INSIDE_H

#include "core/record.h"

/* ---- syntax ---- */

bool record_is_control(char c);
bool record_is_layout(char c);
/* True if it has only letters, digits, - and _, at least one, and fits. */
bool record_is_word(const char *text, size_t capacity);
/* True if it can be the name of a tag. */
bool record_is_name(const char *text);
/* True if it is a side of the game, or "draw". */
bool record_is_winner(const Game *game, const char *word);

/* ---- tags ---- */

RecordTag *record_find_tag(const Record *record, const char *name);
/* Add a tag that is valid and not there yet. */
Status record_add_tag(Record *record, const char *name, const char *value);

/* ---- places and nodes ---- */

/* Make sure that a place has an entry; new ones are empty.  Return NULL without memory. */
RecordPlace *record_reach_place(Record *record, int place);
/* As record_add_node, but before the other continuations if `in_front`. */
int record_insert_node(Record *record, int before, int place, const Step *steps, int count,
                       bool in_front);

/* ---- results ---- */

/* Return the result according to the rules; "*" while the game continues. */
RecordResult record_rules_result(const Line *line);
bool         record_is_finished(const RecordResult *result);
/* True if winner and reason are equal. */
bool record_agrees(const RecordResult *a, const RecordResult *b);

#endif
