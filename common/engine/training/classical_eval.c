#include "classical_eval.h"

#include <stddef.h>
#include <string.h>

#include "endgame.h"

/* One side's pieces and what they attack, collected once. */
typedef struct {
    Bitboard pieces[PIECE_TYPES];
    Bitboard all;
    Bitboard by[PIECE_TYPES]; /* attacked by pieces of the type */
    Bitboard attacked;
    Bitboard twice;
    Bitboard mobile; /* squares that count for mobility */
    Bitboard ring;   /* around the side's king */
    Square king;
    int danger; /* to the enemy king */
} Side;

typedef struct {
    const ClassicalWeights *weights;
    int16_t *counts; /* NULL: not traced */
    Score sum;       /* of the side being evaluated */
    Bitboard occupied;
    Bitboard passed[2];
    Side side[2];
} Eval;

/* Counts a weight so many times for a side. */
static inline void add(Eval *eval, Color us, const Score *weight, int times)
{
    eval->sum += us == WHITE ? *weight * times : -*weight * times;
    if (eval->counts)
        eval->counts[weight - (const Score *)eval->weights] +=
            (int16_t)(us == WHITE ? times : -times);
}

static inline Square seen_by(Color us, Square square)
{
    return us == WHITE ? square : square_flip(square);
}
static inline int rank_seen_by(Color us, Square square)
{
    return square_rank(seen_by(us, square));
}

static inline Bitboard file_through(Square square)
{
    return FILE_A << square_file(square);
}

static inline Bitboard files_beside(Square square)
{
    return shift_east(file_through(square)) | shift_west(file_through(square));
}

static inline void note_attacks(Side *side, PieceType type, Bitboard attacks)
{
    side->twice |= side->attacked & attacks;
    side->attacked |= attacks;
    side->by[type] |= attacks;
}

static inline void collect_side(Eval *eval, const Position *pos, Color us)
{
    Side *side = &eval->side[us];
    side->all = position_by_color(pos, us);
    for (PieceType type = PAWN; type <= KING; type++)
        side->pieces[type] = position_by_type(pos, type) & side->all;
    side->king = bit_first(side->pieces[KING]);
    Bitboard pawns = side->pieces[PAWN];
    Bitboard ahead = shift_forward(us, pawns);
    Bitboard east = shift_east(ahead), west = shift_west(ahead);
    Bitboard king = attacks_king(side->king);
    side->by[PAWN] = east | west;
    side->by[KING] = king;
    side->attacked = east | west | king;
    side->twice = (east & west) | ((east | west) & king);
    /* The ring reaches one rank further towards the enemy. */
    side->ring = king | bit(side->king);
    side->ring |= shift_forward(us, side->ring);
}

/* Mobility counts squares that no enemy pawn attacks, without those of own pawns that cannot move or have not
 * moved, and of the king (https://www.chessprogramming.org/Mobility). */
static inline void collect_area(Eval *eval, Color us)
{
    Side *side = &eval->side[us];
    const Side *enemy = &eval->side[color_other(us)];
    Bitboard blocked = side->pieces[PAWN] & shift_forward(color_other(us), eval->occupied);
    Bitboard home = side->pieces[PAWN] & (us == WHITE ? RANK_1 << 8 : RANK_8 >> 8);
    side->mobile = ~(blocked | home | side->pieces[KING] | enemy->by[PAWN]);
}

/* Each piece that attacks the ring around the enemy king adds to the danger, by its type. */
static inline void note_danger(Eval *eval, Color us, Bitboard attacks, int weight)
{
    Bitboard on_ring = attacks & eval->side[color_other(us)].ring;
    if (on_ring)
        eval->side[us].danger += weight + bit_count(on_ring);
}

static inline void score_knights(Eval *eval, Color us)
{
    Side *side = &eval->side[us];
    const ClassicalWeights *w = eval->weights;
    for (Bitboard left = side->pieces[KNIGHT]; left;) {
        Square square = bit_pop(&left);
        Bitboard attacks = attacks_knight(square);
        note_attacks(side, KNIGHT, attacks);
        note_danger(eval, us, attacks, 2);
        add(eval, us, &w->mobility_knight[bit_count(attacks & side->mobile)], 1);
    }
}

/* Sliders see through own pieces that move in the same way, so batteries count. */
static inline void score_bishops(Eval *eval, Color us)
{
    Side *side = &eval->side[us];
    const ClassicalWeights *w = eval->weights;
    Bitboard occupied = eval->occupied ^ side->pieces[QUEEN];
    for (Bitboard left = side->pieces[BISHOP]; left;) {
        Square square = bit_pop(&left);
        Bitboard attacks = attacks_bishop(square, occupied);
        note_attacks(side, BISHOP, attacks);
        note_danger(eval, us, attacks, 2);
        add(eval, us, &w->mobility_bishop[bit_count(attacks & side->mobile)], 1);
        const Bitboard dark = 0xaa55aa55aa55aa55ull;
        Bitboard same = bit(square) & dark ? dark : ~dark;
        add(eval, us, &w->bishop_own_pawns, bit_count(side->pieces[PAWN] & same));
    }
    if (bit_many(side->pieces[BISHOP]))
        add(eval, us, &w->bishop_pair, 1);
}

static inline void score_rooks(Eval *eval, Color us)
{
    Side *side = &eval->side[us];
    const Side *enemy = &eval->side[color_other(us)];
    const ClassicalWeights *w = eval->weights;
    Bitboard occupied = eval->occupied ^ side->pieces[QUEEN] ^ side->pieces[ROOK];
    for (Bitboard left = side->pieces[ROOK]; left;) {
        Square square = bit_pop(&left);
        Bitboard attacks = attacks_rook(square, occupied);
        note_attacks(side, ROOK, attacks);
        note_danger(eval, us, attacks, 3);
        add(eval, us, &w->mobility_rook[bit_count(attacks & side->mobile)], 1);
        Bitboard file = file_through(square);
        if (!(file & side->pieces[PAWN])) {
            bool open = !(file & enemy->pieces[PAWN]);
            add(eval, us, open ? &w->rook_open_file : &w->rook_half_open_file, 1);
        }
        if (rank_seen_by(us, square) == 6 && rank_seen_by(us, enemy->king) >= 6)
            add(eval, us, &w->rook_seventh, 1);
    }
}

static inline void score_queens(Eval *eval, Color us)
{
    Side *side = &eval->side[us];
    for (Bitboard left = side->pieces[QUEEN]; left;) {
        Square square = bit_pop(&left);
        Bitboard attacks = attacks_queen(square, eval->occupied);
        note_attacks(side, QUEEN, attacks);
        note_danger(eval, us, attacks, 4);
        add(eval, us, &eval->weights->mobility_queen[bit_count(attacks & side->mobile)], 1);
    }
}

static inline void score_squares(Eval *eval, Color us)
{
    const ClassicalWeights *w = eval->weights;
    for (PieceType type = PAWN; type <= KING; type++) {
        for (Bitboard left = eval->side[us].pieces[type]; left;) {
            Square square = seen_by(us, bit_pop(&left));
            add(eval, us, &w->piece[type], 1);
            add(eval, us, &w->square[type][square], 1);
        }
    }
}

/* A pawn and its neighbours: whether they can still support each other. */
static inline void score_pawn(Eval *eval, Color us, Square square)
{
    const ClassicalWeights *w = eval->weights;
    Bitboard own = eval->side[us].pieces[PAWN], enemy = eval->side[color_other(us)].pieces[PAWN];
    Bitboard self = bit(square), front = front_of(us, self);
    Bitboard neighbours = own & files_beside(square);
    Bitboard helpers = neighbours & ~front_of(us, rank_of(square_rank(square)));
    int rank = rank_seen_by(us, square);
    bool open = !(front & enemy);
    bool connected = own & (shift_east(self) | shift_west(self)) || eval->side[us].by[PAWN] & self;
    Bitboard stop = shift_forward(us, self);

    if (connected)
        add(eval, us, &w->pawn_connected[rank], 1);
    if (!neighbours)
        add(eval, us, &w->pawn_isolated[open], 1);
    else if (!helpers && stop & (eval->side[color_other(us)].by[PAWN] | enemy))
        add(eval, us, &w->pawn_backward[open], 1);
    if (front & own) {
        add(eval, us, &w->pawn_doubled, 1);
        return;
    }
    Bitboard guards = front_of(us, shift_east(self) | shift_west(self)) & enemy;
    if (open && !guards)
        eval->passed[us] |= self;
    else if (open && bit_count(guards) <= bit_count(helpers))
        add(eval, us, &w->candidate[rank], 1);
}

static inline void score_pawns(Eval *eval, Color us)
{
    for (Bitboard left = eval->side[us].pieces[PAWN]; left;)
        score_pawn(eval, us, bit_pop(&left));
}

static inline void score_passed(Eval *eval, Color us)
{
    const ClassicalWeights *w = eval->weights;
    const Side *side = &eval->side[us], *enemy = &eval->side[color_other(us)];
    for (Bitboard left = eval->passed[us]; left;) {
        Square square = bit_pop(&left);
        Bitboard stop = shift_forward(us, bit(square));
        Square stop_square = bit_first(stop);
        int rank = rank_seen_by(us, square);
        add(eval, us, &w->passed[rank], 1);
        if (eval->occupied & stop)
            add(eval, us, &w->passed_blocked[rank], 1);
        else if (!(enemy->attacked & stop))
            add(eval, us, &w->passed_free[rank], 1);
        add(eval, us, &w->passed_king_near[rank], square_distance(side->king, stop_square));
        add(eval, us, &w->passed_king_far[rank], square_distance(enemy->king, stop_square));
        Bitboard behind = front_of(color_other(us), bit(square));
        if (behind & side->pieces[ROOK])
            add(eval, us, &w->rook_behind_passed, 1);
    }
}

/* A square that no enemy pawn can ever attack, defended by an own pawn. */
static inline void score_outposts(Eval *eval, Color us)
{
    const ClassicalWeights *w = eval->weights;
    const Side *side = &eval->side[us];
    Color them = color_other(us);
    Bitboard reach = eval->side[them].by[PAWN];
    reach |= front_of(them, reach);
    Bitboard half = us == WHITE ? 0x00ffffffff000000ull : 0x000000ffffffff00ull;
    Bitboard posts = side->by[PAWN] & ~reach & half;
    add(eval, us, &w->knight_outpost, bit_count(posts & side->pieces[KNIGHT]));
    add(eval, us, &w->bishop_outpost, bit_count(posts & side->pieces[BISHOP]));
    Bitboard minors = side->pieces[KNIGHT] | side->pieces[BISHOP];
    Bitboard pawns = side->pieces[PAWN] | eval->side[them].pieces[PAWN];
    add(eval, us, &w->minor_behind_pawn, bit_count(shift_forward(us, minors) & pawns));
}

static inline void score_targets(Eval *eval, Color us, const Score *weights, Bitboard targets)
{
    const Side *enemy = &eval->side[color_other(us)];
    for (PieceType type = PAWN; type <= QUEEN; type++)
        add(eval, us, &weights[type], bit_count(targets & enemy->pieces[type]));
}

/* Pieces attacked by less valuable ones, or attacked and not defended. */
static inline void score_threats(Eval *eval, Color us)
{
    const ClassicalWeights *w = eval->weights;
    const Side *side = &eval->side[us], *enemy = &eval->side[color_other(us)];
    Bitboard defended = enemy->by[PAWN] | (enemy->twice & ~side->twice);
    Bitboard weak = enemy->all & ~enemy->pieces[KING] & ~defended;
    Bitboard minors = side->by[KNIGHT] | side->by[BISHOP];
    score_targets(eval, us, w->threat_by_pawn, side->by[PAWN] & ~enemy->pieces[PAWN]);
    score_targets(eval, us, w->threat_by_minor,
                  minors & (weak | enemy->pieces[ROOK] | enemy->pieces[QUEEN]));
    score_targets(eval, us, w->threat_by_rook, side->by[ROOK] & (weak | enemy->pieces[QUEEN]));
    add(eval, us, &w->threat_by_king, bit_count(side->by[KING] & weak));
    Bitboard loose = enemy->all & ~enemy->pieces[PAWN] & ~enemy->attacked & side->attacked;
    add(eval, us, &w->hanging, bit_count(loose));

    Bitboard steps = shift_forward(us, side->pieces[PAWN]) & ~eval->occupied;
    Bitboard third = us == WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    steps |= shift_forward(us, steps & third) & ~eval->occupied;
    steps &= ~enemy->by[PAWN] & (side->attacked | ~enemy->attacked);
    Bitboard targets = attacks_of_pawns(us, steps) & enemy->all & ~enemy->pieces[PAWN];
    add(eval, us, &w->threat_push, bit_count(targets));
}

/* The own and the enemy pawns on the three files around the king. */
static inline void score_shelter(Eval *eval, Color us)
{
    const ClassicalWeights *w = eval->weights;
    Square king = eval->side[us].king;
    Bitboard before = ~front_of(color_other(us), rank_of(square_rank(king)));
    Bitboard own = eval->side[us].pieces[PAWN] & before;
    Bitboard enemy = eval->side[color_other(us)].pieces[PAWN] & before;
    int file = square_file(king);
    int first = file == 0 ? 0 : file == 7 ? 5 : file - 1;
    for (int f = first; f < first + 3; f++) {
        Bitboard shield = own & file_of(f), ram = enemy & file_of(f);
        Square near = shield ? us == WHITE ? bit_first(shield) : bit_last(shield) : SQ_NONE;
        Square foe = ram ? us == WHITE ? bit_first(ram) : bit_last(ram) : SQ_NONE;
        add(eval, us, &w->shelter[shield ? rank_seen_by(us, near) : 0], 1);
        add(eval, us, &w->storm[ram ? rank_seen_by(us, foe) : 0], 1);
    }
}

/* Our attack on the enemy king: attackers and attacked squares near it, and safe checks
 * (https://www.chessprogramming.org/King_Safety). */
static inline void score_attack(Eval *eval, Color us)
{
    const ClassicalWeights *w = eval->weights;
    const Side *side = &eval->side[us], *enemy = &eval->side[color_other(us)];
    Bitboard safe =
        ~side->all & (~enemy->attacked | (side->twice & ~enemy->twice & enemy->by[KING]));
    Bitboard lines = eval->occupied ^ enemy->pieces[QUEEN];
    Bitboard straight = attacks_rook(enemy->king, lines) & safe;
    Bitboard slanting = attacks_bishop(enemy->king, lines) & safe;
    Bitboard jumps = attacks_knight(enemy->king) & safe;
    add(eval, us, &w->safe_check[KNIGHT], (jumps & side->by[KNIGHT]) != 0);
    add(eval, us, &w->safe_check[BISHOP], (slanting & side->by[BISHOP]) != 0);
    add(eval, us, &w->safe_check[ROOK], (straight & side->by[ROOK]) != 0);
    add(eval, us, &w->safe_check[QUEEN], ((straight | slanting) & side->by[QUEEN]) != 0);
    int danger = side->danger - (side->pieces[QUEEN] ? 0 : 6);
    danger = danger < 0 ? 0 : danger >= CLASSICAL_DANGERS ? CLASSICAL_DANGERS - 1 : danger;
    add(eval, us, &w->danger[danger], 1);
}

static int phase_of(const Eval *eval)
{
    static const int weights[PIECE_TYPES] = {[KNIGHT] = 1, [BISHOP] = 1, [ROOK] = 2, [QUEEN] = 4};
    int phase = 0;
    for (PieceType type = KNIGHT; type <= QUEEN; type++) {
        Bitboard both = eval->side[WHITE].pieces[type] | eval->side[BLACK].pieces[type];
        phase += weights[type] * bit_count(both);
    }
    return phase < CLASSICAL_PHASE_MAX ? phase : CLASSICAL_PHASE_MAX;
}

/* The sum from White's view. When counts is NULL, known where this is inlined, nothing of the trace remains. */
static inline Score sum_up(Eval *eval, const Position *pos)
{
    collect_side(eval, pos, WHITE);
    collect_side(eval, pos, BLACK);
    eval->occupied = eval->side[WHITE].all | eval->side[BLACK].all;
    for (Color us = WHITE; us <= BLACK; us++) {
        collect_area(eval, us);
        score_squares(eval, us);
        score_pawns(eval, us);
        score_knights(eval, us);
        score_bishops(eval, us);
        score_rooks(eval, us);
        score_queens(eval, us);
    }
    for (Color us = WHITE; us <= BLACK; us++) {
        score_passed(eval, us);
        score_outposts(eval, us);
        score_threats(eval, us);
        score_shelter(eval, us);
        score_attack(eval, us);
    }
    add(eval, position_turn(pos), &eval->weights->tempo, 1);
    return eval->sum;
}

static int pieces_value(const Position *pos, Color color)
{
    return 3 * bit_count(position_pieces(pos, color, KNIGHT)) +
           3 * bit_count(position_pieces(pos, color, BISHOP)) +
           5 * bit_count(position_pieces(pos, color, ROOK)) +
           9 * bit_count(position_pieces(pos, color, QUEEN));
}

static bool opposite_bishops(const Position *pos)
{
    const Bitboard dark = 0xaa55aa55aa55aa55ull;
    Bitboard white = position_pieces(pos, WHITE, BISHOP),
             black = position_pieces(pos, BLACK, BISHOP);
    return bit_count(white) == 1 && bit_count(black) == 1 && !(white & dark) != !(black & dark);
}

/* How much of an endgame advantage counts. */
static int scale_of(const Position *pos, Score sum)
{
    const Color strong = score_endgame(sum) >= 0 ? WHITE : BLACK;
    int pawns = bit_count(position_pieces(pos, strong, PAWN)), known = endgame_scale(pos, strong);
    if (known < ENDGAME_SCALE_NORMAL)
        return known;
    if (opposite_bishops(pos))
        return pieces_value(pos, WHITE) == 3 && pieces_value(pos, BLACK) == 3 ? 28 : 50;
    /* The fewer pawns, the harder the win. */
    return pawns >= 5 ? ENDGAME_SCALE_NORMAL : 49 + 3 * pawns;
}

int classical_evaluate(const Position *pos)
{
    Eval eval = {.weights = &classical_weights};
    Score sum = sum_up(&eval, pos);
    int phase = phase_of(&eval);
    int endgame = score_endgame(sum) * scale_of(pos, sum) / ENDGAME_SCALE_NORMAL;
    int value = (score_middlegame(sum) * phase + endgame * (CLASSICAL_PHASE_MAX - phase)) /
                CLASSICAL_PHASE_MAX;
    if (!bit_many(eval.side[WHITE].all) || !bit_many(eval.side[BLACK].all))
        value += endgame_mop_up(pos, WHITE) - endgame_mop_up(pos, BLACK);
    return position_turn(pos) == WHITE ? value : -value;
}

void classical_trace(const Position *pos, ClassicalTrace *trace)
{
    memset(trace, 0, sizeof *trace);
    Eval eval = {.weights = &classical_weights, .counts = trace->count};
    Score sum = sum_up(&eval, pos);
    trace->phase = phase_of(&eval);
    trace->scale = scale_of(pos, sum);
}
