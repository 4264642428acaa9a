#include "attacks.h"

#include "processor.h"
#include "sliders.h"
#include "zobrist.h"

AttackTables attack_tables;

static const int8_t knight_steps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                          {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const int8_t king_steps[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                        {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
/* The direction of each line's upper half: east, north, north-east, north-west. */
static const int8_t upward[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

static bool on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static Bitboard leap(Square square, const int8_t steps[8][2])
{
    Bitboard set = 0;
    for (int i = 0; i < 8; i++) {
        int file = square_file(square) + steps[i][0], rank = square_rank(square) + steps[i][1];
        if (on_board(file, rank))
            set |= bit(square_of(file, rank));
    }
    return set;
}

static Bitboard ray(Square square, int east, int north)
{
    Bitboard set = 0;
    int file = square_file(square) + east, rank = square_rank(square) + north;
    for (; on_board(file, rank); file += east, rank += north)
        set |= bit(square_of(file, rank));
    return set;
}

static void init_square(Square square)
{
    AttackTables *t = &attack_tables;
    Bitboard here = bit(square);
    t->pawn[WHITE][square] = shift_north(shift_east(here) | shift_west(here));
    t->pawn[BLACK][square] = shift_south(shift_east(here) | shift_west(here));
    t->knight[square] = leap(square, knight_steps);
    t->king[square] = leap(square, king_steps);
    for (int i = 0; i < 4; i++) {
        t->lines[square].upper[i] = ray(square, upward[i][0], upward[i][1]);
        t->lines[square].lower[i] = ray(square, -upward[i][0], -upward[i][1]);
    }
}

static void init_lines(Square a)
{
    for (int i = 0; i < 4; i++) {
        const AttackLines *from = &attack_tables.lines[a];
        Bitboard line = from->lower[i] | from->upper[i];
        for (Bitboard rest = line; rest;) {
            Square b = bit_pop(&rest);
            const AttackLines *to = &attack_tables.lines[b];
            attack_tables.line[a][b] = line | bit(a);
            attack_tables.between[a][b] =
                a < b ? from->upper[i] & to->lower[i] : from->lower[i] & to->upper[i];
        }
    }
}

void attacks_init(void)
{
    for (Square square = SQ_A1; square <= SQ_H8; square++)
        init_square(square);
    for (Square square = SQ_A1; square <= SQ_H8; square++)
        init_lines(square);
    zobrist_init();
    processor_detect();
#if defined(__x86_64__)
    if (processor == PROCESSOR_BMI2)
        slider_tables_init(attacks_rook, attacks_bishop);
#endif
}
