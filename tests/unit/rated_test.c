/* Rated games in the core. Figures: a first win between newcomers is 1500 to 1741 and 1258 in lichess's tests,
 * gains in bullet are multiplied by 1.015. */
#include "core_rig.h"

static CoreRig rig;
static char game[9];

static void setup(void)
{
    rig_open(&rig);
    rig_connect_account(&rig, 0);
    rig_connect_account(&rig, 1);
}

static void teardown(void)
{
    rig_close(&rig);
}

static void note_game(void)
{
    static const char START[] = "\"t\":\"start\",\"game\":\"";
    const char *at = rig_heard(&rig, 0, START);
    ck_assert_ptr_nonnull(at);
    snprintf(game, sizeof game, "%s", at + strlen(START));
}

/* Person 0 has White, person 1 Black. */
static void begin(const char *rated)
{
    char text[160];
    for (int i = 0; i < 2; i++) {
        snprintf(
            text, sizeof text,
            "{\"t\":\"seek\",\"id\":1,\"clock\":{\"initial\":60000},\"color\":\"%s\",\"rated\":%s}",
            i ? "black" : "white", rated);
        rig_say(&rig, i, text);
    }
    rig_settle(&rig);
    note_game();
}

static void say(int person, const char *kind, const char *more)
{
    char text[160];
    snprintf(text, sizeof text, "{\"t\":\"%s\",\"id\":9,\"game\":\"%s\"%s}", kind, game, more);
    rig_say(&rig, person, text);
}

static void play(int plies)
{
    static const char *const MOVES[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    char more[64];
    for (int ply = 0; ply < plies; ply++) {
        snprintf(more, sizeof more, ",\"ply\":%d,\"uci\":\"%s\"", ply, MOVES[ply % 4]);
        say(ply % 2, "move", more);
        rig_settle(&rig);
    }
}

static void resign(int person)
{
    say(person, "resign", "");
    rig_settle(&rig);
}

START_TEST(a_rated_game_changes_both_ratings_and_all_listeners_are_told)
{
    begin("true");
    rig_connect(&rig, 2);
    say(2, "watch", "");
    play(2);
    rig_forget(&rig);
    resign(1);
    for (int i = 0; i < 3; i++) {
        const char *end = rig_heard(&rig, i, "\"t\":\"end\"");
        const char *rated = rig_heard(&rig, i, "{\"t\":\"rated\",\"game\":");
        ck_assert(end && rated > end);
        ck_assert_ptr_nonnull(strstr(rated, "\"category\":\"bullet\""));
        ck_assert_ptr_nonnull(
            strstr(rated, "\"white\":{\"before\":1500,\"after\":1745,\"provisional\":true}"));
        ck_assert_ptr_nonnull(
            strstr(rated, "\"black\":{\"before\":1500,\"after\":1259,\"provisional\":true}"));
    }
}
END_TEST

/* As in a turn of the server's loop: what the end of the game asks of the accounts is done before the flush. */
START_TEST(a_result_and_its_ratings_are_one_batch)
{
    begin("true");
    play(2);
    uint64_t before = rig.committed;
    char text[96];
    snprintf(text, sizeof text, "{\"t\":\"resign\",\"id\":9,\"game\":\"%s\"}", game);
    core_received(rig.core, rig.people[1].session, text, strlen(text));
    core_turn(rig.core);
    while (!core_is_durable(rig.core))
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_uint_eq(rig.committed, before + 1);
    core_turn(rig.core);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"t\":\"end\""));
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "{\"t\":\"rated\",\"game\":"));
    ck_assert(!accounts_is_asked(rig.accounts));
}
END_TEST

START_TEST(the_next_game_shows_the_new_ratings)
{
    begin("true");
    play(2);
    resign(1);
    rig_forget(&rig);
    begin("true");
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"rating\":1745"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"rating\":1259"));
}
END_TEST

/* The maker is offline, so only the accounts know their current rating. */
START_TEST(a_challenge_of_an_offline_player_is_shown_with_their_current_rating)
{
    char text[96], id[LOBBY_ID_LENGTH + 1];
    rig_say(&rig, 0,
            "{\"t\":\"challenge\",\"id\":3,\"to\":\"user\",\"name\":\"Account1\","
            "\"clock\":{\"initial\":60000},\"rated\":true}");
    rig_settle(&rig);
    const char *at = rig_heard(&rig, 1, "\"t\":\"challenge\",\"challenge\":\"");
    ck_assert_ptr_nonnull(at);
    snprintf(id, sizeof id, "%s", at + strlen("\"t\":\"challenge\",\"challenge\":\""));
    begin("true");
    play(2);
    resign(1);
    rig_disconnect(&rig, 0);
    rig_settle(&rig);
    rig_forget(&rig);
    snprintf(text, sizeof text, "{\"t\":\"accept\",\"id\":4,\"challenge\":\"%s\"}", id);
    rig_say(&rig, 1, text);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"t\":\"start\""));
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"rating\":1745"));
}
END_TEST

START_TEST(ratings_survive_a_restart_and_are_sent_on_connecting)
{
    begin("true");
    play(2);
    resign(1);
    rig_close_core(&rig);
    rig_open_core(&rig);
    rig_connect_account(&rig, 0);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0,
                                    "\"guest\":false,\"ratings\":{\"bullet\":{\"rating\":1745,"
                                    "\"provisional\":true,\"games\":1}}}"));
    rig_connect_account(&rig, 1);
    rig_forget(&rig);
    begin("true");
    ck_assert_ptr_nonnull(
        rig_heard(&rig, 1, "\"rating\":1745,\"provisional\":true,\"guest\":false"));
    ck_assert_ptr_nonnull(
        rig_heard(&rig, 1, "\"rating\":1259,\"provisional\":true,\"guest\":false"));
}
END_TEST

START_TEST(casual_and_unplayed_games_change_nothing)
{
    begin("false");
    play(2);
    resign(1);
    begin("true");
    rig_forget(&rig);
    resign(1); /* before any move */
    begin("true");
    play(1);
    say(0, "abort", "");
    rig_settle(&rig);
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"t\":\"rated\""));
    rig_connect_account(&rig, 2);
    core_turn(rig.core);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "\"ratings\":{}"));
}
END_TEST

START_TEST(the_same_game_again_does_not_count_and_players_are_told)
{
    for (int i = 0; i < 2; i++) {
        rig_forget(&rig);
        begin("true");
        play(12);
        resign(1);
    }
    ck_assert_ptr_nonnull(rig_heard(
        &rig, 0, "\"category\":\"bullet\",\"reason\":\"repeated\",\"white\":null,\"black\":null}"));
}
END_TEST

START_TEST(a_quick_win_from_the_same_address_counts_only_if_addresses_are_shared)
{
    static const struct {
        const char *address;
        bool counts;
    } CASES[] = {{"198.51.100.9", false}, {"192.168.1.9", true}};
    for (int i = 0; i < 2; i++) {
        for (int who = 0; who < 2; who++) {
            rig_disconnect(&rig, who);
            rig_connect_account_at(&rig, who, CASES[i].address);
        }
        begin("true");
        play(2 + 2 * i);
        rig_forget(&rig);
        resign(1);
        ck_assert((rig_heard(&rig, 0, "\"reason\":\"boosted\"") == NULL) == CASES[i].counts);
        ck_assert((rig_heard(&rig, 0, "\"before\":1500") != NULL) == CASES[i].counts);
    }
}
END_TEST

START_TEST(a_short_rated_game_has_no_rematch)
{
    begin("true");
    play(9);
    resign(1);
    rig_forget(&rig);
    say(0, "rematch", "");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"code\":\"forbidden\""));
    begin("true");
    play(10);
    resign(1);
    rig_forget(&rig);
    say(0, "rematch", "");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "{\"t\":\"ok\",\"id\":9}"));
}
END_TEST

static AccountsError taken_error;
static size_t players;
static bool is_taken;

static void on_taken(void *context, const AccountsAnswer *answer)
{
    (void)context;
    taken_error = answer->error;
    players = answer->count;
    is_taken = true;
}

/* For how many players. */
static size_t take_back(void)
{
    GameId id = {0};
    strcpy(id.text, game);
    is_taken = false;
    accounts_take_back(rig.accounts, &id, on_taken, NULL);
    while (!is_taken) {
        uv_run(&rig.loop, UV_RUN_ONCE);
        accounts_turn(rig.accounts);
    }
    ck_assert_int_eq(taken_error, players ? ACCOUNTS_OK : ACCOUNTS_NOT_FOUND);
    rig_settle(&rig);
    return players;
}

static PublicRating found;

static void on_found(void *context, const AccountsAnswer *answer)
{
    (void)context;
    found = answer->list[0].ratings[CATEGORY_BULLET];
}

static PublicRating rating_of(int number)
{
    AccountRef ref = account_ref_id(number ? "aperson1" : "aperson0");
    accounts_find(rig.accounts, &ref, 1, "", on_found, NULL);
    accounts_turn(rig.accounts);
    return found;
}

START_TEST(progress_survives_a_restart_but_not_a_reverted_result)
{
    for (int i = 0; i < 2; i++) {
        rig_forget(&rig);
        begin("true");
        play(i ? 4 : 2);
        resign(1);
    }
    int32_t progress = rating_of(0).progress;
    ck_assert_int_gt(progress, 0);
    rig_close_core(&rig);
    rig_open_core(&rig);
    ck_assert_int_eq(rating_of(0).progress, progress);
    ck_assert_uint_eq(take_back(), 2);
    ck_assert_int_eq(rating_of(0).progress, 0);
}
END_TEST

START_TEST(a_result_is_reverted_once)
{
    begin("true");
    play(2);
    resign(1);
    ck_assert_uint_eq(take_back(), 2);
    ck_assert_uint_eq(take_back(), 0);
    for (int i = 0; i < 2; i++) {
        Rating rating = rating_of(i).rating;
        ck_assert_int_eq(rating.rating, RATING_START);
        ck_assert_int_eq(rating.games, 0);
    }
    rig_close_core(&rig);
    rig_open_core(&rig);
    ck_assert_int_eq(rating_of(0).rating.rating, RATING_START);
}
END_TEST

START_TEST(an_older_result_is_reverted_by_its_points)
{
    begin("true");
    play(2);
    resign(1);
    char first[9];
    strcpy(first, game);
    rig_forget(&rig);
    begin("true");
    play(4);
    resign(0);
    int32_t now = rating_of(0).rating.rating;
    strcpy(game, first);
    ck_assert_uint_eq(take_back(), 2);
    Rating left = rating_of(0).rating;
    ck_assert_int_eq(rating_points(&left),
                     (now + 50) / 100 - 245); /* what the first game brought */
    ck_assert_int_eq(left.games, 1);
}
END_TEST

static StoreRatingDay days[4];
static size_t day_count;
static bool is_answered;

static void on_days(void *context, StoreError error, const StoreRatingDay *read, size_t count)
{
    (void)context;
    ck_assert_int_eq(error, STORE_OK);
    ck_assert_uint_le(count, 4);
    memcpy(days, read, count * sizeof *read);
    day_count = count;
    is_answered = true;
}

START_TEST(a_graph_has_the_last_rating_of_each_day)
{
    for (int i = 0; i < 2; i++) {
        rig_forget(&rig);
        begin("true");
        play(i ? 4 : 2);
        resign(1);
    }
    Rating now = rating_of(0).rating;
    ck_assert(store_read_rating_history(rig.store, "aperson0", on_days, NULL));
    while (!is_answered)
        uv_run(&rig.loop, UV_RUN_ONCE);
    /* One day, unless midnight fell between the two. */
    ck_assert_uint_ge(day_count, 1);
    ck_assert_uint_le(day_count, 2);
    const StoreRatingDay *last = &days[day_count - 1];
    ck_assert_int_eq(last->category, CATEGORY_BULLET);
    ck_assert_int_ge(last->year, 2024);
    ck_assert(last->month >= 1 && last->month <= 12 && last->day >= 1 && last->day <= 31);
    ck_assert_int_eq(last->rating, now.rating);
}
END_TEST

START_TEST(guests_are_told_that_they_play_casual_games)
{
    rig_connect(&rig, 2);
    rig_say(&rig, 2, "{\"t\":\"seek\",\"id\":1,\"clock\":null,\"rated\":true}");
    rig_say(&rig, 2,
            "{\"t\":\"challenge\",\"id\":2,\"to\":\"link\",\"clock\":null,\"rated\":true}");
    rig_say(&rig, 0,
            "{\"t\":\"challenge\",\"id\":3,\"to\":\"user\",\"name\":\"Guest-2\",\"clock\":null,"
            "\"rated\":true}");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "{\"t\":\"error\",\"id\":1,\"code\":\"forbidden\""));
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "{\"t\":\"error\",\"id\":2,\"code\":\"forbidden\""));
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "{\"t\":\"error\",\"id\":3,\"code\":\"forbidden\""));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rated");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_rated_game_changes_both_ratings_and_all_listeners_are_told);
    tcase_add_test(tcase, a_result_and_its_ratings_are_one_batch);
    tcase_add_test(tcase, the_next_game_shows_the_new_ratings);
    tcase_add_test(tcase, a_challenge_of_an_offline_player_is_shown_with_their_current_rating);
    tcase_add_test(tcase, ratings_survive_a_restart_and_are_sent_on_connecting);
    tcase_add_test(tcase, progress_survives_a_restart_but_not_a_reverted_result);
    tcase_add_test(tcase, casual_and_unplayed_games_change_nothing);
    tcase_add_test(tcase, the_same_game_again_does_not_count_and_players_are_told);
    tcase_add_test(tcase, a_quick_win_from_the_same_address_counts_only_if_addresses_are_shared);
    tcase_add_test(tcase, a_short_rated_game_has_no_rematch);
    tcase_add_test(tcase, a_result_is_reverted_once);
    tcase_add_test(tcase, an_older_result_is_reverted_by_its_points);
    tcase_add_test(tcase, a_graph_has_the_last_rating_of_each_day);
    tcase_add_test(tcase, guests_are_told_that_they_play_casual_games);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
