/* SPDX-License-Identifier: MIT */
/* Any bytes are either rejected with a reason, or a saved table that is saved and read back as the same
 * table. */
#include <string.h>

#include "fuzz.h"
#include "play/host.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Fault      fault = { 0 };
    TableHost *host = host_load((const char *)data, size, 0, &fault);
    if (host == NULL) {
        insist(fault.status != STATUS_OK && fault.at <= size && fault.why[0] != '\0');
        return 0;
    }
    Buffer first, second;
    buffer_init(&first, HOST_TEXT_MAX);
    buffer_init(&second, HOST_TEXT_MAX);
    host_save(host, 0, &first);
    if (!first.failed) {
        TableHost *again = host_load(first.data, first.length, 0, &fault);
        insist(again != NULL);
        host_save(again, 0, &second);
        insist(first.length == second.length && memcmp(first.data, second.data, first.length) == 0);
        host_delete(again);
    }
    buffer_free(&first);
    buffer_free(&second);
    host_delete(host);
    return 0;
}
