/* rounds.h - a round over the whole lobby: pairs those who wait and have become near enough.
 *
 * What it found waits in lobby->paired and ->offers. */
#pragma once

#include "entries.h"

void rounds_hold(Lobby *lobby, int64_t now, uint64_t chance);
