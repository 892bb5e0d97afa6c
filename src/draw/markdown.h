/* markdown.h - converts Markdown to HTML: the subset that our own documents use.
 *
 * Knows:   headings, paragraphs, lists within lists, tables, code (fenced, indented, inline), bold,
 *          emphasis, quotes, rules, figures.
 * Ignores: raw HTML, which is escaped, and links, which become plain text: a page must not lead to an
 *          address from a document.
 */
#ifndef DRAW_MARKDOWN_H
#define DRAW_MARKDOWN_H

#include "base/buffer.h"

/* Write `text` as HTML.  All of it is escaped, and the HTML is well-formed for every input. */
void markdown_html(Buffer *out, const char *text);

/* Write the drawing for the `length` bytes at `target`, or nothing if there is none. */
typedef void MarkdownDraw(void *context, Buffer *out, const char *target, size_t length);

typedef struct MarkdownFigures {
    MarkdownDraw *draw;
    void         *context;
} MarkdownFigures;

/* As markdown_html; in addition, `figures` draws a line ![caption](target) as a figure with its
 * caption.  If `figures` is NULL, only the caption is written. */
void markdown_html_figures(Buffer *out, const char *text, const MarkdownFigures *figures);

#endif
