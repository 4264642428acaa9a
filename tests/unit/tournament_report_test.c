/* FIDE's report of a Swiss of teams: what the server wrote is read as what was played, and a reader pairs each round as it was. */
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
    ck_assert(tournaments_print_trf(desk.tourney, 26, &text));
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

int main(void)
{
    Suite *suite = suite_create("tournament_report");
    TCase *tcase = tcase_create("tournament_report");
    tcase_add_loop_test(tcase, a_report_of_teams_is_what_was_played, 0, 12);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
