/* contestant.h - somebody who takes part in a contest, as a player like any other.
 *
 * Knows:   the four kinds of programs (docs/bots.md) and our own players, their limits, what they did
 *          wrong, and what they used.
 * Ignores: whether a turn is legal beyond reading it, results, contests: that is the judge's.
 *
 * A contestant is a Player (play/player.h): player_begin, player_choose, player_stop, player_delete.
 * It lives for one game.  Where player_choose gives no turn, or player_begin fails, the trouble says
 * why, in the words of verdicts.
 */
#ifndef ARENA_CONTESTANT_H
#define ARENA_CONTESTANT_H

#include <stdatomic.h>

#include "arena/contest.h"
#include "arena/jailed_process.h"
#include "arena/termination.h"
#include "dialects/list.h"
#include "play/player.h"

enum { FAILURE_CODE_MAX = 32, FAILURE_WHY_MAX = 512 };

/* What went wrong, and the last that was heard of it. */
typedef struct BotFailure {
    Termination termination;            /* TERMINATION_RULES: nothing is wrong */
    char        code[FAILURE_CODE_MAX]; /* the word of the game's own contest, or "" */
    int         signal;                 /* that ended it, or 0 */
    char        why[FAILURE_WHY_MAX];
    char        last_out[JAILED_TEXT_MAX];
    char        last_err[JAILED_TEXT_MAX];
} BotFailure;

/* What was used in the game so far; -1: not known. */
typedef struct Usage {
    int64_t cpu_us, memory_bytes;
} Usage;

/* How a bot is run: made once for a contest (builder.h), used by many games at a time. */
typedef struct BuiltBot {
    BotSpec     spec;
    char        program[BOT_PATH_MAX + 4096]; /* what is put into the jail */
    char        entry[BOT_PATH_MAX]; /* what is run, as seen inside; "": the program itself */
    JailRuntime runtime;
    bool        is_compiled;
    char        failure[FAILURE_WHY_MAX]; /* it cannot play at all: why; "" if it can */
    char        failure_code[FAILURE_CODE_MAX];
} BuiltBot;

typedef struct ContestantRules {
    ContestLimits      limits;
    bool               unsafe; /* no jail */
    const atomic_bool *stop;   /* true: whoever waits for a program gives up; may be NULL */
    Buffer *heard; /* what programs write to stderr, as far as there is room; may be NULL,
                                  and is for one game at a time */
} ContestantRules;

/* `bot` and `rules` must live as long as the player.  NULL with the reason when memory ran out. */
Player *contestant_new(const BuiltBot *bot, const ContestantRules *rules, Fault *fault);

/* The game is over: tell the program (the winner's side, "draw" or "*"), and end it.  All that it has
 * started is gone afterwards. */
void contestant_end(Player *player, const RecordResult *result, bool won);

/* Valid until the player is deleted. */
const BotFailure *contestant_failure(const Player *player);
Usage             contestant_usage(const Player *player);
/* Is the fault ours (no memory, the jail refuses), so that nobody should lose by it? */
bool contestant_is_our_fault(const Player *player);

/* --- Inside: what the kinds share -------------------------------------------------------------- */

typedef struct Contestant {
    Player                 player; /* first */
    const BuiltBot        *bot;
    const ContestantRules *rules;
    BotFailure             failure;
    Usage                  usage;
    bool                   our_fault;
    int                    side; /* the player's number in this game: 0 or 1 */
    Setup                  setup;
    void (*end)(struct Contestant *contestant, const RecordResult *result, bool won);
} Contestant;

void contestant_set_up(Contestant *contestant, const PlayerOps *ops, const BuiltBot *bot,
                       const ContestantRules *rules);
/* What the jail is told. */
JailSpec contestant_jail(const Contestant *contestant, const char *const *arguments);
/* Room for the arguments of the program: its interpreter, its path in the jail, its own. */
enum { CONTESTANT_ARGS_MAX = BOT_ARGS_MAX + 12 };
int contestant_arguments(const Contestant *contestant, const char *out[CONTESTANT_ARGS_MAX],
                         char *path, size_t path_size);
/* Note what is wrong; the answer, if there is one, says so, too. */
void contestant_fail(Contestant *contestant, PlayerAnswer *answer, Termination termination,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Note how a program ended that should not have: memory, time or a crash. */
void contestant_fail_ended(Contestant *contestant, PlayerAnswer *answer, const JailEnd *end);
void contestant_count_usage(Contestant *contestant, const JailEnd *end);

Player *contestant_new_json(const BuiltBot *bot, const ContestantRules *rules, Fault *fault);
Player *contestant_new_ugi(const BuiltBot *bot, const ContestantRules *rules, Fault *fault);
Player *contestant_new_files(const BuiltBot *bot, const ContestantRules *rules, Fault *fault);

#endif
