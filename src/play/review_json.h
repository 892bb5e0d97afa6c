/* review_json.h - a review as JSON: object Review of docs/api.md, the output of `tessera review --json`.
 *
 * Knows:   play/review.h, the record that was reviewed.
 * Ignores: languages; who reads it.
 */
#ifndef PLAY_REVIEW_JSON_H
#define PLAY_REVIEW_JSON_H

#include "base/json.h"
#include "play/review.h"

/* Write the members of the review of a record into an object; `nodes` were searched per position. */
void review_json(Json *json, const Record *record, const Review *review, uint64_t nodes);

#endif
