/* game_json.h - a stored game as the Lichess API shows games: one JSON object. */
#pragma once

#include "game_show.h"
#include "stored.h"
#include "text.h"

/* What is known without the moves, for lists; 'key' is an opening's (openings.h), 0 for none. */
void game_json_head(const StoreGame *game, uint32_t key, Text *text);
/* Appends the object. False, and nothing is appended, when the game cannot be replayed. */
bool game_json(const StoredGame *game, const GameShow *show, Text *text);

/* Appends "clock" in seconds, or "daysPerTurn"; nothing for a game without a clock. */
void game_json_clock(const TimeControl *control, Text *text);

/* "standard", "chess960", "fromPosition". */
const char *game_variant_word(int32_t variant);
/* "blitz" and so on, as lichess spells them. */
const char *game_speed_word(Speed speed);
/* The speed with that word; -1 when there is none. */
int game_speed_of_word(const char *word, size_t length);
