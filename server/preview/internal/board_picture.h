/* board_picture.h - a position as a picture in PNG, White at the bottom, the squares of the last move in another color.
 *
 * Pure. Eight shades of a piece's gray and eight of its edge on four kinds of squares are the 256 colors of the picture,
 * so that each pixel is a byte. */
#pragma once

#include "page.h"
#include "position.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    BOARD_PICTURE_SIDE = 8 * PAGE_PIECE_SIZE, /* pixels */
    BOARD_PICTURE_MAX = 256 * 1024,           /* bytes; the pixels themselves are fewer */
};

/* Writes it into 'png' (BOARD_PICTURE_MAX bytes); its length, 0 when it cannot be written. 'last' may be MOVE_NONE. */
size_t board_picture_draw(const PagePiece pieces[PAGE_PIECES], const Position *position, Move last,
                          unsigned char *png);
