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
static void change_ratings(Core *core, const Person *person)
{
    if (strcmp(person->name, ANONYMOUS) == 0)
        ratings_forget(core->ratings, person->id);
    else if (!person->guest)
        ratings_know(core->ratings, person, core->wall);
}

void core_person_changed(Core *core, const Person *person)
{
    Player *player = player_find(&core->players, person->id);
    Game *game;
    core_read_clocks(core);
    change_ratings(core, person);
    challenges_know(core->challenges, person);
    if (player) {
        memcpy(player->person.name, person->name, sizeof person->name);
        player->person.guest = person->guest;
    }
    for (size_t at = 0; (game = hash_table_next(&core->games, &at));)
        change_seats(game, person);
}

void presence_refresh(const Core *core, Person *person)
{
    const Account *account = accounts_by_id(core->options.accounts, person->id);
    if (!account)
        return;
    memcpy(person->name, account->name, sizeof person->name);
    person->guest = false;
}

bool presence_may_meet(void *context, const Person *one, const Person *other)
{
    const Core *core = context;
    return accounts_may_meet(core->options.accounts, one->id, other->id);
}

bool presence_find_account(const Core *core, const char *id, const char *name, Person *person)
{
    const Accounts *accounts = core->options.accounts;
    const Account *account = id ? accounts_by_id(accounts, id) : accounts_by_name(accounts, name);
    if (!account || account->closed)
        return false;
    *person = account_person(account);
    return true;
}

Ratings *core_ratings(const Core *core)
{
    return core->ratings;
}

/* The first of his connections that came in by the credential, or at all. */
static const Visitor *find_visitor(const Core *core, const char *id, const char *credential)
{
    const Player *player = player_find(&core->players, id);
    const Visitor *visitor = player ? player->visitors : NULL;
    while (visitor && credential && strcmp(visitor->credential, credential) != 0)
        visitor = visitor->next;
    return visitor;
}

/* He is gone from the core at once: what he has sent and is still under way is not heard any more. */
void core_dismiss(Core *core, const char *id, const char *credential)
{
    const Visitor *visitor;
    while ((visitor = find_visitor(core, id, credential))) {
        SessionId session = visitor->session;
        session_close(core->options.sessions, session, CLOSE_POLICY);
        core_closed(core, session);
    }
}

bool core_find_person(const Core *core, const char *name, Person *person)
{
    bool several;
    const Player *player = player_by_name(&core->players, name, &several);
    if (player)
        *person = player->person;
    return player != NULL;
}

bool core_is_here(const Core *core, const char *id)
{
    const Player *player = player_find(&core->players, id);
    return player && player->visitors;
}

const GameId *core_playing(const Core *core, const char *id)
{
    const Player *player = player_find(&core->players, id);
    return player && player->games_count ? &player->games[player->games_count - 1] : NULL;
}

void core_notice(Core *core, const char *text)
{
    Player *player;
    for (size_t at = 0; (player = hash_table_next(&core->players, &at));) {
        print_notice(&core->text, text);
        tell_player(core, player, SCOPES_NONE, 0);
    }
}
