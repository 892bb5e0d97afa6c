/* SPDX-License-Identifier: MIT */
#include "web/page.h"

#include <stdio.h>

#include "draw/guide.h"
#include "draw/svg.h"
#include "games/list.h"
#include "web/files.h"

/* An array, as C compilers need not accept string literals above 4095 characters. */
static const char *const STYLE[] = {
    ":root{color-scheme:light dark}\n",
    "*{box-sizing:border-box}\n",
    "body{margin:0;background:#fdfcfa;color:#1d2126;font:1rem/1.55 system-ui,sans-serif}\n",
    "header,main,footer{max-width:64rem;margin:0 auto;padding:0 1rem}\n",
    "header{padding-top:1.5rem}\n",
    "footer{padding-top:1.5rem;padding-bottom:2rem;color:#565e67}\n",
    "h1{font-size:1.9rem;line-height:1.2;margin:.5rem 0}\n",
    "h2{font-size:1.35rem;line-height:1.25;margin:1.75rem 0 .5rem}\n",
    "h3{font-size:1.1rem;margin:1.5rem 0 .5rem}\n",
    "p,ul,ol,dl{margin:.6rem 0}\n",
    "a{color:#0067a3;text-underline-offset:.15em}\n",
    "a:focus-visible{outline:3px solid #d55e00;outline-offset:2px;border-radius:2px}\n",
    ".home-link{font-weight:bold;text-decoration:none}\n",
    ".lead{font-size:1.1rem;max-width:42rem}\n",
    ".games{display:grid;gap:1.5rem;list-style:none;margin:1.5rem 0;padding:0;",
    "grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr))}\n",
    ".game{border:1px solid #d9d4c8;border-radius:.75rem;background:#fff;padding:1rem;",
    "width:100%;max-width:30rem}\n",
    ".game h2{margin:.75rem 0 .25rem}\n",
    ".game .board{display:block;width:100%;height:auto;max-height:26rem}\n",
    ".variants{display:flex;flex-wrap:wrap;gap:.25rem .9rem;list-style:none;margin:.25rem 0;",
    "padding:0}\n",
    ".term{color:#565e67;margin:.75rem 0 0}\n",
    ".text header,.text main{max-width:48rem}\n",
    "code,pre{font-family:ui-monospace,monospace;font-size:.92em}\n",
    "code{background:#f1ece0;border-radius:.25rem;padding:.08em .3em}\n",
    "pre{background:#f1ece0;border-radius:.5rem;padding:.75rem 1rem;overflow-x:auto;",
    "line-height:1.35}\n",
    "pre code{background:none;padding:0;font-size:1em}\n",
    ".table{overflow-x:auto;margin:1rem 0}\n",
    "table{border-collapse:collapse}\n",
    "th,td{border:1px solid #d9d4c8;padding:.3rem .6rem;text-align:left;vertical-align:top}\n",
    "th{background:#f1ece0}\n",
    "blockquote{margin:1rem 0;padding-left:1rem;border-left:4px solid #d9d4c8}\n",
    "li{margin:.2rem 0}\n",
    ".example{margin:1rem 0}.example .board{display:block;width:100%;max-width:24rem;height:auto;",
    "max-height:24rem}\n",
    "figcaption{max-width:36rem;color:#565e67;margin-top:.4rem}\n",
    "article+article{border-top:1px solid #d9d4c8;margin-top:2rem;padding-top:1rem}\n",
    "@media (prefers-color-scheme:dark){\n",
    "body{background:#16191d;color:#e8e6e1}\n",
    "a{color:#7cc4ee}a:focus-visible{outline-color:#e69f00}\n",
    "footer,.term,figcaption{color:#a9b0b8}\n",
    ".game{background:#1c2025;border-color:#3a4149}\n",
    "code,pre,th{background:#262b31}pre code{background:none}\n",
    "th,td,blockquote{border-color:#3a4149}\n",
    "}\n",
};

void page_style(Buffer *out)
{
    for (size_t i = 0; i < sizeof STYLE / sizeof STYLE[0]; i++)
        buffer_add(out, STYLE[i]);
    svg_style(out);
}

void page_icon(Buffer *out)
{
    buffer_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\">"
                    "<rect width=\"32\" height=\"32\" rx=\"7\" fill=\"#0072b2\"/>"
                    "<g fill=\"#fff\"><circle cx=\"9\" cy=\"9\" r=\"3.5\"/>"
                    "<circle cx=\"16\" cy=\"16\" r=\"3.5\"/>"
                    "<circle cx=\"23\" cy=\"23\" r=\"3.5\"/></g></svg>\n");
}

void page_begin(Buffer *out, const char *base, const char *title, const char *class)
{
    buffer_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                    "<title>");
    buffer_escape(out, title);
    buffer_addf(out,
                "</title>\n<link rel=\"stylesheet\" href=\"%sstyle.css\">\n"
                "<link rel=\"icon\" type=\"image/svg+xml\" href=\"%sicon.svg\">\n"
                "</head>\n",
                base, base);
    buffer_addf(out, "<body class=\"%s\">\n", class);
}

void page_end(Buffer *out)
{
    buffer_add(out, "</body>\n</html>\n");
}

/* The link to the home page, on all other pages. */
static void add_home_link(Buffer *out, const char *base)
{
    buffer_addf(out, "<header><a class=\"home-link\" href=\"%s\">Tessera</a></header>\n", base);
}

/* --- The home page ------------------------------------------------------------------------ */

/* Append a percent-encoded query value. */
static void add_query_value(Buffer *out, const char *value)
{
    for (; *value != '\0'; value++) {
        char c = *value;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '-' || c == '.' || c == '_' || c == '~';
        if (plain)
            buffer_bytes(out, value, 1);
        else
            buffer_addf(out, "%%%02X", (unsigned char)c);
    }
}

static void add_variants(Buffer *out, const char *base, const Game *game)
{
    if (game->variants == NULL || game->variants[0] == NULL)
        return;
    buffer_add(out, "<p class=\"term\">Boards of the variants</p>\n<ul class=\"variants\">\n");
    for (int i = 0; game->variants[i] != NULL; i++) {
        const char *variant = game->variants[i];
        buffer_addf(out, "<li><a href=\"%sboard/%s.svg?variant=", base, game->name);
        add_query_value(out, variant);
        buffer_add(out, "\">");
        buffer_escape(out, variant[0] != '\0' ? variant : "default");
        buffer_add(out, "</a></li>\n");
    }
    buffer_add(out, "</ul>\n");
}

static void add_start_board(Buffer *out, const Game *game)
{
    Setup     setup;
    PosBuffer pos;
    if (games_setup(game->name, &setup, NULL) != STATUS_OK)
        return;
    game->rules->start(setup.variant, &pos.head);
    svg_position(out, &setup, &pos.head, false);
}

static void add_game(Buffer *out, const char *base, const Game *game)
{
    buffer_add(out, "<li class=\"game\">\n");
    add_start_board(out, game);
    buffer_add(out, "<h2>");
    buffer_escape(out, game->title);
    buffer_add(out, "</h2>\n<p>");
    buffer_escape(out, game->summary);
    buffer_add(out, "</p>\n");
    if (games_file(game, "rulings.md") != NULL) {
        buffer_addf(out, "<p><a href=\"%srules/%s\">The rules of ", base, game->name);
        buffer_escape(out, game->title);
        buffer_add(out, "</a></p>\n");
    }
    add_variants(out, base, game);
    buffer_add(out, "</li>\n");
}

void page_home(Buffer *out, const char *base)
{
    page_begin(out, base, "Tessera", "home");
    buffer_add(out, "<header>\n<h1>Tessera</h1>\n"
                    "<p class=\"lead\">Abstract board games for two players. Each game is shown "
                    "with its start position and its rules.</p>\n");
    if (PAGE_FILES[0].name == NULL)
        buffer_add(out, "<p><strong>This program was built without the web app, so you cannot play "
                        "here.</strong> To build it with the web app: <code>./run</code></p>\n");
    buffer_add(out, "</header>\n<main>\n<ul class=\"games\">\n");
    for (int i = 0; GAMES[i] != NULL; i++)
        add_game(out, base, GAMES[i]);
    buffer_add(out, "</ul>\n</main>\n<footer>\n<p>To play and analyse on the command line, see "
                    "<code>tessera help</code>.</p>\n</footer>\n");
    page_end(out);
}

/* --- The other pages ---------------------------------------------------------------------- */

void page_rules(Buffer *out, const char *base, const Game *game)
{
    char title[128];
    snprintf(title, sizeof title, "%s: the rules - Tessera", game->title);
    page_begin(out, base, title, "text");
    add_home_link(out, base);
    buffer_add(out, "<main>\n<article>\n");
    if (guide_html(out, game, GUIDE_LANGUAGES[0].code))
        buffer_add(out, "</article>\n<article>\n");
    guide_rulings_html(out, game);
    buffer_add(out, "</article>\n</main>\n");
    page_end(out);
}

void page_error(Buffer *out, const char *base, const char *title, const char *sentence)
{
    page_begin(out, base, title, "text");
    add_home_link(out, base);
    buffer_add(out, "<main>\n<h1>");
    buffer_escape(out, title);
    buffer_add(out, "</h1>\n<p>");
    buffer_escape(out, sentence);
    buffer_add(out, "</p>\n</main>\n");
    page_end(out);
}
