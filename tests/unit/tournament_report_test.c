/* FIDE's report: what the server wrote of a Swiss of teams is read as what was played, and a reader pairs each round as it
 * was; a round robin's has all games that were played. */
#include "running.h"
#include "tourney_rig.h"
#include "trf_team_file.h"

enum { TEAMS = 7, BOARDS = 4, ROUNDS = 5 };

static void open_tournament(Desk *desk, uint64_t seed)
{
    create(desk, FORMAT_TEAMS, seed);
    TourneyAct act = {.kind = ACT_SETTINGS, .by = "ada", .by_name = "Ada"};
    act.settings = memory_new(sizeof *act.settings);
    *act.settings = desk->tourney->settings;
    act.settings->system = SYSTEM_SWISS;
    act.settings->rounds = ROUNDS;
    apply(desk, &act);
    for (uint32_t i = 1; i <= TEAMS; i++) {
        TourneyAct team = {.kind = ACT_TEAM, .by = "ada", .by_name = "Ada"};
        snprintf(team.about.name, sizeof team.about.name, "Team %u", i);
        apply(desk, &team);
        /* Some are one too few, so that a board is empty. */
        for (uint32_t j = 0; j < BOARDS - (i == 3); j++) {
            TourneyAct joins = {.kind = ACT_ADD, .by = "ada", .by_name = "Ada", .team = i};
            joins.person.rating = 2000 - (int32_t)(10 * i + j);
            snprintf(joins.person.name, sizeof joins.person.name, "Player %u.%u", i, j + 1);
            joins.person.kind = TOURNEY_NAME;
            apply(desk, &joins);
        }
    }
    TourneyAct start = {.kind = ACT_START, .seed = seed, .rules = TOURNEY_RULES};
    apply(desk, &start);
}

static void must_be_paired_alike(const Desk *desk, TrfTeamFile *file)
{
    const Tourney *t = desk->tourney;
    void *work = malloc(team_swiss_memory(file->count));
    RoundPair pairs[TEAMS];
    for (int round = 0; round < file->field.rounds; round++) {
        int count;
        trf_team_round(file, round);
        ck_assert_int_eq(team_swiss_pair(&file->swiss, work, pairs, &count), TEAM_SWISS_OK);
        for (uint32_t i = 0; i < t->matches_count; i++) {
            if ((int)t->matches[i].round != round + 1)
                continue;
            const TourneyTeam *home = tourney_team(t, t->matches[i].home);
            const TourneyTeam *away = tourney_team(t, t->matches[i].away);
            bool found = false;
            for (int j = 0; j < count; j++)
                found |= pairs[j].white == home->tpn && pairs[j].black == (away ? away->tpn : 0);
            ck_assert_msg(found, "round %d: team %u is at home", round + 1, home->tpn);
        }
    }
    free(work);
}

START_TEST(a_report_of_teams_is_what_was_played)
{
    Desk desk;
    Text text;
    TrfTeamFile file;
    TrfProblem problem;
    char message[TRF_MESSAGE_MAX];
    open_tournament(&desk, (uint64_t)_i + 1);
    while (pair_round(&desk))
        enter_results(&desk);
    text_init(&text);
    ck_assert(tournaments_print_trf(desk.tourney, 26, NULL, &text));
    ck_assert(trf_is_of_teams(text.bytes, text.length));
    void *memory = malloc(trf_team_file_memory(text.bytes, text.length));
    bool read = trf_read_team_file(text.bytes, text.length, memory, &file, &problem);
    trf_explain(&problem, message);
    ck_assert_msg(read, "%s\n%s", message, text.bytes);
    ck_assert_int_eq(file.count, TEAMS);
    ck_assert_int_eq(file.field.rounds, (int)desk.tourney->round);
    must_be_paired_alike(&desk, &file);
    free(memory);
    text_clear(&text);
    discard(&desk);
}
END_TEST

/* FIDE C.05, 6.6: the results of whoever leaves before half of their games stay in the table, and do not count. Five players; the
 * tables of annex 1: 2-5 3-4 | 5-3 1-2 | … */
START_TEST(games_of_whoever_left_a_round_robin_stay_in_the_report)
{
    Desk desk;
    Text text;
    Tournament read;
    TrfProblem problem;
    char message[TRF_MESSAGE_MAX];
    create(&desk, FORMAT_ROBIN, 1);
    join(&desk, 5);
    simple(&desk, ACT_START);
    ck_assert(pair_round(&desk));
    for (uint32_t board = 1; board <= 2; board++) {
        TourneyAct act = {.kind = ACT_RESULT, .board = board, .result = BOARD_WHITE};
        apply(&desk, &act);
    }
    const TourneyBoard *left = &desk.tourney->boards[1]; /* 3-4 */
    int white = (int)tourney_player(desk.tourney, left->pair.white)->tpn;
    int black = (int)tourney_player(desk.tourney, left->pair.black)->tpn;
    TourneyAct act = {.kind = ACT_WITHDRAW, .player = left->pair.black};
    apply(&desk, &act);
    text_init(&text);
    ck_assert(tournaments_print_trf(desk.tourney, _i, NULL, &text));
    TournamentSize size = trf_measure(text.bytes, text.length);
    void *memory = malloc(tournament_memory(size));
    tournament_open(&read, memory, size);
    bool is_read = trf_read(text.bytes, text.length, &read, &problem);
    trf_explain(&problem, message);
    ck_assert_msg(is_read, "%s\n%s", message, text.bytes);
    int one = tournament_find(&read, white), other = tournament_find(&read, black);
    ck_assert_int_eq(tournament_game(&read, one, 0)->result, RESULT_WIN);
    ck_assert_int_eq(tournament_game(&read, one, 0)->opponent, black);
    ck_assert_int_eq(tournament_game(&read, other, 0)->result, RESULT_LOSS);
    ck_assert_int_eq(read.players[one].points, 0);
    free(memory);
    text_clear(&text);
    discard(&desk);
}
END_TEST

/* Names of four bytes a character are more than the room that is taken for a line. */
START_TEST(a_report_is_whole_however_long_its_lines_are)
{
    enum { PLAYERS = 200 };
    Desk desk;
    Text text;
    uint32_t lines = 0;
    create(&desk, FORMAT_SWISS, 1);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        TourneyAct act = {.kind = ACT_ADD, .by = "ada", .by_name = "Ada"};
        act.person.kind = TOURNEY_NAME;
        for (size_t at = 0; at + 4 < sizeof act.person.name; at += 4)
            memcpy(act.person.name + at, "\xf0\x9f\x90\xb4", 4);
        apply(&desk, &act);
    }
    simple(&desk, ACT_START);
    text_init(&text);
    ck_assert(tournaments_print_trf(desk.tourney, _i, NULL, &text));
    ck_assert_uint_eq(strlen(text.bytes), text.length);
    for (const char *at = text.bytes; (at = strstr(at, "\r\n001 ")); at++)
        lines++;
    ck_assert_uint_eq(lines, PLAYERS);
    ck_assert_str_eq(text.bytes + text.length - 2, "\r\n");
    text_clear(&text);
    discard(&desk);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tournament_report");
    TCase *tcase = tcase_create("tournament_report");
    tcase_add_loop_test(tcase, a_report_of_teams_is_what_was_played, 0, 12);
    tcase_add_loop_test(tcase, games_of_whoever_left_a_round_robin_stay_in_the_report, 16, 17);
    tcase_add_loop_test(tcase, games_of_whoever_left_a_round_robin_stay_in_the_report, 26, 27);
    tcase_add_loop_test(tcase, a_report_is_whole_however_long_its_lines_are, 16, 17);
    tcase_add_loop_test(tcase, a_report_is_whole_however_long_its_lines_are, 26, 27);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
