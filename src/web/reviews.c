/* SPDX-License-Identifier: MIT */
#include "web/reviews.h"

#include <stdio.h>
#include <string.h>

#include <event2/http.h>

#include "base/clock.h"
#include "dialects/game_read.h"
#include "play/review_json.h"
#include "web/store_pg.h"

static const char ROOT[] = "reviews";
static const char NO_REVIEW[] = "there is no review with this id; it may have expired";
static const char BUSY[] = "the server is busy with other reviews; try again later";

/* --- Jobs --------------------------------------------------------------------------------- */

static void remove_at(TableRegistry *registry, int index)
{
    GameReview *review = &registry->review[index];
    if (store_is_shared(registry->store))
        store_pg_drop_review(registry->store, review->id);
    if (review->task != NULL)
        search_pool_cancel(registry->pool, review->task); /* the pool returns it as nobody's */
    review_free(&review->review);
    record_free(&review->record);
    registry->review_count--;
    memmove(review, review + 1, (size_t)(registry->review_count - index) * sizeof *review);
}

static int find(const TableRegistry *registry, const char *id)
{
    for (int i = 0; i < registry->review_count; i++)
        if (strcmp(registry->review[i].id, id) == 0)
            return i;
    return -1;
}

/* Write the reply to a request for a review that has not failed. */
static void write_review(TableRegistry *registry, const GameReview *review, Buffer *out)
{
    int  total = line_turns(&review->record.line) + 1;
    int  done = review->task != NULL ? search_pool_done(registry->pool, review->task) : 0;
    Json json = json_over(out);
    json_object(&json, NULL);
    json_integer(&json, "done", review->state == REVIEW_DONE ? total : done);
    json_integer(&json, "total", total);
    if (review->state == REVIEW_DONE) {
        json_object(&json, "review");
        review_json(&json, &review->record, &review->review, REVIEW_NODES);
        json_end_object(&json);
    } else {
        json_null(&json, "review");
    }
    json_end_object(&json);
}

/* Let other servers that share the database answer requests for a review.  False if a client of theirs
 * cancelled it. */
static bool share(TableRegistry *registry, GameReview *review)
{
    Buffer  reply;
    int64_t asked_ms;
    bool    is_cancelled = false;
    if (!store_is_shared(registry->store) || review->state == REVIEW_FAILED)
        return true;
    buffer_init(&reply, REPLY_BYTES_MAX);
    write_review(registry, review, &reply);
    if (!reply.failed && store_pg_put_review(registry->store, review->id, reply.data, &asked_ms,
                                             &is_cancelled) == STATUS_OK) {
        int64_t since = clock_wall_ms() - asked_ms;
        review->seen_ms = since > review->seen_ms ? since : review->seen_ms;
    }
    buffer_free(&reply);
    return !is_cancelled;
}

/* Submit a review to the pool; it fails if it cannot run. */
static void submit(TableRegistry *registry, GameReview *review)
{
    HostTask    wanted = { .kind = HOST_TASK_REVIEW, .limits = { .nodes = REVIEW_NODES } };
    SearchTask *task = search_task_new(&wanted, review->id, &review->record.line);
    if (task != NULL)
        task->review = review_job_new(&review->record.line, REVIEW_NODES);
    if (task != NULL && task->review != NULL &&
        search_pool_submit(registry->pool, task, TASKS_MAX)) {
        review->task = task;
        return;
    }
    if (task != NULL)
        search_task_delete(task);
    review->state = REVIEW_FAILED;
}

/* Submit waiting reviews, oldest first, while few enough run. */
static void submit_waiting(TableRegistry *registry)
{
    int running = 0;
    for (int i = 0; i < registry->review_count; i++)
        running += registry->review[i].task != NULL;
    for (int i = 0; i < registry->review_count && running < REVIEWS_AT_ONCE; i++) {
        GameReview *review = &registry->review[i];
        if (review->task != NULL || review->state != REVIEW_RUNS)
            continue;
        submit(registry, review);
        running += review->task != NULL;
    }
}

bool reviews_take(TableRegistry *registry, SearchTask *task)
{
    if (task->task.kind != HOST_TASK_REVIEW)
        return false;
    for (int i = 0; i < registry->review_count; i++) {
        GameReview *review = &registry->review[i];
        if (review->task != task)
            continue;
        review->task = NULL;
        bool is_done = !task->cancelled && task->status == STATUS_OK &&
                       review_job_finish(task->review, &review->review) == STATUS_OK;
        review->state = is_done ? REVIEW_DONE : REVIEW_FAILED;
        share(registry, review);
    }
    submit_waiting(registry);
    return true;
}

void reviews_expire(TableRegistry *registry, int64_t now_ms)
{
    for (int i = registry->review_count - 1; i >= 0; i--)
        if (now_ms == INT64_MAX || !share(registry, &registry->review[i]) ||
            now_ms - registry->review[i].seen_ms >= 1000 * REVIEW_UNSEEN_SECONDS)
            remove_at(registry, i);
    if (now_ms != INT64_MAX)
        submit_waiting(registry);
}

/* Make a slot free if none is: the oldest review that is over goes. */
static bool make_place(TableRegistry *registry)
{
    for (int i = 0; i < registry->review_count && registry->review_count == REVIEWS_MAX; i++)
        if (registry->review[i].state != REVIEW_RUNS)
            remove_at(registry, i);
    return registry->review_count < REVIEWS_MAX;
}

static int count_of(const TableRegistry *registry, const char *visitor)
{
    int count = 0;
    for (int i = 0; i < registry->review_count; i++)
        count += registry->review[i].state == REVIEW_RUNS &&
                 strcmp(registry->review[i].visitor, visitor) == 0;
    return count;
}

/* --- Requests ----------------------------------------------------------------------------- */

/* Start the review of a record, which is then the job's.  False after an error. */
static bool start(Call *call, const Record *record)
{
    TableRegistry *registry = call->registry;
    Reply         *reply = &call->reply;
    char           id[ID_TEXT_MAX];
    if (line_turns(&record->line) == 0) {
        reply_error(reply, HTTP_BADREQUEST, "the game has no moves to review");
        return false;
    }
    if (line_turns(&record->line) > REVIEW_TURNS_MAX) {
        reply_error(reply, HTTP_BADREQUEST,
                    "the server reviews games of up to 1000 moves; use tessera review");
        return false;
    }
    if (count_of(registry, call->visitor->group) >= REVIEWS_PER_VISITOR_MAX) {
        reply_error(reply, CODE_CONFLICT,
                    "you have two reviews in progress; wait until one ends, or cancel it");
        return false;
    }
    if (!make_place(registry) || !secret_id(id)) {
        reply_error(reply, CODE_FULL, BUSY);
        return false;
    }
    GameReview *review = &registry->review[registry->review_count++];
    *review = (GameReview){ .record = *record, .seen_ms = clock_wall_ms() };
    snprintf(review->id, sizeof review->id, "%s", id);
    snprintf(review->visitor, sizeof review->visitor, "%s", call->visitor->group);
    submit_waiting(registry);
    share(registry, review);
    Json json = json_over(&reply->body);
    json_object(&json, NULL);
    json_string(&json, "review", id);
    json_end_object(&json);
    return true;
}

static void read_and_start(Call *call)
{
    ActionRequest wanted;
    Record        record;
    Fault         fault;
    if (action_read(call->body, call->size, WITH_TEXT, &wanted, &fault) != STATUS_OK) {
        reply_fault(&call->reply, HTTP_BADREQUEST, &fault);
        return;
    }
    if (game_read(wanted.text, strlen(wanted.text), &(GameAsk){ 0 }, &record, &fault) != STATUS_OK)
        reply_fault(&call->reply, HTTP_BADREQUEST, &fault);
    else if (!start(call, &record))
        record_free(&record);
    action_free(&wanted);
}

static void show(Call *call, GameReview *review)
{
    review->seen_ms = clock_wall_ms();
    if (review->state == REVIEW_FAILED)
        reply_error(&call->reply, CODE_FULL, BUSY);
    else
        write_review(call->registry, review, &call->reply.body);
}

static void cancel(Call *call, int index)
{
    Json json = json_over(&call->reply.body);
    if (index >= 0)
        remove_at(call->registry, index);
    json_object(&json, NULL);
    json_end_object(&json);
}

/* Answer a request for a review that this server does not have; another one may. */
static void answer_elsewhere(Call *call, const char *id, bool is_cancel)
{
    Store *store = call->registry->store;
    Status status = !store_is_shared(store) ? STATUS_NOT_FOUND
                    : is_cancel             ? store_pg_cancel_review(store, id)
                                            : store_pg_get_review(store, id, &call->reply.body);
    if (status == STATUS_NOT_FOUND)
        reply_error(&call->reply, HTTP_NOTFOUND, NO_REVIEW);
    else if (status != STATUS_OK)
        reply_error(&call->reply, CODE_FULL, BUSY);
    else if (is_cancel)
        cancel(call, -1);
}

bool reviews_api_owns(const char *path)
{
    size_t length = strlen(ROOT);
    return strncmp(path, ROOT, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

void reviews_api_answer(Call *call, const char *path)
{
    Reply *reply = &call->reply;
    char   id[ID_TEXT_MAX] = "";
    path += strlen(ROOT);
    if (path[0] == '/')
        snprintf(id, sizeof id, "%s", path + 1);
    const char *rest = path[0] == '/' ? path + 1 + strlen(id) : path;
    int         index = find(call->registry, id);
    bool        is_cancel = strcmp(rest, "/cancel") == 0;
    if (path[0] != '\0' && rest[0] != '\0' && !is_cancel) {
        reply_error(reply, HTTP_NOTFOUND, NO_REVIEW);
    } else if (call->post != (path[0] == '\0' || is_cancel)) {
        reply_error(reply, HTTP_BADMETHOD,
                    call->post ? "method not allowed: use GET or HEAD"
                               : "method not allowed: use POST");
        reply->allow = call->post ? "GET, HEAD" : "POST";
    } else if (path[0] == '\0') {
        read_and_start(call);
    } else if (index < 0) {
        answer_elsewhere(call, id, is_cancel);
    } else if (is_cancel) {
        cancel(call, index);
    } else {
        show(call, &call->registry->review[index]);
    }
}
