/* instances.h - which of their compiled instances the games are.
 *
 * Knows:   the processor.
 * Ignores: everything about the games; tessera bench prints the name.
 */
#ifndef GAMES_INSTANCES_H
#define GAMES_INSTANCES_H

/* Return "fast" if the hot files of the games use the instructions of recent x86-64 processors, "wide"
 * if those of some games also use AVX-512, "portable" if this processor has neither, or "single" if the
 * build has one instance. */
const char *games_instance(void);

#endif
