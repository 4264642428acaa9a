/* game_number.h - a game's number in the database and its id on the wire, which correspond one to one.
 *
 * Numbers rise by one, ids look random: a keyed permutation of all 62^8 ids (a Feistel network over two
 * halves of four letters). So no id is drawn twice, ids need no index, and they do not reveal how many
 * games there are. Pure. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "command.h"

enum { GAME_NUMBER_KEY_SIZE = 16 };

#define GAME_NUMBER_END INT64_C(218340105584896) /* 62^8: numbers are below */

GameId game_number_print(int64_t number, const unsigned char key[GAME_NUMBER_KEY_SIZE]);
/* False when it is not eight letters or digits; every other id has a number, stored or not. */
bool game_number_parse(int64_t *number, const GameId *id,
                       const unsigned char key[GAME_NUMBER_KEY_SIZE]);
