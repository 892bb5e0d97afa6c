/* database.h - change the game database behind the server's back, as another version of the program did. */
#ifndef TESTS_WEB_DATABASE_H
#define TESTS_WEB_DATABASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <sqlite3.h>

/* Run statements on the database in a data directory that no server uses. */
static inline void database_run(const char *folder, const char *statements)
{
    char     path[128];
    sqlite3 *base;
    char    *why = NULL;
    snprintf(path, sizeof path, "%s/tables.db", folder);
    assert_int_equal(sqlite3_open(path, &base), SQLITE_OK);
    if (sqlite3_exec(base, statements, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    sqlite3_close(base);
}

#endif
