#include "outcome.h"

#include "movegen.h"

const char *outcome_text(Outcome outcome)
{
    static const char *const texts[] = {
#define X(name, article, text) text,
        OUTCOMES(X)
#undef X
    };
    return outcome < OUTCOME_COUNT ? texts[outcome] : "unknown";
}

const char *outcome_article(Outcome outcome)
{
    static const char *const articles[] = {
#define X(name, article, text) article,
        OUTCOMES(X)
#undef X
    };
    return outcome < OUTCOME_COUNT ? articles[outcome] : "";
}

Outcome outcome_of(const Position *pos)
{
    if (!movegen_any(pos))
        return position_is_check(pos) ? OUTCOME_CHECKMATE : OUTCOME_STALEMATE;
    if (outcome_is_dead(pos))
        return OUTCOME_INSUFFICIENT;
    return pos->halfmove >= SEVENTYFIVE_PLIES ? OUTCOME_SEVENTYFIVE : OUTCOME_NONE;
}

/* Whether the pieces of both sides could be arranged so that 'color' mates.
 *
 * With a pawn, rook or queen there always is one: the pawn becomes a queen. Two pieces that are not
 * bishops on squares of one colour mate a bare king. What is left:
 *
 * One knight. Every square beside the mated king must be guarded by the other king or occupied by its own
 * pieces. Let the king stand on (0,0) and the knight give check from (1,2): the knight's king cannot guard (0,1),
 * (1,1) and (1,0) at once, and a queen on any of the three reaches the knight, as one on (-1,0) and (1,-1)
 * does; nothing can pin it. So queens alone never help; a rook, bishop, knight or pawn can.
 *
 * Bishops of one colour. Let the check come along (1,1), (2,2), ...: the squares (0,1) and (1,0) are on
 * the board, of the colour that no bishop sees, and no king can guard both without touching the other. A
 * rook or queen there steps between or takes; nothing can pin it, and no two such bishops ever check at
 * once. Only a knight, a pawn (or what it becomes), or a bishop of the other colour can stand there. */
bool outcome_has_material(const Position *pos, Color color)
{
    const Bitboard light = 0x55aa55aa55aa55aaull;
    Bitboard own = position_by_color(pos, color),
             other = position_by_color(pos, color_other(color));
    Bitboard knights = position_by_type(pos, KNIGHT), bishops = position_by_type(pos, BISHOP);
    Bitboard pawns = position_by_type(pos, PAWN), queens = position_by_type(pos, QUEEN);
    if (own & (pawns | queens | position_by_type(pos, ROOK)))
        return true;
    if (own & knights)
        return bit_count(own) > 2 || (other & ~queens & ~position_by_type(pos, KING));
    if (own & bishops)
        return knights || pawns || ((bishops & light) && (bishops & ~light));
    return false;
}

bool outcome_is_bare(const Position *pos)
{
    return !outcome_has_material(pos, WHITE) && !outcome_has_material(pos, BLACK);
}

/* All squares that the king can ever walk to while no pawn moves, as if there were no other king. */
static Bitboard walk_of(const Position *pos, Color color, Bitboard forbidden)
{
    Bitboard reached = position_pieces(pos, color, KING), more = reached;
    while (more) {
        Bitboard row = more | shift_east(more) | shift_west(more);
        more = (row | shift_north(row) | shift_south(row)) & ~forbidden & ~reached;
        reached |= more;
    }
    return reached;
}

/* Only kings and pawns are left, every pawn is blocked by another, none can capture, and no king can reach a pawn:
 * nothing but the kings will ever move, and kings give no check. */
static bool is_walled(const Position *pos)
{
    Bitboard pawns = position_by_type(pos, PAWN);
    Bitboard white = pawns & ~pos->black, black = pawns & pos->black;
    Bitboard by_white = attacks_of_pawns(WHITE, white), by_black = attacks_of_pawns(BLACK, black);
    if ((position_occupied(pos) & ~pawns & ~position_by_type(pos, KING)) || pos->ep != SQ_NONE)
        return false;
    if (((shift_north(white) | shift_south(black)) & ~pawns) || (by_white & black) ||
        (by_black & white))
        return false;
    return !(walk_of(pos, WHITE, white | by_black) & black) &&
           !(walk_of(pos, BLACK, black | by_white) & white);
}

/* A legal move of the first of these pieces that has one to an empty square, or MOVE_NONE. Removes the pieces that it has
 * looked at. */
static Move next_quiet(const Position *pos, Bitboard *pieces)
{
    Bitboard occupied = position_occupied(pos);
    while (*pieces) {
        Square from = bit_pop(pieces);
        Bitboard to = attacks_of(position_type_on(pos, from), from, occupied) & ~occupied;
        if (!to)
            continue;
        Move move = move_of(from, bit_first(to), MOVE_NORMAL);
        if (position_is_legal(pos, move))
            return move;
    }
    return MOVE_NONE;
}

static bool play_back(Position *pos, Move move)
{
    Move back = move_of(move_to(move), move_from(move), MOVE_NORMAL);
    if (!position_is_legal(pos, back))
        return false;
    position_play(pos, back);
    return true;
}

static Bitboard moving_pieces(const Position *pos)
{
    return position_by_color(pos, position_turn(pos)) & ~position_by_type(pos, PAWN);
}

/* Whether both sides can play a piece there and back, and so for ever, with a piece on the board that keeps the
 * position from being a wall of pawns meanwhile. Tries one square for each piece: false does not say that there is no
 * such line. */
static bool can_shuffle(const Position *pos)
{
    if (!(position_occupied(pos) & ~position_by_type(pos, PAWN) & ~position_by_type(pos, KING)))
        return false;
    Move move, reply;
    for (Bitboard pieces = moving_pieces(pos); (move = next_quiet(pos, &pieces)) != MOVE_NONE;) {
        Position moved = *pos;
        position_play(&moved, move);
        for (Bitboard others = moving_pieces(&moved);
             (reply = next_quiet(&moved, &others)) != MOVE_NONE;) {
            Position next = moved;
            position_play(&next, reply);
            if (play_back(&next, move) && play_back(&next, reply))
                return true;
        }
    }
    return false;
}

/* Far enough for a series of forced captures. The first line that goes on for longer ends the search, so a position
 * that is not settled by can_shuffle mostly costs one line of moves. */
enum { DYING_PLIES = 12, DYING_NODES = 4000 };

/* Whether every line of legal moves ends, before any mate by 'color', where that side has nothing to mate with,
 * or in stalemate. False also when the limits are reached before that is clear. */
static bool dies_out(const Position *pos, Color color, int plies, int *nodes)
{
    if (!outcome_has_material(pos, color) || is_walled(pos))
        return true;
    if (plies == 0 || --*nodes < 0)
        return false;
    Moves moves;
    movegen_legal(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.at[i]);
        if (!dies_out(&next, color, plies - 1, nodes))
            return false;
    }
    return moves.count > 0 || position_turn(pos) == color || !position_is_check(pos);
}

/* FIDE 5.2.2: "... a position ... in which neither player can checkmate the opponent's king with any series of
 * legal moves. The game is said to end in a 'dead position'." */
bool outcome_is_dead(const Position *pos)
{
    return !outcome_can_mate(pos, WHITE) && !outcome_can_mate(pos, BLACK);
}

/* FIDE 6.9: "... the game is drawn if the position is such that the opponent cannot checkmate the player's king
 * by any possible series of legal moves." */
bool outcome_can_mate(const Position *pos, Color color)
{
    int nodes = DYING_NODES;
    if (outcome_has_material(pos, color) && can_shuffle(pos))
        return true;
    return !dies_out(pos, color, DYING_PLIES, &nodes);
}
