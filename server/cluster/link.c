#include "link.h"

#include "array.h"
#include "link_format.h"
#include "memory.h"

#include <sodium.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 1 << 20 }; /* a bigger buffer is given back when it is empty */

typedef struct {
    unsigned char *at;
    size_t length, capacity;
} Bytes;

struct Link {
    LinkHooks hooks;
    const ClusterKey *cluster;
    bool is_front;
    LinkState state;
    const char *reason;
    char name[LINK_NAME_SIZE];
    LinkIntroduction own, other; /* the front's is its greeting, the owner's its welcome */
    unsigned char introduction[LINK_INTRODUCTION_MAX];
    size_t introduction_length;
    unsigned words, other_words;
    SealKey out_key, in_key; /* set when both have drawn their chance */
    int64_t now;             /* of the last call that said it */
    int64_t sent_at;         /* the last greeting or message */
    int64_t flushed_at;
    int64_t silence;         /* ms without a message while this node was there to hear one */
    uint64_t sent, expected; /* the number of the last message sent, and of the next one to come */
    uint64_t put, acknowledged; /* bytes of the stream from here */
    uint64_t taken, told;       /* bytes of the stream to here; those that were acknowledged */
    int64_t untold_at;          /* since when there is a difference */
    uint64_t heard_clock;       /* of the newest message, which came at heard_at */
    int64_t heard_at, round_trip;
    Bytes queue;   /* frames that were not sent yet */
    Bytes partial; /* a frame that has begun to come */
    Bytes message; /* one that is being made */
    Bytes opened;  /* one that has come */
};

static void append(Bytes *bytes, const void *more, size_t length)
{
    bytes->at = array_reserve_secret(bytes->at, &bytes->capacity, bytes->length + length, 1);
    if (length)
        memcpy(bytes->at + bytes->length, more, length);
    bytes->length += length;
}

/* What was in it may be a token or a password. */
static void empty(Bytes *bytes)
{
    memory_wipe(bytes->at, bytes->length);
    bytes->length = 0;
    if (bytes->capacity > KEPT) {
        free(bytes->at);
        *bytes = (Bytes){.at = NULL};
    }
}

static void copy_text(char *out, const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    memcpy(out, text, length);
    out[length] = '\0';
}

static Link *new_link(const LinkTerms *terms, const LinkHooks *hooks, int64_t now)
{
    Link *link = memory_secret(sizeof *link);
    link->hooks = *hooks;
    link->cluster = terms->key;
    link->reason = "";
    link->own.version = LINK_VERSION;
    link->own.epoch = terms->epoch;
    link->words = terms->words;
    copy_text(link->own.node, terms->node, LINK_NODE_MAX);
    copy_text(link->own.castled, terms->castled, LINK_CASTLED_MAX);
    link->now = link->flushed_at = now;
    link->expected = 1;
    link->round_trip = -1;
    return link;
}

static void introduce(Link *link, LinkKind kind, const LinkTerms *terms)
{
    sodium_bin2hex(link->name, sizeof link->name, link->own.front, SEAL_CHANCE_SIZE);
    link->introduction_length =
        link_introduction_print(&link->own, kind, &link->cluster->greetings,
                                terms->chance + SEAL_CHANCE_SIZE, link->introduction);
}

Link *link_greet(const LinkTerms *terms, const LinkHooks *hooks, int64_t now)
{
    Link *link = new_link(terms, hooks, now);
    link->is_front = true;
    link->sent_at = now - LINK_GREETING_EVERY;
    memcpy(link->own.front, terms->chance, SEAL_CHANCE_SIZE);
    introduce(link, LINK_KIND_GREETING, terms);
    return link;
}

bool link_greeting_read(const ClusterKey *key, const void *bytes, size_t length,
                        LinkGreeting *greeting)
{
    LinkIntroduction read;
    if (!link_introduction_parse(&read, LINK_KIND_GREETING, &key->greetings, bytes, length))
        return false;
    *greeting = (LinkGreeting){.epoch = read.epoch, .version = read.version};
    memcpy(greeting->chance, read.front, SEAL_CHANCE_SIZE);
    memcpy(greeting->node, read.node, sizeof read.node);
    memcpy(greeting->castled, read.castled, sizeof read.castled);
    sodium_bin2hex(greeting->link, sizeof greeting->link, read.front, SEAL_CHANCE_SIZE);
    return true;
}

static void send_introduction(Link *link)
{
    link->hooks.send(link->hooks.context, link->introduction, link->introduction_length);
}

Link *link_answer(const LinkTerms *terms, const LinkHooks *hooks, const LinkGreeting *greeting,
                  int64_t now)
{
    if (greeting->epoch > terms->epoch)
        return NULL;
    Link *link = new_link(terms, hooks, now);
    link->sent_at = now;
    link->other.epoch = terms->epoch;
    memcpy(link->other.node, greeting->node, sizeof greeting->node);
    memcpy(link->other.castled, greeting->castled, sizeof greeting->castled);
    memcpy(link->own.front, greeting->chance, SEAL_CHANCE_SIZE);
    memcpy(link->own.owner, terms->chance, SEAL_CHANCE_SIZE);
    introduce(link, LINK_KIND_WELCOME, terms);
    seal_link_keys(link->cluster, link->own.front, link->own.owner, &link->in_key, &link->out_key);
    send_introduction(link);
    if (greeting->version == LINK_VERSION)
        return link;
    link_free(link);
    return NULL;
}

void link_greeted_again(Link *link)
{
    if (!link->is_front && link->state == LINK_GREETING)
        send_introduction(link);
}

void link_free(Link *link)
{
    if (!link)
        return;
    empty(&link->queue);
    empty(&link->partial);
    empty(&link->opened);
    free(link->queue.at);
    free(link->partial.at);
    free(link->message.at);
    free(link->opened.at);
    memory_forget(link);
}

/* One message with the next 'length' bytes of the queue, which begin at 'bytes'. False: the bus does not take it. */
static bool send_message(Link *link, unsigned flags, const unsigned char *bytes, size_t length)
{
    LinkHead head = {
        .flags = flags, .words = link->words, .ack = link->taken, .clock = (uint64_t)link->now};
    if (link->expected > 1) {
        head.flags |= LINK_FLAG_ECHO;
        head.echo = link->heard_clock + (uint64_t)(link->now - link->heard_at);
    }
    Bytes *message = &link->message;
    message->at = array_reserve(message->at, &message->capacity, LINK_MESSAGE_LEAST + length, 1);
    if (length)
        memcpy(message->at + LINK_MESSAGE_FRONT + LINK_MESSAGE_HEAD, bytes, length);
    size_t whole = link_message_print(&head, &link->out_key, ++link->sent, length, message->at);
    link->sent_at = link->now;
    link->told = link->taken;
    return link->hooks.send(link->hooks.context, message->at, whole);
}

static void set_broken(Link *link, const char *reason)
{
    link->state = LINK_BROKEN;
    link->reason = reason;
    empty(&link->queue);
}

void link_break(Link *link, const char *reason)
{
    if (link->state == LINK_BROKEN)
        return;
    bool has_keys = !link->is_front || link->state == LINK_UP;
    set_broken(link, reason);
    if (has_keys)
        send_message(link, LINK_FLAG_FAREWELL, NULL, 0);
}

void link_put(Link *link, const void *frame, size_t length)
{
    unsigned char head[LINK_FRAME_HEAD];
    if (link->state != LINK_UP)
        return;
    if (length > LINK_FRAME_MAX) {
        link_break(link, "a frame from here is too long");
        return;
    }
    link_frame_head(head, (uint32_t)length);
    link->put += LINK_FRAME_HEAD + length;
    if (link_unacknowledged(link) > LINK_WINDOW) {
        link_break(link, "the other end does not take what it is sent");
        return;
    }
    append(&link->queue, head, LINK_FRAME_HEAD);
    append(&link->queue, frame, length);
}

static void send_queue(Link *link)
{
    Bytes queue = link->queue;
    for (size_t at = 0; at < queue.length && link->state == LINK_UP;) {
        size_t length = queue.length - at < LINK_STREAM_MAX ? queue.length - at : LINK_STREAM_MAX;
        if (!send_message(link, 0, queue.at + at, length))
            set_broken(link, "the bus does not take what is sent");
        at += length;
    }
    empty(&link->queue);
}

/* When what was taken is to be acknowledged. */
static int64_t acknowledgement_due(const Link *link)
{
    return link->taken - link->told >= LINK_ACK_STEP ? link->untold_at
           : link->taken != link->told               ? link->untold_at + LINK_ACK_AFTER
                                                     : INT64_MAX;
}

void link_flush(Link *link, int64_t now)
{
    int64_t away = now - link->flushed_at;
    link->silence += away < LINK_BEAT ? away : LINK_BEAT;
    link->now = link->flushed_at = now;
    bool is_waiting = link->is_front && link->state == LINK_GREETING;
    if (is_waiting)
        link->silence = 0;
    if (link->silence >= LINK_SILENCE)
        link_break(link, "nothing was heard for two seconds");
    if (is_waiting && now - link->sent_at >= LINK_GREETING_EVERY) {
        link->sent_at = now;
        send_introduction(link);
    }
    if (link->state != LINK_UP)
        return;
    send_queue(link);
    bool is_due = now >= acknowledgement_due(link) || now - link->sent_at >= LINK_BEAT;
    if (link->state == LINK_UP && is_due && !send_message(link, 0, NULL, 0))
        set_broken(link, "the bus does not take what is sent");
}

int64_t link_wait(const Link *link, int64_t now)
{
    if (link->state == LINK_BROKEN)
        return -1;
    if (link->queue.length)
        return 0;
    int64_t left = LINK_SILENCE - link->silence;
    int64_t due = link->flushed_at + (left < LINK_BEAT ? left : LINK_BEAT);
    int64_t acknowledgement = acknowledgement_due(link);
    due = acknowledgement < due ? acknowledgement : due;
    if (link->is_front || link->state == LINK_UP) {
        int64_t next = link->sent_at + (link->state == LINK_UP ? LINK_BEAT : LINK_GREETING_EVERY);
        due = next < due ? next : due;
    }
    return due > now ? due - now : 0;
}

void link_leave(Link *link, int64_t now)
{
    link->now = now;
    if (link->state == LINK_UP)
        send_queue(link);
    link_break(link, "this node has left");
}

/* The link is up, and a message is due at once: the other end waits for it. */
static void come_up(Link *link)
{
    link->state = LINK_UP;
    link->silence = 0;
    link->sent_at = link->now - LINK_BEAT;
}

static void receive_welcome(Link *link, const unsigned char *bytes, size_t length)
{
    LinkIntroduction welcome;
    if (!link->is_front || link->state != LINK_GREETING ||
        !link_introduction_parse(&welcome, LINK_KIND_WELCOME, &link->cluster->greetings, bytes,
                                 length) ||
        memcmp(welcome.front, link->own.front, SEAL_CHANCE_SIZE) != 0)
        return;
    if (welcome.version != LINK_VERSION) {
        link_break(link, "the owner is another version of castled");
        return;
    }
    if (welcome.epoch < link->own.epoch)
        return;
    link->other = welcome;
    seal_link_keys(link->cluster, welcome.front, welcome.owner, &link->out_key, &link->in_key);
    come_up(link);
}

/* Takes bytes into the frame that has begun to come, as many as it still needs. Returns how many. */
static size_t gather(Link *link, const unsigned char *bytes, size_t length)
{
    Bytes *partial = &link->partial;
    size_t whole = LINK_FRAME_HEAD;
    if (partial->length >= LINK_FRAME_HEAD)
        whole += link_frame_length(partial->at);
    size_t taken = whole - partial->length < length ? whole - partial->length : length;
    append(partial, bytes, taken);
    return taken;
}

/* Hands out a frame that is whole. */
static void hand_out(Link *link)
{
    Bytes *partial = &link->partial;
    if (partial->length < LINK_FRAME_HEAD)
        return;
    size_t length = link_frame_length(partial->at);
    if (length > LINK_FRAME_MAX) {
        link_break(link, "a frame that came is too long");
    } else if (partial->length == LINK_FRAME_HEAD + length) {
        link->hooks.frame(link->hooks.context, partial->at + LINK_FRAME_HEAD, length);
        empty(partial);
    }
}

/* The length of a frame that lies whole at the beginning of the bytes, its head included; 0: none. */
static size_t whole_frame(const Link *link, const unsigned char *bytes, size_t length)
{
    if (link->partial.length || length < LINK_FRAME_HEAD)
        return 0;
    size_t whole = LINK_FRAME_HEAD + (size_t)link_frame_length(bytes);
    return whole <= length ? whole : 0;
}

static void take_stream(Link *link, const unsigned char *bytes, size_t length)
{
    if (link->taken == link->told)
        link->untold_at = link->now;
    link->taken += length;
    while (length && link->state == LINK_UP) {
        size_t taken = whole_frame(link, bytes, length);
        if (taken) {
            link->hooks.frame(link->hooks.context, bytes + LINK_FRAME_HEAD,
                              taken - LINK_FRAME_HEAD);
        } else {
            taken = gather(link, bytes, length);
            hand_out(link);
        }
        bytes += taken;
        length -= taken;
    }
}

static void take_head(Link *link, const LinkHead *head)
{
    link->silence = 0;
    link->other_words = head->words;
    link->heard_clock = head->clock;
    link->heard_at = link->now;
    if (head->flags & LINK_FLAG_ECHO) {
        int64_t trip = (int64_t)((uint64_t)link->now - head->echo);
        link->round_trip = trip < 0 ? 0 : trip;
    }
    if (head->ack < link->acknowledged || head->ack > link->put)
        link_break(link, "what was acknowledged was never sent");
    else
        link->acknowledged = head->ack;
}

static void receive_message(Link *link, const unsigned char *bytes, size_t length)
{
    uint64_t number;
    LinkHead head;
    if ((link->is_front && link->state == LINK_GREETING) ||
        !link_message_number(bytes, length, &number) || number < link->expected)
        return;
    Bytes *opened = &link->opened;
    opened->at = array_reserve(opened->at, &opened->capacity, length, 1);
    opened->length = length;
    if (!link_message_parse(&head, &link->in_key, bytes, length, opened->at))
        return;
    if (number > link->expected) {
        link_break(link, "a message was lost");
        return;
    }
    link->expected++;
    if (link->state == LINK_GREETING)
        come_up(link);
    take_head(link, &head);
    take_stream(link, opened->at + LINK_MESSAGE_HEAD, length - LINK_MESSAGE_LEAST);
    empty(opened);
    if (link->state != LINK_BROKEN && head.flags & LINK_FLAG_FAREWELL)
        set_broken(link, "the other node has left");
}

void link_received(Link *link, const void *bytes, size_t length, int64_t now)
{
    if (link->state == LINK_BROKEN)
        return;
    link->now = now;
    if (link_kind(bytes, length) == LINK_KIND_WELCOME)
        receive_welcome(link, bytes, length);
    else
        receive_message(link, bytes, length);
}

LinkState link_state(const Link *link)
{
    return link->state;
}

const char *link_reason(const Link *link)
{
    return link->reason;
}

const char *link_name(const Link *link)
{
    return link->name;
}

const char *link_node(const Link *link)
{
    return link->other.node;
}

const char *link_castled(const Link *link)
{
    return link->other.castled;
}

uint64_t link_epoch(const Link *link)
{
    return link->other.epoch;
}

unsigned link_words(const Link *link)
{
    return link->other_words;
}

int64_t link_round_trip(const Link *link)
{
    return link->round_trip;
}

uint64_t link_written(const Link *link)
{
    return link->put;
}

uint64_t link_acknowledged(const Link *link)
{
    return link->acknowledged;
}

int64_t link_silence(const Link *link, int64_t now)
{
    return now - link->heard_at;
}

size_t link_unacknowledged(const Link *link)
{
    return (size_t)(link->put - link->acknowledged);
}
