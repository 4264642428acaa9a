#include "tablebase_class.h"

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

/* How to turn the board so that the white king is in the part that is indexed. */
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

static void number_pairs(TablebaseGeometry *geometry, bool pawns)
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
    assert(count == (pawns ? TABLEBASE_PAIRS_PAWN : TABLEBASE_PAIRS));
}

static void turn_pairs(TablebaseGeometry *geometry, bool pawns)
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

void tablebase_geometry_init(TablebaseGeometry *geometry)
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

/* The number of a pair of types, the first not weaker than the second: 0 to 14. */
static int triangle(int first, int second)
{
    return (first - PAWN) * (first - PAWN + 1) / 2 + second - PAWN;
}

static void swap_pieces(TablebasePieces *pieces)
{
    TablebasePieces old = *pieces;
    for (int i = 0; i < TABLEBASE_PIECES_MAX; i++) {
        pieces->type[i] = old.type[1 - i];
        pieces->color[i] = old.color[1 - i];
        pieces->square[i] = old.square[1 - i];
    }
}

static void flip(TablebasePieces *pieces)
{
    uint8_t white = pieces->king[WHITE];
    pieces->king[WHITE] = pieces->king[BLACK] ^ 56;
    pieces->king[BLACK] = white ^ 56;
    for (int i = 0; i < pieces->count; i++) {
        pieces->color[i] ^= 1;
        pieces->square[i] ^= 56;
    }
}

int tablebase_normalise(TablebasePieces *pieces, bool *flipped)
{
    *flipped = false;
    if (pieces->count == 0)
        return -1;
    if (pieces->count == 2 && pieces->type[0] < pieces->type[1])
        swap_pieces(pieces);
    *flipped = pieces->color[0] == BLACK;
    if (pieces->count == 2 && pieces->type[0] == pieces->type[1] &&
        pieces->color[0] != pieces->color[1] && *flipped) {
        swap_pieces(pieces);
        *flipped = false;
    }
    if (*flipped)
        flip(pieces);
    if (pieces->count == 1)
        return pieces->type[0] - PAWN;
    int pair = triangle(pieces->type[0], pieces->type[1]);
    return pieces->color[1] == WHITE ? SINGLES + pair : SINGLES + PAIRS + pair;
}

void tablebase_class_pieces(int number, TablebasePieces *pieces)
{
    assert(number >= 0 && number < TABLEBASE_CLASSES);
    pieces->count = number < SINGLES ? 1 : 2;
    pieces->color[0] = WHITE;
    pieces->color[1] = number < SINGLES + PAIRS ? WHITE : BLACK;
    if (pieces->count == 1) {
        pieces->type[0] = (uint8_t)(number + PAWN);
        pieces->type[1] = NO_PIECE_TYPE;
        return;
    }
    int pair = (number - SINGLES) % PAIRS, first = PAWN;
    while (triangle(first + 1, PAWN) <= pair)
        first++;
    pieces->type[0] = (uint8_t)first;
    pieces->type[1] = (uint8_t)(pair - triangle(first, PAWN) + PAWN);
}

bool tablebase_class_has_pawns(int number)
{
    TablebasePieces pieces;
    tablebase_class_pieces(number, &pieces);
    return pieces.type[pieces.count - 1] == PAWN; /* the weakest is the last */
}

bool tablebase_class_is_even(int number)
{
    TablebasePieces pieces;
    tablebase_class_pieces(number, &pieces);
    return pieces.count == 2 && pieces.type[0] == pieces.type[1] && pieces.color[1] == BLACK;
}

void tablebase_class_name(int number, char name[TABLEBASE_NAME_MAX])
{
    static const char letters[] = " PNBRQ";
    TablebasePieces pieces;
    tablebase_class_pieces(number, &pieces);
    *name++ = 'K';
    *name++ = letters[pieces.type[0]];
    if (pieces.count == 2 && pieces.color[1] == WHITE)
        *name++ = letters[pieces.type[1]];
    *name++ = 'K';
    if (pieces.count == 2 && pieces.color[1] == BLACK)
        *name++ = letters[pieces.type[1]];
    *name = '\0';
}

static size_t squares_of(int type)
{
    return type == PAWN ? RANKS_OF_PAWNS : 64;
}

size_t tablebase_class_size(int number)
{
    TablebasePieces pieces;
    tablebase_class_pieces(number, &pieces);
    size_t size = tablebase_class_has_pawns(number) ? TABLEBASE_PAIRS_PAWN : TABLEBASE_PAIRS;
    for (int i = 0; i < pieces.count; i++)
        size *= squares_of(pieces.type[i]);
    return size;
}

static size_t index_of(const TablebasePieces *pieces, const uint8_t *turned, size_t pair)
{
    size_t first = turned[pieces->square[0]];
    if (pieces->type[0] == PAWN)
        first -= 8;
    size_t index = pair * squares_of(pieces->type[0]) + first;
    if (pieces->count == 1)
        return index;
    size_t second = turned[pieces->square[1]], squares = squares_of(pieces->type[1]);
    if (pieces->type[1] == PAWN)
        second -= 8;
    /* Two pieces of a kind have no order: the lower square comes first. */
    if (pieces->type[0] == pieces->type[1] && pieces->color[0] == pieces->color[1] &&
        second < first)
        return (pair * squares + second) * squares + first;
    return index * squares + second;
}

bool tablebase_kings_touch(const TablebaseGeometry *geometry, int white, int black)
{
    return geometry->pair[0][white][black] == TOUCHING;
}

size_t tablebase_index(const TablebaseGeometry *geometry, int number, const TablebasePieces *pieces,
                       bool *own)
{
    bool pawns = pieces->type[pieces->count - 1] == PAWN;
    unsigned pair = geometry->pair[pawns][pieces->king[WHITE]][pieces->king[BLACK]];
    assert(pair != TOUCHING && number >= 0);
    unsigned how = pair >> PAIR_BITS & 7;
    size_t index = index_of(pieces, geometry->turned[how], pair & PAIR_MASK);
    *own = false;
    if (!(pair & ON_DIAGONAL))
        return index;
    size_t mirrored = index_of(pieces, geometry->turned[how ^ TRANSPOSE], pair & PAIR_MASK);
    *own = mirrored == index;
    return mirrored < index ? mirrored : index;
}

static uint8_t take_square(size_t *index, int type)
{
    size_t squares = squares_of(type), square = *index % squares;
    *index /= squares;
    return (uint8_t)(type == PAWN ? square + 8 : square);
}

void tablebase_place(const TablebaseGeometry *geometry, int number, size_t index,
                     TablebasePieces *pieces)
{
    tablebase_class_pieces(number, pieces);
    for (int i = pieces->count - 1; i >= 0; i--)
        pieces->square[i] = take_square(&index, pieces->type[i]);
    const uint8_t *king = geometry->king[tablebase_class_has_pawns(number)][index];
    pieces->king[WHITE] = king[WHITE];
    pieces->king[BLACK] = king[BLACK];
}
