/* ics_movelist.h - stored games as an Internet Chess Server lists them: their moves, and a history of somebody's games.
 * Pure. */
#pragma once

#include "stored.h"
#include "text.h"

typedef struct {
    int number;       /* of the game on this port; 0: an old one */
    bool thousandths; /* of seconds */
    bool
        startpos; /* a line of style 12 with the position that it began from, unless it is the usual one */
} IcsMovelist;

/* Appends lines ended by LF; false when the game cannot be replayed. */
bool ics_movelist(const StoredGame *game, const IcsMovelist *how, Text *out);

/* The head of a history, and a line of it: the game's place in it, from 1, as the player with that id saw it; 'eco' is of its
 * opening, or "". */
void ics_history_head(const char *name, Text *out);
void ics_history_line(int place, const StoreGame *game, const char *player, const char *eco,
                      Text *out);
