#include "player.h"

#include "memory.h"
#include "scope.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static uint32_t place_of(const GameId *games, uint32_t count, const GameId *game)
{
    uint32_t place = 0;
    while (place < count && strcmp(games[place].text, game->text) != 0)
        place++;
    return place;
}

static void add(GameId **games, uint32_t *count, uint32_t *size, const GameId *game)
{
    if (place_of(*games, *count, game) < *count)
        return;
    if (*count == *size) {
        *size = *size ? 2 * *size : 2;
        *games = memory_resize(*games, *size, sizeof **games);
    }
    (*games)[(*count)++] = *game;
}

static void take_out(GameId *games, uint32_t *count, const GameId *game)
{
    uint32_t place = place_of(games, *count, game);
    if (place == *count)
        return;
    /* The order stays: it is shown. */
    memmove(&games[place], &games[place + 1], (--*count - place) * sizeof *games);
}

void players_init(HashTable *players, const SipKey *sip)
{
    hash_table_init(players, offsetof(Player, person.id), sip);
}

Player *player_find(const HashTable *players, const char *id)
{
    return hash_table_find(players, id);
}

Player *player_get(HashTable *players, const Person *person)
{
    assert(person->kind == PERSON_HUMAN);
    Player *player = hash_table_find(players, person->id);
    if (!player) {
        player = memory_new(sizeof *player);
        player->person = *person;
        hash_table_put(players, player);
    }
    return player;
}

Player *player_by_name(const HashTable *players, const char *name, bool *several)
{
    Player *found = hash_table_find(players, name), *player;
    *several = false;
    if (found)
        return found;
    for (size_t at = 0; (player = hash_table_next(players, &at));) {
        if (!player->visitors || strcasecmp(player->person.name, name) != 0)
            continue;
        *several = found != NULL;
        if (*several)
            return NULL;
        found = player;
    }
    return found;
}

bool player_can_play(const Player *player)
{
    const Visitor *visitor = player->visitors;
    while (visitor && !visitor_may(visitor, SCOPES_PLAY))
        visitor = visitor->next;
    return visitor != NULL;
}

void player_release(HashTable *players, Player *player)
{
    if (player->visitors || player->games_count)
        return;
    hash_table_remove(players, player);
    player_free(player);
}

void player_free(Player *player)
{
    free(player->games);
    free(player->muted);
    free(player);
}

static uint32_t place_of_muted(const Player *player, const char *person)
{
    uint32_t place = 0;
    while (place < player->muted_count && strcmp(player->muted[place], person) != 0)
        place++;
    return place;
}

bool player_mute(Player *player, const char *person)
{
    if (player_has_muted(player, person))
        return true;
    if (player->muted_count == MUTED_MAX)
        return false;
    player->muted = memory_resize(player->muted, player->muted_count + 1, sizeof *player->muted);
    snprintf(player->muted[player->muted_count++], sizeof *player->muted, "%s", person);
    return true;
}

void player_unmute(Player *player, const char *person)
{
    uint32_t place = place_of_muted(player, person);
    if (place < player->muted_count)
        memmove(player->muted[place], player->muted[--player->muted_count], sizeof *player->muted);
}

bool player_has_muted(const Player *player, const char *person)
{
    return place_of_muted(player, person) < player->muted_count;
}

void player_add_game(Player *player, const GameId *game)
{
    add(&player->games, &player->games_count, &player->games_size, game);
}

void player_remove_game(Player *player, const GameId *game)
{
    take_out(player->games, &player->games_count, game);
}

Visitor *visitor_new(Player *player, SessionId session, const char *address, const char *credential)
{
    Visitor *visitor = memory_new(sizeof *visitor);
    visitor->session = session;
    visitor->scopes = SCOPES_ALL;
    visitor->player = player;
    visitor->next = player->visitors;
    player->visitors = visitor;
    snprintf(visitor->address, sizeof visitor->address, "%.*s", VISITOR_ADDRESS_MAX, address);
    if (credential)
        snprintf(visitor->credential, sizeof visitor->credential, "%.*s", VISITOR_CREDENTIAL_MAX,
                 credential);
    return visitor;
}

bool visitor_may(const Visitor *visitor, uint32_t scopes)
{
    return scopes == SCOPES_NONE || (visitor->scopes & scopes) != 0;
}

void visitor_free(Visitor *visitor)
{
    Visitor **at = &visitor->player->visitors;
    while (*at != visitor)
        at = &(*at)->next;
    *at = visitor->next;
    free(visitor->games);
    free(visitor);
}

void visitor_add_game(Visitor *visitor, const GameId *game)
{
    add(&visitor->games, &visitor->games_count, &visitor->games_size, game);
}

void visitor_remove_game(Visitor *visitor, const GameId *game)
{
    take_out(visitor->games, &visitor->games_count, game);
}
