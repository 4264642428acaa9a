#include "publish.h"

#include "tell.h"

static void journal(Core *core, Game *game, const Event *event)
{
    unsigned char bytes[EVENT_PACKED_MAX];
    size_t size = event_pack(event, bytes);
    game_note(game, event);
    uint64_t number = store_put_event(core->options.store, &game->id, event->seq, bytes, size);
    if (event->kind == EV_END)
        store_put_end(core->options.store, &game->id, event, core->wall);
    core_note(core, game, number, event->seq);
    core->happened = true;
}

/* How far away the side to move is, as its turn begins: its lag will be taken off. */
static void ping_mover(Core *core, const Game *game)
{
    Color turn = position_turn(&room_line(game->room)->now), seat;
    for (uint32_t i = 0; i < game->players.count; i++) {
        const Visitor *visitor = session_owner(core->options.sessions, game->players.at[i]);
        if (visitor && game_seat_of(game, visitor->player->person.id, &seat) && seat == turn)
            session_ping(core->options.sessions, visitor->session);
    }
}

static void tell(Core *core, Game *game, const Event *event)
{
    print_event(&core->text, &game->id, room_setup(game->room), event);
    tell_game(core, game, game->journal);
    if (event->kind != EV_MOVE)
        return;
    core->options.metrics->moves_total++;
    /* Material and turn decide how long who has left is waited for. */
    if (game->present[WHITE] != game->present[BLACK])
        core_crowd_changed(core, game);
    if (room_clock(game->room)->running)
        ping_mover(core, game);
}

void publish_answered(Core *core, Game *game, const Events *events, SessionId session,
                      const Request *request)
{
    for (int i = 0; i < events->count; i++)
        journal(core, game, &events->at[i]);
    /* Also the ok of a move sent again tells of the game: it waits for the newest of it. */
    if (request)
        tell_ok(core, session, request, NULL, game->journal);
    for (int i = 0; i < events->count; i++)
        tell(core, game, &events->at[i]);
    if (events->count)
        core_touch(core, game);
}

void publish(Core *core, Game *game, const Events *events)
{
    publish_answered(core, game, events, 0, NULL);
}
