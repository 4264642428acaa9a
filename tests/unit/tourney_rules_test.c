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

int main(void)
{
    Suite *suite = suite_create("tourney_rules");
    TCase *tcase = tcase_create("tourney_rules");
    int editions = sizeof EDITIONS / sizeof *EDITIONS;
    tcase_add_loop_test(tcase, a_bye_counts_only_in_rounds_in_which_the_player_took_part, 0,
                        editions);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
