/* terms.h - what kind of game a seek or a challenge asks for, and the ids of both.
 *
 * Plain values. Whether they are playable was decided where they were read (request_parse,
 * challenge_unpack); the lobby only compares them. */
#pragma once

#include "room.h"

enum { LOBBY_ID_LENGTH = 12 };

/* The id of a seek or a challenge: letters and digits, drawn at random. Whoever knows the id of a challenge by link can
 * accept it, so it must not be guessable: 62^12 is 71 bits. */
typedef struct {
    char text[LOBBY_ID_LENGTH + 1];
} LobbyId;

typedef enum { WISH_RANDOM, WISH_WHITE, WISH_BLACK } Wish;

typedef struct {
    TimeControl control; /* odds are TIME_ODDS_OPPONENT's: of a challenge, a seek has none */
    Variant variant;
    bool rated;
    Wish color; /* of whoever seeks or challenges */
} Terms;

bool lobby_id_equal(const LobbyId *one, const LobbyId *other);
/* Exactly LOBBY_ID_LENGTH letters or digits. */
bool lobby_id_parse(LobbyId *id, const char *text);

/* The same kind of game, and colour wishes that can both be granted. */
bool terms_fit(const Terms *one, const Terms *other);
/* The first one's colour, given two wishes that can both be granted; 'chance' decides when both are
 * random. */
Color wish_color(Wish one, Wish other, uint64_t chance);
