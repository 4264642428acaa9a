/* conditional_replies.h - plays conditional moves through apply_command, like any move, in the turn of the loop in which the
 * expected move came: both are in one batch of the journal. */
#pragma once

#include "games.h"

/* Plays a reply that is due, or else sends players what is left of their lines. */
void conditional_replies_look(Live *live, Game *game);
