#include "arranged_games.h"

#include "scope.h"
#include "tell.h"

void arranged_games_greet(Live *live, const Game *game, Color seat, SessionId session)
{
    const LiveHooks *hooks = &live->options.hooks;
    Greeting greeting;
    if (!hooks->greeting || !hooks->greeting(hooks->context, &game->id, seat, &greeting))
        return;
    Chat chat = {
        .game = &game->id,
        .from = &greeting.from,
        .player = true,
        .words = greeting.words,
        .wall = live->time->wall,
    };
    print_chat(&live->text, &chat);
    if (session)
        tell_session(live->clients, &live->text, session, game->journal);
    else
        tell_person(live->clients, &live->text, game->seat[seat].id, SCOPES_PLAY, game->journal);
}
