/* program_identity.h - which programs play the same games, and how fast. */
#ifndef CMD_PROGRAM_IDENTITY_H
#define CMD_PROGRAM_IDENTITY_H

#include <stddef.h>
#include <stdint.h>

/* Write the version and a checksum of random games and searches.  Programs for which they are equal
 * have the same rules and the same search, whatever machine they were compiled for. */
void program_identity(char *out, size_t size);

/* Return the nodes per second of CPU time in fixed searches of one thread.  Takes a fraction of a
 * second. */
int64_t program_speed(void);

#endif
