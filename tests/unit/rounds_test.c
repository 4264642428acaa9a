/* Quick pairing: who meets whom, and when. Distances are of rating; 'near' is 4000 divided by the number of people
 * who sought the same lately, at least 100, and as much again for each 5 s waited by both (seek.h). */
#include "check_rig.h"
#include "lobby_rig.h"
#include "recent_pairs.h"

#include <stdlib.h>
#include <string.h>

static Lobby *lobby;
static unsigned number;
static bool paired;
static Pairing pairing;

static void setup(void)
{
    lobby = lobby_new(&(SipKey){{0}});
    number = 0;
}

static void teardown(void)
{
    lobby_free(lobby);
}

static Seek pool_seek(const char *id, int32_t rating)
{
    Seek seek = rig_seek(++number, id, rating);
    seek.pool = true;
    return seek;
}

static bool open_seek(const Seek *seek, int64_t now)
{
    ck_assert_int_eq(lobby_seek(lobby, seek, now, 0, &paired, &pairing), LOBBY_OK);
    return paired;
}

static bool seeks(const char *id, int32_t rating, int64_t now)
{
    Seek seek = pool_seek(id, rating);
    return open_seek(&seek, now);
}

static bool has(const char *one, const char *other)
{
    return (strcmp(pairing.seat[0].id, one) == 0 && strcmp(pairing.seat[1].id, other) == 0) ||
           (strcmp(pairing.seat[1].id, one) == 0 && strcmp(pairing.seat[0].id, other) == 0);
}

static LobbyNews tick(int64_t now)
{
    return lobby_tick(lobby, now, 0, &pairing);
}

/* That many people sought the game a moment ago and have left. */
static void crowd(int count, int64_t now)
{
    char id[16];
    for (int i = 0; i < count; i++) {
        snprintf(id, sizeof id, "crowd%d", i);
        Seek seek = pool_seek(id, 4000);
        seek.rating = (RatingRange){0, 0}; /* for nobody */
        open_seek(&seek, now);
        lobby_unseek(lobby, &seek.id, &seek.person);
    }
}

START_TEST(two_near_players_are_paired_at_once)
{
    crowd(40, 0);
    ck_assert(!seeks("ann", 1500, 0));
    ck_assert(seeks("bob", 1525, 0)); /* a quarter of 100 */
    ck_assert(has("ann", "bob"));
    ck_assert(!seeks("cid", 1500, 0));
    ck_assert(!seeks("dan", 1526, 0));
    ck_assert_int_eq(tick(ROUND_EVERY), LOBBY_PAIRED);
    ck_assert(has("cid", "dan"));
}
END_TEST

START_TEST(three_in_a_club_all_get_games)
{
    seeks("ann", 900, 0);
    seeks("bob", 1700, 0);
    ck_assert_int_eq(lobby_deadline(lobby), ROUND_EVERY);
    ck_assert_int_eq(tick(ROUND_EVERY), LOBBY_PAIRED);
    ck_assert(has("ann", "bob"));
    seeks("cid", 2200, 2000);
    seeks("ann", 900, 2000); /* again: 1300 apart */
    ck_assert_int_eq(tick(3000), LOBBY_PAIRED);
    ck_assert(has("ann", "cid"));
}
END_TEST

START_TEST(in_a_crowd_only_near_players_meet_at_first)
{
    crowd(40, 0);
    seeks("ann", 1500, 0);
    seeks("bob", 1641, 0);
    ck_assert_int_eq(tick(1000), LOBBY_QUIET); /* 100 and 40 more for 2 s together: not 140 yet */
    ck_assert_int_eq(tick(2000), LOBBY_PAIRED);
}
END_TEST

START_TEST(a_player_who_has_waited_long_reaches_further)
{
    crowd(40, 0);
    seeks("ann", 1500, 0);
    for (int64_t now = 1000; now <= 10000; now += 1000)
        ck_assert_int_eq(tick(now), LOBBY_QUIET);
    /* 100 + 20 a second of ann's: 300 after ten. Two newcomers that far apart do not meet. */
    seeks("bob", 1800, 10000);
    seeks("cid", 3000, 10000);
    seeks("dan", 3300, 10000);
    ck_assert_int_eq(tick(11000), LOBBY_PAIRED);
    ck_assert(has("ann", "bob"));
    ck_assert_int_eq(tick(11000), LOBBY_QUIET);
}
END_TEST

START_TEST(a_player_who_is_back_is_in_the_next_round)
{
    seeks("ann", 900, 0);
    lobby_connection_lost(lobby, number, 100);
    ck_assert(!seeks("bob", 1700, 200));
    ck_assert_int_eq(tick(1200), LOBBY_QUIET);
    Person ann = rig_person("ann", 900);
    lobby_person_returned(lobby, &ann, 77, 3000);
    ck_assert_int_eq(tick(3000 + ROUND_EVERY), LOBBY_PAIRED);
    ck_assert(has("ann", "bob"));
}
END_TEST

START_TEST(two_who_are_left_meet_though_others_between_them_were_paired)
{
    crowd(40, 0);
    seeks("ann", 1140, 0);
    seeks("bob", 1500, 0);
    seeks("cid", 1630, 0);
    seeks("dan", 1860, 0);
    int64_t now = 0;
    while (tick(now += 1000) == LOBBY_QUIET)
        continue;
    ck_assert(has("bob", "cid"));
    ck_assert_int_eq(now, 1000); /* 130 apart; 140 after a second of both */
    while (tick(now += 1000) == LOBBY_QUIET && now < 60000)
        continue;
    ck_assert(has("ann", "dan"));
    ck_assert_int_eq(now, 16000); /* 720 apart; 740 after sixteen */
}
END_TEST

START_TEST(the_nearest_meet_and_nobody_meets_twice)
{
    crowd(20, 0);
    static const int32_t RATINGS[] = {1500, 1660, 1740, 1900};
    static const char *const NAMES[] = {"ann", "bob", "cid", "dan"};
    for (int i = 0; i < 4; i++)
        ck_assert(!seeks(NAMES[i], RATINGS[i], 0));
    ck_assert_int_eq(tick(1000), LOBBY_PAIRED);
    ck_assert(has("bob", "cid"));
    ck_assert_int_eq(tick(1000), LOBBY_QUIET); /* 400 apart with 24 people: not yet */
    ck_assert_uint_eq(lobby_count(lobby), 2);
}
END_TEST

START_TEST(provisional_ratings_count_as_nearer_by_thirty)
{
    for (int provisional = 0; provisional <= 1; provisional++) {
        teardown();
        setup();
        crowd(40, 0);
        Seek ann = pool_seek("ann", 1500), bob = pool_seek("bob", 1670);
        ann.person.provisional = true;
        bob.person.provisional = provisional;
        open_seek(&ann, 0);
        open_seek(&bob, 0);
        ck_assert_int_eq(tick(1000), provisional ? LOBBY_PAIRED : LOBBY_QUIET); /* 140, or 170 */
    }
}
END_TEST

START_TEST(ranges_and_colours_hold_in_the_pool)
{
    Seek ann = pool_seek("ann", 1500), bob = pool_seek("bob", 1500), cid = pool_seek("cid", 1500);
    ann.rating = (RatingRange){1501, 4000};
    bob.terms.color = cid.terms.color = WISH_WHITE;
    open_seek(&ann, 0);
    ck_assert(!open_seek(&bob, 0));
    ck_assert(!open_seek(&cid, 0));
    for (int64_t now = 1000; now < 60000; now += 1000)
        ck_assert_int_eq(tick(now), LOBBY_QUIET);
    cid.person.rating = 1501;
    lobby_unseek(lobby, &cid.id, &cid.person);
    ck_assert(open_seek(&cid, 60000));
    ck_assert(has("ann", "cid"));
    ck_assert_str_eq(pairing.seat[WHITE].id, "cid");
}
END_TEST

START_TEST(an_ordinary_seek_meets_the_pool_when_it_is_near)
{
    crowd(40, 0);
    Seek ann = rig_seek(900, "ann", 1500);
    open_seek(&ann, 0);
    ck_assert(!seeks("bob", 2500, 0));
    ck_assert_int_eq(tick(1000), LOBBY_QUIET);
    ck_assert(seeks("cid", 1510, 1000));
    ck_assert(has("ann", "cid"));
}
END_TEST

START_TEST(after_an_abort_a_pair_waits_ten_minutes)
{
    Person ann = rig_person("ann", 1500), bob = rig_person("bob", 1500);
    lobby_note_aborted(lobby, &bob, &ann, 0);
    for (int pool = 0; pool <= 1; pool++) {
        Seek one = rig_seek(++number, "ann", 1500), other = rig_seek(++number, "bob", 1500);
        one.pool = other.pool = pool;
        open_seek(&one, 0);
        ck_assert(!open_seek(&other, RECENT_PAIRS_FOR - 1));
        lobby_unseek(lobby, &other.id, &bob);
        ck_assert(open_seek(&other, RECENT_PAIRS_FOR));
    }
    /* But they may accept each other's seek. */
    lobby_note_aborted(lobby, &ann, &bob, RECENT_PAIRS_FOR);
    Seek one = rig_seek(++number, "ann", 1500);
    open_seek(&one, RECENT_PAIRS_FOR);
    ck_assert_int_eq(lobby_take(lobby, &one.id, &bob, 5, RECENT_PAIRS_FOR, 0, &pairing), LOBBY_OK);
}
END_TEST

START_TEST(rounds_keep_an_aborted_pair_apart_for_as_long)
{
    Person ann = rig_person("ann", 1500), bob = rig_person("bob", 1500);
    lobby_note_aborted(lobby, &ann, &bob, 0);
    seeks("ann", 1500, 0);
    seeks("bob", 1500, 0);
    for (int64_t now = 1000; now < RECENT_PAIRS_FOR; now += 1000)
        ck_assert_int_eq(tick(now), LOBBY_QUIET);
    ck_assert_int_eq(tick(RECENT_PAIRS_FOR), LOBBY_PAIRED);
}
END_TEST

START_TEST(a_parted_pair_does_not_keep_others_apart)
{
    Person ann = rig_person("ann", 1500), bob = rig_person("bob", 1500);
    lobby_note_aborted(lobby, &ann, &bob, 0);
    seeks("ann", 1500, 0);
    seeks("bob", 1500, 0);
    ck_assert(seeks("cid", 1800, 0));
}
END_TEST

static bool has_blocked(void *context, const Person *one, const Person *other)
{
    const char *const *pair = context;
    return !((strcmp(one->id, pair[0]) == 0 && strcmp(other->id, pair[1]) == 0) ||
             (strcmp(one->id, pair[1]) == 0 && strcmp(other->id, pair[0]) == 0));
}

START_TEST(blocked_players_never_meet)
{
    const char *pair[] = {"ann", "bob"};
    lobby_set_meet(lobby, has_blocked, pair);
    Seek ann = rig_seek(++number, "ann", 1500), bob = rig_seek(++number, "bob", 1500);
    open_seek(&ann, 0);
    ck_assert(!open_seek(&bob, 0));
    ck_assert_int_eq(lobby_take(lobby, &ann.id, &bob.person, 5, 0, 0, &pairing), LOBBY_FORBIDDEN);
    lobby_unseek(lobby, &ann.id, &ann.person);
    lobby_unseek(lobby, &bob.id, &bob.person);
    ck_assert(!seeks("ann", 1500, 0));
    ck_assert(!seeks("bob", 1500, 0));
    for (int64_t now = 1000; now < 100000; now += 1000)
        ck_assert_int_eq(tick(now), LOBBY_QUIET);
    ck_assert(seeks("cid", 1500, 100000));
}
END_TEST

START_TEST(the_player_who_had_white_more_often_gets_black)
{
    for (int balance = -3; balance <= 3; balance++) {
        Seek ann = pool_seek("ann", 1500), bob = pool_seek("bob", 1500);
        ann.person.balance = (int8_t)balance;
        open_seek(&ann, 0);
        ck_assert(open_seek(&bob, 0));
        if (balance != 0)
            ck_assert_str_eq(pairing.seat[WHITE].id, balance < 0 ? "ann" : "bob");
    }
}
END_TEST

START_TEST(the_computer_does_not_wait_for_the_pool)
{
    Seek ann = pool_seek("ann", 1500);
    ann.fallback = 10000;
    open_seek(&ann, 0);
    ck_assert_int_eq(lobby_deadline(lobby), 10000); /* nobody else: no rounds */
    ck_assert_int_eq(tick(9999), LOBBY_QUIET);
    ck_assert_int_eq(tick(10000), LOBBY_PAIRED);
    ck_assert_int_eq(pairing.seat[BLACK].rating, 1517);
}
END_TEST

/* ---- a person instead of the computer ---- */

/* Ann plays the computer and seeks a person. */
static Seek asking(void)
{
    Seek ann = rig_seek(++number, "ann", 1500);
    ann.keep = ann.ask = true;
    ann.fallback = 0;
    ann.terms.color = WISH_WHITE;
    ck_assert(open_seek(&ann, 0));
    ck_assert(pairing.kept && pairing.asks && pairing.seat[BLACK].level > 0);
    return ann;
}

START_TEST(such_a_player_is_offered_a_person_and_not_paired)
{
    Seek ann = asking(), bob = rig_seek(++number, "bob", 1900);
    ck_assert(!open_seek(&bob, 0));
    ck_assert_int_eq(tick(999), LOBBY_QUIET);
    ck_assert_int_eq(tick(1000), LOBBY_FOUND);
    ck_assert_str_eq(pairing.seek[0].text, ann.id.text);
    ck_assert_str_eq(pairing.seek[1].text, bob.id.text);
    ck_assert_str_eq(pairing.seat[1].id, "bob");
    ck_assert(lobby_was_offered(lobby, &bob.id, &ann.person));
    ck_assert(!lobby_was_offered(lobby, &bob.id, &bob.person));
    ck_assert_uint_eq(lobby_count(lobby), 2);
    for (int64_t now = 2000; now < 10000; now += 1000)
        ck_assert_int_eq(tick(now), LOBBY_QUIET); /* not twice */
}
END_TEST

START_TEST(accepting_closes_both_seeks_and_keeps_the_players_wish)
{
    Seek ann = asking(), bob = rig_seek(++number, "bob", 1500);
    open_seek(&bob, 0);
    tick(1000);
    ck_assert_int_eq(lobby_take(lobby, &bob.id, &ann.person, 7, 1000, 0, &pairing), LOBBY_OK);
    ck_assert_str_eq(pairing.seat[WHITE].id, "ann");
    ck_assert_str_eq(pairing.seek[WHITE].text, ann.id.text);
    ck_assert_uint_eq(lobby_count(lobby), 0);
}
END_TEST

START_TEST(others_do_not_wait_for_such_a_player)
{
    asking();
    Seek bob = rig_seek(++number, "bob", 1500), cid = rig_seek(++number, "cid", 1500);
    open_seek(&bob, 0);
    ck_assert(open_seek(&cid, 0));
    ck_assert(has("bob", "cid"));
    ck_assert_int_eq(tick(1000), LOBBY_QUIET);
}
END_TEST

START_TEST(who_was_offered_to_such_a_player_can_meet_others)
{
    crowd(40, 0);
    asking();
    seeks("bob", 1500, 0);
    seeks("cid", 1800, 0);
    ck_assert_int_eq(tick(1000), LOBBY_FOUND);
    ck_assert_str_eq(pairing.seat[1].id, "bob");
    int64_t now = 1000;
    while (tick(now += 1000) == LOBBY_QUIET && now < 60000)
        continue;
    ck_assert(has("bob", "cid"));
    ck_assert_int_eq(now, 5000); /* 300 apart */
}
END_TEST

START_TEST(offers_come_ten_seconds_apart)
{
    asking();
    Seek bob = rig_seek(++number, "bob", 1500), cid = rig_seek(++number, "cid", 1500);
    bob.terms.color = cid.terms.color = WISH_BLACK;
    open_seek(&bob, 0);
    ck_assert(!open_seek(&cid, 0));
    ck_assert_int_eq(tick(1000), LOBBY_FOUND);
    ck_assert_str_eq(pairing.seat[1].id, "bob");
    for (int64_t now = 2000; now < 11000; now += 1000)
        ck_assert_int_eq(tick(now), LOBBY_QUIET);
    ck_assert_int_eq(tick(11000), LOBBY_FOUND);
    ck_assert_str_eq(pairing.seat[1].id, "cid");
}
END_TEST

START_TEST(an_offer_that_is_gone_is_not_sent)
{
    asking();
    Seek bob = rig_seek(++number, "bob", 1500);
    open_seek(&bob, 0);
    lobby_unseek(lobby, &bob.id, &bob.person);
    ck_assert_int_eq(tick(1000), LOBBY_QUIET);
}
END_TEST

START_TEST(two_such_players_are_offered_to_each_other)
{
    Seek ann = asking();
    Seek bob = rig_seek(++number, "bob", 1500);
    bob.keep = bob.ask = true;
    bob.fallback = 0;
    open_seek(&bob, 0);
    ck_assert(pairing.seat[WHITE].level + pairing.seat[BLACK].level > 0);
    ck_assert_int_eq(tick(1000), LOBBY_FOUND);
    ck_assert_int_eq(tick(1000), LOBBY_FOUND);
    ck_assert(lobby_was_offered(lobby, &bob.id, &ann.person));
    ck_assert(lobby_was_offered(lobby, &ann.id, &bob.person));
    ck_assert_int_eq(tick(1000), LOBBY_QUIET);
    ck_assert_int_eq(lobby_take(lobby, &ann.id, &bob.person, 7, 1000, 0, &pairing), LOBBY_OK);
    ck_assert_uint_eq(lobby_count(lobby), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rounds");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, two_near_players_are_paired_at_once);
    tcase_add_test(tcase, three_in_a_club_all_get_games);
    tcase_add_test(tcase, in_a_crowd_only_near_players_meet_at_first);
    tcase_add_test(tcase, a_player_who_has_waited_long_reaches_further);
    tcase_add_test(tcase, a_player_who_is_back_is_in_the_next_round);
    tcase_add_test(tcase, two_who_are_left_meet_though_others_between_them_were_paired);
    tcase_add_test(tcase, the_nearest_meet_and_nobody_meets_twice);
    tcase_add_test(tcase, provisional_ratings_count_as_nearer_by_thirty);
    tcase_add_test(tcase, ranges_and_colours_hold_in_the_pool);
    tcase_add_test(tcase, an_ordinary_seek_meets_the_pool_when_it_is_near);
    tcase_add_test(tcase, after_an_abort_a_pair_waits_ten_minutes);
    tcase_add_test(tcase, rounds_keep_an_aborted_pair_apart_for_as_long);
    tcase_add_test(tcase, a_parted_pair_does_not_keep_others_apart);
    tcase_add_test(tcase, blocked_players_never_meet);
    tcase_add_test(tcase, the_player_who_had_white_more_often_gets_black);
    tcase_add_test(tcase, the_computer_does_not_wait_for_the_pool);
    tcase_add_test(tcase, such_a_player_is_offered_a_person_and_not_paired);
    tcase_add_test(tcase, accepting_closes_both_seeks_and_keeps_the_players_wish);
    tcase_add_test(tcase, others_do_not_wait_for_such_a_player);
    tcase_add_test(tcase, who_was_offered_to_such_a_player_can_meet_others);
    tcase_add_test(tcase, offers_come_ten_seconds_apart);
    tcase_add_test(tcase, an_offer_that_is_gone_is_not_sent);
    tcase_add_test(tcase, two_such_players_are_offered_to_each_other);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
