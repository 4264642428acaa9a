/* playing.h - requests of a player in a game. */
#pragma once

#include "inside_core.h"

/* MOVE to MORETIME. */
void playing_command(Core *core, Visitor *visitor, const Request *request);
