/* team_fold.h - what acts make of the teams in a tournament. */
#pragma once

#include "tourney.h"

/* A player has joined, for that team (0: none). */
void team_fold_joined(Tourney *tourney, TourneyPlayer *player, uint32_t team);
bool team_fold_team(Tourney *tourney, const TourneyAct *act);
bool team_fold_out(Tourney *tourney, const TourneyAct *act);
bool team_fold_lineup(Tourney *tourney, const TourneyAct *act);
/* At the start of team matches: teams by the strength of their first boards, players by teams and boards. */
void team_fold_number(Tourney *tourney);
uint32_t team_fold_rounds(const Tourney *tourney);
/* The matches of the round that is paired; false when the act names teams that are not there. */
bool team_fold_pairs(Tourney *tourney, const TourneyAct *act);
/* The round is not paired any more. */
void team_fold_unpair(Tourney *tourney);
