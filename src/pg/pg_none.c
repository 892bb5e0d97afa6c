/* SPDX-License-Identifier: MIT */
/* pg_none.c - replaces pg.c in builds without libpq: no connection can be opened. */
#include "pg/pg.h"

static Status fail(Fault *fault)
{
    return fault_set(fault, STATUS_ILLEGAL, 0,
                     "this program was built without PostgreSQL. Install libpq-dev, then build "
                     "again with -Dpostgres=enabled");
}

Pg *pg_open(const char *url, Fault *fault)
{
    (void)url;
    fail(fault);
    return NULL;
}

void pg_close(Pg *pg)
{
    (void)pg;
}

Status pg_reconnect(Pg *pg, Fault *fault)
{
    (void)pg;
    return fail(fault);
}

Status pg_query(Pg *pg, const char *sql, int count, const char *const *parameters, PgRows **rows,
                Fault *fault)
{
    (void)pg, (void)sql, (void)count, (void)parameters, (void)rows;
    return fail(fault);
}

Status pg_script(Pg *pg, const char *sql, Fault *fault)
{
    (void)pg, (void)sql;
    return fail(fault);
}

const char *pg_sqlstate(const Pg *pg)
{
    (void)pg;
    return "";
}

int pg_row_count(const PgRows *rows)
{
    (void)rows;
    return 0;
}

const char *pg_text(const PgRows *rows, int row, int column)
{
    (void)rows, (void)row, (void)column;
    return "";
}

size_t pg_length(const PgRows *rows, int row, int column)
{
    (void)rows, (void)row, (void)column;
    return 0;
}

bool pg_is_null(const PgRows *rows, int row, int column)
{
    (void)rows, (void)row, (void)column;
    return true;
}

int64_t pg_integer(const PgRows *rows, int row, int column)
{
    (void)rows, (void)row, (void)column;
    return 0;
}

bool pg_bool(const PgRows *rows, int row, int column)
{
    (void)rows, (void)row, (void)column;
    return false;
}

void pg_free(PgRows *rows)
{
    (void)rows;
}

void pg_set_patience(Pg *pg, int patience_ms)
{
    (void)pg, (void)patience_ms;
}

bool pg_is_connected(const Pg *pg)
{
    (void)pg;
    return false;
}

void pg_begin(Pg *pg)
{
    (void)pg;
}

PgProgress pg_go_on(Pg *pg, Fault *fault)
{
    (void)pg;
    fail(fault);
    return PG_FAILED;
}

int pg_socket(const Pg *pg)
{
    (void)pg;
    return -1;
}

bool pg_receive(Pg *pg)
{
    (void)pg;
    return false;
}

bool pg_notification(Pg *pg, char *out, size_t size)
{
    (void)pg, (void)out, (void)size;
    return false;
}
