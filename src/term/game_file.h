/* game_file.h - games in files: read and written as a whole, and the autosave file that grows move
 * by move.
 *
 * Knows:   records, the formats of dialects/list.h, files.
 * Ignores: who plays.
 *
 * An autosave file is a record to which each move is appended, and synced to disk, as it is played.
 * A killed program leaves a record without its last line, possibly with part of a line at the end;
 * game_parse reads that as an unfinished game.
 */
#ifndef TERM_GAME_FILE_H
#define TERM_GAME_FILE_H

#include "base/buffer.h"
#include "dialects/game_read.h"

enum { GAME_FILE_BYTES_MAX = GAME_TEXT_BYTES_MAX };

/* Read the bytes of a file (`-`: standard input). The caller frees the buffer, even after a
 * failure. */
Status game_bytes(const char *path, Buffer *out, Fault *fault);

/* Read a game from a file (`-`: standard input), as game_read reads its text. On failure `out` is
 * unchanged and the message names file, line and column. */
Status game_open(const char *path, const GameAsk *ask, Record *out, Fault *fault);

/* Write a record to a file; the file is replaced atomically. */
Status game_save(const Record *record, const char *path, Fault *fault);

typedef struct Autosave {
    int    file;    /* -1: none */
    bool   made;    /* the file did not exist before */
    Buffer written; /* the contents of the file */
} Autosave;

/* Open or create the file and lock it. If it contains a game, read it into `*record` and set
 * `*found`. On failure nothing is open, and an existing file is unchanged. */
Status autosave_open(Autosave *autosave, const char *path, Record *record, bool *found,
                     Fault *fault);
/* Bring the file to the state of the record and sync it. The last line is missing while the game is
 * in progress. After a failure the file is closed. */
Status autosave_follow(Autosave *autosave, const Record *record, Fault *fault);
/* Complete the record and close it. */
void autosave_close(Autosave *autosave, const Record *record);
/* Close it without writing; remove a file that autosave_open created and that is still empty. */
void autosave_drop(Autosave *autosave, const char *path);

#endif
