/* game_file.h - games in files: read whole, written whole, and the protocol that grows turn by turn.
 *
 * Knows:   records, the formats of dialects/list.h, files of the system.
 * Ignores: who plays.
 *
 * A protocol is a record to which each turn is added, and written to the disk, as it is played.  What a
 * killed program leaves behind is a record without its last line, perhaps with a piece of a line at
 * the end; game_parse reads that as a game that is not finished.
 */
#ifndef TERM_GAME_FILE_H
#define TERM_GAME_FILE_H

#include "base/buffer.h"
#include "core/record.h"

enum { GAME_FILE_BYTES_MAX = 16 << 20 };

/* The bytes of a file (`-`: standard input).  The caller frees the buffer, also after a failure. */
Status game_bytes(const char *path, Buffer *out, Fault *fault);

/* Narrow a text of several records down to the nth (from 1; 0: the text as it is).  False if it has
 * fewer. */
bool game_nth(const char **data, size_t *size, int nth);

/* A record, or what is left of a protocol.  On failure `out` is unchanged and the sentence names line
 * and column. */
Status game_parse(const char *data, size_t size, Record *out, Fault *fault);

/* How a file is read. */
typedef struct GameAsk {
    const char  *format; /* "record" or a converter's name; NULL: find out */
    const Setup *setup;  /* for formats that do not name their variant; NULL: the usual one */
    int          nth;    /* of several games, from 1; 0: there must be one only */
} GameAsk;

/* Read a game from a file (`-`: standard input): a record, a protocol that was cut off, or any format
 * of dialects/list.h.  On failure `out` is unchanged and the sentence names file, line and column. */
Status game_open(const char *path, const GameAsk *ask, Record *out, Fault *fault);

/* Write a record into a file: it is replaced in one moment, or not at all. */
Status game_save(const Record *record, const char *path, Fault *fault);

typedef struct Autosave {
    int    file;    /* -1: none */
    bool   made;    /* there was no such file before */
    Buffer written; /* what is in the file */
} Autosave;

/* Open or make the file and lock it.  If a game is in it, it is read into `*record` and `*found` is
 * set.  On failure nothing is open, and a file that was there is as it was. */
Status autosave_open(Autosave *autosave, const char *path, Record *record, bool *found,
                     Fault *fault);
/* Bring the file to the state of the record, and onto the disk.  The last line stays away while the
 * game goes on.  After a failure the protocol is closed. */
Status autosave_follow(Autosave *autosave, const Record *record, Fault *fault);
/* Make it a whole record, and close it. */
void autosave_close(Autosave *autosave, const Record *record);
/* Close it without writing; a file that autosave_open has made, and that is still empty, goes. */
void autosave_drop(Autosave *autosave, const char *path);

#endif
