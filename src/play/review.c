/* SPDX-License-Identifier: MIT */
#include "play/review.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "proto/report.h"
#include "search/search.h"

/* The evaluation of one position of the game. */
typedef struct Stand {
    int  chance[2]; /* of each player */
    Turn best;      /* empty at the end */
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
