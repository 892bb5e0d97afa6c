/* SPDX-License-Identifier: MIT */
#include "dialects/list.h"

#include "dialects/gipf_course.h"

const Dialect DIALECTS[] = {
    { "gipf", "the course command language of GIPF on standard input and output", GIPF_COURSE_USAGE,
      gipf_course_main },
    { NULL, NULL, NULL, NULL },
};
