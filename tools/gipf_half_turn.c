/* SPDX-License-Identifier: MIT */
/* gipf_half_turn.c - check on every board without a row whether the half turn of GIPF is exact.
 *
 *     gipf_half_turn SIDE ROW owner|mover [EVERY [THREADS]]
 *
 * On each board and on its half turn, the program plays every push and lists every possible result
 * of the removal of rows: the stones on the board, what each side has lost, how many turns it took,
 * and among which results the other player chooses.  Both lists must be equal up to the half turn.
 * Pushes that complete no row, or a single row alone on its line, are left out, because there is no
 * order of removal.
 *
 * It prints how many boards there are up to the half turn, how many pushes were compared, how many
 * of them differ with an example, and the smallest number of pieces per side that differ.  The exit
 * status is 1 if the tablebases canonicalise boards for which the half turn is not exact.  With
 * EVERY, the program tries only every EVERYth set of own stones.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "games/gipf/gipf_removal.h"

enum { ENDS_MAX = 4096, THREADS_MAX = 64, PIECES = 10 };

/* The possible results of pushes: a hash for each result, and for each choice of the other
 * player. */
typedef struct EndList {
    const Space *space;
    bool         turn; /* apply the half turn to each result */
    uint64_t     hash[ENDS_MAX];
    uint16_t     group[ENDS_MAX];
    int          count;
} EndList;

typedef struct Trial {
    const Space     *space;
    uint32_t         every;
    _Atomic uint32_t next;
    _Atomic uint64_t boards, pushes, differing;
    int              fewest; /* pieces per side of the smallest board with a difference */
    Board            example;
    pthread_mutex_t  lock;
} Trial;

/* --- results of a push --- */

static void keep_end(void *context, const Stage *stage)
{
    EndList *list = context;
    Stones   own = stage->board.own, other = stage->board.other;
    if (list->count == ENDS_MAX)
        abort();
    if (list->turn) {
        own = turned(list->space, own);
        other = turned(list->space, other);
    }
    uint64_t board = mix64((uint64_t)own << 32 | other);
    uint64_t rest = (uint64_t)(uint16_t)stage->total[0] << 32 |
                    (uint64_t)(uint16_t)stage->total[1] << 16 | stage->turns;
    list->group[list->count] = stage->group;
    list->hash[list->count++] = mix64(board ^ rest);
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

/* Sort, and keep one of equals. */
static int as_set(uint64_t *hashes, int count)
{
    int kept = 0;
    qsort(hashes, (size_t)count, sizeof *hashes, compare_hashes);
    for (int i = 0; i < count; i++)
        if (i == 0 || hashes[i] != hashes[i - 1])
            hashes[kept++] = hashes[i];
    return kept;
}

/* Combine the results of each choice into one hash, then all results of the push into one. */
static uint64_t hash_of(EndList *list)
{
    int kept = 0;
    for (int i = 0, length; i < list->count; i += length) {
        for (length = 1; i + length < list->count && list->group[i] >= INDEX_GROUP; length++)
            if (list->group[i + length] != list->group[i])
                break;
        uint64_t hash = list->hash[i];
        if (list->group[i] >= INDEX_GROUP) {
            int members = as_set(&list->hash[i], length);
            hash = (uint64_t)members;
            for (int n = 0; n < members; n++)
                hash = mix64(hash ^ list->hash[i + n]);
        }
        list->hash[kept++] = hash;
    }
    kept = as_set(list->hash, kept);
    uint64_t all = (uint64_t)kept;
    for (int i = 0; i < kept; i++)
        all = mix64(all ^ list->hash[i]);
    return all;
}

static uint64_t ends_of(const Space *space, Board board, bool turn, EndList *list)
{
    Removal removal = { space, keep_end, list, INDEX_GROUP - 1 };
    list->space = space;
    list->turn = turn;
    list->count = 0;
    gipf_remove_rows(&removal, (Stage){ board, { PIECES, PIECES }, INDEX_OTHER, 1 });
    return hash_of(list);
}

/* --- all boards --- */

static void note_difference(Trial *trial, Board board)
{
    const Space *space = trial->space;
    int          own = size_of(space, board.own) + 1, other = size_of(space, board.other);
    int          pieces = own > other ? own : other;
    atomic_fetch_add(&trial->differing, 1);
    pthread_mutex_lock(&trial->lock);
    if (pieces < trial->fewest) {
        trial->fewest = pieces;
        trial->example = board;
    }
    pthread_mutex_unlock(&trial->lock);
}

static void try_board(Trial *trial, Board board, EndList *list)
{
    const Space *space = trial->space;
    Board        across = { turned(space, board.own), turned(space, board.other) };
    uint64_t     pushes = 0;
    for (int entry = 0; entry < 2 * space->lines; entry++) {
        Board here = board, there = across;
        if (!push(space, entry, &here) || is_plain(space, &here))
            continue;
        push(space, gipf_space_turned_entry(space, entry), &there);
        pushes++;
        if (there.own != turned(space, here.own) || there.other != turned(space, here.other) ||
            ends_of(space, here, false, list) != ends_of(space, there, true, list))
            note_difference(trial, board);
    }
    atomic_fetch_add_explicit(&trial->pushes, pushes, memory_order_relaxed);
}

/* Try all canonical boards with these own stones. */
static void try_own(Trial *trial, Stones own, EndList *list)
{
    const Space *space = trial->space;
    Stones       among = ~own & all_fields(space), other = among;
    uint64_t     boards = 0;
    if (has_row(space, own) || own > turned(space, own))
        return;
    for (;; other = (other - 1) & among) {
        bool is_canonical = own != turned(space, own) || other <= turned(space, other);
        if (is_canonical && !has_row(space, other)) {
            try_board(trial, (Board){ own, other }, list);
            boards++;
        }
        if (other == 0)
            break;
    }
    atomic_fetch_add(&trial->boards, boards);
}

static void *thread_main(void *context)
{
    Trial   *trial = context;
    EndList *list = calloc(1, sizeof *list);
    if (list == NULL)
        abort();
    for (;;) {
        uint32_t own = atomic_fetch_add(&trial->next, trial->every);
        if (own > all_fields(trial->space))
            break;
        try_own(trial, own, list);
    }
    free(list);
    return NULL;
}

static void run(Trial *trial, int threads)
{
    pthread_t thread[THREADS_MAX];
    int       started = 0;
    while (started < threads - 1 && pthread_create(&thread[started], NULL, thread_main, trial) == 0)
        started++;
    thread_main(trial);
    while (started > 0)
        pthread_join(thread[--started], NULL);
}

/* --- report --- */

static void put_example(const Space *space, Board board)
{
    int at = 0, side = space->settings.side;
    for (int row = 0; row < 2 * side - 1; row++) {
        putchar(row == 0 ? ' ' : '/');
        for (int n = 0; n < gipf_line_length(side, row); n++, at++)
            putchar((board.own >> at & 1) != 0 ? 'W' : (board.other >> at & 1) != 0 ? 'B' : '_');
    }
}

static int report(const Trial *trial)
{
    int canon_max = trial->space->canon_max;
    printf("boards %llu\npushes %llu\ndiffering %llu\n", (unsigned long long)trial->boards,
           (unsigned long long)trial->pushes, (unsigned long long)trial->differing);
    if (trial->differing == 0) {
        printf("exact\n");
        return 0;
    }
    printf("exact up to %d pieces per side\nexample", trial->fewest - 1);
    put_example(trial->space, trial->example);
    printf(" W\n");
    return canon_max < trial->fewest ? 0 : 1;
}

int main(int argc, char **argv)
{
    GipfSettings settings = { .pieces = { 1, 1 } };
    Trial        trial = { .fewest = GIPF_PIECES_MAX, .lock = PTHREAD_MUTEX_INITIALIZER };
    settings.side = argc > 2 ? atoi(argv[1]) : 0;
    settings.row = argc > 2 ? atoi(argv[2]) : 0;
    settings.mover_chooses = argc > 3 && strcmp(argv[3], "mover") == 0;
    trial.every = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 1;
    int threads = argc > 5 ? atoi(argv[5]) : 1;
    if (argc < 4 || argc > 6 || settings.side < 2 || settings.side > SIDE_MAX || settings.row < 2 ||
        settings.row > 2 * settings.side - 1 || trial.every < 1 || threads < 1 ||
        threads > THREADS_MAX) {
        fputs("usage: gipf_half_turn SIDE ROW owner|mover [EVERY [THREADS]], SIDE 2 or 3\n",
              stderr);
        return 2;
    }
    Space *space = gipf_space_open(gipf_pack(&settings), NULL);
    if (space == NULL) {
        fputs("gipf_half_turn: out of memory\n", stderr);
        return 2;
    }
    trial.space = space;
    run(&trial, threads);
    int status = report(&trial);
    gipf_space_close(space);
    return status;
}
