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

/* --- ranks --- */

static bool is_writer(const RetroTable *opened)
{
    return opened->mail == NULL || opened->mail->ranks->rank == 0;
}

/* Let all ranks fail if one does.  The `fault` of the others stays empty; share_fault fills it in. */
static Status agree(const RetroTable *opened, Status mine, Fault *fault)
{
    if (opened->mail == NULL)
        return mine;
    Status all = (Status)retro_ranks_agree(opened->mail->ranks, mine);
    return all == STATUS_OK || mine != STATUS_OK ? all : fault_set(fault, all, 0, "%s", "");
}

/* Give all ranks the reason of the first one that knows it. */
static void share_fault(const RetroRanks *ranks, Fault *fault)
{
    Fault *all = malloc(ranks->count * sizeof *all);
    if (retro_ranks_agree(ranks, all == NULL ? STATUS_NO_MEMORY : STATUS_OK) == STATUS_OK) {
        ranks->collect(ranks->context, fault, sizeof *fault, all);
        for (uint32_t rank = ranks->count; rank-- > 0;)
            if (all[rank].why[0] != '\0')
                fault_set(fault, all[rank].status, 0, "%s", all[rank].why);
    }
    free(all);
}

/* Turn the counts of a part into those of all parts. */
static RetroSection sum_parts(const RetroTable *opened, const RetroSection *part)
{
    RetroSection whole = *part;
    if (opened->mail == NULL)
        return whole;
    const RetroRanks *ranks = opened->mail->ranks;
    uint64_t          sums[3] = { part->count, part->wins, part->losses }, longest = part->longest;
    ranks->sum(ranks->context, sums, 3);
    ranks->max(ranks->context, &longest, 1);
    whole.count = (uint32_t)sums[0];
    whole.wins = (uint32_t)sums[1];
    whole.losses = (uint32_t)sums[2];
    whole.longest = (uint32_t)longest;
    whole.keys = whole.codes = NULL;
    whole.owned = NULL;
    return whole;
}

/* --- sections --- */

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

static bool put_bytes(void *context, const unsigned char *bytes, size_t count)
{
    return retro_file_put(context, bytes, count);
}

/* Rank 0 writes the parts of all ranks. */
static Status write_parts(RetroTable *opened, const RetroSection *part, RetroSection *whole,
                          Fault *fault)
{
    RetroFile *file = opened->file;
    Status     status = STATUS_OK;
    if (is_writer(opened))
        retro_file_begin(file);
    if (part->key_bytes > 0)
        retro_mail_gather(opened->mail, part->keys, (size_t)part->count * part->key_bytes,
                          put_bytes, file);
    retro_mail_gather(opened->mail, part->codes, (size_t)part->count * part->width, put_bytes,
                      file);
    if (is_writer(opened))
        status = retro_file_end(file, whole, fault);
    /* Other machines see what is on the disk. */
    if (is_writer(opened) && status == STATUS_OK)
        status = retro_file_sync(file, fault);
    free(part->owned);
    status = agree(opened, status, fault);
    if (status == STATUS_OK && !is_writer(opened))
        status = retro_file_follow(file, fault);
    if (status == STATUS_OK && retro_file_find(file, whole->name) == NULL)
        status = fault_set(fault, STATUS_SYSTEM, 0,
                           "rank %u does not see layer %s in %s. The directory must be on a file "
                           "system that all machines share",
                           (unsigned)opened->mail->ranks->rank, whole->name, retro_file_path(file));
    return agree(opened, status, fault);
}

static Status write_section(RetroTable *opened, RetroSection *section, Fault *fault)
{
    Status status = retro_file_append(opened->file, section, fault);
    if (status != STATUS_OK)
        free(section->owned);
    return status;
}

/* Append a section, of which this rank has a part, to the file, and use it from there. */
static Status store_section(RetroTable *opened, RetroSection *part, RetroSection *whole,
                            Fault *fault)
{
    Status status = opened->mail != NULL ? write_parts(opened, part, whole, fault)
                                         : write_section(opened, part, fault);
    if (status != STATUS_OK)
        return status;
    if (opened->list != NULL)
        retro_list_use(opened->list, retro_file_find(opened->file, whole->name));
    /* The file's list may have moved: look every layer up again. */
    for (uint32_t n = 0; opened->acyclic != NULL && n < retro_file_sections(opened->file); n++)
        retro_acyclic_use(opened->acyclic, retro_file_section(opened->file, n));
    for (uint32_t n = 0; n < opened->space.layer_count; n++)
        opened->known[n] = retro_table_layer(opened, n);
    return STATUS_OK;
}

/* Return how many positions of a layer this rank has. */
static uint32_t own_size(const RetroTable *opened, uint32_t layer)
{
    uint32_t size = opened->space.index->layer_size(opened->space.opened, layer);
    if (opened->mail == NULL)
        return size;
    uint64_t share = retro_ranks_share(opened->mail->ranks, size);
    uint64_t first = share * opened->mail->ranks->rank;
    return first >= size ? 0 : size - first < share ? (uint32_t)(size - first) : (uint32_t)share;
}

static Status store_layer(RetroTable *opened, uint32_t layer, const uint16_t *codes,
                          RetroReport *report, Fault *fault)
{
    RetroSection part = { 0 };
    Text         name = text_over(part.name, sizeof part.name);
    opened->space.index->layer_name(opened->space.opened, layer, &name);
    count_codes(codes, own_size(opened, layer), &part);
    RetroSection whole = sum_parts(opened, &part);
    part.width = whole.width = retro_loss(whole.longest) > UINT8_MAX ? 2 : 1;
    bool packed =
        opened->list != NULL ? retro_list_pack(opened->list, codes, &part) : pack(codes, &part);
    Status status = agree(opened, packed ? STATUS_OK : no_memory(fault), fault);
    if (status != STATUS_OK) {
        free(part.owned);
        return status;
    }
    size_t memory = (size_t)part.count * (sizeof *codes + part.width + part.key_bytes);
    if (memory > report->memory_peak)
        report->memory_peak = memory;
    return store_section(opened, &part, &whole, fault);
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
    if (opened->mail != NULL)
        standing += retro_mail_bytes(opened->mail->ranks->count);
    Status status =
        retro_layer_solve(&opened->space, layer, reporter,
                          allowed > standing ? allowed - standing : 0, &codes, report, fault);
    reporter->share_before = after;
    if (status == STATUS_TOO_LARGE)
        return fault_set(
            fault, status, 0,
            "layer %s needs more than the allowed %zu MiB%s; the layers built so far are "
            "kept. Pass a larger --memory%s",
            name, allowed >> 20, opened->mail != NULL ? " per rank" : "",
            opened->mail != NULL ? ", or start more ranks" : "");
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
        if (status == STATUS_OK) {
            RetroSection whole = sum_parts(opened, &section);
            status = store_section(opened, &section, &whole, fault);
        }
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
    if (opened->mail != NULL)
        report->memory_peak += retro_mail_bytes(opened->mail->ranks->count);
}

static Status build(RetroTable *table, RetroReporter *reporter, RetroReport *report, Fault *fault)
{
    Status status = STATUS_OK;
    if (needs_listing(table))
        status = list_positions(table, reporter, fault);
    if (status == STATUS_OK)
        status = table->acyclic != NULL ? build_ages(table, reporter, report, fault)
                                        : build_layers(table, reporter, report, fault);
    if (status == STATUS_OK && is_writer(table))
        status = retro_file_sync(table->file, fault);
    return agree(table, status, fault);
}

/* Open the tablebase on rank 0, which locks its file and removes a truncated section, then on the
 * others. */
static Status open_on_ranks(const RetroScope *scope, const RetroOptions *options, RetroTable *table,
                            Fault *fault)
{
    const RetroRanks *ranks = options->ranks;
    bool              is_first = ranks == NULL || ranks->rank == 0;
    Status            mine = STATUS_OK, all = STATUS_OK;
    *table = (RetroTable){ 0 };
    if (is_first)
        mine = retro_table_open(scope, options->folder, RETRO_WRITE, table, fault);
    if (ranks == NULL)
        return mine;
    all = (Status)retro_ranks_agree(ranks, mine);
    if (all == STATUS_OK && !is_first)
        mine = retro_table_open(scope, options->folder, RETRO_FOLLOW, table, fault);
    bool     opened_here = all == STATUS_OK && mine == STATUS_OK;
    uint64_t sections[2] = { opened_here ? retro_file_sections(table->file) : 0, mine };
    ranks->max(ranks->context, sections, 2);
    if (opened_here && sections[0] != retro_file_sections(table->file))
        mine =
            fault_set(fault, STATUS_SYSTEM, 0,
                      "rank %u does not see the %u layers of %s. The directory must be on a file "
                      "system that all machines share",
                      (unsigned)ranks->rank, (unsigned)sections[0], retro_file_path(table->file));
    all = (Status)retro_ranks_agree(ranks, mine);
    if (all != STATUS_OK && opened_here)
        retro_table_close(table);
    return all;
}

static Status build_on_ranks(const RetroScope *scope, const RetroOptions *options,
                             RetroTable *table, RetroReport *report, Fault *fault)
{
    double    start = clock_wall_seconds();
    RetroMail mail = { 0 };
    Status    status = open_on_ranks(scope, options, table, fault);
    if (status != STATUS_OK)
        return status;
    RetroReporter reporter = { .options = options, .start = start, .last_report = start };
    if (options->ranks != NULL)
        reporter.mail = table->mail = &mail;
    if (options->ranks != NULL && !retro_mail_open(&mail, options->ranks))
        status = no_memory(fault);
    reporter.progress.layer_count = table->space.layer_count;
    if (status == STATUS_OK)
        status = build(table, &reporter, report, fault);
    sum_up(table, report);
    add_standing(table, report);
    table->mail = NULL;
    retro_mail_close(&mail);
    report->seconds = clock_wall_seconds() - start;
    if (status != STATUS_OK)
        retro_table_close(table);
    return status;
}

Status retro_table_build(const RetroScope *scope, const RetroOptions *options, RetroTable *table,
                         RetroReport *report, Fault *fault)
{
    assert(options->threads >= 1 && options->threads <= RETRO_THREADS_MAX);
    assert(options->ranks == NULL || (options->threads == 1 && options->folder != NULL));
    Fault own = { 0 };
    *report = (RetroReport){ 0 };
    if (options->ranks != NULL && !retro_table_is_numbered(scope->game, scope->variant) &&
        !retro_acyclic_covers(scope->game, scope->variant))
        return fault_set(fault, STATUS_NOT_FOUND, 0,
                         "several ranks need positions with numbers or canonical keys, and this "
                         "variant has neither. Build it without mpirun");
    Status status = build_on_ranks(scope, options, table, report, &own);
    if (status != STATUS_OK && options->ranks != NULL)
        share_fault(options->ranks, &own);
    return status == STATUS_OK ? status : fault_set(fault, status, own.at, "%s", own.why);
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
