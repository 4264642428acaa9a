/* terms.h - what kind of game is asked for, by a seek or by a challenge, and the ids of both.
 *
 * Plain values. Whether they are playable was decided where they were read (protocol_parse,
 * challenge_unpack); the lobby only compares them. */
#pragma once

#include "room.h"

enum { LOBBY_ID_LENGTH = 12 };

/* The name of a seek or a challenge on the wire: letters and digits, drawn at the edge. A link
 * challenge's id is all that its taker shows, so it must not be guessed: 62^12 is 71 bits. */
typedef struct {
    char text[LOBBY_ID_LENGTH + 1];
} LobbyId;

typedef enum { WISH_RANDOM, WISH_WHITE, WISH_BLACK } Wish;

typedef struct {
    TimeControl control; /* odds are TIME_ODDS_OPPONENT's: of a challenge, a seek has none */
    Variant variant;
    bool rated;
    Wish color; /* of the one who asks */
} Terms;

bool lobby_id_equal(const LobbyId *one, const LobbyId *other);
/* LOBBY_ID_LENGTH letters or digits, of which nothing follows. */
bool lobby_id_parse(LobbyId *id, const char *text);

/* The same game, and two wishes of colour that can both come true. */
bool terms_fit(const Terms *one, const Terms *other);
/* The colour of the first when wishes that can both come true meet; 'chance' decides when neither cares. */
Color wish_color(Wish one, Wish other, uint64_t chance);
