#include "stored.h"

#include <stdlib.h>

void stored_game_free(StoredGame *game)
{
    if (!game)
        return;
    free(game->tags);
    free(game->conditional[WHITE]);
    free(game->conditional[BLACK]);
    free(game);
}
