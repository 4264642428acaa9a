#include "inside_core.h"

#include "apply.h"
#include "challenging.h"
#include "chat.h"
#include "computer.h"
#include "memory.h"
#include "rated.h"
#include "spectate.h"
#include "tell.h"

#include <stdlib.h>

bool core_admits(Core *core, const char *address, bool new_guest)
{
    core_read_clocks(core);
    bool admitted =
        rate_limiter_take(core->limiter, LIMIT_CONNECT, address, core->now) &&
        (!new_guest || rate_limiter_take(core->limiter, LIMIT_GUEST, address, core->now));
    core->options.metrics->refused_total += !admitted;
    return admitted;
}

bool core_allows(Core *core, LimitKind limit, const char *key)
{
    core_read_clocks(core);
    return rate_limiter_take(core->limiter, limit, key, core->now);
}

bool core_lets(Core *core, const Visitor *visitor, LimitKind by_person, LimitKind by_address)
{
    return rate_limiter_take(core->limiter, by_person, visitor->player->person.id, core->now) &&
           rate_limiter_take(core->limiter, by_address, visitor->address, core->now);
}

bool core_takes(Core *core, BoundKind bound, const char *key)
{
    return bounds_take(core->bounds, bound, key);
}

bool core_has_room(const Core *core, BoundKind bound, const char *key)
{
    return bounds_has_room(core->bounds, bound, key);
}

void core_releases(Core *core, BoundKind bound, const char *key)
{
    bounds_release(core->bounds, bound, key);
}

int32_t core_limit_wait(const Core *core, LimitKind limit)
{
    return rate_limiter_wait(core->limiter, limit);
}

int64_t core_wall(Core *core)
{
    core_read_clocks(core);
    return core->wall;
}

/* The player's seats in the games that he plays: he is there or he is not. */
static void set_presence(Core *core, const Player *player, bool present)
{
    /* A copy: what his coming brings about may end a game of his. */
    uint32_t count = player->games_count;
    GameId *games = memory_array(count, sizeof *games);
    for (uint32_t i = 0; i < count; i++)
        games[i] = player->games[i];
    for (uint32_t i = 0; i < count; i++) {
        Game *game = core_game(core, &games[i]);
        Color seat;
        if (!game || !game_seat_of(game, player->person.id, &seat))
            continue;
        if (present)
            computer_count(core, game, player->visitors);
        apply_presence(core, game, seat, present);
    }
    free(games);
}

static void welcome(Core *core, const Visitor *visitor, const char *token)
{
    const Player *player = visitor->player;
    LobbyId seeks[SEEKS_PER_PERSON];
    uint64_t number = 0;
    size_t count = 0;
    for (size_t i = 0; i < lobby_count(core->lobby) && count < SEEKS_PER_PERSON; i++)
        if (person_is(&lobby_at(core->lobby, i)->person, &player->person))
            seeks[count++] = lobby_at(core->lobby, i)->id;
    /* 'playing' tells of these games. */
    for (uint32_t i = 0; i < player->games_count; i++) {
        const Game *game = core_game(core, &player->games[i]);
        if (game && game->journal > number)
            number = game->journal;
    }
    RatingView ratings[CATEGORY_COUNT];
    size_t ratings_count = rated_view(core, &player->person, ratings);
    print_welcome(&core->text, &(Welcome){.you = &player->person,
                                          .quiet = chat_is_quiet(core),
                                          .ratings = ratings,
                                          .ratings_count = ratings_count,
                                          .token = token,
                                          .playing = player->games,
                                          .playing_count = player->games_count,
                                          .seeks = seeks,
                                          .seeks_count = count,
                                          .wall = core->wall});
    tell_session(core, visitor->session, number);
    session_ping(core->options.sessions, visitor->session);
}

void core_opened(Core *core, SessionId session, const Person *person, const Entrance *entrance)
{
    core_read_clocks(core);
    core->options.metrics->connections_total++;
    Player *player = player_get(&core->players, person);
    bool was_there = player_can_play(player);
    rated_know(core, player);
    Visitor *visitor = visitor_new(player, session, entrance->address, entrance->credential);
    if (entrance->by_token)
        visitor->scopes = entrance->scopes;
    session_set_owner(core->options.sessions, session, visitor);
    if (visitor_may(visitor, SCOPE_BOARD_PLAY))
        lobby_returned(core->lobby, person, session);
    challenges_returned(core->challenges, person->id);
    welcome(core, visitor, entrance->token);
    challenging_welcome(core, visitor);
    if (!was_there && visitor_may(visitor, SCOPES_PLAY))
        set_presence(core, player, true);
}

void core_closed(Core *core, SessionId session)
{
    core_read_clocks(core);
    Visitor *visitor = session_owner(core->options.sessions, session);
    if (!visitor)
        return;
    Player *player = visitor->player;
    bool could_play = visitor_may(visitor, SCOPES_PLAY);
    listeners_remove(&core->lobby_listeners, session);
    listeners_remove(&core->live_listeners, session);
    challenging_forget(core, session);
    spectate_forget(core, visitor);
    lobby_lost(core->lobby, session, core->now);
    session_set_owner(core->options.sessions, session, NULL);
    visitor_free(visitor);
    if (!player->visitors)
        challenges_left(core->challenges, player->person.id, core->wall);
    if (could_play && !player_can_play(player))
        set_presence(core, player, false);
    player = player_find(&core->players, player->person.id);
    if (player)
        player_release(&core->players, player);
}
