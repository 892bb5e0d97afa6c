/* SPDX-License-Identifier: MIT */
#include "cmd/work.h"

#include <string.h>

static const WorkKind *const KINDS[] = { &WORK_CONTEST, &WORK_MATCH, &WORK_REVIEW,
                                         &WORK_SELF_PLAY };

const WorkKind *work_find(const char *name)
{
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(KINDS[i]->name, name) == 0)
            return KINDS[i];
    return NULL;
}

const WorkKind *work_kind(int index)
{
    return (size_t)index < sizeof KINDS / sizeof KINDS[0] ? KINDS[index] : NULL;
}
