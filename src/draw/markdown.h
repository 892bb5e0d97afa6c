/* markdown.h - the part of Markdown that our own documents use, as HTML.
 *
 * Knows:   headings, paragraphs, lists within lists, tables, code (fenced, indented, inline), bold,
 *          emphasis, quotes, rules, figures.
 * Ignores: raw HTML, which comes out as the characters it is made of, and links, which come out as
 *          words: the page that shows a document leads nowhere that we did not choose.
 */
#ifndef DRAW_MARKDOWN_H
#define DRAW_MARKDOWN_H

#include "base/buffer.h"

/* Everything of `text` is escaped; the HTML is well-formed whatever the text is. */
void markdown_html(Buffer *out, const char *text);

/* Writes the drawing for the `length` bytes at `target`, or nothing where it knows none. */
typedef void MarkdownDraw(void *context, Buffer *out, const char *target, size_t length);

typedef struct MarkdownFigures {
    MarkdownDraw *draw;
    void         *context;
} MarkdownFigures;

/* As markdown_html, and a line ![caption](target) is a figure with its caption, drawn by `figures`;
 * NULL draws none. */
void markdown_html_figures(Buffer *out, const char *text, const MarkdownFigures *figures);

#endif
