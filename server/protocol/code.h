/* code.h - the stable words for why a request was refused, and how the errors of the parts below map
 * to them. */
#pragma once

#include "challenge.h"
#include "lobby.h"
#include "room.h"

enum { REFUSAL_MAX = 160 }; /* bytes of a refusal's sentence, with its NUL */

/* Name, word on the wire, sentence for people. */
#define PROTOCOL_CODES(X)                                                                          \
    X(OK, ok, "done")                                                                              \
    X(BAD_REQUEST, bad_request, "the request cannot be understood")                                \
    X(UNKNOWN_KIND, unknown_kind, "unknown kind of request")                                       \
    X(ILLEGAL_MOVE, illegal_move, "illegal move")                                                  \
    X(NOT_YOUR_TURN, not_your_turn, "it is not your turn")                                         \
    X(STALE, stale, "too late: it is gone or has changed")                                         \
    X(NO_SUCH_GAME, no_such_game, "game not found")                                                \
    X(NO_SUCH_TOURNAMENT, no_such_tournament, "tournament not found")                              \
    X(NO_SUCH_BROADCAST, no_such_broadcast, "broadcast not found")                                 \
    X(NO_SUCH_PLAYER, no_such_player, "player not found")                                          \
    X(NOT_A_PLAYER, not_a_player, "only the players of the game can do that")                      \
    X(GAME_OVER, game_over, "the game is over")                                                    \
    X(TOO_FAST, too_fast, "too many requests: try again later")                                    \
    X(FORBIDDEN, forbidden, "that is not allowed")                                                 \
    X(MISSING_SCOPE, missing_scope, "the token lacks the scope for that")                          \
    X(NOT_NOW, not_now, "not possible right now")

typedef enum {
#define X(name, word, text) CODE_##name,
    PROTOCOL_CODES(X)
#undef X
} Code;

/* The word on the wire. */
const char *code_word(Code code);
/* A sentence for people, for when nothing more exact is known. */
const char *code_text(Code code);

/* ROOM_FULL has no code: the server grows the room and tries again. */
Code code_of_room(RoomError error);
Code code_of_lobby(LobbyError error);
Code code_of_challenge(ChallengeError error);
