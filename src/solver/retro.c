/* SPDX-License-Identifier: MIT
 *
 * retro.c - build a tablebase, layer by layer.
 */
#include "solver/retro.h"

#include <assert.h>
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

/* Pack the codes into one or two bytes each; the section owns the memory. */
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

/* Append a section to the file, and use it from there. */
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
    for (uint32_t n = 0; opened->acyclic != NULL && n < retro_file_sections(opened->file); n++)
        retro_acyclic_use(opened->acyclic, retro_file_section(opened->file, n));
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

/* Return the memory in use besides the current layer.  Finished layers are pages of the file. */
static size_t standing_bytes(const RetroTable *opened)
{
    const GameIndex *index = opened->space.index;
    return (index->bytes != NULL ? index->bytes(opened->space.opened) : 0) +
           (opened->list != NULL ? retro_list_bytes(opened->list) : 0);
}

static Status build_layer(RetroTable *opened, uint32_t layer, RetroReporter *reporter,
                          uint64_t missing, RetroReport *report, Fault *fault)
{
    char      name[INDEX_NAME_MAX];
    Text      text = text_over(name, sizeof name);
    uint16_t *codes;
    double    before = reporter->share_before;
    double    size = opened->space.index->layer_size(opened->space.opened, layer);
    opened->space.index->layer_name(opened->space.opened, layer, &text);
    reporter->progress.layer = name;
    reporter->progress.layers_done = layer;
    reporter->share_here = missing == 0 ? 0 : (1 - reporter->share_start) * size / (double)missing;
    double after = before + reporter->share_here;
    size_t standing = standing_bytes(opened) + retro_file_bytes(opened->file);
    size_t allowed = reporter->options->memory_bytes;
    Status status =
        retro_layer_solve(&opened->space, layer, reporter,
                          allowed > standing ? allowed - standing : 0, &codes, report, fault);
    reporter->share_before = after;
    if (status == STATUS_TOO_LARGE)
        return fault_set(
            fault, status, 0,
            "layer %s needs more than the allowed %zu MiB; the layers built so far are "
            "kept. Pass a larger --memory",
            name, allowed >> 20);
    if (status == STATUS_SYSTEM)
        return fault_set(fault, status, 0,
                         "layer %s needs a temporary file that cannot be written in %s; check the "
                         "free disk space",
                         name, reporter->options->folder);
    if (status == STATUS_NO_MEMORY)
        return fault_set(fault, status, 0,
                         "the system has no memory left for layer %s; the layers built so far are "
                         "kept. Free some memory and run the build again",
                         name);
    if (status != STATUS_OK)
        return status;
    if (codes == NULL)
        return fault_set(fault, STATUS_SYSTEM, 0,
                         "stopped in layer %s; run the build again to resume there", name);
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

static Status list_positions(RetroTable *opened, RetroReporter *reporter, Fault *fault)
{
    size_t memory = reporter->options->memory_bytes;
    reporter->progress.layer = "all";
    reporter->progress.doing = "listing positions";
    reporter->share_here = LISTING_SHARE;
    Status status = opened->list != NULL
                        ? retro_list_fill(opened->list, reporter, memory, fault)
                        : retro_acyclic_list(opened->acyclic, reporter, memory, fault);
    reporter->share_before = reporter->share_start = LISTING_SHARE;
    return status;
}

/* Solve all listed ages, the oldest first. */
static Status build_ages(RetroTable *opened, RetroReporter *reporter, RetroReport *report,
                         Fault *fault)
{
    const GameIndex *index = opened->space.index;
    uint64_t         missing = positions_missing(opened);
    Status           status = STATUS_OK;
    reporter->progress.doing = "solving";
    reporter->progress.positions = reporter->progress.layer_count = 0;
    for (uint32_t layer = 0; layer < opened->space.layer_count; layer++)
        reporter->progress.layer_count += index->layer_size(opened->space.opened, layer) > 0;
    for (uint32_t layer = 0; layer < opened->space.layer_count && status == STATUS_OK; layer++) {
        RetroSection section = { 0 };
        uint32_t     size = index->layer_size(opened->space.opened, layer);
        report->layers_found += opened->known[layer] != NULL;
        if (size == 0 || opened->known[layer] != NULL)
            continue;
        reporter->progress.layer = section.name;
        reporter->progress.layers_done = report->layers_found + report->layers_built;
        reporter->share_here = (1 - reporter->share_start) * size / (double)missing;
        status = retro_acyclic_solve(opened->acyclic, layer, reporter, &section, fault);
        reporter->share_before += reporter->share_here;
        if (status == STATUS_OK)
            status = store_section(opened, &section, fault);
        report->layers_built += status == STATUS_OK;
    }
    report->memory_peak = retro_acyclic_peak(opened->acyclic);
    return status;
}

static Status build_layers(RetroTable *opened, RetroReporter *reporter, RetroReport *report,
                           Fault *fault)
{
    uint64_t missing = positions_missing(opened);
    Status   status = STATUS_OK;
    for (uint32_t layer = 0; layer < opened->space.layer_count && status == STATUS_OK; layer++) {
        if (opened->known[layer] != NULL)
            report->layers_found++;
        else
            status = build_layer(opened, layer, reporter, missing, report, fault);
    }
    return status;
}

/* True if positions must be listed before anything can be solved. */
static bool needs_listing(const RetroTable *opened)
{
    return opened->acyclic != NULL ? !retro_acyclic_is_done(opened->acyclic)
                                   : opened->list != NULL && opened->known[0] == NULL;
}

/* Add what is in memory besides the work on the largest layer. */
static void add_standing(const RetroTable *opened, RetroReport *report)
{
    size_t kept = retro_file_bytes(opened->file);
    if (opened->acyclic == NULL)
        report->memory_peak += kept;
    else if (kept > report->memory_peak) /* its keys were counted when they were listed */
        report->memory_peak = kept;
    report->memory_peak += standing_bytes(opened);
}

Status retro_table_build(const RetroScope *scope, const RetroOptions *options, RetroTable *table,
                         RetroReport *report, Fault *fault)
{
    assert(options->threads >= 1 && options->threads <= RETRO_THREADS_MAX);
    double start = clock_wall_seconds();
    *report = (RetroReport){ 0 };
    Status status = retro_table_open(scope, options->folder, RETRO_WRITE, table, fault);
    if (status != STATUS_OK)
        return status;
    RetroReporter reporter = { .options = options, .start = start, .last_report = start };
    reporter.progress.layer_count = table->space.layer_count;
    if (needs_listing(table))
        status = list_positions(table, &reporter, fault);
    if (status == STATUS_OK)
        status = table->acyclic != NULL ? build_ages(table, &reporter, report, fault)
                                        : build_layers(table, &reporter, report, fault);
    if (status == STATUS_OK)
        status = retro_file_sync(table->file, fault);
    sum_up(table, report);
    add_standing(table, report);
    report->seconds = clock_wall_seconds() - start;
    if (status != STATUS_OK)
        retro_table_close(table);
    return status;
}

Status retro_build(const Game *game, uint32_t variant, const RetroOptions *options,
                   RetroReport *report, Fault *fault)
{
    RetroTable table;
    RetroScope scope = { .game = game, .variant = variant };
    assert(options->folder != NULL);
    Status status = retro_table_build(&scope, options, &table, report, fault);
    if (status == STATUS_OK)
        retro_table_close(&table);
    return status;
}
