/* ponte_tables.h - the two tables of the Ponte del Diavolo contest: stones, and numbers of bridges.
 *
 * Knows:   rows of numbers separated by commas.
 * Ignores: what the numbers mean.
 */
#ifndef DIALECTS_PONTE_TABLES_H
#define DIALECTS_PONTE_TABLES_H

#include "games/ponte/ponte.h"

enum { PONTE_TABLE_TEXT_MAX = 4 * PONTE_SIZE_MAX * PONTE_SIZE_MAX + 1 }; /* numbers up to 999 */

typedef struct PonteTable {
    int at[PONTE_SIZE_MAX][PONTE_SIZE_MAX]; /* [y][x] */
} PonteTable;

/* Read `size` rows of `size` numbers, each at most `most`.  White space around numbers, CRLF and a
 * missing final newline are accepted.  On STATUS_SYNTAX `fault` names row and column. */
Status ponte_table_read(const char *data, size_t bytes, int size, uint32_t most, PonteTable *out,
                        Fault *fault);
/* Write one row per line; every line ends with a newline. */
void ponte_table_write(const PonteTable *table, int size, Text *out);

#endif
