#include "host.h"

#include "host_state.h"
#include "log.h"
#include "memory.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t now_of(const Host *host)
{
    return host->options.now(host->options.context);
}

/* ---- what a front says ---- */

static void receive(HostLink *link, const Word *word)
{
    const NetHooks *hooks = &link->host->options.hooks;
    const HostSession *session = host_session_find(link, word->id);
    if (word->text.length > NET_MESSAGE_MAX)
        link_break(link->link, "a message was too long");
    else if (session)
        hooks->received(hooks->context, session->session, word->text.bytes, word->text.length);
}

/* The way between the nodes counts, too: nobody's clock is charged for it. */
static void note_round_trip(HostLink *link, const Word *word)
{
    const HostSession *session = host_session_find(link, word->id);
    int64_t between = link_round_trip(link->link);
    if (session && word->round_trip >= 0 && word->round_trip <= INT32_MAX)
        session_note_round_trip(net_sessions(link->host->options.net), session->session,
                                word->round_trip + (between > 0 ? between : 0) * 1000);
}

static void close_session(HostLink *link, const Word *word)
{
    HostSession *session = host_session_find(link, word->id);
    if (session)
        host_session_end(session, true);
}

static void on_frame(void *context, const void *bytes, size_t length)
{
    HostLink *link = context;
    Word word;
    if (!word_read(bytes, length, &word)) {
        link_break(link->link, "it said what is no word");
        return;
    }
    switch (word.kind) {
    case WORD_HANDSHAKE:
    case WORD_REQUEST: host_exchange_begin(link, &word); break;
    case WORD_GONE: host_stream_gone(link, &word); break;
    case WORD_DRAINED: host_stream_drained(link, &word); break;
    case WORD_OPENED: host_session_open(link, &word); break;
    case WORD_RECEIVED: receive(link, &word); break;
    case WORD_ROUND_TRIP: note_round_trip(link, &word); break;
    case WORD_CLOSED: close_session(link, &word); break;
    case WORD_LINE: host_line_begin(link, &word); break;
    case WORD_BYTES:
    case WORD_TAKEN:
    case WORD_LINE_END:
    case WORD_LINE_LOST: host_line_hear(link, &word); break;
    default: link_break(link->link, "it said what only an owner says"); break;
    }
}

/* ---- links ---- */

static bool on_send(void *context, const void *bytes, size_t length)
{
    HostLink *link = context;
    return bus_send(link->host->options.bus, link->down, bytes, length);
}

/* Its former link, if it has one, is of no use to it any more. A greeting alone does not show that: anybody on the bus can
 * repeat one. */
static void on_up(HostLink *link)
{
    link->is_up = true;
    log_info("front %s (castled %s) is linked", link_node(link->link), link_castled(link->link));
    for (HostLink *other = link->host->first; other; other = other->next)
        if (other != link && strcmp(link_node(other->link), link_node(link->link)) == 0)
            link_break(other->link, "it greeted anew");
}

static void on_message(void *context, const void *bytes, size_t length)
{
    HostLink *link = context;
    link_received(link->link, bytes, length, now_of(link->host));
    if (!link->is_up && link_state(link->link) == LINK_UP)
        on_up(link);
}

/* It is in no list any more. */
static void free_link(HostLink *link)
{
    packet_names_clear(&link->packets);
    host_tell_nothing(link);
    id_table_clear(&link->sessions);
    id_table_clear(&link->exchanges);
    id_table_clear(&link->lines);
    bus_unlisten(link->ear);
    link_free(link->link);
    free(link);
}

/* All that its clients have ends. */
static void end_link(HostLink *link, bool tells)
{
    Host *host = link->host;
    HostLink **at = &host->first;
    while (link->first_session)
        host_session_end(link->first_session, tells);
    while (link->first_exchange)
        host_exchange_end(link->first_exchange, tells);
    host_lines_end(link, tells);
    while (*at != link)
        at = &(*at)->next;
    *at = link->next;
    host->link_count--;
    free_link(link);
}

static HostLink *find_link(const Host *host, const char *name)
{
    HostLink *link = host->first;
    while (link && strcmp(link_name(link->link), name) != 0)
        link = link->next;
    return link;
}

static void answer_greeting(Host *host, const LinkGreeting *greeting)
{
    char up[HOST_SUBJECT_MAX];
    HostLink *link = memory_new(sizeof *link);
    LinkTerms terms = {.key = host->options.key,
                       .node = host->node,
                       .castled = host->castled,
                       .epoch = host->options.epoch,
                       .words = WORDS_VERSION};
    const LinkHooks hooks = {.context = link, .send = on_send, .frame = on_frame};
    link->host = host;
    link->number = ++host->newest;
    fair_queue_init(&link->waiting, &host->sip, HOST_WAITING_BYTES);
    snprintf(up, sizeof up, "castled.%s.%s.up", host->options.key->id, greeting->link);
    snprintf(link->down, sizeof link->down, "castled.%s.%s.down", host->options.key->id,
             greeting->link);
    link->ear = bus_listen(host->options.bus, up, on_message, link);
    randombytes_buf(terms.chance, sizeof terms.chance);
    link->link = link_answer(&terms, &hooks, greeting, now_of(host));
    if (!link->link) {
        free_link(link);
        return;
    }
    link->next = host->first;
    host->first = link;
    host->link_count++;
}

static void on_greeting(void *context, const void *bytes, size_t length)
{
    Host *host = context;
    LinkGreeting greeting;
    if (!link_greeting_read(host->options.key, bytes, length, &greeting))
        return;
    HostLink *link = find_link(host, greeting.link);
    if (link)
        link_greeted_again(link->link);
    else if (greeting.epoch > host->options.epoch)
        host->options.passed(host->options.context, greeting.epoch);
    else if (host->link_count < HOST_FRONTS_MAX)
        answer_greeting(host, &greeting);
}

/* ---- the whole ---- */

Host *host_new(const HostOptions *options)
{
    char subject[HOST_SUBJECT_MAX];
    Host *host = memory_new(sizeof *host);
    host->options = *options;
    snprintf(host->node, sizeof host->node, "%s", options->node);
    snprintf(host->castled, sizeof host->castled, "%s", options->castled);
    snprintf(subject, sizeof subject, "castled.%s.owner", options->key->id);
    NetElsewhere elsewhere = host_elsewhere(host);
    net_set_elsewhere(options->net, &elsewhere);
    randombytes_buf(host->sip.bytes, sizeof host->sip.bytes);
    host->ear = bus_listen(options->bus, subject, on_greeting, host);
    return host;
}

static void tell_cut_off(const Host *host, int64_t lost)
{
    if (host->options.cut_off)
        host->options.cut_off(host->options.context, lost);
}

bool host_turn(Host *host)
{
    int64_t now = now_of(host);
    bool has_more = false;
    for (HostLink *link = host->first, *next; link; link = next) {
        next = link->next;
        host_forget_packets(link);
        has_more = host_streams_lose(link) || has_more;
        host_tell_on(link, HOST_BUSY);
        link_flush(link->link, now);
        has_more = host_sessions_go_on(link) || has_more;
        if (link_state(link->link) != LINK_BROKEN)
            continue;
        if (link->is_up)
            log_info("front %s is gone: %s", link_node(link->link), link_reason(link->link));
        has_more = has_more || link->first_session || link->first_exchange || link->first_line;
        tell_cut_off(host, host_link_silence(link) + 1);
        end_link(link, true);
        tell_cut_off(host, 0);
    }
    return has_more;
}

int64_t host_wait(const Host *host)
{
    int64_t now = now_of(host), least = -1;
    for (const HostLink *link = host->first; link; link = link->next) {
        int64_t wait = link_wait(link->link, now);
        if (wait < 0)
            return 0; /* broken: host_turn ends it */
        if (least < 0 || wait < least)
            least = wait;
    }
    return least;
}

static void stop_listening(Host *host)
{
    if (host->ear)
        bus_unlisten(host->ear);
    host->ear = NULL;
}

void host_leave(Host *host)
{
    int64_t now = now_of(host);
    stop_listening(host);
    while (host->first) {
        host_forget_packets(host->first);
        host_tell_on(host->first, HOST_CROWDED);
        link_leave(host->first->link, now);
        end_link(host->first, true);
    }
}

void host_free(Host *host)
{
    stop_listening(host);
    while (host->first) {
        const HostLink *link = host->first;
        end_link(host->first, false);
        assert(host->first != link);
    }
    net_set_elsewhere(host->options.net, NULL);
    slot_table_clear(&host->exchanges);
    free(host->frame.bytes);
    free(host);
}

bool host_is_busy(const Host *host)
{
    for (const HostLink *link = host->first; link; link = link->next) {
        if (link->waiting.count)
            return true;
        for (const HostExchange *each = link->first_exchange; each; each = each->after)
            if (!each->is_streaming || !each->hooks.is_endless)
                return true;
    }
    return false;
}

int64_t host_silence(const Host *host, uint64_t front)
{
    for (const HostLink *link = host->first; link; link = link->next)
        if (link->number == front)
            return host_link_silence(link);
    return 0;
}

bool host_front(const Host *host, size_t index, HostFront *front)
{
    for (const HostLink *link = host->first; link; link = link->next)
        if (link->is_up && index-- == 0) {
            *front = (HostFront){.node = link_node(link->link),
                                 .castled = link_castled(link->link),
                                 .sessions = link->sessions.count,
                                 .exchanges = link->exchanges.count,
                                 .round_trip = link_round_trip(link->link),
                                 .unacknowledged = link_unacknowledged(link->link),
                                 .waiting = link->waiting.count};
            return true;
        }
    return false;
}
