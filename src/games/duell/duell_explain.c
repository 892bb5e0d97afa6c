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

/* Return an error that does not depend on the path, or DUELL_ERROR_NONE. */
static DuellError ends_error(const Duell *duell, int from, int to)
{
    uint8_t piece = duell->board[from];
    if (DUELL_RULES.outcome(&duell->head).ending != ENDING_NONE)
        return DUELL_ERROR_OVER;
    if (piece == DUELL_EMPTY)
        return DUELL_ERROR_EMPTY;
    if (duell_colour(piece) != duell->head.side)
        return DUELL_ERROR_ENEMY;
    if (duell_distance(from, to) != duell_top(piece))
        return DUELL_ERROR_DISTANCE;
    return DUELL_ERROR_NONE;
}

/* Return an error of the path; the ends must be correct. */
static DuellError path_error(const Duell *duell, Step step, DuellReading *reading)
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
        error[order] = path_error(duell, steps[order], reading);
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
    error = is_known ? path_error(duell, reading.step, &reading) : either_path(duell, &reading);
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
    char sentence[MESSAGE_TEXT_MAX];
    Text text = text_over(sentence, sizeof sentence);
    message_reject(why, is_syntax(reading.error) ? STATUS_SYNTAX : STATUS_ILLEGAL, reading.at,
                   &CORE_MESSAGE[CORE_MSG_TEXT]);
    duell_error_write(pos, &reading, &text, &why->cells);
    message_text(why, "text", sentence);
    return is_syntax(reading.error) ? STATUS_SYNTAX : STATUS_ILLEGAL;
}

Status duell_read_strict(const Pos *pos, Scan *scan, Step *step, Fault *fault)
{
    Message why;
    Status  status = duell_step_take(pos, scan, true, step, &why);
    return status == STATUS_OK ? STATUS_OK
                               : message_fault(&why, &DUELL_GAME, pos->variant, status, fault);
}

/* --- sentences --- */

static const char *const SIDE_NAME[2] = { "White", "Black" };

static void mark_cell(int square, CellList *offending)
{
    if (offending != NULL && offending->count < TOUCHES_MAX)
        offending->cell[offending->count++] = (uint16_t)square;
}

static void write_square(int square, Text *out, CellList *offending)
{
    duell_square_write(square, out);
    mark_cell(square, offending);
}

static void write_distance(const Duell *duell, const DuellReading *r, Text *out,
                           CellList *offending)
{
    uint8_t piece = duell->board[r->from];
    int     top = duell_top(piece), away = duell_distance(r->from, r->to);
    if (duell_kind(piece) == DUELL_KING) {
        text_add(out, "the king on ");
        write_square(r->from, out, offending);
        text_add(out, " rolls exactly 1 square, and ");
    } else {
        text_add(out, "the die on ");
        write_square(r->from, out, offending);
        text_addf(out, " shows %d and rolls exactly %d square%s, and ", top, top,
                  top == 1 ? "" : "s");
    }
    write_square(r->to, out, offending);
    text_addf(out, " is %d away (R4.1)", away);
}

static void write_blocked(const DuellReading *r, Text *out, CellList *offending)
{
    text_add(out, r->block_count == 2 ? "both paths from " : "the path from ");
    duell_square_write(r->from, out);
    text_add(out, " to ");
    duell_square_write(r->to, out);
    text_add(out, r->block_count == 2 ? " are blocked, on " : " is blocked on ");
    write_square(r->blocks[0], out, offending);
    if (r->block_count == 2) {
        text_add(out, " and on ");
        write_square(r->blocks[1], out, offending);
    }
    text_add(out, ": every square before the last must be empty (R4.3)");
}

/* Explain which of three cases applies: the king steps into an attack, an attack remains, or the
 * move exposes the king. */
static void write_king(const Duell *duell, const DuellReading *r, Text *out, CellList *offending)
{
    int     side = duell->head.side;
    uint8_t attackers[DUELL_PIECES];
    Duell   after = *duell;
    duell_move(&after, r->step);
    bool moved = after.king[side] != duell->king[side];
    bool before = duell_is_attacked(duell, side);
    int  count = duell_attackers(&after, after.king[side], 1 - side, attackers);
    text_addf(out, "%s's king %s", SIDE_NAME[side],
              moved    ? "would step to "
              : before ? "would stay attacked on "
                       : "would be exposed to attack on ");
    write_square(after.king[side], out, offending);
    text_add(out, moved ? ", which is attacked from " : " from ");
    for (int i = 0; i < count; i++) {
        text_add(out, i == 0 ? "" : " and ");
        write_square(attackers[i], out, offending);
    }
    text_add(out, " (R5.2)");
}

static void write_ambiguous(const Duell *duell, const DuellReading *r, Text *out,
                            CellList *offending)
{
    uint8_t squares[DUELL_TOP_MAX];
    text_add(out, "two paths lead from ");
    write_square(r->from, out, offending);
    text_add(out, " to ");
    write_square(r->to, out, offending);
    text_add(out, " and leave the die in different orientations: write ");
    for (int order = 0; order < 2; order++) {
        Step step = duell_step(r->from, r->to, order);
        int  count = duell_path(step, squares);
        duell_move_write(duell, step, out);
        text_add(out, order == 0 ? " or " : " (R8.3)");
        for (int i = 0; i + 1 < count; i++)
            mark_cell(squares[i], offending);
    }
}

/* Write the correct notation of the move. */
static void write_spelling(const Pos *pos, const DuellReading *r, Text *out, CellList *offending)
{
    const Duell *duell = duell_of(pos);
    switch (r->error) {
    case DUELL_ERROR_CASE:
        text_add(out, "a capital letter marks the column that the die rolls along; "
                      "write ");
        duell_move_write(duell, duell_step(r->from, r->to, 0), out);
        if (!is_straight(r->from, r->to)) {
            text_add(out, " or ");
            duell_move_write(duell, duell_step(r->from, r->to, 1), out);
        }
        text_add(out, " (R8.4)");
        break;
    case DUELL_ERROR_SEPARATOR:
        text_add(out, "- is for a free target and x for a capture; write ");
        duell_move_write(duell, r->step, out);
        text_add(out, " (R8.4)");
        break;
    default:
        text_add(out, "attacks must be announced correctly; write ");
        duell_move_write(duell, r->step, out);
        text_addf(out, "%s (R7.4)", duell_mark(pos, r->step));
    }
    mark_cell(r->from, offending);
    mark_cell(r->to, offending);
}

void duell_error_write(const Pos *pos, const DuellReading *r, Text *out, CellList *offending)
{
    const Duell *duell = duell_of(pos);
    switch (r->error) {
    case DUELL_ERROR_NONE: break;
    case DUELL_ERROR_FORM:
        text_add(out, "a move is a start square, - or x, and a target square, as in D1-e6 (R8.1)");
        break;
    case DUELL_ERROR_OVER: text_add(out, "the game is over (R6)"); break;
    case DUELL_ERROR_EMPTY:
        write_square(r->from, out, offending);
        text_add(out, " is empty: a move starts with a die of the side to move (R4.1)");
        break;
    case DUELL_ERROR_ENEMY:
        write_square(r->from, out, offending);
        text_addf(out, " holds a die of %s, and %s is to move (R4.1)", SIDE_NAME[1 - pos->side],
                  SIDE_NAME[pos->side]);
        break;
    case DUELL_ERROR_DISTANCE: write_distance(duell, r, out, offending); break;
    case DUELL_ERROR_BLOCKED: write_blocked(r, out, offending); break;
    case DUELL_ERROR_OWN:
        write_square(r->to, out, offending);
        text_add(out, " holds a die of the same side, which cannot be captured (R4.4)");
        break;
    case DUELL_ERROR_KING: write_king(duell, r, out, offending); break;
    case DUELL_ERROR_AMBIGUOUS: write_ambiguous(duell, r, out, offending); break;
    case DUELL_ERROR_CASE:
    case DUELL_ERROR_SEPARATOR:
    case DUELL_ERROR_MARK: write_spelling(pos, r, out, offending); break;
    }
}
