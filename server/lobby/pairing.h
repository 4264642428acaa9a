/* pairing.h - a game that the lobby has arranged: who plays whom, on which terms, with which
 * colours.
 *
 * Plain values. */
#pragma once

#include "seek.h"

enum { ROUND_EVERY = 1000 /* ms between the rounds of quick pairing */ };

/* A game to be started. Seats are by Color. The computer's seat has a Person with a level, session 0 and an empty seek
 * id; such a game is casual whatever the seek said. */
typedef struct {
    Terms terms; /* .color has no meaning here */
    Person seat[2];
    uint64_t session[2];
    LobbyId seek[2];
    bool kept; /* the seek stays open: a human may still be found */
    bool asks; /* and is then offered by LOBBY_FOUND, not paired */
} Pairing;

/* Whether the two may play each other at all. */
typedef bool (*LobbyMeet)(void *context, const Person *one, const Person *other);

void pairing_set_seat(Pairing *pairing, Color color, const Seek *seek);
/* Colours are as the two asked for, otherwise balanced (Person.balance), otherwise drawn by 'chance'. */
void pairing_make(Pairing *pairing, const Seek *one, const Seek *other, uint64_t chance);
/* Against the computer at a strength that makes a hard game (rating_to_meet). */
void pairing_with_computer(Pairing *pairing, const Seek *seek, uint64_t chance);
