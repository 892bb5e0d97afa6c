/* SPDX-License-Identifier: MIT */
#include "dialects/gipf_course_format.h"

#include <assert.h>
#include <string.h>

#include "dialects/gipf_course_text.h"

/* A text that is read line by line. */
typedef struct Reading {
    Scan        scan; /* the rest of the text */
    size_t      at;   /* where the current line begins */
    int         line; /* its number, from 1 */
    int         games;
    CourseBoard board;
    size_t      board_at;
    int         board_line;
    bool        is_loading; /* lines belong to the board of the chosen game */
    bool        is_chosen;  /* moves belong to the chosen game */
    bool        begun;      /* the record exists */
    Record      record;
    Fault      *fault;
} Reading;

static Status syntax_error(Reading *r, Status status, size_t at, int line, const char *why)
{
    return fault_set(r->fault, status, at, "line %d, column 1: %.200s", line, why);
}

static Status out_of_memory(Reading *r)
{
    return fault_set(r->fault, STATUS_NO_MEMORY, r->at, "%s", status_text(STATUS_NO_MEMORY));
}

/* The board of the chosen game is complete. */
static Status end_board(Reading *r)
{
    char      buffer[COURSE_REPLY_MAX];
    PosBuffer pos;
    if (!r->is_loading)
        return STATUS_OK;
    r->is_loading = false;
    const char *error = course_board_end(&r->board, false, &pos.head, buffer, sizeof buffer);
    if (error != NULL)
        return syntax_error(r, STATUS_ILLEGAL, r->board_at, r->board_line, error);
    Setup     setup = { .game = &GIPF_GAME, .variant = pos.head.variant };
    PosBuffer start;
    GIPF_RULES.start(setup.variant, &start.head);
    bool is_start = game_same(&GIPF_GAME, &start.head, &pos.head);
    if (record_init(&r->record, &setup, is_start ? NULL : &pos.head) != STATUS_OK)
        return out_of_memory(r);
    r->begun = true;
    return STATUS_OK;
}

/* A board begins: that of the chosen game, or another one. */
static Status begin_board(Reading *r, int which)
{
    r->games++;
    r->is_chosen = r->games == (which == 0 ? 1 : which);
    if (which == 0 && r->games > 1)
        return syntax_error(r, STATUS_SYNTAX, r->at, r->line,
                            "a second game begins here; choose one by its number (nth)");
    if (!r->is_chosen)
        return STATUS_OK;
    course_board_begin(&r->board);
    r->is_loading = true;
    r->board_at = r->scan.at;
    r->board_line = r->line + 1;
    return STATUS_OK;
}

static Status play_move(Reading *r, Scan words)
{
    char      buffer[COURSE_REPLY_MAX];
    PosBuffer pos;
    Turn      turn;
    if (!r->is_chosen || !r->begun)
        return STATUS_OK;
    game_copy(&GIPF_GAME, line_now(&r->record.line), &pos.head);
    const char *error = course_move(&pos.head, words, &turn, buffer, sizeof buffer);
    if (error != NULL)
        return syntax_error(r, STATUS_ILLEGAL, r->at, r->line, error);
    for (int i = 0; i < turn.count; i++)
        if (line_step(&r->record.line, turn.step[i]) != STATUS_OK)
            return out_of_memory(r);
    return STATUS_OK;
}

/* Take the next line, without its end. */
static Scan take_line(Reading *r)
{
    const char *start = r->scan.data + r->scan.at;
    size_t      rest = r->scan.size - r->scan.at;
    const char *end = memchr(start, '\n', rest);
    size_t      length = end == NULL ? rest : (size_t)(end - start);
    r->at = r->scan.at;
    r->line++;
    r->scan.at += end == NULL ? length : length + 1;
    return scan_over(start, length);
}

static Status read_line(Reading *r, int which)
{
    Scan line = take_line(r), blank = line;
    int  command = course_command(&line);
    scan_blanks(&blank);
    if (command == COURSE_NONE) {
        if (!scan_done(&blank) && r->games == 0)
            return syntax_error(r, STATUS_SYNTAX, r->at, r->line,
                                "a game in the course language begins with LOAD_GAME_BOARD");
        if (!scan_done(&blank) && r->is_loading)
            course_board_line(&r->board, line, line.size > COURSE_LINE_MAX);
        return STATUS_OK;
    }
    Status status = end_board(r);
    if (status != STATUS_OK || command == COURSE_LOAD)
        return status != STATUS_OK ? status : begin_board(r, which);
    return command == COURSE_MOVE ? play_move(r, line) : STATUS_OK;
}

Status gipf_course_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                        Fault *fault)
{
    Reading r = { .scan = scan_over(data, size), .fault = fault };
    Status  status = STATUS_OK;
    assert(ask->which >= 0);
    if (ask->setup != NULL)
        return fault_set(fault, STATUS_ILLEGAL, 0, "%s",
                         "the course language names the variant; naming one is for other formats");
    while (status == STATUS_OK && !scan_done(&r.scan))
        status = read_line(&r, ask->which);
    if (status == STATUS_OK)
        status = end_board(&r);
    if (status == STATUS_OK && r.games == 0)
        status = syntax_error(&r, STATUS_SYNTAX, 0, 1, "there is no LOAD_GAME_BOARD");
    if (status == STATUS_OK && ask->which > r.games)
        status = fault_set(fault, STATUS_NOT_FOUND, size, "there is no game %d: the text holds %d",
                           ask->which, r.games);
    if (status == STATUS_OK)
        *out = r.record;
    else if (r.begun)
        record_free(&r.record);
    return status;
}
