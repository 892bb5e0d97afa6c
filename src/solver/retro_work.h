/* retro_work.h - work cut into pieces for several threads, and told about now and then. */
#ifndef SOLVER_RETRO_WORK_H
#define SOLVER_RETRO_WORK_H

#include "solver/retro.h"

/* Pieces begin at multiples of this, so as many numbers, up to the next one, are one thread's. */
enum { RETRO_PIECE_STEP = 64 };

/* Does the numbers from `first` up to before `end`; `worker` counts the threads from 0.  False stops
 * all of them. */
typedef bool RetroPiece(void *context, int worker, uint32_t first, uint32_t end);

/* Where the work stands; the caller fills it in, the listener hears of it. */
typedef struct RetroReporter {
    const RetroOptions *options;
    RetroProgress       progress;
    double              start, last_report;
    double              share_start;              /* of what came before the layers */
    double              share_before, share_here; /* of the piece of work under way */
} RetroReporter;

/* Tell the listener, if it is time, that this share of the piece of work is done.  False: it had
 * enough. */
bool retro_report(RetroReporter *reporter, double done);

/* Run `piece` over 0..count-1.  False if a piece failed, or the listener had enough. */
bool retro_parallel(RetroReporter *reporter, uint32_t count, RetroPiece *piece, void *context);

#endif
