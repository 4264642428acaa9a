/* The teams as a whole: made, loaded, looked up, stored. */
#include "teams_state.h"

#include "base62.h"
#include "memory.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Teams *teams_new(const TeamsOptions *options)
{
    Teams *teams = memory_new(sizeof *teams);
    teams->options = *options;
    teams->sip = *options->sip;
    hash_table_init(&teams->by_id, offsetof(Team, id), options->sip);
    hash_table_init(&teams->players, offsetof(TeamPlayer, id), options->sip);
    return teams;
}

Team *team_new(const Teams *teams)
{
    Team *team = memory_new(sizeof *team);
    hash_table_init(&team->by_player, offsetof(TeamMember, player), &teams->sip);
    return team;
}

void team_free(Team *team)
{
    for (size_t i = 0; i < team->count; i++)
        free(team->members[i]);
    free(team->members);
    free(team->declines);
    hash_table_clear(&team->by_player);
    free(team);
}

void teams_free(Teams *teams)
{
    Team *team;
    TeamPlayer *player;
    for (size_t at = 0; (team = hash_table_next(&teams->by_id, &at));)
        team_free(team);
    for (size_t at = 0; (player = hash_table_next(&teams->players, &at));) {
        free(player->teams);
        free(player);
    }
    hash_table_clear(&teams->by_id);
    hash_table_clear(&teams->players);
    free(teams);
}

void teams_stop(Teams *teams)
{
    teams->is_stopped = true;
}

const Team *teams_find(const Teams *teams, const char *id)
{
    return hash_table_find(&teams->by_id, id);
}

bool team_name_key(const char *text, TeamNameKey *key)
{
    size_t length = strlen(text);
    *key = (TeamNameKey){.text = ""};
    if (length >= sizeof key->text)
        return false;
    for (size_t i = 0; i < length; i++)
        key->text[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 'a' - 'A' : text[i]);
    return true;
}

bool team_is_called(const Team *team, const TeamNameKey *part)
{
    return strstr(team->key.text, part->text) != NULL;
}

void team_set_about(Team *team, const TeamAbout *about)
{
    team->about = *about;
    bool fits = team_name_key(about->name, &team->key);
    assert(fits);
}

bool teams_have(const Teams *teams, const char *id, const char *player)
{
    const Team *team = teams_find(teams, id);
    return team && *player && team_has(team, player);
}

void teams_each(const Teams *teams, void (*visit)(void *context, const Team *team), void *context)
{
    const Team *team;
    for (size_t at = 0; (team = hash_table_next(&teams->by_id, &at));)
        visit(context, team);
}

void teams_each_of(const Teams *teams, const char *player,
                   void (*visit)(void *context, const Team *team), void *context)
{
    const TeamPlayer *of = members_find_player(teams, player);
    for (size_t i = 0; of && i < of->count; i++)
        visit(context, of->teams[i]);
}

bool team_refuse(TeamAnswer *answer, int status, const char *code, const char *why)
{
    answer->status = status;
    answer->code = code;
    snprintf(answer->why, sizeof answer->why, "%s", why);
    return false;
}

/* ---- stored ---- */

void team_put(Teams *teams, Team *team)
{
    StoreTeam stored = {.entry = (int32_t)team->about.entry, .made = team->made};
    memcpy(stored.id, team->id.text, sizeof stored.id);
    memcpy(stored.name, team->about.name, sizeof stored.name);
    memcpy(stored.description, team->about.description, sizeof stored.description);
    memcpy(stored.captain, team->captain, sizeof stored.captain);
    memcpy(stored.code, team->about.code, sizeof stored.code);
    team->number =
        journal_note(teams->options.journal, store_put_team(teams->options.store, &stored));
}

void team_delete(Teams *teams, Team *team)
{
    while (team->count)
        members_remove(teams, team, team->members[team->count - 1]->player);
    journal_note(teams->options.journal, store_delete_team(teams->options.store, team->id.text));
    if (team->address[0])
        bounds_release(teams->options.bounds, BOUND_TEAMS, team->address);
    hash_table_remove(&teams->by_id, team);
    team_free(team);
}

/* ---- loaded ---- */

typedef struct {
    Teams *teams;
    bool is_sound;
} Loading;

static void load_team(void *context, const StoreTeam *stored)
{
    Loading *loading = context;
    Team *team = team_new(loading->teams);
    memcpy(team->id.text, stored->id, sizeof team->id.text);
    TeamAbout about = {.entry = TEAM_OPEN};
    memcpy(about.name, stored->name, sizeof about.name);
    memcpy(about.description, stored->description, sizeof about.description);
    memcpy(about.code, stored->code, sizeof about.code);
    memcpy(team->captain, stored->captain, sizeof team->captain);
    team->made = stored->made;
    loading->is_sound &= stored->entry >= 0 && stored->entry < TEAM_ENTRIES;
    about.entry = loading->is_sound ? (TeamEntry)stored->entry : TEAM_OPEN;
    team_set_about(team, &about);
    hash_table_put(&loading->teams->by_id, team);
}

static void load_member(void *context, const StoreTeamMember *stored)
{
    Loading *loading = context;
    Team *team = hash_table_find(&loading->teams->by_id, stored->team);
    TeamMember member = {.asks = stored->asks, .since = stored->since};
    memcpy(member.player, stored->player, sizeof member.player);
    memcpy(member.words, stored->words, sizeof member.words);
    loading->is_sound &= team && members_load(loading->teams, team, &member);
}

bool teams_load(Teams *teams, char *line)
{
    static const StoreTeams EACH = {load_team, load_member};
    Loading loading = {teams, true};
    if (store_load_teams(teams->options.store, &EACH, &loading, line) != STORE_OK)
        return false;
    if (!loading.is_sound)
        snprintf(line, STORE_LINE_MAX, "a team is damaged");
    return loading.is_sound;
}

/* ---- made and left ---- */

static bool has_room(const Teams *teams)
{
    return teams->by_id.count < TEAMS_MAX && teams->members < TEAMS_MEMBERS_MAX;
}

/* Deletes the oldest of those that nobody has joined for long; false: there is none. */
static bool make_room(Teams *teams)
{
    Team *oldest = NULL, *team;
    for (size_t at = 0; (team = hash_table_next(&teams->by_id, &at));)
        if (team->belong == 1 && (!oldest || team->made < oldest->made))
            oldest = team;
    if (!oldest || teams->options.time->wall - oldest->made < TEAM_KEPT)
        return false;
    team_delete(teams, oldest);
    return true;
}

static bool may_make(Teams *teams, const char *captain, const char *address, TeamAnswer *answer)
{
    size_t leads, belongs;
    members_count(teams, captain, &leads, &belongs);
    if (teams->is_stopped || journal_is_stuck(teams->options.journal))
        return team_refuse(answer, 503, "not_now", "The server cannot save anything right now.");
    if (leads >= TEAMS_CAPTAIN_MAX || belongs >= TEAMS_OF_MAX)
        return team_refuse(answer, 400, "many", "You are in as many teams as you can be.");
    if (*address && (!bounds_has_room(teams->options.bounds, BOUND_TEAMS, address) ||
                     !bounds_has_room(teams->options.bounds, BOUND_TEAM_MEMBERS, address)))
        return team_refuse(answer, 429, "not_now",
                           "There are too many teams that were founded at your address.");
    return has_room(teams) || make_room(teams) ||
           team_refuse(answer, 400, "full", "There are too many teams here.");
}

static void add_captain(Teams *teams, Team *team)
{
    TeamMember member = {.since = team->made};
    memcpy(member.player, team->captain, sizeof member.player);
    memcpy(member.address, team->address, sizeof member.address);
    members_add(teams, team, &member);
}

const Team *teams_make(Teams *teams, const TeamAbout *about, const char *captain,
                       const char *address, TeamAnswer *answer)
{
    if (!may_make(teams, captain, address, answer))
        return NULL;
    Team *team = team_new(teams);
    do
        base62_draw(team->id.text, TEAM_ID_LENGTH);
    while (teams_find(teams, team->id.text));
    team_set_about(team, about);
    team->made = teams->options.time->wall;
    snprintf(team->captain, sizeof team->captain, "%s", captain);
    snprintf(team->address, sizeof team->address, "%s", address);
    if (team->address[0])
        bounds_force(teams->options.bounds, BOUND_TEAMS, team->address);
    hash_table_put(&teams->by_id, team);
    team_put(teams, team);
    add_captain(teams, team);
    return team;
}

/* Whoever has belonged to it longest, but not that player; NULL: nobody else does. */
static const TeamMember *find_heir(const Team *team, const char *player)
{
    for (size_t i = 0; i < team->count; i++)
        if (!team->members[i]->asks && strcmp(team->members[i]->player, player) != 0)
            return team->members[i];
    return NULL;
}

void teams_forget_player(Teams *teams, const char *player)
{
    const TeamPlayer *of;
    while (!teams->is_stopped && (of = members_find_player(teams, player))) {
        Team *team = of->teams[of->count - 1];
        const TeamMember *heir = find_heir(team, player);
        bool leads = strcmp(team->captain, player) == 0;
        if (leads && !heir) {
            team_delete(teams, team);
            continue;
        }
        if (leads) {
            snprintf(team->captain, sizeof team->captain, "%s", heir->player);
            team_put(teams, team);
        }
        members_remove(teams, team, player);
    }
}
