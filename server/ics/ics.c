#include "ics.h"

#include "array.h"
#include "ics_connection.h"
#include "log.h"
#include "memory.h"
#include "utf8.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char BANNED[] = "Your address has been banned from this server.";

/* ---- out ---- */

static void on_drained(void *owner);

static void send_text(IcsConnection *connection, Text *text)
{
    if (!text->length || !connection->transport || transport_is_writing(connection->transport) ||
        !transport_is_open(connection->transport))
        return;
    TransportPiece piece = {text->bytes, text->length};
    if (transport_send(connection->transport, &piece, 1, on_drained) == 1)
        text_reset(text);
}

static void flush(IcsConnection *connection)
{
    Text *said = connection->client ? ics_client_output(connection->client) : NULL;
    if (said && said->length) {
        text_append(&connection->out, said->bytes, said->length);
        text_reset(said);
    }
    send_text(connection, &connection->out);
    connection->is_paused = ics_unsent(connection) > ICS_UNSENT_MAX;
    if (connection->state == ICS_ENDING && connection->transport && !connection->out.length &&
        !transport_is_writing(connection->transport)) {
        transport_finish(connection->transport);
        connection->transport = NULL;
        ics_wake(connection);
    }
}

/* ---- in ---- */

static void set_time(const IcsConnection *connection)
{
    const IcsOptions *options = &connection->ics->options;
    ics_client_set_time(connection->client, (int64_t)uv_now(options->loop),
                        core_wall(options->core));
}

/* Whether so many lines may come. */
static bool may_type(IcsConnection *connection)
{
    Core *core = connection->ics->options.core;
    return core_allows(core, LIMIT_MESSAGE, connection->line_key) &&
           core_allows(core, LIMIT_MESSAGE_ADDRESS, connection->address);
}

static void refuse_flood(IcsConnection *connection)
{
    static const char WORDS[] = "You are typing too fast: wait a few seconds.";
    if (!core_allows(connection->ics->options.core, LIMIT_REFUSAL, connection->line_key))
        ics_end(connection, "**** You were disconnected, since you went on too fast. ****");
    else if (connection->client)
        ics_client_refuse(connection->client, WORDS);
    else
        ics_end(connection, WORDS);
}

static void take_line(IcsConnection *connection)
{
    char line[2 * TELNET_LINE_MAX + 1];
    const TelnetReader *reader = &connection->reader;
    if (!may_type(connection)) {
        refuse_flood(connection);
        return;
    }
    if (connection->state != ICS_SIGNED_IN) {
        ics_login_line(connection, reader->line, reader->length);
        ics_wipe_line(connection);
        return;
    }
    size_t length = utf8_from_bytes(reader->line, reader->length, line);
    set_time(connection);
    ics_client_line(connection->client, line, length);
}

static void refuse_line(IcsConnection *connection)
{
    char words[80];
    snprintf(words, sizeof words, "That line is too long: at most %d bytes.", TELNET_LINE_MAX);
    if (!may_type(connection))
        refuse_flood(connection);
    else if (connection->client)
        ics_client_refuse(connection->client, words);
    else
        ics_end(connection, words);
}

static void note_mark(IcsConnection *connection)
{
    uint64_t at = connection->mark_at;
    Sessions *sessions = net_sessions(connection->ics->options.net);
    connection->mark_at = 0;
    if (!at || !connection->client)
        return;
    session_note_round_trip(sessions, connection->session, (int64_t)((uv_hrtime() - at) / 1000));
    ics_client_set_lag(connection->client, session_lag(sessions, connection->session));
}

static void take(IcsConnection *connection, TelnetNews news)
{
    switch (news) {
    case TELNET_NOTHING: break;
    case TELNET_LINE: take_line(connection); break;
    case TELNET_LONG_LINE: refuse_line(connection); break;
    case TELNET_REPLY:
        text_append(&connection->out, (const char *)connection->reader.reply, TELNET_REPLY_MAX);
        break;
    case TELNET_MARK: note_mark(connection); break;
    }
}

static bool may_read(const IcsConnection *connection)
{
    return connection->transport && connection->state != ICS_WAITING &&
           connection->state != ICS_ENDING && !connection->is_paused &&
           !(connection->client && ics_client_is_busy(connection->client));
}

static void go_on(IcsConnection *connection)
{
    flush(connection);
    while (may_read(connection)) {
        size_t length, used;
        const unsigned char *bytes =
            (const unsigned char *)transport_input(connection->transport, &length);
        if (!length)
            break;
        TelnetNews news = telnet_read(&connection->reader, bytes, length, &used);
        transport_consume(connection->transport, used);
        take(connection, news);
        flush(connection);
    }
    size_t left = 0;
    if (connection->transport)
        transport_input(connection->transport, &left);
    if (connection->transport && transport_has_ended(connection->transport) && !left) {
        connection->state = ICS_ENDING;
        flush(connection);
    }
}

/* ---- what the transport tells ---- */

static void on_arrived(void *owner)
{
    go_on(owner);
}

static void on_drained(void *owner)
{
    IcsConnection *connection = owner;
    flush(connection);
    if (connection->session && !connection->is_paused)
        session_writable(net_sessions(connection->ics->options.net), connection->session);
    go_on(connection);
}

/* Where telnet is spoken the round trip is measured: the other side answers a timing mark when it has read all before it
 * (RFC 860). */
static void send_mark(IcsConnection *connection)
{
    static const char MARK[] = {(char)TELNET_IAC, (char)TELNET_DO, TELNET_TIMING_MARK};
    bool speaks = connection->speaks_telnet || connection->reader.speaks ||
                  ics_client_speaks_telnet(connection->client);
    if (!speaks || connection->mark_at || connection->out.length ||
        transport_is_writing(connection->transport))
        return;
    connection->mark_at = uv_hrtime();
    text_append(&connection->out, MARK, sizeof MARK);
}

static void on_late(void *owner)
{
    IcsConnection *connection = owner;
    if (connection->state == ICS_SIGNED_IN) {
        send_mark(connection);
        transport_set_timer(connection->transport, ICS_MARK_EVERY);
    } else if (connection->state == ICS_ENDING) {
        transport_close(connection->transport);
        connection->transport = NULL;
        ics_wake(connection);
        return;
    } else {
        ics_end(connection, "**** You took too long to sign in. ****");
    }
    go_on(connection);
}

static void on_lost(void *owner)
{
    IcsConnection *connection = owner;
    connection->transport = NULL;
    ics_wake(connection);
}

/* ---- beginning and end ---- */

/* Who is at 'address', in the words of the limits; 'is_confidential' when nobody can listen. */
static void begin(Ics *ics, Transport *transport, const char *address, bool is_confidential,
                  uint64_t front, const char *refusal)
{
    static const TransportHooks HOOKS = {.arrived = on_arrived, .late = on_late, .lost = on_lost};
    IcsConnection *connection = memory_new(sizeof *connection);
    connection->ics = ics;
    connection->number = ++ics->newest;
    connection->front = front;
    connection->transport = transport;
    connection->after = ics->first;
    if (ics->first)
        ics->first->before = connection;
    ics->first = connection;
    text_init(&connection->out);
    snprintf(connection->address, sizeof connection->address, "%s", address);
    snprintf(connection->line_key, sizeof connection->line_key, "ics %llu",
             (unsigned long long)connection->number);
    connection->is_confidential = is_confidential;
    log_debug("ics %llu begins: %s", (unsigned long long)connection->number, connection->address);
    transport_set_timer(transport, ICS_LOGIN_TIME);
    transport_keep_alive(transport, ICS_SILENCE);
    transport_own(transport, &HOOKS, connection);
    if (!refusal && core_bans_address(ics->options.core, connection->address))
        refusal = BANNED;
    if (refusal)
        ics_end(connection, refusal);
    else
        ics_login_begin(connection);
    flush(connection);
}

void ics_connection(Ics *ics, Transport *transport, const char *refusal)
{
    char address[ADDRESS_MAX + 1];
    address_key(transport_peer(transport), address);
    begin(ics, transport, address, transport_is_confidential(transport), 0, refusal);
}

void ics_connection_elsewhere(Ics *ics, Transport *transport, const char *address,
                              bool is_confidential, uint64_t front, const char *refusal)
{
    begin(ics, transport, address, is_confidential, front, refusal);
}

static void forget_session(IcsConnection *connection)
{
    const IcsOptions *options = &connection->ics->options;
    ics_login_end(connection);
    if (!connection->session)
        return;
    core_closed(options->core, connection->session);
    session_lost(net_sessions(options->net), connection->session);
    connection->session = 0;
    connection->ics->asked = true;
}

void ics_front_lost(Ics *ics, uint64_t front)
{
    for (IcsConnection *each = ics->first; each; each = each->after) {
        if (each->front != front)
            continue;
        if (each->transport)
            transport_close(each->transport);
        each->transport = NULL;
        forget_session(each);
        ics_wake(each);
    }
}

static void free_connection(IcsConnection *connection)
{
    *(connection->before ? &connection->before->after : &connection->ics->first) =
        connection->after;
    if (connection->after)
        connection->after->before = connection->before;
    for (size_t i = 0; i < connection->heard_count; i++)
        packet_release(connection->heard[i]);
    free(connection->heard);
    if (connection->client)
        ics_client_free(connection->client);
    text_clear(&connection->out);
    memory_wipe(connection, sizeof *connection);
    free(connection);
}

/* What the session was told. */
static void hear(IcsConnection *connection)
{
    size_t count = connection->heard_count;
    if (!count)
        return;
    set_time(connection);
    for (size_t i = 0; i < count; i++) { /* more may come meanwhile, behind them */
        Packet *packet = connection->heard[i];
        ics_client_received(connection->client, packet_text(packet), packet_length(packet));
        packet_release(packet);
    }
    connection->heard_count -= count;
    memmove(connection->heard, connection->heard + count,
            connection->heard_count * sizeof *connection->heard);
}

/* The connections of a turn: others come with the next one, which follows at once, and what was typed meanwhile is read in
 * between. */
enum { TURN_CONNECTIONS = 64 };

static void wake_next(Ics *ics)
{
    IcsConnection *connection = ics->awake;
    ics->awake = connection->next_awake;
    connection->is_awake = false;
    if (connection->transport && connection->client)
        hear(connection);
    if (connection->transport)
        go_on(connection);
    if (connection->transport || connection->is_awake)
        return;
    forget_session(connection);
    if (!connection->held)
        free_connection(connection);
}

bool ics_turn(Ics *ics)
{
    for (int i = 0; i < TURN_CONNECTIONS && ics->awake; i++)
        wake_next(ics);
    bool asked = ics->asked;
    ics->asked = false;
    return asked || ics_has_more(ics);
}

bool ics_has_more(const Ics *ics)
{
    return ics->awake != NULL;
}

/* Those who have signed in are sent away by the core. */
static size_t on_banned(void *context, const CoreBan *ban)
{
    const Ics *ics = context;
    size_t ended = 0;
    for (IcsConnection *each = ics->first; each; each = each->after) {
        bool is_at_login = each->transport && !each->session && each->state != ICS_ENDING;
        if (!is_at_login || !core_ban_concerns(ban, "", each->address))
            continue;
        ics_end(each, BANNED);
        ics_wake(each);
        ended++;
    }
    return ended;
}

Ics *ics_new(const IcsOptions *options)
{
    Ics *ics = memory_new(sizeof *ics);
    ics->options = *options;
    ics->games = ics_numbers_new();
    ics->seeks = ics_numbers_new();
    core_on_news(options->core, &(CoreNews){.context = ics, .banned = on_banned});
    return ics;
}

void ics_free(Ics *ics)
{
    ics->awake = NULL;
    while (ics->first) {
        const IcsConnection *connection = ics->first;
        free_connection(ics->first);
        assert(ics->first != connection);
    }
    ics_numbers_free(ics->games);
    ics_numbers_free(ics->seeks);
    free(ics);
}
