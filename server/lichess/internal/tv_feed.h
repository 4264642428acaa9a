/* tv_feed.h - a channel of TV as a stream: the best game, position by position, and when it is over the next one.
 *
 * Each feed is a player of its own, a guest who watches (player.h). */
#pragma once

#include "player.h"
#include "tv_channel.h"

enum { TV_CHOOSE_EVERY = 2000 /* ms; while no game is shown, or the one shown is over */ };

/* GET /api/tv/feed, GET /api/tv/CHANNEL/feed */
void tv_feed_best(Call *call);
void tv_feed_channel(Call *call);

/* GET /api/tv/channels */
void tv_channels(Call *call);
