#include "openings.h"

#include "openings_table.h"

#include <assert.h>

uint32_t openings_count(void)
{
    return OPENING_ROWS_COUNT;
}

static uint32_t short_key(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

/* The first row whose key is not smaller. */
static uint32_t lower_bound(uint64_t key)
{
    uint32_t low = 0, high = OPENING_ROWS_COUNT;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (OPENING_ROWS[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void fill_in(const OpeningRow *row, Opening *opening)
{
    assert(row->eco < OPENINGS_ECO_CODES);
    *opening = (Opening){
        .eco = {(char)('A' + row->eco / 100), (char)('0' + row->eco / 10 % 10),
                (char)('0' + row->eco % 10)},
        .name = OPENING_NAMES + row->name,
        .key = short_key(row->key),
    };
}

bool opening_of_position(const Position *pos, Opening *opening)
{
    uint32_t at = lower_bound(pos->key);
    if (at == OPENING_ROWS_COUNT || OPENING_ROWS[at].key != pos->key)
        return false;
    fill_in(&OPENING_ROWS[at], opening);
    return true;
}

bool opening_of_moves(const Position *start, const Move *moves, uint32_t count, Opening *opening)
{
    Position pos, usual;
    bool found = false;
    position_start(&usual);
    if (start->key != usual.key || start->chess960)
        return false;
    pos = usual;
    for (uint32_t i = 0; i < count && i < OPENINGS_PLIES_MAX; i++) {
        Opening here;
        position_play(&pos, moves[i]);
        if (!opening_of_position(&pos, &here))
            continue;
        *opening = here;
        opening->ply = i + 1;
        found = true;
    }
    return found;
}

/* make_openings has left out rows so that short keys are unique and never 0. */
bool opening_of_key(uint32_t key, Opening *opening)
{
    uint32_t at = lower_bound((uint64_t)key << 32);
    if (key == 0 || at == OPENING_ROWS_COUNT || short_key(OPENING_ROWS[at].key) != key)
        return false;
    fill_in(&OPENING_ROWS[at], opening);
    return true;
}

int opening_eco_number(const char *eco)
{
    if (eco[0] < 'A' || eco[0] > 'E' || eco[1] < '0' || eco[1] > '9' || eco[2] < '0' ||
        eco[2] > '9' || eco[3])
        return -1;
    return (eco[0] - 'A') * 100 + (eco[1] - '0') * 10 + eco[2] - '0';
}
