/* Games from elsewhere: what is taken from their PGN, what is said about bad ones, and that all can be replayed. */
#include "game_import.h"

#include "chess_rig.h"
#include "game_pgn.h"
#include "replay.h"
#include "store.h"

enum { NOW = 1793000000 };

static char line[GAME_IMPORT_LINE_MAX];

static StoredGame *import(const char *pgn)
{
    return game_import(pgn, strlen(pgn), NOW, line);
}

static const struct {
    const char *pgn;
    Status status;
    Winner winner;
    uint32_t events; /* moves and the end */
    bool timed;
    int variant;
} GAMES[] = {
    {"1. f3 e5 2. g4 Qh4# 0-1", STATUS_MATE, WINNER_BLACK, 5, false, VARIANT_STANDARD},
    {"1. f3 e5 2. g4 Qh4# 1-0", STATUS_MATE, WINNER_BLACK, 5, false, VARIANT_STANDARD},
    {"1. e4 1-0", STATUS_RESIGN, WINNER_WHITE, 2, false, VARIANT_STANDARD},
    {"1. e4 1/2-1/2", STATUS_DRAW, WINNER_NONE, 2, false, VARIANT_STANDARD},
    {"1. e4 *", STATUS_ABORTED, WINNER_NONE, 2, false, VARIANT_STANDARD},
    {"[Termination \"Time forfeit\"]\n\n1. e4 0-1", STATUS_OUTOFTIME, WINNER_BLACK, 2, false,
     VARIANT_STANDARD},
    /* as chess.com writes it */
    {"[Termination \"Anna won on time\"]\n\n1. e4 1-0", STATUS_OUTOFTIME, WINNER_WHITE, 2, false,
     VARIANT_STANDARD},
    {"[Termination \"Anna won - game abandoned\"]\n\n1. e4 1-0", STATUS_TIMEOUT, WINNER_WHITE, 2,
     false, VARIANT_STANDARD},
    {"[Termination \"Anna won by resignation\"]\n\n1. e4 1-0", STATUS_RESIGN, WINNER_WHITE, 2,
     false, VARIANT_STANDARD},
    {"[Termination \"Anna won by checkmate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", STATUS_MATE,
     WINNER_BLACK, 5, false, VARIANT_STANDARD},
    {"[Termination \"Game drawn by agreement\"]\n\n1. e4 1/2-1/2", STATUS_DRAW, WINNER_NONE, 2,
     false, VARIANT_STANDARD},
    {"[Termination \"Game drawn by repetition\"]\n\n1. e4 1/2-1/2", STATUS_DRAW, WINNER_NONE, 2,
     false, VARIANT_STANDARD},
    {"[Termination \"Game drawn by 50-move rule\"]\n\n1. e4 1/2-1/2", STATUS_DRAW, WINNER_NONE, 2,
     false, VARIANT_STANDARD},
    {"[Termination \"Game drawn by timeout vs insufficient material\"]\n\n1. e4 1/2-1/2",
     STATUS_OUTOFTIME, WINNER_NONE, 2, false, VARIANT_STANDARD},
    /* words that do not go with the result */
    {"[Termination \"Game drawn by repetition\"]\n\n1. e4 1-0", STATUS_RESIGN, WINNER_WHITE, 2,
     false, VARIANT_STANDARD},
    {"[Termination \"Anna won - game abandoned\"]\n\n1. e4 1/2-1/2", STATUS_DRAW, WINNER_NONE, 2,
     false, VARIANT_STANDARD},
    /* variations and comments are left out */
    {"1. e4 {the best} (1. d4 d5 (1... f5)) e5 $1 2. Nf3 1-0", STATUS_RESIGN, WINNER_WHITE, 4,
     false, VARIANT_STANDARD},
    {"[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59]} 1-0", STATUS_RESIGN,
     WINNER_WHITE, 3, true, VARIANT_STANDARD},
    {"[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00]} e5 1-0", STATUS_RESIGN, WINNER_WHITE, 3,
     false, VARIANT_STANDARD},
    {"[TimeControl \"40/7200:3600\"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 1-0",
     STATUS_RESIGN, WINNER_WHITE, 3, true, VARIANT_STANDARD},
    /* an hour-glass, and more stages than there are here */
    {"[TimeControl \"*180\"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 1-0", STATUS_RESIGN,
     WINNER_WHITE, 3, false, VARIANT_STANDARD},
    {"[TimeControl \"40/72:20/36:20/18:9\"]\n\n1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} 1-0",
     STATUS_RESIGN, WINNER_WHITE, 3, false, VARIANT_STANDARD},
    {"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0", STATUS_RESIGN,
     WINNER_WHITE, 2, false, VARIANT_FROM_POSITION},
    {"[Variant \"Chess960\"]\n[FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 "
     "1\"]\n\n"
     "1. e4 1-0",
     STATUS_RESIGN, WINNER_WHITE, 2, false, VARIANT_CHESS960},
    /* only the first game */
    {"1. e4 1-0\n\n1. d4 0-1", STATUS_RESIGN, WINNER_WHITE, 2, false, VARIANT_STANDARD},
};

START_TEST(games_are_imported_and_can_be_replayed)
{
    for (size_t i = 0; i < COUNT(GAMES); i++) {
        StoredGame *game = import(GAMES[i].pgn);
        ck_assert_msg(game != NULL, "%s: %s", GAMES[i].pgn, line);
        ck_assert_msg(game->game.status == GAMES[i].status, "%s", GAMES[i].pgn);
        ck_assert_msg(game->game.winner == GAMES[i].winner, "%s", GAMES[i].pgn);
        ck_assert_uint_eq(game->count, GAMES[i].events);
        ck_assert_int_eq(game->game.control.timed, GAMES[i].timed);
        ck_assert_int_eq(game->game.variant, GAMES[i].variant);
        ck_assert(game->game.imported && !game->game.rated);
        void *memory;
        unsigned plies;
        uint32_t bad_seq;
        Room *room = replay_room(game, &memory, &plies, NULL, &bad_seq);
        ck_assert_msg(room != NULL, "%s: event %u", GAMES[i].pgn, bad_seq);
        ck_assert_int_eq(room_status(room), GAMES[i].status);
        free(memory);
        stored_game_free(game);
    }
}
END_TEST

START_TEST(tags_and_clocks_are_exported_as_they_came)
{
    static const char PGN[] =
        "[Event \"London\"]\n[White \"Anderssen, Adolf\"]\n[Black \"K\\\"\"]\n"
        "[TimeControl \"180+2\"]\n[Annotator \"me\"]\n\n"
        "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59.5]} 1-0\n";
    StoredGame *game = import(PGN);
    Text text;
    text_init(&text);
    ck_assert_ptr_nonnull(game);
    ck_assert_str_eq(game_import_tag(game, "White"), "Anderssen, Adolf");
    ck_assert_ptr_null(game_import_tag(game, "Round"));
    ck_assert(game_pgn(game, &text));
    static const char *const LINES[] = {"[Event \"London\"]", "[White \"Anderssen, Adolf\"]",
                                        "[Black \"K\\\"\"]",  "[Annotator \"me\"]",
                                        "[Result \"1-0\"]",   "[%clk 0:02:59.5]"};
    for (size_t i = 0; i < COUNT(LINES); i++)
        ck_assert_msg(strstr(text.bytes, LINES[i]) != NULL, "%s not in %s", LINES[i], text.bytes);
    text_clear(&text);
    stored_game_free(game);
}
END_TEST

START_TEST(a_control_for_each_side_is_time_odds)
{
    static const struct {
        const char *white, *black;
        TimeControl control;
    } CASES[] = {
        {"300+3",
         "60",
         {.timed = true,
          .initial = 300000,
          .increment = 3000,
          .odds = TIME_ODDS_BLACK,
          .odds_initial = 60000}},
        {"300+3", "300+3", {.timed = true, .initial = 300000, .increment = 3000}},
        {"300", "40/7200", {.timed = false}},
        {"?", "300", {.timed = false}},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        char pgn[200];
        snprintf(pgn, sizeof pgn,
                 "[WhiteTimeControl \"%s\"]\n[BlackTimeControl \"%s\"]\n\n"
                 "1. e4 {[%%clk 0:05:00]} e5 {[%%clk 0:01:00]} 2. d4 {[%%clk 0:04:58]} 1-0\n",
                 CASES[i].white, CASES[i].black);
        StoredGame *game = import(pgn);
        ck_assert_ptr_nonnull(game);
        ck_assert_msg(time_control_equal(&game->game.control, &CASES[i].control), "%s", pgn);
        stored_game_free(game);
    }
}
END_TEST

/* The time of a move is what the clock lost, with what its stage brought taken off. */
START_TEST(stages_are_imported)
{
    StoredGame *game =
        import("[TimeControl \"2/60+1:30\"]\n\n1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} "
               "2. Nf3 {[%clk 0:01:29]} Nc6 {[%clk 0:01:31]} "
               "3. Bc4 {[%clk 0:01:20]} 1-0\n");
    TimeControl control = {.timed = true,
                           .initial = 60000,
                           .increment = 1000,
                           .moves = 2,
                           .later_count = 1,
                           .later = {{.initial = 30000}}};
    ck_assert_ptr_nonnull(game);
    ck_assert(time_control_equal(&game->game.control, &control));
    static const int64_t AT[] = {1000, 2000, 4000, 4000, 13000};
    for (int i = 0; i < 5; i++) {
        Event event;
        ck_assert(event_unpack(&event, game->events[i].bytes, game->events[i].size));
        ck_assert_int_eq(event.at, AT[i]);
    }
    stored_game_free(game);
}
END_TEST

START_TEST(how_chess_com_says_that_a_game_was_drawn)
{
    static const struct {
        const char *why;
        Reason reason;
    } DRAWS[] = {{"agreement", REASON_AGREEMENT},
                 {"repetition", REASON_THREEFOLD},
                 {"50-move rule", REASON_FIFTY},
                 {"insufficient material", REASON_INSUFFICIENT}};
    char pgn[128];
    for (size_t i = 0; i < COUNT(DRAWS); i++) {
        snprintf(pgn, sizeof pgn, "[Termination \"Game drawn by %s\"]\n\n1. e4 1/2-1/2",
                 DRAWS[i].why);
        StoredGame *game = import(pgn);
        ck_assert_int_eq(game->game.reason, DRAWS[i].reason);
        stored_game_free(game);
    }
}
END_TEST

/* PGN standard, 4.1; the values in UTF-8 are what iconv makes of them. */
START_TEST(tags_in_iso_8859_1_become_utf_8)
{
    char pgn[600] =
        "[White \"M\xfcller\"]\n[Black \"Sch\xc3\xa4r\"]\n[Site \"\x80\xa9\xff\"]\n[Annotator \"";
    memset(pgn + strlen(pgn), 0xe9, 200);
    strcat(pgn, "\"]\n\n1. e4 1-0");
    StoredGame *game = import(pgn);
    ck_assert_str_eq(game_import_tag(game, "White"), "M\xc3\xbcller");
    ck_assert_str_eq(game_import_tag(game, "Black"), "Sch\xc3\xa4r");
    ck_assert_str_eq(game_import_tag(game, "Site"), "\xc2\xa9\xc3\xbf");
    ck_assert_uint_eq(strlen(game_import_tag(game, "Annotator")),
                      PGN_VALUE_MAX - PGN_VALUE_MAX % 2);
    stored_game_free(game);
}
END_TEST

START_TEST(a_bad_game_is_refused_with_its_place)
{
    static const struct {
        const char *pgn, *line;
    } BAD[] = {
        {"", "pgn: there are no moves"},
        {"[Event \"x\"]\n\n1-0", "pgn: there are no moves"},
        {"hello", "pgn: line 1, column 1: "},
        {"1. e4 e5\n2. Ke3 1-0", "pgn: line 2, column 4: the move cannot be played"},
        {"[FEN \"x\"]\n\n1. e4 1-0", "pgn: line "},
        {"[Variant \"Atomic\"]\n\n1. e4 1-0", "pgn: line "},
    };
    for (size_t i = 0; i < COUNT(BAD); i++) {
        ck_assert_msg(import(BAD[i].pgn) == NULL, "%s", BAD[i].pgn);
        ck_assert_msg(strncmp(line, BAD[i].line, strlen(BAD[i].line)) == 0, "%s", line);
    }
}
END_TEST

/* A text in pieces of seven bytes. */
typedef struct {
    const char *at;
} Dripping;

static size_t drip(void *context, char *buffer, size_t size)
{
    Dripping *text = context;
    size_t length = strnlen(text->at, size < 7 ? size : 7);
    memcpy(buffer, text->at, length);
    text->at += length;
    return length;
}

START_TEST(a_file_continues_after_a_bad_game)
{
    Dripping text = {"1. e4 1-0\n\n[White \"x\"]\n\n1. e4 e5\n2. Ke3 1-0\n\n[Event \"y\"]\n\n1-0\n"
                     "\n\n1. d4 d5 2. c4 0-1\n"};
    static const struct {
        uint32_t events;
        unsigned at;
        const char *line;
    } games[] = {{2, 1, ""},
                 {0, 3, "line 6, column 4: the move cannot be played"},
                 {0, 8, "there are no moves"},
                 {4, 13, ""},
                 {0, 13, ""}};
    GameImporter *importer = game_importer_new(drip, &text);
    for (size_t i = 0; i < COUNT(games); i++) {
        StoredGame *game = game_importer_next(importer, NOW, line);
        ck_assert_str_eq(line, games[i].line);
        ck_assert_uint_eq(game ? game->count : 0, games[i].events);
        ck_assert_uint_eq(game_importer_line(importer), games[i].at);
        stored_game_free(game);
    }
    game_importer_free(importer);
}
END_TEST

static char *long_game(int plies)
{
    static const char *const MOVES[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    char *pgn = malloc((size_t)plies * 5 + 8), *at = pgn;
    for (int i = 0; i < plies; i++)
        at += sprintf(at, "%s ", MOVES[i % 4]);
    strcpy(at, "1-0");
    return pgn;
}

START_TEST(the_number_of_games_has_a_limit)
{
    char *fits = long_game(GAME_IMPORT_PLIES_MAX), *longer = long_game(GAME_IMPORT_PLIES_MAX + 1);
    StoredGame *game = import(fits);
    ck_assert_ptr_nonnull(game);
    ck_assert_uint_eq(game->count, GAME_IMPORT_PLIES_MAX + 1);
    stored_game_free(game);
    ck_assert_ptr_null(import(longer));
    ck_assert_str_eq(line, "pgn: there are more than 600 moves");
    free(fits);
    free(longer);
}
END_TEST

/* What there is no room for is left out, and the rest stays intact. */
START_TEST(too_many_tags_are_left_out)
{
    char pgn[20000] = "", value[201];
    memset(value, 'x', 200);
    value[200] = '\0';
    for (int i = 0; i < 60; i++)
        sprintf(pgn + strlen(pgn), "[Tag%d \"%s\"]\n", i, value);
    strcat(pgn, "\n1. e4 1-0\n");
    StoredGame *game = import(pgn);
    ck_assert_ptr_nonnull(game);
    ck_assert_uint_le(game->tags_size, STORE_TAGS_MAX);
    ck_assert_str_eq(game_import_tag(game, "Tag0"), value);
    ck_assert_ptr_null(game_import_tag(game, "Tag59"));
    stored_game_free(game);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        games_are_imported_and_can_be_replayed,   tags_and_clocks_are_exported_as_they_came,
        a_control_for_each_side_is_time_odds,     stages_are_imported,
        how_chess_com_says_that_a_game_was_drawn, tags_in_iso_8859_1_become_utf_8,
        a_bad_game_is_refused_with_its_place,     a_file_continues_after_a_bad_game,
        the_number_of_games_has_a_limit,          too_many_tags_are_left_out};
    return run_tests("game_import", tests, COUNT(tests));
}
