/* Games in progress, for those who want to watch some: a list, and the best as small boards.
 *
 * Which are the best is kept (ranking.h). The small boards are sent to listeners at most once a second; which ones they are is
 * decided less often. */
#include "best_games.h"
#include "games.h"
#include "siphash.h"
#include "tell.h"

#include <string.h>

enum {
    BOARDS_EVERY = 1000, /* small boards are sent at most this often, */
    BACKLOG_MOST = 16,   /* and not to those for whom more packets than this wait */
    CHOOSE_EVERY = 5000, /* and chosen anew */
};

_Static_assert((int)LIVE_BEST_MAX >= (int)GAMES_SHOWN, "as many as the list has");
_Static_assert((int)LIVE_BEST_MAX >= (int)LIVE_SHOWN, "and as there are boards");
_Static_assert((int)BEST_KEPT >= 2 * (int)LIVE_BEST_MAX, "all are seldom looked at");

/* ---- which are the best ---- */

/* Many of those that were kept are over. */
static void look_at_all(Live *live)
{
    live->options.metrics->best_walks_total++;
    ranking_fill(&live->ranking, &live->games);
}

/* The best ones, best first, at most 'most'. What has ended in this turn of the loop may still be on the list. */
static size_t gather(Live *live, BestKind kind, const Game **best, size_t most)
{
    const BestList *list = &live->ranking.of[kind];
    size_t count = 0;
    if (best_list_lacks(list, (uint32_t)most))
        look_at_all(live);
    for (uint32_t i = 0; i < list->count && count < most; i++) {
        const Game *game = games_find(live, &list->best[i].id);
        if (game && ranking_is_live(game))
            best[count++] = game;
    }
    return count;
}

static uint32_t count_all(const Live *live)
{
    return live->ranking.of[BEST_OF_ALL].all;
}

size_t live_best(Live *live, BestKind kind, GameNews *best, size_t most)
{
    const Game *games[LIVE_BEST_MAX];
    size_t count = gather(live, kind, games, most < LIVE_BEST_MAX ? most : LIVE_BEST_MAX);
    for (size_t i = 0; i < count; i++)
        best[i] = games_news(live, games[i]);
    return count;
}

/* ---- the list, and the small boards ---- */

static LiveGame live_of(const Live *live, const Game *game)
{
    return (LiveGame){
        .view = {.id = &game->id, .room = game->room, .seat = game->seat, .axis = live->time->now},
        .watchers = game->watchers.count};
}

static void print_best(Live *live)
{
    LiveGame games[LIVE_SHOWN];
    size_t count = 0;
    for (size_t i = 0; i < live->best.count; i++) {
        const Game *game = games_find(live, &live->best.shown[i]);
        if (game)
            games[count++] = live_of(live, game);
    }
    print_live(&live->text, live->best.all, games, count);
}

/* The boards show what is on disk: nothing is sent before the newest of them is. */
static uint64_t newest_of(const Live *live)
{
    uint64_t number = 0;
    for (size_t i = 0; i < live->best.count; i++) {
        const Game *game = games_find(live, &live->best.shown[i]);
        if (game && game->journal > number)
            number = game->journal;
    }
    return number;
}

static void choose(Live *live)
{
    const Game *best[LIVE_SHOWN];
    live->best.count = gather(live, BEST_OF_ALL, best, LIVE_SHOWN);
    live->best.all = count_all(live);
    for (size_t i = 0; i < live->best.count; i++)
        live->best.shown[i] = best[i]->id;
    live->best.chosen_at = live->time->now + CHOOSE_EVERY;
}

/* Clocks run by themselves: the boards are sent again only after a move, or when other games are
 * best. */
static uint64_t state_of(const Live *live)
{
    struct {
        GameId id;
        uint32_t seq;
    } shown[LIVE_SHOWN];
    memset(shown, 0, sizeof shown);
    for (size_t i = 0; i < live->best.count; i++) {
        const Game *game = games_find(live, &live->best.shown[i]);
        shown[i].id = live->best.shown[i];
        shown[i].seq = game ? room_seq(game->room) + 1 : 0;
    }
    return siphash(&live->games.sip, shown, sizeof shown) ^ live->best.all;
}

void best_games_stop_listening(Live *live, SessionId session)
{
    listeners_remove(&live->best.listeners, session);
    listeners_remove(&live->best.late, session);
}

void live_watch_best(Live *live, const Client *client, const Request *request)
{
    tell_ok(live->clients, client->session, request, NULL, 0);
    if (!request->listen.on) {
        best_games_stop_listening(live, client->session);
        return;
    }
    listeners_add(&live->best.listeners, client->session);
    if (live->time->now >= live->best.chosen_at)
        choose(live);
    print_best(live);
    tell_session(live->clients, &live->text, client->session, newest_of(live));
}

void live_list(Live *live, const Client *client, const Request *request)
{
    const Game *best[GAMES_SHOWN];
    LiveGame games[GAMES_SHOWN];
    uint64_t number = 0;
    size_t count = gather(live, BEST_OF_ALL, best, GAMES_SHOWN);
    for (size_t i = 0; i < count; i++) {
        games[i] = live_of(live, best[i]);
        if (best[i]->journal > number)
            number = best[i]->journal;
    }
    tell_ok(live->clients, client->session, request, NULL, 0);
    print_games(&live->text, count_all(live), games, count);
    tell_session(live->clients, &live->text, client->session, number);
}

/* Small boards are a state: a client whose line is too slow for each of them is sent the newest once what waits has gone
 * out, so that its own moves do not wait behind boards that are out of date. */
static void tell_best(Live *live, const Listeners *listeners)
{
    print_best(live);
    uint64_t number = newest_of(live);
    Packet *packet = tell_packet(&live->text);
    for (uint32_t i = listeners->count; packet && i-- > 0;) {
        SessionId session = listeners->at[i];
        if (clients_outbox(live->clients, session).sendable > BACKLOG_MOST) {
            listeners_add(&live->best.late, session);
            continue;
        }
        clients_push(live->clients, session, packet, number);
        if (live->best.late.count)
            listeners_remove(&live->best.late, session);
    }
    if (packet)
        packet_release(packet);
}

void live_best_tick(Live *live)
{
    if (live->time->now >= live->best.chosen_at)
        choose(live);
    uint64_t state = state_of(live);
    live->best.at = live->time->now + BOARDS_EVERY;
    if (state != live->best.told) {
        live->best.told = state;
        tell_best(live, &live->best.listeners);
    } else if (live->best.late.count) {
        tell_best(live, &live->best.late);
    }
}

int64_t live_best_due(const Live *live)
{
    return live->best.listeners.count ? live->best.at : INT64_MAX;
}
