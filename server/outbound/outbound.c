#include "outbound.h"

#include "log.h"
#include "memory.h"
#include "sender.h"

#include <stdlib.h>
#include <string.h>

typedef enum { FOR_WEB, FOR_MAIL, SENDER_COUNT } SenderKind;

struct Outbound {
    OutboundOptions options;
    TransferRules rules; /* without the library */
    char *agent, *proxy, *authorities;
    Sender *sender[SENDER_COUNT]; /* NULL until the first request */
    uv_async_t finished;          /* keeps the loop running while requests do */
    bool has_warned;
    uint64_t numbers;
    Transfer *all; /* newest first */
    size_t count;
};

/* ---- the list of all ---- */

static void add(Outbound *outbound, Transfer *transfer)
{
    transfer->other = outbound->all;
    outbound->all = transfer;
    outbound->count++;
    uv_ref((uv_handle_t *)&outbound->finished);
}

static void take(Outbound *outbound, Transfer *transfer)
{
    Transfer **link = &outbound->all;
    while (*link != transfer)
        link = &(*link)->other;
    *link = transfer->other;
    if (--outbound->count == 0)
        uv_unref((uv_handle_t *)&outbound->finished);
}

static Transfer *find(const Outbound *outbound, uint64_t number)
{
    Transfer *transfer = outbound->all;
    while (transfer && transfer->number != number)
        transfer = transfer->other;
    return transfer;
}

/* ---- asking ---- */

static void warn(Outbound *outbound)
{
    if (!outbound->has_warned)
        log_warning("nothing can be sent to others: libcurl is missing; install libcurl4");
    outbound->has_warned = true;
}

static void tell(Outbound *outbound, const Transfer *transfer)
{
    const OutboundAnswer *answer = &transfer->outcome;
    if (answer->result == OUTBOUND_NO_LIBRARY)
        warn(outbound);
    outbound->options.metrics->outbound_total++;
    outbound->options.metrics->outbound_failures_total += answer->result != OUTBOUND_OK;
    transfer->done(transfer->context, answer);
}

static void on_finished(uv_async_t *async)
{
    Outbound *outbound = async->data;
    for (int kind = 0; kind < SENDER_COUNT; kind++) {
        Transfer *next = outbound->sender[kind] ? sender_take(outbound->sender[kind]) : NULL;
        for (Transfer *transfer = next; transfer; transfer = next) {
            next = transfer->next;
            if (!transfer->is_cancelled) {
                take(outbound, transfer);
                tell(outbound, transfer);
            }
            transfer_free(transfer);
        }
    }
}

static void finished(void *context)
{
    Outbound *outbound = context;
    uv_async_send(&outbound->finished);
}

static Sender *sender_for(Outbound *outbound, OutboundMethod method)
{
    SenderKind kind = method == OUTBOUND_MAIL ? FOR_MAIL : FOR_WEB;
    if (!outbound->sender[kind])
        outbound->sender[kind] = sender_start(&outbound->rules, finished, outbound);
    return outbound->sender[kind];
}

static bool has_room(const Outbound *outbound, const OutboundRequest *request)
{
    size_t of_people = 0, of_person = 0;
    if (outbound->count >= OUTBOUND_MAX)
        return false;
    if (!request->person)
        return true;
    for (const Transfer *each = outbound->all; each; each = each->other) {
        of_people += each->request.person != NULL;
        of_person += transfer_is_for(each, request->person);
    }
    return of_people < OUTBOUND_MAX_OF_PEOPLE && of_person < OUTBOUND_MAX_OF_PERSON;
}

uint64_t outbound_ask(Outbound *outbound, const OutboundRequest *request, OutboundDone done,
                      void *context)
{
    Sender *sender = has_room(outbound, request) ? sender_for(outbound, request->method) : NULL;
    if (!sender)
        return 0;
    Transfer *transfer = transfer_new(request, done, context);
    uint64_t number = transfer->number = ++outbound->numbers;
    add(outbound, transfer);
    sender_put(sender, transfer);
    return number;
}

void outbound_cancel(Outbound *outbound, uint64_t number)
{
    Transfer *transfer = find(outbound, number);
    if (!transfer)
        return;
    take(outbound, transfer);
    sender_cancel(sender_for(outbound, transfer->request.method), transfer);
}

size_t outbound_count(const Outbound *outbound)
{
    return outbound->count;
}

/* ---- opening and closing ---- */

static char *copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

Outbound *outbound_new(const OutboundOptions *options)
{
    Outbound *outbound = memory_new(sizeof *outbound);
    outbound->options = *options;
    outbound->agent = copy(options->agent);
    outbound->proxy = copy(options->proxy);
    outbound->authorities = copy(options->authorities);
    outbound->rules = (TransferRules){.is_off = options->is_off,
                                      .agent = outbound->agent,
                                      .proxy = outbound->proxy,
                                      .authorities = outbound->authorities};
    if (options->allowed)
        outbound->rules.allowed = *options->allowed;
    uv_async_init(options->loop, &outbound->finished, on_finished);
    uv_unref((uv_handle_t *)&outbound->finished);
    outbound->finished.data = outbound;
    return outbound;
}

static void on_closed(uv_handle_t *handle)
{
    Outbound *outbound = handle->data;
    free(outbound->agent);
    free(outbound->proxy);
    free(outbound->authorities);
    free(outbound);
}

void outbound_close(Outbound *outbound)
{
    for (int kind = 0; kind < SENDER_COUNT; kind++) {
        Transfer *next = sender_stop(outbound->sender[kind]);
        for (Transfer *transfer = next; transfer; transfer = next) {
            next = transfer->next;
            transfer_free(transfer);
        }
    }
    uv_close((uv_handle_t *)&outbound->finished, on_closed);
}
