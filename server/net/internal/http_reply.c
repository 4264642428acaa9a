#include "http_reply.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct {
    char *text;
    size_t length; /* HTTP_REPLY_MAX when it did not fit */
} Output;

__attribute__((format(printf, 2, 3))) static void print(Output *out, const char *format, ...)
{
    va_list arguments;
    size_t room = HTTP_REPLY_MAX - out->length;
    va_start(arguments, format);
    int length = vsnprintf(out->text + out->length, room, format, arguments);
    va_end(arguments);
    out->length =
        length < 0 || (size_t)length >= room ? HTTP_REPLY_MAX : out->length + (size_t)length;
}

static void header(Output *out, const char *name, const char *value)
{
    if (value)
        print(out, "%s %s\r\n", name, value);
}

static const char *phrase(int status)
{
    static const struct {
        int status;
        const char *phrase;
    } PHRASES[] = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {303, "See Other"},
        {304, "Not Modified"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {421, "Misdirected Request"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof PHRASES / sizeof *PHRASES; i++)
        if (PHRASES[i].status == status)
            return PHRASES[i].phrase;
    return "";
}

bool http_reply_has_body(int status)
{
    return status >= 200 && status != 204 && status != 304;
}

/* RFC 9110, 5.6.7, in English whatever the locale. */
static void print_date(Output *out, int64_t wall)
{
    static const char DAYS[] = "SunMonTueWedThuFriSat";
    static const char MONTHS[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    struct tm utc;
    time_t seconds = (time_t)(wall / 1000);
    if (!gmtime_r(&seconds, &utc))
        return;
    print(out, "date: %.3s, %02d %.3s %d %02d:%02d:%02d GMT\r\n", DAYS + 3 * utc.tm_wday,
          utc.tm_mday, MONTHS + 3 * utc.tm_mon, utc.tm_year + 1900, utc.tm_hour, utc.tm_min,
          utc.tm_sec);
}

static void print_optional(Output *out, const HttpAnswer *answer)
{
    if (answer->etag) /* weak: the compressed forms share it (RFC 9110, 8.8.3.3) */
        print(out, "etag: W/%s\r\n", answer->etag);
    if (answer->file)
        print(out, "content-disposition: attachment; filename=\"%s\"\r\n", answer->file);
    if (answer->status == 426) /* RFC 6455, 4.4 */
        print(out, "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    if (answer->retry_after)
        print(out, "retry-after: %d\r\n", answer->retry_after);
    if (answer->cors)
        print(out, "access-control-allow-origin: *\r\n");
    if (answer->cors && answer->status == 204) /* the answer to a script's OPTIONS */
        print(out, "access-control-allow-methods: GET, POST, PUT, DELETE, OPTIONS\r\n"
                   "access-control-allow-headers: Authorization, Content-Type\r\n"
                   "access-control-max-age: 86400\r\n");
}

static void print_security(Output *out, const HttpAnswer *answer)
{
    static const char POLICY[] = "content-security-policy:";
    static const char SHARED[] = "cross-origin-resource-policy:";
    bool is_open = answer->shared || answer->frame_ancestors;
    const char *ancestors = answer->frame_ancestors ? answer->frame_ancestors : "'none'";
    for (const HttpHeader *each = HTTP_SECURITY; each->name; each++) {
        if (strcmp(each->name, POLICY) == 0 && answer->policy)
            header(out, POLICY, answer->policy);
        else if (strcmp(each->name, POLICY) == 0)
            print(out, "%s %s%s\r\n", each->name, each->value, ancestors);
        else
            header(out, each->name,
                   is_open && strcmp(each->name, SHARED) == 0 ? "cross-origin" : each->value);
    }
}

/* A proxy in front is asked not to collect the pieces of a stream (nginx). */
static void print_framing(Output *out, const HttpAnswer *answer, ReplyFraming framing)
{
    if (framing == REPLY_CHUNKED)
        header(out, "transfer-encoding:", "chunked");
    if (framing != REPLY_LENGTH)
        header(out, "x-accel-buffering:", "no");
    else if (http_reply_has_body(answer->status))
        print(out, "content-length: %zu\r\n", answer->length);
}

size_t http_reply_print(const HttpAnswer *answer, ReplyFraming framing, bool ending, int64_t wall,
                        char text[HTTP_REPLY_MAX])
{
    Output out = {text, 0};
    print(&out, "HTTP/1.1 %d %s\r\n", answer->status, phrase(answer->status));
    header(&out, "server:", "castled");
    print_date(&out, wall);
    header(&out, "content-type:", answer->type);
    header(&out, "content-encoding:", answer->encoding);
    header(&out, "cache-control:", answer->cache);
    header(&out, "allow:", answer->allow);
    header(&out, "location:", answer->location);
    header(&out, "x-request-id:", answer->request_id);
    header(&out, "set-cookie:", answer->cookie);
    header(&out, "set-cookie:", answer->old_cookie);
    header(&out, "set-cookie:", answer->device);
    header(&out, "vary:", answer->vary ? "accept-encoding" : NULL);
    header(&out, "connection:", ending ? "close" : NULL);
    print_optional(&out, answer);
    print_security(&out, answer);
    print_framing(&out, answer, framing);
    print(&out, "\r\n");
    return out.length == HTTP_REPLY_MAX ? 0 : out.length;
}
