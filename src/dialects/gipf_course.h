/* gipf_course.h - the command language of a university course for GIPF programs.
 *
 * Its output is exact to the byte, its input lenient (src/games/gipf/rulings.md, R12).
 */
#ifndef DIALECTS_GIPF_COURSE_H
#define DIALECTS_GIPF_COURSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct CourseSettings {
    double seconds; /* per solver command */
    size_t memory_bytes;
    bool   strict; /* follow the document of the course where its tests differ (R12.5) */
    FILE  *err;    /* why the solver did not answer; NULL: nowhere */
} CourseSettings;

/* Answer the commands of `in` on `out` until EXIT or end of input. */
void gipf_course_run(FILE *in, FILE *out, const CourseSettings *settings);

extern const char GIPF_COURSE_USAGE[];
/* The same as a command with options.  Return the exit status. */
int gipf_course_main(int argc, char **argv, FILE *in, FILE *out, FILE *err);

#endif
