#include "conditional_moves.h"

#include "log.h"
#include "memory.h"
#include "scope.h"
#include "tell.h"

#include <stdlib.h>

/* ---- kept and dropped ---- */

void conditional_moves_put(Live *live, Game *game, const ConditionalMoves *moves)
{
    unsigned char bytes[CONDITIONAL_PACKED_MAX];
    size_t size = conditional_pack(moves, bytes);
    if (!game->conditional[moves->seat])
        game->conditional[moves->seat] = memory_new(sizeof *moves);
    *game->conditional[moves->seat] = *moves;
    game->conditional_changed[moves->seat] = true;
    games_note(live, game, store_put_conditional(live->store, &game->id, moves->seat, bytes, size),
               0);
    games_touch(live, game);
}

void conditional_moves_drop(Live *live, Game *game, Color seat)
{
    if (!game->conditional[seat])
        return;
    free(game->conditional[seat]);
    game->conditional[seat] = NULL;
    game->conditional_changed[seat] = true;
    games_note(live, game, store_delete_conditional(live->store, &game->id, seat), 0);
    games_touch(live, game);
}

/* The lines that are stored are as old as their saving; nothing is written here, as the game may only be looked at. */
static ConditionalMoves *revive(const Game *game, const StoredGame *stored, Color seat)
{
    const Line *line = room_line(game->room);
    ConditionalMoves moves;
    Position position;
    uint8_t wrong;
    if (!conditional_unpack(&moves, seat, stored->conditional[seat],
                            stored->conditional_size[seat]) ||
        moves.ply > line->plies)
        return NULL;
    line_position(line, moves.ply, &position);
    if (conditional_check(&moves, &position, &wrong) != CONDITIONAL_OK ||
        !conditional_follow(&moves, line))
        return NULL;
    ConditionalMoves *kept = memory_new(sizeof *kept);
    *kept = moves;
    return kept;
}

void conditional_moves_revive(Game *game, const StoredGame *stored)
{
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        if (!stored->conditional[seat] || game_is_over(game))
            continue;
        game->conditional[seat] = revive(game, stored, seat);
        if (!game->conditional[seat])
            log_warning("game %s: the conditional moves of its %s player are damaged and left out",
                        game->id.text, seat == WHITE ? "white" : "black");
    }
}

void conditional_moves_follow(Live *live, Game *game, const Event *event)
{
    const Line *line = room_line(game->room);
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        if (!game->conditional[seat])
            continue;
        bool follows = event->kind == EV_MOVE && conditional_follow(game->conditional[seat], line);
        if (follows)
            game->conditional_changed[seat] = true;
        else if (event->kind == EV_MOVE || event->kind == EV_END || event->kind == EV_TAKEBACK)
            conditional_moves_drop(live, game, seat);
    }
}

/* ---- told ---- */

static void tell_owner(Live *live, Game *game, Color seat)
{
    Client client;
    print_conditional(&live->text, &game->id, game->room, game->conditional[seat]);
    Packet *packet = tell_packet(&live->text);
    for (uint32_t i = 0; i < game->players.count; i++)
        if (clients_find(live->clients, game->players.at[i], &client) &&
            person_is(&client.person, &game->seat[seat]))
            clients_push(live->clients, client.session, packet, game->journal);
    packet_release(packet);
    game->conditional_changed[seat] = false;
}

static bool may_have_some(const Game *game)
{
    return room_clock(game->room)->control.days > 0 && !game_is_over(game);
}

void conditional_moves_tell(Live *live, const Game *game, const Client *client)
{
    Color seat;
    if (!may_have_some(game) || !game_seat_of(game, client->person.id, &seat) ||
        !client_may(client, SCOPES_PLAY))
        return;
    print_conditional(&live->text, &game->id, game->room, game->conditional[seat]);
    tell_session(live->clients, &live->text, client->session, game->journal);
}

void conditional_moves_tell_changes(Live *live, Game *game)
{
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (game->conditional_changed[seat])
            tell_owner(live, game, seat);
}
