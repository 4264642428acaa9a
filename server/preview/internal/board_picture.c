#include "board_picture.h"

#include "board.h"
#include "memory.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { SHADES = 8, COLORS_OF_SQUARE = SHADES * SHADES, SQUARE_KINDS = 4 };

/* Light, dark, and both as squares of the last move: chessground's brown board. */
static const unsigned char SQUARES[SQUARE_KINDS][3] = {
    {0xf0, 0xd9, 0xb5}, {0xb5, 0x88, 0x63}, {0xcd, 0xd2, 0x6a}, {0xaa, 0xa2, 0x3a}};

/* By a byte of PagePiece, which is 8 * alpha + gray, and the kind of square. */
static void fill_colors(unsigned char colors[SQUARE_KINDS * COLORS_OF_SQUARE][3])
{
    const int most = SHADES - 1;
    for (int i = 0; i < SQUARE_KINDS * COLORS_OF_SQUARE; i++) {
        int alpha = i / SHADES % SHADES, gray = i % SHADES * 255 / most;
        for (int part = 0; part < 3; part++)
            colors[i][part] =
                (unsigned char)((alpha * gray +
                                 (most - alpha) * SQUARES[i / COLORS_OF_SQUARE][part]) /
                                most);
    }
}

static void draw_square(const PagePiece *piece, int kind, unsigned char *corner)
{
    for (int y = 0; y < PAGE_PIECE_SIZE; y++)
        for (int x = 0; x < PAGE_PIECE_SIZE; x++)
            corner[y * BOARD_PICTURE_SIDE + x] =
                (unsigned char)(kind * COLORS_OF_SQUARE + (piece ? (*piece)[y][x] & 63 : 0));
}

static void draw_board(const PagePiece pieces[PAGE_PIECES], const Position *position, Move last,
                       unsigned char *pixels)
{
    for (int i = 0; i < 64; i++) {
        Square square = (Square)i;
        int file = square_file(square), row = 7 - square_rank(square);
        Piece piece = position_piece_on(position, square);
        bool is_last = last && (square == move_from(last) || square == move_to(last));
        int side = piece >= B_PAWN ? PAGE_PIECES / 2 - B_PAWN : -W_PAWN;
        draw_square(piece ? &pieces[(int)piece + side] : NULL, (file + row) % 2 + 2 * is_last,
                    pixels + (row * BOARD_PICTURE_SIDE + file) * PAGE_PIECE_SIZE);
    }
}

size_t board_picture_draw(const PagePiece pieces[PAGE_PIECES], const Position *position, Move last,
                          unsigned char *png)
{
    unsigned char colors[SQUARE_KINDS * COLORS_OF_SQUARE][3];
    unsigned char *pixels = memory_array(BOARD_PICTURE_SIDE, BOARD_PICTURE_SIDE);
    png_alloc_size_t size = BOARD_PICTURE_MAX;
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = BOARD_PICTURE_SIDE,
                       .height = BOARD_PICTURE_SIDE,
                       .format = PNG_FORMAT_RGB_COLORMAP,
                       .colormap_entries = SQUARE_KINDS * COLORS_OF_SQUARE};
    fill_colors(colors);
    draw_board(pieces, position, last, pixels);
    bool is_written = png_image_write_to_memory(&image, png, &size, 0, pixels, 0, colors);
    free(pixels);
    return is_written ? size : 0;
}
