#include "broadcast_state.h"

bool broadcast_may_read(Broadcasts *broadcasts, const Round *round, size_t length)
{
    return rate_limiter_take_many(broadcasts->options.limiter, LIMIT_BROADCAST, round->of->owner,
                                  (int32_t)(length / BROADCAST_PIECE) + 1,
                                  broadcasts->options.time->now);
}

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
