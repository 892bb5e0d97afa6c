/* record.h - a game on paper: one text format for all games, its reader and its writer.
 *
 * Knows:   tags, turns, clocks, comments, a result (docs/records.md shows an example).
 * Ignores: files, clocks that run, who may see what.
 *
 * A record holds complete turns only: steps of a turn that is under way are not written.
 *
 * Reading is safe for foreign text.  It needs memory for a copy of the text's words and, for each
 * step of a turn, a position and an entry of the line, twice over while the line grows.  The
 * number of turns is limited by RECORD_TURNS_MAX.  All functions are re-entrant.
 */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include "core/line.h"

enum {
    RECORD_TURNS_MAX = 100000,
    RECORD_TAGS_MAX = 64,            /* besides Game and Position */
    RECORD_NAME_MAX = 32,            /* a tag's name with its NUL */
    RECORD_VALUE_MAX = POS_TEXT_MAX, /* a tag's value with its NUL */
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
    int64_t clock_ms; /* left for the side that took the turn; -1 if not known */
    char   *comment;  /* NULL if there is none */
} RecordNote;

typedef struct RecordResult {
    char winner[RECORD_WORD_MAX]; /* a side, "draw", or "*" for a game that is not finished */
    char reason[RECORD_WORD_MAX]; /* "" with "*" */
    char details[RECORD_DETAILS_MAX];
} RecordResult;

/* Read freely; change it through the functions below (the line through core/line.h). */
typedef struct Record {
    Line         line;
    int          tag_count;
    RecordTag   *tags;       /* without Game and Position, which follow from the line */
    int          note_count; /* notes[i] belongs to turn i; later turns have none */
    int          note_capacity;
    RecordNote  *notes;
    RecordResult result; /* what was agreed; record_result knows what counts */
} Record;

/* Begin at the variant's start, or at `from` if it is not NULL. */
Status record_init(Record *record, const Setup *setup, const Pos *from);
void   record_free(Record *record);

/* Set or replace a tag.  A name is a letter and then letters, digits, - or _; a value has no
 * control characters.  STATUS_SYNTAX if not so, or for Game and Position; STATUS_TOO_LARGE after
 * RECORD_TAGS_MAX tags. */
Status record_set_tag(Record *record, const char *name, const char *value);
/* The value of a tag, or NULL. */
const char *record_tag(const Record *record, const char *name);

/* Set the note of a completed turn, counted from 0.  The comment is copied; it may have several
 * lines but no `}` and no other control characters (STATUS_SYNTAX).  Either part may be absent:
 * -1, NULL. */
Status record_set_note(Record *record, int turn, int64_t clock_ms, const char *comment);
/* The note of a turn; -1 and NULL where there is none. */
RecordNote record_note(const Record *record, int turn);

/* Say how the game ended where the rules do not: "white", "resign", "".  STATUS_SYNTAX where a
 * word is no word, the winner no side, nor "draw" nor "*"; STATUS_ILLEGAL where the rules say
 * otherwise. */
Status record_set_result(Record *record, const char *winner, const char *reason,
                         const char *details);
/* The result that counts: that of the rules where they have ended the game, else what was set. */
RecordResult record_result(const Record *record);

/* The same game (setup, start, turns), tags in the same order, notes and result. */
bool record_same(const Record *a, const Record *b);

/* Read a whole record.  On failure `out` is unchanged, `fault->at` is the offset in `data`, and
 * the sentence names line and column, too. */
Status record_read(GameFinder *find, const char *data, size_t size, Record *out, Fault *fault);

/* Takes the next bytes of a text; false stops the writer. */
typedef bool RecordSink(void *context, const char *data, size_t size);

/* False if the sink refused. */
bool record_write(const Record *record, RecordSink *sink, void *context);

#endif
