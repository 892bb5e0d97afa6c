/* SPDX-License-Identifier: MIT */
#include "base/status.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

const char *status_text(Status status)
{
    static const char *const TEXT[] = {
#define X(name, text) text,
        STATUS_LIST(X)
#undef X
    };
    size_t index = (size_t)status;
    return index < sizeof TEXT / sizeof TEXT[0] ? TEXT[index] : "unknown status";
}

Status fault_set(Fault *fault, Status status, size_t at, const char *format, ...)
{
    assert(format != NULL);
    if (fault == NULL)
        return status;
    fault->status = status;
    fault->at = at;
    fault->code = NULL;
    va_list args;
    va_start(args, format);
    vsnprintf(fault->why, sizeof fault->why, format, args);
    va_end(args);
    return status;
}

Status fault_illegal(Fault *fault, const char *why)
{
    return fault_set(fault, STATUS_ILLEGAL, 0, "%s", why);
}

Status fault_file(Fault *fault, const char *path, const char *why)
{
    return fault_set(fault, STATUS_SYSTEM, 0, "%.150s: %s", path, why);
}
