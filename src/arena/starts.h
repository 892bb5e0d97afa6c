/* starts.h - how the games of a contest begin: at the start, with random openings, or with those of a
 * book.
 *
 * Knows:   the settings `openings`, `balanced` and `book`; the swap that an opening may remove.
 * Ignores: who plays; which game has which number (schedule_opening).
 *
 * A book is a text file in the contest's directory.  Each line is one opening: moves in the notation of
 * the game, separated by spaces.  Empty lines and lines that begin with # are skipped.
 *
 * One thread at a time.
 */
#ifndef ARENA_STARTS_H
#define ARENA_STARTS_H

#include "arena/contest.h"
#include "play/opening.h"

enum {
    BOOK_BYTES_MAX = 1 << 20,
    BOOK_LINES_MAX = 10000,
    BOOK_HASH_MAX = 65,
};

/* One of them. */
typedef struct GameStart {
    Opening     opening;
    const char *moves; /* of the book; NULL: play `opening` */
} GameStart;

typedef struct Starts {
    Openings openings;
    bool     has_openings;
    int      line_count;
    char   **lines;               /* of the book */
    char     hash[BOOK_HASH_MAX]; /* of the book, or "" */
} Starts;

/* Read the book or prepare the random openings.  STATUS_ILLEGAL with the line if the book is wrong. */
Status starts_init(Starts *starts, const char *folder, const Contest *contest, Fault *fault);
void   starts_free(Starts *starts);
/* Get the start with this index; they repeat after the last one.  `out->moves` belongs to `starts`. */
Status starts_get(Starts *starts, int index, GameStart *out);
/* Play a start in a session whose clocks have not been started. */
Status start_play(const GameStart *start, Session *session);

/* Read the text of a book, checking every move.  `lines` gets up to BOOK_LINES_MAX copies. */
Status starts_read_book(const Setup *setup, const char *text, size_t size, char ***lines,
                        int *count, Fault *fault);

/* Return the number of the first move, from 1, with which a player may swap sides; 0 if there is none
 * near the start of the game.  Random openings of that many moves leave no swap. */
int starts_swap_turn(const Setup *setup);

#endif
