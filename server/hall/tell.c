#include "tell.h"

static Packet *take_text(Hall *hall)
{
    if (hall->text.length == 0)
        return NULL;
    Packet *packet = packet_new(hall->text.bytes, hall->text.length);
    text_reset(&hall->text);
    return packet;
}

void tell_session(Hall *hall, SessionId session, uint64_t number)
{
    Packet *packet = take_text(hall);
    if (!packet)
        return;
    session_push(hall->options.sessions, session, packet, number);
    packet_release(packet);
}

void tell_player(Hall *hall, const Player *player, uint32_t scopes, uint64_t number)
{
    Packet *packet = take_text(hall);
    if (!packet)
        return;
    for (const Visitor *visitor = player ? player->visitors : NULL; visitor;
         visitor = visitor->next)
        if (visitor_may(visitor, scopes))
            session_push(hall->options.sessions, visitor->session, packet, number);
    packet_release(packet);
}

void tell_listeners(Hall *hall, const Listeners *listeners, uint64_t number)
{
    Packet *packet = take_text(hall);
    if (!packet)
        return;
    listeners_push(listeners, hall->options.sessions, packet, number);
    packet_release(packet);
}

void tell_game(Hall *hall, const Game *game, uint64_t number)
{
    Packet *packet = take_text(hall);
    if (!packet)
        return;
    listeners_push(&game->players, hall->options.sessions, packet, number);
    listeners_push(&game->watchers, hall->options.sessions, packet, number);
    packet_release(packet);
}

void tell_ok(Hall *hall, SessionId session, const Request *request, const Ok *ok, uint64_t number)
{
    print_ok(&hall->text, request, ok);
    tell_session(hall, session, number);
}

void tell_error(Hall *hall, SessionId session, const Request *request, Code code, const char *why,
                uint64_t number)
{
    hall->options.metrics->refusals_total++;
    print_error(&hall->text, request, code, why);
    tell_session(hall, session, number);
}

void tell_refusal(Hall *hall, SessionId session, const Request *request, Code code)
{
    tell_error(hall, session, request, code, NULL, 0);
}

void tell_snapshot(Hall *hall, SessionId session, const Game *game)
{
    print_game(
        &hall->text,
        &(GameView){.id = &game->id, .room = game->room, .seat = game->seat, .axis = hall->now});
    tell_session(hall, session, game->journal);
}
