/* server_time.h - the time at which the loop woke, or read what has just come: the same until the next read.
 *
 * 'now' is the axis that rooms, lobby and rate limits share: it stands still while the server is down or the disk
 * refuses, and goes on after a restart from where the store noted it. 'wall' is the wall clock. Both in ms. Only
 * server_time_read changes them. */
#pragma once

#include "journal.h"

#include <uv.h>

typedef struct {
    int64_t now, wall;
    uv_loop_t *loop;
    const Journal *journal;
    int64_t axis_base; /* the axis when the loop's clock showed loop_base */
    uint64_t loop_base, loop_now;
} ServerTime;

/* 'axis' is where the time axis was last noted. Both pointers are borrowed. */
void server_time_init(ServerTime *time, uv_loop_t *loop, const Journal *journal, int64_t axis);
/* Called wherever the loop enters; does nothing while the loop's time is the same. */
void server_time_read(ServerTime *time);
