/* receipt.h - what was decided about the clocks by an event, as a line of text: so that a player can be shown
 * why a flag fell, and where each millisecond went.
 *
 *   43 move ply=22 by=white left=12345 elapsed=1234 lag=80 given=80 charged=1154 bonus=2000 after=13191 quota=2860
 *   98 flag by=black left=700 elapsed=2730 lag=60 given=0 quota=2840 grace=2000
 *   44 moretime by=white to=black given=15000 after=315000
 *   45 pause white=298000 black=300000                                   likewise resume and takeback
 *
 * 'left' is what the mover had as his turn began, 'given' his lag's compensation. elapsed - given = charged
 * (less a delay), left - charged + bonus = after. Pure; text into the caller's buffer. */
#pragma once

#include <stddef.h>

#include "clock.h"
#include "event.h"

enum { RECEIPT_MAX = 240 };

/* Into RECEIPT_MAX bytes, without a line end; the length, 0 for an event that decides nothing about clocks. */
size_t receipt_print(const Event *event, const TimeControl *control, char *out);
