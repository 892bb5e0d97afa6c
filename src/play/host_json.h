/* host_json.h - a table, its events, hints and scores as JSON; docs/api.md describes every object. */
#ifndef PLAY_HOST_JSON_H
#define PLAY_HOST_JSON_H

#include "base/json.h"
#include "play/host.h"

/* Write a Table, with its moves if `whole`. */
void host_write_table(Json *json, const char *name, const TableHost *host, bool whole,
                      int64_t now_ms);
/* Write an entry of a list without the closing bracket, so that the owner can add fields. */
void host_write_summary_open(Json *json, const TableHost *host);
void host_write_hint(Json *json, const char *name, const TableHost *host);
void host_write_scores(Json *json, const char *name, const TableHost *host);
/* Write the data of an event. */
void host_event_write(Json *json, const char *name, const TableHost *host, const HostEvent *event,
                      int64_t now_ms);

#endif
