#include "stored_games.h"

#include "apply.h"
#include "array.h"
#include "conditional_moves.h"
#include "external_engine.h"
#include "log.h"
#include "memory.h"
#include "replay.h"

#include <stdlib.h>
#include <string.h>

enum {
    WAITING_MAX = 256,           /* requests that may wait for one game; more are refused */
    WAKE_EVERY = 60 * 1000,      /* how often sleeping games are checked, */
    WAKE_AHEAD = 2 * WAKE_EVERY, /* and how long before they are due they are read */
    WAKE_AGAIN = 1000,
    SLEEP_LEAST = 2 * WAKE_AHEAD, /* a game that is due sooner is not worth writing to disk */
};

/* ---- as the store has them ---- */

/* A player as they sat down. */
static Person revive_person(const Live *live, const StoreSeat *seat)
{
    if (seat->kind == STORE_SEAT_ENGINE)
        return external_engine_person(live, seat);
    if (seat->kind == STORE_SEAT_LEVEL && seat->level < LEVEL_MAX &&
        seat->rating >= COMPUTER_LEAST && seat->rating <= COMPUTER_MOST)
        return person_computer_rated(seat->rating);
    if (seat->kind == STORE_SEAT_LEVEL)
        return person_computer(seat->level);
    Person person = {.rating = seat->rating, .guest = seat->guest};
    memcpy(person.id, seat->player, sizeof person.id);
    memcpy(person.name, seat->name, sizeof person.name);
    return person;
}

/* NULL, and a line in the log, when the stored game is damaged. Nobody listens yet. */
static Game *revive_game(const Live *live, const StoredGame *stored)
{
    void *memory;
    unsigned plies;
    uint32_t bad_seq;
    Event *events = memory_array(stored->count, sizeof *events);
    Room *room = replay_room(stored, &memory, &plies, events, &bad_seq);
    if (!room) {
        log_warning("game %s is damaged at event %u and left out", stored->game.id.text,
                    (unsigned)bad_seq);
        free(events);
        return NULL;
    }
    Person seat[2] = {revive_person(live, &stored->game.seat[WHITE]),
                      revive_person(live, &stored->game.seat[BLACK])};
    Game *game = game_take(&stored->game.id, seat, room, memory, plies, events, stored->count);
    game->again = stored->game.again;
    conditional_moves_revive(game, stored);
    return game;
}

static void revive_one(void *context, const StoredGame *stored)
{
    Live *live = context;
    Game *game = revive_game(live, stored);
    if (!game)
        return;
    games_add(live, game);
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (game->seat[seat].kind == PERSON_HUMAN)
            games_add_player(live, &game->seat[seat], &game->id);
    apply_restart(live, game);
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (game->seat[seat].kind != PERSON_HUMAN)
            apply_presence(live, game, seat,
                           game->seat[seat].kind == PERSON_LEVEL ||
                               external_engine_is_here(live, &game->seat[seat]));
    games_touch(live, game);
}

/* ---- asleep ---- */

/* A correspondence game or one without a clock, with nobody present and nothing pending. */
static bool is_quiet(const Live *live, const Game *game)
{
    const TimeControl *control = &room_clock(game->room)->control;
    Color seat;
    bool thinks = game_computer(game, &seat) &&
                  (game->thinking->asked || position_turn(&room_line(game->room)->now) == seat);
    return !game_is_over(game) && room_halt(game->room) == ROOM_GOES_ON &&
           (!control->timed || control->days) && !thinks &&
           game->players.count + game->watchers.count == 0 && !game->awake &&
           room_deadline(game->room) > live->time->now + SLEEP_LEAST;
}

void stored_games_consider(const Live *live, Game *game)
{
    if (!is_quiet(live, game))
        game->sleep_at = INT64_MAX;
    else if (game->sleep_at == INT64_MAX)
        game->sleep_at = live->time->now + live->options.keep_quiet;
}

bool stored_games_put(Live *live, Game *game)
{
    /* What the store has not written yet it could not read again. */
    if (live->time->now < game->sleep_at || !journal_has(live->journal, game->journal) ||
        game->touched || !is_quiet(live, game))
        return false;
    journal_note(live->journal, store_put_sleep(live->store, &game->id, room_deadline(game->room)));
    live->sleeping++;
    games_drop(live, game);
    return true;
}

/* It is in memory again. */
static void note_awake(Live *live, const Game *game)
{
    journal_note(live->journal, store_put_sleep(live->store, &game->id, STORE_AWAKE));
    live->sleeping -= live->sleeping > 0;
}

static void note_sleeper(void *context, const StoreGame *stored)
{
    Live *live = context;
    live->sleeping++;
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        if (stored->seat[seat].kind != STORE_SEAT_HUMAN)
            continue;
        Person person = revive_person(live, &stored->seat[seat]);
        games_add_player(live, &person, &stored->id);
    }
}

bool live_load(Live *live, char *line)
{
    return store_load_games(live->store, revive_one, live, line) == STORE_OK &&
           store_load_sleeping(live->store, note_sleeper, live, line) == STORE_OK;
}

/* ---- read again ---- */

typedef struct {
    SessionId session;
    Request request;
    StoredGamesDone done;
} Waiting;

typedef struct {
    LiveWoken woken;
    void *context;
} Waker;

typedef struct {
    GameId id; /* the key */
    Live *live;
    Waiting *waiting;
    size_t count, size;
    Waker *wakers;
    size_t wakers_count, wakers_size;
} Load;

/* The game enters memory as it was; its players may be connected. If it is in progress, it has
 * slept. */
static Game *take_in(Live *live, const StoredGame *stored)
{
    Game *game = revive_game(live, stored);
    if (!game)
        return NULL;
    games_add(live, game);
    if (game_is_over(game)) {
        game->drop_at = live->time->now + KEEP_LOADED;
    } else {
        note_awake(live, game);
        game->present[WHITE] = game->present[BLACK] = true; /* as a new room has it */
    }
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        const Person *person = &game->seat[seat];
        apply_presence(live, game, seat,
                       person->kind != PERSON_HUMAN || clients_can_play(live->clients, person->id));
    }
    games_touch(live, game);
    return game;
}

static Code code_of(StoreError error, const StoredGame *stored, const Game *game)
{
    if (game)
        return CODE_OK;
    return error == STORE_OK && !stored ? CODE_NO_SUCH_GAME : CODE_NOT_NOW;
}

static void on_read(void *context, StoreError error, StoredGame *stored)
{
    Load *load = context;
    Live *live = load->live;
    server_time_read(live->time);
    hash_table_remove(&live->loads, load);
    Game *game = games_find(live, &load->id);
    if (!game && stored)
        game = take_in(live, stored);
    for (size_t i = 0; i < load->count; i++) {
        Waiting *waiting = &load->waiting[i];
        Client client;
        if (clients_find(live->clients, waiting->session, &client))
            waiting->done(live, &client, &waiting->request, game, code_of(error, stored, game));
    }
    for (size_t i = 0; i < load->wakers_count; i++)
        load->wakers[i].woken(load->wakers[i].context);
    if (stored)
        stored_game_free(stored);
    free(load->waiting);
    free(load->wakers);
    free(load);
}

static Load *find_load(Live *live, const GameId *id)
{
    Load *load = hash_table_find(&live->loads, id->text);
    if (load)
        return load;
    load = memory_new(sizeof *load);
    load->id = *id;
    load->live = live;
    if (!store_read_game(live->store, id, on_read, load)) {
        free(load);
        return NULL;
    }
    hash_table_put(&live->loads, load);
    return load;
}

void stored_games_want(Live *live, const Client *client, const Request *request,
                       StoredGamesDone done)
{
    Game *game = games_find(live, &request->game);
    if (game) {
        done(live, client, request, game, CODE_OK);
        return;
    }
    Load *load = find_load(live, &request->game);
    if (!load || load->count == WAITING_MAX) {
        done(live, client, request, NULL, CODE_NOT_NOW);
        return;
    }
    load->waiting =
        array_reserve(load->waiting, &load->size, load->count + 1, sizeof *load->waiting);
    load->waiting[load->count++] =
        (Waiting){.session = client->session, .request = *request, .done = done};
}

bool live_wake(Live *live, const GameId *id, LiveWoken woken, void *context)
{
    Load *load = games_find(live, id) ? NULL : find_load(live, id);
    if (!load)
        return false;
    load->wakers = array_reserve(load->wakers, &load->wakers_size, load->wakers_count + 1,
                                 sizeof *load->wakers);
    load->wakers[load->wakers_count++] = (Waker){woken, context};
    return true;
}

void stored_games_init(Live *live, const SipKey *sip)
{
    hash_table_init(&live->loads, offsetof(Load, id), sip);
}

void stored_games_clear(Live *live)
{
    hash_table_clear(&live->loads);
}

/* ---- woken ---- */

static void on_due(void *context, StoreError error, const GameId *ids, int count)
{
    Live *live = context;
    live->waking = false;
    if (error == STORE_CLOSED)
        return;
    server_time_read(live->time);
    for (int i = 0; i < count; i++)
        if (!games_find(live, &ids[i]))
            find_load(live, &ids[i]);
    /* There may be more, or the disk may have refused. */
    if (error != STORE_OK || count == STORE_DUE_MAX)
        live->wake_at = live->time->now + WAKE_AGAIN;
}

/* The axis goes to disk as well: while all games sleep nothing else moves it on there. */
void live_wake_tick(Live *live)
{
    live->wake_at = live->time->now + WAKE_EVERY;
    journal_note(live->journal, store_put_axis(live->store, live->time->now));
    live->waking = store_read_due(live->store, live->time->now + WAKE_AHEAD, on_due, live);
}

int64_t live_wake_due(const Live *live)
{
    return live->sleeping == 0 || live->waking ? INT64_MAX : live->wake_at;
}
