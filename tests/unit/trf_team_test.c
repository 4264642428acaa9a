/* Report files of teams: what records mean, what is refused and where, written as they were read. Columns are those of FIDE's TRF26. */
#include "check_rig.h"
#include "team_generator.h"
#include "team_swiss.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static TrfTeamFile file;
static TrfProblem problem;
static void *memory;

static bool read_text(const char *text)
{
    free(memory);
    memory = malloc(trf_team_file_memory(text, strlen(text)));
    return trf_read_team_file(text, strlen(text), memory, &file, &problem);
}

static void release(void)
{
    free(memory);
    memory = NULL;
}

#define PLAYER(id, games)                                                                          \
    "001    " id "                                                                         0.0"    \
    "       " games "\n"
#define TEAM(number, players) TEAM_POINTS(number, "      ", "      ", players)
#define TEAM_POINTS(number, match, game, players)                                                  \
    "310   " number " Team                                          " match " " game               \
    "      " players "\n"

/* Five teams of two boards. Team 1 beats 2; 3 forfeits to 4; 5 has the bye. Then 1 rests, and 2 plays 5 without its first
 * player. */
#define SETTINGS "142 5\n152 W\n192 FIDE_TEAM_TYPEB_MP_GP\n352 WB\n"
#define MATCHES                                                                                    \
    PLAYER("1", "   3 w 1")                                                                        \
    PLAYER("2", "   4 b =")                                                                        \
    PLAYER("3", "   1 b 0")                                                                        \
    PLAYER("4", "   2 w =     9 b 1")                                                              \
    PLAYER("5", "")                                                                                \
    PLAYER("6", "")                                                                                \
    PLAYER("7", "0000 - +")                                                                        \
    PLAYER("8", "0000 - +")                                                                        \
    PLAYER("9", "0000 - U     4 w 0")                                                              \
    "001   10                                                                         0.0"         \
    "       0000 - U  0000 - +\n"
#define TEAMS                                                                                      \
    TEAM("1", "   1    2")                                                                         \
    TEAM("2", "   3    4") TEAM("3", "   5    6") TEAM("4", "   7    8") TEAM("5", "   9   10")
#define RECORDS                                                                                    \
    "320 01.0 01.0 005\n330 -+ 001 003 004\n300 002 002 005 0004 0000\n300 002 005 002 0009 "      \
    "0010\n"                                                                                       \
    "240 Z 002    1\n"

static const TeamRound *round_of(int number, int round)
{
    return &file.rounds[(number - 1) * file.field.rounds + round - 1];
}

static void must_be(int number, int round, TeamRoundKind kind, int points, int game_points)
{
    const TeamRound *own = round_of(number, round);
    ck_assert_msg(own->kind == kind && own->points == points && own->game_points == game_points,
                  "team %d, round %d: kind %d, %d and %d", number, round, own->kind, own->points,
                  own->game_points);
}

START_TEST(records_say_what_teams_did)
{
    ck_assert_msg(read_text(SETTINGS MATCHES TEAMS RECORDS), "error %d, row %d, column %d",
                  problem.error, problem.row, problem.column);
    ck_assert_int_eq(file.field.rounds, 2);
    ck_assert_int_eq(file.boards, 2);
    must_be(1, 1, TEAM_PLAYED, 20, 15);
    must_be(2, 1, TEAM_PLAYED, 0, 5);
    must_be(3, 1, TEAM_FORFEIT, 0, 0);
    must_be(4, 1, TEAM_FORFEIT, 20, 20);
    must_be(5, 1, TEAM_BYE, 10, 10);
    must_be(1, 2, TEAM_ABSENT, 0, 0);
    must_be(2, 2, TEAM_PLAYED, 10, 10); /* a won game and an empty board: one all */
    must_be(5, 2, TEAM_PLAYED, 10, 10);
    ck_assert_int_eq(round_of(1, 1)->colour, SIDE_WHITE);
    ck_assert_int_eq(round_of(2, 1)->opponent, 1);
    ck_assert_int_eq(round_of(3, 1)->opponent, 4);
    ck_assert_int_eq(round_of(2, 2)->colour, SIDE_BLACK);
    ck_assert_int_eq(round_of(5, 2)->board[1], 10);
    ck_assert_int_eq(file.swiss.colours, TEAM_COLOURS_B);
    trf_team_round(&file, 1);
    ck_assert(!file.present[0] && file.present[1] && !file.present[2] && !file.present[3]);
    trf_team_round(&file, 2);
    ck_assert(file.present[0] && file.present[2]);
}
END_TEST

/* 299 by its columns in TRF26: kind 5, match points 8 to 11, game points 14 to 17, round 20 to 22, teams from 24 on. */
START_TEST(points_of_matches_byes_and_penalties_can_be_others)
{
    ck_assert(read_text(SETTINGS MATCHES TEAMS RECORDS
                        "362 TW 3.0   TD 1.0   TL 0.5\n299 +   1.5   1.5  001    4\n"
                        "299    -1.0        001    1\n299 W         2.0  000\n"
                        "250 02.0 00.0 003 004 0001 0002\n"));
    must_be(1, 1, TEAM_PLAYED, 20, 20); /* 3 for winning, 1 off; 2 game points for any win */
    must_be(2, 1, TEAM_PLAYED, 5, 5);
    must_be(3, 1, TEAM_FORFEIT, 5, 0);
    must_be(4, 1, TEAM_FORFEIT, 15, 15);
    must_be(2, 2, TEAM_PLAYED, 10, 10);
    trf_team_round(&file, 2);
    ck_assert_int_eq(file.extra[1 * file.swiss.extra_rounds + 2], 20);
    ck_assert_int_eq(file.extra[2 * file.swiss.extra_rounds + 2], 0);
}
END_TEST

START_TEST(faults_name_row_and_column)
{
    static const struct {
        const char *text;
        TrfError error;
        int row, column;
    } FAULTS[] = {
        {SETTINGS MATCHES, TRF_NO_TEAMS, 0, 0},
        {TEAMS, TRF_NO_PLAYERS, 0, 0},
        {SETTINGS MATCHES TEAMS TEAM("5", ""), TRF_DUPLICATE_TEAM, 20, 5},
        {SETTINGS MATCHES TEAMS TEAM("6", "  11"), TRF_UNKNOWN_PLAYER, 20, 74},
        {SETTINGS MATCHES TEAMS TEAM("6", "  10"), TRF_OTHER_TEAM, 20, 74},
        {"192 FIDE_TEAM_GP_BAKU\n" MATCHES TEAMS, TRF_BAD_VALUE, 1, 5},
        {"352 WXB\n" MATCHES TEAMS, TRF_BAD_COLOUR, 1, 6},
        {"352 W\n" MATCHES TEAMS, TRF_TOO_MANY_PLAYERS, 12, 74},
        {"362 TX 2.0\n" MATCHES TEAMS, TRF_BAD_VALUE, 1, 5},
        {"362 TW x.0\n" MATCHES TEAMS, TRF_BAD_POINTS, 1, 7},
        {MATCHES TEAMS "240 U 001    1\n", TRF_BAD_RESULT, 16, 5},
        {MATCHES TEAMS "240 Z 000    1\n", TRF_BAD_NUMBER, 16, 7},
        {MATCHES TEAMS "240 Z 009    1\n", TRF_TOO_MANY_ROUNDS, 16, 7},
        {MATCHES TEAMS "240 Z 001    9\n", TRF_UNKNOWN_TEAM, 16, 11},
        {MATCHES TEAMS "250 00.0 00.0 001 001 0001 0001\n", TRF_BAD_POINTS, 16, 5},
        {MATCHES TEAMS "250 01.0 00.0 002 001 0001 0001\n", TRF_BAD_NUMBER, 16, 19},
        {MATCHES TEAMS "250 01.0 00.0 001 001 0002 0001\n", TRF_BAD_ID, 16, 28},
        {MATCHES TEAMS "260 001 001    1    9\n", TRF_UNKNOWN_TEAM, 16, 18},
        {MATCHES TEAMS "299 Q   1.0\n", TRF_BAD_RESULT, 16, 5},
        {MATCHES TEAMS "299 W\n", TRF_BAD_POINTS, 16, 8},
        {MATCHES TEAMS "299 W   1.0        001    9\n", TRF_UNKNOWN_TEAM, 16, 24},
        {MATCHES TEAMS "300 001 001 002 0003\n", TRF_UNKNOWN_PLAYER, 16, 17},
        {MATCHES TEAMS "300 001 001 002 0001 0001\n", TRF_DUPLICATE_PLAYER, 16, 22},
        {MATCHES TEAMS "300 001 001 003 0001 0002\n", TRF_CONTRADICTION, 16, 13},
        {MATCHES TEAMS "300 001 001 002 0001\n", TRF_CONTRADICTION, 2, 92},
        {MATCHES TEAMS "320 01.0 01.0 001\n", TRF_BYE_CONTRADICTED, 16, 15},
        {MATCHES TEAMS "320 01.0 01.0 009\n", TRF_UNKNOWN_TEAM, 16, 15},
        {MATCHES TEAMS "330 ++ 001 003 004\n", TRF_BAD_RESULT, 16, 5},
        {MATCHES TEAMS "330 +- 001 003 003\n", TRF_BAD_ID, 16, 16},
        {MATCHES TEAMS "330 +- 001 001 002\n", TRF_BYE_CONTRADICTED, 16, 8},
        {MATCHES TEAM_POINTS("1", "   2.0", "   1.0", "   1    2"), TRF_OTHER_TEAM, 1, 92},
        {PLAYER("1", "   2 w 1") PLAYER("2", "   1 b 0") TEAM("1", "   1    2"), TRF_OTHER_TEAM, 1,
         92},
        {PLAYER("1", "   2 w 1") PLAYER("2", "   1 b 0") TEAM("1", "   1")
             TEAM_POINTS("2", "   1.0", "   0.0", "   2"),
         TRF_POINTS_DO_NOT_FIT, 4, 55},
        {PLAYER("1", "   2 w 1") PLAYER("2", "   1 b 0") TEAM("1", "   1")
             TEAM_POINTS("2", "   0.0", "   0.5", "   2"),
         TRF_POINTS_DO_NOT_FIT, 4, 62},
    };
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        ck_assert_msg(!read_text(FAULTS[i].text), "fault %zu was taken", i);
        ck_assert_msg(problem.error == FAULTS[i].error && problem.row == FAULTS[i].row &&
                          problem.column == FAULTS[i].column,
                      "fault %zu: error %d, row %d, column %d", i, (int)problem.error, problem.row,
                      problem.column);
    }
    static char wide[8000];
    static const char *const RECORDS_BY_COLUMNS[] = {"362 TW 2.0", "240 Z 001    1", "299 W   1.0",
                                                     "300 001 001 002 0001", "320 01.0 01.0 001"};
    for (size_t i = 0; i < sizeof RECORDS_BY_COLUMNS / sizeof *RECORDS_BY_COLUMNS; i++) {
        snprintf(wide, sizeof wide, "%s%s%2000s\n", MATCHES TEAMS, RECORDS_BY_COLUMNS[i], "1");
        ck_assert_msg(!read_text(wide), "%s", RECORDS_BY_COLUMNS[i]);
        ck_assert_int_eq(problem.error, TRF_LINE_TOO_LONG);
        ck_assert_int_eq(problem.row, 16);
    }
    read_text(FAULTS[sizeof FAULTS / sizeof *FAULTS - 1].text);
    char message[TRF_MESSAGE_MAX];
    trf_explain(&problem, message);
    ck_assert_str_eq(message,
                     "row 4, column 62: team 2: the points do not fit the results: 0.5 are "
                     "given, 0.0 come of them");
}
END_TEST

static char *write_text(const TrfTeamFile *from)
{
    TrfHeader header = {.name = "Random"};
    size_t length = trf_write_team_file(from, &header, NULL, 0);
    char *text = malloc(length + 1);
    ck_assert_uint_eq(trf_write_team_file(from, &header, text, length + 1), length);
    ck_assert_uint_eq(strlen(text), length);
    return text;
}

/* Random tournaments: what is written is read as what it was, is written again as it was, and its rounds are paired as they were. */
START_TEST(random_tournaments_are_read_as_they_were_written)
{
    TeamGeneratorOptions options = team_generator_draw((uint64_t)_i, 2, 16);
    void *made_memory = malloc(team_generator_memory(&options));
    void *work = malloc(team_swiss_memory(options.teams));
    RoundPair pairs[16];
    TrfTeamFile made;
    int count;
    team_generator_make(&options, made_memory, &made, work, pairs);
    char *text = write_text(&made);
    ck_assert_msg(read_text(text), "error %d, row %d, column %d", problem.error, problem.row,
                  problem.column);
    ck_assert_int_eq(file.field.rounds, made.field.rounds);
    ck_assert_mem_eq(file.rounds, made.rounds,
                     (size_t)(made.count * made.field.rounds) * sizeof *made.rounds);
    char *again = write_text(&file);
    ck_assert_str_eq(again, text);
    for (int round = 0; round < file.field.rounds; round++) {
        trf_team_round(&file, round);
        ck_assert_int_eq(team_swiss_pair(&file.swiss, work, pairs, &count), TEAM_SWISS_OK);
        for (int i = 0; i < count; i++) {
            const TeamRound *own = round_of(pairs[i].white, round + 1);
            ck_assert_int_eq(own->opponent, pairs[i].black);
            ck_assert_int_eq(own->kind == TEAM_BYE, !pairs[i].black);
            ck_assert_int_ne(own->colour, SIDE_BLACK);
        }
    }
    free(text);
    free(again);
    free(work);
    free(made_memory);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("trf_team");
    TCase *tests = tcase_create("trf_team");
    tcase_add_checked_fixture(tests, NULL, release);
    tcase_add_test(tests, records_say_what_teams_did);
    tcase_add_test(tests, points_of_matches_byes_and_penalties_can_be_others);
    tcase_add_test(tests, faults_name_row_and_column);
    tcase_add_loop_test(tests, random_tournaments_are_read_as_they_were_written, 1, 60);
    suite_add_tcase(s, tests);
    return s;
}

int main(void)
{
    return run_suite(suite());
}
