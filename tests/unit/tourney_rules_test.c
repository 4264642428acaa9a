/* What FIDE's rules and lichess's make of the acts of a tournament; by the rules of its start, so that one that was played by
 * earlier ones stays as it was. */
#include "tourney_rig.h"

static const TourneyRules EDITIONS[] = {RULES_FIRST, TOURNEY_RULES};

/* With ratings 1990, 1980 …: the order of their pairing numbers. */
static void open_with(Desk *desk, Format format, int players)
{
    create(desk, format, 1);
    for (int i = 0; i < players; i++) {
        TourneyAct act = {.kind = ACT_ADD, .by = "ada", .by_name = "Ada"};
        act.person = (TourneyPerson){.kind = TOURNEY_NAME, .rating = 1990 - 10 * i};
        snprintf(act.person.name, sizeof act.person.name, "Player %d", i + 1);
        snprintf(act.person.user, sizeof act.person.user, "user%d", i + 1);
        apply(desk, &act);
    }
}

static void start_by(Desk *desk, TourneyRules rules)
{
    TourneyAct act = {.kind = ACT_START, .seed = 2, .rules = rules};
    apply(desk, &act);
}

static void about(Desk *desk, TourneyActKind kind, uint32_t player)
{
    TourneyAct act = {.kind = kind, .player = player};
    apply(desk, &act);
}

static void ask_bye(Desk *desk, uint32_t player, uint32_t round, int32_t halves)
{
    TourneyAct act = {.kind = ACT_BYE, .player = player, .round = round, .halves = halves};
    apply(desk, &act);
}

static void enter(Desk *desk, uint32_t board, BoardResult result)
{
    TourneyAct act = {.kind = ACT_RESULT, .by = "ada", .board = board, .result = result};
    apply(desk, &act);
}

/* Whoever has the lower number wins. */
static void win_by_number(Desk *desk)
{
    for (uint32_t i = 0; i < desk->tourney->boards_count; i++) {
        const TourneyBoard *board = &desk->tourney->boards[i];
        if (board->state == STATE_PLAYING)
            enter(desk, i + 1, board->pair.white < board->pair.black ? BOARD_WHITE : BOARD_BLACK);
    }
}

static void play_round(Desk *desk)
{
    ck_assert(pair_round(desk));
    win_by_number(desk);
    ck_assert_int_eq(desk->tourney->round_state, ROUND_OVER);
}

static Standing standing_of(const Desk *desk, uint32_t player)
{
    Standings standings = {.rows = NULL};
    Standing found = {.rank = 0};
    standings_compute(&standings, desk->tourney);
    for (uint32_t i = 0; i < standings.count; i++)
        if (standings.rows[i].player == player)
            found = standings.rows[i];
    standings_clear(&standings);
    return found;
}

/* ---- pairing numbers ---- */

/* FIDE C.04.2: rating, title (GM IM WGM FM WIM CM WFM WCM, none), alphabetically; and whoever comes late likewise. */
START_TEST(pairing_numbers_are_by_rating_title_and_name)
{
    static const struct {
        const char *name, *title;
        int32_t rating;
        uint32_t old, now; /* pairing numbers */
    } PLAYERS[] = {
        {"Zed", "", 2400, 2, 11},    {"yak", "", 2400, 3, 10},   {"Xen", "", 2500, 1, 1},
        {"Win", "WCM", 2400, 4, 9},  {"Vic", "WFM", 2400, 5, 8}, {"Una", "CM", 2400, 6, 7},
        {"Tom", "WIM", 2400, 7, 6},  {"Sam", "FM", 2400, 8, 5},  {"Ray", "WGM", 2400, 9, 4},
        {"Quin", "IM", 2400, 10, 3}, {"Pam", "GM", 2400, 11, 2}, {"Ada", "GM", 2300, 13, 13},
        {"Ben", "FM", 2400, 12, 5}};
    enum { COUNT = sizeof PLAYERS / sizeof *PLAYERS, LATE = COUNT - 1 };
    Desk desk;
    bool is_new = EDITIONS[_i] != RULES_FIRST;
    create(&desk, FORMAT_SWISS, 1);
    for (int i = 0; i < COUNT; i++) {
        TourneyAct act = {.kind = ACT_ADD, .person = {.rating = PLAYERS[i].rating}};
        act.person.kind = TOURNEY_NAME;
        strcpy(act.person.name, PLAYERS[i].name);
        strcpy(act.person.title, PLAYERS[i].title);
        if (i == LATE)
            start_by(&desk, EDITIONS[_i]);
        apply(&desk, &act);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t now = PLAYERS[i].now + (i != LATE && PLAYERS[i].now >= 5 && PLAYERS[i].now < 13);
        ck_assert_msg(tourney_player(desk.tourney, i + 1)->tpn == (is_new ? now : PLAYERS[i].old),
                      "%s", PLAYERS[i].name);
    }
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* ---- byes ---- */

START_TEST(a_bye_counts_only_in_rounds_in_which_the_player_took_part)
{
    Desk desk;
    bool is_new = EDITIONS[_i] != RULES_FIRST;
    open_with(&desk, FORMAT_SWISS, 12);
    start_by(&desk, EDITIONS[_i]);
    ask_bye(&desk, 12, 2, 1);
    ask_bye(&desk, 12, 3, 1);
    ask_bye(&desk, 12, 5, 1);
    play_round(&desk); /* 12 loses */
    about(&desk, ACT_WITHDRAW, 12);
    play_round(&desk);
    ck_assert_int_eq(standing_of(&desk, 12).halves, is_new ? 0 : 1);
    play_round(&desk);
    about(&desk, ACT_READMIT, 12); /* what passed does not come back */
    ck_assert_int_eq(standing_of(&desk, 12).halves, is_new ? 0 : 2);
    play_round(&desk);
    int32_t halves = standing_of(&desk, 12).halves;
    play_round(&desk); /* what was asked for a round after that does */
    ck_assert_int_eq(standing_of(&desk, 12).halves, halves + 1);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

static const char *refusal_of_bye(const Desk *desk, uint32_t player, uint32_t round, int32_t halves)
{
    static TourneyAnswer answer;
    TourneyAct act = {.kind = ACT_BYE, .player = player, .round = round, .halves = halves};
    return tourney_check(desk->tourney, &act, ROLE_ARBITER, &answer) ? "" : answer.code;
}

/* FIDE C.05, annex 1, for five: 1 rests in the first round, 5 in the fourth. */
START_TEST(a_bye_in_a_round_robin_gives_no_points)
{
    Desk desk;
    bool is_new = EDITIONS[_i] != RULES_FIRST;
    open_with(&desk, FORMAT_ROBIN, 5);
    ck_assert_str_eq(refusal_of_bye(&desk, 1, 1, 1), "bad_field");
    ck_assert_str_eq(refusal_of_bye(&desk, 1, 1, 2), "bad_field");
    ck_assert_str_eq(refusal_of_bye(&desk, 1, 1, 0), ""); /* who will rest is not known yet */
    ask_bye(&desk, 1, 1, 2);                              /* as they were taken before */
    ask_bye(&desk, 2, 1, 1);
    start_by(&desk, EDITIONS[_i]);
    ck_assert_str_eq(refusal_of_bye(&desk, 1, 1, 0), "wrong_time");
    ck_assert_str_eq(refusal_of_bye(&desk, 1, 1, -1), "");
    ck_assert_str_eq(refusal_of_bye(&desk, 1, 2, 0), "");
    ck_assert_str_eq(refusal_of_bye(&desk, 5, 4, 0), "wrong_time");
    play_round(&desk);
    ck_assert_int_eq(standing_of(&desk, 1).halves, is_new ? 0 : 2);
    ck_assert_int_eq(standing_of(&desk, 2).halves, 0);
    ck_assert_int_eq(standing_of(&desk, 5).halves, 2);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* C.04.1, article 4: neither a bye of a full point nor a win by forfeit before. Five players, of whom 'player' is to have the bye of
 * the second round. */
static const char *warning_of_bye(const Desk *desk, uint32_t player)
{
    static TourneyAnswer answer;
    TourneyAct act = {.kind = ACT_BOARDS, .boards_count = 1};
    act.boards = memory_array(1, sizeof *act.boards);
    act.boards[0] = (PairedBoard){.white = player, .result = BOARD_BYE};
    tourney_check(desk->tourney, &act, ROLE_ARBITER, &answer);
    tourney_act_clear(&act);
    for (uint32_t i = 0; i < answer.warnings_count; i++)
        if (strcmp(answer.warnings[i].code, "bye_again") == 0)
            return answer.warnings[i].text;
    return "";
}

START_TEST(a_second_free_point_is_warned_of)
{
    Desk desk;
    TourneyAct act;
    open_with(&desk, FORMAT_SWISS, 7);
    start_by(&desk, TOURNEY_RULES);
    ask_bye(&desk, 6, 1, 2);
    ask_bye(&desk, 7, 1, 1);
    ck_assert(pair_round(&desk)); /* of 1 to 5, of whom 5 has the bye */
    uint32_t winner = desk.tourney->boards[0].pair.white,
             loser = desk.tourney->boards[0].pair.black;
    enter(&desk, 1, BOARD_FORFEIT_WHITE);
    win_by_number(&desk);
    SwissRound *round = swiss_round_new(desk.tourney);
    ck_assert(swiss_round_pair(round));
    swiss_round_act(round, desk.tourney, &act);
    swiss_round_free(round);
    apply(&desk, &act);
    ck_assert_str_eq(warning_of_bye(&desk, 5), "Player 5 has had the bye before.");
    ck_assert_str_eq(warning_of_bye(&desk, 6), "Player 6 has had the bye before.");
    char text[TOURNEY_WHY_MAX];
    snprintf(text, sizeof text, "Player %u has won by forfeit before.", winner);
    ck_assert_str_eq(warning_of_bye(&desk, winner), text);
    ck_assert_str_eq(warning_of_bye(&desk, loser), "");
    ck_assert_str_eq(warning_of_bye(&desk, 7), "");
    discard(&desk);
}
END_TEST

/* ---- whoever comes late ---- */

/* They took their name off before the start, and come back after it by one of these. */
static const TourneyActKind RETURNS[] = {ACT_ADD, ACT_JOIN, ACT_READMIT};

static void come_back_by(Desk *desk, TourneyActKind kind, uint32_t player)
{
    TourneyAct act = {.kind = kind, .person = tourney_player(desk->tourney, player)->person};
    act.player = kind == ACT_READMIT ? player : 0;
    act.team = tourney_player(desk->tourney, player)->team;
    apply(desk, &act);
}

START_TEST(whoever_left_before_the_start_and_comes_after_it_is_paired)
{
    Desk desk;
    open_with(&desk, FORMAT_SWISS, 6);
    ask_bye(&desk, 3, 1, 2);
    about(&desk, ACT_WITHDRAW, 3);
    start_by(&desk, TOURNEY_RULES);
    ck_assert_uint_eq(tourney_player(desk.tourney, 4)->tpn, 3);
    play_round(&desk); /* one of five has the bye */
    come_back_by(&desk, RETURNS[_i], 3);
    ck_assert_uint_eq(tourney_player(desk.tourney, 3)->tpn, 3); /* by rating */
    ck_assert_uint_eq(tourney_player(desk.tourney, 4)->tpn, 4);
    ck_assert_int_eq(standing_of(&desk, 3).halves, 0); /* not for the round before they came */
    play_round(&desk);
    uint32_t boards = 0;
    for (uint32_t i = 0; i < desk.tourney->boards_count; i++)
        boards +=
            desk.tourney->boards[i].pair.white == 3 || desk.tourney->boards[i].pair.black == 3;
    ck_assert_uint_eq(boards, 1);
    ck_assert_uint_eq(standing_of(&desk, 3).games, 1);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

START_TEST(nobody_comes_into_a_bracket_or_a_table_that_is_made)
{
    static const Format FORMATS[] = {FORMAT_ROBIN, FORMAT_KNOCKOUT};
    Desk desk;
    TourneyAnswer answer;
    const TourneyAct readmit = {.kind = ACT_READMIT, .player = 4};
    open_with(&desk, FORMATS[_i], 4);
    about(&desk, ACT_WITHDRAW, 4);
    ck_assert(tourney_check(desk.tourney, &readmit, ROLE_ARBITER, &answer));
    start_by(&desk, TOURNEY_RULES);
    ck_assert(!tourney_check(desk.tourney, &readmit, ROLE_ARBITER, &answer));
    ck_assert_str_eq(answer.code, "wrong_time");
    discard(&desk);
}
END_TEST

/* A log of before: there they had no number, and their opponent's game did not count. */
START_TEST(who_had_no_number_in_an_old_log_has_none)
{
    Desk desk;
    open_with(&desk, FORMAT_SWISS, 4);
    about(&desk, ACT_WITHDRAW, 4);
    start_by(&desk, RULES_FIRST);
    come_back_by(&desk, ACT_ADD, 4);
    ck_assert_uint_eq(tourney_player(desk.tourney, 4)->tpn, 0);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

START_TEST(so_is_a_player_of_a_team)
{
    Desk desk;
    create(&desk, FORMAT_TEAMS, 1);
    for (uint32_t team = 1; team <= 2; team++) {
        TourneyAct act = {.kind = ACT_TEAM, .by = "ada", .by_name = "Ada"};
        snprintf(act.about.name, sizeof act.about.name, "Team %u", team);
        apply(&desk, &act);
        for (uint32_t i = 1; i <= 2; i++) {
            TourneyAct joins = {.kind = ACT_ADD, .by = "ada", .team = team};
            joins.person = (TourneyPerson){.kind = TOURNEY_NAME, .rating = 2000};
            snprintf(joins.person.name, sizeof joins.person.name, "Player %u.%u", team, i);
            snprintf(joins.person.user, sizeof joins.person.user, "user%u%u", team, i);
            apply(&desk, &joins);
        }
    }
    about(&desk, ACT_WITHDRAW, 2);
    start_by(&desk, TOURNEY_RULES);
    come_back_by(&desk, RETURNS[_i], 2);
    ck_assert_uint_eq(tourney_player(desk.tourney, 2)->tpn, 4);
    play_round(&desk);
    ck_assert_uint_eq(desk.tourney->boards_count, 2);
    ck_assert_uint_eq(standing_of(&desk, 2).games, 1);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* ---- withdrawals from a round robin ---- */

/* FIDE C.05, 6.6: who has completed half of their games keeps the score. Five players, four games each: player 4 leaves after
 * one game, and player 3 after two, of which one was against player 4. The tables of annex 1: 2-5 3-4 | 5-3 1-2 | 3-1 4-5 | 1-4 2-3 |
 * 4-2 5-1. */
START_TEST(half_of_the_games_are_completed_also_when_an_opponent_left_before)
{
    Desk desk;
    bool is_new = EDITIONS[_i] != RULES_FIRST;
    open_with(&desk, FORMAT_ROBIN, 5);
    start_by(&desk, EDITIONS[_i]);
    play_round(&desk);
    about(&desk, ACT_WITHDRAW, 4);
    play_round(&desk);
    about(&desk, ACT_WITHDRAW, 3);
    ck_assert_int_eq(standing_of(&desk, 3).halves,
                     is_new ? 2 : 0); /* 5-3 was won, 3-4 is annulled */
    ck_assert_int_eq(standing_of(&desk, 4).halves, 0);
    for (int round = 3; round <= 5; round++)
        play_round(&desk);
    ck_assert_int_eq(standing_of(&desk, 1).halves,
                     is_new ? 6 : 4); /* 1-3 by forfeit, or not at all */
    ck_assert_int_eq(standing_of(&desk, 2).halves, is_new ? 4 : 2);
    ck_assert_int_eq(standing_of(&desk, 3).halves, is_new ? 2 : 0);
    ck_assert_int_eq(standing_of(&desk, 5).halves, 0);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* 1-2 3-5 is the second round; 2 leaves after half, 4 before. */
START_TEST(whoever_is_annulled_wins_nothing_by_forfeit)
{
    Desk desk;
    bool is_new = EDITIONS[_i] != RULES_FIRST;
    open_with(&desk, FORMAT_ROBIN, 5);
    start_by(&desk, EDITIONS[_i]);
    about(&desk, ACT_WITHDRAW, 4);
    play_round(&desk);
    play_round(&desk);
    about(&desk, ACT_WITHDRAW, 2); /* whose game with 4 would be in the fifth round */
    for (int round = 3; round <= 5; round++)
        play_round(&desk);
    ck_assert_int_eq(standing_of(&desk, 4).halves, is_new ? 0 : 2);
    ck_assert_int_eq(standing_of(&desk, 2).halves, 2); /* 2-5 */
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* ---- tie-breaks ---- */

/* C.07, 16.2: a game in play is no voluntarily unplayed round. Values of BH/C1, BH and SB in hundredths. */
static void must_have(const Desk *desk, uint32_t player, int32_t cut, int32_t whole, int32_t berger)
{
    Standing row = standing_of(desk, player);
    ck_assert_msg(
        row.tiebreaks[0] == cut && row.tiebreaks[1] == whole && row.tiebreaks[2] == berger,
        "player %u: %d %d %d", player, row.tiebreaks[0], row.tiebreaks[1], row.tiebreaks[2]);
}

/* Four players. 1-3 and 4-2 are the first round, and the winners meet in the second. */
START_TEST(games_in_play_are_left_out_of_tie_breaks)
{
    Desk desk;
    bool is_new = EDITIONS[_i] != RULES_FIRST;
    open_with(&desk, FORMAT_SWISS, 4);
    start_by(&desk, EDITIONS[_i]);
    play_round(&desk);
    must_have(&desk, 1, 0, 0, 0);
    must_have(&desk, 3, 0, 100, 0);
    ck_assert(pair_round(&desk));
    must_have(&desk, 1, 0, 0, 0);
    must_have(&desk, 3, 0, 100, 0); /* one round, of which the lowest is cut */
    const TourneyBoard *top =
        &desk.tourney->boards[desk.tourney->boards[2].pair.white <= 2 ? 2 : 3];
    ck_assert_uint_le(top->pair.white, 2);
    ck_assert_uint_le(top->pair.black, 2);
    enter(&desk, top->number, top->pair.white == 1 ? BOARD_WHITE : BOARD_BLACK);
    must_have(&desk, 1, 100, 100, 100); /* against 3, who has nothing yet, and 2 */
    must_have(&desk, 3, 0, 200, 0);
    simple(&desk, ACT_FINISH); /* 3 and 4 are still playing */
    must_have(&desk, 1, 100, 100, 100);
    must_have(&desk, 3, is_new ? 0 : 200, 200, 0); /* whose open game was cut */
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* ---- arenas ---- */

static void seat_arena(Desk *desk, uint32_t white, uint32_t black)
{
    TourneyAct act = {.kind = ACT_PAIR, .boards_count = 1};
    act.boards = memory_array(1, sizeof *act.boards);
    act.boards[0] = (PairedBoard){.white = white, .black = black};
    apply(desk, &act);
}

static void end_arena_game(Desk *desk, BoardResult result, uint32_t plies)
{
    TourneyAct act = {.kind = ACT_RESULT, .board = desk->tourney->boards_count, .result = result};
    act.plies = plies;
    act.by_play = plies > 0;
    apply(desk, &act);
}

/* Whatever was drawn before, and whether the game had ended another way first. */
START_TEST(a_draw_by_an_arbiter_is_worth_its_point_in_an_arena)
{
    Desk desk;
    bool is_new = EDITIONS[_i] != RULES_FIRST;
    open_with(&desk, FORMAT_ARENA, 2);
    start_by(&desk, EDITIONS[_i]);
    seat_arena(&desk, 1, 2);
    end_arena_game(&desk, BOARD_DRAW, 0);
    ck_assert_int_eq(tourney_player(desk.tourney, 1)->score, is_new ? 1 : 0);
    seat_arena(&desk, 1, 2);
    end_arena_game(&desk, BOARD_WHITE, 8);
    enter(&desk, 2, BOARD_DRAW); /* a correction */
    ck_assert_int_eq(tourney_player(desk.tourney, 1)->score, is_new ? 2 : 0);
    ck_assert_int_eq(tourney_player(desk.tourney, 2)->score, is_new ? 2 : 0);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* lila, ArenaSheet.isDrawStreak. */
START_TEST(a_quick_draw_begins_a_series_of_draws)
{
    Desk desk;
    open_with(&desk, FORMAT_ARENA, 2);
    start_by(&desk, EDITIONS[_i]);
    seat_arena(&desk, 1, 2);
    end_arena_game(&desk, BOARD_DRAW, 8);
    seat_arena(&desk, 1, 2);
    end_arena_game(&desk, BOARD_DRAW, 40);
    ck_assert_int_eq(tourney_player(desk.tourney, 1)->score, EDITIONS[_i] != RULES_FIRST ? 0 : 1);
    must_be_same(&desk);
    discard(&desk);
}
END_TEST

/* ---- knock-outs ---- */

/* Four players, matches of one game; 1 and 2 are in the final. */
static void play_to_final(Desk *desk, TourneyRules rules)
{
    open_with(desk, FORMAT_KNOCKOUT, 4);
    TourneyAct act = {.kind = ACT_SETTINGS, .settings = memory_new(sizeof *act.settings)};
    *act.settings = desk->tourney->settings;
    act.settings->games = 1;
    act.settings->tiebreak_pairs = 0;
    apply(desk, &act);
    start_by(desk, rules);
    play_round(desk);
    ck_assert(pair_round(desk));
}

/* Nobody comes to the final, or to the game that decides it. */
START_TEST(nobody_wins_a_final_that_both_have_left)
{
    for (int drawn = 0; drawn < 2; drawn++) {
        Desk desk;
        bool is_new = EDITIONS[_i] != RULES_FIRST;
        play_to_final(&desk, EDITIONS[_i]);
        if (drawn) {
            enter(&desk, desk.tourney->boards_count, BOARD_DRAW);
            ck_assert(pair_round(&desk));
            ck_assert(desk.tourney->boards[desk.tourney->boards_count - 1].pair.decides);
        }
        about(&desk, ACT_REMOVE, 1);
        about(&desk, ACT_REMOVE, 2);
        enter(&desk, desk.tourney->boards_count, BOARD_FORFEIT_BOTH);
        ck_assert_int_eq(desk.tourney->round_state, ROUND_OVER);
        ck_assert(!pair_round(&desk));
        uint32_t one = standing_of(&desk, 1).rank, other = standing_of(&desk, 2).rank;
        ck_assert_uint_eq(one + other, is_new ? 4 : 3); /* both are second */
        ck_assert(!is_new || one == other);
        ck_assert_uint_eq(standing_of(&desk, 3).rank, 3);
        must_be_same(&desk);
        discard(&desk);
    }
}
END_TEST

/* The other one wins when only one has left, and a match of an earlier round goes on somehow. */
START_TEST(somebody_wins_every_other_match)
{
    Desk desk;
    play_to_final(&desk, TOURNEY_RULES);
    about(&desk, ACT_REMOVE, 1);
    enter(&desk, desk.tourney->boards_count, BOARD_FORFEIT_BOTH);
    ck_assert_int_eq(desk.tourney->round_state, ROUND_OVER);
    ck_assert_uint_eq(standing_of(&desk, 2).rank, 1);
    discard(&desk);
    open_with(&desk, FORMAT_KNOCKOUT, 4);
    start_by(&desk, TOURNEY_RULES);
    for (uint32_t player = 1; player <= 4; player++)
        if (player != 2)
            about(&desk, ACT_REMOVE, player);
    ck_assert(pair_round(&desk)); /* 1-4 and 2-3, lost by forfeit */
    while (desk.tourney->round < 2)
        ck_assert(pair_round(&desk));
    while (pair_round(&desk))
        ;
    ck_assert_uint_eq(standing_of(&desk, 2).rank, 1);
    discard(&desk);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tourney_rules");
    TCase *tcase = tcase_create("tourney_rules");
    int editions = sizeof EDITIONS / sizeof *EDITIONS;
    tcase_add_loop_test(tcase, a_bye_counts_only_in_rounds_in_which_the_player_took_part, 0,
                        editions);
    tcase_add_loop_test(tcase, whoever_left_before_the_start_and_comes_after_it_is_paired, 0, 3);
    tcase_add_loop_test(tcase, nobody_comes_into_a_bracket_or_a_table_that_is_made, 0, 2);
    tcase_add_test(tcase, who_had_no_number_in_an_old_log_has_none);
    tcase_add_loop_test(tcase, so_is_a_player_of_a_team, 0, 3);
    tcase_add_loop_test(tcase, half_of_the_games_are_completed_also_when_an_opponent_left_before, 0,
                        editions);
    tcase_add_loop_test(tcase, whoever_is_annulled_wins_nothing_by_forfeit, 0, editions);
    tcase_add_loop_test(tcase, a_bye_in_a_round_robin_gives_no_points, 0, editions);
    tcase_add_loop_test(tcase, pairing_numbers_are_by_rating_title_and_name, 0, editions);
    tcase_add_loop_test(tcase, a_draw_by_an_arbiter_is_worth_its_point_in_an_arena, 0, editions);
    tcase_add_loop_test(tcase, a_quick_draw_begins_a_series_of_draws, 0, editions);
    tcase_add_loop_test(tcase, nobody_wins_a_final_that_both_have_left, 0, editions);
    tcase_add_test(tcase, somebody_wins_every_other_match);
    tcase_add_loop_test(tcase, games_in_play_are_left_out_of_tie_breaks, 0, editions);
    tcase_add_test(tcase, a_second_free_point_is_warned_of);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
