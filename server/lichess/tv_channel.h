/* tv_channel.h - the channels of TV, as the Lichess API calls them: each shows the best game of its kind. */
#pragma once

#include "core.h"

/* Name, word. */
#define TV_CHANNELS(X)                                                                             \
    X(BEST, best)                                                                                  \
    X(BULLET, bullet)                                                                              \
    X(BLITZ, blitz)                                                                                \
    X(RAPID, rapid)                                                                                \
    X(CLASSICAL, classical)                                                                        \
    X(ULTRA_BULLET, ultraBullet)                                                                   \
    X(CHESS960, chess960)                                                                          \
    X(BOT, bot)                                                                                    \
    X(COMPUTER, computer)

typedef enum {
#define X(name, word) TV_##name,
    TV_CHANNELS(X)
#undef X
        TV_COUNT
} TvChannel;

const char *tv_word(TvChannel channel);
/* False when there is no such channel; small and capital letters are the same. */
bool tv_parse(const char *word, TvChannel *channel);
/* The best games of the channel, best first; how many, at most 'most'. */
size_t tv_games(const Core *core, TvChannel channel, GameNews *games, size_t most);
/* Whose game it is: the player with the higher rating, of people and computers the person. */
Color tv_seat(const GameNews *game);
