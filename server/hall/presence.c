#include "presence.h"

#include "tell.h"

#include <string.h>

static void change_seats(Game *game, const Person *person)
{
    for (int side = WHITE; side <= BLACK; side++)
        if (person_is(&game->seat[side], person)) {
            memcpy(game->seat[side].name, person->name, sizeof person->name);
            game->seat[side].guest = person->guest;
        }
}

/* One who has deleted his account has no rating any more. */
static void change_ratings(Hall *hall, const Person *person)
{
    if (strcmp(person->name, ANONYMOUS) == 0)
        ratings_forget(hall->ratings, person->id);
    else if (!person->guest)
        ratings_know(hall->ratings, person, hall->wall);
}

void hall_person_changed(Hall *hall, const Person *person)
{
    Player *player = player_find(&hall->players, person->id);
    Game *game;
    hall_read_clocks(hall);
    change_ratings(hall, person);
    challenges_know(hall->challenges, person);
    if (player) {
        memcpy(player->person.name, person->name, sizeof person->name);
        player->person.guest = person->guest;
    }
    for (size_t at = 0; (game = catalog_next(&hall->games, &at));)
        change_seats(game, person);
}

void presence_refresh(const Hall *hall, Person *person)
{
    const Account *account = people_by_id(hall->options.people, person->id);
    if (!account)
        return;
    memcpy(person->name, account->name, sizeof person->name);
    person->guest = false;
}

bool presence_may_meet(void *context, const Person *one, const Person *other)
{
    const Hall *hall = context;
    return people_may_meet(hall->options.people, one->id, other->id);
}

bool presence_find_account(const Hall *hall, const char *id, const char *name, Person *person)
{
    const People *people = hall->options.people;
    const Account *account = id ? people_by_id(people, id) : people_by_name(people, name);
    if (!account || account->closed)
        return false;
    *person = account_person(account);
    return true;
}

Ratings *hall_ratings(const Hall *hall)
{
    return hall->ratings;
}

/* The first of his connections that came in by the pass, or at all. */
static const Visitor *find_visitor(const Hall *hall, const char *id, const char *pass)
{
    const Player *player = player_find(&hall->players, id);
    const Visitor *visitor = player ? player->visitors : NULL;
    while (visitor && pass && strcmp(visitor->pass, pass) != 0)
        visitor = visitor->next;
    return visitor;
}

/* He is gone from the hall at once: what he has sent and is still under way is not heard any more. */
void hall_dismiss(Hall *hall, const char *id, const char *pass)
{
    const Visitor *visitor;
    while ((visitor = find_visitor(hall, id, pass))) {
        SessionId session = visitor->session;
        session_close(hall->options.sessions, session, CLOSE_POLICY);
        hall_closed(hall, session);
    }
}

bool hall_find_person(const Hall *hall, const char *name, Person *person)
{
    bool several;
    const Player *player = player_by_name(&hall->players, name, &several);
    if (player)
        *person = player->person;
    return player != NULL;
}

bool hall_is_here(const Hall *hall, const char *id)
{
    const Player *player = player_find(&hall->players, id);
    return player && player->visitors;
}

const GameId *hall_playing(const Hall *hall, const char *id)
{
    const Player *player = player_find(&hall->players, id);
    return player && player->games_count ? &player->games[player->games_count - 1] : NULL;
}

void hall_notice(Hall *hall, const char *text)
{
    Player *player;
    for (size_t at = 0; (player = catalog_next(&hall->players, &at));) {
        print_notice(&hall->text, text);
        tell_player(hall, player, SCOPES_NONE, 0);
    }
}
