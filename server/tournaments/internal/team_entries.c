/* The server's teams as conditions: which there are, and who belongs to them. */
#include "running.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const Teams *teams;
    const char *user;
} Asking;

static const Teams *teams_of(const Tournaments *tournaments)
{
    return tournaments->options.teams;
}

static bool exists(void *context, const char *id)
{
    const Tournaments *tournaments = context;
    return teams_find(teams_of(tournaments), id) != NULL;
}

bool teams_check_settings(Tournaments *tournaments, const TourneySettings *settings,
                          const TourneySettings *before, TourneyAnswer *answer)
{
    bool is_new = !before || strcmp(settings->teams, before->teams) != 0;
    if (!is_new || tourney_settings_each_team(settings, exists, tournaments))
        return true;
    snprintf(answer->field, sizeof answer->field, "teams");
    return tourney_refuse(answer, 400, "bad_field", "teams: there is no such team");
}

static bool is_not_of(void *context, const char *id)
{
    const Asking *asking = context;
    return !teams_have(asking->teams, id, asking->user);
}

/* The only one of the rivals to which they belong; NULL when there are none or several. */
static const char *only_team_of(Tournaments *tournaments, const Tourney *tourney, const char *user)
{
    const char *found = NULL;
    for (uint32_t i = 0; i < tourney->teams_count; i++) {
        const TourneyTeam *team = &tourney->teams[i];
        if (team->has_left || !teams_have(teams_of(tournaments), team->about.id, user))
            continue;
        if (found)
            return NULL;
        found = team->about.id;
    }
    return found;
}

void tournaments_fill_entry(Tournaments *tournaments, const Tourney *tourney, const char *user,
                            TourneyEntry *entry)
{
    Asking asking = {teams_of(tournaments), user};
    bool asks = tourney->settings.teams[0] != '\0';
    entry->is_of_team =
        !asks || !tourney_settings_each_team(&tourney->settings, is_not_of, &asking);
    if (!tourney_settings_has_teams(&tourney->settings))
        return;
    if (!entry->team || !*entry->team)
        entry->team = only_team_of(tournaments, tourney, user);
    if (entry->team)
        entry->is_of_team = teams_have(teams_of(tournaments), entry->team, user);
    for (uint32_t i = 0; !entry->team && i < tourney->teams_count; i++)
        entry->is_of_team |= teams_have(teams_of(tournaments), tourney->teams[i].about.id, user);
}

bool teams_may_play(Tournaments *tournaments, const TourneyTeam *team, const char *user)
{
    return !team->has_left && teams_have(teams_of(tournaments), team->about.id, user);
}
