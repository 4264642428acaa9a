#include "spoken_chess.h"

#include <stdio.h>

#include "movegen.h"
#include "wrapped_text.h"

const char *spoken_piece(PieceType type)
{
    static const char *const NAMES[PIECE_TYPES] = {
        [NO_PIECE_TYPE] = "", [PAWN] = "pawn",   [KNIGHT] = "knight", [BISHOP] = "bishop",
        [ROOK] = "rook",      [QUEEN] = "queen", [KING] = "king"};
    return NAMES[type];
}

const char *spoken_color(Color color)
{
    return color == WHITE ? "White" : "Black";
}

const char *spoken_square(Square square, char out[SQUARE_NAME_MAX])
{
    out[0] = (char)('a' + square_file(square));
    out[1] = (char)('1' + square_rank(square));
    out[2] = '\0';
    return out;
}

static const char *check_words(const Position *before, Move move)
{
    Position after = *before;
    position_play(&after, move);
    if (!position_is_check(&after))
        return "";
    return movegen_any(&after) ? ", check" : ", checkmate";
}

const char *spoken_move(const Position *before, Move move, char out[SPOKEN_MOVE_MAX])
{
    char from[SQUARE_NAME_MAX], to[SQUARE_NAME_MAX];
    const char *check = check_words(before, move);
    spoken_square(move_from(move), from);
    spoken_square(move_to(move), to);
    PieceType captured = position_captured(before, move), promotion = move_promotion(move);
    if (move_kind(move) == MOVE_CASTLE) {
        snprintf(out, SPOKEN_MOVE_MAX, "castles %s side%s",
                 move_to(move) > move_from(move) ? "king" : "queen", check);
        return out;
    }
    snprintf(out, SPOKEN_MOVE_MAX, "%s %s %s%s%s %s%s%s%s%s",
             spoken_piece(position_type_on(before, move_from(move))), from,
             captured ? "takes" : "to", captured ? " " : "", spoken_piece(captured), to,
             move_kind(move) == MOVE_EN_PASSANT ? " en passant" : "",
             promotion ? ", becomes a " : "", spoken_piece(promotion), check);
    return out;
}

static void say_rank(Text *out, const Position *pos, int rank)
{
    char name[SQUARE_NAME_MAX];
    const char *before = " ";
    wrapped_add(out, "Rank %d:", rank + 1);
    for (int file = 0; file < 8; file++) {
        Square square = square_of(file, rank);
        Piece piece = position_piece_on(pos, square);
        if (piece == NO_PIECE)
            continue;
        wrapped_add(out, "%s%s %s %s", before, spoken_square(square, name),
                    piece_color(piece) == WHITE ? "white" : "black",
                    spoken_piece(piece_type(piece)));
        before = ", ";
    }
    wrapped_add(out, *before == ' ' ? " empty.\n" : ".\n");
}

void spoken_board(Text *out, const Position *pos, bool flipped)
{
    for (int i = 0; i < 8; i++)
        say_rank(out, pos, flipped ? i : 7 - i);
}

static void say_side(Text *out, const Position *pos, Color color)
{
    char name[SQUARE_NAME_MAX];
    const char *before = " ";
    wrapped_add(out, "%s:", spoken_color(color));
    for (int type = KING; type >= PAWN; type--) {
        Bitboard pieces = position_pieces(pos, color, (PieceType)type);
        if (!pieces)
            continue;
        wrapped_add(out, "%s%s%s", before, spoken_piece((PieceType)type),
                    pieces & (pieces - 1) ? "s" : "");
        for (; pieces; pieces &= pieces - 1)
            wrapped_add(out, " %s", spoken_square(bit_first(pieces), name));
        before = ", ";
    }
    wrapped_add(out, ".\n");
}

void spoken_pieces(Text *out, const Position *pos)
{
    say_side(out, pos, WHITE);
    say_side(out, pos, BLACK);
}
