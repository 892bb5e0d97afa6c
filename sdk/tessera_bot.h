/* tessera_bot.h - all that a bot in C needs: write bot_turn, and the arena does the rest.
 *
 *     #include "tessera_bot.h"
 *
 *     void bot_turn(const BotPosition *position, BotTurn *turn)
 *     {
 *         const BotTurns *all = bot_turns(position, "", 1000);
 *         bot_play(turn, all->turn[0]);
 *     }
 *
 * The arena compiles your file together with tessera_bot.c, which has a main and talks to the
 * arena (docs/bots.md), in a folder where tessera_bot.h lies.  Your bot runs as long as the game
 * does, so what you keep in static variables is there in the next turn.  You may print what you like
 * to stderr; stdout belongs to the arena's talk.
 *
 * To know the rules you need not write them: bot_turns lists what is legal, now or after any turns,
 * and bot_look shows where turns lead.  Both ask the arena, within your own time.
 *
 * C99 or later; nothing but the C library.
 */
#ifndef TESSERA_BOT_H
#define TESSERA_BOT_H

enum {
    BOT_TEXT_MAX = 4096, /* a turn or a position with its NUL */
    BOT_WIN = 30000,     /* the value of a won game; -BOT_WIN: lost; 0: drawn */
};

/* What you are asked about.  The texts are valid until bot_turn returns. */
typedef struct BotPosition {
    const char *game;     /* with its variant, as in "toy:9" */
    const char *position; /* one line of text, as the game's rulings describe it */
    const char *side;     /* yours, as the game calls it: "white" */
    const char *since;    /* turns played since your last one, oldest first, blanks between them */
    int         player;   /* 0: you had the first turn of the game; 1: the other one had */
    int         turn;     /* the number of this turn, counted from 1 */
    int         time_ms;  /* that you may use for it, by the clock on the wall */
    unsigned    seed;     /* of this game: use it for all that is random, and games repeat */
} BotPosition;

/* What you decide: one whole turn in the notation of the game. */
typedef struct BotTurn {
    char text[BOT_TEXT_MAX];
} BotTurn;

/* Yours.  It is called once for each of your turns; the game is never over then. */
void bot_turn(const BotPosition *position, BotTurn *turn);

/* Decide for a turn. */
void bot_play(BotTurn *turn, const char *text);

/* Legal turns, each with a rough value: how good the position after it is for whoever plays it, from
 * -BOT_WIN to BOT_WIN.  The judgement is simple and never changes; write a better one. */
typedef struct BotTurns {
    int          count;
    long         total; /* legal turns; where there are more than you wanted, `count` of them were
                           drawn at random */
    const char **turn;
    const int   *value;
} BotTurns;

/* At most `max` (up to 5000) of the legal turns after the turns `after`, which are played from the
 * position you were asked about; "" is that position itself.  Several turns have blanks between
 * them.  There are none where the game is over or `after` is not legal.  Valid until the next call
 * of bot_turns. */
const BotTurns *bot_turns(const BotPosition *position, const char *after, int max);

/* Where turns lead. */
typedef struct BotView {
    int  legal;                  /* 0: they are not, and `why` says why not */
    int  over;                   /* the game is */
    int  value;                  /* for whoever is to move there; exact where the game is over */
    char side[64];               /* who is to move */
    char position[BOT_TEXT_MAX]; /* the position after them */
    char why[512];
} BotView;

void bot_look(const BotPosition *position, const char *after, BotView *view);

/* The next of a stream of random numbers that begins with position->seed: from 0 to count-1. */
int bot_random(int count);

#endif
