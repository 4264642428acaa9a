#include "mobility.h"

#include <assert.h>
#include <string.h>

enum { PIECES_MAX = 32 };

typedef struct {
    PieceType type;
    Color color;
    Square home;
    Bitboard reach; /* every square that it can ever be on, its home included */
    bool mortal;    /* it can be captured at some time; never true of a king */
} MobilePiece;

typedef struct {
    MobilePiece pieces[PIECES_MAX];
    int count;
    Bitboard fixed[2];   /* by Color: pieces that never leave home, as far as is known yet */
    Bitboard guarded[2]; /* by Color: squares that its fixed pawns attack */
    Bitboard stood[2];   /* by Color: the squares that its pieces without the king can be on */
    Bitboard ep;         /* the square behind a pawn that may be taken en passant now, or none */
} Board;

static Bitboard fixed_all(const Board *board)
{
    return board->fixed[WHITE] | board->fixed[BLACK];
}

static Bitboard last_rank(Color color)
{
    return color == WHITE ? RANK_8 : RANK_1;
}

/* The square and all squares in front of it on its file, as the colour sees it. */
static Bitboard file_from(Color color, Square square)
{
    Bitboard file = file_of(square_file(square)), at = bit(square);
    return color == WHITE ? file & ~(at - 1) : file & (at | (at - 1));
}

static void place_pieces(Board *board, const Position *pos)
{
    for (Bitboard occupied = position_occupied(pos); occupied;) {
        Square square = bit_pop(&occupied);
        Piece found = position_piece_on(pos, square);
        assert(board->count < PIECES_MAX);
        board->pieces[board->count++] = (MobilePiece){.type = piece_type(found),
                                                      .color = piece_color(found),
                                                      .home = square,
                                                      .reach = bit(square)};
    }
    board->ep = pos->ep == SQ_NONE ? 0 : bit((Square)pos->ep);
}

static bool is_fixed(const MobilePiece *piece)
{
    return piece->type != KING && !piece->mortal && piece->reach == bit(piece->home);
}

/* Derives the sets of squares from the pieces. */
static void survey(Board *board)
{
    for (int color = WHITE; color <= BLACK; color++)
        board->fixed[color] = board->guarded[color] = board->stood[color] = 0;
    for (int i = 0; i < board->count; i++) {
        const MobilePiece *piece = &board->pieces[i];
        if (piece->type != KING)
            board->stood[piece->color] |= piece->reach;
        if (!is_fixed(piece))
            continue;
        board->fixed[piece->color] |= bit(piece->home);
        if (piece->type == PAWN)
            board->guarded[piece->color] |= attacks_pawn(piece->color, piece->home);
    }
}

/* Squares of its file that a pawn cannot push to or past: they begin with an enemy pawn that can neither be
 * captured nor leave the file, and pawns do not pass each other. */
static Bitboard barrier_of(const Board *board, const MobilePiece *pawn)
{
    Bitboard barrier = 0, ahead = file_from(pawn->color, pawn->home);
    for (int i = 0; i < board->count; i++) {
        const MobilePiece *piece = &board->pieces[i];
        bool stays = piece->type == PAWN && piece->color != pawn->color && !piece->mortal &&
                     !(piece->reach & ~file_of(square_file(piece->home)));
        if (stays && (ahead & bit(piece->home)))
            barrier |= file_from(pawn->color, piece->home);
    }
    return barrier;
}

static Bitboard pushes_of(const Board *board, const MobilePiece *pawn)
{
    Bitboard barrier = barrier_of(board, pawn), fixed = fixed_all(board);
    Bitboard start = pawn->color == WHITE ? rank_of(1) : rank_of(6);
    Bitboard below = pawn->reach & ~barrier, beyond = pawn->reach & barrier;
    Bitboard once =
        (shift_forward(pawn->color, below) & ~barrier) | shift_forward(pawn->color, beyond);
    once &= ~fixed;
    Bitboard twice =
        shift_forward(pawn->color, once & shift_forward(pawn->color, pawn->reach & start));
    return once | (twice & ~fixed & ~barrier);
}

/* The squares on which it can capture: enemies can be there. En passant captures are on the square behind the pawn. */
static Bitboard pawn_captures_of(const Board *board, const MobilePiece *pawn)
{
    Color other = color_other(pawn->color);
    return attacks_of_pawns(pawn->color, pawn->reach) & (board->stood[other] | board->ep);
}

/* For en passant later on: an enemy pawn that can still make a double step and end beside this one. */
static bool could_pass(const MobilePiece *passing, const MobilePiece *pawn)
{
    Bitboard start = passing->color == WHITE ? rank_of(1) : rank_of(6);
    Bitboard target =
        shift_forward(passing->color, shift_forward(passing->color, passing->reach & start));
    return passing->type == PAWN && passing->color != pawn->color && (target & passing->reach) &&
           ((shift_east(target) | shift_west(target)) & pawn->reach);
}

static Bitboard steps_of(const Board *board, const MobilePiece *piece)
{
    Bitboard steps = 0, fixed = fixed_all(board);
    for (Bitboard from = piece->reach; from;)
        steps |= attacks_of(piece->type, bit_pop(&from), fixed);
    steps &= ~board->fixed[piece->color];
    return piece->type == KING ? steps & ~board->guarded[color_other(piece->color)] : steps;
}

/* Enemies that can be where the piece captures can be captured. */
static bool endanger(Board *board, const MobilePiece *piece, Bitboard captures)
{
    bool changed = false;
    for (int i = 0; i < board->count; i++) {
        MobilePiece *other = &board->pieces[i];
        if (other->color == piece->color || other->type == KING || other->mortal)
            continue;
        bool passed =
            piece->type == PAWN && (could_pass(other, piece) ||
                                    (other->type == PAWN && (captures & board->ep) &&
                                     shift_forward(other->color, board->ep) == bit(other->home)));
        if ((other->reach & captures) || passed)
            changed = other->mortal = true;
    }
    return changed;
}

static Bitboard passing_targets(const Board *board, const MobilePiece *pawn)
{
    Bitboard targets = 0;
    for (int i = 0; i < board->count; i++)
        if (could_pass(&board->pieces[i], pawn))
            targets |= shift_forward(board->pieces[i].color, bit(board->pieces[i].home));
    return targets;
}

static bool spread_piece(Board *board, MobilePiece *piece)
{
    Bitboard captures, reach = piece->reach;
    if (piece->type == PAWN) {
        captures = pawn_captures_of(board, piece);
        reach |= pushes_of(board, piece) | captures | passing_targets(board, piece);
    } else {
        captures = steps_of(board, piece);
        reach |= captures;
    }
    bool changed = reach != piece->reach;
    piece->reach = reach;
    return endanger(board, piece, captures) || changed;
}

/* Until nothing changes. False when a pawn can promote: then everything is possible. */
static bool spread(Board *board)
{
    for (bool changed = true; changed;) {
        changed = false;
        survey(board);
        for (int i = 0; i < board->count; i++) {
            MobilePiece *piece = &board->pieces[i];
            changed |= spread_piece(board, piece);
            if (piece->type == PAWN && (piece->reach & last_rank(piece->color)))
                return false;
        }
    }
    survey(board);
    return true;
}

static const MobilePiece *find_king(const Board *board, Color color)
{
    int i = 0;
    while (board->pieces[i].type != KING || board->pieces[i].color != color)
        i++;
    return &board->pieces[i];
}

static Bitboard attacks_from(const Board *board, const MobilePiece *piece, Bitboard from)
{
    Bitboard attacked = 0, fixed = fixed_all(board);
    while (from) {
        Square square = bit_pop(&from);
        attacked |= piece->type == PAWN ? attacks_pawn(piece->color, square)
                                        : attacks_of(piece->type, square, fixed);
    }
    return attacked;
}

/* What the winner has for a mate, except its king. */
typedef struct {
    Bitboard steady;   /* attacked by its fixed pieces */
    Bitboard attacked; /* attacked by any of its pieces from any square it can reach */
    /* The only piece that can move, if there is just one and it is no pawn. */
    const MobilePiece *only;
    int movers;   /* how many of its pieces can move */
    int blockers; /* how many of the loser's pieces can: each can block one flight square */
} Force;

static Force force_of(const Board *board, Color winner)
{
    Force force = {0};
    for (int i = 0; i < board->count; i++) {
        const MobilePiece *piece = &board->pieces[i];
        bool moves = piece->reach != bit(piece->home);
        if (piece->type == KING)
            continue;
        if (piece->color != winner) {
            force.blockers += moves || piece->mortal;
            continue;
        }
        Bitboard attacked = attacks_from(board, piece, piece->reach);
        force.attacked |= attacked;
        if (!moves)
            force.steady |= attacked;
        else if (force.movers++ == 0 && piece->type != PAWN)
            force.only = piece;
        else
            force.only = NULL;
    }
    return force;
}

/* Whether all the flight squares that are left can be blocked by the loser's own pieces. */
static bool can_be_blocked(const Board *board, const Force *force, Bitboard flights, Color loser)
{
    return !(flights & ~board->stood[loser]) && bit_count(flights) <= force->blockers;
}

/* Can it be mate with the king on 'k' and the winner's king on 'w'? */
static bool could_be_mate(const Board *board, const Force *force, Square k, Square w, Color loser)
{
    Bitboard flights = attacks_king(k) & ~board->fixed[loser] & ~attacks_king(w);
    if (!force->only)
        return (force->attacked & bit(k)) &&
               can_be_blocked(board, force, flights & ~force->attacked, loser);
    for (Bitboard squares = force->only->reach & ~bit(k) & ~bit(w); squares;) {
        Square square = bit_pop(&squares);
        Bitboard occupied = fixed_all(board) | bit(w);
        Bitboard seen = attacks_of(force->only->type, square, occupied) | force->steady;
        if ((seen & bit(k)) &&
            can_be_blocked(board, force, flights & ~seen & ~board->fixed[loser], loser))
            return true;
    }
    return false;
}

static bool allows_mate(const Board *board, Color winner)
{
    Color loser = color_other(winner);
    Force force = force_of(board, winner);
    const MobilePiece *king = find_king(board, winner), *victim = find_king(board, loser);
    for (Bitboard squares = victim->reach & force.attacked; squares;) {
        Square k = bit_pop(&squares);
        Bitboard beside = attacks_king(k) | bit(k);
        for (Bitboard others = king->reach & ~beside; others;)
            if (could_be_mate(board, &force, k, bit_pop(&others), loser))
                return true;
    }
    return false;
}

bool mobility_allows_mate(const Position *pos, Color winner)
{
    Board board;
    memset(&board, 0, sizeof board);
    if (pos->castling) /* two pieces move at once, one over the other: not followed here */
        return true;
    place_pieces(&board, pos);
    return !spread(&board) || allows_mate(&board, winner);
}

static bool is_locked(const Position *pos)
{
    Bitboard pawns = position_by_type(pos, PAWN), occupied = position_occupied(pos);
    Bitboard white = pawns & ~pos->black, black = pawns & pos->black;
    return pawns && pos->ep == SQ_NONE && !(attacks_of_pawns(WHITE, white) & pos->black) &&
           !(attacks_of_pawns(BLACK, black) & occupied & ~pos->black) &&
           !((shift_forward(WHITE, white) | shift_forward(BLACK, black)) & ~occupied);
}

bool mobility_is_dead(const Position *pos)
{
    return is_locked(pos) && !mobility_allows_mate(pos, WHITE) && !mobility_allows_mate(pos, BLACK);
}
