#include "replay_command.h"

#include "game_receipt.h"
#include "peek.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BAD_USE = 2 };

static int explain(void)
{
    fputs("usage: castled replay ID [--data DIR]\n"
          "Rebuilds the game from its log, prints every event with what each clock was charged, "
          "and ends\n"
          "with 0 when all came out as it was kept. The server may be running.\n",
          stderr);
    return BAD_USE;
}

static const char *default_directory(void)
{
    const char *directory = getenv("CASTLED_DATA");
    return directory && *directory ? directory : "data";
}

int replay_command(int count, char *const words[])
{
    const char *directory = default_directory(), *id = NULL;
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--data") == 0 && i + 1 < count)
            directory = words[++i];
        else if (words[i][0] == '-' || id)
            return explain();
        else
            id = words[i];
    }
    if (!id || strlen(id) != GAME_ID_LENGTH)
        return explain();
    GameId game_id;
    char line[STORE_LINE_MAX];
    StoredGame *game;
    memcpy(game_id.text, id, sizeof game_id.text);
    if (peek_game(directory, &game_id, &game, line) != STORE_OK) {
        fprintf(stderr, "castled: %s\n", line);
        return EXIT_FAILURE;
    }
    if (!game) {
        fprintf(stderr, "castled: game %s not found\n", id);
        return EXIT_FAILURE;
    }
    Text text;
    text_init(&text);
    bool sound = game_receipt(game, &text);
    fwrite(text.bytes, 1, text.length, stdout);
    text_clear(&text);
    stored_game_free(game);
    return sound ? EXIT_SUCCESS : EXIT_FAILURE;
}
