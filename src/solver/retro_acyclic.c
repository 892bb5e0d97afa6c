/* SPDX-License-Identifier: MIT
 *
 * retro_acyclic.c - listing positions age by age, and solving them from the oldest.
 *
 * While younger positions are being looked at, an age is a set of keys in shards, each with a lock.
 * Once all younger ones are done the keys are sorted, and the set is given up.  Keys stand in memory
 * as they stand in the file, high byte first, so that a sorted list becomes a section as it is.
 *
 * What is listed does not depend on the order of work, and sorting makes it the same for any number of
 * threads.
 */
#include "solver/retro_acyclic.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "core/turn.h"

enum {
    KEY_BYTES = 16,
    SHARDS = 64,
    SHARD_START = 64, /* slots */
    POST_BITS = 16,
    POSTS = 1 << POST_BITS,
    RADIX = 256,
    AGES_AHEAD = 5,
};

static const uint64_t FREE_SLOT = UINT64_MAX; /* no key has such a high word */

typedef struct Shard {
    pthread_mutex_t lock;
    CanonKey       *slots; /* open addressing */
    uint32_t        mask, count;
} Shard;

typedef struct Age {
    Shard               *shards;  /* while it is being listed */
    unsigned char       *keys;    /* listed and sorted, not solved yet */
    uint32_t             count;   /* of keys, here or in the section */
    const RetroSection  *section; /* solved */
    const unsigned char *sorted;  /* the keys, wherever they are */
    uint32_t            *posts;   /* where keys with given top bits begin; one more at the end */
    int                  shift;   /* of the high word, to get those bits */
    uint64_t             base;    /* what the high words have in common */
} Age;

struct RetroAcyclic {
    const Game      *game;
    const GameCanon *canon;
    uint32_t         variant;
    void            *space;
    CanonKey         start;
    Age              ages[CANON_AGES_MAX];
    size_t           memory_bytes;
    _Atomic size_t   bytes, peak;
    _Atomic int      trouble; /* a Status */
};

static bool fail(RetroAcyclic *acyclic, Status status)
{
    int none = STATUS_OK;
    atomic_compare_exchange_strong(&acyclic->trouble, &none, (int)status);
    return false;
}

static uint32_t age_of_layer(uint32_t layer)
{
    return CANON_AGES_MAX - 1 - layer;
}

/* --- memory --- */

static bool account(RetroAcyclic *acyclic, size_t bytes)
{
    size_t now = atomic_fetch_add(&acyclic->bytes, bytes) + bytes,
           peak = atomic_load(&acyclic->peak);
    while (now > peak && !atomic_compare_exchange_weak(&acyclic->peak, &peak, now)) {}
    return now <= acyclic->memory_bytes || fail(acyclic, STATUS_TOO_LARGE);
}

static void *take(RetroAcyclic *acyclic, size_t bytes)
{
    if (!account(acyclic, bytes))
        return NULL;
    void *memory = malloc(bytes + 1);
    if (memory == NULL)
        fail(acyclic, STATUS_NO_MEMORY);
    return memory;
}

static void give_back(RetroAcyclic *acyclic, void *memory, size_t bytes)
{
    if (memory == NULL)
        return;
    free(memory);
    atomic_fetch_sub(&acyclic->bytes, bytes);
}

/* --- keys --- */

static void put64(unsigned char *at, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        at[i] = (unsigned char)(value >> (56 - 8 * i));
}

static uint64_t get64(const unsigned char *at)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value = value << 8 | at[i];
    return value;
}

static CanonKey key_at(const Age *age, uint32_t number)
{
    const unsigned char *at = age->sorted + (size_t)number * KEY_BYTES;
    return (CanonKey){ get64(at), get64(at + 8) };
}

static bool is_same(CanonKey a, CanonKey b)
{
    return a.high == b.high && a.low == b.low;
}

static bool is_before(CanonKey a, CanonKey b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static uint64_t hash_of(CanonKey key)
{
    return mix64(key.high + mix64(key.low + UINT64_C(0x9e3779b97f4a7c15)));
}

/* --- making --- */

bool retro_acyclic_covers(const Game *game, uint32_t variant)
{
    return game->canon != NULL && game->canon->covers(variant);
}

RetroAcyclic *retro_acyclic_new(const Game *game, uint32_t variant)
{
    RetroAcyclic *acyclic = calloc(1, sizeof *acyclic);
    PosBuffer     start;
    if (acyclic == NULL)
        return NULL;
    acyclic->game = game;
    acyclic->canon = game->canon;
    acyclic->variant = variant;
    acyclic->memory_bytes = SIZE_MAX;
    acyclic->space = acyclic->canon->open(variant);
    if (acyclic->space == NULL) {
        free(acyclic);
        return NULL;
    }
    game->rules->start(variant, &start.head);
    acyclic->start = acyclic->canon->encode(acyclic->space, &start.head);
    return acyclic;
}

static void drop_shards(RetroAcyclic *acyclic, Age *age)
{
    for (int i = 0; age->shards != NULL && i < SHARDS; i++) {
        Shard *shard = &age->shards[i];
        give_back(acyclic, shard->slots, ((size_t)shard->mask + 1) * sizeof *shard->slots);
        pthread_mutex_destroy(&shard->lock);
    }
    free(age->shards);
    age->shards = NULL;
}

void retro_acyclic_delete(RetroAcyclic *acyclic)
{
    if (acyclic == NULL)
        return;
    for (uint32_t n = 0; n < CANON_AGES_MAX; n++) {
        drop_shards(acyclic, &acyclic->ages[n]);
        free(acyclic->ages[n].keys);
        free(acyclic->ages[n].posts);
    }
    acyclic->canon->close(acyclic->space);
    free(acyclic);
}

size_t retro_acyclic_peak(const RetroAcyclic *acyclic)
{
    return atomic_load(&acyclic->peak);
}

bool retro_acyclic_is_done(const RetroAcyclic *acyclic)
{
    return acyclic->ages[acyclic->canon->age(acyclic->space, acyclic->start)].section != NULL;
}

/* --- finding --- */

static uint32_t post_of(const Age *age, uint64_t high)
{
    return (uint32_t)((high - age->base) >> age->shift);
}

/* Signposts over the high words of sorted keys.  Without memory for them all keys are searched. */
static void set_posts(Age *age)
{
    if (age->posts != NULL || age->count == 0)
        return;
    age->base = key_at(age, 0).high;
    age->shift = 0;
    uint64_t range = key_at(age, age->count - 1).high - age->base;
    while (range >> age->shift >= POSTS)
        age->shift++;
    age->posts = malloc((POSTS + 1) * sizeof *age->posts);
    if (age->posts == NULL)
        return;
    uint32_t number = 0;
    for (uint32_t post = 0; post <= POSTS; post++) {
        while (number < age->count && post_of(age, key_at(age, number).high) < post)
            number++;
        age->posts[post] = number;
    }
}

static bool find_key(const Age *age, CanonKey key, uint32_t *number)
{
    uint32_t low = 0, high = age->count;
    if (age->count == 0 || key.high < age->base || key.high > key_at(age, age->count - 1).high)
        return false;
    if (age->posts != NULL) {
        low = age->posts[post_of(age, key.high)];
        high = age->posts[post_of(age, key.high) + 1];
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        CanonKey there = key_at(age, middle);
        if (is_same(there, key)) {
            *number = middle;
            return true;
        }
        if (is_before(there, key))
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static void age_name(uint32_t age, Text *out)
{
    text_addf(out, "age-%u", (unsigned)age);
}

void retro_acyclic_use(RetroAcyclic *acyclic, const RetroSection *section)
{
    for (uint32_t n = 0; n < CANON_AGES_MAX; n++) {
        char name[INDEX_NAME_MAX];
        Text text = text_over(name, sizeof name);
        Age *age = &acyclic->ages[n];
        age_name(n, &text);
        if (strcmp(name, section->name) != 0 || section->key_bytes != KEY_BYTES)
            continue;
        age->section = section;
        age->count = section->count;
        age->sorted = section->keys;
        set_posts(age);
    }
}

/* --- ways --- */

typedef struct Asked {
    const RetroAcyclic *acyclic;
    CanonMove          *ways;
    int                 count, player;
} Asked;

static int8_t how_over(const Asked *asked, const Pos *after, Outcome outcome)
{
    if (outcome.ending == ENDING_DRAWN)
        return INDEX_DRAWN;
    bool won = game_player(asked->acyclic->game, after, outcome.winner) == asked->player;
    return (int8_t)(won ? INDEX_WON : INDEX_LOST);
}

static bool add_way(void *context, const Turn *turn, const Pos *after)
{
    Asked              *asked = context;
    const RetroAcyclic *acyclic = asked->acyclic;
    Outcome             outcome = acyclic->game->rules->outcome(after);
    if (asked->count == CANON_MOVES_MAX)
        return false;
    CanonMove *way = &asked->ways[asked->count++];
    bool       same = game_player(acyclic->game, after, after->side) == asked->player;
    *way = (CanonMove){ .kind = (uint8_t)(same ? INDEX_SAME : INDEX_OTHER) };
    (void)turn;
    if (outcome.ending != ENDING_NONE)
        way->over = how_over(asked, after, outcome);
    else
        way->key = acyclic->canon->encode(acyclic->space, after);
    return true;
}

/* All turns of a position, by the game's own short cut or by the rules; below 1 is a broken
 * promise. */
static int ways_of(const RetroAcyclic *acyclic, CanonKey key, CanonMove *ways)
{
    PosBuffer pos;
    Asked     asked = { .acyclic = acyclic, .ways = ways };
    if (acyclic->canon->moves != NULL)
        return acyclic->canon->moves(acyclic->space, key, ways);
    if (!acyclic->canon->decode(acyclic->space, key, &pos.head))
        return 0;
    asked.player = game_player(acyclic->game, &pos.head, pos.head.side);
    return turn_each(acyclic->game, &pos.head, add_way, &asked) ? asked.count : 0;
}

/* --- listing --- */

static bool make_shards(RetroAcyclic *acyclic, Age *age)
{
    age->shards = calloc(SHARDS, sizeof *age->shards);
    if (age->shards == NULL)
        return fail(acyclic, STATUS_NO_MEMORY);
    for (int i = 0; i < SHARDS; i++)
        pthread_mutex_init(&age->shards[i].lock, NULL);
    return true;
}

static CanonKey *slot_of(const Shard *shard, CanonKey key, uint64_t hash)
{
    uint32_t at = (uint32_t)hash & shard->mask;
    while (shard->slots[at].high != FREE_SLOT && !is_same(shard->slots[at], key))
        at = (at + 1) & shard->mask;
    return &shard->slots[at];
}

/* Room for one key more, at most three quarters full. */
static bool ensure_capacity(RetroAcyclic *acyclic, Shard *shard)
{
    if (shard->slots != NULL && shard->count < shard->mask / 4 * 3)
        return true;
    Shard  larger = { .mask = shard->slots == NULL ? SHARD_START - 1 : 2 * shard->mask + 1 };
    size_t bytes = ((size_t)larger.mask + 1) * sizeof *larger.slots;
    if (larger.mask < shard->mask)
        return fail(acyclic, STATUS_TOO_LARGE);
    larger.slots = take(acyclic, bytes);
    if (larger.slots == NULL)
        return false;
    memset(larger.slots, UINT8_MAX, bytes);
    for (uint32_t n = 0; shard->slots != NULL && n <= shard->mask; n++)
        if (shard->slots[n].high != FREE_SLOT)
            *slot_of(&larger, shard->slots[n], hash_of(shard->slots[n])) = shard->slots[n];
    give_back(acyclic, shard->slots, ((size_t)shard->mask + 1) * sizeof *shard->slots);
    shard->slots = larger.slots;
    shard->mask = larger.mask;
    return true;
}

static bool add_key(RetroAcyclic *acyclic, CanonKey key)
{
    uint32_t age = acyclic->canon->age(acyclic->space, key);
    uint64_t hash = hash_of(key);
    if (age >= CANON_AGES_MAX || acyclic->ages[age].keys != NULL || key.high == FREE_SLOT)
        return fail(acyclic, STATUS_ILLEGAL); /* it is not older than its origin */
    if (acyclic->ages[age].section != NULL)
        return true;
    Shard *shard = &acyclic->ages[age].shards[hash >> 58];
    pthread_mutex_lock(&shard->lock);
    bool has_space = ensure_capacity(acyclic, shard);
    if (has_space) {
        CanonKey *slot = slot_of(shard, key, hash);
        shard->count += slot->high == FREE_SLOT;
        *slot = key;
    }
    pthread_mutex_unlock(&shard->lock);
    return has_space;
}

/* Bytes that are the same in all keys need no pass. */
static bool sort_keys(RetroAcyclic *acyclic, CanonKey **keys, uint32_t count)
{
    CanonKey  varies = { 0, 0 }, *from = *keys;
    CanonKey *to = take(acyclic, (size_t)count * sizeof *to);
    if (to == NULL)
        return false;
    for (uint32_t n = 1; n < count; n++) {
        varies.high |= from[n].high ^ from[0].high;
        varies.low |= from[n].low ^ from[0].low;
    }
    for (int byte = 0; byte < KEY_BYTES; byte++) {
        uint32_t at[RADIX] = { 0 }, sum = 0;
        int      shift = 8 * (byte & 7);
        bool     high = byte >= 8;
        if (((high ? varies.high : varies.low) >> shift & 255) == 0)
            continue;
        for (uint32_t n = 0; n < count; n++)
            at[(high ? from[n].high : from[n].low) >> shift & 255]++;
        for (int digit = 0; digit < RADIX; digit++) {
            uint32_t here = at[digit];
            at[digit] = sum;
            sum += here;
        }
        for (uint32_t n = 0; n < count; n++)
            to[at[(high ? from[n].high : from[n].low) >> shift & 255]++] = from[n];
        CanonKey *swap = from;
        from = to;
        to = swap;
    }
    give_back(acyclic, to, (size_t)count * sizeof *to);
    *keys = from;
    return true;
}

/* The keys of an age, sorted, in the place of its set. */
static bool close_age(RetroAcyclic *acyclic, Age *age)
{
    uint64_t count = 0;
    for (int i = 0; i < SHARDS; i++)
        count += age->shards[i].count;
    if (count > INDEX_LAYER_MAX)
        return fail(acyclic, STATUS_TOO_LARGE);
    CanonKey *keys = take(acyclic, count * sizeof *keys);
    if (keys == NULL)
        return false;
    uint32_t at = 0;
    for (int i = 0; i < SHARDS; i++) {
        const Shard *shard = &age->shards[i];
        for (uint32_t n = 0; shard->slots != NULL && n <= shard->mask; n++)
            if (shard->slots[n].high != FREE_SLOT)
                keys[at++] = shard->slots[n];
    }
    drop_shards(acyclic, age);
    bool sorted = sort_keys(acyclic, &keys, at);
    age->keys = (unsigned char *)keys;
    age->count = at;
    age->sorted = age->keys;
    for (uint32_t n = 0; sorted && n < at; n++) {
        CanonKey key = keys[n];
        put64(age->keys + (size_t)n * KEY_BYTES, key.high);
        put64(age->keys + (size_t)n * KEY_BYTES + 8, key.low);
    }
    if (sorted)
        set_posts(age);
    return sorted;
}

typedef struct Piece {
    RetroAcyclic *acyclic;
    Age          *age;
    uint16_t     *codes; /* while solving */
} Piece;

static bool list_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Piece    *piece = context;
    CanonMove ways[CANON_MOVES_MAX];
    (void)worker;
    for (uint32_t number = first; number < end; number++) {
        int count = ways_of(piece->acyclic, key_at(piece->age, number), ways);
        if (count <= 0)
            return fail(piece->acyclic, STATUS_ILLEGAL);
        for (int i = 0; i < count; i++)
            if (ways[i].over == 0 && !add_key(piece->acyclic, ways[i].key))
                return false;
    }
    return true;
}

static bool list_age(RetroAcyclic *acyclic, uint32_t n, RetroReporter *reporter, uint64_t *found)
{
    char name[INDEX_NAME_MAX];
    Text text = text_over(name, sizeof name);
    Age *age = &acyclic->ages[n];
    if (age->section != NULL)
        return true;
    if (!close_age(acyclic, age))
        return false;
    *found += age->count;
    age_name(n, &text);
    reporter->progress.layer = name;
    reporter->progress.layers_done = n;
    reporter->progress.positions = *found > UINT32_MAX ? UINT32_MAX : (uint32_t)*found;
    /* Nobody knows how many ages there will be: each gets some of the share that is left. */
    double left = reporter->share_here;
    reporter->share_here = age->count == 0 ? 0 : left / AGES_AHEAD;
    Piece piece = { .acyclic = acyclic, .age = age };
    bool  going = retro_parallel(reporter, age->count, list_piece, &piece);
    reporter->share_before += reporter->share_here;
    reporter->share_here = left - reporter->share_here;
    return going;
}

static Status listing_trouble(const RetroAcyclic *acyclic, uint64_t found, Fault *fault)
{
    Status status = (Status)atomic_load(&acyclic->trouble);
    switch (status) {
    case STATUS_OK: return fault_set(fault, STATUS_SYSTEM, 0, "stopped");
    case STATUS_TOO_LARGE:
        return fault_set(fault, status, 0,
                         "there are more positions than the %zu MiB that are allowed can hold "
                         "(%llu and more were found)",
                         acyclic->memory_bytes >> 20, (unsigned long long)found);
    default: return fault_set(fault, status, 0, "%s", status_text(status));
    }
}

Status retro_acyclic_list(RetroAcyclic *acyclic, RetroReporter *reporter, size_t memory_bytes,
                          Fault *fault)
{
    uint64_t found = 0;
    bool     going = true;
    acyclic->memory_bytes = memory_bytes;
    for (uint32_t n = 0; n < CANON_AGES_MAX && going; n++)
        going = acyclic->ages[n].section != NULL || make_shards(acyclic, &acyclic->ages[n]);
    going = going && add_key(acyclic, acyclic->start);
    for (uint32_t n = 0; n < CANON_AGES_MAX && going; n++)
        going = list_age(acyclic, n, reporter, &found);
    return going ? STATUS_OK : listing_trouble(acyclic, found, fault);
}

/* --- solving --- */

/* What a player can get. */
typedef struct Best {
    uint32_t fastest,
        slowest; /* win and loss, in turns; fastest is UINT32_MAX where there is none */
    bool draw;
} Best;

static void see_code(Best *best, uint16_t code, bool same)
{
    uint32_t turns = retro_turns(code) + 1;
    if (code == RETRO_CODE_DRAW)
        best->draw = true;
    else if (retro_is_win(code) == same)
        best->fastest = turns < best->fastest ? turns : best->fastest;
    else
        best->slowest = turns > best->slowest ? turns : best->slowest;
}

static bool see_way(const RetroAcyclic *acyclic, const CanonMove *way, Best *best)
{
    uint32_t number;
    if (way->over != 0) {
        uint16_t code = way->over == INDEX_DRAWN ? RETRO_CODE_DRAW
                        : way->over == INDEX_WON ? retro_win(0)
                                                 : retro_loss(0);
        see_code(best, code, true);
        return true;
    }
    const Age *age = &acyclic->ages[acyclic->canon->age(acyclic->space, way->key)];
    if (age->section == NULL || !find_key(age, way->key, &number))
        return false;
    see_code(best, retro_code(age->section, number), way->kind == INDEX_SAME);
    return true;
}

static bool solve_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Piece    *piece = context;
    CanonMove ways[CANON_MOVES_MAX];
    (void)worker;
    for (uint32_t number = first; number < end; number++) {
        Best best = { .fastest = UINT32_MAX };
        int  count = ways_of(piece->acyclic, key_at(piece->age, number), ways);
        if (count <= 0)
            return fail(piece->acyclic, STATUS_ILLEGAL);
        for (int i = 0; i < count; i++)
            if (!see_way(piece->acyclic, &ways[i], &best))
                return fail(piece->acyclic, STATUS_ILLEGAL);
        piece->codes[number] = best.fastest != UINT32_MAX ? retro_win(best.fastest)
                               : best.draw                ? RETRO_CODE_DRAW
                                                          : retro_loss(best.slowest);
    }
    return true;
}

static void count_codes(const uint16_t *codes, RetroSection *section)
{
    for (uint32_t n = 0; n < section->count; n++) {
        uint32_t turns = retro_turns(codes[n]);
        section->wins += retro_is_win(codes[n]);
        section->losses += retro_is_loss(codes[n]);
        section->longest = turns > section->longest ? turns : section->longest;
    }
    section->width = 1; /* a distance is at most CANON_AGES_MAX */
}

/* Keys, then codes; the keys are those of the age, and are counted with the section from now on. */
static bool pack(RetroAcyclic *acyclic, Age *age, const uint16_t *codes, RetroSection *section)
{
    size_t         bytes = (size_t)age->count * KEY_BYTES;
    unsigned char *owned = realloc(age->keys, bytes + age->count);
    if (owned == NULL)
        return false;
    age->keys = NULL;
    atomic_fetch_sub(&acyclic->bytes, bytes);
    for (uint32_t n = 0; n < age->count; n++)
        owned[bytes + n] = (unsigned char)codes[n];
    section->key_bytes = KEY_BYTES;
    section->owned = owned;
    section->keys = owned;
    section->codes = owned + bytes;
    return true;
}

Status retro_acyclic_solve(RetroAcyclic *acyclic, uint32_t layer, RetroReporter *reporter,
                           RetroSection *section, Fault *fault)
{
    Age  *age = &acyclic->ages[age_of_layer(layer)];
    Piece piece = { .acyclic = acyclic, .age = age };
    Text  name = text_over(section->name, sizeof section->name);
    age_name(age_of_layer(layer), &name);
    section->count = age->count;
    piece.codes = malloc(((size_t)age->count + 1) * sizeof *piece.codes);
    Status status = STATUS_OK;
    if (piece.codes == NULL)
        status = STATUS_NO_MEMORY;
    else if (!retro_parallel(reporter, age->count, solve_piece, &piece))
        status = (Status)atomic_load(&acyclic->trouble);
    else
        count_codes(piece.codes, section);
    bool stopped = status == STATUS_OK && section->width == 0;
    if (status == STATUS_OK && !stopped && !pack(acyclic, age, piece.codes, section))
        status = STATUS_NO_MEMORY;
    free(piece.codes);
    if (stopped)
        return fault_set(fault, STATUS_SYSTEM, 0,
                         "stopped in layer %s; building again goes on there", section->name);
    return status == STATUS_OK ? STATUS_OK : fault_set(fault, status, 0, "%s", status_text(status));
}

/* --- as an index --- */

static IndexAnswer rank(const void *opened, const Pos *pos, IndexPlace *place)
{
    const RetroAcyclic *acyclic = opened;
    if (pos->variant != acyclic->variant)
        return INDEX_OUTSIDE;
    if (pos->phase != 0 || acyclic->game->rules->outcome(pos).ending != ENDING_NONE)
        return INDEX_BETWEEN;
    CanonKey key = acyclic->canon->encode(acyclic->space, pos);
    uint32_t age = acyclic->canon->age(acyclic->space, key);
    place->layer = age_of_layer(age);
    return find_key(&acyclic->ages[age], key, &place->number) ? INDEX_FOUND : INDEX_OUTSIDE;
}

/* Where a file has a key that no position has, the start: it has another number. */
static void unrank(const void *opened, IndexPlace place, Pos *out)
{
    const RetroAcyclic *acyclic = opened;
    const Age          *age = &acyclic->ages[age_of_layer(place.layer)];
    if (!acyclic->canon->decode(acyclic->space, key_at(age, place.number), out))
        acyclic->game->rules->start(acyclic->variant, out);
}

static uint32_t layer_count(const void *opened)
{
    (void)opened;
    return CANON_AGES_MAX;
}

static uint32_t layer_size(const void *opened, uint32_t layer)
{
    return ((const RetroAcyclic *)opened)->ages[age_of_layer(layer)].count;
}

static void layer_name(const void *opened, uint32_t layer, Text *out)
{
    (void)opened;
    age_name(age_of_layer(layer), out);
}

static void close_grow(void *opened)
{
    retro_acyclic_delete(opened);
}

const GameIndex RETRO_ACYCLIC_INDEX = {
    .close = close_grow,
    .layer_count = layer_count,
    .layer_size = layer_size,
    .layer_name = layer_name,
    .rank = rank,
    .unrank = unrank,
};
