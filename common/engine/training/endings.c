#include "endings.h"

#include <stdlib.h>

#include "movegen.h"

static bool add(Endings *endings, const Position *pos)
{
    if (endings->count == endings->room) {
        const size_t room = endings->room ? 2 * endings->room : 1024;
        Position *at = realloc(endings->at, room * sizeof *at);
        if (!at)
            return false;
        endings->at = at;
        endings->room = room;
    }
    endings->at[endings->count++] = *pos;
    return true;
}

static bool is_balanced_ending(const Position *pos, int score)
{
    return bit_count(position_occupied(pos)) <= ENDINGS_PIECES_MAX && score <= ENDINGS_SCORE_MAX &&
           score >= -ENDINGS_SCORE_MAX && !position_is_check(pos);
}

static bool add_game(Endings *endings, const GameRecord *record)
{
    Position pos = record->start;
    unsigned before = 0; /* pieces; the first position follows no capture */
    for (unsigned i = 0; i < record->plies; i++) {
        const unsigned pieces = (unsigned)bit_count(position_occupied(&pos));
        if (pieces < before && is_balanced_ending(&pos, record->moves[i].score) &&
            !add(endings, &pos))
            return false;
        before = pieces;
        position_play(&pos, record->moves[i].move);
    }
    return true;
}

bool endings_read(Endings *endings, FILE *in, GameRecordError *error)
{
    GameRecord record;
    size_t size;
    for (;;) {
        *error = game_record_read(in, &record, &size);
        if (*error || size == 0)
            return true;
        if (!add_game(endings, &record))
            return false;
    }
}

void endings_clear(Endings *endings)
{
    free(endings->at);
    *endings = (Endings){0};
}
