#include "check_rig.h"
#include "lobby_rig.h"

#include <stdlib.h>
#include <string.h>

static Lobby *lobby;

static void setup(void)
{
    lobby = lobby_new(&(SipKey){{0}});
}

static void teardown(void)
{
    lobby_free(lobby);
}

/* The pairing that a seek leads to; without one its seats are empty. */
static Pairing seek_at(const Seek *seek, int64_t now)
{
    bool paired;
    Pairing pairing = {.kept = false}, nobody = pairing;
    ck_assert_int_eq(lobby_seek(lobby, seek, now, 0, &paired, &pairing), LOBBY_OK);
    return paired ? pairing : nobody;
}

static bool is_pairing_of(const Pairing *pairing, const char *white, const char *black)
{
    return strcmp(pairing->seat[WHITE].id, white) == 0 &&
           strcmp(pairing->seat[BLACK].id, black) == 0;
}

START_TEST(a_seek_that_nobody_fits_stays_open)
{
    Seek seek = rig_seek(1, "ann", 0);
    Pairing pairing = seek_at(&seek, 0);
    ck_assert(is_pairing_of(&pairing, "", ""));
    ck_assert_uint_eq(lobby_count(lobby), 1);
    ck_assert_str_eq(lobby_at(lobby, 0)->person.id, "ann");
    ck_assert_ptr_nonnull(lobby_find(lobby, &seek.id));
    ck_assert_int_eq(lobby_deadline(lobby), INT64_MAX);
}
END_TEST

START_TEST(two_seeks_that_fit_are_paired_at_once)
{
    Seek ann = rig_seek(1, "ann", 0), bob = rig_seek(2, "bob", 0);
    seek_at(&ann, 0);
    Pairing pairing = seek_at(&bob, 0);
    ck_assert(is_pairing_of(&pairing, "ann", "bob"));
    ck_assert_uint_eq(pairing.session[WHITE], 1);
    ck_assert_uint_eq(pairing.session[BLACK], 2);
    ck_assert_str_eq(pairing.seek[WHITE].text, ann.id.text);
    ck_assert_str_eq(pairing.seek[BLACK].text, bob.id.text);
    ck_assert_int_eq(pairing.terms.control.initial, 300000);
    ck_assert(!pairing.kept);
    ck_assert_uint_eq(lobby_count(lobby), 0);
}
END_TEST

START_TEST(chance_draws_the_colours_when_nobody_wishes)
{
    Seek ann = rig_seek(1, "ann", 0), bob = rig_seek(2, "bob", 0);
    bool paired;
    Pairing pairing;
    lobby_seek(lobby, &ann, 0, 7, &paired, &pairing);
    lobby_seek(lobby, &bob, 0, 7, &paired, &pairing);
    ck_assert(paired && is_pairing_of(&pairing, "bob", "ann"));
}
END_TEST

START_TEST(a_wish_of_colour_is_met)
{
    Seek ann = rig_seek(1, "ann", 0), bob = rig_seek(2, "bob", 0);
    ann.terms.color = WISH_BLACK;
    seek_at(&ann, 0);
    Pairing pairing = seek_at(&bob, 0);
    ck_assert(is_pairing_of(&pairing, "bob", "ann"));
}
END_TEST

START_TEST(the_oldest_fitting_seek_comes_first)
{
    Seek black = rig_seek(1, "ann", 0), bob = rig_seek(2, "bob", 0), cid = rig_seek(3, "cid", 0);
    black.terms.color = bob.terms.color = cid.terms.color = WISH_BLACK;
    black.terms.control.initial = 60000;
    seek_at(&black, 0);
    seek_at(&bob, 1);
    seek_at(&cid, 2);
    Seek dan = rig_seek(4, "dan", 0);
    Pairing pairing = seek_at(&dan, 3);
    ck_assert(is_pairing_of(&pairing, "dan", "bob"));
    ck_assert_uint_eq(lobby_count(lobby), 2);
}
END_TEST

START_TEST(nobody_is_paired_with_themselves)
{
    Seek one = rig_seek(1, "ann", 0), two = rig_seek(2, "ann", 0);
    seek_at(&one, 0);
    Pairing pairing = seek_at(&two, 0);
    ck_assert(is_pairing_of(&pairing, "", ""));
    ck_assert_uint_eq(lobby_count(lobby), 2);
}
END_TEST

START_TEST(each_rating_must_be_in_the_others_range)
{
    static const struct {
        int32_t rating[2];
        RatingRange range[2];
        bool fit;
    } CASES[] = {
        {{1500, 1600}, {{1600, 1600}, {1500, 1500}}, true}, /* the edges are within */
        {{1500, 1600}, {{1601, 4000}, {0, 4000}}, false},
        {{1500, 1600}, {{0, 1599}, {0, 4000}}, false},
        {{1500, 1600}, {{0, 4000}, {1501, 4000}}, false},
        {{1500, 1600}, {{0, 4000}, {0, 1499}}, false},
        {{0, 1600}, {{0, 4000}, {1500, 1500}}, true}, /* players without a rating count as 1500 */
        {{0, 1600}, {{0, 4000}, {0, 1499}}, false},
        {{0, 0}, {{1500, 1500}, {1500, 1500}}, true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Lobby *own = lobby_new(&(SipKey){{0}});
        Seek ann = rig_seek(1, "ann", CASES[i].rating[0]),
             bob = rig_seek(2, "bob", CASES[i].rating[1]);
        ann.rating = CASES[i].range[0];
        bob.rating = CASES[i].range[1];
        bool paired;
        Pairing pairing;
        lobby_seek(own, &ann, 0, 0, &paired, &pairing);
        lobby_seek(own, &bob, 0, 0, &paired, &pairing);
        ck_assert_msg(paired == CASES[i].fit, "case %zu", i);
        lobby_free(own);
    }
}
END_TEST

START_TEST(fallback_0_plays_the_computer_only_when_nobody_fits)
{
    Seek ann = rig_seek(1, "ann", 1430), bob = rig_seek(2, "bob", 1500);
    ann.fallback = 0;
    ann.terms.rated = bob.terms.rated = true;
    Pairing pairing = seek_at(&ann, 0);
    ck_assert(is_pairing_of(&pairing, "ann", "computer-6"));
    ck_assert_int_eq(pairing.seat[BLACK].level, 6);
    ck_assert_int_eq(pairing.seat[BLACK].rating, 1447);
    ck_assert(!pairing.terms.rated);
    ck_assert_uint_eq(pairing.session[BLACK], 0);
    ck_assert_str_eq(pairing.seek[WHITE].text, ann.id.text);
    ck_assert_str_eq(pairing.seek[BLACK].text, "");
    ck_assert_uint_eq(lobby_count(lobby), 0);
    seek_at(&bob, 0);
    pairing = seek_at(&ann, 0);
    ck_assert(is_pairing_of(&pairing, "bob", "ann"));
    ck_assert(pairing.terms.rated);
}
END_TEST

START_TEST(the_computer_comes_at_the_fallback_and_not_before)
{
    Seek ann = rig_seek(1, "ann", 0);
    ann.fallback = 10000;
    ann.terms.color = WISH_BLACK;
    seek_at(&ann, 500);
    Pairing pairing;
    ck_assert_int_eq(lobby_deadline(lobby), 10500);
    ck_assert_int_eq(lobby_tick(lobby, 10499, 0, &pairing), LOBBY_QUIET);
    ck_assert_int_eq(lobby_tick(lobby, 10500, 0, &pairing), LOBBY_PAIRED);
    ck_assert(is_pairing_of(&pairing, "computer-7", "ann"));
    ck_assert(!pairing.kept);
    ck_assert_int_eq(lobby_tick(lobby, 10500, 0, &pairing), LOBBY_QUIET);
    ck_assert_uint_eq(lobby_count(lobby), 0);
    ck_assert_int_eq(lobby_unseek(lobby, &ann.id, &ann.person), LOBBY_STALE);
    ck_assert_int_eq(lobby_deadline(lobby), INT64_MAX);
}
END_TEST

START_TEST(a_kept_seek_meets_the_computer_once_and_then_a_person)
{
    for (int32_t fallback = 0; fallback <= 10000; fallback += 10000) {
        Seek ann = rig_seek(1, "ann", 0), bob = rig_seek(2, "bob", 0);
        ann.fallback = fallback;
        ann.keep = true;
        Pairing pairing = seek_at(&ann, 0);
        if (fallback > 0)
            ck_assert_int_eq(lobby_tick(lobby, fallback, 0, &pairing), LOBBY_PAIRED);
        ck_assert(is_pairing_of(&pairing, "ann", "computer-7") && pairing.kept);
        ck_assert_int_eq(lobby_tick(lobby, 999999, 0, &pairing), LOBBY_QUIET);
        ck_assert_uint_eq(lobby_count(lobby), 1);
        pairing = seek_at(&bob, 999999);
        ck_assert(is_pairing_of(&pairing, "ann", "bob"));
        ck_assert_uint_eq(lobby_count(lobby), 0);
    }
}
END_TEST

START_TEST(only_ones_own_open_seek_can_be_withdrawn)
{
    Seek ann = rig_seek(1, "ann", 0);
    Person bob = rig_person("bob", 0);
    LobbyId unknown = rig_id(9);
    seek_at(&ann, 0);
    ck_assert_int_eq(lobby_unseek(lobby, &unknown, &ann.person), LOBBY_STALE);
    ck_assert_int_eq(lobby_unseek(lobby, &ann.id, &bob), LOBBY_FORBIDDEN);
    ck_assert_uint_eq(lobby_count(lobby), 1);
    ck_assert_int_eq(lobby_unseek(lobby, &ann.id, &ann.person), LOBBY_OK);
    ck_assert_uint_eq(lobby_count(lobby), 0);
    ck_assert_int_eq(lobby_unseek(lobby, &ann.id, &ann.person), LOBBY_STALE);
}
END_TEST

START_TEST(an_open_seek_can_be_accepted_on_its_terms)
{
    Seek ann = rig_seek(1, "ann", 0);
    ann.terms.color = WISH_WHITE;
    ann.rating = (RatingRange){1400, 1600};
    seek_at(&ann, 0);
    Person bob = rig_person("bob", 1600), cid = rig_person("cid", 1601);
    LobbyId unknown = rig_id(9);
    Pairing pairing;
    ck_assert_int_eq(lobby_take(lobby, &unknown, &bob, 5, 0, 0, &pairing), LOBBY_STALE);
    ck_assert_int_eq(lobby_take(lobby, &ann.id, &ann.person, 5, 0, 0, &pairing), LOBBY_FORBIDDEN);
    ck_assert_int_eq(lobby_take(lobby, &ann.id, &cid, 5, 0, 0, &pairing), LOBBY_FORBIDDEN);
    ck_assert_int_eq(lobby_take(lobby, &ann.id, &bob, 5, 0, 1, &pairing), LOBBY_OK);
    ck_assert(is_pairing_of(&pairing, "ann", "bob"));
    ck_assert_uint_eq(pairing.session[BLACK], 5);
    ck_assert_str_eq(pairing.seek[BLACK].text, "");
    ck_assert_int_eq(lobby_take(lobby, &ann.id, &bob, 5, 0, 1, &pairing), LOBBY_STALE);
}
END_TEST

START_TEST(a_seek_outlives_its_connection_by_five_seconds)
{
    Seek ann = rig_seek(1, "ann", 0), bob = rig_seek(2, "bob", 0);
    bob.terms.control.initial = 60000;
    seek_at(&ann, 0);
    seek_at(&bob, 0);
    lobby_connection_lost(lobby, 1, 1000);
    Pairing pairing;
    ck_assert_int_eq(lobby_deadline(lobby), 6000);
    ck_assert_int_eq(lobby_tick(lobby, 5999, 0, &pairing), LOBBY_QUIET);
    ck_assert_int_eq(lobby_tick(lobby, 6000, 0, &pairing), LOBBY_ENDED);
    ck_assert_int_eq(lobby_tick(lobby, 6000, 0, &pairing), LOBBY_QUIET);
    ck_assert_uint_eq(lobby_count(lobby), 1);
    ck_assert_str_eq(lobby_at(lobby, 0)->person.id, "bob");
}
END_TEST

START_TEST(a_player_who_returns_in_time_has_the_seek_on_the_new_connection)
{
    Seek ann = rig_seek(1, "ann", 0);
    ann.fallback = 3000;
    seek_at(&ann, 0);
    lobby_connection_lost(lobby, 1, 1000);
    Pairing pairing;
    /* The fallback is past, but the computer does not come for an absent player. */
    ck_assert_int_eq(lobby_tick(lobby, 5999, 0, &pairing), LOBBY_QUIET);
    lobby_person_returned(lobby, &ann.person, 7, 5999);
    ck_assert_int_eq(lobby_tick(lobby, 5999, 0, &pairing), LOBBY_PAIRED);
    ck_assert_uint_eq(pairing.session[WHITE], 7);
}
END_TEST

START_TEST(another_connection_of_the_same_person_does_not_hold_the_seek)
{
    Seek ann = rig_seek(1, "ann", 0);
    seek_at(&ann, 0);
    lobby_person_returned(lobby, &ann.person, 7, 0); /* a second window */
    lobby_connection_lost(lobby, 7, 1000);
    Pairing pairing;
    ck_assert_int_eq(lobby_tick(lobby, 999999, 0, &pairing), LOBBY_QUIET);
    ck_assert_uint_eq(lobby_at(lobby, 0)->session, 1);
}
END_TEST

START_TEST(a_newer_connection_has_the_seeks_of_one_that_died_unnoticed)
{
    Seek ann = rig_seek(1, "ann", 0);
    ann.fallback = 3000;
    seek_at(&ann, 0);
    lobby_person_returned(lobby, &ann.person, 7, 0);
    lobby_connection_replaced(lobby, 1, 7);
    lobby_connection_lost(lobby, 1, 1000);
    Pairing pairing;
    ck_assert_int_eq(lobby_tick(lobby, 2999, 0, &pairing), LOBBY_QUIET);
    ck_assert_int_eq(lobby_tick(lobby, 3000, 0, &pairing), LOBBY_PAIRED);
    ck_assert_uint_eq(pairing.session[WHITE], 7);
}
END_TEST

START_TEST(losing_a_connection_twice_does_not_lengthen_the_grace)
{
    Seek ann = rig_seek(1, "ann", 0);
    seek_at(&ann, 0);
    lobby_connection_lost(lobby, 1, 1000);
    lobby_connection_lost(lobby, 1, 3000);
    Pairing pairing;
    ck_assert_int_eq(lobby_tick(lobby, 6000, 0, &pairing), LOBBY_ENDED);
}
END_TEST

START_TEST(a_lost_seek_is_open_but_comes_after_those_of_connected_players)
{
    Seek ann = rig_seek(1, "ann", 0), bob = rig_seek(2, "bob", 0);
    ann.terms.color = bob.terms.color = WISH_WHITE;
    seek_at(&ann, 0);
    seek_at(&bob, 1);
    lobby_connection_lost(lobby, 1, 2);
    Seek cid = rig_seek(3, "cid", 0), dan = rig_seek(4, "dan", 0);
    Pairing pairing = seek_at(&cid, 3);
    ck_assert(is_pairing_of(&pairing, "bob", "cid"));
    pairing = seek_at(&dan, 4);
    ck_assert(is_pairing_of(&pairing, "ann", "dan"));
}
END_TEST

START_TEST(guests_seek_and_accept_casual_games_only)
{
    Seek guest = rig_seek(1, "gann", 0), bob = rig_seek(2, "bob", 1500);
    bool paired;
    Pairing pairing;
    guest.terms.rated = bob.terms.rated = true;
    ck_assert_int_eq(lobby_seek(lobby, &guest, 0, 0, &paired, &pairing), LOBBY_GUEST);
    ck_assert(!paired);
    seek_at(&bob, 0);
    ck_assert_int_eq(lobby_take(lobby, &bob.id, &guest.person, 5, 0, 0, &pairing), LOBBY_GUEST);
    ck_assert_uint_eq(lobby_count(lobby), 1);
}
END_TEST

START_TEST(a_person_has_at_most_three_open_seeks)
{
    for (unsigned i = 0; i < SEEKS_PER_PERSON; i++) {
        Seek seek = rig_seek(i, "ann", 0);
        seek_at(&seek, 0);
    }
    Seek more = rig_seek(9, "ann", 0);
    bool paired;
    Pairing pairing;
    ck_assert_int_eq(lobby_seek(lobby, &more, 0, 0, &paired, &pairing), LOBBY_MANY);
    more.fallback = 0;
    more.keep = true;
    ck_assert_int_eq(lobby_seek(lobby, &more, 0, 0, &paired, &pairing), LOBBY_MANY);
    ck_assert(!paired);
    ck_assert_uint_eq(lobby_count(lobby), SEEKS_PER_PERSON);
    /* What does not stay open is not counted. */
    more.keep = false;
    ck_assert_int_eq(lobby_seek(lobby, &more, 0, 0, &paired, &pairing), LOBBY_OK);
    ck_assert(paired);
}
END_TEST

START_TEST(the_open_seeks_of_each_person_are_counted)
{
    Seek ann = rig_seek(1, "ann", 0), more = rig_seek(2, "ann", 0), bob = rig_seek(3, "bob", 0);
    more.terms.control.initial = 60000;
    bob.terms.control.initial = 120000;
    seek_at(&ann, 0);
    seek_at(&more, 0);
    seek_at(&bob, 0);
    ck_assert_uint_eq(lobby_count_of(lobby, "ann"), 2);
    ck_assert_uint_eq(lobby_count_of(lobby, "bob"), 1);
    lobby_unseek(lobby, &ann.id, &ann.person);
    ck_assert_uint_eq(lobby_count_of(lobby, "ann"), 1);
    Pairing pairing;
    ck_assert_int_eq(lobby_take(lobby, &more.id, &bob.person, 5, 0, 0, &pairing), LOBBY_OK);
    ck_assert_uint_eq(lobby_count_of(lobby, "ann"), 0);
    lobby_connection_lost(lobby, 3, 0);
    ck_assert_int_eq(lobby_tick(lobby, SEEK_GRACE, 0, &pairing), LOBBY_ENDED);
    ck_assert_uint_eq(lobby_count_of(lobby, "bob"), 0);
}
END_TEST

START_TEST(the_lobby_is_full_at_its_limit)
{
    char id[24];
    for (unsigned i = 0; i < SEEKS_MAX; i++) {
        snprintf(id, sizeof id, "p%u", i);
        Seek seek = rig_seek(i, id, 1500);
        seek.terms.color = WISH_WHITE;
        seek_at(&seek, 0);
    }
    Seek more = rig_seek(SEEKS_MAX, "ann", 1500);
    more.terms.color = WISH_WHITE;
    bool paired;
    Pairing pairing;
    ck_assert_int_eq(lobby_seek(lobby, &more, 0, 0, &paired, &pairing), LOBBY_FULL);
    more.terms.color = WISH_BLACK;
    ck_assert_int_eq(lobby_seek(lobby, &more, 0, 0, &paired, &pairing), LOBBY_OK);
    ck_assert(paired && is_pairing_of(&pairing, "p0", "ann"));
}
END_TEST

static LobbyError try_seek(const Seek *seek, int64_t now, bool *paired)
{
    Pairing pairing;
    return lobby_seek(lobby, seek, now, 0, paired, &pairing);
}

/* A seek of a guest at that address, for White, so that no two fit. */
static Seek at_address(unsigned number, const char *address)
{
    char id[24];
    snprintf(id, sizeof id, "g%u", number);
    Seek seek = rig_seek(number, id, 0);
    seek.terms.color = WISH_WHITE;
    snprintf(seek.address, sizeof seek.address, "%s", address);
    return seek;
}

START_TEST(guests_leave_room_for_accounts)
{
    bool paired;
    unsigned number = 0;
    for (; number < SEEKS_GUESTS_MAX; number++) {
        Seek seek = at_address(number, "192.0.2.1");
        seek_at(&seek, 0);
    }
    Seek guest = at_address(number, "192.0.2.1"), account = rig_seek(number, "ann", 1500);
    account.terms.color = WISH_WHITE;
    ck_assert_int_eq(try_seek(&guest, 0, &paired), LOBBY_FULL);
    ck_assert_int_eq(try_seek(&account, 0, &paired), LOBBY_OK);
    Person first = rig_person("g0", 0);
    ck_assert_int_eq(lobby_unseek(lobby, &(LobbyId){"S00000000000"}, &first), LOBBY_OK);
    ck_assert_int_eq(try_seek(&guest, 0, &paired), LOBBY_OK);
}
END_TEST

START_TEST(guests_of_an_address_have_at_most_so_many_seeks)
{
    bool paired;
    unsigned number = 0;
    int32_t most[BOUND_COUNT];
    Bounds *bounds = bounds_new(true, NULL, &(SipKey){{0}});
    bound_usual(most);
    lobby_set_bounds(lobby, bounds);
    for (; number < (unsigned)most[BOUND_OPEN_SEEKS]; number++) {
        Seek seek = at_address(number, "192.0.2.1");
        ck_assert_int_eq(try_seek(&seek, 0, &paired), LOBBY_OK);
    }
    Seek more = at_address(number, "192.0.2.1"), elsewhere = at_address(number + 1, "192.0.2.2"),
         account = rig_seek(number + 2, "ann", 1500);
    account.terms.color = WISH_WHITE;
    ck_assert_int_eq(try_seek(&more, 0, &paired), LOBBY_CROWDED);
    ck_assert_int_eq(try_seek(&elsewhere, 0, &paired), LOBBY_OK);
    ck_assert_int_eq(try_seek(&account, 0, &paired), LOBBY_OK);
    /* A paired seek is not open any more. */
    Seek black = rig_seek(number + 3, "bob", 1500);
    black.terms.color = WISH_BLACK;
    ck_assert_int_eq(try_seek(&black, 0, &paired), LOBBY_OK);
    ck_assert(paired);
    ck_assert_int_eq(try_seek(&more, 0, &paired), LOBBY_OK);
    ck_assert_int_eq(try_seek(&more, 0, &paired), LOBBY_CROWDED);
    lobby_set_bounds(lobby, NULL);
    bounds_free(bounds);
}
END_TEST

static Seek of_account_at(unsigned number, const char *address)
{
    Seek seek = at_address(number, address);
    seek.person = rig_person(seek.person.id, 1500);
    return seek;
}

START_TEST(accounts_and_guests_of_an_address_have_at_most_so_many_seeks)
{
    bool paired;
    unsigned number = 0;
    int32_t most[BOUND_COUNT];
    Bounds *bounds = bounds_new(true, NULL, &(SipKey){{0}});
    bound_usual(most);
    lobby_set_bounds(lobby, bounds);
    for (; number < (unsigned)most[BOUND_ADDRESS_SEEKS]; number++) {
        Seek seek = of_account_at(number, "192.0.2.1");
        ck_assert_int_eq(try_seek(&seek, 0, &paired), LOBBY_OK);
    }
    Seek more = of_account_at(number, "192.0.2.1"), guest = at_address(number + 1, "192.0.2.1"),
         elsewhere = of_account_at(number + 2, "192.0.2.2");
    ck_assert_int_eq(try_seek(&more, 0, &paired), LOBBY_CROWDED);
    ck_assert_int_eq(try_seek(&guest, 0, &paired), LOBBY_CROWDED);
    ck_assert_int_eq(try_seek(&elsewhere, 0, &paired), LOBBY_OK);
    Person first = rig_person("g0", 1500);
    ck_assert_int_eq(lobby_unseek(lobby, &(LobbyId){"S00000000000"}, &first), LOBBY_OK);
    ck_assert_int_eq(try_seek(&guest, 0, &paired), LOBBY_OK);
    ck_assert_int_eq(try_seek(&more, 0, &paired), LOBBY_CROWDED);
    lobby_set_bounds(lobby, NULL);
    bounds_free(bounds);
}
END_TEST

START_TEST(the_computer_comes_when_it_has_room_for_everybody_at_the_address)
{
    bool paired;
    Pairing pairing;
    int32_t most[BOUND_COUNT];
    bound_usual(most);
    most[BOUND_ADDRESS_COMPUTER_GAMES] = 1;
    Bounds *bounds = bounds_new(true, most, &(SipKey){{0}});
    lobby_set_bounds(lobby, bounds);
    ck_assert(bounds_take(bounds, BOUND_ADDRESS_COMPUTER_GAMES, "192.0.2.1"));
    Seek at_once = of_account_at(1, "192.0.2.1"), waits = of_account_at(2, "192.0.2.1"),
         elsewhere = of_account_at(3, "192.0.2.2");
    at_once.fallback = elsewhere.fallback = 0;
    waits.fallback = 1000;
    ck_assert_int_eq(try_seek(&at_once, 0, &paired), LOBBY_BUSY);
    ck_assert_int_eq(try_seek(&waits, 0, &paired), LOBBY_OK);
    ck_assert_int_eq(try_seek(&elsewhere, 0, &paired), LOBBY_OK);
    ck_assert(paired);
    ck_assert_int_eq(lobby_tick(lobby, 1000, 0, &pairing), LOBBY_QUIET);
    bounds_release(bounds, BOUND_ADDRESS_COMPUTER_GAMES, "192.0.2.1");
    ck_assert_int_eq(lobby_tick(lobby, 1000 + COMPUTER_AGAIN, 0, &pairing), LOBBY_PAIRED);
    lobby_set_bounds(lobby, NULL);
    bounds_free(bounds);
}
END_TEST

START_TEST(the_computer_comes_when_it_has_room_for_guests_of_the_address)
{
    bool paired;
    Pairing pairing;
    int32_t most[BOUND_COUNT];
    bound_usual(most);
    most[BOUND_COMPUTER_GAMES] = 1;
    Bounds *bounds = bounds_new(true, most, &(SipKey){{0}});
    lobby_set_bounds(lobby, bounds);
    ck_assert(bounds_take(bounds, BOUND_COMPUTER_GAMES, "192.0.2.1"));
    Seek at_once = at_address(1, "192.0.2.1"), waits = at_address(2, "192.0.2.1"),
         account = rig_seek(3, "ann", 1500);
    at_once.fallback = account.fallback = 0;
    account.terms.color = WISH_WHITE;
    waits.fallback = 1000;
    ck_assert_int_eq(try_seek(&at_once, 0, &paired), LOBBY_BUSY);
    ck_assert_int_eq(try_seek(&waits, 0, &paired), LOBBY_OK);
    ck_assert_int_eq(try_seek(&account, 0, &paired), LOBBY_OK);
    ck_assert(paired);
    ck_assert_int_eq(lobby_tick(lobby, 1000, 0, &pairing), LOBBY_QUIET);
    ck_assert_int_eq(lobby_deadline(lobby), 1000 + COMPUTER_AGAIN);
    bounds_release(bounds, BOUND_COMPUTER_GAMES, "192.0.2.1");
    ck_assert_int_eq(lobby_tick(lobby, 1000 + COMPUTER_AGAIN - 1, 0, &pairing), LOBBY_QUIET);
    ck_assert_int_eq(lobby_tick(lobby, 1000 + COMPUTER_AGAIN, 0, &pairing), LOBBY_PAIRED);
    ck_assert_str_eq(pairing.seat[WHITE].id, "g2");
    ck_assert_int_eq(try_seek(&at_once, 0, &paired), LOBBY_OK);
    bounds_free(bounds);
}
END_TEST

START_TEST(the_version_grows_when_the_list_changes)
{
    Seek ann = rig_seek(1, "ann", 0);
    uint64_t before = lobby_version(lobby);
    seek_at(&ann, 0);
    uint64_t open = lobby_version(lobby);
    ck_assert_uint_gt(open, before);
    lobby_connection_lost(lobby, 1, 0);
    ck_assert_uint_eq(lobby_version(lobby), open);
    lobby_unseek(lobby, &ann.id, &ann.person);
    ck_assert_uint_gt(lobby_version(lobby), open);
}
END_TEST

START_TEST(every_refusal_has_a_sentence)
{
    for (int error = LOBBY_OK; error <= LOBBY_FULL; error++)
        ck_assert_uint_gt(strlen(lobby_error_text((LobbyError)error)), 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lobby");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_seek_that_nobody_fits_stays_open);
    tcase_add_test(tcase, two_seeks_that_fit_are_paired_at_once);
    tcase_add_test(tcase, chance_draws_the_colours_when_nobody_wishes);
    tcase_add_test(tcase, a_wish_of_colour_is_met);
    tcase_add_test(tcase, the_oldest_fitting_seek_comes_first);
    tcase_add_test(tcase, nobody_is_paired_with_themselves);
    tcase_add_test(tcase, each_rating_must_be_in_the_others_range);
    tcase_add_test(tcase, fallback_0_plays_the_computer_only_when_nobody_fits);
    tcase_add_test(tcase, the_computer_comes_at_the_fallback_and_not_before);
    tcase_add_test(tcase, a_kept_seek_meets_the_computer_once_and_then_a_person);
    tcase_add_test(tcase, only_ones_own_open_seek_can_be_withdrawn);
    tcase_add_test(tcase, an_open_seek_can_be_accepted_on_its_terms);
    tcase_add_test(tcase, a_seek_outlives_its_connection_by_five_seconds);
    tcase_add_test(tcase, a_player_who_returns_in_time_has_the_seek_on_the_new_connection);
    tcase_add_test(tcase, another_connection_of_the_same_person_does_not_hold_the_seek);
    tcase_add_test(tcase, a_newer_connection_has_the_seeks_of_one_that_died_unnoticed);
    tcase_add_test(tcase, losing_a_connection_twice_does_not_lengthen_the_grace);
    tcase_add_test(tcase, a_lost_seek_is_open_but_comes_after_those_of_connected_players);
    tcase_add_test(tcase, guests_seek_and_accept_casual_games_only);
    tcase_add_test(tcase, a_person_has_at_most_three_open_seeks);
    tcase_add_test(tcase, the_open_seeks_of_each_person_are_counted);
    tcase_add_test(tcase, the_lobby_is_full_at_its_limit);
    tcase_add_test(tcase, guests_leave_room_for_accounts);
    tcase_add_test(tcase, guests_of_an_address_have_at_most_so_many_seeks);
    tcase_add_test(tcase, accounts_and_guests_of_an_address_have_at_most_so_many_seeks);
    tcase_add_test(tcase, the_computer_comes_when_it_has_room_for_everybody_at_the_address);
    tcase_add_test(tcase, the_computer_comes_when_it_has_room_for_guests_of_the_address);
    tcase_add_test(tcase, the_version_grows_when_the_list_changes);
    tcase_add_test(tcase, every_refusal_has_a_sentence);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
