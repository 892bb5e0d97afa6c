/* hand_in_store.h - the database of the web hand-in: students, submissions, reviews, announcements.
 *
 * Knows:   the SQLite file `.arena/hand_in.db` of a contest (WAL, synchronous=FULL), and the states of a
 *          submission.
 * Ignores: HTTP, pages, how submissions are checked.
 *
 * A submission is stored with its bytes in one transaction, so one that was acknowledged survives any
 * end of the process.  Tokens are stored as hashes only.  Several processes may use the database at the
 * same time: the server, its worker, and the command line.  One thread may use a store at a time.
 */
#ifndef ARENA_HAND_IN_STORE_H
#define ARENA_HAND_IN_STORE_H

#include "arena/contest.h"
#include "arena/submission.h"
#include "base/buffer.h"
#include "base/status.h"

enum {
    HAND_IN_REPORT_MAX = 256 << 10,    /* of a check, as text */
    HAND_IN_PER_MINUTE = 6,            /* submissions of one student */
    HAND_IN_KEPT = 30,                 /* submissions of one student that stay in the history */
    HAND_IN_STUDENTS_MAX = 1000,       /* as CONTEST_BOTS_MAX */
    HAND_IN_TRIES = 3,                 /* of a check that ends without a result */
    HAND_IN_ANNOUNCEMENT_MAX = 2000,   /* bytes */
    HAND_IN_ANNOUNCEMENTS_MAX = 100,   /* the latest */
    HAND_IN_REVIEWS_PER_STUDENT = 200, /* the latest */
};

typedef struct HandInStore HandInStore;

/* Open the database of the contest in a directory; create it if it is missing. */
HandInStore *hand_in_store_open(const char *folder, Fault *fault);
void         hand_in_store_close(HandInStore *store);
/* True if the contest has such a database. */
bool hand_in_store_exists(const char *folder);

/* --- Students ---------------------------------------------------------------------------- */

typedef struct Student {
    int64_t id;
    char    name[BOT_NAME_MAX];   /* of the bot */
    char    title[BOT_TITLE_MAX]; /* to display */
} Student;

/* Choose a name for the bot of a student: the letters and digits of the title, and a number if that is
 * taken by another student or a bot of the contest. */
void hand_in_choose_name(HandInStore *store, const Contest *contest, const char *title,
                         char out[BOT_NAME_MAX]);
/* Add a student with a personal token.  STATUS_ILLEGAL if the name of the bot is taken. */
Status hand_in_add_student(HandInStore *store, Student *student, const char *token, Fault *fault);
/* Replace the token of a student.  STATUS_NOT_FOUND if there is none with this title or name. */
Status hand_in_renew(HandInStore *store, const char *who, const char *token, Student *out,
                     Fault *fault);
/* Find the student with this token. */
bool hand_in_find_token(HandInStore *store, const char *token, Student *out);
/* Find the student whose bot has this name, or who has this title. */
bool hand_in_find_student(HandInStore *store, const char *who, Student *out);
bool hand_in_get_student(HandInStore *store, int64_t id, Student *out);
int  hand_in_student_count(HandInStore *store);

/* Set the token of the organiser; true if `token` is it. */
Status hand_in_set_organiser(HandInStore *store, const char *token, Fault *fault);
bool   hand_in_is_organiser(HandInStore *store, const char *token);
bool   hand_in_has_organiser(HandInStore *store);

/* --- Submissions -------------------------------------------------------------------------- */

typedef enum SubmissionState {
    SUBMISSION_QUEUED,
    SUBMISSION_CHECKING,
    SUBMISSION_ACCEPTED,
    SUBMISSION_REJECTED,
    SUBMISSION_REPLACED, /* by a newer one, before it was checked */
    SUBMISSION_FAILED,   /* the check itself failed; not the bot's fault */
    SUBMISSION_STATES
} SubmissionState;

extern const char *const SUBMISSION_STATE_NAMES[SUBMISSION_STATES];

typedef struct Submission {
    int64_t         id, student;
    int64_t         received_ms, finished_ms; /* since 1970; 0: not yet */
    char            file[SUBMISSION_FILE_NAME_MAX];
    BotKind         kind; /* BOT_KINDS: guess it from the file */
    int64_t         size;
    SubmissionState state;
    bool            entered; /* it takes part, or did before a newer one */
    const char     *report;  /* of the check; valid during the visit */
} Submission;

/* Read the kind of a submission, "" for BOT_KINDS; false if it is none.  No submission is a built-in
 * player, which would run outside the jail. */
bool hand_in_read_kind(const char *text, BotKind *out);
/* Store a submission; it waits to be checked.  An earlier one of the student that still waits is
 * replaced.  STATUS_TOO_LARGE beyond HAND_IN_PER_MINUTE. */
Status hand_in_put(HandInStore *store, const Student *student, const char *file, BotKind kind,
                   const void *data, size_t size, int64_t *id, Fault *fault);

/* Return false to stop. */
typedef bool HandInVisit(void *context, const Submission *submission);
/* Visit the submissions of a student, latest first. */
Status hand_in_each(HandInStore *store, int64_t student, HandInVisit *visit, void *context);
/* Return how many submissions wait before this one. */
int hand_in_ahead(HandInStore *store, int64_t id);
/* Return how many wait or are being checked. */
int hand_in_waiting(HandInStore *store);

/* True if a submission or a review waits.  It takes no lock that a writer could wait for. */
bool hand_in_has_work(HandInStore *store);
/* Take the submission that waited longest and mark it as being checked.  False if there is none. */
bool hand_in_take(HandInStore *store, Submission *out);
/* Append the bytes of a submission.  They are kept until it is rejected or replaced. */
bool hand_in_data(HandInStore *store, int64_t id, Buffer *out);
/* Store the result of a check, if the submission is still being checked. */
Status hand_in_finish(HandInStore *store, int64_t id, SubmissionState state, const char *report);
/* Return the state of a submission; SUBMISSION_STATES if there is none. */
SubmissionState hand_in_state(HandInStore *store, int64_t id);
/* Checks that have no result: queue them again, or give up after HAND_IN_TRIES. */
Status hand_in_requeue(HandInStore *store);

/* Visit the latest accepted submission of each student that has not entered the contest yet. */
typedef bool AdmissionVisit(void *context, const Student *student, const Submission *submission);
Status       hand_in_each_accepted(HandInStore *store, AdmissionVisit *visit, void *context);
/* Record that it takes part. */
Status hand_in_enter(HandInStore *store, int64_t id);

/* A student and the latest submission, for the organiser. */
typedef bool StudentVisit(void *context, const Student *student, const Submission *latest,
                          int64_t entered);
/* Visit all students, by title.  `latest` is NULL if there is no submission; `entered` is the one that
 * takes part, or 0. */
Status hand_in_each_student(HandInStore *store, StudentVisit *visit, void *context);

/* --- Settings ----------------------------------------------------------------------------- */

typedef struct HandInSettings {
    bool    is_open;
    bool    is_public;   /* everybody may see the standings */
    int64_t deadline_ms; /* since 1970; 0: none */
} HandInSettings;

HandInSettings hand_in_settings(HandInStore *store);
Status         hand_in_set(HandInStore *store, const HandInSettings *settings);
/* True if submissions are accepted at this time. */
bool hand_in_accepts(const HandInSettings *settings, int64_t now_ms);

/* --- Announcements ------------------------------------------------------------------------ */

typedef void AnnouncementVisit(void *context, int64_t made_ms, const char *text);
Status       hand_in_announce(HandInStore *store, const char *text);
/* Visit the announcements, latest first. */
Status hand_in_each_announcement(HandInStore *store, AnnouncementVisit *visit, void *context);

/* --- Reviews ------------------------------------------------------------------------------ */

typedef enum ReviewState { REVIEW_NONE, REVIEW_WAITING, REVIEW_DONE } ReviewState;

/* Ask for the review of a game.  STATUS_ILLEGAL if another one of the student waits. */
Status hand_in_ask_review(HandInStore *store, int64_t student, int64_t game);
/* Return the state of a review, and append its text. */
ReviewState hand_in_review(HandInStore *store, int64_t student, int64_t game, Buffer *text);
/* Return the oldest review that waits; false if there is none. */
bool   hand_in_next_review(HandInStore *store, int64_t *student, int64_t *game);
Status hand_in_end_review(HandInStore *store, int64_t student, int64_t game, const char *text);

#endif
