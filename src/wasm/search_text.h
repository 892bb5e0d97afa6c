/* search_text.h - tasks and replies of a search as text, for messages between two Workers.
 *
 * A task is a line and the record; a reply is a line:
 *
 *     turn NODES TIME SLIP SIGHT SEED SEED FIRST   (turn, hint or analysis; the seed in two halves)
 *     found SCORE DEPTH STEPS                      (steps as in docs/api.md: "1a,2b"; "-" if there are none)
 *     score TURN SCORE
 */
#ifndef WASM_SEARCH_TEXT_H
#define WASM_SEARCH_TEXT_H

#include "play/host.h"

enum { SEARCH_REPLY_MAX = 64 + 17 * TURN_STEPS_MAX };

typedef struct SearchReply {
    bool       is_score; /* of `turn`; else a turn was found */
    int        turn;
    HostAnswer answer;
} SearchReply;

void search_text_write_task(Buffer *out, const HostTask *task, const Record *record);
/* On success the caller frees the record. */
Status search_text_read_task(const char *text, HostTask *task, Record *record, Fault *fault);
void   search_text_write_reply(Text *out, const SearchReply *reply);
bool   search_text_read_reply(const char *text, SearchReply *reply);

#endif
