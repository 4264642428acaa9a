#include "attacks.h"
#include "bulk_pair.h"
#include "challenge.h"
#include "check_rig.h"
#include "fen.h"
#include "lobby_rig.h"
#include "time_control_text.h"

#include <stdlib.h>
#include <string.h>

static const int64_t NOW = INT64_C(1793000000000);
static const int64_t DAY = 24 * 60 * 60 * 1000;

static const SipKey KEY = {{3}};

static Challenges *challenges;
static Bounds *bounds;

static void setup(void)
{
    attacks_init();
    bounds = bounds_new(true, NULL, &KEY);
    challenges = challenges_new(&KEY, bounds);
}

static void teardown(void)
{
    challenges_free(challenges);
    bounds_free(bounds);
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

static ChallengeError try(const Challenge *challenge)
{
    Challenge evicted;
    ChallengeError error = challenges_add(challenges, challenge, &evicted);
    ck_assert_str_eq(evicted.id.text, "");
    return error;
}

static void add(const Challenge *challenge)
{
    ck_assert_int_eq(try(challenge), CHALLENGE_OK);
}

/* A challenge of a guest from an address. */
static Challenge at_address(unsigned number, const char *from, const char *address)
{
    Challenge challenge = by_link(number, from);
    snprintf(challenge.address, sizeof challenge.address, "%s", address);
    return challenge;
}

static Challenge of_account(unsigned number, const char *from)
{
    Challenge challenge = by_link(number, from);
    challenge.from = rig_person(from, 1500);
    return challenge;
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

START_TEST(anybody_with_the_link_may_accept_it_but_its_maker)
{
    Challenge challenge = by_link(1, "ann");
    add(&challenge);
    ck_assert_int_eq(accept(&challenge, "ann", NOW), CHALLENGE_FORBIDDEN);
    ck_assert_int_eq(accept(&challenge, "bob", NOW), CHALLENGE_OK);
    ck_assert_int_eq(accept(&challenge, "cid", NOW), CHALLENGE_STALE);
    ck_assert_uint_eq(challenges_count(challenges), 0);
}
END_TEST

START_TEST(a_named_one_is_for_one_person_only)
{
    Challenge challenge = by_name(1, "ann", "bob");
    add(&challenge);
    ck_assert_int_eq(accept(&challenge, "ann", NOW), CHALLENGE_FORBIDDEN);
    ck_assert_int_eq(accept(&challenge, "cid", NOW), CHALLENGE_FORBIDDEN);
    ck_assert_int_eq(accept(&challenge, "bob", NOW), CHALLENGE_OK);
}
END_TEST

START_TEST(maker_and_opponent_have_the_colours_that_the_maker_chose)
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

START_TEST(its_maker_cancels_it_and_its_receiver_declines_it)
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

START_TEST(a_link_lasts_a_day_and_a_named_one_fourteen)
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

START_TEST(nobody_challenges_themselves)
{
    Challenge challenge = by_name(1, "ann", "ann");
    ck_assert_int_eq(try(&challenge), CHALLENGE_FORBIDDEN);
}
END_TEST

START_TEST(guests_make_get_and_accept_casual_ones_only)
{
    Challenge link = by_link(1, "ann"), named = by_name(2, "ann", "bob");
    link.terms.rated = named.terms.rated = true;
    ck_assert_int_eq(try(&link), CHALLENGE_GUEST);
    link.from = named.from = rig_person("ann", 1500);
    add(&link);
    add(&named);
    ck_assert_int_eq(accept(&link, "gcid", NOW), CHALLENGE_GUEST);
    ck_assert_uint_eq(challenges_count(challenges), 2);
    named.to.guest = true;
    ck_assert_int_eq(try(&named), CHALLENGE_GUEST);
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
    ck_assert_int_eq(try(&more), CHALLENGE_MANY);
    for (; number < CHALLENGES_PER_PERSON; number++) {
        Challenge challenge = by_link(number, "ann");
        add(&challenge);
    }
    more = by_name(number, "ann", "cid");
    ck_assert_int_eq(try(&more), CHALLENGE_MANY);
    more = by_link(number, "cid");
    ck_assert_int_eq(try(&more), CHALLENGE_OK);
    ck_assert_uint_eq(challenges_count(challenges), CHALLENGES_PER_PERSON + 1);
}
END_TEST

START_TEST(guests_of_an_address_have_at_most_so_many_open)
{
    int32_t most[BOUND_COUNT];
    unsigned number = 0;
    char from[24];
    bound_usual(most);
    for (; number < (unsigned)most[BOUND_OPEN_CHALLENGES]; number++) {
        snprintf(from, sizeof from, "g%u", number);
        Challenge challenge = at_address(number, from, "192.0.2.1");
        add(&challenge);
    }
    Challenge more = at_address(number, "gmore", "192.0.2.1");
    ck_assert_int_eq(try(&more), CHALLENGE_CROWDED);
    Challenge elsewhere = at_address(number + 1, "gmore", "192.0.2.2");
    add(&elsewhere);
    Challenge account = of_account(number + 2, "ann");
    add(&account);
    Challenge first = at_address(0, "g0", "192.0.2.1");
    ck_assert_int_eq(decline(&first, "g0"), CHALLENGE_OK);
    add(&more);
    ck_assert_int_eq(try(&first), CHALLENGE_CROWDED);
}
END_TEST

static Challenge counted(Challenge challenge, const char *address)
{
    snprintf(challenge.counted_at, sizeof challenge.counted_at, "%s", address);
    return challenge;
}

START_TEST(accounts_and_guests_of_an_address_have_at_most_so_many_open)
{
    int32_t most[BOUND_COUNT];
    unsigned number = 0;
    char from[24];
    bound_usual(most);
    for (; number < (unsigned)most[BOUND_ADDRESS_CHALLENGES]; number++) {
        snprintf(from, sizeof from, "a%u", number);
        Challenge challenge = counted(of_account(number, from), "192.0.2.1");
        add(&challenge);
    }
    Challenge more = counted(of_account(number, "ann"), "192.0.2.1"),
              guest = counted(at_address(number + 1, "gann", "192.0.2.1"), "192.0.2.1"),
              elsewhere = counted(of_account(number + 2, "ann"), "192.0.2.2");
    ck_assert_int_eq(try(&more), CHALLENGE_CROWDED);
    ck_assert_int_eq(try(&guest), CHALLENGE_CROWDED);
    add(&elsewhere);
    Challenge first = of_account(0, "a0");
    ck_assert_int_eq(decline(&first, "a0"), CHALLENGE_OK);
    add(&guest);
    ck_assert_int_eq(try(&more), CHALLENGE_CROWDED);
    Person signed_up = rig_person("gann", 1500);
    challenges_know(challenges, &signed_up);
    ck_assert_int_eq(try(&more), CHALLENGE_CROWDED); /* it counts as before */
    ck_assert_int_eq(decline(&guest, "gann"), CHALLENGE_OK);
    add(&more);
}
END_TEST

START_TEST(after_a_restart_those_of_guests_count_at_their_address)
{
    Challenge link = at_address(1, "gann", "192.0.2.1"), account = of_account(2, "bob");
    challenges_load(challenges, &link, NOW);
    challenges_load(challenges, &account, NOW);
    ck_assert_uint_eq(bounds_count(bounds, BOUND_ADDRESS_CHALLENGES, "192.0.2.1"), 1);
    ck_assert_int_eq(decline(&link, "gann"), CHALLENGE_OK);
    ck_assert_uint_eq(bounds_count(bounds, BOUND_ADDRESS_CHALLENGES, "192.0.2.1"), 0);
}
END_TEST

/* 'most' challenges of guests, each address with 'each' of them. */
static void fill_with_guests(unsigned most, unsigned each)
{
    char from[24], address[24];
    for (unsigned i = 0; i < most; i++) {
        snprintf(from, sizeof from, "g%u", i);
        snprintf(address, sizeof address, "10.0.%u.%u", i / each / 256, i / each % 256);
        Challenge challenge = at_address(i, from, address);
        challenge.made = NOW + i;
        challenges_load(challenges, &challenge, NOW);
    }
}

static ChallengeError add_to_full(const Challenge *challenge, Challenge *evicted)
{
    size_t before = challenges_count(challenges);
    ChallengeError error = challenges_add(challenges, challenge, evicted);
    ck_assert_uint_eq(challenges_count(challenges),
                      before + (error == CHALLENGE_OK) - (evicted->id.text[0] != '\0'));
    return error;
}

START_TEST(in_a_table_full_of_guests_the_one_with_most_makes_room)
{
    fill_with_guests(CHALLENGES_GUESTS_MAX - 1, 1);
    Challenge second = at_address(20000, "gsecond", "10.0.0.7"), evicted;
    second.made = NOW + 20000;
    add(&second);
    /* 10.0.0.7 has two, the others one: its older one is removed. */
    Challenge more = at_address(20001, "gmore", "192.0.2.1");
    ck_assert_int_eq(add_to_full(&more, &evicted), CHALLENGE_OK);
    ck_assert_str_eq(evicted.from.id, "g7");
    /* Now everybody has one, and an address that has one may not have another. */
    Challenge another = at_address(20002, "ganother", "192.0.2.1");
    ck_assert_int_eq(add_to_full(&another, &evicted), CHALLENGE_FULL);
    Challenge stranger = at_address(20003, "gstranger", "192.0.2.2");
    ck_assert_int_eq(add_to_full(&stranger, &evicted), CHALLENGE_OK);
    ck_assert_str_eq(evicted.from.id, "g0");
}
END_TEST

START_TEST(guests_never_keep_an_account_out)
{
    char from[24];
    Challenge evicted;
    fill_with_guests(CHALLENGES_GUESTS_MAX, 1);
    unsigned number = CHALLENGES_GUESTS_MAX;
    for (; number < CHALLENGES_MAX; number++) {
        snprintf(from, sizeof from, "p%u", number);
        Challenge challenge = of_account(number, from);
        add(&challenge);
    }
    for (; number < CHALLENGES_MAX + 100; number++) {
        snprintf(from, sizeof from, "p%u", number);
        Challenge challenge = of_account(number, from);
        ck_assert_int_eq(add_to_full(&challenge, &evicted), CHALLENGE_OK);
        ck_assert(evicted.from.guest);
    }
    /* The oldest have gone. */
    ck_assert_str_eq(evicted.from.id, "g99");
    /* A guest still replaces one of another guest's, never an account's. */
    Challenge guest = at_address(number, "gmore", "192.0.2.1");
    ck_assert_int_eq(add_to_full(&guest, &evicted), CHALLENGE_OK);
    ck_assert_str_eq(evicted.from.id, "g100");
}
END_TEST

START_TEST(in_a_table_full_of_accounts_the_one_with_most_makes_room)
{
    char from[24];
    Challenge evicted;
    for (unsigned i = 0; i < CHALLENGES_MAX; i++) {
        snprintf(from, sizeof from, "p%u", i / 2);
        Challenge challenge = of_account(i, from);
        challenge.made = NOW + (i + 100) % CHALLENGES_MAX;
        add(&challenge);
    }
    Challenge more = of_account(20000, "ann"), again = of_account(20001, "ann");
    ck_assert_int_eq(add_to_full(&more, &evicted), CHALLENGE_OK);
    ck_assert_str_eq(evicted.id.text, rig_id(CHALLENGES_MAX - 100).text);
    ck_assert_int_eq(add_to_full(&again, &evicted), CHALLENGE_OK);
    Challenge third = of_account(20002, "ann");
    ck_assert_int_eq(add_to_full(&third, &evicted), CHALLENGE_FULL);
    ck_assert_str_eq(evicted.id.text, "");
}
END_TEST

START_TEST(a_guests_link_lapses_when_its_maker_stays_away)
{
    Challenge link = at_address(1, "gann", "192.0.2.1"), named = by_name(2, "gann", "bob"),
              account = of_account(3, "cid"), expired;
    add(&link);
    add(&named);
    add(&account);
    challenges_left(challenges, "gann", NOW);
    challenges_left(challenges, "cid", NOW);
    challenges_left(challenges, "nobody", NOW);
    ck_assert(!challenges_tick(challenges, NOW + CHALLENGE_GONE_LIFE - 1, &expired));
    challenges_returned(challenges, "gann");
    ck_assert(!challenges_tick(challenges, NOW + CHALLENGE_GONE_LIFE, &expired));
    challenges_left(challenges, "gann", NOW + 1);
    ck_assert_int_eq(challenges_deadline(challenges), NOW + 1 + CHALLENGE_GONE_LIFE);
    ck_assert_ptr_nonnull(challenges_find(challenges, &link.id, NOW + CHALLENGE_GONE_LIFE));
    ck_assert_ptr_null(challenges_find(challenges, &link.id, NOW + 1 + CHALLENGE_GONE_LIFE));
    ck_assert(challenges_tick(challenges, NOW + 1 + CHALLENGE_GONE_LIFE, &expired));
    ck_assert_str_eq(expired.id.text, link.id.text);
    ck_assert(!challenges_tick(challenges, NOW + 1 + CHALLENGE_GONE_LIFE, &expired));
    ck_assert_uint_eq(bounds_count(bounds, BOUND_OPEN_CHALLENGES, "192.0.2.1"), 0);
}
END_TEST

START_TEST(after_a_restart_the_maker_is_waited_for)
{
    Challenge link = at_address(1, "gann", "192.0.2.1"), account = of_account(2, "bob"), expired;
    challenges_load(challenges, &link, NOW);
    challenges_load(challenges, &account, NOW);
    ck_assert_uint_eq(bounds_count(bounds, BOUND_OPEN_CHALLENGES, "192.0.2.1"), 1);
    ck_assert(challenges_tick(challenges, NOW + CHALLENGE_GONE_LIFE, &expired));
    ck_assert_str_eq(expired.id.text, link.id.text);
    ck_assert(!challenges_tick(challenges, NOW + CHALLENGE_GONE_LIFE, &expired));
}
END_TEST

static void check_found(const Challenge *challenge, const char *id)
{
    const GameId game = challenge_game(challenge);
    const Challenge *found = challenges_find_game(challenges, &game, NOW);
    ck_assert_str_eq(found ? found->id.text : "none", id);
}

START_TEST(each_is_found_by_its_id_and_by_that_of_its_game)
{
    enum { COUNT = 300 };
    char maker[16];
    Challenge each[COUNT], taken;
    for (unsigned i = 0; i < COUNT; i++) {
        snprintf(maker, sizeof maker, "account%u", i);
        each[i] = of_account(i, maker);
        snprintf(each[i].id.text, sizeof each[i].id.text, "G%07uSecr", i * 7919 % 1000003);
        add(&each[i]);
    }
    for (unsigned i = 0; i < COUNT; i += 3)
        ck_assert_int_eq(challenges_remove(challenges, &each[i].id, &taken), CHALLENGE_OK);
    for (unsigned i = 0; i < COUNT; i++) {
        const Challenge *found = challenges_find(challenges, &each[i].id, NOW);
        ck_assert_str_eq(found ? found->id.text : "none", i % 3 ? each[i].id.text : "none");
        check_found(&each[i], i % 3 ? each[i].id.text : "none");
        LobbyId other = each[i].id; /* who guesses the secret half finds nothing */
        memcpy(other.text + GAME_ID_LENGTH, "Gues", 4);
        ck_assert_ptr_null(challenges_find(challenges, &other, NOW));
    }
}
END_TEST

/* Before November 2026 ids were drawn without those of their games. */
START_TEST(those_whose_ids_begin_alike_are_told_apart)
{
    static const char *const IDS[] = {"SameGameAAAA", "SameGameBBBB", "SameGameCCCC"};
    Challenge each[3], taken;
    for (unsigned i = 0; i < 3; i++) {
        each[i] = by_link(i, "ann");
        memcpy(each[i].id.text, IDS[i], sizeof each[i].id.text);
        add(&each[i]);
    }
    for (unsigned i = 0; i < 3; i++)
        ck_assert_str_eq(challenges_find(challenges, &each[i].id, NOW)->id.text, IDS[i]);
    ck_assert_int_eq(challenges_remove(challenges, &each[1].id, &taken), CHALLENGE_OK);
    ck_assert_str_eq(taken.id.text, IDS[1]);
    check_found(&each[0], IDS[2]);
    ck_assert_int_eq(challenges_remove(challenges, &each[2].id, &taken), CHALLENGE_OK);
    check_found(&each[0], IDS[0]);
    ck_assert_int_eq(challenges_remove(challenges, &each[0].id, &taken), CHALLENGE_OK);
    check_found(&each[0], "none");
}
END_TEST

START_TEST(a_guest_who_signs_up_is_an_account_in_their_challenges)
{
    Challenge link = at_address(1, "gann", "192.0.2.1"), expired;
    Person ann = rig_person("gann", 1500);
    add(&link);
    snprintf(ann.name, sizeof ann.name, "Ann");
    challenges_know(challenges, &ann);
    const Challenge *known = challenges_find(challenges, &link.id, NOW);
    ck_assert_str_eq(known->from.name, "Ann");
    ck_assert_str_eq(known->address, "");
    ck_assert_uint_eq(bounds_count(bounds, BOUND_OPEN_CHALLENGES, "192.0.2.1"), 0);
    challenges_left(challenges, "gann", NOW);
    ck_assert(!challenges_tick(challenges, NOW + CHALLENGE_GONE_LIFE, &expired));
}
END_TEST

START_TEST(challenges_know_whom_they_concern)
{
    Challenge named = by_name(1, "ann", "bob"), taken;
    add(&named);
    ck_assert(challenges_concern(challenges, "ann"));
    ck_assert(challenges_concern(challenges, "bob"));
    ck_assert(!challenges_concern(challenges, "cid"));
    ck_assert_int_eq(challenges_remove(challenges, &named.id, &taken), CHALLENGE_OK);
    ck_assert_str_eq(taken.id.text, named.id.text);
    ck_assert_int_eq(challenges_remove(challenges, &named.id, &taken), CHALLENGE_STALE);
    ck_assert(!challenges_concern(challenges, "ann"));
    ck_assert(!challenges_concern(challenges, "bob"));
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

/* The longest that is stored. */
static TimeControl in_stages(void)
{
    TimeControl control;
    static const char MOST[] = "200/10800+180:200/10800+180:200/10800+180";
    ck_assert(time_control_parse(MOST, strlen(MOST), &control));
    return control;
}

START_TEST(packing_and_unpacking_gives_the_same)
{
    Challenge cases[] = {by_link(1, "ann"), by_name(2, "ann", "bob"), from_position(),
                         by_link(3, "ann"), by_link(4, "ann"),        by_link(5, "ann"),
                         by_link(6, "ann"), by_link(7, "ann"),        by_name(8, "ann", "bob"),
                         by_link(9, "ann"), by_name(10, "ann", "bob")};
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
    memset(cases[8].address, 'f', CHALLENGE_ADDRESS_MAX);
    cases[1].terms.rated = true;
    cases[9].terms.control = in_stages();
    cases[10] = cases[1];
    cases[10].terms.control = in_stages();
    memset(cases[10].address, 'f', CHALLENGE_ADDRESS_MAX);
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
        ck_assert_str_eq(back.address, cases[i].address);
    }
}
END_TEST

/* As the server wrote them before challenges had an address: the oldest bytes stay readable. */
START_TEST(what_an_older_server_wrote_can_be_unpacked)
{
    static const unsigned char OLD[] =
        "\001\014S00000000001\001\003ann\013Name of ann\000\000\000\000\001\001\340\223\004\000\270"
        "\013\000\000\000\000\000\000\000\312 w\241\001\000\000\000&G|\241\001\000";
    Challenge link = by_link(1, "ann"), back;
    unsigned char bytes[CHALLENGE_PACKED_MAX];
    ck_assert(challenge_unpack(&back, OLD, sizeof OLD));
    ck_assert_str_eq(back.id.text, link.id.text);
    ck_assert_int_eq(back.made, NOW);
    ck_assert_str_eq(back.address, "");
    ck_assert_uint_eq(challenge_pack(&back, bytes), sizeof OLD);
}
END_TEST

static Challenge open_to(unsigned number, const char *first, const char *second)
{
    Challenge challenge = by_link(number, "org");
    challenge.open = true;
    challenge.seats.named = first != NULL;
    if (first) {
        challenge.seats.player[0] = rig_person(first, 1500);
        challenge.seats.player[1] = rig_person(second, 1600);
        challenge.terms.color = WISH_WHITE;
    }
    return challenge;
}

static Challenge now_joined;
static Person at_board[2];

static ChallengeError join(const Challenge *challenge, const char *by, Wish color)
{
    Person person = rig_person(by, 1500);
    return challenges_join(challenges, &challenge->id, &person, color, NOW, &now_joined, at_board);
}

START_TEST(the_first_two_who_join_an_open_one_play_it)
{
    static const struct {
        Wish first, second;
        ChallengeError error;
        int white; /* which of them; -1: either */
    } CASES[] = {{WISH_RANDOM, WISH_RANDOM, CHALLENGE_OK, -1},
                 {WISH_WHITE, WISH_RANDOM, CHALLENGE_OK, 0},
                 {WISH_RANDOM, WISH_WHITE, CHALLENGE_OK, 1},
                 {WISH_RANDOM, WISH_BLACK, CHALLENGE_OK, 0},
                 {WISH_BLACK, WISH_WHITE, CHALLENGE_OK, 1},
                 {WISH_BLACK, WISH_BLACK, CHALLENGE_COLOR, -1}};
    for (unsigned i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Challenge challenge = open_to(i, NULL, NULL);
        add(&challenge);
        ck_assert_int_eq(join(&challenge, "ann", CASES[i].first), CHALLENGE_OK);
        ck_assert(!challenge_is_full(&now_joined));
        ck_assert_int_eq(join(&challenge, "ann", CASES[i].first), CHALLENGE_OK); /* once more */
        ck_assert(!challenge_is_full(&now_joined));
        ck_assert_int_eq(join(&challenge, "bob", CASES[i].second), CASES[i].error);
        if (CASES[i].error != CHALLENGE_OK) {
            ck_assert_int_eq(decline(&challenge, "org"), CHALLENGE_OK);
            continue;
        }
        ck_assert(challenge_is_full(&now_joined));
        ck_assert_uint_eq(challenges_count(challenges), 0);
        ck_assert_int_eq(join(&challenge, "cid", WISH_RANDOM), CHALLENGE_STALE);
        ck_assert_str_ne(at_board[WHITE].id, at_board[BLACK].id);
        if (CASES[i].white >= 0)
            ck_assert_str_eq(at_board[WHITE].id, CASES[i].white == 0 ? "ann" : "bob");
    }
}
END_TEST

START_TEST(an_open_one_for_two_is_for_nobody_else)
{
    Challenge challenge = open_to(1, "ann", "bob");
    add(&challenge);
    ck_assert_int_eq(join(&challenge, "org", WISH_RANDOM), CHALLENGE_FORBIDDEN);
    ck_assert_int_eq(join(&challenge, "bob", WISH_WHITE), CHALLENGE_COLOR);
    ck_assert_int_eq(join(&challenge, "bob", WISH_BLACK), CHALLENGE_OK);
    ck_assert(!challenge_is_full(&now_joined));
    ck_assert_int_eq(join(&challenge, "ann", WISH_RANDOM), CHALLENGE_OK);
    ck_assert_str_eq(at_board[WHITE].id, "ann");
    ck_assert_str_eq(at_board[BLACK].id, "bob");
    ck_assert_uint_eq(challenges_count(challenges), 0);
}
END_TEST

START_TEST(guests_do_not_join_a_rated_one)
{
    Challenge challenge = open_to(1, NULL, NULL);
    Person guest = rig_person("ann", 0);
    challenge.terms.rated = true;
    guest.guest = true;
    add(&challenge);
    ck_assert_int_eq(
        challenges_join(challenges, &challenge.id, &guest, WISH_RANDOM, NOW, &now_joined, at_board),
        CHALLENGE_GUEST);
}
END_TEST

/* Rules, seats and all: the layout is that of put_more in challenge.c, with an address that is empty. */
START_TEST(an_open_one_is_packed_and_read_again)
{
    unsigned char bytes[CHALLENGE_PACKED_MAX];
    for (int variant = 0; variant < 4; variant++) {
        Challenge challenge = open_to(1, variant & 1 ? "ann" : NULL, "bob"), back;
        challenge.rules = RULE_NO_ABORT | RULE_NO_EARLY_DRAW;
        if (variant & 2) {
            challenge.seats.joined[variant & 1] = true;
            challenge.seats.player[variant & 1] = rig_person("cid", 1700);
        }
        strcpy(challenge.seats.title, "Final");
        size_t length = challenge_pack(&challenge, bytes);
        ck_assert_int_eq(bytes[0], 4);
        ck_assert_mem_eq(bytes + length - 6, "\005Final", 6);
        ck_assert(challenge_unpack(&back, bytes, length));
        ck_assert(back.open && back.link);
        ck_assert_int_eq(back.rules, challenge.rules);
        ck_assert_int_eq(back.seats.named, variant & 1);
        ck_assert_str_eq(back.seats.title, "Final");
        for (int place = 0; place < 2; place++) {
            ck_assert_int_eq(back.seats.joined[place], challenge.seats.joined[place]);
            ck_assert_str_eq(back.seats.player[place].id,
                             back.seats.named || back.seats.joined[place]
                                 ? challenge.seats.player[place].id
                                 : "");
        }
        for (size_t i = 0; i < length; i++)
            ck_assert(!challenge_unpack(&back, bytes, i));
    }
}
END_TEST

START_TEST(the_longest_pair_of_a_bulk_can_be_packed)
{
    unsigned char bytes[BULK_PAIR_PACKED_MAX];
    BulkPair pair = {.challenge = from_position(), .bulk = {"BulkAb12"}}, back;
    memset(pair.owner, 'o', PERSON_ID_MAX);
    memset(pair.sender, 's', PERSON_NAME_MAX);
    memset(pair.message, 'm', BULK_MESSAGE_MAX);
    pair.challenge.link = false;
    pair.challenge.rules = RULES_ALL;
    pair.challenge.to = pair.challenge.from;
    memset(pair.challenge.to.id, 'i', PERSON_ID_MAX);
    memset(pair.challenge.to.name, 'n', PERSON_NAME_MAX);
    memset(pair.challenge.address, 'a', CHALLENGE_ADDRESS_MAX);
    size_t length = bulk_pair_pack(&pair, bytes);
    ck_assert_uint_le(length, BULK_PAIR_PACKED_MAX);
    ck_assert(bulk_pair_unpack(&back, bytes, length));
    ck_assert_str_eq(back.message, pair.message);
    ck_assert_str_eq(back.sender, pair.sender);
}
END_TEST

/* ---- golden files: every challenge that any released castled wrote is read, for ever ---- */

static void print_person(char *out, size_t size, const Person *person)
{
    snprintf(out, size, "%s/%s/%d/%d", person->id, person->name, person->rating, person->guest);
}

/* What later versions have. */
static void print_more(char *out, size_t size, const Challenge *challenge)
{
    char first[96], second[96];
    const OpenSeats *seats = &challenge->seats;
    print_person(first, sizeof first, &seats->player[0]);
    print_person(second, sizeof second, &seats->player[1]);
    out[0] = '\0';
    if (challenge->rules || challenge->open)
        snprintf(out, size, " rules=%d open=%d named=%d joined=%d/%d players=%s,%s title=%s",
                 challenge->rules, challenge->open, seats->named, seats->joined[0],
                 seats->joined[1], first, second, seats->title);
}

static void print_challenge(char *out, size_t size, const Challenge *challenge)
{
    char from[96], to[96], fen[FEN_MAX] = "", rest[400];
    const Terms *terms = &challenge->terms;
    const TimeControl *control = &terms->control;
    char stages[TIME_CONTROL_TEXT_MAX] = "";
    if (control->moves)
        time_control_print(control, true, stages);
    print_person(from, sizeof from, &challenge->from);
    print_person(to, sizeof to, &challenge->to);
    print_more(rest, sizeof rest, challenge);
    if (challenge->has_start)
        fen_print(&challenge->start, fen);
    snprintf(
        out, size,
        "id=%s link=%d from=%s to=%s timed=%d initial=%d increment=%d bonus=%d days=%d "
        "odds=%d/%d/%d%s%s variant=%d rated=%d color=%d made=%lld expires=%lld address=%s fen=%s%s",
        challenge->id.text, challenge->link, from, to, control->timed, control->initial,
        control->increment, (int)control->bonus, control->days, (int)control->odds,
        control->odds_initial, control->odds_increment, stages[0] ? " stages=" : "", stages,
        (int)terms->variant, terms->rated, (int)terms->color, (long long)challenge->made,
        (long long)challenge->expires, challenge->address, fen, rest);
}

START_TEST(every_golden_challenge_reads_as_it_was)
{
    static const struct {
        const char *name;
        int count;
    } FILES[] = {{"challenges_v1.txt", 8},
                 {"challenges_v2.txt", 9},
                 {"challenges_v3.txt", 3},
                 {"challenges_v4.txt", 5}};
    char path[512], line[2048], said[1024];
    int count = 0;
    snprintf(path, sizeof path, "%s/golden/%s", TEST_DATA, FILES[_i].name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    while (fgets(line, sizeof line, file)) {
        unsigned char bytes[CHALLENGE_PACKED_MAX], again[CHALLENGE_PACKED_MAX];
        Challenge challenge;
        size_t size = 0;
        if (line[0] == '#')
            continue;
        for (const char *at = line; *at != ' '; at += 2) {
            unsigned byte;
            ck_assert(size < sizeof bytes && sscanf(at, "%2x", &byte) == 1);
            bytes[size++] = (unsigned char)byte;
        }
        ck_assert_msg(challenge_unpack(&challenge, bytes, size), "%s", line);
        print_challenge(said, sizeof said, &challenge);
        line[strcspn(line, "\n")] = '\0';
        ck_assert_str_eq(said, line + 2 * size + 1);
        ck_assert_uint_eq(challenge_pack(&challenge, again), size);
        ck_assert_mem_eq(again, bytes, size);
        count++;
    }
    ck_assert_int_eq(count, FILES[_i].count);
    fclose(file);
}
END_TEST

START_TEST(cut_or_lengthened_bytes_are_refused)
{
    Challenge challenge = from_position(), back;
    snprintf(challenge.address, sizeof challenge.address, "2001:db8:1:2::/64");
    unsigned char bytes[CHALLENGE_PACKED_MAX + 1] = {0};
    size_t length = challenge_pack(&challenge, bytes);
    for (size_t i = 0; i < length; i++)
        ck_assert_msg(!challenge_unpack(&back, bytes, i), "%zu bytes of %zu", i, length);
    ck_assert(!challenge_unpack(&back, bytes, length + 1));
    ck_assert(!challenge_unpack(&back, bytes, sizeof bytes));
}
END_TEST

/* What the first version wrote stays readable: it is the same with 0x81, and without clocks, sender and message. */
START_TEST(a_pair_of_the_first_version_is_read)
{
    unsigned char bytes[BULK_PAIR_PACKED_MAX];
    static const unsigned char HEAD[] = {
        0x81, 'B',  'u',  'l', 'k', 'A', 'b', '1', '2', 0xf3, 0x01, 0x00, 0xa2, 0xe3, 0x76, 0xa1,
        0x01, 0x00, 0x00, 1,   0,   0,   0,   0,   0,   0,    0,    3,    'o',  'r',  'g'};
    Challenge challenge = from_position();
    BulkPair back;
    challenge.link = false;
    challenge.to = rig_person("bob", 1612);
    memcpy(bytes, HEAD, sizeof HEAD);
    size_t length = sizeof HEAD + challenge_pack(&challenge, bytes + sizeof HEAD);
    ck_assert(bulk_pair_is(bytes, length));
    ck_assert(bulk_pair_unpack(&back, bytes, length));
    ck_assert_str_eq(back.bulk.text, "BulkAb12");
    ck_assert_str_eq(back.owner, "org");
    ck_assert_int_eq(back.pair_at, INT64_C(0x1a176e3a200));
    ck_assert_int_eq(back.paired_at, 1);
    ck_assert_int_eq(back.clocks_at, 0);
    ck_assert_str_eq(back.message, "");
    for (size_t i = 0; i < length; i++)
        ck_assert(!bulk_pair_unpack(&back, bytes, i));
}
END_TEST

/* The layout is that of the comment in bulk_pair.c: it is stored, and never changes. */
START_TEST(a_pair_of_a_bulk_is_packed_as_it_is_documented)
{
    unsigned char bytes[BULK_PAIR_PACKED_MAX + 1], challenge[CHALLENGE_PACKED_MAX];
    static const unsigned char HEAD[] = {0x82, 'B', 'u', 'l', 'k', 'A', 'b', '1', '2', 0xf3, 0x01,
                                         /* 0x1a176e3a200, 0 */
                                         0x00, 0xa2, 0xe3, 0x76, 0xa1, 0x01, 0x00, 0x00, 0, 0, 0, 0,
                                         0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 'o', 'r', 'g',
                                         3, 0, 'O', 'r', 'g', 2, 0, 'H', 'i'};
    BulkPair pair = {.challenge = from_position(),
                     .bulk = {"BulkAb12"},
                     .place = 499,
                     .owner = "org",
                     .sender = "Org",
                     .message = "Hi",
                     .clocks_at = 5,
                     .clocks_started = true,
                     .pair_at = INT64_C(0x1a176e3a200)},
             back;
    pair.challenge.link = false;
    pair.challenge.to = rig_person("bob", 1612);
    size_t length = bulk_pair_pack(&pair, bytes);
    ck_assert_uint_eq(length, sizeof HEAD + challenge_pack(&pair.challenge, challenge));
    ck_assert_mem_eq(bytes, HEAD, sizeof HEAD);
    ck_assert_mem_eq(bytes + sizeof HEAD, challenge, length - sizeof HEAD);
    ck_assert(bulk_pair_is(bytes, length) && !bulk_pair_is(challenge, 1));
    ck_assert(bulk_pair_unpack(&back, bytes, length));
    ck_assert_str_eq(back.bulk.text, "BulkAb12");
    ck_assert_str_eq(back.owner, "org");
    ck_assert_str_eq(back.sender, "Org");
    ck_assert_str_eq(back.message, "Hi");
    ck_assert_int_eq(back.clocks_at, 5);
    ck_assert(back.clocks_started);
    ck_assert_int_eq(back.place, 499);
    ck_assert_int_eq(back.pair_at, pair.pair_at);
    ck_assert_int_eq(back.paired_at, 0);
    ck_assert_str_eq(back.challenge.to.id, pair.challenge.to.id);
    for (size_t i = 0; i < length; i++)
        ck_assert_msg(!bulk_pair_unpack(&back, bytes, i), "%zu bytes of %zu", i, length);
    ck_assert(!bulk_pair_unpack(&back, bytes, length + 1));
    bytes[9] = 0xf4; /* the 501st game */
    ck_assert(!bulk_pair_unpack(&back, bytes, length));
    ck_assert(!challenge_unpack(&back.challenge, bytes, length));
}
END_TEST

START_TEST(changed_bytes_are_refused_or_mean_what_they_say)
{
    Challenge cases[] = {by_link(1, "ann"), from_position(), by_link(2, "ann"),
                         at_address(3, "ann", "192.0.2.1")};
    TimeControl even = cases[2].terms.control;
    cases[2].terms.control = time_control_with_odds(&even, TIME_ODDS_OPPONENT, 60000, 0);
    cases[3].terms.control = in_stages();
    for (size_t i = 0; i < 4; i++) {
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
    tcase_add_test(tcase, anybody_with_the_link_may_accept_it_but_its_maker);
    tcase_add_test(tcase, a_named_one_is_for_one_person_only);
    tcase_add_test(tcase, maker_and_opponent_have_the_colours_that_the_maker_chose);
    tcase_add_test(tcase, its_maker_cancels_it_and_its_receiver_declines_it);
    tcase_add_test(tcase, a_link_lasts_a_day_and_a_named_one_fourteen);
    tcase_add_test(tcase, nobody_challenges_themselves);
    tcase_add_test(tcase, guests_make_get_and_accept_casual_ones_only);
    tcase_add_test(tcase, limits_hold_per_pair_and_per_person);
    tcase_add_test(tcase, guests_of_an_address_have_at_most_so_many_open);
    tcase_add_test(tcase, accounts_and_guests_of_an_address_have_at_most_so_many_open);
    tcase_add_test(tcase, after_a_restart_those_of_guests_count_at_their_address);
    tcase_add_test(tcase, in_a_table_full_of_guests_the_one_with_most_makes_room);
    tcase_add_test(tcase, guests_never_keep_an_account_out);
    tcase_add_test(tcase, in_a_table_full_of_accounts_the_one_with_most_makes_room);
    tcase_add_test(tcase, a_guests_link_lapses_when_its_maker_stays_away);
    tcase_add_test(tcase, after_a_restart_the_maker_is_waited_for);
    tcase_add_test(tcase, each_is_found_by_its_id_and_by_that_of_its_game);
    tcase_add_test(tcase, those_whose_ids_begin_alike_are_told_apart);
    tcase_add_test(tcase, a_guest_who_signs_up_is_an_account_in_their_challenges);
    tcase_add_test(tcase, challenges_know_whom_they_concern);
    tcase_add_test(tcase, what_an_older_server_wrote_can_be_unpacked);
    tcase_add_loop_test(tcase, every_golden_challenge_reads_as_it_was, 0, 4);
    tcase_add_test(tcase, packing_and_unpacking_gives_the_same);
    tcase_add_test(tcase, cut_or_lengthened_bytes_are_refused);
    tcase_add_test(tcase, changed_bytes_are_refused_or_mean_what_they_say);
    tcase_add_test(tcase, the_first_two_who_join_an_open_one_play_it);
    tcase_add_test(tcase, an_open_one_for_two_is_for_nobody_else);
    tcase_add_test(tcase, guests_do_not_join_a_rated_one);
    tcase_add_test(tcase, an_open_one_is_packed_and_read_again);
    tcase_add_test(tcase, a_pair_of_the_first_version_is_read);
    tcase_add_test(tcase, the_longest_pair_of_a_bulk_can_be_packed);
    tcase_add_test(tcase, a_pair_of_a_bulk_is_packed_as_it_is_documented);
    tcase_add_test(tcase, every_refusal_has_a_sentence);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
