#include "helpmate.h"

#include <string.h>

#include "mobility.h"
#include "movegen.h"
#include "outcome.h"

/* How often mobility.h is asked after the first position. */
enum { SURVEYS_MAX = 64, FIRST_ONES = 32 };

typedef struct {
    HelpmateMemory *memory;
    Color winner;
    int count, moves, surveys;
} Search;

static HelpmatePosition packed(const Position *pos)
{
    HelpmatePosition small = {.black = pos->black, .key = pos->key};
    memcpy(small.plane, pos->plane, sizeof small.plane);
    small.rights = (uint32_t)(pos->castling & 0xff) | (uint32_t)(pos->castling >> 56) << 8 |
                   (uint32_t)pos->ep << 16 | (uint32_t)pos->turn << 24;
    return small;
}

static Position unpacked(const HelpmatePosition *small)
{
    Position pos = {.black = small->black, .key = small->key};
    memcpy(pos.plane, small->plane, sizeof pos.plane);
    pos.castling = (Bitboard)(small->rights & 0xff) | (Bitboard)(small->rights >> 8 & 0xff) << 56;
    pos.ep = (uint8_t)(small->rights >> 16);
    pos.turn = (uint8_t)(small->rights >> 24);
    pos.fullmove = 1;
    return pos;
}

/* The slot of that key, or the empty one where it belongs. A key of 64 bits stands for its position: of some
 * thousand, two agree by chance once in 10^12 searches. */
static uint16_t *slot_of(HelpmateMemory *memory, uint64_t key)
{
    size_t at = (size_t)(key % HELPMATE_SLOTS);
    while (memory->slots[at] && memory->positions[memory->slots[at] - 1].key != key)
        at = (at + 1) % HELPMATE_SLOTS;
    return &memory->slots[at];
}

/* No mate can come of it. */
static bool is_barren(Search *search, const Position *pos)
{
    if (!outcome_has_material(pos, search->winner))
        return true;
    /* After a capture or a pawn's move there may be other walls; a king may have been driven away. */
    bool changed = pos->halfmove == 0 || search->count <= FIRST_ONES;
    return changed && search->surveys < SURVEYS_MAX && search->surveys++ >= 0 &&
           !mobility_allows_mate(pos, search->winner);
}

/* False when the memory is full. */
static bool note(Search *search, const Position *pos)
{
    uint16_t *slot = slot_of(search->memory, pos->key);
    if (*slot)
        return true;
    if (search->count == HELPMATE_POSITIONS)
        return false;
    /* A barren position is noted, too, but never expanded: its planes are left empty. */
    HelpmatePosition *kept = &search->memory->positions[search->count++];
    *slot = (uint16_t)search->count;
    if (is_barren(search, pos))
        *kept = (HelpmatePosition){.key = pos->key};
    else
        *kept = packed(pos);
    return true;
}

/* Adds the positions that can come next; false when the bounds are reached. */
static bool expand(Search *search, const Position *pos, const Moves *moves)
{
    search->moves += moves->count;
    if (search->moves > HELPMATE_MOVES)
        return false;
    for (int i = 0; i < moves->count; i++) {
        Position next = *pos;
        position_play(&next, moves->at[i]);
        if (!note(search, &next))
            return false;
    }
    return true;
}

static Helpmate breadth_first(Search *search, const Position *pos)
{
    memset(search->memory->slots, 0, sizeof search->memory->slots);
    note(search, pos);
    for (int at = 0; at < search->count; at++) {
        Position now = unpacked(&search->memory->positions[at]);
        Moves moves;
        if (!position_occupied(&now))
            continue;
        movegen_legal(&now, &moves);
        if (moves.count == 0 && position_turn(&now) != search->winner && position_is_check(&now))
            return HELPMATE_FOUND;
        now.halfmove = 1; /* so that only what changes the walls sets it to 0 */
        if (!expand(search, &now, &moves))
            return HELPMATE_UNKNOWN;
    }
    return HELPMATE_NONE;
}

Helpmate helpmate_search(const Position *pos, Color winner, HelpmateMemory *memory)
{
    Search search = {.memory = memory, .winner = winner};
    if (!outcome_has_material(pos, winner) || !mobility_allows_mate(pos, winner))
        return HELPMATE_NONE;
    return breadth_first(&search, pos);
}
