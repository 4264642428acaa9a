#include "tell.h"

#include <stdlib.h>

Packet *tell_packet(Text *text)
{
    if (text->length == 0)
        return NULL;
    Packet *packet = packet_new(text->bytes, text->length);
    text_reset(text);
    return packet;
}

void tell_session(Clients *clients, Text *text, SessionId session, uint64_t number)
{
    Packet *packet = tell_packet(text);
    if (!packet)
        return;
    clients_push(clients, session, packet, number);
    packet_release(packet);
}

void tell_person(Clients *clients, Text *text, const char *person, uint32_t scopes, uint64_t number)
{
    Client client = {0};
    Packet *packet = tell_packet(text);
    if (!packet)
        return;
    while (clients_next(clients, person, scopes, &client))
        clients_push(clients, client.session, packet, number);
    packet_release(packet);
}

void tell_everybody(Clients *clients, Text *text, uint64_t number)
{
    SessionId *sessions;
    Packet *packet = tell_packet(text);
    if (!packet)
        return;
    size_t count = clients_at_address(clients, NULL, &sessions);
    for (size_t i = 0; i < count; i++)
        clients_push(clients, sessions[i], packet, number);
    free(sessions);
    packet_release(packet);
}

void tell_listeners(Clients *clients, Text *text, const Listeners *listeners, uint64_t number)
{
    Packet *packet = tell_packet(text);
    if (!packet)
        return;
    listeners_push(listeners, clients, packet, number);
    packet_release(packet);
}

uint64_t tell_ok(Clients *clients, SessionId session, const Request *request, const Ok *ok,
                 uint64_t number)
{
    Text text;
    number = clients_note_answer(clients, session, request, CODE_OK, ok, number);
    text_init(&text);
    print_ok(&text, request, ok);
    tell_session(clients, &text, session, number);
    text_clear(&text);
    return number;
}

void tell_error(Clients *clients, SessionId session, const Request *request, Code code,
                const char *why, uint64_t number)
{
    Text text;
    text_init(&text);
    clients_note_refusal(clients);
    number = clients_note_answer(clients, session, request, code, NULL, number);
    print_error(&text, request, code, why);
    tell_session(clients, &text, session, number);
    text_clear(&text);
}

void tell_refusal(Clients *clients, SessionId session, const Request *request, Code code)
{
    tell_error(clients, session, request, code, NULL, 0);
}
