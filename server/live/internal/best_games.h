/* best_games.h - small boards of the best games in progress. live.h has what others call. */
#pragma once

#include "live.h"

/* The session wants no more of them, or is gone. */
void best_games_stop_listening(Live *live, SessionId session);
