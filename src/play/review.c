/* SPDX-License-Identifier: MIT */
#include "play/review.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/study.h"
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
    int  proof_turns;
    Turn best; /* empty at the end */
    int  line_count;
    Step line[REVIEW_LINE_MAX];
} Stand;

struct ReviewJob {
    Line          line;
    uint64_t      nodes;
    Search       *search; /* NULL until the first step */
    SearchResult *result;
    int           done, total;
    Stand        *stands; /* one per position */
};

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
        set_chance(stand, game_player(game, pos, pos->side),
                   (int)lround(REVIEW_SURE * score_win_probability(result->score, game->eval)));
        stand->best = result->turn;
        stand->is_proved = score_is_win(result->score) || score_is_loss(result->score);
        stand->proof_turns = stand->is_proved ? score_distance(result->score) : 0;
        stand->line_count = result->lines[0].step_count < REVIEW_LINE_MAX
                                ? result->lines[0].step_count
                                : REVIEW_LINE_MAX;
        memcpy(stand->line, result->lines[0].steps,
               (size_t)stand->line_count * sizeof stand->line[0]);
    }
    return status;
}

ReviewJob *review_job_new(const Line *line, uint64_t nodes)
{
    assert(line != NULL && nodes > 0);
    ReviewJob *job = calloc(1, sizeof *job);
    if (job == NULL)
        return NULL;
    job->nodes = nodes;
    job->total = line_turns(line) + 1;
    job->stands = calloc((size_t)job->total, sizeof *job->stands);
    if (job->stands != NULL && line_copy(&job->line, line) == STATUS_OK)
        return job;
    free(job->stands);
    free(job);
    return NULL;
}

void review_job_delete(ReviewJob *job)
{
    if (job->search != NULL)
        search_delete(job->search);
    free(job->result);
    free(job->stands);
    line_free(&job->line);
    free(job);
}

static bool make_search(ReviewJob *job)
{
    SearchOptions options = search_options();
    options.table_bytes = REVIEW_TT_BYTES;
    if (job->search == NULL)
        job->search = search_new(&options);
    if (job->result == NULL)
        job->result = malloc(sizeof *job->result);
    return job->search != NULL && job->result != NULL;
}

Status review_job_step(ReviewJob *job)
{
    assert(job->done < job->total);
    int    at = job->total - 1 - job->done;
    Line   part;
    Status status = make_search(job) ? line_copy_turns(&part, &job->line, at) : STATUS_NO_MEMORY;
    if (status != STATUS_OK)
        return status;
    status = look(job->search, &part, job->nodes, job->result, &job->stands[at]);
    line_free(&part);
    job->done += status == STATUS_OK;
    return status;
}

int review_job_done(const ReviewJob *job)
{
    return job->done;
}

int review_job_total(const ReviewJob *job)
{
    return job->total;
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
        turn->proof_turns = stands[i].proof_turns;
        turn->line_count = stands[i].line_count;
        memcpy(turn->line, stands[i].line, sizeof turn->line);
        turn->is_best = is_same_turn(line, i, &played, &turn->best);
    }
}

Status review_job_finish(const ReviewJob *job, Review *out)
{
    assert(job->done == job->total);
    *out = (Review){ .count = job->total - 1,
                     .turns = calloc((size_t)job->total, sizeof *out->turns) };
    if (out->turns == NULL) {
        *out = (Review){ 0 };
        return STATUS_NO_MEMORY;
    }
    fill(&job->line, job->stands, out);
    return STATUS_OK;
}

Status review_line(const Line *line, uint64_t nodes, ReviewTick *tick, void *context, Review *out)
{
    assert(out != NULL);
    ReviewJob *job = review_job_new(line, nodes);
    Status     status = job == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    bool       given_up = false;
    *out = (Review){ 0 };
    while (status == STATUS_OK && job->done < job->total && !given_up) {
        given_up = tick != NULL && !tick(context, job->done, job->total);
        if (!given_up)
            status = review_job_step(job);
    }
    if (status == STATUS_OK && !given_up)
        status = review_job_finish(job, out);
    if (job != NULL)
        review_job_delete(job);
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
