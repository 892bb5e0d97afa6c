/* player.h - who decides a turn: one interface for everybody who is no person.
 *
 * Knows:   the built-in players by name, and programs that speak the engine protocol (UGI).
 * Ignores: whether what they answer is legal, and what that costs: the session judges, and whoever
 *          holds the session decides.
 *
 * A player is described by one word of text:
 *
 *     NAME[,KEY=VALUE...]   max, level1 to level10, random, greedy, plain2, uct1000
 *     engine:COMMAND        a program; the shell runs COMMAND
 *
 * with the keys time=MS nodes=N depth=N (per turn, in place of what the table allows), threads=N,
 * hash=MB, search=alphabeta|tree|mcts, general=yes|no, clock=wall|cpu and seed=N.
 *
 * A player is for one thread at a time; only player_stop may be called from another one.
 */
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "core/line.h"
#include "proto/message.h"
#include "search/search.h"
#include "solver/tb_cache.h"

enum {
    PLAYER_TEXT_MAX = 256,  /* a description with its NUL */
    PLAYER_TURNS_MAX = 256, /* what it expects, in words, with the NUL */
};

/* What a player says about its thinking while it thinks. */
typedef struct PlayerNews {
    int      depth;
    uint64_t nodes;
    char     score[24];               /* "+0.42", "wins in 3", "loses in 5"; "" if not known */
    char     turns[PLAYER_TURNS_MAX]; /* as much as fits, first its own turn; "" if not known */
} PlayerNews;

/* Called by the thread that player_choose runs in. */
typedef void PlayerListener(void *context, const PlayerNews *news);

typedef enum PlayerKind { PLAYER_SEARCH, PLAYER_LEVEL, PLAYER_RUNG, PLAYER_ENGINE } PlayerKind;

typedef struct PlayerSpec {
    char          text[PLAYER_TEXT_MAX]; /* as it was given: the player's name */
    PlayerKind    kind;
    int           level;  /* PLAYER_LEVEL */
    int           player; /* PLAYER_RUNG: of the ladder */
    SearchOptions options;
    int64_t       time_ms; /* these three: 0 if not given */
    uint64_t      nodes;
    int           depth;
    bool          cpu_time;
    uint64_t      seed;
    int64_t  patience_ms;     /* PLAYER_ENGINE: how long to wait for a program that should be ready,
                                  or beyond the time that it was allowed */
    TbCache *tb_cache;        /* PLAYER_SEARCH: where it finds tables of solved positions; outlives
                                 it.  NULL: a shelf of its own, of the usual folder */
    PlayerListener *listener; /* whom it tells what it thinks; NULL: nobody */
    void           *listener_context;
} PlayerSpec;

/* `out` is unchanged on failure; `fault->at` is the offset in `text`. */
Status player_spec_read(const char *text, PlayerSpec *out, Fault *fault);
/* What the shell runs for a PLAYER_ENGINE. */
const char *player_spec_command(const PlayerSpec *spec);
/* Does the table's time bind this player?  Not if it measures its thinking otherwise. */
bool player_spec_has_time(const PlayerSpec *spec);

typedef enum PlayerStatus {
    PLAYER_TURN,     /* the answer is a turn; nobody has checked whether it is legal */
    PLAYER_NONSENSE, /* something that is no turn of this game at all, or none that is legal */
    PLAYER_GONE,     /* crashed, silent, or it broke the protocol */
    PLAYER_STOPPED,  /* by player_stop, before there was an answer */
} PlayerStatus;

typedef struct PlayerAnswer {
    PlayerStatus status;
    Turn         turn;     /* PLAYER_TURN */
    char         why[256]; /* otherwise: a sentence */
    /* What it says about its thinking; 0 where it says nothing. */
    bool     has_score;
    int      score;
    int      depth;
    uint64_t nodes;
} PlayerAnswer;

typedef struct Player Player;

/* How a kind of player works; the first member of each kind's own struct points to one of these. */
typedef struct PlayerOps {
    Status (*begin)(Player *player, const Setup *setup, int side, uint64_t seed, Fault *fault);
    void (*choose)(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer);
    void (*stop)(Player *player);
    void (*drop)(Player *player);
} PlayerOps;

struct Player {
    const PlayerOps *ops;
    PlayerSpec       spec;
};

/* NULL with the reason when memory ran out or a program could not be started. */
Player *player_new(const PlayerSpec *spec, Fault *fault);
void    player_delete(Player *player);

/* Another game begins; whatever was learned is forgotten.  Equal seeds make equal games of players
 * that use no clock.  On failure the player cannot play this game, and the fault says why. */
Status player_begin(Player *player, const Setup *setup, int side, uint64_t seed, Fault *fault);
/* Choose a turn for the position at the end of `line`, where a turn begins and the game goes on.
 * `limits` are what the table allows. */
void player_choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer);
/* End the player_choose that is under way, or the next one, soon.  What it answers is PLAYER_STOPPED,
 * or still a turn. */
void player_stop(Player *player);

/* The score of some news, for the kinds of players. */
void player_news_score(PlayerNews *news, const InfoParams *info);

/* player_new by kind, for player.c alone. */
Player *player_new_builtin(const PlayerSpec *spec, Fault *fault);
Player *player_new_engine(const PlayerSpec *spec, Fault *fault);

#endif
