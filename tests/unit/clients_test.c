#include "clients.h"

#include "check_rig.h"
#include "scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Sessions *sessions;
static Metrics metrics;
static Clients *clients;
static const Person ANN = {.id = "gann", .name = "Guest-Ann", .guest = true};
static const Person BOB = {.id = "gbob", .name = "Guest-Bob", .guest = true};
static const GameId FIRST = {"game0001"}, SECOND = {"game0002"}, THIRD = {"game0003"};

static bool on_write(void *connection, Packet *packet)
{
    (void)connection, (void)packet;
    return true;
}

static void on_close(void *connection, CloseCode code)
{
    (void)connection, (void)code;
}

static void setup(void)
{
    sessions = sessions_new(&(SessionWire){.write = on_write, .close = on_close});
    clients = clients_new(sessions, &metrics, &(SipKey){{0}});
}

static void teardown(void)
{
    clients_free(clients);
    sessions_free(sessions);
}

static SessionId come(const Person *person, const char *address, uint32_t scopes)
{
    Client client = {.session = session_open(sessions, NULL), .person = *person, .scopes = scopes};
    snprintf(client.address, sizeof client.address, "%s", address);
    clients_open(clients, &client);
    return client.session;
}

static bool is_known(const Person *person)
{
    Person found;
    return clients_person(clients, person->id, &found);
}

START_TEST(a_person_is_known_while_they_are_here_or_held)
{
    SessionId session = come(&ANN, "192.0.2.1", SCOPES_ALL);
    clients_hold(clients, &ANN);
    clients_close(clients, session);
    ck_assert(is_known(&ANN));
    ck_assert(!clients_is_here(clients, "gann"));
    clients_release(clients, "gann");
    ck_assert(!is_known(&ANN));
    clients_hold(clients, &BOB);
    session = come(&BOB, "192.0.2.1", SCOPES_ALL);
    clients_release(clients, "gbob");
    ck_assert(is_known(&BOB));
    clients_close(clients, session);
    ck_assert(!is_known(&BOB));
}
END_TEST

START_TEST(who_is_here_is_found_by_name_or_id)
{
    bool several;
    Person found;
    SessionId ann = come(&ANN, "192.0.2.1", SCOPES_ALL);
    clients_hold(clients, &BOB); /* they play, but are not here */
    ck_assert(clients_person_by_name(clients, "guest-ann", &found, &several));
    ck_assert_str_eq(found.id, "gann");
    ck_assert(clients_person_by_name(clients, "gann", &found, &several));
    ck_assert_str_eq(found.id, "gann");
    ck_assert(!clients_person_by_name(clients, "Guest-Bob", &found, &several));
    ck_assert(clients_person_by_name(clients, "gbob", &found, &several));
    ck_assert_str_eq(found.id, "gbob");
    ck_assert(!clients_person_by_name(clients, "Guest-An", &found, &several));
    ck_assert(!several);
    Person same = {.id = "gother", .name = "GUEST-ANN", .guest = true};
    SessionId other = come(&same, "192.0.2.2", SCOPES_ALL);
    ck_assert(!clients_person_by_name(clients, "guest-ann", &found, &several));
    ck_assert(several);
    ck_assert(clients_person_by_name(clients, "gother", &found, &several));
    ck_assert_str_eq(found.id, "gother");
    ck_assert(!several);
    clients_close(clients, other);
    clients_close(clients, ann);
    clients_release(clients, "gbob");
}
END_TEST

START_TEST(games_keep_their_order_and_are_counted_once)
{
    SessionId ann = come(&ANN, "192.0.2.1", SCOPES_ALL);
    uint32_t count;
    clients_add_game(clients, ann, &FIRST);
    clients_add_game(clients, ann, &SECOND);
    clients_add_game(clients, ann, &THIRD);
    clients_add_game(clients, ann, &SECOND);
    ck_assert_uint_eq(clients_games_count(clients, ann), 3);
    clients_remove_game(clients, ann, &FIRST);
    clients_remove_game(clients, ann, &FIRST);
    GameId *games = clients_games(clients, ann, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(games[0].text, "game0002");
    ck_assert_str_eq(games[1].text, "game0003");
    free(games);
    clients_close(clients, ann);
    ck_assert_uint_eq(clients_games_count(clients, ann), 0);
}
END_TEST

START_TEST(connections_come_and_go_by_themselves)
{
    SessionId one = come(&ANN, "192.0.2.1", SCOPE_BOARD_PLAY);
    SessionId two = come(&ANN, "192.0.2.2", SCOPE_FOLLOW_READ);
    Client client = {0};
    clients_add_game(clients, one, &FIRST);
    ck_assert_uint_eq(clients_games_count(clients, two), 0);
    ck_assert(clients_next(clients, "gann", SCOPES_NONE, &client));
    ck_assert_uint_eq(client.session, two); /* the newest first */
    ck_assert_str_eq(client.address, "192.0.2.2");
    ck_assert(clients_next(clients, "gann", SCOPES_NONE, &client));
    ck_assert_uint_eq(client.session, one);
    ck_assert(!clients_next(clients, "gann", SCOPES_NONE, &client));
    client = (Client){0};
    ck_assert(clients_next(clients, "gann", SCOPES_PLAY, &client));
    ck_assert_uint_eq(client.session, one);
    ck_assert(!clients_next(clients, "gann", SCOPES_PLAY, &client));
    ck_assert(clients_can_play(clients, "gann"));
    clients_close(clients, one);
    ck_assert(!clients_can_play(clients, "gann"));
    ck_assert(clients_is_here(clients, "gann"));
    ck_assert(!clients_find(clients, one, &client));
    ck_assert(clients_find(clients, two, &client));
    ck_assert_str_eq(client.person.name, "Guest-Ann");
    clients_close(clients, two);
    ck_assert(!clients_is_here(clients, "gann"));
}
END_TEST

START_TEST(whoever_shares_a_public_address_is_told_apart_from_a_school)
{
    SessionId ann = come(&ANN, "192.0.2.1", SCOPES_ALL), bob = come(&BOB, "10.0.0.1", SCOPES_ALL);
    ck_assert(!clients_share_address(clients, "gann", "gbob"));
    SessionId home = come(&ANN, "10.0.0.1", SCOPES_ALL);
    ck_assert(!clients_share_address(clients, "gann", "gbob")); /* private: a house or a school */
    SessionId away = come(&BOB, "192.0.2.1", SCOPES_ALL);
    ck_assert(clients_share_address(clients, "gann", "gbob"));
    SessionId all[] = {ann, bob, home, away};
    for (int i = 0; i < 4; i++)
        clients_close(clients, all[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clients");
    TCase *tcase = tcase_create("clients");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_person_is_known_while_they_are_here_or_held);
    tcase_add_test(tcase, who_is_here_is_found_by_name_or_id);
    tcase_add_test(tcase, games_keep_their_order_and_are_counted_once);
    tcase_add_test(tcase, connections_come_and_go_by_themselves);
    tcase_add_test(tcase, whoever_shares_a_public_address_is_told_apart_from_a_school);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
