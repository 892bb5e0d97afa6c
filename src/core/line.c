/* SPDX-License-Identifier: MIT */
#include "core/line.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static Pos *position_at(const Line *line, int index)
{
    assert(index >= 0 && index < line->capacity);
    return (Pos *)(void *)(line->positions + (size_t)index * line->pos_size);
}

/* Entries are chained by key, newest first, so that repetitions are found without scanning the
 * line.  Entries are added and removed only at the end, so linking is a push and unlinking a
 * pop. */
static int *bucket_of(const Line *line, int index)
{
    return &line->buckets[line->entries[index].key & (uint64_t)(line->capacity - 1)];
}

static void link_entry(Line *line, int index)
{
    int *bucket = bucket_of(line, index);
    line->entries[index].older = *bucket;
    *bucket = index;
}

static void unlink_last(Line *line)
{
    assert(line->count > 1);
    int last = --line->count;
    *bucket_of(line, last) = line->entries[last].older;
}

static void link_all(Line *line)
{
    for (int i = 0; i < line->capacity; i++)
        line->buckets[i] = -1;
    for (int i = 0; i < line->count; i++)
        link_entry(line, i);
}

static bool ensure_capacity(Line *line)
{
    if (line->count < line->capacity)
        return true;
    int        capacity = line->capacity == 0 ? 64 : line->capacity * 2;
    LineEntry *entries = realloc(line->entries, (size_t)capacity * sizeof *entries);
    if (entries == NULL)
        return false;
    line->entries = entries;
    unsigned char *positions = realloc(line->positions, (size_t)capacity * line->pos_size);
    if (positions == NULL)
        return false;
    line->positions = positions;
    int *buckets = realloc(line->buckets, (size_t)capacity * sizeof *buckets);
    if (buckets == NULL)
        return false;
    line->buckets = buckets;
    line->capacity = capacity;
    link_all(line);
    return true;
}

Status line_init(Line *line, const Setup *setup, const Pos *from)
{
    assert(setup->game != NULL);
    uint32_t variant = from != NULL ? from->variant : setup->variant;
    *line = (Line){ .setup = *setup, .pos_size = setup->game->rules->size(variant) };
    if (!ensure_capacity(line)) {
        line_free(line);
        return STATUS_NO_MEMORY;
    }
    if (from != NULL)
        memcpy(position_at(line, 0), from, line->pos_size);
    else
        setup->game->rules->start(variant, position_at(line, 0));
    const Pos *start = position_at(line, 0);
    line->entries[0] = (LineEntry){ .key = start->key, .turn_over = start->phase == 0 };
    line->count = line->kept = 1;
    link_entry(line, 0);
    return STATUS_OK;
}

void line_free(Line *line)
{
    free(line->entries);
    free(line->positions);
    free(line->buckets);
    *line = (Line){ 0 };
}

const Pos *line_now(const Line *line)
{
    assert(line->count > 0);
    return position_at(line, line->count - 1);
}

const Pos *line_start(const Line *line)
{
    return position_at(line, 0);
}

int line_turns(const Line *line)
{
    return line->entries[line->count - 1].turn;
}

/* Return the entry after which `turn` turns are complete.  Entries are ordered by turn, so binary
 * search finds the first entry with that number, which is where the turn ended. */
static int entry_after(const Line *line, int turn)
{
    int low = 0, high = line->count - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (line->entries[middle].turn < turn)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const Pos *line_before_turn(const Line *line, int turn)
{
    assert(turn >= 0 && turn <= line_turns(line));
    return position_at(line, entry_after(line, turn));
}

static void copy_steps(const Line *line, int after, int last, Turn *out)
{
    out->count = 0;
    for (int i = after + 1; i <= last && out->count < TURN_STEPS_MAX; i++)
        out->step[out->count++] = line->entries[i].step;
}

void line_turn(const Line *line, int turn, Turn *out)
{
    assert(turn >= 0 && turn < line_turns(line));
    copy_steps(line, entry_after(line, turn), entry_after(line, turn + 1), out);
}

void line_open_turn(const Line *line, Turn *out)
{
    copy_steps(line, entry_after(line, line_turns(line)), line->count - 1, out);
}

static bool is_repeated(const Line *line, int a, int b)
{
    const GameRules *rules = line->setup.game->rules;
    if (line->entries[a].key != line->entries[b].key)
        return false;
    return rules->repeats != NULL
               ? rules->repeats(position_at(line, a), position_at(line, b))
               : memcmp(position_at(line, a), position_at(line, b), line->pos_size) == 0;
}

/* Return how often the position of an entry had occurred by then. */
static uint32_t times_until(const Line *line, int entry)
{
    assert(entry >= 0 && entry < line->count);
    if (!line->entries[entry].turn_over)
        return 0;
    uint32_t times = 0;
    for (int i = entry; i >= 0; i = line->entries[i].older)
        if (line->entries[i].turn_over && is_repeated(line, i, entry))
            times++;
    return times;
}

uint32_t line_repetitions(const Line *line)
{
    return times_until(line, line->count - 1);
}

uint32_t line_most_repetitions(const Line *line)
{
    uint32_t most = 0;
    for (int i = 0; i < line->count; i++) {
        uint32_t times = times_until(line, i);
        most = times > most ? times : most;
    }
    return most;
}

Outcome line_outcome(const Line *line)
{
    Outcome outcome = line->setup.game->rules->outcome(line_now(line));
    if (outcome.ending != ENDING_NONE || line_now(line)->phase != 0)
        return outcome;
    if (line->setup.repetition != 0 && line_repetitions(line) >= line->setup.repetition)
        return (Outcome){ .ending = ENDING_DRAWN, .reason = REASON_REPETITION };
    if (line->setup.turn_limit != 0 && (uint32_t)line_turns(line) >= line->setup.turn_limit)
        return (Outcome){ .ending = ENDING_DRAWN, .reason = REASON_LIMIT };
    return outcome;
}

Status line_step(Line *line, Step step)
{
    const GameRules *rules = line->setup.game->rules;
    if (line_outcome(line).ending != ENDING_NONE || !rules->legal(line_now(line), step))
        return STATUS_ILLEGAL;
    if (!ensure_capacity(line))
        return STATUS_NO_MEMORY;
    int index = line->count;
    memcpy(position_at(line, index), position_at(line, index - 1), line->pos_size);
    Pos *now = position_at(line, index);
    rules->apply(now, step);
    bool turn_over = now->phase == 0;
    line->entries[index] = (LineEntry){
        .step = step,
        .key = now->key,
        .turn = line->entries[index - 1].turn + (turn_over ? 1 : 0),
        .turn_over = turn_over,
    };
    line->count = line->kept = index + 1;
    link_entry(line, index);
    return STATUS_OK;
}

/* Copy the first `count` entries of another line, including the start. */
static Status copy_entries(Line *line, const Line *from, int count)
{
    Status status = line_init(line, &from->setup, line_start(from));
    if (status != STATUS_OK)
        return status;
    for (int i = 1; i < count && status == STATUS_OK; i++)
        status = line_step(line, from->entries[i].step);
    if (status != STATUS_OK)
        line_free(line);
    return status;
}

Status line_copy(Line *line, const Line *from)
{
    return copy_entries(line, from, from->count);
}

Status line_copy_turns(Line *line, const Line *from, int turns)
{
    int count = 1;
    assert(turns >= 0 && turns <= line_turns(from));
    while (from->entries[count - 1].turn < turns)
        count++;
    return copy_entries(line, from, count);
}

Status line_play(Line *line, const char *text, Fault *fault)
{
    Outcome over = line_outcome(line);
    if (over.ending != ENDING_NONE) {
        char sentence[200];
        Text why = text_over(sentence, sizeof sentence);
        outcome_describe(line->setup.game, over, &why);
        return fault_set(fault, STATUS_ILLEGAL, 0, "the game is over: %s", sentence);
    }
    Turn   turn;
    Status status = turn_read(line->setup.game, line_now(line), text, &turn, fault);
    for (int i = 0; status == STATUS_OK && i < turn.count; i++) {
        status = line_step(line, turn.step[i]);
        if (status != STATUS_OK) {
            while (i-- > 0)
                line_undo_step(line);
            line->kept = line->count;
            return fault_set(fault, status, 0, "%s", status_text(status));
        }
    }
    return status;
}

Status line_random_step(const Line *line, Random *random, Step *step)
{
    Step steps[STEPS_MAX];
    if (line_outcome(line).ending != ENDING_NONE)
        return STATUS_NOT_FOUND;
    int count = line->setup.game->rules->gen(line_now(line), steps);
    assert(count > 0);
    *step = steps[random_below(random, (uint32_t)count)];
    return STATUS_OK;
}

Status line_play_random(Line *line, Random *random, int turns)
{
    while (line_turns(line) < turns) {
        Step   step;
        Status status = line_random_step(line, random, &step);
        if (status == STATUS_OK)
            status = line_step(line, step);
        if (status != STATUS_OK)
            return status;
        if (line_outcome(line).ending != ENDING_NONE) {
            line_undo_turn(line);
            break;
        }
    }
    return STATUS_OK;
}

bool line_undo_step(Line *line)
{
    if (line->count == 1)
        return false;
    unlink_last(line);
    return true;
}

bool line_undo_turn(Line *line)
{
    if (!line_undo_step(line))
        return false;
    while (line->count > 1 && !line->entries[line->count - 1].turn_over)
        unlink_last(line);
    return true;
}

bool line_redo_turn(Line *line)
{
    int next = line->count;
    while (next < line->kept && !line->entries[next].turn_over)
        next++;
    assert(line->kept >= line->count);
    if (next >= line->kept)
        return false;
    for (int i = line->count; i <= next; i++)
        link_entry(line, i);
    line->count = next + 1;
    return true;
}

int line_undone(const Line *line, Step *out, int size)
{
    int count = line->kept - line->count < size ? line->kept - line->count : size;
    for (int i = 0; i < count; i++)
        out[i] = line->entries[line->count + i].step;
    return count;
}

void line_set_undone(Line *line, const Step *steps, int count)
{
    int before = line->count;
    for (int i = 0; i < count && line_step(line, steps[i]) == STATUS_OK; i++)
        continue;
    while (line->count > before)
        line_undo_step(line);
}

static const Reason LINE_REASONS[] = {
    { "repetition", &CORE_MESSAGE[CORE_MSG_REPETITION] },
    { "limit", &CORE_MESSAGE[CORE_MSG_LIMIT] },
};

static const Reason *reason_of(const Game *game, Outcome outcome)
{
    if (outcome.reason >= REASON_REPETITION) {
        assert(outcome.reason <= REASON_LIMIT);
        return &LINE_REASONS[outcome.reason - REASON_REPETITION];
    }
    assert(outcome.reason < game->reason_count);
    return &game->reasons[outcome.reason];
}

void outcome_write(const Game *game, const Pos *pos, Outcome outcome, Text *out)
{
    if (outcome.ending == ENDING_NONE)
        return;
    text_add(out, outcome.ending == ENDING_WON ? game->sides[outcome.winner] : "draw");
    text_addf(out, " %s", reason_of(game, outcome)->word);
    if (game->text->details != NULL) {
        text_char(out, ' ');
        game->text->details(pos, out);
    }
}

void outcome_message(const Game *game, const Pos *pos, Outcome outcome, Message *out)
{
    *out = message_of(NULL);
    if (outcome.ending == ENDING_NONE)
        return;
    bool won = outcome.ending == ENDING_WON;
    *out = message_of(&CORE_MESSAGE[won ? CORE_MSG_WON : CORE_MSG_DRAWN]);
    message_term(out, "reason", reason_of(game, outcome)->message);
    if (won) {
        message_side(out, "winner", outcome.winner);
        message_side(out, "loser", 1 - outcome.winner);
    }
    if (pos != NULL && game->text->outcome_message != NULL && outcome.reason < REASON_REPETITION)
        game->text->outcome_message(pos, outcome, out);
}

void outcome_describe(const Game *game, Outcome outcome, Text *out)
{
    Message message;
    outcome_message(game, NULL, outcome, &message);
    message_write(&message, game, 0, &LANGUAGE_ENGLISH, out);
}
