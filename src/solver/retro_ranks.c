/* SPDX-License-Identifier: MIT */
#include "solver/retro_ranks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH_MAX = 1 << 18, /* bytes */
    BATCH_MIN = 1 << 12,
    BATCHES_BYTES = 1 << 23, /* of all batches to or from a rank */
};

static size_t batch_bytes(uint32_t ranks)
{
    size_t bytes = BATCHES_BYTES / ranks;
    return bytes > BATCH_MAX ? BATCH_MAX : bytes < BATCH_MIN ? BATCH_MIN : bytes;
}

size_t retro_mail_bytes(uint32_t ranks)
{
    return 2 * (size_t)ranks * (batch_bytes(ranks) + sizeof(uint32_t));
}

uint32_t retro_ranks_agree(const RetroRanks *ranks, uint32_t mine)
{
    uint64_t all = mine;
    ranks->max(ranks->context, &all, 1);
    return (uint32_t)all;
}

uint32_t retro_ranks_share(const RetroRanks *ranks, uint32_t size)
{
    return size == 0 ? 1 : (size - 1) / ranks->count + 1;
}

bool retro_mail_open(RetroMail *mail, const RetroRanks *ranks)
{
    *mail = (RetroMail){ .ranks = ranks, .capacity = batch_bytes(ranks->count) };
    mail->out = malloc(ranks->count * mail->capacity);
    mail->in = malloc(ranks->count * mail->capacity);
    mail->out_bytes = calloc(ranks->count, sizeof *mail->out_bytes);
    mail->in_bytes = calloc(ranks->count, sizeof *mail->in_bytes);
    bool made =
        mail->out != NULL && mail->in != NULL && mail->out_bytes != NULL && mail->in_bytes != NULL;
    return retro_ranks_agree(ranks, made ? STATUS_OK : STATUS_NO_MEMORY) == STATUS_OK;
}

void retro_mail_close(RetroMail *mail)
{
    free(mail->out);
    free(mail->in);
    free(mail->out_bytes);
    free(mail->in_bytes);
    *mail = (RetroMail){ 0 };
}

void retro_mail_begin(RetroMail *mail, size_t message_bytes, RetroReceive *receive, void *context)
{
    assert(message_bytes > 0 && message_bytes <= BATCH_MIN);
    mail->message_bytes = message_bytes;
    mail->receive = receive;
    mail->context = context;
    mail->failure = mail->agreed = STATUS_OK;
    memset(mail->out_bytes, 0, mail->ranks->count * sizeof *mail->out_bytes);
}

static void note_failure(RetroMail *mail, uint32_t status)
{
    mail->failure = mail->failure == STATUS_OK ? status : mail->failure;
}

static void deliver(RetroMail *mail)
{
    for (uint32_t from = 0; from < mail->ranks->count; from++) {
        const unsigned char *at = mail->in + from * mail->capacity,
                            *end = at + mail->in_bytes[from];
        for (; at < end; at += mail->message_bytes)
            note_failure(mail, mail->receive(mail->context, at));
    }
}

/* Exchange all batches.  Return true if every rank has posted its last message. */
static bool exchange(RetroMail *mail, bool is_last)
{
    const RetroRanks *ranks = mail->ranks;
    uint64_t          state[2] = { mail->failure, !is_last };
    ranks->max(ranks->context, state, 2);
    mail->agreed = (uint32_t)state[0];
    if (mail->agreed != STATUS_OK)
        return true;
    ranks->exchange(ranks->context, mail->out, mail->out_bytes, mail->in, mail->in_bytes,
                    mail->capacity);
    memset(mail->out_bytes, 0, ranks->count * sizeof *mail->out_bytes);
    deliver(mail);
    return state[1] == 0;
}

bool retro_mail_post(RetroMail *mail, uint32_t to, const unsigned char *message)
{
    assert(to < mail->ranks->count && to != mail->ranks->rank);
    if (mail->agreed != STATUS_OK)
        return false;
    if (mail->out_bytes[to] + mail->message_bytes > mail->capacity) {
        exchange(mail, false);
        if (mail->agreed != STATUS_OK)
            return false;
    }
    memcpy(mail->out + to * mail->capacity + mail->out_bytes[to], message, mail->message_bytes);
    mail->out_bytes[to] += (uint32_t)mail->message_bytes;
    return true;
}

uint32_t retro_mail_end(RetroMail *mail, uint32_t mine)
{
    note_failure(mail, mine);
    while (mail->agreed == STATUS_OK && !exchange(mail, true)) {}
    if (mail->agreed == STATUS_OK) /* the last messages may have failed */
        mail->agreed = retro_ranks_agree(mail->ranks, mail->failure);
    return mail->agreed;
}

static bool gather_from(RetroMail *mail, uint32_t from, size_t count, RetroTake *take,
                        void *context)
{
    const RetroRanks *ranks = mail->ranks;
    bool              going = true;
    while (count > 0) {
        size_t block = count < mail->capacity ? count : mail->capacity;
        ranks->receive(ranks->context, from, mail->in, block);
        going = going && take(context, mail->in, block);
        count -= block;
    }
    return going;
}

static void send_all(RetroMail *mail, const unsigned char *mine, size_t count)
{
    const RetroRanks *ranks = mail->ranks;
    while (count > 0) {
        size_t block = count < mail->capacity ? count : mail->capacity;
        ranks->send(ranks->context, 0, mine, block);
        mine += block;
        count -= block;
    }
}

bool retro_mail_gather(RetroMail *mail, const unsigned char *mine, size_t count, RetroTake *take,
                       void *context)
{
    const RetroRanks *ranks = mail->ranks;
    uint64_t          bytes = count;
    if (ranks->rank != 0) {
        ranks->send(ranks->context, 0, &bytes, sizeof bytes);
        send_all(mail, mine, count);
        return true;
    }
    bool going = take(context, mine, count);
    for (uint32_t from = 1; from < ranks->count; from++) {
        ranks->receive(ranks->context, from, &bytes, sizeof bytes);
        going = gather_from(mail, from, (size_t)bytes, take, context) && going;
    }
    return going;
}
