/* report.h - how a contest stands: everything that is shown, gathered once.
 *
 * Knows:   the contest's file, the ledger, the ranking; text for terminals, CSV, JSON.
 * Ignores: how it is played.
 *
 * In fixed formats only games between bots that take part count; in the others those who have left
 * keep their results.
 */
#ifndef ARENA_REPORT_H
#define ARENA_REPORT_H

#include "arena/ledger.h"
#include "arena/ranking.h"
#include "base/buffer.h"
#include "base/json.h"

typedef struct ReportBot {
    LedgerBot bot;
    int64_t   lost_by[TERMINATIONS]; /* TERMINATION_RULES: lost in a regular way */
    int64_t   turns, time_ms, slowest_ms;
    int64_t   cpu_ms, memory_kb; /* -1: not known */
} ReportBot;

/* One game, in the numbers of the ranking. */
typedef struct ReportGame {
    int64_t     id;
    Pairing     pairing;
    int         number;
    RankGame    game; /* with indexes of `bots` */
    Termination termination;
    char        reason[LEDGER_WORD_MAX], code[LEDGER_WORD_MAX];
    char        why[LEDGER_WHY_MAX];
    int         turns;
    int64_t     began_ms, took_ms, slowest_ms[2];
} ReportGame;

typedef struct Report {
    Contest     contest;
    int64_t     runner; /* the process that runs it, or 0 */
    bool        unsafe; /* games were played without a jail */
    int         bot_count;
    ReportBot  *bots; /* those who count */
    int         game_count, game_capacity;
    ReportGame *games;
    int64_t     left_out; /* games that do not count, because somebody has left */
    PairingList drawn;    /* rounds */
    Ranking     ranking;  /* bots by their index in `bots` */
} Report;

/* Gather.  A contest of which nothing was played yet has bots and no games. */
Status report_load(const char *folder, Report *out, Fault *fault);
void   report_free(Report *report);

/* The bot of a name, or -1. */
int report_find(const Report *report, const char *name);

/* For terminals: ranking, cross table (if it fits into `columns`), what went wrong lately. */
void report_text(const Report *report, int columns, Buffer *out);
/* What a bot has said at last, behind a title if it is one line, below it if it is more; nothing if
 * it is nothing.  `margin` begins each line. */
void report_words(const char *margin, const char *title, const char *words, Buffer *out);
/* The record of a game with the time of each turn beside it: `times` as the ledger has them.  With
 * `faulty` the last of them brought no turn. */
void report_record(const char *record, const char *times, bool faulty, Buffer *out);
/* The same with what is known of a loss before it, in remarks; so all of it is a record. */
void report_game(const LedgerGame *game, Buffer *out);
/* With a head line; quoted as RFC 4180 says. */
void report_csv_ranking(const Report *report, Buffer *out);
void report_csv_games(const Report *report, Buffer *out);
void report_csv_cross(const Report *report, Buffer *out);
void report_json(const Report *report, Buffer *out);
/* Points, games and strength, as members of an object that is open. */
void report_json_standing(const RankRow *row, Json *json);

/* The two bots' games in pairs, for a test (play/stats.h). */
Tally report_tally(const Report *report, int a, int b);

#endif
