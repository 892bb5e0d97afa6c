/* SPDX-License-Identifier: MIT */
#include "base/input.h"

#include <assert.h>

bool input_line(FILE *in, char *buffer, size_t size, size_t *length, bool *cut)
{
    assert(size >= 1);
    size_t n = 0;
    int    c = getc(in);
    *cut = false;
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getc(in)) {
        if (n + 1 < size)
            buffer[n++] = (char)c;
        else
            *cut = true;
    }
    buffer[n] = '\0';
    *length = n;
    return true;
}
