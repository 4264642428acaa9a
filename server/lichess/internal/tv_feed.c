#include "tv_feed.h"

#include "memory.h"
#include "play_call.h"
#include "tell_streams.h"

#include <stdlib.h>
#include <string.h>

struct TvFeed {
    Due choose;
    Player *player;
    TvChannel channel;
    Stream *stream;
    GameId shown; /* "": none */
    bool begun;   /* its first line has been told */
    uint32_t plies_told;
};

static bool has(const TvFeed *feed, const PlayerGame *game)
{
    return strcmp(feed->shown.text, game->heard.id.text) == 0;
}

/* ---- which game ---- */

static void go_on(Player *player, PlayerGame *game, Call *call)
{
    (void)call;
    if (!game && player->tv) /* it is gone: the next one is chosen in a while */
        player->tv->shown.text[0] = '\0';
}

static void choose_later(TvFeed *feed)
{
    Lichess *lichess = feed->player->lichess;
    lichess_set_due(lichess, &feed->choose, lichess_now(lichess) + TV_CHOOSE_EVERY);
}

static void on_known(PlayerGame *game);

static void show(TvFeed *feed, const GameId *id)
{
    Player *player = feed->player;
    PlayerGame *known = player_game(player, id);
    feed->shown = *id;
    feed->begun = false;
    if (known && known->heard.is_known)
        on_known(known);
    else
        player_want_game(player, id, NULL, go_on);
}

static bool goes_on(const TvFeed *feed)
{
    const PlayerGame *game = player_game(feed->player, &feed->shown);
    return feed->shown.text[0] &&
           (!game || !game->heard.is_known || !heard_game_is_over(&game->heard));
}

/* A game is shown to its end, as on lichess.org. */
static void on_choose(Due *due)
{
    TvFeed *feed = (TvFeed *)due;
    GameNews best;
    choose_later(feed);
    if (goes_on(feed))
        return;
    if (tv_games(feed->player->lichess->options.core, feed->channel, &best, 1) == 1 &&
        strcmp(best.id.text, feed->shown.text) != 0)
        show(feed, &best.id);
    player_wake(feed->player); /* the old one is let go */
}

/* ---- lines ---- */

/* The feed may be gone then. */
static void tell(TvFeed *feed)
{
    Text *text = &feed->player->lichess->text;
    stream_tell(feed->stream, text);
}

static void tell_position(TvFeed *feed, const PlayerGame *game)
{
    Lichess *lichess = feed->player->lichess;
    feed->plies_told = game->heard.plies;
    form_featured_position(&lichess->text, &game->heard, lichess_now(lichess));
    tell(feed);
}

static void on_known(PlayerGame *game)
{
    TvFeed *feed = game->player->tv;
    if (!has(feed, game) || feed->begun)
        return;
    FormGame form = tell_form_game(game);
    GameNews news = {.seat = {game->heard.seat[WHITE], game->heard.seat[BLACK]}};
    form.seat = tv_seat(&news);
    feed->begun = true;
    feed->plies_told = game->heard.plies;
    form_featured(&game->player->lichess->text, &form);
    tell(feed);
}

static void on_news(PlayerGame *game, unsigned news)
{
    TvFeed *feed = game->player->tv;
    if (has(feed, game) && feed->begun && news & (1u << HEARD_STATE | 1u << HEARD_END) &&
        feed->plies_told != game->heard.plies)
        tell_position(feed, game);
}

/* ---- beginning and end ---- */

static void free_feed(TvFeed *feed)
{
    stream_end(feed->stream);
    feed->player->tv = NULL;
    lichess_set_due(feed->player->lichess, &feed->choose, INT64_MAX);
    free(feed);
}

static void on_gone(void *owner)
{
    TvFeed *feed = owner;
    Player *player = feed->player;
    free_feed(feed);
    player_stream_gone(player);
}

static const TvHooks HOOKS = {.known = on_known, .hear = on_news, .has = has, .free = free_feed};

static void begin(Call *call, TvChannel channel)
{
    Player *player = player_new_guest(play_lichess(call), call);
    TvFeed *feed = memory_new(sizeof *feed);
    feed->choose.run = on_choose;
    feed->player = player;
    feed->channel = channel;
    StreamUse use = {.owner = feed, .place = &feed->stream, .gone = on_gone};
    if (player_open_stream(player, call, use)) {
        player->tv = feed;
        player->tv_hooks = &HOOKS;
        lichess_set_due(player->lichess, &feed->choose, lichess_now(player->lichess));
    } else {
        free(feed);
    }
    player_settle(player);
}

void tv_feed_best(Call *call)
{
    begin(call, TV_BEST);
}

void tv_feed_channel(Call *call)
{
    TvChannel channel;
    if (tv_parse(call->parts[0], &channel))
        begin(call, channel);
    else
        answer_error(&call->asker, 404, "No such channel");
}
