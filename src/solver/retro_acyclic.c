/* SPDX-License-Identifier: MIT
 *
 * retro_acyclic.c - list positions age by age, and solve them from the oldest.
 *
 * While younger positions are being expanded, an age is a hash set of keys in shards, each with a
 * lock.  Once all younger ages are done, the keys are sorted and the set is freed.  Keys are stored
 * in memory as in the file, high byte first, so that a sorted list becomes a section as it is.
 *
 * The set of positions does not depend on the order of work, and sorting makes the result the same
 * for any number of threads.
 *
 * Several ranks (solver/retro_ranks.h) may share the work.  While an age is being listed, the hash
 * of a key says which rank has it.  Then the keys are exchanged, so that each rank has a range of
 * them, and with it of their numbers.  Solved ages are read from the file by every rank.
 */
#include "solver/retro_acyclic.h"

#include <assert.h>
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
    BIN_BITS = 16,
    BINS = 1 << BIN_BITS,
    RADIX = 256,
    AGES_AHEAD = 5,
    SAMPLES = 256, /* keys of each rank, from which the ranges of the ranks are chosen */
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
    uint32_t             count;   /* number of keys, on this rank or in the section */
    uint32_t             total;   /* on all ranks */
    const RetroSection  *section; /* if solved */
    const unsigned char *sorted;  /* the keys, in either place */
    uint32_t            *bins;    /* first key for each value of the top bits; one more at the
                                   * end */
    int                  shift;   /* of the high word, to get those bits */
    uint64_t             base;    /* smallest high word */
} Age;

struct RetroAcyclic {
    const Game      *game;
    const GameCanon *canon;
    uint32_t         variant;
    void            *space;
    CanonKey         root;
    Age              ages[CANON_AGES_MAX];
    RetroMail       *mail;  /* to other ranks, or NULL */
    CanonKey        *range; /* the first key of each rank, while keys are exchanged */
    CanonKey        *got;   /* the keys of this rank then */
    uint32_t         got_count, got_capacity;
    size_t           memory_bytes;
    _Atomic size_t   bytes, peak;
    _Atomic uint32_t failure; /* a Status, or RETRO_STOPPED */
};

/* `status` is a Status or RETRO_STOPPED. */
static bool fail(RetroAcyclic *acyclic, uint32_t status)
{
    uint32_t none = STATUS_OK;
    atomic_compare_exchange_strong(&acyclic->failure, &none, status);
    return false;
}

/* --- ranks --- */

/* What this rank tells the others. */
static uint32_t own_status(const RetroAcyclic *acyclic, bool going)
{
    uint32_t failure = atomic_load(&acyclic->failure);
    return failure == STATUS_OK && !going ? RETRO_STOPPED : failure;
}

/* Let all ranks fail if one does. */
static bool agree(RetroAcyclic *acyclic, bool going)
{
    if (acyclic->mail == NULL)
        return going;
    uint32_t all = retro_ranks_agree(acyclic->mail->ranks, own_status(acyclic, going));
    return all == STATUS_OK || fail(acyclic, all);
}

static bool end_phase(RetroAcyclic *acyclic, bool going)
{
    uint32_t all = retro_mail_end(acyclic->mail, own_status(acyclic, going));
    return all == STATUS_OK || fail(acyclic, all);
}

static bool post_key(RetroAcyclic *acyclic, uint32_t to, CanonKey key)
{
    unsigned char message[KEY_BYTES];
    memcpy(message, &key.high, 8);
    memcpy(message + 8, &key.low, 8);
    return retro_mail_post(acyclic->mail, to, message) || fail(acyclic, acyclic->mail->agreed);
}

static CanonKey key_of_message(const unsigned char *message)
{
    CanonKey key;
    memcpy(&key.high, message, 8);
    memcpy(&key.low, message + 8, 8);
    return key;
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

static void *allocate(RetroAcyclic *acyclic, size_t bytes)
{
    if (!account(acyclic, bytes))
        return NULL;
    void *memory = malloc(bytes + 1);
    if (memory == NULL)
        fail(acyclic, STATUS_NO_MEMORY);
    return memory;
}

static void release(RetroAcyclic *acyclic, void *memory, size_t bytes)
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
    assert(number < age->count);
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

/* --- construction and destruction --- */

bool retro_acyclic_covers(const Game *game, uint32_t variant)
{
    return game->canon != NULL && game->canon->covers(variant);
}

RetroAcyclic *retro_acyclic_new(const Game *game, uint32_t variant, const Pos *root)
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
    acyclic->root = acyclic->canon->encode(acyclic->space, root != NULL ? root : &start.head);
    return acyclic;
}

static void drop_shards(RetroAcyclic *acyclic, Age *age)
{
    for (int i = 0; age->shards != NULL && i < SHARDS; i++) {
        Shard *shard = &age->shards[i];
        release(acyclic, shard->slots, ((size_t)shard->mask + 1) * sizeof *shard->slots);
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
        free(acyclic->ages[n].bins);
    }
    acyclic->canon->close(acyclic->space);
    free(acyclic->range);
    free(acyclic->got);
    free(acyclic);
}

size_t retro_acyclic_peak(const RetroAcyclic *acyclic)
{
    return atomic_load(&acyclic->peak);
}

bool retro_acyclic_is_done(const RetroAcyclic *acyclic)
{
    return acyclic->ages[acyclic->canon->age(acyclic->space, acyclic->root)].section != NULL;
}

/* --- lookup --- */

static uint32_t bin_of(const Age *age, uint64_t high)
{
    return (uint32_t)((high - age->base) >> age->shift);
}

/* Bins over the high words of sorted keys narrow the binary search.  Without memory for them, all
 * keys are searched. */
static void set_bins(Age *age)
{
    if (age->bins != NULL || age->count == 0)
        return;
    age->base = key_at(age, 0).high;
    age->shift = 0;
    uint64_t range = key_at(age, age->count - 1).high - age->base;
    while (range >> age->shift >= BINS)
        age->shift++;
    age->bins = malloc((BINS + 1) * sizeof *age->bins);
    if (age->bins == NULL)
        return;
    uint32_t number = 0;
    for (uint32_t bin = 0; bin <= BINS; bin++) {
        while (number < age->count && bin_of(age, key_at(age, number).high) < bin)
            number++;
        age->bins[bin] = number;
    }
}

static bool find_key(const Age *age, CanonKey key, uint32_t *number)
{
    uint32_t low = 0, high = age->count;
    if (age->count == 0 || key.high < age->base || key.high > key_at(age, age->count - 1).high)
        return false;
    if (age->bins != NULL) {
        low = age->bins[bin_of(age, key.high)];
        high = age->bins[bin_of(age, key.high) + 1];
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
        age->count = age->total = section->count;
        age->sorted = section->keys;
        set_bins(age);
    }
}

/* --- moves --- */

typedef struct MoveList {
    const RetroAcyclic *acyclic;
    CanonMove          *moves;
    int                 count, player;
} MoveList;

static int8_t how_over(const MoveList *list, const Pos *after, Outcome outcome)
{
    if (outcome.ending == ENDING_DRAWN)
        return INDEX_DRAWN;
    bool won = game_player(list->acyclic->game, after, outcome.winner) == list->player;
    return (int8_t)(won ? INDEX_WON : INDEX_LOST);
}

static bool add_move(void *context, const Turn *turn, const Pos *after)
{
    MoveList           *list = context;
    const RetroAcyclic *acyclic = list->acyclic;
    Outcome             outcome = acyclic->game->rules->outcome(after);
    if (list->count == CANON_MOVES_MAX)
        return false;
    CanonMove *move = &list->moves[list->count++];
    bool       same = game_player(acyclic->game, after, after->side) == list->player;
    *move = (CanonMove){ .kind = (uint8_t)(same ? INDEX_SAME : INDEX_OTHER) };
    (void)turn;
    if (outcome.ending != ENDING_NONE)
        move->over = how_over(list, after, outcome);
    else
        move->key = acyclic->canon->encode(acyclic->space, after);
    return true;
}

/* List all moves of a position, by the game's own function or by the rules.  A result below 1 is a
 * bug in the game. */
static int moves_of(const RetroAcyclic *acyclic, CanonKey key, CanonMove *moves)
{
    PosBuffer pos;
    MoveList  list = { .acyclic = acyclic, .moves = moves };
    if (acyclic->canon->moves != NULL)
        return acyclic->canon->moves(acyclic->space, key, moves);
    if (!acyclic->canon->decode(acyclic->space, key, &pos.head))
        return 0;
    list.player = game_player(acyclic->game, &pos.head, pos.head.side);
    return turn_each(acyclic->game, &pos.head, add_move, &list) ? list.count : 0;
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

/* Make capacity for one more key; a shard is at most three quarters full. */
static bool ensure_capacity(RetroAcyclic *acyclic, Shard *shard)
{
    if (shard->slots != NULL && shard->count < shard->mask / 4 * 3)
        return true;
    Shard  larger = { .mask = shard->slots == NULL ? SHARD_START - 1 : 2 * shard->mask + 1 };
    size_t bytes = ((size_t)larger.mask + 1) * sizeof *larger.slots;
    if (larger.mask < shard->mask)
        return fail(acyclic, STATUS_TOO_LARGE);
    larger.slots = allocate(acyclic, bytes);
    if (larger.slots == NULL)
        return false;
    memset(larger.slots, UINT8_MAX, bytes);
    for (uint32_t n = 0; shard->slots != NULL && n <= shard->mask; n++)
        if (shard->slots[n].high != FREE_SLOT)
            *slot_of(&larger, shard->slots[n], hash_of(shard->slots[n])) = shard->slots[n];
    release(acyclic, shard->slots, ((size_t)shard->mask + 1) * sizeof *shard->slots);
    shard->slots = larger.slots;
    shard->mask = larger.mask;
    return true;
}

/* Return the rank that has a key while its age is being listed.  The bits of the hash that choose
 * shard and slot are others. */
static uint32_t owner_of(const RetroAcyclic *acyclic, uint64_t hash)
{
    return (uint32_t)((hash >> 32 & 0x3ffffff) % acyclic->mail->ranks->count);
}

static bool add_own_key(RetroAcyclic *acyclic, CanonKey key)
{
    uint32_t age = acyclic->canon->age(acyclic->space, key);
    uint64_t hash = hash_of(key);
    if (age >= CANON_AGES_MAX || acyclic->ages[age].keys != NULL || key.high == FREE_SLOT)
        return fail(acyclic, STATUS_ILLEGAL); /* its age is not larger than that of its
                                               * predecessor */
    if (acyclic->ages[age].section != NULL)
        return true;
    assert(acyclic->ages[age].shards != NULL);
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

static bool add_key(RetroAcyclic *acyclic, CanonKey key)
{
    uint32_t owner = 0;
    if (acyclic->mail == NULL ||
        (owner = owner_of(acyclic, hash_of(key))) == acyclic->mail->ranks->rank)
        return add_own_key(acyclic, key);
    return post_key(acyclic, owner, key);
}

static Status receive_listed(void *context, const unsigned char *message)
{
    RetroAcyclic *acyclic = context;
    return add_own_key(acyclic, key_of_message(message)) ? STATUS_OK
                                                         : (Status)atomic_load(&acyclic->failure);
}

/* Radix sort.  Bytes that are the same in all keys need no pass. */
static bool sort_keys(RetroAcyclic *acyclic, CanonKey **keys, uint32_t count)
{
    CanonKey  varies = { 0, 0 }, *from = *keys;
    CanonKey *to = allocate(acyclic, (size_t)count * sizeof *to);
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
    release(acyclic, to, (size_t)count * sizeof *to);
    *keys = from;
    return true;
}

/* Copy the keys out of the hash set of an age, and free it. */
static bool take_keys(RetroAcyclic *acyclic, Age *age, CanonKey **keys)
{
    uint64_t count = 0;
    for (int i = 0; i < SHARDS; i++)
        count += age->shards[i].count;
    if (count > INDEX_LAYER_MAX)
        return fail(acyclic, STATUS_TOO_LARGE);
    *keys = allocate(acyclic, count * sizeof **keys);
    if (*keys == NULL)
        return false;
    uint32_t at = 0;
    for (int i = 0; i < SHARDS; i++) {
        const Shard *shard = &age->shards[i];
        for (uint32_t n = 0; shard->slots != NULL && n <= shard->mask; n++)
            if (shard->slots[n].high != FREE_SLOT)
                (*keys)[at++] = shard->slots[n];
    }
    drop_shards(acyclic, age);
    age->count = age->total = at;
    return true;
}

/* --- ranges of keys --- */

static int compare_keys(const void *a, const void *b)
{
    const CanonKey *x = a, *y = b;
    return is_same(*x, *y) ? 0 : is_before(*x, *y) ? -1 : 1;
}

/* Choose the first key of each rank, so that all ranks get about as many.  The keys of a rank are a
 * random part of all keys. */
static bool choose_ranges(RetroAcyclic *acyclic, const CanonKey *keys, uint32_t count)
{
    const RetroRanks *ranks = acyclic->mail->ranks;
    CanonKey          mine[SAMPLES], *all = malloc(ranks->count * sizeof mine);
    if (!agree(acyclic, all != NULL || fail(acyclic, STATUS_NO_MEMORY))) {
        free(all);
        return false;
    }
    for (uint32_t i = 0; i < SAMPLES; i++)
        mine[i] = i < count ? keys[count <= SAMPLES ? i : (uint64_t)count * i / SAMPLES]
                            : (CanonKey){ UINT64_MAX, UINT64_MAX };
    ranks->collect(ranks->context, mine, sizeof mine, all);
    qsort(all, (size_t)ranks->count * SAMPLES, sizeof *all, compare_keys);
    uint32_t known = ranks->count * SAMPLES;
    while (known > 0 && all[known - 1].high == UINT64_MAX)
        known--;
    for (uint32_t rank = 0; rank < ranks->count; rank++)
        acyclic->range[rank] = rank == 0 || known == 0 ? (CanonKey){ 0, 0 }
                                                       : all[(uint64_t)known * rank / ranks->count];
    free(all);
    return true;
}

static bool keep_got(RetroAcyclic *acyclic, CanonKey key)
{
    if (acyclic->got_count == acyclic->got_capacity) {
        uint64_t capacity = (uint64_t)acyclic->got_capacity + acyclic->got_capacity / 4 + 1024;
        size_t   more = (size_t)(capacity - acyclic->got_capacity) * sizeof key;
        if (capacity > INDEX_LAYER_MAX)
            return fail(acyclic, STATUS_TOO_LARGE);
        if (!account(acyclic, more))
            return false;
        CanonKey *got = realloc(acyclic->got, (size_t)capacity * sizeof key);
        if (got == NULL)
            return fail(acyclic, STATUS_NO_MEMORY);
        acyclic->got = got;
        acyclic->got_capacity = (uint32_t)capacity;
    }
    acyclic->got[acyclic->got_count++] = key;
    return true;
}

static Status receive_sorted(void *context, const unsigned char *message)
{
    RetroAcyclic *acyclic = context;
    return keep_got(acyclic, key_of_message(message)) ? STATUS_OK
                                                      : (Status)atomic_load(&acyclic->failure);
}

/* Send each key to the rank whose range it is in, and keep those of this rank. */
static bool send_keys(RetroAcyclic *acyclic, const CanonKey *keys, uint32_t count)
{
    const RetroRanks *ranks = acyclic->mail->ranks;
    bool              going = true;
    retro_mail_begin(acyclic->mail, KEY_BYTES, receive_sorted, acyclic);
    for (uint32_t n = 0; n < count && going; n++) {
        uint32_t to = ranks->count - 1;
        while (to > 0 && is_before(keys[n], acyclic->range[to]))
            to--;
        going = to == ranks->rank ? keep_got(acyclic, keys[n]) : post_key(acyclic, to, keys[n]);
    }
    return end_phase(acyclic, going);
}

/* Exchange the keys of an age, so that each rank has a range of them. */
static bool exchange_keys(RetroAcyclic *acyclic, Age *age, CanonKey **keys)
{
    const RetroRanks *ranks = acyclic->mail->ranks;
    size_t            bytes = (size_t)age->count * sizeof **keys;
    uint64_t          total = age->count;
    ranks->sum(ranks->context, &total, 1);
    if (total > INDEX_LAYER_MAX)
        return fail(acyclic, STATUS_TOO_LARGE);
    bool going = choose_ranges(acyclic, *keys, age->count) && send_keys(acyclic, *keys, age->count);
    release(acyclic, *keys, bytes);
    /* From now on only the keys themselves count. */
    atomic_fetch_sub(&acyclic->bytes,
                     (size_t)(acyclic->got_capacity - acyclic->got_count) * sizeof *acyclic->got);
    CanonKey *exact = realloc(acyclic->got, (size_t)acyclic->got_count * sizeof *exact + 1);
    *keys = exact != NULL ? exact : acyclic->got;
    age->count = acyclic->got_count;
    age->total = (uint32_t)total;
    acyclic->got = NULL;
    acyclic->got_count = acyclic->got_capacity = 0;
    return agree(acyclic, going && (*keys != NULL || fail(acyclic, STATUS_NO_MEMORY)));
}

/* Replace the hash set of an age by its sorted keys. */
static bool close_age(RetroAcyclic *acyclic, Age *age)
{
    CanonKey *keys = NULL;
    if (!agree(acyclic, take_keys(acyclic, age, &keys)) ||
        (acyclic->mail != NULL && !exchange_keys(acyclic, age, &keys))) {
        free(keys);
        return false;
    }
    bool sorted = sort_keys(acyclic, &keys, age->count);
    age->keys = (unsigned char *)keys;
    age->sorted = age->keys;
    for (uint32_t n = 0; sorted && n < age->count; n++) {
        CanonKey key = keys[n];
        put64(age->keys + (size_t)n * KEY_BYTES, key.high);
        put64(age->keys + (size_t)n * KEY_BYTES + 8, key.low);
    }
    return agree(acyclic, sorted);
}

typedef struct Piece {
    RetroAcyclic *acyclic;
    Age          *age;
    uint16_t     *codes; /* while solving */
} Piece;

static bool list_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Piece    *piece = context;
    CanonMove moves[CANON_MOVES_MAX];
    (void)worker;
    for (uint32_t number = first; number < end; number++) {
        int count = moves_of(piece->acyclic, key_at(piece->age, number), moves);
        if (count <= 0)
            return fail(piece->acyclic, STATUS_ILLEGAL);
        for (int i = 0; i < count; i++)
            if (moves[i].over == 0 && !add_key(piece->acyclic, moves[i].key))
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
    *found += age->total;
    age_name(n, &text);
    reporter->progress.layer = name;
    reporter->progress.layers_done = n;
    reporter->progress.positions = *found > UINT32_MAX ? UINT32_MAX : (uint32_t)*found;
    /* The number of ages is not known in advance: each gets a part of the remaining share. */
    double left = reporter->share_here;
    reporter->share_here = age->total == 0 ? 0 : left / AGES_AHEAD;
    Piece piece = { .acyclic = acyclic, .age = age };
    if (acyclic->mail != NULL)
        retro_mail_begin(acyclic->mail, KEY_BYTES, receive_listed, acyclic);
    bool going = retro_parallel(reporter, age->count, list_piece, &piece);
    going = acyclic->mail == NULL ? going : end_phase(acyclic, going);
    reporter->share_before += reporter->share_here;
    reporter->share_here = left - reporter->share_here;
    return going;
}

static Status listing_error(const RetroAcyclic *acyclic, uint64_t found, Fault *fault)
{
    uint32_t status = atomic_load(&acyclic->failure);
    switch (status) {
    case STATUS_OK:
    case RETRO_STOPPED: return fault_set(fault, STATUS_SYSTEM, 0, "stopped");
    case STATUS_TOO_LARGE:
        return fault_set(fault, status, 0,
                         "there are more positions than fit into the allowed %zu MiB (%llu or more "
                         "found). Pass a larger --memory",
                         acyclic->memory_bytes >> 20, (unsigned long long)found);
    default: return fault_set(fault, status, 0, "%s", status_text(status));
    }
}

/* With several ranks, one of them owns the root. */
static bool add_root(RetroAcyclic *acyclic)
{
    return (acyclic->mail != NULL &&
            owner_of(acyclic, hash_of(acyclic->root)) != acyclic->mail->ranks->rank) ||
           add_own_key(acyclic, acyclic->root);
}

static bool use_mail(RetroAcyclic *acyclic, RetroMail *mail)
{
    if (mail == NULL)
        return true;
    acyclic->range = calloc(mail->ranks->count, sizeof *acyclic->range);
    return acyclic->range != NULL || fail(acyclic, STATUS_NO_MEMORY);
}

Status retro_acyclic_list(RetroAcyclic *acyclic, RetroReporter *reporter, size_t memory_bytes,
                          Fault *fault)
{
    uint64_t found = 0;
    bool     going = true;
    acyclic->memory_bytes = memory_bytes;
    for (uint32_t n = 0; n < CANON_AGES_MAX && going; n++)
        going = acyclic->ages[n].section != NULL || make_shards(acyclic, &acyclic->ages[n]);
    acyclic->mail = reporter->mail;
    going = agree(acyclic, going && use_mail(acyclic, reporter->mail) && add_root(acyclic));
    for (uint32_t n = 0; n < CANON_AGES_MAX && going; n++)
        going = list_age(acyclic, n, reporter, &found);
    return going ? STATUS_OK : listing_error(acyclic, found, fault);
}

/* --- solving --- */

/* The best result for a player. */
typedef struct Best {
    uint32_t fastest, slowest; /* win and loss, in turns; fastest is UINT32_MAX if there is none */
    bool     draw;
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

static bool see_move(const RetroAcyclic *acyclic, const CanonMove *move, Best *best)
{
    uint32_t number;
    if (move->over != 0) {
        uint16_t code = move->over == INDEX_DRAWN ? RETRO_CODE_DRAW
                        : move->over == INDEX_WON ? retro_win(0)
                                                  : retro_loss(0);
        see_code(best, code, true);
        return true;
    }
    const Age *age = &acyclic->ages[acyclic->canon->age(acyclic->space, move->key)];
    if (age->section == NULL || !find_key(age, move->key, &number))
        return false;
    see_code(best, retro_code(age->section, number), move->kind == INDEX_SAME);
    return true;
}

static bool solve_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Piece    *piece = context;
    CanonMove moves[CANON_MOVES_MAX];
    (void)worker;
    for (uint32_t number = first; number < end; number++) {
        Best best = { .fastest = UINT32_MAX };
        int  count = moves_of(piece->acyclic, key_at(piece->age, number), moves);
        if (count <= 0)
            return fail(piece->acyclic, STATUS_ILLEGAL);
        for (int i = 0; i < count; i++)
            if (!see_move(piece->acyclic, &moves[i], &best))
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

/* Write keys, then codes.  The key memory of the age becomes part of the section. */
static bool pack(RetroAcyclic *acyclic, Age *age, const uint16_t *codes, RetroSection *section)
{
    size_t         bytes = (size_t)age->count * KEY_BYTES;
    unsigned char *owned = realloc(age->keys, bytes + age->count + 1);
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
    Age *age = &acyclic->ages[age_of_layer(layer)];
    assert(layer < CANON_AGES_MAX);
    Piece piece = { .acyclic = acyclic, .age = age };
    Text  name = text_over(section->name, sizeof section->name);
    age_name(age_of_layer(layer), &name);
    section->count = age->count;
    piece.codes = malloc(((size_t)age->count + 1) * sizeof *piece.codes);
    bool going = (piece.codes != NULL || fail(acyclic, STATUS_NO_MEMORY)) &&
                 retro_parallel(reporter, age->count, solve_piece, &piece);
    if (going) {
        count_codes(piece.codes, section);
        going = pack(acyclic, age, piece.codes, section) || fail(acyclic, STATUS_NO_MEMORY);
    }
    free(piece.codes);
    if (agree(acyclic, going))
        return STATUS_OK;
    free(section->owned);
    section->owned = NULL;
    uint32_t failure = atomic_load(&acyclic->failure);
    if (failure == STATUS_OK || failure == RETRO_STOPPED)
        return fault_set(fault, STATUS_SYSTEM, 0,
                         "stopped in layer %s; run the build again to resume there", section->name);
    return fault_set(fault, failure, 0, "%s", status_text(failure));
}

/* --- the index --- */

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

/* For a key in a file that no position has, return the start, which has another number. */
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
    assert(layer < CANON_AGES_MAX);
    return ((const RetroAcyclic *)opened)->ages[age_of_layer(layer)].total;
}

static void layer_name(const void *opened, uint32_t layer, Text *out)
{
    (void)opened;
    age_name(age_of_layer(layer), out);
}

static void close_acyclic(void *opened)
{
    retro_acyclic_delete(opened);
}

const GameIndex RETRO_ACYCLIC_INDEX = {
    .close = close_acyclic,
    .layer_count = layer_count,
    .layer_size = layer_size,
    .layer_name = layer_name,
    .rank = rank,
    .unrank = unrank,
};
