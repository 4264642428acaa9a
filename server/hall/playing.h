/* playing.h - requests of a player in a game. */
#pragma once

#include "inside.h"

/* MOVE to MORETIME. */
void playing_command(Hall *hall, Visitor *visitor, const Request *request);
