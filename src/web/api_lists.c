/* SPDX-License-Identifier: MIT */
/* api_lists.c - GET /api/tables: lists of tables.  POST /api/tables/ID/accept is in api_tables.c. */
#include <string.h>

#include <event2/http.h>

#include "base/clock.h"
#include "games/list.h"
#include "web/api.h"
#include "web/registry.h"

/* Append a summary, which is JSON already. */
static bool add_summary(void *context, const char *id, const char *summary)
{
    (void)id;
    Buffer *body = context;
    if (body->length > 1)
        buffer_add(body, ",");
    buffer_add(body, summary);
    return !body->failed;
}

/* Return the index of the parameter `name` in `words`, 0 if it is absent, or -1 if it is no such word. */
static int word_of(const Query *query, const char *name, const char *const *words)
{
    const char *value = query_value(query, name);
    if (value == NULL)
        return 0;
    for (int i = 1; words[i] != NULL; i++)
        if (strcmp(words[i], value) == 0)
            return i;
    return -1;
}

/* Read the filter; `filtered` is false if the parameters name none.  Return what is wrong, or NULL. */
static const char *filter_of(const Query *query, StoreFilter *filter, bool *filtered)
{
    static const char *const LISTS[] = { "", "open", "live", "over", NULL };
    static const TableState  STATES[] = { TABLE_UNBEGUN, TABLE_CHALLENGE, TABLE_LIVE, TABLE_OVER };
    static const char *const OPPONENTS[] = { "", "people", "engine", NULL };
    static const StoreOpponents KINDS[] = { OPPONENTS_ANY, OPPONENTS_PEOPLE, OPPONENTS_ENGINES };
    int                         list = word_of(query, "list", LISTS);
    int                         opponents = word_of(query, "opponents", OPPONENTS);
    const char                 *game = query_value(query, "game");
    if (list < 0)
        return "'list' must be open, live or over";
    if (opponents < 0)
        return "'opponents' must be people or engine";
    if (game != NULL && games_find(game) == NULL)
        return "'game' must be the name of a game; see /api/games";
    if (list == 0 && (game != NULL || opponents != 0))
        return "'game' and 'opponents' need a 'list'";
    *filtered = list != 0;
    *filter = (StoreFilter){ .state = STATES[list], .game = game, .opponents = KINDS[opponents] };
    if (filter->state == TABLE_LIVE)
        filter->since_ms = clock_date_ms() - (int64_t)LIVE_HOURS * 3600 * 1000;
    return NULL;
}

/* Append the tables that `ids` names, in that order; unknown ones are left out. */
static Status add_named(Call *call, const char *text)
{
    char ids[IDS_MAX][ID_TEXT_MAX];
    int  count;
    if (!ids_read(text, ids, &count))
        return STATUS_SYNTAX;
    Status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = store_summary(call->registry->store, ids[i], add_summary, &call->reply.body);
    return status;
}

void lists_api_answer(Call *call, const Query *query)
{
    const char *ids = query_value(query, "ids");
    int         limit = query_number(query, "limit", LIST_MAX, LIST_MAX);
    StoreFilter filter;
    bool        filtered;
    const char *wrong = limit < 0 ? "'limit' must be a whole number from 0 to 50"
                                  : filter_of(query, &filter, &filtered);
    _Static_assert(LIST_MAX == 50 && IDS_MAX == 32, "the messages name the limits");
    if (wrong != NULL) {
        reply_error(&call->reply, HTTP_BADREQUEST, wrong);
        return;
    }
    buffer_add(&call->reply.body, "[");
    Status status = ids != NULL ? add_named(call, ids)
                                : store_list(call->registry->store, filtered ? &filter : NULL,
                                             query_value(query, "before"), limit, add_summary,
                                             &call->reply.body);
    if (status == STATUS_SYNTAX)
        reply_error(&call->reply, HTTP_BADREQUEST,
                    "'ids' must be at most 32 ids of tables, separated by commas");
    else if (status != STATUS_OK)
        reply_error(&call->reply, store_is_away(call->registry->store) ? CODE_FULL : HTTP_INTERNAL,
                    "the server cannot read the game database; try again later");
    else
        buffer_add(&call->reply.body, "]");
}
