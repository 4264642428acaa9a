#include "generator.h"

#include <assert.h>

#include "play.h"

/* The compiler's command line says which build this is. */
#if !defined(GENERATOR_SUFFIX)
#define GENERATOR_SUFFIX base
#endif
#define JOIN(name, suffix)   generator_##name##_##suffix
#define SUFFIX(name, suffix) JOIN(name, suffix)
#define BUILD(name)          SUFFIX(name, GENERATOR_SUFFIX)

/* Which moves to generate: a constant at each call, so that the compiler drops the rest. */
typedef enum { WANT_ALL, WANT_CAPTURES, WANT_QUIETS } Want;

/* Where the moves go: into a list, or, without one, they are only counted. */
typedef struct {
    Move *at;
    int count;
} Sink;

/* What all moves of a position are generated from. */
typedef struct {
    Color us;
    Square king;
    Bitboard occupied, own, enemy;
    Bitboard diagonal, straight; /* the enemy's sliders */
    Bitboard pawns;              /* ours */
    Bitboard pinned;
    /* Where a piece may go: not onto its own side, and in check only where it ends the check. */
    Bitboard target;
    Bitboard evasion; /* the squares that end a check; without one all squares */
} Scene;

CHESS_INLINE Bitboard forward(Color us, Bitboard set)
{
    return us == WHITE ? set << 8 : set >> 8;
}
CHESS_INLINE Bitboard take_west(Color us, Bitboard set)
{
    return us == WHITE ? (set & ~FILE_A) << 7 : (set & ~FILE_A) >> 9;
}
CHESS_INLINE Bitboard take_east(Color us, Bitboard set)
{
    return us == WHITE ? (set & ~FILE_H) << 9 : (set & ~FILE_H) >> 7;
}

CHESS_INLINE void emit(Sink *sink, Square from, Bitboard to)
{
    if (!sink->at) {
        sink->count += bit_count(to);
        return;
    }
    for (; to; to &= to - 1)
        *sink->at++ = move_of(from, bit_first(to), MOVE_NORMAL);
}

/* Pawn moves as a set of targets, all by the same step. */
CHESS_INLINE void emit_pawns(Sink *sink, Bitboard to, int step, MoveKind kind)
{
    if (!sink->at) {
        sink->count += bit_count(to);
        return;
    }
    for (; to; to &= to - 1)
        *sink->at++ = move_of((Square)((int)bit_first(to) - step), bit_first(to), kind);
}

CHESS_INLINE void emit_promotions(Sink *sink, Bitboard to, int step)
{
    if (!sink->at) {
        sink->count += 4 * bit_count(to);
        return;
    }
    for (; to; to &= to - 1) {
        Square from = (Square)((int)bit_first(to) - step);
        for (int kind = MOVE_PROMOTE_QUEEN; kind >= MOVE_PROMOTE_KNIGHT; kind--)
            *sink->at++ = move_of(from, bit_first(to), (MoveKind)kind);
    }
}

CHESS_INLINE void pawn_moves(const Scene *s, Sink *sink, Want want, Bitboard pawns,
                             Bitboard allowed)
{
    const Color us = s->us;
    const int up = us == WHITE ? 8 : -8;
    const Bitboard last = us == WHITE ? RANK_8 : RANK_1;
    const Bitboard third = us == WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    Bitboard single = forward(us, pawns) & ~s->occupied;
    Bitboard twice = forward(us, single & third) & ~s->occupied & allowed;
    Bitboard west = take_west(us, pawns) & s->enemy & allowed;
    Bitboard east = take_east(us, pawns) & s->enemy & allowed;
    single &= allowed;
    if (want != WANT_CAPTURES) {
        emit_pawns(sink, single & ~last, up, MOVE_NORMAL);
        emit_pawns(sink, twice, 2 * up, MOVE_DOUBLE);
    }
    if (want != WANT_QUIETS) {
        emit_pawns(sink, west & ~last, up - 1, MOVE_NORMAL);
        emit_pawns(sink, east & ~last, up + 1, MOVE_NORMAL);
        if ((single | west | east) & last) {
            emit_promotions(sink, single & last, up);
            emit_promotions(sink, west & last, up - 1);
            emit_promotions(sink, east & last, up + 1);
        }
    }
}

CHESS_INLINE void en_passant(const Position *pos, const Scene *s, Sink *sink)
{
    const Square ep = (Square)pos->ep;
    for (Bitboard capturers = ep_capturers(pos, s->us, ep); capturers;) {
        Square from = bit_pop(&capturers);
        if (!ep_is_safe(pos, s->us, from, ep))
            continue;
        if (sink->at)
            *sink->at++ = move_of(from, ep, MOVE_EN_PASSANT);
        else
            sink->count++;
    }
}

CHESS_INLINE Bitboard step_attacks(Bitboard set)
{
    Bitboard row = set | (set << 1 & ~FILE_A) | (set >> 1 & ~FILE_H);
    return row | row << 8 | row >> 8;
}

/* All squares that the enemy attacks; sliders see through our king, which must not retreat along their line. */
CHESS_INLINE Bitboard danger_of(const Position *pos, const Scene *s)
{
    const Color them = color_other(s->us);
    Bitboard pawns = pos->plane[0] & ~pos->plane[1] & ~pos->plane[2] & s->enemy;
    Bitboard danger = take_west(them, pawns) | take_east(them, pawns);
    danger |= step_attacks(pos->plane[1] & pos->plane[2] & s->enemy);
    for (Bitboard rest = pos->plane[1] & ~pos->plane[0] & ~pos->plane[2] & s->enemy; rest;)
        danger |= attacks_knight(bit_pop(&rest));
    Bitboard occupied = s->occupied ^ bit(s->king);
    for (Bitboard rest = s->diagonal; rest;)
        danger |= attacks_bishop(bit_pop(&rest), occupied);
    for (Bitboard rest = s->straight; rest;)
        danger |= attacks_rook(bit_pop(&rest), occupied);
    return danger;
}

CHESS_INLINE Bitboard checkers_of(const Position *pos, const Scene *s)
{
    Bitboard knights = pos->plane[1] & ~pos->plane[0] & ~pos->plane[2];
    Bitboard pawns = pos->plane[0] & ~pos->plane[1] & ~pos->plane[2];
    return (attacks_knight(s->king) & knights & s->enemy) |
           (attacks_pawn(s->us, s->king) & pawns & s->enemy) |
           (attacks_bishop(s->king, s->occupied) & s->diagonal) |
           (attacks_rook(s->king, s->occupied) & s->straight);
}

/* Our pieces that are alone between the king and a slider on its line. */
CHESS_INLINE Bitboard pinned_of(const Scene *s)
{
    Bitboard straight = attacks_rook(s->king, s->occupied),
             diagonal = attacks_bishop(s->king, s->occupied);
    Bitboard blockers = (straight | diagonal) & s->own;
    Bitboard beyond = s->occupied ^ blockers;
    Bitboard pinned = 0;
    for (Bitboard rest = attacks_rook(s->king, beyond) & s->straight & ~straight; rest;)
        pinned |= attacks_between(s->king, bit_pop(&rest));
    for (Bitboard rest = attacks_bishop(s->king, beyond) & s->diagonal & ~diagonal; rest;)
        pinned |= attacks_between(s->king, bit_pop(&rest));
    return pinned & blockers;
}

/* FIDE 3.8.2. When the rook leaves, its rank may be opened onto the king (Chess960). */
CHESS_INLINE void castling(const Position *pos, const Scene *s, Sink *sink, Bitboard danger)
{
    Bitboard rooks = pos->castling & s->own;
    while (rooks) {
        Square rook = bit_pop(&rooks);
        Bitboard others = s->occupied & ~bit(s->king) & ~bit(rook);
        Bitboard king_way = castling_king_way(s->king, rook);
        if ((others & (king_way | castling_rook_way(s->king, rook))) || (danger & king_way) ||
            (attacks_rook(castling_king_to(s->king, rook),
                          others | bit(castling_rook_to(s->king, rook))) &
             s->straight))
            continue;
        if (sink->at)
            *sink->at++ = move_of(s->king, rook, MOVE_CASTLE);
        else
            sink->count++;
    }
}

CHESS_INLINE void pinned_pawns(const Scene *s, Sink *sink, Want want)
{
    for (Bitboard rest = s->pawns & s->pinned; rest;) {
        Square from = bit_pop(&rest);
        pawn_moves(s, sink, want, bit(from), s->evasion & attacks_line(s->king, from));
    }
}

/* A pinned piece stays on the line of its king. */
CHESS_INLINE Bitboard allowed(const Scene *s, Square from)
{
    return s->pinned & bit(from) ? attacks_line(s->king, from) : ~0ull;
}

CHESS_INLINE void piece_moves(const Position *pos, const Scene *s, Sink *sink)
{
    Bitboard knights = pos->plane[1] & ~pos->plane[0] & ~pos->plane[2] & s->own & ~s->pinned;
    while (knights) {
        Square from = bit_pop(&knights);
        emit(sink, from, attacks_knight(from) & s->target);
    }
    for (Bitboard rest = diagonal_sliders(pos) & s->own; rest;) {
        Square from = bit_pop(&rest);
        emit(sink, from, attacks_bishop(from, s->occupied) & s->target & allowed(s, from));
    }
    for (Bitboard rest = straight_sliders(pos) & s->own; rest;) {
        Square from = bit_pop(&rest);
        emit(sink, from, attacks_rook(from, s->occupied) & s->target & allowed(s, from));
    }
}

CHESS_INLINE Scene look(const Position *pos, Color us)
{
    Scene s = {.us = us, .occupied = position_occupied(pos), .evasion = ~0ull};
    s.own = us == BLACK ? pos->black : s.occupied & ~pos->black;
    s.enemy = s.occupied ^ s.own;
    s.king = bit_first(pos->plane[1] & pos->plane[2] & s.own);
    s.diagonal = diagonal_sliders(pos) & s.enemy;
    s.straight = straight_sliders(pos) & s.enemy;
    s.pawns = pos->plane[0] & ~pos->plane[1] & ~pos->plane[2] & s.own;
    return s;
}

CHESS_INLINE void walk(const Position *pos, Color us, Want want, Sink *sink)
{
    Scene s = look(pos, us);
    const Bitboard wanted = want == WANT_ALL        ? ~s.own
                            : want == WANT_CAPTURES ? s.enemy
                                                    : ~s.occupied;
    const Bitboard steps = attacks_king(s.king) & wanted;
    /* A king that has nothing to capture needs to know only whether it is in check, which costs less. */
    const bool brief = want == WANT_CAPTURES && !steps;
    const Bitboard danger = brief ? 0 : danger_of(pos, &s);
    Bitboard checkers = brief ? checkers_of(pos, &s) : 0;
    emit(sink, s.king, steps & ~danger);
    if (checkers || (danger & bit(s.king))) {
        if (!brief)
            checkers = checkers_of(pos, &s);
        if (bit_many(checkers))
            return;
        s.evasion = checkers | attacks_between(s.king, bit_first(checkers));
    } else if (want != WANT_CAPTURES && (pos->castling & s.own)) {
        castling(pos, &s, sink, danger);
    }
    s.target = wanted & s.evasion;
    s.pinned = pinned_of(&s);
    piece_moves(pos, &s, sink);
    pawn_moves(&s, sink, want, s.pawns & ~s.pinned, s.evasion);
    if (s.pawns & s.pinned)
        pinned_pawns(&s, sink, want);
    if (want != WANT_QUIETS && pos->ep != SQ_NONE)
        en_passant(pos, &s, sink);
}

/* One copy for both colours, for lists and counts. */
static __attribute__((noinline)) void walk_all(const Position *pos, Sink *sink)
{
    walk(pos, (Color)pos->turn, WANT_ALL, sink);
}

void BUILD(legal)(const Position *pos, Moves *moves)
{
    Sink sink = {.at = moves->at};
    walk_all(pos, &sink);
    moves->count = (int)(sink.at - moves->at);
    assert(moves->count < MOVES_MAX);
}

void BUILD(captures)(const Position *pos, Moves *moves)
{
    Sink sink = {.at = moves->at};
    walk(pos, (Color)pos->turn, WANT_CAPTURES, &sink);
    moves->count = (int)(sink.at - moves->at);
}

void BUILD(quiets)(const Position *pos, Moves *moves)
{
    Sink sink = {.at = moves->at};
    walk(pos, (Color)pos->turn, WANT_QUIETS, &sink);
    moves->count = (int)(sink.at - moves->at);
}

/* Counting has its own code for each colour, a tenth faster with gcc 12; not in the browser, where it
 * is no faster and every visitor downloads it. */
#if defined(__wasm__)
int BUILD(count)(const Position *pos)
{
    Sink sink = {0};
    walk_all(pos, &sink);
    return sink.count;
}
#else
CHESS_INLINE int count_for(const Position *pos, Color us)
{
    Sink sink = {0};
    walk(pos, us, WANT_ALL, &sink);
    return sink.count;
}

int BUILD(count)(const Position *pos)
{
    return pos->turn == WHITE ? count_for(pos, WHITE) : count_for(pos, BLACK);
}
#endif

/* Counting needs no keys; the browser has only the code that updates them. */
CHESS_INLINE void play_on(Position *pos, Move move)
{
#if defined(__wasm__)
    position_play(pos, move);
#else
    play(pos, move, false);
#endif
}

uint64_t BUILD(perft)(const Position *pos, int depth)
{
    if (depth <= 1)
        return depth == 1 ? (uint64_t)BUILD(count)(pos) : 1;
    Moves moves;
    BUILD(legal)(pos, &moves);
    uint64_t nodes = 0;
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        play_on(&next, moves.at[i]);
        nodes += BUILD(perft)(&next, depth - 1);
    }
    return nodes;
}

uint64_t BUILD(played)(const Position *pos, int depth)
{
    if (depth <= 0)
        return 1;
    Moves moves;
    BUILD(legal)(pos, &moves);
    uint64_t nodes = 0;
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        play(&next, moves.at[i], true);
        nodes += BUILD(played)(&next, depth - 1);
    }
    return nodes;
}
