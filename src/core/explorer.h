/* explorer.h - opening explorer: which moves were played in a position, and how those games ended.
 *
 * Knows:   the file of an explorer book, how to build one from records, the symmetries of the game.
 * Ignores: files on disk, evaluations (the caller supplies them), who asks.
 *
 * Positions that a symmetry of the game maps to one another are one position, and so are such moves.  A
 * symmetry may exchange the sides, so all figures are those of the player to move.
 *
 * A book is one block of bytes, read where it is, mapped or loaded; numbers are little-endian:
 *
 *     magic[8]  positions:4  move_bytes:4  text_bytes:4  games:4
 *     positions * { key:8  offset:4 }   by key, which is the smallest key of all images
 *     moves: for each position a count, then for each move, the most frequent first:
 *            steps, index of each step in the list of `gen`, games, wins, draws, rating + 1, chance + 1,
 *            sample + 1; all as LEB128
 *     text: the setup, then the names of sample games, each with a NUL; `sample` is an offset in it
 *     SHA-256 of everything before it
 *
 * explorer_open checks sizes, order and checksum; after it, reading is safe for any bytes.
 */
#ifndef CORE_EXPLORER_H
#define CORE_EXPLORER_H

#include "base/buffer.h"
#include "core/record.h"

enum {
    EXPLORER_BYTES_MAX = 2 << 20, /* of a book */
    EXPLORER_SURE = 1000,         /* chances are out of this */
    EXPLORER_RATING_MAX = 9999,
    EXPLORER_NAME_MAX = 160,          /* name of a sample game, with its NUL */
    EXPLORER_POSITIONS_MAX = 1 << 20, /* while building */
};

/* --- reading --- */

typedef struct Explorer {
    Setup                setup;
    uint32_t             position_count;
    uint32_t             game_count; /* the book was built from */
    const unsigned char *positions;
    const unsigned char *moves;
    uint32_t             move_bytes;
    const char          *text;
    uint32_t             text_bytes;
} Explorer;

typedef struct ExplorerMove {
    uint32_t    games;
    uint32_t    wins, draws; /* of the player who moves */
    int         rating;      /* average rating of that player; -1 if the records have none */
    int         chance;      /* of that player after the move, out of EXPLORER_SURE; -1: unknown */
    const char *sample;      /* the name of a game; NULL if there is none */
    Turn        turn;
} ExplorerMove;

/* Return the size of the first of several books that follow each other, as its header says; `size`, that of
 * all, if the header is missing or says more. */
size_t explorer_length(const void *data, size_t size);
/* Open a book.  `data` must outlive it.  STATUS_SYNTAX if it is not a book or is damaged. */
Status explorer_open(Explorer *explorer, GameFinder *find, const void *data, size_t size,
                     Fault *fault);

/* Open the book for a setup among several that follow each other; STATUS_NOT_FOUND if `data` is NULL or
 * all are of other variants. */
Status explorer_find(const Setup *setup, GameFinder *find, const void *data, size_t size,
                     Explorer *out, Fault *fault);

/* Return false to stop. */
typedef bool ExplorerVisit(void *context, const ExplorerMove *move);
/* Visit the moves that were played in a position of the book's variant, at the beginning of a turn, the
 * most frequent first.  Return their number; 0 if the book does not have the position. */
int explorer_moves(const Explorer *explorer, const Pos *pos, ExplorerVisit *visit, void *context);

/* --- building --- */

typedef struct ExplorerBuilder ExplorerBuilder;

/* Build a book of the first `turns` turns of games with this game and variant; a limit of moves and
 * the repetition rule may differ.  NULL without memory. */
ExplorerBuilder *explorer_builder_new(const Setup *setup, int turns);
void             explorer_builder_free(ExplorerBuilder *builder);

/* Add a game with a result.  The tags FirstElo and SecondElo are the ratings of its players.
 * STATUS_ILLEGAL: it has no result or another variant.  STATUS_TOO_LARGE: there are too many positions. */
Status explorer_builder_add(ExplorerBuilder *builder, const Record *record, const char *name,
                            Fault *fault);
/* Return the number of games that were added. */
uint32_t explorer_builder_games(const ExplorerBuilder *builder);

/* Return the number of positions with a move that occurred in at least `least` games. */
uint32_t explorer_builder_positions(const ExplorerBuilder *builder, uint32_t least);

/* Called for each position that the book will have.  Write a turn, and the chance of the player to move.
 * Return false to stop. */
typedef bool ExplorerPropose(void *context, const Pos *pos, Turn *turn, int *chance);
/* Let the book have the proposed turns, too, even those that no game has.  `name` is their sample game.
 * Return false if it was stopped or without memory. */
bool explorer_builder_propose(ExplorerBuilder *builder, uint32_t least, const char *name,
                              ExplorerPropose *propose, void *context);

/* Called for each move that the book will have, with the position after it.  Set `chance` of the player
 * who moved.  Return false to stop. */
typedef bool ExplorerEvaluate(void *context, const Pos *before, const Pos *after, int *chance);
/* Evaluate the moves that occurred in at least `least` games or were proposed, except a proposed one
 * without others to compare it with.  Return false if it was stopped. */
bool explorer_builder_evaluate(ExplorerBuilder *builder, uint32_t least, ExplorerEvaluate *evaluate,
                               void *context);
/* After the evaluation: remove the moves whose chance is more than `margin` below the best one of their
 * position. */
void explorer_builder_drop(ExplorerBuilder *builder, uint32_t least, int margin);
/* Return the number of moves that the book will have. */
uint32_t explorer_builder_moves(const ExplorerBuilder *builder, uint32_t least);

/* Write a book of the moves that occurred in at least `least` games or were proposed, without those that
 * were removed. */
bool explorer_builder_write(const ExplorerBuilder *builder, uint32_t least, Buffer *out);

#endif
