/* conditional_replies.h - plays conditional moves through apply_command, like any move, in the turn of the loop in which the
 * expected move came: both are in one batch of the journal. */
#pragma once

#include "games.h"

/* The game is looked at: plays a reply that is due, and else tells a player what has become of their lines. */
void conditional_replies_look(Live *live, Game *game);
