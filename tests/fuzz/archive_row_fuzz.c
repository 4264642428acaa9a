/* Any bytes are a row of the archive or are refused with a reason; what is accepted can be asked for everything that
 * the server asks of a game, and packs to a row that reads the same. The first two bytes divide data and receipts. */
#include "archive_row.h"
#include "game_json.h"
#include "game_opening.h"
#include "game_pgn.h"
#include "game_receipt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    return 0;
}

static void show(const StoredGame *game)
{
    const GameShow all = {
        .moves = true, .clocks = true, .opening = true, .tags = true, .pgn = true};
    Text text;
    text_init(&text);
    game_json(game, &all, &text);
    text_reset(&text);
    game_pgn_of(game, &all, &text);
    text_reset(&text);
    game_receipt(game, &text);
    text_clear(&text);
    game_opening_key(game);
}

static const StoreGame known = {.id = {"Ab12Cd34"}, .made = 1793000000000, .status = STATUS_RESIGN};

static void pack_again(const StoredGame *game)
{
    ArchiveRow row = {0};
    StoredGame *again;
    const char *why;
    archive_row_pack(game, &row);
    if (archive_row_unpack(&known, &row, &again, &why) != STORE_OK || again->count != game->count ||
        memcmp(again->events, game->events, game->count * sizeof *game->events) != 0) {
        fprintf(stderr, "it does not come back: %s\n", why ? why : "other events");
        abort();
    }
    stored_game_free(again);
    archive_row_clear(&row);
}

/* Nothing gets past a checksum by chance, so the fuzzer's bytes are given the right one. */
static void seal(ArchiveRow *row)
{
    if (row->data_size > 4 && row->data[0] == 2 &&
        (row->receipts_size == 0 || row->receipts_size > 4))
        archive_row_seal(&known, row);
}

static void read_row(const ArchiveRow *row)
{
    StoredGame *game;
    const char *why = NULL;
    if (archive_row_unpack(&known, row, &game, &why) == STORE_OK) {
        show(game);
        pack_again(game);
        stored_game_free(game);
    } else if (!why || game) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    size_t split = (size_t)(data[0] | data[1] << 8) % (size - 1);
    ArchiveRow row = {.data_size = split < size - 2 ? split : size - 2};
    row.receipts_size = size - 2 - row.data_size;
    row.data = malloc(row.data_size + 1);
    row.receipts = malloc(row.receipts_size + 1);
    memcpy(row.data, data + 2, row.data_size);
    memcpy(row.receipts, data + 2 + row.data_size, row.receipts_size);
    seal(&row);
    read_row(&row);
    archive_row_clear(&row);
    return 0;
}
