/* lichess_tournament_api.h - what the Lichess API's arenas and Swiss tournaments have in common. */
#pragma once

#include "lichess_tournament_json.h"
#include "tournament_call.h"

/* The tournament that the path names, if it is of that format and was not cancelled, with its standings. False, and the call
 * answered, when there is none. */
bool lichess_tournament_of(Call *call, Format format, LichessTournament *of);
/* Makes one of that format by the call's fields; false, and the call answered, when it cannot be made. */
bool lichess_tournament_make(Call *call, Format format, LichessTournament *of);
/* Changes it by the call's fields; false, and the call answered, when that is not possible. */
bool lichess_tournament_change(Call *call, Format format, LichessTournament *of);
void lichess_tournament_join(Call *call, Format format);
void lichess_tournament_withdraw(Call *call, Format format);
void lichess_tournament_terminate(Call *call, Format format);
/* Its games, of one player if the call says so; arenas' newest first. */
void lichess_tournament_games(Call *call, Format format);
/* As many rows as the call asks for, a line each. */
void lichess_tournament_results(Call *call, Format format);
