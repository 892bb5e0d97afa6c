/* health.h - whether the server can do its work, for load balancers and monitors.
 *
 * Knows:   the game database, the search pool, the limits.
 * Ignores: requests.
 */
#ifndef WEB_HEALTH_H
#define WEB_HEALTH_H

#include "base/buffer.h"

struct TableRegistry;

/* Write "ok", or each reason why not on a line of its own; true for "ok".  `registry` may be NULL. */
bool health_write(struct TableRegistry *registry, Buffer *out);

#endif
