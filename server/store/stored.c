#include "stored.h"

#include <stdlib.h>

void stored_game_free(StoredGame *game)
{
    if (game)
        free(game->tags);
    free(game);
}
