/* SPDX-License-Identifier: MIT */
#include "web/public_url.h"

#include <ctype.h>
#include <string.h>

static const char EXAMPLE[] = "expected a URL such as https://games.example/tessera/";

static bool is_host_byte(char c)
{
    return isalnum((unsigned char)c) || strchr("-._:[]", c) != NULL;
}

/* Read NAME, NAME:PORT or [ADDRESS]:PORT.  Upper case becomes lower case, as browsers send it. */
static size_t read_host(const char *text, char *out)
{
    size_t length = 0;
    for (; text[length] != '\0' && is_host_byte(text[length]); length++)
        out[length] = (char)tolower((unsigned char)text[length]);
    out[length] = '\0';
    return length;
}

static bool is_path_byte(char c)
{
    return isalnum((unsigned char)c) || strchr("-._~/", c) != NULL;
}

Status public_url_read(const char *text, PublicUrl *out, Fault *fault)
{
    static const char *const SCHEMES[] = { "http://", "https://" };
    PublicUrl                read = { .origin = "" };
    size_t                   at = 0;
    for (size_t i = 0; i < sizeof SCHEMES / sizeof SCHEMES[0]; i++)
        if (strncmp(text, SCHEMES[i], strlen(SCHEMES[i])) == 0)
            at = strlen(SCHEMES[i]);
    if (at == 0)
        return fault_set(fault, STATUS_SYNTAX, 0, "%s", EXAMPLE);
    if (strlen(text) >= URL_TEXT_MAX - 1)
        return fault_set(fault, STATUS_SYNTAX, 0, "the URL is longer than %d characters",
                         URL_TEXT_MAX - 2);
    size_t host = read_host(text + at, read.host);
    if (host == 0)
        return fault_set(fault, STATUS_SYNTAX, at, "%s", EXAMPLE);
    memcpy(read.origin, text, at); /* all parts fit: `text` is short enough */
    memcpy(read.origin + at, read.host, host);
    at += host;
    size_t path = 0;
    for (; text[at + path] != '\0'; path++)
        if (!is_path_byte(text[at + path]) || (path == 0 && text[at] != '/') ||
            (path > 0 && text[at + path] == '/' && text[at + path - 1] == '/'))
            return fault_set(
                fault, STATUS_SYNTAX, at + path,
                "the path may have letters, digits, '-', '.', '_', '~' and single '/'");
    memcpy(read.path, text + at, path);
    if (path == 0 || read.path[path - 1] != '/')
        read.path[path] = '/';
    *out = read;
    return STATUS_OK;
}

Status origin_read(const char *text, PublicUrl *out, Fault *fault)
{
    PublicUrl read;
    Status    status = public_url_read(text, &read, fault);
    if (status == STATUS_OK && strcmp(read.path, "/") != 0)
        status = fault_set(fault, STATUS_SYNTAX, strlen(read.origin),
                           "expected an origin without a path, such as https://club.example");
    if (status == STATUS_OK)
        *out = read;
    return status;
}
