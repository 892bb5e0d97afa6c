/* retro_ranks.h - several processes (ranks) that build one tablebase together.
 *
 * Knows:   the number of ranks, messages of a few bytes, batches of messages.
 * Ignores: how bytes travel (src/mpi), and what a message means.
 *
 * The ranks work in phases.  In a phase each rank visits its part of the numbers and posts messages
 * to the owners of others.  Full batches are exchanged by all ranks together.  So memory is bounded,
 * and a phase ends once every rank has posted its last message and all of them have arrived.
 */
#ifndef SOLVER_RETRO_RANKS_H
#define SOLVER_RETRO_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* The way between the ranks.  All ranks call each function together and in the same order, except
 * send and receive.  A failure of the way ends the program. */
typedef struct RetroRanks {
    uint32_t rank, count;
    uint32_t here; /* ranks on this machine */
    void    *context;
    /* Each value becomes the largest of all ranks, or their sum. */
    void (*max)(void *context, uint64_t *values, int count);
    void (*sum)(void *context, uint64_t *values, int count);
    /* Write the `bytes` of every rank to `all`, by rank. */
    void (*collect)(void *context, const void *mine, size_t bytes, void *all);
    /* `out` has `capacity` bytes for each rank, of which the first out_bytes[rank] are sent there.
     * `in` and `in_bytes` receive the same way. */
    void (*exchange)(void *context, const unsigned char *out, const uint32_t *out_bytes,
                     unsigned char *in, uint32_t *in_bytes, size_t capacity);
    /* Blocks of one rank arrive at another in the order of sending. */
    void (*send)(void *context, uint32_t to, const void *bytes, size_t count);
    void (*receive)(void *context, uint32_t from, void *bytes, size_t count);
} RetroRanks;

/* What ranks agree on besides a Status: some listener has stopped the work. */
enum { RETRO_STOPPED = 255 };

/* Handle a message; return a Status. */
typedef Status RetroReceive(void *context, const unsigned char *message);

/* The batches of one rank. */
typedef struct RetroMail {
    const RetroRanks *ranks;
    size_t            capacity; /* bytes of a batch */
    unsigned char    *out, *in; /* a batch for each rank */
    uint32_t         *out_bytes, *in_bytes;
    /* Of the phase. */
    size_t        message_bytes;
    RetroReceive *receive;
    void         *context;
    uint32_t      failure; /* of a message received here */
    uint32_t      agreed;  /* why all ranks end the phase: a Status, or RETRO_STOPPED */
} RetroMail;

/* Return the memory that the batches of a rank take. */
size_t retro_mail_bytes(uint32_t ranks);

/* Return false if memory ran out on some rank. */
bool retro_mail_open(RetroMail *mail, const RetroRanks *ranks);
void retro_mail_close(RetroMail *mail);

/* Begin a phase with messages of this size. */
void retro_mail_begin(RetroMail *mail, size_t message_bytes, RetroReceive *receive, void *context);

/* Post a message, and receive some if its batch was full.  False: all ranks end the phase, see
 * `agreed`. */
bool retro_mail_post(RetroMail *mail, uint32_t to, const unsigned char *message);

/* End the phase after the last message.  `mine` is a Status or RETRO_STOPPED.  Return STATUS_OK, or
 * what all ranks have agreed on: the largest of theirs. */
uint32_t retro_mail_end(RetroMail *mail, uint32_t mine);

/* Outside a phase: return the largest status of all ranks. */
uint32_t retro_ranks_agree(const RetroRanks *ranks, uint32_t mine);

/* The parts of a layer: rank r has `share` numbers from r * share on, or what is left of them. */
uint32_t retro_ranks_share(const RetroRanks *ranks, uint32_t size);

/* Pass the bytes of all ranks to `take`, which only rank 0 calls, in the order of the ranks and in
 * blocks of bounded size.  Return false on rank 0 if `take` did; it receives nothing then. */
typedef bool RetroTake(void *context, const unsigned char *bytes, size_t count);
bool retro_mail_gather(RetroMail *mail, const unsigned char *mine, size_t count, RetroTake *take,
                       void *context);

#endif
