#include "conditional_moves.h"

#include "apply.h"
#include "log.h"
#include "memory.h"
#include "scope.h"
#include "stored_games.h"
#include "tell.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- kept and dropped ---- */

static void put(Live *live, Game *game, const ConditionalMoves *moves)
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

static void drop(Live *live, Game *game, Color seat)
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
        if (event->kind == EV_END || event->kind == EV_TAKEBACK)
            drop(live, game, seat);
        else if (event->kind != EV_MOVE)
            continue;
        else if (!conditional_follow(game->conditional[seat], line))
            drop(live, game, seat);
        else
            game->conditional_changed[seat] = true;
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
    return room_setup(game->room)->control.days > 0 && !game_is_over(game);
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

/* ---- played ---- */

/* False when none is due. */
static bool reply(Live *live, Game *game)
{
    const Line *line = room_line(game->room);
    Color seat = position_turn(&line->now);
    const ConditionalMoves *moves = game->conditional[seat];
    Command command = {.kind = CMD_MOVE};
    if (!moves || conditional_reply(moves) == MOVE_NONE || games_is_frozen(live, game))
        return false;
    command.move.ply = line->plies;
    command.move.move = conditional_reply(moves);
    /* What cannot be played now cannot be played later either. */
    if (apply_command(live, game, seat, &command, 0, NULL) != ROOM_OK)
        drop(live, game, seat);
    return true;
}

void conditional_moves_look(Live *live, Game *game)
{
    if (reply(live, game)) /* which touches the game: it is looked at again */
        return;
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (game->conditional_changed[seat])
            tell_owner(live, game, seat);
}

/* ---- asked for ---- */

static void refuse(Live *live, const Client *client, const Request *request, Code code,
                   const char *why, const Game *game)
{
    tell_error(live->clients, client->session, request, code, why, game->journal);
}

/* Whether the person may decide ahead in this game as it stands; else they are told why not. */
static bool may_save(Live *live, const Client *client, const Request *request, const Game *game,
                     Color *seat)
{
    const uint32_t ply = request->conditional.ply, turn = request->conditional.turn;
    if (!game_seat_of(game, client->person.id, seat))
        refuse(live, client, request, CODE_NOT_A_PLAYER, NULL, game);
    else if (games_is_frozen(live, game) || store_is_behind(live->store))
        tell_error(live->clients, client->session, request, CODE_NOT_NOW,
                   "the server cannot save anything right now", 0);
    else if (room_setup(game->room)->control.days == 0)
        refuse(live, client, request, CODE_FORBIDDEN,
               "conditional moves are for correspondence games", game);
    else if (game_is_over(game))
        refuse(live, client, request, CODE_GAME_OVER, NULL, game);
    else if (ply != room_line(game->room)->plies || (turn && turn < room_turn(game->room)))
        refuse(live, client, request, CODE_STALE, NULL, game);
    else
        return true;
    return false;
}

static void refuse_line(Live *live, const Client *client, const Request *request, const Game *game,
                        ConditionalError error, unsigned number)
{
    static const char *const WHY[] = {
        [CONDITIONAL_ILLEGAL] = "has a move that is not legal",
        [CONDITIONAL_NO_REPLY] = "must end with your reply to a move of the opponent",
        [CONDITIONAL_TWO_REPLIES] = "has another reply than a line before it",
    };
    char why[REFUSAL_MAX];
    snprintf(why, sizeof why, "lines: line %u %s", number, WHY[error]);
    refuse(live, client, request,
           error == CONDITIONAL_ILLEGAL ? CODE_ILLEGAL_MOVE : CODE_BAD_REQUEST, why, game);
}

static void save(Live *live, const Client *client, const Request *request, Game *game, Code code)
{
    ConditionalMoves moves;
    Color seat;
    uint8_t line;
    if (!game) {
        tell_refusal(live->clients, client->session, request, code);
        return;
    }
    if (!may_save(live, client, request, game, &seat))
        return;
    request_conditional(request, game->room, seat, &moves);
    ConditionalError error = conditional_check(&moves, &room_line(game->room)->now, &line);
    if (error != CONDITIONAL_OK) {
        refuse_line(live, client, request, game, error, line + 1u);
        return;
    }
    if (moves.count > 0)
        put(live, game, &moves);
    else
        drop(live, game, seat);
    tell_ok(live->clients, client->session, request, NULL, game->journal);
}

void live_save_conditional(Live *live, const Client *client, const Request *request)
{
    stored_games_want(live, client, request, save);
}
