/* SPDX-License-Identifier: MIT */
#include "dialects/list.h"

#include "dialects/gipf_course.h"
#include "dialects/ponte_contest.h"
#include "dialects/ponte_strategy.h"

const Dialect DIALECTS[] = {
    { "gipf", "the course command language of GIPF on standard input and output", GIPF_COURSE_USAGE,
      gipf_course_main },
    { "ponte", "one decision of the Ponte del Diavolo contest, on its files", PONTE_STRATEGY_USAGE,
      ponte_strategy_main },
    { NULL, NULL, NULL, NULL },
};

const Exchange EXCHANGES[] = {
    { "ponte-files", "ponte", "timeout", "compile", ponte_contest_fits, ponte_contest_ask,
      ponte_contest_evaluate },
    { .name = NULL },
};
