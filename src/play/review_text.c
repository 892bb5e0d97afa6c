/* SPDX-License-Identifier: MIT */
#include "play/review_text.h"

#include <stdlib.h>

static void write_steps(const Step *steps, int count, Buffer *out)
{
    buffer_addf(out, " %d", count);
    for (int i = 0; i < count; i++)
        buffer_addf(out, " %llx", (unsigned long long)steps[i]);
}

void review_write(const Review *review, Buffer *out)
{
    for (int i = 0; i < review->count; i++) {
        const ReviewTurn *turn = &review->turns[i];
        buffer_addf(out, "turn %d %d %d %d %d", turn->before, turn->after, turn->is_best,
                    turn->is_proved, turn->proof_turns);
        write_steps(turn->best.step, turn->best.count, out);
        write_steps(turn->line, turn->line_count, out);
        buffer_add(out, "\n");
    }
}

static bool take_number(Scan *scan, uint32_t limit, int *value)
{
    uint32_t number;
    if (!scan_char(scan, ' ') || !scan_number(scan, limit, &number))
        return false;
    *value = (int)number;
    return true;
}

static bool take_flag(Scan *scan, bool *value)
{
    int  number;
    bool is_right = take_number(scan, 1, &number);
    *value = is_right && number == 1;
    return is_right;
}

/* Take a space and up to 16 hexadecimal digits. */
static bool take_step(Scan *scan, Step *step)
{
    const char *start;
    size_t      length = scan_char(scan, ' ') ? scan_until(scan, " \n", &start) : 0;
    if (length == 0 || length > 16)
        return false;
    *step = 0;
    for (size_t i = 0; i < length; i++) {
        char c = start[i];
        int  digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            return false;
        *step = *step << 4 | (Step)digit;
    }
    return true;
}

static bool take_steps(Scan *scan, Step *steps, int most, int *count)
{
    if (!take_number(scan, (uint32_t)most, count))
        return false;
    for (int i = 0; i < *count; i++)
        if (!take_step(scan, &steps[i]))
            return false;
    return true;
}

/* True if the turn is complete and legal.  Steps of the better line are checked where they are used,
 * because a transposition table may have made them up. */
static bool is_legal(const Game *game, const Pos *pos, const Turn *turn)
{
    Turn legal;
    return turn_first(game, pos, turn->step, turn->count, &legal, NULL) &&
           legal.count == turn->count;
}

static bool take_turn(Scan *scan, const Line *line, int index, ReviewTurn *turn)
{
    const Game *game = line->setup.game;
    const Pos  *pos = line_before_turn(line, index);
    turn->player = game_player(game, pos, pos->side);
    return scan_word(scan, "turn") && take_number(scan, REVIEW_SURE, &turn->before) &&
           take_number(scan, REVIEW_SURE, &turn->after) && take_flag(scan, &turn->is_best) &&
           take_flag(scan, &turn->is_proved) &&
           take_number(scan, RECORD_TURNS_MAX, &turn->proof_turns) &&
           take_steps(scan, turn->best.step, TURN_STEPS_MAX, &turn->best.count) &&
           is_legal(game, pos, &turn->best) &&
           take_steps(scan, turn->line, REVIEW_LINE_MAX, &turn->line_count) &&
           scan_char(scan, '\n');
}

Status review_read(const char *text, const Line *line, Review *out, Fault *fault)
{
    Scan   scan = scan_string(text);
    Review made = { .count = line_turns(line) };
    made.turns = calloc((size_t)made.count + 1, sizeof *made.turns);
    if (made.turns == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    for (int i = 0; i < made.count; i++) {
        if (take_turn(&scan, line, i, &made.turns[i]))
            continue;
        review_free(&made);
        return fault_set(fault, STATUS_SYNTAX, scan.at, "the review of move %d is unreadable",
                         i + 1);
    }
    if (!scan_done(&scan)) {
        review_free(&made);
        return fault_set(fault, STATUS_SYNTAX, scan.at, "the review has too many moves");
    }
    *out = made;
    return STATUS_OK;
}
