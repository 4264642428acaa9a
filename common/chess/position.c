#include "position.h"

#include <assert.h>
#include <string.h>

#include "play.h"

static void put(Position *pos, Piece piece, Square square)
{
    settle(pos, bit(square), piece, square);
}

/* The same back rank for both sides, pawns in front of it, all castling rights. */
static void set_array(Position *pos, const PieceType back[8])
{
    memset(pos, 0, sizeof *pos);
    for (int file = 0; file < 8; file++) {
        for (Color color = WHITE; color <= BLACK; color++) {
            Square home = square_of(file, color == WHITE ? 0 : 7);
            put(pos, piece_of(color, back[file]), home);
            put(pos, piece_of(color, PAWN), (Square)(home ^ 8));
            if (back[file] == ROOK)
                pos->castling |= bit(home);
        }
    }
    pos->ep = SQ_NONE;
    pos->fullmove = 1;
    pos->key = position_hash_from_scratch(pos);
}

void position_start(Position *pos)
{
    static const PieceType back[8] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};
    set_array(pos, back);
}

/* Puts a piece on the n-th file that is still empty. */
static void put_nth(PieceType back[8], int n, PieceType type)
{
    for (int file = 0; file < 8; file++)
        if (back[file] == NO_PIECE_TYPE && n-- == 0)
            back[file] = type;
}

/* Scharnagl's numbering: light bishop, dark bishop, queen, then the ten ways of two knights. */
void position_start960(Position *pos, int number)
{
    static const uint8_t knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                           {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    assert(number >= 0 && number < CHESS960_POSITIONS);
    PieceType back[8] = {NO_PIECE_TYPE};
    back[number % 4 * 2 + 1] = BISHOP;
    back[number / 4 % 4 * 2] = BISHOP;
    put_nth(back, number / 16 % 6, QUEEN);
    const uint8_t *pair = knights[number / 96];
    put_nth(back, pair[1], KNIGHT);
    put_nth(back, pair[0], KNIGHT);
    put_nth(back, 0, ROOK);
    put_nth(back, 0, KING);
    put_nth(back, 0, ROOK);
    set_array(pos, back);
    pos->chess960 = true;
}

void position_play(Position *pos, Move move)
{
    assert(move != MOVE_NONE);
    play(pos, move, true);
}

uint64_t position_likely_key(const Position *pos, Move move)
{
    const Square from = move_from(move), to = move_to(move);
    const Piece piece = position_piece_on(pos, from), taken = position_piece_on(pos, to);
    uint64_t key = pos->key ^ zobrist.black ^ zobrist.piece[piece][from] ^
                   zobrist.piece[piece][to] ^ zobrist.piece[taken][to];
    return pos->ep == SQ_NONE ? key : key ^ zobrist.ep[pos->ep & 7];
}

void position_play_null(Position *pos)
{
    pos->key ^= zobrist.black;
    if (pos->ep != SQ_NONE)
        pos->key ^= zobrist.ep[pos->ep & 7];
    pos->ep = SQ_NONE;
    pos->fullmove = (uint16_t)(pos->fullmove + pos->turn);
    pos->turn ^= 1;
    pos->halfmove++;
}

Bitboard position_attackers_to(const Position *pos, Square square, Bitboard occupied)
{
    Bitboard pawns = position_by_type(pos, PAWN);
    return (attacks_pawn(WHITE, square) & pawns & pos->black) |
           (attacks_pawn(BLACK, square) & pawns & ~pos->black) |
           (attacks_knight(square) & position_by_type(pos, KNIGHT)) |
           (attacks_king(square) & position_by_type(pos, KING)) |
           (attacks_bishop(square, occupied) & diagonal_sliders(pos)) |
           (attacks_rook(square, occupied) & straight_sliders(pos));
}

Bitboard position_checkers(const Position *pos)
{
    Color us = position_turn(pos);
    return position_attackers_to(pos, position_king(pos, us), position_occupied(pos)) &
           position_by_color(pos, color_other(us));
}

static bool is_attacked(const Position *pos, Color them, Square square, Bitboard occupied)
{
    return position_attackers_to(pos, square, occupied) & occupied & own_of(pos, them);
}

/* FIDE 3.8.2: the king neither stands on, crosses nor reaches an attacked square. */
static bool castling_is_safe(const Position *pos, Color us, Square king, Square rook)
{
    Color them = color_other(us);
    Bitboard others = position_occupied(pos) & ~bit(king) & ~bit(rook);
    if (is_attacked(pos, them, castling_king_to(king, rook),
                    others | bit(castling_rook_to(king, rook))))
        return false;
    for (Bitboard way = castling_king_way(king, rook) | bit(king); way;)
        if (is_attacked(pos, them, bit_pop(&way), others | bit(rook)))
            return false;
    return true;
}

static bool castling_is_open(const Position *pos, Color us, Square king, Square rook)
{
    Bitboard others = position_occupied(pos) & ~bit(king) & ~bit(rook);
    return (pos->castling & own_of(pos, us) & bit(rook)) && king == position_king(pos, us) &&
           !(others & (castling_king_way(king, rook) | castling_rook_way(king, rook)));
}

/* Whether a pawn may move to a square, whatever happens to its own king. */
static bool pawn_can_go(const Position *pos, Color us, Square from, Square to, MoveKind kind)
{
    Bitboard empty = ~position_occupied(pos);
    Bitboard step = shift_forward(us, bit(from));
    if (kind == MOVE_DOUBLE) {
        Bitboard second = shift_forward(us, step & empty);
        return square_rank(from) == (us == WHITE ? 1 : 6) && (second & empty & bit(to));
    }
    if (kind == MOVE_EN_PASSANT)
        return to == pos->ep && (attacks_pawn(us, from) & bit(to));
    if ((kind == MOVE_NORMAL) == (square_rank(to) == (us == WHITE ? 7 : 0)))
        return false;
    return ((step & empty) | (attacks_pawn(us, from) & ~empty)) & bit(to);
}

bool position_is_pseudo_legal(const Position *pos, Move move)
{
    Color us = position_turn(pos);
    Square from = move_from(move), to = move_to(move);
    MoveKind kind = move_kind(move);
    Bitboard own = position_by_color(pos, us);
    if (kind >= MOVE_KINDS || !(own & bit(from)))
        return false;
    if (kind == MOVE_CASTLE)
        return castling_is_open(pos, us, from, to);
    if (own & bit(to))
        return false;
    PieceType type = position_type_on(pos, from);
    if (type == PAWN)
        return pawn_can_go(pos, us, from, to, kind);
    return kind == MOVE_NORMAL && (attacks_of(type, from, position_occupied(pos)) & bit(to));
}

bool position_is_legal(const Position *pos, Move move)
{
    if (!position_is_pseudo_legal(pos, move))
        return false;
    Color us = position_turn(pos);
    Square from = move_from(move), to = move_to(move), king = position_king(pos, us);
    if (move_kind(move) == MOVE_CASTLE)
        return castling_is_safe(pos, us, from, to);
    Bitboard gone = bit(from) | bit(to);
    if (move_kind(move) == MOVE_EN_PASSANT)
        gone |= bit((Square)(to ^ 8));
    if (king == from)
        king = to;
    /* The pieces that attack the king afterwards, without one that was captured. */
    Bitboard attackers =
        position_attackers_to(pos, king, (position_occupied(pos) & ~gone) | bit(to));
    return !(attackers & own_of(pos, color_other(us)) & ~gone);
}

bool position_gives_check(const Position *pos, Move move)
{
    Color us = position_turn(pos);
    Square from = move_from(move), to = move_to(move), king = position_king(pos, color_other(us));
    Bitboard gone = bit(from), come = bit(to);
    PieceType type = move_is_promotion(move) ? move_promotion(move) : position_type_on(pos, from);
    if (move_kind(move) == MOVE_CASTLE) {
        gone |= bit(to);
        come = bit(castling_king_to(from, to)) | bit(castling_rook_to(from, to));
        to = castling_rook_to(from, to);
        type = ROOK;
    } else if (move_kind(move) == MOVE_EN_PASSANT) {
        gone |= bit((Square)(to ^ 8));
    }
    Bitboard occupied = (position_occupied(pos) & ~gone) | come;
    Bitboard direct = type == PAWN ? attacks_pawn(us, to) : attacks_of(type, to, occupied);
    if (direct & bit(king))
        return true;
    Bitboard others = own_of(pos, us) & ~gone;
    return (attacks_bishop(king, occupied) & diagonal_sliders(pos) & others) ||
           (attacks_rook(king, occupied) & straight_sliders(pos) & others);
}

PieceType position_captured(const Position *pos, Move move)
{
    if (move_kind(move) == MOVE_CASTLE)
        return NO_PIECE_TYPE;
    return move_kind(move) == MOVE_EN_PASSANT ? PAWN : position_type_on(pos, move_to(move));
}

/* FIDE 9.2.3: "Positions are considered the same if and only if the same player has the move, pieces of
 * the same kind and colour occupy the same squares and the possible moves of all the pieces of both players
 * are the same. Thus positions are not the same if: 9.2.3.1 at the start of the sequence a pawn could have
 * been captured en passant. 9.2.3.2 a king had castling rights with a rook that has not been moved, but
 * forfeited these after moving." */
bool position_equal_for_repetition(const Position *a, const Position *b)
{
    return a->plane[0] == b->plane[0] && a->plane[1] == b->plane[1] && a->plane[2] == b->plane[2] &&
           a->black == b->black && a->castling == b->castling && a->turn == b->turn &&
           a->ep == b->ep;
}

uint64_t position_hash_from_scratch(const Position *pos)
{
    uint64_t key = pos->turn == BLACK ? zobrist.black : 0;
    for (Bitboard rest = position_occupied(pos); rest;) {
        Square square = bit_pop(&rest);
        key ^= zobrist.piece[position_piece_on(pos, square)][square];
    }
    for (Bitboard rest = pos->castling; rest;)
        key ^= zobrist.castling[bit_pop(&rest)];
    return pos->ep == SQ_NONE ? key : key ^ zobrist.ep[pos->ep & 7];
}

Square position_castling_rook(const Position *pos, Color color, CastlingSide side)
{
    Bitboard rooks = pos->castling & own_of(pos, color);
    Bitboard below_king = position_pieces(pos, color, KING) - 1;
    rooks &= side == KING_SIDE ? ~below_king : below_king;
    return rooks ? bit_first(rooks) : SQ_NONE;
}
