/* Games over HTTP. */
#include "game_pgn.h"
#include "memory.h"
#include "routes.h"
#include "tournaments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game that is being read. */
typedef struct {
    Asker asker;
    const Tournaments *tournaments;
    char viewer[PERSON_ID_MAX + 1]; /* who asks, or "" */
} Download;

static void on_game_read(void *context, StoreError error, StoredGame *game)
{
    Download *download = context;
    const Asker *asker = &download->asker;
    Text text;
    char file[GAME_ID_LENGTH + sizeof ".pgn"];
    text_init(&text);
    if (game) {
        GameDelay delay = tournaments_delay(download->tournaments, &game->game.id);
        game_delay(game, &delay, 0, download->viewer);
    }
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
    free(download);
}

void game_as_pgn(Call *call)
{
    GameId game = {0};
    if (strlen(call->parts[0]) != GAME_ID_LENGTH) {
        answer_error(&call->asker, 404, "Game not found.");
        return;
    }
    memcpy(game.text, call->parts[0], GAME_ID_LENGTH);
    Download *download = memory_new(sizeof *download);
    *download =
        (Download){.asker = call->asker, .tournaments = core_tournaments(call->server->core)};
    snprintf(download->viewer, sizeof download->viewer, "%s", call->identity.person.id);
    if (!store_read_game(call->server->store, &game, on_game_read, download)) {
        answer_error(&call->asker, 503, "Too many games are being read: try again in a second.");
        free(download);
    }
}
