/* SPDX-License-Identifier: MIT */
/* Blocks are read line by line.  The text of a block is one span of the source, so that bold text may
 * continue on the next line.  No block is read twice, except that a list looks ahead after blank lines
 * for its next item.
 */
#include "draw/markdown.h"

#include <assert.h>
#include <string.h>

enum { DEPTH_MAX = 8 }; /* lists within lists, bold within emphasis */

typedef struct Span {
    const char *at;
    size_t      length;
} Span;

/* A line without its newline. */
typedef struct Line {
    Span        text;   /* without indentation and trailing spaces */
    size_t      indent; /* leading spaces */
    const char *next;   /* the next line; NULL at the end of the text */
} Line;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool begins(Span span, const char *words)
{
    size_t length = strlen(words);
    return span.length >= length && memcmp(span.at, words, length) == 0;
}

static Span from(Span span, size_t start)
{
    assert(start <= span.length);
    return (Span){ span.at + start, span.length - start };
}

static Span trimmed(Span span)
{
    while (span.length > 0 && is_space(span.at[0]))
        span = from(span, 1);
    while (span.length > 0 && is_space(span.at[span.length - 1]))
        span.length--;
    return span;
}

/* --- Inline text -------------------------------------------------------------------------- */

/* Return the offset of `mark` in `span` at or after `start`, or the length if there is none. */
static size_t find(Span span, size_t start, const char *mark)
{
    for (size_t i = start; i < span.length; i++)
        if (begins(from(span, i), mark))
            return i;
    return span.length;
}

static void add_words(Buffer *out, Span span, int depth);

/* Write inline code in any number of backquotes.  Return the bytes taken; 0 if there is none. */
static size_t add_code(Buffer *out, Span span)
{
    size_t ticks = 0;
    while (ticks < span.length && span.at[ticks] == '`')
        ticks++;
    char fence[8] = "";
    if (ticks == 0 || ticks >= sizeof fence)
        return 0;
    memset(fence, '`', ticks);
    size_t end = find(span, ticks, fence);
    if (end == span.length)
        return 0;
    Span code = { span.at + ticks, end - ticks };
    if (ticks > 1)
        code = trimmed(code);
    buffer_add(out, "<code>");
    buffer_escape_bytes(out, code.at, code.length);
    buffer_add(out, "</code>");
    return end + ticks;
}

/* Write text between two equal marks, which have no spaces on their inner sides. */
static size_t add_marked(Buffer *out, Span span, const char *mark, const char *element, int depth)
{
    size_t width = strlen(mark);
    if (!begins(span, mark) || span.length <= width || is_space(span.at[width]))
        return 0;
    size_t end = find(span, width + 1, mark);
    if (end >= span.length || is_space(span.at[end - 1]))
        return 0;
    buffer_addf(out, "<%s>", element);
    add_words(out, (Span){ span.at + width, end - width }, depth + 1);
    buffer_addf(out, "</%s>", element);
    return end + width;
}

/* Write a link [text](target) as its text, followed by the target if that is outside the project. */
static size_t add_link(Buffer *out, Span span, int depth)
{
    size_t middle = find(span, 1, "](");
    if (!begins(span, "[") || middle == span.length)
        return 0;
    size_t end = find(span, middle + 2, ")");
    if (end == span.length)
        return 0;
    Span words = { span.at + 1, middle - 1 };
    Span target = { span.at + middle + 2, end - middle - 2 };
    add_words(out, words, depth + 1);
    bool same = words.length == target.length && memcmp(words.at, target.at, words.length) == 0;
    if (!same && (begins(target, "http://") || begins(target, "https://"))) {
        buffer_add(out, " (");
        buffer_escape_bytes(out, target.at, target.length);
        buffer_add(out, ")");
    }
    return end + 1;
}

/* A backslash escapes the character after it. */
static size_t add_escaped(Buffer *out, Span span)
{
    if (span.length < 2 || span.at[0] != '\\' || strchr("\\`*_[]()#+-.!|<>", span.at[1]) == NULL)
        return 0;
    buffer_escape_bytes(out, span.at + 1, 1);
    return 2;
}

static size_t add_special(Buffer *out, Span span, bool after_word, int depth)
{
    switch (span.at[0]) {
    case '\\': return add_escaped(out, span);
    case '`': return add_code(out, span);
    case '[': return add_link(out, span, depth);
    case '*': {
        size_t taken = add_marked(out, span, "**", "strong", depth);
        /* A star after a letter or digit is literal: 2*3. */
        return taken > 0 || after_word ? taken : add_marked(out, span, "*", "em", depth);
    }
    default: return 0;
    }
}

static bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

/* Return the length of the text up to the next special character after the first: at least 1. */
static size_t plain_length(Span span)
{
    size_t length = 1;
    while (length < span.length && strchr("\\`[*", span.at[length]) == NULL)
        length++;
    return length;
}

static void add_words(Buffer *out, Span span, int depth)
{
    for (size_t i = 0; i < span.length;) {
        Span   rest = from(span, i);
        bool   after_word = i > 0 && is_word(span.at[i - 1]);
        size_t taken = depth < DEPTH_MAX ? add_special(out, rest, after_word, depth) : 0;
        if (taken == 0) {
            taken = plain_length(rest);
            buffer_escape_bytes(out, rest.at, taken);
        }
        i += taken;
    }
}

/* --- Lines -------------------------------------------------------------------------------- */

static Line line_at(const char *at)
{
    Line        line = { 0 };
    const char *end = at + strcspn(at, "\n");
    line.next = *end == '\n' && end[1] != '\0' ? end + 1 : NULL;
    while (at < end && (*at == ' ' || *at == '\t')) {
        line.indent += *at == '\t' ? 4 : 1;
        at++;
    }
    line.text = trimmed((Span){ at, (size_t)(end - at) });
    return line;
}

static bool is_fence(Line line)
{
    return begins(line.text, "```");
}

static size_t heading_level(Line line)
{
    size_t level = 0;
    while (level < line.text.length && line.text.at[level] == '#')
        level++;
    return level <= 6 && level < line.text.length && line.text.at[level] == ' ' ? level : 0;
}

/* Return the length of a list marker with the spaces after it; 0 if there is none. */
static size_t item_mark(Line line, bool *numbered)
{
    Span   text = line.text;
    size_t width = 0;
    while (width < text.length && width < 9 && is_digit(text.at[width]))
        width++;
    *numbered = width > 0;
    if (width >= text.length || strchr(*numbered ? ".)" : "-*+", text.at[width]) == NULL)
        return 0;
    width++;
    if (width >= text.length || text.at[width] != ' ')
        return 0;
    while (width < text.length && text.at[width] == ' ')
        width++;
    return width;
}

static bool is_item(Line line)
{
    bool numbered;
    return item_mark(line, &numbered) > 0;
}

/* True for three or more of the same character. */
static bool is_rule(Line line)
{
    Span text = line.text;
    if (text.length < 3 || strchr("-*_", text.at[0]) == NULL)
        return false;
    for (size_t i = 1; i < text.length; i++)
        if (text.at[i] != text.at[0])
            return false;
    return true;
}

/* True for the line between the header and the body of a table, such as |---|:--:|. */
static bool is_table_rule(Line line)
{
    bool dashes = false;
    for (size_t i = 0; i < line.text.length; i++) {
        if (strchr("|:- ", line.text.at[i]) == NULL)
            return false;
        dashes = dashes || line.text.at[i] == '-';
    }
    return dashes && begins(line.text, "|");
}

static bool is_table(Line line)
{
    return begins(line.text, "|") && line.next != NULL && is_table_rule(line_at(line.next));
}

/* ![caption](target), alone on its line. */
static bool is_figure(Line line, Span *caption, Span *target)
{
    Span   text = line.text;
    size_t middle = find(text, 2, "](");
    if (!begins(text, "![") || middle + 2 >= text.length || text.at[text.length - 1] != ')')
        return false;
    *caption = (Span){ text.at + 2, middle - 2 };
    *target = (Span){ text.at + middle + 2, text.length - middle - 3 };
    return true;
}

static bool ends_paragraph(Line line)
{
    Span caption, target;
    return line.text.length == 0 || is_figure(line, &caption, &target) || is_fence(line) ||
           heading_level(line) > 0 || is_item(line) || is_rule(line) || is_table(line) ||
           begins(line.text, ">");
}

/* --- Blocks: each takes the lines of one block and returns where the next one begins ------ */

static const char *add_blocks(Buffer *out, const char *at, size_t indent, int depth,
                              const MarkdownFigures *figures);

/* Return the lines of one paragraph as one span of the source. */
static const char *paragraph_span(const char *at, Span *span)
{
    Line line = line_at(at);
    *span = line.text;
    while (line.next != NULL) {
        Line next = line_at(line.next);
        if (ends_paragraph(next))
            break;
        span->length = (size_t)(next.text.at + next.text.length - span->at);
        line = next;
    }
    return line.next;
}

static const char *add_paragraph(Buffer *out, const char *at)
{
    Span        span;
    const char *next = paragraph_span(at, &span);
    buffer_add(out, "<p>");
    add_words(out, span, 0);
    buffer_add(out, "</p>\n");
    return next;
}

static const char *add_heading(Buffer *out, Line line)
{
    size_t level = heading_level(line);
    Span   words = trimmed(from(line.text, level));
    while (words.length > 0 && words.at[words.length - 1] == '#')
        words = trimmed((Span){ words.at, words.length - 1 });
    buffer_addf(out, "<h%zu>", level);
    add_words(out, words, 0);
    buffer_addf(out, "</h%zu>\n", level);
    return line.next;
}

/* Write lines of code unchanged, except for `indent` leading spaces. */
static void add_code_line(Buffer *out, const char *at, size_t indent)
{
    size_t skip = 0, length = strcspn(at, "\n");
    while (skip < indent && skip < length && at[skip] == ' ')
        skip++;
    buffer_escape_bytes(out, at + skip, length - skip);
    buffer_add(out, "\n");
}

static const char *add_fenced(Buffer *out, Line fence)
{
    buffer_add(out, "<pre><code>");
    const char *at = fence.next;
    while (at != NULL) {
        Line line = line_at(at);
        if (is_fence(line)) {
            at = line.next;
            break;
        }
        add_code_line(out, at, fence.indent);
        at = line.next;
    }
    buffer_add(out, "</code></pre>\n");
    return at;
}

/* Write code without a fence: all lines with this indentation, and the blank lines between them. */
static const char *add_indented(Buffer *out, const char *at, size_t indent)
{
    const char *blank = NULL; /* the first of the blank lines before `at` */
    buffer_add(out, "<pre><code>");
    while (at != NULL) {
        Line line = line_at(at);
        if (line.text.length > 0) {
            if (line.indent < indent)
                break;
            for (; blank != NULL && blank != at; blank = line_at(blank).next)
                buffer_add(out, "\n");
            blank = NULL;
            add_code_line(out, at, indent);
        } else if (blank == NULL) {
            blank = at;
        }
        at = line.next;
    }
    buffer_add(out, "</code></pre>\n");
    return at;
}

static const char *add_quote(Buffer *out, const char *at)
{
    buffer_add(out, "<blockquote>");
    while (at != NULL) {
        Line line = line_at(at);
        if (!begins(line.text, ">"))
            break;
        add_words(out, trimmed(from(line.text, 1)), 0);
        buffer_add(out, "\n");
        at = line.next;
    }
    buffer_add(out, "</blockquote>\n");
    return at;
}

/* Return the end of a table cell: a bar that is neither escaped nor in code. */
static size_t cell_end(Span row)
{
    bool code = false;
    for (size_t i = 0; i < row.length; i++) {
        if (row.at[i] == '\\')
            i++;
        else if (row.at[i] == '`')
            code = !code;
        else if (row.at[i] == '|' && !code)
            return i;
    }
    return row.length;
}

static void add_row(Buffer *out, Line line, const char *element)
{
    Span row = from(line.text, 1);
    if (row.length > 0 && row.at[row.length - 1] == '|')
        row.length--;
    buffer_add(out, "<tr>");
    for (;;) {
        size_t end = cell_end(row);
        buffer_addf(out, "<%s>", element);
        add_words(out, trimmed((Span){ row.at, end }), 0);
        buffer_addf(out, "</%s>", element);
        if (end >= row.length)
            break;
        row = from(row, end + 1);
    }
    buffer_add(out, "</tr>\n");
}

static const char *add_table(Buffer *out, Line head)
{
    buffer_add(out, "<div class=\"table\"><table>\n<thead>");
    add_row(out, head, "th");
    buffer_add(out, "</thead>\n<tbody>\n");
    const char *at = line_at(head.next).next;
    while (at != NULL) {
        Line line = line_at(at);
        if (!begins(line.text, "|"))
            break;
        add_row(out, line, "td");
        at = line.next;
    }
    buffer_add(out, "</tbody>\n</table></div>\n");
    return at;
}

/* Write a drawing and its caption; without `figures` only the caption. */
static void add_figure(Buffer *out, Span caption, Span target, const MarkdownFigures *figures)
{
    buffer_add(out, "<figure class=\"example\">");
    if (figures != NULL)
        figures->draw(figures->context, out, target.at, target.length);
    buffer_add(out, "<figcaption>");
    add_words(out, caption, 0);
    buffer_add(out, "</figcaption></figure>\n");
}

/* Return the first line from `at` that is not blank, or NULL. */
static const char *skip_blank(const char *at)
{
    while (at != NULL && line_at(at).text.length == 0)
        at = line_at(at).next;
    return at;
}

/* Write an item: its text without a paragraph, then the deeper lines as blocks. */
static const char *add_item(Buffer *out, Line line, size_t mark, int depth,
                            const MarkdownFigures *figures)
{
    Span        span;
    const char *next = paragraph_span(line.text.at + mark, &span);
    buffer_add(out, "<li>");
    add_words(out, span, 0);
    const char *deeper = skip_blank(next);
    if (deeper != NULL && line_at(deeper).indent > line.indent && depth < DEPTH_MAX) {
        buffer_add(out, "\n");
        next = add_blocks(out, deeper, line.indent + 1, depth + 1, figures);
    }
    buffer_add(out, "</li>\n");
    return next;
}

static const char *add_list(Buffer *out, Line first, int depth, const MarkdownFigures *figures)
{
    bool   numbered;
    size_t mark = item_mark(first, &numbered);
    Line   line = first;
    if (numbered) {
        int start = 0;
        for (size_t i = 0; is_digit(line.text.at[i]); i++)
            start = start * 10 + (line.text.at[i] - '0');
        buffer_addf(out, "<ol start=\"%d\">\n", start);
    } else {
        buffer_add(out, "<ul>\n");
    }
    const char *next;
    for (;;) {
        next = add_item(out, line, mark, depth, figures);
        const char *more = skip_blank(next);
        if (more == NULL)
            break;
        line = line_at(more);
        bool same;
        mark = item_mark(line, &same);
        if (mark == 0 || same != numbered || line.indent != first.indent)
            break;
    }
    buffer_add(out, numbered ? "</ol>\n" : "</ul>\n");
    return next;
}

/* Write all blocks that are indented at least by `indent`.  Four more spaces are code.  In a list they
 * count from the text of the item, about two further in. */
static const char *add_blocks(Buffer *out, const char *at, size_t indent, int depth,
                              const MarkdownFigures *figures)
{
    Span   caption, target;
    size_t code_indent = indent + (depth > 0 ? 5 : 4);
    while ((at = skip_blank(at)) != NULL) {
        Line line = line_at(at);
        if (line.indent < indent)
            break;
        if (line.indent >= code_indent && !(depth > 0 && is_item(line))) {
            at = add_indented(out, at, code_indent);
        } else if (is_fence(line)) {
            at = add_fenced(out, line);
        } else if (heading_level(line) > 0) {
            at = add_heading(out, line);
        } else if (is_rule(line)) {
            buffer_add(out, "<hr>\n");
            at = line.next;
        } else if (is_table(line)) {
            at = add_table(out, line);
        } else if (is_item(line)) {
            at = add_list(out, line, depth, figures);
        } else if (is_figure(line, &caption, &target)) {
            add_figure(out, caption, target, figures);
            at = line.next;
        } else if (begins(line.text, ">")) {
            at = add_quote(out, at);
        } else {
            at = add_paragraph(out, at);
        }
    }
    return at;
}

void markdown_html_figures(Buffer *out, const char *text, const MarkdownFigures *figures)
{
    assert(out != NULL && text != NULL);
    assert(figures == NULL || figures->draw != NULL);
    add_blocks(out, text, 0, 0, figures);
}

void markdown_html(Buffer *out, const char *text)
{
    markdown_html_figures(out, text, NULL);
}
