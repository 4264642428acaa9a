#include "host_state.h"

#include "memory.h"
#include "word_link.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- out ---- */

static void say_to_listeners(HostLink *link)
{
    HostListeners *listeners = &link->listeners;
    bool many = listeners->sessions > 1;
    Word word = {
        .kind = many ? WORD_SEND_MANY : WORD_SEND,
        .id = many ? 0 : listeners->last,
        .send = {.count = listeners->count, .listeners = {listeners->ids, listeners->length}}};
    if (!listeners->sessions)
        return;
    memcpy(word.send.packets, listeners->packets, listeners->count * sizeof *listeners->packets);
    word_say(link->link, &word, &link->host->frame);
    listeners->sessions = 0;
    listeners->last = 0;
    listeners->length = 0;
}

bool host_say(HostLink *link, const Word *word)
{
    say_to_listeners(link);
    return word_say(link->link, word, &link->host->frame);
}

void host_forget_packets(HostLink *link)
{
    if (!link->packets.count)
        return;
    packet_names_clear(&link->packets);
    host_say(link, &(Word){.kind = WORD_FORGET});
}

static uint16_t name_packet(HostLink *link, Packet *packet)
{
    uint16_t name;
    if (!packet_names_find(&link->packets, packet, &name))
        host_say(link, &(Word){.kind = WORD_PACKET,
                               .text = {packet_text(packet), packet_length(packet)}});
    return name;
}

/* Another session that hears the same packets as those before it. When its packets are others, the list is sent first. */
static void add_listener(HostLink *link, const Word *send)
{
    HostListeners *listeners = &link->listeners;
    size_t size = send->send.count * sizeof *listeners->packets;
    if (listeners->sessions == WORD_LISTENERS_MAX || listeners->count != send->send.count ||
        memcmp(listeners->packets, send->send.packets, size) != 0)
        say_to_listeners(link);
    memcpy(listeners->packets, send->send.packets, size);
    listeners->count = send->send.count;
    listeners->length +=
        word_listeners_print(listeners->ids + listeners->length, &listeners->last, send->id);
    listeners->sessions++;
}

bool host_sessions_go_on(HostLink *link)
{
    if (!link->is_crowded || link_unacknowledged(link->link) > HOST_CROWDED / 2)
        return false;
    link->is_crowded = false;
    for (const HostSession *each = link->first_session; each; each = each->after)
        session_writable(net_sessions(link->host->options.net), each->session);
    return true;
}

static size_t write_packets(void *connection, Packet *const *packets, size_t count, bool ping)
{
    HostSession *session = connection;
    HostLink *link = session->link;
    const NetHooks *hooks = &link->host->options.hooks;
    Word word = {.kind = WORD_SEND, .id = session->id, .send = {.ping = ping}};
    assert(count <= SESSION_BATCH);
    if (link_unacknowledged(link->link) > HOST_CROWDED) {
        link->is_crowded = true;
        return 0;
    }
    if (packet_names_room(&link->packets) < count)
        host_forget_packets(link);
    for (size_t i = 0; i < count; i++) {
        word.send.packets[word.send.count++] = name_packet(link, packets[i]);
        if (hooks->sent)
            hooks->sent(hooks->context, session->session, packet_text(packets[i]),
                        packet_length(packets[i]));
    }
    if (ping || link_words(link->link) < WORDS_SEND_MANY)
        host_say(link, &word);
    else
        add_listener(link, &word);
    return count;
}

static void close_session(void *connection, CloseCode code)
{
    HostSession *session = connection;
    host_say(session->link, &(Word){.kind = WORD_CLOSE, .id = session->id, .code = code});
}

int64_t host_link_silence(const HostLink *link)
{
    const HostOptions *options = &link->host->options;
    return link_silence(link->link, options->now(options->context));
}

static int64_t silence_of(void *connection)
{
    const HostSession *session = connection;
    return host_link_silence(session->link);
}

/* ---- in ---- */

HostSession *host_session_find(const HostLink *link, uint64_t id)
{
    return id_table_find(&link->sessions, id);
}

static HostSession *add(HostLink *link, uint64_t id)
{
    static const SessionWire WIRE = {
        .write = write_packets, .close = close_session, .silence = silence_of};
    Host *host = link->host;
    HostSession *session = memory_new(sizeof *session);
    *session = (HostSession){.link = link, .id = id, .after = link->first_session};
    session->session = session_open_by(net_sessions(host->options.net), &WIRE, session);
    if (session->after)
        session->after->before = session;
    link->first_session = session;
    id_table_put(&link->sessions, id, session);
    host->session_count++;
    return session;
}

void host_session_open(HostLink *link, const Word *word)
{
    const Host *host = link->host;
    const NetHooks *hooks = &host->options.hooks;
    if (!word->id || host_session_find(link, word->id)) {
        link_break(link->link, "it opened a session twice");
    } else if (link->sessions.count >= HOST_SESSIONS_MAX ||
               host->session_count >= HOST_ALL_SESSIONS_MAX) {
        host_say(link, &(Word){.kind = WORD_CLOSE, .id = word->id, .code = CLOSE_BEHIND});
    } else {
        HostSession *session = add(link, word->id);
        hooks->opened(hooks->context, session->session, &word->opened.arrival,
                      word->opened.address);
    }
}

void host_session_end(HostSession *session, bool tells)
{
    HostLink *link = session->link;
    const NetHooks *hooks = &link->host->options.hooks;
    *(session->before ? &session->before->after : &link->first_session) = session->after;
    if (session->after)
        session->after->before = session->before;
    id_table_remove(&link->sessions, session->id);
    link->host->session_count--;
    if (tells)
        hooks->closed(hooks->context, session->session);
    session_lost(net_sessions(link->host->options.net), session->session);
    free(session);
}
