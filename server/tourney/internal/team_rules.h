/* team_rules.h - what may be done about the teams in a tournament. */
#pragma once

#include "tourney.h"

/* Whether whoever does it is the captain of the team that it is about. */
bool team_is_captains(const Tourney *tourney, const TourneyAct *act);
bool team_check_team(const Tourney *tourney, const TourneyAct *act, TourneyAnswer *answer);
bool team_check_out(const Tourney *tourney, const TourneyAct *act, TourneyAnswer *answer);
bool team_check_lineup(const Tourney *tourney, const TourneyAct *act, bool by_desk,
                       TourneyAnswer *answer);
/* Whether somebody who is added plays for a team where there are any. */
bool team_check_add(const Tourney *tourney, const TourneyAct *act, TourneyAnswer *answer);
bool team_check_start(const Tourney *tourney, TourneyAnswer *answer);
/* Whether somebody who would join belongs to a team that may. */
bool team_may_enter(const Tourney *tourney, const TourneyEntry *entry, TourneyAnswer *answer);
