#include "playing.h"

#include "apply.h"
#include "loading.h"
#include "tell.h"

static bool is_offer(RequestKind kind)
{
    return kind == REQ_DRAW || kind == REQ_TAKEBACK || kind == REQ_REMATCH;
}

/* Against those who play short games on end for their points. */
static bool is_too_short(const Game *game)
{
    return room_setup(game->room)->rated && game_is_over(game) &&
           room_line(game->room)->plies < FARMING_REMATCH_LEAST;
}

static void command_game(Core *core, Visitor *visitor, const Request *request, Game *game,
                         Code code)
{
    Color seat;
    const Person *person = &visitor->player->person;
    if (!game) {
        tell_refusal(core, visitor->session, request, code);
        return;
    }
    if (!game_seat_of(game, person->id, &seat)) {
        tell_refusal(core, visitor->session, request, CODE_NOT_A_PLAYER);
        return;
    }
    if (core_is_frozen(core, game) || store_is_behind(core->options.store)) {
        tell_error(core, visitor->session, request, CODE_NOT_NOW,
                   "the server cannot save anything right now", 0);
        return;
    }
    Command command = request_command(request, game->room);
    if (command.kind == CMD_REMATCH && is_too_short(game)) {
        tell_error(core, visitor->session, request, CODE_FORBIDDEN,
                   "a rated game of fewer than ten plies has no rematch", game->journal);
        return;
    }
    command.lag = session_lag(core->options.sessions, visitor->session);
    if (command.kind == CMD_REMATCH)
        command.next = store_draw_game_id(core->options.store);
    apply_command(core, game, seat, &command, visitor->session, request);
    if (game_is_over(game) && game->drop_at < core->now + KEEP_FINISHED)
        game->drop_at = core->now + KEEP_FINISHED;
}

void playing_command(Core *core, Visitor *visitor, const Request *request)
{
    if (is_offer(request->kind) && request->command.offer == 0 &&
        !rate_limiter_take(core->limiter, LIMIT_OFFER, visitor->player->person.id, core->now))
        tell_refusal(core, visitor->session, request, CODE_TOO_FAST);
    else
        loading_want(core, visitor, request, command_game);
}
