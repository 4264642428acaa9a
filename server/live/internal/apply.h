/* apply.h - the only way into a room and out of it: players, the computer and the clock all go through here.
 *
 * A room's events go to the journal, then to the listeners. Nobody is sent them before the journal's batch is
 * durable: the sessions see to that, since every packet has the batch's number. */
#pragma once

#include "games.h"

/* A player's command; 'session' and 'request' say who is to be answered, 0 and NULL for the computer.
 * The answer, ok or a refusal, is sent before the command's consequences. */
RoomError apply_command(Live *live, Game *game, Color seat, const Command *command,
                        SessionId session, const Request *request);
/* Time has passed. Does nothing while the game is frozen; nor while its flag is uncertain, but asks the mover's node. */
void apply_tick(Live *live, Game *game);
/* The seat's player came or went. */
void apply_presence(Live *live, Game *game, Color seat, bool present);
/* The seat's player was cut off in the last 'lost' ms: room_excuse. */
void apply_excuse(Live *live, Game *game, Color seat, int64_t lost);
/* An arbiter's act. */
RoomError apply_arbiter(Live *live, Game *game, const ArbiterAct *act);
/* Ends a casual game without a result. */
void apply_start_clocks(Live *live, Game *game);
void apply_call_off(Live *live, Game *game);
/* The server is back. */
void apply_restart(Live *live, Game *game);
