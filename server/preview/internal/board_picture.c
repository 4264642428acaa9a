#include "board_picture.h"

#include "memory.h"

#include <png.h>
#include <stdlib.h>

unsigned char *board_picture_draw(const PagePiece pieces[PAGE_PIECES], const Line *line,
                                  size_t *length)
{
    unsigned char colors[BOARD_COLORS][3];
    unsigned char *pixels = memory_array(BOARD_PIXELS_SIDE, BOARD_PIXELS_SIDE);
    unsigned char *png = memory_new(BOARD_PICTURE_MAX);
    png_alloc_size_t size = BOARD_PICTURE_MAX;
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = BOARD_PIXELS_SIDE,
                       .height = BOARD_PIXELS_SIDE,
                       .format = PNG_FORMAT_RGB_COLORMAP,
                       .colormap_entries = BOARD_COLORS};
    board_pixels_colors(colors);
    board_pixels_draw(pieces, &line->now, line->plies ? line->moves[line->plies - 1] : MOVE_NONE,
                      pixels);
    bool is_written = png_image_write_to_memory(&image, png, &size, 0, pixels, 0, colors);
    free(pixels);
    if (is_written) {
        *length = size;
        return png;
    }
    free(png);
    return NULL;
}
