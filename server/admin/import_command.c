#include "import_command.h"

#include "command_line.h"
#include "game_import.h"
#include "game_opening.h"
#include "offline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_MAX = 100000, /* at a time */
    AT_ONCE = 500,      /* games on their way to the disk */
};

typedef struct {
    const char *file, *directory;
    AccountInfo account; /* for whom */
    Offline offline;
    Desk desk;
    unsigned taken, refused;
} Errand;

static const CommandForm FORM = {
    .program = "castled import",
    .usage = "usage: castled import FILE.pgn NAME [--data DIR]\n"
             "Imports the games of the file into the account NAME, as POST /api/import does one by "
             "one,\n"
             "at most 100000 at a time. A game that is refused is reported with its line and the "
             "reason,\n"
             "and the others are imported. No server may be running on the data directory.\n",
    .words_least = 2,
    .words_most = 2,
};

static size_t read_piece(void *context, char *buffer, size_t size)
{
    return fread(buffer, 1, size, context);
}

static uint64_t take(Errand *errand, StoredGame *game)
{
    game->game.id = store_draw_game_id(errand->offline.store);
    uint64_t number =
        store_put_import(errand->offline.store, game, errand->account.id,
                         game_import_color(game, errand->account.name), game_opening_key(game));
    stored_game_free(game);
    errand->taken++;
    return number;
}

/* What was done is kept as every act of an operator is. */
static bool note(Errand *errand)
{
    StoreAct act = {.at = errand->desk.now, .act = "import"};
    snprintf(act.who, sizeof act.who, "%s", errand->desk.who);
    snprintf(act.target, sizeof act.target, "%s %s: %u games, %u refused", errand->account.name,
             errand->file, errand->taken, errand->refused);
    return offline_wait(&errand->offline, store_put_act(errand->offline.store, &act));
}

static void refuse(Errand *errand, const GameImporter *importer, const char *why)
{
    fprintf(stderr, "%s:%llu: %s\n", errand->file, (unsigned long long)game_importer_line(importer),
            why);
    errand->refused++;
}

/* False when the disk refuses. */
static bool take_all(Errand *errand, GameImporter *importer)
{
    char line[GAME_IMPORT_LINE_MAX];
    StoredGame *game;
    while ((game = game_importer_next(importer, errand->desk.now, line)) || line[0]) {
        if (!game) {
            refuse(errand, importer, line);
            continue;
        }
        if (errand->taken == GAMES_MAX) {
            stored_game_free(game);
            refuse(errand, importer, "this game and the rest are skipped: there are too many");
            break;
        }
        uint64_t number = take(errand, game);
        if (errand->taken % AT_ONCE == 0 && !offline_wait(&errand->offline, number))
            return false;
    }
    return true;
}

static int import_file(Errand *errand, FILE *file)
{
    GameImporter *importer = game_importer_new(read_piece, file);
    bool kept = take_all(errand, importer) && note(errand);
    game_importer_free(importer);
    if (ferror(file)) {
        fprintf(stderr, "castled: %s: %s\n", errand->file, strerror(errno));
        kept = false;
    }
    if (kept)
        printf("%u games imported, %u refused\n", errand->taken, errand->refused);
    return kept && errand->refused == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void on_found(void *context, const AccountsAnswer *answer)
{
    Errand *errand = context;
    errand->account = answer->list[0];
}

static int import_for(Errand *errand, const char *name)
{
    FILE *file = fopen(errand->file, "rb");
    if (!file) {
        fprintf(stderr, "castled: %s: %s\n", errand->file, strerror(errno));
        return EXIT_FAILURE;
    }
    int status = EXIT_FAILURE;
    if (offline_open(&errand->offline, errand->directory)) {
        errand->desk = offline_desk(&errand->offline);
        AccountRef ref = account_ref_name(name);
        accounts_find(errand->offline.accounts, &ref, 1, "", on_found, errand);
        accounts_turn(errand->offline.accounts);
        if (account_is_found(&errand->account))
            status = import_file(errand, file);
        else
            fprintf(stderr, "castled: there is no account %s\n", name);
        offline_close(&errand->offline);
    }
    fclose(file);
    return status;
}

int import_command(int argc, char *const argv[])
{
    CommandLine line;
    int status;
    if (!command_line_read(&line, &FORM, argc, argv, &status))
        return status;
    Errand errand = {.file = line.words.words[0], .directory = line.directory};
    return import_for(&errand, line.words.words[1]);
}
