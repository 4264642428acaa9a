#include "exchange.h"

#include "http_reply.h"
#include "log.h"
#include "memory.h"
#include "stream.h"
#include "upgrade.h"
#include "wall_clock.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAVE_AS_MAX = 128, ALLOW_MAX = 64 };

/* An answer that came later, with copies of what is lent; a body that is not constant is behind it. */
struct Reply {
    HttpAnswer answer;
    char file[SAVE_AS_MAX], allow[ALLOW_MAX];
    char cookie[AUTH_SET_COOKIE_MAX], device[AUTH_SET_DEVICE_MAX];
    size_t body_size;
    unsigned char body[];
};

/* ---- ids ---- */

unsigned long long exchange_number(const Exchange *exchange)
{
    return slot_serial(exchange->id);
}

static void give_id_back(Exchange *exchange)
{
    if (exchange->id)
        slot_table_remove(&exchange->ws->exchanges, exchange->id);
    exchange->id = 0;
}

Exchange *exchange_find(Ws *ws, ExchangeId id)
{
    return slot_table_find(&ws->exchanges, id);
}

/* ---- the end ---- */

/* What belongs to one request. */
static void forget(Exchange *exchange)
{
    give_id_back(exchange);
    question_free(exchange->question);
    if (exchange->reply) /* it may have a token, and its head too */
        memory_wipe(exchange->reply, sizeof *exchange->reply + exchange->reply->body_size);
    free(exchange->reply);
    memory_wipe(exchange->out, exchange->out_size);
    free(exchange->out);
    if (*exchange->client)
        bounds_release(exchange->ws->pool.bounds, BOUND_CONNECTIONS, exchange->client);
    exchange->question = NULL;
    exchange->reply = NULL;
    exchange->out = NULL;
    exchange->out_size = 0;
    *exchange->client = '\0';
}

void exchange_free(Exchange *exchange)
{
    stream_drop(exchange);
    forget(exchange);
    free(exchange);
}

static void finish(Exchange *exchange)
{
    transport_finish(exchange->transport);
    exchange_free(exchange);
}

static void cut_off(Exchange *exchange)
{
    transport_close(exchange->transport);
    exchange_free(exchange);
}

/* ---- the answer ---- */

static void read_on(Exchange *exchange);

void exchange_answered(Exchange *exchange)
{
    forget(exchange);
    if (exchange->ending || exchange->ws->stopping) {
        finish(exchange);
        return;
    }
    exchange->state = EXCHANGE_HEAD;
    exchange->looked_at = 0;
    exchange->idle = true;
    exchange->head = exchange->asks_http10 = false;
    transport_set_timer(exchange->transport, EXCHANGE_IDLE_TIME);
    read_on(exchange);
}

static void on_written(void *owner)
{
    exchange_answered(owner);
}

void exchange_write(Exchange *exchange, const HttpAnswer *answer)
{
    char head[HTTP_REPLY_MAX];
    TransportPiece pieces[2];
    size_t length = http_reply_print(answer, REPLY_LENGTH, exchange->ending, wall_clock(), head);
    bool has_body = answer->length && !exchange->head && http_reply_has_body(answer->status);
    bool is_copied = has_body && !answer->constant && !exchange->reply;
    if (!length) {
        cut_off(exchange);
        return;
    }
    exchange->out_size = length + (is_copied ? answer->length : 0);
    exchange->out = memory_array(exchange->out_size, 1);
    memcpy(exchange->out, head, length);
    memory_wipe(head, length);
    if (is_copied)
        memcpy(exchange->out + length, answer->body, answer->length);
    pieces[0] = (TransportPiece){exchange->out, length};
    pieces[1] = (TransportPiece){is_copied ? exchange->out + length : answer->body, answer->length};
    log_debug("http %llu: answered %d", exchange_number(exchange), answer->status);
    exchange->state = EXCHANGE_ANSWERING;
    exchange->unsent = length + (has_body ? answer->length : 0);
    transport_set_timer(exchange->transport, EXCHANGE_STALL_TIME);
    transport_write(exchange->transport, pieces, has_body ? 2 : 1, on_written);
}

void exchange_refuse(Exchange *exchange, int status, const char *sentence)
{
    HttpAnswer answer;
    http_plain(&answer, status, sentence);
    if (status == 429 || status == 503)
        answer.retry_after = EXCHANGE_RETRY_AFTER;
    exchange->ending = true;
    exchange_write(exchange, &answer);
}

/* ---- from question to answer ---- */

static void redirect(Exchange *exchange, const HttpRequest *request)
{
    const ClientRules *rules = exchange->ws->options.client;
    char location[HTTP_HEAD_MAX + WEB_ORIGIN_MAX];
    if (!http_redirect_url(request, rules->has_public_url ? &rules->public_url : NULL,
                           ws_port(exchange->ws, DOOR_PUBLIC), location, sizeof location)) {
        exchange_refuse(exchange, 400, "A Host is needed.\n");
        return;
    }
    HttpAnswer answer;
    http_plain(&answer, 308, "This is found by https.\n");
    answer.location = location;
    exchange->ending = true;
    exchange_write(exchange, &answer);
}

bool exchange_enter_client(Exchange *exchange)
{
    const Question *question = exchange->question;
    if (!question->is_proxied)
        return true;
    if (!bounds_take(exchange->ws->pool.bounds, BOUND_CONNECTIONS, question->client.address))
        return false;
    memcpy(exchange->client, question->client.address, sizeof exchange->client);
    return true;
}

/* Without the query, in which people search for names. */
static void log_request(const Exchange *exchange, const HttpRequest *request)
{
    static const char *const METHODS[] = {"GET",    "HEAD",    "POST", "PUT",
                                          "DELETE", "OPTIONS", "other"};
    log_debug("http %llu: %s %s from %s", exchange_number(exchange), METHODS[request->method],
              request->path, request->address);
}

/* The answer may come before the hook returns, or any time later. */
static void ask(Exchange *exchange)
{
    const WsHooks *hooks = &exchange->ws->options.hooks;
    Question *question = exchange->question;
    HttpAnswer answer;
    if (question->too_long) {
        http_plain(&answer, 413, "The body is too long.\n");
        exchange_write(exchange, &answer);
        return;
    }
    if (!exchange_enter_client(exchange)) {
        exchange_refuse(exchange, 429, "Too many at once from your address.\n");
        return;
    }
    exchange->state = EXCHANGE_ASKED;
    exchange->question = NULL; /* the answer may end the exchange at once */
    transport_set_timer(exchange->transport, 0);
    exchange->id = slot_table_add(&exchange->ws->exchanges, exchange);
    log_request(exchange, &question->request);
    if (hooks->request(hooks->context, exchange->id, &question->request, &answer))
        exchange_write(exchange, &answer);
    question_free(question);
}

static void read_body(Exchange *exchange)
{
    Question *question = exchange->question;
    size_t length, used;
    const char *input;
    while (exchange->state == EXCHANGE_BODY) {
        input = transport_input(exchange->transport, &length);
        if (!length)
            break;
        QuestionResult result = question_take(question, input, length, &used);
        transport_consume(exchange->transport, used);
        if (question->too_long && question->came > EXCHANGE_DISCARD_MAX)
            exchange_refuse(exchange, 413, "The body is too long.\n");
        else if (result == QUESTION_BAD)
            exchange_refuse(exchange, 400, "The chunks of the body cannot be understood.\n");
        else if (result == QUESTION_WHOLE)
            ask(exchange);
        else
            continue;
        return;
    }
    if (exchange->state == EXCHANGE_BODY && transport_has_ended(exchange->transport))
        exchange_refuse(exchange, 400, "The body is not whole.\n");
}

static void begin_body(Exchange *exchange)
{
    exchange->state = EXCHANGE_BODY;
    exchange->question->begun_at = uv_now(exchange->ws->options.loop);
    transport_set_timer(exchange->transport, EXCHANGE_BODY_TIME);
    read_body(exchange);
}

static void on_continued(void *owner)
{
    begin_body(owner);
}

static void await_body(Exchange *exchange)
{
    static const char GO_ON[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const WsHooks *hooks = &exchange->ws->options.hooks;
    Question *question = exchange->question;
    size_t waiting;
    question->most = hooks->body_max(hooks->context, &question->request);
    question->too_long = question->expected > question->most;
    transport_input(exchange->transport, &waiting);
    if (question->too_long && (question->expects || question->expected > EXCHANGE_DISCARD_MAX)) {
        exchange_refuse(exchange, 413, "The body is too long.\n");
    } else if (question->expects && waiting == 0) {
        exchange->state = EXCHANGE_CONTINUE;
        transport_set_timer(exchange->transport, EXCHANGE_STALL_TIME);
        transport_write(exchange->transport, &(TransportPiece){GO_ON, sizeof GO_ON - 1}, 1,
                        on_continued);
    } else {
        begin_body(exchange);
    }
}

/* ---- what is asked ---- */

/* A head is whole. */
static void begin(Exchange *exchange, const HttpHead *head)
{
    Transport *transport = exchange->transport;
    exchange->head = head->method == HTTP_HEAD;
    exchange->asks_http10 = head->minor == 0;
    /* A request that asks for another protocol is answered in this one, and nothing is read behind it. */
    exchange->ending = !head->keeps_alive || head->upgrades;
    exchange->question = question_new(head, exchange->ws->options.client, transport_peer(transport),
                                      transport_is_tls(transport));
    if (!exchange->question) {
        exchange_refuse(exchange, 400, "The address cannot be decoded.\n");
        return;
    }
    exchange->question->request.door = exchange->door;
    if (exchange->door == DOOR_PUBLIC && upgrade_is_asked(head)) {
        upgrade_answer(exchange, head);
        return;
    }
    transport_consume(transport, head->size);
    if (exchange->door == DOOR_REDIRECT)
        redirect(exchange, &exchange->question->request);
    else if (head->body == BODY_CHUNKED || head->length > 0)
        await_body(exchange);
    else
        ask(exchange);
}

/* A head can only have become whole, or bad, by one of these bytes. So what drips in is not parsed for each byte. */
static bool is_worth_parsing(Exchange *exchange, const char *input, size_t length)
{
    size_t at = exchange->looked_at;
    exchange->looked_at = length;
    if (length >= HTTP_HEAD_MAX)
        return true;
    for (; at < length; at++)
        if (((unsigned char)input[at] < 0x20 && input[at] != '\t') || input[at] == 0x7f)
            return true;
    return false;
}

static void read_head(Exchange *exchange)
{
    HttpHead head;
    size_t length;
    const char *input = transport_input(exchange->transport, &length);
    bool has_ended = transport_has_ended(exchange->transport);
    if (length && exchange->idle) {
        exchange->idle = false;
        transport_set_timer(exchange->transport, EXCHANGE_HEAD_TIME);
    }
    int status = HTTP_HEAD_UNFINISHED;
    if (length && is_worth_parsing(exchange, input, length))
        status = http_head_parse(input, length, &head);
    if (status == HTTP_HEAD_WHOLE)
        begin(exchange, &head);
    else if (status != HTTP_HEAD_UNFINISHED)
        exchange_refuse(exchange, status, head.reason);
    else if (has_ended)
        finish(exchange);
}

static void read_on(Exchange *exchange)
{
    switch (exchange->state) {
    case EXCHANGE_HEAD: read_head(exchange); break;
    case EXCHANGE_BODY: read_body(exchange); break;
    case EXCHANGE_STREAMING: stream_arrived(exchange); break;
    default: break; /* it waits its turn, in the transport */
    }
}

/* ---- what the transport tells ---- */

static void on_arrived(void *owner)
{
    read_on(owner);
}

static void on_late_body(Exchange *exchange)
{
    const Question *question = exchange->question;
    uint64_t spent = uv_now(exchange->ws->options.loop) - question->begun_at;
    uint64_t allowed = EXCHANGE_BODY_TIME + question->came / EXCHANGE_BODY_RATE;
    if (spent < allowed)
        transport_set_timer(exchange->transport, allowed - spent);
    else
        exchange_refuse(exchange, 408, "The body did not come in time.\n");
}

/* Its reader takes too little of it. */
static void on_late_answer(Exchange *exchange)
{
    size_t unsent = transport_unsent(exchange->transport);
    if (unsent + EXCHANGE_STALL_BYTES > exchange->unsent) {
        cut_off(exchange);
        return;
    }
    exchange->unsent = unsent;
    transport_set_timer(exchange->transport, EXCHANGE_STALL_TIME);
}

static void on_late(void *owner)
{
    Exchange *exchange = owner;
    size_t waiting;
    transport_input(exchange->transport, &waiting);
    if (exchange->state == EXCHANGE_HEAD && waiting && transport_is_open(exchange->transport))
        exchange_refuse(exchange, 408, "The request did not come in time.\n");
    else if (exchange->state == EXCHANGE_HEAD)
        finish(exchange);
    else if (exchange->state == EXCHANGE_BODY)
        on_late_body(exchange);
    else if (exchange->state == EXCHANGE_ANSWERING)
        on_late_answer(exchange);
    else
        cut_off(exchange);
}

static void on_lost(void *owner)
{
    exchange_free(owner);
}

static Exchange *new_exchange(Ws *ws, Transport *transport, HttpDoor door)
{
    static const TransportHooks HOOKS = {on_arrived, on_late, on_lost};
    Exchange *exchange = memory_new(sizeof *exchange);
    exchange->ws = ws;
    exchange->transport = transport;
    exchange->door = door;
    transport_own(transport, &HOOKS, exchange);
    return exchange;
}

void exchange_open(Ws *ws, Transport *transport, HttpDoor door)
{
    new_exchange(ws, transport, door);
    transport_set_timer(transport, EXCHANGE_HEAD_TIME);
}

void exchange_turn_away(Ws *ws, Transport *transport, int status, const char *sentence)
{
    if (ws->refusing >= EXCHANGE_REFUSING_MAX || transport_is_tls(transport)) {
        transport_close(transport);
        return;
    }
    transport_tally(transport, &ws->refusing);
    exchange_refuse(new_exchange(ws, transport, DOOR_PUBLIC), status, sentence);
}

/* ---- what others call ---- */

static const char *lend(char *copy, size_t size, const char *text)
{
    if (!text)
        return NULL;
    snprintf(copy, size, "%s", text);
    return copy;
}

void ws_answer(Ws *ws, ExchangeId id, const HttpAnswer *answer)
{
    Exchange *exchange = exchange_find(ws, id);
    if (!exchange || exchange->state != EXCHANGE_ASKED || ws->closing)
        return;
    size_t copied = answer->constant ? 0 : answer->length;
    Reply *reply = exchange->reply = memory_new(sizeof *reply + copied);
    reply->answer = *answer;
    reply->body_size = copied;
    reply->answer.file = lend(reply->file, sizeof reply->file, answer->file);
    reply->answer.allow = lend(reply->allow, sizeof reply->allow, answer->allow);
    reply->answer.cookie = lend(reply->cookie, sizeof reply->cookie, answer->cookie);
    reply->answer.device = lend(reply->device, sizeof reply->device, answer->device);
    if (copied) {
        memcpy(reply->body, answer->body, copied);
        reply->answer.body = reply->body;
    }
    exchange_write(exchange, &reply->answer);
}
