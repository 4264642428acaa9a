#include "sleeping.h"

#include "loading.h"
#include "revive.h"

/* Sooner due is not worth the way to the disk. */
enum { SLEEP_LEAST = 2 * WAKE_AHEAD, WAKE_AGAIN = 1000 };

/* By days or without a clock, with nobody there and nothing going on. */
static bool is_quiet(const Core *core, const Game *game)
{
    const TimeControl *control = &room_setup(game->room)->control;
    Color seat;
    bool thinks = game_computer(game, &seat) &&
                  (game->thinking.asked || position_turn(&room_line(game->room)->now) == seat);
    return !game_is_over(game) && (!control->timed || control->days) && !thinks &&
           game->players.count + game->watchers.count == 0 && !game->kept.text[0] &&
           room_deadline(game->room) > core->now + SLEEP_LEAST;
}

void sleeping_consider(const Core *core, Game *game)
{
    if (!is_quiet(core, game))
        game->sleep_at = INT64_MAX;
    else if (game->sleep_at == INT64_MAX)
        game->sleep_at = core->now + core->options.keep_quiet;
}

bool sleeping_put(Core *core, Game *game)
{
    /* What the store has not written yet it could not read again. */
    if (core->now < game->sleep_at || game->journal > core->committed || game->touched ||
        !is_quiet(core, game))
        return false;
    core->newest = store_put_sleep(core->options.store, &game->id, room_deadline(game->room));
    core->sleeping++;
    core_drop_game(core, game);
    return true;
}

void sleeping_ended(Core *core, const Game *game)
{
    core->newest = store_put_sleep(core->options.store, &game->id, STORE_AWAKE);
    core->sleeping -= core->sleeping > 0;
}

static void note_sleeper(void *context, const StoreGame *stored)
{
    Core *core = context;
    core->sleeping++;
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        if (stored->seat[seat].kind != STORE_SEAT_HUMAN)
            continue;
        Person person = revive_person(core, &stored->seat[seat]);
        player_add_game(player_get(&core->players, &person), &stored->id);
    }
}

bool sleeping_load(Core *core, char *line)
{
    return store_load_sleeping(core->options.store, note_sleeper, core, line) == STORE_OK;
}

static void on_due(void *context, StoreError error, const GameId *ids, int count)
{
    Core *core = context;
    core->waking = false;
    if (error == STORE_CLOSED)
        return;
    core_read_clocks(core);
    for (int i = 0; i < count; i++)
        if (!core_game(core, &ids[i]))
            loading_wake(core, &ids[i]);
    /* There may be more, or the disk may have refused. */
    if (error != STORE_OK || count == STORE_DUE_MAX)
        core->wake_at = core->now + WAKE_AGAIN;
}

/* The axis goes to disk as well: while all games sleep nothing else moves it on there. */
void sleeping_tick(Core *core)
{
    core->wake_at = core->now + WAKE_EVERY;
    core->newest = store_put_axis(core->options.store, core->now);
    core->waking = store_read_due(core->options.store, core->now + WAKE_AHEAD, on_due, core);
}

int64_t sleeping_due(const Core *core)
{
    return core->sleeping == 0 || core->waking ? INT64_MAX : core->wake_at;
}
