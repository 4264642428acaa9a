/* Who may do what in a team, and what it does. */
#include "teams_state.h"

#include "array.h"

#include <stdio.h>
#include <string.h>

/* ---- the table of rights ---- */

enum {
    OUTSIDE = 1 << TEAM_STRANGER,
    WAITING = 1 << TEAM_ASKS,
    INSIDE = 1 << TEAM_MEMBER,
    CAPTAIN = 1 << TEAM_CAPTAIN_ROLE,
    OPERATOR = 1 << TEAM_OPERATOR,
};

/* Whether somebody may join or leave says what they are to the team, operator or not (team_may). */
static const int RIGHTS[TEAM_ACTS_COUNT] = {
    [TEAM_JOIN] = OUTSIDE,
    [TEAM_LEAVE] = WAITING | INSIDE,
    [TEAM_ACCEPT] = CAPTAIN | OPERATOR,
    [TEAM_DECLINE] = CAPTAIN | OPERATOR,
    [TEAM_REMOVE] = CAPTAIN | OPERATOR,
    [TEAM_CAPTAIN] = CAPTAIN | OPERATOR,
    [TEAM_SETTINGS] = CAPTAIN | OPERATOR,
    [TEAM_DELETE] = CAPTAIN | OPERATOR,
};

static const char *const WORDS[TEAM_ACTS_COUNT] = {
#define X(name, word) #word,
    TEAM_ACTS(X)
#undef X
};

TeamRole team_role(const Team *team, const char *player, bool is_operator)
{
    const TeamMember *member = team_member(team, player);
    if (strcmp(team->captain, player) == 0)
        return TEAM_CAPTAIN_ROLE;
    if (is_operator)
        return TEAM_OPERATOR;
    return !member ? TEAM_STRANGER : member->asks ? TEAM_ASKS : TEAM_MEMBER;
}

bool team_role_may(TeamRole role, TeamActKind kind)
{
    return RIGHTS[kind] & 1 << role;
}

bool team_may(const Team *team, const char *player, bool is_operator, TeamActKind kind)
{
    bool by_oneself = kind == TEAM_JOIN || kind == TEAM_LEAVE;
    return team_role_may(team_role(team, player, is_operator && !by_oneself), kind);
}

const char *team_act_word(TeamActKind kind)
{
    return WORDS[kind];
}

bool team_act_parse_word(const char *word, TeamActKind *kind)
{
    for (int i = 0; i < TEAM_ACTS_COUNT; i++)
        if (strcmp(word, WORDS[i]) == 0) {
            *kind = (TeamActKind)i;
            return true;
        }
    return false;
}

/* ---- by oneself ---- */

static bool was_declined(const Teams *teams, const Team *team, const char *player)
{
    for (size_t i = 0; i < team->declines_count && i < TEAM_REQUESTS_MAX; i++)
        if (strcmp(team->declines[i].player, player) == 0 &&
            teams->options.time->wall - team->declines[i].at < TEAM_DECLINED)
            return true;
    return false;
}

static void note_decline(const Teams *teams, Team *team, const char *player)
{
    size_t at = team->declines_count++ % TEAM_REQUESTS_MAX;
    if (team->declines_count <= TEAM_REQUESTS_MAX)
        team->declines =
            array_reserve(team->declines, &team->declines_size, at + 1, sizeof *team->declines);
    team->declines[at].at = teams->options.time->wall;
    snprintf(team->declines[at].player, sizeof team->declines[at].player, "%s", player);
}

static void add(Teams *teams, Team *team, const TeamAct *act, bool asks)
{
    TeamMember member = {.asks = asks, .since = teams->options.time->wall};
    snprintf(member.player, sizeof member.player, "%s", act->by);
    snprintf(member.address, sizeof member.address, "%s", act->address);
    if (asks && act->words)
        snprintf(member.words, sizeof member.words, "%s", act->words);
    members_add(teams, team, &member);
}

static bool join(Teams *teams, Team *team, const TeamAct *act, TeamAnswer *answer)
{
    size_t captain, belong;
    const TeamMember *known = team_member(team, act->by);
    bool asks = team->about.entry == TEAM_BY_REQUEST;
    members_count(teams, act->by, &captain, &belong);
    if (known)
        return known->asks ? team_refuse(answer, 400, "asked", "You have asked to join already.")
                           : team_refuse(answer, 400, "joined", "You belong to this team already.");
    if (team->about.entry == TEAM_BY_CODE &&
        (!act->code || strcmp(act->code, team->about.code) != 0))
        return team_refuse(answer, 400, "code", "That is not the team's code.");
    if (asks && was_declined(teams, team, act->by))
        return team_refuse(answer, 400, "declined",
                           "Your request has been declined. You can ask again in a day.");
    if (belong >= TEAMS_OF_MAX)
        return team_refuse(answer, 400, "many", "You are in as many teams as you can be.");
    if (team->belong >= TEAM_MEMBERS_MAX || teams->members >= TEAMS_MEMBERS_MAX ||
        (asks && team->count - team->belong >= TEAM_REQUESTS_MAX))
        return team_refuse(answer, 400, "full", "The team is full.");
    if (!members_have_room(teams, team, act->address, asks))
        return team_refuse(answer, 429, "not_now",
                           "Too many have joined or asked to join from your address.");
    if (act->words && !team_words_are_good(act->words))
        return team_refuse(answer, 400, "bad_field", "words: at most 200 characters in one line");
    add(teams, team, act, asks);
    return true;
}

static bool leave(Teams *teams, Team *team, const TeamAct *act, TeamAnswer *answer)
{
    if (strcmp(team->captain, act->by) == 0)
        return team_refuse(answer, 400, "captain",
                           "Make somebody else the captain first, or delete the team.");
    if (!team_member(team, act->by))
        return team_refuse(answer, 400, "no_member", "You do not belong to this team.");
    members_remove(teams, team, act->by);
    return true;
}

/* ---- by the captain ---- */

static bool answer_request(Teams *teams, Team *team, const TeamAct *act, TeamAnswer *answer)
{
    const TeamMember *member = team_member(team, act->player);
    if (!member || !member->asks)
        return team_refuse(answer, 400, "no_request", "They have not asked to join.");
    if (act->kind == TEAM_DECLINE) {
        note_decline(teams, team, act->player);
        members_remove(teams, team, act->player);
        return true;
    }
    if (team->belong >= TEAM_MEMBERS_MAX)
        return team_refuse(answer, 400, "full", "The team is full.");
    members_accept(teams, team, act->player);
    return true;
}

static bool change_member(Teams *teams, Team *team, const TeamAct *act, TeamAnswer *answer)
{
    size_t captain, belong;
    if (!team_has(team, act->player))
        return team_refuse(answer, 400, "no_member", "They do not belong to this team.");
    if (strcmp(team->captain, act->player) == 0)
        return team_refuse(answer, 400, "captain", "They are the captain.");
    members_count(teams, act->player, &captain, &belong);
    if (act->kind == TEAM_REMOVE) {
        members_remove(teams, team, act->player);
    } else if (captain >= TEAMS_CAPTAIN_MAX) {
        return team_refuse(answer, 400, "many",
                           "They are the captain of as many teams as they can be.");
    } else {
        snprintf(team->captain, sizeof team->captain, "%s", act->player);
        team_put(teams, team);
    }
    return true;
}

/* Requests that wait when a team becomes open stay, since whoever asked may have gone. */
static bool change_about(Teams *teams, Team *team, const TeamAct *act)
{
    team_set_about(team, act->about);
    team_put(teams, team);
    return true;
}

static bool delete_whole(Teams *teams, Team *team)
{
    team_delete(teams, team);
    return true;
}

/* ---- the whole ---- */

static bool carry_out(Teams *teams, Team *team, const TeamAct *act, TeamAnswer *answer)
{
    switch (act->kind) {
    case TEAM_JOIN: return join(teams, team, act, answer);
    case TEAM_LEAVE: return leave(teams, team, act, answer);
    case TEAM_ACCEPT:
    case TEAM_DECLINE: return answer_request(teams, team, act, answer);
    case TEAM_REMOVE:
    case TEAM_CAPTAIN: return change_member(teams, team, act, answer);
    case TEAM_SETTINGS: return change_about(teams, team, act);
    case TEAM_DELETE: return delete_whole(teams, team);
    case TEAM_ACTS_COUNT: break;
    }
    return false;
}

bool teams_act(Teams *teams, const char *id, const TeamAct *act, uint64_t *number,
               TeamAnswer *answer)
{
    Team *team = hash_table_find(&teams->by_id, id);
    if (!team)
        return team_refuse(answer, 404, "not_found", "There is no such team.");
    if (teams->is_stopped || journal_is_stuck(teams->options.journal))
        return team_refuse(answer, 503, "not_now", "The server cannot save anything right now.");
    bool by_oneself = act->kind == TEAM_JOIN || act->kind == TEAM_LEAVE; /* says why not itself */
    if (!by_oneself && !team_may(team, act->by, act->is_operator, act->kind))
        return team_refuse(answer, 403, "not_allowed", "Only the captain may do that.");
    if (!carry_out(teams, team, act, answer))
        return false;
    *number = journal_newest(teams->options.journal);
    return true;
}
