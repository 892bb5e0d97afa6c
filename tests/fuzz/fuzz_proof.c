/* SPDX-License-Identifier: MIT */
/* Any bytes are either rejected with a line and a reason, or a proof.  Every text that has an end
 * gets a correct checksum, so that the fuzzer gets past it, and whatever is accepted must be
 * accepted again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive/verify.h"
#include "fuzz.h"

/* Exactly this size, so that a sanitizer detects every byte beyond. */
static bool verify(const char *text, size_t size, VerifyReport *report)
{
    char *copy = malloc(size + 1);
    insist(copy != NULL);
    if (size > 0)
        memcpy(copy, text, size);
    bool good = verify_proof(copy, size, report);
    insist(good == (report->why[0] == '\0'));
    free(copy);
    return good;
}

/* `end COUNT SUM` instead of the last line. */
static size_t put_sum(char *text, size_t size)
{
    unsigned count = 0;
    size_t   at = size > 0 ? size - 1 : 0;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    while (at > 0 && text[at - 1] != '\n')
        at--;
    text[size] = '\0';
    sscanf(text + at, "end %9u", &count);
    for (size_t i = 0; i < at; i++)
        sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return at + (size_t)sprintf(text + at, "end %u %016llx\n", count, (unsigned long long)sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    VerifyReport report, again;
    verify((const char *)data, size, &report);
    char *text = malloc(size + 64);
    insist(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    size = put_sum(text, size);
    if (verify(text, size, &report)) {
        insist(verify(text, size, &again));
        insist(strcmp(report.value, again.value) == 0 && report.positions == again.positions);
    } else {
        insist(report.line > 0);
    }
    free(text);
    return 0;
}
