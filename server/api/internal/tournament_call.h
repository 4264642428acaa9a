/* tournament_call.h - what calls about tournaments have in common. */
#pragma once

#include "call.h"
#include "tournaments.h"

/* The tournament that the path names; NULL, and the call answered, when there is none. */
const Tourney *tournament_of(Call *call);
/* Answers with the tournament as whoever asks sees it. */
void tournament_answer(Call *call, int status, const Tourney *tourney);
