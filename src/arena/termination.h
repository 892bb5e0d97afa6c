/* termination.h - how a contest game ended, and the words for it in reports and databases. */
#ifndef ARENA_TERMINATION_H
#define ARENA_TERMINATION_H

/* Either the rules decided the game, or the loser forfeited it. */
typedef enum Termination {
    TERMINATION_RULES,    /* played to the end */
    TERMINATION_ILLEGAL,  /* an illegal move */
    TERMINATION_TIME,     /* ran out of time */
    TERMINATION_CRASH,    /* the program exited or could not start */
    TERMINATION_MEMORY,   /* ran out of memory */
    TERMINATION_OUTPUT,   /* wrote too much output */
    TERMINATION_PROTOCOL, /* sent an unreadable message */
    TERMINATION_SILENCE,  /* ran out of time without answering and without using the CPU */
    TERMINATIONS
} Termination;

/* Return the word for a termination; never NULL. */
const char *termination_word(Termination termination);
/* Return the termination for a word, or TERMINATIONS if there is none. */
Termination termination_find(const char *word);

#endif
