/* apply.h - the door into a room: players, the computer and the clock all come through here.
 *
 * It asks the room and has what the room says published. */
#pragma once

#include "inside_core.h"

/* A seat's command; 'session' and 'request' say who is to be answered, 0 and NULL for the computer. The
 * answer, ok or a refusal, goes out before what the command brings about. */
RoomError apply_command(Core *core, Game *game, Color seat, const Command *command,
                        SessionId session, const Request *request);
/* Time has passed. Nothing happens while the game is frozen. */
void apply_tick(Core *core, Game *game);
/* The seat's player came or went. */
void apply_presence(Core *core, Game *game, Color seat, bool present);
/* A casual game is over without a result. */
void apply_call_off(Core *core, Game *game);
/* The server is back. */
void apply_restart(Core *core, Game *game);
