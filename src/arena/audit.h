/* audit.h - check a contest from its files alone: nothing has changed, every game is legal, and the
 * points are right.
 *
 * Knows:   the contest database and its seal (ledger.h), game records as text, the naive rules
 *          (naive/slow.h).
 * Ignores: the fast rules, the session, the referee.  They wrote the records, so they do not check
 *          them.
 */
#ifndef ARENA_AUDIT_H
#define ARENA_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct AuditListener {
    void *context;
    void (*problem)(void *context, const char *sentence);
    void (*game)(void *context, int64_t done, int64_t total); /* after each game; may be NULL */
} AuditListener;

typedef struct AuditReport {
    int64_t games, turns; /* replayed */
    int64_t voided;
    bool    is_naive; /* replayed by the naive rules; false: the game has none */
    int64_t entries;  /* of the chain */
    bool    is_sealed;
    int64_t problems;
    int     bots; /* whose points were counted again */
} AuditReport;

/* Check the contest in a directory.  A status other than STATUS_OK means that its files cannot be
 * opened; problems that were found are not a failure. */
Status audit_contest(const char *folder, const AuditListener *listener, AuditReport *report,
                     Fault *fault);

/* Replay one record by the naive rules.  `setup` must be the value of its tag Game.  Write the half
 * points of the player who moved first, and the number of turns.  STATUS_ILLEGAL with the reason if the
 * record is wrong, STATUS_NOT_FOUND if the game has no naive rules.  With `is_forfeit` the result need not follow from the rules. */
Status audit_record(const char *record, const char *setup, bool is_forfeit, int *half_points,
                    int *turns, Fault *fault);

#endif
