#include "game_export.h"

#include "game_json.h"
#include "game_pgn.h"
#include "memory.h"
#include "reading.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Ws *ws;
    Store *store;
    ExchangeId exchange;
    GameQuery query;
    bool json;
    int64_t left;       /* games; -1: all */
    bool reading, gone; /* the read thread has it; nobody listens */
    /* What the read thread makes. */
    Text piece;
    StoreFound found;
    StoreError error;
} Export;

static void free_export(Export *export)
{
    text_clear(&export->piece);
    free(export);
}

/* ---- on the read thread ---- */

/* That a game is damaged is said in its place: a line that PGN passes over, or an object of its own. */
static void print_damage(Export *export, const char *id, const char *why)
{
    Text *text = &export->piece;
    if (export->json) {
        text_open(text, NULL, '{');
        text_string(text, "id", id);
        text_string(text, "error", why);
        text_close(text, '}');
        return;
    }
    text_append(text, "% ", 2);
    text_append(text, id, strlen(id));
    text_append(text, ": ", 2);
    text_append(text, why, strlen(why));
    text_append(text, "\n", 1);
}

static void print_game(Export *export, StoreReading *reading, int64_t number)
{
    char line[STORE_LINE_MAX];
    StoredGame *game = NULL;
    StoreError error = reading_game(reading, number, &game, line);
    bool printed = false;
    if (error == STORE_OK && !game)
        return;
    export->piece.depth = 0;
    if (game && export->json)
        printed = game_json(game, &export->query.show, &export->piece);
    else if (game)
        printed = game_pgn_of(game, &export->query.show, &export->piece);
    if (!printed)
        print_damage(export, reading_id(reading, number).text,
                     error == STORE_OK ? "its events do not follow" : line);
    text_append(&export->piece, "\n", 1);
    stored_game_free(game);
}

static int most_of(const Export *export)
{
    return export->left >= 0 && export->left < EXPORT_GAMES ? (int)export->left : EXPORT_GAMES;
}

/* One piece; where it was cut the next one goes on. */
static void make_piece(void *context, StoreReading *reading)
{
    Export *export = context;
    char line[STORE_LINE_MAX];
    StoreFound *found = &export->found;
    game_query_link(&export->query);
    export->query.search.most = most_of(export);
    export->error = reading_search(reading, &export->query.search, found, line);
    if (export->error != STORE_OK)
        return;
    int printed = 0;
    while (printed < found->count && export->piece.length < EXPORT_PIECE_MAX)
        print_game(export, reading, found->at[printed++].number);
    if (printed < found->count)
        found->next = found->at[printed - 1].number;
    export->query.search.from = found->next;
    if (export->left > 0)
        export->left -= printed;
}

/* ---- on the loop ---- */

static void on_piece(void *context, StoreError error);

static void make_next(Export *export)
{
    export->reading = store_read(export->store, make_piece, on_piece, export);
    if (!export->reading) {
        ws_stream_cut(export->ws, export->exchange);
        free_export(export);
    }
}

static void on_piece(void *context, StoreError error)
{
    Export *export = context;
    export->reading = false;
    if (export->gone) {
        free_export(export);
        return;
    }
    if (error != STORE_OK || export->error != STORE_OK) {
        ws_stream_cut(export->ws, export->exchange);
        free_export(export);
        return;
    }
    bool is_last = export->found.next < 0 || export->left == 0;
    bool is_empty = export->piece.length == 0;
    ws_stream_write(export->ws, export->exchange, export->piece.bytes, export->piece.length);
    text_reset(&export->piece);
    if (is_last) {
        ws_stream_end(export->ws, export->exchange);
        free_export(export);
    } else if (is_empty) {
        make_next(export); /* nothing was found so far, so nothing will be ready */
    }
}

static void on_ready(void *context)
{
    Export *export = context;
    if (!export->reading)
        make_next(export);
}

static void on_gone(void *context)
{
    Export *export = context;
    export->gone = true;
    if (!export->reading)
        free_export(export);
}

void game_export(const Asker *asker, const GameQuery *query, bool json)
{
    const ApiOptions *server = api_options(asker->api);
    Export *export = memory_new(sizeof *export);
    *export = (Export){.ws = server->ws,
                       .store = server->store,
                       .exchange = asker->exchange,
                       .query = *query,
                       .json = json,
                       .left = query->max};
    text_init(&export->piece);
    HttpAnswer head = {.status = 200,
                       .type =
                           json ? "application/x-ndjson" : "application/x-chess-pgn; charset=utf-8",
                       .cache = "no-store"};
    StreamHooks hooks = {export, on_ready, on_gone};
    if (!ws_stream(server->ws, asker->exchange, &head, &hooks))
        free_export(export);
}
