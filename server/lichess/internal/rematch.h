/* rematch.h - rematches, which the Lichess API shows as challenges: clients know nothing else. The challenge has the id of the
 * game that begins when it is accepted. */
#pragma once

#include "game_news.h"
#include "player.h"

/* The opponent has offered one: all tokens of whoever it is for are told, when it is durable. */
void rematch_offered(Lichess *lichess, const RematchNews *news);
/* What the session was told by that. */
void rematch_hear(Player *player, const struct cJSON *message);
/* Lets go of offers that were withdrawn or answered elsewhere, or whose game has left memory: nobody tells of that. To be called
 * before they are shown. */
void rematch_sweep(Player *player);
/* Accepts or refuses it for the call. False when there is no such offer. */
bool rematch_answer(Player *player, Call *call, const GameId *next, bool accept);
