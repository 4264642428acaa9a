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
    Core *core;
    Waiting *waiting;
    size_t count, size;
} Load;

/* The game enters memory as it was left; who plays it may be here. One that goes on has slept. */
static Game *take_in(Core *core, const StoredGame *stored)
{
    Game *game = revive_game(core, stored);
    if (!game)
        return NULL;
    core_add_game(core, game);
    if (game_is_over(game)) {
        game->drop_at = core->now + KEEP_LOADED;
    } else {
        sleeping_ended(core, game);
        game->present[WHITE] = game->present[BLACK] = true; /* as a new room has it */
    }
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        const Player *player = player_find(&core->players, game->seat[seat].id);
        apply_presence(core, game, seat,
                       game->seat[seat].kind != PERSON_HUMAN ||
                           (player && player_can_play(player)));
    }
    core_touch(core, game);
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
    Core *core = load->core;
    core_read_clocks(core);
    hash_table_remove(&core->loads, load);
    Game *game = core_game(core, &load->id);
    if (!game && stored)
        game = take_in(core, stored);
    for (size_t i = 0; i < load->count; i++) {
        Waiting *waiting = &load->waiting[i];
        Visitor *visitor = session_owner(core->options.sessions, waiting->session);
        if (visitor)
            waiting->done(core, visitor, &waiting->request, game, code_of(error, stored, game));
    }
    if (stored)
        stored_game_free(stored);
    free(load->waiting);
    free(load);
}

static Load *find_load(Core *core, const GameId *id)
{
    Load *load = hash_table_find(&core->loads, id->text);
    if (load)
        return load;
    load = memory_new(sizeof *load);
    load->id = *id;
    load->core = core;
    if (!store_read_game(core->options.store, id, on_read, load)) {
        free(load);
        return NULL;
    }
    hash_table_put(&core->loads, load);
    return load;
}

void loading_want(Core *core, Visitor *visitor, const Request *request, LoadingDone done)
{
    Game *game = core_game(core, &request->game);
    if (game) {
        done(core, visitor, request, game, CODE_OK);
        return;
    }
    Load *load = find_load(core, &request->game);
    if (!load || load->count == WAITING_MAX) {
        done(core, visitor, request, NULL, CODE_NOT_NOW);
        return;
    }
    if (load->count == load->size) {
        load->size = load->size ? 2 * load->size : 1;
        load->waiting = memory_resize(load->waiting, load->size, sizeof *load->waiting);
    }
    load->waiting[load->count++] =
        (Waiting){.session = visitor->session, .request = *request, .done = done};
}

void loading_wake(Core *core, const GameId *id)
{
    find_load(core, id);
}

void loading_init(Core *core)
{
    hash_table_init(&core->loads, offsetof(Load, id), &core->sip);
}

void loading_clear(Core *core)
{
    hash_table_clear(&core->loads);
}
