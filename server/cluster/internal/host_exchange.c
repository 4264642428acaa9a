#include "busy.h"
#include "host_state.h"

#include "log.h"
#include "log_path.h"
#include "memory.h"

#include <stdlib.h>

static ExchangeId exchange_id(const HostExchange *exchange)
{
    return exchange->slot | NET_ELSEWHERE;
}

static HostExchange *add(HostLink *link, const Word *word, uint64_t address)
{
    Host *host = link->host;
    HostExchange *exchange = memory_new(sizeof *exchange);
    bool is_handshake = word->kind == WORD_HANDSHAKE;
    *exchange = (HostExchange){.link = link,
                               .id = word->id,
                               .whose = address,
                               .is_handshake = is_handshake,
                               .is_api = !is_handshake && busy_is_api(&word->request.request),
                               .after = link->first_exchange};
    exchange->slot = slot_table_add(&host->exchanges, exchange);
    if (exchange->after)
        exchange->after->before = exchange;
    link->first_exchange = exchange;
    id_table_put(&link->exchanges, word->id, exchange);
    return exchange;
}

static void drop(HostExchange *exchange)
{
    HostLink *link = exchange->link;
    *(exchange->before ? &exchange->before->after : &link->first_exchange) = exchange->after;
    if (exchange->after)
        exchange->after->before = exchange->before;
    id_table_remove(&link->exchanges, exchange->id);
    slot_table_remove(&link->host->exchanges, exchange->slot);
    free(exchange);
}

void host_exchange_end(HostExchange *exchange, bool tells)
{
    StreamHooks hooks = exchange->hooks;
    bool was_streaming = exchange->is_streaming;
    drop(exchange);
    if (was_streaming && tells)
        hooks.gone(hooks.context);
}

/* ---- what the owner answers ---- */

static HostExchange *find(const Host *host, ExchangeId id)
{
    return slot_table_find(&host->exchanges, id & ~NET_ELSEWHERE);
}

/* One whose answer has not begun. */
static HostExchange *find_asked(const Host *host, ExchangeId id, bool is_handshake)
{
    HostExchange *exchange = find(host, id);
    return exchange && !exchange->is_streaming && exchange->is_handshake == is_handshake ? exchange
                                                                                         : NULL;
}

static HostExchange *find_stream(const Host *host, ExchangeId id)
{
    HostExchange *exchange = find(host, id);
    return exchange && exchange->is_streaming ? exchange : NULL;
}

static void admit(void *context, ExchangeId id, int status, const NetArrival *arrival)
{
    HostExchange *exchange = find_asked(context, id, true);
    if (!exchange)
        return;
    Word word = {.kind = WORD_ADMIT, .id = exchange->id, .admit = {.status = status}};
    if (!status)
        word.admit.arrival = *arrival;
    host_tell(exchange->link, exchange->whose, &word);
    memory_wipe(&word, sizeof word);
    drop(exchange);
}

static HostTold tell_answer(HostLink *link, uint64_t id, uint64_t whose, const HttpAnswer *answer)
{
    return host_tell(link, whose, &(Word){.kind = WORD_ANSWER, .id = id, .answer = *answer});
}

static void tell_busy(HostLink *link, uint64_t id, uint64_t whose, Busy busy, bool is_api)
{
    HttpAnswer answer;
    busy_answer(busy, is_api, HOST_RETRY_AFTER, &answer);
    tell_answer(link, id, whose, &answer);
}

static void answer_exchange(void *context, ExchangeId id, const HttpAnswer *answer)
{
    HostExchange *exchange = find_asked(context, id, false);
    if (!exchange)
        return;
    HostTold told = tell_answer(exchange->link, exchange->id, exchange->whose, answer);
    if (told == TOLD_LONG)
        log_warning("an answer of %zu bytes is too long for a front", answer->length);
    if (told != TOLD_OK)
        tell_busy(exchange->link, exchange->id, exchange->whose,
                  told == TOLD_LONG ? BUSY_LONG : BUSY_FULL, exchange->is_api);
    drop(exchange);
}

static bool is_awaited(void *context, ExchangeId id)
{
    return find_asked(context, id, false) != NULL;
}

/* ---- streams ---- */

static bool begin_stream(void *context, ExchangeId id, const HttpAnswer *head,
                         const StreamHooks *hooks)
{
    HostExchange *exchange = find_asked(context, id, false);
    if (!exchange)
        return false;
    exchange->is_streaming = true;
    exchange->hooks = *hooks;
    host_tell(
        exchange->link, exchange->whose,
        &(Word){.kind = WORD_STREAM, .id = exchange->id, .stream = {*head, hooks->is_endless}});
    return true;
}

static void lose(HostExchange *exchange)
{
    exchange->is_lost = exchange->link->has_lost_streams = true;
}

/* In pieces, so that what others are told comes in between. */
static size_t write_stream(void *context, ExchangeId id, const void *bytes, size_t length)
{
    HostExchange *exchange = find_stream(context, id);
    const char *at = bytes;
    if (!exchange)
        return 0;
    exchange->written += length;
    while (length && !exchange->is_lost) {
        size_t piece = length < HOST_PIECE_MAX ? length : HOST_PIECE_MAX;
        Word word = {.kind = WORD_PIECE, .id = exchange->id, .text = {at, piece}};
        if (host_tell(exchange->link, exchange->whose, &word) != TOLD_OK)
            lose(exchange);
        at += piece;
        length -= piece;
    }
    return (size_t)(exchange->written - exchange->drained);
}

static void finish_stream(const Host *host, ExchangeId id, WordKind kind)
{
    HostExchange *exchange = find_stream(host, id);
    if (!exchange)
        return;
    host_tell(exchange->link, exchange->whose,
              &(Word){.kind = exchange->is_lost ? WORD_CUT : kind, .id = exchange->id});
    drop(exchange);
}

static void end_stream(void *context, ExchangeId id)
{
    finish_stream(context, id, WORD_END);
}

static void cut_stream(void *context, ExchangeId id)
{
    finish_stream(context, id, WORD_CUT);
}

static HostExchange *find_lost(const HostLink *link)
{
    HostExchange *exchange = link->first_exchange;
    while (exchange && !exchange->is_lost)
        exchange = exchange->after;
    return exchange;
}

/* Whoever is told that one is gone may end others. */
bool host_streams_lose(HostLink *link)
{
    HostExchange *exchange;
    if (!link->has_lost_streams)
        return false;
    while ((exchange = find_lost(link))) {
        host_tell(link, exchange->whose, &(Word){.kind = WORD_CUT, .id = exchange->id});
        host_exchange_end(exchange, true);
    }
    link->has_lost_streams = false;
    return true;
}

static int64_t silence_of(void *context, ExchangeId id)
{
    const HostExchange *exchange = find_stream(context, id);
    return exchange ? host_link_silence(exchange->link) : 0;
}

NetElsewhere host_elsewhere(Host *host)
{
    return (NetElsewhere){.context = host,
                          .admit = admit,
                          .answer = answer_exchange,
                          .awaits = is_awaited,
                          .stream = begin_stream,
                          .stream_write = write_stream,
                          .stream_end = end_stream,
                          .stream_cut = cut_stream,
                          .stream_silence = silence_of};
}

void host_stream_drained(HostLink *link, const Word *word)
{
    HostExchange *exchange = id_table_find(&link->exchanges, word->id);
    if (!exchange || !exchange->is_streaming)
        return;
    if (word->drained < exchange->drained || word->drained > exchange->written) {
        link_break(link->link, "it took what was not sent");
        return;
    }
    exchange->drained = word->drained;
    if (exchange->drained == exchange->written)
        exchange->hooks.ready(exchange->hooks.context);
}

void host_stream_gone(HostLink *link, const Word *word)
{
    HostExchange *exchange = id_table_find(&link->exchanges, word->id);
    if (exchange && exchange->is_streaming)
        host_exchange_end(exchange, true);
}

/* ---- what a front's client asks ---- */

static void ask_to_admit(const Host *host, const HostExchange *exchange, const Word *word)
{
    const NetHooks *hooks = &host->options.hooks;
    LogRequest before = log_enter_request(word->handshake.request_id);
    hooks->handshake(hooks->context, exchange_id(exchange), &word->handshake.caller);
    log_leave_request(before);
}

static void ask(Host *host, const HostExchange *exchange, const Word *word)
{
    const NetHooks *hooks = &host->options.hooks;
    ExchangeId id = exchange_id(exchange); /* it may be answered, and gone, at once */
    HttpAnswer answer;
    char path[LOG_PATH_SIZE];
    LogRequest before = log_enter_request(word->request.request_id);
    log_debug("http %llu of a front: %s from %s", (unsigned long long)slot_serial(exchange->slot),
              log_path(word->request.request.path, path), word->request.request.address);
    if (hooks->request(hooks->context, id, &word->request.request, &answer))
        answer_exchange(host, id, &answer);
    log_leave_request(before);
}

static bool has_room(const HostLink *link)
{
    return link->exchanges.count < HOST_EXCHANGES_MAX &&
           link->host->exchanges.count < HOST_ALL_EXCHANGES_MAX;
}

/* Nor is anything done for whoever has so much waiting that they could hardly be told more than that it is done. */
static bool may_ask(const HostLink *link, uint64_t address)
{
    return has_room(link) && (!fair_queue_length_of(&link->waiting, address) ||
                              fair_queue_has_room(&link->waiting, address, HOST_PIECE_MAX));
}

void host_exchange_begin(HostLink *link, const Word *word)
{
    bool is_handshake = word->kind == WORD_HANDSHAKE;
    uint64_t address = fair_queue_whose(&link->waiting, word_address(word));
    if (!word->id || id_table_find(&link->exchanges, word->id))
        link_break(link->link, "it asked twice with a number");
    else if (is_handshake && !has_room(link))
        host_tell(link, address,
                  &(Word){.kind = WORD_ADMIT, .id = word->id, .admit = {.status = 503}});
    else if (is_handshake)
        ask_to_admit(link->host, add(link, word, address), word);
    else if (!may_ask(link, address))
        tell_busy(link, word->id, address, BUSY_FULL, busy_is_api(&word->request.request));
    else
        ask(link->host, add(link, word, address), word);
}
