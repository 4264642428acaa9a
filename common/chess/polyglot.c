#include "polyglot.h"

#include "movegen.h"

enum { ISAAC_WORDS = 256, CASTLING_AT = 768, EP_AT = 772, TURN_AT = 780 };

const char *polyglot_error_text(PolyglotError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        POLYGLOT_ERRORS(X)
#undef X
    };
    return error < POLYGLOT_ERROR_COUNT ? texts[error] : "unknown";
}

/* ISAAC-64 (Bob Jenkins 1996, public domain). */
typedef struct {
    uint64_t memory[ISAAC_WORDS], result[ISAAC_WORDS];
    uint64_t a, b, c;
} Isaac;

static uint64_t stir(uint64_t a, int i)
{
    switch (i % 4) {
    case 0: return ~(a ^ a << 21);
    case 1: return a ^ a >> 5;
    case 2: return a ^ a << 12;
    default: return a ^ a >> 33;
    }
}

static void isaac_round(Isaac *isaac)
{
    isaac->b += ++isaac->c;
    for (int i = 0; i < ISAAC_WORDS; i++) {
        uint64_t x = isaac->memory[i];
        isaac->a = stir(isaac->a, i) + isaac->memory[(i + ISAAC_WORDS / 2) % ISAAC_WORDS];
        uint64_t y = isaac->memory[x >> 3 & 255] + isaac->a + isaac->b;
        isaac->memory[i] = y;
        isaac->b = isaac->memory[y >> 11 & 255] + x;
        isaac->result[i] = isaac->b;
    }
}

static void mix(uint64_t s[8])
{
    static const uint8_t shifts[8] = {9, 9, 23, 15, 14, 20, 17, 14};
    for (int i = 0; i < 8; i++) {
        s[i] -= s[(i + 4) % 8];
        s[(i + 5) % 8] ^= i % 2 ? s[(i + 7) % 8] << shifts[i] : s[(i + 7) % 8] >> shifts[i];
        s[(i + 7) % 8] += s[i];
    }
}

static void isaac_init(Isaac *isaac)
{
    uint64_t s[8];
    *isaac = (Isaac){.a = 0};
    for (int i = 0; i < 8; i++)
        s[i] = 0x9e3779b97f4a7c13ull; /* the golden ratio */
    for (int i = 0; i < 4; i++)
        mix(s);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < ISAAC_WORDS; i += 8) {
            for (int j = 0; j < 8; j++)
                s[j] += isaac->memory[i + j];
            mix(s);
            for (int j = 0; j < 8; j++)
                isaac->memory[i + j] = s[j];
        }
}

/* Each round's results are used from the last to the first. */
void polyglot_init(PolyglotKeys *keys)
{
    Isaac isaac;
    isaac_init(&isaac);
    for (int i = 0; i < POLYGLOT_NUMBERS; i++) {
        if (i % ISAAC_WORDS == 0)
            isaac_round(&isaac);
        keys->number[i] = isaac.result[ISAAC_WORDS - 1 - i % ISAAC_WORDS];
    }
}

uint64_t polyglot_key(const PolyglotKeys *keys, const Position *pos)
{
    uint64_t key = pos->turn == WHITE ? keys->number[TURN_AT] : 0;
    for (Bitboard rest = position_occupied(pos); rest;) {
        Square square = bit_pop(&rest);
        Piece piece = position_piece_on(pos, square);
        int kind = 2 * (piece_type(piece) - PAWN) + (piece_color(piece) == WHITE);
        key ^= keys->number[64 * kind + square];
    }
    for (Color color = WHITE; color <= BLACK; color++)
        for (CastlingSide side = KING_SIDE; side <= QUEEN_SIDE; side++)
            if (position_castling_rook(pos, color, side) != SQ_NONE)
                key ^= keys->number[CASTLING_AT + 2 * color + side];
    return pos->ep == SQ_NONE ? key : key ^ keys->number[EP_AT + (pos->ep & 7)];
}

static uint64_t read_big(const uint8_t *bytes, int count)
{
    uint64_t value = 0;
    while (count--)
        value = value << 8 | *bytes++;
    return value;
}

static uint64_t key_at(const uint8_t *book, size_t entry)
{
    return read_big(book + entry * POLYGLOT_ENTRY, 8);
}

PolyglotError polyglot_check(const uint8_t *book, size_t size, size_t *entry)
{
    for (*entry = 0; *entry < size / POLYGLOT_ENTRY; ++*entry)
        if (*entry > 0 && key_at(book, *entry) < key_at(book, *entry - 1))
            return POLYGLOT_ORDER;
    return size % POLYGLOT_ENTRY ? POLYGLOT_SIZE : POLYGLOT_OK;
}

/* The first entry whose key is not smaller. */
static size_t lower_bound(const uint8_t *book, size_t entries, uint64_t key)
{
    size_t low = 0;
    while (low < entries) {
        size_t middle = low + (entries - low) / 2;
        if (key_at(book, middle) < key)
            low = middle + 1;
        else
            entries = middle;
    }
    return low;
}

/* Castling is written as the king capturing its rook; some books write a king's move of two squares. */
static bool means(const Position *pos, Move move, unsigned raw)
{
    Square to = (Square)(raw & 63), from = (Square)(raw >> 6 & 63);
    unsigned promotion = raw >> 12 & 7;
    if (move_from(move) != from ||
        (move_is_promotion(move) ? (unsigned)(move_promotion(move) - PAWN) : 0) != promotion)
        return false;
    bool steps = move_kind(move) == MOVE_CASTLE && square_file(from) == 4 && !pos->chess960 &&
                 castling_king_to(from, move_to(move)) == to;
    return move_to(move) == to || steps;
}

static Move find_move(const Position *pos, const Moves *moves, unsigned raw)
{
    for (int i = 0; i < moves->count; i++)
        if (means(pos, moves->at[i], raw))
            return moves->at[i];
    return MOVE_NONE;
}

static bool has_move(const PolyglotMove *found, int count, Move move)
{
    while (count--)
        if (found[count].move == move)
            return true;
    return false;
}

int polyglot_find(const PolyglotKeys *keys, const uint8_t *book, size_t size, const Position *pos,
                  PolyglotMove found[MOVES_MAX])
{
    Moves moves;
    size_t entries = size / POLYGLOT_ENTRY;
    uint64_t key = polyglot_key(keys, pos);
    int count = 0;
    movegen_legal(pos, &moves);
    for (size_t i = lower_bound(book, entries, key); i < entries && key_at(book, i) == key; i++) {
        const uint8_t *entry = book + i * POLYGLOT_ENTRY;
        Move move = find_move(pos, &moves, (unsigned)read_big(entry + 8, 2));
        if (move == MOVE_NONE || has_move(found, count, move))
            continue;
        found[count++] = (PolyglotMove){.move = move,
                                        .weight = (uint16_t)read_big(entry + 10, 2),
                                        .learn = (uint32_t)read_big(entry + 12, 4)};
    }
    return count;
}
