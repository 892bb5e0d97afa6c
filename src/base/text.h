/* text.h - write into a fixed-size buffer, and parse untrusted text with a cursor.
 *
 * A Text never overflows: it drops what does not fit and sets `full`.  The buffer always ends with
 * a NUL.  A Scan never reads past its end and needs no terminator: the text may contain NUL bytes
 * and may lack a newline.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
    char  *data;
    size_t size;   /* capacity in bytes, with the NUL */
    size_t length; /* bytes written, without the NUL */
    bool   full;   /* something did not fit */
} Text;

/* Return a Text over the caller's buffer.  `size` is at least 1. */
Text text_over(char *buffer, size_t size);

void text_clear(Text *text);
void text_char(Text *text, char c);
void text_fill(Text *text, char c, int count);
void text_add(Text *text, const char *string);
void text_addf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Truncate the text to its first `length` bytes. */
void text_cut(Text *text, size_t length);

typedef struct Scan {
    const char *data;
    size_t      size;
    size_t      at;
} Scan;

Scan scan_over(const char *data, size_t size);
Scan scan_string(const char *string);

bool scan_done(const Scan *scan);
/* Return the next byte without taking it; '\0' at the end. */
char scan_peek(const Scan *scan);
/* Take `c` if it comes next. */
bool scan_char(Scan *scan, char c);
/* Take all of `word` if it comes next. */
bool scan_word(Scan *scan, const char *word);
/* Take white space (space, tab, CR, LF).  Return the number of bytes. */
size_t scan_blanks(Scan *scan);
/* Take an unsigned decimal number, at most `limit`.  A larger number is an error, however many
 * digits it has.  On failure take nothing. */
bool scan_number(Scan *scan, uint32_t limit, uint32_t *value);
/* Take everything up to the next white space or the end.  Set `*start`, return the length. */
size_t scan_token(Scan *scan, const char **start);
/* Take everything up to one of the bytes in `ends`, a NUL or the end.  Set `*start`, return the
 * length. */
size_t scan_until(Scan *scan, const char *ends, const char **start);

/* Return which of the choices, joined by '|', the `length` bytes at `word` are, from 0; or -1. */
int text_choice(const char *choices, const char *word, size_t length);

#endif
