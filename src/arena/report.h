/* report.h - the standings and games of a contest, loaded once and written in several formats.
 *
 * Knows:   contest.toml, the contest database, the ranking; text for terminals, CSV, JSON.
 * Ignores: how games are played.
 *
 * In fixed formats (schedule.h) only games between current bots count.  In the others bots that
 * have left keep their results.
 */
#ifndef ARENA_REPORT_H
#define ARENA_REPORT_H

#include "arena/ledger.h"
#include "arena/ranking.h"
#include "base/buffer.h"
#include "base/json.h"

typedef struct ReportBot {
    LedgerBot bot;
    char      title[BOT_TITLE_MAX];  /* name to display */
    int64_t   lost_by[TERMINATIONS]; /* TERMINATION_RULES: lost by the rules */
    int64_t   turns, time_ms, slowest_ms;
    int64_t   cpu_ms, memory_kb; /* -1: unknown */
} ReportBot;

/* One game. */
typedef struct ReportGame {
    int64_t     id;
    Pairing     pairing;
    int         number;
    RankGame    game; /* bots are indexes of `bots` */
    Termination termination;
    char        reason[LEDGER_WORD_MAX], code[LEDGER_WORD_MAX];
    char        why[LEDGER_WHY_MAX];
    int         turns;
    int64_t     began_ms, took_ms, slowest_ms[2];
} ReportGame;

/* A game that was declared void. */
typedef struct ReportVoid {
    int64_t id;
    char    first[BOT_NAME_MAX], second[BOT_NAME_MAX];
    char    why[LEDGER_WHY_MAX];
} ReportVoid;

typedef struct Report {
    Contest     contest;
    int64_t     runner; /* pid of the process that runs it, or 0 */
    bool        unsafe; /* games were played without a jail */
    int         bot_count;
    ReportBot  *bots; /* that count */
    int         game_count, game_capacity;
    ReportGame *games;
    int         void_count;
    ReportVoid *voids;
    int64_t     left_out; /* games that do not count, because a bot has left */
    PairingList drawn;    /* pairings of drawn rounds */
    Ranking     ranking;  /* bots by their index in `bots` */
} Report;

/* Load a report.  A contest that was never run has bots and no games. */
Status report_load(const char *folder, Report *out, Fault *fault);
/* The same from an open contest database, which is NULL if the contest was never run.  Takes over the
 * settings.  The report has no runner. */
Status report_load_from(Contest *settings, Ledger *ledger, Report *out, Fault *fault);
void   report_free(Report *report);

/* Return the index of the bot with this name, or -1. */
int report_find(const Report *report, const char *name);

/* Return the index of the bot with this id, or -1. */
int report_index(const Report *report, int id);

/* A pairing of a knockout. */
typedef struct BracketMatch {
    Pairing     pairing;
    int         half_points[2];
    int         winner; /* 0 or 1: `a` or `b` advances; -1: not decided */
    bool        is_third_place;
    char        round_name[32]; /* "Final" */
    const char *note;           /* how a tie was broken, or "" */
} BracketMatch;

/* Describe drawn pairing `at` of a knockout. */
BracketMatch report_match(const Report *report, int at);
/* Return the share of the points of a bot of a gauntlet, with its 95 % interval. */
Estimate report_share(const Report *report, int bot);

/* Write text for terminals: ranking, bracket, cross table (in parts of up to `columns`), latest
 * forfeits, void games. */
void report_text(const Report *report, int columns, Buffer *out);
/* Quote a bot's output: after the title if it is one line, below it if it is more, not at all if it
 * is empty.  `margin` begins each line. */
void report_quote(const char *margin, const char *title, const char *text, Buffer *out);
/* Write a game record with the time of each move as a comment.  `times` is as in LedgerGame.  With
 * `faulty` the last time belongs to a move that forfeited and is not in the record. */
void report_record(const char *record, const char *times, bool faulty, Buffer *out);
/* The same, preceded by the details of a forfeit as comments, so that the output is a valid
 * record. */
void report_game(const LedgerGame *game, Buffer *out);
/* Write CSV with a header line, quoted as in RFC 4180. */
void report_csv_ranking(const Report *report, Buffer *out);
void report_csv_games(const Report *report, Buffer *out);
void report_csv_cross(const Report *report, Buffer *out);
void report_json(const Report *report, Buffer *out);
/* Write points, games and rating as members of the current object. */
void report_json_standing(const RankRow *row, Json *json);

/* Count the games between two bots in pairs, for an SPRT (play/stats.h). */
Tally report_tally(const Report *report, int a, int b);

#endif
