/* game_receipt.h - a game's log for people: every event, when it was, and what each clock was charged.
 *
 * The game is rebuilt from its journal or archive on the way, and each event is packed again and compared. */
#pragma once

#include "stored.h"
#include "text.h"

/* Appends lines of text. False when the game cannot be rebuilt as it was; the last line then says where. */
bool game_receipt(const StoredGame *game, Text *text);
/* The same without the lines. */
bool game_receipt_is_sound(const StoredGame *game);
