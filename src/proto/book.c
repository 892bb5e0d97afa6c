/* SPDX-License-Identifier: MIT */
#include "proto/book.h"

#include "games/list.h"

typedef struct Choice {
    int      best;   /* chance of the best move so far; -1: none */
    uint64_t weight; /* of the moves that are good enough: one more than their games */
    uint64_t wanted;
    BookMove move;
} Choice;

static bool find_best(void *context, const ExplorerMove *move)
{
    Choice *choice = context;
    if (move->chance > choice->best)
        choice->best = move->chance;
    return true;
}

/* Add up the weights of good moves, and take the move with the wanted weight. */
static bool find_good(void *context, const ExplorerMove *move)
{
    Choice *choice = context;
    if (move->chance < 0 || move->chance < choice->best - BOOK_MARGIN)
        return true;
    if (choice->weight <= choice->wanted)
        choice->move = (BookMove){ move->turn, move->games, move->chance,
                                   move->sample != NULL ? move->sample : "" };
    choice->weight += (uint64_t)move->games + 1;
    return true;
}

bool book_choose(const Explorer *book, const Pos *pos, uint64_t seed, BookMove *out)
{
    Choice choice = { .best = -1 };
    explorer_moves(book, pos, find_best, &choice);
    if (choice.best < 0)
        return false;
    explorer_moves(book, pos, find_good, &choice);
    choice.wanted = mix64(seed ^ mix64(pos->key)) % choice.weight;
    choice.weight = 0;
    explorer_moves(book, pos, find_good, &choice);
    *out = choice.move;
    return true;
}

bool book_choose_built_in(const Line *line, uint64_t seed, BookMove *out)
{
    Explorer    book;
    Fault       fault;
    size_t      size = 0;
    const void *data = games_bytes(line->setup.game, OPENING_FILE, &size);
    return line_outcome(line).ending == ENDING_NONE &&
           explorer_find(&line->setup, games_find, data, size, &book, &fault) == STATUS_OK &&
           book_choose(&book, line_now(line), seed, out);
}
