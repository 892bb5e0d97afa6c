/* SPDX-License-Identifier: MIT */
/* Any text as a guide in HTML.  What comes before the first and after the last example is not changed. */
#include <stdlib.h>
#include <string.h>

#include "draw/guide.h"
#include "fuzz.h"
#include "web/page.h"

static const char *after_examples(const char *text)
{
    for (const char *mark; (mark = strstr(text, "<!--board:")) != NULL;) {
        const char *end = strstr(mark, "-->");
        if (end == NULL)
            break;
        text = end + strlen("-->");
    }
    return text;
}

static void check(const char *text, const char *html, size_t length)
{
    const char *mark = strstr(text, "<!--board:"), *rest = after_examples(text);
    size_t      before = mark == NULL ? strlen(text) : (size_t)(mark - text), after = strlen(rest);
    if (length < before || memcmp(html, text, before) != 0)
        abort();
    if (length < after || memcmp(html + length - after, rest, after) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char  *text = malloc(size + 1);
    Buffer html;
    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    buffer_init(&html, PAGE_BYTES_MAX);
    guide_write_html(&html, text);
    if (!html.failed)
        check(text, html.data == NULL ? "" : html.data, html.length);
    buffer_free(&html);
    free(text);
    return 0;
}
