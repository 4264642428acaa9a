#include "game_export.h"

#include "address.h"
#include "game_behind.h"
#include "game_json.h"
#include "game_pgn.h"
#include "memory.h"
#include "snapshot.h"
#include "tournaments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Export {
    Export *next; /* of the API's list */
    Api *api;
    const ApiOptions *server;
    ExchangeId exchange;
    char address[ADDRESS_MAX + 1];
    int64_t since; /* wall clock, ms: when it began to wait for its client */
    GameQuery query;
    bool json;
    int64_t left;                   /* games; -1: all */
    char viewer[PERSON_ID_MAX + 1]; /* who asks, or "" */
    bool by_ids;                    /* these games, instead of what 'query' finds, */
    bool and_query;                 /* or before it */
    GameOccasions *occasions;       /* NULL: none */
    GameDelays *delays;             /* of tournaments, as they were when it began */
    GameId *ids;                    /* as they were given; NULL once their numbers are known */
    int64_t *numbers;               /* newest first */
    size_t count, next_number;
    bool reading, over; /* the read thread has it; no more of it is wanted */
    /* What the read thread makes. */
    Text piece;
    StoreFound found;
    StoreError error;
};

static void free_export(Export *export)
{
    text_clear(&export->piece);
    free(export->ids);
    free(export->numbers);
    game_occasions_free(export->occasions);
    game_delays_free(export->delays);
    free(export);
}

/* It is over, and no longer counts. If the read thread has it, it is freed when it comes back. */
static void end_export(Export *export)
{
    Export **at = &export->api->exports;
    while (*at != export)
        at = &(*at)->next;
    *at = export->next;
    core_leaves_place(export->server->core, BOUND_EXPORTS, BOUND_ALL_EXPORTS, export->address);
    export->over = true;
    if (!export->reading)
        free_export(export);
}

/* The client notices that it is incomplete. */
static void cut(Export *export)
{
    net_stream_cut(export->server->net, export->exchange);
    end_export(export);
}

/* ---- on the read thread ---- */

/* Says in a game's place that it is damaged: a line that PGN readers skip, or an object of its own. */
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

static bool print_pgn(Export *export, const StoredGame *game)
{
    char place[OCCASION_ROUND_SIZE];
    GameOccasion occasion;
    GameShow show = export->query.show;
    if (game_occasions_find(export->occasions, game->game.id.text, place, &occasion))
        show.occasion = &occasion;
    return game_pgn_of(game, &show, &export->piece);
}

static void append_game(Export *export, StoreSnapshot *snapshot, int64_t number)
{
    char line[STORE_LINE_MAX];
    StoredGame *game = NULL;
    StoreError error = snapshot_game(snapshot, number, &game, line);
    bool printed = false;
    if (error == STORE_OK && !game)
        return;
    if (game) {
        GameDelay delay = game_delays_find(export->delays, &game->game.id);
        game_delay(game, &delay, GAME_BEHIND_PLIES, export->viewer);
    }
    export->piece.depth = 0;
    if (game && export->json)
        printed = game_json(game, &export->query.show, &export->piece);
    else if (game)
        printed = print_pgn(export, game);
    if (!printed)
        print_damage(export, snapshot_id(snapshot, number).text,
                     error == STORE_OK ? "its events do not follow" : store_error_text(error));
    text_append(&export->piece, "\n", 1);
    stored_game_free(game);
}

static int most_of(const Export *export)
{
    return export->left >= 0 && export->left < EXPORT_GAMES ? (int)export->left : EXPORT_GAMES;
}

static int newer_first(const void *one, const void *other)
{
    const int64_t *a = one, *b = other;
    return (*a < *b) - (*a > *b);
}

/* The games that the ids name, each once. */
static void find_numbers(Export *export, const StoreSnapshot *snapshot)
{
    size_t found = 0;
    export->numbers = memory_array(export->count + 1, sizeof *export->numbers);
    for (size_t i = 0; i < export->count; i++)
        found += snapshot_number(snapshot, &export->ids[i], &export->numbers[found]);
    free(export->ids);
    export->ids = NULL;
    if (found)
        qsort(export->numbers, found, sizeof *export->numbers, newer_first);
    export->count = 0;
    for (size_t i = 0; i < found; i++)
        if (i == 0 || export->numbers[i] != export->numbers[i - 1])
            export->numbers[export->count++] = export->numbers[i];
}

static void make_piece_of_ids(Export *export, StoreSnapshot *snapshot)
{
    if (export->ids)
        find_numbers(export, snapshot);
    for (int i = 0; i < most_of(export) && export->next_number < export->count &&
                    export->piece.length < EXPORT_PIECE_MAX;
         i++) {
        append_game(export, snapshot, export->numbers[export->next_number++]);
        export->left -= export->left > 0;
    }
    bool is_last = export->next_number == export->count;
    export->by_ids = !is_last || !export->and_query;
    export->found.next = is_last && export->by_ids ? -1 : 0;
    export->error = STORE_OK;
}

/* One piece; the next one continues where it ends. */
static void make_piece(void *context, StoreSnapshot *snapshot)
{
    Export *export = context;
    if (export->by_ids) {
        make_piece_of_ids(export, snapshot);
        return;
    }
    char line[STORE_LINE_MAX];
    StoreFound *found = &export->found;
    game_query_link(&export->query);
    export->query.search.most = most_of(export);
    export->error = snapshot_search(snapshot, &export->query.search, found, line);
    if (export->error != STORE_OK)
        return;
    int printed = 0;
    while (printed < found->count && export->piece.length < EXPORT_PIECE_MAX)
        append_game(export, snapshot, found->at[printed++].number);
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
    export->reading = store_read_in_background(export->server->store, make_piece, on_piece, export);
    if (!export->reading)
        cut(export);
}

static void on_piece(void *context, StoreError error)
{
    Export *export = context;
    export->reading = false;
    if (export->over) {
        free_export(export);
        return;
    }
    const ApiOptions *server = export->server;
    export->since = core_wall(server->core);
    if (error != STORE_OK || export->error != STORE_OK ||
        core_bans_address(server->core, export->address)) {
        cut(export);
        return;
    }
    bool is_last = export->found.next < 0 || export->left == 0;
    bool is_empty = export->piece.length == 0;
    net_stream_write(server->net, export->exchange, export->piece.bytes, export->piece.length);
    text_reset(&export->piece);
    if (is_last) {
        net_stream_end(server->net, export->exchange);
        end_export(export);
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
    end_export(export);
}

size_t game_exports_ban(Api *api, const CoreBan *ban)
{
    size_t ended = 0;
    for (Export *export = api->exports, *next; export; export = next) {
        next = export->next;
        if (!core_ban_concerns(ban, export->viewer, export->address))
            continue;
        cut(export);
        ended++;
    }
    return ended;
}

void game_exports_forget(Api *api)
{
    while (api->exports)
        end_export(api->exports);
}

/* ---- who may have one ---- */

static uint32_t held_by(const Export *exports, const char *address)
{
    uint32_t count = 0;
    for (; exports; exports = exports->next)
        count += strcmp(exports->address, address) == 0;
    return count;
}

/* ms that it has waited for its client; none while its next piece is being printed. */
static int64_t waited(const Export *export, int64_t now)
{
    return export->reading ? 0 : now - export->since;
}

/* Of those whose address has the most, the one that has waited longest. */
static Export *find_victim(Export *exports, int64_t now)
{
    Export *victim = NULL;
    for (Export *export = exports; export; export = export->next) {
        uint32_t held = held_by(exports, export->address);
        uint32_t most = victim ? held_by(exports, victim->address) : 0;
        if (!victim || held > most || (held == most && waited(export, now) >= waited(victim, now)))
            victim = export;
    }
    return victim;
}

static bool has_place(Call *call)
{
    Core *core = call->server->core;
    Export *exports = call->asker.api->exports;
    if (core_takes_place(core, BOUND_EXPORTS, BOUND_ALL_EXPORTS, call->http->address))
        return true;
    uint32_t own = held_by(exports, call->http->address);
    Export *victim = find_victim(exports, call->now);
    if (!core_has_room(core, BOUND_EXPORTS, call->http->address) || !victim ||
        (held_by(exports, victim->address) <= own + 1 &&
         waited(victim, call->now) < EXPORT_STALLED))
        return false;
    cut(victim);
    return core_takes_place(core, BOUND_EXPORTS, BOUND_ALL_EXPORTS, call->http->address);
}

/* NULL, and the call answered, when it may not have one. */
static Export *new_export(Call *call, const GameQuery *query, bool json)
{
    const ApiOptions *server = call->server;
    if (!call_is_allowed(call, LIMIT_EXPORT, call->http->address))
        return NULL;
    if (!has_place(call)) {
        answer_flood(&call->asker, EXPORT_STALLED / 1000);
        return NULL;
    }
    Export *export = memory_new(sizeof *export);
    *export = (Export){.next = call->asker.api->exports,
                       .api = call->asker.api,
                       .server = server,
                       .exchange = call->asker.exchange,
                       .since = call->now,
                       .query = *query,
                       .delays = tournaments_delays(core_tournaments(server->core)),
                       .json = json,
                       .left = query->max};
    snprintf(export->address, sizeof export->address, "%s", call->http->address);
    snprintf(export->viewer, sizeof export->viewer, "%s", call->identity.person.id);
    export->api->exports = export;
    text_init(&export->piece);
    return export;
}

static void begin(Export *export)
{
    HttpAnswer head = {.status = 200,
                       .type = export->json ? "application/x-ndjson"
                                            : "application/x-chess-pgn; charset=utf-8",
                       .cache = "no-store",
                       .cors = true};
    StreamHooks hooks = {.context = export, .ready = on_ready, .gone = on_gone};
    if (!net_stream(export->server->net, export->exchange, &head, &hooks))
        end_export(export);
}

static void take_ids(Export *export, const GameId *ids, size_t count)
{
    export->count = count;
    export->ids = memory_array(count + 1, sizeof *ids);
    if (count)
        memcpy(export->ids, ids, count * sizeof *ids);
}

void game_export(Call *call, const GameQuery *query, bool json)
{
    Export *export = new_export(call, query, json);
    if (export)
        begin(export);
}

void game_export_with(Call *call, const GameQuery *query, bool json, const GameId *ids,
                      size_t count)
{
    Export *export = new_export(call, query, json);
    if (!export)
        return;
    export->by_ids = export->and_query = true;
    take_ids(export, ids, count);
    begin(export);
}

void game_export_ids(Call *call, const GameQuery *query, bool json, const GameId *ids, size_t count)
{
    game_export_of(call, query, json, ids, count, NULL);
}

void game_export_of(Call *call, const GameQuery *query, bool json, const GameId *ids, size_t count,
                    GameOccasions *occasions)
{
    Export *export = new_export(call, query, json);
    if (!export) {
        game_occasions_free(occasions);
        return;
    }
    export->occasions = occasions;
    export->by_ids = true;
    export->left = -1;
    take_ids(export, ids, count);
    begin(export);
}
