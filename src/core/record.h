/* record.h - game records: one text format for all games, its parser and its writer.
 *
 * Knows:   tags, turns, clocks, comments, a result (docs/records.md shows an example).
 * Ignores: files, running clocks, access rights.
 *
 * A record holds complete turns only: steps of an unfinished turn are not written.
 *
 * Parsing is safe for untrusted text.  It needs memory for a copy of the text and, for each step, a
 * position and an entry of the line, twice over while the line grows.  RECORD_TURNS_MAX limits the
 * number of turns.  All functions are re-entrant.
 */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include "core/line.h"

enum {
    RECORD_TURNS_MAX = 100000,
    RECORD_TAGS_MAX = 64,            /* besides Game and Position */
    RECORD_NAME_MAX = 32,            /* name of a tag with its NUL */
    RECORD_VALUE_MAX = POS_TEXT_MAX, /* value of a tag with its NUL */
    RECORD_WORD_MAX = 32,            /* winner and reason with their NUL */
    RECORD_DETAILS_MAX = 256,        /* with the NUL */
};

/* The largest clock that can be written: 99999999.999 seconds. */
#define RECORD_CLOCK_MAX_MS INT64_C(99999999999)

typedef struct RecordTag {
    char *name;
    char *value;
} RecordTag;

typedef struct RecordNote {
    int64_t clock_ms; /* time left for the side that played the turn; -1 if unknown */
    char   *comment;  /* NULL if there is none */
} RecordNote;

typedef struct RecordResult {
    char winner[RECORD_WORD_MAX]; /* a side, "draw", or "*" for an unfinished game */
    char reason[RECORD_WORD_MAX]; /* "" with "*" */
    char details[RECORD_DETAILS_MAX];
} RecordResult;

/* Read the fields directly; change them through the functions below (the line through
 * core/line.h). */
typedef struct Record {
    Line         line;
    int          tag_count;
    RecordTag   *tags;       /* without Game and Position, which follow from the line */
    int          note_count; /* notes[i] belongs to turn i; later turns have none */
    int          note_capacity;
    RecordNote  *notes;
    RecordResult result; /* as agreed by the players; record_result returns the result that
                          * counts */
} Record;

/* Begin at the start of the variant, or at `from` if it is not NULL. */
Status record_init(Record *record, const Setup *setup, const Pos *from);
void   record_free(Record *record);

/* Set or replace a tag.  A name is a letter followed by letters, digits, - or _; a value has no
 * control characters.  Return STATUS_SYNTAX otherwise, and for Game and Position; STATUS_TOO_LARGE
 * after RECORD_TAGS_MAX tags. */
Status record_set_tag(Record *record, const char *name, const char *value);
/* Return the value of a tag, or NULL. */
const char *record_tag(const Record *record, const char *name);

/* Set the note of a completed turn, counted from 0.  The comment is copied.  It may have several
 * lines but no `}` and no other control characters (STATUS_SYNTAX).  Either part may be absent: -1,
 * NULL. */
Status record_set_note(Record *record, int turn, int64_t clock_ms, const char *comment);
/* Return the note of a turn; -1 and NULL if there is none. */
RecordNote record_note(const Record *record, int turn);

/* Set the result of a game that the rules have not ended: "white", "resign", "".  Return
 * STATUS_SYNTAX if a word is malformed or the winner is neither a side nor "draw" nor "*",
 * STATUS_ILLEGAL if the rules give another result. */
Status record_set_result(Record *record, const char *winner, const char *reason,
                         const char *details);
/* Return the result that counts: that of the rules if they have ended the game, else what was
 * set. */
RecordResult record_result(const Record *record);

/* True if game (setup, start, turns), tags in order, notes and result are equal. */
bool record_same(const Record *a, const Record *b);

/* Parse a complete record.  On failure `out` is unchanged, `fault->at` is the offset in `data`, and
 * the sentence also names line and column. */
Status record_read(GameFinder *find, const char *data, size_t size, Record *out, Fault *fault);

/* Receives the next bytes of a text; returns false to stop the writer. */
typedef bool RecordSink(void *context, const char *data, size_t size);

/* Write a record.  Return false if the sink stopped it. */
bool record_write(const Record *record, RecordSink *sink, void *context);

#endif
