/* SPDX-License-Identifier: MIT */
#include "web/embed.h"

#include <assert.h>
#include <string.h>

#include <event2/http.h>

#include "base/text.h"
#include "draw/svg.h"
#include "web/page.h"
#include "web/registry.h"
#include "web/site.h"

static const char ROOT[] = "/embed/";
static const char POLICY[] =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors";

Status embed_allow(EmbedSites *sites, const char *origin, Fault *fault)
{
    PublicUrl site;
    Status    status = origin_read(origin, &site, fault);
    if (status != STATUS_OK)
        return status;
    if (sites->policy[0] == '\0')
        memcpy(sites->policy, POLICY, sizeof POLICY);
    size_t length = strlen(sites->policy), more = strlen(site.origin);
    if (length + 1 + more >= sizeof sites->policy)
        return fault_set(fault, STATUS_SYNTAX, 0, "there are too many sites");
    sites->policy[length] = ' ';
    memcpy(sites->policy + length + 1, site.origin, more + 1);
    return STATUS_OK;
}

bool embed_owns(const EmbedSites *sites, const char *path)
{
    return sites->policy[0] != '\0' && strncmp(path, ROOT, strlen(ROOT)) == 0;
}

/* --- The page ----------------------------------------------------------------------------- */

static void add_link(Buffer *out, const char *name, int turn, bool is_here)
{
    if (is_here)
        buffer_add(out, "<strong aria-current=\"true\">");
    else
        buffer_addf(out, "<a href=\"?turn=%d\">", turn);
    buffer_escape(out, name);
    buffer_add(out, is_here ? "</strong>\n" : "</a>\n");
}

static void add_moves(Buffer *out, const Line *line, int shown)
{
    char words[TURN_TEXT_MAX];
    Turn turn;
    buffer_add(out, "<ol>\n");
    for (int i = 0; i < line_turns(line); i++) {
        Text text = text_over(words, sizeof words);
        line_turn(line, i, &turn);
        turn_write(line->setup.game, line_before_turn(line, i), &turn, &text);
        buffer_add(out, "<li>");
        add_link(out, words, i + 1, shown == i + 1);
        buffer_add(out, "</li>\n");
    }
    buffer_add(out, "</ol>\n");
}

static void add_player(Buffer *out, const Session *session, int side)
{
    const char *name = session->seat[side].name;
    buffer_escape(out, name[0] == '\0' ? "?" : name);
}

static void write_page(const Call *call, const Table *table, int turn, Buffer *out)
{
    const Session *session = host_session(table->host);
    const Line    *line = session_line(session);
    char           result[TURN_TEXT_MAX];
    Text           text = text_over(result, sizeof result);
    session_write_result(session, &LANGUAGE_ENGLISH, &text);
    page_begin(out, call->reply.base, line->setup.game->title, "text");
    buffer_add(out, "<main>\n<h1>");
    add_player(out, session, 0);
    buffer_add(out, " – ");
    add_player(out, session, 1);
    buffer_add(out, "</h1>\n<p>");
    buffer_escape(out, result);
    buffer_add(out, "</p>\n<figure class=\"example\">\n");
    svg_position(out, &line->setup, line_before_turn(line, turn), false);
    buffer_addf(out, "<figcaption>Move %d of %d</figcaption>\n</figure>\n<nav>\n", turn,
                line_turns(line));
    add_link(out, "Start", 0, turn == 0);
    add_link(out, "Back", turn > 0 ? turn - 1 : 0, turn == 0);
    add_link(out, "Forward", turn + 1, turn == line_turns(line));
    add_link(out, "End", line_turns(line), turn == line_turns(line));
    buffer_add(out, "</nav>\n");
    add_moves(out, line, turn);
    buffer_addf(
        out, "<p><a href=\"%s%s#/table/%s\" target=\"_blank\" rel=\"noopener\">Tessera</a></p>\n",
        call->url->origin, call->reply.base, table->stored.id);
    buffer_add(out, "</main>\n");
    page_end(out);
}

void embed_answer(const EmbedSites *sites, Call *call)
{
    assert(embed_owns(sites, call->path));
    const char  *id = call->path + strlen(ROOT);
    Query        query;
    Fault        fault;
    const Table *table = strlen(id) == ID_TEXT_MAX - 1 ? registry_find(call->registry, id) : NULL;
    call->reply.policy = sites->policy;
    if (table == NULL || !session_is_over(host_session(table->host))) {
        site_error(&call->reply, HTTP_NOTFOUND, "Not found",
                   "There is no finished game at this address.");
        return;
    }
    int turns = line_turns(session_line(host_session(table->host)));
    int turn = query_read(call->query, &query, &fault) != STATUS_OK
                   ? -1
                   : query_number(&query, "turn", turns, turns);
    if (turn < 0)
        site_error(&call->reply, HTTP_BADREQUEST, "Invalid move number",
                   "The parameter 'turn' must be a move of the game.");
    else
        write_page(call, table, turn, &call->reply.body);
    if (call->reply.body.failed)
        site_error(&call->reply, HTTP_INTERNAL, "Out of memory",
                   "The server cannot create this page.");
}
