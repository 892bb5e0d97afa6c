/* input.h - lines from a stream that nobody vouches for. */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Read one line without its newline into `buffer`, always closed with a NUL.  What does not fit is
 * read and dropped, and `*cut` tells so; memory stays bounded whatever comes.  `*length` counts
 * bytes, NUL bytes included.  False at the end of the input, when there is no further byte. */
bool input_line(FILE *in, char *buffer, size_t size, size_t *length, bool *cut);

#endif
