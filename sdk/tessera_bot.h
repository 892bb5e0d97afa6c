/* tessera_bot.h - the SDK for C bots: write bot_turn, and the SDK does the rest.
 *
 *     #include "tessera_bot.h"
 *
 *     void bot_turn(const BotPosition *position, BotTurn *turn)
 *     {
 *         const BotTurns *all = bot_turns(position, "", 1000);
 *         bot_play(turn, all->turn[0]);
 *     }
 * The arena compiles your file together with tessera_bot.c, which contains main and speaks the
 * arena's protocol (docs/bots.md).  Your bot runs for one game, so static variables keep their
 * values from move to move.  You may print to stderr; stdout belongs to the protocol.
 *
 * You need not implement the rules: bot_turns lists the legal moves, now or after any moves, and
 * bot_look describes the position after moves.  Both query the arena, within your time.
 *
 * Requires C99 and only the C library.
 */
#ifndef TESSERA_BOT_H
#define TESSERA_BOT_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BOT_TEXT_MAX = 4096, /* a move or a position with its NUL */
    BOT_WIN = 30000,     /* the value of a won game; -BOT_WIN: lost; 0: drawn */
};

/* The position to move in.  The strings are valid until bot_turn returns. */
typedef struct BotPosition {
    const char *game;     /* with its variant, such as "toy:9" */
    const char *position; /* one line of text; see the game's rules */
    const char *side;     /* your side, such as "white" */
    const char *since;    /* moves since your last one, oldest first, separated by spaces */
    int         player;   /* 0: you moved first in this game; 1: your opponent did */
    int         turn;     /* the number of this move, from 1 */
    int         time_ms;  /* wall time that you may use for it */
    unsigned    seed;     /* random seed of this game; use it, and games can be repeated */
} BotPosition;

/* Your answer: a complete move in the notation of the game. */
typedef struct BotTurn {
    char text[BOT_TEXT_MAX];
} BotTurn;

/* You write this function.  It is called once per move; the game is not over then. */
void bot_turn(const BotPosition *position, BotTurn *turn);

/* Set your answer. */
void bot_play(BotTurn *turn, const char *text);

/* Legal moves, each with a rough evaluation of the position after it, for the player who makes it,
 * from -BOT_WIN to BOT_WIN.  The evaluation is simple and never changes; write a better one. */
typedef struct BotTurns {
    int          count;
    long         total; /* number of legal moves; if it is above `max`, the list is a random
                           sample */
    const char **turn;
    const int   *value;
} BotTurns;

/* Return at most `max` (up to 5000) legal moves after the moves in `after`, which are separated by
 * spaces and played from the current position; "" is the current position.  The list is empty if
 * the game is over or `after` is illegal.  Valid until the next call of bot_turns. */
const BotTurns *bot_turns(const BotPosition *position, const char *after, int max);

/* The position after some moves. */
typedef struct BotView {
    int  legal;                  /* 0: a move is illegal, and `why` is the reason */
    int  over;                   /* 1: the game is over */
    int  value;                  /* for the side to move; exact if the game is over */
    char side[64];               /* the side to move */
    char position[BOT_TEXT_MAX]; /* in the notation of the game */
    char why[512];
} BotView;

/* Describe the position after the moves in `after`, as in bot_turns. */
void bot_look(const BotPosition *position, const char *after, BotView *view);

/* Return a random number from 0 to count-1, from a generator seeded with position->seed. */
int bot_random(int count);

#ifdef __cplusplus
}
#endif

#endif
