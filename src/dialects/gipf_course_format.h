/* gipf_course_format.h - games in the course language of GIPF, as a format (dialects/convert.h).
 *
 * A game is LOAD_GAME_BOARD, a board, and its DO_MOVEs.  Other commands ask questions and are skipped.
 */
#ifndef DIALECTS_GIPF_COURSE_FORMAT_H
#define DIALECTS_GIPF_COURSE_FORMAT_H

#include "dialects/convert.h"

Status gipf_course_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                        Fault *fault);

#endif
