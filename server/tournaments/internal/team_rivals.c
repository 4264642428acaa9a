/* Teams that take part in tournaments as rivals. */
#include "running.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    Tournaments *tournaments;
    Running *running;
} Adding;

/* A team that is named in the settings takes part from then on. */
static bool add_team(void *context, const char *id)
{
    const Adding *adding = context;
    Running *running = adding->running;
    const Team *team = teams_find(adding->tournaments->options.teams, id);
    TourneyAct act = {.kind = ACT_TEAM};
    TourneyAnswer answer;
    if (!team || tourney_team_of(running->tourney, id))
        return true;
    snprintf(act.about.id, sizeof act.about.id, "%s", id);
    snprintf(act.about.name, sizeof act.about.name, "%s", team->about.name);
    snprintf(act.about.captain, sizeof act.about.captain, "%s", team->captain);
    if (tourney_check(running->tourney, &act, ROLE_ORGANISER, &answer))
        running_apply(adding->tournaments, running, &act, NULL);
    return true;
}

void teams_take_part(Tournaments *tournaments, Running *running)
{
    Adding adding = {tournaments, running};
    TourneySettings settings = running->tourney->settings;
    if (tourney_settings_has_teams(&settings))
        tourney_settings_each_team(&settings, add_team, &adding);
}

bool teams_import(Tournaments *tournaments, Running *running, const char *name, const Person *by,
                  uint32_t *number, TourneyAnswer *answer)
{
    const Tourney *tourney = running->tourney;
    *number = 0;
    if (!tourney_settings_has_teams(&tourney->settings))
        return true;
    for (uint32_t i = 0; i < tourney->teams_count; i++)
        if (strcmp(tourney->teams[i].about.name, name) == 0)
            *number = i + 1;
    if (*number)
        return true;
    TourneyAct act = {.kind = ACT_TEAM};
    snprintf(act.by, sizeof act.by, "%s", by->id);
    snprintf(act.about.name, sizeof act.about.name, "%s", name);
    if (!*name)
        return tourney_refuse(answer, 400, "team", "Choose the team for which they play.");
    if (!tourney_check(tourney, &act, tourney_role_of(tourney, by->id), answer))
        return false;
    running_apply(tournaments, running, &act, by);
    *number = tourney->teams_count;
    return true;
}
