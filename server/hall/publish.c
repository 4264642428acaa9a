#include "publish.h"

#include "tell.h"

static void journal(Hall *hall, Game *game, const Event *event)
{
    unsigned char bytes[EVENT_PACKED_MAX];
    size_t size = event_pack(event, bytes);
    game_note(game, event);
    uint64_t number = store_put_event(hall->options.store, &game->id, event->seq, bytes, size);
    if (event->kind == EV_END)
        store_put_end(hall->options.store, &game->id, event, hall->wall);
    hall_note(hall, game, number, event->seq);
    hall->happened = true;
}

/* How far away the side to move is, as its turn begins: its lag will be taken off. */
static void ping_mover(Hall *hall, const Game *game)
{
    Color turn = position_turn(&room_line(game->room)->now), seat;
    for (uint32_t i = 0; i < game->players.count; i++) {
        const Visitor *visitor = session_owner(hall->options.sessions, game->players.at[i]);
        if (visitor && game_seat_of(game, visitor->player->person.id, &seat) && seat == turn)
            session_ping(hall->options.sessions, visitor->session);
    }
}

static void tell(Hall *hall, Game *game, const Event *event)
{
    print_event(&hall->text, &game->id, room_setup(game->room), event);
    tell_game(hall, game, game->journal);
    if (event->kind != EV_MOVE)
        return;
    hall->options.metrics->moves_total++;
    /* Material and turn decide how long who has left is waited for. */
    if (game->present[WHITE] != game->present[BLACK])
        hall_crowd_changed(hall, game);
    if (room_clock(game->room)->running)
        ping_mover(hall, game);
}

void publish_answered(Hall *hall, Game *game, const Events *events, SessionId session,
                      const Request *request)
{
    for (int i = 0; i < events->count; i++)
        journal(hall, game, &events->at[i]);
    /* Also the ok of a move sent again tells of the game: it waits for the newest of it. */
    if (request)
        tell_ok(hall, session, request, NULL, game->journal);
    for (int i = 0; i < events->count; i++)
        tell(hall, game, &events->at[i]);
    if (events->count)
        hall_touch(hall, game);
}

void publish(Hall *hall, Game *game, const Events *events)
{
    publish_answered(hall, game, events, 0, NULL);
}
