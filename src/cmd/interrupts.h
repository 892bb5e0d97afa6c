/* interrupts.h - long commands that end in good order when somebody presses Ctrl-C. */
#ifndef CMD_INTERRUPTS_H
#define CMD_INTERRUPTS_H

#include <stdbool.h>

/* `interrupts_begin` keeps SIGINT and SIGTERM from ending the program, and `interrupts_came` says
 * whether one was sent; so a match ends between two games and leaves no process behind, and a table
 * between two layers. */
void interrupts_begin(void);
bool interrupts_came(void);
void interrupts_end(void);

#endif
