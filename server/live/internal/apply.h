/* apply.h - the one door into a room, and the one out of it: players, the computer and the clock all come through here.
 *
 * What the room says goes to the journal, then to those who listen. Nobody hears of it before the journal's batch is
 * durable; that is the sessions' business, which get the batch's number with every packet. */
#pragma once

#include "games.h"

/* A seat's command; 'session' and 'request' say who is to be answered, 0 and NULL for the computer. The
 * answer, ok or a refusal, goes out before what the command brings about. */
RoomError apply_command(Live *live, Game *game, Color seat, const Command *command,
                        SessionId session, const Request *request);
/* Time has passed. Nothing happens while the game is frozen. */
void apply_tick(Live *live, Game *game);
/* The seat's player came or went. */
void apply_presence(Live *live, Game *game, Color seat, bool present);
/* A casual game is over without a result. */
void apply_call_off(Live *live, Game *game);
/* The server is back. */
void apply_restart(Live *live, Game *game);
