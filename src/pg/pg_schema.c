/* SPDX-License-Identifier: MIT */
#include "pg/pg_schema.h"

#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/clock.h"

enum {
    SQL_MAX = 1 << 20,
    WAIT_FIRST_MS = 100, /* between two attempts to connect, doubling up to: */
    WAIT_MOST_MS = 1000,
    WAIT_IN_ALL_MS = 30000,
};

static int newest(const PgSchema *schema)
{
    int version = 0;
    while (schema->files[version].name != NULL)
        version++;
    return version;
}

/* Run the migrations from version `found` on, all in one transaction.  A lock orders programs that do so
 * at the same time: a later one finds the version changed, and its transaction fails. */
static Status migrate(Pg *pg, const PgSchema *schema, int found, Fault *fault)
{
    Buffer sql;
    buffer_init(&sql, SQL_MAX);
    buffer_add(&sql, "SELECT pg_advisory_xact_lock(7371737372);\n");
    for (int i = found; i < newest(schema); i++) {
        if (i > 0)
            buffer_addf(&sql, "UPDATE %s.version SET version = %d / (version = %d)::int;\n",
                        schema->name, i + 1, i);
        buffer_add(&sql, (const char *)schema->files[i].data);
    }
    Status status = sql.failed
                        ? fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY))
                        : pg_script(pg, sql.data, fault);
    buffer_free(&sql);
    return status;
}

/* Set `*version` to the version of the schema, 0 if there is none. */
static Status find_version(Pg *pg, const PgSchema *schema, int *version, Fault *fault)
{
    PgRows *rows;
    *version = 0;
    Status status = pg_query(pg, schema->version, 0, NULL, &rows, fault);
    if (status == STATUS_OK) {
        *version = (int)pg_integer(rows, 0, 0);
        pg_free(rows);
        return STATUS_OK;
    }
    static const char *const MISSING[] = { "3F000", "42883",
                                           "42P01" }; /* schema, function, table */
    for (size_t i = 0; i < sizeof MISSING / sizeof MISSING[0]; i++)
        if (strcmp(pg_sqlstate(pg), MISSING[i]) == 0)
            return STATUS_OK;
    return status;
}

static Status check_version(const PgSchema *schema, int version, Fault *fault)
{
    if (version == newest(schema))
        return STATUS_OK;
    if (version == 0)
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "the database has no %s; its owner creates one with %s", schema->title,
                         schema->migration);
    bool is_newer = version > newest(schema);
    return fault_set(
        fault, STATUS_ILLEGAL, 0,
        "the %s in the database has version %d, and this program knows version %d; %s%s",
        schema->title, version, newest(schema),
        is_newer ? "update the program" : "its owner migrates it with ",
        is_newer ? "" : schema->migration);
}

static Status prepare(Pg *pg, const PgSchema *schema, bool may_migrate, Fault *fault)
{
    int    version;
    Status status = find_version(pg, schema, &version, fault);
    if (status != STATUS_OK || !may_migrate || version >= newest(schema))
        return status == STATUS_OK ? check_version(schema, version, fault) : status;
    status = migrate(pg, schema, version, fault);
    Fault ignored;
    if (status == STATUS_ILLEGAL && find_version(pg, schema, &version, &ignored) == STATUS_OK &&
        version == newest(schema))
        return STATUS_OK; /* another program was faster */
    return status;
}

static Pg *open_once(const char *url, const PgSchema *schema, bool may_migrate, Fault *fault)
{
    Pg *pg = pg_open(url, fault);
    if (pg == NULL || prepare(pg, schema, may_migrate, fault) == STATUS_OK)
        return pg;
    pg_close(pg);
    return NULL;
}

Pg *pg_schema_open(const char *url, const PgSchema *schema, bool may_migrate,
                   const PgWaiter *waiter, Fault *fault)
{
    int64_t end_ms = clock_wall_ms() + WAIT_IN_ALL_MS;
    int     wait_ms = WAIT_FIRST_MS;
    Pg     *pg = open_once(url, schema, may_migrate, fault);
    if (pg == NULL && fault->status == STATUS_SYSTEM && waiter != NULL)
        waiter->notify(waiter->context, fault->why);
    while (pg == NULL && fault->status == STATUS_SYSTEM && waiter != NULL &&
           clock_wall_ms() < end_ms) {
        usleep((useconds_t)wait_ms * 1000);
        wait_ms = wait_ms * 2 < WAIT_MOST_MS ? wait_ms * 2 : WAIT_MOST_MS;
        pg = open_once(url, schema, may_migrate, fault);
    }
    return pg;
}
