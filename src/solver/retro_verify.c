/* SPDX-License-Identifier: MIT
 *
 * retro_verify.c - an independent check of a tablebase.
 *
 * The code of a position must follow from its successors, played by the rules.  A win in d needs a
 * move to a position that is lost in d-1, and none that is lost sooner.  A loss in d needs that all
 * moves lead to wins of the opponent, the slowest of them in d-1.  A draw needs that no move leads
 * to a win and not all of them to a loss.
 *
 * That is sufficient.  Positions cannot justify each other's wins in a cycle: each distance depends
 * on a smaller one, down to 0, which comes from the rules alone.  And no forced win can be stored
 * as a draw: of all such positions take one with the smallest true distance.  Its successors have
 * smaller distances, so they are stored correctly, and they contradict the draw.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "solver/retro_table.h"

typedef struct Check {
    const RetroTable *table;
    uint32_t          layer, stride;
    RetroCheck       *result;
    pthread_mutex_t   lock;
} Check;

static void report_wrong(Check *check, const Pos *pos, uint16_t code, bool known, uint16_t ahead)
{
    pthread_mutex_lock(&check->lock);
    if (check->result->wrong++ == 0) {
        Text text = text_over(check->result->first_wrong, sizeof check->result->first_wrong);
        check->table->game->text->pos_write(pos, &text);
        text_addf(&text, " has code %u", code);
        text_addf(&text, known ? ", but its successors give %u" : ", but a successor is unknown",
                  ahead);
    }
    pthread_mutex_unlock(&check->lock);
}

/* True if the position is found at the place it was taken from. */
static bool has_number(const RetroTable *table, const Pos *pos, IndexPlace place)
{
    IndexPlace again;
    return table->space.index->rank(table->space.opened, pos, &again) == INDEX_FOUND &&
           again.layer == place.layer && again.number == place.number;
}

static bool check_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Check            *check = context;
    const RetroTable *table = check->table;
    PosBuffer         pos;
    uint64_t          looked = 0;
    (void)worker;
    for (uint32_t n = (first + check->stride - 1) / check->stride * check->stride; n < end;
         n += check->stride) {
        uint16_t   ahead = 0, code = retro_code(table->known[check->layer], n);
        IndexPlace place = { check->layer, n };
        table->space.index->unrank(table->space.opened, place, &pos.head);
        bool known =
            has_number(table, &pos.head, place) && retro_table_ahead(table, &pos.head, &ahead);
        if (!known || ahead != code)
            report_wrong(check, &pos.head, code, known, ahead);
        looked++;
    }
    pthread_mutex_lock(&check->lock);
    check->result->positions += looked;
    pthread_mutex_unlock(&check->lock);
    return true;
}

/* A listed tablebase: positions are found by play, and all of them must be found. */
typedef struct ListCheck {
    Check         *check;
    RetroReporter *reporter;
    uint64_t       seen;
} ListCheck;

static bool check_listed(void *context, uint32_t number, const Pos *pos)
{
    ListCheck        *listed = context;
    Check            *check = listed->check;
    const RetroTable *table = check->table;
    uint16_t          ahead = 0, code = retro_code(table->known[0], number);
    if (listed->seen++ % check->stride == 0) {
        bool known = retro_table_ahead(table, pos, &ahead);
        if (!known || ahead != code)
            report_wrong(check, pos, code, known, ahead);
        check->result->positions++;
    }
    return listed->seen % 1024 != 0 ||
           retro_report(listed->reporter, (double)listed->seen / table->known[0]->count);
}

static Status check_list(Check *check, RetroReporter *reporter, Fault *fault)
{
    ListCheck listed = { .check = check, .reporter = reporter };
    reporter->share_here = 1;
    reporter->progress.layer = "all";
    if (check->table->known[0] == NULL)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "the tablebase is not built");
    if (!retro_list_walk(check->table->list, check_listed, &listed))
        return fault_set(fault, STATUS_SYSTEM, 0, "stopped, or out of memory");
    if (listed.seen != check->table->known[0]->count)
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "the tablebase has %u positions, but %llu are reachable",
                         (unsigned)check->table->known[0]->count, (unsigned long long)listed.seen);
    return STATUS_OK;
}

static Status check_layers(Check *check, RetroReporter *reporter, Fault *fault)
{
    const RetroTable *table = check->table;
    double            all = 0;
    if (table->acyclic != NULL && !retro_acyclic_is_done(table->acyclic))
        return fault_set(fault, STATUS_NOT_FOUND, 0, "the tablebase is not built up to the start");
    for (uint32_t layer = 0; layer < table->space.layer_count; layer++)
        all += table->space.index->layer_size(table->space.opened, layer);
    for (uint32_t layer = 0; layer < table->space.layer_count; layer++) {
        char                name[INDEX_NAME_MAX];
        Text                text = text_over(name, sizeof name);
        const RetroSection *section = table->known[layer];
        table->space.index->layer_name(table->space.opened, layer, &text);
        if (section == NULL && table->acyclic != NULL)
            continue; /* an age that never occurs */
        if (section == NULL)
            return fault_set(fault, STATUS_NOT_FOUND, 0, "layer %s is not in the tablebase", name);
        check->layer = layer;
        reporter->progress.layer = name;
        reporter->progress.layers_done = layer;
        reporter->share_here = section->count / all;
        if (!retro_parallel(reporter, section->count, check_piece, check))
            return fault_set(fault, STATUS_SYSTEM, 0, "stopped in layer %s", name);
        reporter->share_before += reporter->share_here;
    }
    return STATUS_OK;
}

Status retro_verify(const Game *game, uint32_t variant, const RetroOptions *options,
                    uint32_t stride, RetroCheck *result, Fault *fault)
{
    assert(stride >= 1);
    RetroTable table;
    RetroScope scope = { .game = game, .variant = variant };
    Status     status = retro_table_open(&scope, options->folder, RETRO_CHECK, &table, fault);
    *result = (RetroCheck){ 0 };
    if (status != STATUS_OK)
        return status;
    double        start = clock_wall_seconds();
    RetroReporter reporter = { .options = options,
                               .start = start,
                               .last_report = start,
                               .progress = { .layer_count = table.space.layer_count,
                                             .doing = "playing every turn" } };
    Check         check = {
                .table = &table, .stride = stride, .result = result, .lock = PTHREAD_MUTEX_INITIALIZER
    };
    status = table.list != NULL ? check_list(&check, &reporter, fault)
                                : check_layers(&check, &reporter, fault);
    result->seconds = clock_wall_seconds() - start;
    retro_table_close(&table);
    return status;
}
