/* SPDX-License-Identifier: MIT */
#include "solver/shelf.h"

#include <stdlib.h>

#include "base/text.h"
#include "base/thread.h"

enum { FOLDER_MAX = 4096 };

typedef struct Place {
    const Game *game; /* NULL: free */
    uint32_t    variant;
    Tables     *tables; /* NULL: there are none for this variant */
    int         holders;
    uint64_t    last; /* when it was taken, in takings */
} Place;

struct Shelf {
    char            folder[FOLDER_MAX]; /* "": none */
    pthread_mutex_t lock;
    uint64_t        takings;
    Place           places[SHELF_PLACES];
};

Shelf *shelf_new(const char *folder)
{
    Shelf *shelf = calloc(1, sizeof *shelf);
    if (shelf == NULL)
        return NULL;
    Text text = text_over(shelf->folder, sizeof shelf->folder);
    bool known = true;
    if (folder != NULL && folder[0] != '\0')
        text_add(&text, folder);
    else
        known = tables_folder(shelf->folder, sizeof shelf->folder);
    if (!known || text.full)
        shelf->folder[0] = '\0';
    pthread_mutex_init(&shelf->lock, NULL);
    return shelf;
}

void shelf_delete(Shelf *shelf)
{
    if (shelf == NULL)
        return;
    for (int i = 0; i < SHELF_PLACES; i++)
        tables_close(shelf->places[i].tables);
    pthread_mutex_destroy(&shelf->lock);
    free(shelf);
}

static Place *find(Shelf *shelf, const Game *game, uint32_t variant)
{
    for (int i = 0; i < SHELF_PLACES; i++)
        if (shelf->places[i].game == game && shelf->places[i].variant == variant)
            return &shelf->places[i];
    return NULL;
}

/* A place that nobody needs: a free one, else the one that was taken longest ago; NULL where all are
 * held. */
static Place *ensure_capacity(Shelf *shelf)
{
    Place *oldest = NULL;
    for (int i = 0; i < SHELF_PLACES; i++) {
        Place *place = &shelf->places[i];
        if (place->game == NULL)
            return place;
        if (place->holders == 0 && (oldest == NULL || place->last < oldest->last))
            oldest = place;
    }
    if (oldest != NULL)
        tables_close(oldest->tables);
    return oldest;
}

const Tables *shelf_take(Shelf *shelf, const Game *game, uint32_t variant)
{
    const Tables *tables = NULL;
    if (shelf == NULL || shelf->folder[0] == '\0')
        return NULL;
    pthread_mutex_lock(&shelf->lock);
    Place *place = find(shelf, game, variant);
    if (place == NULL && (place = ensure_capacity(shelf)) != NULL)
        *place = (Place){ .game = game,
                          .variant = variant,
                          .tables = tables_open(game, variant, shelf->folder) };
    if (place != NULL) {
        tables = place->tables;
        place->holders += tables != NULL;
        place->last = ++shelf->takings;
    }
    pthread_mutex_unlock(&shelf->lock);
    return tables;
}

void shelf_give(Shelf *shelf, const Tables *tables)
{
    if (tables == NULL)
        return;
    pthread_mutex_lock(&shelf->lock);
    for (int i = 0; i < SHELF_PLACES; i++)
        if (shelf->places[i].tables == tables)
            shelf->places[i].holders--;
    pthread_mutex_unlock(&shelf->lock);
}

static bool ask(const void *context, const Pos *pos, OracleAnswer *out)
{
    ProbeAnswer answer;
    if (!tables_probe(context, pos, &answer))
        return false;
    *out = (OracleAnswer){
        .winner = answer.value == PROOF_FIRST    ? 0
                  : answer.value == PROOF_SECOND ? 1
                                                 : SIDE_NONE,
        .turns = answer.turns,
    };
    return true;
}

Oracle tables_oracle(const Tables *tables)
{
    return (Oracle){ .ask = ask, .context = tables };
}
