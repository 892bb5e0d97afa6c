/* SPDX-License-Identifier: MIT */
#include "solver/retro_work.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/clock.h"

enum { PIECE_MAX = 1 << 13, PIECES_A_HAND = 8 };

static const double TELL_SECONDS = 0.5;

typedef struct Crew {
    RetroReporter   *reporter;
    RetroPiece      *piece;
    void            *context;
    uint32_t         count, piece_size;
    _Atomic uint32_t next;
    atomic_bool      stopped;
} Crew;

typedef struct Hand {
    Crew     *crew;
    int       number;
    pthread_t thread;
} Hand;

bool retro_report(RetroReporter *reporter, double done)
{
    double now = clock_wall_seconds();
    if (reporter->options->listener == NULL || now - reporter->last_report < TELL_SECONDS)
        return true;
    RetroProgress *progress = &reporter->progress;
    reporter->last_report = now;
    progress->elapsed_seconds = now - reporter->start;
    progress->share = reporter->share_before + reporter->share_here * done;
    progress->seconds_left =
        progress->share < 0.001 ? -1 : progress->elapsed_seconds * (1 / progress->share - 1);
    return reporter->options->listener(reporter->options->context, progress);
}

static void work(Hand *hand)
{
    Crew    *crew = hand->crew;
    uint32_t size = crew->piece_size;
    while (!atomic_load_explicit(&crew->stopped, memory_order_relaxed)) {
        uint32_t first = atomic_fetch_add_explicit(&crew->next, size, memory_order_relaxed);
        if (first >= crew->count)
            return;
        uint32_t end = crew->count - first < size ? crew->count : first + size;
        /* Only the calling thread speaks. */
        if (!crew->piece(crew->context, hand->number, first, end) ||
            (hand->number == 0 && !retro_report(crew->reporter, (double)end / crew->count)))
            atomic_store(&crew->stopped, true);
    }
}

static void *thread_main(void *argument)
{
    work(argument);
    return NULL;
}

bool retro_parallel(RetroReporter *reporter, uint32_t count, RetroPiece *piece, void *context)
{
    Hand hands[RETRO_THREADS_MAX];
    Crew crew = { .reporter = reporter, .piece = piece, .context = context, .count = count };
    int  wanted = reporter->options->threads, started = 1;
    crew.piece_size = count / (uint32_t)(wanted * PIECES_A_HAND);
    crew.piece_size = crew.piece_size < RETRO_PIECE_STEP ? RETRO_PIECE_STEP
                      : crew.piece_size > PIECE_MAX      ? PIECE_MAX
                                                         : crew.piece_size;
    crew.piece_size -= crew.piece_size % RETRO_PIECE_STEP;
    if ((uint32_t)wanted > count / crew.piece_size + 1)
        wanted = (int)(count / crew.piece_size) + 1;
    hands[0] = (Hand){ .crew = &crew };
    for (; started < wanted; started++) {
        hands[started] = (Hand){ .crew = &crew, .number = started };
        if (pthread_create(&hands[started].thread, NULL, thread_main, &hands[started]) != 0)
            break; /* fewer hands do the same work */
    }
    work(&hands[0]);
    for (int i = 1; i < started; i++)
        pthread_join(hands[i].thread, NULL);
    return !atomic_load(&crew.stopped);
}
