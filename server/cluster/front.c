#include "front.h"

#include "front_state.h"
#include "log.h"
#include "memory.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUBJECT_MAX = 80 };

/* ---- what the owner says to sessions ---- */

static void forget_packets(Front *front)
{
    while (front->packet_count)
        packet_release(front->packets[--front->packet_count]);
}

static void take_packet(Front *front, const Word *word)
{
    if (front->packet_count == WORD_PACKETS_MAX)
        link_break(front->link, "it named too many packets");
    else
        front->packets[front->packet_count++] = packet_new(word->text.bytes, word->text.length);
}

static bool are_named(Front *front, const Word *word)
{
    for (unsigned i = 0; i < word->send.count; i++)
        if (word->send.packets[i] >= front->packet_count) {
            link_break(front->link, "it named a packet that there is not");
            return false;
        }
    return true;
}

static void push_packets(const Front *front, const Word *word, SessionId session)
{
    Sessions *sessions = net_sessions(front->options.net);
    for (unsigned i = 0; i < word->send.count; i++)
        session_push(sessions, session, front->packets[word->send.packets[i]], 0);
    if (word->send.ping)
        session_ping(sessions, session);
}

static void push_to_listeners(const Front *front, const Word *word)
{
    WordListeners listeners = word->send.listeners;
    uint64_t last = 0, session;
    while (word_listeners_next(&listeners, &last, &session))
        push_packets(front, word, session);
}

static void take_send(Front *front, const Word *word)
{
    if (!are_named(front, word))
        return;
    if (word->kind == WORD_SEND_MANY)
        push_to_listeners(front, word);
    else
        push_packets(front, word, word->id);
}

static void on_frame(void *context, const void *bytes, size_t length)
{
    Front *front = context;
    Word word;
    if (!word_read(bytes, length, &word)) {
        link_break(front->link, "it said what is no word");
        return;
    }
    switch (word.kind) {
    case WORD_ADMIT:
    case WORD_ANSWER:
    case WORD_STREAM:
    case WORD_PIECE:
    case WORD_END:
    case WORD_CUT: front_exchange_hear(front, &word); break;
    case WORD_PACKET: take_packet(front, &word); break;
    case WORD_FORGET: forget_packets(front); break;
    case WORD_SEND:
    case WORD_SEND_MANY: take_send(front, &word); break;
    case WORD_CLOSE: session_close(net_sessions(front->options.net), word.id, word.code); break;
    case WORD_BYTES:
    case WORD_TAKEN:
    case WORD_LINE_END:
    case WORD_LINE_LOST: front_line_hear(front, &word); break;
    default: link_break(front->link, "it said what only a front says"); break;
    }
}

/* ---- the link ---- */

static bool on_send(void *context, const void *bytes, size_t length)
{
    const Front *front = context;
    char subject[SUBJECT_MAX];
    const char *id = front->key->id;
    if (link_state(front->link) == LINK_GREETING)
        snprintf(subject, sizeof subject, "castled.%s.owner", id);
    else
        snprintf(subject, sizeof subject, "castled.%s.%s.up", id, link_name(front->link));
    return bus_send(front->options.bus, subject, bytes, length);
}

static void on_message(void *context, const void *bytes, size_t length)
{
    Front *front = context;
    link_received(front->link, bytes, length, front_now(front));
    if (front->is_up || link_state(front->link) != LINK_UP)
        return;
    front->is_up = true;
    front->epoch = link_epoch(front->link);
    log_info("the owner is %s (castled %s)", link_node(front->link), link_castled(front->link));
}

static void begin_link(Front *front)
{
    char subject[SUBJECT_MAX];
    LinkTerms terms = {.key = front->key,
                       .node = front->node,
                       .castled = front->castled,
                       .epoch = front->epoch,
                       .words = WORDS_VERSION};
    const LinkHooks hooks = {.context = front, .send = on_send, .frame = on_frame};
    randombytes_buf(terms.chance, sizeof terms.chance);
    front->link = link_greet(&terms, &hooks, front_now(front));
    snprintf(subject, sizeof subject, "castled.%s.%s.down", front->key->id, link_name(front->link));
    front->ear = bus_listen(front->options.bus, subject, on_message, front);
}

static void drop_link(Front *front)
{
    bus_unlisten(front->ear);
    link_free(front->link);
    forget_packets(front);
    front->ear = NULL;
    front->link = NULL;
    front->is_up = false;
}

/* All that went through the link ends. */
static void notice_break(Front *front, int64_t now)
{
    bool was_up = front->is_up;
    front->again_at = was_up ? now : now + FRONT_AGAIN;
    if (was_up)
        log_warning("the owner %s is gone: %s", link_node(front->link), link_reason(front->link));
    else if (strcmp(link_reason(front->link), front->refusal) != 0)
        log_warning("no owner can be had: %s", link_reason(front->link));
    front->refusal = was_up ? "" : link_reason(front->link);
    drop_link(front);
    if (!was_up)
        return;
    sessions_close_all(net_sessions(front->options.net), CLOSE_RESTART);
    front_talk_clear(&front->talk, net_sessions(front->options.net));
    front_exchanges_lose(front, false);
    front_lines_lose(front, false);
}

void front_note_epoch(Front *front, uint64_t epoch)
{
    if (epoch <= front->epoch)
        return;
    front->epoch = epoch;
    if (front->is_up)
        link_break(front->link, "another node owns the games now");
    else if (front->link)
        drop_link(front); /* the next link's greeting says the epoch */
}

void front_announce(Front *front, uint64_t epoch)
{
    front_note_epoch(front, epoch);
    if (front->is_up)
        notice_break(front, front_now(front));
    else if (front->link)
        drop_link(front);
    begin_link(front);
    link_flush(front->link, front_now(front));
}

/* ---- as NetHooks have them ---- */

void front_handshake(Front *front, ExchangeId exchange, const NetCaller *caller)
{
    Word word = {.kind = WORD_HANDSHAKE, .handshake = {*caller, log_request_id()}};
    front_exchange_begin(front, exchange, &word);
}

void front_opened(Front *front, SessionId session, const NetArrival *arrival, const char *address)
{
    Word word = {.kind = WORD_OPENED, .id = session, .opened = {.address = address}};
    word.opened.arrival = *arrival;
    front_say(front, &word);
    memory_wipe(&word, sizeof word);
}

void front_received(Front *front, SessionId session, const char *text, size_t length)
{
    Sessions *sessions = net_sessions(front->options.net);
    if (!front->is_up)
        return;
    if (link_unacknowledged(front->link) > FRONT_CROWDED) {
        session_close(sessions, session, CLOSE_BEHIND);
        return;
    }
    front_say(front, &(Word){.kind = WORD_RECEIVED, .id = session, .text = {text, length}});
    front_talk_note(&front->talk, sessions, session, length, link_written(front->link));
}

void front_round_trip(Front *front, SessionId session, int64_t us)
{
    front_say(front, &(Word){.kind = WORD_ROUND_TRIP, .id = session, .round_trip = us});
}

void front_closed(Front *front, SessionId session)
{
    front_say(front, &(Word){.kind = WORD_CLOSED, .id = session});
}

bool front_request(Front *front, ExchangeId exchange, const HttpRequest *request,
                   HttpAnswer *answer)
{
    assert(request->door == DOOR_PUBLIC);
    if (front->options.site && site_request_hashed(front->options.site, request, answer))
        return true;
    Word word = {.kind = WORD_REQUEST, .request = {*request, log_request_id()}};
    front_exchange_begin(front, exchange, &word);
    return false;
}

/* ---- the whole ---- */

Front *front_new(const FrontOptions *options)
{
    Front *front = memory_new(sizeof *front);
    SipKey sip;
    front->options = *options;
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    fair_queue_init(&front->turns, &sip, FRONT_WAITING_BYTES);
    front->epoch = options->epoch;
    snprintf(front->castled, sizeof front->castled, "%s", options->castled);
    front->again_at = front_now(front);
    front->refusal = "";
    return front;
}

void front_join(Front *front, const ClusterKey *key, const char *node)
{
    assert(!front->key);
    front->key = key;
    snprintf(front->node, sizeof front->node, "%s", node);
}

/* What the owner has taken makes room for more. */
static void go_on(Front *front)
{
    front_talk_taken(&front->talk, net_sessions(front->options.net),
                     link_acknowledged(front->link));
    front_exchanges_ask(front);
}

void front_turn(Front *front)
{
    int64_t now = front_now(front);
    Sessions *sessions = net_sessions(front->options.net);
    sessions_flush(sessions);
    if (front->is_closed)
        return;
    if (!front->link && front->key && now >= front->again_at)
        begin_link(front);
    if (front->is_up)
        go_on(front);
    if (front->link)
        link_flush(front->link, now);
    if (front->link && link_state(front->link) == LINK_BROKEN) {
        notice_break(front, now);
        sessions_flush(sessions);
    }
    front_exchanges_expire(front, now);
}

static int64_t left_until(int64_t instant, int64_t now)
{
    return instant > now ? instant - now : 0;
}

int64_t front_wait(const Front *front)
{
    int64_t now = front_now(front);
    if (sessions_have_more(net_sessions(front->options.net)))
        return 0;
    if (front->is_closed)
        return -1;
    int64_t wait = front->link  ? link_wait(front->link, now)
                   : front->key ? left_until(front->again_at, now)
                                : -1;
    if (front->link && wait < 0)
        return 0; /* broken: front_turn ends it */
    if (!front->waiting.first)
        return wait;
    int64_t left = left_until(front->waiting.first->waits_until, now);
    return wait < 0 || left < wait ? left : wait;
}

bool front_is_up(const Front *front)
{
    return front->is_up;
}

FrontState front_state(const Front *front)
{
    const Link *link = front->is_up ? front->link : NULL;
    return (FrontState){.owner = link ? link_node(link) : "",
                        .castled = link ? link_castled(link) : "",
                        .epoch = front->epoch,
                        .waiting = front->turns.count,
                        .exchanges = front->exchanges.count,
                        .round_trip = link ? link_round_trip(link) : -1,
                        .unacknowledged = link ? link_unacknowledged(link) : 0,
                        .held = front->talk.held,
                        .held_total = front->talk.held_total};
}

void front_close(Front *front, CloseCode code, const NetHooks *heir)
{
    front->is_closed = true;
    if (front->link) {
        link_leave(front->link, front_now(front));
        drop_link(front);
    }
    sessions_close_all(net_sessions(front->options.net), code);
    front_talk_clear(&front->talk, net_sessions(front->options.net));
    front_exchanges_lose(front, true);
    front_lines_lose(front, true);
    front_exchanges_leave(front, heir);
}

void front_free(Front *front)
{
    assert(front->is_closed);
    fair_queue_clear(&front->turns);
    slot_table_clear(&front->exchanges);
    slot_table_clear(&front->lines);
    free(front->frame.bytes);
    free(front);
}
