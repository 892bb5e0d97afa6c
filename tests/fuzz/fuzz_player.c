/* SPDX-License-Identifier: MIT */
/* Any text is either rejected with a place and a reason and changes nothing, or describes a player
 * whose settings are within their bounds. */
#include <stdlib.h>
#include <string.h>

#include "search/level.h"
#include "play/player.h"
#include "fuzz.h"

static void check_good(const char *text, const PlayerSpec *spec)
{
    insist(strcmp(spec->text, text) == 0);
    insist(spec->options.threads >= 1 && spec->options.threads <= SEARCH_THREADS_MAX);
    insist(spec->options.table_bytes >= (size_t)1 << 20);
    insist(spec->depth >= 0 && spec->depth <= SEARCH_DEPTH_MAX && spec->time_ms >= 0);
    insist(!spec->cpu_time || spec->options.threads == 1);
    insist(spec->kind != PLAYER_LEVEL ||
           (spec->level >= LEVEL_LOWEST && spec->level <= LEVEL_HIGHEST));
    insist(spec->kind != PLAYER_RUNG ||
           (spec->player >= 0 && spec->time_ms == 0 && spec->nodes == 0 && spec->depth == 0));
    insist(spec->kind != PLAYER_ENGINE || player_spec_command(spec)[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char      *text = malloc(size + 1);
    PlayerSpec spec = { .level = 77, .nodes = 78 };
    Fault      fault = { 0 };
    insist(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    Status status = player_spec_read(text, &spec, &fault);
    if (status == STATUS_OK) {
        check_good(text, &spec);
    } else {
        insist(fault.status == status && fault.at <= strlen(text) && fault.why[0] != '\0');
        insist(spec.level == 77 && spec.nodes == 78 && spec.text[0] == '\0');
    }
    insist(player_spec_read(text, &spec, NULL) == status);
    free(text);
    return 0;
}
