/* play_control.h - clocks as people write them. Pure. */
#pragma once

#include "clock.h"

/* 5+3, 10, 0.5+1: minutes, and seconds for each move; or none. False for all others. */
bool play_control_parse(const char *text, TimeControl *control);
