#include "outbound.h"

#include "log.h"
#include "memory.h"
#include "transfer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Outbound {
    OutboundOptions options;
    TransferRules rules; /* the library, too */
    CURLM *multi;        /* NULL until the first request */
    uv_timer_t wake;     /* somebody has asked */
    uv_timer_t timer;    /* libcurl's */
    int open_handles;
    bool has_warned;
    uint64_t numbers;
    Transfer *waiting, **last; /* oldest first */
    Transfer *running;
    size_t waiting_count, running_count;
};

/* A socket of libcurl's that the loop looks at. */
typedef struct {
    uv_poll_t poll;
    Outbound *outbound;
    curl_socket_t socket;
} Watch;

/* ---- lists ---- */

static void add_waiting(Outbound *outbound, Transfer *transfer)
{
    transfer->next = NULL;
    *outbound->last = transfer;
    outbound->last = &transfer->next;
    outbound->waiting_count++;
}

static void take_waiting(Outbound *outbound, Transfer **link)
{
    Transfer *transfer = *link;
    *link = transfer->next;
    if (outbound->last == &transfer->next)
        outbound->last = link;
    outbound->waiting_count--;
}

static void add_running(Outbound *outbound, Transfer *transfer)
{
    transfer->next = outbound->running;
    outbound->running = transfer;
    outbound->running_count++;
}

static void take_running(Outbound *outbound, Transfer *transfer)
{
    Transfer **link = &outbound->running;
    while (*link != transfer)
        link = &(*link)->next;
    *link = transfer->next;
    outbound->running_count--;
}

static bool has_room(const Outbound *outbound, const char *host)
{
    size_t count = 0;
    for (const Transfer *each = outbound->running; each; each = each->next)
        count += strcmp(each->host, host) == 0;
    return outbound->running_count < OUTBOUND_AT_ONCE && count < OUTBOUND_OF_HOST;
}

/* ---- beginning and ending ---- */

/* It is in no list. */
static void tell(Outbound *outbound, Transfer *transfer, const OutboundAnswer *answer)
{
    outbound->options.metrics->outbound_total++;
    outbound->options.metrics->outbound_failures_total += answer->result != OUTBOUND_OK;
    transfer->done(transfer->context, answer);
    transfer_free(transfer);
}

static void refuse(Outbound *outbound, Transfer *transfer, OutboundResult result, const char *words)
{
    tell(outbound, transfer, &(OutboundAnswer){.result = result, .words = words, .body = ""});
}

static uint64_t now(const Outbound *outbound)
{
    return uv_now(outbound->options.loop);
}

/* It has been taken from those that wait. */
static void begin(Outbound *outbound, Transfer *transfer)
{
    uint64_t at = now(outbound);
    if (!transfer->late_at)
        transfer->late_at = at + transfer->request.time_max;
    if (at >= transfer->late_at) {
        refuse(outbound, transfer, OUTBOUND_LATE, "there was no answer in time");
    } else if (!transfer_begin(transfer, (unsigned)(transfer->late_at - at)) ||
               outbound->rules.curl.multi_add_handle(outbound->multi, transfer->easy) != CURLM_OK) {
        refuse(outbound, transfer, OUTBOUND_UNREACHABLE, "there is no memory for it");
    } else {
        add_running(outbound, transfer);
    }
}

static void wake_up(Outbound *outbound);

/* The first one that may begin or be refused; 'result' says which. NULL: none. */
static Transfer **find_next(Outbound *outbound, OutboundResult *result)
{
    if (outbound->running_count >= OUTBOUND_AT_ONCE)
        return NULL;
    for (Transfer **link = &outbound->waiting; *link; link = &(*link)->next) {
        *result = (*link)->host[0] ? OUTBOUND_OK : transfer_look(*link);
        if (*result != OUTBOUND_OK || has_room(outbound, (*link)->host))
            return link;
    }
    return NULL;
}

static void begin_next(Outbound *outbound)
{
    OutboundResult result;
    Transfer **link;
    while ((link = find_next(outbound, &result)) != NULL) {
        Transfer *transfer = *link;
        take_waiting(outbound, link);
        if (result == OUTBOUND_OK)
            begin(outbound, transfer);
        else
            refuse(outbound, transfer, result,
                   result == OUTBOUND_BAD_URL ? "it is no URL of http or https, or for mail of smtp"
                                              : "it leads to a private address");
    }
}

/* Either it is over, or it goes on with the next hop. */
static void end(Outbound *outbound, Transfer *transfer, CURLcode code)
{
    OutboundAnswer answer = transfer_result(transfer, code);
    outbound->rules.curl.multi_remove_handle(outbound->multi, transfer->easy);
    take_running(outbound, transfer);
    if (!transfer_hop(transfer, &answer)) {
        tell(outbound, transfer, &answer);
    } else if (transfer->hops > transfer->request.hops_max) {
        refuse(outbound, transfer, OUTBOUND_REDIRECTED, "it redirects too often");
    } else {
        transfer_end(transfer);
        transfer->host[0] = '\0';
        add_waiting(outbound, transfer);
    }
}

static void look(Outbound *outbound)
{
    const CurlLibrary *curl = &outbound->rules.curl;
    CURLMsg *message;
    int more;
    while ((message = curl->multi_info_read(outbound->multi, &more)) != NULL) {
        char *transfer = NULL;
        if (message->msg != CURLMSG_DONE)
            continue;
        CURLcode code = message->data.result;
        curl->easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        end(outbound, (Transfer *)(void *)transfer, code);
    }
    begin_next(outbound);
}

/* ---- libcurl on the loop ---- */

static void act(Outbound *outbound, curl_socket_t socket, int flags)
{
    int running;
    outbound->rules.curl.multi_socket_action(outbound->multi, socket, flags, &running);
    look(outbound);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    const Watch *watch = poll->data;
    int flags = status < 0 ? CURL_CSELECT_ERR : 0;
    if (events & UV_READABLE)
        flags |= CURL_CSELECT_IN;
    if (events & UV_WRITABLE)
        flags |= CURL_CSELECT_OUT;
    act(watch->outbound, watch->socket, flags);
}

static void on_watch_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static Watch *new_watch(Outbound *outbound, curl_socket_t socket)
{
    Watch *watch = memory_new(sizeof *watch);
    watch->outbound = outbound;
    watch->socket = socket;
    watch->poll.data = watch;
    if (uv_poll_init_socket(outbound->options.loop, &watch->poll, socket) != 0) {
        free(watch);
        return NULL;
    }
    outbound->rules.curl.multi_assign(outbound->multi, socket, watch);
    return watch;
}

static int on_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known)
{
    Outbound *outbound = context;
    Watch *watch = known;
    int events = (what & CURL_POLL_IN ? UV_READABLE : 0) | (what & CURL_POLL_OUT ? UV_WRITABLE : 0);
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        if (!watch)
            return 0;
        uv_poll_stop(&watch->poll);
        outbound->rules.curl.multi_assign(outbound->multi, socket, NULL);
        uv_close((uv_handle_t *)&watch->poll, on_watch_closed);
        return 0;
    }
    if (!watch)
        watch = new_watch(outbound, socket);
    return watch && uv_poll_start(&watch->poll, events, on_poll) == 0 ? 0 : -1;
}

static void on_timer(uv_timer_t *timer)
{
    act(timer->data, CURL_SOCKET_TIMEOUT, 0);
}

static int on_wait(CURLM *multi, long ms, void *context)
{
    Outbound *outbound = context;
    (void)multi;
    if (ms < 0)
        uv_timer_stop(&outbound->timer);
    else
        uv_timer_start(&outbound->timer, on_timer, (uint64_t)ms, 0);
    return 0;
}

static bool open_multi(Outbound *outbound)
{
    const CurlLibrary *curl = &outbound->rules.curl;
    if (outbound->multi)
        return true;
    if (!curl->handle && !curl_library_open(&outbound->rules.curl))
        return false;
    outbound->multi = curl->multi_init();
    if (!outbound->multi)
        return false;
    curl->multi_setopt(outbound->multi, CURLMOPT_SOCKETFUNCTION, (curl_socket_callback)on_socket);
    curl->multi_setopt(outbound->multi, CURLMOPT_SOCKETDATA, outbound);
    curl->multi_setopt(outbound->multi, CURLMOPT_TIMERFUNCTION, (curl_multi_timer_callback)on_wait);
    curl->multi_setopt(outbound->multi, CURLMOPT_TIMERDATA, outbound);
    curl->multi_setopt(outbound->multi, CURLMOPT_MAXCONNECTS, (long)OUTBOUND_AT_ONCE);
    return true;
}

/* ---- asking ---- */

static void refuse_waiting(Outbound *outbound, OutboundResult result, const char *words)
{
    for (size_t count = outbound->waiting_count; count > 0 && outbound->waiting; count--) {
        Transfer *transfer = outbound->waiting;
        take_waiting(outbound, &outbound->waiting);
        refuse(outbound, transfer, result, words);
    }
    if (outbound->waiting) /* asked for meanwhile */
        wake_up(outbound);
}

static void on_wake(uv_timer_t *timer)
{
    Outbound *outbound = timer->data;
    if (outbound->options.is_off) {
        refuse_waiting(outbound, OUTBOUND_OFF, "--outbound is off");
    } else if (!open_multi(outbound)) {
        if (!outbound->has_warned)
            log_warning("nothing can be sent to others: libcurl is missing; install libcurl4");
        outbound->has_warned = true;
        refuse_waiting(outbound, OUTBOUND_NO_LIBRARY, "libcurl is missing");
    } else {
        begin_next(outbound);
    }
}

static void wake_up(Outbound *outbound)
{
    if (!uv_is_active((uv_handle_t *)&outbound->wake))
        uv_timer_start(&outbound->wake, on_wake, 0, 0);
}

uint64_t outbound_ask(Outbound *outbound, const OutboundRequest *request, OutboundDone done,
                      void *context)
{
    if (outbound->waiting_count >= OUTBOUND_WAITING_MAX)
        return 0;
    Transfer *transfer = transfer_new(&outbound->rules, request, done, context);
    transfer->number = ++outbound->numbers;
    add_waiting(outbound, transfer);
    wake_up(outbound);
    return transfer->number;
}

void outbound_cancel(Outbound *outbound, uint64_t number)
{
    for (Transfer **link = &outbound->waiting; *link; link = &(*link)->next) {
        Transfer *transfer = *link;
        if (transfer->number != number)
            continue;
        take_waiting(outbound, link);
        transfer_free(transfer);
        return;
    }
    for (Transfer *transfer = outbound->running; transfer; transfer = transfer->next) {
        if (transfer->number != number)
            continue;
        outbound->rules.curl.multi_remove_handle(outbound->multi, transfer->easy);
        take_running(outbound, transfer);
        transfer_free(transfer);
        wake_up(outbound);
        return;
    }
}

size_t outbound_count(const Outbound *outbound)
{
    return outbound->waiting_count + outbound->running_count;
}

/* ---- opening and closing ---- */

static char *copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

Outbound *outbound_new(const OutboundOptions *options)
{
    Outbound *outbound = memory_new(sizeof *outbound);
    TransferRules *rules = &outbound->rules;
    outbound->options = *options;
    rules->agent = copy(options->agent);
    rules->proxy = copy(options->proxy);
    rules->authorities = copy(options->authorities);
    if (options->allowed)
        rules->allowed = *options->allowed;
    outbound->last = &outbound->waiting;
    outbound->open_handles = 2;
    uv_timer_init(options->loop, &outbound->wake);
    uv_timer_init(options->loop, &outbound->timer);
    outbound->wake.data = outbound->timer.data = outbound;
    return outbound;
}

static void on_handle_closed(uv_handle_t *handle)
{
    Outbound *outbound = handle->data;
    if (--outbound->open_handles > 0)
        return;
    free(outbound->rules.agent);
    free(outbound->rules.proxy);
    free(outbound->rules.authorities);
    free(outbound);
}

void outbound_close(Outbound *outbound)
{
    while (outbound->waiting)
        outbound_cancel(outbound, outbound->waiting->number);
    while (outbound->running)
        outbound_cancel(outbound, outbound->running->number);
    if (outbound->multi)
        outbound->rules.curl.multi_cleanup(outbound->multi);
    curl_library_close(&outbound->rules.curl);
    uv_close((uv_handle_t *)&outbound->wake, on_handle_closed);
    uv_close((uv_handle_t *)&outbound->timer, on_handle_closed);
}
