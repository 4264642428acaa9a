/* time_control_text.h - a time control as text, in the words of PGN's tag TimeControl (standard of 1994, 9.6.1), which TRF26's
 * record 222 and databases have, too.
 *
 *   300+3                      seconds for the game, and for each move
 *   40/5400+30:1800+30         40 moves in 90 minutes, then 30 minutes for the rest, 30 s for each move all along
 *   40/7200:20/3600:900+30     three stages, the increment only in the last
 *   40/7200:3600               40 moves in two hours, then an hour for the rest
 *   40/9000                    again and again: the last field is repeated for as long as the game lasts
 *   1/259200                   one move in three days
 *   -                          no clock
 *
 * Milliseconds are written as a decimal fraction. The standard has no delays: they are written "300d5", Bronstein's
 * likewise, "b5" only where it has to be told apart. A control with odds is of two sides and has no such text. Pure. */
#pragma once

#include <stddef.h>

#include "clock.h"

enum { TIME_CONTROL_TEXT_MAX = 80 };

/* Into TIME_CONTROL_TEXT_MAX bytes; returns the length. Odds are left out. With 'bronstein' that kind of clock is told
 * apart from the simple delay, for text that is read back. */
size_t time_control_print(const TimeControl *control, bool bronstein, char *out);
/* Any bytes are safe. False, and *control undefined, for all that is no time control here: unknown ("?"), an hour-glass
 * ("*180"), more stages than CLOCK_LATER_MAX and one, or above the limits of clock.h. */
bool time_control_parse(const char *text, size_t length, TimeControl *control);
