/* SPDX-License-Identifier: MIT */
/* Any bytes, with a correct checksum behind them, are rejected with a reason or are a book whose moves are
 * legal, with figures that add up. */
#include <string.h>

#include "base/sha256.h"
#include "core/explorer.h"
#include "games/toy/toy.h"
#include "fuzz.h"

enum { DEPTH = 6 };

static const Game *find(const char *name)
{
    return strcmp(name, "toy") == 0 ? &TOY_GAME : NULL;
}

typedef struct Walk {
    const Pos *pos;
    PosBuffer  next;
} Walk;

static bool visit(void *context, const ExplorerMove *move)
{
    Walk *walk = context;
    insist((uint64_t)move->wins + move->draws <= move->games);
    insist(move->chance <= EXPLORER_SURE && move->rating <= EXPLORER_RATING_MAX);
    insist(move->sample == NULL || strlen(move->sample) < EXPLORER_BYTES_MAX);
    game_copy(&TOY_GAME, walk->pos, &walk->next.head);
    for (int i = 0; i < move->turn.count; i++) {
        insist(TOY_GAME.rules->legal(&walk->next.head, move->turn.step[i]));
        TOY_GAME.rules->apply(&walk->next.head, move->turn.step[i]);
    }
    insist(walk->next.head.phase == 0);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Explorer       explorer;
    Fault          fault = { .why = "" };
    unsigned char *book = malloc(size + SHA256_BYTES);
    insist(book != NULL);
    if (size > 0)
        memcpy(book, data, size);
    sha256(book, size, book + size);
    if (explorer_open(&explorer, find, book, size + SHA256_BYTES, &fault) != STATUS_OK) {
        insist(fault.status != STATUS_OK && fault.why[0] != '\0');
    } else {
        PosBuffer pos;
        TOY_GAME.rules->start(explorer.setup.variant, &pos.head);
        for (int depth = 0; depth < DEPTH; depth++) {
            Walk walk = { .pos = &pos.head };
            if (explorer_moves(&explorer, &pos.head, visit, &walk) == 0)
                break;
            pos = walk.next;
        }
    }
    free(book);
    return 0;
}
