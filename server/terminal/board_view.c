#include "board_view.h"

#include <stdio.h>
#include <string.h>

#include "notation.h"
#include "spoken_chess.h"
#include "wrapped_text.h"

enum {
    ROWS = 8,
    WIDE_CELLS = 30, /* columns from which on a coloured square is three characters wide */
    PAIRS = 4,       /* moves of both sides that are shown beside the board */
};

/* Colours of the 256 of xterm on which black and white pieces both have a contrast of 3 to 1 (WCAG 2.1, 1.4.11). */
#define LIGHT_SQUARE "48;5;138"
#define DARK_SQUARE  "48;5;95"
#define LAST_SQUARE  "48;5;64"
#define WHITE_PIECE  "38;5;231"
#define BLACK_PIECE  "38;5;16"

const char *board_view_clock(int64_t ms, char out[BOARD_VIEW_CLOCK_MAX])
{
    if (ms < 0)
        ms = 0;
    if (ms < BOARD_VIEW_TENTHS) {
        int tenths = (int)((ms + 99) / 100);
        snprintf(out, BOARD_VIEW_CLOCK_MAX, "0:%02d.%d", tenths / 10, tenths % 10);
        return out;
    }
    int64_t seconds = (ms + 999) / 1000;
    int hours = (int)(seconds / 3600 % 100000), minutes = (int)(seconds / 60 % 60);
    if (hours > 0)
        snprintf(out, BOARD_VIEW_CLOCK_MAX, "%d:%02d:%02d", hours, minutes, (int)(seconds % 60));
    else
        snprintf(out, BOARD_VIEW_CLOCK_MAX, "%d:%02d", minutes, (int)(seconds % 60));
    return out;
}

static const char *symbol(const BoardView *view, Piece piece)
{
    static const char *const OUTLINED[] = {"", "♙", "♘", "♗", "♖", "♕", "♔"};
    static const char *const FILLED[] = {"", "♟", "♞", "♝", "♜", "♛", "♚"};
    static const char *const CAPITALS[] = {"", "P", "N", "B", "R", "Q", "K"};
    static const char *const SMALL[] = {"", "p", "n", "b", "r", "q", "k"};
    if (piece == NO_PIECE)
        return view->colors ? " " : view->unicode ? "·" : ".";
    bool white = piece_color(piece) == WHITE;
    if (!view->unicode)
        return (white ? CAPITALS : SMALL)[piece_type(piece)];
    /* On coloured squares the symbol's own colour tells the sides apart. */
    return (white && !view->colors ? OUTLINED : FILLED)[piece_type(piece)];
}

/* ---- the board ---- */

/* The squares of the last move; castling shows where king and rook were. */
static Bitboard last_squares(const Line *line)
{
    if (line->plies == 0)
        return 0;
    Move last = line->moves[line->plies - 1];
    return bit(move_from(last)) | bit(move_to(last));
}

static Square square_at(const BoardView *view, int row, int column)
{
    return view->flipped ? square_of(7 - column, row) : square_of(column, 7 - row);
}

static void add_colored(const BoardView *view, const Position *pos, Square square, bool last,
                        Text *out)
{
    Piece piece = position_piece_on(pos, square);
    bool light = (square_file(square) + square_rank(square)) % 2 == 1;
    const char *ground = last ? LAST_SQUARE : light ? LIGHT_SQUARE : DARK_SQUARE;
    bool black = piece != NO_PIECE && piece_color(piece) == BLACK;
    wrapped_add(out, "\x1b[%s;%sm%s%s ", ground, black ? BLACK_PIECE : WHITE_PIECE,
                view->columns >= WIDE_CELLS || view->columns == 0 ? " " : "", symbol(view, piece));
}

static char separator(bool left, bool right)
{
    return left && right ? '|' : right ? '[' : left ? ']' : ' ';
}

static void add_row(const BoardView *view, const BoardScene *scene, int row, Text *out)
{
    const Position *pos = &scene->line->now;
    Bitboard last = last_squares(scene->line);
    bool left = false;
    wrapped_add(out, "%d%s", square_rank(square_at(view, row, 0)) + 1, view->colors ? " " : "");
    for (int column = 0; column < 8; column++) {
        Square square = square_at(view, row, column);
        bool marked = (last & bit(square)) != 0;
        if (view->colors)
            add_colored(view, pos, square, marked, out);
        else
            wrapped_add(out, "%c%s", separator(left, marked),
                        symbol(view, position_piece_on(pos, square)));
        left = marked;
    }
    if (view->colors)
        wrapped_add(out, "\x1b[0m");
    else
        wrapped_add(out, "%c", separator(left, false));
}

static void add_files(const BoardView *view, Text *out)
{
    bool wide = view->colors && (view->columns >= WIDE_CELLS || view->columns == 0);
    wrapped_add(out, view->colors ? "  " : " ");
    for (int column = 0; column < 8; column++) {
        char file = (char)('a' + square_file(square_at(view, 7, column)));
        if (view->colors)
            wrapped_add(out, wide ? " %c " : "%c ", file);
        else
            wrapped_add(out, " %c", file);
    }
    wrapped_add(out, "\n");
}

/* ---- the lines beside the board ---- */

void board_view_captured(const BoardView *view, const Line *line, Color color, Text *out)
{
    static const PieceType ORDER[] = {QUEEN, ROOK, BISHOP, KNIGHT, PAWN};
    int count[PIECE_TYPES] = {0};
    Position pos = line->start;
    for (uint32_t ply = 0; ply < line->plies; ply++) {
        if (position_turn(&pos) != color)
            count[position_captured(&pos, line->moves[ply])]++;
        position_play(&pos, line->moves[ply]);
    }
    const char *before = "";
    BoardView uncolored = {.unicode = view->unicode};
    for (size_t i = 0; i < sizeof ORDER / sizeof *ORDER; i++) {
        int pieces = count[ORDER[i]];
        if (view->plain && pieces > 0) {
            wrapped_add(out, "%s%d %s%s", before, pieces, spoken_piece(ORDER[i]),
                        pieces > 1 ? "s" : "");
            before = ", ";
        }
        for (int k = 0; k < pieces && !view->plain; k++)
            wrapped_add(out, "%s", symbol(&uncolored, piece_of(color, ORDER[i])));
    }
}

static void add_player(const BoardScene *scene, Color color, Text *out)
{
    char clock[BOARD_VIEW_CLOCK_MAX];
    bool to_move = !scene->over && position_turn(&scene->line->now) == color;
    wrapped_add(out, "%s %s", to_move ? ">" : " ", scene->name[color]);
    if (scene->timed)
        wrapped_add(out, "  %s", board_view_clock(scene->clock[color], clock));
}

/* Full moves from 'first' on (counted from 0 in plies of the line), "12. e4 e5". False: there is none. */
static bool add_pair(const Line *line, uint32_t number, Text *out)
{
    char san[SAN_MAX];
    uint32_t shift = position_turn(&line->start) == BLACK ? 1 : 0; /* Black began */
    uint32_t first = number == 0 ? 0 : 2 * number - shift;
    uint32_t end = 2 * number + 2 - shift;
    if (first >= line->plies)
        return false;
    Position pos;
    line_position(line, first, &pos);
    wrapped_add(out, "%3u. %s", line->start.fullmove + number, number == 0 && shift ? "... " : "");
    for (uint32_t ply = first; ply < end && ply < line->plies; ply++) {
        san_print(&pos, line->moves[ply], san);
        wrapped_add(out, ply + 1 == end ? "%s" : "%-7s ", san);
        position_play(&pos, line->moves[ply]);
    }
    return true;
}

static uint32_t pairs_of(const Line *line)
{
    uint32_t shift = position_turn(&line->start) == BLACK ? 1 : 0;
    return (line->plies + shift + 1) / 2;
}

static void add_beside(const BoardView *view, const BoardScene *scene, int row, Text *out)
{
    Color above = view->flipped ? WHITE : BLACK, below = color_other(above);
    uint32_t pairs = pairs_of(scene->line);
    uint32_t first = pairs > PAIRS ? pairs - PAIRS : 0;
    wrapped_add(out, "   ");
    switch (row) {
    case 0: add_player(scene, above, out); break;
    case 1: wrapped_add(out, "  "), board_view_captured(view, scene->line, below, out); break;
    case 6: wrapped_add(out, "  "), board_view_captured(view, scene->line, above, out); break;
    case 7: add_player(scene, below, out); break;
    default: add_pair(scene->line, first + (uint32_t)row - 2, out);
    }
}

/* ---- the whole ---- */

static void trim_blanks(Text *out)
{
    while (out->length > 0 && out->bytes[out->length - 1] == ' ')
        out->bytes[--out->length] = '\0';
}

static void print_narrow_side(const BoardView *view, const BoardScene *scene, Color color,
                              Text *out)
{
    add_player(scene, color, out);
    wrapped_add(out, "\n");
    size_t before = out->length;
    wrapped_add(out, "  ");
    board_view_captured(view, scene->line, color_other(color), out);
    if (out->length == before + 2)
        out->length = before, out->bytes[before] = '\0';
    else
        wrapped_add(out, "\n");
}

static void print_board(const BoardView *view, const BoardScene *scene, Text *out)
{
    bool beside = view->columns >= BOARD_VIEW_SIDE || view->columns == 0;
    Color above = view->flipped ? WHITE : BLACK;
    wrapped_add(out, "\n");
    if (!beside)
        print_narrow_side(view, scene, above, out);
    for (int row = 0; row < ROWS; row++) {
        add_row(view, scene, row, out);
        if (beside)
            add_beside(view, scene, row, out);
        trim_blanks(out);
        wrapped_add(out, "\n");
    }
    add_files(view, out);
    if (!beside)
        print_narrow_side(view, scene, color_other(above), out);
    wrapped_add(out, "\n");
}

static void say_player(const BoardView *view, const BoardScene *scene, Color color, Text *out)
{
    char clock[BOARD_VIEW_CLOCK_MAX];
    wrapped_add(out, "%s: %s", spoken_color(color), scene->name[color]);
    if (scene->timed)
        wrapped_add(out, ", clock %s", board_view_clock(scene->clock[color], clock));
    size_t before = out->length;
    wrapped_add(out, ", has taken ");
    size_t named = out->length;
    board_view_captured(view, scene->line, color_other(color), out);
    if (out->length == named)
        out->length = before, out->bytes[before] = '\0';
    wrapped_add(out, ".\n");
}

void board_view_print(const BoardView *view, const BoardScene *scene, Text *out)
{
    if (!view->plain) {
        print_board(view, scene, out);
        return;
    }
    spoken_board(out, &scene->line->now, view->flipped);
    say_player(view, scene, WHITE, out);
    say_player(view, scene, BLACK, out);
    if (!scene->over)
        wrapped_add(out, "%s is to move.\n", spoken_color(position_turn(&scene->line->now)));
}
