/* player.h - choose a turn: one interface for all players that are not people.
 *
 * Knows:   the built-in players by name, and programs that speak the engine protocol (UGI).
 * Ignores: whether an answer is legal, which the session checks, and what an illegal one costs,
 *          which the owner of the session decides.
 *
 * A player is described by text without spaces, except in COMMAND:
 *
 *     NAME[,KEY=VALUE...]   max, level1 to level10, random, random1, greedy, plain2, uct1000
 *     engine:COMMAND        a program; the shell runs COMMAND
 *
 * with the keys time=MS nodes=N depth=N (per turn, instead of the limits of the match), threads=N,
 * hash=MB, search=alphabeta|tree|mcts, general=yes|no, clock=wall|cpu, book=yes|no and seed=N.
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
    PLAYER_TURNS_MAX = 256, /* a principal variation with its NUL */
};

/* What a player reports during its search. */
typedef struct PlayerNews {
    int      depth;
    uint64_t nodes;
    char     score[24]; /* "+0.42", "wins in 3", "loses in 5"; "" if not known */
    int      win_in;    /* moves until a proved win; negative: until a loss; 0: not proved */
    char     turns[PLAYER_TURNS_MAX]; /* the PV, as much as fits; "" if not known */
} PlayerNews;

/* Called by the thread that player_choose runs in. */
typedef void PlayerListener(void *context, const PlayerNews *news);

typedef enum PlayerKind { PLAYER_SEARCH, PLAYER_LEVEL, PLAYER_RUNG, PLAYER_ENGINE } PlayerKind;

typedef struct PlayerSpec {
    char          text[PLAYER_TEXT_MAX]; /* as given; also the name of the player */
    PlayerKind    kind;
    int           level;  /* PLAYER_LEVEL */
    int           player; /* PLAYER_RUNG: index of the baseline player */
    SearchOptions options;
    int64_t       time_ms; /* these three: 0 if not given */
    uint64_t      nodes;
    int           depth;
    bool          cpu_time;
    bool          book; /* play from the opening book: max, and levels from LEVEL_BOOK on */
    uint64_t      seed;
    int64_t       patience_ms; /* PLAYER_ENGINE: how long to wait for a program to be ready */
    int64_t       late_ms;     /* PLAYER_ENGINE: how long to wait after its time has run out */
    TbCache      *tb_cache; /* PLAYER_SEARCH: tablebases, which must outlive the player; NULL: its
                                 own cache of the default directory */
    const int16_t
        *model; /* PLAYER_SEARCH: the numbers of another evaluation (core/model.h) for a game
                              that has one; NULL: the built-in one.  No other search may run at the
                              same time. */
    const int32_t  *weights;  /* the same for a game with weights (core/weights.h) */
    const int16_t  *ranks;    /* the same for a game with a learned order of steps (core/ranks.h) */
    PlayerListener *listener; /* receives reports during the search, or NULL */
    void           *listener_context;
} PlayerSpec;

/* Read a description.  On failure `out` is unchanged and `fault->at` is the offset in `text`. */
Status player_spec_read(const char *text, PlayerSpec *out, Fault *fault);
/* Return the shell command of a PLAYER_ENGINE. */
const char *player_spec_command(const PlayerSpec *spec);
/* True if the time limit of the match applies; false if the player has a limit of its own. */
bool player_spec_has_time(const PlayerSpec *spec);

typedef enum PlayerStatus {
    PLAYER_TURN,     /* the answer is a turn, not yet checked for legality */
    PLAYER_NONSENSE, /* the answer is not a turn of this game, or not a legal one */
    PLAYER_GONE,     /* crashed, timed out, or broke the protocol */
    PLAYER_STOPPED,  /* by player_stop, before it answered */
} PlayerStatus;

typedef struct PlayerAnswer {
    PlayerStatus status;
    Turn         turn;     /* PLAYER_TURN */
    char         why[256]; /* otherwise: the reason */
    /* Figures of its search; 0 if it reports none. */
    bool     has_score;
    int      score;
    int      depth;
    uint64_t nodes;
} PlayerAnswer;

typedef struct Player Player;

/* The operations of a kind of player.  Each kind has a struct that starts with a Player. */
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

/* Return a new player; NULL with the reason if memory ran out or a program did not start. */
Player *player_new(const PlayerSpec *spec, Fault *fault);
void    player_delete(Player *player);

/* Start a new game and clear the state of the last one.  With equal seeds, players that use no clock
 * play equal games.  On failure the player cannot play this game, and the fault has the reason. */
Status player_begin(Player *player, const Setup *setup, int side, uint64_t seed, Fault *fault);
/* Choose a turn for the position at the end of `line`, at the start of a turn of a game that is not
 * over.  Built-in players also complete a turn in progress: the terminal's hints ask for that.
 * `limits` are those of the match. */
void player_choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer);
/* Make the running player_choose, or the next one, return soon, with PLAYER_STOPPED or with a turn. */
void player_stop(Player *player);

/* Write the score of `info` into `news`; shared by the kinds of players. */
void player_news_score(PlayerNews *news, const InfoParams *info);

/* player_new by kind, only for player.c. */
Player *player_new_builtin(const PlayerSpec *spec, Fault *fault);
Player *player_new_engine(const PlayerSpec *spec, Fault *fault);

#endif
