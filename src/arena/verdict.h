/* verdict.h - how a game of a contest was decided, in the words of reports. */
#ifndef ARENA_VERDICT_H
#define ARENA_VERDICT_H

/* The rules decide, or the loser did something that costs the game. */
typedef enum Verdict {
    VERDICT_RULES,    /* the game was played to its end */
    VERDICT_ILLEGAL,  /* a turn that the rules do not allow */
    VERDICT_TIME,     /* the time was up */
    VERDICT_CRASH,    /* the program ended, or did not even start */
    VERDICT_MEMORY,   /* more memory than allowed */
    VERDICT_OUTPUT,   /* more written than allowed */
    VERDICT_PROTOCOL, /* something was said that is no answer */
    VERDICT_SILENCE,  /* the time was up, and nothing had been done with it */
    VERDICTS
} Verdict;

/* Never NULL. */
const char *verdict_word(Verdict verdict);
/* VERDICTS if there is no such word. */
Verdict verdict_find(const char *word);

#endif
