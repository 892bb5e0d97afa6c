/* expiry.h - removes tables that never became a game, and studies that nobody opens.
 *
 * Knows:   how long an open challenge, an unbegun table and a study stay (limits.h).
 * Ignores: requests, rules.
 *
 * An open challenge goes some time after its creator's last event stream closed, any other table
 * without a move or a second player after some days.  Tables that a client is looking at stay.
 */
#ifndef WEB_EXPIRY_H
#define WEB_EXPIRY_H

#include "web/registry.h"

/* Remember the challenges in the database; their creators count as seen now. */
void expiry_begin(TableRegistry *registry);
/* To be called once a second. */
void expiry_round(TableRegistry *registry);

#endif
