#include "challenge_watches.h"

#include "array.h"
#include "scope.h"
#include "tell.h"

#include <string.h>

enum { CHALLENGE_WATCHES_MAX = 10000 }; /* of all */

static const ChallengeFate OPEN = {.state = STATE_OPEN};

/* Whether the connection hears of it without asking. */
static bool concerns(const Challenge *challenge, const Client *client)
{
    const Person *person = &client->person;
    return client_may(client, SCOPES_HEAR) &&
           (person_is(&challenge->from, person) ||
            (!challenge->link && person_is(&challenge->to, person)));
}

static void drop_watch(Matchmaker *matchmaker, size_t index)
{
    bounds_release(matchmaker->options.bounds, BOUND_CHALLENGE_WATCHES,
                   matchmaker->watches[index].address);
    matchmaker->watches[index] = matchmaker->watches[--matchmaker->watches_count];
}

/* On all connections of the person that hear of challenges. */
static void push_to_person(Matchmaker *matchmaker, const char *person, Packet *packet,
                           uint64_t number)
{
    Client client = {0};
    while (clients_next(matchmaker->clients, person, SCOPES_HEAR, &client))
        clients_push(matchmaker->clients, client.session, packet, number);
}

void challenge_watches_tell(Matchmaker *matchmaker, const Challenge *challenge,
                            const ChallengeFate *fate, uint64_t number)
{
    Client client;
    print_challenge(&matchmaker->text, challenge, fate);
    Packet *packet = tell_packet(&matchmaker->text);
    push_to_person(matchmaker, challenge->from.id, packet, number);
    if (!challenge->link)
        push_to_person(matchmaker, challenge->to.id, packet, number);
    for (size_t i = matchmaker->watches_count; i-- > 0;) {
        const ChallengeWatch *watch = &matchmaker->watches[i];
        if (!lobby_id_equal(&watch->challenge, &challenge->id))
            continue;
        if (clients_find(matchmaker->clients, watch->session, &client) &&
            !concerns(challenge, &client))
            clients_push(matchmaker->clients, client.session, packet, number);
        if (fate->state != STATE_OPEN)
            drop_watch(matchmaker, i);
    }
    packet_release(packet);
}

static void forget(Matchmaker *matchmaker, SessionId session, const LobbyId *challenge)
{
    for (size_t i = matchmaker->watches_count; i-- > 0;)
        if (matchmaker->watches[i].session == session &&
            (!challenge || lobby_id_equal(&matchmaker->watches[i].challenge, challenge)))
            drop_watch(matchmaker, i);
}

static bool note_watch(Matchmaker *matchmaker, const Client *client, const LobbyId *challenge)
{
    forget(matchmaker, client->session, challenge);
    if (matchmaker->watches_count == CHALLENGE_WATCHES_MAX ||
        !bounds_take(matchmaker->options.bounds, BOUND_CHALLENGE_WATCHES, client->address))
        return false;
    matchmaker->watches = array_reserve(matchmaker->watches, &matchmaker->watches_size,
                                        matchmaker->watches_count + 1, sizeof *matchmaker->watches);
    ChallengeWatch *watch = &matchmaker->watches[matchmaker->watches_count++];
    *watch = (ChallengeWatch){.challenge = *challenge, .session = client->session};
    memcpy(watch->address, client->address, sizeof watch->address);
    return true;
}

void matchmaker_watch(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    const LobbyId *id = &request->watch.challenge;
    const Challenge *challenge =
        challenges_find(matchmaker->challenges, id, matchmaker->time->wall);
    if (!challenge) {
        tell_error(matchmaker->clients, client->session, request,
                   code_of_challenge(CHALLENGE_STALE), challenge_error_text(CHALLENGE_STALE), 0);
        return;
    }
    if (!note_watch(matchmaker, client, id)) {
        tell_error(matchmaker->clients, client->session, request, CODE_NOT_NOW,
                   "too many challenges are being watched", 0);
        return;
    }
    uint64_t newest = journal_newest(matchmaker->journal); /* it may be of this turn */
    tell_ok(matchmaker->clients, client->session, request, NULL, newest);
    print_challenge(&matchmaker->text, challenge, &OPEN);
    tell_session(matchmaker->clients, &matchmaker->text, client->session, newest);
}

void matchmaker_unwatch(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    forget(matchmaker, client->session, &request->watch.challenge);
    tell_ok(matchmaker->clients, client->session, request, NULL, 0);
}

void challenge_watches_forget(Matchmaker *matchmaker, SessionId session)
{
    forget(matchmaker, session, NULL);
}

void matchmaker_welcome(Matchmaker *matchmaker, const Client *client)
{
    if (!challenges_concern(matchmaker->challenges, client->person.id))
        return;
    for (size_t i = 0; i < challenges_count(matchmaker->challenges); i++) {
        const Challenge *challenge = challenges_at(matchmaker->challenges, i);
        if (challenge->expires <= matchmaker->time->wall || !concerns(challenge, client))
            continue;
        print_challenge(&matchmaker->text, challenge, &OPEN);
        tell_session(matchmaker->clients, &matchmaker->text, client->session,
                     journal_newest(matchmaker->journal));
    }
}
