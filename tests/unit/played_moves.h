/* played_moves.h - how many moves the program has played on positions. For one test program, linked with
 * -Wl,--wrap=position_play. */
#pragma once

#include "position.h"

/* position_play, counted: the linker puts this in its place. NOLINTBEGIN(bugprone-reserved-identifier) */
static unsigned long played;
void __real_position_play(Position *pos, Move move);
void __wrap_position_play(Position *pos, Move move);
void __wrap_position_play(Position *pos, Move move)
{
    played++;
    __real_position_play(pos, move);
}
/* NOLINTEND(bugprone-reserved-identifier) */
