/* endgame.h - endgame knowledge without a search: which endings are drawn, and how a bare king is mated.
 *
 * From the material and the places of the kings; tablebase.h has the tables. The rules are those of any book on
 * endings: https://www.chessprogramming.org/Draw_Evaluation, Wrong_Color_Bishop, KBNK_Endgame. */
#pragma once

#include "position.h"

enum { ENDGAME_SCALE_NORMAL = 64 };

/* How much of the advantage of 'strong' counts, in parts of ENDGAME_SCALE_NORMAL: less in endings that it can
 * hardly win or not at all, without pawns or with the wrong bishop; all of it in all others. */
int endgame_scale(const Position *pos, Color strong);
/* Against a bare king: a bonus in centipawns for 'strong', the side with the pieces, for driving it to where it can
 * be mated. 0 when there is no bare king or mate cannot be forced
 * (https://www.chessprogramming.org/Mop-up_Evaluation). */
int endgame_mop_up(const Position *pos, Color strong);
