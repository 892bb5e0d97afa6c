/* gipf_course.h - the command language of a university course for GIPF programs.
 *
 * Its output is exact to the byte, its input lenient (src/games/gipf/rulings.md, R12).
 */
#ifndef DIALECTS_GIPF_COURSE_H
#define DIALECTS_GIPF_COURSE_H

#include <stddef.h>
#include <stdio.h>

typedef struct CourseLimits {
    double seconds; /* per solver command */
    size_t memory_bytes;
} CourseLimits;

/* Answer the commands of `in` on `out` until EXIT or end of input. */
void gipf_course_run(FILE *in, FILE *out, const CourseLimits *limits);

extern const char GIPF_COURSE_USAGE[];
/* The same as a command with options.  Return the exit status. */
int gipf_course_main(int argc, char **argv, FILE *in, FILE *out, FILE *err);

#endif
