/* pg_schema.h - a schema in a PostgreSQL database, with its version and migrations.
 *
 * Knows:   migrations, which are numbered files of SQL; the number of the last one is the version.
 * Ignores: what they contain.
 *
 * Migration 1 creates the schema with a table `version` of one row.
 */
#ifndef PG_PG_SCHEMA_H
#define PG_PG_SCHEMA_H

#include "base/embedded.h"
#include "pg/pg.h"
#include "pg/pg_waiter.h"

typedef struct PgSchema {
    const char         *name;      /* of the schema */
    const EmbeddedFile *files;     /* migration n is file n, counted from 1 */
    const char         *version;   /* statement that returns the version */
    const char         *title;     /* what it is, for people: "queue" */
    const char         *migration; /* how its owner migrates it, for people */
} PgSchema;

/* Connect to a database and prepare the schema: create it if there is none, and migrate an older one;
 * with `may_migrate` false, only check that its version is that of this program.  While the database is
 * away, try again for half a minute if there is a `waiter`.  NULL with the reason on failure. */
Pg *pg_schema_open(const char *url, const PgSchema *schema, bool may_migrate,
                   const PgWaiter *waiter, Fault *fault);

#endif
