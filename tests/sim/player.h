/* player.h - simulated people: they come, seek games, play legal moves at random, resign, leave without a word and come back;
 * and each checks what it is told. */
#pragma once

#include "board.h"
#include "judge.h"
#include "network.h"

typedef struct Player Player;

/* What all of them share. */
typedef struct {
    const Settings *settings;
    Machine *machine;
    Network *network;
    Judge *judge;
    Player *players;    /* as many as settings->players */
    char links[16][13]; /* challenges by link that players made */
    bool ending; /* no new games: those in progress are resigned, and then everybody leaves */
} Town;

enum { BOARDS_MAX = 8, REQUESTS_MAX = 64, AGAIN_MAX = 8 };

typedef enum { SEEK_NONE, SEEK_ASKED, SEEK_OPEN } SeekState;

/* A request without an answer yet. */
typedef struct {
    uint32_t id;
    char kind[16];
    char game[9]; /* of a watch */
    int64_t at;
    char members[400]; /* of one that has a key: all but its id */
} Pending;

struct Player {
    Town *town;
    uint32_t number;
    Random random;

    Person person;
    bool wants_account, signing_up;
    bool account_sure; /* it is durable: nobody can lose it any more */
    uint64_t signing_up_life, account_life, account_number;
    unsigned names;
    char credential[33]; /* its key */

    Socket *socket; /* NULL: away */
    bool welcomed, finished;
    bool overlooks; /* a game of theirs for which there is no board */
    int64_t think_at;
    uint64_t thought;
    Pending requests[REQUESTS_MAX];
    size_t request_count;
    Pending again[AGAIN_MAX]; /* whose answer was lost, and which are sent again */
    size_t again_count;
    uint32_t newest_id;

    Board boards[BOARDS_MAX];
    SeekState seek_state;
    char seek[13];
    int64_t seek_at, fallback; /* ms, -1: none */
    bool keeps;                /* the seek is to stay while they play the computer */
    char challenge[13];        /* an offer that may be accepted */
};

void town_begin(Town *town);
void town_end(Town *town);
/* Everybody has left for good. */
bool town_is_empty(const Town *town);
/* All come once more: a game may have begun of which they were not told before they left. */
void town_return(Town *town);

/* What the network tells. */
void player_heard(void *context, Socket *socket, const char *text, size_t length, Sent sent);
void player_over(void *town, Socket *socket);

/* ---- between player.c, which hears, and acts.c, which decides what to do ---- */

/* Sends a request with a new id; 'format' gives its other members. NULL when too many are waiting. */
Pending *player_ask(Player *player, const char *kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
Board *player_board(Player *player, const char *game);
Board *player_new_board(Player *player, const char *game);
/* Asks for what this client lacks of the game. */
void player_watch(Player *player, Board *board);

/* A player who is there does something, or nothing (acts.c). */
void player_acts(Player *player, bool is_playing);
