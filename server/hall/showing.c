#include "showing.h"

#include "tell.h"

#include <string.h>

_Static_assert((int)GAMES_SHOWN >= (int)LIVE_SHOWN, "one array does for both");

/* How much a game is worth a look: those between people first, then by the ratings of both. */
static int32_t worth(const Game *game)
{
    Color seat;
    int32_t sum = person_strength(&game->seat[WHITE]) + person_strength(&game->seat[BLACK]);
    return game_computer(game, &seat) ? sum : sum + 4 * RATING_MAX;
}

static bool is_before(const Game *one, const Game *other)
{
    int32_t a = worth(one), b = worth(other);
    return a != b ? a > b : strcmp(one->id.text, other->id.text) < 0;
}

static bool is_live(const Game *game)
{
    return !game_is_over(game) && room_setup(game->room)->control.timed &&
           room_line(game->room)->plies >= 2;
}

/* The best ones, best first, at most 'most' of *count. */
static size_t gather(const Hall *hall, const Game **best, size_t most, uint32_t *count)
{
    const Game *game;
    size_t kept = 0;
    *count = 0;
    for (size_t at = 0; (game = catalog_next(&hall->games, &at));) {
        if (!is_live(game))
            continue;
        ++*count;
        size_t place = kept;
        while (place > 0 && is_before(game, best[place - 1]))
            place--;
        if (place == most)
            continue;
        kept += kept < most;
        memmove(&best[place + 1], &best[place], (kept - 1 - place) * sizeof *best);
        best[place] = game;
    }
    return kept;
}

static LiveGame live_of(const Hall *hall, const Game *game)
{
    return (LiveGame){
        .view = {.id = &game->id, .room = game->room, .seat = game->seat, .axis = hall->now},
        .watchers = game->watchers.count};
}

static void print_best(Hall *hall)
{
    LiveGame games[LIVE_SHOWN];
    size_t count = 0;
    for (size_t i = 0; i < hall->live_count; i++) {
        const Game *game = hall_game(hall, &hall->live[i]);
        if (game)
            games[count++] = live_of(hall, game);
    }
    print_live(&hall->text, hall->live_games, games, count);
}

/* The boards show what is on disk: nothing leaves before the newest of them is. */
static uint64_t newest_of(const Hall *hall)
{
    uint64_t number = 0;
    for (size_t i = 0; i < hall->live_count; i++) {
        const Game *game = hall_game(hall, &hall->live[i]);
        if (game && game->journal > number)
            number = game->journal;
    }
    return number;
}

static void choose(Hall *hall)
{
    const Game *best[LIVE_SHOWN];
    hall->live_count = gather(hall, best, LIVE_SHOWN, &hall->live_games);
    for (size_t i = 0; i < hall->live_count; i++)
        hall->live[i] = best[i]->id;
    hall->live_chosen_at = hall->now + LIVE_CHOOSE_EVERY;
}

/* Clocks run without news: what is told is told again when a move was made or other games are best. */
static uint64_t state_of(const Hall *hall)
{
    uint64_t state = hall->live_games;
    for (size_t i = 0; i < hall->live_count; i++) {
        const Game *game = hall_game(hall, &hall->live[i]);
        uint64_t seq = game ? room_seq(game->room) + 1 : 0;
        state = (state ^ seq ^ (uint64_t)(unsigned char)hall->live[i].text[0] << 32 ^
                 (uint64_t)(unsigned char)hall->live[i].text[7] << 40) *
                UINT64_C(1099511628211);
    }
    return state;
}

void showing_listen(Hall *hall, Visitor *visitor, const Request *request)
{
    tell_ok(hall, visitor->session, request, NULL, 0);
    if (!request->listen.on) {
        listeners_remove(&hall->live_listeners, visitor->session);
        return;
    }
    listeners_add(&hall->live_listeners, visitor->session);
    if (hall->now >= hall->live_chosen_at)
        choose(hall);
    print_best(hall);
    tell_session(hall, visitor->session, newest_of(hall));
}

void showing_list(Hall *hall, Visitor *visitor, const Request *request)
{
    const Game *best[GAMES_SHOWN];
    LiveGame games[GAMES_SHOWN];
    uint32_t all;
    uint64_t number = 0;
    size_t count = gather(hall, best, GAMES_SHOWN, &all);
    for (size_t i = 0; i < count; i++) {
        games[i] = live_of(hall, best[i]);
        if (best[i]->journal > number)
            number = best[i]->journal;
    }
    tell_ok(hall, visitor->session, request, NULL, 0);
    print_games(&hall->text, all, games, count);
    tell_session(hall, visitor->session, number);
}

void showing_tick(Hall *hall)
{
    if (hall->live_listeners.count == 0 || hall->now < hall->live_at)
        return;
    if (hall->now >= hall->live_chosen_at)
        choose(hall);
    uint64_t state = state_of(hall);
    hall->live_at = hall->now + LIVE_EVERY;
    if (state == hall->live_told)
        return;
    hall->live_told = state;
    print_best(hall);
    tell_listeners(hall, &hall->live_listeners, newest_of(hall));
}

int64_t showing_due(const Hall *hall)
{
    return hall->live_listeners.count ? hall->live_at : INT64_MAX;
}
