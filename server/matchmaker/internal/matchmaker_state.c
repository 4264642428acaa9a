#include "matchmaker_state.h"

#include "base62.h"

#include <sodium.h>

LobbyId matchmaker_draw_id(void)
{
    LobbyId id;
    base62_draw(id.text, LOBBY_ID_LENGTH);
    return id;
}

uint64_t matchmaker_chance(void)
{
    uint64_t chance;
    randombytes_buf(&chance, sizeof chance);
    return chance;
}
