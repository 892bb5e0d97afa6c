/* self_play.h - games of the engine against itself, as data to learn from.
 *
 * Knows:   the game interface with its step ids (core/learning.h), the search, one text format.
 * Ignores: what is learned from the games.
 *
 * A file begins with one line that states how it was made.  Each further line is a game:
 *
 *     RESULT LEAD ID[=SCORE]...
 *
 * RESULT is the side that won, 0 or 1, or = for a draw.  LEAD is the lead of side 0 in points, 0 in
 * games without points.  The IDs are the steps from the start (GameLearning.step_id).  A step with
 * a SCORE begins a turn that was searched: the score is that of the search, for the side to move.
 *
 * Games come in groups.  The first of a group starts from a random balanced opening.  The others
 * are exploring starts: a position of the first game, one random plausible turn, and then play to
 * the end.  They show positions that good play avoids and that a search must judge all the same.
 * Everything in a group follows from the seed and its number.
 */
#ifndef LEARN_SELF_PLAY_H
#define LEARN_SELF_PLAY_H

#include <stdio.h>

#include "base/buffer.h"
#include "base/random.h"
#include "core/line.h"

enum {
    SELF_PLAY_LINE_MAX = 1 << 18,
    SELF_PLAY_HEAD_MAX = SETUP_TEXT_MAX + 128,
    SELF_PLAY_NOISE_MAX = 100000,
    SELF_PLAY_OPENINGS_MAX = 200,
    SELF_PLAY_EXPLORE_MAX = 1000,
};

typedef struct SelfPlay {
    Setup    setup;
    uint64_t seed;
    uint32_t nodes;    /* per turn */
    int      noise;    /* of evaluations, as in SearchLimits */
    int      openings; /* random turns */
    int      explore;  /* exploring starts per group */
} SelfPlay;

/* True if the game has what self-play needs: step ids and an evaluation. */
bool self_play_covers(const Setup *setup);

/* Begin with `turns` random turns.  Repeat until the evaluation calls the position balanced, or for 100
 * times. */
Status self_play_opening(const Setup *setup, int turns, Random *random, Line *line);

/* Write the first line of a file, without the newline. */
void self_play_head(const SelfPlay *play, Text *out);
/* Read what self_play_head wrote, and nothing else.  On failure `play` is unchanged. */
Status self_play_head_read(GameFinder *find, const char *text, SelfPlay *play, Fault *fault);

/* Plays groups, one at a time. */
typedef struct SelfPlayer SelfPlayer;

/* Return a new player for games of these settings, or NULL without memory. */
SelfPlayer *self_player_new(const SelfPlay *play);
void        self_player_delete(SelfPlayer *player);
/* Play group `number` and write its lines into the empty buffer, which stays empty if
 * self_player_stop ended the games. */
Status self_player_group(SelfPlayer *player, uint32_t number, Buffer *out);
/* Make the running self_player_group return soon.  For other threads; has no effect on later groups,
 * so a caller that cannot know whether the group has begun repeats it. */
void self_player_stop(SelfPlayer *player);

/* A position of a game in a file. */
typedef struct Sample {
    const Pos *pos;    /* a turn begins */
    int        result; /* 2 if side 0 won, 1 for a draw, 0 if side 1 won */
    int        lead;   /* of side 0 at the end */
    int        score;  /* of the search, for the side to move */
    Step       step;   /* the first of the turn that was played */
} Sample;

typedef void SampleVisit(void *context, const Sample *sample);

/* Visit the searched positions of one line of a file, without the first one.  Nothing is visited if the
 * line is not a complete legal game.  `visit` may be NULL. */
Status self_play_read(const Setup *setup, const char *text, SampleVisit *visit, void *context,
                      Fault *fault);

/* Check that a text is a group: a complete legal game per line. */
Status self_play_check(const SelfPlay *play, const char *text, Fault *fault);

#endif
