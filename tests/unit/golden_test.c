/* Every game and every event of the golden files must be readable for ever: so a database that any released castled wrote
 * stays readable.
 *
 * tests/data/golden/archive_vN.txt holds rows of the archive as the format's version N wrote them: the columns that
 * are needed to read a row, its two blobs in hexadecimal, and then in words the expected result. A file is written
 * once, by the release that introduces the version, and never changed: "golden_test --recode archive_v1.txt" prints
 * the games of a file as this program stores them. */
#include "archive_row.h"
#include "seat.h"

#include "chess_rig.h"
#include "room.h"
#include "time_control_text.h"

#include <ctype.h>
#include <stdarg.h>

enum { LINE_MOST = 16 * 1024, TEXT_MOST = 256 * 1024 };

static const struct {
    const char *name;
    int games;
} FILES[] = {
    {"archive_v1.txt", 137},       {"archive_v2.txt", 137},
    {"archive_v2_engines.txt", 3}, /* with the names of engines */
    {"archive_v2_stages.txt", 3},  /* with time controls in stages */
    {"archive_v2_arbiter.txt", 2}, /* with an arbiter's acts */
    {"archive_v2_berserk.txt", 2}, /* of players who went berserk */
};
static const GameId ID = {"Ab12Cd34"}; /* of all formats */

static char text[TEXT_MOST];
static size_t text_length;

static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text + text_length, TEXT_MOST - text_length, format, arguments);
    va_end(arguments);
    ck_assert_int_ge(length, 0);
    text_length += (size_t)length;
    ck_assert_uint_lt(text_length, TEXT_MOST);
}

static void say_details(const Event *event)
{
    switch (event->kind) {
    case EV_MOVE: say(" ply=%u move=%04x", event->move.ply, event->move.move); break;
    case EV_REFUSED: say(" offer=%u", event->offer); break;
    case EV_TAKEBACK: say(" ply=%u", event->ply); break;
    case EV_MORETIME: say(" given=%d", event->given); break;
    case EV_REMATCH: say(" next=%.8s", event->next.text); break;
    case EV_BERSERK:
    case EV_ADJUSTED: say(" given=%d", event->given); break;
    case EV_ADJOURN: say(" until=%lld", (long long)event->until); break;
    case EV_SEALED: say(" sealed=%04x", event->sealed); break;
    case EV_END:
        say(" status=%d winner=%d reason=%d claimed=%04x", (int)event->end.status,
            (int)event->end.winner, (int)event->end.reason, event->end.claimed);
        break;
    default: break;
    }
}

static void say_event(const Event *event)
{
    static const char *const KINDS[] = {
        [EV_MOVE] = "move",         [EV_DRAW_OFFER] = "draw",
        [EV_REFUSED] = "refused",   [EV_TAKEBACK_OFFER] = "takeback-offer",
        [EV_TAKEBACK] = "takeback", [EV_REMATCH_OFFER] = "rematch-offer",
        [EV_REMATCH] = "rematch",   [EV_MORETIME] = "moretime",
        [EV_PAUSED] = "paused",     [EV_RESUMED] = "resumed",
        [EV_END] = "end",           [EV_ADJUSTED] = "adjusted",
        [EV_STOPPED] = "stopped",   [EV_ADJOURN] = "adjourn",
        [EV_SEALED] = "sealed",     [EV_BERSERK] = "berserk"};
    const Receipt *receipt = &event->receipt;
    say("%u %s by=%s at=%lld clocks=%lld/%lld", event->seq, KINDS[event->kind],
        event->by == BLACK ? "black" : "white", (long long)event->at,
        (long long)event->clock[WHITE], (long long)event->clock[BLACK]);
    say_details(event);
    if ((event->kind == EV_MOVE || event->kind == EV_END) &&
        (receipt->left || receipt->elapsed || receipt->lag || receipt->given || receipt->quota))
        say(" receipt=%d/%d/%d/%d/%d", receipt->left, receipt->elapsed, receipt->lag,
            receipt->given, receipt->quota);
    say("\n");
}

static void say_game(const StoredGame *stored)
{
    const StoreGame *game = &stored->game;
    const TimeControl *control = &game->control;
    text_length = 0;
    say("terms variant=%d rated=%d again=%d imported=%d white=%d/%d black=%d/%d first-move=%d "
        "created=%lld ended=%lld\n",
        game->variant, game->rated, game->again, game->imported,
        seat_level_on_disk(&game->seat[WHITE]), seat_rating_on_disk(&game->seat[WHITE]),
        seat_level_on_disk(&game->seat[BLACK]), seat_rating_on_disk(&game->seat[BLACK]),
        game->first_move, (long long)game->created, (long long)game->ended);
    if (game->seat[WHITE].engine[0] || game->seat[BLACK].engine[0])
        say("engines white=%s black=%s\n", game->seat[WHITE].engine, game->seat[BLACK].engine);
    say("control timed=%d initial=%d increment=%d bonus=%d days=%d odds=%d/%d/%d\n", control->timed,
        control->initial, control->increment, (int)control->bonus, control->days,
        (int)control->odds, control->odds_initial, control->odds_increment);
    if (control->moves) {
        char stages[TIME_CONTROL_TEXT_MAX];
        time_control_print(control, true, stages);
        say("stages %s\n", stages);
    }
    say("fen %s\n", game->fen);
    for (uint32_t i = 0; i < stored->count; i++) {
        Event event;
        ck_assert(event_unpack(&event, stored->events[i].bytes, stored->events[i].size));
        event.seq = stored->events[i].seq;
        say_event(&event);
    }
}

/* ---- the files ---- */

static FILE *open_golden(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/golden/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    return file;
}

/* The next line, which begins with 'word' and a blank; returns what follows, without the line end. */
static const char *expect(FILE *file, char *line, const char *word)
{
    size_t length = strlen(word);
    ck_assert_ptr_nonnull(fgets(line, LINE_MOST, file));
    line[strcspn(line, "\n")] = '\0';
    ck_assert_msg(strncmp(line, word, length) == 0 && line[length] == ' ', "%s: %.60s", word, line);
    return line + length + 1;
}

static size_t read_hex(const char *digits, unsigned char **bytes)
{
    size_t length = strlen(digits) / 2;
    *bytes = malloc(length + 1);
    for (size_t i = 0; i < length; i++) {
        unsigned byte;
        ck_assert(isxdigit((unsigned char)digits[2 * i]));
        ck_assert_int_eq(sscanf(digits + 2 * i, "%2x", &byte), 1);
        (*bytes)[i] = (unsigned char)byte;
    }
    return length;
}

/* The text until an empty line or the end. */
static void compare_text(FILE *file, char *line, int number)
{
    const char *at = text;
    while (fgets(line, LINE_MOST, file) && line[0] != '\n') {
        size_t length = strlen(line);
        ck_assert_msg(strncmp(at, line, length) == 0, "game %d: %.*s instead of %s", number,
                      (int)strcspn(at, "\n"), at, line);
        at += length;
    }
    ck_assert_msg(*at == '\0', "game %d: more than was stored: %.60s", number, at);
}

/* False at the end of the file. */
static bool read_one(FILE *file, char *line, StoreGame *known, ArchiveRow *row)
{
    if (!fgets(line, LINE_MOST, file))
        return false;
    ck_assert_int_eq(strncmp(line, "game ", 5), 0);
    *known = (StoreGame){.id = ID, .made = strtoll(expect(file, line, "made"), NULL, 10)};
    ck_assert(archive_result_read(strtoll(expect(file, line, "result"), NULL, 10), known));
    row->data_size = read_hex(expect(file, line, "data"), &row->data);
    row->receipts_size = read_hex(expect(file, line, "receipts"), &row->receipts);
    return true;
}

START_TEST(every_golden_game_reads_as_it_was)
{
    char *line = malloc(LINE_MOST);
    FILE *file = open_golden(FILES[_i].name);
    StoreGame known;
    ArchiveRow row;
    int games = 0;
    for (; read_one(file, line, &known, &row); games++) {
        StoredGame *stored;
        const char *why;
        StoreError error = archive_row_unpack(&known, &row, &stored, &why);
        ck_assert_msg(error == STORE_OK, "game %d: %s", games, why);
        say_game(stored);
        compare_text(file, line, games);
        stored_game_free(stored);
        archive_row_clear(&row);
    }
    ck_assert_int_eq(games, FILES[_i].games);
    fclose(file);
    free(line);
}
END_TEST

/* ---- events ---- */

static const struct {
    const char *name;
    int events;
    bool is_written; /* and not one that is only read */
} EVENT_FILES[] = {
    {"events_v1.txt", 178, true},       {"events_v1_arbiter.txt", 10, true},
    {"events_v1_berserk.txt", 3, true}, {"events_v2.txt", 76, true},
    {"events_v3.txt", 50, false},
};

/* A line is an event's bytes and their meaning; say_event puts the number in front of it. */
START_TEST(every_golden_event_reads_as_it_was)
{
    char *line = malloc(LINE_MOST);
    FILE *file = open_golden(EVENT_FILES[_i].name);
    int events = 0;
    while (fgets(line, LINE_MOST, file)) {
        unsigned char *bytes, again[EVENT_PACKED_MAX];
        Event event;
        char *words = strchr(line, ' ');
        if (line[0] == '#')
            continue;
        *words++ = '\0';
        size_t size = read_hex(line, &bytes);
        ck_assert_msg(event_unpack(&event, bytes, size), "%s", line);
        ck_assert(!event_is_newer(bytes, size));
        text_length = 0;
        say_event(&event);
        ck_assert_str_eq(text + 2, words);
        if (EVENT_FILES[_i].is_written) {
            ck_assert_uint_eq(event_pack(&event, again), size);
            ck_assert_mem_eq(again, bytes, size);
        }
        free(bytes);
        events++;
    }
    ck_assert_int_eq(events, EVENT_FILES[_i].events);
    fclose(file);
    free(line);
}
END_TEST

/* ---- writing the next version's file ---- */

static void print_hex(const char *word, const unsigned char *bytes, size_t size)
{
    printf("%s ", word);
    for (size_t i = 0; i < size; i++)
        printf("%02x", bytes[i]);
    printf("\n");
}

static const char *recoded; /* the file to recode, if any */

START_TEST(recode)
{
    char *line = malloc(LINE_MOST);
    FILE *file = open_golden(recoded);
    StoreGame known;
    ArchiveRow row;
    for (int number = 0; read_one(file, line, &known, &row); number++) {
        StoredGame *stored;
        const char *why;
        ck_assert_int_eq(archive_row_unpack(&known, &row, &stored, &why), STORE_OK);
        say_game(stored);
        compare_text(file, line, number);
        archive_row_clear(&row);
        archive_row_pack(stored, &row);
        printf("game %d\nmade %lld\nresult %d\n", number, (long long)known.made,
               archive_result(&known));
        print_hex("data", row.data, row.data_size);
        print_hex("receipts", row.receipts, row.receipts_size);
        printf("%s\n", text);
        stored_game_free(stored);
        archive_row_clear(&row);
    }
    fclose(file);
    free(line);
}
END_TEST

int main(int argc, char *argv[])
{
    attacks_init();
    if (argc == 3 && strcmp(argv[1], "--recode") == 0)
        recoded = argv[2];
    Suite *suite = suite_create("golden");
    TCase *tcase = tcase_create("golden");
    if (recoded) {
        tcase_add_test(tcase, recode);
    } else {
        tcase_add_loop_test(tcase, every_golden_game_reads_as_it_was, 0, COUNT(FILES));
        tcase_add_loop_test(tcase, every_golden_event_reads_as_it_was, 0, COUNT(EVENT_FILES));
    }
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, recoded ? CK_SILENT : CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
