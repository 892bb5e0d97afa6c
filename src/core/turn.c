/* SPDX-License-Identifier: MIT */
#include "core/turn.h"

#include <assert.h>
#include <string.h>

/* Parse steps from `scan` until the turn is complete.  `now` becomes the position after the turn,
 * or before the step that failed. */
static Status read_steps(const Game *game, Scan *scan, Pos *now, Turn *turn, Message *why)
{
    turn->count = 0;
    do {
        if (turn->count == TURN_STEPS_MAX) {
            message_reject(why, STATUS_ILLEGAL, scan->at, &CORE_MESSAGE[CORE_MSG_TURN_LONG]);
            message_count(why, "n", TURN_STEPS_MAX);
            return STATUS_ILLEGAL;
        }
        Step   step;
        Status status = game->text->step_read(now, scan, &step, why);
        if (status != STATUS_OK)
            return status;
        turn->step[turn->count++] = step;
        game->rules->apply(now, step);
    } while (now->phase != 0);

    if (!scan_done(scan)) {
        char rest[41];
        Text text = text_over(rest, sizeof rest);
        text_addf(&text, "%.*s", (int)(scan->size - scan->at), scan->data + scan->at);
        message_reject(why, STATUS_SYNTAX, scan->at, &CORE_MESSAGE[CORE_MSG_TURN_COMPLETE]);
        message_text(why, "text", rest);
        return STATUS_SYNTAX;
    }
    return STATUS_OK;
}

Status turn_explain(const Game *game, const Pos *pos, const char *text, Turn *turn, Message *why)
{
    PosBuffer now;
    Scan      scan = scan_string(text);
    *why = message_of(NULL);
    game_copy(game, pos, &now.head);
    Status status = read_steps(game, &scan, &now.head, turn, why);
    assert((status == STATUS_OK) == (why->def == NULL));
    return status;
}

Status turn_read(const Game *game, const Pos *pos, const char *text, Turn *turn, Fault *fault)
{
    Message why;
    Status  status = turn_explain(game, pos, text, turn, &why);
    return status == STATUS_OK ? STATUS_OK : message_fault(&why, game, pos->variant, status, fault);
}

void turn_write(const Game *game, const Pos *pos, const Turn *turn, Text *out)
{
    turn_write_as(game, NULL, pos, turn, out);
}

void turn_write_as(const Game *game, const Notation *notation, const Pos *pos, const Turn *turn,
                   Text *out)
{
    PosBuffer now;
    assert(turn->count >= 0 && turn->count <= TURN_STEPS_MAX);
    Turn sorted = { .count = turn->count };
    memcpy(sorted.step, turn->step, (size_t)turn->count * sizeof(Step));
    if (game->text->turn_sort != NULL)
        game->text->turn_sort(pos, sorted.step, sorted.count);

    game_copy(game, pos, &now.head);
    for (int i = 0; i < sorted.count; i++) {
        (notation == NULL ? game->text->step_write : notation->step_write)(&now.head,
                                                                           sorted.step[i], out);
        game->rules->apply(&now.head, sorted.step[i]);
    }
}

/* Return the length of the announcement at the end of a text: the longest that fits. */
static size_t announced_length(const Announcement *list, const char *text, size_t length)
{
    size_t longest = 0;
    for (; list != NULL && list->suffix != NULL; list++) {
        size_t size = strlen(list->suffix);
        if (size > longest && size <= length &&
            memcmp(text + length - size, list->suffix, size) == 0)
            longest = size;
    }
    return longest;
}

void turn_write_plain(const Game *game, const Pos *pos, const Turn *turn, Text *out)
{
    turn_write(game, pos, turn, out);
    text_cut(out, out->length - announced_length(game_announcements(game, pos->variant), out->data,
                                                 out->length));
}

static bool is_announcement(const Announcement *list, const char *announced)
{
    if (announced[0] == '\0')
        return true;
    for (; list != NULL && list->suffix != NULL; list++)
        if (strcmp(list->suffix, announced) == 0)
            return true;
    return false;
}

Status turn_check_announcement(const Game *game, const Pos *pos, const Turn *turn,
                               const char *announced, Message *why)
{
    const Announcement *list = game_announcements(game, pos->variant);
    char                words[TURN_TEXT_MAX];
    Text                text = text_over(words, sizeof words);
    Turn                unused;
    *why = message_of(NULL);
    if (!is_announcement(list, announced)) {
        message_reject(why, STATUS_SYNTAX, 0, &CORE_MESSAGE[CORE_MSG_NO_ANNOUNCEMENT]);
        message_text(why, "text", announced);
        return STATUS_SYNTAX;
    }
    if (list == NULL)
        return STATUS_OK;
    turn_write_plain(game, pos, turn, &text);
    text_add(&text, announced);
    return turn_explain(game, pos, words, &unused, why);
}

void turn_apply(const Game *game, Pos *pos, const Turn *turn)
{
    for (int i = 0; i < turn->count; i++)
        game->rules->apply(pos, turn->step[i]);
}

bool turn_first(const Game *game, const Pos *pos, const Step *steps, int count, Turn *turn,
                Pos *after)
{
    PosBuffer unused;
    Pos      *now = after != NULL ? after : &unused.head;
    if (now != pos)
        game_copy(game, pos, now);
    turn->count = 0;
    while (turn->count < count && turn->count < TURN_STEPS_MAX) {
        Step step = steps[turn->count];
        if (!game->rules->legal(now, step))
            return false;
        turn->step[turn->count++] = step;
        game->rules->apply(now, step);
        if (now->phase == 0)
            return true;
    }
    return false;
}

/* One array serves the complete walk: it holds the step lists of all steps of a turn one after the
 * other.  A turn branches only a few times, so twice the capacity of one list is plenty.  A branch
 * that does not fit is a bug in the game and stops the walk. */
typedef struct Walk {
    const Game *game;
    TurnVisit  *visit;
    void       *context;
    bool        is_open; /* begun in the middle of a turn: gen_once may list nothing there */
    Turn        turn;
    Step        steps[2 * STEPS_MAX];
} Walk;

static bool walk_turns(Walk *walk, const Pos *pos, int used)
{
    if (used + STEPS_MAX > 2 * STEPS_MAX || walk->turn.count == TURN_STEPS_MAX)
        return false;
    Step *steps = walk->steps + used;
    int   count =
        walk->is_open ? walk->game->rules->gen(pos, steps) : game_gen_once(walk->game, pos, steps);
    PosBuffer next;
    for (int i = 0; i < count; i++) {
        game_copy(walk->game, pos, &next.head);
        walk->game->rules->apply(&next.head, steps[i]);
        walk->turn.step[walk->turn.count++] = steps[i];
        bool goes_on = next.head.phase == 0 ? walk->visit(walk->context, &walk->turn, &next.head)
                                            : walk_turns(walk, &next.head, used + count);
        walk->turn.count--;
        if (!goes_on)
            return false;
    }
    return true;
}

bool turn_each(const Game *game, const Pos *pos, TurnVisit *visit, void *context)
{
    Walk walk; /* not zeroed: its step list is large */
    walk.game = game;
    walk.visit = visit;
    walk.context = context;
    walk.turn.count = 0;
    walk.is_open = pos->phase != 0;
    return walk_turns(&walk, pos, 0);
}
