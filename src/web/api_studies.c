/* SPDX-License-Identifier: MIT */
/* api_studies.c - shared studies: anyone with the id reads one, the key changes it. */
#include <string.h>

#include <event2/http.h>

#include "base/clock.h"
#include "base/json.h"
#include "dialects/game_read.h"
#include "web/api.h"
#include "web/registry.h"

static const char ROOT[] = "studies";

/* Reply that there is no such study, or that the database does not answer. */
static void reply_missing(Call *call)
{
    if (store_is_away(call->registry->store))
        reply_error(&call->reply, CODE_FULL, "the study cannot be read; try again later");
    else
        reply_error(&call->reply, HTTP_NOTFOUND, "there is no study with this id");
}

static void reply_unsaved(Call *call)
{
    reply_error(&call->reply, store_is_away(call->registry->store) ? CODE_FULL : HTTP_INTERNAL,
                "the study could not be saved; try again later");
}

bool studies_api_owns(const char *path)
{
    size_t length = strlen(ROOT);
    return strncmp(path, ROOT, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* Write the game of a text as a record.  False after an error. */
static bool write_record(Reply *reply, const char *text, Buffer *out)
{
    Record record;
    Fault  fault;
    if (game_read(text, strlen(text), &(GameAsk){ 0 }, &record, &fault) != STATUS_OK) {
        reply_fault(reply, HTTP_BADREQUEST, &fault);
        return false;
    }
    bool is_written = record_write(&record, buffer_sink, out);
    record_free(&record);
    if (!is_written)
        reply_error(reply, HTTP_BADREQUEST, "the study is too large");
    return is_written;
}

static void add(Call *call, const char *record)
{
    Store *store = call->registry->store;
    Reply *reply = &call->reply;
    char   id[ID_TEXT_MAX], key[TOKEN_TEXT_MAX];
    Json   json = json_over(&reply->body);
    if (store_count_studies(store) >= STUDIES_STORED_MAX || !secret_id(id) || !secret_token(key)) {
        reply_error(reply, CODE_FULL, "the server stores no more studies; try again later");
        return;
    }
    Hash hash = secret_hash(key);
    if (store_add_study(store, id, &hash, record, clock_date_ms()) != STATUS_OK) {
        reply_unsaved(call);
        return;
    }
    json_object(&json, NULL);
    json_string(&json, "study", id);
    json_string(&json, "key", key);
    json_end_object(&json);
}

static void change(Call *call, const char *id, const char *key, const char *record)
{
    Store *store = call->registry->store;
    Reply *reply = &call->reply;
    Hash   hash;
    Buffer old;
    Json   json = json_over(&reply->body);
    buffer_init(&old, REPLY_BYTES_MAX);
    Status status = store_load_study(store, id, clock_date_ms(), &hash, &old);
    buffer_free(&old);
    if (status != STATUS_OK) {
        reply_missing(call);
    } else if (!secret_matches(&hash, key)) {
        reply_error(reply, CODE_FORBIDDEN, "'token' must be the key of this study");
    } else if (store_change_study(store, id, record, clock_date_ms()) != STATUS_OK) {
        reply_unsaved(call);
    } else {
        json_object(&json, NULL);
        json_end_object(&json);
    }
}

/* POST: store a new study, or the study `id` if it is not NULL. */
static void store_study(Call *call, const char *id)
{
    ActionRequest wanted;
    Fault         fault;
    Buffer        record;
    if (action_read(call->body, call->size, WITH_TEXT | WITH_TOKEN, &wanted, &fault) != STATUS_OK) {
        reply_fault(&call->reply, HTTP_BADREQUEST, &fault);
        return;
    }
    buffer_init(&record, BODY_BYTES_MAX);
    if (write_record(&call->reply, wanted.text, &record)) {
        if (id == NULL)
            add(call, record.data);
        else
            change(call, id, wanted.token, record.data);
    }
    buffer_free(&record);
    action_free(&wanted);
}

static void show(Call *call, const char *id)
{
    Hash hash;
    if (store_load_study(call->registry->store, id, clock_date_ms(), &hash, &call->reply.body) !=
        STATUS_OK) {
        reply_missing(call);
        return;
    }
    call->reply.type = TEXT_TYPE;
}

void studies_api_answer(Call *call, const char *path)
{
    const char *id = path[strlen(ROOT)] == '\0' ? NULL : path + strlen(ROOT) + 1;
    if (call->post) {
        store_study(call, id);
    } else if (id == NULL) {
        reply_error(&call->reply, HTTP_BADMETHOD, "method not allowed: use POST");
        call->reply.allow = "POST";
    } else {
        show(call, id);
    }
}
