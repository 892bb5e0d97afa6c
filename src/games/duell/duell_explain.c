/* SPDX-License-Identifier: MIT
 *
 * duell_explain.c - read and write one move, and explain every illegal one (R8).
 *
 * The case of a letter shows how the die uses that column: a capital means that it rolls along it.
 * So D1-e6 begins vertically and d1-E6 horizontally.
 */
#include "games/duell/duell_explain.h"

#include "games/duell/duell_board.h"
#include "games/duell/duell_dice.h"

/* --- writing --- */

void duell_square_write(int square, Text *out)
{
    text_addf(out, "%c%d", 'A' + duell_column(square), duell_row(square) + 1);
}

static bool is_straight(int from, int to)
{
    return duell_row(from) == duell_row(to) || duell_column(from) == duell_column(to);
}

/* True if the first leg of a roll is vertical, or with `last` its last leg. */
static bool leg_is_vertical(Step step, bool last)
{
    int from = duell_from(step), to = duell_to(step);
    if (is_straight(from, to))
        return duell_column(from) == duell_column(to);
    return duell_order(step) == (last ? 1 : 0);
}

static void write_end(int square, bool vertical, Text *out)
{
    text_addf(out, "%c%d", (vertical ? 'A' : 'a') + duell_column(square), duell_row(square) + 1);
}

void duell_move_write(const Duell *duell, Step step, Text *out)
{
    write_end(duell_from(step), leg_is_vertical(step, false), out);
    text_char(out, duell->board[duell_to(step)] == DUELL_EMPTY ? '-' : 'x');
    write_end(duell_to(step), leg_is_vertical(step, true), out);
}

const char *duell_mark(const Pos *pos, Step step)
{
    Duell after = *duell_of(pos);
    duell_move(&after, step);
    if (duell_is_decided(&after))
        return "";
    bool attacked = duell_is_attacked(&after, after.head.side);
    if (!duell_unpack(pos->variant).king_capture)
        return !duell_can_move(&after) ? "++" : attacked ? "+" : "";
    /* If the game is over, drawn or by blockade, no king can be captured next. */
    return attacked && DUELL_GAME.rules->outcome(&after.head).ending == ENDING_NONE ? "+" : "";
}

/* --- reading --- */

/* A square and the case of its letter. */
typedef struct End {
    int  square;
    bool capital;
} End;

static bool read_end(Scan *scan, End *end)
{
    char c = scan_peek(scan);
    end->capital = c >= 'A' && c <= 'I';
    if (!end->capital && !(c >= 'a' && c <= 'i'))
        return false;
    scan->at++;
    char row = scan_peek(scan);
    if (row < '1' || row > '8')
        return false;
    scan->at++;
    end->square = duell_square(row - '1', end->capital ? c - 'A' : c - 'a');
    return true;
}

/* The parts of a move in the text. */
typedef struct MoveText {
    End    from, to;
    char   separator; /* '-', 'x', or 0 if there is none */
    int    marks;     /* how many + follow, at most two */
    size_t from_at, separator_at, to_at, mark_at;
} MoveText;

static bool read_move_text(Scan *scan, MoveText *move, bool strict)
{
    scan_blanks(scan);
    move->from_at = scan->at;
    if (!read_end(scan, &move->from))
        return false;
    move->separator_at = scan->at;
    move->separator = scan_char(scan, '-')                                        ? '-'
                      : scan_char(scan, 'x') || (!strict && scan_char(scan, 'X')) ? 'x'
                                                                                  : '\0';
    if (strict && move->separator == '\0')
        return false;
    move->to_at = scan->at;
    if (!read_end(scan, &move->to))
        return false;
    move->mark_at = scan->at;
    move->marks = 0;
    while (move->marks < 2 && scan_char(scan, '+'))
        move->marks++;
    scan_blanks(scan);
    return true;
}

static DuellReading illegal(DuellReading reading, DuellError error, size_t at)
{
    reading.error = error;
    reading.at = at;
    return reading;
}

DuellError duell_start_error(const Duell *duell, int from)
{
    uint8_t piece = duell->board[from];
    if (DUELL_RULES.outcome(&duell->head).ending != ENDING_NONE)
        return DUELL_ERROR_OVER;
    if (piece == DUELL_EMPTY)
        return DUELL_ERROR_EMPTY;
    return duell_colour(piece) != duell->head.side ? DUELL_ERROR_ENEMY : DUELL_ERROR_NONE;
}

/* Return an error that does not depend on the path, or DUELL_ERROR_NONE. */
static DuellError ends_error(const Duell *duell, int from, int to)
{
    DuellError error = duell_start_error(duell, from);
    if (error == DUELL_ERROR_NONE && duell_distance(from, to) != duell_top(duell->board[from]))
        return DUELL_ERROR_DISTANCE;
    return error;
}

DuellError duell_path_error(const Duell *duell, Step step, DuellReading *reading)
{
    uint8_t squares[DUELL_TOP_MAX], target = duell->board[duell_to(step)];
    int     count = duell_path(step, squares);
    for (int i = 0; i + 1 < count; i++)
        if (duell->board[squares[i]] != DUELL_EMPTY) {
            reading->blocks[reading->block_count++] = squares[i];
            return DUELL_ERROR_BLOCKED;
        }
    if (target != DUELL_EMPTY && duell_colour(target) == duell->head.side)
        return DUELL_ERROR_OWN;
    return DUELL_RULES.legal(&duell->head, step) ? DUELL_ERROR_NONE : DUELL_ERROR_KING;
}

/* The letters contradict each other: take the only legal path (R8.3).  If none is legal, report the
 * error that comes later in the order of tests, because that path is closer to being legal. */
static DuellError either_path(const Duell *duell, DuellReading *reading)
{
    Step       steps[2];
    DuellError error[2];
    for (int order = 0; order < 2; order++) {
        steps[order] = duell_step(reading->from, reading->to, order);
        error[order] = duell_path_error(duell, steps[order], reading);
    }
    int kind = duell_kind(duell->board[reading->from]);
    reading->step = steps[0];
    if (error[0] == DUELL_ERROR_NONE && error[1] == DUELL_ERROR_NONE)
        return duell_moved(kind, steps[0]) == duell_moved(kind, steps[1]) ? DUELL_ERROR_NONE
                                                                          : DUELL_ERROR_AMBIGUOUS;
    bool second =
        error[1] == DUELL_ERROR_NONE || (error[0] != DUELL_ERROR_NONE && error[1] > error[0]);
    reading->step = steps[second ? 1 : 0];
    return error[second ? 1 : 0];
}

/* Find the order of the legs from the letters; false if they contradict each other. */
static bool order_of(const MoveText *move, bool strict, int *order)
{
    int  from = move->from.square, to = move->to.square;
    bool vertical = duell_column(from) == duell_column(to);
    *order = move->from.capital ? 0 : 1;
    if (!is_straight(from, to))
        return move->from.capital != move->to.capital;
    *order = 0;
    return !strict || (move->from.capital == vertical && move->to.capital == vertical);
}

/* With announce=required the mark must be correct, except for a king on its goal (R7.4). */
static bool is_mark_correct(const Pos *pos, const MoveText *move, Step step)
{
    static const char *const MARKS[] = { "", "+", "++" };
    const Duell             *duell = duell_of(pos);
    const char              *want = duell_mark(pos, step), *have = MARKS[move->marks];
    if (!duell_unpack(pos->variant).announce)
        return true;
    if (duell_kind(duell->board[duell_from(step)]) == DUELL_KING &&
        duell_to(step) == duell_goal(pos->side))
        return true;
    while (*want != '\0' && *want == *have)
        want++, have++;
    return *want == *have;
}

static DuellReading check_move(const Pos *pos, const MoveText *move, bool strict,
                               DuellReading reading)
{
    const Duell *duell = duell_of(pos);
    int          order;
    bool         taken = duell->board[reading.to] != DUELL_EMPTY;
    DuellError   error = ends_error(duell, reading.from, reading.to);
    if (error != DUELL_ERROR_NONE)
        return illegal(reading, error, move->from_at);
    bool is_known = order_of(move, strict, &order);
    reading.step = duell_step(reading.from, reading.to, order);
    if (strict && !is_known)
        return illegal(reading, DUELL_ERROR_CASE, move->from_at);
    error =
        is_known ? duell_path_error(duell, reading.step, &reading) : either_path(duell, &reading);
    if (error != DUELL_ERROR_NONE)
        return illegal(reading, error,
                       error == DUELL_ERROR_AMBIGUOUS ? move->from_at : move->to_at);
    if (strict && taken != (move->separator == 'x'))
        return illegal(reading, DUELL_ERROR_SEPARATOR, move->separator_at);
    if (!strict && !is_mark_correct(pos, move, reading.step))
        return illegal(reading, DUELL_ERROR_MARK, move->mark_at);
    return reading;
}

DuellReading duell_step_parse(const Pos *pos, Scan *scan, bool strict)
{
    DuellReading reading = { .error = DUELL_ERROR_NONE };
    Scan         ahead = *scan;
    MoveText     move;
    if (!read_move_text(&ahead, &move, strict))
        return illegal(reading, DUELL_ERROR_FORM, ahead.at);
    reading.from = move.from.square;
    reading.to = move.to.square;
    reading.marks = move.marks;
    reading = check_move(pos, &move, strict, reading);
    if (reading.error == DUELL_ERROR_NONE)
        *scan = ahead;
    return reading;
}

static bool is_syntax(DuellError error)
{
    return error == DUELL_ERROR_FORM || error == DUELL_ERROR_CASE || error == DUELL_ERROR_SEPARATOR;
}

Status duell_step_take(const Pos *pos, Scan *scan, bool strict, Step *step, Message *why)
{
    DuellReading reading = duell_step_parse(pos, scan, strict);
    if (reading.error == DUELL_ERROR_NONE) {
        *step = reading.step;
        return STATUS_OK;
    }
    duell_error_write(pos, &reading, why);
    why->at = reading.at;
    return is_syntax(reading.error) ? STATUS_SYNTAX : STATUS_ILLEGAL;
}

Status duell_read_strict(const Pos *pos, Scan *scan, Step *step, Fault *fault)
{
    Message why;
    Status  status = duell_step_take(pos, scan, true, step, &why);
    return status == STATUS_OK ? STATUS_OK
                               : message_fault(&why, &DUELL_GAME, pos->variant, status, fault);
}

/* --- messages --- */

static Message message(DuellMessage name)
{
    return message_of(&DUELL_MESSAGE[name]);
}

void duell_name_square(Message *why, const char *name, int square)
{
    message_cell(why, name, square);
    message_offending(why, square);
}

static Message distance_message(const Duell *duell, const DuellReading *r)
{
    uint8_t piece = duell->board[r->from];
    bool    is_king = duell_kind(piece) == DUELL_KING;
    Message why = message(is_king ? DUELL_MSG_KING_DISTANCE : DUELL_MSG_DISTANCE);
    duell_name_square(&why, "from", r->from);
    duell_name_square(&why, "to", r->to);
    if (!is_king)
        message_count(&why, "n", duell_top(piece));
    message_count(&why, "away", duell_distance(r->from, r->to));
    return why;
}

static Message blocked_message(const DuellReading *r)
{
    Message why = message(r->block_count == 2 ? DUELL_MSG_BOTH_BLOCKED : DUELL_MSG_BLOCKED);
    message_cell(&why, "from", r->from);
    message_cell(&why, "to", r->to);
    duell_name_square(&why, "cell", r->blocks[0]);
    if (r->block_count == 2)
        duell_name_square(&why, "cell2", r->blocks[1]);
    return why;
}

/* Which of three cases applies: the king steps into an attack, an attack remains, or the move exposes
 * the king. */
static Message king_message(const Duell *duell, Step step)
{
    int      side = duell->head.side;
    uint8_t  attackers[DUELL_PIECES];
    uint16_t cells[DUELL_PIECES];
    Duell    after = *duell;
    duell_move(&after, step);
    bool    moved = after.king[side] != duell->king[side];
    Message why = message(moved                            ? DUELL_MSG_KING_STEPS
                          : duell_is_attacked(duell, side) ? DUELL_MSG_KING_STAYS
                                                           : DUELL_MSG_KING_EXPOSED);
    int     count = duell_attackers(&after, after.king[side], 1 - side, attackers);
    message_side(&why, "side", side);
    duell_name_square(&why, "king", after.king[side]);
    for (int i = 0; i < count; i++)
        cells[i] = attackers[i];
    message_cells(&why, "cells", cells, count);
    return why;
}

/* Add the notation of a move. */
static void add_move(Message *why, const char *name, const Duell *duell, Step step,
                     const char *mark)
{
    char words[16];
    Text text = text_over(words, sizeof words);
    duell_move_write(duell, step, &text);
    text_add(&text, mark);
    message_text(why, name, words);
}

static Message ambiguous_message(const Duell *duell, const DuellReading *r)
{
    static const char *const NAMES[2] = { "turn", "turn2" };
    Message                  why = message(DUELL_MSG_AMBIGUOUS);
    duell_name_square(&why, "from", r->from);
    duell_name_square(&why, "to", r->to);
    for (int order = 0; order < 2; order++) {
        uint8_t squares[DUELL_TOP_MAX];
        Step    step = duell_step(r->from, r->to, order);
        int     count = duell_path(step, squares);
        add_move(&why, NAMES[order], duell, step, "");
        for (int i = 0; i + 1 < count; i++)
            message_offending(&why, squares[i]);
    }
    return why;
}

/* The case of the letters is wrong: show the correct notation, or both if the path is bent. */
static Message case_message(const Duell *duell, const DuellReading *r)
{
    bool    is_bent = !is_straight(r->from, r->to);
    Message why = message(is_bent ? DUELL_MSG_CASE_BENT : DUELL_MSG_CASE);
    add_move(&why, "turn", duell, duell_step(r->from, r->to, 0), "");
    if (is_bent)
        add_move(&why, "turn2", duell, duell_step(r->from, r->to, 1), "");
    return why;
}

/* The announcement is missing or wrong (R7.4). */
static Message mark_message(const Pos *pos, const DuellReading *r)
{
    const char  *mark = duell_mark(pos, r->step);
    DuellMessage name = DUELL_MSG_ANNOUNCE_NOTHING;
    if (mark[0] != '\0' && mark[1] != '\0')
        name = DUELL_MSG_MUST_ANNOUNCE_MATE;
    else if (mark[0] != '\0')
        name = r->marks == 2 && !duell_unpack(pos->variant).king_capture ? DUELL_MSG_ANNOUNCED_MATE
                                                                         : DUELL_MSG_MUST_ANNOUNCE;
    Message why = message(name);
    message_side(&why, "side", 1 - pos->side);
    add_move(&why, "turn", duell_of(pos), r->step, mark);
    return why;
}

static Message spelling_message(const Pos *pos, const DuellReading *r)
{
    Message why;
    if (r->error == DUELL_ERROR_CASE) {
        why = case_message(duell_of(pos), r);
    } else if (r->error == DUELL_ERROR_SEPARATOR) {
        why = message(DUELL_MSG_SEPARATOR);
        add_move(&why, "turn", duell_of(pos), r->step, "");
    } else {
        why = mark_message(pos, r);
    }
    message_offending(&why, r->from);
    message_offending(&why, r->to);
    return why;
}

void duell_error_write(const Pos *pos, const DuellReading *r, Message *why)
{
    const Duell *duell = duell_of(pos);
    switch (r->error) {
    case DUELL_ERROR_NONE: *why = message_of(NULL); break;
    case DUELL_ERROR_FORM: *why = message(DUELL_MSG_FORM); break;
    case DUELL_ERROR_OVER: *why = message(DUELL_MSG_OVER); break;
    case DUELL_ERROR_EMPTY:
        *why = message(DUELL_MSG_EMPTY);
        duell_name_square(why, "cell", r->from);
        break;
    case DUELL_ERROR_ENEMY:
        *why = message(DUELL_MSG_ENEMY);
        duell_name_square(why, "cell", r->from);
        message_side(why, "other", 1 - pos->side);
        message_side(why, "side", pos->side);
        break;
    case DUELL_ERROR_DISTANCE: *why = distance_message(duell, r); break;
    case DUELL_ERROR_BLOCKED: *why = blocked_message(r); break;
    case DUELL_ERROR_OWN:
        *why = message(DUELL_MSG_OWN);
        duell_name_square(why, "cell", r->to);
        break;
    case DUELL_ERROR_KING: *why = king_message(duell, r->step); break;
    case DUELL_ERROR_AMBIGUOUS: *why = ambiguous_message(duell, r); break;
    case DUELL_ERROR_CASE:
    case DUELL_ERROR_SEPARATOR:
    case DUELL_ERROR_MARK: *why = spelling_message(pos, r); break;
    }
}
