/* SPDX-License-Identifier: MIT
 *
 * games_in_numbers.c - count what happened in the games of a file: see tools/games-in-numbers.
 *
 *     games_in_numbers VARIANT STRENGTH FILE [BRANCHING-GAMES]
 *
 * Prints rows `variant,strength,measure,key,count,value,low,high`.  `count` is the number of games, or of
 * positions for the measure branching.  `low` and `high` bound the value with a probability of 95 %:
 * Wilson's interval for shares, 1.96 standard errors for means.  Legal moves are counted in the first
 * BRANCHING-GAMES games only (default 50), because games with many moves take long.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/perft.h"
#include "core/record.h"
#include "games/list.h"

enum { MOVES_MAX = 512, REASONS_MAX = 256, BRANCHING_GAMES = 50 };

static const double WIDTH = 1.96; /* standard errors on each side */

/* Count, sum and sum of squares. */
typedef struct Mean {
    double count, sum, squares;
} Mean;

typedef struct Counts {
    const char *variant, *strength;
    int         branching_games;
    Mean        length, score, branching[MOVES_MAX];
    double      games, draws, by_winner[2];
    double      reasons[REASONS_MAX];
    double      swap_offers, swaps; /* games in which the second move may swap, and does */
    Mean        swapper, keeper;    /* score of the second player with and without a swap */
    int        *lengths;
    int         length_count, length_capacity;
} Counts;

static void mean_add(Mean *mean, double value)
{
    mean->count++;
    mean->sum += value;
    mean->squares += value * value;
}

/* --- rows --- */

static void put_row(const Counts *counts, const char *measure, const char *key, double count,
                    double value, double low, double high)
{
    printf("%s,%s,%s,%s,%.0f,%.4f,%.4f,%.4f\n", counts->variant, counts->strength, measure, key,
           count, value, low, high);
}

static void put_mean(const Counts *counts, const char *measure, const char *key, const Mean *mean)
{
    if (mean->count == 0)
        return;
    double value = mean->sum / mean->count;
    double variance = mean->squares / mean->count - value * value;
    double error = mean->count > 1 && variance > 0 ? sqrt(variance / (mean->count - 1)) : 0;
    put_row(counts, measure, key, mean->count, value, value - WIDTH * error, value + WIDTH * error);
}

static void put_share(const Counts *counts, const char *measure, const char *key, double part,
                      double count)
{
    if (count == 0)
        return;
    double share = part / count, z = WIDTH * WIDTH / count;
    double middle = (share + z / 2) / (1 + z);
    double half = WIDTH * sqrt(share * (1 - share) / count + z / (4 * count)) / (1 + z);
    put_row(counts, measure, key, count, share, fmax(0, middle - half), fmin(1, middle + half));
}

static int compare_lengths(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void put_lengths(Counts *counts)
{
    static const struct {
        const char *name;
        int         percent;
    } ROWS[] = { { "p10", 10 }, { "median", 50 }, { "p90", 90 } };
    qsort(counts->lengths, (size_t)counts->length_count, sizeof *counts->lengths, compare_lengths);
    put_mean(counts, "length", "mean", &counts->length);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0] && counts->length_count > 0; i++) {
        double value = counts->lengths[(counts->length_count - 1) * ROWS[i].percent / 100];
        put_row(counts, "length", ROWS[i].name, counts->length_count, value, value, value);
    }
}

static const char *reason_word(const Game *game, int reason)
{
    return reason == REASON_REPETITION ? "repetition"
           : reason == REASON_LIMIT    ? "limit"
           : reason < game->reason_count && game->reasons[reason].word != NULL
               ? game->reasons[reason].word
               : "other";
}

static void put_counts(Counts *counts, const Game *game)
{
    char key[16];
    put_share(counts, "result", "first", counts->by_winner[0], counts->games);
    put_share(counts, "result", "second", counts->by_winner[1], counts->games);
    put_share(counts, "result", "draw", counts->draws, counts->games);
    put_mean(counts, "score", "first", &counts->score);
    put_lengths(counts);
    for (int reason = 0; reason < REASONS_MAX; reason++)
        if (counts->reasons[reason] > 0)
            put_share(counts, "way", reason_word(game, reason), counts->reasons[reason],
                      counts->games);
    if (counts->swap_offers > 0) {
        put_share(counts, "swap", "taken", counts->swaps, counts->swap_offers);
        put_mean(counts, "swap", "score-with", &counts->swapper);
        put_mean(counts, "swap", "score-without", &counts->keeper);
    }
    for (int move = 0; move < MOVES_MAX; move++) {
        snprintf(key, sizeof key, "%d", move + 1);
        put_mean(counts, "branching", key, &counts->branching[move]);
    }
}

/* --- games --- */

static bool keep_length(Counts *counts, int turns)
{
    if (counts->length_count == counts->length_capacity) {
        int  capacity = counts->length_capacity == 0 ? 256 : 2 * counts->length_capacity;
        int *more = realloc(counts->lengths, (size_t)capacity * sizeof *more);
        if (more == NULL)
            return false;
        counts->lengths = more;
        counts->length_capacity = capacity;
    }
    counts->lengths[counts->length_count++] = turns;
    return true;
}

/* True if the players have swapped sides between two positions. */
static bool is_swap(const Game *game, const Pos *before, const Pos *after)
{
    return game_player(game, before, 0) != game_player(game, after, 0);
}

/* Context of the walk over the second moves. */
typedef struct Offer {
    const Game *game;
    const Pos  *before;
    bool        found;
} Offer;

static bool find_swap(void *context, const Turn *turn, const Pos *after)
{
    Offer *offer = context;
    (void)turn;
    offer->found = is_swap(offer->game, offer->before, after);
    return !offer->found;
}

static void count_swap(Counts *counts, const Line *line, double second_score)
{
    const Game *game = line->setup.game;
    if (game->rules->player == NULL || line_turns(line) < 2)
        return;
    Offer offer = { .game = game, .before = line_before_turn(line, 1) };
    turn_each(game, offer.before, find_swap, &offer);
    if (!offer.found)
        return;
    const Pos *after = line_turns(line) > 2 ? line_before_turn(line, 2) : line_now(line);
    bool       swapped = is_swap(game, offer.before, after);
    counts->swap_offers++;
    counts->swaps += swapped;
    mean_add(swapped ? &counts->swapper : &counts->keeper, second_score);
}

static bool count_game(Counts *counts, const Record *record)
{
    const Line *line = &record->line;
    const Game *game = line->setup.game;
    Outcome     outcome = line_outcome(line);
    int         turns = line_turns(line);
    if (outcome.ending == ENDING_NONE)
        return true; /* a forfeit, or cut off: not a result of the game */
    double score = 0.5;
    if (outcome.ending == ENDING_WON)
        score = game_player(game, line_now(line), outcome.winner) == 0 ? 1 : 0;
    counts->games++;
    counts->draws += score == 0.5;
    counts->by_winner[0] += score == 1;
    counts->by_winner[1] += score == 0;
    counts->reasons[outcome.reason]++;
    mean_add(&counts->score, score);
    mean_add(&counts->length, turns);
    count_swap(counts, line, 1 - score);
    for (int move = 0; counts->games <= counts->branching_games && move < turns && move < MOVES_MAX;
         move++)
        mean_add(&counts->branching[move], (double)perft_count(game, line_before_turn(line, move),
                                                               1, PERFT_TURNS, PERFT_FAST));
    return keep_length(counts, turns);
}

/* Read a file that our own program wrote; anything wrong with it ends the program. */
static char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long  length = 0;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0 &&
        fseek(file, 0, SEEK_SET) == 0)
        text = malloc((size_t)length + 1);
    if (text == NULL || fread(text, 1, (size_t)length, file) != (size_t)length) {
        fprintf(stderr, "games_in_numbers: cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    *size = (size_t)length;
    return text;
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: games_in_numbers VARIANT STRENGTH FILE [BRANCHING-GAMES]\n");
        return 2;
    }
    static Counts counts;
    const Game   *game = NULL;
    size_t        size, length;
    char         *text = read_all(argv[3], &size);
    counts.variant = argv[1];
    counts.strength = argv[2];
    counts.branching_games = argc == 5 ? atoi(argv[4]) : BRANCHING_GAMES;
    for (size_t at = 0; at < size && (length = record_length(text + at, size - at)) > 0;
         at += length) {
        Record record;
        Fault  fault;
        if (record_read(games_find, text + at, length, &record, &fault) != STATUS_OK) {
            fprintf(stderr, "games_in_numbers: %s: %s\n", argv[3], fault.why);
            return 1;
        }
        game = record.line.setup.game;
        if (!count_game(&counts, &record))
            return 1;
        record_free(&record);
    }
    if (game != NULL)
        put_counts(&counts, game);
    free(counts.lengths);
    free(text);
    return ferror(stdout) || fflush(stdout) != 0;
}
