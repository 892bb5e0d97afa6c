/* bot_connection.h - the line-based connection to a bot process that runs for one game.
 *
 * Knows:   starting and ending the process, deadlines, the termination for each kind of failure.
 * Ignores: the messages (contestant_json.c, contestant_ugi.c).
 */
#ifndef ARENA_BOT_CONNECTION_H
#define ARENA_BOT_CONNECTION_H

#include <stdatomic.h>

#include "arena/contestant.h"

typedef struct BotConnection {
    Contestant     contestant; /* first */
    JailedProcess *jailed;     /* NULL: not running */
    atomic_bool    stopped;
    int64_t        begin_ms;     /* of the request: the last bot_connection_begin */
    int64_t        cpu_us;       /* CPU time at that time; -1: unknown */
    int64_t        delay_us;     /* waiting for a CPU up to that time, or a little before */
    int64_t        own_delay_us; /* the same of the arena, see jail_own_delay_us */
    int64_t        excused_ms;   /* since then; updated when it matters */
    bool           spoke;        /* a line has arrived since then */
} BotConnection;

/* Start the bot process.  On failure the contestant's failure and `fault` say why. */
Status bot_connection_start(BotConnection *connection, Fault *fault);
/* Send `data` and reset the bot's output quota.  False, with the failure recorded, if the bot has
 * exited or does not read until `until_ms`. */
bool bot_connection_send(BotConnection *connection, const char *data, size_t size, int64_t until_ms,
                         PlayerAnswer *answer);
/* Begin a request: discard pending output and start measuring idleness. */
void bot_connection_begin(BotConnection *connection);
/* Wait for the next line.  False, with the failure recorded (or PLAYER_STOPPED in the answer), if
 * none arrives until `until_ms`, and as much later as the bot had to wait for a CPU.  Requires a
 * running process. */
bool bot_connection_receive(BotConnection *connection, int64_t until_ms, const char **line,
                            size_t *length, PlayerAnswer *answer);
/* Record a forfeit for an unreadable or unexpected message, and end the process. */
void bot_connection_fail_protocol(BotConnection *connection, PlayerAnswer *answer, const char *line,
                                  size_t length, const char *expected);
/* Record a forfeit for an illegal move, and end the process. */
void bot_connection_fail_illegal(BotConnection *connection, PlayerAnswer *answer, const char *turn,
                                 const char *why);
/* The request is answered: stop the process until the next one. */
void bot_connection_rest(BotConnection *connection);
/* End the process; it has `patience_ms` to exit by itself. */
void bot_connection_end(BotConnection *connection, int64_t patience_ms);

/* Return when the bot's time for this move ends, including the margin. */
int64_t bot_connection_deadline_ms(const BotConnection *connection, const SearchLimits *limits);
/* Return the time that is announced to the bot: its clock, or the time per move. */
int64_t bot_connection_time_ms(const BotConnection *connection, const SearchLimits *limits);

/* PlayerOps.stop of all contestants with a connection. */
void bot_connection_stop(Player *player);

#endif
