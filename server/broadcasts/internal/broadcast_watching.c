/* Those who watch a round: told at first all of it, then what has changed, at most once a second. */
#include "broadcast_lichess.h"
#include "broadcast_state.h"

#include "message_parts.h"
#include "tell.h"

enum { TELL_EVERY = 1000 }; /* ms */

static Round *find(Broadcasts *broadcasts, const Client *client, const Request *request)
{
    Round *round = broadcast_round(broadcasts, request->tournament.id);
    if (!round)
        tell_error(broadcasts->options.clients, client->session, request, CODE_NO_SUCH_BROADCAST,
                   NULL, 0);
    return round;
}

static uint32_t count_watched(const Broadcasts *broadcasts, SessionId session)
{
    uint32_t count = 0;
    const Round *round;
    for (size_t at = 0; (round = hash_table_next(&broadcasts->rounds, &at));)
        count += listeners_have(&round->listeners, session);
    return count;
}

static void listen_to(Round *round, SessionId session)
{
    if (!round->listeners.count)
        round->told_seq = round->seq;
    listeners_add(&round->listeners, session);
}

void broadcasts_watch(Broadcasts *broadcasts, const Client *client, const Request *request)
{
    Clients *clients = broadcasts->options.clients;
    Text *text = &broadcasts->text;
    Round *round = find(broadcasts, client, request);
    if (!round)
        return;
    if (count_watched(broadcasts, client->session) >= BROADCAST_WATCHED_MAX) {
        tell_error(clients, client->session, request, CODE_NOT_NOW, "you watch too many rounds", 0);
        return;
    }
    tell_ok(clients, client->session, request, NULL, round->number);
    message_begin(text, "broadcast");
    broadcast_round_json(broadcasts, round, NULL, "round", text);
    message_end(text);
    tell_session(clients, text, client->session, round->number);
    listen_to(round, client->session);
}

bool broadcasts_listen(Broadcasts *broadcasts, const char *id, SessionId session)
{
    Round *round = broadcast_round(broadcasts, id);
    if (round)
        listen_to(round, session);
    return round != NULL;
}

void broadcasts_unwatch(Broadcasts *broadcasts, const Client *client, const Request *request)
{
    Round *round = find(broadcasts, client, request);
    if (!round)
        return;
    listeners_remove(&round->listeners, client->session);
    tell_ok(broadcasts->options.clients, client->session, request, NULL, 0);
}

void broadcasts_connection_ends(Broadcasts *broadcasts, SessionId session)
{
    Round *round;
    for (size_t at = 0; (round = hash_table_next(&broadcasts->rounds, &at));)
        if (round->listeners.count)
            listeners_remove(&round->listeners, session);
}

void broadcast_tell(Broadcasts *broadcasts, Round *round)
{
    int64_t now = broadcasts->options.time->wall;
    Text *text = &broadcasts->text;
    if (round->told_seq == round->seq || !round->listeners.count)
        return;
    if (now < round->tell_at) {
        broadcast_plan(broadcasts, round->tell_at);
        return;
    }
    message_begin(text, "broadcast_update");
    text_string(text, "round", round->id);
    text_integer(text, "seq", round->seq);
    text_integer(text, "now", now);
    text_string(text, "state", broadcast_round_state(round, now));
    broadcast_boards_json(round, round->told_seq, text);
    message_end(text);
    tell_listeners(broadcasts->options.clients, text, &round->listeners, round->number);
    round->told_seq = round->seq;
    round->tell_at = now + TELL_EVERY;
}
