/* match.h - the match runner: many games between two players.
 *
 * Knows:   sessions, players, openings, the statistics of pairs, a file of records.
 * Ignores: how results are shown; a listener receives them.
 *
 * Games 2n and 2n+1 start with the same random opening and with the sides swapped.  Everything random
 * follows from the seed and the number of the game, and games are counted in the order of their
 * numbers, however many are played at once.  So with players that use no clock, equal matches have
 * equal results and equal files.
 *
 * With a file of records a match can be interrupted at any time.  Started again, it resumes after the
 * last complete game in the file.
 *
 * The games can also be played elsewhere: a MatchSource delivers their records, and a MatchWorker plays
 * single games by number.  Results and files are the same.
 */
#ifndef PLAY_MATCH_H
#define PLAY_MATCH_H

#include "base/buffer.h"
#include "play/player.h"
#include "play/session.h"
#include "play/stats.h"

enum {
    MATCH_RECORD_BYTES_MAX = 1 << 24, /* of one game */
    MATCH_GAMES_MAX = 1000000,
    MATCH_CONCURRENCY_MAX = 64,
    MATCH_RESIGN_MOVES = 3,
    MATCH_RESIGN_PERCENT_MAX = 40,
    MATCH_ENDINGS_MAX = 24, /* different words for the end of a game */
};

/* The work of a player. */
typedef struct MatchWork {
    uint64_t turns, nodes, depths; /* sums over all turns */
    int64_t  time_ms;
} MatchWork;

/* Where the games of a match are played, if not in this process. */
typedef struct MatchSource {
    void *context;
    /* Write the record of game `number`, counted from 0, into the empty buffer, and the work of both
     * players.  If the game is not finished, wait a fraction of a second and leave the buffer empty. */
    Status (*fetch)(void *context, int64_t number, Buffer *record, MatchWork work[2], Fault *fault);
} MatchSource;

typedef struct MatchConfig {
    Setup      setup;
    PlayerSpec player[2];
    int        games;
    int        opening_turns;
    bool       balanced; /* skip lopsided openings, if the game has an evaluation */
    uint64_t   seed;
    int        concurrency; /* games at once */
    /* Limits per turn, and a clock per game; 0: no limit. */
    uint64_t nodes;
    int64_t  time_ms;
    int64_t  clock_ms, increment_ms;
    int64_t  margin_ms; /* tolerance before a time forfeit */
    /* A side resigns when both players give it at most this chance to win, for MATCH_RESIGN_MOVES
     * moves each.  0: never. */
    int                resign_percent;
    bool               has_sprt; /* stop when the SPRT decides */
    Sprt               sprt;
    const char        *records; /* a file; NULL: none */
    const MatchSource *source;  /* NULL: play the games here */
} MatchConfig;

typedef struct MatchEnding {
    char    word[RECORD_WORD_MAX];
    int64_t count;
} MatchEnding;

typedef struct MatchReport {
    Tally        tally;
    int64_t      resumed;      /* games read from the file */
    int64_t      side_wins[2]; /* by side, for both players */
    int64_t      cut;          /* draws by the turn limit */
    int64_t      turns;        /* in all games, openings included */
    int64_t      forfeits[2];  /* by player: illegal moves, time, crashes */
    int          repeated;     /* openings that were played more than once */
    int          ending_count;
    MatchEnding  endings[MATCH_ENDINGS_MAX];
    MatchWork    work[2]; /* in the games of this run */
    SprtDecision decision;
    bool         stopped; /* by the listener */
} MatchReport;

/* One counted game. */
typedef struct MatchGame {
    int64_t   number;      /* from 0 */
    int       half_points; /* of the first player */
    int       winner;      /* side, or SIDE_NONE */
    int       turns;
    bool      cut;
    int       forfeiter; /* 0 the first player, 1 the second, or SIDE_NONE */
    char      word[RECORD_WORD_MAX];
    char      why[RECORD_DETAILS_MAX]; /* of a forfeit */
    MatchWork work[2];                 /* by player */
} MatchGame;

typedef struct MatchListener {
    void *context;
    /* After each game, in order of their numbers.  May be NULL. */
    void (*game)(void *context, const MatchReport *report, const MatchGame *game);
    /* Called several times per second; true stops the match.  May be NULL. */
    bool (*stop)(void *context, const MatchReport *report);
} MatchListener;

/* Play the match.  The listener is called from the calling thread only.  On failure the fault has
 * the reason, and the games in the file are kept. */
Status match_run(const MatchConfig *config, const MatchListener *listener, MatchReport *report,
                 Fault *fault);

/* Plays single games of a match, one at a time. */
typedef struct MatchWorker MatchWorker;

/* Return a new worker, or NULL with the reason.  `config` is copied; of its games, only the number and
 * the settings of a single game count. */
MatchWorker *match_worker_new(const MatchConfig *config, Fault *fault);
void         match_worker_delete(MatchWorker *worker);
/* Play game `number`, counted from 0.  The record, written into the empty buffer, is the one that
 * match_run would write.  The buffer stays empty if match_worker_stop ended the game. */
Status match_worker_play(MatchWorker *worker, int64_t number, MatchGame *game, Buffer *record,
                         Fault *fault);
/* Make the running match_worker_play return soon.  For other threads; has no effect on later games,
 * so a caller that cannot know whether the game has begun repeats it. */
void match_worker_stop(MatchWorker *worker);

#endif
