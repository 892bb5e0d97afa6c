/* review_text.h - a review as text, for programs that search elsewhere.
 *
 * Knows:   play/review.h, the line that was reviewed.
 * Ignores: where the text is stored.
 *
 * Each turn of the game is a line of numbers: the chances before and after it, whether it was best and
 * proved, the turns of the proof, and the steps of the best turn and of the better line, in hexadecimal
 * after their number.
 */
#ifndef PLAY_REVIEW_TEXT_H
#define PLAY_REVIEW_TEXT_H

#include "base/buffer.h"
#include "play/review.h"

void review_write(const Review *review, Buffer *out);
/* Read the review of a line.  Rejects chances and turns that are impossible there.  On failure `out` is
 * unchanged. */
Status review_read(const char *text, const Line *line, Review *out, Fault *fault);

#endif
