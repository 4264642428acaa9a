#include "http_head.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

enum { BAD_REQUEST = 400, URI_TOO_LONG = 414, EXPECTATION_FAILED = 417, TOO_LARGE = 431 };
enum { NOT_IMPLEMENTED = 501, VERSION_NOT_SUPPORTED = 505 };

/* A second line of one of these is refused: readers differ in which of the two counts. All others are lists,
 * whose lines are one list (RFC 9110, 5.3), or mean nothing here. */
static const char *const ONCE[] = {
    "authorization", "content-length", "content-type",          "expect",
    "host",          "origin",         "sec-websocket-key",     "transfer-encoding",
    "upgrade",       "user-agent",     "sec-websocket-version",
};

typedef struct {
    const char *bytes;
    size_t length, at;
} Cursor;

bool span_is(Span span, const char *text)
{
    return span.length == strlen(text) && strncasecmp(span.text, text, span.length) == 0;
}

static int refuse(HttpHead *head, int status, const char *reason)
{
    head->reason = reason;
    return status;
}

/* RFC 9110, 5.6.2. */
bool http_is_token_byte(unsigned char byte)
{
    return (byte >= '0' && byte <= '9') || ((byte | 32) >= 'a' && (byte | 32) <= 'z') ||
           (byte && strchr("!#$%&'*+-.^_`|~", byte));
}

static bool is_token(Span span)
{
    for (size_t i = 0; i < span.length; i++)
        if (!http_is_token_byte((unsigned char)span.text[i]))
            return false;
    return span.length > 0;
}

static bool is_all(Span span, const char *alphabet)
{
    for (size_t i = 0; i < span.length; i++)
        if (!span.text[i] || !strchr(alphabet, span.text[i]))
            return false;
    return true;
}

/* The next line without its CRLF: 1; 0 when its end has not come; -1 for a byte that no line may have, such as
 * a CR or LF alone (RFC 9112, 2.2). */
static int next_line(Cursor *cursor, Span *line)
{
    for (size_t i = cursor->at; i < cursor->length; i++) {
        unsigned char byte = (unsigned char)cursor->bytes[i];
        if (byte == '\r') {
            if (i + 1 == cursor->length)
                return 0;
            if (cursor->bytes[i + 1] != '\n')
                return -1;
            *line = (Span){cursor->bytes + cursor->at, i - cursor->at};
            cursor->at = i + 2;
            return 1;
        }
        if ((byte < 0x20 && byte != '\t') || byte == 0x7f)
            return -1;
    }
    return 0;
}

static Span trim(Span span)
{
    assert(span.text);
    while (span.length && (*span.text == ' ' || *span.text == '\t')) {
        span.text++;
        span.length--;
    }
    while (span.length && (span.text[span.length - 1] == ' ' || span.text[span.length - 1] == '\t'))
        span.length--;
    return span;
}

/* ---- the first line ---- */

static HttpMethod method_of(Span name)
{
    static const struct {
        const char *name;
        HttpMethod method;
    } METHODS[] = {
        {"GET", HTTP_GET}, {"HEAD", HTTP_HEAD},     {"POST", HTTP_POST},
        {"PUT", HTTP_PUT}, {"DELETE", HTTP_DELETE}, {"OPTIONS", HTTP_OPTIONS},
    };
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++)
        if (strlen(METHODS[i].name) == name.length &&
            memcmp(METHODS[i].name, name.text, name.length) == 0)
            return METHODS[i].method;
    return HTTP_OTHER;
}

/* uri-host [":" port] of RFC 3986, 3.2.2, without the sub-delims, which no name of a host has. */
static bool is_authority(Span text)
{
    static const char DIGITS[] = "0123456789", HEXADECIMAL[] = "0123456789abcdefABCDEF:.";
    static const char NAME[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%";
    Span host = text, port = {NULL, 0};
    if (text.length && *text.text == '[') {
        const char *end = memchr(text.text, ']', text.length);
        if (!end || end == text.text + 1)
            return false;
        Span inside = {text.text + 1, (size_t)(end - text.text) - 1};
        port = (Span){end + 1, (size_t)(text.text + text.length - end) - 1};
        return is_all(inside, HEXADECIMAL) &&
               (!port.length ||
                (*port.text == ':' && is_all((Span){port.text + 1, port.length - 1}, DIGITS)));
    }
    const char *colon = memchr(text.text, ':', text.length);
    if (colon) {
        host.length = (size_t)(colon - text.text);
        port = (Span){colon + 1, text.length - host.length - 1};
    }
    return is_all(host, NAME) && is_all(port, DIGITS) && port.length <= 5;
}

/* "http://authority/path": RFC 9112, 3.2.2. */
static bool split_absolute(HttpHead *head)
{
    static const char *const SCHEMES[] = {"http://", "https://"};
    Span all = head->target;
    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++) {
        size_t length = strlen(SCHEMES[i]);
        if (all.length <= length || strncasecmp(all.text, SCHEMES[i], length) != 0)
            continue;
        Span rest = {all.text + length, all.length - length};
        size_t end = 0;
        while (end < rest.length && rest.text[end] != '/' && rest.text[end] != '?')
            end++;
        head->host = (Span){rest.text, end};
        head->target = (Span){rest.text + end, rest.length - end};
        return end > 0 && is_authority(head->host);
    }
    return false;
}

static bool is_target(HttpHead *head)
{
    Span target = head->target;
    for (size_t i = 0; i < target.length; i++)
        if ((unsigned char)target.text[i] <= 0x20 || (unsigned char)target.text[i] >= 0x7f ||
            target.text[i] == '#')
            return false;
    if (target.length && target.text[0] == '/')
        return true;
    return head->method == HTTP_OPTIONS && span_is(target, "*") ? true : split_absolute(head);
}

static int parse_version(HttpHead *head, Span version)
{
    static const char DIGITS[] = "0123456789";
    if (version.length != 8 || memcmp(version.text, "HTTP/", 5) != 0 || version.text[6] != '.' ||
        !is_all((Span){version.text + 5, 1}, DIGITS) ||
        !is_all((Span){version.text + 7, 1}, DIGITS))
        return refuse(head, BAD_REQUEST, "The request line cannot be understood.\n");
    head->minor = version.text[7] - '0';
    if (version.text[5] != '1' || head->minor > 1)
        return refuse(head, VERSION_NOT_SUPPORTED, "Only HTTP/1.1 is supported.\n");
    return HTTP_HEAD_WHOLE;
}

static int parse_request_line(HttpHead *head, Span line)
{
    const char *end = line.text + line.length;
    const char *first = memchr(line.text, ' ', line.length);
    const char *second = first ? memchr(first + 1, ' ', (size_t)(end - first) - 1) : NULL;
    if (!second || !is_token((Span){line.text, (size_t)(first - line.text)}))
        return refuse(head, BAD_REQUEST, "The request line cannot be understood.\n");
    int status = parse_version(head, (Span){second + 1, (size_t)(end - second) - 1});
    if (status)
        return status;
    head->method = method_of((Span){line.text, (size_t)(first - line.text)});
    head->target = (Span){first + 1, (size_t)(second - first) - 1};
    if (head->target.length > HTTP_TARGET_MAX)
        return refuse(head, URI_TOO_LONG, "The address is too long.\n");
    return is_target(head) ? HTTP_HEAD_WHOLE
                           : refuse(head, BAD_REQUEST, "The address cannot be understood.\n");
}

/* ---- headers ---- */

static int parse_header(HttpHead *head, Span line)
{
    const char *colon = memchr(line.text, ':', line.length);
    size_t length = colon ? (size_t)(colon - line.text) : 0;
    Span name = {line.text, length};
    /* A space before the colon or at the beginning of the line (a folded one) is no token, either. */
    if (!is_token(name))
        return refuse(head, BAD_REQUEST, "A header cannot be understood.\n");
    if (head->line_count == HTTP_HEADERS_MAX)
        return refuse(head, TOO_LARGE, "There are too many headers.\n");
    Span value = {colon + 1, line.length - length - 1};
    head->lines[head->line_count++] = (HttpLine){name, trim(value)};
    return HTTP_HEAD_WHOLE;
}

static size_t count(const HttpHead *head, const char *name)
{
    size_t found = 0;
    for (size_t i = 0; i < head->line_count; i++)
        found += span_is(head->lines[i].name, name);
    return found;
}

Span http_head_find(const HttpHead *head, const char *name)
{
    for (size_t i = 0; i < head->line_count; i++)
        if (span_is(head->lines[i].name, name))
            return head->lines[i].value;
    return (Span){NULL, 0};
}

static bool lists(Span value, const char *element)
{
    const char *end = value.text + value.length;
    for (const char *at = value.text; at < end;) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        if (!comma)
            comma = end;
        if (span_is(trim((Span){at, (size_t)(comma - at)}), element))
            return true;
        at = comma + 1;
    }
    return false;
}

bool http_head_lists(const HttpHead *head, const char *name, const char *element)
{
    for (size_t i = 0; i < head->line_count; i++)
        if (span_is(head->lines[i].name, name) && lists(head->lines[i].value, element))
            return true;
    return false;
}

static int check_host(HttpHead *head)
{
    size_t hosts = count(head, "host");
    Span host = http_head_find(head, "host");
    if (hosts > 1 || (hosts == 0 && head->minor == 1))
        return refuse(head, BAD_REQUEST, "Exactly one Host header is needed.\n");
    if (hosts && !is_authority(host))
        return refuse(head, BAD_REQUEST, "The Host cannot be understood.\n");
    if (!head->host.text && host.length)
        head->host = host;
    return HTTP_HEAD_WHOLE;
}

/* RFC 9112, 6.3, and of it only what all readers agree about. */
static int check_body(HttpHead *head)
{
    Span length = http_head_find(head, "content-length");
    Span coding = http_head_find(head, "transfer-encoding");
    if (coding.text && (length.text || head->minor == 0))
        return refuse(head, BAD_REQUEST, "The length of the body is not clear.\n");
    if (coding.text && !span_is(coding, "chunked"))
        return refuse(head, NOT_IMPLEMENTED, "The only transfer coding supported is chunked.\n");
    if (coding.text)
        head->body = BODY_CHUNKED;
    if (!length.text)
        return HTTP_HEAD_WHOLE;
    if (length.length == 0 || length.length > HTTP_LENGTH_DIGITS || !is_all(length, "0123456789"))
        return refuse(head, BAD_REQUEST, "The Content-Length cannot be understood.\n");
    head->body = BODY_OF_LENGTH;
    for (size_t i = 0; i < length.length; i++)
        head->length = 10 * head->length + (uint64_t)(length.text[i] - '0');
    return HTTP_HEAD_WHOLE;
}

static int check_connection(HttpHead *head)
{
    Span expect = http_head_find(head, "expect");
    head->keeps_alive = head->minor == 1 && !http_head_lists(head, "connection", "close");
    head->upgrades = head->minor == 1 && http_head_lists(head, "connection", "upgrade") &&
                     http_head_find(head, "upgrade").text;
    if (expect.text && !span_is(expect, "100-continue"))
        return refuse(head, EXPECTATION_FAILED, "That expectation cannot be met.\n");
    head->expects = expect.text && head->minor == 1;
    return HTTP_HEAD_WHOLE;
}

static int check(HttpHead *head)
{
    int status;
    for (size_t i = 0; i < sizeof ONCE / sizeof *ONCE; i++)
        if (count(head, ONCE[i]) > 1)
            return refuse(head, BAD_REQUEST, "A header is repeated.\n");
    if ((status = check_host(head)) || (status = check_body(head)))
        return status;
    return check_connection(head);
}

/* More than a head may have, and its end is not there. */
static int refuse_long(HttpHead *head, bool in_first_line)
{
    return in_first_line ? refuse(head, URI_TOO_LONG, "The address is too long.\n")
                         : refuse(head, TOO_LARGE, "The headers are too long.\n");
}

int http_head_parse(const char *bytes, size_t length, HttpHead *head)
{
    size_t seen = length < HTTP_HEAD_MAX ? length : HTTP_HEAD_MAX;
    Cursor cursor = {bytes, seen, 0};
    Span line;
    int status = HTTP_HEAD_WHOLE, lines = 0;
    *head = (HttpHead){.reason = ""};
    if (seen >= 2 && memcmp(bytes, "\r\n", 2) == 0)
        cursor.at =
            2; /* one empty line in front, as after a form of old browsers (RFC 9112, 2.2) */
    for (;; lines++) {
        int found = next_line(&cursor, &line);
        if (found < 0)
            return refuse(head, BAD_REQUEST, "A request cannot contain such a byte.\n");
        if (found == 0)
            return seen == HTTP_HEAD_MAX ? refuse_long(head, lines == 0) : HTTP_HEAD_UNFINISHED;
        if (lines > 0 && line.length == 0)
            break;
        status = lines == 0 ? parse_request_line(head, line) : parse_header(head, line);
        if (status)
            return status;
    }
    head->size = cursor.at;
    return check(head);
}
