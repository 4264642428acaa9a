#include "replay_command.h"

#include "command_line.h"
#include "game_receipt.h"
#include "store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const CommandForm FORM = {
    .program = "castled replay",
    .usage = "usage: castled replay ID [--data DIR]\n"
             "Rebuilds the game from its log and prints every event with what each clock was "
             "charged. Exits\n"
             "with 0 if the result is exactly what was stored. The server may be running.\n",
    .words_least = 1,
    .words_most = 1,
};

int replay_command(int argc, char *const argv[])
{
    CommandLine arguments;
    int status;
    if (!command_line_read(&arguments, &FORM, argc, argv, &status))
        return status;
    const char *id = arguments.words.words[0];
    if (strlen(id) != GAME_ID_LENGTH) {
        fprintf(stderr, "castled: a game id has %d characters\n", GAME_ID_LENGTH);
        return COMMAND_USAGE;
    }
    GameId game_id;
    char line[STORE_LINE_MAX];
    StoredGame *game;
    memcpy(game_id.text, id, sizeof game_id.text);
    if (store_inspect_game(arguments.directory, &game_id, &game, line) != STORE_OK) {
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
    printf("%.*s", (int)text.length, text.bytes);
    text_clear(&text);
    stored_game_free(game);
    return sound ? EXIT_SUCCESS : EXIT_FAILURE;
}
