/* SPDX-License-Identifier: MIT */
#include "web/request.h"

#include <assert.h>
#include <limits.h>
#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "search/level.h"

/* --- Queries ------------------------------------------------------------------------------ */

static int base16_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Decode percent-encoding in place; false if it is invalid or encodes a NUL. */
static bool unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from != '%') {
            *to++ = *from == '+' ? ' ' : *from;
            continue;
        }
        int high = base16_digit(from[1]), low = high < 0 ? -1 : base16_digit(from[2]);
        if (low < 0 || high + low == 0)
            return false;
        *to++ = (char)(high << 4 | low);
        from += 2;
    }
    *to = '\0';
    return true;
}

static Status add_pair(Query *query, char *pair, Fault *fault)
{
    char  *equals = strchr(pair, '=');
    size_t at = (size_t)(pair - query->text);
    if (equals == NULL || equals == pair)
        return fault_set(fault, STATUS_SYNTAX, at, "the query must be NAME=VALUE pairs");
    *equals = '\0';
    if (!unescape(pair) || !unescape(equals + 1))
        return fault_set(fault, STATUS_SYNTAX, at, "invalid percent-encoding in the query");
    if (query_value(query, pair) != NULL)
        return fault_set(fault, STATUS_SYNTAX, at, "'%.40s' is given twice", pair);
    if (query->count == QUERY_VALUES_MAX)
        return fault_set(fault, STATUS_SYNTAX, at, "too many parameters; the limit is %d",
                         QUERY_VALUES_MAX);
    query->name[query->count] = pair;
    query->value[query->count++] = equals + 1;
    return STATUS_OK;
}

Status query_read(const char *text, Query *out, Fault *fault)
{
    size_t length = text == NULL ? 0 : strlen(text);
    out->count = 0;
    if (length >= sizeof out->text)
        return fault_set(fault, STATUS_SYNTAX, 0, "the query is too long; the limit is %d bytes",
                         HEAD_BYTES_MAX);
    if (length == 0)
        return STATUS_OK;
    memcpy(out->text, text, length + 1);
    for (char *pair = out->text; pair != NULL;) {
        char *next = strchr(pair, '&');
        if (next != NULL)
            *next++ = '\0';
        Status status = add_pair(out, pair, fault);
        if (status != STATUS_OK)
            return status;
        pair = next;
    }
    return STATUS_OK;
}

const char *query_value(const Query *query, const char *name)
{
    for (int i = 0; i < query->count; i++)
        if (strcmp(query->name[i], name) == 0)
            return query->value[i];
    return NULL;
}

int query_number(const Query *query, const char *name, int limit, int fallback)
{
    const char *value = query_value(query, name);
    uint32_t    number;
    assert(limit >= 0);
    if (value == NULL)
        return fallback;
    Scan scan = scan_string(value);
    return scan_number(&scan, (uint32_t)limit, &number) && scan_done(&scan) ? (int)number : -1;
}

bool ids_read(const char *text, char ids[IDS_MAX][ID_TEXT_MAX], int *count)
{
    enum { DIGITS = ID_TEXT_MAX - 1 };
    *count = 0;
    for (;; text++) {
        if (*count == IDS_MAX || strspn(text, "0123456789abcdef") != DIGITS)
            return false;
        memcpy(ids[*count], text, DIGITS);
        ids[(*count)++][DIGITS] = '\0';
        text += DIGITS;
        if (*text != ',')
            return *text == '\0';
    }
}

bool cells_read(const char *text, uint16_t *cells, int capacity, int *count)
{
    Scan     scan = scan_string(text);
    uint32_t cell;
    assert(capacity > 0);
    *count = 0;
    do {
        if (*count == capacity || !scan_number(&scan, UINT16_MAX, &cell))
            return false;
        cells[(*count)++] = (uint16_t)cell;
    } while (scan_char(&scan, ','));
    return scan_done(&scan);
}

/* --- Headers ------------------------------------------------------------------------------ */

/* True for "127." followed by digits and dots only, which cannot be a host name. */
static bool is_loopback_number(const char *host, size_t length)
{
    if (length < 5 || strncmp(host, "127.", 4) != 0)
        return false;
    for (size_t i = 0; i < length; i++)
        if (host[i] != '.' && !isdigit((unsigned char)host[i]))
            return false;
    return true;
}

static bool is_port(const char *text)
{
    if (text[0] == '\0')
        return true;
    size_t digits = strspn(text + 1, "0123456789");
    return text[0] == ':' && digits >= 1 && digits <= 5 && text[1 + digits] == '\0';
}

bool host_is_loopback(const char *host)
{
    static const char V6[] = "[::1]", NAME[] = "localhost";
    if (strncmp(host, V6, strlen(V6)) == 0)
        return is_port(host + strlen(V6));
    size_t length = strcspn(host, ":");
    bool   here = (length == strlen(NAME) && strncasecmp(host, NAME, length) == 0) ||
                is_loopback_number(host, length);
    return here && is_port(host + length);
}

bool origin_is_host(const char *origin, const char *host)
{
    static const char SCHEMES[][9] = { "http://", "https://" };
    for (size_t i = 0; i < sizeof SCHEMES / sizeof SCHEMES[0]; i++)
        if (strncmp(origin, SCHEMES[i], strlen(SCHEMES[i])) == 0)
            return strcasecmp(origin + strlen(SCHEMES[i]), host) == 0;
    return false;
}

bool type_is_json(const char *type)
{
    static const char JSON[] = "application/json";
    size_t            length = strcspn(type, "; \t");
    return length == strlen(JSON) && strncasecmp(type, JSON, length) == 0;
}

/* --- Bodies ------------------------------------------------------------------------------- */

static Status field_error(Fault *fault, const char *name, const char *expected)
{
    return fault_set(fault, STATUS_SYNTAX, 0, "'%s' must be %s", name, expected);
}

/* Check the nesting depth before the JSON parser, which recurses, sees the text. */
static bool is_flat(const char *data, size_t size, size_t *at)
{
    bool in_string = false;
    int  depth = 0;
    for (size_t i = 0; i < size; i++) {
        *at = i;
        if (in_string && data[i] == '\\')
            i++;
        else if (data[i] == '"')
            in_string = !in_string;
        else if (!in_string && (data[i] == '[' || data[i] == '{') && ++depth > BODY_DEPTH_MAX)
            return false;
        else if (!in_string && (data[i] == ']' || data[i] == '}'))
            depth--;
    }
    return true;
}

static json_t *read_object(const char *data, size_t size, Fault *fault)
{
    size_t       at;
    json_error_t error;
    if (size > BODY_BYTES_MAX || !is_flat(data, size, &at)) {
        if (size > BODY_BYTES_MAX)
            fault_set(fault, STATUS_SYNTAX, 0, "the body is too large; the limit is %d bytes",
                      BODY_BYTES_MAX);
        else
            fault_set(fault, STATUS_SYNTAX, at, "the JSON is nested too deeply; the limit is %d",
                      BODY_DEPTH_MAX);
        return NULL;
    }
    json_t *root = json_loadb(data, size, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        fault_set(fault, STATUS_SYNTAX, error.position < 0 ? 0 : (size_t)error.position,
                  "the body is not valid JSON: %.120s", error.text);
    } else if (!json_is_object(root)) {
        fault_set(fault, STATUS_SYNTAX, 0, "the body must be a JSON object");
        json_decref(root);
        root = NULL;
    }
    return root;
}

/* Check that every key of the object is one of `names`, a NULL-terminated list. */
static Status only_names(const json_t *object, const char *const *names, Fault *fault)
{
    const char *key;
    json_t     *value;
    json_object_foreach((json_t *)object, key, value)
    {
        const char *const *name = names;
        while (*name != NULL && strcmp(*name, key) != 0)
            name++;
        if (*name == NULL)
            return fault_set(fault, STATUS_SYNTAX, 0, "unknown field '%.40s'", key);
    }
    return STATUS_OK;
}

/* Read an optional string; null counts as absent. */
static Status take_text(const json_t *object, const char *name, const char **out, Fault *fault)
{
    const json_t *value = json_object_get(object, name);
    if (value == NULL || json_is_null(value))
        return STATUS_OK;
    if (!json_is_string(value))
        return field_error(fault, name, "a string");
    *out = json_string_value(value);
    return STATUS_OK;
}

static Status take_number(const json_t *object, const char *name, int64_t least, int64_t most,
                          int64_t *out, Fault *fault)
{
    const json_t *value = json_object_get(object, name);
    assert(least <= most);
    if (!json_is_integer(value) || json_integer_value(value) < least ||
        json_integer_value(value) > most)
        return fault_set(fault, STATUS_SYNTAX, 0, "'%s' must be a whole number from %lld to %lld",
                         name, (long long)least, (long long)most);
    *out = json_integer_value(value);
    return STATUS_OK;
}

/* Check a player name: short and without control characters. */
static Status check_name(const char *name, Fault *fault)
{
    if (strlen(name) > NAME_BYTES_MAX)
        return fault_set(fault, STATUS_SYNTAX, 0, "a player name may have at most %d bytes",
                         NAME_BYTES_MAX);
    for (; *name != '\0'; name++)
        if ((unsigned char)*name < 0x20 || *name == 0x7f)
            return fault_set(fault, STATUS_SYNTAX, 0,
                             "a player name must not contain control characters");
    return STATUS_OK;
}

static Status take_engine(const json_t *seat, SeatRequest *out, Fault *fault)
{
    int64_t number;
    bool    timed = json_object_get(seat, "time") != NULL;
    if (timed && json_object_get(seat, "level") != NULL)
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "an engine seat takes 'level' or 'time', not both");
    Status status = timed ? take_number(seat, "time", 1, ENGINE_MS_MAX, &number, fault)
                          : take_number(seat, "level", LEVEL_LOWEST, LEVEL_HIGHEST, &number, fault);
    if (status == STATUS_OK)
        *(timed ? &out->time_ms : &out->level) = (int)number;
    return status;
}

static Status take_seat(const json_t *seat, SeatRequest *out, Fault *fault)
{
    static const char *const NAMES[] = { "kind", "level", "time", NULL };
    static const char *const KINDS[] = { "human", "open", "engine" };
    const char              *kind = "";
    if (!json_is_object(seat))
        return field_error(fault, "seats", "an array of two objects");
    Status status = only_names(seat, NAMES, fault);
    if (status == STATUS_OK)
        status = take_text(seat, "kind", &kind, fault);
    if (status != STATUS_OK)
        return status;
    *out = (SeatRequest){ .level = 0 };
    for (int i = 0; i < 3; i++) {
        if (strcmp(kind, KINDS[i]) != 0)
            continue;
        out->kind = (SeatKind)i;
        if (out->kind == SEAT_ENGINE)
            return take_engine(seat, out, fault);
        return json_object_size(seat) == 1
                   ? STATUS_OK
                   : fault_set(fault, STATUS_SYNTAX, 0,
                               "'level' and 'time' are for engine seats only");
    }
    return field_error(fault, "kind", "human, open or engine");
}

static Status take_seats(const json_t *root, TableRequest *out, Fault *fault)
{
    const json_t *seats = json_object_get(root, "seats");
    Status        status = STATUS_OK;
    if (!json_is_array(seats) || json_array_size(seats) != 2)
        return field_error(fault, "seats", "an array of two objects");
    for (size_t i = 0; i < 2 && status == STATUS_OK; i++)
        status = take_seat(json_array_get(seats, i), &out->seat[i], fault);
    if (status == STATUS_OK && out->seat[0].kind == SEAT_OPEN && out->seat[1].kind == SEAT_OPEN)
        return fault_set(fault, STATUS_SYNTAX, 0, "only one of the two 'seats' may be open");
    return status;
}

static Status take_clock(const json_t *root, TableRequest *out, Fault *fault)
{
    static const char *const NAMES[] = { "main", "increment", NULL };
    const json_t            *clock = json_object_get(root, "clock");
    out->has_clock = clock != NULL && !json_is_null(clock);
    if (!out->has_clock)
        return STATUS_OK;
    if (!json_is_object(clock))
        return field_error(fault, "clock", "an object");
    Status status = only_names(clock, NAMES, fault);
    if (status == STATUS_OK)
        status = take_number(clock, "main", 1, CLOCK_MS_MAX, &out->main_ms, fault);
    if (status == STATUS_OK && json_object_get(clock, "increment") != NULL)
        status = take_number(clock, "increment", 0, CLOCK_MS_MAX, &out->increment_ms, fault);
    return status;
}

static Status take_names(const json_t *root, TableRequest *out, Fault *fault)
{
    const json_t *names = json_object_get(root, "names");
    Status        status = STATUS_OK;
    if (names == NULL || json_is_null(names))
        return STATUS_OK;
    if (!json_is_array(names) || json_array_size(names) != 2)
        return field_error(fault, "names", "an array of two strings");
    for (size_t i = 0; i < 2 && status == STATUS_OK; i++) {
        const json_t *name = json_array_get(names, i);
        if (json_is_null(name))
            continue;
        if (!json_is_string(name))
            return field_error(fault, "names", "an array of two strings");
        out->name[i] = json_string_value(name);
        status = check_name(out->name[i], fault);
    }
    return status;
}

/* Read an optional flag. */
static Status take_flag(const json_t *root, const char *name, bool *out, Fault *fault)
{
    const json_t *value = json_object_get(root, name);
    if (value != NULL && !json_is_null(value) && !json_is_boolean(value))
        return field_error(fault, name, "true or false");
    *out = json_is_true(value);
    return STATUS_OK;
}

static Status take_flags(TableRequest *wanted, Fault *fault)
{
    Status status = take_flag(wanted->root, "hints", &wanted->casual, fault);
    if (status == STATUS_OK)
        status = take_flag(wanted->root, "listed", &wanted->listed, fault);
    if (status == STATUS_OK && wanted->listed && wanted->seat[0].kind != SEAT_OPEN &&
        wanted->seat[1].kind != SEAT_OPEN)
        return fault_set(fault, STATUS_SYNTAX, 0, "'listed' needs an open seat");
    return status;
}

static Status take_request(TableRequest *wanted, Fault *fault)
{
    static const char *const NAMES[] = { "setup", "position", "record", "seats", "clock",
                                         "names", "hints",    "listed", NULL };
    Status                   status = only_names(wanted->root, NAMES, fault);
    if (status == STATUS_OK)
        status = take_text(wanted->root, "setup", &wanted->setup, fault);
    if (status == STATUS_OK)
        status = take_text(wanted->root, "position", &wanted->position, fault);
    if (status == STATUS_OK)
        status = take_text(wanted->root, "record", &wanted->record, fault);
    if (status == STATUS_OK && wanted->setup == NULL && wanted->record == NULL)
        status = field_error(fault, "setup", "a string");
    if (status == STATUS_OK && wanted->position != NULL && wanted->record != NULL)
        status = fault_set(fault, STATUS_SYNTAX, 0,
                           "use 'position' or 'record', not both: a record has its own start");
    if (status == STATUS_OK)
        status = take_seats(wanted->root, wanted, fault);
    if (status == STATUS_OK)
        status = take_clock(wanted->root, wanted, fault);
    if (status == STATUS_OK)
        status = take_names(wanted->root, wanted, fault);
    if (status == STATUS_OK)
        status = take_flags(wanted, fault);
    return status;
}

Status table_request_read(const char *data, size_t size, TableRequest *out, Fault *fault)
{
    TableRequest wanted = { .root = read_object(data, size, fault), .name = { "", "" } };
    if (wanted.root == NULL)
        return STATUS_SYNTAX;
    Status status = take_request(&wanted, fault);
    if (status == STATUS_OK)
        *out = wanted;
    else
        table_request_free(&wanted);
    return status;
}

void table_request_free(TableRequest *wanted)
{
    json_decref(wanted->root);
    *wanted = (TableRequest){ .root = NULL };
}

/* Read a step of 1 to 16 hexadecimal digits. */
static bool read_step(const char *text, Step *step)
{
    size_t digits = text == NULL ? 0 : strspn(text, "0123456789abcdef");
    if (digits == 0 || digits > 16 || text[digits] != '\0')
        return false;
    *step = strtoull(text, NULL, 16);
    return true;
}

static const char STEPS_EXPECTED[] = "an array of steps in hexadecimal digits";

static Status take_steps(const json_t *root, Turn *out, Fault *fault)
{
    const json_t *steps = json_object_get(root, "steps");
    size_t        count = json_array_size(steps);
    out->count = 0;
    if (!json_is_array(steps) || count == 0 || count > TURN_STEPS_MAX)
        return field_error(fault, "steps", STEPS_EXPECTED);
    for (size_t i = 0; i < count; i++) {
        if (!read_step(json_string_value(json_array_get(steps, i)), &out->step[i]))
            return field_error(fault, "steps", STEPS_EXPECTED);
        out->count++;
    }
    return STATUS_OK;
}

static Status take_turn(ActionRequest *wanted, Fault *fault)
{
    int64_t number = 0;
    Status  status = take_number(wanted->root, "turn", 0, INT32_MAX, &number, fault);
    wanted->turn = (int)number;
    if (status == STATUS_OK)
        status = take_text(wanted->root, "words", &wanted->words, fault);
    if (status == STATUS_OK)
        status = take_text(wanted->root, "announcement", &wanted->announcement, fault);
    if (status != STATUS_OK ||
        (wanted->words != NULL && json_object_get(wanted->root, "steps") == NULL))
        return status;
    if (wanted->words != NULL)
        return fault_set(fault, STATUS_SYNTAX, 0, "use 'steps' or 'words', not both");
    return take_steps(wanted->root, &wanted->steps, fault);
}

/* Write the field names that belong to `with`, and a NULL after them. */
static void names_with(int with, const char **names)
{
    static const struct {
        int         with;
        const char *name;
    } NAMES[] = {
        { WITH_TOKEN, "token" },       { WITH_INVITATION, "invitation" },
        { WITH_NAME, "name" },         { WITH_TURN, "turn" },
        { WITH_TURN, "steps" },        { WITH_TURN, "words" },
        { WITH_TURN, "announcement" }, { WITH_TEXT, "text" },
        { WITH_TEXT, "format" },       { WITH_TEXT, "setup" },
        { WITH_TEXT, "nth" },
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if ((with & NAMES[i].with) != 0)
            *names++ = NAMES[i].name;
    *names = NULL;
}

/* Read which game of which format is in `text`. */
static Status take_source(ActionRequest *wanted, Fault *fault)
{
    int64_t nth = 0;
    Status  status = take_text(wanted->root, "format", &wanted->format, fault);
    if (status == STATUS_OK)
        status = take_text(wanted->root, "setup", &wanted->setup, fault);
    if (status == STATUS_OK && json_object_get(wanted->root, "nth") != NULL)
        status = take_number(wanted->root, "nth", 1, INT_MAX, &nth, fault);
    wanted->nth = (int)nth;
    return status;
}

static Status take_action(ActionRequest *wanted, int with, Fault *fault)
{
    const char *names[12]; /* all names of names_with, and the NULL */
    names_with(with, names);
    Status status = only_names(wanted->root, names, fault);
    if (status == STATUS_OK)
        status = take_text(wanted->root, "token", &wanted->token, fault);
    if (status == STATUS_OK)
        status = take_text(wanted->root, "invitation", &wanted->invitation, fault);
    if (status == STATUS_OK)
        status = take_text(wanted->root, "name", &wanted->name, fault);
    if (status == STATUS_OK)
        status = check_name(wanted->name, fault);
    if (status == STATUS_OK)
        status = take_text(wanted->root, "text", &wanted->text, fault);
    if (status == STATUS_OK)
        status = take_source(wanted, fault);
    if (status == STATUS_OK && (with & WITH_TURN) != 0)
        status = take_turn(wanted, fault);
    return status;
}

Status action_read(const char *data, size_t size, int with, ActionRequest *out, Fault *fault)
{
    ActionRequest wanted = { .root = read_object(data, size, fault),
                             .token = "",
                             .invitation = "",
                             .name = "",
                             .text = "",
                             .announcement = "" };
    assert(with != 0 &&
           (with & ~(WITH_TOKEN | WITH_INVITATION | WITH_TURN | WITH_TEXT | WITH_NAME)) == 0);
    if (wanted.root == NULL)
        return STATUS_SYNTAX;
    Status status = take_action(&wanted, with, fault);
    if (status == STATUS_OK)
        *out = wanted;
    else
        action_free(&wanted);
    return status;
}

void action_free(ActionRequest *wanted)
{
    json_decref(wanted->root);
    wanted->root = NULL;
}

static Status take_study(const json_t *root, StudyRequest *out, Fault *fault)
{
    const struct {
        const char  *name;
        const char **to;
    } TEXTS[] = {
        { "text", &out->text },       { "setup", &out->setup }, { "position", &out->position },
        { "edit", &out->edit },       { "steps", &out->steps }, { "mark", &out->mark },
        { "comment", &out->comment }, { "reply", &out->reply },
    };
    enum { COUNT = sizeof TEXTS / sizeof TEXTS[0] };
    const char *names[COUNT + 2] = { [COUNT] = "node" };
    int64_t     node = 0;
    for (int i = 0; i < COUNT; i++)
        names[i] = TEXTS[i].name;
    Status status = only_names(root, names, fault);
    for (int i = 0; i < COUNT && status == STATUS_OK; i++)
        status = take_text(root, TEXTS[i].name, TEXTS[i].to, fault);
    if (status == STATUS_OK && json_object_get(root, "node") != NULL)
        status = take_number(root, "node", 0, INT32_MAX, &node, fault);
    out->node = (int)node;
    return status;
}

Status study_body_read(const char *data, size_t size, StudyBody *out, Fault *fault)
{
    StudyBody body = { .root = read_object(data, size, fault) };
    if (body.root == NULL)
        return STATUS_SYNTAX;
    Status status = take_study(body.root, &body.request, fault);
    if (status == STATUS_OK)
        *out = body;
    else
        study_body_free(&body);
    return status;
}

void study_body_free(StudyBody *body)
{
    json_decref(body->root);
    *body = (StudyBody){ .root = NULL };
}

static Status take_arrangement(const json_t *root, EditorRequest *out, Fault *fault)
{
    static const char *const NAMES[] = { "setup", "position", "pieces", "side", NULL };
    int64_t                  side = 0;
    Status                   status = only_names(root, NAMES, fault);
    if (status == STATUS_OK)
        status = take_text(root, "setup", &out->setup, fault);
    if (status == STATUS_OK)
        status = take_text(root, "position", &out->position, fault);
    if (status == STATUS_OK)
        status = take_text(root, "pieces", &out->pieces, fault);
    if (status == STATUS_OK)
        status = take_number(root, "side", 0, 1, &side, fault);
    out->side = (int)side;
    return status;
}

Status editor_body_read(const char *data, size_t size, EditorBody *out, Fault *fault)
{
    EditorBody body = { .root = read_object(data, size, fault) };
    if (body.root == NULL)
        return STATUS_SYNTAX;
    Status status = take_arrangement(body.root, &body.request, fault);
    if (status == STATUS_OK)
        *out = body;
    else
        editor_body_free(&body);
    return status;
}

void editor_body_free(EditorBody *body)
{
    json_decref(body->root);
    *body = (EditorBody){ .root = NULL };
}
