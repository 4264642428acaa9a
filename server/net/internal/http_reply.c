#include "http_reply.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct {
    char *text;
    size_t length; /* HTTP_REPLY_MAX when it did not fit */
} Output;

bool http_reply_is_plain(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if (*at < ' ' || *at == 0x7f)
            return false;
    return true;
}

/* A line that is not plain is left out, whatever it says: what came from outside may have got into it. */
__attribute__((format(printf, 2, 3))) static void line(Output *out, const char *format, ...)
{
    static const char END[] = "\r\n";
    va_list arguments;
    size_t room = HTTP_REPLY_MAX - out->length;
    char *at = out->text + out->length;
    va_start(arguments, format);
    int length = vsnprintf(at, room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length + sizeof END > room) {
        out->length = HTTP_REPLY_MAX;
    } else if (http_reply_is_plain(at)) {
        memcpy(at + length, END, sizeof END);
        out->length += (size_t)length + sizeof END - 1;
    }
}

static void header(Output *out, const char *name, const char *value)
{
    if (value)
        line(out, "%s %s", name, value);
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
    line(out, "date: %.3s, %02d %.3s %d %02d:%02d:%02d GMT", DAYS + 3 * utc.tm_wday, utc.tm_mday,
         MONTHS + 3 * utc.tm_mon, utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

static void print_optional(Output *out, const HttpAnswer *answer)
{
    if (answer->etag) /* weak: the compressed forms share it (RFC 9110, 8.8.3.3) */
        line(out, "etag: W/%s", answer->etag);
    if (answer->file && !strpbrk(answer->file, "\"\\"))
        line(out, "content-disposition: attachment; filename=\"%s\"", answer->file);
    if (answer->status == 426) { /* RFC 6455, 4.4 */
        header(out, "upgrade:", "websocket");
        header(out, "sec-websocket-version:", "13");
    }
    if (answer->retry_after)
        line(out, "retry-after: %d", answer->retry_after);
    if (answer->cors)
        header(out, "access-control-allow-origin:", "*");
    if (answer->cors && answer->status == 204) { /* the answer to a script's OPTIONS */
        header(out, "access-control-allow-methods:", "GET, POST, PUT, DELETE, OPTIONS");
        header(out, "access-control-allow-headers:", "Authorization, Content-Type");
        header(out, "access-control-max-age:", "86400");
    }
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
            line(out, "%s %s%s", each->name, each->value, ancestors);
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
        line(out, "content-length: %zu", answer->length);
}

size_t http_reply_print(const HttpAnswer *answer, ReplyFraming framing, bool ending, int64_t wall,
                        char text[HTTP_REPLY_MAX])
{
    Output out = {text, 0};
    line(&out, "HTTP/1.1 %d %s", answer->status, phrase(answer->status));
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
    line(&out, "%s", "");
    return out.length == HTTP_REPLY_MAX ? 0 : out.length;
}
