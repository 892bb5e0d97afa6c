/* input.h - read lines of text from an untrusted stream. */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Read one line of text into `buffer` without its newline and end it with a NUL.  Bytes that do not
 * fit are read and dropped, and `*cut` is set, so memory stays bounded for any input.  `*length`
 * counts bytes and includes NUL bytes.  Return false at the end of the input.  `size` is at least
 * 1. */
bool input_line(FILE *in, char *buffer, size_t size, size_t *length, bool *cut);

#endif
