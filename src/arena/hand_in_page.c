/* SPDX-License-Identifier: MIT */
#include "arena/hand_in_page.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    REPORTS_SHOWN = 10, /* submissions with the text of their check */
    GAMES_SHOWN = 100,
};

/* For browsers without scripts: the attributes of a form, and the beginning of the field that names its
 * action. */
#define SCRIPTLESS                                                     \
    "method=\"post\" action=\"form\" enctype=\"multipart/form-data\">" \
    "<input type=\"hidden\" name=\"do\" value=\""

bool hand_in_is_own(const Report *report, int bot, const Student *student)
{
    return strcmp(report->bots[bot].bot.name, student->name) == 0;
}

/* --- Parts -------------------------------------------------------------------------------- */

static void add_time(Buffer *out, int64_t ms)
{
    time_t    seconds = (time_t)(ms / 1000);
    struct tm date;
    char      machine[32], person[32];
    gmtime_r(&seconds, &date);
    strftime(machine, sizeof machine, "%Y-%m-%dT%H:%M:%SZ", &date);
    strftime(person, sizeof person, "%Y-%m-%d %H:%M UTC", &date);
    buffer_addf(out, "<time datetime=\"%s\">%s</time>", machine, person);
}

static const char *name_of(const HandInView *view)
{
    return view->report == NULL ? "Contest" : view->report->contest.name;
}

/* `page` is the class of the body, by which the script knows the page. */
static void add_start(Buffer *out, const HandInView *view, const char *page, const char *title,
                      const char *root)
{
    buffer_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                    "<meta name=\"robots\" content=\"noindex\">\n"
                    /* with the policy of the server, forms would have no origin */
                    "<meta name=\"referrer\" content=\"same-origin\">\n<title>");
    buffer_escape(out, title);
    buffer_add(out, " \u2013 ");
    buffer_escape(out, name_of(view));
    buffer_addf(out,
                "</title>\n<link rel=\"icon\" href=\"%sicon.svg\">\n"
                "<link rel=\"stylesheet\" href=\"%scontest.css\">\n</head>\n<body class=\"%s\">\n"
                "<header><p class=\"soft\">",
                root, root, page);
    buffer_escape(out, name_of(view));
    buffer_add(out, "</p>\n<h1>");
    buffer_escape(out, title);
    buffer_add(out, "</h1></header>\n<main>\n");
}

static void add_end(Buffer *out, const char *script)
{
    buffer_addf(out, "</main>\n<script src=\"%s\"></script>\n</body>\n</html>\n", script);
}

static void add_badge(Buffer *out, const char *kind, const char *text)
{
    buffer_addf(out, "<span class=\"badge %s\">%s</span>", kind, text);
}

static void add_submission_state(Buffer *out, SubmissionState state)
{
    static const char *const KINDS[SUBMISSION_STATES] = { "wait", "wait", "good",
                                                          "bad",  "soft", "bad" };
    add_badge(out, KINDS[state], SUBMISSION_STATE_NAMES[state]);
}

/* Say whether submissions are accepted, and until when. */
static void add_acceptance(Buffer *out, const HandInView *view)
{
    bool open = hand_in_accepts(&view->settings, view->now_ms) && view->closed[0] == '\0';
    add_badge(out, open ? "good" : "bad", open ? "open" : "closed");
    if (view->closed[0] != '\0') {
        buffer_add(out, " ");
        buffer_escape(out, view->closed);
    } else if (open && view->settings.deadline_ms > 0) {
        buffer_add(out, " Submissions are accepted until ");
        add_time(out, view->settings.deadline_ms);
        buffer_add(out, ".");
    } else if (open) {
        buffer_add(out, " Submissions are accepted.");
    } else if (view->settings.deadline_ms > 0 && view->now_ms >= view->settings.deadline_ms) {
        buffer_add(out, " The deadline was ");
        add_time(out, view->settings.deadline_ms);
        buffer_add(out, ".");
    } else {
        buffer_add(out, " The organiser does not accept submissions now.");
    }
}

typedef struct Announcements {
    Buffer *out;
    int     count;
} Announcements;

static void add_announcement(void *context, int64_t made_ms, const char *text)
{
    Announcements *all = context;
    buffer_add(all->out,
               all->count++ == 0 ? "<h2>Announcements</h2>\n<ul class=\"news\">\n<li>" : "<li>");
    add_time(all->out, made_ms);
    buffer_add(all->out, "<p>");
    buffer_escape(all->out, text);
    buffer_add(all->out, "</p></li>\n");
}

static void add_announcements(Buffer *out, const HandInView *view)
{
    Announcements all = { .out = out };
    buffer_add(out, "<section id=\"announcements\" data-live>\n");
    hand_in_each_announcement(view->store, add_announcement, &all);
    buffer_add(out, all.count > 0 ? "</ul></section>\n" : "</section>\n");
}

/* --- The submissions of a student ----------------------------------------------------------- */

typedef struct History {
    const HandInView *view;
    Buffer           *out;
    int               count;
    int64_t           accepted, entered; /* the latest ones; 0: none */
    SubmissionState   latest;
    int64_t           latest_id;
} History;

static bool note_submission(void *context, const Submission *one)
{
    History *history = context;
    if (history->count++ == 0) {
        history->latest = one->state;
        history->latest_id = one->id;
    }
    if (history->accepted == 0 && one->state == SUBMISSION_ACCEPTED)
        history->accepted = one->id;
    if (history->entered == 0 && one->entered)
        history->entered = one->id;
    return true;
}

static bool add_submission(void *context, const Submission *one)
{
    History *history = context;
    Buffer  *out = history->out;
    bool     first = history->count++ == 0;
    buffer_addf(out, "<li id=\"submission-%lld\"><p><strong>%lld</strong> ", (long long)one->id,
                (long long)one->id);
    add_submission_state(out, one->state);
    buffer_add(out, " <code>");
    buffer_escape(out, one->file);
    buffer_addf(out, "</code> <span class=\"soft\">%lld bytes, ", (long long)one->size);
    add_time(out, one->received_ms);
    buffer_add(out, "</span></p>\n");
    if (one->state == SUBMISSION_QUEUED) {
        int ahead = hand_in_ahead(history->view->store, one->id);
        buffer_addf(out, "<p>%d submission%s before this one.</p>\n", ahead, ahead == 1 ? "" : "s");
    } else if (one->state == SUBMISSION_CHECKING) {
        buffer_add(out, "<p>It is being built and played now.</p>\n");
    } else if (one->report[0] != '\0' && history->count <= REPORTS_SHOWN) {
        buffer_addf(out, "<details id=\"report-%lld\"%s><summary>Build and check</summary><pre>",
                    (long long)one->id, first ? " open" : "");
        buffer_escape(out, one->report);
        buffer_add(out, "</pre></details>\n");
    }
    buffer_add(out, "</li>\n");
    return !out->failed;
}

static void add_submissions(Buffer *out, const HandInView *view, const Student *student)
{
    History history = { .view = view, .out = out };
    buffer_add(out, "<section id=\"submissions\" data-live><h2>Submissions</h2>\n"
                    "<ol class=\"cards\" reversed>\n");
    hand_in_each(view->store, student->id, add_submission, &history);
    buffer_add(out, "</ol>\n");
    if (history.count == 0)
        buffer_add(out, "<p>No bot has been submitted yet.</p>\n");
    buffer_add(out, "</section>\n");
}

/* Say which version plays. */
static void add_participation(Buffer *out, const HandInView *view, const Student *student)
{
    History history = { .view = view, .out = out };
    bool    running = view->report != NULL && view->report->runner != 0;
    hand_in_each(view->store, student->id, note_submission, &history);
    buffer_add(out, "<p id=\"participation\">");
    if (history.entered > 0)
        buffer_addf(out, "Submission %lld takes part", (long long)history.entered);
    else
        buffer_add(out, "Your bot does not take part yet");
    if (history.accepted > history.entered)
        buffer_addf(out, "; submission %lld will, from the next run on",
                    (long long)history.accepted);
    buffer_addf(out, ". The contest is %s.</p>\n", running ? "running" : "not running");
}

static void add_upload(Buffer *out)
{
    buffer_addf(
        out,
        "<section id=\"upload\"><h2>Submit a bot</h2>\n"
        "<form id=\"submit\" class=\"row\" method=\"post\" action=\"form\" "
        "enctype=\"multipart/form-data\"><label>File <input type=\"file\" id=\"file\" "
        "name=\"file\" data-max=\"%d\" required></label> "
        "<label>Kind <select id=\"kind\" name=\"kind\"><option value=\"\">guess it</option>"
        "<option value=\"c\">C function</option><option value=\"json\">JSON lines</option>"
        "<option value=\"ugi\">engine protocol</option>"
        "<option value=\"files\">contest files</option></select></label> "
        "<button type=\"submit\" class=\"main\">Submit</button></form>\n"
        "<p id=\"answer\" role=\"status\"></p>\n"
        "<p class=\"soft\">One file of at most %d KiB. The server compiles it and plays test games, "
        "all in the jail. If it passes, it replaces your previous bot; if not, that one stays. You "
        "may submit again until the deadline, %d times per minute.</p>\n"
        "<noscript><p>Without JavaScript, reload this page to see what has changed.</p></noscript>"
        "</section>\n",
        SUBMISSION_UPLOAD_MAX, SUBMISSION_UPLOAD_MAX >> 10, HAND_IN_PER_MINUTE);
}

/* --- The games of a student ----------------------------------------------------------------- */

static void add_ending(Buffer *out, const HandInView *view, const ReportGame *g, bool own_forfeit)
{
    if (g->termination == TERMINATION_RULES) {
        buffer_escape(out, g->reason);
    } else if (own_forfeit || view->settings.is_public) {
        buffer_addf(out, "%s: ", termination_word(g->termination));
        buffer_escape(out, g->why);
    } else {
        buffer_addf(out, "%s", termination_word(g->termination));
    }
}

static void add_game(Buffer *out, const HandInView *view, const ReportGame *g, int seat)
{
    static const char *const RESULTS[] = { "lost", "drew", "won" };
    int  half_points = seat == 0 ? g->game.half_points : 2 - g->game.half_points;
    int  other = seat == 0 ? g->game.second : g->game.first;
    long id = (long)g->id;
    buffer_addf(out,
                "<tr><td><a href=\"games#game-%ld\" aria-label=\"Replay game %ld\">%ld</a></td>"
                "<td class=\"word\">",
                id, id, id);
    buffer_escape(out, view->settings.is_public ? view->report->bots[other].title : "hidden");
    buffer_addf(out,
                "</td><td class=\"word\">%s</td><td class=\"word\">%s</td><td>%d</td>"
                "<td class=\"word\">",
                seat == 0 ? "first" : "second", RESULTS[half_points], g->turns);
    add_ending(out, view, g, half_points == 0);
    buffer_addf(
        out,
        "</td><td><a href=\"review?game=%ld\" aria-label=\"Review game %ld\">review</a></td>"
        "</tr>\n",
        id, id);
}

static void add_standing(Buffer *out, const HandInView *view, const Student *student)
{
    const Report *r = view->report;
    int           bot = report_find(r, student->name);
    if (bot < 0)
        return;
    const RankRow *row = &r->ranking.rows[r->ranking.row_of[bot]];
    int            present = 0;
    for (int i = 0; i < r->bot_count; i++)
        present += r->bots[i].bot.present;
    buffer_addf(out, "<p>%d game%s: won %d, drew %d, lost %d", row->games,
                row->games == 1 ? "" : "s", row->wins, row->draws, row->losses);
    if (view->settings.is_public)
        buffer_addf(out, "; place %d of %d. <a href=\"../../\">All standings</a></p>\n", row->place,
                    present);
    else
        buffer_add(out, ". The standings are hidden until the organiser publishes them.</p>\n");
}

static void add_games(Buffer *out, const HandInView *view, const Student *student)
{
    const Report *r = view->report;
    int           shown = 0;
    buffer_add(out, "<section id=\"games\" data-live><h2>Games</h2>\n");
    if (r != NULL)
        add_standing(out, view, student);
    for (int i = r == NULL ? -1 : r->game_count - 1; i >= 0 && shown < GAMES_SHOWN; i--) {
        const ReportGame *g = &r->games[i];
        bool              first = hand_in_is_own(r, g->game.first, student);
        if (!first && !hand_in_is_own(r, g->game.second, student))
            continue;
        if (shown++ == 0)
            buffer_add(out,
                       "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Games\">"
                       "<table><thead><tr><th>game</th><th class=\"word\">opponent</th>"
                       "<th class=\"word\">moved</th><th class=\"word\">result</th><th>moves</th>"
                       "<th class=\"word\">decided by</th><th></th></tr></thead>\n<tbody>\n");
        add_game(out, view, g, first ? 0 : 1);
    }
    buffer_add(out, shown > 0 ? "</tbody></table></div></section>\n"
                              : "<p>Your bot has no games yet.</p></section>\n");
}

void hand_in_student_page(const HandInView *view, const Student *student, Buffer *out)
{
    add_start(out, view, "student", student->title, "../../");
    buffer_add(out, "<section id=\"status\" data-live><p>");
    add_acceptance(out, view);
    buffer_add(out, "</p>\n");
    add_participation(out, view, student);
    buffer_add(out, "<p class=\"soft\">The name of your bot is <code>");
    buffer_escape(out, student->name);
    buffer_add(out,
               "</code>. Anyone who has the address of this page can submit in your name: keep it "
               "to yourself.</p></section>\n");
    add_announcements(out, view);
    add_upload(out);
    add_submissions(out, view, student);
    add_games(out, view, student);
    add_end(out, "../../hand_in.js");
}

void hand_in_review_page(const HandInView *view, int64_t game, ReviewState state, const char *text,
                         Buffer *out)
{
    char title[64];
    snprintf(title, sizeof title, "Review of game %lld", (long long)game);
    add_start(out, view, "review", title, "../../");
    buffer_addf(out,
                "<nav><a href=\"./\">Back</a> <a href=\"games#game-%lld\">Replay</a></nav>\n"
                "<p id=\"answer\" role=\"status\"></p>\n<section id=\"review\" data-live>\n",
                (long long)game);
    if (state == REVIEW_DONE) {
        buffer_add(out, "<pre>");
        buffer_escape(out, text);
        buffer_add(out, "</pre></section>\n");
    } else if (state == REVIEW_WAITING) {
        buffer_add(out, "<p>");
        add_badge(out, "wait", "waiting");
        buffer_add(out,
                   " The engine searches every position of the game after the submissions that "
                   "wait.</p></section>\n");
    } else {
        buffer_addf(out,
                    "<p>The engine searches every position of the game. That takes some "
                    "seconds.</p>\n"
                    "<form class=\"action\" data-action=\"review\" " SCRIPTLESS "review\">"
                    "<input type=\"hidden\" name=\"game\" value=\"%lld\">"
                    "<button type=\"submit\" class=\"main\">Review this game</button></form>"
                    "</section>\n",
                    (long long)game);
    }
    add_end(out, "../../hand_in.js");
}

void hand_in_reply_page(const HandInView *view, const char *sentence, bool is_error, Buffer *out)
{
    add_start(out, view, "reply", is_error ? "Not done" : "Done", "../../");
    buffer_addf(out, "<p id=\"answer\" class=\"%s\">", is_error ? "warn" : "done");
    buffer_escape(out, sentence);
    buffer_add(out, "</p>\n<nav><a href=\"./\">Back</a></nav>\n</main>\n</body>\n</html>\n");
}

/* --- The organiser -------------------------------------------------------------------------- */

void hand_in_submissions_page(const HandInView *view, const Student *student, Buffer *out)
{
    add_start(out, view, "submissions", student->title, "../../");
    buffer_add(out, "<nav><a href=\"./\">Back</a></nav>\n");
    add_submissions(out, view, student);
    add_end(out, "../../hand_in.js");
}

static bool add_student(void *context, const Student *student, const Submission *latest,
                        int64_t entered)
{
    Buffer *out = context;
    buffer_add(out, "<tr><th scope=\"row\" class=\"word\">");
    buffer_escape(out, student->title);
    buffer_add(out, "</th><td class=\"word\"><code>");
    buffer_escape(out, student->name);
    buffer_add(out, "</code></td>");
    if (latest == NULL) {
        buffer_add(out, "<td class=\"word soft\">none</td><td></td><td></td>");
    } else {
        buffer_addf(out, "<td class=\"word\"><a href=\"student?name=%s\">%lld</a> ", student->name,
                    (long long)latest->id);
        add_submission_state(out, latest->state);
        buffer_add(out, "</td><td class=\"word\"><code>");
        buffer_escape(out, latest->file);
        buffer_add(out, "</code></td><td class=\"word\">");
        add_time(out, latest->received_ms);
        buffer_add(out, "</td>");
    }
    if (entered > 0)
        buffer_addf(out, "<td>%lld</td></tr>\n", (long long)entered);
    else
        buffer_add(out, "<td class=\"soft\">no</td></tr>\n");
    return !out->failed;
}

static void add_students(Buffer *out, const HandInView *view)
{
    buffer_addf(
        out,
        "<section id=\"students\" data-live><h2>Students</h2>\n<p>%d students; %d submissions "
        "wait or are being checked.</p>\n"
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Students\"><table>"
        "<thead><tr><th class=\"word\">student</th><th class=\"word\">bot</th>"
        "<th class=\"word\">latest submission</th><th class=\"word\">file</th>"
        "<th class=\"word\">received</th><th>takes part</th></tr></thead>\n<tbody>\n",
        hand_in_student_count(view->store), hand_in_waiting(view->store));
    hand_in_each_student(view->store, add_student, out);
    buffer_add(out, "</tbody></table></div></section>\n");
}

static void add_action(Buffer *out, const char *action, const char *label)
{
    buffer_addf(out,
                "<form class=\"action\" data-action=\"%s\" " SCRIPTLESS "%s\">"
                "<button type=\"submit\">%s</button></form>\n",
                action, action, label);
}

static void add_controls(Buffer *out, const HandInView *view)
{
    const Report *r = view->report;
    buffer_add(out, "<section id=\"status\" data-live><p>");
    add_acceptance(out, view);
    buffer_add(out, "</p>\n<p>");
    add_badge(out, view->settings.is_public ? "good" : "wait",
              view->settings.is_public ? "public" : "hidden");
    buffer_add(out, view->settings.is_public
                        ? " Everybody can see the standings and all games."
                        : " Students see only their own games, without the names of opponents.");
    int bots = r == NULL ? 0 : r->bot_count, games = r == NULL ? 0 : r->game_count;
    buffer_addf(out, "</p>\n<p>%d bot%s, %d game%s; the contest is %s.", bots, bots == 1 ? "" : "s",
                games, games == 1 ? "" : "s",
                r != NULL && r->runner != 0 ? "running" : "not running");
    buffer_add(out, " <a href=\"live/\">Live view</a></p>\n<div class=\"row\">");
    add_action(out, view->settings.is_open ? "close" : "open",
               view->settings.is_open ? "Close submissions" : "Open submissions");
    add_action(out, view->settings.is_public ? "hide" : "publish",
               view->settings.is_public ? "Hide the standings" : "Publish the standings");
    buffer_add(out, "</div></section>\n");
}

static void add_forms(Buffer *out)
{
    buffer_addf(
        out,
        "<p id=\"answer\" role=\"status\"></p>\n"
        "<section id=\"forms\"><h2>Deadline</h2>\n"
        "<form class=\"action row\" data-action=\"deadline\" " SCRIPTLESS "deadline\"><label>Until "
        "<input type=\"datetime-local\" name=\"text\" data-time></label> "
        "<button type=\"submit\">Set the deadline</button> "
        "<span class=\"soft\">Empty: no deadline.<noscript> Without JavaScript the time is in "
        "UTC.</noscript></span></form>\n"
        "<h2>Announce</h2>\n"
        "<form class=\"action\" data-action=\"announce\" " SCRIPTLESS
        "announce\"><label>To all students<br>"
        "<textarea name=\"text\" rows=\"3\" maxlength=\"%d\" required></textarea></label><br>"
        "<button type=\"submit\">Announce</button></form>\n"
        "<h2>Declare a game void</h2>\n"
        "<form class=\"action row\" data-action=\"void\" " SCRIPTLESS "void\"><label>Game "
        "<input type=\"number\" name=\"game\" min=\"1\" required></label> "
        "<label>Reason <input type=\"text\" name=\"text\" maxlength=\"200\" required></label> "
        "<button type=\"submit\">Declare void</button></form>\n"
        "<p class=\"soft\">A void game does not count, and is played again. If the contest is not "
        "running, the next run plays it.</p></section>\n",
        HAND_IN_ANNOUNCEMENT_MAX / 4);
}

void hand_in_organiser_page(const HandInView *view, Buffer *out)
{
    add_start(out, view, "organiser", "Organiser", "../../");
    add_controls(out, view);
    add_forms(out);
    add_students(out, view);
    add_announcements(out, view);
    add_end(out, "../../hand_in.js");
}

void hand_in_hidden_page(const HandInView *view, Buffer *out)
{
    add_start(out, view, "hidden", "The standings are hidden", "");
    buffer_add(out, "<p>The organiser has not published them yet. Students find their own games on "
                    "their personal page.</p>\n");
    add_end(out, "hand_in.js");
}
