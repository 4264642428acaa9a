/* Rows of the archive: every member comes back, whatever the terms; and damage is reported. */
#include "archive_row.h"

#include "chess_rig.h"
#include "room.h"

enum { MADE = 1793000000 };

static StoreGame blitz(void)
{
    StoreGame game = {.seat = {[WHITE] = {.player = "ann", .rating = 1512},
                               [BLACK] = {.player = "bob", .rating = 1498}},
                      .control = {.timed = true, .initial = 180000, .increment = 2000},
                      .rated = true,
                      .first_move = 25000,
                      .created = 987654321,
                      .made = MADE * INT64_C(1000),
                      .ended = MADE * INT64_C(1000) + 312345,
                      .status = STATUS_RESIGN,
                      .winner = WINNER_BLACK};
    return game;
}

static StoredGame *with_events(const StoreGame *game, const Event *events, uint32_t count)
{
    StoredGame *stored = calloc(1, sizeof *stored + count * sizeof(StoredEvent));
    stored->game = *game;
    stored->count = count;
    for (uint32_t i = 0; i < count; i++) {
        stored->events[i].seq = i + 1;
        stored->events[i].size = (unsigned char)event_pack(&events[i], stored->events[i].bytes);
    }
    return stored;
}

/* e2e4 e7e5, then black wins by resignation. */
static StoredGame *short_game(const StoreGame *game)
{
    Position pos;
    position_start(&pos);
    Event events[3] = {
        {.kind = EV_MOVE, .at = 1500, .clock = {180000, 180000}, .by = WHITE},
        {.kind = EV_MOVE, .at = 2755, .clock = {180000, 180000}, .by = BLACK},
        {.kind = EV_END, .at = 7123, .clock = {175632, 180000}},
    };
    events[0].move.ply = 1;
    events[0].move.move = move_from_uci(&pos, "e2e4");
    position_play(&pos, events[0].move.move);
    events[1].move.ply = 2;
    events[1].move.move = move_from_uci(&pos, "e7e5");
    events[2].end.status = STATUS_RESIGN;
    events[2].end.winner = WINNER_BLACK;
    return with_events(game, events, 3);
}

/* What the columns of the row would contain. */
static StoreGame known_of(const StoreGame *game)
{
    StoreGame known = {.id = game->id, .made = game->made};
    for (int side = WHITE; side <= BLACK; side++)
        memcpy(known.seat[side].player, game->seat[side].player, sizeof known.seat[side].player);
    ck_assert(archive_result_read(archive_result(game), &known));
    return known;
}

static void must_come_back(const StoredGame *game)
{
    ArchiveRow row = {0};
    StoredGame *again;
    const char *why;
    StoreGame known = known_of(&game->game);
    archive_row_pack(game, &row);
    StoreError error = archive_row_unpack(&known, &row, &again, &why);
    ck_assert_msg(error == STORE_OK, "%s", why);
    ck_assert_mem_eq(&again->game, &game->game, sizeof game->game);
    ck_assert_uint_eq(again->count, game->count);
    ck_assert_mem_eq(again->events, game->events, game->count * sizeof *game->events);
    ck_assert_uint_eq(again->tags_size, game->tags_size);
    if (game->tags_size)
        ck_assert_mem_eq(again->tags, game->tags, game->tags_size);
    StoreGame terms = known;
    ck_assert(archive_row_terms(&terms, row.data, row.data_size));
    terms.created = game->game.created; /* of the receipts */
    ck_assert_mem_eq(&terms, &game->game, sizeof terms);
    stored_game_free(again);
    archive_row_clear(&row);
}

START_TEST(every_kind_of_terms_comes_back)
{
    for (int i = 0; i < 22; i++) {
        StoreGame game = blitz();
        switch (i) {
        case 1: game.control = (TimeControl){0}, game.first_move = 0; break;
        case 2: game.control.increment = 0, game.first_move = 25000; break;
        case 3: game.control.initial = 12345, game.control.increment = 678; break;
        case 4: game.first_move = 24 * 60 * 60 * 1000; break;
        case 5:
            game.seat[WHITE] = (StoreSeat){.kind = STORE_SEAT_LEVEL, .level = 13, .rating = 2800};
            break;
        case 6: game.seat[BLACK] = (StoreSeat){.kind = STORE_SEAT_LEVEL, .level = 1}; break;
        case 7: game.rated = false, game.seat[WHITE].rating = 0; break;
        case 8:
            game.variant = VARIANT_CHESS960;
            game.first_move = 31250;
            strcpy(game.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
            break;
        case 9:
            game.variant = VARIANT_FROM_POSITION;
            strcpy(game.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 3 9");
            break;
        case 10: game.ended = game.made; break;
        case 12: game.control.bonus = BONUS_DELAY, game.first_move = 25000; break;
        case 13:
            game.control = (TimeControl){.timed = true, .days = 7};
            game.first_move = time_control_first_move(&game.control, false);
            break;
        case 14:
        case 15:
            game.rated = false;
            game.control.odds = i == 14 ? TIME_ODDS_WHITE : TIME_ODDS_BLACK;
            game.control.odds_initial = i == 14 ? 60000 : 60001;
            game.control.odds_increment = i == 14 ? 0 : 1000;
            break;
        case 16:
            game.seat[WHITE] =
                (StoreSeat){.kind = STORE_SEAT_ENGINE, .engine = "stockfish", .rating = 1320};
            break;
        case 17:
            game.seat[BLACK] =
                (StoreSeat){.kind = STORE_SEAT_ENGINE, .engine = "0123456789abcdef", .step = 99};
            break;
        case 18:
            game.seat[WHITE] = (StoreSeat){.kind = STORE_SEAT_ENGINE, .engine = "a", .step = 1};
            game.seat[BLACK] = (StoreSeat){.kind = STORE_SEAT_ENGINE, .engine = "b"};
            break;
        case 20: game.rules = RULES_ALL; break;
        case 21:
            game.rules = RULE_NO_REMATCH;
            game.seat[WHITE] = (StoreSeat){.kind = STORE_SEAT_ENGINE, .engine = "a", .step = 1};
            break;
        case 19: /* from before names were stored */
            game.seat[WHITE] =
                (StoreSeat){.kind = STORE_SEAT_ENGINE, .engine_number = 123456, .rating = 2000};
            break;
        case 11: game.created = 0, game.ended -= 400000, game.again = true; break;
        }
        StoredGame *stored = short_game(&game);
        must_come_back(stored);
        free(stored);
    }
}
END_TEST

START_TEST(a_blitz_game_has_few_bytes_besides_its_moves)
{
    StoreGame game = blitz();
    StoredGame *stored = short_game(&game);
    ArchiveRow row = {0};
    archive_row_pack(stored, &row);
    ck_assert_uint_le(row.data_size, 14 + 12 + 4);
    archive_row_clear(&row);
    free(stored);
}
END_TEST

/* Of another version, or from a test: kept unchanged. */
START_TEST(a_journal_that_is_not_understood_is_kept)
{
    StoreGame game = blitz();
    StoredGame *stored = short_game(&game);
    memset(stored->events[1].bytes, 0xab, EVENT_PACKED_MAX);
    stored->events[1].size = EVENT_PACKED_MAX;
    must_come_back(stored);
    stored->events[1].size = 0;
    memset(stored->events[1].bytes, 0, EVENT_PACKED_MAX);
    must_come_back(stored);
    stored->count = 0;
    must_come_back(stored);
    free(stored);
}
END_TEST

START_TEST(an_imported_game_keeps_its_tags)
{
    static char tags[] = "White\0Anderssen\0Black\0Kieseritzky\0Event\0London";
    StoreGame game = blitz();
    game.imported = true;
    game.rated = false;
    StoredGame *stored = short_game(&game);
    stored->tags = tags;
    stored->tags_size = sizeof tags;
    must_come_back(stored);
    stored->tags = NULL;
    stored->tags_size = 0;
    must_come_back(stored);
    free(stored);
}
END_TEST

/* FIDE's longest names, and longer: 32 bytes, but never half a character. */
START_TEST(a_list_has_the_names_of_players_in_an_imported_game)
{
    static const struct {
        const char tags[96];
        size_t size;
        const char *white, *black;
    } games[] = {
        {"White\0Anderssen\0Black\0Kieseritzky", 34, "Anderssen", "Kieseritzky"},
        {"Black\0Kieseritzky\0WhiteElo\0"
         "2500",
         32, "", "Kieseritzky"},
        {"White\0?\0Black\0", 15, "", ""},
        {"White\0Gunnarsdóttir-Þorvaldsdóttir, Aðalbjörg\0Black\0Ng", 60,
         "Gunnarsdóttir-Þorvaldsdóttir,", "Ng"},
        {"White\0Abcdefghijklmnopqrstuvwxyz-1234ä", 40, "Abcdefghijklmnopqrstuvwxyz-1234", ""},
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        StoreGame game = blitz();
        game.imported = true;
        StoredGame *stored = short_game(&game);
        memset(stored->game.seat, 0, sizeof stored->game.seat);
        stored->tags = (char *)games[i].tags;
        stored->tags_size = games[i].size;
        ArchiveRow row = {0};
        archive_row_pack(stored, &row);
        StoreGame head = {.made = game.made};
        ck_assert(archive_row_terms(&head, row.data, row.data_size));
        ck_assert_str_eq(head.seat[WHITE].name, games[i].white);
        ck_assert_str_eq(head.seat[BLACK].name, games[i].black);
        archive_row_clear(&row);
        free(stored);
    }
}
END_TEST

static void must_be_refused(const StoreGame *known, const ArchiveRow *row, const char *what)
{
    StoredGame *again;
    const char *why = NULL;
    ck_assert_msg(archive_row_unpack(known, row, &again, &why) == STORE_DAMAGED, "%s", what);
    ck_assert_ptr_null(again);
    ck_assert_ptr_nonnull(why);
}

static void must_refuse_damage(const StoreGame *known, ArchiveRow *row, unsigned char *bytes,
                               size_t *size)
{
    const size_t whole = *size;
    for (*size = bytes == row->data ? 0 : 1; *size < whole; ++*size)
        must_be_refused(known, row, "cut off");
    for (size_t i = 0; i < 8 * whole; i++) {
        bytes[i / 8] ^= (unsigned char)(1 << i % 8);
        must_be_refused(known, row, "a bit changed");
        bytes[i / 8] ^= (unsigned char)(1 << i % 8);
    }
}

/* A CRC notices each changed bit. */
START_TEST(damage_is_reported_in_words)
{
    StoreGame game = blitz();
    StoredGame *stored = short_game(&game);
    for (int journal = 0; journal < 2; journal++) {
        ArchiveRow row = {0};
        StoreGame known = known_of(&game);
        stored->events[1].bytes[0] = journal ? 9 : 1;
        archive_row_pack(stored, &row);
        must_refuse_damage(&known, &row, row.data, &row.data_size);
        must_refuse_damage(&known, &row, row.receipts, &row.receipts_size);
        archive_row_clear(&row);
    }
    free(stored);
}
END_TEST

START_TEST(a_row_belongs_to_one_game_only)
{
    StoreGame game = blitz(), known = known_of(&game);
    StoredGame *stored = short_game(&game);
    ArchiveRow row = {0};
    archive_row_pack(stored, &row);
    known.made++;
    must_be_refused(&known, &row, "another date");
    known = known_of(&game);
    known.winner = WINNER_WHITE;
    must_be_refused(&known, &row, "another result");
    known = known_of(&game);
    known.id.text[7] ^= 1;
    must_be_refused(&known, &row, "another id");
    archive_row_clear(&row);
    free(stored);
}
END_TEST

/* Version, flags, two ratings, initial time, increment, how long it took; then extensions, then the moves. */
static ArchiveRow with_extra(const ArchiveRow *row, const StoreGame *known, unsigned char tag)
{
    enum { TERMS = 12 };
    static const unsigned char FLAGS[] = {0x91, 0x80, 0x02};
    const unsigned char extra[] = {1, tag, 3, 'S', 'f', '9'};
    ArchiveRow with = {.data = malloc(row->data_size + 8), .receipts = malloc(row->receipts_size)};
    unsigned char *at = with.data;
    *at++ = row->data[0];
    memcpy(at, FLAGS, sizeof FLAGS);
    at += sizeof FLAGS;
    memcpy(at, row->data + 2, TERMS - 2);
    at += TERMS - 2;
    memcpy(at, extra, sizeof extra);
    at += sizeof extra;
    memcpy(at, row->data + TERMS, row->data_size - TERMS);
    with.data_size = row->data_size + 8;
    memcpy(with.receipts, row->receipts, row->receipts_size);
    with.receipts_size = row->receipts_size;
    archive_row_seal(known, &with);
    return with;
}

START_TEST(extensions_are_skipped_or_refused)
{
    StoreGame game = blitz(), known = known_of(&game);
    StoredGame *stored = short_game(&game), *again;
    ArchiveRow row = {0};
    const char *why;
    archive_row_pack(stored, &row);
    ArchiveRow even = with_extra(&row, &known, 8), odd = with_extra(&row, &known, 9);
    ArchiveRow engine = with_extra(&row, &known, 2); /* of a human's seat */
    ck_assert_int_eq(archive_row_unpack(&known, &even, &again, &why), STORE_OK);
    ck_assert_mem_eq(again->events, stored->events, stored->count * sizeof *stored->events);
    stored_game_free(again);
    ck_assert_int_eq(archive_row_unpack(&known, &odd, &again, &why), STORE_DAMAGED);
    ck_assert_str_eq(why, "the game was archived by a newer castled");
    ck_assert_int_eq(archive_row_unpack(&known, &engine, &again, &why), STORE_DAMAGED);
    ck_assert_str_eq(why, "its terms are damaged");
    row.data[0]++;
    ck_assert_int_eq(archive_row_unpack(&known, &row, &again, &why), STORE_DAMAGED);
    ck_assert_str_eq(why, "the game was archived by a newer castled");
    archive_row_clear(&row);
    archive_row_clear(&even);
    archive_row_clear(&odd);
    archive_row_clear(&engine);
    free(stored);
}
END_TEST

START_TEST(every_result_is_a_number)
{
    for (int i = 0; i < 30 * 8; i++) {
        StoreGame game = {.status = STATUS_CREATED};
        if (archive_result_read(i, &game))
            ck_assert_int_eq(archive_result(&game), i);
        else
            ck_assert_int_eq(i % 8, 7);
    }
    StoreGame game = {.status = STATUS_CREATED};
    ck_assert(!archive_result_read(-1, &game));
    ck_assert(!archive_result_read(30 * 8, &game));
}
END_TEST

int main(void)
{
    const TTest *tests[] = {every_kind_of_terms_comes_back,
                            a_blitz_game_has_few_bytes_besides_its_moves,
                            a_journal_that_is_not_understood_is_kept,
                            an_imported_game_keeps_its_tags,
                            a_list_has_the_names_of_players_in_an_imported_game,
                            damage_is_reported_in_words,
                            a_row_belongs_to_one_game_only,
                            extensions_are_skipped_or_refused,
                            every_result_is_a_number};
    return run_tests("finished", tests, COUNT(tests));
}
