#include "seeking.h"

#include "beginning.h"
#include "rated.h"
#include "tell.h"

static void tell_list(Hall *hall)
{
    hall->lobby_told = lobby_version(hall->lobby);
    hall->lobby_at = hall->now + LOBBY_EVERY;
    print_lobby(&hall->text, hall->lobby);
    tell_listeners(hall, &hall->lobby_listeners, 0);
}

void seeking_seek(Hall *hall, Visitor *visitor, const Request *request)
{
    if (!hall_has_room_for(hall, &visitor->player->person)) {
        tell_error(hall, visitor->session, request, CODE_NOT_NOW,
                   "you have too many games that go on", 0);
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
    };
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
}

void seeking_take(Hall *hall, Visitor *visitor, const Request *request)
{
    Pairing pairing;
    Person person = visitor->player->person;
    const Seek *seek = lobby_find(hall->lobby, &request->open.id);
    if (seek)
        rated_show(hall, &person, &seek->terms.control, seek->terms.variant);
    LobbyError error = lobby_take(hall->lobby, &request->open.id, &person, visitor->session,
                                  hall_chance(), &pairing);
    if (error != LOBBY_OK) {
        tell_error(hall, visitor->session, request, code_of_lobby(error), lobby_error_text(error),
                   0);
        return;
    }
    Beginning beginning;
    pairing_beginning(&pairing, &beginning);
    Game *game = begin_game(hall, &beginning);
    tell_ok(hall, visitor->session, request, &(Ok){.game = &game->id}, game->journal);
    begin_telling(hall, game, &beginning);
}

void seeking_tick(Hall *hall)
{
    Pairing pairing;
    LobbyNews news;
    while ((news = lobby_tick(hall->lobby, hall->now, hall_chance(), &pairing)) != LOBBY_QUIET)
        if (news == LOBBY_PAIRED)
            beginning_of_pairing(hall, &pairing);
    if (hall->lobby_listeners.count && lobby_version(hall->lobby) != hall->lobby_told &&
        hall->now >= hall->lobby_at)
        tell_list(hall);
}

int64_t seeking_due(const Hall *hall)
{
    int64_t at = lobby_deadline(hall->lobby);
    bool news = hall->lobby_listeners.count && lobby_version(hall->lobby) != hall->lobby_told;
    return news && hall->lobby_at < at ? hall->lobby_at : at;
}
