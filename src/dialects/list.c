/* SPDX-License-Identifier: MIT */
#include "dialects/list.h"

#include "dialects/gipf_course.h"
#include "dialects/ponte_contest.h"
#include "dialects/ponte_formats.h"

const Dialect DIALECTS[] = {
    { "gipf", "the course command language of GIPF on standard input and output", GIPF_COURSE_USAGE,
      gipf_course_main },
    { NULL, NULL, NULL, NULL },
};

const Converter CONVERTERS[] = {
    { "ponte-log", "ponte", "the log of the Ponte del Diavolo contest: W_1_Chess_2,0_2,2",
      ponte_log_read, ponte_log_write },
    { "ponte-wire", "ponte", "the moves of a French student contest: 14+21 c 04+30 24-44",
      ponte_wire_read, ponte_wire_write },
    { "ponte-server", "ponte", "a game server's words: Tile POOL A 1, Bridge Bridge_90 A 3, Done",
      ponte_server_read, NULL },
    { "ponte-data", "ponte", "the lines of our conformance data: 7 L 80 0 0 b3,a2", ponte_data_read,
      NULL },
    { .name = NULL },
};

const Exchange EXCHANGES[] = {
    { "ponte-files", "ponte", "timeout", "compile", ponte_contest_fits, ponte_contest_ask,
      ponte_contest_evaluate },
    { .name = NULL },
};
