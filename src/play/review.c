/* SPDX-License-Identifier: MIT */
#include "play/review.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/study.h"
#include "proto/report.h"
#include "search/score.h"
#include "search/search.h"

const ReviewClassInfo REVIEW_CLASSES[REVIEW_CLASS_COUNT] = {
    [REVIEW_GOOD] = { "good", 0, NOTE_UNMARKED },
    [REVIEW_INACCURACY] = { "inaccuracy", 50, NOTE_INACCURACY },
    [REVIEW_MISTAKE] = { "mistake", 100, NOTE_MISTAKE },
    [REVIEW_BLUNDER] = { "blunder", 200, NOTE_BLUNDER },
};

/* The evaluation of one position of the game. */
typedef struct Stand {
    int  chance[2]; /* of each player */
    bool is_proved;
    Turn best; /* empty at the end */
    int  line_count;
    Step line[REVIEW_LINE_MAX];
} Stand;

static void set_chance(Stand *stand, int player, int chance)
{
    stand->chance[player] = chance;
    stand->chance[1 - player] = REVIEW_SURE - chance;
}

static void stand_at_end(const Line *line, Outcome outcome, Stand *stand)
{
    const Game *game = line->setup.game;
    if (outcome.ending == ENDING_WON)
        set_chance(stand, game_player(game, line_now(line), outcome.winner), REVIEW_SURE);
    else
        set_chance(stand, 0, REVIEW_SURE / 2);
}

static Status look(Search *search, const Line *line, uint64_t nodes, SearchResult *result,
                   Stand *stand)
{
    const Game  *game = line->setup.game;
    const Pos   *pos = line_now(line);
    SearchLimits limits = { .nodes = nodes };
    Outcome      outcome = line_outcome(line);
    if (outcome.ending != ENDING_NONE) {
        stand_at_end(line, outcome, stand);
        return STATUS_OK;
    }
    Status status = search_think(search, line, &limits, NULL, NULL, result);
    if (status == STATUS_OK) {
        set_chance(stand, game_player(game, pos, pos->side), report_chance(game, result->score));
        stand->best = result->turn;
        stand->is_proved = score_is_win(result->score) || score_is_loss(result->score);
        stand->line_count = result->lines[0].step_count < REVIEW_LINE_MAX
                                ? result->lines[0].step_count
                                : REVIEW_LINE_MAX;
        memcpy(stand->line, result->lines[0].steps,
               (size_t)stand->line_count * sizeof stand->line[0]);
    }
    return status;
}

static Status look_at_all(const Line *line, uint64_t nodes, ReviewTick *tick, void *context,
                          Stand *stands, bool *given_up)
{
    int           total = line_turns(line) + 1;
    SearchOptions options = search_options();
    Search       *search = search_new(&options);
    SearchResult *result = malloc(sizeof *result);
    Status        status = search == NULL || result == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    for (int i = total - 1; i >= 0 && status == STATUS_OK && !*given_up; i--) {
        Line part;
        if (tick != NULL && !tick(context, total - 1 - i, total)) {
            *given_up = true;
            break;
        }
        status = line_copy_turns(&part, line, i);
        if (status != STATUS_OK)
            break;
        status = look(search, &part, nodes, result, &stands[i]);
        line_free(&part);
    }
    free(result);
    if (search != NULL)
        search_delete(search);
    return status;
}

static bool is_same_turn(const Line *line, int index, const Turn *played, const Turn *best)
{
    const Game *game = line->setup.game;
    const Pos  *pos = line_before_turn(line, index);
    char        words[2][TURN_TEXT_MAX];
    Text        a = text_over(words[0], sizeof words[0]), b = text_over(words[1], sizeof words[1]);
    turn_write(game, pos, played, &a);
    turn_write(game, pos, best, &b);
    return strcmp(words[0], words[1]) == 0;
}

static void fill(const Line *line, const Stand *stands, Review *out)
{
    for (int i = 0; i < out->count; i++) {
        const Pos  *pos = line_before_turn(line, i);
        ReviewTurn *turn = &out->turns[i];
        Turn        played;
        line_turn(line, i, &played);
        turn->player = game_player(line->setup.game, pos, pos->side);
        turn->before = stands[i].chance[turn->player];
        turn->after = stands[i + 1].chance[turn->player];
        turn->best = stands[i].best;
        turn->is_proved = stands[i].is_proved;
        turn->line_count = stands[i].line_count;
        memcpy(turn->line, stands[i].line, sizeof turn->line);
        turn->is_best = is_same_turn(line, i, &played, &turn->best);
    }
}

Status review_line(const Line *line, uint64_t nodes, ReviewTick *tick, void *context, Review *out)
{
    assert(line != NULL && nodes > 0 && out != NULL);
    int    count = line_turns(line);
    bool   given_up = false;
    Stand *stands = calloc((size_t)count + 1, sizeof *stands);
    *out = (Review){ .turns = calloc((size_t)count + 1, sizeof *out->turns) };
    Status status = stands == NULL || out->turns == NULL
                        ? STATUS_NO_MEMORY
                        : look_at_all(line, nodes, tick, context, stands, &given_up);
    if (status == STATUS_OK && !given_up) {
        out->count = count;
        fill(line, stands, out);
    }
    free(stands);
    if (status != STATUS_OK)
        review_free(out);
    return status;
}

void review_free(Review *review)
{
    free(review->turns);
    *review = (Review){ 0 };
}

int review_loss(const ReviewTurn *turn)
{
    return turn->is_best || turn->after >= turn->before ? 0 : turn->before - turn->after;
}

ReviewClass review_class(const ReviewTurn *turn)
{
    int loss = review_loss(turn), which = REVIEW_BLUNDER;
    while (loss < REVIEW_CLASSES[which].loss)
        which--;
    return (ReviewClass)which;
}

int review_count(const Review *review, int player, ReviewClass which)
{
    int count = 0;
    for (int i = 0; i < review->count; i++)
        count += review->turns[i].player == player && review_class(&review->turns[i]) == which;
    return count;
}

int review_accuracy(const Review *review, int player)
{
    int64_t sum = 0, count = 0;
    int     worst = REVIEW_CLASSES[REVIEW_BLUNDER].loss;
    for (int i = 0; i < review->count; i++) {
        int loss = review_loss(&review->turns[i]);
        if (review->turns[i].player != player)
            continue;
        sum += (worst - (loss < worst ? loss : worst)) * REVIEW_SURE / worst;
        count++;
    }
    return count == 0 ? -1 : (int)((sum + count / 2) / count);
}

/* Add the complete turns of a better line after a node. */
static Status add_line(Study *study, int node, const ReviewTurn *turn)
{
    const Game *game = study->line.setup.game;
    PosBuffer   pos;
    Status      status = study_line(study, node, &study->line);
    if (status != STATUS_OK)
        return status;
    game_copy(game, line_now(&study->line), &pos.head);
    for (int at = 0; at < turn->line_count;) {
        Turn next;
        if (!turn_first(game, &pos.head, turn->line + at, turn->line_count - at, &next, &pos.head))
            break;
        status = study_add(study, node, &next, &node);
        if (status != STATUS_OK) /* the line is over by repetition, or the record is full */
            return status == STATUS_NO_MEMORY ? status : STATUS_OK;
        at += next.count;
    }
    return STATUS_OK;
}

Status review_annotate(const Review *review, Record *record)
{
    Study  study;
    Status status = study_init(&study, record);
    int    node = STUDY_ROOT;
    if (status != STATUS_OK)
        return status;
    study.grows = false; /* a better line at the end does not continue the game */
    for (int i = 0; i < review->count && status == STATUS_OK; i++) {
        const ReviewTurn *turn = &review->turns[i];
        int               next = study.nodes[node].first;
        Note              note = study.nodes[next].note;
        note.mark = REVIEW_CLASSES[review_class(turn)].mark;
        if (note.mark != NOTE_UNMARKED) {
            status = study_note(&study, next, &note);
            if (status == STATUS_OK)
                status = add_line(&study, node, turn);
        }
        node = next;
    }
    if (status == STATUS_OK)
        status = study_save(&study, record);
    study_free(&study);
    return status;
}
