#include "sleeping.h"

#include "loading.h"
#include "revive.h"

/* Sooner due is not worth the way to the disk. */
enum { SLEEP_LEAST = 2 * WAKE_AHEAD, WAKE_AGAIN = 1000 };

/* By days or without a clock, with nobody there and nothing going on. */
static bool is_quiet(const Hall *hall, const Game *game)
{
    const TimeControl *control = &room_setup(game->room)->control;
    Color seat;
    bool thinks = game_computer(game, &seat) &&
                  (game->thinking.asked || position_turn(&room_line(game->room)->now) == seat);
    return !game_is_over(game) && (!control->timed || control->days) && !thinks &&
           game->players.count + game->watchers.count == 0 && !game->kept.text[0] &&
           room_deadline(game->room) > hall->now + SLEEP_LEAST;
}

void sleeping_consider(const Hall *hall, Game *game)
{
    if (!is_quiet(hall, game))
        game->sleep_at = INT64_MAX;
    else if (game->sleep_at == INT64_MAX)
        game->sleep_at = hall->now + hall->options.keep_quiet;
}

bool sleeping_put(Hall *hall, Game *game)
{
    /* What the store has not written yet it could not read again. */
    if (hall->now < game->sleep_at || game->journal > hall->committed || game->touched ||
        !is_quiet(hall, game))
        return false;
    hall->newest = store_put_sleep(hall->options.store, &game->id, room_deadline(game->room));
    hall->sleeping++;
    hall_drop_game(hall, game);
    return true;
}

void sleeping_ended(Hall *hall, const Game *game)
{
    hall->newest = store_put_sleep(hall->options.store, &game->id, STORE_AWAKE);
    hall->sleeping -= hall->sleeping > 0;
}

static void note_sleeper(void *context, const StoreGame *stored)
{
    Hall *hall = context;
    hall->sleeping++;
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        if (stored->seat[seat].level > 0)
            continue;
        Person person = revive_person(hall, &stored->seat[seat]);
        player_add_game(player_get(&hall->players, &person), &stored->id);
    }
}

bool sleeping_load(Hall *hall, char *line)
{
    return store_load_sleeping(hall->options.store, note_sleeper, hall, line) == STORE_OK;
}

static void on_due(void *context, StoreError error, const GameId *ids, int count)
{
    Hall *hall = context;
    hall->waking = false;
    if (error == STORE_CLOSED)
        return;
    hall_read_clocks(hall);
    for (int i = 0; i < count; i++)
        if (!hall_game(hall, &ids[i]))
            loading_wake(hall, &ids[i]);
    /* There may be more, or the disk may have refused. */
    if (error != STORE_OK || count == STORE_DUE_MAX)
        hall->wake_at = hall->now + WAKE_AGAIN;
}

/* The axis goes to disk as well: while all games sleep nothing else moves it on there. */
void sleeping_tick(Hall *hall)
{
    if (hall->now < sleeping_due(hall))
        return;
    hall->wake_at = hall->now + WAKE_EVERY;
    hall->newest = store_put_axis(hall->options.store, hall->now);
    hall->waking = store_read_due(hall->options.store, hall->now + WAKE_AHEAD, on_due, hall);
}

int64_t sleeping_due(const Hall *hall)
{
    return hall->sleeping == 0 || hall->waking ? INT64_MAX : hall->wake_at;
}
