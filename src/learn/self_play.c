/* SPDX-License-Identifier: MIT */
#include "learn/self_play.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/learning.h"
#include "search/search.h"

enum {
    TABLE_BYTES = 1 << 20, /* small: searches of a few hundred nodes */
    OPENING_TRIES = 100,
    SCORE_NONE_YET = INT32_MAX,
    TURNS_MAX = 2000, /* longer games are cut off as draws */
};

void self_play_head(const SelfPlay *play, Text *out)
{
    text_add(out, "self-play 1 ");
    setup_write(&play->setup, out);
    text_addf(out, " seed %llu nodes %u noise %d openings %d explore %d",
              (unsigned long long)play->seed, play->nodes, play->noise, play->openings,
              play->explore);
}

static bool take_number(Scan *scan, const char *key, uint32_t limit, uint32_t *value)
{
    return scan_char(scan, ' ') && scan_word(scan, key) && scan_char(scan, ' ') &&
           scan_number(scan, limit, value);
}

Status self_play_head_read(GameFinder *find, const char *text, SelfPlay *play, Fault *fault)
{
    Scan        scan = scan_string(text);
    const char *start;
    char        name[SETUP_TEXT_MAX];
    uint32_t    seed, nodes, noise, openings, explore;
    SelfPlay    made = { 0 };
    size_t      length = 0;
    if (scan_word(&scan, "self-play 1 "))
        length = scan_until(&scan, " ", &start);
    if (length == 0 || length >= sizeof name)
        return fault_set(fault, STATUS_SYNTAX, scan.at, "expected `self-play 1 GAME`");
    memcpy(name, start, length);
    name[length] = '\0';
    Status status = setup_read(find, name, &made.setup, fault);
    if (status != STATUS_OK)
        return status;
    if (!take_number(&scan, "seed", UINT32_MAX, &seed) ||
        !take_number(&scan, "nodes", UINT32_MAX, &nodes) || nodes == 0 ||
        !take_number(&scan, "noise", SELF_PLAY_NOISE_MAX, &noise) ||
        !take_number(&scan, "openings", SELF_PLAY_OPENINGS_MAX, &openings) ||
        !take_number(&scan, "explore", SELF_PLAY_EXPLORE_MAX, &explore) || !scan_done(&scan))
        return fault_set(fault, STATUS_SYNTAX, scan.at, "a number is missing or too large");
    if (!self_play_covers(&made.setup))
        return fault_set(fault, STATUS_ILLEGAL, 0, "%s has no evaluation to play with", name);
    made.seed = seed;
    made.nodes = nodes;
    made.noise = (int)noise;
    made.openings = (int)openings;
    made.explore = (int)explore;
    *play = made;
    return STATUS_OK;
}

bool self_play_covers(const Setup *setup)
{
    const Game *game = setup->game;
    return game->learning != NULL && game->eval != NULL && game->eval->eval != NULL;
}

/* --- one game --- */

/* A line of play with the search scores of its turns. */
typedef struct Played {
    Line line;
    int  scores[TURNS_MAX]; /* by turn; SCORE_NONE_YET: the turn was not searched */
} Played;

static Status play_turn(Played *played, const Turn *turn, int score)
{
    Status status = STATUS_OK;
    played->scores[line_turns(&played->line)] = score;
    for (int i = 0; i < turn->count && status == STATUS_OK; i++)
        status = line_step(&played->line, turn->step[i]);
    return status;
}

static bool is_over(const Line *line)
{
    return line_outcome(line).ending != ENDING_NONE;
}

struct SelfPlayer {
    SelfPlay    play;
    Search     *search;
    Played      first, other; /* games of the group */
    atomic_bool is_stopped;
};

/* Search and play until the game is over. */
static Status play_out(SelfPlayer *player, Random *random, Played *played)
{
    const SelfPlay    *play = &player->play;
    const SearchLimits limits = { .nodes = play->nodes,
                                  .noise = play->noise,
                                  .noise_seed = random_next(random) };
    Status             status = STATUS_OK;
    SearchResult      *result = malloc(sizeof *result);
    if (result == NULL)
        return STATUS_NO_MEMORY;
    search_clear(player->search);
    while (status == STATUS_OK && !is_over(&played->line) &&
           line_turns(&played->line) < TURNS_MAX && !atomic_load(&player->is_stopped)) {
        status = search_think(player->search, &played->line, &limits, NULL, NULL, result);
        if (status == STATUS_OK)
            status = play_turn(played, &result->turn, result->score);
    }
    free(result);
    return status;
}

Status self_play_opening(const Setup *setup, int turns, Random *random, Line *line)
{
    const GameEval *eval = setup->game->eval;
    for (int tries = 0;; tries++) {
        Status status = line_init(line, setup, NULL);
        if (status == STATUS_OK)
            status = line_play_random(line, random, turns);
        if (status != STATUS_OK || tries == OPENING_TRIES)
            return status;
        if (line_outcome(line).ending == ENDING_NONE) {
            int value = eval->eval(line_now(line));
            if (value <= eval->likely && value >= -eval->likely)
                return STATUS_OK;
        }
        line_free(line);
    }
}

static void clear_scores(Played *played)
{
    for (int i = 0; i < TURNS_MAX; i++)
        played->scores[i] = SCORE_NONE_YET;
}

/* --- exploring starts --- */

/* Choose a step at random among those that the search would try with two turns left, or among the
 * better half if the game does not limit them. */
static Step plausible_step(const Game *game, const Pos *pos, Random *random)
{
    static _Thread_local Step    steps[STEPS_MAX];
    static _Thread_local int32_t ranks[STEPS_MAX];
    const GameEval              *eval = game->eval;
    int                          count = game->rules->gen(pos, steps);
    assert(count > 0);
    int width = eval->width != NULL ? eval->width(pos, 2, 0) : (count + 1) / 2;
    if (eval->order == NULL || width >= count)
        return steps[random_below(random, (uint32_t)count)];
    eval->order(pos, steps, count, ranks);
    for (int left = (int)random_below(random, (uint32_t)width);; left--) {
        int best = 0;
        for (int i = 1; i < count; i++)
            if (ranks[i] > ranks[best])
                best = i;
        if (left == 0)
            return steps[best];
        ranks[best] = INT32_MIN;
    }
}

static Status play_plausible_turn(Random *random, Line *line)
{
    const Game *game = line->setup.game;
    Status      status;
    do {
        status = line_step(line, plausible_step(game, line_now(line), random));
    } while (status == STATUS_OK && line_now(line)->phase != 0);
    return status;
}

/* Begin at a random position of `from`, with one plausible turn. */
static Status play_start(const SelfPlay *play, const Played *from, Random *random, Played *played)
{
    int    turns = line_turns(&from->line), first = play->openings < turns ? play->openings : 0;
    int    turn = first + (int)random_below(random, (uint32_t)(turns - first));
    Status status = line_copy_turns(&played->line, &from->line, turn);
    clear_scores(played);
    return status == STATUS_OK ? play_plausible_turn(random, &played->line) : status;
}

/* --- groups --- */

static void write_game(const Played *played, Buffer *out)
{
    const Line *line = &played->line;
    const Game *game = line->setup.game;
    const Pos  *end = line_now(line);
    Outcome     outcome = line_outcome(line);
    if (outcome.ending == ENDING_WON)
        buffer_addf(out, "%d", outcome.winner);
    else
        buffer_add(out, "=");
    buffer_addf(out, " %d",
                game->rules->lead != NULL && is_over(line) ? game->rules->lead(end) : 0);
    for (int turn = 0; turn < line_turns(line); turn++) {
        Turn steps;
        line_turn(line, turn, &steps);
        for (int i = 0; i < steps.count; i++) {
            buffer_addf(out, " %u", game->learning->step_id(line->setup.variant, steps.step[i]));
            if (i == 0 && played->scores[turn] != SCORE_NONE_YET)
                buffer_addf(out, "=%d", played->scores[turn]);
        }
    }
    buffer_add(out, "\n");
}

static Status play_group(SelfPlayer *player, Random *random, Buffer *out)
{
    const SelfPlay *play = &player->play;
    Played         *first = &player->first, *other = &player->other;
    Status          status = self_play_opening(&play->setup, play->openings, random, &first->line);
    clear_scores(first);
    if (status == STATUS_OK)
        status = play_out(player, random, first);
    if (status == STATUS_OK)
        write_game(first, out);
    for (int i = 0; i < play->explore && status == STATUS_OK && !atomic_load(&player->is_stopped);
         i++) {
        status = play_start(play, first, random, other);
        if (status == STATUS_OK)
            status = play_out(player, random, other);
        if (status == STATUS_OK)
            write_game(other, out);
        line_free(&other->line);
    }
    line_free(&first->line);
    return out->failed && status == STATUS_OK ? STATUS_NO_MEMORY : status;
}

SelfPlayer *self_player_new(const SelfPlay *play)
{
    SearchOptions options = search_options();
    SelfPlayer   *player = calloc(1, sizeof *player);
    options.table_bytes = TABLE_BYTES;
    if (player == NULL)
        return NULL;
    player->play = *play;
    player->search = search_new(&options);
    if (player->search != NULL)
        return player;
    free(player);
    return NULL;
}

void self_player_delete(SelfPlayer *player)
{
    if (player == NULL)
        return;
    search_delete(player->search);
    free(player);
}

Status self_player_group(SelfPlayer *player, uint32_t number, Buffer *out)
{
    Random random = random_seeded(mix64(player->play.seed) ^ number);
    atomic_store(&player->is_stopped, false);
    search_ready(player->search);
    Status status = play_group(player, &random, out);
    if (atomic_load(&player->is_stopped))
        buffer_clear(out);
    return status;
}

void self_player_stop(SelfPlayer *player)
{
    atomic_store(&player->is_stopped, true);
    search_stop(player->search);
}

/* --- reading --- */

/* Take one `ID` or `ID=SCORE`. */
static bool read_step(Scan *scan, uint32_t count, uint32_t *id, int *score)
{
    uint32_t size;
    if (!scan_number(scan, count - 1, id))
        return false;
    *score = SCORE_NONE_YET;
    if (!scan_char(scan, '='))
        return true;
    const bool minus = scan_char(scan, '-');
    if (!scan_number(scan, INT16_MAX, &size))
        return false;
    *score = minus ? -(int)size : (int)size;
    return true;
}

static Status read_steps(Scan *scan, Played *played, Fault *fault)
{
    const Line         *line = &played->line;
    const GameLearning *learning = line->setup.game->learning;
    const uint32_t      variant = line->setup.variant, count = learning->step_count(variant);
    while (scan_blanks(scan) > 0 && !scan_done(scan)) {
        const size_t at = scan->at;
        uint32_t     id;
        int          score;
        if (!read_step(scan, count, &id, &score))
            return fault_set(fault, STATUS_SYNTAX, at, "expected a step as ID or ID=SCORE");
        if (line_turns(line) == TURNS_MAX)
            return fault_set(fault, STATUS_TOO_LARGE, at, "a game has at most %d turns", TURNS_MAX);
        if (line_now(line)->phase == 0)
            played->scores[line_turns(line)] = score;
        Status status = line_step(&played->line, learning->step_of(variant, id));
        if (status != STATUS_OK)
            return fault_set(fault, status, at, "step %u is not legal here", id);
    }
    return STATUS_OK;
}

static Status read_game(Scan *scan, Played *played, int *result, int *lead, Fault *fault)
{
    uint32_t winner, size;
    *result = 1;
    if (!scan_char(scan, '=') && scan_number(scan, 1, &winner))
        *result = winner == 0 ? 2 : 0;
    const bool spaced = scan_char(scan, ' '), minus = scan_char(scan, '-');
    if (!spaced || !scan_number(scan, INT16_MAX, &size))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "a game begins with its result, 0, 1 or =, and the lead of side 0");
    *lead = minus ? -(int)size : (int)size;
    Status status = read_steps(scan, played, fault);
    if (status != STATUS_OK)
        return status;
    Outcome outcome = line_outcome(&played->line);
    int     found = outcome.ending != ENDING_WON ? 1 : outcome.winner == 0 ? 2 : 0;
    bool    ended = is_over(&played->line) || line_turns(&played->line) == TURNS_MAX;
    if (!scan_done(scan) || !ended || found != *result)
        return fault_set(fault, STATUS_ILLEGAL, scan->at, "the steps do not lead to this result");
    return STATUS_OK;
}

Status self_play_read(const Setup *setup, const char *text, SampleVisit *visit, void *context,
                      Fault *fault)
{
    Scan    scan = scan_string(text);
    int     result = 1, lead = 0;
    Played *played = malloc(sizeof *played);
    Status  status = played == NULL ? STATUS_NO_MEMORY : line_init(&played->line, setup, NULL);
    if (status != STATUS_OK) {
        free(played);
        return status;
    }
    status = read_game(&scan, played, &result, &lead, fault);
    for (int turn = 0; visit != NULL && status == STATUS_OK && turn < line_turns(&played->line);
         turn++) {
        Turn steps;
        if (played->scores[turn] == SCORE_NONE_YET)
            continue;
        line_turn(&played->line, turn, &steps);
        visit(context, &(Sample){ .pos = line_before_turn(&played->line, turn),
                                  .result = result,
                                  .lead = lead,
                                  .score = played->scores[turn],
                                  .step = steps.step[0] });
    }
    line_free(&played->line);
    free(played);
    return status;
}

Status self_play_check(const SelfPlay *play, const char *text, Fault *fault)
{
    int games = 0;
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1, games++) {
        char *line = strndup(text, (size_t)(end - text));
        if (line == NULL)
            return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        Status status = self_play_read(&play->setup, line, NULL, NULL, fault);
        free(line);
        if (status != STATUS_OK)
            return status;
    }
    if (*text != '\0' || games != play->explore + 1)
        return fault_set(fault, STATUS_ILLEGAL, 0, "the group has %d complete games instead of %d",
                         games, play->explore + 1);
    return STATUS_OK;
}
