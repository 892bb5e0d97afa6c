/* retro_work.h - parallel loops, and progress reports. */
#ifndef SOLVER_RETRO_WORK_H
#define SOLVER_RETRO_WORK_H

#include "solver/retro.h"

/* Pieces begin at multiples of this, so the numbers up to the next multiple belong to one
 * thread. */
enum { RETRO_PIECE_STEP = 64 };

/* Process the numbers from `first` up to but not including `end`; `worker` is the index of the
 * thread.  Return false to stop all threads. */
typedef bool RetroPiece(void *context, int worker, uint32_t first, uint32_t end);

/* The state of the work; the caller fills it in, the listener receives it. */
typedef struct RetroReporter {
    const RetroOptions *options;
    RetroMail          *mail; /* to the other ranks; NULL: this process works alone */
    RetroProgress       progress;
    double              start, last_report;
    double              share_start;              /* share of the work before the layers */
    double              share_before, share_here; /* of the current piece of work */
} RetroReporter;

/* Report to the listener, if it is time, that this share of the current piece is done.  Return
 * false if the listener wants to stop. */
bool retro_report(RetroReporter *reporter, double done);

/* Run `piece` over 0..count-1.  Return false if a piece failed or the listener stopped it. */
bool retro_parallel(RetroReporter *reporter, uint32_t count, RetroPiece *piece, void *context);

#endif
