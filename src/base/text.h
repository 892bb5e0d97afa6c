/* text.h - writing into a bounded buffer, and reading foreign text with a cursor.
 *
 * A Text never overflows: what does not fit is dropped and `full` says so.  The buffer always
 * ends with a NUL.  A Scan never reads past its end and never needs one: foreign text may hold
 * NUL bytes and may lack a newline.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
    char  *data;
    size_t size;   /* bytes available, the closing NUL included */
    size_t length; /* bytes written, the closing NUL not included */
    bool   full;   /* something did not fit */
} Text;

/* A Text over the caller's buffer; `size` is at least 1. */
Text text_over(char *buffer, size_t size);

void text_clear(Text *text);
void text_char(Text *text, char c);
void text_fill(Text *text, char c, int count);
void text_add(Text *text, const char *words);
void text_addf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Shorten the text to its first `length` bytes. */
void text_cut(Text *text, size_t length);

typedef struct Scan {
    const char *data;
    size_t      size;
    size_t      at;
} Scan;

Scan scan_over(const char *data, size_t size);
Scan scan_string(const char *string);

bool scan_done(const Scan *scan);
/* The next byte without taking it; '\0' at the end. */
char scan_peek(const Scan *scan);
/* Take `c` if it comes next. */
bool scan_char(Scan *scan, char c);
/* Take the whole of `word` if it comes next. */
bool scan_word(Scan *scan, const char *word);
/* Take blanks (space, tab, CR, LF); how many. */
size_t scan_blanks(Scan *scan);
/* Take a decimal number without sign, at most `limit`.  On failure nothing is taken; a number
 * above the limit is a failure, however many digits it has. */
bool scan_number(Scan *scan, uint32_t limit, uint32_t *value);
/* Take everything up to the next blank or the end; its bytes are data[at .. at+length). */
size_t scan_token(Scan *scan, const char **start);

#endif
