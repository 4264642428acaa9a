/* Who belongs to a team. */
#include "teams_state.h"

#include "array.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t place_of(const Team *team, const char *player)
{
    size_t at = 0;
    while (at < team->count && strcmp(team->members[at]->player, player) != 0)
        at++;
    return at;
}

const TeamMember *team_member(const Team *team, const char *player)
{
    size_t at = place_of(team, player);
    return at < team->count ? team->members[at] : NULL;
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

bool members_load(Teams *teams, Team *team, const TeamMember *member)
{
    if (teams->members >= TEAMS_MEMBERS_MAX || team_member(team, member->player))
        return false;
    team->members = array_reserve(team->members, &team->size, team->count + 1, sizeof(void *));
    TeamMember *kept = memory_new(sizeof *kept);
    *kept = *member;
    team->members[team->count++] = kept;
    team->belong += !member->asks;
    teams->members++;
    return true;
}

void members_add(Teams *teams, Team *team, const char *player, bool asks, const char *words)
{
    TeamMember member = {.asks = asks, .since = teams->options.time->wall};
    snprintf(member.player, sizeof member.player, "%s", player);
    if (words)
        snprintf(member.words, sizeof member.words, "%s", words);
    if (members_load(teams, team, &member))
        put(teams, team, &member);
}

void members_accept(Teams *teams, Team *team, const char *player)
{
    size_t at = place_of(team, player);
    TeamMember *member = team->members[at];
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
    size_t at = place_of(team, player);
    TeamMember *member = team->members[at];
    StoreTeamMember stored = stored_of(team, member);
    team->number = journal_note(teams->options.journal,
                                store_delete_team_member(teams->options.store, &stored));
    team->belong -= !member->asks;
    free(member);
    memmove(team->members + at, team->members + at + 1,
            (team->count - at - 1) * sizeof *team->members);
    team->count--;
    teams->members--;
}

void members_count(const Teams *teams, const char *player, size_t *captain, size_t *belong)
{
    const Team *team;
    *captain = *belong = 0;
    for (size_t at = 0; (team = hash_table_next(&teams->by_id, &at));) {
        *captain += strcmp(team->captain, player) == 0;
        *belong += team_member(team, player) != NULL;
    }
}
