#include "remote.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

const char REMOTE_PAGE_COOKIE[] = "castled_page";

_Static_assert((int)AUTH_PATH_MAX == (int)PUBLIC_PATH_MAX, "a public path is a cookie's");

/* A part of a header; NULL when it isn't there. */
typedef struct {
    const char *text;
    size_t length;
} Piece;

/* What is known of a request when its proxies have been asked. */
typedef struct {
    Address address;
    bool is_told; /* by a trusted proxy: the host */
    bool https;
    WebHost host; /* if is_told */
} Arrival;

static Piece trim(const char *text, size_t length)
{
    while (length && (*text == ' ' || *text == '\t'))
        text++, length--;
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    return (Piece){text, length};
}

static bool is_word(Piece piece, const char *word)
{
    return piece.length == strlen(word) && strncasecmp(piece.text, word, piece.length) == 0;
}

/* ":1234", or ":_hidden" (RFC 7239, 6). */
static bool is_port(const char *text, size_t length)
{
    static const char OBFUSCATED[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t from = length > 1 && text[1] == '_' ? 2 : 1;
    if (length <= from || *text != ':' || (from == 1 && length > 6))
        return false;
    for (size_t i = from; i < length; i++)
        if (!text[i] || !strchr(from == 2 ? OBFUSCATED : "0123456789", text[i]))
            return false;
    return true;
}

/* "192.0.2.1", "2001:db8::1" or "[2001:db8::1]", the first and the last also with a port. Otherwise *address stays. */
static bool parse_node(Piece node, Address *address)
{
    const char *text = node.text, *end = node.text + node.length;
    if (!text || node.length == 0)
        return false;
    if (*text != '[') {
        if (address_parse(text, node.length, address))
            return true;
        const char *colon = memchr(text, ':', node.length);
        return colon && is_port(colon, (size_t)(end - colon)) &&
               address_parse(text, (size_t)(colon - text), address);
    }
    const char *close = memchr(text, ']', node.length);
    size_t length = close ? (size_t)(close - text) - 1 : 0;
    return length && memchr(text + 1, ':', length) &&
           (close + 1 == end || is_port(close + 1, (size_t)(end - close) - 1)) &&
           address_parse(text + 1, length, address);
}

/* ---- X-Forwarded-For, X-Forwarded-Proto, X-Forwarded-Host ---- */

/* The last element of a list, which is then cut off; false when nothing is left. */
static bool take_last(Piece *list, Piece *element)
{
    if (!list->text)
        return false;
    size_t at = list->length;
    while (at > 0 && list->text[at - 1] != ',')
        at--;
    *element = trim(list->text + at, list->length - at);
    if (at == 0)
        list->text = NULL;
    list->length = at ? at - 1 : 0;
    return true;
}

/* The element that the proxy of so many hops from here wrote; the first when each proxy writes over the other's. */
static Piece element_of_hop(const char *header, int hops)
{
    Piece list = {header, header ? strlen(header) : 0}, element = {NULL, 0};
    do
        if (!take_last(&list, &element))
            break;
    while (--hops > 0);
    return element;
}

static void follow_list(const AddressBlocks *trusted, const RemoteHeaders *headers,
                        Arrival *arrival)
{
    Piece list = {headers->forwarded_for,
                  headers->forwarded_for ? strlen(headers->forwarded_for) : 0};
    Piece element;
    int hops = 0;
    while (hops < REMOTE_HOPS_MAX && address_blocks_have(trusted, &arrival->address) &&
           take_last(&list, &element)) {
        hops++;
        if (!parse_node(element, &arrival->address))
            break;
    }
    element = element_of_hop(headers->forwarded_proto, hops);
    if (element.text)
        arrival->https = is_word(element, "https");
    element = element_of_hop(headers->forwarded_host, hops);
    arrival->is_told = element.text && web_host_parse(element.text, element.length, &arrival->host);
}

/* ---- Forwarded (RFC 7239) ---- */

enum { VALUE_MAX = WEB_HOST_MAX + 8 };

typedef enum { PARAM_FOR, PARAM_PROTO, PARAM_HOST, PARAM_BY, PARAM_COUNT } Param;

/* One hop; values of parameters as they stand in the header, with their quotes. */
typedef struct {
    Piece values[PARAM_COUNT];
} Element;

/* RFC 9110, 5.6.2; and what belongs in quotes, but often comes without: colons and brackets. */
static bool is_value_letter(char c)
{
    return c && strchr("!#$%&'*+-.^_`|~:[]0123456789abcdefghijklmnopqrstuvwxyz"
                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                       c);
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* A quoted text with its quotes, or a word. NULL when it is neither. */
static const char *read_value(const char *at, Piece *value)
{
    const char *from = at;
    if (*at != '"') {
        while (is_value_letter(*at))
            at++;
    } else {
        for (at++; *at && *at != '"'; at++)
            if (*at == '\\' && !*++at)
                return NULL;
        if (!*at++)
            return NULL;
    }
    *value = (Piece){from, (size_t)(at - from)};
    return at > from ? at : NULL;
}

/* "name=value"; a name that is not known is passed over, one that comes twice is a fault (RFC 7239, 4). */
static const char *read_pair(const char *at, Element *element)
{
    static const char *const NAMES[PARAM_COUNT] = {"for", "proto", "host", "by"};
    Piece name = {at, 0}, value;
    while (is_value_letter(*at) && !strchr(":[]", *at))
        at++;
    name.length = (size_t)(at - name.text);
    if (name.length == 0 || *at != '=' || !(at = read_value(at + 1, &value)))
        return NULL;
    for (int i = 0; i < PARAM_COUNT; i++)
        if (is_word(name, NAMES[i])) {
            if (element->values[i].text)
                return NULL;
            element->values[i] = value;
        }
    return at;
}

/* Up to the comma or the end. NULL at a fault. */
static const char *read_element(const char *at, Element *element)
{
    *element = (Element){0};
    for (;; at++) {
        at = skip_blanks(at);
        if (*at && *at != ';' && *at != ',' && !(at = read_pair(at, element)))
            return NULL;
        at = skip_blanks(at);
        if (*at != ';')
            return *at == ',' || !*at ? at : NULL;
    }
}

/* The last REMOTE_HOPS_MAX elements, the nearest first; how many. A fault anywhere leaves none: by a quotation mark
 * that is never closed a client could make anything of what the proxies write behind it. */
static int read_forwarded(const char *header, Element elements[REMOTE_HOPS_MAX])
{
    Element element;
    int count = 0;
    for (const char *at = header;; at++) {
        if (!(at = read_element(at, &element)))
            return 0;
        if (count == REMOTE_HOPS_MAX)
            count--;
        memmove(elements + 1, elements, (size_t)count * sizeof *elements);
        elements[0] = element;
        count++;
        if (!*at)
            return count;
    }
}

/* The value without quotes, in 'room'; empty when it is absent or too long. */
static Piece unquoted(Piece value, char room[VALUE_MAX])
{
    size_t length = 0;
    if (!value.text || *value.text != '"')
        return value.text ? value : (Piece){"", 0};
    for (size_t i = 1; i + 1 < value.length; i++) {
        i += value.text[i] == '\\';
        if (length == VALUE_MAX)
            return (Piece){"", 0};
        room[length++] = value.text[i];
    }
    return (Piece){room, length};
}

static void follow_forwarded(const AddressBlocks *trusted, const char *header, Arrival *arrival)
{
    Element elements[REMOTE_HOPS_MAX];
    char room[VALUE_MAX];
    const Element *said = NULL;
    int count = read_forwarded(header, elements);
    for (int i = 0; i < count && address_blocks_have(trusted, &arrival->address); i++) {
        said = &elements[i];
        if (!parse_node(unquoted(said->values[PARAM_FOR], room), &arrival->address))
            break;
    }
    if (!said)
        return;
    if (said->values[PARAM_PROTO].text)
        arrival->https = is_word(unquoted(said->values[PARAM_PROTO], room), "https");
    Piece host = unquoted(said->values[PARAM_HOST], room);
    arrival->is_told = host.length && web_host_parse(host.text, host.length, &arrival->host);
}

/* ---- pages ---- */

/* Whether our page has put this origin in a cookie, in whatever way it is written there. */
static bool has_page_cookie(const RemoteHeaders *headers, const WebOrigin *origin)
{
    char name[sizeof "__Host-" + 32];
    const char *value;
    WebOrigin kept;
    if (!headers->cookie)
        return false;
    snprintf(name, sizeof name, "%s%s", origin->https ? "__Host-" : "", REMOTE_PAGE_COOKIE);
    size_t length = auth_cookie(headers->cookie, name, &value);
    return length && web_origin_parse(value, length, &kept) && web_origin_is_same(&kept, origin);
}

static bool is_ours(const RemoteRules *rules, const RemoteHeaders *headers, bool is_trusted,
                    const Arrival *arrival, const WebOrigin *origin)
{
    WebHost asked;
    if (rules->has_public_url)
        return web_origin_is_same(origin, &rules->public_url.origin);
    bool is_known = arrival->is_told;
    if (is_known)
        asked = arrival->host;
    else
        is_known = headers->host && web_host_parse(headers->host, strlen(headers->host), &asked);
    if (is_known && web_origin_has_host(origin, &asked) && (origin->https || !arrival->https))
        return true;
    if (headers->fetch_site && strcmp(headers->fetch_site, "same-origin") == 0)
        return true;
    return is_trusted && !arrival->is_told && has_page_cookie(headers, origin);
}

/* ---- clients ---- */

static void print_base(const RemoteRules *rules, const RemoteHeaders *headers,
                       const Arrival *arrival, char base[REMOTE_BASE_MAX + 1])
{
    char text[WEB_ORIGIN_MAX + 1];
    WebOrigin origin = {.https = arrival->https, .host = arrival->host};
    bool is_known =
        arrival->is_told ||
        (headers->host && web_host_parse(headers->host, strlen(headers->host), &origin.host));
    if (rules->has_public_url)
        origin = rules->public_url.origin;
    else if (!is_known)
        return;
    web_origin_print(&origin, text);
    snprintf(base, REMOTE_BASE_MAX + 1, "%s%s", text, rules->public_url.path);
}

void public_url_print(const RemoteRules *rules, char url[REMOTE_BASE_MAX + 1])
{
    char text[WEB_ORIGIN_MAX + 1];
    *url = '\0';
    if (!rules->has_public_url)
        return;
    web_origin_print(&rules->public_url.origin, text);
    snprintf(url, REMOTE_BASE_MAX + 1, "%s%s", text, rules->public_url.path);
}

void remote_usual(RemoteRules *rules)
{
    *rules = (RemoteRules){.proxies = ADDRESS_LOOPBACK};
}

/* Nothing that could be taken for more than a word, in a log or a header. */
static bool is_request_id(const char *text)
{
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t length = strspn(text, LETTERS);
    return length > 0 && length <= REQUEST_ID_MAX && !text[length];
}

void remote_find(const RemoteRules *rules, const Address *peer, bool tls,
                 const RemoteHeaders *headers, Remote *client)
{
    Arrival arrival = {.https = tls};
    WebOrigin origin;
    bool is_trusted = peer && address_blocks_have(&rules->proxies, peer);
    *client = (Remote){.page = PAGE_NONE};
    memcpy(client->place.path, rules->public_url.path, sizeof rules->public_url.path);
    if (peer)
        arrival.address = *peer;
    if (is_trusted && headers->request_id && is_request_id(headers->request_id))
        snprintf(client->request_id, sizeof client->request_id, "%s", headers->request_id);
    if (is_trusted &&
        (headers->forwarded_for || headers->forwarded_proto || headers->forwarded_host))
        follow_list(&rules->proxies, headers, &arrival);
    else if (is_trusted && headers->forwarded)
        follow_forwarded(&rules->proxies, headers->forwarded, &arrival);
    client->place.secure =
        arrival.https || (rules->has_public_url && rules->public_url.origin.https);
    if (peer)
        address_key(&arrival.address, client->address);
    print_base(rules, headers, &arrival, client->base);
    if (!headers->origin)
        return;
    bool is_page = web_origin_parse(headers->origin, strlen(headers->origin), &origin) &&
                   is_ours(rules, headers, is_trusted, &arrival, &origin);
    client->page = is_page ? PAGE_OURS : PAGE_FOREIGN;
    /* a page that came by https asks by https only */
    client->place.secure |= is_page && origin.https;
}
