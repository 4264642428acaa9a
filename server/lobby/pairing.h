/* pairing.h - a game that the lobby has found: who plays whom, on which terms, with which colours.
 *
 * Plain values. */
#pragma once

#include "seek.h"

enum { ROUND_EVERY = 1000 /* ms between the rounds of quick pairing */ };

/* A game to be made. Seats are by Color. A computer's seat has a Person with a level, session 0 and an
 * empty seek id; such a game is casual whatever was sought. */
typedef struct {
    Terms terms; /* .color is of no meaning any more */
    Person seat[2];
    uint64_t session[2];
    LobbyId seek[2];
    bool kept; /* the seek stays open: a human being may still come */
    bool asks; /* and is offered then, by LOBBY_FOUND */
} Pairing;

/* Whether the two may play each other at all. */
typedef bool (*LobbyMeet)(void *context, const Person *one, const Person *other);

void pairing_set_seat(Pairing *pairing, Color color, const Seek *seek);
/* Colours are as both wish, else so that they are balanced (Person.balance), else by 'chance'. */
void pairing_make(Pairing *pairing, const Seek *one, const Seek *other, uint64_t chance);
/* With the computer that makes a hard game for the one who seeks. */
void pairing_with_computer(Pairing *pairing, const Seek *seek, uint64_t chance);
