/* SPDX-License-Identifier: MIT */
#include "arena/hand_in.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/hand_in_page.h"
#include "arena/hand_in_worker.h"
#include "arena/jailed_process.h"
#include "arena/report_html.h"
#include "arena/run.h"
#include "base/clock.h"
#include "base/json.h"
#include "draw/svg.h"

enum {
    REPLY_OK = 200,
    REPLY_BAD = 400,
    REPLY_MISSING = 404,
    REPLY_CONFLICT = 409,
    REPLY_TOO_LARGE = 413,
    REPLY_TOO_MANY = 429,
    REPLY_FAILED = 500,
    REVIEW_BYTES_MAX = HAND_IN_REPORT_MAX,
    SENTENCE_MAX = 512,
    FORM_TEXT_MAX = HAND_IN_ANNOUNCEMENT_MAX + 64, /* of a form; longer ones are rejected anyway */
};

static const char   HTML[] = "text/html; charset=utf-8";
static const double REPORT_SECONDS = 1; /* lifetime of a report is at least this, and at least */
static const double REPORT_SHARE = 20;  /* this multiple of the time it took to load */

struct HandIn {
    char        *folder;
    Live        *live;
    HandInStore *store; /* NULL: it could not be opened again */
    HandInWorker worker;
    Report       report;
    bool         has_report;
    double       report_at, report_cost;
};

/* --- Parsing ------------------------------------------------------------------------------ */

bool hand_in_read_path(const char *path, HandInPath *out)
{
    static const char *const ROOTS[] = { "/student/", "/organiser/" };
    for (int i = 0; i < 2; i++) {
        size_t root = strlen(ROOTS[i]), token = sizeof out->token - 1;
        if (strncmp(path, ROOTS[i], root) != 0 ||
            strspn(path + root, "0123456789abcdef") != token || path[root + token] != '/')
            continue;
        out->is_organiser = i == 1;
        memcpy(out->token, path + root, token);
        out->token[token] = '\0';
        out->rest = path + root + token + 1;
        return true;
    }
    return false;
}

/* Read a date as browsers write it: 2026-11-17T20:00.  False if there is no such date. */
static bool read_date(const char *text, size_t size, int64_t *out)
{
    static const char FORM[] = "0000-00-00T00:00";
    int               numbers[5] = { 0 }, at = 0;
    for (size_t i = 0; i < sizeof FORM - 1; i++) {
        bool is_digit = i < size && text[i] >= '0' && text[i] <= '9';
        if (size != sizeof FORM - 1 || (FORM[i] == '0' ? !is_digit : text[i] != FORM[i]))
            return false;
        if (is_digit)
            numbers[at] = numbers[at] * 10 + (text[i] - '0');
        else
            at++;
    }
    struct tm date = { .tm_year = numbers[0] - 1900,
                       .tm_mon = numbers[1] - 1,
                       .tm_mday = numbers[2],
                       .tm_hour = numbers[3],
                       .tm_min = numbers[4] };
    time_t    seconds = timegm(&date); /* turns 30 February into 2 March */
    *out = (int64_t)seconds * 1000;
    return seconds >= 0 && date.tm_mon == numbers[1] - 1 && date.tm_mday == numbers[2] &&
           date.tm_hour == numbers[3] && date.tm_min == numbers[4];
}

bool hand_in_read_time(const char *text, size_t size, int64_t *out)
{
    int64_t time = 0;
    if (size > 14) /* as milliseconds that would be after the year 5138 */
        return read_date(text, size, out);
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        time = time * 10 + (text[i] - '0');
    }
    *out = time;
    return true;
}

bool hand_in_read_text(const char *text, size_t size, bool lines, char *out, size_t limit)
{
    Text clean = text_over(out, limit);
    if (size == 0 || size >= limit || memchr(text, '\0', size) != NULL)
        return false;
    jailed_text_printable(text, size, &clean);
    return strlen(out) == size && memcmp(out, text, size) == 0 && strspn(out, " \t\n") < size &&
           (lines || strchr(out, '\n') == NULL);
}

/* Find the value of a parameter such as `name` in the headers of a part: name="VALUE". */
static bool find_parameter(const char *headers, size_t size, const char *name, const char **value,
                           size_t *length)
{
    char key[24];
    int  key_length = snprintf(key, sizeof key, "; %s=\"", name);
    assert(key_length < (int)sizeof key);
    const char *at = memmem(headers, size, key, (size_t)key_length);
    if (at == NULL)
        return false;
    *value = at + key_length;
    const char *end = memchr(*value, '"', (size_t)(headers + size - *value));
    *length = end == NULL ? 0 : (size_t)(end - *value);
    return end != NULL;
}

/* Make a file name that hand_in_is_file_name accepts, as the script of the page does. */
static void make_plain(const char *name, size_t length, char out[SUBMISSION_FILE_NAME_MAX])
{
    size_t used = 0;
    if (length > SUBMISSION_FILE_NAME_MAX - 1) {
        name += length - (SUBMISSION_FILE_NAME_MAX - 1);
        length = SUBMISSION_FILE_NAME_MAX - 1;
    }
    for (size_t i = 0; i < length; i++) {
        bool is_alnum = (name[i] >= '0' && name[i] <= '9') || (name[i] >= 'a' && name[i] <= 'z') ||
                        (name[i] >= 'A' && name[i] <= 'Z');
        bool is_plain = is_alnum || (name[i] != '\0' && strchr("._+-", name[i]) != NULL);
        if (used > 0 || is_alnum)
            out[used++] = is_plain ? name[i] : '-';
    }
    out[used] = '\0';
}

/* Copy the value of a field, if it fits. */
static void take_field(const char *data, size_t size, char *out, size_t capacity)
{
    if (size >= capacity)
        return;
    memcpy(out, data, size);
    out[size] = '\0';
}

/* Take one part of a form: its headers, and the data between them and the next delimiter. */
static void take_part(const char *headers, size_t header_size, const char *data, size_t size,
                      HandInForm *out)
{
    const char *name, *file;
    size_t      length, file_length;
    if (!find_parameter(headers, header_size, "name", &name, &length))
        return;
    if (length == 4 && memcmp(name, "file", 4) == 0 &&
        find_parameter(headers, header_size, "filename", &file, &file_length)) {
        make_plain(file, file_length, out->name);
        if (out->name[0] == '\0' && size > 0)
            strcpy(out->name, "bot");
        out->data = data;
        out->size = size;
    } else if (length == 4 && memcmp(name, "text", 4) == 0 && out->name[0] == '\0') {
        out->data = data;
        out->size = size;
    } else if (length == 4 && memcmp(name, "kind", 4) == 0) {
        take_field(data, size, out->kind, sizeof out->kind);
    } else if (length == 4 && memcmp(name, "game", 4) == 0) {
        take_field(data, size, out->game, sizeof out->game);
    } else if (length == 2 && memcmp(name, "do", 2) == 0) {
        take_field(data, size, out->action, sizeof out->action);
    }
}

/* The body begins with its delimiter: "--" and up to 70 characters.  Each part follows a delimiter and
 * CRLF; its headers end with an empty line, and its data with CRLF and the next delimiter. */
bool hand_in_read_form(const char *body, size_t size, HandInForm *out)
{
    enum { DELIMITER_MAX = 72, PARTS_MAX = 8 };
    char        delimiter[DELIMITER_MAX + 3] = "\r\n"; /* with the line break before it */
    const char *end = body + size, *line = memmem(body, size, "\r\n", 2);
    size_t      length = line == NULL ? 0 : (size_t)(line - body);
    *out = (HandInForm){ .data = "" };
    if (length < 3 || length > DELIMITER_MAX || memcmp(body, "--", 2) != 0)
        return false;
    memcpy(delimiter + 2, body, length);
    const char *at = line;
    for (int i = 0; i < PARTS_MAX && end - at >= 2 && memcmp(at, "\r\n", 2) == 0; i++) {
        const char *headers = at + 2;
        const char *data = memmem(headers, (size_t)(end - headers), "\r\n\r\n", 4);
        if (data == NULL)
            return false;
        size_t header_size = (size_t)(data - headers);
        data += 4;
        const char *next = memmem(data, (size_t)(end - data), delimiter, length + 2);
        if (next == NULL)
            return false;
        take_part(headers, header_size, data, (size_t)(next - data), out);
        at = next + length + 2;
    }
    return end - at >= 2 && memcmp(at, "--", 2) == 0;
}

/* Return the number of a game, or 0. */
static int64_t game_number(const char *text)
{
    size_t length = text == NULL ? 0 : strlen(text);
    return length == 0 || length > 9 || strspn(text, "0123456789") != length ? 0 : atoll(text);
}

/* --- Replies ------------------------------------------------------------------------------ */

/* Write the sentence of a reply and return its code. */
static int say(char sentence[SENTENCE_MAX], int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int say(char sentence[SENTENCE_MAX], int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, SENTENCE_MAX, format, args);
    va_end(args);
    return code;
}

/* Reply to a POST: a message, or an error from 400 on. */
static void answer_json(HandInReply *reply, int code, const char *sentence)
{
    Json json = json_over(reply->body);
    json_object(&json, NULL);
    json_string(&json, code >= REPLY_BAD ? "error" : "message", sentence);
    json_end_object(&json);
    reply->code = code;
    reply->type = "application/json; charset=utf-8";
}

static int code_of(Status status)
{
    return status == STATUS_OK                                     ? REPLY_OK
           : status == STATUS_SYSTEM || status == STATUS_NO_MEMORY ? REPLY_FAILED
           : status == STATUS_NOT_FOUND                            ? REPLY_MISSING
                                                                   : REPLY_CONFLICT;
}

/* --- The report --------------------------------------------------------------------------- */

/* Refresh the report at most as often as its cost allows.  On failure keep the old one. */
static const Report *renew_report(HandIn *h)
{
    double began = clock_wall_seconds();
    Report fresh;
    Fault  fault;
    if (h->has_report && began - h->report_at < fmax(REPORT_SECONDS, REPORT_SHARE * h->report_cost))
        return &h->report;
    if (report_load(h->folder, &fresh, &fault) == STATUS_OK) {
        if (h->has_report)
            report_free(&h->report);
        h->report = fresh;
        h->has_report = true;
    }
    h->report_at = clock_wall_seconds();
    h->report_cost = h->report_at - began;
    return h->has_report ? &h->report : NULL;
}

static HandInView view_of(HandIn *h)
{
    HandInView view = { .store = h->store,
                        .report = renew_report(h),
                        .settings = hand_in_settings(h->store),
                        .now_ms = clock_date_ms(),
                        .closed = "" };
    if (view.report != NULL && view.report->contest.format == FORMAT_KNOCKOUT &&
        view.report->game_count > 0)
        view.closed = "The knockout has begun; bots can no longer join.";
    return view;
}

/* --- Students ----------------------------------------------------------------------------- */

/* Store a submission, or write why not.  Return the code of the reply. */
static int take_submission(HandIn *h, const Student *student, const HandInRequest *request,
                           char sentence[SENTENCE_MAX])
{
    HandInView view = view_of(h);
    int64_t    id = 0;
    BotKind    kind;
    Fault      fault;
    if (!hand_in_accepts(&view.settings, view.now_ms) || view.closed[0] != '\0')
        return say(sentence, REPLY_CONFLICT, "%s",
                   view.closed[0] != '\0' ? view.closed : "Submissions are closed.");
    if (request->name == NULL || !hand_in_is_file_name(request->name))
        return say(sentence, REPLY_BAD,
                   "The parameter 'name' must be the name of the file: up to %d letters, digits "
                   "and . _ + -, beginning with a letter or digit.",
                   SUBMISSION_FILE_NAME_MAX - 1);
    if (!hand_in_read_kind(request->kind == NULL ? "" : request->kind, &kind))
        return say(sentence, REPLY_BAD, "The parameter 'kind' must be c, json, ugi or files.");
    if (request->size == 0)
        return say(sentence, REPLY_BAD, "The file is empty.");
    if (request->size > SUBMISSION_UPLOAD_MAX)
        return say(sentence, REPLY_TOO_LARGE, "The file is larger than %d KiB.",
                   SUBMISSION_UPLOAD_MAX >> 10);
    if (hand_in_put(h->store, student, request->name, kind, request->body, request->size, &id,
                    &fault) != STATUS_OK)
        return say(sentence, fault.status == STATUS_TOO_LARGE ? REPLY_TOO_MANY : REPLY_FAILED,
                   "Not stored: %s.", fault.why);
    return say(sentence, REPLY_OK, "Submission %lld is stored and waits for its check.",
               (long long)id);
}

/* True if a game of the report is the student's. */
static bool has_game(const Report *r, const Student *student, int64_t id)
{
    for (int i = 0; r != NULL && i < r->game_count; i++)
        if (r->games[i].id == id)
            return hand_in_is_own(r, r->games[i].game.first, student) ||
                   hand_in_is_own(r, r->games[i].game.second, student);
    return false;
}

static int ask_review(HandIn *h, const Student *student, const HandInRequest *request,
                      char sentence[SENTENCE_MAX])
{
    int64_t game = game_number(request->game);
    if (!has_game(renew_report(h), student, game))
        return say(sentence, REPLY_MISSING, "This is not a game of your bot.");
    if (hand_in_ask_review(h->store, student->id, game) != STATUS_OK)
        return say(sentence, REPLY_CONFLICT,
                   "Another review of yours is not finished yet; try again later.");
    return say(sentence, REPLY_OK, "The result will appear on the page of the review.");
}

/* Read a form of a browser without a script into a request without a query; `text` is the memory of
 * its text, with LF instead of CR LF.  Return REPLY_OK, or the code of an error. */
static int read_form(const HandInRequest *request, HandInForm *form, HandInRequest *out,
                     char text[FORM_TEXT_MAX], char sentence[SENTENCE_MAX])
{
    size_t used = 0;
    if (!hand_in_read_form(request->body, request->size, form))
        return say(sentence, REPLY_BAD, "The form is not multipart/form-data.");
    *out = *request;
    out->name = form->name;
    out->kind = form->kind;
    out->game = form->game;
    out->body = form->data;
    out->size = form->size;
    if (form->name[0] != '\0' || form->size >= FORM_TEXT_MAX)
        return REPLY_OK;
    for (size_t i = 0; i < form->size; i++)
        if (form->data[i] != '\r' || i + 1 == form->size || form->data[i + 1] != '\n')
            text[used++] = form->data[i];
    out->body = text;
    out->size = used;
    return REPLY_OK;
}

/* A form of a student: a submission, or a request for a review. */
static int take_form(HandIn *h, const Student *student, const HandInRequest *request,
                     char sentence[SENTENCE_MAX])
{
    char          text[FORM_TEXT_MAX];
    HandInForm    form;
    HandInRequest asked;
    int           code = read_form(request, &form, &asked, text, sentence);
    if (code != REPLY_OK)
        return code;
    if (strcmp(form.action, "review") == 0)
        return ask_review(h, student, &asked, sentence);
    if (form.name[0] == '\0')
        return say(sentence, REPLY_BAD, "Choose a file first.");
    return take_submission(h, student, &asked, sentence);
}

static bool show_review(HandIn *h, const Student *student, const HandInRequest *request,
                        Buffer *out)
{
    int64_t    game = game_number(request->game);
    HandInView view = view_of(h);
    Buffer     text;
    if (!has_game(view.report, student, game))
        return false;
    buffer_init(&text, REVIEW_BYTES_MAX);
    ReviewState state = hand_in_review(h->store, student->id, game, &text);
    hand_in_review_page(&view, game, state, text.data == NULL ? "" : text.data, out);
    buffer_free(&text);
    return true;
}

/* Make a report of the student's games alone.  Unless the standings are public, there are two bots in
 * it: the student's, and an opponent without a name.  The caller frees games, bots and ranking rows. */
static bool own_report(const Report *r, const Student *student, bool is_public, Report *out)
{
    static const RankRow ROWS[2] = { { .bot = 0 }, { .bot = 1 } };
    *out = *r;
    out->void_count = out->game_count = 0;
    out->games = calloc((size_t)r->game_count + 1, sizeof *out->games);
    out->bots = calloc((size_t)r->bot_count + 2, sizeof *out->bots);
    out->ranking.rows = calloc((size_t)r->bot_count + 2, sizeof *out->ranking.rows);
    if (out->games == NULL || out->bots == NULL || out->ranking.rows == NULL)
        return false;
    for (int i = 0; i < r->game_count; i++) {
        ReportGame g = r->games[i];
        int        seat = hand_in_is_own(r, g.game.first, student)    ? 0
                          : hand_in_is_own(r, g.game.second, student) ? 1
                                                                      : -1;
        if (seat < 0)
            continue;
        if (!is_public) {
            bool won = g.game.half_points == (seat == 0 ? 2 : 0);
            if (won && g.termination != TERMINATION_RULES)
                g.why[0] = '\0'; /* the opponent's output */
            g.game.first = seat;
            g.game.second = 1 - seat;
        }
        out->games[out->game_count++] = g;
    }
    if (is_public) {
        memcpy(out->bots, r->bots, (size_t)r->bot_count * sizeof *out->bots);
        memcpy(out->ranking.rows, r->ranking.rows,
               (size_t)r->bot_count * sizeof *out->ranking.rows);
    } else {
        out->bot_count = 2;
        memcpy(out->ranking.rows, ROWS, sizeof ROWS);
        snprintf(out->bots[0].title, sizeof out->bots[0].title, "%s", student->title);
        snprintf(out->bots[1].title, sizeof out->bots[1].title, "opponent");
    }
    return true;
}

static void show_games(HandIn *h, const Student *student, Buffer *out)
{
    HandInView view = view_of(h);
    Report     own = { 0 };
    Fault      fault;
    if (view.report == NULL || !own_report(view.report, student, view.settings.is_public, &own) ||
        report_games_html(&own, h->folder, out, &fault) != STATUS_OK)
        out->failed = true;
    free(own.games);
    free(own.bots);
    free(own.ranking.rows);
}

/* What students can POST. */
static const struct {
    const char *name;
    int (*run)(HandIn *h, const Student *student, const HandInRequest *request,
               char sentence[SENTENCE_MAX]);
} STUDENT_ACTIONS[] = {
    { "submit", take_submission },
    { "review", ask_review },
    { "form", take_form },
};

/* Answer a POST: JSON for scripts, a page for forms. */
static void answer_post(HandIn *h, bool is_form, int code, const char *sentence, HandInReply *reply)
{
    if (!is_form) {
        answer_json(reply, code, sentence);
        return;
    }
    HandInView view = view_of(h);
    reply->code = code;
    hand_in_reply_page(&view, sentence, code >= REPLY_BAD, reply->body);
}

static bool answer_student(HandIn *h, const Student *student, const char *rest,
                           const HandInRequest *request, HandInReply *reply)
{
    char sentence[SENTENCE_MAX];
    for (size_t i = 0; request->is_post && i < sizeof STUDENT_ACTIONS / sizeof STUDENT_ACTIONS[0];
         i++)
        if (strcmp(STUDENT_ACTIONS[i].name, rest) == 0) {
            int code = STUDENT_ACTIONS[i].run(h, student, request, sentence);
            answer_post(h, strcmp(rest, "form") == 0, code, sentence, reply);
            return true;
        }
    if (request->is_post)
        return false;
    if (rest[0] == '\0') {
        HandInView view = view_of(h);
        hand_in_student_page(&view, student, reply->body);
    } else if (strcmp(rest, "games") == 0) {
        show_games(h, student, reply->body);
    } else {
        return strcmp(rest, "review") == 0 && show_review(h, student, request, reply->body);
    }
    return true;
}

/* --- The organiser ------------------------------------------------------------------------ */

static int cannot_write(char sentence[SENTENCE_MAX])
{
    return say(sentence, REPLY_FAILED, "The database of submissions cannot be written.");
}

static int change_settings(HandIn *h, const char *action, const HandInRequest *request,
                           char sentence[SENTENCE_MAX])
{
    HandInSettings settings = hand_in_settings(h->store);
    const char    *done = "";
    if (strcmp(action, "open") == 0 || strcmp(action, "close") == 0) {
        settings.is_open = action[0] == 'o';
        done = settings.is_open ? "Students can submit now." : "Submissions are closed.";
        if (settings.is_open && settings.deadline_ms > 0 &&
            settings.deadline_ms <= clock_date_ms()) {
            settings.deadline_ms = 0;
            done = "Students can submit now; the old deadline is removed.";
        }
    } else if (strcmp(action, "publish") == 0 || strcmp(action, "hide") == 0) {
        settings.is_public = action[0] == 'p';
        done = settings.is_public ? "The standings are public." : "The standings are hidden.";
    } else if (hand_in_read_time(request->body, request->size, &settings.deadline_ms)) {
        done = settings.deadline_ms == 0 ? "There is no deadline." : "The deadline is set.";
    } else {
        return say(sentence, REPLY_BAD,
                   "The deadline must be a time in milliseconds since 1970, a date in UTC such as "
                   "2026-11-17T20:00, or empty.");
    }
    return hand_in_set(h->store, &settings) == STATUS_OK ? say(sentence, REPLY_OK, "%s", done)
                                                         : cannot_write(sentence);
}

static int announce(HandIn *h, const char *action, const HandInRequest *request,
                    char sentence[SENTENCE_MAX])
{
    char text[HAND_IN_ANNOUNCEMENT_MAX];
    (void)action;
    if (!hand_in_read_text(request->body, request->size, true, text, sizeof text))
        return say(sentence, REPLY_BAD,
                   "An announcement has 1 to %d bytes of UTF-8, without control characters.",
                   HAND_IN_ANNOUNCEMENT_MAX - 1);
    return hand_in_announce(h->store, text) == STATUS_OK ? say(sentence, REPLY_OK, "Announced.")
                                                         : cannot_write(sentence);
}

static int void_game(HandIn *h, const char *action, const HandInRequest *request,
                     char sentence[SENTENCE_MAX])
{
    char    reason[LEDGER_WHY_MAX];
    int64_t game = game_number(request->game);
    bool    is_running;
    Fault   fault;
    (void)action;
    if (game == 0 || !hand_in_read_text(request->body, request->size, false, reason, sizeof reason))
        return say(sentence, REPLY_BAD, "Give the number of a game and the reason in one line.");
    Status status = run_void_games(h->folder, &game, 1, reason, &is_running, &fault);
    h->report_at = 0;
    if (status != STATUS_OK)
        return say(sentence, code_of(status), "%s.", fault.why);
    return say(sentence, REPLY_OK, "Game %lld is void; the %s run plays it again.", (long long)game,
               is_running ? "current" : "next");
}

static const struct {
    const char *name;
    int (*run)(HandIn *h, const char *action, const HandInRequest *request,
               char sentence[SENTENCE_MAX]);
} ACTIONS[] = {
    { "open", change_settings }, { "close", change_settings },    { "publish", change_settings },
    { "hide", change_settings }, { "deadline", change_settings }, { "announce", announce },
    { "void", void_game },
};

/* Execute an action of the organiser.  Return the code of the reply. */
static int act(HandIn *h, const char *action, const HandInRequest *request,
               char sentence[SENTENCE_MAX])
{
    for (size_t i = 0; i < sizeof ACTIONS / sizeof ACTIONS[0]; i++)
        if (strcmp(ACTIONS[i].name, action) == 0)
            return ACTIONS[i].run(h, action, request, sentence);
    return say(sentence, REPLY_MISSING, "There is no such action.");
}

static int act_by_form(HandIn *h, const HandInRequest *request, char sentence[SENTENCE_MAX])
{
    char          text[FORM_TEXT_MAX];
    HandInForm    form;
    HandInRequest asked;
    int           code = read_form(request, &form, &asked, text, sentence);
    return code == REPLY_OK ? act(h, form.action, &asked, sentence) : code;
}

/* Show the submissions of a student with the reports of their checks. */
static bool show_student(HandIn *h, const char *name, Buffer *out)
{
    HandInView view = view_of(h);
    Student    student;
    if (name == NULL || !hand_in_find_student(h->store, name, &student))
        return false;
    hand_in_submissions_page(&view, &student, out);
    return true;
}

static bool answer_organiser(HandIn *h, const char *rest, const HandInRequest *request,
                             HandInReply *reply)
{
    static const char LIVE[] = "live/";
    if (!request->is_post && strncmp(rest, LIVE, strlen(LIVE)) == 0)
        return live_show(h->live, rest + strlen(LIVE) - 1, reply->body, &reply->type);
    if (!request->is_post && rest[0] == '\0') {
        HandInView view = view_of(h);
        hand_in_organiser_page(&view, reply->body);
        return true;
    }
    if (!request->is_post && strcmp(rest, "student") == 0)
        return show_student(h, request->name, reply->body);
    if (!request->is_post)
        return false;
    char sentence[SENTENCE_MAX];
    bool is_form = strcmp(rest, "form") == 0;
    int  code = is_form ? act_by_form(h, request, sentence) : act(h, rest, request, sentence);
    answer_post(h, is_form, code, sentence, reply);
    return true;
}

/* --- Requests ----------------------------------------------------------------------------- */

static const struct {
    const char *name, *type;
} STATICS[] = {
    { "contest.css", "text/css; charset=utf-8" },
    { "hand_in.js", "text/javascript; charset=utf-8" },
    { "replay.js", "text/javascript; charset=utf-8" },
};

static bool answer_static(const char *name, HandInReply *reply)
{
    for (size_t i = 0; i < sizeof STATICS / sizeof STATICS[0]; i++)
        if (strcmp(STATICS[i].name, name) == 0) {
            buffer_add(reply->body, contest_page_file(name));
            if (strcmp(name, "contest.css") == 0)
                svg_style(reply->body);
            reply->type = STATICS[i].type;
            return true;
        }
    return false;
}

/* The pages that everybody can see. */
static bool answer_public(HandIn *h, const HandInRequest *request, HandInReply *reply)
{
    if (request->is_post)
        return false;
    if (request->path[0] == '/' && answer_static(request->path + 1, reply))
        return true;
    HandInView view = view_of(h);
    if (view.settings.is_public)
        return live_show(h->live, request->path, reply->body, &reply->type);
    if (strcmp(request->path, "/") != 0)
        return false;
    hand_in_hidden_page(&view, reply->body);
    return true;
}

/* Start the worker again if it has ended.  SQLite forbids open databases across a fork. */
static void keep_working(HandIn *h)
{
    Fault fault;
    if (hand_in_worker_has_ended(&h->worker)) {
        if (h->store != NULL)
            hand_in_store_close(h->store);
        h->store = NULL;
        hand_in_worker_start(&h->worker, h->folder);
    }
    if (h->store == NULL)
        h->store = hand_in_store_open(h->folder, &fault);
}

bool hand_in_answer(HandIn *h, const HandInRequest *request, HandInReply *reply)
{
    HandInPath path;
    Student    student;
    assert(request->path != NULL);
    keep_working(h);
    reply->code = REPLY_OK;
    reply->type = HTML;
    if (h->store == NULL) {
        answer_json(reply, REPLY_FAILED, "The database of submissions cannot be opened.");
        return true;
    }
    if (!hand_in_read_path(request->path, &path))
        return answer_public(h, request, reply);
    reply->is_private = true;
    bool known = path.is_organiser ? hand_in_is_organiser(h->store, path.token)
                                   : hand_in_find_token(h->store, path.token, &student);
    if (!known)
        return false;
    if (!request->is_post && answer_static(path.rest, reply))
        return true;
    return path.is_organiser ? answer_organiser(h, path.rest, request, reply)
                             : answer_student(h, &student, path.rest, request, reply);
}

HandIn *hand_in_new(const char *folder, Live *live, double check_seconds, Fault *fault)
{
    HandIn *h = calloc(1, sizeof *h);
    if (h == NULL || (h->folder = strdup(folder)) == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        free(h);
        return NULL;
    }
    Fault why;
    h->live = live;
    h->worker.check_seconds = check_seconds;
    if (jail_probe(&why) != STATUS_OK)
        fault_set(fault, STATUS_SYSTEM, 0, "cannot accept submissions without the jail: %.150s",
                  why.why);
    else if ((h->store = hand_in_store_open(folder, fault)) != NULL) {
        hand_in_store_close(h->store);
        hand_in_worker_start(&h->worker, h->folder);
        h->store = hand_in_store_open(folder, fault);
    }
    if (h->store != NULL)
        return h;
    hand_in_free(h);
    return NULL;
}

void hand_in_free(HandIn *h)
{
    hand_in_worker_stop(&h->worker);
    if (h->store != NULL)
        hand_in_store_close(h->store);
    if (h->has_report)
        report_free(&h->report);
    free(h->folder);
    free(h);
}

bool hand_in_has_link(HandIn *h)
{
    return hand_in_has_organiser(h->store);
}
