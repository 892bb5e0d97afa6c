/* SPDX-License-Identifier: MIT */
#include "web/lines.h"

#include <stdio.h>
#include <string.h>

#include <event2/http.h>

#include "base/clock.h"
#include "play/view_json.h"
#include "play/view_json_score.h"

static const char NO_TABLE[ID_TEXT_MAX] = "0000000000000000"; /* as the table of a task */
static const char BUSY[] = "the engine is busy with other searches; try again later";

static void set_json(Reply *reply)
{
    reply->type = JSON_TYPE;
    reply->policy = DATA_POLICY;
    reply->cache = "no-store";
}

/* Reply to the request of a search, which may go on without one. */
static void answer(LineSearch *search, int code, const char *sentence)
{
    Reply reply = reply_new();
    if (search->request == NULL)
        return;
    set_json(&reply);
    if (sentence != NULL) {
        reply_error(&reply, code, sentence);
    } else {
        const SearchTask *task = search->task;
        Json              json = json_over(&reply.body);
        view_lines(&json, NULL, &task->line, task->lines, task->line_count, task->depth,
                   task->known.is_known ? &task->known.score : NULL);
        if (reply.body.failed)
            reply_error(&reply, CODE_FULL, BUSY);
    }
    http_send(search->request, &reply);
    reply_free(&reply);
    search->request = NULL;
}

bool lines_take(TableRegistry *registry, const SearchTask *task)
{
    for (int i = 0; i < registry->line_count; i++) {
        LineSearch *search = &registry->line[i];
        if (search->task != task)
            continue;
        bool failed = task->cancelled || task->status != STATUS_OK || task->lines == NULL;
        answer(search, CODE_FULL, failed ? BUSY : NULL);
        *search = registry->line[--registry->line_count];
        return true;
    }
    return false;
}

/* Reply that a search was given up, and stop it.  Its slot stays taken until the pool returns it. */
static void give_up(TableRegistry *registry, LineSearch *search, int code, const char *sentence)
{
    answer(search, code, sentence);
    search_pool_cancel(registry->pool, search->task);
}

void lines_expire(TableRegistry *registry, int64_t now_ms)
{
    for (int i = 0; i < registry->line_count; i++) {
        LineSearch *search = &registry->line[i];
        if (search->request != NULL &&
            (now_ms == INT64_MAX || now_ms - search->since_ms >= 1000 * ANALYSIS_WAIT_SECONDS))
            give_up(registry, search, CODE_FULL, BUSY);
    }
}

/* Give up the oldest search of a visitor who has as many as allowed. */
static void make_place(TableRegistry *registry, const char *visitor)
{
    LineSearch *oldest = NULL;
    int         count = 0;
    for (int i = 0; i < registry->line_count; i++) {
        LineSearch *search = &registry->line[i];
        if (search->request == NULL || strcmp(search->visitor, visitor) != 0)
            continue;
        count++;
        if (oldest == NULL || search->since_ms < oldest->since_ms)
            oldest = search;
    }
    if (count >= LINES_PER_VISITOR_MAX)
        give_up(registry, oldest, CODE_CONFLICT, "a later search of yours replaced this one");
}

static bool start(Call *call, SearchTask *task)
{
    TableRegistry *registry = call->registry;
    make_place(registry, call->visitor->group);
    if (registry->line_count == LINES_WAITING_MAX ||
        !search_pool_submit(registry->pool, task, TASKS_MAX / 2))
        return false;
    LineSearch *search = &registry->line[registry->line_count++];
    *search = (LineSearch){ .task = task, .request = call->request, .since_ms = clock_wall_ms() };
    snprintf(search->visitor, sizeof search->visitor, "%s", call->visitor->group);
    return true;
}

/* Queue the search, or reply at once. */
static void find(Call *call, const ViewPosition *place, int lines, int time_ms)
{
    HostTask wanted = { .kind = HOST_TASK_LINES, .limits = { .lines = lines, .time_ms = time_ms } };
    Line     line;
    if (line_init(&line, &place->setup, &place->pos.head) != STATUS_OK) {
        reply_error(&call->reply, CODE_FULL, BUSY);
        return;
    }
    if (line_outcome(&line).ending != ENDING_NONE) {
        Json json = json_over(&call->reply.body);
        view_lines(&json, NULL, &line, NULL, 0, 0, NULL);
    } else {
        SearchTask *task = search_task_new(&wanted, NO_TABLE, &line);
        call->kept = task != NULL && start(call, task);
        if (!call->kept) {
            if (task != NULL)
                search_task_delete(task);
            reply_error(&call->reply, CODE_FULL, BUSY);
        }
    }
    line_free(&line);
}

void lines_api_answer(Call *call, const Query *query)
{
    ViewPosition place;
    Fault        fault;
    int          lines = query_number(query, "lines", VIEW_LINES_MAX, 1);
    int          time_ms = query_number(query, "time", LINES_MS_MAX, LINES_MS_MAX);
    set_json(&call->reply);
    if (call->post) {
        reply_error(&call->reply, HTTP_BADMETHOD, "method not allowed: use GET or HEAD");
        call->reply.allow = "GET, HEAD";
    } else if (view_position_read(query_value(query, "setup"), query_value(query, "position"), NULL,
                                  &place, &fault) != STATUS_OK) {
        reply_fault(&call->reply, HTTP_BADREQUEST, &fault);
    } else if (lines < 1) {
        reply_error(&call->reply, HTTP_BADREQUEST, "'lines' must be a whole number from 1 to 5");
    } else if (time_ms < 1) {
        reply_error(&call->reply, HTTP_BADREQUEST,
                    "'time' must be a whole number of milliseconds from 1 to 5000");
    } else {
        find(call, &place, lines, time_ms);
    }
}
