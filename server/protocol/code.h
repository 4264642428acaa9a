/* code.h - the stable words for why a request was refused, and what the floors below say in them. */
#pragma once

#include "challenge.h"
#include "lobby.h"
#include "room.h"

/* Name, word on the wire, sentence for people. */
#define PROTOCOL_CODES(X)                                                                          \
    X(OK, ok, "done")                                                                              \
    X(BAD_REQUEST, bad_request, "the request cannot be understood")                                \
    X(UNKNOWN_KIND, unknown_kind, "there is no such kind of request")                              \
    X(ILLEGAL_MOVE, illegal_move, "that move is not legal here")                                   \
    X(NOT_YOUR_TURN, not_your_turn, "it is not your turn")                                         \
    X(STALE, stale, "that is gone: things have moved on")                                          \
    X(NO_SUCH_GAME, no_such_game, "no game has that id")                                           \
    X(NO_SUCH_PLAYER, no_such_player, "nobody has that name")                                      \
    X(NOT_A_PLAYER, not_a_player, "only the players of the game may do that")                      \
    X(GAME_OVER, game_over, "the game is over")                                                    \
    X(TOO_FAST, too_fast, "too many requests: try again in a while")                               \
    X(FORBIDDEN, forbidden, "that is not allowed")                                                 \
    X(MISSING_SCOPE, missing_scope, "the token lacks the scope for that")                          \
    X(NOT_NOW, not_now, "that cannot be done at this moment")

typedef enum {
#define X(name, word, text) CODE_##name,
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
