/* What an operator clears: challenges, games of bulk pairings, seeks, and everything that a banned person has open. */
#include "clearing.h"

#include "connect.h"

#include <stdlib.h>
#include <string.h>

static const char WITHDRAWN[] = "Your seek has been withdrawn by the operator of this server.";
static const char BANNED[] = "banned from this server";

/* ---- what is meant ---- */

static bool is_or_any(const char *wanted, const char *text)
{
    return !wanted || strcmp(wanted, text) == 0;
}

bool core_picks_challenge(const CorePick *pick, const Challenge *challenge)
{
    bool concerned = !pick->person || strcmp(challenge->from.id, pick->person) == 0 ||
                     (!challenge->link && strcmp(challenge->to.id, pick->person) == 0);
    return concerned && is_or_any(pick->id, challenge->id.text) &&
           is_or_any(pick->address, challenge->address);
}

bool core_picks_pair(const CorePick *pick, const BulkPair *pair)
{
    const Challenge *challenge = &pair->challenge;
    bool concerned = !pick->person || strcmp(pair->owner, pick->person) == 0 ||
                     strcmp(challenge->from.id, pick->person) == 0 ||
                     strcmp(challenge->to.id, pick->person) == 0;
    return !pair->paired_at && concerned &&
           (is_or_any(pick->id, challenge->id.text) || strcmp(pick->id, pair->bulk.text) == 0) &&
           is_or_any(pick->address, challenge->address);
}

static bool picks_pair(const void *context, const BulkPair *pair)
{
    return core_picks_pair(context, pair);
}

/* The address of its connection, or from which a guest made it. */
static const char *address_of(const Core *core, const Seek *seek, Client *client)
{
    if (seek->person.guest && seek->address[0])
        return seek->address;
    return clients_find(core->clients, seek->session, client) ? client->address : "";
}

static bool picks_seek(const Core *core, const CorePick *pick, const Seek *seek)
{
    Client client;
    return is_or_any(pick->id, seek->id.text) && is_or_any(pick->person, seek->person.id) &&
           is_or_any(pick->address, address_of(core, seek, &client));
}

/* ---- lists ---- */

bool core_find_challenge(const Core *core, const char *id, Challenge *found)
{
    LobbyId parsed;
    return lobby_id_parse(&parsed, id) &&
           matchmaker_find_challenge(core->matchmaker, &parsed, found);
}

bool core_find_challenge_of_game(const Core *core, const GameId *game, Challenge *found)
{
    return matchmaker_find_challenge_of_game(core->matchmaker, game, found);
}

void core_each_challenge(const Core *core, const CorePick *pick, CoreChallengeShow show,
                         void *context)
{
    for (size_t i = 0; i < matchmaker_challenge_count(core->matchmaker); i++) {
        Challenge challenge = matchmaker_challenge_at(core->matchmaker, i);
        if (core_picks_challenge(pick, &challenge))
            show(context, &challenge);
    }
}

void core_each_seek(const Core *core, const CorePick *pick, CoreSeekShow show, void *context)
{
    Client client;
    for (size_t i = 0; i < matchmaker_seek_count(core->matchmaker); i++) {
        Seek seek = matchmaker_seek_at(core->matchmaker, i);
        if (picks_seek(core, pick, &seek))
            show(context, &seek, address_of(core, &seek, &client));
    }
}

/* ---- clearing ---- */

/* From the end, since removing one moves the last into its place, or moves those after it. */
static size_t close_challenges(Core *core, const CorePick *pick)
{
    size_t closed = 0;
    for (size_t i = matchmaker_challenge_count(core->matchmaker); i-- > 0;) {
        Challenge challenge = matchmaker_challenge_at(core->matchmaker, i);
        if (!core_picks_challenge(pick, &challenge))
            continue;
        matchmaker_cancel(core->matchmaker, &challenge.id);
        closed++;
    }
    return closed + matchmaker_clear_pairs(core->matchmaker, picks_pair, pick);
}

static size_t close_seeks(Core *core, const CorePick *pick)
{
    size_t closed = 0;
    for (size_t i = matchmaker_seek_count(core->matchmaker); i-- > 0;) {
        Seek seek = matchmaker_seek_at(core->matchmaker, i);
        if (!picks_seek(core, pick, &seek))
            continue;
        matchmaker_withdraw(core->matchmaker, &seek, WITHDRAWN);
        closed++;
    }
    return closed;
}

size_t core_close_challenges(Core *core, const CorePick *pick)
{
    server_time_read(&core->time);
    return close_challenges(core, pick);
}

size_t core_close_seeks(Core *core, const CorePick *pick)
{
    server_time_read(&core->time);
    return close_seeks(core, pick);
}

bool core_ban_concerns(const CoreBan *ban, const char *person, const char *address)
{
    return (ban->person && strcmp(ban->person, person) == 0) ||
           (ban->address && strcmp(ban->address, address) == 0);
}

/* What others have open to them. */
static size_t end_others(const Core *core, const CoreBan *ban)
{
    size_t ended = 0;
    for (size_t i = 0; i < core->news_count; i++)
        if (core->news[i].banned)
            ended += core->news[i].banned(core->news[i].context, ban);
    return ended;
}

static void close_open(Core *core, const char *person, const char *why)
{
    CorePick theirs = {.person = person};
    server_time_read(&core->time);
    close_seeks(core, &theirs);
    close_challenges(core, &theirs);
    tournaments_leave(core->tournaments, person, why);
}

void clearing_closed(Core *core, const char *person)
{
    close_open(core, person, "the account was deleted");
}

void clearing_banned(Core *core, const char *person)
{
    server_time_read(&core->time);
    tournaments_leave(core->tournaments, person, BANNED);
}

void core_ban(Core *core, const char *person)
{
    close_open(core, person, BANNED);
    end_others(core, &(CoreBan){.person = person});
    connect_dismiss(core, person, NULL);
}

CoreClosed core_ban_address(Core *core, const char *address)
{
    SessionId *sessions;
    CorePick theirs = {.address = address};
    server_time_read(&core->time);
    close_seeks(core, &theirs);
    close_challenges(core, &theirs);
    size_t others = end_others(core, &(CoreBan){.address = address});
    size_t count = clients_at_address(core->clients, address, &sessions);
    for (size_t i = 0; i < count; i++)
        connect_send_away(core, sessions[i]);
    free(sessions);
    return (CoreClosed){count, others};
}

/* ---- bulk pairings ---- */

BulkError core_add_bulk(Core *core, BulkPair *pairs, size_t count, uint64_t *number)
{
    server_time_read(&core->time);
    return matchmaker_add_bulk(core->matchmaker, pairs, count, number);
}

void core_each_pair(const Core *core, void (*show)(void *context, const BulkPair *pair),
                    void *context)
{
    matchmaker_each_pair(core->matchmaker, show, context);
}

BulkError core_start_bulk_clocks(Core *core, const char *owner, const GameId *bulk,
                                 uint64_t *number)
{
    server_time_read(&core->time);
    return matchmaker_start_bulk_clocks(core->matchmaker, owner, bulk, number);
}

bool core_start_clocks(Core *core, const GameId *game, const char *const *players, size_t count,
                       uint64_t *number)
{
    server_time_read(&core->time);
    return live_start_clocks(core->live, game, players, count, number);
}

BulkError core_cancel_bulk(Core *core, const char *owner, const GameId *bulk, uint64_t *number)
{
    server_time_read(&core->time);
    return matchmaker_cancel_bulk(core->matchmaker, owner, bulk, number);
}
