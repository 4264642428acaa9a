/* code.h - the stable words for why a request was refused, and what the floors below say in them. */
#pragma once

#include "challenge.h"
#include "lobby.h"
#include "room.h"

#define PROTOCOL_CODES(X)                                                                          \
    X(OK, ok)                                                                                      \
    X(BAD_REQUEST, bad_request)                                                                    \
    X(UNKNOWN_KIND, unknown_kind)                                                                  \
    X(ILLEGAL_MOVE, illegal_move)                                                                  \
    X(NOT_YOUR_TURN, not_your_turn)                                                                \
    X(STALE, stale)                                                                                \
    X(NO_SUCH_GAME, no_such_game)                                                                  \
    X(NO_SUCH_PLAYER, no_such_player)                                                              \
    X(NOT_A_PLAYER, not_a_player)                                                                  \
    X(GAME_OVER, game_over)                                                                        \
    X(TOO_FAST, too_fast)                                                                          \
    X(FORBIDDEN, forbidden)                                                                        \
    X(NOT_NOW, not_now)

typedef enum {
#define X(name, word) CODE_##name,
    PROTOCOL_CODES(X)
#undef X
} Code;

/* The word on the wire. */
const char *code_word(Code code);
/* A sentence for people, for where nothing more exact is known. */
const char *code_text(Code code);

/* ROOM_FULL has no code: the server grows the room and asks again. */
Code code_of_room(RoomError error);
Code code_of_lobby(LobbyError error);
Code code_of_challenge(ChallengeError error);
