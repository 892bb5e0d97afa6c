/* match.h - two players, many games: the match runner.
 *
 * Knows:   sessions, players, openings, the statistics of pairs, a file of records.
 * Ignores: how results are shown; who wants to see them gives a listener.
 *
 * Games 2n and 2n+1 begin with the same random opening; the first player has the first move in the
 * one and the second in the other.  Everything random follows from the seed and the number of the
 * game, and games count in the order of their numbers, however many are played at once.  So with
 * players that use no clock, equal matches have equal results and equal files.
 *
 * With a file of records a match can be interrupted at any moment: started again, it goes on behind
 * the last game that is complete in the file.
 */
#ifndef PLAY_MATCH_H
#define PLAY_MATCH_H

#include "play/player.h"
#include "play/session.h"
#include "play/stats.h"

enum {
    MATCH_GAMES_MAX = 1000000,
    MATCH_CONCURRENCY_MAX = 64,
    MATCH_ENDINGS_MAX = 24, /* different words for how a game ended */
};

typedef struct MatchConfig {
    Setup      setup;
    PlayerSpec player[2];
    int        games;
    int        opening_turns;
    bool       balanced; /* leave out lopsided openings, where the game can judge */
    uint64_t   seed;
    int        concurrency; /* games at once */
    /* What the table allows for a turn; 0 is not limited.  A clock for the whole game, too. */
    uint64_t    nodes;
    int64_t     time_ms;
    int64_t     clock_ms, increment_ms;
    int64_t     margin_ms; /* being late by so much is forgiven */
    bool        has_sprt;  /* stop when the test says enough */
    Sprt        sprt;
    const char *records; /* a file; NULL: none */
} MatchConfig;

/* What a player did, in the games that were played by this run. */
typedef struct MatchWork {
    uint64_t turns, nodes, depths; /* depths: the sum over all turns */
    int64_t  time_ms;
} MatchWork;

typedef struct MatchEnding {
    char    word[RECORD_WORD_MAX];
    int64_t count;
} MatchEnding;

typedef struct MatchReport {
    Tally   tally;
    int64_t resumed;      /* games that were in the file already */
    int64_t side_wins[2]; /* by side, whoever had it */
    int64_t cut;          /* draws because the limit of turns was reached */
    int64_t turns;        /* of all games, openings included */
    int64_t
        forfeits[2]; /* lost by illegal moves, time, crashes: the first player's, the second's */
    int repeated;    /* openings that came up more than once */
    int ending_count;
    MatchEnding  endings[MATCH_ENDINGS_MAX];
    MatchWork    work[2];
    SprtDecision decision;
    bool         stopped; /* by the listener */
} MatchReport;

/* One game that counts from now on. */
typedef struct MatchGame {
    int64_t   number;      /* from 0 */
    int       half_points; /* of the first player */
    int       winner;      /* side, or SIDE_NONE */
    int       turns;
    bool      cut;
    int       forfeiter; /* 0 the first player, 1 the second, SIDE_NONE nobody */
    char      word[RECORD_WORD_MAX];
    char      why[RECORD_DETAILS_MAX]; /* of a forfeit */
    MatchWork work[2];                 /* by player */
} MatchGame;

typedef struct MatchListener {
    void *context;
    /* After each game, in order of their numbers.  May be NULL. */
    void (*game)(void *context, const MatchReport *report, const MatchGame *game);
    /* Asked several times a second: shall the match end here?  May be NULL. */
    bool (*stop)(void *context, const MatchReport *report);
} MatchListener;

/* Play the match.  All calls of the listener come from the calling thread.  On failure the fault
 * says why; the games in the file stay. */
Status match_run(const MatchConfig *config, const MatchListener *listener, MatchReport *report,
                 Fault *fault);

#endif
