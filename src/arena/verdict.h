/* verdict.h - how a game of a contest was decided, in the words of reports. */
#ifndef ARENA_VERDICT_H
#define ARENA_VERDICT_H

/* The rules decide, or the loser did something that costs the game. */
#define VERDICT_LIST(X)                                             \
    X(RULES, "rules", "the game was played to its end")             \
    X(ILLEGAL, "illegal", "a turn that the rules do not allow")     \
    X(TIME, "time", "the time was up")                              \
    X(CRASH, "crash", "the program ended, or did not even start")   \
    X(MEMORY, "memory", "more memory than allowed")                 \
    X(OUTPUT, "output", "more written than allowed")                \
    X(PROTOCOL, "protocol", "something was said that is no answer") \
    X(SILENCE, "silence", "the time was up, and nothing had been done with it")

typedef enum Verdict {
#define X(name, word, sentence) VERDICT_##name,
    VERDICT_LIST(X)
#undef X
        VERDICTS
} Verdict;

/* Never NULL. */
const char *verdict_word(Verdict verdict);
const char *verdict_sentence(Verdict verdict);
/* VERDICTS if there is no such word. */
Verdict verdict_find(const char *word);

#endif
