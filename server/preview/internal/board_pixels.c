#include "board_pixels.h"

#include "board.h"

enum { SHADES = 8, COLORS_OF_SQUARE = SHADES * SHADES, SQUARE_KINDS = 4 };

_Static_assert((int)SQUARE_KINDS *(int)COLORS_OF_SQUARE == (int)BOARD_COLORS, "a pixel is a byte");

/* Light, dark, and both as squares of the last move: chessground's brown board. */
static const unsigned char SQUARES[SQUARE_KINDS][3] = {
    {0xf0, 0xd9, 0xb5}, {0xb5, 0x88, 0x63}, {0xcd, 0xd2, 0x6a}, {0xaa, 0xa2, 0x3a}};

/* By a byte of PagePiece, which is 8 * alpha + gray, and the kind of square. */
void board_pixels_colors(unsigned char colors[BOARD_COLORS][3])
{
    const int most = SHADES - 1;
    for (int i = 0; i < BOARD_COLORS; i++) {
        int alpha = i / SHADES % SHADES, gray = i % SHADES * 255 / most;
        for (int part = 0; part < 3; part++)
            colors[i][part] =
                (unsigned char)((alpha * gray +
                                 (most - alpha) * SQUARES[i / COLORS_OF_SQUARE][part]) /
                                most);
    }
}

/* Where there is nothing of the piece its gray does not count: one color is enough. */
static int shade_of(const PagePiece *piece, int x, int y)
{
    int shade = piece ? (*piece)[y][x] & (COLORS_OF_SQUARE - 1) : 0;
    return shade < SHADES ? 0 : shade;
}

static void draw_square(const PagePiece *piece, int kind, unsigned char *corner)
{
    for (int y = 0; y < PAGE_PIECE_SIZE; y++)
        for (int x = 0; x < PAGE_PIECE_SIZE; x++)
            corner[y * BOARD_PIXELS_SIDE + x] =
                (unsigned char)(kind * COLORS_OF_SQUARE + shade_of(piece, x, y));
}

void board_pixels_draw(const PagePiece pieces[PAGE_PIECES], const Position *position, Move last,
                       unsigned char *pixels)
{
    for (int i = 0; i < 64; i++) {
        Square square = (Square)i;
        int file = square_file(square), row = 7 - square_rank(square);
        Piece piece = position_piece_on(position, square);
        bool is_last = last && (square == move_from(last) || square == move_to(last));
        int side = piece >= B_PAWN ? PAGE_PIECES / 2 - B_PAWN : -W_PAWN;
        draw_square(piece ? &pieces[(int)piece + side] : NULL, (file + row) % 2 + 2 * is_last,
                    pixels + (row * BOARD_PIXELS_SIDE + file) * PAGE_PIECE_SIZE);
    }
}
