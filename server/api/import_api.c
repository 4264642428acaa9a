/* Games that were played elsewhere, brought here as PGN. */
#include "game_import.h"
#include "game_opening.h"
#include "routes.h"

#include <stdio.h>
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
    Store *store = call->server->store;
    const Person *person = &call->identity.person;
    game->game.id = store_draw_game_id(store);
    if (call->identity.who == WHO_GUEST)
        keep_guest(store, person, call->now);
    Asker asker = call->asker;
    asker.number = store_put_import(store, game, person->id, game_import_color(game, person->name),
                                    game_opening_key(game));
    answer_import(&asker, &game->game.id);
    stored_game_free(game);
}
