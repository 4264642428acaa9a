#include "web_origin.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { PORT_HTTP = 80, PORT_HTTPS = 443, PORT_LAST = 65535 };

static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";

/* The number of a port, or 0 when it is none. */
static int parse_port(const char *text, size_t length)
{
    int port = 0;
    for (size_t i = 0; i < length && i < 6; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        port = 10 * port + (text[i] - '0');
    }
    return length <= 5 && port <= PORT_LAST ? port : 0;
}

/* What is between the brackets of "[2001:db8::1]". */
static bool parse_ipv6(const char *text, size_t length, char name[WEB_HOST_MAX + 1])
{
    char copy[INET6_ADDRSTRLEN], printed[INET6_ADDRSTRLEN];
    struct in6_addr address;
    if (length >= sizeof copy || memchr(text, '\0', length))
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (inet_pton(AF_INET6, copy, &address) != 1 ||
        !inet_ntop(AF_INET6, &address, printed, sizeof printed))
        return false;
    snprintf(name, WEB_HOST_MAX + 1, "[%s]", printed);
    return true;
}

static bool parse_name(const char *text, size_t length, char name[WEB_HOST_MAX + 1])
{
    if (length == 0 || length > WEB_HOST_MAX)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\0' || !strchr(LETTERS, text[i]))
            return false;
        name[i] = (char)tolower((unsigned char)text[i]);
    }
    name[length] = '\0';
    return true;
}

bool web_host_parse(const char *text, size_t length, WebHost *host)
{
    bool is_ipv6 = length > 0 && *text == '[';
    const char *close = is_ipv6 ? memchr(text, ']', length) : NULL;
    const char *colon = close ? close + 1 : memchr(text, ':', length);
    size_t name_length = colon && colon < text + length ? (size_t)(colon - text) : length;
    host->port = 0;
    if (is_ipv6 && (!close || !parse_ipv6(text + 1, (size_t)(close - text) - 1, host->name)))
        return false;
    if (!is_ipv6 && !parse_name(text, name_length, host->name))
        return false;
    if (name_length == length)
        return true;
    host->port = *colon == ':' ? parse_port(colon + 1, length - name_length - 1) : 0;
    return host->port > 0;
}

bool web_origin_parse(const char *text, size_t length, WebOrigin *origin)
{
    static const char HTTP[] = "http://", HTTPS[] = "https://";
    size_t scheme = 0;
    if (length >= sizeof HTTPS - 1 && strncasecmp(text, HTTPS, sizeof HTTPS - 1) == 0)
        scheme = sizeof HTTPS - 1;
    else if (length >= sizeof HTTP - 1 && strncasecmp(text, HTTP, sizeof HTTP - 1) == 0)
        scheme = sizeof HTTP - 1;
    if (scheme == 0 || !web_host_parse(text + scheme, length - scheme, &origin->host))
        return false;
    origin->https = scheme == sizeof HTTPS - 1;
    if (origin->host.port == 0)
        origin->host.port = origin->https ? PORT_HTTPS : PORT_HTTP;
    return true;
}

bool web_origin_is_same(const WebOrigin *one, const WebOrigin *other)
{
    return one->https == other->https && web_origin_has_host(one, &other->host);
}

bool web_origin_has_host(const WebOrigin *origin, const WebHost *host)
{
    int port = host->port ? host->port : origin->https ? PORT_HTTPS : PORT_HTTP;
    return origin->host.port == port && strcmp(origin->host.name, host->name) == 0;
}

/* Each part of the path has something in it, and is neither "." nor "..". */
static bool is_good_path(const char *path, size_t length)
{
    size_t dots = 0, part = 0;
    for (size_t i = 1; i <= length; i++) {
        if (i == length || path[i] == '/') {
            if (part == 0 || (part == dots && dots <= 2))
                return false;
            dots = part = 0;
        } else if (!strchr(LETTERS, path[i]) && path[i] != '~') {
            return false;
        } else {
            part++;
            dots += path[i] == '.';
        }
    }
    return true;
}

bool public_url_parse(const char *text, PublicUrl *url)
{
    PublicUrl read = {.path = ""};
    const char *host = strstr(text, "://");
    size_t origin = host ? (size_t)(host - text) + 3 + strcspn(host + 3, "/") : 0;
    size_t path = strlen(text + origin);
    while (path > 0 && text[origin + path - 1] == '/')
        path--;
    if (!host || path > PUBLIC_PATH_MAX || !web_origin_parse(text, origin, &read.origin) ||
        (path > 0 && !is_good_path(text + origin, path)))
        return false;
    memcpy(read.path, text + origin, path);
    *url = read;
    return true;
}

void web_origin_print(const WebOrigin *origin, char out[WEB_ORIGIN_MAX + 1])
{
    const char *scheme = origin->https ? "https" : "http";
    if (!origin->host.port || origin->host.port == (origin->https ? PORT_HTTPS : PORT_HTTP))
        snprintf(out, WEB_ORIGIN_MAX + 1, "%s://%s", scheme, origin->host.name);
    else
        snprintf(out, WEB_ORIGIN_MAX + 1, "%s://%s:%d", scheme, origin->host.name,
                 origin->host.port);
}

bool frame_ancestors_parse(const char *text, char out[FRAME_ANCESTORS_MAX + 1])
{
    const bool any = strcmp(text, "any") == 0;
    int sites = 0;
    if (any || strcmp(text, "none") == 0) {
        memcpy(out, any ? "*" : "'none'", any ? sizeof "*" : sizeof "'none'");
        return true;
    }
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        WebOrigin origin;
        if (sites++ == FRAME_ANCESTORS_SITES || !web_origin_parse(at, length, &origin))
            return false;
        out += sites > 1 ? 1 : 0;
        web_origin_print(&origin, out);
        out += strlen(out);
        at += length;
        if (*at == '\0')
            return true;
        *out = ' ';
    }
}
