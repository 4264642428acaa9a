/* Seeks: requests, the list of them for those who watch it, and games found. */
#include "seek_requests.h"

#include "array.h"
#include "memory.h"
#include "siphash.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

enum {
    LIST_EVERY = 1000,  /* the list of seeks is sent at most this often */
    POOLS_EVERY = 5000, /* and likewise who is online and how many wait for what */
    FOUND_PLIES = 20,   /* up to here a game against the computer may be called off for a person */
};

_Static_assert((int)SEEK_ADDRESS_MAX == (int)CLIENT_ADDRESS_MAX, "a seek keeps the address whole");

static void tell_list(Matchmaker *matchmaker)
{
    matchmaker->list_told = lobby_version(matchmaker->lobby);
    matchmaker->list_at = matchmaker->time->now + LIST_EVERY;
    print_lobby(&matchmaker->text, matchmaker->lobby);
    tell_listeners(matchmaker->clients, &matchmaker->text, &matchmaker->listeners, 0);
}

static void print_who_is_here(Matchmaker *matchmaker)
{
    Person here[PEOPLE_SHOWN];
    const Person *accounts[PEOPLE_SHOWN];
    PoolsView view = {
        .lobby = matchmaker->lobby, .accounts = accounts, .now = matchmaker->time->now};
    view.here = clients_here(matchmaker->clients, here, PEOPLE_SHOWN, &view.accounts_count);
    for (size_t i = 0; i < view.accounts_count; i++)
        accounts[i] = &here[i];
    print_pools(&matchmaker->text, &view);
}

static void tell_pools(Matchmaker *matchmaker)
{
    matchmaker->pools_at = matchmaker->time->now + POOLS_EVERY;
    print_who_is_here(matchmaker);
    /* If two different lists have the same hash, the second is not sent. */
    uint64_t hash = siphash(&matchmaker->kept.sip, matchmaker->text.bytes, matchmaker->text.length);
    if (hash == matchmaker->pools_told)
        text_reset(&matchmaker->text);
    else
        tell_listeners(matchmaker->clients, &matchmaker->text, &matchmaker->listeners, 0);
    matchmaker->pools_told = hash;
}

/* ---- games that seeks lead to ---- */

static NewGame game_of(const Pairing *pairing)
{
    bool computer =
        pairing->seat[WHITE].kind != PERSON_HUMAN || pairing->seat[BLACK].kind != PERSON_HUMAN;
    NewGame game = {
        .control = pairing->terms.control,
        .variant = pairing->terms.variant,
        .rated = pairing->terms.rated && !computer,
        .first_move = computer ? FIRST_MOVE_PATIENT
                               : live_first_move(&pairing->terms.control, pairing->terms.variant),
        .seat = {pairing->seat[WHITE], pairing->seat[BLACK]},
    };
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (pairing->seek[seat].text[0])
            game.origin[seat].seek = &pairing->seek[seat];
    return game;
}

/* A seek that stays open beside a game against the computer for a while. */
typedef struct {
    GameId game; /* the key */
    LobbyId seek;
} Kept;

void seeks_init(Matchmaker *matchmaker, const SipKey *sip)
{
    hash_table_init(&matchmaker->kept, offsetof(Kept, game), sip);
}

void seeks_clear(Matchmaker *matchmaker)
{
    Kept *kept;
    for (size_t at = 0; (kept = hash_table_next(&matchmaker->kept, &at));)
        free(kept);
    hash_table_clear(&matchmaker->kept);
}

static void keep_beside(Matchmaker *matchmaker, const GameId *game, const Pairing *pairing)
{
    Color seat = pairing->seat[WHITE].kind != PERSON_HUMAN ? BLACK : WHITE;
    Kept *kept = memory_new(sizeof *kept);
    kept->game = *game;
    kept->seek = pairing->seek[seat];
    hash_table_put(&matchmaker->kept, kept);
    live_keep_awake(matchmaker->options.live, game, true);
}

void matchmaker_game_moved(Matchmaker *matchmaker, const GameId *game, uint32_t plies, bool over)
{
    Kept *kept = hash_table_find(&matchmaker->kept, game->text);
    if (!kept || (!over && plies <= FOUND_PLIES))
        return;
    const Seek *seek = lobby_find(matchmaker->lobby, &kept->seek);
    if (seek)
        lobby_unseek(matchmaker->lobby, &kept->seek, &seek->person);
    hash_table_remove(&matchmaker->kept, kept);
    free(kept);
    live_keep_awake(matchmaker->options.live, game, false);
}

/* The seek's maker plays a person instead: the game against the computer is called off. */
static void leave_computer(Matchmaker *matchmaker, const LobbyId *seek)
{
    const Kept *kept;
    for (size_t at = 0; (kept = hash_table_next(&matchmaker->kept, &at));)
        if (lobby_id_equal(&kept->seek, seek))
            break;
    if (!kept)
        return;
    GameId game = kept->game; /* it is forgotten with the game's end */
    live_call_off(matchmaker->options.live, &game);
}

static BegunGame begin_game(Matchmaker *matchmaker, const NewGame *game)
{
    const MatchmakerHooks *hooks = &matchmaker->options.hooks;
    BegunGame begun = live_begin(matchmaker->options.live, game);
    for (Color seat = WHITE; hooks->paired && seat <= BLACK; seat++)
        if (game->origin[seat].seek)
            hooks->paired(hooks->context, game->seat[seat].id, game->origin[seat].seek, &begun.id);
    return begun;
}

static void begin(Matchmaker *matchmaker, const Pairing *pairing)
{
    NewGame game = game_of(pairing);
    BegunGame begun = begin_game(matchmaker, &game);
    if (pairing->asks)
        keep_beside(matchmaker, &begun.id, pairing);
    live_announce(matchmaker->options.live, &begun.id, &game);
}

/* ---- people who have gone ---- */

/* Those who are back, or no longer have seeks. */
static void release_held(Matchmaker *matchmaker)
{
    for (size_t i = matchmaker->held_count; i-- > 0;) {
        char *person = matchmaker->held[i];
        if (!clients_is_here(matchmaker->clients, person) &&
            lobby_count_of(matchmaker->lobby, person) > 0)
            continue;
        clients_release(matchmaker->clients, person);
        memmove(person, matchmaker->held[--matchmaker->held_count], sizeof *matchmaker->held);
    }
}

void seeks_keep_known(Matchmaker *matchmaker, const Person *person)
{
    clients_hold(matchmaker->clients, person);
    matchmaker->held = array_reserve(matchmaker->held, &matchmaker->held_capacity,
                                     matchmaker->held_count + 1, sizeof *matchmaker->held);
    memcpy(matchmaker->held[matchmaker->held_count++], person->id, sizeof person->id);
}

/* ---- requests ---- */

void matchmaker_seek(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    if (!live_has_room_for(matchmaker->options.live, client->person.id)) {
        tell_error(matchmaker->clients, client->session, request, CODE_NOT_NOW,
                   "you have too many games in progress", 0);
        return;
    }
    Seek seek = {
        .id = matchmaker_draw_id(),
        .person = client->person,
        .session = client->session,
        .terms = request->seek.terms,
        .rating = request->seek.rating,
        .fallback =
            request->seek.has_fallback ? request->seek.fallback : matchmaker->options.fallback,
        .keep = request->seek.keep,
        .ask = request->seek.ask,
        .pool = request->seek.pool,
    };
    if (live_is_casual(matchmaker->options.live))
        seek.terms.rated = false;
    memcpy(seek.address, client->address, sizeof client->address);
    clients_show(matchmaker->clients, &seek.person,
                 category_of(&seek.terms.control, seek.terms.variant), matchmaker->time->wall);
    bool paired;
    Pairing pairing;
    LobbyError error = lobby_seek(matchmaker->lobby, &seek, matchmaker->time->now,
                                  matchmaker_chance(), &paired, &pairing);
    if (error != LOBBY_OK) {
        tell_error(matchmaker->clients, client->session, request, code_of_lobby(error),
                   lobby_error_text(error), 0);
        return;
    }
    tell_ok(matchmaker->clients, client->session, request, &(Ok){.seek = &seek.id}, 0);
    if (paired)
        begin(matchmaker, &pairing);
    else if (matchmaker->options.hooks.seek)
        matchmaker->options.hooks.seek(matchmaker->options.hooks.context, &seek);
}

bool matchmaker_has_seek(const Matchmaker *matchmaker, const LobbyId *id)
{
    return lobby_find(matchmaker->lobby, id) != NULL;
}

void matchmaker_unseek(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    LobbyError error = lobby_unseek(matchmaker->lobby, &request->open.id, &client->person);
    if (error == LOBBY_OK)
        tell_ok(matchmaker->clients, client->session, request, NULL, 0);
    else
        tell_error(matchmaker->clients, client->session, request, code_of_lobby(error),
                   lobby_error_text(error), 0);
}

void matchmaker_watch_lobby(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    tell_ok(matchmaker->clients, client->session, request, NULL, 0);
    if (!request->listen.on) {
        listeners_remove(&matchmaker->listeners, client->session);
        return;
    }
    listeners_add(&matchmaker->listeners, client->session);
    print_lobby(&matchmaker->text, matchmaker->lobby);
    tell_session(matchmaker->clients, &matchmaker->text, client->session, 0);
    print_who_is_here(matchmaker);
    tell_session(matchmaker->clients, &matchmaker->text, client->session, 0);
}

static void tell_found(Matchmaker *matchmaker, const Pairing *found)
{
    print_found(&matchmaker->text, &found->seek[0], &found->seek[1], &found->seat[1]);
    tell_session(matchmaker->clients, &matchmaker->text, found->session[0], 0);
}

void matchmaker_decline_seek(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    if (lobby_was_offered(matchmaker->lobby, &request->open.id, &client->person))
        tell_ok(matchmaker->clients, client->session, request, NULL, 0);
    else
        tell_refusal(matchmaker->clients, client->session, request, CODE_STALE);
}

void matchmaker_take_seek(Matchmaker *matchmaker, const Client *client, const Request *request)
{
    Pairing pairing;
    Person person = client->person;
    bool was_offered = lobby_was_offered(matchmaker->lobby, &request->open.id, &person);
    const Seek *seek = lobby_find(matchmaker->lobby, &request->open.id);
    if (seek)
        clients_show(matchmaker->clients, &person,
                     category_of(&seek->terms.control, seek->terms.variant),
                     matchmaker->time->wall);
    LobbyError error = lobby_take(matchmaker->lobby, &request->open.id, &person, client->session,
                                  matchmaker->time->now, matchmaker_chance(), &pairing);
    if (error != LOBBY_OK) {
        tell_error(matchmaker->clients, client->session, request, code_of_lobby(error),
                   lobby_error_text(error), 0);
        return;
    }
    NewGame game = game_of(&pairing);
    BegunGame begun = begin_game(matchmaker, &game);
    tell_ok(matchmaker->clients, client->session, request, &(Ok){.game = &begun.id}, begun.number);
    for (Color seat = WHITE; was_offered && seat <= BLACK; seat++)
        leave_computer(matchmaker, &pairing.seek[seat]);
    live_announce(matchmaker->options.live, &begun.id, &game);
}

void matchmaker_seeks_tick(Matchmaker *matchmaker)
{
    Pairing pairing;
    LobbyNews news;
    while ((news = lobby_tick(matchmaker->lobby, matchmaker->time->now, matchmaker_chance(),
                              &pairing)) != LOBBY_QUIET)
        if (news == LOBBY_PAIRED)
            begin(matchmaker, &pairing);
        else if (news == LOBBY_FOUND)
            tell_found(matchmaker, &pairing);
    release_held(matchmaker);
    if (matchmaker->listeners.count && matchmaker->time->now >= matchmaker->pools_at)
        tell_pools(matchmaker);
    if (matchmaker->listeners.count && lobby_version(matchmaker->lobby) != matchmaker->list_told &&
        matchmaker->time->now >= matchmaker->list_at)
        tell_list(matchmaker);
}

int64_t matchmaker_seeks_due(const Matchmaker *matchmaker)
{
    int64_t at = lobby_deadline(matchmaker->lobby);
    bool news =
        matchmaker->listeners.count && lobby_version(matchmaker->lobby) != matchmaker->list_told;
    if (matchmaker->listeners.count && matchmaker->pools_at < at)
        at = matchmaker->pools_at;
    return news && matchmaker->list_at < at ? matchmaker->list_at : at;
}

/* ---- operators ---- */

void matchmaker_withdraw(Matchmaker *matchmaker, const Seek *seek, const char *words)
{
    lobby_unseek(matchmaker->lobby, &seek->id, &seek->person);
    print_notice(&matchmaker->text, words);
    tell_session(matchmaker->clients, &matchmaker->text, seek->session, 0);
}
