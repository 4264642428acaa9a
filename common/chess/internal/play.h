/* play.h - the only code by which a move changes a position, inline for position.c and the generator.
 *
 * Private to this library. 'keyed' says whether the key is updated; it is a constant at each call. */
#pragma once

#include "board.h"
#include "zobrist.h"

/* For functions whose constant arguments choose the code. */
#define CHESS_INLINE static inline __attribute__((always_inline))

CHESS_INLINE Bitboard diagonal_sliders(const Position *pos)
{
    return pos->plane[0] & (pos->plane[1] | pos->plane[2]);
}
CHESS_INLINE Bitboard straight_sliders(const Position *pos)
{
    return pos->plane[2] & ~pos->plane[1];
}
CHESS_INLINE Bitboard own_of(const Position *pos, Color us)
{
    return us == BLACK ? pos->black : ~pos->black;
}

/* Whether a slider of 'them' attacks the square, given the occupancy. */
static inline bool slider_sees(const Position *pos, Color them, Square square, Bitboard occupied)
{
    return ((attacks_bishop(square, occupied) & diagonal_sliders(pos)) |
            (attacks_rook(square, occupied) & straight_sliders(pos))) &
           own_of(pos, them);
}

/* Whether the pawn on 'from' may take en passant: the king must not be open to a slider once both
 * pawns have left. No other check is possible: the last move was the pawn's double step. */
static inline bool ep_is_safe(const Position *pos, Color us, Square from, Square ep)
{
    Bitboard occupied = position_occupied(pos) ^ bit(from) ^ bit((Square)(ep ^ 8)) ^ bit(ep);
    return !slider_sees(pos, color_other(us), position_king(pos, us), occupied);
}

static inline Bitboard ep_capturers(const Position *pos, Color us, Square ep)
{
    return attacks_pawn(color_other(us), ep) & position_pieces(pos, us, PAWN);
}

/* The squares that must be empty for castling, except for this king and this rook (FIDE 3.8.2.2, also in Chess960). */
static inline Bitboard castling_king_way(Square king, Square rook)
{
    Square to = castling_king_to(king, rook);
    return attacks_between(king, to) | bit(to);
}
static inline Bitboard castling_rook_way(Square king, Square rook)
{
    Square to = castling_rook_to(king, rook);
    return attacks_between(rook, to) | bit(to);
}

/* After a double step of a pawn of 'us' over 'ep': note that square if the other side may capture (FIDE 9.2.3.1). */
static inline void note_ep(Position *pos, Color us, Square ep, bool keyed)
{
    Color them = color_other(us);
    for (Bitboard capturers = ep_capturers(pos, them, ep); capturers;) {
        if (!ep_is_safe(pos, them, bit_pop(&capturers), ep))
            continue;
        pos->ep = (uint8_t)ep;
        if (keyed)
            pos->key ^= zobrist.ep[square_file(ep)];
        return;
    }
}

static inline void lose_castling(Position *pos, Bitboard lost, bool keyed)
{
    pos->castling ^= lost;
    while (keyed && lost)
        pos->key ^= zobrist.castling[bit_pop(&lost)];
}

/* Empties the squares of 'gone' and puts the piece on 'to'; the caller updates the key. */
CHESS_INLINE void settle(Position *pos, Bitboard gone, Piece piece, Square to)
{
    pos->plane[0] = (pos->plane[0] & ~gone) | (uint64_t)(piece & 1) << to;
    pos->plane[1] = (pos->plane[1] & ~gone) | (uint64_t)(piece >> 1 & 1) << to;
    pos->plane[2] = (pos->plane[2] & ~gone) | (uint64_t)(piece >> 2 & 1) << to;
    pos->black = (pos->black & ~gone) | (uint64_t)(piece >> 3 & 1) << to;
}

static inline void play_castling(Position *pos, Color us, Square king, Square rook, bool keyed)
{
    Square king_to = castling_king_to(king, rook), rook_to = castling_rook_to(king, rook);
    Piece k = piece_of(us, KING), r = piece_of(us, ROOK);
    settle(pos, bit(king) | bit(rook), k, king_to);
    settle(pos, 0, r, rook_to);
    if (keyed)
        pos->key ^= zobrist.piece[k][king] ^ zobrist.piece[k][king_to] ^ zobrist.piece[r][rook] ^
                    zobrist.piece[r][rook_to];
    lose_castling(pos, pos->castling & rank_of(us == WHITE ? 0 : 7), keyed);
    pos->halfmove++;
}

CHESS_INLINE void play_plain(Position *pos, Color us, Move move, bool keyed)
{
    Square from = move_from(move), to = move_to(move);
    Piece piece = position_piece_on(pos, from), taken = position_piece_on(pos, to);
    Piece settled = move_is_promotion(move) ? piece_of(us, move_promotion(move)) : piece;
    Bitboard gone = bit(from) | bit(to);
    settle(pos, gone, settled, to);
    if (keyed)
        pos->key ^=
            zobrist.piece[piece][from] ^ zobrist.piece[settled][to] ^ zobrist.piece[taken][to];
    if (piece_type(piece) == KING)
        gone |= rank_of(us == WHITE ? 0 : 7);
    if (pos->castling & gone)
        lose_castling(pos, pos->castling & gone, keyed);
    pos->halfmove = piece_type(piece) == PAWN || taken ? 0 : pos->halfmove + 1;
}

static inline void play_en_passant(Position *pos, Color us, Square from, Square to, bool keyed)
{
    Square taken = (Square)(to ^ 8);
    Piece pawn = piece_of(us, PAWN), other = piece_of(color_other(us), PAWN);
    settle(pos, bit(from) | bit(taken), pawn, to);
    if (keyed)
        pos->key ^=
            zobrist.piece[pawn][from] ^ zobrist.piece[pawn][to] ^ zobrist.piece[other][taken];
    pos->halfmove = 0;
}

static inline void play_double(Position *pos, Color us, Square from, Square to, bool keyed)
{
    Piece pawn = piece_of(us, PAWN);
    settle(pos, bit(from), pawn, to);
    if (keyed)
        pos->key ^= zobrist.piece[pawn][from] ^ zobrist.piece[pawn][to];
    pos->halfmove = 0;
    note_ep(pos, us, (Square)((from + to) / 2), keyed);
}

CHESS_INLINE void play(Position *pos, Move move, bool keyed)
{
    const Color us = position_turn(pos);
    Square from = move_from(move), to = move_to(move);
    if (keyed) {
        pos->key ^= zobrist.black;
        if (pos->ep != SQ_NONE)
            pos->key ^= zobrist.ep[pos->ep & 7];
    }
    pos->ep = SQ_NONE;
    pos->turn ^= 1;
    pos->fullmove = (uint16_t)(pos->fullmove + us);
    switch (move_kind(move)) {
    case MOVE_DOUBLE: play_double(pos, us, from, to, keyed); break;
    case MOVE_CASTLE: play_castling(pos, us, from, to, keyed); break;
    case MOVE_EN_PASSANT: play_en_passant(pos, us, from, to, keyed); break;
    default: play_plain(pos, us, move, keyed); break;
    }
}
