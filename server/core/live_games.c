#include "live_games.h"

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
static size_t gather(const Core *core, const Game **best, size_t most, uint32_t *count)
{
    const Game *game;
    size_t kept = 0;
    *count = 0;
    for (size_t at = 0; (game = hash_table_next(&core->games, &at));) {
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

static LiveGame live_of(const Core *core, const Game *game)
{
    return (LiveGame){
        .view = {.id = &game->id, .room = game->room, .seat = game->seat, .axis = core->now},
        .watchers = game->watchers.count};
}

static void print_best(Core *core)
{
    LiveGame games[LIVE_SHOWN];
    size_t count = 0;
    for (size_t i = 0; i < core->live_count; i++) {
        const Game *game = core_game(core, &core->live[i]);
        if (game)
            games[count++] = live_of(core, game);
    }
    print_live(&core->text, core->live_games, games, count);
}

/* The boards show what is on disk: nothing leaves before the newest of them is. */
static uint64_t newest_of(const Core *core)
{
    uint64_t number = 0;
    for (size_t i = 0; i < core->live_count; i++) {
        const Game *game = core_game(core, &core->live[i]);
        if (game && game->journal > number)
            number = game->journal;
    }
    return number;
}

static void choose(Core *core)
{
    const Game *best[LIVE_SHOWN];
    core->live_count = gather(core, best, LIVE_SHOWN, &core->live_games);
    for (size_t i = 0; i < core->live_count; i++)
        core->live[i] = best[i]->id;
    core->live_chosen_at = core->now + LIVE_CHOOSE_EVERY;
}

/* Clocks run without news: what is told is told again when a move was made or other games are best. */
static uint64_t state_of(const Core *core)
{
    uint64_t state = core->live_games;
    for (size_t i = 0; i < core->live_count; i++) {
        const Game *game = core_game(core, &core->live[i]);
        uint64_t seq = game ? room_seq(game->room) + 1 : 0;
        state = (state ^ seq ^ (uint64_t)(unsigned char)core->live[i].text[0] << 32 ^
                 (uint64_t)(unsigned char)core->live[i].text[7] << 40) *
                UINT64_C(1099511628211);
    }
    return state;
}

void live_games_listen(Core *core, Visitor *visitor, const Request *request)
{
    tell_ok(core, visitor->session, request, NULL, 0);
    if (!request->listen.on) {
        listeners_remove(&core->live_listeners, visitor->session);
        return;
    }
    listeners_add(&core->live_listeners, visitor->session);
    if (core->now >= core->live_chosen_at)
        choose(core);
    print_best(core);
    tell_session(core, visitor->session, newest_of(core));
}

void live_games_list(Core *core, Visitor *visitor, const Request *request)
{
    const Game *best[GAMES_SHOWN];
    LiveGame games[GAMES_SHOWN];
    uint32_t all;
    uint64_t number = 0;
    size_t count = gather(core, best, GAMES_SHOWN, &all);
    for (size_t i = 0; i < count; i++) {
        games[i] = live_of(core, best[i]);
        if (best[i]->journal > number)
            number = best[i]->journal;
    }
    tell_ok(core, visitor->session, request, NULL, 0);
    print_games(&core->text, all, games, count);
    tell_session(core, visitor->session, number);
}

void live_games_tick(Core *core)
{
    if (core->now >= core->live_chosen_at)
        choose(core);
    uint64_t state = state_of(core);
    core->live_at = core->now + LIVE_EVERY;
    if (state == core->live_told)
        return;
    core->live_told = state;
    print_best(core);
    tell_listeners(core, &core->live_listeners, newest_of(core));
}

int64_t live_games_due(const Core *core)
{
    return core->live_listeners.count ? core->live_at : INT64_MAX;
}
