#include "code.h"

#include <assert.h>

const char *code_word(Code code)
{
    static const char *const WORDS[] = {
#define X(name, word, text) #word,
        PROTOCOL_CODES(X)
#undef X
    };
    assert((size_t)code < sizeof WORDS / sizeof *WORDS);
    return WORDS[code];
}

const char *code_text(Code code)
{
    static const char *const TEXTS[] = {
#define X(name, word, text) text,
        PROTOCOL_CODES(X)
#undef X
    };
    assert((size_t)code < sizeof TEXTS / sizeof *TEXTS);
    return TEXTS[code];
}

Code code_of_room(RoomError error)
{
    static const Code CODES[] = {
        [ROOM_OK] = CODE_OK,
        [ROOM_ILLEGAL_MOVE] = CODE_ILLEGAL_MOVE,
        [ROOM_NOT_YOUR_TURN] = CODE_NOT_YOUR_TURN,
        [ROOM_STALE] = CODE_STALE,
        [ROOM_OVER] = CODE_GAME_OVER,
        [ROOM_TOO_FAST] = CODE_TOO_FAST,
        [ROOM_FORBIDDEN] = CODE_FORBIDDEN,
        [ROOM_NOT_NOW] = CODE_NOT_NOW,
        [ROOM_FULL] = CODE_NOT_NOW,
    };
    assert((size_t)error < sizeof CODES / sizeof *CODES);
    return CODES[error];
}

Code code_of_lobby(LobbyError error)
{
    static const Code CODES[] = {
        [LOBBY_OK] = CODE_OK,
        [LOBBY_STALE] = CODE_STALE,
        [LOBBY_FORBIDDEN] = CODE_FORBIDDEN,
        [LOBBY_GUEST] = CODE_FORBIDDEN,
        [LOBBY_MANY] = CODE_NOT_NOW,
        [LOBBY_CROWDED] = CODE_NOT_NOW,
        [LOBBY_BUSY] = CODE_NOT_NOW,
        [LOBBY_FULL] = CODE_NOT_NOW,
    };
    assert((size_t)error < sizeof CODES / sizeof *CODES);
    return CODES[error];
}

Code code_of_challenge(ChallengeError error)
{
    static const Code CODES[] = {
        [CHALLENGE_OK] = CODE_OK,
        [CHALLENGE_STALE] = CODE_STALE,
        [CHALLENGE_FORBIDDEN] = CODE_FORBIDDEN,
        [CHALLENGE_COLOR] = CODE_FORBIDDEN,
        [CHALLENGE_GUEST] = CODE_FORBIDDEN,
        [CHALLENGE_MANY] = CODE_NOT_NOW,
        [CHALLENGE_CROWDED] = CODE_NOT_NOW,
        [CHALLENGE_FULL] = CODE_NOT_NOW,
    };
    assert((size_t)error < sizeof CODES / sizeof *CODES);
    return CODES[error];
}
