/* termination.h - how a game of a contest was decided, in the words of reports. */
#ifndef ARENA_TERMINATION_H
#define ARENA_TERMINATION_H

/* The rules decide, or the loser did something that costs the game. */
typedef enum Termination {
    TERMINATION_RULES,    /* the game was played to its end */
    TERMINATION_ILLEGAL,  /* a turn that the rules do not allow */
    TERMINATION_TIME,     /* the time was up */
    TERMINATION_CRASH,    /* the program ended, or did not even start */
    TERMINATION_MEMORY,   /* more memory than allowed */
    TERMINATION_OUTPUT,   /* more written than allowed */
    TERMINATION_PROTOCOL, /* something was said that is no answer */
    TERMINATION_SILENCE,  /* the time was up, and nothing had been done with it */
    TERMINATIONS
} Termination;

/* Never NULL. */
const char *termination_word(Termination termination);
/* VERDICTS if there is no such word. */
Termination termination_find(const char *word);

#endif
