/* record.h - game records: one text format for all games, its parser and its writer.
 *
 * Knows:   tags, turns, variations, clocks, marks, comments, a result (docs/records.md shows an
 *          example).
 * Ignores: files, running clocks, access rights; how a tree is edited, see core/study.h.
 *
 * A record holds complete turns only: steps of an unfinished turn are not written.
 *
 * The turns of the game are the main line.  Place p is the position after p of its turns, from 0 to
 * line_turns.  A variation branches off at a place, instead of the turn that was played there; at
 * the last place it continues the game.  The turns of variations are nodes with links to each other.
 *
 * Parsing is safe for untrusted text.  It needs memory for a copy of the text and, for each step, a
 * position and an entry of the line, twice over while the line grows; for each turn of a variation a
 * node.  RECORD_TURNS_MAX limits the number of turns, RECORD_NESTING_MAX how deep variations are
 * nested, and nothing is recursive.  All functions are re-entrant.
 */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include "core/line.h"
#include "core/note.h"

enum {
    RECORD_TURNS_MAX = 100000,       /* those of variations included */
    RECORD_NESTING_MAX = 64,         /* variations inside variations */
    RECORD_TAGS_MAX = 64,            /* besides Game and Position */
    RECORD_NAME_MAX = 32,            /* name of a tag with its NUL */
    RECORD_VALUE_MAX = POS_TEXT_MAX, /* value of a tag with its NUL */
    RECORD_WORD_MAX = 32,            /* winner and reason with their NUL */
    RECORD_DETAILS_MAX = 256,        /* with the NUL */
};

typedef struct RecordTag {
    char *name;
    char *value;
} RecordTag;

/* One turn of a variation. */
typedef struct RecordNode {
    Note  note;
    Step *steps;
    int   step_count;
    int   turn;   /* the number of turns before it */
    int   before; /* the node before it; -1 if it branches off at place `turn` */
    int   first;  /* the node that continues it, -1 if there is none */
    int   last;   /* the last alternative to that node, or that node itself */
    int   other;  /* the next alternative to this node, or the next variation of its place */
} RecordNode;

/* A place of the main line: what is written about the turn that led to it, and the variations that
 * branch off there. */
typedef struct RecordPlace {
    Note note;
    int  first, last; /* nodes; -1 if there is none */
} RecordPlace;

typedef struct RecordResult {
    char winner[RECORD_WORD_MAX]; /* a side, "draw", or "*" for an unfinished game */
    char reason[RECORD_WORD_MAX]; /* "" with "*" */
    char details[RECORD_DETAILS_MAX];
} RecordResult;

/* Read the fields directly; change them through the functions below (the line through
 * core/line.h). */
typedef struct Record {
    Line            line;
    int             tag_count;
    RecordTag      *tags;        /* without Game and Position, which follow from the line */
    int             place_count; /* later places have neither notes nor variations */
    int             place_capacity;
    RecordPlace    *places;
    int             node_count;
    int             node_capacity;
    RecordNode     *nodes;
    const Notation *notation; /* of the moves when written; NULL is the game's own */
    RecordResult    result;   /* as agreed by the players; record_result returns the result that
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

/* Replace the note of a completed turn, counted from 0; of the start if `turn` is -1.  The comment is
 * copied.  It may have several lines but no `}` and no other control characters (STATUS_SYNTAX).
 * Either part may be absent: -1, NULL.  The start has neither clock nor mark. */
Status record_set_note(Record *record, int turn, int64_t clock_ms, const char *comment);
/* The same with a complete note, which is copied. */
Status record_set_notes(Record *record, int turn, const Note *note);
/* Return the note of a turn; -1 and NULL if there is none. */
Note record_note(const Record *record, int turn);

/* Add a legal turn of a variation after node `before`, behind its other continuations.  If that is -1,
 * it branches off at place `place`.  Return the new node, or -1 without memory.  The caller keeps
 * RECORD_TURNS_MAX and RECORD_NESTING_MAX. */
int record_add_node(Record *record, int before, int place, const Step *steps, int count);
/* Return the first variation of a place, -1 if there is none. */
int record_variation(const Record *record, int place);
/* Forget what is written about turn `turn` and everything after it, because another turn was played
 * instead. */
void record_forget(Record *record, int turn);
/* Remove all notes and variations. */
void record_strip(Record *record);

/* Set the result of a game that the rules have not ended: "white", "resign", "".  Return
 * STATUS_SYNTAX if a word is malformed or the winner is neither a side nor "draw" nor "*",
 * STATUS_ILLEGAL if the rules give another result. */
Status record_set_result(Record *record, const char *winner, const char *reason,
                         const char *details);
/* Return the result that counts: that of the rules if they have ended the game, else what was
 * set. */
RecordResult record_result(const Record *record);

/* True if game (setup, start, turns), tags in order, notes, variations and result are equal. */
bool record_same(const Record *a, const Record *b);

/* Parse a complete record.  On failure `out` is unchanged, `fault->at` is the offset in `data`, and
 * the sentence also names line and column. */
Status record_read(GameFinder *find, const char *data, size_t size, Record *out, Fault *fault);
/* The same for a record that may end without a result: it is unfinished unless the rules ended it. */
Status record_read_open(GameFinder *find, const char *data, size_t size, Record *out, Fault *fault);

/* Return the length of the first record of a text, any bytes, up to the end of the line of its result;
 * 0 if it has no result. */
size_t record_length(const char *data, size_t size);

/* Receives the next bytes of a text; returns false to stop the writer. */
typedef bool RecordSink(void *context, const char *data, size_t size);

/* Write a record.  Return false if the sink stopped it. */
bool record_write(const Record *record, RecordSink *sink, void *context);

#endif
