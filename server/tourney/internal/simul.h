/* simul.h - what is a simul's own: its host is player 1 (SIMUL_HOST), accepts those who apply, and plays them all at once. */
#pragma once

#include "tourney.h"

/* Whether whoever joins by this act needs nobody's consent: the host, and those whom the host adds. */
bool simul_accepts_at_once(const Tourney *tourney, const TourneyAct *act);
/* Folds ACCEPT and DECLINE. */
bool simul_accept(Tourney *tourney, const TourneyAct *act);
/* At the start: the host is number 1, then those who were accepted, by rating. */
void simul_number(Tourney *tourney);
/* The one round: a board for each of them. */
bool simul_pair(const Tourney *tourney, TourneyAct *act);

bool simul_check_start(const Tourney *tourney, TourneyAnswer *answer);
bool simul_check_accept(const Tourney *tourney, const TourneyAct *act, TourneyAnswer *answer);
