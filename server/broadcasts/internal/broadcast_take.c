#include "broadcast_state.h"

bool broadcast_take(Broadcasts *broadcasts, Round *round, BroadcastGames *came,
                    BroadcastMerged *merged)
{
    int64_t now = broadcasts->options.time->wall;
    if (!broadcast_games_merge(&round->games, came, round->seq + 1, now, merged))
        return false;
    size_t size = broadcast_games_size(&round->games);
    broadcasts->size += size - round->size;
    round->size = size;
    round->seq++;
    round->changed_at = now;
    broadcast_store_round(broadcasts, round);
    broadcast_plan(broadcasts, now);
    return true;
}
