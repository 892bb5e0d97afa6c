/* bot_connection.h - a contestant that stays for a game and speaks in lines, whatever the language.
 *
 * Knows:   starting it, saying and hearing with deadlines, and which verdict each kind of failure is.
 * Ignores: what is said (contestant_json.c, contestant_ugi.c).
 */
#ifndef ARENA_BOT_CONNECTION_H
#define ARENA_BOT_CONNECTION_H

#include <stdatomic.h>

#include "arena/contestant.h"

typedef struct BotConnection {
    Contestant     contestant; /* first */
    JailedProcess *jailed;     /* NULL: not running */
    atomic_bool    stopped;
    int64_t        cpu_us; /* when it was asked last */
    bool           spoke;  /* since then */
} BotConnection;

/* Start the program. */
Status bot_connection_start(BotConnection *connection, Fault *fault);
/* Say something; the guest's bytes count anew.  False if nobody listens: the trouble is noted. */
bool bot_connection_send(BotConnection *connection, const char *data, size_t size, int64_t until_ms,
                         PlayerAnswer *answer);
/* A question begins: from here on idleness is measured. */
void bot_connection_begin(BotConnection *connection);
/* The next line.  False, with the trouble noted (or PLAYER_STOPPED in the answer), if there is none until
 * `until_ms`. */
bool bot_connection_receive(BotConnection *connection, int64_t until_ms, const char **line,
                            size_t *length, PlayerAnswer *answer);
/* It said something that is no answer. */
void bot_connection_fail_protocol(BotConnection *connection, PlayerAnswer *answer, const char *line,
                                  size_t length, const char *expected);
/* It answered with a turn that is none here. */
void bot_connection_fail_illegal(BotConnection *connection, PlayerAnswer *answer, const char *turn,
                                 const char *why);
/* The question is answered: it may rest. */
void bot_connection_rest(BotConnection *connection);
/* End it, with so much time to do so by itself. */
void bot_connection_end(BotConnection *connection, int64_t patience_ms);

/* How long a turn may take: the time that the table allows, the margin included. */
int64_t bot_connection_deadline_ms(const BotConnection *connection, const SearchLimits *limits);
/* What is told to the program. */
int64_t bot_connection_time_ms(const BotConnection *connection, const SearchLimits *limits);

/* For tables of PlayerOps. */
void bot_connection_stop(Player *player);

#endif
