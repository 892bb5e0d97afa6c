/* tessera.h - Tessera as a C library: the rules, thinking, proved values, their proofs, records.
 *
 * A tes_game is a game that is being played: a setup such as "gipf:4,4,15,15" or "ponte:official", a first
 * position, and the turns since then.  Positions and turns are words in the notation of the game
 * (`tessera rules NAME`).  A tes_thinker looks for good turns; tes_solve finds true values.
 *
 * Side 0 is the one that moves first, side 1 the other.  Different objects may be used by different threads
 * at the same time; one object belongs to one thread at a time, but for tes_stop.  Nothing is printed, and no
 * function ends the program.  What is read may be anything: what cannot be obeyed is refused with a sentence,
 * and then nothing has changed.
 *
 * Functions that write text take a buffer and its size, write at most that much with a NUL, and return the
 * length of the whole text, as snprintf does; `out` may be NULL if `size` is 0.
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
    TES_ILLEGAL,   /* it is well written but not allowed here */
    TES_NO_MEMORY, /* or more than was allowed */
    TES_NOT_FOUND, /* there is no such game, or no answer within the limits */
    TES_SYSTEM,    /* the operating system refused */
} tes_status;

/* What was wrong: the offset in the text that was read, and a sentence without full stop. */
typedef struct tes_fault {
    tes_status status;
    size_t     at;
    char       why[512];
} tes_fault;

typedef enum tes_outcome {
    TES_OPEN,   /* nobody has won yet; as a value: not known */
    TES_FIRST,  /* side 0 has won, or wins */
    TES_SECOND, /* side 1 */
    TES_DRAW,
} tes_outcome;

/* "0.1.0" */
const char *tes_version(void);
/* The names of the games, from 0 on; NULL behind the last one. */
const char *tes_game_name(int index);
/* The rulings of a game in Markdown; NULL if there is no such game. */
const char *tes_rules(const char *name);

/* --- a game that is being played --- */

typedef struct tes_game tes_game;

/* `position` is where it begins, or NULL for the usual start.  `fault` may be NULL, here and below. */
tes_status tes_open(const char *setup, const char *position, tes_game **out, tes_fault *fault);
/* From a record (docs/records.md), with all turns played. */
tes_status tes_read(const char *record, size_t size, tes_game **out, tes_fault *fault);
/* NULL when memory ran out. */
tes_game *tes_copy(const tes_game *game);
void      tes_close(tes_game *game); /* NULL is fine */

size_t tes_setup(const tes_game *game, char *out, size_t size);
size_t tes_position(const tes_game *game, char *out, size_t size);
/* The board drawn in characters, in lines. */
size_t tes_board(const tes_game *game, char *out, size_t size);
/* The whole game as a record; empty when memory ran out. */
size_t tes_record(const tes_game *game, char *out, size_t size);
/* Turns played, and one of them, from 0 on (empty if there is none). */
int    tes_turn_count(const tes_game *game);
size_t tes_turn(const tes_game *game, int number, char *out, size_t size);

/* Who is to move, 0 or 1; -1 when the game is over. */
int         tes_side(const tes_game *game);
const char *tes_side_name(const tes_game *game, int side);
tes_outcome tes_ended(const tes_game *game);
/* "white reserve-empty": who won and why, with details; empty while the game goes on. */
size_t tes_result(const tes_game *game, char *out, size_t size);

/* Play a turn.  One that is not legal is refused with the reason. */
tes_status tes_play(tes_game *game, const char *turn, tes_fault *fault);
/* Take the last turn back; false where there is none. */
bool tes_undo(tes_game *game);

/* Called for each legal turn; false stops the walk. */
typedef bool tes_visit(void *context, const char *turn);
/* Every legal turn, each once.  False if it was stopped. */
bool tes_each_turn(const tes_game *game, tes_visit *visit, void *context);

/* Ways to play on for exactly `depth` turns, 1 to 32, whatever repetition and turn limits say.  The position
 * must not be in the middle of a turn. */
tes_status tes_count(const tes_game *game, int depth, uint64_t *count, tes_fault *fault);

/* --- thinking --- */

typedef struct tes_thinker tes_thinker;

/* Its threads (1 to 64) and the MiB of its memory of positions.  NULL when memory ran out, or where a number
 * makes no sense. */
tes_thinker *tes_thinker_new(int threads, int mebibytes);
void         tes_thinker_delete(tes_thinker *thinker); /* NULL is fine */

/* 0: no such limit.  The first that is reached ends the thinking; there must be one. */
typedef struct tes_limits {
    int      level; /* 1 to 10: a strength that means the same on every machine */
    int64_t  time_ms;
    uint64_t nodes;
    int      depth; /* turns looked ahead, at most 100 */
} tes_limits;

typedef struct tes_thought {
    char        turn[4096];
    tes_outcome proved; /* who wins by force, or TES_OPEN */
    int         turns;  /* within which, of both sides together */
    int score; /* otherwise: how good it is for the side to move, in hundredths of a clear advantage */
    int      depth;
    uint64_t nodes;
    int64_t  time_ms;
} tes_thought;

/* The best turn that was found.  TES_ILLEGAL where the game is over or a limit makes no sense.  Equal limits in
 * nodes, depth or level give equal answers with one thread and a thinker that has not thought before. */
tes_status tes_think(tes_thinker *thinker, const tes_game *game, const tes_limits *limits,
                     tes_thought *out, tes_fault *fault);
/* End the thinking that is under way, soon, or the next one; from any thread. */
void tes_stop(tes_thinker *thinker);

/* --- true values --- */

typedef struct tes_effort {
    double seconds;   /* 0: 60 */
    int    mebibytes; /* 0: 1024 */
    int    threads;   /* 0: 1 */
    const char
        *tables; /* the folder of tables of solved positions (`tessera tablebase`); NULL: none */
    bool (*stop)(
        void *context); /* asked now and then, by any thread: true ends it; NULL: nobody is asked */
    void *context;
} tes_effort;

typedef struct tes_value {
    tes_outcome value;      /* TES_OPEN: not known; TES_DRAW: neither side can force a win */
    uint32_t    turns;      /* where somebody wins: within so many turns of both sides together */
    bool        exact;      /* and, against best play, not within fewer */
    bool        has_margin; /* in games with points */
    int         margin;     /* by which side 0 ends ahead with best play of both */
    uint64_t    nodes;
} tes_value;

/* The value of the position that stands, proved or not known; repetition does not count.  A side is the player who
 * has it now, also where a swap is still to come.  With `proof` a proof file as text is made, to be freed with
 * tes_free (TES_NOT_FOUND, `out` filled and *proof NULL, where there was no time or nothing is known).  TES_ILLEGAL
 * in the middle of a turn, and in a setup with a turn limit. */
tes_status tes_solve(const tes_game *game, const tes_effort *effort, tes_value *out, char **proof,
                     tes_fault *fault);
/* Is this a proof?  Checked by the second, plain implementation of the rules and nothing else.  TES_SYNTAX with the
 * number of the line in fault->at if not. */
tes_status tes_verify(const char *proof, size_t size, tes_fault *fault);
void       tes_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
