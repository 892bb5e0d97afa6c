/* tessera.h - Tessera as a C library: rules, search, exact values, proofs and game records.
 *
 * A tes_game is a game in progress: a setup such as "gipf:4,4,15,15" or "ponte:official", a start
 * position, and the turns since then.  Positions and turns are text in the notation of the game
 * (`tessera rules NAME`).  A tes_thinker searches for good turns; tes_solve finds exact values.
 *
 * A tes_variant and a tes_pos are the fast way without text: positions are values that a program
 * copies, and steps are numbers.  They are for programs that search or learn by themselves.
 *
 * Side 0 moves first, side 1 second.  Different threads may use different objects at the same time.
 * One object belongs to one thread at a time, except for tes_stop.  The library prints nothing and
 * never ends the program.  All input may be untrusted: an invalid request returns an error with a
 * sentence and changes nothing.
 *
 * Functions that write text take a buffer and its size, write at most `size` bytes including a NUL,
 * and return the length of the complete text, as snprintf does; `out` may be NULL if `size` is 0.
 *
 * A structure that the program provides begins with its own size, so that later versions can add
 * members at the end: tes_fault fault = { .size = sizeof fault }.  A structure that the library passes
 * to a callback may grow as well; never copy it by its size.
 *
 * `language` is a code such as "de" or "zh-Hant"; NULL, and a language that a text is not translated
 * into, mean English.
 */
#ifndef TESSERA_H
#define TESSERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header; that of the library is tes_version_number.  Versions with the same major
 * number, from 1 on, are compatible. */
#define TES_VERSION_MAJOR 0
#define TES_VERSION_MINOR 1
#define TES_VERSION_PATCH 0
#define TES_VERSION_NUMBER \
    (TES_VERSION_MAJOR * 1000000 + TES_VERSION_MINOR * 1000 + TES_VERSION_PATCH)

#ifndef TES_API
#if defined(__GNUC__)
#define TES_API __attribute__((visibility("default")))
#else
#define TES_API
#endif
#endif

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
    size_t     size; /* sizeof(tes_fault); 0: nothing is written */
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

/* Return the version, such as "0.1.0", and as a number like TES_VERSION_NUMBER. */
TES_API const char *tes_version(void);
TES_API int         tes_version_number(void);
/* Return what a status means, in English; never NULL. */
TES_API const char *tes_status_text(tes_status status);
/* Return the name of a game, from index 0 on; NULL after the last one. */
TES_API const char *tes_game_name(int index);
/* Return the rulings of a game in Markdown; NULL if there is no such game. */
TES_API const char *tes_rules(const char *name);

/* --- games in progress --- */

typedef struct tes_game tes_game;

/* Start a game at `position`, or at the default start if it is NULL.  On failure *out is NULL.  `fault`
 * may be NULL, here and below. */
TES_API tes_status tes_open(const char *setup, const char *position, tes_game **out,
                            tes_fault *fault);
/* Read a game, a record or any other format (docs/records.md), and play all its turns. */
TES_API tes_status tes_read(const char *record, size_t size, tes_game **out, tes_fault *fault);
/* The same with what the text does not say: its format, as `tessera convert --list` names it; game and
 * variant; and which of several games, from 1.  NULL, NULL and 0: find out, the default, the only one. */
TES_API tes_status tes_read_as(const char *text, size_t size, const char *format, const char *setup,
                               int nth, tes_game **out, tes_fault *fault);
/* Return NULL if memory ran out. */
TES_API tes_game *tes_copy(const tes_game *game);
TES_API void      tes_close(tes_game *game); /* NULL is allowed */

TES_API size_t tes_setup(const tes_game *game, char *out, size_t size);
TES_API size_t tes_position(const tes_game *game, char *out, size_t size);
/* Draw the board in characters, as lines of text. */
TES_API size_t tes_board(const tes_game *game, char *out, size_t size);
/* Write the complete game as a record; empty if memory ran out. */
TES_API size_t tes_record(const tes_game *game, char *out, size_t size);
/* Return the number of turns played, and write one of them, from 0 on (empty if there is none). */
TES_API int    tes_turn_count(const tes_game *game);
TES_API size_t tes_turn(const tes_game *game, int number, char *out, size_t size);

/* Return the side to move, 0 or 1; -1 if the game is over. */
TES_API int         tes_side(const tes_game *game);
TES_API const char *tes_side_name(const tes_game *game, int side);
TES_API tes_outcome tes_ended(const tes_game *game);
/* Write "white reserve-empty": winner and reason, with details; empty while the game continues. */
TES_API size_t tes_result(const tes_game *game, char *out, size_t size);

/* Play a turn.  An illegal one returns an error with the reason. */
TES_API tes_status tes_play(tes_game *game, const char *turn, tes_fault *fault);
/* Undo the last turn, or an unfinished one; false if there is none. */
TES_API bool tes_undo(tes_game *game);

/* Called for each legal turn; false stops. */
typedef bool tes_visit(void *context, const char *turn);
/* Visit every legal turn once.  Return false if stopped. */
TES_API bool tes_each_turn(const tes_game *game, tes_visit *visit, void *context);

/* Count the sequences of exactly `depth` turns (perft), 1 to 32, without repetition and turn
 * limits.  The position must not be in the middle of a turn. */
TES_API tes_status tes_count(const tes_game *game, int depth, uint64_t *count, tes_fault *fault);

/* --- variants, positions and steps: without text and without history --- */

/* What is fixed for a variant: the rules, the board, the step ids.  Read-only, for any number of
 * threads. */
typedef struct tes_variant tes_variant;

/* On failure *out is NULL. */
TES_API tes_status tes_variant_open(const char *setup, tes_variant **out, tes_fault *fault);
TES_API void       tes_variant_close(tes_variant *variant); /* NULL is allowed */
TES_API size_t     tes_variant_setup(const tes_variant *variant, char *out, size_t size);
/* Return the settings repetition=N and limit=N, 0 if off.  A position has no history, so nothing below
 * applies them; a program that follows a game does. */
TES_API uint32_t    tes_variant_repetition(const tes_variant *variant);
TES_API uint32_t    tes_variant_turn_limit(const tes_variant *variant);
TES_API const char *tes_variant_side_name(const tes_variant *variant, int side);

/* A position: tes_pos_bytes bytes of the caller, aligned as uint64_t.  It is copied with memcpy. */
typedef struct tes_pos tes_pos;

TES_API size_t     tes_pos_bytes(const tes_variant *variant);
TES_API void       tes_pos_start(const tes_variant *variant, tes_pos *out);
TES_API tes_status tes_pos_read(const tes_variant *variant, const char *text, tes_pos *out,
                                tes_fault *fault);
TES_API size_t     tes_pos_write(const tes_variant *variant, const tes_pos *pos, char *out,
                                 size_t size);
/* Copy the current position of a game of the same variant; false if it is another variant. */
TES_API bool tes_pos_of_game(const tes_variant *variant, const tes_game *game, tes_pos *out);
/* Return a hash: equal positions have equal hashes. */
TES_API uint64_t tes_pos_hash(const tes_pos *pos);
TES_API bool     tes_pos_same(const tes_variant *variant, const tes_pos *a, const tes_pos *b);
/* True if two positions are equal for a repetition rule, which ignores counters. */
TES_API bool tes_pos_repeats(const tes_variant *variant, const tes_pos *a, const tes_pos *b);
/* Return the side that takes the next step; -1 if the game is over. */
TES_API int tes_pos_side(const tes_variant *variant, const tes_pos *pos);
/* Return the player, 0 or 1, who has a side now: it changes if the players swap sides. */
TES_API int tes_pos_player(const tes_variant *variant, const tes_pos *pos, int side);
/* True if a turn begins here; false if the turn of the side continues. */
TES_API bool        tes_pos_begins_turn(const tes_pos *pos);
TES_API tes_outcome tes_pos_ended(const tes_variant *variant, const tes_pos *pos);
/* Write who won and why as a sentence; empty while the game continues. */
TES_API size_t tes_pos_result(const tes_variant *variant, const tes_pos *pos, const char *language,
                              char *out, size_t size);

enum { TES_STEPS_MAX = 4096, TES_TURN_STEPS_MAX = 256 };

/* A step is one decision: a number that only its game interprets.  A turn is one step or several.
 * Write the legal steps, at most `capacity`, in a fixed order; return their number. */
TES_API int  tes_steps(const tes_variant *variant, const tes_pos *pos, uint64_t *steps,
                       int capacity);
TES_API bool tes_step_is_legal(const tes_variant *variant, const tes_pos *pos, uint64_t step);
/* Take a step; false, with `pos` unchanged, if it is illegal. */
TES_API bool   tes_step(const tes_variant *variant, tes_pos *pos, uint64_t step);
TES_API size_t tes_step_write(const tes_variant *variant, const tes_pos *pos, uint64_t step,
                              char *out, size_t size);
/* Take a step in a game. */
TES_API tes_status tes_play_step(tes_game *game, uint64_t step, tes_fault *fault);
/* Read a complete turn and write its steps, at most TES_TURN_STEPS_MAX, and their number. */
TES_API tes_status tes_turn_read(const tes_variant *variant, const tes_pos *pos, const char *turn,
                                 uint64_t *steps, int *count, tes_fault *fault);
/* Write why a turn is illegal, as a sentence; empty if it is legal. */
TES_API size_t tes_explain(const tes_variant *variant, const tes_pos *pos, const char *turn,
                           const char *language, char *out, size_t size);

/* Play random steps, each legal one equally likely, until the game is over or `turn_limit` turns are
 * played.  Return the number of turns.  Equal seeds give equal games. */
TES_API uint32_t tes_playout(const tes_variant *variant, const tes_pos *pos, uint64_t seed,
                             uint32_t turn_limit, tes_outcome *outcome);

/* --- the fixed action space of a variant, and what an agent observes --- */

/* Return the number of step ids of a variant, or 0 if the game has none.  Every step that can be legal
 * has an id below it, which never depends on the position and keeps its meaning in later versions. */
TES_API uint32_t tes_id_count(const tes_variant *variant);
TES_API uint32_t tes_step_id(const tes_variant *variant, uint64_t step);
/* Return the step of an id below tes_id_count, which need not be legal anywhere. */
TES_API uint64_t tes_id_step(const tes_variant *variant, uint32_t id);
/* As tes_steps, with ids. */
TES_API int tes_ids(const tes_variant *variant, const tes_pos *pos, uint32_t *ids, int capacity);
/* Write tes_id_count bytes for each position: 1 for the id of a legal step, otherwise 0. */
TES_API void tes_masks(const tes_variant *variant, const tes_pos *const *positions, int count,
                       uint8_t *out);

/* An observation is what the side to move sees: planes with one number for each cell, and then
 * scalars, all from 0 to 1.  Return the name of a plane or scalar, from 0 on; NULL after the last. */
TES_API const char *tes_plane_name(const tes_variant *variant, int index);
TES_API const char *tes_scalar_name(const tes_variant *variant, int index);
/* Return the numbers of one observation: planes * cells + scalars; 0 if the game has none. */
TES_API size_t tes_observation_size(const tes_variant *variant);
TES_API void   tes_observe(const tes_variant *variant, const tes_pos *const *positions, int count,
                           float *out);

/* --- boards --- */

/* A place on the board.  The ids are 0 to tes_cell_count - 1.  x grows to the right, y downward;
 * neighbouring cells are about one unit apart. */
typedef struct tes_cell {
    int           id;
    const char   *label;
    const char   *kind; /* such as "field", "dot", "point", "edge" */
    int           side; /* its owner, or -1 */
    double        x, y;
    int           corner_count; /* 0: a point */
    const double *corners;      /* x and y of each */
} tes_cell;

typedef struct tes_piece {
    const char    *glyph;       /* such as "stone", "bridge", "die" */
    int            side;        /* its owner, or -1 */
    const char    *colour;      /* where it is not that of its side; otherwise "" */
    int            cell, cell2; /* two ends of a bridge; otherwise equal */
    const char    *text;        /* shown on it, or "" */
    const uint8_t *faces;       /* of a die: top, north, east, south, west; NULL otherwise */
} tes_piece;

/* What a step does; docs/api.md lists the kinds. */
typedef struct tes_effect {
    const char     *kind; /* such as "place", "move", "capture" */
    int             side; /* whose piece or success it is, or -1 */
    int             cell_count;
    const uint16_t *cells;
    const char     *text; /* as a sentence */
} tes_effect;

typedef bool tes_visit_cell(void *context, const tes_cell *cell);
typedef bool tes_visit_line(void *context, int from, int to);
typedef bool tes_visit_piece(void *context, const tes_piece *piece);
typedef bool tes_visit_effect(void *context, const tes_effect *effect);

TES_API int tes_cell_count(const tes_variant *variant);
/* Visit cells, lines between the centres of cells, pieces, or the effects of a legal step.  A callback
 * that returns false stops.  Return false if stopped or out of memory. */
TES_API bool tes_each_cell(const tes_variant *variant, tes_visit_cell *visit, void *context);
TES_API bool tes_each_line(const tes_variant *variant, tes_visit_line *visit, void *context);
TES_API bool tes_each_piece(const tes_variant *variant, const tes_pos *pos, tes_visit_piece *visit,
                            void *context);
TES_API bool tes_each_effect(const tes_variant *variant, const tes_pos *pos, uint64_t step,
                             const char *language, tes_visit_effect *visit, void *context);
/* Draw a position as a complete SVG file; empty if memory ran out. */
TES_API size_t tes_svg(const tes_variant *variant, const tes_pos *pos, char *out, size_t size);

/* --- search --- */

typedef struct tes_thinker tes_thinker;

/* Create a search with 1 to 64 threads and a transposition table of `mebibytes` MiB.  Return NULL
 * if memory ran out or a number is out of range. */
TES_API tes_thinker *tes_thinker_new(int threads, int mebibytes);
TES_API void         tes_thinker_delete(tes_thinker *thinker); /* NULL is allowed */

typedef struct tes_thought {
    size_t      size; /* sizeof(tes_thought) */
    char        turn[4096];
    tes_outcome proved; /* the side that wins by force, or TES_OPEN */
    int         turns;  /* until the win, of both sides together */
    int         score;  /* otherwise: for the side to move, in 1/100 of a clear advantage */
    int         depth;
    uint64_t    nodes;
    int64_t     time_ms;
} tes_thought;

/* 0: no limit.  The first limit that is reached ends the search; there must be one. */
typedef struct tes_limits {
    size_t   size;  /* sizeof(tes_limits) */
    int      level; /* 1 to 10: the same strength on every machine */
    int      depth; /* turns of lookahead, at most 100 */
    int64_t  time_ms;
    uint64_t nodes;
    /* Called by the searching thread with the result so far; false stops.  NULL: never called. */
    bool (*progress)(void *context, const tes_thought *so_far);
    void *context;
} tes_limits;

/* Search for the best turn.  Return TES_ILLEGAL if the game is over or a limit is out of range.
 * With one thread and a new thinker, equal limits in nodes, depth or level give equal results. */
TES_API tes_status tes_think(tes_thinker *thinker, const tes_game *game, const tes_limits *limits,
                             tes_thought *out, tes_fault *fault);
/* Stop the running search soon, or the next one; from any thread. */
TES_API void tes_stop(tes_thinker *thinker);

/* --- exact values --- */

/* What the solver is doing. */
typedef struct tes_progress {
    const char *method; /* such as "proof-number search" */
    uint64_t    nodes;
    double      seconds; /* since the beginning */
} tes_progress;

typedef struct tes_effort {
    size_t      size;            /* sizeof(tes_effort) */
    double      seconds;         /* 0: 60 */
    int         mebibytes;       /* 0: 1024 */
    int         threads;         /* 0: 1 */
    const char *tables;          /* directory of tablebases (`tessera tablebase`); NULL: none */
    bool (*stop)(void *context); /* polled, by any thread; true stops; NULL: never */
    void *context;
    /* Called about ten times per second, by any thread, never by two at a time; NULL: never */
    void (*progress)(void *context, const tes_progress *progress);
} tes_effort;

typedef struct tes_value {
    size_t      size;       /* sizeof(tes_value) */
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
TES_API tes_status tes_solve(const tes_game *game, const tes_effort *effort, tes_value *out,
                             char **proof, tes_fault *fault);
/* Check a proof with the second, plain implementation of the rules and nothing else.  If it is
 * wrong, return TES_SYNTAX with the line number in fault->at. */
TES_API tes_status tes_verify(const char *proof, size_t size, tes_fault *fault);
TES_API void       tes_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
