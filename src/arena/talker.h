/* talker.h - a contestant that stays for a game and speaks in lines, whatever the language.
 *
 * Knows:   starting it, saying and hearing with deadlines, and which verdict each kind of failure is.
 * Ignores: what is said (contestant_json.c, contestant_ugi.c).
 */
#ifndef ARENA_TALKER_H
#define ARENA_TALKER_H

#include <stdatomic.h>

#include "arena/contestant.h"

typedef struct Talker {
    Contestant     contestant; /* first */
    JailedProcess *jailed;     /* NULL: not running */
    atomic_bool    stopped;
    int64_t        cpu_us; /* when it was asked last */
    bool           spoke;  /* since then */
} Talker;

/* Start the program. */
Status talker_start(Talker *talker, Fault *fault);
/* Say something; the guest's bytes count anew.  False if nobody listens: the trouble is noted. */
bool talker_say(Talker *talker, const char *data, size_t size, int64_t until_ms,
                PlayerAnswer *answer);
/* A question begins: from here on idleness is measured. */
void talker_ask(Talker *talker);
/* The next line.  False, with the trouble noted (or PLAYER_STOPPED in the answer), if there is none until
 * `until_ms`. */
bool talker_hear(Talker *talker, int64_t until_ms, const char **line, size_t *length,
                 PlayerAnswer *answer);
/* It said something that is no answer. */
void talker_fail_protocol(Talker *talker, PlayerAnswer *answer, const char *line, size_t length,
                          const char *expected);
/* It answered with a turn that is none here. */
void talker_fail_illegal(Talker *talker, PlayerAnswer *answer, const char *turn, const char *why);
/* The question is answered: it may rest. */
void talker_rest(Talker *talker);
/* End it, with so much time to do so by itself. */
void talker_end(Talker *talker, int64_t patience_ms);

/* How long a turn may take: the time that the table allows, the margin included. */
int64_t talker_deadline_ms(const Talker *talker, const SearchLimits *limits);
/* What is told to the program. */
int64_t talker_time_ms(const Talker *talker, const SearchLimits *limits);

/* For tables of PlayerOps. */
void talker_stop(Player *player);

#endif
