/* board_animation.h - a game as an animated picture in GIF: a frame for each position, which shows what has changed. Pure but
 * for memory. */
#pragma once

#include "board_pixels.h"
#include "line.h"

#include <stddef.h>

enum {
    BOARD_ANIMATION_PLIES_MAX = 600,
    BOARD_ANIMATION_MAX = 4 * 1024 * 1024, /* bytes */
    BOARD_ANIMATION_MOVE = 70, /* how long a position is seen, in hundredths of a second; */
    BOARD_ANIMATION_FIRST = 120,
    BOARD_ANIMATION_LAST = 400, /* then it begins again */
};

/* Its bytes, for the caller to free, and how many; NULL when the game or the picture is longer than that. The second may be
 * told how many bytes it may have, for tests. */
unsigned char *board_animation_draw(const PagePiece pieces[PAGE_PIECES], const Line *line,
                                    size_t *length);
unsigned char *board_animation_draw_within(const PagePiece pieces[PAGE_PIECES], const Line *line,
                                           size_t most, size_t *length);
