#include "terms.h"

#include "base62.h"

#include <string.h>

bool lobby_id_equal(const LobbyId *one, const LobbyId *other)
{
    return memcmp(one->text, other->text, LOBBY_ID_LENGTH) == 0;
}

bool lobby_id_parse(LobbyId *id, const char *text)
{
    if (!base62_is(text, LOBBY_ID_LENGTH))
        return false;
    memcpy(id->text, text, LOBBY_ID_LENGTH + 1);
    return true;
}

bool terms_fit(const Terms *one, const Terms *other)
{
    return (one->color == WISH_RANDOM || one->color != other->color) &&
           one->rated == other->rated && one->variant == other->variant &&
           time_control_equal(&one->control, &other->control);
}

Color wish_color(Wish one, Wish other, uint64_t chance)
{
    if (one == WISH_WHITE || other == WISH_BLACK)
        return WHITE;
    if (one == WISH_BLACK || other == WISH_WHITE)
        return BLACK;
    return chance & 1 ? BLACK : WHITE;
}
