/* note.h - what is written about a turn: a clock, a mark, comments.
 *
 * Knows:   their limits and syntax.
 * Ignores: turns, records, text around them; see core/record.h.
 */
#ifndef CORE_NOTE_H
#define CORE_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { NOTE_COMMENTS_MAX = 16 };

/* The largest clock that can be written: 99999999.999 seconds. */
#define RECORD_CLOCK_MAX_MS INT64_C(99999999999)

/* What somebody thinks of a turn. */
typedef enum NoteMark {
    NOTE_UNMARKED,
    NOTE_GOOD,
    NOTE_MISTAKE,
    NOTE_INTERESTING,
    NOTE_INACCURACY,
    NOTE_BLUNDER,
    NOTE_MARK_COUNT,
} NoteMark;

/* A mark as text, and in English. */
typedef struct NoteMarkText {
    const char *symbol; /* "", "!", "?", "!?", "?!", "??" */
    const char *name;   /* "", "good", "mistake", "interesting", "inaccuracy", "blunder" */
} NoteMarkText;

extern const NoteMarkText NOTE_MARKS[NOTE_MARK_COUNT];

/* Comments follow each other in one block, each with its NUL; see note_comment. */
typedef struct Note {
    int64_t  clock_ms; /* time left for the side that played the turn; -1 if unknown */
    NoteMark mark;
    int      comment_count;
    char    *comment; /* the first one; NULL if there is none */
} Note;

/* Return a note without anything. */
Note note_empty(void);
bool note_is_empty(const Note *note);
void note_free(Note *note);
/* Make `out` a copy of a note. */
Status note_copy(const Note *note, Note *out);
bool   note_same(const Note *a, const Note *b);

/* Add a comment of `length` bytes.  It may have several lines but no `}` and no other control
 * characters (STATUS_SYNTAX).  STATUS_TOO_LARGE after NOTE_COMMENTS_MAX comments. */
Status note_add(Note *note, const char *comment, size_t length);
/* Return a comment, counted from 0; NULL after the last. */
const char *note_comment(const Note *note, int index);
/* True if all comments and the clock can be written. */
bool note_is_valid(const Note *note);

/* Find the mark of a symbol or a name of `length` bytes.  False if there is none. */
bool mark_read(const char *text, size_t length, NoteMark *out);

#endif
