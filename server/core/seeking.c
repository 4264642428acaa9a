#include "seeking.h"

#include "apply.h"
#include "rated.h"
#include "start_game.h"
#include "tell.h"

#include <string.h>

_Static_assert((int)SEEK_ADDRESS_MAX == (int)VISITOR_ADDRESS_MAX, "a seek keeps the address whole");

static void tell_list(Core *core)
{
    core->lobby_told = lobby_version(core->lobby);
    core->lobby_at = core->now + LOBBY_EVERY;
    print_lobby(&core->text, core->lobby);
    tell_listeners(core, &core->lobby_listeners, 0);
}

/* Not cryptographic: two lists that share it are one time not told. */
static uint64_t hash_of(const Text *text)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < text->length; i++)
        hash = (hash ^ (unsigned char)text->bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static void print_who_is_here(Core *core)
{
    const Person *accounts[PEOPLE_SHOWN];
    PoolsView view = {.lobby = core->lobby, .accounts = accounts, .now = core->now};
    const Player *player;
    for (size_t at = 0; (player = hash_table_next(&core->players, &at));) {
        if (!player->visitors)
            continue;
        view.here++;
        if (!player->person.guest && view.accounts_count < PEOPLE_SHOWN)
            accounts[view.accounts_count++] = &player->person;
    }
    print_pools(&core->text, &view);
}

static void tell_pools(Core *core)
{
    core->pools_at = core->now + POOLS_EVERY;
    print_who_is_here(core);
    uint64_t hash = hash_of(&core->text);
    if (hash == core->pools_told)
        text_reset(&core->text);
    else
        tell_listeners(core, &core->lobby_listeners, 0);
    core->pools_told = hash;
}

void seeking_seek(Core *core, Visitor *visitor, const Request *request)
{
    if (!core_has_room_for(core, &visitor->player->person)) {
        tell_error(core, visitor->session, request, CODE_NOT_NOW,
                   "you have too many games in progress", 0);
        return;
    }
    Seek seek = {
        .id = core_draw_id(),
        .person = visitor->player->person,
        .session = visitor->session,
        .terms = request->seek.terms,
        .rating = request->seek.rating,
        .fallback = request->seek.has_fallback ? request->seek.fallback : core->options.fallback,
        .keep = request->seek.keep,
        .ask = request->seek.ask,
        .pool = request->seek.pool,
    };
    if (seek.person.guest)
        memcpy(seek.address, visitor->address, sizeof visitor->address);
    rated_show(core, &seek.person, &seek.terms.control, seek.terms.variant);
    bool paired;
    Pairing pairing;
    LobbyError error = lobby_seek(core->lobby, &seek, core->now, core_chance(), &paired, &pairing);
    if (error != LOBBY_OK) {
        tell_error(core, visitor->session, request, code_of_lobby(error), lobby_error_text(error),
                   0);
        return;
    }
    tell_ok(core, visitor->session, request, &(Ok){.seek = &seek.id}, 0);
    if (paired)
        beginning_of_pairing(core, &pairing);
}

void seeking_unseek(Core *core, Visitor *visitor, const Request *request)
{
    LobbyError error = lobby_unseek(core->lobby, &request->open.id, &visitor->player->person);
    if (error == LOBBY_OK)
        tell_ok(core, visitor->session, request, NULL, 0);
    else
        tell_error(core, visitor->session, request, code_of_lobby(error), lobby_error_text(error),
                   0);
}

void seeking_listen(Core *core, Visitor *visitor, const Request *request)
{
    tell_ok(core, visitor->session, request, NULL, 0);
    if (!request->listen.on) {
        listeners_remove(&core->lobby_listeners, visitor->session);
        return;
    }
    listeners_add(&core->lobby_listeners, visitor->session);
    print_lobby(&core->text, core->lobby);
    tell_session(core, visitor->session, 0);
    print_who_is_here(core);
    tell_session(core, visitor->session, 0);
}

/* ---- beside a game against the computer ---- */

static bool is_in_time(const Game *game)
{
    return !game_is_over(game) && room_line(game->room)->plies <= FOUND_PLIES;
}

void seeking_moved(Core *core, Game *game)
{
    if (!game->kept.text[0] || is_in_time(game))
        return;
    const Seek *seek = lobby_find(core->lobby, &game->kept);
    if (seek)
        lobby_unseek(core->lobby, &game->kept, &seek->person);
    game->kept = (LobbyId){{0}};
}

/* His game against the computer that a seek stands beside. */
static Game *find_kept(Core *core, const Person *person)
{
    const Player *player = player_find(&core->players, person->id);
    for (uint32_t i = 0; player && i < player->games_count; i++) {
        Game *game = core_game(core, &player->games[i]);
        if (game && game->kept.text[0])
            return game;
    }
    return NULL;
}

static void tell_found(Core *core, const Pairing *found)
{
    print_found(&core->text, &found->seek[0], &found->seek[1], &found->seat[1]);
    tell_session(core, found->session[0], 0);
}

/* He plays the person instead: what he had begun with the computer meanwhile is called off. */
static void leave_computer(Core *core, const Person *person)
{
    Game *game = find_kept(core, person);
    if (game)
        apply_call_off(core, game);
}

void seeking_decline(Core *core, Visitor *visitor, const Request *request)
{
    if (lobby_was_offered(core->lobby, &request->open.id, &visitor->player->person))
        tell_ok(core, visitor->session, request, NULL, 0);
    else
        tell_refusal(core, visitor->session, request, CODE_STALE);
}

void seeking_take(Core *core, Visitor *visitor, const Request *request)
{
    Pairing pairing;
    Person person = visitor->player->person;
    bool was_offered = lobby_was_offered(core->lobby, &request->open.id, &person);
    const Seek *seek = lobby_find(core->lobby, &request->open.id);
    if (seek)
        rated_show(core, &person, &seek->terms.control, seek->terms.variant);
    LobbyError error = lobby_take(core->lobby, &request->open.id, &person, visitor->session,
                                  core->now, core_chance(), &pairing);
    if (error != LOBBY_OK) {
        tell_error(core, visitor->session, request, code_of_lobby(error), lobby_error_text(error),
                   0);
        return;
    }
    Beginning beginning;
    pairing_beginning(&pairing, &beginning);
    Game *game = begin_game(core, &beginning);
    tell_ok(core, visitor->session, request, &(Ok){.game = &game->id}, game->journal);
    for (Color seat = WHITE; was_offered && seat <= BLACK; seat++)
        leave_computer(core, &pairing.seat[seat]);
    start_game_telling(core, game, &beginning);
}

void seeking_tick(Core *core)
{
    Pairing pairing;
    LobbyNews news;
    while ((news = lobby_tick(core->lobby, core->now, core_chance(), &pairing)) != LOBBY_QUIET)
        if (news == LOBBY_PAIRED)
            beginning_of_pairing(core, &pairing);
        else if (news == LOBBY_FOUND)
            tell_found(core, &pairing);
    if (core->lobby_listeners.count && core->now >= core->pools_at)
        tell_pools(core);
    if (core->lobby_listeners.count && lobby_version(core->lobby) != core->lobby_told &&
        core->now >= core->lobby_at)
        tell_list(core);
}

int64_t seeking_due(const Core *core)
{
    int64_t at = lobby_deadline(core->lobby);
    bool news = core->lobby_listeners.count && lobby_version(core->lobby) != core->lobby_told;
    if (core->lobby_listeners.count && core->pools_at < at)
        at = core->pools_at;
    return news && core->lobby_at < at ? core->lobby_at : at;
}
