/* Finished games over HTTP: lists, and exports of one game or all of somebody's. */
#include "address.h"
#include "base62.h"
#include "game_behind.h"
#include "game_export.h"
#include "game_json.h"
#include "game_pgn.h"
#include "game_query.h"
#include "memory.h"
#include "routes.h"
#include "snapshot.h"
#include "tournaments.h"
#include "tv_channel.h"

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

enum { LIST_RETRY = 1 /* s, for whoever searches for as many lists at once as they may */ };

/* A list under way: asked by the loop, made on the store's read thread, answered by the loop. */
typedef struct {
    Asker asker;
    GameQuery query;
    StoreFound found;
    Text text;
    StoreError error;
    char address[ADDRESS_MAX + 1];
} Listing;

static void print_listed(Listing *listing, StoreSnapshot *snapshot)
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
        print_listed(listing, snapshot);
}

static void end_list(Listing *listing)
{
    core_releases(api_options(listing->asker.api)->core, BOUND_GAME_LISTS, listing->address);
    text_clear(&listing->text);
    free(listing);
}

static void on_listed(void *context, StoreError error)
{
    Listing *listing = context;
    if (error == STORE_OK && listing->error == STORE_OK)
        answer_json(&listing->asker, 200, &listing->text);
    else
        answer_error(&listing->asker, 500, "The games cannot be read.");
    end_list(listing);
}

static void list_named(Call *call, const AccountsAnswer *answer)
{
    GameQuery query;
    const char *fault =
        game_query_read(&query, &call->params, answer->list, (GameShow){.opening = true});
    if (fault) {
        answer_error(&call->asker, 400, fault);
        return;
    }
    if (!core_takes(call->server->core, BOUND_GAME_LISTS, call->http->address)) {
        answer_flood(&call->asker, LIST_RETRY);
        return;
    }
    query.search.most = query.max < 0                  ? GAME_QUERY_LIST
                        : query.max < SEARCH_FOUND_MAX ? (int)query.max
                                                       : SEARCH_FOUND_MAX;
    Listing *listing = memory_new(sizeof *listing);
    listing->asker = call->asker;
    listing->query = query;
    snprintf(listing->address, sizeof listing->address, "%s", call->http->address);
    text_init(&listing->text);
    if (store_read(call->server->store, list_games, on_listed, listing))
        return;
    answer_error(&call->asker, 503, "Too many games are being read: try again in a second.");
    end_list(listing);
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

/* Those in progress first; 'finished' then says whether the others follow. */
static void export_ongoing(Call *call, GameQuery *query)
{
    bool and_finished = params_flag(&call->params, "finished", true);
    uint32_t count;
    GameId *ids = core_games_of(call->server->core, query->search.player, &count);
    if (and_finished)
        game_export_with(call, query, wants_json(call), ids, count);
    else
        game_export_ids(call, query, wants_json(call), ids, count);
    free(ids);
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
    else if (params_flag(&call->params, "ongoing", false))
        export_ongoing(call, &query);
    else
        game_export(call, &query, wants_json(call));
}

void games_of_user(Call *call)
{
    ask_named(call, call->parts[0], export_named);
}

/* Ids with commas between, as players' links have them, too, of which only the first letters count. False when one cannot be
 * a game's, or there are too many. */
static bool read_ids(const char *text, size_t length, GameId *ids, size_t *count)
{
    *count = 0;
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && text[end] != ',' && text[end] != '\n';)
            end++;
        while (at < end && text[at] == ' ')
            at++;
        if (at == end)
            continue;
        if (*count == EXPORT_IDS_MAX || end - at < GAME_ID_LENGTH)
            return false;
        GameId *id = &ids[(*count)++];
        *id = (GameId){{0}};
        memcpy(id->text, text + at, GAME_ID_LENGTH);
        if (!base62_is(id->text, GAME_ID_LENGTH))
            return false;
    }
    return true;
}

static void export_ids(Call *call, const AccountsAnswer *answer)
{
    static const GameShow SHOW = {.moves = true, .tags = true};
    GameId ids[EXPORT_IDS_MAX];
    size_t count;
    GameQuery query;
    const char *fault = game_query_read(&query, &call->params, answer->list, SHOW);
    if (fault)
        answer_error(&call->asker, 400, fault);
    else if (!read_ids(call->http->body, call->http->length, ids, &count))
        answer_error(&call->asker, 400, "The body must be ids of games with commas, at most 300.");
    else
        game_export_ids(call, &query, wants_json(call), ids, count);
}

void games_by_ids(Call *call)
{
    ask_named(call, NULL, export_ids);
}

/* ---- the games of a bulk pairing ---- */

typedef struct {
    const char *owner, *bulk;
    GameId ids[BULK_GAMES_MAX];
    size_t count;
} Bulk;

static void take_pair(void *context, const BulkPair *pair)
{
    Bulk *bulk = context;
    if (strcmp(pair->owner, bulk->owner) == 0 && strcmp(pair->bulk.text, bulk->bulk) == 0 &&
        bulk->count < BULK_GAMES_MAX)
        bulk->ids[bulk->count++] = challenge_game(&pair->challenge);
}

static void export_bulk(Call *call, const AccountsAnswer *answer)
{
    static const GameShow SHOW = {.moves = true, .tags = true};
    Bulk bulk = {.owner = call->identity.person.id, .bulk = call->parts[0]};
    GameQuery query;
    const char *fault = game_query_read(&query, &call->params, answer->list, SHOW);
    core_each_pair(call->server->core, take_pair, &bulk);
    if (fault)
        answer_error(&call->asker, 400, fault);
    else if (!bulk.count)
        answer_error(&call->asker, 404, "No such bulk pairing");
    else
        game_export_ids(call, &query, wants_json(call), bulk.ids, bulk.count);
}

void games_of_bulk(Call *call)
{
    ask_named(call, NULL, export_bulk);
}

/* The best games of a channel of TV. */
static void export_channel(Call *call, const AccountsAnswer *answer)
{
    enum { USUAL = 10, MOST = 30 }; /* as on lichess */
    static const GameShow SHOW = {.moves = true, .tags = true};
    TvChannel channel;
    GameNews best[MOST];
    GameId ids[MOST];
    GameQuery query;
    int64_t most = USUAL;
    const char *fault = game_query_read(&query, &call->params, answer->list, SHOW);
    if (!fault && params_find(&call->params, "nb") &&
        !params_integer(&call->params, "nb", 1, MOST, &most))
        fault = "nb: must be from 1 to 30";
    if (!tv_parse(call->parts[0], &channel)) {
        answer_error(&call->asker, 404, "No such channel");
        return;
    }
    if (fault) {
        answer_error(&call->asker, 400, fault);
        return;
    }
    size_t count = tv_games(call->server->core, channel, best, (size_t)most);
    for (size_t i = 0; i < count; i++)
        ids[i] = best[i].id;
    game_export_ids(call, &query, wants_json(call), ids, count);
}

void games_on_tv(Call *call)
{
    ask_named(call, NULL, export_channel);
}

typedef struct {
    Asker asker;
    const Tournaments *tournaments;
    GameShow show;
    bool json;
    char viewer[PERSON_ID_MAX + 1]; /* who asks, or "" */
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
    if (game) {
        GameDelay delay = tournaments_delay(single->tournaments, &game->game.id);
        game_delay(game, &delay, GAME_BEHIND_PLIES, single->viewer);
        answer_game(single, game);
    } else if (error == STORE_OK) {
        answer_error(&single->asker, 404, "Game not found.");
    } else {
        answer_error(&single->asker, 500, "The game cannot be read.");
    }
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
    *single = (Single){.asker = call->asker,
                       .tournaments = core_tournaments(call->server->core),
                       .show = query.show,
                       .json = wants_json(call)};
    snprintf(single->viewer, sizeof single->viewer, "%s", call->identity.person.id);
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
