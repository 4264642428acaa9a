/* board_picture.h - the position that a game has come to, as a picture in PNG. Pure but for memory. */
#pragma once

#include "board_pixels.h"
#include "line.h"

#include <stddef.h>

enum { BOARD_PICTURE_MAX = 256 * 1024 /* bytes; the pixels take fewer */ };

/* Its bytes, for the caller to free, and how many; NULL when it cannot be written. */
unsigned char *board_picture_draw(const PagePiece pieces[PAGE_PIECES], const Line *line,
                                  size_t *length);
