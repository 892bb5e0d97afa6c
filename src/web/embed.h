/* embed.h - finished games as pages that other sites show in a frame, if the operator allows them to.
 *
 * Knows:   the sites, the page of a game: a board, its moves as links, its result.
 * Ignores: sockets.
 *
 *     GET /embed/ID            the end of the game
 *     GET /embed/ID?turn=N     the position after N moves
 */
#ifndef WEB_EMBED_H
#define WEB_EMBED_H

#include "web/http.h"

enum { EMBED_POLICY_MAX = 4096 };

/* The content security policy of embedded pages; "" if no site may embed. */
typedef struct EmbedSites {
    char policy[EMBED_POLICY_MAX];
} EmbedSites;

/* Add a site such as https://club.example. */
Status embed_allow(EmbedSites *sites, const char *origin, Fault *fault);

/* True if the path is that of an embedded game, and some site may embed. */
bool embed_owns(const EmbedSites *sites, const char *path);
void embed_answer(const EmbedSites *sites, Call *call);

#endif
