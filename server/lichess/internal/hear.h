/* hear.h - what a player's session was told: it is noted, told on their streams, and answers what they asked. */
#pragma once

#include "player.h"

/* Reads all that has come. The player may be gone then. */
void hear_player(Player *player);
