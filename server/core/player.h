/* player.h - a person who is here, or has a game that goes on; and each of his connections.
 *
 * The hash table of players makes one when he is first needed, and player_release frees him when he has
 * neither. A Visitor is a session's owner (session_owner) and is freed when the session ends. */
#pragma once

#include "command.h"
#include "hash_table.h"
#include "person.h"
#include "session.h"

typedef struct Player Player;
typedef struct Visitor Visitor;

enum { VISITOR_ADDRESS_MAX = 45, VISITOR_CREDENTIAL_MAX = 32, MUTED_MAX = 100 };

struct Visitor {
    SessionId session;
    Player *player;
    Visitor *next; /* connection of the same player */
    GameId *games; /* that it hears, as a player or as a spectator */
    uint32_t games_count, games_size;
    char address[VISITOR_ADDRESS_MAX + 1];
    char credential[VISITOR_CREDENTIAL_MAX +
                    1]; /* the key of the one that let him in; empty for a guest */
    uint32_t scopes;    /* what it may do; all, unless it came by an API token */
};

struct Player {
    Person person; /* its id is the key */
    Visitor *visitors;
    GameId *games; /* that he plays and that go on */
    uint32_t games_count, games_size;
    char (
        *muted)[PERSON_ID_MAX + 1]; /* whom he does not want to hear, accounts apart (accounts.h) */
    uint32_t muted_count;
};

void players_init(HashTable *players, const SipKey *sip);
/* NULL when he is not here and plays nothing. */
Player *player_find(const HashTable *players, const char *id);
Player *player_get(HashTable *players, const Person *person);
/* Whether one of the player's connections may play. */
bool player_can_play(const Player *player);
/* Of those who are here. By name, without regard to case; his id serves, too. NULL and *several when it is
 * the name of more than one. */
Player *player_by_name(const HashTable *players, const char *name, bool *several);
void player_release(HashTable *players, Player *player);
/* When all go: he is in no hash table any more, or it is cleared next. */
void player_free(Player *player);

/* False when he has muted MUTED_MAX people. */
bool player_mute(Player *player, const char *person);
void player_unmute(Player *player, const char *person);
bool player_has_muted(const Player *player, const char *person);

void player_add_game(Player *player, const GameId *game);
void player_remove_game(Player *player, const GameId *game);

/* 'credential' may be NULL. It may do everything until 'scopes' is set. */
Visitor *visitor_new(Player *player, SessionId session, const char *address,
                     const char *credential);
/* Whether it has one of the scopes, or none is needed (SCOPES_NONE). */
bool visitor_may(const Visitor *visitor, uint32_t scopes);
/* Takes it from its player, who may have to be released. */
void visitor_free(Visitor *visitor);
void visitor_add_game(Visitor *visitor, const GameId *game);
void visitor_remove_game(Visitor *visitor, const GameId *game);
