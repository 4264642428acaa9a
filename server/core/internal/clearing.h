/* clearing.h - what somebody has open who can play no more. */
#pragma once

#include "core_state.h"

/* The account has been closed, and its connections with it: its seeks end, challenges by and to it, games of bulk pairings
 * that have not begun, and its part in tournaments. */
void clearing_closed(Core *core, const char *person);
/* The person may have been banned while no server ran: withdraws them from tournaments. Their challenges went with the ban, and
 * nobody comes back to their seeks. */
void clearing_banned(Core *core, const char *person);
