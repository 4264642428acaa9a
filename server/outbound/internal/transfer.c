#include "transfer.h"

#include "memory.h"
#include "public_address.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- making and freeing ---- */

static char **copy_headers(const char *const *headers)
{
    size_t count = 0;
    while (headers && headers[count])
        count++;
    char **copy = memory_array(count + 1, sizeof *copy);
    for (size_t i = 0; i < count; i++)
        copy[i] = strdup(headers[i]);
    return copy;
}

Transfer *transfer_new(const OutboundRequest *request, OutboundDone done, void *context)
{
    assert(request->body_length <= OUTBOUND_BODY_MAX && request->hops_max <= OUTBOUND_HOPS_MAX);
    assert(request->answer_max <= OUTBOUND_ANSWER_MAX && request->time_max <= OUTBOUND_TIME_MAX);
    Transfer *transfer = memory_new(sizeof *transfer);
    transfer->done = done;
    transfer->context = context;
    transfer->request = *request;
    transfer->request.url = strdup(request->url);
    transfer->request.person = request->person ? strdup(request->person) : NULL;
    transfer->headers = copy_headers(request->headers);
    char *body = memory_new(request->body_length + 1);
    if (request->body_length)
        memcpy(body, request->body, request->body_length);
    transfer->request.body = body;
    transfer->mail = (MailBody){.bytes = body, .length = request->body_length};
    mail_copy(&transfer->request.mail);
    return transfer;
}

void transfer_end(Transfer *transfer)
{
    if (transfer->easy)
        transfer->rules->curl.easy_cleanup(transfer->easy);
    if (transfer->lines)
        transfer->rules->curl.slist_free_all(transfer->lines);
    free(transfer->answer);
    transfer->easy = NULL;
    transfer->lines = NULL;
    transfer->answer = NULL;
    transfer->length = transfer->capacity = transfer->header_bytes = 0;
    transfer->is_forbidden = transfer->is_too_large = false;
}

/* Bodies and headers may hold secrets. */
static void forget(char *text, size_t length)
{
    memory_wipe(text, length);
    free(text);
}

void transfer_free(Transfer *transfer)
{
    transfer_end(transfer);
    for (char **header = transfer->headers; *header; header++)
        forget(*header, strlen(*header));
    free(transfer->headers);
    forget((char *)(uintptr_t)transfer->request.body, transfer->request.body_length);
    free((char *)(uintptr_t)transfer->request.url);
    free((char *)(uintptr_t)transfer->request.person);
    mail_forget(&transfer->request.mail);
    free(transfer);
}

bool transfer_is_for(const Transfer *transfer, const char *person)
{
    return transfer->request.person && strcmp(transfer->request.person, person) == 0;
}

/* ---- where it may lead ---- */

static bool may_reach(const Transfer *transfer, const Address *address)
{
    bool is_named = transfer->request.is_named && transfer->hops == 0;
    return is_named || address_is_public(address) ||
           address_blocks_have(&transfer->rules->allowed, address);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), rest = strlen(end);
    return length >= rest && strcasecmp(text + length - rest, end) == 0;
}

/* An address that is written in the URL, as libcurl reads it; with the brackets of IPv6 and without. */
static bool parse_host(const char *host, Address *address)
{
    size_t length = strlen(host);
    bool has_brackets = length > 2 && host[0] == '[' && host[length - 1] == ']';
    return has_brackets ? address_parse(host + 1, length - 2, address)
                        : address_parse(host, length, address);
}

/* Addresses that are not public are reached without the proxy, which is for the internet; and names of this machine never
 * by one, whose machine is another. */
static OutboundResult choose_way(Transfer *transfer, const char *host)
{
    Address address;
    bool is_address = parse_host(host, &address);
    bool is_here = strcasecmp(host, "localhost") == 0 || ends_with(host, ".localhost");
    if (is_address && !may_reach(transfer, &address))
        return OUTBOUND_FORBIDDEN;
    transfer->by_proxy = transfer->rules->proxy && transfer->request.method != OUTBOUND_MAIL &&
                         !is_here && (!is_address || address_is_public(&address));
    return OUTBOUND_OK;
}

/* Of a name that ends with a dot, which is the same one, without it. */
static void note_host(Transfer *transfer, const char *host)
{
    size_t length = strlen(host);
    length -= length > 1 && host[length - 1] == '.';
    if (length >= sizeof transfer->host)
        length = sizeof transfer->host - 1;
    for (size_t i = 0; i < length; i++)
        transfer->host[i] = (char)tolower((unsigned char)host[i]);
    transfer->host[length] = '\0';
}

OutboundResult transfer_look(Transfer *transfer)
{
    const CurlLibrary *curl = &transfer->rules->curl;
    const char *url = transfer->request.url;
    char *host = NULL;
    OutboundResult result = OUTBOUND_BAD_URL;
    bool is_good = transfer->request.method == OUTBOUND_MAIL
                       ? outbound_mail_url_is_good(url, strlen(url))
                       : outbound_url_is_good(url, strlen(url));
    CURLU *parts = is_good ? curl->url() : NULL;
    if (parts && curl->url_set(parts, CURLUPART_URL, url, CURLU_DISALLOW_USER) == CURLUE_OK &&
        curl->url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK) {
        note_host(transfer, host);
        result = transfer->hops > 0 && !outbound_url_has_web_port(url) ? OUTBOUND_FORBIDDEN
                                                                       : choose_way(transfer, host);
    }
    curl->free(host);
    if (parts)
        curl->url_cleanup(parts);
    return result;
}

/* Every connection is opened by this, whatever name led to the address. The proxy's own address is the operator's
 * choice, and nothing else is connected to when there is one. */
static curl_socket_t on_open(void *context, curlsocktype purpose, struct curl_sockaddr *to)
{
    Transfer *transfer = context;
    Address address;
    (void)purpose;
    if (!address_of_socket(&to->addr, &address))
        return CURL_SOCKET_BAD;
    if (!transfer->by_proxy && !may_reach(transfer, &address)) {
        transfer->is_forbidden = true;
        return CURL_SOCKET_BAD;
    }
    int type = to->socktype | SOCK_CLOEXEC | SOCK_NONBLOCK;
    return sockets_add(transfer->rules->sockets, socket(to->family, type, to->protocol));
}

/* The connection may have outlived its transfer. */
static int on_close(void *context, curl_socket_t file)
{
    sockets_close(context, file);
    return 0;
}

/* ---- the answer ---- */

static size_t on_body(char *bytes, size_t size, size_t count, void *context)
{
    Transfer *transfer = context;
    size_t length = size * count;
    if (length > transfer->request.answer_max - transfer->length) {
        transfer->is_too_large = true;
        return 0;
    }
    if (transfer->length + length + 1 > transfer->capacity) {
        transfer->capacity = 2 * (transfer->length + length + 1);
        transfer->answer = memory_resize(transfer->answer, transfer->capacity, 1);
    }
    memcpy(transfer->answer + transfer->length, bytes, length);
    transfer->length += length;
    transfer->answer[transfer->length] = '\0';
    return length;
}

static size_t on_header(char *bytes, size_t size, size_t count, void *context)
{
    Transfer *transfer = context;
    (void)bytes;
    transfer->header_bytes += size * count;
    transfer->is_too_large = transfer->header_bytes > OUTBOUND_HEADERS_MAX;
    return transfer->is_too_large ? 0 : size * count;
}

static OutboundResult result_of(const Transfer *transfer, CURLcode code)
{
    if (code == CURLE_OK)
        return OUTBOUND_OK;
    if (transfer->is_forbidden && code == CURLE_COULDNT_CONNECT)
        return OUTBOUND_FORBIDDEN;
    if (transfer->is_too_large)
        return OUTBOUND_TOO_LARGE;
    return code == CURLE_OPERATION_TIMEDOUT ? OUTBOUND_LATE : OUTBOUND_UNREACHABLE;
}

static const char *words_of(const Transfer *transfer, OutboundResult result, CURLcode code)
{
    switch (result) {
    case OUTBOUND_OK: return "";
    case OUTBOUND_FORBIDDEN: return "it leads to a private address or port";
    case OUTBOUND_TOO_LARGE: return "the answer is too large";
    default:
        return transfer->words[0] ? transfer->words : transfer->rules->curl.easy_strerror(code);
    }
}

OutboundAnswer transfer_result(Transfer *transfer, CURLcode code)
{
    long status = 0;
    OutboundAnswer answer = {.result = result_of(transfer, code), .body = "", .source = transfer};
    for (char *at = transfer->words; *at; at++) /* it may quote what came from outside */
        if (*at < ' ' || *at > '~')
            *at = '?';
    answer.words = words_of(transfer, answer.result, code);
    if (answer.result != OUTBOUND_OK && transfer->request.method != OUTBOUND_MAIL)
        return answer;
    transfer->rules->curl.easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    answer.status = (int)status;
    if (transfer->answer)
        answer.body = transfer->answer;
    answer.length = transfer->length;
    return answer;
}

const char *outbound_header(const OutboundAnswer *answer, const char *name)
{
    const Transfer *transfer = answer->source;
    struct curl_header *header = NULL;
    if (!transfer || !transfer->easy ||
        transfer->rules->curl.easy_header(transfer->easy, name, 0, CURLH_HEADER, -1, &header) !=
            CURLHE_OK)
        return NULL;
    return header->value;
}

bool transfer_hop(Transfer *transfer, const OutboundAnswer *answer)
{
    char *to = NULL;
    if (answer->result != OUTBOUND_OK || transfer->request.hops_max == 0 ||
        transfer->request.method != OUTBOUND_GET)
        return false;
    transfer->rules->curl.easy_getinfo(transfer->easy, CURLINFO_REDIRECT_URL, &to);
    if (!to)
        return false;
    to = strdup(to);
    free((char *)(uintptr_t)transfer->request.url);
    transfer->request.url = to;
    transfer->hops++;
    return true;
}

/* ---- the handle ---- */

static bool add_lines(Transfer *transfer)
{
    for (char **header = transfer->headers; *header; header++) {
        struct curl_slist *longer = transfer->rules->curl.slist_append(transfer->lines, *header);
        if (!longer)
            return false;
        transfer->lines = longer;
    }
    return true;
}

static void set_rules(const Transfer *transfer)
{
    const TransferRules *rules = transfer->rules;
    CURLcode (*set)(CURL *, CURLoption, ...) = rules->curl.easy_setopt;
    CURL *easy = transfer->easy;
    /* "" keeps libcurl from looking into the environment. */
    set(easy, CURLOPT_PROXY, transfer->by_proxy ? rules->proxy : "");
    set(easy, CURLOPT_NOPROXY, "");
    set(easy, CURLOPT_USERAGENT, rules->agent);
    if (rules->authorities)
        set(easy, CURLOPT_CAINFO, rules->authorities);
    set(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    set(easy, CURLOPT_PROTOCOLS_STR,
        transfer->request.method == OUTBOUND_MAIL ? "smtp,smtps" : "http,https");
    set(easy, CURLOPT_FOLLOWLOCATION, 0L);
    set(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    set(easy, CURLOPT_NOSIGNAL, 1L);
    set(easy, CURLOPT_QUICK_EXIT, 1L); /* a name that is still looked up is not waited for */
    /* A connection to where only the operator may lead is not left for others. */
    set(easy, CURLOPT_FORBID_REUSE, (long)transfer->request.is_named);
    set(easy, CURLOPT_FRESH_CONNECT, (long)transfer->request.is_named);
}

static void set_request(const Transfer *transfer)
{
    CURLcode (*set)(CURL *, CURLoption, ...) = transfer->rules->curl.easy_setopt;
    CURL *easy = transfer->easy;
    set(easy, CURLOPT_URL, transfer->request.url);
    set(easy, CURLOPT_HTTPHEADER, transfer->lines);
    if (transfer->request.method == OUTBOUND_POST) {
        set(easy, CURLOPT_POST, 1L);
        set(easy, CURLOPT_POSTFIELDS, transfer->request.body);
        set(easy, CURLOPT_POSTFIELDSIZE, (long)transfer->request.body_length);
    }
}

static void set_callbacks(Transfer *transfer)
{
    CURLcode (*set)(CURL *, CURLoption, ...) = transfer->rules->curl.easy_setopt;
    CURL *easy = transfer->easy;
    set(easy, CURLOPT_PRIVATE, transfer);
    set(easy, CURLOPT_ERRORBUFFER, transfer->words);
    set(easy, CURLOPT_OPENSOCKETFUNCTION, (curl_opensocket_callback)on_open);
    set(easy, CURLOPT_OPENSOCKETDATA, transfer);
    set(easy, CURLOPT_CLOSESOCKETFUNCTION, (curl_closesocket_callback)on_close);
    set(easy, CURLOPT_CLOSESOCKETDATA, transfer->rules->sockets);
    set(easy, CURLOPT_WRITEFUNCTION, (curl_write_callback)on_body);
    set(easy, CURLOPT_WRITEDATA, transfer);
    set(easy, CURLOPT_HEADERFUNCTION, (curl_write_callback)on_header);
    set(easy, CURLOPT_HEADERDATA, transfer);
}

bool transfer_begin(Transfer *transfer, unsigned time)
{
    CURLcode (*set)(CURL *, CURLoption, ...) = transfer->rules->curl.easy_setopt;
    unsigned connect = time < OUTBOUND_CONNECT_TIME ? time : OUTBOUND_CONNECT_TIME;
    transfer->easy = transfer->rules->curl.easy_init();
    transfer->words[0] = '\0';
    if (!transfer->easy || !add_lines(transfer))
        return false;
    set_rules(transfer);
    if (transfer->request.method != OUTBOUND_MAIL)
        set_request(transfer);
    else if (!mail_transfer_set(&transfer->rules->curl, transfer->easy, transfer->request.url,
                                &transfer->request.mail, &transfer->mail, &transfer->lines))
        return false;
    set_callbacks(transfer);
    set(transfer->easy, CURLOPT_TIMEOUT_MS, (long)time);
    set(transfer->easy, CURLOPT_CONNECTTIMEOUT_MS, (long)connect);
    return true;
}
