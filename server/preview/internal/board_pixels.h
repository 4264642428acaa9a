/* board_pixels.h - a position as pixels, White at the bottom, the squares of the last move in another color.
 *
 * Pure. Eight shades of a piece's gray and eight of its edge on four kinds of squares are the 256 colors, so that each pixel
 * is a byte. */
#pragma once

#include "page.h"
#include "position.h"

enum {
    BOARD_PIXELS_SIDE = 8 * PAGE_PIECE_SIZE,
    BOARD_COLORS = 256,
    BOARD_COLOR_UNUSED = 1, /* no pixel has this one */
};

/* Red, green and blue. */
void board_pixels_colors(unsigned char colors[BOARD_COLORS][3]);
/* BOARD_PIXELS_SIDE * BOARD_PIXELS_SIDE of them, in rows from the top. 'last' may be MOVE_NONE. */
void board_pixels_draw(const PagePiece pieces[PAGE_PIECES], const Position *position, Move last,
                       unsigned char *pixels);
