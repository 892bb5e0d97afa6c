/* SPDX-License-Identifier: MIT */
#include "solver/retro_work.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/clock.h"

enum { PIECE_MAX = 1 << 13, PIECES_PER_THREAD = 8 };

static const double REPORT_SECONDS = 0.5;

typedef struct ParallelLoop {
    RetroReporter   *reporter;
    RetroPiece      *piece;
    void            *context;
    uint32_t         count, piece_size;
    _Atomic uint32_t next;
    atomic_bool      stopped;
} ParallelLoop;

typedef struct ParallelThread {
    ParallelLoop *loop;
    int           number;
    pthread_t     handle;
} ParallelThread;

bool retro_report(RetroReporter *reporter, double done)
{
    double now = clock_wall_seconds();
    if (reporter->options->listener == NULL || now - reporter->last_report < REPORT_SECONDS)
        return true;
    RetroProgress *progress = &reporter->progress;
    reporter->last_report = now;
    progress->elapsed_seconds = now - reporter->start;
    progress->share = reporter->share_before + reporter->share_here * done;
    progress->seconds_left =
        progress->share < 0.001 ? -1 : progress->elapsed_seconds * (1 / progress->share - 1);
    return reporter->options->listener(reporter->options->context, progress);
}

static void work(ParallelThread *thread)
{
    ParallelLoop *loop = thread->loop;
    uint32_t      size = loop->piece_size;
    while (!atomic_load_explicit(&loop->stopped, memory_order_relaxed)) {
        uint32_t first = atomic_fetch_add_explicit(&loop->next, size, memory_order_relaxed);
        if (first >= loop->count)
            return;
        uint32_t end = loop->count - first < size ? loop->count : first + size;
        /* only the calling thread reports */
        if (!loop->piece(loop->context, thread->number, first, end) ||
            (thread->number == 0 && !retro_report(loop->reporter, (double)end / loop->count)))
            atomic_store(&loop->stopped, true);
    }
}

static void *thread_main(void *argument)
{
    work(argument);
    return NULL;
}

bool retro_parallel(RetroReporter *reporter, uint32_t count, RetroPiece *piece, void *context)
{
    assert(reporter->options->threads >= 1 && reporter->options->threads <= RETRO_THREADS_MAX);
    ParallelThread threads[RETRO_THREADS_MAX];
    ParallelLoop   loop = {
          .reporter = reporter, .piece = piece, .context = context, .count = count
    };
    int wanted = reporter->options->threads, started = 1;
    loop.piece_size = count / (uint32_t)(wanted * PIECES_PER_THREAD);
    loop.piece_size = loop.piece_size < RETRO_PIECE_STEP ? RETRO_PIECE_STEP
                      : loop.piece_size > PIECE_MAX      ? PIECE_MAX
                                                         : loop.piece_size;
    loop.piece_size -= loop.piece_size % RETRO_PIECE_STEP;
    if ((uint32_t)wanted > count / loop.piece_size + 1)
        wanted = (int)(count / loop.piece_size) + 1;
    threads[0] = (ParallelThread){ .loop = &loop };
    for (; started < wanted; started++) {
        threads[started] = (ParallelThread){ .loop = &loop, .number = started };
        if (pthread_create(&threads[started].handle, NULL, thread_main, &threads[started]) != 0)
            break; /* fewer threads do the same work */
    }
    work(&threads[0]);
    for (int i = 1; i < started; i++)
        pthread_join(threads[i].handle, NULL);
    return !atomic_load(&loop.stopped);
}
