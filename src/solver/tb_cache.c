/* SPDX-License-Identifier: MIT */
#include "solver/tb_cache.h"

#include <assert.h>
#include <stdlib.h>

#include "base/text.h"
#include "base/thread.h"

enum { FOLDER_MAX = 4096 };

typedef struct Place {
    const Game *game; /* NULL: free */
    uint32_t    variant;
    Tablebase  *tb; /* NULL: there is none for this variant */
    int         holders;
    uint64_t    last; /* time of the last acquisition, counted in acquisitions */
} Place;

struct TbCache {
    char            folder[FOLDER_MAX]; /* "": none */
    pthread_mutex_t lock;
    uint64_t        takings;
    Place           places[TB_CACHE_CAPACITY];
};

TbCache *tb_cache_new(const char *folder)
{
    TbCache *tb_cache = calloc(1, sizeof *tb_cache);
    if (tb_cache == NULL)
        return NULL;
    Text text = text_over(tb_cache->folder, sizeof tb_cache->folder);
    bool known = true;
    if (folder != NULL && folder[0] != '\0')
        text_add(&text, folder);
    else
        known = tb_folder(tb_cache->folder, sizeof tb_cache->folder);
    if (!known || text.full)
        tb_cache->folder[0] = '\0';
    pthread_mutex_init(&tb_cache->lock, NULL);
    return tb_cache;
}

void tb_cache_delete(TbCache *tb_cache)
{
    if (tb_cache == NULL)
        return;
    for (int i = 0; i < TB_CACHE_CAPACITY; i++)
        tb_close(tb_cache->places[i].tb);
    pthread_mutex_destroy(&tb_cache->lock);
    free(tb_cache);
}

static Place *find(TbCache *tb_cache, const Game *game, uint32_t variant)
{
    for (int i = 0; i < TB_CACHE_CAPACITY; i++)
        if (tb_cache->places[i].game == game && tb_cache->places[i].variant == variant)
            return &tb_cache->places[i];
    return NULL;
}

/* Return an unused place: a free one, else the least recently acquired one (LRU); NULL if all are
 * in use. */
static Place *ensure_capacity(TbCache *tb_cache)
{
    Place *oldest = NULL;
    for (int i = 0; i < TB_CACHE_CAPACITY; i++) {
        Place *place = &tb_cache->places[i];
        if (place->game == NULL)
            return place;
        if (place->holders == 0 && (oldest == NULL || place->last < oldest->last))
            oldest = place;
    }
    if (oldest != NULL)
        tb_close(oldest->tb);
    return oldest;
}

const Tablebase *tb_cache_acquire(TbCache *tb_cache, const Game *game, uint32_t variant)
{
    const Tablebase *tb = NULL;
    if (tb_cache == NULL || tb_cache->folder[0] == '\0')
        return NULL;
    pthread_mutex_lock(&tb_cache->lock);
    Place *place = find(tb_cache, game, variant);
    if (place == NULL && (place = ensure_capacity(tb_cache)) != NULL)
        *place = (Place){ .game = game,
                          .variant = variant,
                          .tb = tb_open(game, variant, tb_cache->folder) };
    if (place != NULL) {
        tb = place->tb;
        place->holders += tb != NULL;
        place->last = ++tb_cache->takings;
    }
    pthread_mutex_unlock(&tb_cache->lock);
    return tb;
}

void tb_cache_release(TbCache *tb_cache, const Tablebase *tb)
{
    if (tb == NULL)
        return;
    pthread_mutex_lock(&tb_cache->lock);
    for (int i = 0; i < TB_CACHE_CAPACITY; i++)
        if (tb_cache->places[i].tb == tb) {
            assert(tb_cache->places[i].holders > 0);
            tb_cache->places[i].holders--;
        }
    pthread_mutex_unlock(&tb_cache->lock);
}

static bool probe(const void *context, const Pos *pos, OracleAnswer *out)
{
    TbAnswer answer;
    if (!tb_probe(context, pos, &answer))
        return false;
    *out = (OracleAnswer){
        .winner = answer.value == PROOF_FIRST    ? 0
                  : answer.value == PROOF_SECOND ? 1
                                                 : SIDE_NONE,
        .turns = answer.turns,
    };
    return true;
}

Oracle tb_oracle(const Tablebase *tb)
{
    return (Oracle){ .probe = probe, .context = tb };
}
