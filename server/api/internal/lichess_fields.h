/* lichess_fields.h - the fields of the Lichess API's forms for tournaments, as settings of this server.
 *
 * The bounds are those of tourney_settings_read: only names and units differ. What there is not here is refused rather than
 * left out, since a tournament would not be what its organiser asked for. */
#pragma once

#include "call.h"
#include "tourney.h"

/* Reads the call's fields into settings that hold others already: the usual ones, or those of 'tourney', which is to be changed (NULL:
 * one is to be made). False: 'answer' says why, with the name that the caller knows. */
bool lichess_fields_read(Call *call, const Tourney *tourney, TourneySettings *settings,
                         TourneyAnswer *answer);
