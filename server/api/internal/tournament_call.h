/* tournament_call.h - what calls about tournaments have in common. */
#pragma once

#include "call.h"
#include "game_occasions.h"
#include "tournaments.h"

/* The tournament that the path names; NULL, and the call answered, when there is none. NULL as well when it has to be read from disk:
 * then the route's handler is called once more. */
const Tourney *tournament_of(Call *call);
/* Where its games were played, and for which teams; to be freed. */
GameOccasions *tournament_occasions(const Tourney *tourney);
/* A refusal, as README.md of server/tournaments has them. */
void tournament_refuse(Call *call, const TourneyAnswer *answer);
/* Makes one as whoever asks wants it, NULL, and the call answered, when it cannot be made. */
const Tourney *tournament_make(Call *call, const TourneySettings *settings);
/* Carries the act out; the call is answered only when that is refused. */
bool tournament_carry_out(Call *call, TourneyAct *act);
/* Whoever asks leaves the tournament; the call is answered only when that is refused. */
bool tournament_leave(Call *call, const Tourney *tourney);
/* An account as a player of the tournament. */
void tournament_take_account(const AccountInfo *account, const TourneySettings *settings,
                             int64_t now, TourneyPerson *person, TourneyEntry *entry);
/* Whoever asks joins with that code and for that team (NULL: none). False: 'answer' says why not. */
bool tournament_enter(Call *call, const Tourney *tourney, const char *code, const char *team,
                      TourneyAnswer *answer);
/* Answers with the tournament as whoever asks sees it. */
void tournament_answer(Call *call, int status, const Tourney *tourney);
