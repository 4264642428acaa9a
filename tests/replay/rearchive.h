/* rearchive.h - whether the events of a game come back from its archive as they were, bit for bit. */
#pragma once

#include "room.h"

/* NULL when they do, else what differs. */
const char *rearchive(const GameSetup *setup, const Event *events, unsigned count);
