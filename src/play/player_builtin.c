/* SPDX-License-Identifier: MIT */
/* player_builtin.c - the built-in players: the search, its levels, the baseline players. */
#include <stdio.h>
#include <stdlib.h>

#include "core/model.h"
#include "core/ranks.h"
#include "core/weights.h"
#include "proto/book.h"
#include "proto/report.h"
#include "search/baseline.h"
#include "search/level.h"
#include "play/player.h"

typedef struct Builtin {
    Player           player;   /* first */
    Search          *search;   /* NULL for baseline players, which have no state */
    TbCache         *tb_cache; /* source of the tablebases; NULL if not used */
    const Tablebase *tables;   /* tablebase of the game, or NULL */
    Oracle           oracle;   /* probes it */
    Setup            setup;
    uint64_t         seed;
    Random           random;
    const Line      *line;   /* being searched */
    SearchResult     result; /* large, so it is here and not on the stack */
} Builtin;

static Builtin *builtin_of(Player *player)
{
    return (Builtin *)(void *)player;
}

static void change_tables(Builtin *builtin)
{
    tb_cache_release(builtin->tb_cache, builtin->tables);
    builtin->tables =
        tb_cache_acquire(builtin->tb_cache, builtin->setup.game, builtin->setup.variant);
    builtin->oracle = tb_oracle(builtin->tables);
}

static Status begin(Player *player, const Setup *setup, int side, uint64_t seed, Fault *fault)
{
    Builtin *builtin = builtin_of(player);
    (void)side;
    (void)fault;
    builtin->setup = *setup;
    change_tables(builtin);
    builtin->seed = mix64(seed ^ mix64(player->spec.seed));
    builtin->random = random_seeded(builtin->seed);
    if (builtin->search != NULL) {
        search_clear(builtin->search);
        search_ready(builtin->search);
    }
    return STATUS_OK;
}

/* Limits of the description override those of the match.  A level overrides both, except limits that
 * its description sets explicitly. */
static SearchLimits limits_of(const Builtin *builtin, const SearchLimits *table)
{
    const PlayerSpec *spec = &builtin->player.spec;
    bool              own = spec->time_ms != 0 || spec->nodes != 0 || spec->depth != 0;
    SearchLimits      limits = own ? (SearchLimits){ 0 } : *table;
    if (spec->kind == PLAYER_LEVEL)
        limits =
            level_limits(builtin->setup.game, builtin->setup.variant, spec->level, builtin->seed);
    if (spec->time_ms != 0)
        limits.time_ms = spec->time_ms;
    if (spec->nodes != 0)
        limits.nodes = spec->nodes;
    if (spec->depth != 0)
        limits.depth = spec->depth;
    if (spec->cpu_time)
        limits.cpu_time = true;
    limits.oracle = builtin->tables != NULL ? &builtin->oracle : NULL;
    return limits;
}

static void notify(void *context, const SearchInfo *info)
{
    const Builtin    *builtin = context;
    const PlayerSpec *spec = &builtin->player.spec;
    const Game       *game = builtin->setup.game;
    if (info->index != 0 || info->line == NULL)
        return;
    PlayerNews news = { .depth = info->depth, .nodes = info->nodes };
    InfoParams words = { .score = SCORE_WORDS_CP };
    Text       turns = text_over(news.turns, sizeof news.turns);
    report_score(game, info->line->score, &words);
    player_news_score(&news, &words);
    report_turns(game, line_now(builtin->line), info->line->steps, info->line->step_count, &turns);
    spec->listener(spec->listener_context, &news);
}

/* Play a win from the tablebase, if it knows one. */
static bool win_by_table(const Builtin *builtin, const Line *line, PlayerAnswer *answer)
{
    const Pos   *pos = line_now(line);
    TbAnswer     worth;
    OracleAnswer known;
    if (builtin->tables == NULL || !oracle_probe(&builtin->oracle, line, &known) ||
        known.winner != pos->side || !tb_choose(builtin->tables, pos, &answer->turn, &worth))
        return false;
    answer->has_score = true;
    answer->score = SCORE_WIN - (int)worth.turns;
    answer->depth = (int)worth.turns;
    answer->nodes = 1;
    return true;
}

/* Play a move of the opening book, if the player uses it. */
static bool take_book_move(const Builtin *builtin, const Line *line, PlayerAnswer *answer)
{
    const PlayerSpec *spec = &builtin->player.spec;
    BookMove          move;
    if (!spec->book || !level_uses_book(spec->level) ||
        !book_choose_built_in(line, mix64(builtin->seed + (uint64_t)line_turns(line)), &move))
        return false;
    answer->turn = move.turn;
    return true;
}

/* Evaluate and order by the numbers of the player, if it has any, or by those that are built in again. */
static void use_numbers(const Builtin *builtin, bool own)
{
    const PlayerSpec *spec = &builtin->player.spec;
    if (spec->model != NULL)
        model_use(own ? spec->model : NULL);
    if (spec->weights != NULL)
        builtin->setup.game->weights->use(own ? spec->weights : NULL);
    if (spec->ranks != NULL)
        builtin->setup.game->ranks->use(own ? spec->ranks : NULL);
}

static Status think(Builtin *builtin, const Line *line, const SearchLimits *table,
                    PlayerAnswer *answer)
{
    if (win_by_table(builtin, line, answer) || take_book_move(builtin, line, answer))
        return STATUS_OK;
    SearchLimits  limits = limits_of(builtin, table);
    SearchResult *result = &builtin->result;
    bool          heard = builtin->player.spec.listener != NULL;
    builtin->line = line;
    use_numbers(builtin, true);
    Status status =
        search_think(builtin->search, line, &limits, heard ? notify : NULL, builtin, result);
    use_numbers(builtin, false);
    search_ready(builtin->search); /* the stop request is consumed */
    if (status != STATUS_OK)
        return status;
    answer->turn = result->turn;
    answer->has_score = true;
    answer->score = result->score;
    answer->depth = result->depth;
    answer->nodes = result->nodes;
    /* In a drawn or lost position the search chooses, but it must keep a draw. */
    TbAnswer worth;
    if (!tb_keeps(builtin->tables, line_now(line), &answer->turn))
        tb_choose(builtin->tables, line_now(line), &answer->turn, &worth);
    return STATUS_OK;
}

static void choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer)
{
    Builtin *builtin = builtin_of(player);
    Status   status = builtin->search == NULL ? baseline_choose(player->spec.player, line,
                                                                &builtin->random, &answer->turn)
                                              : think(builtin, line, limits, answer);
    if (status == STATUS_OK && answer->turn.count > 0) {
        answer->status = PLAYER_TURN;
        return;
    }
    answer->status = PLAYER_GONE;
    snprintf(answer->why, sizeof answer->why, "the search found no move: %s", status_text(status));
}

static void stop(Player *player)
{
    if (builtin_of(player)->search != NULL)
        search_stop(builtin_of(player)->search);
}

static void drop(Player *player)
{
    if (builtin_of(player)->search != NULL)
        search_delete(builtin_of(player)->search);
    tb_cache_release(builtin_of(player)->tb_cache, builtin_of(player)->tables);
    if (player->spec.tb_cache == NULL)
        tb_cache_delete(builtin_of(player)->tb_cache);
    free(player);
}

static const PlayerOps OPS = { begin, choose, stop, drop };

static SearchOptions options_of(const PlayerSpec *spec)
{
    SearchOptions options = spec->options;
    options.seed = mix64(spec->seed);
    return options;
}

/* Only full strength uses tablebases; a level is the same on every machine. */
static TbCache *tb_cache_for(const PlayerSpec *spec)
{
    if (spec->kind != PLAYER_SEARCH)
        return NULL;
    return spec->tb_cache != NULL ? spec->tb_cache : tb_cache_new(NULL);
}

Player *player_new_builtin(const PlayerSpec *spec, Fault *fault)
{
    Builtin      *builtin = calloc(1, sizeof *builtin);
    SearchOptions options = options_of(spec);
    if (builtin != NULL && spec->kind != PLAYER_RUNG &&
        (builtin->search = search_new(&options)) == NULL) {
        free(builtin);
        builtin = NULL;
    }
    if (builtin == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%.100s: %s", spec->text,
                  status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    builtin->player = (Player){ &OPS, *spec };
    builtin->tb_cache = tb_cache_for(spec);
    return &builtin->player;
}
