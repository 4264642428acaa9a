#include "ending_class.h"

#include <assert.h>
#include <string.h>

enum {
    SINGLES = 5,
    PAIRS = 15,
    PAIR_BITS = 11,
    PAIR_MASK = (1 << PAIR_BITS) - 1,
    ON_DIAGONAL = 1 << 14, /* both kings: the mirror image has the same kings */
    TOUCHING = 0xffff,
    FLIP_FILE = 1,
    FLIP_RANK = 2,
    TRANSPOSE = 4,
    RANKS_OF_PAWNS = 48,
};

static int turn_square(int square, int how)
{
    if (how & FLIP_FILE)
        square ^= 7;
    if (how & FLIP_RANK)
        square ^= 56;
    return how & TRANSPOSE ? (square & 7) << 3 | square >> 3 : square;
}

static int above_diagonal(int square)
{
    return (square >> 3) - (square & 7);
}

static bool touch(int a, int b)
{
    int files = (a & 7) - (b & 7), ranks = (a >> 3) - (b >> 3);
    return files >= -1 && files <= 1 && ranks >= -1 && ranks <= 1;
}

/* How the board must be turned for the white king to stand where the numbers begin. */
static int turn_for(int white, int black, bool pawns)
{
    int how = (white & 7) > 3 ? FLIP_FILE : 0;
    if (pawns)
        return how;
    how |= white >> 3 > 3 ? FLIP_RANK : 0;
    int turned = turn_square(white, how), other = turn_square(black, how);
    int above = above_diagonal(turned) ? above_diagonal(turned) : above_diagonal(other);
    return above > 0 ? how | TRANSPOSE : how;
}

static void number_pairs(EndingGeometry *geometry, bool pawns)
{
    unsigned count = 0;
    for (int white = 0; white < 64; white++)
        for (int black = 0; black < 64; black++) {
            if (touch(white, black) || turn_for(white, black, pawns) != 0)
                continue;
            geometry->king[pawns][count][WHITE] = (uint8_t)white;
            geometry->king[pawns][count][BLACK] = (uint8_t)black;
            geometry->pair[pawns][white][black] = (uint16_t)count++;
        }
    assert(count == (pawns ? ENDING_PAIRS_PAWN : ENDING_PAIRS));
}

static void turn_pairs(EndingGeometry *geometry, bool pawns)
{
    for (int white = 0; white < 64; white++)
        for (int black = 0; black < 64; black++) {
            uint16_t *pair = &geometry->pair[pawns][white][black];
            int how = turn_for(white, black, pawns);
            int w = geometry->turned[how][white], b = geometry->turned[how][black];
            if (touch(white, black)) {
                *pair = TOUCHING;
                continue;
            }
            unsigned number = geometry->pair[pawns][w][b] & PAIR_MASK;
            bool diagonal = !pawns && above_diagonal(w) == 0 && above_diagonal(b) == 0;
            *pair = (uint16_t)(number | (unsigned)how << PAIR_BITS | (diagonal ? ON_DIAGONAL : 0));
        }
}

void ending_geometry_init(EndingGeometry *geometry)
{
    memset(geometry, 0, sizeof *geometry);
    for (int how = 0; how < 8; how++)
        for (int square = 0; square < 64; square++)
            geometry->turned[how][square] = (uint8_t)turn_square(square, how);
    for (int pawns = 0; pawns < 2; pawns++) {
        number_pairs(geometry, pawns);
        turn_pairs(geometry, pawns);
    }
}

/* Of two types, the first not the weaker: 0 to 14. */
static int triangle(int first, int second)
{
    return (first - PAWN) * (first - PAWN + 1) / 2 + second - PAWN;
}

static void swap_men(EndingMen *men)
{
    EndingMen old = *men;
    for (int i = 0; i < ENDING_MEN; i++) {
        men->type[i] = old.type[1 - i];
        men->color[i] = old.color[1 - i];
        men->square[i] = old.square[1 - i];
    }
}

static void flip(EndingMen *men)
{
    uint8_t white = men->king[WHITE];
    men->king[WHITE] = men->king[BLACK] ^ 56;
    men->king[BLACK] = white ^ 56;
    for (int i = 0; i < men->count; i++) {
        men->color[i] ^= 1;
        men->square[i] ^= 56;
    }
}

int ending_normalise(EndingMen *men, bool *flipped)
{
    *flipped = false;
    if (men->count == 0)
        return -1;
    if (men->count == 2 && men->type[0] < men->type[1])
        swap_men(men);
    *flipped = men->color[0] == BLACK;
    if (men->count == 2 && men->type[0] == men->type[1] && men->color[0] != men->color[1] &&
        *flipped) {
        swap_men(men);
        *flipped = false;
    }
    if (*flipped)
        flip(men);
    if (men->count == 1)
        return men->type[0] - PAWN;
    int pair = triangle(men->type[0], men->type[1]);
    return men->color[1] == WHITE ? SINGLES + pair : SINGLES + PAIRS + pair;
}

void ending_class_men(int number, EndingMen *men)
{
    assert(number >= 0 && number < ENDING_CLASSES);
    men->count = number < SINGLES ? 1 : 2;
    men->color[0] = WHITE;
    men->color[1] = number < SINGLES + PAIRS ? WHITE : BLACK;
    if (men->count == 1) {
        men->type[0] = (uint8_t)(number + PAWN);
        men->type[1] = NO_PIECE_TYPE;
        return;
    }
    int pair = (number - SINGLES) % PAIRS, first = PAWN;
    while (triangle(first + 1, PAWN) <= pair)
        first++;
    men->type[0] = (uint8_t)first;
    men->type[1] = (uint8_t)(pair - triangle(first, PAWN) + PAWN);
}

bool ending_class_has_pawns(int number)
{
    EndingMen men;
    ending_class_men(number, &men);
    return men.type[men.count - 1] == PAWN; /* the weakest is the last */
}

bool ending_class_is_even(int number)
{
    EndingMen men;
    ending_class_men(number, &men);
    return men.count == 2 && men.type[0] == men.type[1] && men.color[1] == BLACK;
}

void ending_class_name(int number, char name[ENDING_NAME_MAX])
{
    static const char letters[] = " PNBRQ";
    EndingMen men;
    ending_class_men(number, &men);
    *name++ = 'K';
    *name++ = letters[men.type[0]];
    if (men.count == 2 && men.color[1] == WHITE)
        *name++ = letters[men.type[1]];
    *name++ = 'K';
    if (men.count == 2 && men.color[1] == BLACK)
        *name++ = letters[men.type[1]];
    *name = '\0';
}

static size_t squares_of(int type)
{
    return type == PAWN ? RANKS_OF_PAWNS : 64;
}

size_t ending_class_size(int number)
{
    EndingMen men;
    ending_class_men(number, &men);
    size_t size = ending_class_has_pawns(number) ? ENDING_PAIRS_PAWN : ENDING_PAIRS;
    for (int i = 0; i < men.count; i++)
        size *= squares_of(men.type[i]);
    return size;
}

static size_t index_of(const EndingMen *men, const uint8_t *turned, size_t pair)
{
    size_t first = turned[men->square[0]];
    if (men->type[0] == PAWN)
        first -= 8;
    size_t index = pair * squares_of(men->type[0]) + first;
    if (men->count == 1)
        return index;
    size_t second = turned[men->square[1]], squares = squares_of(men->type[1]);
    if (men->type[1] == PAWN)
        second -= 8;
    /* Two of a kind have no order: the lower square first. */
    if (men->type[0] == men->type[1] && men->color[0] == men->color[1] && second < first)
        return (pair * squares + second) * squares + first;
    return index * squares + second;
}

bool ending_kings_touch(const EndingGeometry *geometry, int white, int black)
{
    return geometry->pair[0][white][black] == TOUCHING;
}

size_t ending_index(const EndingGeometry *geometry, int number, const EndingMen *men, bool *own)
{
    bool pawns = men->type[men->count - 1] == PAWN;
    unsigned pair = geometry->pair[pawns][men->king[WHITE]][men->king[BLACK]];
    assert(pair != TOUCHING && number >= 0);
    unsigned how = pair >> PAIR_BITS & 7;
    size_t index = index_of(men, geometry->turned[how], pair & PAIR_MASK);
    *own = false;
    if (!(pair & ON_DIAGONAL))
        return index;
    size_t mirrored = index_of(men, geometry->turned[how ^ TRANSPOSE], pair & PAIR_MASK);
    *own = mirrored == index;
    return mirrored < index ? mirrored : index;
}

static uint8_t take_square(size_t *index, int type)
{
    size_t squares = squares_of(type), square = *index % squares;
    *index /= squares;
    return (uint8_t)(type == PAWN ? square + 8 : square);
}

void ending_place(const EndingGeometry *geometry, int number, size_t index, EndingMen *men)
{
    ending_class_men(number, men);
    for (int i = men->count - 1; i >= 0; i--)
        men->square[i] = take_square(&index, men->type[i]);
    const uint8_t *king = geometry->king[ending_class_has_pawns(number)][index];
    men->king[WHITE] = king[WHITE];
    men->king[BLACK] = king[BLACK];
}
