/* ledger.h - what was played, on disk: a game counts from the moment its row is committed.
 *
 * Knows:   one SQLite file (WAL, STRICT tables) in the folder `.arena` of a contest; who writes it.
 * Ignores: rules, programs, ranking.
 *
 * One process at a time may run a contest; any number may read it meanwhile.  The lock is the
 * kernel's and ends with the process, however that ends.  The tables use nothing that PostgreSQL has
 * not under the same name, but for STRICT and the pragmas; INTEGER is BIGINT there.
 *
 * All functions may be called from any thread.
 */
#ifndef ARENA_LEDGER_H
#define ARENA_LEDGER_H

#include "arena/schedule.h"
#include "arena/termination.h"
#include "base/buffer.h"
#include "base/status.h"

enum {
    LEDGER_WORD_MAX = 32, /* a word with its NUL */
    LEDGER_WHY_MAX = 512, /* a sentence */
    LEDGER_MARK_MAX = 40, /* what tells a program from another */
};

typedef struct Ledger Ledger;

typedef enum LedgerMode {
    LEDGER_READ, /* STATUS_NOT_FOUND if nothing was ever run here */
    LEDGER_RUN,  /* made if need be; refused while another process runs it */
} LedgerMode;

Ledger *ledger_open(const char *folder, LedgerMode mode, Fault *fault);
void    ledger_close(Ledger *ledger);
/* The process that runs the contest, or 0.  Not to be asked by that process itself: locks of a process
 * go when it closes the file, however often that is open. */
int64_t ledger_runner(const char *folder);

/* --- What must not change while a contest goes on ---------------------------------------- */

/* The value of a key is added to `out`; STATUS_NOT_FOUND if it has none. */
Status ledger_get(Ledger *ledger, const char *key, Buffer *out);
Status ledger_set(Ledger *ledger, const char *key, const char *value);

/* --- Bots ---------------------------------------------------------------------------------- */

/* A bot keeps its number for ever; one that was removed and came back gets a new one. */
typedef struct LedgerBot {
    int  id;
    char name[BOT_NAME_MAX];
    char kind[LEDGER_WORD_MAX];
    char mark[LEDGER_MARK_MAX];   /* of its program: changes with it */
    bool present;                 /* takes part */
    char failure[LEDGER_WHY_MAX]; /* why it cannot play at all (it did not compile), or "" */
} LedgerBot;

typedef struct LedgerBots {
    int        count;
    LedgerBot *at; /* by number */
} LedgerBots;

Status ledger_bots(Ledger *ledger, LedgerBots *out);
void   ledger_bots_free(LedgerBots *bots);
/* Gives the bot its number. */
Status ledger_add_bot(Ledger *ledger, LedgerBot *bot);
/* Write down what has changed about a bot. */
Status ledger_set_bot(Ledger *ledger, const LedgerBot *bot);
/* How many games it has. */
Status ledger_games_of(Ledger *ledger, int bot, int64_t *count);

/* --- Rounds that were drawn ------------------------------------------------------------------ */

/* All pairings of one round, or none. */
Status ledger_add_round(Ledger *ledger, const PairingList *round);
/* All pairings, in the order in which they were drawn. */
Status ledger_pairings(Ledger *ledger, PairingList *out);

/* --- Games ---------------------------------------------------------------------------------- */

/* What is known about one side of a game. */
typedef struct LedgerSide {
    int     bot;
    int     turns;
    int64_t time_ms, slowest_ms, cpu_ms, memory_kb; /* cpu and memory: -1 if not known */
} LedgerSide;

typedef struct LedgerGame {
    int64_t     id;      /* given by ledger_add_game */
    Pairing     pairing; /* these two say which game of the contest it is */
    int         number;
    LedgerSide  side[2];     /* the first mover's, the other's */
    int         half_points; /* of the first mover */
    Termination termination;
    char        reason[LEDGER_WORD_MAX]; /* the game's word where the rules decided */
    char        code[LEDGER_WORD_MAX];   /* the contest's own word for a violation, or "" */
    char        why[LEDGER_WHY_MAX];
    int         turns;
    int64_t     began_ms; /* since 1970 */
    int64_t     took_ms;
    const char *times;    /* milliseconds of each turn behind the opening, blanks between them */
    const char *last_out; /* of the loser, where it lost by anything but the rules */
    const char *last_err;
    const char *board;  /* as it stood then, drawn */
    const char *record; /* core/record.h */
} LedgerGame;

/* STATUS_ILLEGAL if the game is there already. */
Status ledger_add_game(Ledger *ledger, LedgerGame *game, Fault *fault);

/* False stops the walk.  The texts are valid during the call. */
typedef bool LedgerVisit(void *context, const LedgerGame *game);
/* All games in the order in which they were finished.  Without `texts` the last five members are
 * "". */
Status ledger_each(Ledger *ledger, bool texts, LedgerVisit *visit, void *context);
/* One game with its texts. */
Status ledger_one(Ledger *ledger, int64_t id, LedgerVisit *visit, void *context);
Status ledger_count(Ledger *ledger, int64_t *games);

/* --- Games that are being played: for those who watch ---------------------------------------- */

typedef struct LedgerLive {
    int         worker;
    Pairing     pairing;
    int         number;
    int         first, second; /* bots */
    int64_t     began_ms;
    int64_t     clock_ms[2]; /* left; -1: no clock */
    int64_t     updated_ms;
    const char *record;
} LedgerLive;

Status       ledger_set_live(Ledger *ledger, const LedgerLive *live);
Status       ledger_end_live(Ledger *ledger, int worker);
Status       ledger_clear_live(Ledger *ledger);
typedef bool LedgerLiveVisit(void *context, const LedgerLive *live);
Status       ledger_each_live(Ledger *ledger, LedgerLiveVisit *visit, void *context);

#endif
