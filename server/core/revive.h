/* revive.h - games and challenges as the store kept them, back in memory. */
#pragma once

#include "inside_core.h"

/* NULL, and a line in the log, when the stored game is damaged. Nobody listens yet. */
Game *revive_game(const Core *core, const StoredGame *stored);

/* A player as he sat down. */
Person revive_person(const Core *core, const StoreSeat *seat);

/* All that go on, with clocks that stand until the mover is back, and all open challenges. One damaged game
 * keeps nobody else from playing. False when the store cannot be read; 'line' says why. */
bool revive_all(Core *core, char *line);
