/* contestant.h - a participant of a contest, as a Player.
 *
 * Knows:   the four kinds of programs (docs/bots.md), the built-in players, their limits, their
 *          failures and what they used.
 * Ignores: results and contests, which belong to the referee (referee.h).
 *
 * A contestant is a Player (play/player.h): player_begin, player_choose, player_stop,
 * player_delete.  It lives for one game.  If player_begin fails or player_choose returns no move,
 * contestant_failure says why.
 */
#ifndef ARENA_CONTESTANT_H
#define ARENA_CONTESTANT_H

#include <stdatomic.h>

#include "arena/contest.h"
#include "arena/source_language.h"
#include "arena/jailed_process.h"
#include "arena/termination.h"
#include "dialects/list.h"
#include "play/player.h"

enum { FAILURE_CODE_MAX = 32, FAILURE_WHY_MAX = 512 };

/* Why a bot forfeits, and the end of its output. */
typedef struct BotFailure {
    Termination termination;            /* TERMINATION_RULES: no failure */
    char        code[FAILURE_CODE_MAX]; /* error code of the game's own contest, or "" */
    int         signal;                 /* that killed the process, or 0 */
    char        why[FAILURE_WHY_MAX];
    char        last_out[JAILED_TEXT_MAX];
    char        last_err[JAILED_TEXT_MAX];
} BotFailure;

/* Resources used in the game so far; -1: unknown. */
typedef struct Usage {
    int64_t cpu_us, memory_bytes;
} Usage;

/* How to run a bot.  Built once per contest (builder.h), shared by concurrent games. */
typedef struct BuiltBot {
    BotSpec     spec;
    char        program[BOT_PATH_MAX + 4096]; /* file or directory shown in the jail */
    char        entry[BOT_PATH_MAX]; /* script to run, as a path in the jail; "": the program */
    JailRuntime runtime;
    int         launch_count; /* words before the program's path, each ended by a NUL */
    char        launch[SOURCE_LANGUAGE_ARGUMENT_BYTES];
    bool        is_compiled;              /* from C or C++ */
    char        failure[FAILURE_WHY_MAX]; /* why it cannot play; "" if it can */
    char        failure_code[FAILURE_CODE_MAX];
} BuiltBot;

typedef struct ContestantRules {
    ContestLimits      limits;
    bool               unsafe; /* no jail */
    struct JailHelper *helper; /* starts the jails; may be NULL */
    struct JailPool   *pool;   /* of programs that start once per move; may be NULL */
    const atomic_bool *stop;   /* true: stop waiting for programs; may be NULL */
    Buffer *stderr_log; /* receives the programs' stderr up to its limit; may be NULL; one game at a
                           time */
} ContestantRules;

/* `bot` and `rules` must outlive the player.  NULL with the reason if out of memory. */
Player *contestant_new(const BuiltBot *bot, const ContestantRules *rules, Fault *fault);

/* Announce the result to the program and end it, with all processes that it started. */
void contestant_end(Player *player, const RecordResult *result, bool won);

/* Valid until the player is deleted. */
const BotFailure *contestant_failure(const Player *player);
Usage             contestant_usage(const Player *player);
/* True if the failure is the arena's (out of memory, no jail, a killed supervisor): then the bot must
 * not forfeit, and the game is void. */
bool contestant_is_our_fault(const Player *player);
/* Return the part of the time of the last move that is not the bot's: setting up its jail, waiting for
 * a CPU, or a stopped machine. */
int64_t contestant_excused_ms(const Player *player);

/* --- Internal: shared by the kinds
 * ------------------------------------------------------------- */

typedef struct Contestant {
    Player                 player; /* first */
    const BuiltBot        *bot;
    const ContestantRules *rules;
    BotFailure             failure;
    Usage                  usage;
    bool                   our_fault;
    int64_t                excused_ms; /* of the last move */
    int                    side;       /* the player's number in this game: 0 or 1 */
    Setup                  setup;
    void (*end)(struct Contestant *contestant, const RecordResult *result, bool won);
} Contestant;

void contestant_set_up(Contestant *contestant, const PlayerOps *ops, const BuiltBot *bot,
                       const ContestantRules *rules);
/* Return the jail specification for this bot and the contest's limits. */
JailSpec contestant_jail(const Contestant *contestant, const char *const *arguments);
/* Write the program's arguments, ending with NULL: interpreter, path in the jail, own arguments.
 * Return their number; callers may append up to CONTESTANT_ARGS_MAX - 1 in total. */
enum { CONTESTANT_ARGS_MAX = BOT_ARGS_MAX + SOURCE_LANGUAGE_WORDS + 12 };
int contestant_arguments(const Contestant *contestant, const char *out[CONTESTANT_ARGS_MAX],
                         char *path, size_t path_size);
/* Record a failure, and set `answer` to it unless that is NULL. */
void contestant_fail(Contestant *contestant, PlayerAnswer *answer, Termination termination,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Record that the program ended during the game: out of memory, out of CPU time, or a crash. */
void contestant_fail_ended(Contestant *contestant, PlayerAnswer *answer, const JailEnd *end);
/* Record a failure that is not the bot's. */
void contestant_fail_void(Contestant *contestant, PlayerAnswer *answer, const char *why);
/* True if the CPU time of this move or of the game is above its limit; then the failure is
 * recorded. */
bool contestant_is_over_cpu(Contestant *contestant, PlayerAnswer *answer, int64_t turn_us,
                            int64_t game_us);
void contestant_count_usage(Contestant *contestant, const JailEnd *end);

Player *contestant_new_json(const BuiltBot *bot, const ContestantRules *rules, Fault *fault);
Player *contestant_new_ugi(const BuiltBot *bot, const ContestantRules *rules, Fault *fault);
Player *contestant_new_files(const BuiltBot *bot, const ContestantRules *rules, Fault *fault);

#endif
