/* player.h - simulated people: they come, look for games, play legal moves at random, resign, go without a word and come back;
 * and each checks what it is told. */
#pragma once

#include "judge.h"
#include "network.h"

typedef struct Player Player;

/* What all of them share. */
typedef struct {
    const Settings *settings;
    Host *host;
    Network *network;
    Judge *judge;
    Player *players;    /* settings->players of them */
    char links[16][13]; /* challenges by link that somebody made */
    bool ending;        /* no new games: those that go on are given up, and then everybody leaves */
} Town;

void town_begin(Town *town);
void town_end(Town *town);
/* Everybody has left for good. */
bool town_is_empty(const Town *town);

/* What the network tells. */
void player_heard(void *town, Link *link, const char *text, size_t length, uint64_t committed,
                  uint64_t life);
void player_over(void *town, Link *link);
