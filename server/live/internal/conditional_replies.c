/* Conditional moves are played, and saved when a player asks for it. */
#include "conditional_replies.h"

#include "apply.h"
#include "conditional_moves.h"
#include "stored_games.h"
#include "tell.h"

#include <stdio.h>

/* ---- played ---- */

/* False when none is due. */
static bool reply(Live *live, Game *game)
{
    const Line *line = room_line(game->room);
    Color seat = position_turn(&line->now);
    const ConditionalMoves *moves = game->conditional[seat];
    Command command = {.kind = CMD_MOVE};
    RoomHalt halt = room_halt(game->room);
    if (halt == ROOM_STOPPED || halt == ROOM_ADJOURNED)
        return false;
    if (!moves || conditional_reply(moves) == MOVE_NONE || games_is_frozen(live, game))
        return false;
    command.move.ply = line->plies;
    command.move.move = conditional_reply(moves);
    /* What cannot be played now cannot be played later either. */
    if (apply_command(live, game, seat, &command, 0, NULL) != ROOM_OK)
        conditional_moves_drop(live, game, seat);
    return true;
}

void conditional_replies_look(Live *live, Game *game)
{
    if (!reply(live, game)) /* which touches the game: it is looked at again */
        conditional_moves_tell_changes(live, game);
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
    else if (room_clock(game->room)->control.days == 0)
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
        conditional_moves_put(live, game, &moves);
    else
        conditional_moves_drop(live, game, seat);
    tell_ok(live->clients, client->session, request, NULL, game->journal);
}

void live_save_conditional(Live *live, const Client *client, const Request *request)
{
    stored_games_want(live, client, request, save);
}
