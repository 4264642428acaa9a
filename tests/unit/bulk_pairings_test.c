/* Bulk pairings in the core: how many begin at one time, and for whom. */
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

int main(void)
{
    const TTest *const tests[] = {
        a_hundred_games_begin_in_a_turn_and_the_others_in_the_next_ones,
        one_bulk_is_canceled_and_the_others_stay_and_begin,
        a_bulk_of_which_some_games_have_begun_is_not_canceled,
        games_that_wait_count_as_if_the_players_played_them,
    };
    return run_at_table("bulk_pairings", tests, sizeof tests / sizeof *tests);
}
