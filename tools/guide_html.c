/* SPDX-License-Identifier: MIT */
/* guide_html.c - the guides and rulings of a game as HTML, by libcmark-gfm; runs during the build.
 *
 *     guide_html FOLDER GAME FILE.md...
 *
 * writes FOLDER/GAME.FILE.html for each file, a part of a page.  It differs from what the library
 * writes by itself:
 *
 * - A figure of a guide, ![caption](guide-1.svg "board:toy"), becomes a `figure` element with the
 *   comment <!--board:toy-->, in whose place the program draws the example (src/draw/guide.h).
 * - A link becomes its text, with the address in brackets if it is outside the project: a page must not
 *   lead to an address from a document.
 * - A table is inside a `div` element of class `table`, which can scroll.
 * - Raw HTML is an error.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

enum { PATH_CAPACITY = 4096, MARKUP_CAPACITY = 4096 };

typedef struct Job {
    const char *path;
    cmark_node *removed; /* nodes that are no longer in the document */
} Job;

/* Report a fault at a node; false, for the caller to return. */
static bool fault(const Job *job, cmark_node *node, const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", job->path, cmark_node_get_start_line(node), what);
    return false;
}

static cmark_node *markup(const char *enter, const char *leave)
{
    cmark_node *block = cmark_node_new(CMARK_NODE_CUSTOM_BLOCK);
    cmark_node_set_on_enter(block, enter);
    cmark_node_set_on_exit(block, leave);
    return block;
}

/* Put the children of `node` in its place. */
static void unwrap(Job *job, cmark_node *node)
{
    for (cmark_node *child; (child = cmark_node_first_child(node)) != NULL;)
        cmark_node_insert_before(node, child);
    cmark_node_append_child(job->removed, node);
}

static void add_address(cmark_node *link)
{
    const char *address = cmark_node_get_url(link);
    const char *words = cmark_node_get_literal(cmark_node_first_child(link));
    if (strncmp(address, "http://", 7) != 0 && strncmp(address, "https://", 8) != 0)
        return;
    if (words != NULL && strcmp(words, address) == 0)
        return;
    char *text = malloc(strlen(address) + 4);
    if (text == NULL)
        return;
    sprintf(text, " (%s)", address);
    cmark_node *node = cmark_node_new(CMARK_NODE_TEXT);
    cmark_node_set_literal(node, text);
    cmark_node_append_child(link, node);
    free(text);
}

/* Is the paragraph made of figures only, one per line? */
static bool is_figures(cmark_node *paragraph)
{
    cmark_node *child = cmark_node_first_child(paragraph);
    bool        ok = child != NULL;
    for (; ok && child != NULL; child = cmark_node_next(child))
        ok = cmark_node_get_type(child) == CMARK_NODE_IMAGE ||
             cmark_node_get_type(child) == CMARK_NODE_SOFTBREAK;
    return ok;
}

static bool add_figure(Job *job, cmark_node *paragraph, cmark_node *image)
{
    char        enter[MARKUP_CAPACITY];
    const char *example = cmark_node_get_title(image);
    if (strncmp(example, "board:", 6) != 0 || strpbrk(example, "<>") != NULL)
        return fault(job, paragraph, "expected a figure: ![caption](guide-1.svg \"board:toy\")");
    int length =
        snprintf(enter, sizeof enter, "<figure class=\"example\"><!--%s--><figcaption>", example);
    if (length < 0 || (size_t)length >= sizeof enter)
        return fault(job, paragraph, "this example is too long");
    cmark_node *figure = markup(enter, "</figcaption></figure>");
    cmark_node_insert_before(paragraph, figure);
    for (cmark_node *child; (child = cmark_node_first_child(image)) != NULL;)
        if (!cmark_node_append_child(figure, child))
            return fault(job, paragraph, "this caption cannot be written");
    return true;
}

/* Replace a paragraph of figures by their elements.  It is kept, because it owns the bytes of its text. */
static bool replace_figures(Job *job, cmark_node *paragraph)
{
    bool        ok = true;
    cmark_node *child = cmark_node_first_child(paragraph);
    for (; ok && child != NULL; child = cmark_node_next(child))
        if (cmark_node_get_type(child) == CMARK_NODE_IMAGE)
            ok = add_figure(job, paragraph, child);
    return cmark_node_append_child(job->removed, paragraph) && ok;
}

static void wrap_table(cmark_node *table)
{
    cmark_node_insert_before(table, markup("<div class=\"table\">", ""));
    cmark_node_insert_after(table, markup("</div>", ""));
}

/* Change one node; what comes after it must stay where it is, because the iterator is there already. */
static bool change(Job *job, cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_HTML_INLINE: return fault(job, node, "raw HTML is not allowed");
    case CMARK_NODE_IMAGE:
        return is_figures(cmark_node_parent(node)) ||
               fault(job, node, "a figure must be alone on its line, after an empty line");
    case CMARK_NODE_PARAGRAPH: return !is_figures(node) || replace_figures(job, node);
    case CMARK_NODE_LINK:
        add_address(node);
        unwrap(job, node);
        return true;
    default:
        if (strcmp(cmark_node_get_type_string(node), "table") == 0)
            wrap_table(node);
        return true;
    }
}

/* Change the nodes on the way out, when all that is inside them has been changed. */
static bool change_all(Job *job, cmark_node *document)
{
    bool             ok = true;
    cmark_iter      *iter = cmark_iter_new(document);
    cmark_event_type event = cmark_iter_next(iter);
    for (; ok && event != CMARK_EVENT_DONE; event = cmark_iter_next(iter)) {
        cmark_node     *node = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(node);
        bool            is_html = type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE;
        if (event == CMARK_EVENT_EXIT || is_html) /* which is never left */
            ok = change(job, node);
    }
    cmark_iter_free(iter);
    return ok;
}

static cmark_node *parse(const char *path, cmark_parser *parser)
{
    FILE *file = fopen(path, "rb");
    char  chunk[4096];
    if (file == NULL)
        return NULL;
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, file)) > 0;)
        cmark_parser_feed(parser, chunk, got);
    bool ok = !ferror(file);
    fclose(file);
    return ok ? cmark_parser_finish(parser) : NULL;
}

static bool write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    bool  ok = file != NULL && fputs(text, file) >= 0;
    if (file != NULL && fclose(file) != 0)
        ok = false;
    if (!ok)
        perror(path);
    return ok;
}

static bool convert(const char *path, const char *output)
{
    Job           job = { path, cmark_node_new(CMARK_NODE_CUSTOM_BLOCK) };
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"));
    cmark_node *document = parse(path, parser);
    bool        ok = document != NULL;
    if (!ok)
        perror(path);
    ok = ok && change_all(&job, document);
    if (ok) {
        /* Without CMARK_OPT_UNSAFE the library itself lets no raw HTML through. */
        char *html = cmark_render_html(document, CMARK_OPT_DEFAULT,
                                       cmark_parser_get_syntax_extensions(parser));
        ok = write_file(output, html);
        free(html);
    }
    if (document != NULL)
        cmark_node_free(document);
    cmark_node_free(job.removed);
    cmark_parser_free(parser);
    return ok;
}

int main(int argc, char *argv[])
{
    if (argc < 3) {
        fprintf(stderr, "usage: guide_html FOLDER GAME FILE.md...\n");
        return 2;
    }
    cmark_gfm_core_extensions_ensure_registered();
    for (int i = 3; i < argc; i++) {
        char        output[PATH_CAPACITY];
        const char *slash = strrchr(argv[i], '/'), *base = slash == NULL ? argv[i] : slash + 1;
        const char *ending = strrchr(base, '.');
        int         stem = ending == NULL || strcmp(ending, ".md") != 0 ? 0 : (int)(ending - base);
        int         length =
            snprintf(output, sizeof output, "%s/%s.%.*s.html", argv[1], argv[2], stem, base);
        if (stem == 0 || length < 0 || (size_t)length >= sizeof output) {
            fprintf(stderr, "guide_html: '%s' is not the name of a Markdown file\n", argv[i]);
            return 2;
        }
        if (!convert(argv[i], output))
            return 1;
    }
    return 0;
}
