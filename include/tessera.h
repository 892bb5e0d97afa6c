/* tessera.h - Tessera as a C library: rules, search, exact values, proofs and game records.
 *
 * A tes_game is a game in progress: a setup such as "gipf:4,4,15,15" or "ponte:official", a start
 * position, and the turns since then.  Positions and turns are text in the notation of the game
 * (`tessera rules NAME`).  A tes_thinker searches for good turns; tes_solve finds exact values.
 *
 * Side 0 moves first, side 1 second.  Different threads may use different objects at the same time.
 * One object belongs to one thread at a time, except for tes_stop.  The library prints nothing and
 * never ends the program.  All input may be untrusted: an invalid request returns an error with a
 * sentence and changes nothing.
 *
 * Functions that write text take a buffer and its size, write at most `size` bytes including a NUL,
 * and return the length of the complete text, as snprintf does; `out` may be NULL if `size` is 0.
 */
#ifndef TESSERA_H
#define TESSERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tes_status {
    TES_OK,
    TES_SYNTAX,    /* the text does not follow the notation */
    TES_ILLEGAL,   /* not allowed here */
    TES_NO_MEMORY, /* or more than the limit */
    TES_NOT_FOUND, /* there is no such game, or no answer within the limits */
    TES_SYSTEM,    /* the operating system reported an error */
} tes_status;

/* What was wrong: the offset in the text, and a sentence without a full stop. */
typedef struct tes_fault {
    tes_status status;
    size_t     at;
    char       why[512];
} tes_fault;

typedef enum tes_outcome {
    TES_OPEN,   /* no side has won yet; as a value: unknown */
    TES_FIRST,  /* side 0 has won, or wins */
    TES_SECOND, /* side 1 */
    TES_DRAW,
} tes_outcome;

/* Return the version, such as "0.1.0". */
const char *tes_version(void);
/* Return the name of a game, from index 0 on; NULL after the last one. */
const char *tes_game_name(int index);
/* Return the rulings of a game in Markdown; NULL if there is no such game. */
const char *tes_rules(const char *name);

/* --- games in progress --- */

typedef struct tes_game tes_game;

/* Start a game at `position`, or at the default start if it is NULL.  `fault` may be NULL, here and
 * below. */
tes_status tes_open(const char *setup, const char *position, tes_game **out, tes_fault *fault);
/* Read a game record (docs/records.md) and play all its turns. */
tes_status tes_read(const char *record, size_t size, tes_game **out, tes_fault *fault);
/* Return NULL if memory ran out. */
tes_game *tes_copy(const tes_game *game);
void      tes_close(tes_game *game); /* NULL is allowed */

size_t tes_setup(const tes_game *game, char *out, size_t size);
size_t tes_position(const tes_game *game, char *out, size_t size);
/* Draw the board in characters, as lines of text. */
size_t tes_board(const tes_game *game, char *out, size_t size);
/* Write the complete game as a record; empty if memory ran out. */
size_t tes_record(const tes_game *game, char *out, size_t size);
/* Return the number of turns played, and write one of them, from 0 on (empty if there is none). */
int    tes_turn_count(const tes_game *game);
size_t tes_turn(const tes_game *game, int number, char *out, size_t size);

/* Return the side to move, 0 or 1; -1 if the game is over. */
int         tes_side(const tes_game *game);
const char *tes_side_name(const tes_game *game, int side);
tes_outcome tes_ended(const tes_game *game);
/* Write "white reserve-empty": winner and reason, with details; empty while the game continues. */
size_t tes_result(const tes_game *game, char *out, size_t size);

/* Play a turn.  An illegal one returns an error with the reason. */
tes_status tes_play(tes_game *game, const char *turn, tes_fault *fault);
/* Undo the last turn; false if there is none. */
bool tes_undo(tes_game *game);

/* Called for each legal turn; false stops. */
typedef bool tes_visit(void *context, const char *turn);
/* Visit every legal turn once.  Return false if stopped. */
bool tes_each_turn(const tes_game *game, tes_visit *visit, void *context);

/* Count the sequences of exactly `depth` turns (perft), 1 to 32, without repetition and turn
 * limits.  The position must not be in the middle of a turn. */
tes_status tes_count(const tes_game *game, int depth, uint64_t *count, tes_fault *fault);

/* --- search --- */

typedef struct tes_thinker tes_thinker;

/* Create a search with 1 to 64 threads and a transposition table of `mebibytes` MiB.  Return NULL
 * if memory ran out or a number is out of range. */
tes_thinker *tes_thinker_new(int threads, int mebibytes);
void         tes_thinker_delete(tes_thinker *thinker); /* NULL is allowed */

/* 0: no limit.  The first limit that is reached ends the search; there must be one. */
typedef struct tes_limits {
    int      level; /* 1 to 10: the same strength on every machine */
    int64_t  time_ms;
    uint64_t nodes;
    int      depth; /* turns of lookahead, at most 100 */
} tes_limits;

typedef struct tes_thought {
    char        turn[4096];
    tes_outcome proved; /* the side that wins by force, or TES_OPEN */
    int         turns;  /* until the win, of both sides together */
    int         score;  /* otherwise: for the side to move, in 1/100 of a clear advantage */
    int         depth;
    uint64_t    nodes;
    int64_t     time_ms;
} tes_thought;

/* Search for the best turn.  Return TES_ILLEGAL if the game is over or a limit is out of range.
 * With one thread and a new thinker, equal limits in nodes, depth or level give equal results. */
tes_status tes_think(tes_thinker *thinker, const tes_game *game, const tes_limits *limits,
                     tes_thought *out, tes_fault *fault);
/* Stop the running search soon, or the next one; from any thread. */
void tes_stop(tes_thinker *thinker);

/* --- exact values --- */

typedef struct tes_effort {
    double      seconds;         /* 0: 60 */
    int         mebibytes;       /* 0: 1024 */
    int         threads;         /* 0: 1 */
    const char *tables;          /* directory of tablebases (`tessera tablebase`); NULL: none */
    bool (*stop)(void *context); /* polled, by any thread; true stops; NULL: never */
    void *context;
} tes_effort;

typedef struct tes_value {
    tes_outcome value;      /* TES_OPEN: unknown; TES_DRAW: neither side can force a win */
    uint32_t    turns;      /* if a side wins: within this many turns of both sides together */
    bool        exact;      /* and, against best play, not within fewer */
    bool        has_margin; /* in games with points */
    int         margin;     /* final lead of side 0 with best play of both */
    uint64_t    nodes;
} tes_value;

/* Find the value of the current position, proved or unknown; repetition rules are ignored.  A side
 * means the player who has it now, even if a swap is still to come.  If `proof` is not NULL, it
 * becomes a proof file as text; free it with tes_free.  Return TES_NOT_FOUND, with `out` filled in
 * and *proof NULL, if nothing was proved in time.  Return TES_ILLEGAL in the middle of a turn, and
 * in a setup with a turn limit. */
tes_status tes_solve(const tes_game *game, const tes_effort *effort, tes_value *out, char **proof,
                     tes_fault *fault);
/* Check a proof with the second, plain implementation of the rules and nothing else.  If it is
 * wrong, return TES_SYNTAX with the line number in fault->at. */
tes_status tes_verify(const char *proof, size_t size, tes_fault *fault);
void       tes_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
