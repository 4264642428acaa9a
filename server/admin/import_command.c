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
    const char *file, *directory, *server;
    AccountInfo account; /* for whom */
    Offline offline;
    AdminTarget target;
    unsigned taken, refused;
} Import;

static const CommandForm FORM = {
    .program = "castled import",
    .usage = "usage: castled import FILE.pgn NAME [--data DIR] [--store URL]\n"
             "Imports the games of the file into the account NAME, as POST /api/import does one by "
             "one,\n"
             "at most 100000 at a time. A game that is refused is reported with its line and the "
             "reason,\n"
             "and the others are imported. No server may be running on the data directory.\n",
    .words_least = 2,
    .words_most = 2,
    .has_store = true,
};

static size_t read_piece(void *context, char *buffer, size_t size)
{
    return fread(buffer, 1, size, context);
}

static uint64_t take(Import *import, StoredGame *game)
{
    game->game.id = store_draw_game_id(import->offline.store);
    uint64_t number =
        store_put_import(import->offline.store, game, import->account.id,
                         game_import_color(game, import->account.name), game_opening_key(game));
    stored_game_free(game);
    import->taken++;
    return number;
}

/* Recorded like every action of an operator. */
static bool note(Import *import)
{
    StoreAct act = {.at = import->target.now, .act = "import"};
    snprintf(act.who, sizeof act.who, "%s", import->target.who);
    snprintf(act.target, sizeof act.target, "%s %s: %u games, %u refused", import->account.name,
             import->file, import->taken, import->refused);
    return offline_wait(&import->offline, store_put_act(import->offline.store, &act));
}

static void refuse(Import *import, const GameImporter *importer, const char *why)
{
    fprintf(stderr, "%s:%llu: %s\n", import->file, (unsigned long long)game_importer_line(importer),
            why);
    import->refused++;
}

/* False when the disk refuses. */
static bool take_all(Import *import, GameImporter *importer)
{
    char line[GAME_IMPORT_LINE_MAX];
    StoredGame *game;
    while ((game = game_importer_next(importer, import->target.now, line)) || line[0]) {
        if (!game) {
            refuse(import, importer, line);
            continue;
        }
        if (import->taken == GAMES_MAX) {
            stored_game_free(game);
            refuse(import, importer, "this game and the rest are skipped: there are too many");
            break;
        }
        uint64_t number = take(import, game);
        if (import->taken % AT_ONCE == 0 && !offline_wait(&import->offline, number))
            return false;
    }
    return true;
}

static int import_file(Import *import, FILE *file)
{
    GameImporter *importer = game_importer_new(read_piece, file);
    bool kept = take_all(import, importer) && note(import);
    game_importer_free(importer);
    if (ferror(file)) {
        fprintf(stderr, "castled: %s: %s\n", import->file, strerror(errno));
        kept = false;
    }
    if (kept)
        printf("%u games imported, %u refused\n", import->taken, import->refused);
    return kept && import->refused == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void on_found(void *context, const AccountsAnswer *answer)
{
    Import *import = context;
    import->account = answer->list[0];
}

static int import_for(Import *import, const char *name)
{
    FILE *file = fopen(import->file, "rb");
    if (!file) {
        fprintf(stderr, "castled: %s: %s\n", import->file, strerror(errno));
        return EXIT_FAILURE;
    }
    int status = EXIT_FAILURE;
    if (offline_open(&import->offline, import->directory, import->server)) {
        import->target = offline_target(&import->offline);
        AccountRef ref = account_ref_name(name);
        accounts_find(import->offline.accounts, &ref, 1, "", on_found, import);
        accounts_finish(import->offline.accounts);
        if (account_is_found(&import->account))
            status = import_file(import, file);
        else
            fprintf(stderr, "castled: there is no account %s\n", name);
        offline_close(&import->offline);
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
    Import import = {
        .file = line.words.words[0], .directory = line.directory, .server = line.server};
    return import_for(&import, line.words.words[1]);
}
