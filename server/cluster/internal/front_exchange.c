#include "busy.h"
#include "front_state.h"

#include "log.h"
#include "memory.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- the lists ---- */

static void append(FrontList *list, FrontExchange *exchange)
{
    exchange->before = list->last;
    exchange->after = NULL;
    *(list->last ? &list->last->after : &list->first) = exchange;
    list->last = exchange;
}

static void unlist(FrontList *list, FrontExchange *exchange)
{
    *(exchange->before ? &exchange->before->after : &list->first) = exchange->after;
    *(exchange->after ? &exchange->after->before : &list->last) = exchange->before;
}

static FrontExchange *add(Front *front, ExchangeId id, const Word *word)
{
    FrontExchange *exchange = memory_new(sizeof *exchange);
    bool is_handshake = word->kind == WORD_HANDSHAKE;
    *exchange = (FrontExchange){.front = front,
                                .exchange = id,
                                .is_handshake = is_handshake,
                                .is_api = !is_handshake && busy_is_api(&word->request.request)};
    exchange->id = slot_table_add(&front->exchanges, exchange);
    return exchange;
}

/* It may have a token, or a password. */
static void free_word(FrontExchange *exchange)
{
    memory_wipe(exchange->waiting, exchange->place.length);
    free(exchange->waiting);
    exchange->waiting = NULL;
}

/* It does not wait any more, and is in no list. */
static void end_waiting(FrontExchange *exchange)
{
    Front *front = exchange->front;
    unlist(&front->waiting, exchange);
    fair_queue_remove(&front->turns, &exchange->place);
    free_word(exchange);
}

/* Out of its list, too. */
static void drop(FrontExchange *exchange)
{
    Front *front = exchange->front;
    if (exchange->waiting)
        end_waiting(exchange);
    else
        unlist(&front->asked, exchange);
    slot_table_remove(&front->exchanges, exchange->id);
    free(exchange);
}

/* ---- refusals ---- */

static void refuse(FrontExchange *exchange, Busy busy)
{
    const FrontExchange was = *exchange;
    Net *net = was.front->options.net;
    HttpAnswer answer;
    drop(exchange);
    if (was.is_streaming) {
        net_stream_cut(net, was.exchange);
    } else if (was.is_handshake) {
        net_admit(net, was.exchange, 503, NULL);
    } else {
        busy_answer(busy, was.is_api, FRONT_RETRY_AFTER, &answer);
        net_answer(net, was.exchange, &answer);
    }
}

static void end(FrontExchange *exchange)
{
    refuse(exchange, BUSY_RESTART);
}

/* It is in no list yet. */
static void turn_away(FrontExchange *exchange)
{
    Front *front = exchange->front;
    append(&front->asked, exchange);
    refuse(exchange, front->is_up ? BUSY_FULL : BUSY_RESTART);
}

/* ---- on the way to the owner ---- */

static void ask(FrontExchange *exchange, const Word *word)
{
    Front *front = exchange->front;
    append(&front->asked, exchange);
    if (!word_say(front->link, word, &front->frame))
        end(exchange);
}

static bool has_room(const Front *front, uint64_t whose, size_t length)
{
    return front->turns.count < FRONT_WAITING_MAX &&
           fair_queue_has_room(&front->turns, whose, length);
}

static void wait(FrontExchange *exchange, const Word *word)
{
    Front *front = exchange->front;
    WordFrame *frame = &front->frame;
    uint64_t of = fair_queue_whose(&front->turns, word_address(word));
    word_write(word, frame);
    if (has_room(front, of, frame->length)) {
        exchange->waiting = memory_array(frame->length, 1);
        exchange->waits_until = front_now(front) + FRONT_WAIT;
        memcpy(exchange->waiting, frame->bytes, frame->length);
        fair_queue_push(&front->turns, of, &exchange->place, frame->length);
        append(&front->waiting, exchange);
    } else {
        turn_away(exchange);
    }
    word_frame_reset(frame);
}

static bool is_busy(const Front *front)
{
    return link_unacknowledged(front->link) > FRONT_BUSY;
}

void front_exchange_begin(Front *front, ExchangeId id, Word *word)
{
    FrontExchange *exchange = add(front, id, word);
    word->id = exchange->id;
    if (front->exchanges.count > FRONT_EXCHANGES_MAX)
        turn_away(exchange);
    else if (front->is_up && !front->waiting.first && !is_busy(front))
        ask(exchange, word);
    else
        wait(exchange, word);
}

/* The address that has its turn. */
static FrontExchange *next_waiting(const Front *front)
{
    FairThing *place = fair_queue_first(&front->turns);
    return place ? (FrontExchange *)((char *)place - offsetof(FrontExchange, place)) : NULL;
}

void front_exchanges_ask(Front *front)
{
    FrontExchange *exchange;
    while ((exchange = next_waiting(front)) && !is_busy(front)) {
        link_put(front->link, exchange->waiting, exchange->place.length);
        end_waiting(exchange);
        append(&front->asked, exchange);
    }
}

void front_exchanges_expire(Front *front, int64_t now)
{
    FrontExchange *exchange;
    while ((exchange = front->waiting.first) && exchange->waits_until <= now) {
        end(exchange);
        assert(front->waiting.first != exchange);
    }
}

static void end_stream(FrontExchange *exchange)
{
    Net *net = exchange->front->options.net;
    ExchangeId id = exchange->exchange;
    drop(exchange);
    net_stream_end(net, id);
}

void front_exchanges_lose(Front *front, bool properly)
{
    FrontExchange *exchange;
    while ((exchange = front->asked.first)) {
        if (properly && exchange->is_endless)
            end_stream(exchange);
        else
            end(exchange);
        assert(front->asked.first != exchange);
    }
}

static void bequeath(const Front *front, ExchangeId exchange, const Word *word,
                     const NetHooks *heir)
{
    HttpAnswer answer;
    bool is_handshake = word->kind == WORD_HANDSHAKE;
    LogRequest before =
        log_enter_request(is_handshake ? word->handshake.request_id : word->request.request_id);
    if (is_handshake)
        heir->handshake(heir->context, exchange, &word->handshake.caller);
    else if (heir->request(heir->context, exchange, &word->request.request, &answer))
        net_answer(front->options.net, exchange, &answer);
    log_leave_request(before);
}

void front_exchanges_leave(Front *front, const NetHooks *heir)
{
    FrontExchange *exchange;
    Word word;
    while ((exchange = front->waiting.first)) {
        if (heir && word_read(exchange->waiting, exchange->place.length, &word)) {
            bequeath(front, exchange->exchange, &word, heir);
            drop(exchange);
        } else {
            end(exchange);
        }
        assert(front->waiting.first != exchange);
    }
}

/* ---- what the owner answers ---- */

static void admit(FrontExchange *exchange, const Word *word)
{
    Net *net = exchange->front->options.net;
    ExchangeId id = exchange->exchange;
    drop(exchange);
    net_admit(net, id, word->admit.status, &word->admit.arrival);
}

static void answer(FrontExchange *exchange, const Word *word)
{
    Net *net = exchange->front->options.net;
    ExchangeId id = exchange->exchange;
    drop(exchange);
    net_answer(net, id, &word->answer);
}

static void tell_drained(FrontExchange *exchange, uint64_t drained)
{
    exchange->told = drained;
    front_say(exchange->front,
              &(Word){.kind = WORD_DRAINED, .id = exchange->id, .drained = drained});
}

static void on_ready(void *context)
{
    FrontExchange *exchange = context;
    tell_drained(exchange, exchange->written);
}

static void on_gone(void *context)
{
    FrontExchange *exchange = context;
    front_say(exchange->front, &(Word){.kind = WORD_GONE, .id = exchange->id});
    drop(exchange);
}

static void begin_stream(FrontExchange *exchange, const Word *word)
{
    const StreamHooks hooks = {.context = exchange,
                               .is_endless = word->stream.is_endless,
                               .ready = on_ready,
                               .gone = on_gone};
    exchange->is_streaming = true;
    exchange->is_endless = word->stream.is_endless;
    if (!net_stream(exchange->front->options.net, exchange->exchange, &word->stream.head, &hooks))
        on_gone(exchange);
}

/* Whether a slow reader takes something is told before all of it is taken: else it would look as if nothing were. */
static void write_piece(FrontExchange *exchange, const Word *word)
{
    Front *front = exchange->front;
    uint64_t id = exchange->id;
    exchange->written += word->text.length;
    size_t waiting = net_stream_write(front->options.net, exchange->exchange, word->text.bytes,
                                      word->text.length);
    if (slot_table_find(&front->exchanges, id) && waiting && waiting <= exchange->written &&
        exchange->written - waiting >= exchange->told + FRONT_DRAINED_STEP)
        tell_drained(exchange, exchange->written - waiting);
}

static bool is_expected(const FrontExchange *exchange, WordKind kind)
{
    if (kind == WORD_ADMIT || kind == WORD_ANSWER || kind == WORD_STREAM)
        return !exchange->is_streaming && exchange->is_handshake == (kind == WORD_ADMIT);
    return exchange->is_streaming;
}

void front_exchange_hear(Front *front, const Word *word)
{
    FrontExchange *exchange = slot_table_find(&front->exchanges, word->id);
    if (!exchange || exchange->waiting || !is_expected(exchange, word->kind))
        return;
    switch (word->kind) {
    case WORD_ADMIT: admit(exchange, word); break;
    case WORD_ANSWER: answer(exchange, word); break;
    case WORD_STREAM: begin_stream(exchange, word); break;
    case WORD_PIECE: write_piece(exchange, word); break;
    case WORD_END: end_stream(exchange); break;
    default: end(exchange); break; /* CUT */
    }
}
