#include "team_rules.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

static bool refuse(TourneyAnswer *answer, const char *code, const char *why)
{
    return tourney_refuse(answer, 400, code, why);
}

bool team_is_captains(const Tourney *t, const TourneyAct *act)
{
    const TourneyTeam *team = act->kind == ACT_LINEUP ? tourney_team(t, act->team) : NULL;
    return team && act->by[0] && strcmp(team->about.captain, act->by) == 0;
}

bool team_check_team(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    if (!tourney_settings_has_teams(&t->settings))
        return refuse(answer, "wrong_time", "No teams play in this tournament.");
    if (act->team && !tourney_team(t, act->team))
        return refuse(answer, "no_team", "There is no such team.");
    if (!act->team && t->settings.format == FORMAT_TEAMS && t->status == TOURNEY_STARTED)
        return refuse(answer, "wrong_time", "No team can be added after the start.");
    if (!act->team && t->teams_count == TOURNEY_TEAMS_MAX)
        return refuse(answer, "full", "There is no room for more teams.");
    for (uint32_t i = 0; i < t->teams_count; i++)
        if (i + 1 != act->team && strcmp(t->teams[i].about.name, act->about.name) == 0)
            return refuse(answer, "same", "A team has that name already.");
    return true;
}

bool team_check_out(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    const TourneyTeam *team = tourney_team(t, act->team);
    if (!team)
        return refuse(answer, "no_team", "There is no such team.");
    if (team->has_left)
        return refuse(answer, "same", "They do not take part any more.");
    return true;
}

static bool is_in_order(const Tourney *t, const TourneyAct *act)
{
    for (uint32_t i = 1; i < act->lineup_count; i++)
        if (tourney_player(t, act->lineup[i])->team_place <
            tourney_player(t, act->lineup[i - 1])->team_place)
            return false;
    return true;
}

/* Before the start the order is the team's own; then boards follow it, unless the desk says otherwise. */
bool team_check_lineup(const Tourney *t, const TourneyAct *act, bool by_desk, TourneyAnswer *answer)
{
    if (t->settings.format != FORMAT_TEAMS)
        return refuse(answer, "wrong_time", "There are no boards of teams in this format.");
    const TourneyTeam *team = tourney_team(t, act->team);
    if (!team)
        return refuse(answer, "no_team", "There is no such team.");
    if (!by_desk && team->lineups >= TOURNEY_LINEUPS_MAX)
        return refuse(answer, "too_often",
                      "This team has been lined up too often: ask the organisers.");
    for (uint32_t i = 0; i < act->lineup_count; i++) {
        const TourneyPlayer *player = tourney_player(t, act->lineup[i]);
        if (!player || player->team != act->team)
            return refuse(answer, "no_player", "There is no such player in the team.");
        for (uint32_t j = 0; j < i; j++)
            if (act->lineup[j] == act->lineup[i])
                return refuse(answer, "bad_field", "players: somebody is named twice");
    }
    if (t->status == TOURNEY_CREATED)
        return true;
    if (t->round_state == ROUND_PAIRED && !tourney_may_drop(t))
        return refuse(answer, "too_often",
                      "Line-ups have been changed too often: this round stays.");
    if (act->lineup_count > (uint32_t)t->settings.boards)
        return refuse(answer, "bad_field", "players: more than there are boards");
    if (!is_in_order(t, act) && !by_desk)
        return refuse(answer, "board_order", "The order of boards is fixed after the start.");
    return true;
}

bool team_check_add(const Tourney *t, const TourneyAct *act, TourneyAnswer *answer)
{
    bool has_teams = tourney_settings_has_teams(&t->settings);
    if (has_teams && !tourney_team(t, act->team))
        return refuse(answer, "team", "Choose the team for which they play.");
    if (!has_teams && act->team)
        return refuse(answer, "wrong_time", "No teams play in this tournament.");
    return true;
}

bool team_check_start(const Tourney *t, TourneyAnswer *answer)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->teams_count; i++) {
        bool has_players = false;
        for (uint32_t j = 0; j < t->players_count; j++)
            has_players |= t->players[j].team == i + 1 && t->players[j].status == PLAYER_ACTIVE;
        count += has_players && !t->teams[i].has_left;
    }
    if (count < 2)
        return refuse(answer, "wrong_time", "At least two teams with players are needed.");
    uint32_t cycles = (uint32_t)t->settings.cycles;
    if (t->settings.system == SYSTEM_ROBIN && (count + count % 2 - 1) * cycles > 99)
        return refuse(answer, "wrong_time", "There would be more than 99 rounds.");
    return true;
}

bool team_may_enter(const Tourney *t, const TourneyEntry *entry, TourneyAnswer *answer)
{
    bool has_teams = tourney_settings_has_teams(&t->settings);
    const TourneyTeam *team = entry->team ? tourney_team_of(t, entry->team) : NULL;
    bool asks = has_teams || t->settings.teams[0];
    if (asks && !entry->is_of_team)
        return refuse(answer, "not_in_team", "You do not belong to a team that may join.");
    if (has_teams && (!team || team->has_left))
        return refuse(answer, "team", "Choose the team for which you play.");
    return true;
}
