/* receipt.h - what an event decided about the clocks, as a line of text: it shows a player why a flag fell, and
 * where each millisecond went.
 *
 *   43 move ply=22 by=white left=12345 elapsed=1234 lag=80 given=80 charged=1154 bonus=2000 after=13191 quota=2860
 *   98 flag by=black left=700 elapsed=2730 lag=60 given=0 quota=2840 grace=2000
 *   44 moretime by=white to=black given=15000 after=315000
 *   45 pause white=298000 black=300000                         resume, takeback, stop, adjourn and sealed are alike
 *   46 adjust to=white given=-60000 after=238000                          an arbiter has taken a minute
 *
 * 'left' is what the mover had when their turn began, 'given' the compensation for their lag. elapsed - given =
 * charged (less a delay), and left - charged + bonus = after. Pure; the text goes into the caller's buffer. */
#pragma once

#include <stddef.h>

#include "clock.h"
#include "event.h"

enum { RECEIPT_MAX = 240 };

/* Into RECEIPT_MAX bytes, without a line end. Returns the length; 0 for an event that decides nothing about clocks. */
size_t receipt_print(const Event *event, const TimeControl *control, char *out);
