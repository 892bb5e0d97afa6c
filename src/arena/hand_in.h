/* hand_in.h - the web hand-in of a contest: personal pages of students, and a page of the organiser.
 *
 * Knows:   the paths below, who may see and do what, the worker (hand_in_worker.h).
 * Ignores: sockets and HTTP; the server passes requests by path.
 *
 *     GET  /                          the live view, once the organiser has published it
 *     GET  /student/TOKEN/            status, submissions and games of a student
 *     GET  /student/TOKEN/games       the replay of these games
 *     GET  /student/TOKEN/review      the review of game ?game=N
 *     POST /student/TOKEN/submit      a submission: the file itself, named ?name=FILE;
 *                                     &kind=KIND if it cannot be guessed
 *     POST /student/TOKEN/review      ask for the review of game ?game=N
 *     POST /student/TOKEN/form        the same from a form without a script: multipart/form-data
 *                                     with `file` and `kind`, or `do` = review and `game`
 *     GET  /organiser/TOKEN/          the page of the organiser
 *     GET  /organiser/TOKEN/student   the submissions of ?name=BOT with their reports
 *     GET  /organiser/TOKEN/live/     the live view
 *     POST /organiser/TOKEN/ACTION    open, close, publish, hide, deadline, announce, void; the
 *                                     text is the body, and void has ?game=N
 *     POST /organiser/TOKEN/form      the same from a form without a script: `do`, `text`, `game`
 *
 * A student sees nothing of the others until the organiser publishes the standings: neither names nor
 * results.  Replies to a POST are JSON, with `message` or `error`; the reply to a form is a page.
 */
#ifndef ARENA_HAND_IN_H
#define ARENA_HAND_IN_H

#include "arena/live.h"
#include "arena/submission.h"

enum { HAND_IN_BODY_MAX = SUBMISSION_UPLOAD_MAX + 4096 }; /* a file, and the rest of its form */

typedef struct HandIn HandIn;

typedef struct HandInRequest {
    const char *path;
    bool        is_post;
    const char *name; /* parameters of the query, or NULL */
    const char *kind;
    const char *game;
    const char *body;
    size_t      size;
} HandInRequest;

typedef struct HandInReply {
    int         code;
    const char *type;
    bool        is_private;
    Buffer     *body;
} HandInReply;

/* Open the hand-in of a contest and start its worker.  Fails if there is no jail.  `live` must
 * outlive it.  A check is stopped after `check_seconds`; 0: a default that fits the contest. */
HandIn *hand_in_new(const char *folder, Live *live, double check_seconds, Fault *fault);
void    hand_in_free(HandIn *hand_in);
/* True if the organiser has a link. */
bool hand_in_has_link(HandIn *hand_in);

/* Answer a request; false if there is nothing at its path.  One thread at a time. */
bool hand_in_answer(HandIn *hand_in, const HandInRequest *request, HandInReply *reply);

/* The parts of a path such as /student/TOKEN/rest. */
typedef struct HandInPath {
    bool        is_organiser;
    char        token[33];
    const char *rest; /* after the slash */
} HandInPath;

/* Parse a path of a student or organiser; false if it is none. */
bool hand_in_read_path(const char *path, HandInPath *out);
/* A submission or an action from a form. */
typedef struct HandInForm {
    char name[SUBMISSION_FILE_NAME_MAX]; /* of the file, made plain; "" if there is no file */
    char kind[8];
    char action[12]; /* the field `do`; "" if there is none */
    char game[12];
    const char *data; /* of the file or the field `text`, within the body */
    size_t      size;
} HandInForm;

/* Parse a body of the type multipart/form-data; false if it is none. */
bool hand_in_read_form(const char *body, size_t size, HandInForm *out);
/* Read a time as milliseconds since 1970, or as a date in UTC such as 2026-11-17T20:00; "" for none.
 * False if it is not one. */
bool hand_in_read_time(const char *text, size_t size, int64_t *out);
/* Check an announcement or a reason: UTF-8 of up to `limit` - 1 bytes, without control characters or
 * ones that reorder text; write it to `out`, which has `limit` bytes.  Line breaks are allowed with
 * `lines`. */
bool hand_in_read_text(const char *text, size_t size, bool lines, char *out, size_t limit);

#endif
