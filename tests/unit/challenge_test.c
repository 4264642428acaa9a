#include "attacks.h"
#include "challenge.h"
#include "fen.h"
#include "lobby_rig.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const int64_t NOW = INT64_C(1793000000000);
static const int64_t DAY = 24 * 60 * 60 * 1000;

static Challenges *challenges;

static void setup(void)
{
    attacks_init();
    challenges = challenges_new();
}

static void teardown(void)
{
    challenges_free(challenges);
}

static Challenge by_link(unsigned number, const char *from)
{
    Challenge challenge = {.id = rig_id(number), .link = true, .from = rig_person(from, 0)};
    challenge.terms = rig_terms(WISH_RANDOM);
    challenge_date(&challenge, NOW);
    return challenge;
}

static Challenge by_name(unsigned number, const char *from, const char *to)
{
    Challenge challenge = by_link(number, from);
    challenge.link = false;
    challenge.to = rig_person(to, 1612);
    challenge_date(&challenge, NOW);
    return challenge;
}

static void add(const Challenge *challenge)
{
    ck_assert_int_eq(challenges_add(challenges, challenge), CHALLENGE_OK);
}

static ChallengeError accept(const Challenge *challenge, const char *by, int64_t now)
{
    Challenge taken;
    Person person = rig_person(by, 0), seat[2];
    return challenges_accept(challenges, &challenge->id, &person, now, 0, &taken, seat);
}

static ChallengeError decline(const Challenge *challenge, const char *by)
{
    Challenge taken;
    Person person = rig_person(by, 0);
    return challenges_decline(challenges, &challenge->id, &person, NOW, &taken);
}

START_TEST(whoever_has_the_link_may_take_it_but_its_maker)
{
    Challenge challenge = by_link(1, "ann");
    add(&challenge);
    ck_assert_int_eq(accept(&challenge, "ann", NOW), CHALLENGE_FORBIDDEN);
    ck_assert_int_eq(accept(&challenge, "bob", NOW), CHALLENGE_OK);
    ck_assert_int_eq(accept(&challenge, "cid", NOW), CHALLENGE_STALE);
    ck_assert_uint_eq(challenges_count(challenges), 0);
}
END_TEST

START_TEST(a_named_one_is_for_one_person_alone)
{
    Challenge challenge = by_name(1, "ann", "bob");
    add(&challenge);
    ck_assert_int_eq(accept(&challenge, "ann", NOW), CHALLENGE_FORBIDDEN);
    ck_assert_int_eq(accept(&challenge, "cid", NOW), CHALLENGE_FORBIDDEN);
    ck_assert_int_eq(accept(&challenge, "bob", NOW), CHALLENGE_OK);
}
END_TEST

START_TEST(maker_and_taker_sit_as_the_maker_wished)
{
    static const struct {
        Wish wish;
        uint64_t chance;
        Color maker;
    } CASES[] = {{WISH_WHITE, 1, WHITE},
                 {WISH_BLACK, 0, BLACK},
                 {WISH_RANDOM, 0, WHITE},
                 {WISH_RANDOM, 1, BLACK}};
    for (unsigned i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Challenge challenge = by_link(i, "ann"), taken;
        challenge.terms.color = CASES[i].wish;
        add(&challenge);
        Person bob = rig_person("bob", 1700), seat[2];
        challenges_accept(challenges, &challenge.id, &bob, NOW, CASES[i].chance, &taken, seat);
        ck_assert_str_eq(seat[CASES[i].maker].id, "ann");
        ck_assert_str_eq(seat[color_other(CASES[i].maker)].id, "bob");
        ck_assert_int_eq(seat[color_other(CASES[i].maker)].rating, 1700);
        ck_assert_str_eq(taken.id.text, challenge.id.text);
    }
}
END_TEST

START_TEST(maker_cancels_and_the_one_it_is_for_declines)
{
    Challenge link = by_link(1, "ann"), named = by_name(2, "ann", "bob"),
              again = by_name(3, "ann", "bob");
    add(&link);
    add(&named);
    add(&again);
    ck_assert_int_eq(decline(&link, "bob"), CHALLENGE_FORBIDDEN);
    ck_assert_int_eq(decline(&link, "ann"), CHALLENGE_OK);
    ck_assert_int_eq(decline(&link, "ann"), CHALLENGE_STALE);
    ck_assert_int_eq(decline(&named, "cid"), CHALLENGE_FORBIDDEN);
    ck_assert_int_eq(decline(&named, "bob"), CHALLENGE_OK);
    ck_assert_int_eq(decline(&again, "ann"), CHALLENGE_OK);
}
END_TEST

START_TEST(a_link_lives_a_day_and_a_named_one_fourteen)
{
    Challenge link = by_link(1, "ann"), named = by_name(2, "ann", "bob"), expired;
    add(&named);
    add(&link);
    ck_assert_int_eq(challenges_deadline(challenges), NOW + DAY);
    ck_assert(!challenges_tick(challenges, NOW + DAY - 1, &expired));
    ck_assert_ptr_nonnull(challenges_find(challenges, &link.id, NOW + DAY - 1));
    ck_assert_ptr_null(challenges_find(challenges, &link.id, NOW + DAY));
    ck_assert_int_eq(accept(&link, "bob", NOW + DAY), CHALLENGE_STALE);
    ck_assert(challenges_tick(challenges, NOW + DAY, &expired));
    ck_assert_str_eq(expired.id.text, link.id.text);
    ck_assert(!challenges_tick(challenges, NOW + DAY, &expired));
    ck_assert_int_eq(challenges_deadline(challenges), NOW + 14 * DAY);
    ck_assert(challenges_tick(challenges, NOW + 15 * DAY, &expired));
    ck_assert_str_eq(expired.id.text, named.id.text);
    ck_assert(!challenges_tick(challenges, NOW + 15 * DAY, &expired));
    ck_assert_int_eq(challenges_deadline(challenges), INT64_MAX);
}
END_TEST

START_TEST(nobody_challenges_himself)
{
    Challenge challenge = by_name(1, "ann", "ann");
    ck_assert_int_eq(challenges_add(challenges, &challenge), CHALLENGE_FORBIDDEN);
}
END_TEST

START_TEST(guests_make_get_and_take_casual_ones_only)
{
    Challenge link = by_link(1, "ann"), named = by_name(2, "ann", "bob");
    link.terms.rated = named.terms.rated = true;
    ck_assert_int_eq(challenges_add(challenges, &link), CHALLENGE_GUEST);
    link.from = named.from = rig_person("ann", 1500);
    add(&link);
    add(&named);
    ck_assert_int_eq(accept(&link, "gcid", NOW), CHALLENGE_GUEST);
    ck_assert_uint_eq(challenges_count(challenges), 2);
    named.to.guest = true;
    ck_assert_int_eq(challenges_add(challenges, &named), CHALLENGE_GUEST);
}
END_TEST

START_TEST(limits_hold_per_pair_and_per_person)
{
    unsigned number = 0;
    for (; number < CHALLENGES_PER_PAIR; number++) {
        Challenge challenge = by_name(number, "ann", "bob");
        add(&challenge);
    }
    Challenge more = by_name(number, "ann", "bob");
    ck_assert_int_eq(challenges_add(challenges, &more), CHALLENGE_MANY);
    for (; number < CHALLENGES_PER_PERSON; number++) {
        Challenge challenge = by_link(number, "ann");
        add(&challenge);
    }
    more = by_name(number, "ann", "cid");
    ck_assert_int_eq(challenges_add(challenges, &more), CHALLENGE_MANY);
    more = by_link(number, "cid");
    ck_assert_int_eq(challenges_add(challenges, &more), CHALLENGE_OK);
    ck_assert_uint_eq(challenges_count(challenges), CHALLENGES_PER_PERSON + 1);
}
END_TEST

START_TEST(the_table_is_full_at_its_limit)
{
    char from[24];
    for (unsigned i = 0; i < CHALLENGES_MAX; i++) {
        snprintf(from, sizeof from, "p%u", i);
        Challenge challenge = by_link(i, from);
        challenges_load(challenges, &challenge);
    }
    Challenge more = by_link(CHALLENGES_MAX, "ann");
    ck_assert_int_eq(challenges_add(challenges, &more), CHALLENGE_FULL);
}
END_TEST

static const char FEN[] = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

static Challenge from_position(void)
{
    Challenge challenge = by_name(77, "ann", "bob");
    challenge.terms = (Terms){{.timed = false}, VARIANT_FROM_POSITION, false, WISH_BLACK};
    challenge.has_start = true;
    ck_assert_int_eq(fen_parse(FEN, strlen(FEN), &challenge.start, NULL), FEN_OK);
    return challenge;
}

START_TEST(what_is_packed_is_unpacked)
{
    Challenge cases[] = {by_link(1, "ann"), by_name(2, "ann", "bob"), from_position(),
                         by_link(3, "ann"), by_link(4, "ann"),        by_link(5, "ann"),
                         by_link(6, "ann"), by_link(7, "ann")};
    cases[3].terms.control.bonus = BONUS_BRONSTEIN;
    cases[4].terms.control.bonus = BONUS_DELAY;
    cases[5].terms.control = (TimeControl){.timed = true, .days = 14};
    TimeControl even = cases[6].terms.control;
    cases[6].terms.control = time_control_with_odds(&even, TIME_ODDS_OPPONENT, 60000, 0);
    even.bonus = BONUS_DELAY;
    cases[7].terms.control = time_control_with_odds(&even, TIME_ODDS_OPPONENT, 0, 180000);
    memset(cases[1].to.id, 'i', PERSON_ID_MAX);
    memset(cases[1].to.name, 'n', PERSON_NAME_MAX);
    cases[1].from.rating = RATING_MAX;
    cases[1].terms.rated = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned char bytes[CHALLENGE_PACKED_MAX];
        size_t length = challenge_pack(&cases[i], bytes);
        ck_assert_uint_le(length, CHALLENGE_PACKED_MAX);
        Challenge back;
        ck_assert(challenge_unpack(&back, bytes, length));
        ck_assert_str_eq(back.id.text, cases[i].id.text);
        ck_assert_int_eq(back.link, cases[i].link);
        ck_assert_str_eq(back.from.id, cases[i].from.id);
        ck_assert_str_eq(back.from.name, cases[i].from.name);
        ck_assert_int_eq(back.from.rating, cases[i].from.rating);
        ck_assert_int_eq(back.from.guest, cases[i].from.guest);
        ck_assert_str_eq(back.to.id, cases[i].to.id);
        ck_assert_str_eq(back.to.name, cases[i].to.name);
        ck_assert(terms_fit(&back.terms, &cases[i].terms) || back.terms.color == WISH_BLACK);
        ck_assert_int_eq(back.terms.color, cases[i].terms.color);
        ck_assert_int_eq(back.has_start, cases[i].has_start);
        ck_assert(!back.has_start || position_equal_for_repetition(&back.start, &cases[i].start));
        ck_assert_int_eq(back.made, cases[i].made);
        ck_assert_int_eq(back.expires, cases[i].expires);
    }
}
END_TEST

START_TEST(cut_or_lengthened_bytes_are_refused)
{
    Challenge challenge = from_position(), back;
    unsigned char bytes[CHALLENGE_PACKED_MAX + 1] = {0};
    size_t length = challenge_pack(&challenge, bytes);
    for (size_t i = 0; i < length; i++)
        ck_assert_msg(!challenge_unpack(&back, bytes, i), "%zu bytes of %zu", i, length);
    ck_assert(!challenge_unpack(&back, bytes, length + 1));
    ck_assert(!challenge_unpack(&back, bytes, sizeof bytes));
}
END_TEST

START_TEST(changed_bytes_are_refused_or_mean_what_they_say)
{
    Challenge cases[] = {by_link(1, "ann"), from_position(), by_link(2, "ann")};
    TimeControl even = cases[2].terms.control;
    cases[2].terms.control = time_control_with_odds(&even, TIME_ODDS_OPPONENT, 60000, 0);
    for (size_t i = 0; i < 3; i++) {
        unsigned char bytes[CHALLENGE_PACKED_MAX], again[CHALLENGE_PACKED_MAX];
        size_t length = challenge_pack(&cases[i], bytes);
        for (size_t at = 0; at < length; at++)
            for (int value = 0; value < 256; value++) {
                unsigned char was = bytes[at];
                Challenge back;
                bytes[at] = (unsigned char)value;
                if (challenge_unpack(&back, bytes, length)) {
                    ck_assert_uint_eq(challenge_pack(&back, again), length);
                    ck_assert_mem_eq(again, bytes, length);
                    ck_assert(at != 0 || value == was); /* the version */
                }
                bytes[at] = was;
            }
    }
}
END_TEST

START_TEST(every_refusal_has_a_sentence)
{
    for (int error = CHALLENGE_OK; error <= CHALLENGE_FULL; error++)
        ck_assert_uint_gt(strlen(challenge_error_text((ChallengeError)error)), 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("challenge");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, whoever_has_the_link_may_take_it_but_its_maker);
    tcase_add_test(tcase, a_named_one_is_for_one_person_alone);
    tcase_add_test(tcase, maker_and_taker_sit_as_the_maker_wished);
    tcase_add_test(tcase, maker_cancels_and_the_one_it_is_for_declines);
    tcase_add_test(tcase, a_link_lives_a_day_and_a_named_one_fourteen);
    tcase_add_test(tcase, nobody_challenges_himself);
    tcase_add_test(tcase, guests_make_get_and_take_casual_ones_only);
    tcase_add_test(tcase, limits_hold_per_pair_and_per_person);
    tcase_add_test(tcase, the_table_is_full_at_its_limit);
    tcase_add_test(tcase, what_is_packed_is_unpacked);
    tcase_add_test(tcase, cut_or_lengthened_bytes_are_refused);
    tcase_add_test(tcase, changed_bytes_are_refused_or_mean_what_they_say);
    tcase_add_test(tcase, every_refusal_has_a_sentence);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
