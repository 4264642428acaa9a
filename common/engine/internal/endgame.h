/* endgame.h - what is known of endings without searching: how drawn they are, and how a bare king is mated.
 *
 * Material only, and where the kings stand. Not a table of positions. The rules are those of any book on endings:
 * https://www.chessprogramming.org/Draw_Evaluation, Wrong_Color_Bishop, KBNK_Endgame. */
#pragma once

#include "position.h"

enum { ENDGAME_SCALE_NORMAL = 64 };

/* How much of an advantage is left in endings that 'strong', though ahead, cannot win or hardly, for want of
 * pawns or with the wrong bishop, in ENDGAME_SCALE_NORMAL-ths: all of it in all others. */
int endgame_scale(const Position *pos, Color strong);
/* Against a bare king: a bonus in centipawns for driving it to where it is mated, 0 when the other side
 * cannot force mate or there is no bare king. For 'strong', the side with the pieces. */
int endgame_mop_up(const Position *pos, Color strong);
