/* Who belongs to a team. */
#include "teams_state.h"

#include "array.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const TeamMember *team_member(const Team *team, const char *player)
{
    return hash_table_find(&team->by_player, player);
}

/* Of one who belongs to it, or asks to: of a team that ends the last one goes first. */
static size_t place_of(const Team *team, const TeamMember *member)
{
    size_t at = team->count - 1;
    while (team->members[at] != member)
        at--;
    return at;
}

bool team_has(const Team *team, const char *player)
{
    const TeamMember *member = team_member(team, player);
    return member && !member->asks;
}

static StoreTeamMember stored_of(const Team *team, const TeamMember *member)
{
    StoreTeamMember stored = {.asks = member->asks, .since = member->since};
    memcpy(stored.team, team->id.text, sizeof team->id.text);
    memcpy(stored.player, member->player, sizeof member->player);
    memcpy(stored.words, member->words, sizeof member->words);
    return stored;
}

_Static_assert((int)TEAM_ID_LENGTH == (int)STORE_TEAM_ID &&
                   4 * (int)TEAM_WORDS_MAX == (int)STORE_TEAM_WORDS_MAX &&
                   4 * (int)TEAM_NAME_MAX == (int)STORE_TEAM_NAME_MAX &&
                   4 * (int)TEAM_DESCRIPTION_MAX == (int)STORE_TEAM_DESCRIPTION_MAX &&
                   4 * (int)TEAM_CODE_MAX == (int)STORE_TEAM_CODE_MAX,
               "every team can be stored");

static void put(Teams *teams, Team *team, const TeamMember *member)
{
    StoreTeamMember stored = stored_of(team, member);
    team->number =
        journal_note(teams->options.journal, store_put_team_member(teams->options.store, &stored));
}

/* ---- of whom which teams know ---- */

const TeamPlayer *members_find_player(const Teams *teams, const char *player)
{
    return hash_table_find(&teams->players, player);
}

static void note_team(Teams *teams, const char *id, Team *team)
{
    TeamPlayer *player = hash_table_find(&teams->players, id);
    if (!player) {
        player = memory_new(sizeof *player);
        snprintf(player->id, sizeof player->id, "%s", id);
        hash_table_put(&teams->players, player);
    }
    player->teams = array_reserve(player->teams, &player->size, player->count + 1, sizeof(Team *));
    player->teams[player->count++] = team;
}

static void forget_team(Teams *teams, const char *id, const Team *team)
{
    TeamPlayer *player = hash_table_find(&teams->players, id);
    size_t at = 0;
    while (player->teams[at] != team)
        at++;
    player->teams[at] = player->teams[--player->count];
    if (player->count)
        return;
    hash_table_remove(&teams->players, player);
    free(player->teams);
    free(player);
}

/* ---- how many came from an address ---- */

enum { SHARE_KEY_MAX = TEAM_ID_LENGTH + 1 + TEAM_ADDRESS_MAX + 1 };

static const char *share_key(const Team *team, const char *address, char key[SHARE_KEY_MAX])
{
    snprintf(key, SHARE_KEY_MAX, "%s %s", team->id.text, address);
    return key;
}

bool members_have_room(const Teams *teams, const Team *team, const char *address, bool asks)
{
    char key[SHARE_KEY_MAX];
    const Bounds *bounds = teams->options.bounds;
    return !*address ||
           (bounds_has_room(bounds, BOUND_TEAM_MEMBERS, address) &&
            (!asks || bounds_has_room(bounds, BOUND_TEAM_REQUESTS, share_key(team, address, key))));
}

/* It waits no longer, or is there no longer. */
static void uncount_request(Teams *teams, const Team *team, const TeamMember *member)
{
    char key[SHARE_KEY_MAX];
    if (member->asks && member->address[0])
        bounds_release(teams->options.bounds, BOUND_TEAM_REQUESTS,
                       share_key(team, member->address, key));
}

static void uncount(Teams *teams, const Team *team, const TeamMember *member)
{
    uncount_request(teams, team, member);
    if (member->address[0])
        bounds_release(teams->options.bounds, BOUND_TEAM_MEMBERS, member->address);
}

static void count(Teams *teams, const Team *team, const TeamMember *member)
{
    char key[SHARE_KEY_MAX];
    if (member->address[0])
        bounds_force(teams->options.bounds, BOUND_TEAM_MEMBERS, member->address);
    if (member->asks && member->address[0])
        bounds_force(teams->options.bounds, BOUND_TEAM_REQUESTS,
                     share_key(team, member->address, key));
}

/* ---- added and removed ---- */

bool members_load(Teams *teams, Team *team, const TeamMember *member)
{
    if (teams->members >= TEAMS_MEMBERS_MAX || team_member(team, member->player))
        return false;
    team->members = array_reserve(team->members, &team->size, team->count + 1, sizeof(void *));
    TeamMember *kept = memory_new(sizeof *kept);
    *kept = *member;
    team->members[team->count++] = kept;
    hash_table_put(&team->by_player, kept);
    note_team(teams, kept->player, team);
    team->belong += !member->asks;
    teams->members++;
    count(teams, team, kept);
    return true;
}

void members_add(Teams *teams, Team *team, const TeamMember *member)
{
    if (members_load(teams, team, member))
        put(teams, team, member);
}

void members_accept(Teams *teams, Team *team, const char *player)
{
    TeamMember *member = hash_table_find(&team->by_player, player);
    size_t at = place_of(team, member);
    uncount_request(teams, team, member);
    member->asks = false;
    member->since = teams->options.time->wall;
    member->words[0] = '\0';
    team->belong++;
    put(teams, team, member);
    memmove(team->members + at, team->members + at + 1,
            (team->count - at - 1) * sizeof *team->members);
    team->members[team->count - 1] = member;
}

void members_remove(Teams *teams, Team *team, const char *player)
{
    TeamMember *member = hash_table_find(&team->by_player, player);
    size_t at = place_of(team, member);
    StoreTeamMember stored = stored_of(team, member);
    team->number = journal_note(teams->options.journal,
                                store_delete_team_member(teams->options.store, &stored));
    team->belong -= !member->asks;
    uncount(teams, team, member);
    hash_table_remove(&team->by_player, member);
    forget_team(teams, member->player, team);
    free(member);
    memmove(team->members + at, team->members + at + 1,
            (team->count - at - 1) * sizeof *team->members);
    team->count--;
    teams->members--;
}

void members_count(const Teams *teams, const char *player, size_t *captain, size_t *belong)
{
    const TeamPlayer *of = members_find_player(teams, player);
    *captain = 0;
    *belong = of ? of->count : 0;
    for (size_t i = 0; i < *belong; i++)
        *captain += strcmp(of->teams[i]->captain, player) == 0;
}
