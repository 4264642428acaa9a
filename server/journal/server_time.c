#include "server_time.h"

#include "wall_clock.h"

void server_time_init(ServerTime *time, uv_loop_t *loop, const Journal *journal, int64_t axis)
{
    *time = (ServerTime){
        .loop = loop, .journal = journal, .axis_base = axis, .loop_base = uv_now(loop)};
    server_time_read(time);
}

void server_time_read(ServerTime *time)
{
    uint64_t loop_now = uv_now(time->loop);
    if (loop_now == time->loop_now && time->wall)
        return;
    /* While requests are refused because of the disk, no clock runs. */
    if (time->wall && journal_is_stuck(time->journal))
        time->loop_base += loop_now - time->loop_now;
    time->loop_now = loop_now;
    time->now = time->axis_base + (int64_t)(loop_now - time->loop_base);
    time->wall = wall_clock();
}
