#include "tv_channel.h"

#include "rating.h"

#include <strings.h>

static const char *const WORDS[] = {
#define X(name, word) #word,
    TV_CHANNELS(X)
#undef X
};

const char *tv_word(TvChannel channel)
{
    return WORDS[channel];
}

bool tv_parse(const char *word, TvChannel *channel)
{
    for (int each = 0; each < TV_COUNT; each++)
        if (strcasecmp(WORDS[each], word) == 0) {
            *channel = (TvChannel)each;
            return true;
        }
    return false;
}

size_t tv_games(const Core *core, TvChannel channel, GameNews *games, size_t most)
{
    static const BestKind KINDS[TV_COUNT] = {
        [TV_BEST] = BEST_OF_ALL, /* people come before computers anyway */
        [TV_BULLET] = BEST_OF_PEOPLE + CATEGORY_BULLET,
        [TV_BLITZ] = BEST_OF_PEOPLE + CATEGORY_BLITZ,
        [TV_RAPID] = BEST_OF_PEOPLE + CATEGORY_RAPID,
        [TV_CLASSICAL] = BEST_OF_PEOPLE + CATEGORY_CLASSICAL,
        [TV_ULTRA_BULLET] = BEST_OF_PEOPLE + CATEGORY_ULTRABULLET,
        [TV_CHESS960] = BEST_OF_PEOPLE + CATEGORY_CHESS960,
        [TV_BOT] = BEST_OF_BOTS,
        [TV_COMPUTER] = BEST_OF_COMPUTERS,
    };
    return core_best_games(core, KINDS[channel], games, most);
}

Color tv_seat(const GameNews *game)
{
    const Person *white = &game->seat[WHITE], *black = &game->seat[BLACK];
    if ((white->kind == PERSON_HUMAN) != (black->kind == PERSON_HUMAN))
        return white->kind == PERSON_HUMAN ? WHITE : BLACK;
    return person_strength(white) >= person_strength(black) ? WHITE : BLACK;
}
