#include "seeking.h"

#include "apply.h"
#include "beginning.h"
#include "rated.h"
#include "tell.h"

#include <string.h>

_Static_assert((int)SEEK_ADDRESS_MAX == (int)VISITOR_ADDRESS_MAX, "a seek keeps the address whole");

static void tell_list(Hall *hall)
{
    hall->lobby_told = lobby_version(hall->lobby);
    hall->lobby_at = hall->now + LOBBY_EVERY;
    print_lobby(&hall->text, hall->lobby);
    tell_listeners(hall, &hall->lobby_listeners, 0);
}

/* Not cryptographic: two lists that share it are one time not told. */
static uint64_t hash_of(const Text *text)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < text->length; i++)
        hash = (hash ^ (unsigned char)text->bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static void print_who_is_here(Hall *hall)
{
    const Person *people[PEOPLE_SHOWN];
    PoolsView view = {.lobby = hall->lobby, .people = people, .now = hall->now};
    const Player *player;
    for (size_t at = 0; (player = catalog_next(&hall->players, &at));) {
        if (!player->visitors)
            continue;
        view.here++;
        if (!player->person.guest && view.people_count < PEOPLE_SHOWN)
            people[view.people_count++] = &player->person;
    }
    print_pools(&hall->text, &view);
}

static void tell_pools(Hall *hall)
{
    hall->pools_at = hall->now + POOLS_EVERY;
    print_who_is_here(hall);
    uint64_t hash = hash_of(&hall->text);
    if (hash == hall->pools_told)
        text_reset(&hall->text);
    else
        tell_listeners(hall, &hall->lobby_listeners, 0);
    hall->pools_told = hash;
}

void seeking_seek(Hall *hall, Visitor *visitor, const Request *request)
{
    if (!hall_has_room_for(hall, &visitor->player->person)) {
        tell_error(hall, visitor->session, request, CODE_NOT_NOW,
                   "you have too many games in progress", 0);
        return;
    }
    Seek seek = {
        .id = hall_draw_id(),
        .person = visitor->player->person,
        .session = visitor->session,
        .terms = request->seek.terms,
        .rating = request->seek.rating,
        .fallback = request->seek.has_fallback ? request->seek.fallback : hall->options.fallback,
        .keep = request->seek.keep,
        .ask = request->seek.ask,
        .pool = request->seek.pool,
    };
    if (seek.person.guest)
        memcpy(seek.address, visitor->address, sizeof visitor->address);
    rated_show(hall, &seek.person, &seek.terms.control, seek.terms.variant);
    bool paired;
    Pairing pairing;
    LobbyError error = lobby_seek(hall->lobby, &seek, hall->now, hall_chance(), &paired, &pairing);
    if (error != LOBBY_OK) {
        tell_error(hall, visitor->session, request, code_of_lobby(error), lobby_error_text(error),
                   0);
        return;
    }
    tell_ok(hall, visitor->session, request, &(Ok){.seek = &seek.id}, 0);
    if (paired)
        beginning_of_pairing(hall, &pairing);
}

void seeking_unseek(Hall *hall, Visitor *visitor, const Request *request)
{
    LobbyError error = lobby_unseek(hall->lobby, &request->open.id, &visitor->player->person);
    if (error == LOBBY_OK)
        tell_ok(hall, visitor->session, request, NULL, 0);
    else
        tell_error(hall, visitor->session, request, code_of_lobby(error), lobby_error_text(error),
                   0);
}

void seeking_listen(Hall *hall, Visitor *visitor, const Request *request)
{
    tell_ok(hall, visitor->session, request, NULL, 0);
    if (!request->listen.on) {
        listeners_remove(&hall->lobby_listeners, visitor->session);
        return;
    }
    listeners_add(&hall->lobby_listeners, visitor->session);
    print_lobby(&hall->text, hall->lobby);
    tell_session(hall, visitor->session, 0);
    print_who_is_here(hall);
    tell_session(hall, visitor->session, 0);
}

/* ---- beside a game against the computer ---- */

static bool is_in_time(const Game *game)
{
    return !game_is_over(game) && room_line(game->room)->plies <= FOUND_PLIES;
}

void seeking_moved(Hall *hall, Game *game)
{
    if (!game->kept.text[0] || is_in_time(game))
        return;
    const Seek *seek = lobby_find(hall->lobby, &game->kept);
    if (seek)
        lobby_unseek(hall->lobby, &game->kept, &seek->person);
    game->kept = (LobbyId){{0}};
}

/* His game against the computer that a seek stands beside. */
static Game *find_kept(Hall *hall, const Person *person)
{
    const Player *player = player_find(&hall->players, person->id);
    for (uint32_t i = 0; player && i < player->games_count; i++) {
        Game *game = hall_game(hall, &player->games[i]);
        if (game && game->kept.text[0])
            return game;
    }
    return NULL;
}

static void tell_found(Hall *hall, const Pairing *found)
{
    print_found(&hall->text, &found->seek[0], &found->seek[1], &found->seat[1]);
    tell_session(hall, found->session[0], 0);
}

/* He plays the person instead: what he had begun with the computer meanwhile is called off. */
static void leave_computer(Hall *hall, const Person *person)
{
    Game *game = find_kept(hall, person);
    if (game)
        apply_call_off(hall, game);
}

void seeking_decline(Hall *hall, Visitor *visitor, const Request *request)
{
    if (lobby_was_offered(hall->lobby, &request->open.id, &visitor->player->person))
        tell_ok(hall, visitor->session, request, NULL, 0);
    else
        tell_refusal(hall, visitor->session, request, CODE_STALE);
}

void seeking_take(Hall *hall, Visitor *visitor, const Request *request)
{
    Pairing pairing;
    Person person = visitor->player->person;
    bool was_offered = lobby_was_offered(hall->lobby, &request->open.id, &person);
    const Seek *seek = lobby_find(hall->lobby, &request->open.id);
    if (seek)
        rated_show(hall, &person, &seek->terms.control, seek->terms.variant);
    LobbyError error = lobby_take(hall->lobby, &request->open.id, &person, visitor->session,
                                  hall->now, hall_chance(), &pairing);
    if (error != LOBBY_OK) {
        tell_error(hall, visitor->session, request, code_of_lobby(error), lobby_error_text(error),
                   0);
        return;
    }
    Beginning beginning;
    pairing_beginning(&pairing, &beginning);
    Game *game = begin_game(hall, &beginning);
    tell_ok(hall, visitor->session, request, &(Ok){.game = &game->id}, game->journal);
    for (Color seat = WHITE; was_offered && seat <= BLACK; seat++)
        leave_computer(hall, &pairing.seat[seat]);
    begin_telling(hall, game, &beginning);
}

void seeking_tick(Hall *hall)
{
    Pairing pairing;
    LobbyNews news;
    while ((news = lobby_tick(hall->lobby, hall->now, hall_chance(), &pairing)) != LOBBY_QUIET)
        if (news == LOBBY_PAIRED)
            beginning_of_pairing(hall, &pairing);
        else if (news == LOBBY_FOUND)
            tell_found(hall, &pairing);
    if (hall->lobby_listeners.count && hall->now >= hall->pools_at)
        tell_pools(hall);
    if (hall->lobby_listeners.count && lobby_version(hall->lobby) != hall->lobby_told &&
        hall->now >= hall->lobby_at)
        tell_list(hall);
}

int64_t seeking_due(const Hall *hall)
{
    int64_t at = lobby_deadline(hall->lobby);
    bool news = hall->lobby_listeners.count && lobby_version(hall->lobby) != hall->lobby_told;
    if (hall->lobby_listeners.count && hall->pools_at < at)
        at = hall->pools_at;
    return news && hall->lobby_at < at ? hall->lobby_at : at;
}
