/* rounds.h - a round over the whole lobby: pairs those who wait and are near enough by now.
 *
 * The results wait in lobby->paired and ->offers. */
#pragma once

#include "entries.h"

void rounds_hold(Lobby *lobby, int64_t now, uint64_t chance);
