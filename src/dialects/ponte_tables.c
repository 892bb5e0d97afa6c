/* SPDX-License-Identifier: MIT */
#include "dialects/ponte_tables.h"

#include <assert.h>

static void skip_spaces(Scan *scan)
{
    while (scan_char(scan, ' ') || scan_char(scan, '\t') || scan_char(scan, '\r'))
        ;
}

/* Take what separates the number of column `x` and row `y` from the one before it. */
static bool take_separator(Scan *scan, int x, int y)
{
    skip_spaces(scan);
    bool taken = (x == 0 && y == 0) || scan_char(scan, x > 0 ? ',' : '\n');
    skip_spaces(scan);
    return taken;
}

Status ponte_table_read(const char *data, size_t bytes, int size, uint32_t most, PonteTable *out,
                        Fault *fault)
{
    assert(size >= PONTE_SIZE_MIN && size <= PONTE_SIZE_MAX);
    PonteTable table = { { { 0 } } };
    Scan       scan = scan_over(data, bytes);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            uint32_t value;
            if (!take_separator(&scan, x, y))
                return fault_set(fault, STATUS_SYNTAX, scan.at,
                                 "line %d has fewer than %d numbers separated by commas",
                                 y + (x > 0), size);
            if (!scan_number(&scan, most, &value))
                return fault_set(fault, STATUS_SYNTAX, scan.at,
                                 "number %d of line %d is not a whole number from 0 to %u", x + 1,
                                 y + 1, (unsigned)most);
            table.at[y][x] = (int)value;
        }
    scan_blanks(&scan);
    if (!scan_done(&scan))
        return fault_set(fault, STATUS_SYNTAX, scan.at, "there is more than %d lines of %d numbers",
                         size, size);
    *out = table;
    return STATUS_OK;
}

void ponte_table_write(const PonteTable *table, int size, Text *out)
{
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            text_addf(out, "%d%c", table->at[y][x], x + 1 < size ? ',' : '\n');
}
