/* sharing.h - tables that other servers serve, too, because they use the same game database.
 *
 * Knows:   notifications of other servers, which tables in memory are older than the stored ones, whose
 *          turn it is to search for an engine, the clients of all servers.
 * Ignores: SQL (store_pg.h), what a table is.
 *
 * No server owns a table.  A table in memory is a copy: registry_find compares its version with the
 * database, so that every request sees the newest state.  A notification makes a server load a table
 * that has event streams again, and send the events that it missed.  After a lost connection all
 * tables in memory are loaded again.
 *
 * The server whose change made it an engine's turn has a lease of that search and renews it.  If it
 * dies, the next server that has the table in memory takes it over, or one that looks for abandoned
 * tables.  A search that runs twice is harmless: the second move is based on an old version.
 *
 * Without a shared database these functions do nothing and allow everything.
 */
#ifndef WEB_SHARING_H
#define WEB_SHARING_H

#include "web/registry.h"

/* To be called at each tick. */
void sharing_tick(TableRegistry *registry);
/* Leave the other servers, before all tables are dropped. */
void sharing_end(TableRegistry *registry);

/* Bring a table in memory up to date.  False if there is none any more, or the database does not
 * answer. */
bool sharing_update(TableRegistry *registry, Table *table);
/* Load the newest events of a table that was loaded. */
bool sharing_load_events(TableRegistry *registry, Table *table);
/* A table was loaded into memory; it is dropped from memory, and its streams are closed. */
void sharing_add(TableRegistry *registry, Table *table);
void sharing_drop(TableRegistry *registry, Table *table);
/* Send a transient event to the clients of other servers. */
bool sharing_has_others(const Table *table);
void sharing_tell(TableRegistry *registry, const Table *table, const char *event);
/* True if this server is to run a search. */
bool sharing_may_search(const TableRegistry *registry, const Table *table, const HostTask *task);

#endif
