/* book.h - opening books: moves that a game's built-in book recommends in a position.
 *
 * Knows:   the file OPENING_FILE of a game, an explorer book (core/explorer.h) from self-play.
 * Ignores: who plays, and whether the book is switched on.
 */
#ifndef PROTO_BOOK_H
#define PROTO_BOOK_H

#include "core/explorer.h"
#include "core/line.h"

#define OPENING_FILE "opening.book"
enum {
    BOOK_MARGIN = 10, /* of EXPLORER_SURE: how much worse than the best one a move may be */
};

typedef struct BookMove {
    Turn        turn;
    uint32_t    games;  /* of the book with this move */
    int         chance; /* of the player who moves, out of EXPLORER_SURE */
    const char *source; /* where the book comes from, or "" */
} BookMove;

/* Choose among the moves of a book that are at most BOOK_MARGIN worse than the best one.  The seed
 * decides, and a move with twice the games is about twice as likely: those are the moves that the
 * search preferred.  False if there is none. */
bool book_choose(const Explorer *book, const Pos *pos, uint64_t seed, BookMove *out);

/* The same for the built-in book of the game, at the end of a line that is at the beginning of a
 * turn. */
bool book_choose_built_in(const Line *line, uint64_t seed, BookMove *out);

#endif
