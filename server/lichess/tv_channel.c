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

typedef struct {
    const Core *core;
    TvChannel channel;
} Channel;

static bool has_computer(const GameNews *news)
{
    return news->seat[WHITE].kind != PERSON_HUMAN || news->seat[BLACK].kind != PERSON_HUMAN;
}

static bool has_bot(const Core *core, const GameNews *news)
{
    return core_is_bot(core, news->seat[WHITE].id) || core_is_bot(core, news->seat[BLACK].id);
}

/* The other channels are for people. */
static bool is_wanted(const void *context, const GameNews *news)
{
    static const Category CATEGORIES[TV_COUNT] = {
        [TV_BULLET] = CATEGORY_BULLET,
        [TV_BLITZ] = CATEGORY_BLITZ,
        [TV_RAPID] = CATEGORY_RAPID,
        [TV_CLASSICAL] = CATEGORY_CLASSICAL,
        [TV_ULTRA_BULLET] = CATEGORY_ULTRABULLET,
        [TV_CHESS960] = CATEGORY_CHESS960,
    };
    const Channel *of = context;
    switch (of->channel) {
    case TV_BEST: return true; /* people come before computers anyway */
    case TV_COMPUTER: return has_computer(news);
    case TV_BOT: return has_bot(of->core, news);
    default: break;
    }
    return !has_computer(news) && !has_bot(of->core, news) &&
           category_of(&news->control, news->variant) == CATEGORIES[of->channel];
}

size_t tv_games(const Core *core, TvChannel channel, GameNews *games, size_t most)
{
    return core_best_games(core, is_wanted, &(Channel){core, channel}, games, most);
}

Color tv_seat(const GameNews *game)
{
    const Person *white = &game->seat[WHITE], *black = &game->seat[BLACK];
    if ((white->kind == PERSON_HUMAN) != (black->kind == PERSON_HUMAN))
        return white->kind == PERSON_HUMAN ? WHITE : BLACK;
    return person_strength(white) >= person_strength(black) ? WHITE : BLACK;
}
