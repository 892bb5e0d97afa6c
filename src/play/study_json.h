/* study_json.h - one edit of a study, and the study as JSON: objects Study and StudyChange of
 * docs/api.md.
 *
 * Knows:   core/study.h, records and all other formats of games.
 * Ignores: who edits and where the study is kept: the client has it as a record, sends it with each
 *          edit and gets the new record back, so neither the server nor the module has any state.
 *
 * Nodes are numbered in the order in which a record lists them; 0 is the start.
 */
#ifndef PLAY_STUDY_JSON_H
#define PLAY_STUDY_JSON_H

#include "base/status.h"

enum { STUDY_VIEW_NODES_MAX = 20000 };

typedef struct StudyRequest {
    const char *text;             /* a game in any format; NULL: */
    const char *setup, *position; /* begin here; the position may be NULL */
    const char *edit;             /* "play", "cut", "promote" or "note"; NULL: none */
    int         node;             /* that is edited; to play after it */
    const char *steps;            /* of "play", in hexadecimal digits */
    const char *mark;             /* of "note": a symbol or a name; NULL or "": none */
    const char *comment;          /* of "note"; NULL or "": none */
    const char *reply;            /* NULL: the study; "changes": what the edit of `text` changes */
} StudyRequest;

struct Json; /* base/json.h, which no file can include together with jansson */

/* Read the study, edit it, and write what it is now.  On failure nothing is written. */
Status study_view(struct Json *json, const char *name, const StudyRequest *request, Fault *fault);

#endif
