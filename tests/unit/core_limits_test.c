/* What an address may do in the core: each limit at its edge, and that it affects nobody else. */
#include "challenge.h"
#include "table_rig.h"

static LimitRule rules[LIMIT_COUNT];
static int32_t bounds[BOUND_COUNT];

/* Opens the core again, with those limits ("name=n/seconds,name=n"). */
static void limit(const char *text)
{
    rig_close_core(&rig);
    limit_usual(rules);
    bound_usual(bounds);
    ck_assert_msg(limit_parse(text, rules, bounds), "%s", text);
    rig.limits = true;
    rig.rules = rules;
    rig.bounds = bounds;
    rig_open_core(&rig);
}

static void connect_guest(int number, const char *id, const char *address)
{
    Person person = {.guest = true};
    snprintf(person.id, sizeof person.id, "%s", id);
    snprintf(person.name, sizeof person.name, "Guest-%.20s", id);
    rig_connect_as(&rig, number, &person, address);
}

/* Sends it with the id 7 and returns the answer: "ok", or the code of the refusal. */
static const char *answer(int number, const char *request)
{
    static char word[32];
    char text[256];
    rig_settle(&rig);
    rig.people[number].told[0] = '\0';
    snprintf(text, sizeof text, "{\"id\":7,%s}", request);
    rig_say(&rig, number, text);
    rig_settle(&rig);
    if (rig_heard(&rig, number, "{\"t\":\"ok\",\"id\":7"))
        return "ok";
    const char *code = rig_heard(&rig, number, "{\"t\":\"error\",\"id\":7,\"code\":\"");
    ck_assert_msg(code != NULL, "%s: %s", text, rig.people[number].told);
    sscanf(code, "{\"t\":\"error\",\"id\":7,\"code\":\"%31[a-z_]", word);
    return word;
}

static const char COMPUTER[] = "\"t\":\"challenge\",\"to\":\"computer\",\"level\":1,"
                               "\"clock\":{\"initial\":300000,\"increment\":0},\"color\":\"white\"";
static const char LINK[] = "\"t\":\"challenge\",\"to\":\"link\",\"clock\":null";
static const char SEEK[] = "\"t\":\"seek\",\"clock\":null,\"color\":\"white\",\"fallback\":null";
static const char REPORT[] =
    "\"t\":\"report\",\"person\":\"gann\",\"reason\":\"spam\",\"text\":\"x\"";

/* Ann uses up the address's limit; bob, at the same address, is refused; cid, at another, is not. */
static void check_address(const char *limits, const char *request, int most)
{
    limit(limits);
    connect_guest(0, "gann", "192.0.2.1");
    connect_guest(1, "gbob", "192.0.2.1");
    connect_guest(2, "gcid", "192.0.2.2");
    for (int i = 0; i < most; i++)
        ck_assert_str_eq(answer(0, request), "ok");
    ck_assert_str_eq(answer(1, request), "too_fast");
    ck_assert_str_eq(answer(2, request), "ok");
}

START_TEST(challenges_are_counted_by_address)
{
    check_address("challenge-address=3/60", LINK, 3);
}
END_TEST

START_TEST(games_against_the_computer_are_counted_by_address)
{
    check_address("computer-address=2/600", COMPUTER, 2);
}
END_TEST

START_TEST(reports_are_counted_by_address)
{
    check_address("report-address=2/86400", REPORT, 2);
}
END_TEST

START_TEST(messages_are_counted_by_address)
{
    check_address("message-address=5/20", "\"t\":\"ping\"", 5);
}
END_TEST

START_TEST(seeks_are_counted_by_address)
{
    check_address("seek-address=2/60", SEEK, 2);
}
END_TEST

START_TEST(lists_of_games_are_counted_by_address)
{
    check_address("watch-address=2/60", "\"t\":\"games\"", 2);
}
END_TEST

START_TEST(chat_is_counted_by_address)
{
    char text[96];
    limit("chat-address=2/20");
    const char *game = begin_game();
    connect_guest(2, "gcid", "192.0.2.2");
    snprintf(text, sizeof text, "\"t\":\"watch\",\"game\":\"%s\"", game);
    ck_assert_str_eq(answer(2, text), "ok");
    snprintf(text, sizeof text, "\"t\":\"chat\",\"game\":\"%s\",\"text\":\"Hello\"", game);
    ck_assert_str_eq(answer(0, text), "ok");
    ck_assert_str_eq(answer(0, text), "ok");
    ck_assert_str_eq(answer(1, text), "too_fast");
    ck_assert_str_eq(answer(2, text), "ok");
}
END_TEST

static size_t live(void)
{
    MetricsNow now = {0};
    core_count(rig.core, &now);
    return now.games_live;
}

static void resign(int number)
{
    char text[96];
    const char *at = rig_heard(&rig, number, "\"t\":\"start\",\"game\":\"");
    ck_assert_ptr_nonnull(at);
    snprintf(text, sizeof text, "\"t\":\"resign\",\"game\":\"%.8s\"",
             at + strlen("\"t\":\"start\",\"game\":\""));
    ck_assert_str_eq(answer(number, text), "ok");
}

START_TEST(guests_of_an_address_play_a_limited_number_of_games_with_the_computer)
{
    limit("computer-games=2");
    connect_guest(0, "gann", "192.0.2.1");
    connect_guest(1, "gbob", "192.0.2.1");
    connect_guest(2, "gcid", "192.0.2.2");
    rig_connect_account_at(&rig, 3, "192.0.2.1");
    ck_assert_str_eq(answer(1, COMPUTER), "ok");
    ck_assert_str_eq(answer(0, COMPUTER), "ok");
    ck_assert_str_eq(answer(0, COMPUTER), "not_now");
    ck_assert_str_eq(answer(1, COMPUTER), "not_now");
    ck_assert_str_eq(answer(1, "\"t\":\"seek\",\"clock\":null,\"fallback\":0"), "not_now");
    ck_assert_str_eq(answer(2, COMPUTER), "ok");
    ck_assert_str_eq(answer(3, COMPUTER), "ok");
    ck_assert_uint_eq(live(), 4);
    /* Also after a restart, when the guest is back. */
    rig_close_core(&rig);
    rig_open_core(&rig);
    ck_assert_uint_eq(live(), 4);
    connect_guest(0, "gann", "192.0.2.1");
    connect_guest(1, "gbob", "192.0.2.1");
    ck_assert_str_eq(answer(0, COMPUTER), "not_now");
}
END_TEST

/* Two at an address, one of them an account, have as many as it may; nobody there may have another one. */
static void check_everybody(const char *limits, const char *request)
{
    limit(limits);
    connect_guest(0, "gann", "192.0.2.1");
    rig_connect_account_at(&rig, 1, "192.0.2.1");
    rig_connect_account_at(&rig, 2, "192.0.2.2");
    rig_connect_account_at(&rig, 3, "192.0.2.1");
    ck_assert_str_eq(answer(1, request), "ok");
    ck_assert_str_eq(answer(0, request), "ok");
    ck_assert_str_eq(answer(1, request), "not_now");
    ck_assert_str_eq(answer(3, request), "not_now");
    ck_assert_str_eq(answer(2, request), "ok");
}

START_TEST(everybody_at_an_address_has_a_limited_number_of_challenges)
{
    check_everybody("address-challenges=2", LINK);
    ck_assert_str_eq(answer(0, LINK), "not_now");
}
END_TEST

START_TEST(everybody_at_an_address_has_a_limited_number_of_seeks)
{
    check_everybody("address-seeks=2", SEEK);
    ck_assert_str_eq(answer(0, SEEK), "not_now");
    rig_disconnect(&rig, 1);
    rig_connect_account_at(&rig, 1, "192.0.2.1");
    ck_assert_str_eq(answer(1, SEEK), "not_now");
}
END_TEST

START_TEST(everybody_at_an_address_plays_a_limited_number_of_games_with_the_computer)
{
    check_everybody("address-computer-games=2", COMPUTER);
    ck_assert_str_eq(answer(3, "\"t\":\"seek\",\"clock\":null,\"fallback\":0"), "not_now");
    resign(0);
    ck_assert_str_eq(answer(3, COMPUTER), "ok");
    ck_assert_str_eq(answer(0, COMPUTER), "not_now");
    /* Also after a restart, when the accounts are back. */
    rig_close_core(&rig);
    rig_open_core(&rig);
    rig_connect_account_at(&rig, 1, "192.0.2.1");
    rig_connect_account_at(&rig, 3, "192.0.2.1");
    connect_guest(0, "gann", "192.0.2.1");
    ck_assert_str_eq(answer(0, COMPUTER), "not_now");
}
END_TEST

START_TEST(a_finished_game_with_the_computer_makes_room)
{
    char text[96], game[9];
    limit("computer-games=1");
    connect_guest(0, "gann", "192.0.2.1");
    ck_assert_str_eq(answer(0, COMPUTER), "ok");
    ck_assert_uint_eq(live(), 1);
    snprintf(game, sizeof game, "%s", game_id());
    resign(0);
    ck_assert_uint_eq(live(), 0);
    ck_assert_str_eq(answer(0, COMPUTER), "ok");
    ck_assert_str_eq(answer(0, COMPUTER), "not_now");
    /* The computer agrees to a rematch only while there is room. */
    snprintf(text, sizeof text, "\"t\":\"rematch\",\"game\":\"%s\"", game);
    ck_assert_str_eq(answer(0, text), "ok");
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"t\":\"refuse\""));
    ck_assert_uint_eq(live(), 1);
}
END_TEST

START_TEST(an_address_watches_a_limited_number_of_challenges)
{
    char text[96], id[3][13];
    limit("challenge-watches=2");
    connect_guest(0, "gann", "192.0.2.1");
    connect_guest(1, "gbob", "192.0.2.2");
    connect_guest(2, "gcid", "192.0.2.2");
    connect_guest(3, "gdan", "192.0.2.3");
    for (int i = 0; i < 3; i++) {
        ck_assert_str_eq(answer(0, LINK), "ok");
        const char *at = rig_heard(&rig, 0, "\"id\":7,\"challenge\":\"");
        snprintf(id[i], sizeof id[i], "%s", at + strlen("\"id\":7,\"challenge\":\""));
    }
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "\"t\":\"watch\",\"challenge\":\"%s\"", id[i]);
        ck_assert_str_eq(answer(1 + i % 2, text), i < 2 ? "ok" : "not_now");
    }
    ck_assert_str_eq(answer(3, text), "ok");
    /* A closed one is not watched any more, nor is one whose watcher has left. */
    char decline[96];
    snprintf(decline, sizeof decline, "\"t\":\"decline\",\"challenge\":\"%s\"", id[0]);
    ck_assert_str_eq(answer(0, decline), "ok");
    ck_assert_str_eq(answer(1, text), "ok");
    ck_assert_str_eq(answer(1, text), "ok");
    rig_disconnect(&rig, 2);
    connect_guest(2, "gcid", "192.0.2.2");
    snprintf(text, sizeof text, "\"t\":\"watch\",\"challenge\":\"%s\"", id[1]);
    ck_assert_str_eq(answer(2, text), "ok");
    ck_assert_str_eq(answer(1, text), "not_now");
}
END_TEST

START_TEST(a_guests_link_lapses_soon_after_its_maker_has_left)
{
    static const int64_t HOUR = 60 * 60 * 1000;
    limit("challenge=25/60");
    connect_guest(0, "gann", "192.0.2.1");
    ck_assert_str_eq(answer(0, LINK), "ok");
    ck_assert_int_gt(core_wait(rig.core), 23 * HOUR);
    rig_disconnect(&rig, 0);
    rig_settle(&rig);
    ck_assert_int_le(core_wait(rig.core), CHALLENGE_GONE_LIFE);
    ck_assert_int_gt(core_wait(rig.core), CHALLENGE_GONE_LIFE - HOUR / 4);
}
END_TEST

static void swallow(void *context, const AccountsAnswer *answer)
{
    (void)context, (void)answer;
}

static void ban_address(int64_t until)
{
    accounts_ban_address(rig.accounts, "192.0.2.7", until, 1, swallow, NULL);
    accounts_turn(rig.accounts);
}

START_TEST(the_core_knows_which_addresses_the_accounts_have_banned)
{
    ck_assert(!core_bans_address(rig.core, "192.0.2.7"));
    ban_address(INT64_MAX);
    ck_assert(core_bans_address(rig.core, "192.0.2.7"));
    ck_assert(!core_bans_address(rig.core, "192.0.2.70"));
    ban_address(core_wall(rig.core)); /* it ends now */
    ck_assert(!core_bans_address(rig.core, "192.0.2.7"));
    ban_address(INT64_MAX);
    rig_close_core(&rig);
    rig_open_core(&rig);
    ck_assert(core_bans_address(rig.core, "192.0.2.7"));
    ban_address(0);
    ck_assert(!core_bans_address(rig.core, "192.0.2.7"));
}
END_TEST

START_TEST(whoever_comes_while_their_address_is_being_banned_is_sent_away)
{
    accounts_ban_address(rig.accounts, "192.0.2.7", INT64_MAX, 1, swallow, NULL);
    connect_guest(0, "gann", "192.0.2.7");
    connect_guest(1, "gbob", "192.0.2.70");
    rig_settle(&rig);
    ck_assert_int_eq(rig.people[0].closed, CLOSE_POLICY);
    ck_assert_ptr_null(rig_heard(&rig, 0, "welcome"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "welcome"));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        challenges_are_counted_by_address,
        games_against_the_computer_are_counted_by_address,
        reports_are_counted_by_address,
        messages_are_counted_by_address,
        seeks_are_counted_by_address,
        lists_of_games_are_counted_by_address,
        chat_is_counted_by_address,
        guests_of_an_address_play_a_limited_number_of_games_with_the_computer,
        everybody_at_an_address_has_a_limited_number_of_challenges,
        everybody_at_an_address_has_a_limited_number_of_seeks,
        everybody_at_an_address_plays_a_limited_number_of_games_with_the_computer,
        a_finished_game_with_the_computer_makes_room,
        an_address_watches_a_limited_number_of_challenges,
        a_guests_link_lapses_soon_after_its_maker_has_left,
        the_core_knows_which_addresses_the_accounts_have_banned,
        whoever_comes_while_their_address_is_being_banned_is_sent_away,
    };
    return run_at_table("core_limits", tests, sizeof tests / sizeof *tests);
}
