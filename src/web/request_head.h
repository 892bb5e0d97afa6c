/* request_head.h - the head of a request: refuses what servers and proxies may understand differently.
 *
 * Knows:   request lines, Host, Content-Length, Transfer-Encoding.
 * Ignores: paths and bodies.
 *
 * A connection carries several requests.  If a proxy and this server disagree about where one ends, a
 * visitor can slip a request into the connection of another, so a head must have only one meaning.
 */
#ifndef WEB_REQUEST_HEAD_H
#define WEB_REQUEST_HEAD_H

struct evhttp_request;

/* Return what is wrong with the head as a sentence without a full stop; NULL if nothing. */
const char *request_head_fault(struct evhttp_request *request);

#endif
