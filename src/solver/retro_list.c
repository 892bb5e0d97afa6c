/* SPDX-License-Identifier: MIT
 *
 * retro_list.c - list positions breadth first; each is kept only until it has been expanded.
 */
#include "solver/retro_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/turn.h"

enum {
    SAME_BIT = 31,
    POLL_EVERY = 1024, /* positions between two polls of the clock */
    MEMO_BITS = 22,
};

typedef struct Key {
    uint64_t high, low;
} Key;

/* A queue of positions. */
typedef struct Queue {
    unsigned char *bytes;
    size_t         pos_size, first, count, capacity; /* in positions */
} Queue;

struct RetroList {
    const Game         *game;
    uint32_t            variant;
    size_t              pos_size, memory_bytes;
    uint32_t            count, capacity;
    Key                *keys;  /* by number, in the order of discovery */
    uint32_t           *slots; /* open addressing: number + 1, 0 if free */
    uint32_t            slot_mask;
    uint64_t           *first; /* first edge of each position; one more at the end */
    uint32_t           *edges; /* number; the top bit is set if the same player moves there */
    uint64_t            edge_count, edge_capacity;
    signed char        *over;    /* INDEX_LOST and the like, 0 if the game continues */
    const RetroSection *section; /* NULL while the list is being filled */
};

/* --- keys --- */

static uint64_t hash_bytes(const Pos *pos, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)pos;
    uint64_t             sum = size;
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, size - at < 8 ? size - at : 8);
        sum = mix64(sum ^ word) + UINT64_C(0x9e3779b97f4a7c15);
    }
    return sum;
}

/* Return the canonical image of a position: the one with the smallest key, among all symmetries
 * that keep the variant. */
static Key canonical(const RetroList *list, const Pos *pos, PosBuffer *out)
{
    const GameSymmetry *symmetry = list->game->symmetry;
    int                 maps = symmetry == NULL ? 1 : symmetry->count(list->variant);
    game_copy(list->game, pos, &out->head);
    for (int map = 1; map < maps; map++) {
        PosBuffer image;
        symmetry->map_pos(pos, map, &image.head);
        if (image.head.variant == list->variant && image.head.key < out->head.key)
            game_copy(list->game, &image.head, &out->head);
    }
    return (Key){ out->head.key, hash_bytes(&out->head, list->pos_size) };
}

static int compare_keys(const void *a, const void *b)
{
    const Key *x = a, *y = b;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    return x->low == y->low ? 0 : x->low < y->low ? -1 : 1;
}

/* --- construction and growth --- */

RetroList *retro_list_new(const Game *game, uint32_t variant)
{
    RetroList *list = calloc(1, sizeof *list);
    if (list == NULL)
        return NULL;
    list->game = game;
    list->variant = variant;
    list->pos_size = game->rules->size(variant);
    return list;
}

static void clear(RetroList *list)
{
    free(list->keys);
    free(list->slots);
    free(list->first);
    free(list->edges);
    free(list->over);
    list->keys = NULL;
    list->slots = NULL;
    list->first = NULL;
    list->edges = NULL;
    list->over = NULL;
    list->count = list->capacity = 0;
    list->edge_count = list->edge_capacity = 0;
}

void retro_list_delete(RetroList *list)
{
    if (list == NULL)
        return;
    clear(list);
    free(list);
}

size_t retro_list_bytes(const RetroList *list)
{
    return (size_t)list->capacity * (sizeof(Key) + 2 * sizeof(uint32_t) + sizeof(uint64_t) + 1) +
           (size_t)list->edge_capacity * sizeof(uint32_t);
}

static uint32_t *slot_of(const RetroList *list, Key key)
{
    assert(list->slots != NULL);
    uint32_t at = (uint32_t)(key.low >> 8) & list->slot_mask;
    while (list->slots[at] != 0 && compare_keys(&list->keys[list->slots[at] - 1], &key) != 0)
        at = (at + 1) & list->slot_mask;
    return &list->slots[at];
}

/* realloc that keeps the old block on failure. */
static bool resize(void *list, size_t bytes)
{
    void *old, *larger;
    memcpy(&old, list, sizeof old);
    larger = realloc(old, bytes);
    if (larger == NULL)
        return false;
    memcpy(list, &larger, sizeof larger);
    return true;
}

static Status grow(RetroList *list)
{
    uint32_t capacity = list->capacity == 0 ? 1024 : 2 * list->capacity;
    if (capacity > INDEX_LAYER_MAX || 2 * retro_list_bytes(list) > list->memory_bytes)
        return STATUS_TOO_LARGE;
    if (!resize(&list->keys, capacity * sizeof *list->keys) ||
        !resize(&list->first, ((size_t)capacity + 1) * sizeof *list->first) ||
        !resize(&list->over, capacity))
        return STATUS_NO_MEMORY;
    free(list->slots);
    list->slots = calloc(2 * (size_t)capacity, sizeof *list->slots);
    if (list->slots == NULL)
        return STATUS_NO_MEMORY;
    list->capacity = capacity;
    list->slot_mask = 2 * capacity - 1;
    for (uint32_t n = 0; n < list->count; n++)
        *slot_of(list, list->keys[n]) = n + 1;
    return STATUS_OK;
}

static bool queue_add(Queue *queue, const Pos *pos)
{
    if (queue->first + queue->count == queue->capacity) {
        /* Move the rest to the front; grow if that is more than half. */
        if (queue->count > 0)
            memmove(queue->bytes, queue->bytes + queue->first * queue->pos_size,
                    queue->count * queue->pos_size);
        queue->first = 0;
        if (2 * queue->count >= queue->capacity) {
            size_t capacity = queue->capacity == 0 ? 256 : 2 * queue->capacity;
            if (!resize(&queue->bytes, capacity * queue->pos_size))
                return false;
            queue->capacity = capacity;
        }
    }
    memcpy(queue->bytes + (queue->first + queue->count++) * queue->pos_size, pos, queue->pos_size);
    return true;
}

/* --- filling --- */

/* A cache from positions as they occur in play to the numbers of their canonical images.  Mapping a
 * position takes most of the time, and most positions occur again and again; the cache saves nine
 * mappings of ten. */
typedef struct Memo {
    Key      key;
    uint32_t number_and_one; /* 0 if empty */
} Memo;

typedef struct Fill {
    RetroList *list;
    Memo      *memos; /* 1 << MEMO_BITS entries */
    Queue      queue;
    int        player; /* the player to move in the position being expanded */
    Status     status;
} Fill;

static bool find_image(Fill *fill, const Pos *pos, uint32_t *number)
{
    RetroList *list = fill->list;
    PosBuffer  image;
    Key        key = canonical(list, pos, &image);
    if (list->count == list->capacity && (fill->status = grow(list)) != STATUS_OK)
        return false;
    uint32_t *slot = slot_of(list, key);
    if (*slot == 0) {
        list->keys[list->count] = key;
        *slot = ++list->count;
        if (!queue_add(&fill->queue, &image.head)) {
            fill->status = STATUS_NO_MEMORY;
            return false;
        }
    }
    *number = *slot - 1;
    return true;
}

static bool find_position(Fill *fill, const Pos *pos, uint32_t *number)
{
    Key   key = { pos->key, hash_bytes(pos, fill->list->pos_size) };
    Memo *memo = &fill->memos[key.low >> (64 - MEMO_BITS)];
    if (memo->number_and_one == 0 || compare_keys(&memo->key, &key) != 0) {
        if (!find_image(fill, pos, number))
            return false;
        *memo = (Memo){ key, *number + 1 };
    }
    *number = memo->number_and_one - 1;
    return true;
}

static bool add_edge(void *context, const Turn *turn, const Pos *after)
{
    Fill      *fill = context;
    RetroList *list = fill->list;
    uint32_t   number;
    (void)turn;
    if (!find_position(fill, after, &number))
        return false;
    if (list->edge_count == list->edge_capacity) {
        uint64_t capacity = list->edge_capacity == 0 ? 4096 : 2 * list->edge_capacity;
        fill->status =
            retro_list_bytes(list) + list->edge_capacity * sizeof *list->edges > list->memory_bytes
                ? STATUS_TOO_LARGE
                : STATUS_NO_MEMORY;
        if (fill->status == STATUS_TOO_LARGE ||
            !resize(&list->edges, capacity * sizeof *list->edges))
            return false;
        fill->status = STATUS_OK;
        list->edge_capacity = capacity;
    }
    bool     same = game_player(list->game, after, after->side) == fill->player;
    uint32_t edge = number | (uint32_t)same << SAME_BIT;
    list->edges[list->edge_count++] = edge;
    return true;
}

static int compare_edges(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Several turns may lead to images of one position: one edge is enough. */
static void merge_edges(RetroList *list, uint64_t begin)
{
    uint64_t kept = begin;
    qsort(list->edges + begin, list->edge_count - begin, sizeof *list->edges, compare_edges);
    for (uint64_t n = begin; n < list->edge_count; n++)
        if (n == begin || list->edges[n] != list->edges[n - 1])
            list->edges[kept++] = list->edges[n];
    list->edge_count = kept;
}

static signed char how_over(const Pos *pos, Outcome outcome)
{
    if (outcome.ending == ENDING_DRAWN)
        return INDEX_DRAWN;
    return outcome.winner == pos->side ? INDEX_WON : INDEX_LOST;
}

static bool look_at(Fill *fill, uint32_t number)
{
    assert(fill->queue.count > 0);
    RetroList *list = fill->list;
    PosBuffer  pos;
    memcpy(pos.bytes, fill->queue.bytes + fill->queue.first * list->pos_size, list->pos_size);
    fill->queue.first++;
    fill->queue.count--;
    Outcome outcome = list->game->rules->outcome(&pos.head);
    list->first[number] = list->edge_count;
    list->over[number] = 0;
    if (outcome.ending != ENDING_NONE) {
        list->over[number] = how_over(&pos.head, outcome);
        return true;
    }
    fill->player = game_player(list->game, &pos.head, pos.head.side);
    if (!turn_each(list->game, &pos.head, add_edge, fill))
        return false;
    merge_edges(list, list->first[number]);
    return true;
}

Status retro_list_fill(RetroList *list, RetroReporter *reporter, size_t memory_bytes, Fault *fault)
{
    Fill      fill = { .list = list, .queue = { .pos_size = list->pos_size } };
    PosBuffer start;
    uint32_t  number;
    list->memory_bytes = memory_bytes;
    list->game->rules->start(list->variant, &start.head);
    fill.memos = calloc(1 << MEMO_BITS, sizeof *fill.memos);
    fill.status = fill.memos == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    bool going = fill.memos != NULL && find_position(&fill, &start.head, &number);
    /* The amount of work grows, so at most half of its share is reported. */
    for (uint32_t done = 0; going && done < list->count; done++) {
        going = look_at(&fill, done);
        reporter->progress.positions = list->count;
        if (going && done % POLL_EVERY == 0 &&
            !retro_report(reporter, (double)done / list->count / 2)) {
            going = false;
            fill.status = STATUS_SYSTEM;
        }
    }
    free(fill.queue.bytes);
    free(fill.memos);
    if (!going) {
        uint32_t found = list->count;
        clear(list);
        if (fill.status == STATUS_SYSTEM)
            return fault_set(fault, fill.status, 0, "stopped");
        return fault_set(fault, fill.status, 0,
                         "there are more positions than fit into the allowed %zu MiB (%u found). "
                         "Pass a larger --memory",
                         memory_bytes >> 20, (unsigned)found);
    }
    list->first[list->count] = list->edge_count;
    return STATUS_OK;
}

/* --- the section --- */

typedef struct KeyedCode {
    Key      key;
    uint16_t code;
} KeyedCode;

static void put_key(unsigned char *at, Key key)
{
    for (int i = 0; i < 8; i++) {
        at[i] = (unsigned char)(key.high >> (56 - 8 * i));
        at[8 + i] = (unsigned char)(key.low >> (56 - 8 * i));
    }
}

bool retro_list_pack(const RetroList *list, const uint16_t *codes, RetroSection *section)
{
    KeyedCode *sorted = malloc((size_t)list->count * sizeof *sorted);
    size_t     keys = (size_t)list->count * RETRO_KEY_BYTES;
    section->owned = malloc(keys + (size_t)list->count * section->width);
    if (sorted == NULL || section->owned == NULL) {
        free(sorted);
        free(section->owned);
        return false;
    }
    for (uint32_t n = 0; n < list->count; n++)
        sorted[n] = (KeyedCode){ list->keys[n], codes[n] };
    qsort(sorted, list->count, sizeof *sorted, compare_keys);
    for (uint32_t n = 0; n < list->count; n++) {
        unsigned char *at = section->owned + keys + (size_t)n * section->width;
        put_key(section->owned + (size_t)n * RETRO_KEY_BYTES, sorted[n].key);
        at[0] = (unsigned char)sorted[n].code;
        if (section->width == 2)
            at[1] = (unsigned char)(sorted[n].code >> 8);
    }
    free(sorted);
    section->key_bytes = RETRO_KEY_BYTES;
    section->keys = section->owned;
    section->codes = section->owned + keys;
    return true;
}

void retro_list_use(RetroList *list, const RetroSection *section)
{
    clear(list);
    list->section = section;
}

/* --- the index --- */

static bool find_key(const RetroSection *section, Key key, uint32_t *number)
{
    unsigned char wanted[RETRO_KEY_BYTES];
    uint32_t      low = 0, high = section->count;
    put_key(wanted, key);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = memcmp(section->keys + (size_t)middle * RETRO_KEY_BYTES, wanted, sizeof wanted);
        if (order == 0) {
            *number = middle;
            return true;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static IndexAnswer rank(const void *opened, const Pos *pos, IndexPlace *place)
{
    const RetroList *list = opened;
    PosBuffer        image;
    if (pos->phase != 0)
        return INDEX_BETWEEN;
    if (list->section == NULL || pos->variant != list->variant)
        return INDEX_OUTSIDE;
    place->layer = 0;
    return find_key(list->section, canonical(list, pos, &image), &place->number) ? INDEX_FOUND
                                                                                 : INDEX_OUTSIDE;
}

static int exits(const void *opened, IndexPlace place, IndexEdge *edges, IndexPlain *plain)
{
    const RetroList *list = opened;
    assert(place.number < list->count);
    uint64_t begin = list->first[place.number], end = list->first[place.number + 1];
    if (plain != NULL)
        *plain = (IndexPlain){ 0 };
    if (list->over[place.number] != 0)
        return list->over[place.number];
    for (uint64_t n = begin; n < end; n++) {
        uint32_t edge = list->edges[n];
        edges[n - begin] = (IndexEdge){
            .place = { 0, edge & ~(UINT32_C(1) << SAME_BIT) },
            .kind = (uint16_t)(edge >> SAME_BIT != 0 ? INDEX_SAME : INDEX_OTHER),
            .turns = 1,
        };
    }
    return (int)(end - begin);
}

static uint32_t layer_count(const void *opened)
{
    (void)opened;
    return 1;
}

static uint32_t layer_size(const void *opened, uint32_t layer)
{
    const RetroList *list = opened;
    (void)layer;
    return list->section != NULL ? list->section->count : list->count;
}

static void layer_name(const void *opened, uint32_t layer, Text *out)
{
    (void)opened;
    (void)layer;
    text_add(out, "all");
}

static void close_list(void *opened)
{
    retro_list_delete(opened);
}

const GameIndex RETRO_LIST_INDEX = {
    .close = close_list,
    .layer_count = layer_count,
    .layer_size = layer_size,
    .layer_name = layer_name,
    .rank = rank,
    .exits = exits,
};

void retro_list_family(const Game *game, uint32_t variant, Text *out)
{
    char name[VARIANT_TEXT_MAX];
    Text text = text_over(name, sizeof name);
    game->text->variant_write(variant, &text);
    for (const char *c = name; *c != '\0'; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9');
        text_char(out, (char)(plain ? *c : '-'));
    }
}

/* --- visiting all positions again --- */

typedef struct Walk {
    const RetroList *list;
    Queue            queue;
    unsigned char   *seen; /* a bit per number */
    bool             failed;
} Walk;

static bool walk_to(void *context, const Turn *turn, const Pos *after)
{
    Walk      *walk = context;
    PosBuffer  image;
    IndexPlace place;
    (void)turn;
    canonical(walk->list, after, &image);
    /* A position that is not in the list is skipped; `look` detects it at the predecessor. */
    if (rank(walk->list, &image.head, &place) != INDEX_FOUND)
        return true;
    if ((walk->seen[place.number / 8] >> (place.number & 7) & 1) != 0)
        return true;
    walk->seen[place.number / 8] |= (unsigned char)(1 << (place.number & 7));
    walk->failed = !queue_add(&walk->queue, &image.head);
    return !walk->failed;
}

bool retro_list_walk(const RetroList *list, RetroLook *look, void *context)
{
    assert(list->section != NULL);
    Walk      walk = { .list = list, .queue = { .pos_size = list->pos_size } };
    PosBuffer pos;
    walk.seen = calloc((size_t)list->section->count / 8 + 1, 1);
    list->game->rules->start(list->variant, &pos.head);
    bool going = walk.seen != NULL && walk_to(&walk, NULL, &pos.head);
    while (going && walk.queue.count > 0) {
        IndexPlace place;
        memcpy(pos.bytes, walk.queue.bytes + walk.queue.first * list->pos_size, list->pos_size);
        walk.queue.first++;
        walk.queue.count--;
        rank(list, &pos.head, &place);
        going = look(context, place.number, &pos.head);
        if (going && list->game->rules->outcome(&pos.head).ending == ENDING_NONE)
            going = turn_each(list->game, &pos.head, walk_to, &walk);
    }
    free(walk.queue.bytes);
    free(walk.seen);
    return going;
}
