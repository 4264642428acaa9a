/* Bulk pairings in the core: how many begin at one time, and for whom; and that nobody plays too many games otherwise. */
#include "table_rig.h"

/* Accounts that nobody is connected with. */
static void sign_up(int count)
{
    for (int i = 0; i < count; i++) {
        char id[PERSON_ID_MAX + 1], name[PERSON_NAME_MAX + 1];
        snprintf(id, sizeof id, "abulk%d", i);
        snprintf(name, sizeof name, "Bulk%d", i);
        accounts_sign_up(rig.accounts, id, name, "", NULL, core_wall(rig.core), rig_swallow, NULL);
    }
    accounts_turn(rig.accounts);
}

static Person player(int number)
{
    Person person = {.kind = PERSON_HUMAN};
    snprintf(person.id, sizeof person.id, "abulk%d", number);
    snprintf(person.name, sizeof person.name, "Bulk%d", number);
    return person;
}

static const char *address = ""; /* of the organisers */

/* So many correspondence games between each two of the players, who are 0 and 1, 2 and 3, and so on. */
static BulkError schedule(const char *owner, int couples, int each, int64_t ahead, GameId *bulk)
{
    BulkPair pairs[BULK_GAMES_MAX];
    uint64_t number;
    int count = couples * each;
    ck_assert_int_le(count, BULK_GAMES_MAX);
    for (int i = 0; i < count; i++) {
        int couple = i % couples;
        pairs[i] = (BulkPair){
            .challenge = {.from = player(2 * couple),
                          .to = player(2 * couple + 1),
                          .terms = {.control = {.timed = true, .days = 14}, .color = WISH_WHITE}},
            .pair_at = core_wall(rig.core) + ahead,
            .message = "{game}",
        };
        snprintf(pairs[i].owner, sizeof pairs[i].owner, "%s", owner);
        snprintf(pairs[i].sender, sizeof pairs[i].sender, "%s", owner);
        snprintf(pairs[i].challenge.address, sizeof pairs[i].challenge.address, "%s", address);
    }
    BulkError error = core_add_bulk(rig.core, pairs, (size_t)count, &number);
    if (error == BULK_OK && bulk)
        *bulk = pairs[0].bulk;
    return error;
}

typedef struct {
    int scheduled, begun;
} Count;

static void count_pair(void *context, const BulkPair *pair)
{
    Count *count = context;
    count->scheduled += !pair->paired_at;
    count->begun += pair->paired_at != 0;
}

static Count count_pairs(void)
{
    Count count = {0};
    core_each_pair(rig.core, count_pair, &count);
    return count;
}

static void check_counts(int scheduled, int begun)
{
    Count count = count_pairs();
    ck_assert_int_eq(count.scheduled, scheduled);
    ck_assert_int_eq(count.begun, begun);
}

static void turn(void)
{
    accounts_turn(rig.accounts);
    core_turn(rig.core);
}

START_TEST(a_hundred_games_begin_in_a_turn_and_the_others_in_the_next_ones)
{
    sign_up(6);
    ck_assert_int_eq(schedule("owner", 3, 90, 0, NULL), BULK_OK);
    turn();
    check_counts(170, BULK_TURN_MAX);
    ck_assert_int_eq(core_wait(rig.core), 0); /* at once */
    turn();
    check_counts(70, 2 * BULK_TURN_MAX);
    turn();
    check_counts(0, 270);
}
END_TEST

START_TEST(one_bulk_is_canceled_and_the_others_stay_and_begin)
{
    GameId bulks[3];
    sign_up(2);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(schedule("owner", 1, 20 + i, 50, &bulks[i]), BULK_OK);
    uint64_t number;
    ck_assert_int_eq(core_cancel_bulk(rig.core, "other", &bulks[1], &number), BULK_NOT_FOUND);
    ck_assert_int_eq(core_cancel_bulk(rig.core, "owner", &bulks[1], &number), BULK_OK);
    ck_assert_int_eq(core_cancel_bulk(rig.core, "owner", &bulks[1], &number), BULK_NOT_FOUND);
    check_counts(42, 0);
    rig_settle(&rig);
    rig_close_core(&rig);
    rig_open_core(&rig);
    check_counts(42, 0);
    while (count_pairs().scheduled)
        let_pass(0.01);
    check_counts(0, 42);
    ck_assert_int_eq(core_cancel_bulk(rig.core, "owner", &bulks[0], &number), BULK_LATE);
    check_counts(0, 42);
}
END_TEST

/* Once a part of its games has begun it can no longer be canceled, not even the rest of it. */
START_TEST(a_bulk_of_which_some_games_have_begun_is_not_canceled)
{
    GameId bulk;
    uint64_t number;
    sign_up(2);
    ck_assert_int_eq(schedule("owner", 1, 150, 0, &bulk), BULK_OK);
    turn();
    ck_assert_int_eq(core_cancel_bulk(rig.core, "owner", &bulk, &number), BULK_LATE);
    check_counts(50, 100);
}
END_TEST

/* Nobody plays more than 200 games at once (UNFINISHED_MAX in live/internal/games.h), however they are arranged. */
START_TEST(games_that_wait_count_as_if_the_players_played_them)
{
    GameId bulk;
    uint64_t number;
    sign_up(4);
    ck_assert_int_eq(schedule("owner", 1, 201, 50, NULL), BULK_CROWDED);
    ck_assert_int_eq(schedule("owner", 1, 150, 60000, &bulk), BULK_OK);
    ck_assert_int_eq(schedule("other", 1, 51, 50, NULL), BULK_CROWDED);
    ck_assert_int_eq(schedule("other", 2, 51, 50, NULL), BULK_CROWDED);
    ck_assert_int_eq(schedule("other", 2, 50, 50, NULL), BULK_OK);
    ck_assert_int_eq(schedule("other", 1, 1, 50, NULL), BULK_CROWDED);
    rig_settle(&rig);
    rig_close_core(&rig);
    rig_open_core(&rig);
    ck_assert_int_eq(schedule("other", 1, 1, 50, NULL), BULK_CROWDED);
    while (count_pairs().begun < 100)
        let_pass(0.01);
    ck_assert_int_eq(schedule("other", 1, 1, 50, NULL), BULK_CROWDED); /* 50 are played now */
    ck_assert_int_eq(core_cancel_bulk(rig.core, "owner", &bulk, &number), BULK_OK);
    ck_assert_int_eq(schedule("other", 1, 151, 50, NULL), BULK_CROWDED);
    ck_assert_int_eq(schedule("other", 1, 150, 50, NULL), BULK_OK);
}
END_TEST

START_TEST(an_address_schedules_no_more_games_than_its_share)
{
    GameId bulk;
    uint64_t number;
    rig.limits = true;
    rig_close_core(&rig);
    rig_open_core(&rig);
    address = "192.0.2.1";
    sign_up(12);
    ck_assert_int_eq(schedule("owner", 5, 100, 60000, NULL), BULK_OK);
    ck_assert_int_eq(schedule("second", 5, 99, 60000, &bulk), BULK_OK);
    ck_assert_int_eq(schedule("third", 5, 2, 60000, NULL), BULK_SHARE); /* BULK_GAMES: 1,000 */
    ck_assert_int_eq(schedule("third", 5, 1, 60000, NULL), BULK_OK);
    ck_assert_int_eq(schedule("fourth", 1, 1, 60000, NULL), BULK_SHARE);
    rig_settle(&rig);
    rig_close_core(&rig);
    rig_open_core(&rig);
    check_counts(1000, 0);
    ck_assert_int_eq(schedule("fourth", 1, 1, 60000, NULL), BULK_SHARE);
    address = "192.0.2.2";
    ck_assert_int_eq(schedule("fourth", 6, 1, 60000, NULL), BULK_CROWDED);
    address = "192.0.2.1";
    ck_assert_int_eq(core_cancel_bulk(rig.core, "second", &bulk, &number), BULK_OK);
    ck_assert_int_eq(schedule("fourth", 5, 99, 60000, NULL), BULK_OK);
    ck_assert_int_eq(schedule("fifth", 1, 1, 60000, NULL), BULK_SHARE);
    address = "";
}
END_TEST

START_TEST(what_somebody_scheduled_or_was_to_play_goes_with_their_ban)
{
    GameId bulk;
    sign_up(6);
    ck_assert_int_eq(schedule("begun", 1, 50, 0, NULL), BULK_OK);
    turn();
    check_counts(0, 50);
    ck_assert_int_eq(schedule("begun", 3, 10, 60000, NULL), BULK_OK);
    ck_assert_int_eq(schedule("other", 3, 10, 60000, &bulk), BULK_OK);
    core_ban(rig.core, "begun");
    check_counts(30, 50);
    core_ban(rig.core, "abulk3");
    check_counts(20, 50);
    ck_assert_uint_eq(core_close_challenges(rig.core, &(CorePick){.id = bulk.text}), 20);
    check_counts(0, 50);
    address = "192.0.2.1";
    ck_assert_int_eq(schedule("other", 3, 1, 60000, NULL), BULK_OK);
    core_ban_address(rig.core, "192.0.2.2");
    check_counts(3, 50);
    core_ban_address(rig.core, "192.0.2.1");
    check_counts(0, 50);
    address = "";
    rig_settle(&rig);
    rig_close_core(&rig);
    rig_open_core(&rig);
    check_counts(0, 50);
}
END_TEST

/* Sends it and returns the id of the challenge. */
static const char *challenge(int person, const char *to)
{
    static char ids[4][13];
    static int next;
    char text[96];
    char *id = ids[next++ % 4];
    rig_forget(&rig);
    snprintf(text, sizeof text,
             "{\"t\":\"challenge\",\"id\":7,\"to\":\"%s\",\"clock\":{\"initial\":60000}}", to);
    rig_say(&rig, person, text);
    rig_settle(&rig);
    const char *at = rig_heard(&rig, person, "\"id\":7,\"challenge\":\"");
    ck_assert_ptr_nonnull(at);
    snprintf(id, 13, "%s", at + strlen("\"id\":7,\"challenge\":\""));
    return id;
}

/* What is answered: ok, or the refusal. */
static void check_accept(int person, const char *id, const char *expected)
{
    char text[80];
    rig_forget(&rig);
    snprintf(text, sizeof text, "{\"t\":\"accept\",\"id\":8,\"challenge\":\"%s\"}", id);
    rig_say(&rig, person, text);
    rig_settle(&rig);
    ck_assert_msg(rig_heard(&rig, person, expected) != NULL, "%s", rig.people[person].told);
}

/* Whoever offers games, or joins open challenges, may have begun many others before they are accepted. */
START_TEST(a_challenge_is_not_accepted_while_its_maker_plays_too_many_games)
{
    static const char OK[] = "{\"t\":\"ok\",\"id\":8", TOO_MANY[] = "too many games in progress";
    sign_up(4);
    ck_assert_int_eq(schedule("owner", 1, 199, 0, NULL), BULK_OK);
    turn();
    turn();
    check_counts(0, 199);
    for (int person = 0; person < 3; person++) { /* the first plays 199 games, the others none */
        Person account = player(person ? person + 1 : 0);
        rig_connect_as(&rig, person, &account, "192.0.2.1");
    }
    rig_settle(&rig);
    const char *link = challenge(0, "link"), *other = challenge(0, "link");
    const char *open = challenge(1, "open");
    check_accept(0, open, OK);
    check_accept(1, link, OK); /* now it is 200 */
    check_accept(1, other, TOO_MANY);
    check_accept(1, open, TOO_MANY);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"not_now\""));
    rig_say(&rig, 0, "{\"t\":\"challenge\",\"id\":9,\"to\":\"link\",\"clock\":null}");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"id\":9,\"code\":\"not_now\""));
    /* Both wait until a game is over. */
    char text[64];
    snprintf(text, sizeof text, "{\"t\":\"abort\",\"id\":10,\"game\":\"%.8s\"}", link);
    rig_say(&rig, 0, text);
    rig_settle(&rig);
    check_accept(1, open, OK);
    check_accept(2, other, TOO_MANY);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_hundred_games_begin_in_a_turn_and_the_others_in_the_next_ones,
        one_bulk_is_canceled_and_the_others_stay_and_begin,
        a_bulk_of_which_some_games_have_begun_is_not_canceled,
        games_that_wait_count_as_if_the_players_played_them,
        an_address_schedules_no_more_games_than_its_share,
        what_somebody_scheduled_or_was_to_play_goes_with_their_ban,
        a_challenge_is_not_accepted_while_its_maker_plays_too_many_games,
    };
    return run_at_table("bulk_pairings", tests, sizeof tests / sizeof *tests);
}
