/* Imports over HTTP: games that were played elsewhere, as PGN. */
#include "game_import.h"
#include "game_opening.h"
#include "memory.h"
#include "routes.h"
#include "snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A guest who has not played yet is not in the store. */
static void keep_guest(Store *store, const Person *person, int64_t now)
{
    StorePlayer player = {.guest = true, .balance = person->balance, .made = now};
    snprintf(player.id, sizeof player.id, "%s", person->id);
    snprintf(player.name, sizeof player.name, "%s", person->name);
    store_put_player(store, &player);
}

static void answer_import(const Asker *asker, const GameId *id)
{
    char url[GAME_ID_LENGTH + 2];
    Text text;
    text_init(&text);
    snprintf(url, sizeof url, "/%s", id->text);
    text_open(&text, NULL, '{');
    text_string(&text, "id", id->text);
    text_string(&text, "url", url);
    text_close(&text, '}');
    answer_json(asker, 200, &text);
    text_clear(&text);
}

/* A game that is being imported. */
typedef struct {
    Asker asker;
    StoredGame *game;
    Person by;
    bool guest;
    int64_t now;
    GameId known; /* the same game, imported before; empty: none */
    StoreError error;
} Import;

/* On the read thread. */
static void look_for_same(void *context, StoreSnapshot *snapshot)
{
    Import *import = context;
    char line[STORE_LINE_MAX];
    import->error =
        snapshot_find_import(snapshot, import->by.id, import->game, &import->known, line);
}

static void import_free(Import *import)
{
    stored_game_free(import->game);
    free(import);
}

static void keep(Import *import)
{
    Store *store = api_options(import->asker.api)->store;
    StoredGame *game = import->game;
    game->game.id = store_draw_game_id(store);
    if (import->guest)
        keep_guest(store, &import->by, import->now);
    import->asker.number =
        store_put_import(store, game, import->by.id, game_import_color(game, import->by.name),
                         game_opening_key(game));
    answer_import(&import->asker, &game->game.id);
}

/* Somebody whose answer was lost may send the game again, and gets the id of the one that is
 * there. */
static void on_looked(void *context, StoreError error)
{
    Import *import = context;
    if (error != STORE_OK || import->error != STORE_OK)
        answer_error(&import->asker, 503, "Games cannot be read right now.");
    else if (import->known.text[0])
        answer_import(&import->asker, &import->known);
    else
        keep(import);
    import_free(import);
}

void game_import_pgn(Call *call)
{
    char line[GAME_IMPORT_LINE_MAX];
    const char *pgn = call_text(call, "pgn", IMPORT_BODY_MAX);
    if (!pgn)
        return;
    StoredGame *game = game_import(pgn, strlen(pgn), call->now, line);
    if (!game) {
        answer_error(&call->asker, 400, line);
        return;
    }
    Import *import = memory_new(sizeof *import);
    *import = (Import){.asker = call->asker,
                       .game = game,
                       .by = call->identity.person,
                       .guest = call->identity.who == WHO_GUEST,
                       .now = call->now};
    if (store_read(call->server->store, look_for_same, on_looked, import))
        return;
    answer_error(&call->asker, 503, "The server is busy: try again in a second.");
    import_free(import);
}
