/* Games over HTTP. */
#include "game_pgn.h"
#include "memory.h"
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void on_game_read(void *context, StoreError error, StoredGame *game)
{
    Asker *asker = context;
    Text text;
    char file[GAME_ID_LENGTH + sizeof ".pgn"];
    text_init(&text);
    if (game && game_pgn(game, &text)) {
        snprintf(file, sizeof file, "%s.pgn", game->game.id.text);
        answer_send(asker, &(HttpAnswer){.status = 200,
                                         .type = "application/x-chess-pgn; charset=utf-8",
                                         .body = text.bytes,
                                         .length = text.length,
                                         .cache = "no-cache",
                                         .file = file});
    } else if (error == STORE_OK && !game) {
        answer_error(asker, 404, "Game not found.");
    } else {
        answer_error(asker, 500, "The game cannot be read.");
    }
    text_clear(&text);
    if (game)
        stored_game_free(game);
    free(asker);
}

void game_as_pgn(Call *call)
{
    GameId game = {0};
    if (strlen(call->parts[0]) != GAME_ID_LENGTH) {
        answer_error(&call->asker, 404, "Game not found.");
        return;
    }
    memcpy(game.text, call->parts[0], GAME_ID_LENGTH);
    Asker *asker = memory_new(sizeof *asker);
    *asker = call->asker;
    if (!store_read_game(call->server->store, &game, on_game_read, asker)) {
        answer_error(asker, 503, "Too many games are being read: try again in a second.");
        free(asker);
    }
}
