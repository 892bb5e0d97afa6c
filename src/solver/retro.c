/* SPDX-License-Identifier: MIT
 *
 * retro.c - building a table, layer by layer.
 */
#include "solver/retro.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"
#include "solver/retro_table.h"

static Status no_memory(Fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

static void count_codes(const uint16_t *codes, uint32_t count, RetroSection *section)
{
    for (uint32_t n = 0; n < count; n++) {
        uint32_t turns = retro_turns(codes[n]);
        section->wins += retro_is_win(codes[n]);
        section->losses += retro_is_loss(codes[n]);
        if (turns > section->longest)
            section->longest = turns;
    }
    section->count = count;
    section->width = retro_loss(section->longest) > UINT8_MAX ? 2 : 1;
}

/* The smallest codes that hold all of them; the section owns its bytes. */
static bool pack(const uint16_t *codes, RetroSection *section)
{
    section->owned = malloc((size_t)section->count * section->width + 1);
    if (section->owned == NULL)
        return false;
    for (uint32_t n = 0; n < section->count; n++) {
        unsigned char *at = section->owned + (size_t)n * section->width;
        at[0] = (unsigned char)codes[n];
        if (section->width == 2)
            at[1] = (unsigned char)(codes[n] >> 8);
    }
    section->keys = section->codes = section->owned;
    return true;
}

/* Into the file, and from there into use. */
static Status store_section(RetroTable *opened, RetroSection *section, Fault *fault)
{
    Status status = retro_file_append(opened->file, section, fault);
    if (status != STATUS_OK) {
        free(section->owned);
        return status;
    }
    if (opened->list != NULL)
        retro_list_use(opened->list, retro_file_find(opened->file, section->name));
    /* The file's list may have moved: look every layer up again. */
    for (uint32_t n = 0; opened->grow != NULL && n < retro_file_sections(opened->file); n++)
        retro_grow_use(opened->grow, retro_file_section(opened->file, n));
    for (uint32_t n = 0; n < opened->space.layer_count; n++)
        opened->known[n] = retro_table_layer(opened, n);
    return STATUS_OK;
}

static Status store_layer(RetroTable *opened, uint32_t layer, const uint16_t *codes,
                          RetroReport *report, Fault *fault)
{
    RetroSection section = { 0 };
    Text         name = text_over(section.name, sizeof section.name);
    opened->space.index->layer_name(opened->space.opened, layer, &name);
    count_codes(codes, opened->space.index->layer_size(opened->space.opened, layer), &section);
    if (opened->list != NULL ? !retro_list_pack(opened->list, codes, &section)
                             : !pack(codes, &section))
        return no_memory(fault);
    size_t memory = (size_t)section.count * (sizeof *codes + section.width + section.key_bytes);
    if (memory > report->memory_peak)
        report->memory_peak = memory;
    return store_section(opened, &section, fault);
}

static uint64_t positions_missing(const RetroTable *opened)
{
    uint64_t count = 0;
    for (uint32_t layer = 0; layer < opened->space.layer_count; layer++)
        if (opened->known[layer] == NULL)
            count += opened->space.index->layer_size(opened->space.opened, layer);
    return count;
}

/* What is there besides the layer under way.  Layers that are done are pages of the file. */
static size_t standing_bytes(const RetroTable *opened)
{
    const GameIndex *index = opened->space.index;
    return (index->bytes != NULL ? index->bytes(opened->space.opened) : 0) +
           (opened->list != NULL ? retro_list_bytes(opened->list) : 0);
}

static Status build_layer(RetroTable *opened, uint32_t layer, RetroTeller *teller, uint64_t missing,
                          RetroReport *report, Fault *fault)
{
    char      name[INDEX_NAME_MAX];
    Text      text = text_over(name, sizeof name);
    uint16_t *codes;
    double    before = teller->share_before;
    double    size = opened->space.index->layer_size(opened->space.opened, layer);
    opened->space.index->layer_name(opened->space.opened, layer, &text);
    teller->progress.layer = name;
    teller->progress.layers_done = layer;
    teller->share_here = missing == 0 ? 0 : (1 - teller->share_start) * size / (double)missing;
    double after = before + teller->share_here;
    size_t standing = standing_bytes(opened);
    size_t allowed = teller->options->memory_bytes;
    Status status =
        retro_layer_solve(&opened->space, layer, teller,
                          allowed > standing ? allowed - standing : 0, &codes, report, fault);
    teller->share_before = after;
    if (status == STATUS_TOO_LARGE)
        return fault_set(fault, status, 0,
                         "layer %s needs more than the %zu MiB that are allowed; what is built so "
                         "far is kept",
                         name, allowed >> 20);
    if (status == STATUS_SYSTEM)
        return fault_set(
            fault, status, 0,
            "layer %s needs a file of its own beside the table for a while, and it cannot be "
            "written in %s; is there room?",
            name, teller->options->folder);
    if (status != STATUS_OK)
        return status;
    if (codes == NULL)
        return fault_set(fault, STATUS_SYSTEM, 0,
                         "stopped in layer %s; building again goes on there", name);
    status = store_layer(opened, layer, codes, report, fault);
    free(codes);
    report->layers_built++;
    return status;
}

static void sum_up(const RetroTable *opened, RetroReport *report)
{
    for (uint32_t layer = 0; layer < opened->space.layer_count; layer++) {
        const RetroSection *section = opened->known[layer];
        if (section == NULL)
            continue;
        report->positions += section->count;
        report->wins += section->wins;
        report->file_bytes += (uint64_t)section->count * (section->width + section->key_bytes);
        report->losses += section->losses;
        report->sum = mix64(report->sum ^ section->sum);
        if (section->longest > report->longest)
            report->longest = section->longest;
    }
    report->draws = report->positions - report->wins - report->losses;
}

/* Listing takes about as long as solving. */
static const double LISTING_SHARE = 0.5;

static Status list_positions(RetroTable *opened, RetroTeller *teller, Fault *fault)
{
    size_t memory = teller->options->memory_bytes;
    teller->progress.layer = "all";
    teller->progress.doing = "listing positions";
    teller->share_here = LISTING_SHARE;
    Status status = opened->list != NULL ? retro_list_fill(opened->list, teller, memory, fault)
                                         : retro_grow_list(opened->grow, teller, memory, fault);
    teller->share_before = teller->share_start = LISTING_SHARE;
    return status;
}

/* All ages that were listed, the oldest first. */
static Status build_ages(RetroTable *opened, RetroTeller *teller, RetroReport *report, Fault *fault)
{
    const GameIndex *index = opened->space.index;
    uint64_t         missing = positions_missing(opened);
    Status           status = STATUS_OK;
    teller->progress.doing = "solving";
    teller->progress.positions = teller->progress.layer_count = 0;
    for (uint32_t layer = 0; layer < opened->space.layer_count; layer++)
        teller->progress.layer_count += index->layer_size(opened->space.opened, layer) > 0;
    for (uint32_t layer = 0; layer < opened->space.layer_count && status == STATUS_OK; layer++) {
        RetroSection section = { 0 };
        uint32_t     size = index->layer_size(opened->space.opened, layer);
        report->layers_found += opened->known[layer] != NULL;
        if (size == 0 || opened->known[layer] != NULL)
            continue;
        teller->progress.layer = section.name;
        teller->progress.layers_done = report->layers_found + report->layers_built;
        teller->share_here = (1 - teller->share_start) * size / (double)missing;
        status = retro_grow_solve(opened->grow, layer, teller, &section, fault);
        teller->share_before += teller->share_here;
        if (status == STATUS_OK)
            status = store_section(opened, &section, fault);
        report->layers_built += status == STATUS_OK;
    }
    report->memory_peak = retro_grow_peak(opened->grow);
    return status;
}

static Status build_layers(RetroTable *opened, RetroTeller *teller, RetroReport *report,
                           Fault *fault)
{
    uint64_t missing = positions_missing(opened);
    Status   status = STATUS_OK;
    for (uint32_t layer = 0; layer < opened->space.layer_count && status == STATUS_OK; layer++) {
        if (opened->known[layer] != NULL)
            report->layers_found++;
        else
            status = build_layer(opened, layer, teller, missing, report, fault);
    }
    return status;
}

/* Are there positions to be found before anything can be solved? */
static bool needs_listing(const RetroTable *opened)
{
    return opened->grow != NULL ? !retro_grow_is_done(opened->grow)
                                : opened->list != NULL && opened->known[0] == NULL;
}

Status retro_build(const Game *game, uint32_t variant, const RetroOptions *options,
                   RetroReport *report, Fault *fault)
{
    RetroTable opened;
    *report = (RetroReport){ 0 };
    Status status = retro_table_open(game, variant, options->folder, RETRO_WRITE, &opened, fault);
    if (status != STATUS_OK)
        return status;
    double      start = clock_wall_seconds();
    RetroTeller teller = { .options = options, .start = start, .last_told = start };
    teller.progress.layer_count = opened.space.layer_count;
    if (needs_listing(&opened))
        status = list_positions(&opened, &teller, fault);
    if (status == STATUS_OK)
        status = opened.grow != NULL ? build_ages(&opened, &teller, report, fault)
                                     : build_layers(&opened, &teller, report, fault);
    if (status == STATUS_OK)
        status = retro_file_sync(opened.file, fault);
    sum_up(&opened, report);
    report->memory_peak += standing_bytes(&opened);
    report->seconds = clock_wall_seconds() - start;
    retro_table_close(&opened);
    return status;
}
