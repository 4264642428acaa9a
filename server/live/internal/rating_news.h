/* rating_news.h - how a finished game changed the ratings, told to those who come later. */
#pragma once

#include "games.h"

/* Tells the connection what the store knows of it, a moment later; nothing when the game changed no rating, or when the
 * store has too much to read. */
void rating_news_tell(Live *live, SessionId session, const Game *game);
