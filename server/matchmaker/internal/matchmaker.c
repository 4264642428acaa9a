/* The matchmaker as a whole: creating, loading and freeing it, and what becomes of seeks and challenges when people
 * come and go. */
#include "bulk_pairings.h"
#include "challenge_watches.h"
#include "matchmaker_state.h"
#include "memory.h"
#include "scope.h"
#include "seek_requests.h"

#include <stdlib.h>
#include <string.h>

/* A LobbyMeet: both have come, or are kept (seeks_keep_known). */
static bool may_meet(void *context, const Person *one, const Person *other)
{
    return clients_may_meet(context, one->id, other->id);
}

Matchmaker *matchmaker_new(const MatchmakerOptions *options)
{
    Matchmaker *matchmaker = memory_new(sizeof *matchmaker);
    matchmaker->options = *options;
    matchmaker->clients = options->clients;
    matchmaker->journal = options->journal;
    matchmaker->time = options->time;
    text_init(&matchmaker->text);
    matchmaker->lobby = lobby_new(options->sip);
    lobby_set_meet(matchmaker->lobby, may_meet, options->clients);
    lobby_set_bounds(matchmaker->lobby, options->bounds);
    bulk_pairings_init(matchmaker, options->sip);
    matchmaker->challenges = challenges_new(options->sip, options->bounds);
    seeks_init(matchmaker, options->sip);
    return matchmaker;
}

void matchmaker_free(Matchmaker *matchmaker)
{
    seeks_clear(matchmaker);
    listeners_clear(&matchmaker->listeners);
    lobby_free(matchmaker->lobby);
    challenges_free(matchmaker->challenges);
    bulk_pairings_clear(matchmaker);
    text_clear(&matchmaker->text);
    free(matchmaker->watches);
    free(matchmaker->held);
    free(matchmaker);
}

void matchmaker_client_came(Matchmaker *matchmaker, const Client *client)
{
    if (client_may(client, SCOPE_BOARD_PLAY))
        lobby_person_returned(matchmaker->lobby, &client->person, client->session,
                              matchmaker->time->now);
    challenges_returned(matchmaker->challenges, client->person.id);
}

/* The connection with which the person has come back: it was opened after the last word of this one, and was told of all its
 * seeks. The line of a telephone that changes networks dies without a word, and is noticed after its person is back. One
 * that was opened before is another tab or device, which does not wait for these seeks. */
static bool find_return(const Matchmaker *matchmaker, const Client *own, Client *back)
{
    back->session = 0;
    return clients_next(matchmaker->clients, own->person.id, SCOPES_PLAY, back) &&
           back->session != own->session && back->opened_at >= own->heard_at;
}

static void leave_seeks(Matchmaker *matchmaker, SessionId session)
{
    Client own, back;
    if (!clients_find(matchmaker->clients, session, &own) ||
        lobby_count_of(matchmaker->lobby, own.person.id) == 0)
        return;
    seeks_keep_known(matchmaker, &own.person);
    if (find_return(matchmaker, &own, &back))
        lobby_connection_replaced(matchmaker->lobby, session, back.session);
    else
        lobby_connection_lost(matchmaker->lobby, session, matchmaker->time->now);
}

void matchmaker_connection_ends(Matchmaker *matchmaker, SessionId session)
{
    listeners_remove(&matchmaker->listeners, session);
    challenge_watches_forget(matchmaker, session);
    leave_seeks(matchmaker, session);
}

void matchmaker_person_left(Matchmaker *matchmaker, const char *person)
{
    challenges_left(matchmaker->challenges, person, matchmaker->time->wall);
}

void matchmaker_person_changed(Matchmaker *matchmaker, const Person *person)
{
    challenges_know(matchmaker->challenges, person);
}

int32_t matchmaker_fallback(const Matchmaker *matchmaker)
{
    return matchmaker->options.fallback;
}

/* Those that the client's own connection holds, or those that others hold; returns how many. */
static size_t add_seeks(const Matchmaker *matchmaker, const Client *client, bool own,
                        OwnSeeks *seeks)
{
    size_t before = seeks->count;
    for (size_t i = 0; i < lobby_count(matchmaker->lobby) && seeks->count < SEEKS_PER_PERSON; i++) {
        const Seek *seek = lobby_at(matchmaker->lobby, i);
        if (person_is(&seek->person, &client->person) && (seek->session == client->session) == own)
            seeks->ids[seeks->count++] = seek->id;
    }
    return seeks->count - before;
}

OwnSeeks matchmaker_seeks_of(const Matchmaker *matchmaker, const Client *client)
{
    OwnSeeks seeks = {.count = 0};
    if (lobby_count_of(matchmaker->lobby, client->person.id) == 0)
        return seeks;
    add_seeks(matchmaker, client, true, &seeks);
    seeks.elsewhere = add_seeks(matchmaker, client, false, &seeks);
    return seeks;
}

void matchmaker_game_aborted(Matchmaker *matchmaker, const Person *white, const Person *black)
{
    lobby_note_aborted(matchmaker->lobby, white, black, matchmaker->time->now);
}

size_t matchmaker_seek_count(const Matchmaker *matchmaker)
{
    return lobby_count(matchmaker->lobby);
}

Seek matchmaker_seek_at(const Matchmaker *matchmaker, size_t index)
{
    return *lobby_at(matchmaker->lobby, index);
}

size_t matchmaker_challenge_count(const Matchmaker *matchmaker)
{
    return challenges_count(matchmaker->challenges);
}

static bool copy_found(const Challenge *challenge, Challenge *found)
{
    if (challenge)
        *found = *challenge;
    return challenge != NULL;
}

bool matchmaker_find_challenge(const Matchmaker *matchmaker, const LobbyId *id, Challenge *found)
{
    return copy_found(challenges_find(matchmaker->challenges, id, matchmaker->time->wall), found);
}

bool matchmaker_find_challenge_of_game(const Matchmaker *matchmaker, const GameId *game,
                                       Challenge *found)
{
    return copy_found(challenges_find_game(matchmaker->challenges, game, matchmaker->time->wall),
                      found);
}

Challenge matchmaker_challenge_at(const Matchmaker *matchmaker, size_t index)
{
    return *challenges_at(matchmaker->challenges, index);
}
