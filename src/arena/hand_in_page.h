/* hand_in_page.h - the pages of the web hand-in as HTML.
 *
 * Knows:   what a student and the organiser may see, the embedded style sheet and script.
 * Ignores: requests and replies.
 *
 * All text of students and bots is untrusted and escaped.  The pages can be read without JavaScript;
 * the script sends files and forms, refreshes the sections with the attribute data-live, and shows
 * times in the time zone of the reader.
 */
#ifndef ARENA_HAND_IN_PAGE_H
#define ARENA_HAND_IN_PAGE_H

#include "arena/hand_in_store.h"
#include "arena/report.h"

typedef struct HandInView {
    HandInStore   *store;
    const Report  *report; /* NULL: it cannot be read now */
    HandInSettings settings;
    int64_t        now_ms;
    const char    *closed; /* why bots can no longer join, or "" */
} HandInView;

void hand_in_student_page(const HandInView *view, const Student *student, Buffer *out);
/* The review of a game, or a button that asks for it. */
void hand_in_review_page(const HandInView *view, int64_t game, ReviewState state, const char *text,
                         Buffer *out);
/* The reply to a form: a sentence, and the way back. */
void hand_in_reply_page(const HandInView *view, const char *sentence, bool is_error, Buffer *out);
/* For the organiser: the submissions of a student with the reports of their checks. */
void hand_in_submissions_page(const HandInView *view, const Student *student, Buffer *out);
void hand_in_organiser_page(const HandInView *view, Buffer *out);
/* What visitors see instead of the standings. */
void hand_in_hidden_page(const HandInView *view, Buffer *out);

/* True if the bot of a report belongs to the student, in whatever version. */
bool hand_in_is_own(const Report *report, int bot, const Student *student);

#endif
