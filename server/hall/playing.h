/* playing.h - requests of a player in a game, and chat. */
#pragma once

#include "inside.h"

/* MOVE to MORETIME. */
void playing_command(Hall *hall, Visitor *visitor, const Request *request);
void playing_chat(Hall *hall, Visitor *visitor, const Request *request);
