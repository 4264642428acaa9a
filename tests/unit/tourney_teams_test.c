/* Tournaments of teams as their acts make them: team matches on fixed boards, team battles, who may join. */
#include "match_boards.h"
#include "tourney_rig.h"

static TeamMatchScore score_of(const Tourney *t, const TeamMatch *match)
{
    MatchBoards index = {.first = NULL};
    match_boards_build(&index, t, match->round);
    TeamMatchScore score = match_boards_score(&index, t, match->match - 1);
    match_boards_clear(&index);
    return score;
}

static void add_teams(Desk *desk, uint32_t teams, uint32_t players)
{
    for (uint32_t i = 1; i <= teams; i++) {
        TourneyAct act = {.kind = ACT_TEAM, .by = "ada", .by_name = "Ada"};
        snprintf(act.about.name, sizeof act.about.name, "Team %u", i);
        snprintf(act.about.captain, sizeof act.about.captain, "captain%u", i);
        apply(desk, &act);
        for (uint32_t j = 0; j < players; j++) {
            TourneyAct joins = {.kind = ACT_ADD, .by = "ada", .by_name = "Ada", .team = i};
            joins.person.rating = 2000 - (int32_t)(10 * i + j);
            snprintf(joins.person.name, sizeof joins.person.name, "Player %u.%u", i, j + 1);
            joins.person.kind = TOURNEY_NAME;
            apply(desk, &joins);
        }
    }
}

static void create_teams(Desk *desk, TeamSystem system, uint32_t teams, uint32_t players)
{
    create(desk, FORMAT_TEAMS, 7);
    TourneyAct act = {.kind = ACT_SETTINGS, .by = "ada", .by_name = "Ada"};
    act.settings = memory_new(sizeof *act.settings);
    *act.settings = desk->tourney->settings;
    act.settings->system = (int32_t)system;
    act.settings->rounds = 3;
    apply(desk, &act);
    add_teams(desk, teams, players);
    simple(desk, ACT_START);
}

static void must_have_same_teams(const Desk *desk)
{
    TeamStandings one = {.rows = NULL}, other = {.rows = NULL};
    Standings players = {.rows = NULL};
    team_standings_compute(&one, desk->tourney, &players);
    team_standings_compute(&other, desk->copy, &players);
    ck_assert_uint_eq(one.count, desk->tourney->team_tpn_count);
    ck_assert_uint_eq(one.count, other.count);
    ck_assert_mem_eq(one.rows, other.rows, one.count * sizeof *one.rows);
    team_standings_clear(&one);
    team_standings_clear(&other);
}

START_TEST(teams_meet_on_fixed_boards_and_nobody_meets_a_team_mate)
{
    Desk desk;
    uint32_t teams = 2 + (uint32_t)_i % 6;
    bool is_swiss = _i >= 6;
    create_teams(&desk, is_swiss ? SYSTEM_SWISS : SYSTEM_ROBIN, teams, 5);
    while (pair_round(&desk)) {
        const Tourney *t = desk.tourney;
        for (uint32_t i = t->rounds[t->round - 1].first; i < t->boards_count; i++) {
            const PairedBoard *pair = &t->boards[i].pair;
            const TeamMatch *match = tourney_match(t, t->round, pair->match);
            const TourneyPlayer *white = tourney_player(t, pair->white);
            const TourneyPlayer *black = tourney_player(t, pair->black);
            ck_assert_uint_eq(white->team_place, black->team_place);
            ck_assert_uint_le(white->team_place, 4); /* the fifth is a substitute */
            ck_assert_uint_eq(white->team, white->team_place % 2 ? match->home : match->away);
            ck_assert_uint_eq(black->team, white->team_place % 2 ? match->away : match->home);
        }
        enter_results(&desk);
    }
    if (!is_swiss) /* FIDE C.05, annex 1 */
        ck_assert_uint_eq(desk.tourney->round, teams - 1 + teams % 2);
    int32_t halves = 0;
    for (uint32_t i = 0; i < desk.tourney->matches_count; i++) {
        const TeamMatch *match = &desk.tourney->matches[i];
        TeamMatchScore score = score_of(desk.tourney, match);
        ck_assert(score.is_over);
        ck_assert_int_eq(score.points[0] + score.points[1], match->away ? 2 : 1);
        halves += score.halves[0] + score.halves[1];
    }
    ck_assert_int_gt(halves, 0);
    must_be_same(&desk);
    must_have_same_teams(&desk);
    discard(&desk);
}
END_TEST

/* The stronger teams win the first round, so 1 to 3 have 2 points: in C.04.6, 3.5.4, team 4 floats up to them as the first, and 1 3 2 4
 * is the first identifier without a rematch (3.6.4); the Dutch system would pair 1 with 2. */
START_TEST(a_swiss_of_teams_is_paired_by_its_own_system)
{
    static const uint32_t ROUNDS[2][3][2] = {{{1, 4}, {2, 5}, {3, 6}}, {{1, 3}, {2, 4}, {5, 6}}};
    Desk desk;
    create_teams(&desk, SYSTEM_SWISS, 6, 4);
    for (int round = 0; round < 2; round++) {
        ck_assert(pair_round(&desk));
        const Tourney *t = desk.tourney;
        for (uint32_t i = t->matches_count - 3; i < t->matches_count; i++) {
            const uint32_t *expected = ROUNDS[round][i % 3];
            uint32_t one = tourney_team(t, t->matches[i].home)->tpn;
            uint32_t other = tourney_team(t, t->matches[i].away)->tpn;
            ck_assert_uint_eq(one < other ? one : other, expected[0]);
            ck_assert_uint_eq(one < other ? other : one, expected[1]);
        }
        for (uint32_t i = 0; i < t->boards_count; i++) {
            if (t->boards[i].state != STATE_PLAYING)
                continue;
            bool white = tourney_player(t, t->boards[i].pair.white)->team <
                         tourney_player(t, t->boards[i].pair.black)->team;
            TourneyAct act = {.kind = ACT_RESULT, .board = i + 1, .plies = 40, .by_play = true};
            act.result = white ? BOARD_WHITE : BOARD_BLACK;
            apply(&desk, &act);
        }
    }
    discard(&desk);
}
END_TEST

/* As it was counted before: all boards of the round are looked at. */
static void must_be_boards_of(const Tourney *t, const MatchBoards *index, uint32_t at)
{
    const TeamMatch *match = match_boards_match(index, t, at);
    const TourneyRound *of = &t->rounds[match->round - 1];
    TeamMatchScore score = match_boards_score(index, t, at);
    uint32_t count = 0;
    int32_t halves[2] = {0, 0};
    for (uint32_t i = of->first; i < of->first + of->count; i++) {
        const TourneyBoard *board = &t->boards[i];
        if (board->state == STATE_DROPPED || board->pair.match != match->match)
            continue;
        ck_assert_ptr_eq(match_boards_get(index, t, at, count++), board);
        int side = tourney_player(t, board->pair.white)->team != match->home;
        halves[side] += board_result_halves(board->result, true);
        halves[!side] += board->pair.black ? board_result_halves(board->result, false) : 0;
    }
    ck_assert_uint_eq(match_boards_count(index, at), count);
    ck_assert(!match->away || (score.halves[0] == halves[0] && score.halves[1] == halves[1]));
}

START_TEST(boards_of_a_match_are_found_without_a_look_at_those_of_others)
{
    enum { TEAMS = 7, PLAYERS = 5, BOARDS = 4, TIMES = 10 };
    Desk desk;
    TourneyAct act;
    MatchBoards index = {.first = NULL};
    uint32_t looked_at = 0;
    create_teams(&desk, SYSTEM_ROBIN, TEAMS, PLAYERS);
    const Tourney *t = desk.tourney;
    while (tourney_pair(t, &act)) {
        apply(&desk, &act);
        for (int time = 0; time < TIMES; time++) {
            ck_assert(tourney_seat_again(t, &act));
            apply(&desk, &act);
        }
        simple(&desk, ACT_ROUND);
        enter_results(&desk);
    }
    for (uint32_t round = 1; round <= t->round; round++) {
        match_boards_build(&index, t, round);
        ck_assert_uint_eq(index.count, TEAMS / 2);
        for (uint32_t at = 0; at < index.count; at++) {
            ck_assert_ptr_eq(match_boards_match(&index, t, at), tourney_match(t, round, at + 1));
            must_be_boards_of(t, &index, at);
            looked_at += match_boards_count(&index, at);
        }
    }
    /* However often boards were dropped: each one once. */
    ck_assert_uint_eq(t->round, TEAMS);
    ck_assert_uint_gt(t->boards_count, TEAMS * (TEAMS / 2) * BOARDS * TIMES);
    ck_assert_uint_eq(looked_at, TEAMS * (TEAMS / 2) * BOARDS);
    match_boards_build(&index, t, 0); /* of an arena, which has none */
    ck_assert_uint_eq(index.count, 0);
    match_boards_clear(&index);
    must_have_same_teams(&desk);
    discard(&desk);
}
END_TEST

START_TEST(a_captain_lines_up_their_own_team_in_its_order)
{
    Desk desk;
    TourneyAnswer answer;
    create_teams(&desk, SYSTEM_ROBIN, 2, 5);
    TourneyAct act = {.kind = ACT_LINEUP, .by = "captain1", .team = 1, .lineup_count = 3};
    memcpy(act.lineup, (uint32_t[]){2, 4, 5}, 3 * sizeof *act.lineup);
    ck_assert(tourney_check(desk.tourney, &act, ROLE_NONE, &answer));
    apply(&desk, &act);
    TourneyAct other = {.kind = ACT_LINEUP, .by = "captain1", .team = 2, .lineup_count = 1};
    other.lineup[0] = 6;
    ck_assert(!tourney_check(desk.tourney, &other, ROLE_NONE, &answer));
    ck_assert_str_eq(answer.code, "not_allowed");
    TourneyAct turned = {.kind = ACT_LINEUP, .by = "captain1", .team = 1, .lineup_count = 2};
    memcpy(turned.lineup, (uint32_t[]){4, 2}, 2 * sizeof *turned.lineup);
    ck_assert(!tourney_check(desk.tourney, &turned, ROLE_NONE, &answer));
    ck_assert_str_eq(answer.code, "board_order");
    ck_assert(tourney_check(desk.tourney, &turned, ROLE_ARBITER, &answer));
    ck_assert(pair_round(&desk));
    /* Three play for team 1, so the fourth board of team 2 is won without a game. */
    const Tourney *t = desk.tourney;
    ck_assert_uint_eq(t->boards_count, 4);
    ck_assert_uint_eq(t->boards[0].pair.white, 2);
    ck_assert_uint_eq(t->boards[1].pair.black, 4);
    ck_assert_uint_eq(t->boards[2].pair.white, 5);
    ck_assert_int_eq(t->boards[3].result, BOARD_BYE);
    TeamMatchScore score = score_of(t, &t->matches[0]);
    ck_assert_int_eq(score.halves[0], 0);
    ck_assert_int_eq(score.halves[1], 2);
    ck_assert(!score.is_over);
    must_have_same_teams(&desk);
    discard(&desk);
}
END_TEST

START_TEST(line_ups_change_the_boards_of_a_paired_round_so_often_and_no_more)
{
    Desk desk;
    TourneyAnswer answer;
    TourneyAct pair, act = {.kind = ACT_LINEUP, .by = "captain1", .team = 1, .lineup_count = 1};
    act.lineup[0] = 2;
    create_teams(&desk, SYSTEM_ROBIN, 2, 5);
    ck_assert(tourney_pair(desk.tourney, &pair));
    apply(&desk, &pair);
    desk.tourney->boards_dropped = TOURNEY_DROPPED_LEAST - 1;
    ck_assert(tourney_check(desk.tourney, &act, ROLE_NONE, &answer));
    desk.tourney->boards_dropped++;
    ck_assert(!tourney_check(desk.tourney, &act, ROLE_NONE, &answer));
    ck_assert_str_eq(answer.code, "too_often");
    simple(&desk, ACT_ROUND); /* from then on they are for the next round, and take nothing back */
    ck_assert(tourney_check(desk.tourney, &act, ROLE_NONE, &answer));
    discard(&desk);
}
END_TEST

START_TEST(a_captain_lines_up_a_team_so_often_and_then_the_organisers_do)
{
    Desk desk;
    TourneyAnswer answer;
    TourneyAct act = {.kind = ACT_LINEUP, .by = "captain1", .team = 1, .lineup_count = 1};
    act.lineup[0] = 2;
    create_teams(&desk, SYSTEM_ROBIN, 2, 5);
    for (int i = 0; i < TOURNEY_LINEUPS_MAX; i++) {
        ck_assert(tourney_check(desk.tourney, &act, ROLE_NONE, &answer));
        apply(&desk, &act);
    }
    ck_assert(!tourney_check(desk.tourney, &act, ROLE_NONE, &answer));
    ck_assert_str_eq(answer.code, "too_often");
    ck_assert(tourney_check(desk.tourney, &act, ROLE_ARBITER, &answer));
    TourneyAct other = {.kind = ACT_LINEUP, .by = "captain2", .team = 2, .lineup_count = 1};
    other.lineup[0] = 6;
    ck_assert_msg(tourney_check(desk.tourney, &other, ROLE_NONE, &answer), "%s", answer.code);
    must_have_same_teams(&desk);
    discard(&desk);
}
END_TEST

START_TEST(in_a_team_battle_the_best_of_each_team_count)
{
    Desk desk;
    create(&desk, FORMAT_ARENA, 3);
    desk.tourney->settings.leaders = desk.copy->settings.leaders = 2;
    add_teams(&desk, 2, 3);
    simple(&desk, ACT_START);
    for (int look = 0; look < 20; look++) {
        uint32_t waiting[] = {1, 2, 3, 4, 5, 6};
        TourneyAct act;
        desk.now += 60000;
        ArenaRound *round = arena_round_new(desk.tourney, waiting, 6, 6, desk.now, desk.chance);
        ck_assert(round != NULL);
        arena_round_pair(round);
        ck_assert(arena_round_act(round, may_be_paired, &desk, &act));
        for (uint32_t i = 0; i < act.boards_count; i++)
            ck_assert_uint_ne(tourney_player(desk.tourney, act.boards[i].white)->team,
                              tourney_player(desk.tourney, act.boards[i].black)->team);
        apply(&desk, &act);
        arena_round_free(round);
        enter_results(&desk);
    }
    Standings players = {.rows = NULL};
    TeamStandings teams = {.rows = NULL};
    standings_compute(&players, desk.tourney);
    team_standings_compute(&teams, desk.tourney, &players);
    for (uint32_t i = 0; i < 2; i++) {
        int32_t scores[3] = {0}, count = 0, least = INT32_MAX, sum = 0;
        for (uint32_t j = 0; j < 6; j++)
            if (desk.tourney->players[j].team == teams.rows[i].team)
                scores[count++] = desk.tourney->players[j].score;
        for (int j = 0; j < 3; j++) {
            sum += scores[j];
            least = scores[j] < least ? scores[j] : least;
        }
        ck_assert_int_eq(teams.rows[i].points, sum - least);
        ck_assert_uint_eq(teams.rows[i].played, 2);
    }
    ck_assert_int_ge(teams.rows[0].points, teams.rows[1].points);
    standings_clear(&players);
    team_standings_clear(&teams);
    discard(&desk);
}
END_TEST

START_TEST(only_members_of_named_teams_may_join)
{
    Desk desk;
    TourneyAnswer answer;
    TourneyPerson person = {.kind = TOURNEY_ACCOUNT, .user = "bob", .name = "Bob"};
    TourneyEntry entry = {.code = NULL};
    create(&desk, FORMAT_SWISS, 1);
    ck_assert(tourney_may_join(desk.tourney, &person, &entry, &answer));
    strcpy(desk.tourney->settings.teams, "Tm12Ab34");
    ck_assert(!tourney_may_join(desk.tourney, &person, &entry, &answer));
    ck_assert_str_eq(answer.code, "not_in_team");
    entry.is_of_team = true;
    ck_assert(tourney_may_join(desk.tourney, &person, &entry, &answer));
    discard(&desk);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tourney_teams");
    TCase *tcase = tcase_create("tourney_teams");
    tcase_add_loop_test(tcase, teams_meet_on_fixed_boards_and_nobody_meets_a_team_mate, 0, 12);
    tcase_add_test(tcase, a_swiss_of_teams_is_paired_by_its_own_system);
    tcase_add_test(tcase, boards_of_a_match_are_found_without_a_look_at_those_of_others);
    tcase_add_test(tcase, a_captain_lines_up_their_own_team_in_its_order);
    tcase_add_test(tcase, line_ups_change_the_boards_of_a_paired_round_so_often_and_no_more);
    tcase_add_test(tcase, a_captain_lines_up_a_team_so_often_and_then_the_organisers_do);
    tcase_add_test(tcase, in_a_team_battle_the_best_of_each_team_count);
    tcase_add_test(tcase, only_members_of_named_teams_may_join);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
