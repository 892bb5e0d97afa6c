/* SPDX-License-Identifier: MIT */
/* converters.c - the formats of games, apart from the protocols of list.c: the library and the browser
 * module have no protocols. */
#include "dialects/gipf_course_format.h"
#include "dialects/list.h"
#include "dialects/ponte_formats.h"

const Converter CONVERTERS[] = {
    { "ponte-log", "ponte", "the log of the Ponte del Diavolo contest: W_1_Chess_2,0_2,2",
      ponte_log_read, ponte_log_write },
    { "ponte-wire", "ponte", "the moves of a French student contest: 14+21 c 04+30 24-44",
      ponte_wire_read, ponte_wire_write },
    { "ponte-server", "ponte", "a game server's words: Tile POOL A 1, Bridge Bridge_90 A 3, Done",
      ponte_server_read, NULL },
    { "ponte-data", "ponte", "the lines of our conformance data: 7 L 80 0 0 b3,a2", ponte_data_read,
      NULL },
    { "gipf-course", "gipf", "the course language of GIPF: LOAD_GAME_BOARD, DO_MOVE a1-b2",
      gipf_course_read, NULL },
    { .name = NULL },
};
