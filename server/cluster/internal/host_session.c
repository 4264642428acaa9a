#include "host_state.h"

#include "memory.h"
#include "word_link.h"

#include <assert.h>
#include <stdlib.h>

static void say(HostLink *link, const Word *word)
{
    word_say(link->link, word, &link->host->frame);
}

/* ---- out ---- */

void host_forget_packets(HostLink *link)
{
    if (!link->packets.count)
        return;
    packet_names_clear(&link->packets);
    say(link, &(Word){.kind = WORD_FORGET});
}

static uint16_t name_packet(HostLink *link, Packet *packet)
{
    uint16_t name;
    if (!packet_names_find(&link->packets, packet, &name))
        say(link,
            &(Word){.kind = WORD_PACKET, .text = {packet_text(packet), packet_length(packet)}});
    return name;
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
    say(link, &word);
    return count;
}

static void close_session(void *connection, CloseCode code)
{
    HostSession *session = connection;
    say(session->link, &(Word){.kind = WORD_CLOSE, .id = session->id, .code = code});
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
        say(link, &(Word){.kind = WORD_CLOSE, .id = word->id, .code = CLOSE_BEHIND});
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
