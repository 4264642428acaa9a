/* matchmaker_state.h - the matchmaker's own struct. */
#pragma once

#include "hash_table.h"
#include "listeners.h"
#include "matchmaker.h"
#include "usage.h"

/* Watches a challenge. */
typedef struct {
    LobbyId challenge;
    SessionId session;
    char address[CLIENT_ADDRESS_MAX + 1];
} ChallengeWatch;

/* A game of a bulk pairing in the table. */
typedef struct {
    GameId game; /* the key */
    BulkPair pair;
    bool is_gone; /* it is freed with the others that are gone */
} ScheduledGame;

struct Matchmaker {
    MatchmakerOptions options;
    Clients *clients; /* from the options, for convenience */
    Journal *journal;
    const ServerTime *time;
    Text text; /* the message that is being printed */

    Lobby *lobby;
    Listeners listeners;
    uint64_t list_told;  /* lobby_version of the list that was sent last */
    int64_t list_at;     /* not again before */
    uint64_t pools_told; /* a hash of what was sent last */
    int64_t pools_at;    /* not again before */
    HashTable kept;      /* seeks that are kept during games (seek_requests.c) */

    char (*held)[PERSON_ID_MAX + 1]; /* people who have left but still have seeks (clients_hold) */
    size_t held_count, held_capacity;

    Challenges *challenges;
    ChallengeWatch *watches;
    size_t watches_count, watches_size;

    /* Games of bulk pairings (bulk_pairings.c), in the order in which they were made: a bulk's stand together. */
    ScheduledGame **pairs;
    size_t pairs_count, pairs_size;
    HashTable pairs_by_game;
    Usage pairs_waiting; /* how many have not begun, by player */
    int64_t
        pairs_at; /* wall clock: when there is something to do with one of them; INT64_MAX: never */
    bool pairing; /* the accounts are being asked for players of games that are due */
};

/* Letters and digits, drawn at random. */
LobbyId matchmaker_draw_id(void);
uint64_t matchmaker_chance(void);
