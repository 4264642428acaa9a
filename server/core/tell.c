#include "tell.h"

static Packet *take_text(Core *core)
{
    if (core->text.length == 0)
        return NULL;
    Packet *packet = packet_new(core->text.bytes, core->text.length);
    text_reset(&core->text);
    return packet;
}

void tell_session(Core *core, SessionId session, uint64_t number)
{
    Packet *packet = take_text(core);
    if (!packet)
        return;
    session_push(core->options.sessions, session, packet, number);
    packet_release(packet);
}

void tell_player(Core *core, const Player *player, uint32_t scopes, uint64_t number)
{
    Packet *packet = take_text(core);
    if (!packet)
        return;
    for (const Visitor *visitor = player ? player->visitors : NULL; visitor;
         visitor = visitor->next)
        if (visitor_may(visitor, scopes))
            session_push(core->options.sessions, visitor->session, packet, number);
    packet_release(packet);
}

void tell_listeners(Core *core, const Listeners *listeners, uint64_t number)
{
    Packet *packet = take_text(core);
    if (!packet)
        return;
    listeners_push(listeners, core->options.sessions, packet, number);
    packet_release(packet);
}

void tell_game(Core *core, const Game *game, uint64_t number)
{
    Packet *packet = take_text(core);
    if (!packet)
        return;
    listeners_push(&game->players, core->options.sessions, packet, number);
    listeners_push(&game->watchers, core->options.sessions, packet, number);
    packet_release(packet);
}

void tell_ok(Core *core, SessionId session, const Request *request, const Ok *ok, uint64_t number)
{
    print_ok(&core->text, request, ok);
    tell_session(core, session, number);
}

void tell_error(Core *core, SessionId session, const Request *request, Code code, const char *why,
                uint64_t number)
{
    core->options.metrics->refusals_total++;
    print_error(&core->text, request, code, why);
    tell_session(core, session, number);
}

void tell_refusal(Core *core, SessionId session, const Request *request, Code code)
{
    tell_error(core, session, request, code, NULL, 0);
}

void tell_snapshot(Core *core, SessionId session, const Game *game)
{
    print_game(
        &core->text,
        &(GameView){.id = &game->id, .room = game->room, .seat = game->seat, .axis = core->now});
    tell_session(core, session, game->journal);
}
