#include "inside.h"

#include "apply.h"
#include "challenging.h"
#include "computer.h"
#include "memory.h"
#include "rated.h"
#include "talking.h"
#include "tell.h"
#include "watching.h"

#include <stdlib.h>

bool hall_admits(Hall *hall, const char *address, bool new_guest)
{
    hall_read_clocks(hall);
    bool admitted =
        allowance_take(hall->allowance, LIMIT_CONNECT, address, hall->now) &&
        (!new_guest || allowance_take(hall->allowance, LIMIT_GUEST, address, hall->now));
    hall->options.metrics->refused_total += !admitted;
    return admitted;
}

bool hall_allows(Hall *hall, LimitKind limit, const char *key)
{
    hall_read_clocks(hall);
    return allowance_take(hall->allowance, limit, key, hall->now);
}

bool hall_lets(Hall *hall, const Visitor *visitor, LimitKind by_person, LimitKind by_address)
{
    return allowance_take(hall->allowance, by_person, visitor->player->person.id, hall->now) &&
           allowance_take(hall->allowance, by_address, visitor->address, hall->now);
}

bool hall_takes(Hall *hall, BoundKind bound, const char *key)
{
    return bounds_take(hall->bounds, bound, key);
}

bool hall_has_room(const Hall *hall, BoundKind bound, const char *key)
{
    return bounds_has_room(hall->bounds, bound, key);
}

void hall_releases(Hall *hall, BoundKind bound, const char *key)
{
    bounds_release(hall->bounds, bound, key);
}

int32_t hall_limit_wait(const Hall *hall, LimitKind limit)
{
    return allowance_wait(hall->allowance, limit);
}

int64_t hall_wall(Hall *hall)
{
    hall_read_clocks(hall);
    return hall->wall;
}

/* The player's seats in the games that he plays: he is there or he is not. */
static void set_presence(Hall *hall, const Player *player, bool present)
{
    /* A copy: what his coming brings about may end a game of his. */
    uint32_t count = player->games_count;
    GameId *games = memory_array(count, sizeof *games);
    for (uint32_t i = 0; i < count; i++)
        games[i] = player->games[i];
    for (uint32_t i = 0; i < count; i++) {
        Game *game = hall_game(hall, &games[i]);
        Color seat;
        if (!game || !game_seat_of(game, player->person.id, &seat))
            continue;
        if (present)
            computer_count(hall, game, player->visitors);
        apply_presence(hall, game, seat, present);
    }
    free(games);
}

static void welcome(Hall *hall, const Visitor *visitor, const char *token)
{
    const Player *player = visitor->player;
    LobbyId seeks[SEEKS_PER_PERSON];
    uint64_t number = 0;
    size_t count = 0;
    for (size_t i = 0; i < lobby_count(hall->lobby) && count < SEEKS_PER_PERSON; i++)
        if (person_is(&lobby_at(hall->lobby, i)->person, &player->person))
            seeks[count++] = lobby_at(hall->lobby, i)->id;
    /* 'playing' tells of these games. */
    for (uint32_t i = 0; i < player->games_count; i++) {
        const Game *game = hall_game(hall, &player->games[i]);
        if (game && game->journal > number)
            number = game->journal;
    }
    RatingView ratings[CATEGORY_COUNT];
    size_t ratings_count = rated_view(hall, &player->person, ratings);
    print_welcome(&hall->text, &(Welcome){.you = &player->person,
                                          .quiet = talking_is_quiet(hall),
                                          .ratings = ratings,
                                          .ratings_count = ratings_count,
                                          .token = token,
                                          .playing = player->games,
                                          .playing_count = player->games_count,
                                          .seeks = seeks,
                                          .seeks_count = count,
                                          .wall = hall->wall});
    tell_session(hall, visitor->session, number);
    session_ping(hall->options.sessions, visitor->session);
}

void hall_opened(Hall *hall, SessionId session, const Person *person, const Entrance *entrance)
{
    hall_read_clocks(hall);
    hall->options.metrics->connections_total++;
    Player *player = player_get(&hall->players, person);
    bool was_there = player_can_play(player);
    rated_know(hall, player);
    Visitor *visitor = visitor_new(player, session, entrance->address, entrance->pass);
    if (entrance->by_token)
        visitor->scopes = entrance->scopes;
    session_set_owner(hall->options.sessions, session, visitor);
    if (visitor_may(visitor, SCOPE_BOARD_PLAY))
        lobby_returned(hall->lobby, person, session);
    challenges_returned(hall->challenges, person->id);
    welcome(hall, visitor, entrance->token);
    challenging_welcome(hall, visitor);
    if (!was_there && visitor_may(visitor, SCOPES_PLAY))
        set_presence(hall, player, true);
}

void hall_closed(Hall *hall, SessionId session)
{
    hall_read_clocks(hall);
    Visitor *visitor = session_owner(hall->options.sessions, session);
    if (!visitor)
        return;
    Player *player = visitor->player;
    bool could_play = visitor_may(visitor, SCOPES_PLAY);
    listeners_remove(&hall->lobby_listeners, session);
    listeners_remove(&hall->live_listeners, session);
    challenging_forget(hall, session);
    watching_forget(hall, visitor);
    lobby_lost(hall->lobby, session, hall->now);
    session_set_owner(hall->options.sessions, session, NULL);
    visitor_free(visitor);
    if (!player->visitors)
        challenges_left(hall->challenges, player->person.id, hall->wall);
    if (could_play && !player_can_play(player))
        set_presence(hall, player, false);
    player = player_find(&hall->players, player->person.id);
    if (player)
        player_release(&hall->players, player);
}
