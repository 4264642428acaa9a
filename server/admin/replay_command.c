#include "replay_command.h"

#include "command_line.h"
#include "game_receipt.h"
#include "store.h"
#include "tourney.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const CommandForm FORM = {
    .program = "castled replay",
    .usage = "usage: castled replay ID [--data DIR] [--store URL]\n"
             "Rebuilds the game from its log and prints every event with what each clock was "
             "charged. Exits\n"
             "with 0 if the result is exactly what was stored. The server may be running.\n"
             "Of a tournament it prints every act, and the standings that they lead to.\n",
    .words_least = 1,
    .words_most = 1,
    .has_store = true,
};

/* ---- a tournament ---- */

typedef struct {
    Tourney *tourney;
    bool is_sound;
} Rebuilding;

static bool take_act(void *context, uint32_t seq, const char *text, size_t size)
{
    Rebuilding *rebuilding = context;
    TourneyAct act;
    printf("%.*s\n", (int)size, text);
    bool is_act = tourney_act_parse(&act, text, size);
    rebuilding->is_sound = is_act && act.seq == seq && tourney_fold(rebuilding->tourney, &act);
    if (is_act)
        tourney_act_clear(&act);
    return rebuilding->is_sound;
}

static void print_standings(const Tourney *tourney)
{
    Standings standings = {.rows = NULL};
    standings_compute(&standings, tourney);
    for (uint32_t i = 0; i < standings.count; i++) {
        const Standing *row = &standings.rows[i];
        printf("%4u. %-32s %d%s\n", row->rank, tourney_player(tourney, row->player)->person.name,
               row->halves / 2, row->halves % 2 ? ".5" : "");
    }
    standings_clear(&standings);
}

/* EXIT_FAILURE, too, when there is no such tournament. */
static int replay_tournament(const StorePlace *place, const char *id)
{
    char line[STORE_LINE_MAX];
    Rebuilding rebuilding = {tourney_new(), true};
    int status = EXIT_FAILURE;
    if (store_inspect_tournament(place, id, take_act, &rebuilding, line) != STORE_OK)
        fprintf(stderr, "castled: %s\n", line);
    else if (rebuilding.tourney->seq == 0 && rebuilding.is_sound)
        fprintf(stderr, "castled: neither a game nor a tournament has the id %s\n", id);
    else if (!rebuilding.is_sound)
        fprintf(stderr, "castled: the act after number %u cannot follow\n",
                rebuilding.tourney->seq);
    else
        status = EXIT_SUCCESS;
    if (rebuilding.tourney->seq)
        print_standings(rebuilding.tourney);
    tourney_free(rebuilding.tourney);
    return status;
}

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
    StorePlace place = {arguments.directory, arguments.server};
    GameId game_id;
    char line[STORE_LINE_MAX];
    StoredGame *game;
    memcpy(game_id.text, id, sizeof game_id.text);
    if (store_inspect_game(&place, &game_id, &game, line) != STORE_OK) {
        fprintf(stderr, "castled: %s\n", line);
        return EXIT_FAILURE;
    }
    if (!game)
        return replay_tournament(&place, id);
    Text text;
    text_init(&text);
    bool sound = game_receipt(game, &text);
    printf("%.*s", (int)text.length, text.bytes);
    text_clear(&text);
    stored_game_free(game);
    return sound ? EXIT_SUCCESS : EXIT_FAILURE;
}
