#include "perft.h"

#include <assert.h>
#include <string.h>

#include "generator.h"
#include "movegen.h"
#include "notation.h"

uint64_t perft(const Position *pos, int depth)
{
    assert(depth >= 0 && depth <= PERFT_DEPTH_MAX);
    return GENERATOR(perft, pos, depth);
}

uint64_t perft_played(const Position *pos, int depth)
{
    assert(depth >= 0 && depth <= PERFT_DEPTH_MAX);
    return GENERATOR(played, pos, depth);
}

static void sort_by_text(const Position *pos, Moves *moves)
{
    char texts[MOVES_MAX][UCI_MAX];
    for (int i = 0; i < moves->count; i++) {
        char text[UCI_MAX];
        Move move = moves->at[i];
        uci_print(pos, move, text);
        int place = i;
        for (; place > 0 && strcmp(texts[place - 1], text) > 0; place--) {
            memcpy(texts[place], texts[place - 1], UCI_MAX);
            moves->at[place] = moves->at[place - 1];
        }
        memcpy(texts[place], text, UCI_MAX);
        moves->at[place] = move;
    }
}

void perft_split(const Position *pos, int depth, PerftSplit *split)
{
    assert(depth >= 1 && depth <= PERFT_DEPTH_MAX);
    Moves moves;
    movegen_legal(pos, &moves);
    sort_by_text(pos, &moves);
    split->count = moves.count;
    split->nodes = 0;
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.at[i]);
        split->at[i] = (PerftMove){moves.at[i], perft(&next, depth - 1)};
        split->nodes += split->at[i].nodes;
    }
}
