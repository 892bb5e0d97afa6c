/* gipf_course.h - the command language in which a university course talks to GIPF programs.
 *
 * Exact in its answers, liberal in its input (src/games/gipf/rulings.md, R12).
 */
#ifndef DIALECTS_GIPF_COURSE_H
#define DIALECTS_GIPF_COURSE_H

#include <stddef.h>
#include <stdio.h>

typedef struct CourseLimits {
    double seconds; /* for one question to the solver */
    size_t memory_bytes;
} CourseLimits;

/* Answer the commands of `in` on `out` until EXIT or the end. */
void gipf_course_run(FILE *in, FILE *out, const CourseLimits *limits);

extern const char GIPF_COURSE_USAGE[];
/* The same as a program: reads the options.  The exit status. */
int gipf_course_main(int argc, char **argv, FILE *in, FILE *out, FILE *err);

#endif
