/* ledger.h - the contest database: bots, pairings, games.  A game counts once its row is committed.
 *
 * Knows:   two SQLite files (WAL, STRICT tables) in the directory `.arena` of a contest: games.db, and
 *          live.db for the games in progress; the lock; the chain of checksums; the seal (seal.h).
 * Ignores: rules, programs, ranking.
 *
 * Nothing is deleted: a game that is declared void stays, with the reason, and no longer counts.  Each
 * change appends an entry to the chain in the same transaction: the SHA-256 of the changed row, and a
 * SHA-256 over that and the previous entry.  So a change of any stored value, a lost row and a lost
 * entry can be found (ledger_verify).
 *
 * One process at a time may run a contest; any number may read it meanwhile.  The lock is a kernel
 * lock, which ends with the process.  Except for STRICT and the pragmas, the schema uses only what
 * PostgreSQL also has under the same name; INTEGER is BIGINT there.
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
    LEDGER_WORD_MAX = 32,      /* a word with its NUL */
    LEDGER_WHY_MAX = 512,      /* a message */
    LEDGER_MARK_MAX = 40,      /* a program's fingerprint (builder.h) */
    LEDGER_SUM_MAX = 65,       /* a checksum: hexadecimal digits and a NUL */
    LEDGER_ROW_MAX = 64 << 20, /* bytes of a row as text */
};

typedef struct Ledger Ledger;

typedef enum LedgerMode {
    LEDGER_READ, /* STATUS_NOT_FOUND if the contest was never run */
    LEDGER_RUN,  /* create if missing; STATUS_ILLEGAL while another process runs the contest */
} LedgerMode;

Ledger *ledger_open(const char *folder, LedgerMode mode, Fault *fault);
/* Open an empty contest database for a copy (ledger_append) that needs no directory.  It has no lock and
 * no seal, and leaves nothing behind, however the process ends. */
Ledger *ledger_open_temporary(Fault *fault);
void    ledger_close(Ledger *ledger);
/* Return the pid of the process that runs the contest, or 0.  That process must not call this: a
 * POSIX lock is lost when its process closes any descriptor of the file. */
int64_t ledger_runner(const char *folder);

/* --- Settings that the games were played with ---------------------------------------------- */

/* Append the value of a key to `out`; STATUS_NOT_FOUND if there is none. */
Status ledger_get(Ledger *ledger, const char *key, Buffer *out);
Status ledger_set(Ledger *ledger, const char *key, const char *value);

/* --- Bots ---------------------------------------------------------------------------------- */

/* A bot keeps its id forever; one that is removed and added again gets a new id. */
typedef struct LedgerBot {
    int  id;
    char name[BOT_NAME_MAX];
    char kind[LEDGER_WORD_MAX];
    char mark[LEDGER_MARK_MAX];   /* fingerprint of its program */
    bool present;                 /* takes part */
    char failure[LEDGER_WHY_MAX]; /* why it cannot play (it did not compile), or "" */
} LedgerBot;

typedef struct LedgerBots {
    int        count;
    LedgerBot *at; /* by id */
} LedgerBots;

Status ledger_bots(Ledger *ledger, LedgerBots *out);
void   ledger_bots_free(LedgerBots *bots);
/* Insert a bot and set its id. */
Status ledger_add_bot(Ledger *ledger, LedgerBot *bot);
/* Update a bot. */
Status ledger_set_bot(Ledger *ledger, const LedgerBot *bot);
/* Count the games of a bot. */
Status ledger_games_of(Ledger *ledger, int bot, int64_t *count);

/* --- Pairings of drawn rounds ---------------------------------------------------------------- */

/* Insert all pairings of one round in one transaction. */
Status ledger_add_round(Ledger *ledger, const PairingList *round);
/* Append all pairings, in the order in which they were drawn. */
Status ledger_pairings(Ledger *ledger, PairingList *out);

/* --- Games ---------------------------------------------------------------------------------- */

/* Statistics of one side of a game. */
typedef struct LedgerSide {
    int     bot;
    int     turns;
    int64_t time_ms, slowest_ms, cpu_ms, memory_kb; /* cpu and memory: -1 if unknown */
} LedgerSide;

typedef struct LedgerGame {
    int64_t     id;      /* set by ledger_add_game */
    Pairing     pairing; /* pairing and number identify a game of the contest */
    int         number;
    LedgerSide  side[2];     /* first mover, second mover */
    int         half_points; /* of the first mover */
    Termination termination;
    char        reason[LEDGER_WORD_MAX]; /* result word of the game's rules */
    char        code[LEDGER_WORD_MAX];   /* error code of the game's own contest, or "" */
    char        why[LEDGER_WHY_MAX];
    int         turns;
    int64_t     began_ms; /* since 1970 */
    int64_t     took_ms;
    const char *times;    /* milliseconds per move after the opening, separated by spaces */
    const char *last_out; /* end of the loser's stdout, if it forfeited */
    const char *last_err;
    const char *board;    /* drawing of the position, if the loser forfeited */
    const char *record;   /* core/record.h */
    int64_t     void_ms;  /* when it was declared void, since 1970; 0: it counts */
    const char *void_why; /* "" if it counts */
} LedgerGame;

/* Insert a game; STATUS_ILLEGAL if it already exists.  With `void_why` it does not count, and may be
 * played again. */
Status ledger_add_game(Ledger *ledger, LedgerGame *game, Fault *fault);
/* Declare a game void.  STATUS_NOT_FOUND if there is no such game, STATUS_ILLEGAL if it is void. */
Status ledger_void_game(Ledger *ledger, int64_t id, const char *why);

/* Return false to stop.  The strings are valid during the call. */
typedef bool LedgerVisit(void *context, const LedgerGame *game);
/* Visit all games that count, in the order in which they finished.  Without `texts` the members from
 * `times` to `record` are "". */
Status ledger_each(Ledger *ledger, bool texts, LedgerVisit *visit, void *context);
/* Visit all games that are void, without texts. */
Status ledger_each_void(Ledger *ledger, LedgerVisit *visit, void *context);
/* Visit one game, void or not, with its texts. */
Status ledger_one(Ledger *ledger, int64_t id, LedgerVisit *visit, void *context);
/* Count the games that count. */
Status ledger_count(Ledger *ledger, int64_t *games);

/* --- Games in progress, for the live view ----------------------------------------------------- */

typedef struct LedgerLive {
    int         worker;
    Pairing     pairing;
    int         number;
    int         first, second; /* bots */
    int64_t     began_ms;
    int64_t     clock_ms[2]; /* time left; -1: no clock */
    int64_t     updated_ms;
    const char *record;
    const char *machine; /* that plays it; "" for this one */
} LedgerLive;

Status       ledger_set_live(Ledger *ledger, const LedgerLive *live);
Status       ledger_end_live(Ledger *ledger, int worker);
Status       ledger_clear_live(Ledger *ledger);
typedef bool LedgerLiveVisit(void *context, const LedgerLive *live);
Status       ledger_each_live(Ledger *ledger, LedgerLiveVisit *visit, void *context);

/* --- Exact copies ---------------------------------------------------------------------------- */

/* An entry of the chain.  `row` is the row as the text whose SHA-256 is `hash`, with the type and the
 * length of each column.  It is NULL if a later entry is about the same row: only the last state of a
 * row is stored. */
typedef struct LedgerEntry {
    int64_t     number; /* from 1 */
    const char *kind;
    int64_t     item;
    const char *hash, *sum;
    const char *row;
    size_t      row_size;
} LedgerEntry;

/* Get the number of entries, and the checksum of the last one, 64 zeros if there is none. */
Status ledger_end_of_chain(Ledger *ledger, int64_t *entries, char sum[LEDGER_SUM_MAX]);
/* True if the entry with this number has this checksum, so that everything before it is equal too. */
bool ledger_has_entry(Ledger *ledger, int64_t number, const char *sum);

/* Return false to stop. */
typedef bool LedgerEntryVisit(void *context, const LedgerEntry *entry);
/* Visit all entries after number `after`, in order. */
Status ledger_each_entry(Ledger *ledger, int64_t after, LedgerEntryVisit *visit, void *context);

/* Append entries of another database to a copy of it, in one transaction: begin, append in order, end.
 * ledger_append checks both checksums; STATUS_ILLEGAL with the reason if they are wrong.  Then, or with
 * `status` other than STATUS_OK, ledger_end_append undoes everything. */
typedef struct LedgerAppend {
    Ledger *ledger;
    int64_t entries;
    char    sum[LEDGER_SUM_MAX];
} LedgerAppend;

Status ledger_begin_append(Ledger *ledger, LedgerAppend *append);
Status ledger_append(LedgerAppend *append, const LedgerEntry *entry, Fault *fault);
Status ledger_end_append(LedgerAppend *append, Status status);

/* --- Verification ----------------------------------------------------------------------------- */

typedef struct LedgerHealth {
    int64_t entries;   /* of the chain */
    bool    is_sealed; /* false: it is running, or its last run was killed */
} LedgerHealth;

/* Receives a sentence about an error.  `game` is the id of the game that it is about, or 0. */
typedef void LedgerProblem(void *context, int64_t game, const char *sentence);
/* Check the files byte by byte against the seal, if they are sealed; and in any case their structure,
 * the chain, and every row against the chain.  The games need not be readable.  A failure status means
 * that the database cannot be opened. */
Status ledger_verify(const char *folder, LedgerProblem *problem, void *context,
                     LedgerHealth *health, Fault *fault);

#endif
