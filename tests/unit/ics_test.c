/* The ICS port without sockets. Expected lines are those of FICS: "help style12" has the example of Newton and Einstein, "help
 * iv_block" the control characters, and xboard's and pychess's parsers say what they look for. Telnet's bytes are from RFC 854
 * and 855. */
#include "ics_rig.h"

#include "ics_board.h"
#include "ics_name.h"

#include "attacks.h"
#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- telnet ---- */

static TelnetReader reader;

static void set_up_reader(void)
{
    memset(&reader, 0, sizeof reader);
}

static size_t feed(const char *bytes, size_t length, TelnetNews news)
{
    size_t used;
    TelnetNews got = telnet_read(&reader, (const unsigned char *)bytes, length, &used);
    ck_assert_int_eq(got, news);
    return used;
}

static void expect_line(const char *bytes, const char *line)
{
    size_t length = strlen(bytes);
    ck_assert_uint_eq(feed(bytes, length, TELNET_LINE), length);
    ck_assert_str_eq(reader.line, line);
}

START_TEST(test_line_ends)
{
    expect_line("games\n", "games");
    expect_line("who\r", "who");
    ck_assert_uint_eq(feed("\n", 1, TELNET_NOTHING), 1); /* of CR LF */
    expect_line("a\r", "a");
    ck_assert_uint_eq(feed("\0", 1, TELNET_NOTHING), 1);
    expect_line("\n", ""); /* CR NUL LF: the LF ends a line of its own only after other bytes */
}
END_TEST

START_TEST(test_two_lines_come_one_by_one)
{
    ck_assert_uint_eq(feed("one\ntwo\n", 8, TELNET_LINE), 4);
    ck_assert_str_eq(reader.line, "one");
    ck_assert_uint_eq(feed("two\n", 4, TELNET_LINE), 4);
    ck_assert_str_eq(reader.line, "two");
}
END_TEST

START_TEST(test_editing_and_control_characters)
{
    expect_line("gamex\bs\n", "games");
    expect_line("\xc3\xa9\x7fx\n", "x");
    expect_line("g\x01\x1b[A\tz\n", "g[A z");
    expect_line("\b\b\n", "");
}
END_TEST

START_TEST(test_options_are_refused)
{
    static const char DO_WINDOW[] = "\xff\xfd\x1f", WILL_TYPE[] = "\xff\xfb\x18";
    ck_assert_uint_eq(feed(DO_WINDOW, 3, TELNET_REPLY), 3);
    ck_assert_mem_eq(reader.reply, "\xff\xfc\x1f", 3);
    ck_assert_uint_eq(feed(WILL_TYPE, 3, TELNET_REPLY), 3);
    ck_assert_mem_eq(reader.reply, "\xff\xfe\x18", 3);
    ck_assert(reader.speaks);
    feed("\xff\xfe\x03", 3, TELNET_NOTHING); /* DONT needs no answer */
    feed("\xff\xfd\x01", 3, TELNET_NOTHING); /* nor does what agrees to our WILL ECHO */
}
END_TEST

START_TEST(test_no_flood_of_answers)
{
    for (int i = 0; i < TELNET_OPTIONS_MAX; i++)
        feed("\xff\xfd\x1f", 3, TELNET_REPLY);
    feed("\xff\xfd\x1f", 3, TELNET_NOTHING);
}
END_TEST

START_TEST(test_parameters_are_passed_over)
{
    static const char BYTES[] = "ga\xff\xfa\x18\nIS\nx\xff\xff\xff\xf0mes\n";
    ck_assert_uint_eq(feed(BYTES, sizeof BYTES - 1, TELNET_LINE), sizeof BYTES - 1);
    ck_assert_str_eq(reader.line, "games");
}
END_TEST

START_TEST(test_timing_mark)
{
    feed("\xff\xfc\x06", 3, TELNET_MARK); /* RFC 860: WONT says as much as WILL */
    feed("\xff\xfb\x06", 3, TELNET_MARK);
}
END_TEST

START_TEST(test_longest_line)
{
    char line[TELNET_LINE_MAX + 2];
    memset(line, 'x', sizeof line);
    line[TELNET_LINE_MAX] = '\n';
    feed(line, TELNET_LINE_MAX + 1, TELNET_LINE);
    ck_assert_uint_eq(reader.length, TELNET_LINE_MAX);
    line[TELNET_LINE_MAX] = 'x';
    line[TELNET_LINE_MAX + 1] = '\n';
    feed(line, TELNET_LINE_MAX + 2, TELNET_LONG_LINE);
    expect_line("games\n", "games");
}
END_TEST

/* ---- names, times ---- */

START_TEST(test_names)
{
    char name[ICS_NAME_MAX + 1], meant[PERSON_NAME_MAX + 1];
    Person guest = {.kind = PERSON_HUMAN, .name = "Guest-7f3a", .guest = true};
    Person computer = person_computer(4), engine = person_engine("stockfish");
    ck_assert_str_eq(ics_name(&guest, name), "GuestNFJA");
    ck_assert_str_eq(ics_name_meant("guestnfja", meant), "Guest-7f3a");
    ck_assert_str_eq(ics_name_meant("Guestavus", meant), "Guestavus");
    ck_assert_str_eq(ics_name(&computer, name), "ComputerFour");
    ck_assert_int_eq(ics_name_level("computerfour"), 4);
    ck_assert_int_eq(ics_name_level("ComputerThirteen"), 13);
    ck_assert_int_eq(ics_name_level("Computer"), 0);
    ck_assert_str_eq(ics_name(&engine, name), "Stockfish");
}
END_TEST

START_TEST(test_dates_and_times)
{
    char date[ICS_DATE_MAX], time[ICS_TIME_MAX];
    /* date -u -d @1763835600 */
    ck_assert_str_eq(ics_date(INT64_C(1763835600000), date), "Sat Nov 22, 18:20 UTC 2025");
    ck_assert_str_eq(ics_date(INT64_C(1709164800000), date), "Thu Feb 29, 00:00 UTC 2024");
    ck_assert_str_eq(ics_elapsed(6000, false, time), "(0:06)");
    ck_assert_str_eq(ics_elapsed(66120, true, time), "(1:06.120)");
    ck_assert_str_eq(ics_time(297000, time), "4:57");
    ck_assert_str_eq(ics_time(3909000, time), "1:05:09");
}
END_TEST

START_TEST(test_kinds)
{
    /* FICS, "help lightning", "help blitz", "help standard": below 3 minutes, below 15, more; two thirds of a minute for each second
     * of increment. */
    TimeControl control = {.timed = true, .initial = 120000, .increment = 1000};
    ck_assert_str_eq(ics_kind(&control, VARIANT_STANDARD), "lightning");
    control.increment = 12000;
    ck_assert_str_eq(ics_kind(&control, VARIANT_STANDARD), "blitz");
    control.initial = 900000;
    ck_assert_str_eq(ics_kind(&control, VARIANT_STANDARD), "standard");
    ck_assert_str_eq(ics_kind(&control, VARIANT_CHESS960), "wild/fr");
    ck_assert_str_eq(ics_kind(&(TimeControl){.timed = false}, VARIANT_STANDARD), "untimed");
}
END_TEST

START_TEST(test_shape)
{
    IcsShape shape = {.width = 20, .utf8 = true};
    Text out;
    text_init(&out);
    static const char LINE[] = "one two three four five six seven\n";
    ics_shape(&shape, LINE, sizeof LINE - 1, &out);
    ck_assert_str_eq(out.bytes, "one two three four\r\n\\   five six seven\r\n");
    text_reset(&out);
    shape.utf8 = false;
    ics_shape(&shape, "\xce\xb1\n", 3, &out); /* Greek alpha is U+03B1 */
    ck_assert_str_eq(out.bytes, "&#x3b1;\r\n");
    text_reset(&out);
    ics_shape(&shape, "<12> a line of programs is never broken\n", 40, &out);
    ck_assert_str_eq(out.bytes, "<12> a line of programs is never broken\r\n");
    text_clear(&out);
}
END_TEST

/* ---- the prompt ---- */

START_TEST(test_greeting)
{
    forget();
    ics_client_received(client, WELCOME, sizeof WELCOME - 1);
    expect("**** Starting FICS session as Newton ****\r\n");
    ck_assert_str_eq(shown() + strlen(shown()) - 6, "fics% ");
}
END_TEST

/* The position, names and clocks of FICS's "help style12". Its count of plies since the last irreversible one is of another
 * server's time: FIDE's 50 moves begin anew with a pawn's move or a capture, so that it is 2 here. */
START_TEST(test_style_12)
{
    type("set style 12");
    expect("Style 12 set.\r\nfics% ");
    begin_game("\"e2e4\",\"g8f6\"", "113000", "122000");
    expect("Creating: Newton (----) Einstein (1500) unrated blitz 2 12\r\n"
           "{Game 1 (Newton vs. Einstein) Creating unrated blitz match.}\r\n\r\n<12> ");
    hear("{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"seq\":4,\"at\":6000,\"ply\":3,\"uci\":\"e1e2\","
         "\"san\":"
         "\"Ke2\",\"clock\":{\"white\":119000,\"black\":122000}}");
    ck_assert_str_eq(
        shown(), "\r\n<12> rnbqkb-r pppppppp -----n-- -------- ----P--- -------- PPPPKPPP RNBQ-BNR "
                 "B -1 0 0 1 1 2 1 Newton Einstein -1 2 12 39 39 119 122 2 K/e1-e2 (0:06) Ke2 0 1 "
                 "0\r\nfics% ");
}
END_TEST

START_TEST(test_thousandths)
{
    type("style 12");
    type("iset ms 1");
    expect("ms set.\r\n");
    begin_game("\"e2e4\",\"g8f6\"", "113000", "122000");
    hear("{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"seq\":4,\"at\":6120,\"ply\":3,\"uci\":\"e1e2\","
         "\"san\":"
         "\"Ke2\",\"clock\":{\"white\":118880,\"black\":122000}}");
    expect(" 118880 122000 2 K/e1-e2 (0:06.120) Ke2 0 1 0\r\n");
    ics_client_set_time(client, 2500, 0);
    type("refresh");
    expect(" 118880 119500 2 K/e1-e2 (0:06.120) Ke2 0 1 0\r\n");
}
END_TEST

START_TEST(test_moves_in_words)
{
    type("style 12");
    begin_game("\"e2e4\",\"d7d5\",\"e4d5\",\"e7e5\",\"d5e6\",\"g8f6\",\"g1f3\",\"f8e7\",\"f1e2\"",
               "120000", "120000");
    hear("{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"seq\":9,\"at\":1,\"ply\":10,\"uci\":\"e8g8\","
         "\"san\":"
         "\"O-O\",\"clock\":{\"white\":1,\"black\":1}}");
    expect(" o-o (0:00) O-O ");
    hear("{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"seq\":10,\"at\":2,\"ply\":11,\"uci\":\"e6f7\","
         "\"san\":"
         "\"exf7+\",\"clock\":{\"white\":1,\"black\":1}}");
    expect(" P/e6-f7 (0:00) exf7+ ");
}
END_TEST

START_TEST(test_double_push)
{
    type("style 12");
    begin_game("\"e2e4\"", "120000", "120000");
    expect(" B 4 1 1 1 1 0 1 Newton"); /* the file counts from 0 for a */
}
END_TEST

START_TEST(test_moves_are_played)
{
    begin_game("", "120000", "120000");
    type("e4");
    expect_request("{\"t\":\"move\",\"id\":");
    expect_request("\"game\":\"Ab12Cd34\",\"ply\":0,\"uci\":\"e2e4\"}");
    hear(answer("!,\"code\":\"illegal_move\",\"message\":\"that move is not legal\""));
    ck_assert_str_eq(shown(), "Illegal move (e4). That move is not legal.\r\nfics% ");
    type("style 12");
    type("e4");
    hear(answer("!,\"code\":\"stale\",\"message\":\"too late: the position has changed\""));
    expect("Too late: the position has changed.\r\n<12> ");
    expect_not("Illegal move");
    static const char *const SPELLINGS[] = {"e2e4", "e2-e4", "E4", "e2 e4", "P e4"};
    for (size_t i = 0; i < 3; i++) {
        type(SPELLINGS[i]);
        expect_request("\"uci\":\"e2e4\"");
        hear(answer(""));
    }
    says("e5", "Illegal move (e5). ");
    says("Nd2", "Illegal move (Nd2). ");
    says("o-o", "Illegal move (o-o). ");
}
END_TEST

START_TEST(test_it_is_not_your_move)
{
    says("e4", "You are not playing a game.\r\n");
    begin_game("\"e2e4\"", "120000", "120000");
    says("e5", "It is not your move.\r\n");
}
END_TEST

START_TEST(test_ambiguous_moves)
{
    begin_game("\"d2d4\",\"d7d5\",\"g1f3\",\"g8f6\"", "120000", "120000");
    says("Nd2", "Ambiguous move (Nd2). ");
}
END_TEST

START_TEST(test_movecase)
{
    begin_game("\"g2g3\",\"b7b6\",\"f1g2\",\"b6b5\",\"g2f3\",\"b5b4\"", "120000", "120000");
    type("be4");
    expect_request("\"uci\":\"f3e4\"");
    hear(answer("!,\"code\":\"stale\",\"message\":\"x\""));
    type("iset movecase 1");
    says("be4", "Illegal move (be4). ");
}
END_TEST

START_TEST(test_ends)
{
    static const struct {
        const char *end, *words;
    } ENDS[] = {
        {"\"status\":\"mate\",\"winner\":\"white\"", "Einstein checkmated} 1-0"},
        {"\"status\":\"resign\",\"winner\":\"black\"", "Newton resigns} 0-1"},
        {"\"status\":\"outoftime\",\"winner\":\"black\"", "Newton forfeits on time} 0-1"},
        {"\"status\":\"timeout\",\"winner\":\"white\"", "Einstein forfeits by disconnection} 1-0"},
        {"\"status\":\"stalemate\",\"winner\":null", "Game drawn by stalemate} 1/2-1/2"},
        {"\"status\":\"draw\",\"winner\":null,\"reason\":\"agreement\"",
         "Game drawn by mutual agreement} 1/2-1/2"},
        {"\"status\":\"draw\",\"winner\":null,\"reason\":\"threefold\"",
         "Game drawn by repetition} 1/2-1/2"},
        {"\"status\":\"draw\",\"winner\":null,\"reason\":\"fifty\"",
         "Game drawn by the 50 move rule} 1/2-1/2"},
        {"\"status\":\"draw\",\"winner\":null,\"reason\":\"insufficient\"",
         "Neither player has mating material} 1/2-1/2"},
        {"\"status\":\"aborted\",\"winner\":null", "Game aborted on move 1} *"},
    };
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        char message[300], words[200];
        tear_down();
        set_up();
        begin_game("", "120000", "120000");
        snprintf(
            message, sizeof message,
            "{\"t\":\"end\",\"game\":\"Ab12Cd34\",\"seq\":9,\"at\":5,%s,\"clock\":{\"white\":5,"
            "\"black\":6}}",
            ENDS[i].end);
        hear(message);
        snprintf(words, sizeof words, "\r\n{Game 1 (Newton vs. Einstein) %s\r\nfics%% ",
                 ENDS[i].words);
        ck_assert_str_eq(shown(), words);
    }
}
END_TEST

START_TEST(test_offers)
{
    type("iset pendinfo 1");
    begin_game("\"e2e4\",\"e7e5\"", "120000", "120000");
    hear("{\"t\":\"draw\",\"game\":\"Ab12Cd34\",\"seq\":43,\"at\":1,\"by\":\"black\"}");
    expect("Einstein offers you a draw.\r\n<pf> 1 w=Einstein t=draw p=#\r\n");
    type("accept");
    expect_request("{\"t\":\"draw\"");
    expect_request("\"offer\":43}");
    hear(answer(""));
    expect("You accept the draw request from Einstein.\r\n");
    hear("{\"t\":\"refuse\",\"game\":\"Ab12Cd34\",\"seq\":44,\"at\":2,\"by\":\"white\",\"offer\":"
         "43}");
    expect("<pr> 1\r\n");
    hear("{\"t\":\"takeback\",\"game\":\"Ab12Cd34\",\"seq\":45,\"at\":3,\"by\":\"black\"}");
    expect("Einstein would like to take back 1 half move(s).\r\n");
    type("decline t takeback");
    expect_request("{\"t\":\"refuse\"");
    hear(answer(""));
    says("accept t abort", "There are no abort offers to accept.\r\n");
}
END_TEST

START_TEST(test_offers_are_declined_by_the_other_and_withdrawn_by_whoever_made_them)
{
    static const struct {
        const char *offer, *refuse, *words;
    } REFUSALS[] = {
        {"{\"t\":\"takeback\",\"game\":\"Ab12Cd34\",\"seq\":43,\"at\":1,\"by\":\"black\"}", "black",
         "\r\nEinstein withdraws the takeback request.\r\n"},
        {"{\"t\":\"draw\",\"game\":\"Ab12Cd34\",\"seq\":43,\"at\":1,\"by\":\"black\"}", "black",
         "\r\nEinstein withdraws the draw request.\r\n"},
        {"{\"t\":\"draw\",\"game\":\"Ab12Cd34\",\"seq\":43,\"at\":1,\"by\":\"white\"}", "black",
         "\r\nEinstein declines the draw request.\r\n"},
        {"{\"t\":\"draw\",\"game\":\"Ab12Cd34\",\"seq\":43,\"at\":1,\"by\":\"white\"}", "white",
         ""},
        {"{\"t\":\"draw\",\"game\":\"Ab12Cd34\",\"seq\":43,\"at\":1,\"by\":\"black\"}", "white",
         ""},
        {"{\"t\":\"rematch\",\"game\":\"Ab12Cd34\",\"seq\":43,\"at\":1,\"by\":\"black\"}", "black",
         "\r\nEinstein withdraws the rematch request.\r\n"},
    };
    for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
        char message[200];
        tear_down();
        set_up();
        begin_game("\"e2e4\",\"e7e5\"", "120000", "120000");
        hear(REFUSALS[i].offer);
        snprintf(message, sizeof message,
                 "{\"t\":\"refuse\",\"game\":\"Ab12Cd34\",\"seq\":44,\"at\":2,\"by\":\"%s\","
                 "\"offer\":43}",
                 REFUSALS[i].refuse);
        hear(message);
        expect(REFUSALS[i].words);
        if (!*REFUSALS[i].words)
            ck_assert_str_eq(shown(), "");
    }
}
END_TEST

START_TEST(test_draw_claims_before_it_offers)
{
    begin_game("\"e2e4\",\"e7e5\"", "120000", "120000");
    type("draw");
    expect_request("\"what\":\"threefold\"");
    hear(answer("!,\"code\":\"not_now\",\"message\":\"x\""));
    expect_request("\"what\":\"fifty\"");
    hear(answer("!,\"code\":\"not_now\",\"message\":\"x\""));
    expect_request("{\"t\":\"draw\"");
    hear(answer(""));
    expect("Draw request sent.\r\nfics% ");
}
END_TEST

START_TEST(test_challenge)
{
    type("iset pendinfo 1");
    hear("{\"t\":\"challenge\",\"challenge\":\"Ch1234567890\",\"state\":\"open\",\"to\":\"user\","
         "\"from\":{"
         "\"id\":\"g7\",\"name\":\"Guest-7f3a\",\"rating\":null,\"guest\":true},\"user\":{\"id\":"
         "\"a1\","
         "\"name\":\"Newton\",\"rating\":null,\"guest\":false},\"clock\":{\"initial\":120000,"
         "\"increment\":"
         "12000},\"variant\":\"standard\",\"rated\":false,\"color\":\"black\",\"expires\":1}");
    expect("Challenge: GuestNFJA (++++) [black] Newton (----) unrated blitz 2 12.\r\n"
           "You can \"accept\" or \"decline\", or propose different parameters.\r\n"
           "<pf> 1 w=GuestNFJA t=match p=GuestNFJA (++++) [black] Newton (----) unrated blitz 2 "
           "12\r\n");
    type("decline guestnfja");
    expect_request("{\"t\":\"decline\"");
    expect_request("\"challenge\":\"Ch1234567890\"");
}
END_TEST

START_TEST(test_match)
{
    type("match GuestNFJA 3 2 rated white 960");
    expect_request(
        "\"to\":\"user\",\"name\":\"Guest-7f3a\",\"clock\":{\"initial\":180000,\"increment\":2000},"
        "\"variant\":\"chess960\",\"rated\":true,\"color\":\"white\"");
    hear(answer("!,\"code\":\"no_such_player\",\"message\":\"x\""));
    expect("GuestNFJA is not logged in.\r\n");
    type("match computer 4 1 0");
    expect_request("\"to\":\"computer\",\"level\":4,\"clock\":{\"initial\":60000,\"increment\":0}");
    hear(answer(""));
    says("match computer 14", "match computer LEVEL: a level from 1 to 13.\r\n");
    says("match ann 5 3 sideways", "\"sideways\" is not understood here");
    says("match ann 181 0", "A clock has at most 180 minutes and 180 seconds of increment.\r\n");
    type("match ann 180 180");
    expect_request("\"initial\":10800000,\"increment\":180000");
}
END_TEST

/* Of Newton against Einstein, or the other way. */
static void hear_challenge(const char *id, bool is_own)
{
    static const char NEWTON[] =
        "{\"id\":\"a1\",\"name\":\"Newton\",\"rating\":null,\"guest\":false}",
                      EINSTEIN[] =
                          "{\"id\":\"a2\",\"name\":\"Einstein\",\"rating\":1500,\"guest\":false}";
    char message[500];
    snprintf(
        message, sizeof message,
        "{\"t\":\"challenge\",\"challenge\":\"%s\",\"state\":\"open\",\"to\":\"user\",\"from\":%s,"
        "\"user\":%s,\"clock\":{\"initial\":%d,\"increment\":0},\"variant\":\"standard\",\"rated\":"
        "false,\"color\":\"random\",\"expires\":1}",
        id, is_own ? NEWTON : EINSTEIN, is_own ? EINSTEIN : NEWTON, is_own ? 300000 : 180000);
    hear(message);
}

START_TEST(test_challenges_cross)
{
    type("match einstein 5 0");
    hear(answer(",\"challenge\":\"Ch1234567890\""));
    hear_challenge("Ch1234567891", false);
    expect("\r\nChallenge: Einstein (1500) Newton (----) unrated blitz 3 0.\r\n");
    expect_not("Issuing");
    hear_challenge("Ch1234567890", true);
    expect("Issuing: Newton (----) Einstein (1500) unrated blitz 5 0.\r\nfics% ");
    expect_not("Challenge: ");
}
END_TEST

START_TEST(test_kinds_of_a_match)
{
    static const struct {
        const char *words, *clock, *variant;
    } MATCHES[] = {
        {"untimed", "null", "standard"},
        {"0 0 untimed", "null", "standard"},
        {"untimed wild", "null", "chess960"},
        {"blitz", "{\"initial\":300000,\"increment\":3000}", "standard"}, /* time and inc, as set */
        {"1 0 lightning", "{\"initial\":60000,\"increment\":0}", "standard"},
        {"standard 15 0", "{\"initial\":900000,\"increment\":0}", "standard"},
        {"5 0 wild", "{\"initial\":300000,\"increment\":0}", "chess960"},
        {"5 0 blitz wild/fr", "{\"initial\":300000,\"increment\":0}", "chess960"},
    };
    for (size_t i = 0; i < sizeof MATCHES / sizeof *MATCHES; i++) {
        char text[120];
        snprintf(text, sizeof text, "match ann %s", MATCHES[i].words);
        type(text);
        snprintf(text, sizeof text, "\"clock\":%s,\"variant\":\"%s\"", MATCHES[i].clock,
                 MATCHES[i].variant);
        expect_request(text);
        hear(answer("!,\"code\":\"not_now\",\"message\":\"x\""));
    }
    says("match ann lightning", "5 3 is blitz, not lightning.\r\n");
    says("match ann 5 0 standard", "5 0 is blitz, not standard.\r\n");
    says("seek 5 0 untimed", "5 0 is blitz, not untimed.\r\n");
    says("seek 0 0 blitz", "0 0 is untimed, not blitz.\r\n");
    says("seek 5 0 random", "\"random\" is not understood here");
}
END_TEST

START_TEST(test_seeks)
{
    static const char LOBBY[] =
        "{\"t\":\"lobby\",\"count\":1,\"seeks\":[{\"seek\":\"Sk1234567890\",\"person\":{\"id\":"
        "\"g7\",\"name\":"
        "\"Einstein\",\"rating\":1612,\"guest\":false},\"clock\":{\"initial\":300000,\"increment\":"
        "3000},"
        "\"variant\":\"standard\",\"rated\":true,\"color\":\"white\",\"rating\":[1400,1700]}]}";
    hear(LOBBY);
    expect("Einstein (1612) seeking 5 3 rated blitz [white] (\"play 1\" to respond)\r\n");
    says("sought", "  1 1612 Einstein               5   3 rated   blitz      [white] 1400-1700\r\n"
                   "1 ad displayed.\r\n");
    type("play 1");
    expect_request("{\"t\":\"accept\"");
    expect_request("\"seek\":\"Sk1234567890\"");
    hear(answer("!,\"code\":\"stale\",\"message\":\"x\""));
    expect("That seek is not available.\r\n");
    type("iset seekinfo 1");
    type("iset seekremove 1");
    hear("{\"t\":\"lobby\",\"count\":0,\"seeks\":[]}");
    expect("<sr> 1\r\n");
    hear(LOBBY);
    expect("<s> 1 w=Einstein ti=00 rt=1612  t=5 i=3 r=r tp=blitz c=W rr=1400-1700 a=t f=f\r\n");
    type("seek 5 3 unrated black 1000-2000");
    expect_request("\"clock\":{\"initial\":300000,\"increment\":3000}");
    expect_request("\"color\":\"black\",\"fallback\":null,\"rating\":[1000,2000]}");
    hear(answer(",\"seek\":\"Sk1234567891\""));
    expect("Your seek has been posted with index 2.\r\n");
    type("unseek");
    expect_request("\"seek\":\"Sk1234567891\"");
    hear(answer(""));
    expect("Your seeks have been removed.\r\n");
    says("unseek", "You have no active seeks.\r\n");
}
END_TEST

START_TEST(test_observing)
{
    type("observe Ab12Cd34");
    ck_assert_int_eq(newest.kind, ICS_ASK_PLAYING);
    IcsAnswer found = {.game = newest.game};
    ics_client_answered(client, &found);
    expect_request("{\"t\":\"watch\"");
    hear(answer(",\"at\":0,\"now\":1,\"seq\":3,\"clock\":null"));
    ck_assert_str_eq(shown(), "");
    hear("{\"t\":\"game\",\"game\":\"Ab12Cd34\",\"seq\":0,\"at\":0,\"turn\":0,\"variant\":"
         "\"standard\",\"fen\":"
         "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
         "1\",\"moves\":[],\"white\":{\"id\":"
         "\"b1\",\"name\":\"Ann\",\"rating\":1500,\"provisional\":true,\"guest\":false},\"black\":{"
         "\"id\":"
         "\"computer-4\",\"name\":\"Computer level "
         "4\",\"rating\":1000,\"computer\":4},\"rated\":false,"
         "\"clock\":null,\"firstMove\":1,\"offers\":[],\"status\":\"started\",\"winner\":null}");
    expect("You are now observing game 1.\r\n"
           "Game 1: Ann (1500P) ComputerFour (1000) unrated untimed 0 0\r\n\r\n");
    says("observe 1", "");
    type("unobserve 1");
    expect("Removing game 1 from observation list.\r\n");
    expect_request("{\"t\":\"unwatch\"");
}
END_TEST

START_TEST(test_blocks)
{
    type("iset block 1");
    type("17 date");
    ck_assert_int_eq(strncmp(shown(),
                             "\x15"
                             "17\x16"
                             "32\x16"
                             "Server time    - ",
                             22),
                     0);
    expect("\r\n\x17\r\nfics% ");
    type("18 iset lock 1");
    type("iset block 0");
    ck_assert_str_eq(shown(), "\x15"
                              "0\x16"
                              "56\x16"
                              "Cannot alter: Interface setting locked.\r\n\x17\r\nfics% ");
}
END_TEST

START_TEST(test_did_you_mean)
{
    says("gaems", "gaems: Command not found.\r\nDid you mean \"games\"?\r\n");
    says("xyzzyxyzzy", "xyzzyxyzzy: Command not found.\r\nfics% ");
    says("un", "Ambiguous command \"un\". Matches: unobserve unseek\r\n");
    says("set sytle 12", "Did you mean style?\r\n");
    says("help macth", "Did you mean \"match\"?\r\n");
}
END_TEST

START_TEST(test_every_command_has_its_page)
{
    static const char *const COMMANDS[] = {
        "abort",   "accept",  "censor",   "decline",  "draw",     "finger",       "flag",
        "games",   "help",    "history",  "iset",     "kibitz",   "match",        "moves",
        "observe", "play",    "refresh",  "rematch",  "resign",   "say",          "seek",
        "set",     "shout",   "smoves",   "sought",   "takeback", "tell",         "unobserve",
        "unseek",  "whisper", "who",      "withdraw", "style",    "variables",    "ivariables",
        "pending", "stored",  "resume",   "flip",     "moretime", "date",         "quit",
        "addlist", "sublist", "showlist", "alias",    "follow",   "allobservers",
    };
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        char line[40];
        snprintf(line, sizeof line, "help %s", COMMANDS[i]);
        says(line, "Usage: ");
        snprintf(line, sizeof line, "Usage: %s", COMMANDS[i]);
        expect(line);
    }
    static const char *const TOPICS[] = {"moving",    "computer", "styles",
                                         "variables", "switches", "login"};
    for (size_t i = 0; i < sizeof TOPICS / sizeof *TOPICS; i++) {
        char line[40];
        snprintf(line, sizeof line, "help %s", TOPICS[i]);
        type(line);
        expect_not("There is no help");
    }
}
END_TEST

START_TEST(test_talk)
{
    Person ann = {.kind = PERSON_HUMAN, .id = "b1", .name = "Ann"};
    forget();
    ck_assert(ics_client_told(client, &ann, "hello"));
    ck_assert_str_eq(shown(), "\r\nAnn tells you: hello\r\nfics% ");
    forget();
    ck_assert(ics_client_shouted(client, &ann, "hello"));
    ck_assert_str_eq(shown(), "\r\nAnn shouts: hello\r\nfics% ");
    type("set shout 0");
    forget();
    ck_assert(!ics_client_shouted(client, &ann, "hello"));
    begin_game("", "120000", "120000");
    hear("{\"t\":\"chat\",\"game\":\"Ab12Cd34\",\"room\":\"players\",\"from\":{\"id\":\"a2\","
         "\"name\":"
         "\"Einstein\",\"rating\":1500,\"guest\":false},\"text\":\"Good luck\",\"preset\":\"gl\"}");
    expect("Einstein[1] says: Good luck\r\n");
    type("say gl");
    expect_request("\"preset\":\"gl\"");
    hear(answer(""));
    expect("(told Einstein)\r\n");
    type("tell einstein hello you");
    expect_request("\"text\":\"hello you\"");
    hear(answer(""));
    type("tell Ann hi");
    ck_assert_str_eq(asked.bytes, "5 Ann hi\n");
    ics_client_answered(client, &(IcsAnswer){.person = ann});
    expect("(told Ann)\r\n");
}
END_TEST

static int occurrences(const char *text, const char *of)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, of)); at += strlen(of))
        count++;
    return count;
}

/* RELATIONS_MAX names of accounts, each as long as one can be. */
START_TEST(test_whole_censor_list_of_an_account)
{
    Text names;
    text_init(&names);
    for (int i = 0; i < 500; i++)
        ics_put(&names, "%sLongestname%09d", i ? " " : "", i);
    type("=censor");
    ck_assert_int_eq(newest.kind, ICS_ASK_CENSORED);
    ics_client_answered(client, &(IcsAnswer){.text = names.bytes});
    expect("-- censor list: 500 names --\r\nLongestname000000000 ");
    ck_assert_int_eq(occurrences(shown(), "Longestname"), 500);
    expect("Longestname000000499\r\nfics% ");
    text_clear(&names);
}
END_TEST

START_TEST(test_whole_censor_list_of_a_guest)
{
    tear_down();
    set_up();
    hear("{\"t\":\"welcome\",\"you\":{\"id\":\"g1\",\"name\":\"Guest-7f3a\",\"rating\":null,"
         "\"guest\":true},\"token\":null,"
         "\"playing\":[],\"seeks\":[],\"now\":1}");
    for (int i = 0; i < 100; i++) {
        char line[60];
        Person person = {.kind = PERSON_HUMAN};
        snprintf(person.id, sizeof person.id, "a%d", i);
        snprintf(person.name, sizeof person.name, "Longestname%09d", i);
        snprintf(line, sizeof line, "+censor %s", person.name);
        type(line);
        ics_client_answered(client, &(IcsAnswer){.person = person});
        hear(answer(""));
        expect("added to your censor list.\r\n");
    }
    says("showlist censor", "-- censor list: 100 names --\r\nLongestname000000000 ");
    ck_assert_int_eq(occurrences(shown(), "Longestname"), 100);
    expect("Longestname000000099\r\nfics% ");
}
END_TEST

START_TEST(test_a_lost_game_goes_on)
{
    tear_down();
    set_up();
    hear("{\"t\":\"welcome\",\"you\":{\"id\":\"a1\",\"name\":\"Newton\",\"rating\":null,\"guest\":"
         "false},"
         "\"token\":null,\"playing\":[\"Ab12Cd34\"],\"seeks\":[],\"now\":1}");
    expect_request("{\"t\":\"watch\"");
    hear_game("\"e2e4\",\"e7e5\"", "120000", "120000");
    expect("Creating: Newton (----) Einstein (1500) unrated blitz 2 12 (adjourned)\r\n"
           "{Game 1 (Newton vs. Einstein) Continuing unrated blitz match.}\r\n\r\n");
}
END_TEST

START_TEST(test_narrow_board)
{
    type("set style 2");
    type("set width 20");
    begin_game("\"e2e4\"", "120000", "120000");
    const char *board = strstr(shown(), "8 r n b q k b n r\r\n");
    ck_assert_ptr_nonnull(board);
    for (const char *at = board; *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : "")
        ck_assert_uint_le(strcspn(at, "\r\n"), 20);
    expect("1. e4\r\nW 2:00 B 2:00\r\nBlack to move\r\n");
}
END_TEST

START_TEST(test_quit)
{
    type("quit");
    ck_assert_str_eq(asked.bytes, "quit");
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("ics");
    TCase *telnet = tcase_create("telnet"), *names = tcase_create("names"),
          *prompt = tcase_create("prompt");
    tcase_add_checked_fixture(telnet, set_up_reader, NULL);
    tcase_add_test(telnet, test_line_ends);
    tcase_add_test(telnet, test_two_lines_come_one_by_one);
    tcase_add_test(telnet, test_editing_and_control_characters);
    tcase_add_test(telnet, test_options_are_refused);
    tcase_add_test(telnet, test_no_flood_of_answers);
    tcase_add_test(telnet, test_parameters_are_passed_over);
    tcase_add_test(telnet, test_timing_mark);
    tcase_add_test(telnet, test_longest_line);
    suite_add_tcase(suite, telnet);
    tcase_add_test(names, test_names);
    tcase_add_test(names, test_dates_and_times);
    tcase_add_test(names, test_kinds);
    tcase_add_test(names, test_shape);
    suite_add_tcase(suite, names);
    tcase_add_checked_fixture(prompt, set_up, tear_down);
    tcase_add_test(prompt, test_greeting);
    tcase_add_test(prompt, test_style_12);
    tcase_add_test(prompt, test_thousandths);
    tcase_add_test(prompt, test_moves_in_words);
    tcase_add_test(prompt, test_double_push);
    tcase_add_test(prompt, test_moves_are_played);
    tcase_add_test(prompt, test_it_is_not_your_move);
    tcase_add_test(prompt, test_ambiguous_moves);
    tcase_add_test(prompt, test_movecase);
    tcase_add_test(prompt, test_ends);
    tcase_add_test(prompt, test_offers);
    tcase_add_test(prompt,
                   test_offers_are_declined_by_the_other_and_withdrawn_by_whoever_made_them);
    tcase_add_test(prompt, test_draw_claims_before_it_offers);
    tcase_add_test(prompt, test_challenge);
    tcase_add_test(prompt, test_match);
    tcase_add_test(prompt, test_challenges_cross);
    tcase_add_test(prompt, test_kinds_of_a_match);
    tcase_add_test(prompt, test_seeks);
    tcase_add_test(prompt, test_observing);
    tcase_add_test(prompt, test_blocks);
    tcase_add_test(prompt, test_did_you_mean);
    tcase_add_test(prompt, test_every_command_has_its_page);
    tcase_add_test(prompt, test_talk);
    tcase_add_test(prompt, test_whole_censor_list_of_an_account);
    tcase_add_test(prompt, test_whole_censor_list_of_a_guest);
    tcase_add_test(prompt, test_a_lost_game_goes_on);
    tcase_add_test(prompt, test_narrow_board);
    tcase_add_test(prompt, test_quit);
    suite_add_tcase(suite, prompt);
    return run_suite(suite);
}
