/* SPDX-License-Identifier: MIT */
/* Any text is either rejected with a place and a reason and changes nothing, or describes a seat,
 * and the same for a clock, which is written and read back as the same clock. */
#include <stdlib.h>
#include <string.h>

#include "term/seat.h"
#include "fuzz.h"

static void check_seat(const char *text)
{
    SeatSpec spec = { .text = "before" };
    Fault    fault = { 0 };
    Status   status = seat_read(text, &spec, &fault);
    insist(seat_read(text, &(SeatSpec){ 0 }, NULL) == status);
    if (status != STATUS_OK) {
        insist(fault.at <= strlen(text) && fault.why[0] != '\0');
        insist(strcmp(spec.text, "before") == 0);
        return;
    }
    insist(strcmp(spec.text, text) == 0);
    insist(spec.foreign == (strncmp(text, "ugi:", 4) == 0));
    insist(spec.human || spec.player.text[0] != '\0');
    insist(spec.human || spec.foreign == (spec.player.kind == PLAYER_ENGINE));
}

static void check_clock(const char *text)
{
    ClockRule rule = { .time_ms = 77 }, again;
    Fault     fault = { 0 };
    char      words[64];
    Text      out = text_over(words, sizeof words);
    if (seat_clock_read(text, &rule, &fault) != STATUS_OK) {
        insist(fault.at <= strlen(text) && fault.why[0] != '\0' && rule.time_ms == 77);
        return;
    }
    seat_clock_write(&rule, &out);
    insist(!out.full && seat_clock_read(words, &again, NULL) == STATUS_OK);
    insist(rule.kind == again.kind && rule.time_ms == again.time_ms &&
           rule.increment_ms == again.increment_ms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    insist(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    check_seat(text);
    check_clock(text);
    free(text);
    return 0;
}
