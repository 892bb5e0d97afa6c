/* SPDX-License-Identifier: MIT */
/* Any text as Markdown.  The output has as many opened as closed figures, and a valid example is
 * drawn. */
#include <stdlib.h>
#include <string.h>

#include "draw/guide.h"
#include "draw/markdown.h"
#include "fuzz.h"
#include "web/page.h"

static void read_example(void *context, Buffer *out, const char *target, size_t length)
{
    GuideExample example;
    Fault        fault = { 0 };
    (void)context;
    if (guide_example(target, length, &example, &fault) == STATUS_OK)
        buffer_add(out, "<svg></svg>");
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = text; at != NULL && (at = strstr(at, word)) != NULL; at++)
        count++;
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const MarkdownFigures FIGURES = { read_example, NULL };
    char                        *text = malloc(size + 1);
    Buffer                       html;
    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    buffer_init(&html, PAGE_BYTES_MAX);
    markdown_html_figures(&html, text, &FIGURES);
    if (!html.failed && count_of(html.data, "<figure") != count_of(html.data, "</figure>"))
        abort();
    buffer_free(&html);
    free(text);
    return 0;
}
