/* Finished games over HTTP: lists, and exports of one game or all of somebody's. */
#include "game_export.h"
#include "game_json.h"
#include "game_pgn.h"
#include "game_query.h"
#include "memory.h"
#include "routes.h"
#include "snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ask_named(Call *call, const char *path, CallNext next)
{
    AccountRef refs[NAMED_COUNT];
    game_query_refs(&call->params, path, refs);
    accounts_find(call->server->accounts, refs, NAMED_COUNT, "", call_answered,
                  call_wait(call, next));
}

/* ---- lists ---- */

/* A list under way: asked by the loop, made on the store's read thread, answered by the loop. */
typedef struct {
    Asker asker;
    GameQuery query;
    StoreFound found;
    Text text;
    StoreError error;
} Listing;

static void print_found(Listing *listing, StoreSnapshot *snapshot)
{
    char line[STORE_LINE_MAX];
    StoreFound *found = &listing->found;
    text_open(&listing->text, NULL, '{');
    text_open(&listing->text, "games", '[');
    for (int i = 0; i < found->count; i++) {
        StoreGame head;
        if (snapshot_head(snapshot, found->at[i].number, &head, line) == STORE_OK &&
            head.id.text[0])
            game_json_head(&head, found->at[i].opening, &listing->text);
    }
    text_close(&listing->text, ']');
    if (found->next < 0)
        text_null(&listing->text, "next");
    else
        text_string(&listing->text, "next", snapshot_id(snapshot, found->next).text);
    text_close(&listing->text, '}');
}

static void list_games(void *context, StoreSnapshot *snapshot)
{
    Listing *listing = context;
    char line[STORE_LINE_MAX];
    GameId from;
    game_query_link(&listing->query);
    memcpy(from.text, listing->query.from, sizeof from.text);
    if (from.text[0] && !snapshot_number(snapshot, &from, &listing->query.search.from))
        listing->query.search.from = 0;
    listing->error = snapshot_search(snapshot, &listing->query.search, &listing->found, line);
    if (listing->error == STORE_OK)
        print_found(listing, snapshot);
}

static void on_listed(void *context, StoreError error)
{
    Listing *listing = context;
    if (error == STORE_OK && listing->error == STORE_OK)
        answer_json(&listing->asker, 200, &listing->text);
    else
        answer_error(&listing->asker, 500, "The games cannot be read.");
    text_clear(&listing->text);
    free(listing);
}

static void list_named(Call *call, const AccountsAnswer *answer)
{
    Listing *listing = memory_new(sizeof *listing);
    const char *fault =
        game_query_read(&listing->query, &call->params, answer->list, (GameShow){.opening = true});
    int64_t max = listing->query.max;
    listing->asker = call->asker;
    listing->query.search.most = max < 0                  ? GAME_QUERY_LIST
                                 : max < SEARCH_FOUND_MAX ? (int)max
                                                          : SEARCH_FOUND_MAX;
    text_init(&listing->text);
    if (!fault && store_read(call->server->store, list_games, on_listed, listing))
        return;
    answer_error(&call->asker, fault ? 400 : 503,
                 fault ? fault : "Too many games are being read: try again in a second.");
    free(listing);
}

void games_list(Call *call)
{
    ask_named(call, NULL, list_named);
}

/* ---- exports ---- */

static bool wants_json(const Call *call)
{
    const char *accept = call->http->accept;
    return accept && (strstr(accept, "json") != NULL);
}

static void export_named(Call *call, const AccountsAnswer *answer)
{
    static const GameShow SHOW = {.moves = true, .tags = true};
    GameQuery query;
    const char *fault = game_query_read(&query, &call->params, answer->list, SHOW);
    if (!fault &&
        !game_query_player(query.search.player, call->parts[0], &answer->list[NAMED_IN_PATH]))
        answer_error(&call->asker, 404, "Player not found.");
    else if (fault)
        answer_error(&call->asker, 400, fault);
    else
        game_export(call, &query, wants_json(call));
}

void games_of_user(Call *call)
{
    ask_named(call, call->parts[0], export_named);
}

typedef struct {
    Asker asker;
    GameShow show;
    bool json;
} Single;

static void answer_game(const Single *single, const StoredGame *game)
{
    Text text;
    text_init(&text);
    if (single->json && game_json(game, &single->show, &text))
        answer_json(&single->asker, 200, &text);
    else if (!single->json && game_pgn_of(game, &single->show, &text))
        answer_send(&single->asker, &(HttpAnswer){.status = 200,
                                                  .type = "application/x-chess-pgn; charset=utf-8",
                                                  .body = text.bytes,
                                                  .length = text.length,
                                                  .cache = "no-cache"});
    else
        answer_error(&single->asker, 500, "The game cannot be read.");
    text_clear(&text);
}

static void on_single(void *context, StoreError error, StoredGame *game)
{
    Single *single = context;
    if (game)
        answer_game(single, game);
    else if (error == STORE_OK)
        answer_error(&single->asker, 404, "Game not found.");
    else
        answer_error(&single->asker, 500, "The game cannot be read.");
    stored_game_free(game);
    free(single);
}

static void read_single(Call *call, const AccountsAnswer *answer)
{
    static const GameShow SHOW = {.moves = true, .tags = true, .clocks = true, .opening = true};
    GameQuery query;
    GameId id = {0};
    const char *fault = game_query_read(&query, &call->params, answer->list, SHOW);
    if (fault) {
        answer_error(&call->asker, 400, fault);
        return;
    }
    snprintf(id.text, sizeof id.text, "%.*s", (int)GAME_ID_LENGTH, call->parts[0]);
    Single *single = memory_new(sizeof *single);
    *single = (Single){call->asker, query.show, wants_json(call)};
    if (store_read_game(call->server->store, &id, on_single, single))
        return;
    answer_error(&call->asker, 503, "Too many games are being read: try again in a second.");
    free(single);
}

/* Only the first letters of an id count: a player's own link has more. */
void game_as_export(Call *call)
{
    ask_named(call, NULL, read_single);
}
