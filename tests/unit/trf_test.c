/* Report files: what is read, what is refused and where, what is written. Columns are those of FIDE's TRF26. */
#include "check_rig.h"
#include "generator.h"
#include "trf.h"
#include "trf_teams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Tournament t;
static void *memory;
static TrfProblem problem;

static bool read_text(const char *text)
{
    free(memory);
    TournamentSize size = trf_measure(text, strlen(text));
    memory = malloc(tournament_memory(size));
    tournament_open(&t, memory, size);
    return trf_read(text, strlen(text), &t, &problem);
}

static void release(void)
{
    free(memory);
    memory = NULL;
}

START_TEST(fields_are_where_the_format_has_them)
{
    ck_assert(read_text("012 Club\r\nXXR 5\r\nXXC black1\r\n"
                        "001    1 mGM  "
                        "M\xc3\xbcller, J\xc3\xb6rg                      "
                        "2500 GER    12345678 1990/01/02  1.5    1  "
                        "   2 b 1  0000 - H\r\n"
                        "001    2 wWFM "
                        "Weaver                            "
                        "1900 FRA     2345678       1991  0.5    2  "
                        "   1 w 0  0000 - H\r\n"));
    ck_assert_int_eq(t.player_count, 2);
    ck_assert_int_eq(t.rounds, 5);
    ck_assert_int_eq(t.played, 2); /* all were absent in round 2 */
    ck_assert_int_eq(t.initial, SIDE_BLACK);
    const TournamentPlayer *player = &t.players[0];
    ck_assert_str_eq(player->name, "M\xc3\xbcller, J\xc3\xb6rg");
    ck_assert_str_eq(player->title, "GM");
    ck_assert_str_eq(player->federation, "GER");
    ck_assert_str_eq(player->fide_id, "12345678");
    ck_assert_str_eq(player->birth, "1990/01/02");
    ck_assert_int_eq(player->rating, 2500);
    ck_assert_int_eq(player->points, 15);
    ck_assert_int_eq(t.players[1].sex, 'w');
    ck_assert_str_eq(t.players[1].title, "WFM");
    ck_assert_int_eq(tournament_game(&t, 1, 0)->colour, SIDE_WHITE);
    ck_assert_int_eq(tournament_game(&t, 1, 1)->result, RESULT_HALF_BYE);
}
END_TEST

/* The example of FIDE's TRF26, section "Record 310". */
static const char TEAMS[] = "310   1 India                            IND     2486   15.0   28.0  "
                            "11     1    5   15   28   "
                            "44\r\n"
                            "310   2 Ukraine                          UKR     2478   14.0   26.5  "
                            "14     2    4   20   27   "
                            "22\r\n";

START_TEST(teams_are_read_as_the_format_has_them)
{
    TrfTeam teams[2];
    int count;
    ck_assert(trf_read_teams(TEAMS, strlen(TEAMS), teams, 2, &count, &problem));
    ck_assert_int_eq(count, 2);
    ck_assert_str_eq(teams[1].name, "Ukraine");
    ck_assert_int_eq(teams[1].number, 2);
    ck_assert_int_eq(teams[1].strength, 2478);
    ck_assert_int_eq(teams[1].points, 140);
    ck_assert_int_eq(teams[1].game_points, 265);
    ck_assert_int_eq(teams[1].rank, 14);
    ck_assert_int_eq(teams[1].count, 5);
    ck_assert_int_eq(teams[1].players[2], 20);
    ck_assert(!trf_read_teams(TEAMS, strlen(TEAMS), teams, 1, &count, &problem));
    ck_assert_int_eq(problem.row, 2);
    static const char BEFORE[] = "013 Reds                               1    2\r\n";
    ck_assert(trf_read_teams(BEFORE, strlen(BEFORE), teams, 2, &count, &problem));
    ck_assert_str_eq(teams[0].name, "Reds");
    ck_assert_int_eq(teams[0].players[1], 2);
}
END_TEST

START_TEST(faults_of_teams_are_placed)
{
    static const struct {
        const char *text;
        int column;
    } FAULTS[] = {
        {"310   x India\n", 5},
        {"310   1\n", 9},
        {"310   1 India                                           1x.0\n", 55},
        {"310   1 India                                                              1x\n", 74},
    };
    TrfTeam teams[2];
    int count;
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        ck_assert_msg(
            !trf_read_teams(FAULTS[i].text, strlen(FAULTS[i].text), teams, 2, &count, &problem),
            "%s", FAULTS[i].text);
        ck_assert_int_eq(problem.column, FAULTS[i].column);
    }
}
END_TEST

/* The widest record by columns is that of a player with 99 rounds, in 1,081 columns. */
START_TEST(records_by_columns_are_not_wider_than_a_line_can_be)
{
    static const char *const HEADS[] = {
        "310   1 Alpha                            ALP   2000    0.0    0.0   1 ",
        "013 Alpha                            "};
    TrfTeam teams[2];
    int count;
    for (size_t i = 0; i < sizeof HEADS / sizeof *HEADS; i++) {
        char text[4000];
        for (int blanks = 0; blanks < 2000; blanks += 999) {
            int length = snprintf(text, sizeof text, "%s%*s   1\n", HEADS[i], blanks, "");
            bool read = trf_read_teams(text, (size_t)length, teams, 2, &count, &problem);
            ck_assert_int_eq(read, blanks < 1100);
            ck_assert_int_eq(problem.error, read ? TRF_OK : TRF_LINE_TOO_LONG);
            ck_assert_int_eq(problem.row, !read);
        }
    }
}
END_TEST

START_TEST(teams_are_written_as_they_are_read)
{
    TrfTeam teams[2], again[2];
    int count;
    char text[2048];
    ck_assert(trf_read_teams(TEAMS, strlen(TEAMS), teams, 2, &count, &problem));
    TrfLineup lineup = {3, 1, 2, {5, 0, 15}, 3};
    TrfForfeitedMatch forfeit = {FORFEIT_WHITE_WINS, 4, 23, 47};
    uint16_t byes[] = {0, 2, 0};
    TrfTeamReport report = {.teams = teams,
                            .count = 2,
                            .boards = 4,
                            .bye_points = 10,
                            .bye_game_points = 20,
                            .byes = byes,
                            .rounds = 3,
                            .forfeits = &forfeit,
                            .forfeits_count = 1,
                            .lineups = &lineup,
                            .lineups_count = 1};
    size_t length = trf_write_teams(&report, text, sizeof text);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert(trf_read_teams(text, length, again, 2, &count, &problem));
    ck_assert_str_eq(again[0].name, teams[0].name);
    ck_assert_int_eq(again[0].game_points, 280);
    ck_assert_int_eq(again[0].players[4], 44);
    ck_assert_ptr_nonnull(strstr(text, "352 WBWB\r\n"));
    ck_assert_ptr_nonnull(strstr(text, "320  1.0  2.0 000 002\r\n"));
    ck_assert_ptr_nonnull(strstr(text, "330 +- 004 023 047\r\n")); /* as in the format's example */
    ck_assert_ptr_nonnull(strstr(text, "300   3   1   2    5 0000   15\r\n"));
}
END_TEST

#define PLAYER(id, points, games)                                                                  \
    "001 " id "                                                                         " points   \
    "     " games "\n"

/* Row and column of what is wrong. */
START_TEST(errors_name_row_and_column)
{
    static const struct {
        const char *text;
        TrfError error;
        int row, column;
    } cases[] = {
        {"", TRF_NO_PLAYERS, 0, 0},
        {"012 x\n", TRF_NO_PLAYERS, 0, 0},
        {"001    1\n", TRF_LINE_TOO_SHORT, 1, 8},
        {"\n\r\nx\r\r001    1\n", TRF_LINE_TOO_SHORT, 5, 8},
        {PLAYER("   x", "0.0", ""), TRF_BAD_ID, 1, 5},
        {PLAYER("   0", "0.0", ""), TRF_BAD_ID, 1, 5},
        {PLAYER("   1", "0,x", ""), TRF_BAD_POINTS, 1, 81},
        {PLAYER("   1", "0.0", "") PLAYER("   1", "0.0", ""), TRF_DUPLICATE_PLAYER, 2, 5},
        {PLAYER("   1", "0.0", "     2 w ?"), TRF_BAD_RESULT, 1, 99},
        {PLAYER("   1", "0.0", "     2 q 1"), TRF_BAD_COLOUR, 1, 97},
        {PLAYER("   1", "0.0", "     1 w 1"), TRF_BAD_ID, 1, 92},
        {PLAYER("   1", "0.0", "     2 - 1"), TRF_BAD_COLOUR, 1, 97},
        {PLAYER("   1", "0.0", "     2 w  "), TRF_BAD_RESULT, 1, 99},
        {PLAYER("   1", "0.0", "  0000 - 1"), TRF_BAD_RESULT, 1, 99},
        {"142 0\n", TRF_BAD_NUMBER, 1, 5},
        {"142 100\n", TRF_TOO_MANY_ROUNDS, 1, 5},
        {"XXC black2\n", TRF_BAD_VALUE, 1, 5},
        {"152 X\n", TRF_BAD_COLOUR, 1, 5},
        {"162  Q 1.0\n", TRF_BAD_VALUE, 1, 6},
        {"XXS WW=1 WB=1\n", TRF_BAD_VALUE, 1, 10},
        {PLAYER("   1", "0.0", "") "299 Q         1.0\n", TRF_BAD_RESULT, 2, 5},
        {PLAYER("   1", "0.0", "") "299 W   1.0   1.0\n", TRF_BAD_POINTS, 2, 8},
        {PLAYER("   1", "0.0", "") "299 W\n", TRF_BAD_POINTS, 2, 14},
        {PLAYER("   1", "0.0", "") "299 W         1.0  x\n", TRF_BAD_NUMBER, 2, 20},
        {PLAYER("   1", "0.0", "") "299 W         1.0  001    2\n", TRF_UNKNOWN_PLAYER, 2, 24},
        {PLAYER("   1", "0.0", "") "XXP 1 2\n", TRF_UNKNOWN_PLAYER, 2, 7},
        {PLAYER("   1", "0.0", "") "260 002 001    1    1\n", TRF_BAD_NUMBER, 2, 9},
        {PLAYER("   1", "0.0", "") "250      00.0 001 001 0001 0001\n", TRF_BAD_POINTS, 2, 10},
        {PLAYER("   1", "0.0", "") "250       0.5 001 999 0002 9999\n", TRF_TOO_MANY_ROUNDS, 2, 19},
        {PLAYER("   1", "0.0", "") "240 U 001    1\n", TRF_BAD_RESULT, 2, 5},
        {"142 1\n" PLAYER("   1", "1.0", "     2 w 1") PLAYER("   2", "0.0", "     1 w 0"),
         TRF_CONTRADICTION, 2, 92},
        {"142 1\n" PLAYER("   1", "1.0", "     2 w 1") PLAYER("   2", "0.0", ""), TRF_CONTRADICTION,
         2, 92},
        {"142 1\n" PLAYER("   1", "1.0", "     3 w 1"), TRF_CONTRADICTION, 2, 92},
        {"142 1\n" PLAYER("   1", "1.0", "     2 w 1") PLAYER("   2", "0.5", "     1 b 0"),
         TRF_POINTS_DO_NOT_FIT, 3, 81},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(!read_text(cases[i].text), "case %zu was taken", i);
        ck_assert_msg(problem.error == cases[i].error && problem.row == cases[i].row &&
                          problem.column == cases[i].column,
                      "case %zu: error %d, row %d, column %d", i, (int)problem.error, problem.row,
                      problem.column);
    }
    static const char *const WIDE[] = {"162  W 1.0", "XXA    1", "299 W         1.0",
                                       "250       0.5 001 001 0001 0001"};
    for (size_t i = 0; i < sizeof WIDE / sizeof *WIDE; i++) {
        char text[4000];
        snprintf(text, sizeof text, "%s%s%2000s\n", PLAYER("   1", "0.0", ""), WIDE[i], "x");
        ck_assert_msg(!read_text(text), "%s", WIDE[i]);
        ck_assert_int_eq(problem.error, TRF_LINE_TOO_LONG);
        ck_assert_int_eq(problem.row, 2);
    }
}
END_TEST

START_TEST(points_that_do_not_fit_are_told)
{
    char message[TRF_MESSAGE_MAX];
    ck_assert(!read_text("142 1\n" PLAYER("   1", "1.0", "     2 w 1")
                             PLAYER("   2", "2.5", "     1 b 0")));
    trf_explain(&problem, message);
    ck_assert_str_eq(message, "row 3, column 81: player 2: the points do not fit the results: 2.5 "
                              "are given, 0.0 come of them");
}
END_TEST

START_TEST(points_may_include_acceleration_and_the_next_bye)
{
    ck_assert(read_text("142 3\n" PLAYER("   1", "2.0", "     2 w 1") PLAYER(
        "   2", "0.0", "     1 b 0") "250      01.0 001 002 0001 0001\n"));
    ck_assert_int_eq(tournament_pairing_points(&t, 0, 1), 20);
    ck_assert(read_text("142 3\n" PLAYER("   1", "1.5", "     2 w 1  0000 - H")
                            PLAYER("   2", "0.0", "     1 b 0")));
    ck_assert_int_eq(t.played, 1);
    ck_assert(!tournament_is_present(&t, 0, 1));
    ck_assert(tournament_is_present(&t, 1, 1));
}
END_TEST

/* TRF26, 299: a won game of player 1 is worth 0.5 more, a forfeit of anybody's nothing, and player 2 has half a point more in round 1. */
START_TEST(abnormal_points)
{
    static const char TEXT[] = "142 4\n" PLAYER("   1", "1.5", "     2 w 1  0000 - +")
        PLAYER("   2", "0.5", "     1 b 0") "299 W         1.5  000    1\n299 +         0.0  "
                                            "002\n299           0.5  001    2\n";
    ck_assert_msg(read_text(TEXT), "error %d, row %d, column %d", problem.error, problem.row,
                  problem.column);
    ck_assert_int_eq(tournament_points(&t, 0, 1), 15);
    ck_assert_int_eq(tournament_points(&t, 0, 2), 15);
    ck_assert_int_eq(tournament_points(&t, 1, 2), 5);
    TrfHeader header = {.name = "Again"};
    size_t length = trf_write(&t, TRF_26, &header, NULL, 0);
    char *text = malloc(length + 1);
    trf_write(&t, TRF_26, &header, text, length + 1);
    ck_assert(read_text(text));
    ck_assert_int_eq(tournament_points(&t, 0, 2), 15);
    ck_assert_int_eq(tournament_points(&t, 1, 1), 5);
    free(text);
}
END_TEST

enum { MANY = 2000, LARGEST = 1 << 19 };

/* As many players as a tournament can have, 98 rounds of two of them, and then the record again and again, up to the largest file. */
static char *repeat(const char *record, int *row)
{
    char *text = malloc(LARGEST + 200);
    size_t length = (size_t)sprintf(text, "142 98\n");
    for (int id = 1; id <= MANY; id++) {
        bool plays = id <= 2;
        length += (size_t)sprintf(text + length, "001 %4d%72s%4s%s", id, "",
                                  id == 1 ? "98.0" : "0.0", plays ? "       " : "");
        for (int round = 0; plays && round < 98; round++)
            length += (size_t)sprintf(text + length, "%4d %c %c  ", 3 - id, "wb"[(id + round) % 2],
                                      id == 1 ? '1' : '0');
        length += (size_t)sprintf(text + length, "\n");
    }
    for (*row = MANY + 2; length + strlen(record) < LARGEST; ++*row)
        length += (size_t)sprintf(text + length, "%s", record);
    return text;
}

/* However many there are, they are read within the time that check allows; it was minutes. */
START_TEST(records_about_everybody_cannot_be_repeated_without_end)
{
    static const char *const RECORDS[] = {
        "250       0.5 001 100 0001 9999\n", "299 W         1.0\n", "299           0.5\n",
        "299 L         1.0  001\n",
        "299 D         1.0  000    1    2    3    4    5    6    7    8    9   10\n"};
    int rows;
    char *text = repeat(RECORDS[_i], &rows);
    ck_assert(!read_text(text));
    ck_assert_msg(problem.error == TRF_TOO_MANY_RECORDS, "%d, row %d, column %d", problem.error,
                  problem.row, problem.column);
    ck_assert_int_gt(problem.row, MANY + 10);
    ck_assert_int_lt(problem.row, rows);
    free(text);
}
END_TEST

START_TEST(systems_of_points)
{
    ck_assert(read_text("142 2\n162  W 3.0    D 1.0    L 0.5    A 0.0\n" PLAYER(
        "   1", "3.0", "     2 w 1") PLAYER("   2", "0.5", "     1 b 0")));
    ck_assert_int_eq(t.points.pairing_bye, 30);
    ck_assert_int_eq(t.points.half_bye, 10);
    ck_assert(read_text("XXR 2\nXXS W=3 D=1 PAB=1\nBBW  4.0\n" PLAYER("   1", "4.0", "     2 w 1")
                            PLAYER("   2", "0.0", "     1 b 0")));
    ck_assert_int_eq(t.points.draw, 10);
}
END_TEST

START_TEST(absences_and_forbidden_pairs)
{
    ck_assert(read_text(
        "XXR 3\n" PLAYER("   3", "0.0", "") PLAYER("   1", "0.0", "") PLAYER("   2", "0.0", "")
            PLAYER("   4", "0.0", "") "XXZ 3\n240 H 001    2\nXXP 1 4\n260 002 002    1    2\n"));
    ck_assert_int_eq(t.players[2].id, 3);
    ck_assert_int_eq(tournament_game(&t, 2, 0)->result, RESULT_ZERO_BYE);
    ck_assert_int_eq(tournament_game(&t, 1, 0)->result, RESULT_HALF_BYE);
    ck_assert(tournament_is_present(&t, 0, 0) && !tournament_is_present(&t, 1, 0));
    ck_assert(tournament_is_forbidden(&t, 0, 3, 0) && tournament_is_forbidden(&t, 3, 0, 2));
    ck_assert(!tournament_is_forbidden(&t, 0, 1, 0) && tournament_is_forbidden(&t, 0, 1, 1));
}
END_TEST

/* What is written and read again is the same, in both formats. */
START_TEST(written_and_read_again)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        GeneratorOptions options = generator_draw(seed, 2, 30);
        TournamentSize size = generator_size(&options);
        Tournament made;
        void *room = malloc(tournament_memory(size)), *work = malloc(dutch_memory(options.players));
        RoundPair pairs[31];
        tournament_open(&made, room, size);
        generator_make(&options, &made, work, pairs);
        for (int format = TRF_16; format <= TRF_26; format++) {
            TrfHeader header = {.name = "Random",
                                .city = "Here",
                                .tiebreaks = "BH,SB",
                                .standings = "PTS,BH,SB",
                                .coded_control = "40/6000+30:900+30"};
            size_t length = trf_write(&made, (TrfFormat)format, &header, NULL, 0);
            char *text = malloc(length + 1);
            ck_assert_uint_eq(trf_write(&made, (TrfFormat)format, &header, text, length + 1),
                              length);
            ck_assert_msg(read_text(text), "seed %d", (int)seed);
            ck_assert_int_eq(t.player_count, made.player_count);
            ck_assert_int_eq(t.played, made.played);
            ck_assert_int_eq(t.group_count, made.group_count);
            for (int i = 0; i < made.player_count; i++)
                for (int round = 0; round < made.played; round++) {
                    ck_assert_mem_eq(tournament_game(&t, i, round),
                                     tournament_game(&made, i, round), sizeof(RoundGame));
                    ck_assert_int_eq(tournament_pairing_points(&t, i, round),
                                     tournament_pairing_points(&made, i, round));
                }
            free(text);
        }
        free(room);
        free(work);
    }
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("trf");
    TCase *trf = tcase_create("trf");
    tcase_add_checked_fixture(trf, NULL, release);
    tcase_add_test(trf, teams_are_read_as_the_format_has_them);
    tcase_add_test(trf, faults_of_teams_are_placed);
    tcase_add_test(trf, records_by_columns_are_not_wider_than_a_line_can_be);
    tcase_add_test(trf, teams_are_written_as_they_are_read);
    tcase_add_test(trf, fields_are_where_the_format_has_them);
    tcase_add_test(trf, errors_name_row_and_column);
    tcase_add_test(trf, points_that_do_not_fit_are_told);
    tcase_add_test(trf, points_may_include_acceleration_and_the_next_bye);
    tcase_add_test(trf, abnormal_points);
    tcase_add_loop_test(trf, records_about_everybody_cannot_be_repeated_without_end, 0, 5);
    tcase_add_test(trf, systems_of_points);
    tcase_add_test(trf, absences_and_forbidden_pairs);
    tcase_add_test(trf, written_and_read_again);
    suite_add_tcase(s, trf);
    return s;
}

int main(void)
{
    return run_suite(suite());
}
