/* interrupts.h - let long commands stop cleanly on Ctrl-C. */
#ifndef CMD_INTERRUPTS_H
#define CMD_INTERRUPTS_H

#include <stdbool.h>

/* After `interrupts_begin`, SIGINT and SIGTERM no longer end the program; `interrupts_came` is true
 * if one was sent since the last call.  A match then stops between two games and leaves no process
 * behind, and a tablebase build stops between two layers. */
void interrupts_begin(void);
bool interrupts_came(void);
/* Return the signal that was sent since the last call, or 0. */
int  interrupts_signal(void);
void interrupts_end(void);

#endif
