/* tell_streams.h - what is told on a player's streams, and when. */
#pragma once

#include "forms.h"
#include "player.h"

/* The event stream has been opened, and all is known that there is: games in progress, challenges to the player. */
void tell_begin_events(Player *player);
/* What was told of that has gone out, and there is more (Player.events_more). */
void tell_more_events(Player *player);
/* The stream of a game has been opened: how it stands; of one that is over that is all. */
void tell_begin_game(PlayerGame *game);
/* What was told of those who only watch has gone out, and there may be more (PlayerGame.past_more). */
void tell_more_past(Player *player);

/* How a game stands has become known. */
void tell_game_known(PlayerGame *game);
/* A bit 1 << HeardNews for each that has come. */
void tell_game_news(PlayerGame *game, unsigned news);
/* It is told as to those who watch: to a guest without a token. */
bool tell_is_watched(const PlayerGame *game);
void tell_chat(PlayerGame *game, const FormChat *chat);

/* 'type' as in form_challenge_event; 'reason' may be NULL. */
void tell_challenge(Player *player, const char *type, const Challenge *challenge,
                    const char *status, const char *reason);
/* The challenge is a rematch that is offered. */
void tell_rematch_offer(const PlayerChallenge *challenge);
/* It is not open any more: "accepted", "declined", "canceled". */
void tell_challenge_done(PlayerChallenge *challenge, const char *fate);

/* For those who print: what is known now. */
FormGame tell_form_game(const PlayerGame *game);
FormChallenge tell_form_challenge(const Lichess *lichess, const char *base,
                                  const Challenge *challenge);
