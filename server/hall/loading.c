#include "loading.h"

#include "apply.h"
#include "log.h"
#include "memory.h"
#include "revive.h"
#include "sleeping.h"

#include <stdlib.h>

/* Requests that may wait for one game; more are refused. */
enum { WAITING_MAX = 256 };

typedef struct {
    SessionId session;
    Request request;
    LoadingDone done;
} Waiting;

typedef struct {
    GameId id; /* the key */
    Hall *hall;
    Waiting *waiting;
    size_t count, size;
} Load;

/* The game enters memory as it was left; who plays it may be here. One that goes on has slept. */
static Game *take_in(Hall *hall, const StoredGame *stored)
{
    Game *game = revive_game(hall, stored);
    if (!game)
        return NULL;
    hall_add_game(hall, game);
    if (game_is_over(game)) {
        game->drop_at = hall->now + KEEP_LOADED;
    } else {
        sleeping_ended(hall, game);
        game->present[WHITE] = game->present[BLACK] = true; /* as a new room has it */
    }
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        const Player *player = player_find(&hall->players, game->seat[seat].id);
        apply_presence(hall, game, seat,
                       game->seat[seat].level > 0 || (player && player_can_play(player)));
    }
    hall_touch(hall, game);
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
    Hall *hall = load->hall;
    hall_read_clocks(hall);
    catalog_remove(&hall->loads, load);
    Game *game = hall_game(hall, &load->id);
    if (!game && stored)
        game = take_in(hall, stored);
    for (size_t i = 0; i < load->count; i++) {
        Waiting *waiting = &load->waiting[i];
        Visitor *visitor = session_owner(hall->options.sessions, waiting->session);
        if (visitor)
            waiting->done(hall, visitor, &waiting->request, game, code_of(error, stored, game));
    }
    if (stored)
        stored_game_free(stored);
    free(load->waiting);
    free(load);
}

static Load *find_load(Hall *hall, const GameId *id)
{
    Load *load = catalog_find(&hall->loads, id->text);
    if (load)
        return load;
    load = memory_new(sizeof *load);
    load->id = *id;
    load->hall = hall;
    if (!store_read_game(hall->options.store, id, on_read, load)) {
        free(load);
        return NULL;
    }
    catalog_put(&hall->loads, load);
    return load;
}

void loading_want(Hall *hall, Visitor *visitor, const Request *request, LoadingDone done)
{
    Game *game = hall_game(hall, &request->game);
    if (game) {
        done(hall, visitor, request, game, CODE_OK);
        return;
    }
    Load *load = find_load(hall, &request->game);
    if (!load || load->count == WAITING_MAX) {
        done(hall, visitor, request, NULL, CODE_NOT_NOW);
        return;
    }
    if (load->count == load->size) {
        load->size = load->size ? 2 * load->size : 1;
        load->waiting = memory_resize(load->waiting, load->size, sizeof *load->waiting);
    }
    load->waiting[load->count++] =
        (Waiting){.session = visitor->session, .request = *request, .done = done};
}

void loading_wake(Hall *hall, const GameId *id)
{
    find_load(hall, id);
}

void loading_init(Hall *hall)
{
    catalog_init(&hall->loads, offsetof(Load, id), &hall->sip);
}

void loading_clear(Hall *hall)
{
    catalog_clear(&hall->loads);
}
