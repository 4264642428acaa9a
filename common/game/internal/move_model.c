#include "move_model.h"

#include "move_model_weights.h"

#include "movegen.h"

/* The features of a move: the indices of the weights that belong to it. */
enum {
    TYPES = 6, /* PAWN to KING, from 0 */
    SQUARES = 64,
    PHASES = 2,
    RISKS = 6,

    TO = 0,
    FROM = TO + TYPES * SQUARES,
    LATE_TO = FROM + TYPES * SQUARES,
    TAKES = LATE_TO + TYPES * SQUARES,
    TAKES_BACK = TAKES + TYPES * PIECE_TYPES,
    TAKES_RISK = TAKES_BACK + TYPES * PIECE_TYPES,
    ENTERS = TAKES_RISK +
             TYPES * PIECE_TYPES * RISKS, /* a quiet move, by the risk on its target square */
    LEAVES = ENTERS + TYPES * RISKS,      /* by the risk on the square that it leaves */
    CHECKS = LEAVES + TYPES * RISKS,
    EVADES = CHECKS + TYPES * RISKS,
    AGAIN = EVADES + TYPES * 2,
    BACK = AGAIN + TYPES,
    CASTLES = BACK + TYPES,
    PROMOTES = CASTLES + 2,
    HITS = PROMOTES + PIECE_TYPES, /* attacks a more valuable piece from there */
    GUARDS = HITS + TYPES * 2,     /* the piece that the last move attacks */
    PASSES = GUARDS + TYPES,       /* a passed pawn, by rank */
    NEAR = PASSES + 8,             /* distance to the square of the last move, by type */
    FEATURES = NEAR + TYPES * 8,
    LOOKS_MAX = 24,
};

_Static_assert((int)FEATURES == (int)MOVE_MODEL_FEATURES,
               "the weights were fitted to these features");

typedef struct {
    const Position *pos;
    Bitboard occupied, own, other;
    Bitboard attacked_by[2][PIECE_TYPES]; /* [0]: by the opponent, [1]: by us */
    Bitboard attacked[2];
    Bitboard twice; /* attacked by us more than once */
    Color us;
    int phase;
    bool in_check;
    Move last, before;
} View;

typedef struct {
    int count;
    int16_t at[LOOKS_MAX];
} Looks;

static Bitboard attacks_from(PieceType type, Color color, Square square, Bitboard occupied)
{
    return type == PAWN ? attacks_pawn(color, square) : attacks_of(type, square, occupied);
}

static void look_at_attacks(View *view, Color color, int side)
{
    for (int type = PAWN; type <= KING; type++) {
        Bitboard pieces = position_pieces(view->pos, color, (PieceType)type);
        while (pieces) {
            Bitboard set = attacks_from((PieceType)type, color, bit_pop(&pieces), view->occupied);
            if (side == 1)
                view->twice |= view->attacked[1] & set;
            view->attacked_by[side][type] |= set;
            view->attacked[side] |= set;
        }
    }
}

static void look_around(View *view, const Position *pos, Move last, Move before)
{
    *view = (View){.pos = pos, .us = position_turn(pos), .last = last, .before = before};
    view->occupied = position_occupied(pos);
    view->own = position_by_color(pos, view->us);
    view->other = view->occupied & ~view->own;
    look_at_attacks(view, color_other(view->us), 0);
    look_at_attacks(view, view->us, 1);
    Bitboard heavy = position_by_type(pos, QUEEN) | position_by_type(pos, ROOK) |
                     position_by_type(pos, BISHOP) | position_by_type(pos, KNIGHT);
    view->phase = bit_count(heavy) <= 6;
    view->in_check = position_is_check(pos);
}

/* 0: not attacked, guarded; 1: attacked by a pawn; 2: by a less valuable piece; 3: by another, guarded; 4: by
 * another, not guarded; 5: neither attacked nor guarded. A piece that moves to the square does not guard it itself. */
static int risk_on(const View *view, Square square, PieceType type, bool arrives)
{
    Bitboard at = bit(square), guards = arrives ? view->twice : view->attacked[1];
    if (type == PAWN && arrives && !(view->attacked_by[1][PAWN] & at))
        guards = view->attacked[1];
    if (!(view->attacked[0] & at))
        return guards & at ? 0 : 5;
    if (type > PAWN && view->attacked_by[0][PAWN] & at)
        return 1;
    for (int less = KNIGHT; less < (int)type; less++)
        if (less != BISHOP && (view->attacked_by[0][less] & at))
            return type == BISHOP && less == KNIGHT ? 3 : 2;
    return guards & at ? 3 : 4;
}

static void see(Looks *looks, int feature)
{
    looks->at[looks->count++] = (int16_t)feature;
}

static void look_at_pawn(const View *view, Square to, Looks *looks)
{
    Bitboard pawns = position_pieces(view->pos, color_other(view->us), PAWN),
             way = file_of(square_file(to));
    int rank = square_rank(view->us == WHITE ? to : square_flip(to));
    way |= shift_east(way) | shift_west(way);
    for (int r = 0; r < 8; r++)
        if (view->us == WHITE ? r <= square_rank(to) : r >= square_rank(to))
            way &= ~rank_of(r);
    if (!(pawns & way))
        see(looks, PASSES + rank);
}

/* What the piece attacks from its new square, and whether that is the piece just moved there. */
static void look_ahead(const View *view, PieceType type, Square from, Square to, Looks *looks)
{
    int mover = type - PAWN;
    Bitboard now = attacks_from(type, view->us, to, view->occupied & ~bit(from));
    Bitboard before = attacks_from(type, view->us, from, view->occupied);
    Bitboard worth = 0;
    for (int more = (type == KNIGHT ? BISHOP : type) + 1; more <= QUEEN; more++)
        worth |= position_by_type(view->pos, (PieceType)more);
    if (now & ~before & view->other & worth)
        see(looks, HITS + 2 * mover);
    else if (now & ~before & view->other & ~view->attacked[0])
        see(looks, HITS + 2 * mover + 1);
    if (view->last == MOVE_NONE)
        return;
    see(looks, NEAR + mover * 8 + square_distance(to, move_to(view->last)));
    PieceType came = position_type_on(view->pos, move_to(view->last));
    Bitboard threat = came == NO_PIECE_TYPE ? 0
                                            : attacks_from(came, color_other(view->us),
                                                           move_to(view->last), view->occupied);
    if (now & threat & view->own & ~bit(from))
        see(looks, GUARDS + mover);
}

static void look_at_move(const View *view, Move move, Looks *looks)
{
    Square from = move_from(move), to = move_to(move);
    PieceType type = position_type_on(view->pos, from);
    int mover = type - PAWN;
    looks->count = 0;
    if (move_kind(move) == MOVE_CASTLE) {
        see(looks, CASTLES + (to < from));
        return;
    }
    PieceType taken = position_captured(view->pos, move);
    Square seen_from = view->us == WHITE ? from : square_flip(from);
    Square seen_to = view->us == WHITE ? to : square_flip(to);
    int risk = risk_on(view, to, type, true);
    see(looks, FROM + mover * SQUARES + (int)seen_from);
    see(looks, (view->phase ? LATE_TO : TO) + mover * SQUARES + (int)seen_to);
    see(looks, LEAVES + mover * RISKS + risk_on(view, from, type, false));
    if (taken) {
        bool back = view->last != MOVE_NONE && move_to(view->last) == to;
        see(looks, (back ? TAKES_BACK : TAKES) + mover * PIECE_TYPES + (int)taken);
        see(looks, TAKES_RISK + (mover * PIECE_TYPES + (int)taken) * RISKS + risk);
    } else {
        see(looks, ENTERS + mover * RISKS + risk);
    }
    if (position_gives_check(view->pos, move))
        see(looks, CHECKS + mover * RISKS + risk);
    if (view->in_check)
        see(looks, EVADES + 2 * mover + (taken != NO_PIECE_TYPE));
    if (view->before != MOVE_NONE && move_to(view->before) == from)
        see(looks, (move_from(view->before) == to ? BACK : AGAIN) + mover);
    if (move_is_promotion(move))
        see(looks, PROMOTES + (int)move_promotion(move));
    else if (type == PAWN)
        look_at_pawn(view, to, looks);
    look_ahead(view, type, from, to, looks);
}

static void sort(Moves *moves)
{
    for (int i = 1; i < moves->count; i++) {
        Move move = moves->at[i];
        int at = i;
        for (; at > 0 && moves->at[at - 1] > move; at--)
            moves->at[at] = moves->at[at - 1];
        moves->at[at] = move;
    }
}

/* Two to the power of a number of sixteenths, for those below one. */
static const uint16_t ROOTS[16] = {4096, 4277, 4467, 4664, 4871, 5087, 5312, 5547,
                                   5793, 6049, 6317, 6597, 6889, 7194, 7512, 7845};

void move_model_weigh(const Position *pos, Move last, Move own, Moves *moves,
                      uint32_t weights[MOVES_MAX])
{
    View view;
    int scores[MOVES_MAX], best = INT32_MIN;
    movegen_legal(pos, moves);
    sort(moves);
    look_around(&view, pos, last, own);
    for (int i = 0; i < moves->count; i++) {
        Looks looks;
        look_at_move(&view, moves->at[i], &looks);
        scores[i] = 0;
        for (int j = 0; j < looks.count; j++)
            scores[i] += MOVE_MODEL_WEIGHTS[looks.at[j]];
        best = scores[i] > best ? scores[i] : best;
    }
    for (int i = 0; i < moves->count; i++) {
        unsigned less = (unsigned)(best - scores[i]) + 16, whole = (less + 15) / 16;
        uint32_t weight = whole < 20 ? (uint32_t)ROOTS[whole * 16 - less] >> whole << 1 : 0;
        weights[i] = weight < MOVE_MODEL_LEAST ? MOVE_MODEL_LEAST : weight;
    }
}
