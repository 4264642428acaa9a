#include "lichess_state.h"

int64_t lichess_now(const Lichess *lichess)
{
    return (int64_t)uv_now(lichess->options.loop);
}

void lichess_set_due(Lichess *lichess, Due *due, int64_t at)
{
    timer_heap_set(&lichess->due, &due->timer, at);
}
