/* follow.h - streams of many games: of those between certain players, or of certain games. A line when a game begins and
 * one when it is over.
 *
 * Each has a session of its own, whose packets are its lines: so nothing is told that is not durable. Freed by itself, soon
 * after its reader is gone. */
#pragma once

#include "call.h"
#include "game_news.h"
#include "lichess_state.h"

enum {
    FOLLOW_USERS_MAX = 300, /* as on lichess.org, like the next */
    FOLLOW_GAMES_MAX = 500,
    FOLLOW_GAMES_TOKEN_MAX = 1000, /* for whoever has a token */
    FOLLOW_NAME_MAX = 64,
};

/* POST /api/stream/games-by-users */
void follow_users(Call *call);
/* POST /api/stream/games/NAME and …/NAME/add */
void follow_games(Call *call);
void follow_more_games(Call *call);

/* A game has begun or is over. */
void follow_hear(Lichess *lichess, const GameNews *news);
/* When the server ends. */
void follow_free_all(Lichess *lichess);
