#include "inbox.h"

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

static size_t on_write(void *connection, Packet *const *packets, size_t count, bool ping)
{
    (void)connection, (void)packets, (void)ping;
    return count;
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

START_TEST(a_person_is_known_while_connected_or_held)
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

START_TEST(a_connection_is_found_as_it_was_opened)
{
    Client client = {.session = session_open(sessions, NULL),
                     .person = ANN,
                     .address = "192.0.2.1",
                     .credential = "key",
                     .scopes = SCOPES_PLAY,
                     .opened_at = 1234567,
                     .is_metered = true};
    clients_open(clients, &client);
    Client found = {0}, next = {0};
    ck_assert(clients_find(clients, client.session, &found));
    ck_assert(clients_next(clients, "gann", SCOPES_PLAY, &next));
    for (int i = 0; i < 2; i++) {
        const Client *each = i ? &next : &found;
        ck_assert_uint_eq(each->session, client.session);
        ck_assert_str_eq(each->person.id, "gann");
        ck_assert_str_eq(each->address, "192.0.2.1");
        ck_assert_str_eq(each->credential, "key");
        ck_assert_uint_eq(each->scopes, SCOPES_PLAY);
        ck_assert_int_eq(each->opened_at, 1234567);
        ck_assert(each->is_metered);
    }
    clients_close(clients, client.session);
}
END_TEST

START_TEST(connected_people_are_found_by_name_or_id)
{
    bool several;
    Person found;
    SessionId ann = come(&ANN, "192.0.2.1", SCOPES_ALL);
    clients_hold(clients, &BOB); /* they are playing, but are not connected */
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
    ck_assert(clients_hears_game(clients, ann, &FIRST) && clients_hears_game(clients, ann, &THIRD));
    clients_remove_game(clients, ann, &FIRST);
    clients_remove_game(clients, ann, &FIRST);
    GameId *games = clients_games(clients, ann, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert(!clients_hears_game(clients, ann, &FIRST));
    ck_assert_str_eq(games[0].text, "game0002");
    ck_assert_str_eq(games[1].text, "game0003");
    free(games);
    clients_close(clients, ann);
    ck_assert_uint_eq(clients_games_count(clients, ann), 0);
    ck_assert(!clients_hears_game(clients, ann, &THIRD));
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

START_TEST(a_shared_public_address_is_told_from_that_of_a_school)
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

/* ---- copies of what the accounts know ---- */

START_TEST(blocks_and_mutes_of_connected_people_are_known)
{
    const AccountInfo list[] = {{.id = "gbob", .blocked = true}, {.id = "gcarl", .muted = true}};
    come(&ANN, "192.0.2.1", SCOPES_ALL);
    come(&BOB, "192.0.2.2", SCOPES_ALL);
    clients_set_unheard(clients, "gann", list, 2);
    ck_assert(!clients_may_meet(clients, "gann", "gbob"));
    ck_assert(!clients_may_meet(clients, "gbob", "gann"));
    ck_assert(clients_may_meet(clients, "gann", "gcarl"));
    ck_assert(!clients_hears(clients, "gann", "gbob"));
    ck_assert(!clients_hears(clients, "gann", "gcarl"));
    ck_assert(clients_hears(clients, "gbob", "gann"));
    clients_relate(clients, "gann", RELATION_BLOCKS, "gbob", false);
    clients_relate(clients, "gann", RELATION_MUTES, "gcarl", false);
    clients_relate(clients, "gbob", RELATION_MUTES, "gann", true);
    clients_relate(clients, "gbob", RELATION_FOLLOWS, "gcarl", true);
    ck_assert(clients_may_meet(clients, "gann", "gbob"));
    ck_assert(clients_hears(clients, "gann", "gbob") && clients_hears(clients, "gann", "gcarl"));
    ck_assert(!clients_hears(clients, "gbob", "gann") && clients_hears(clients, "gbob", "gcarl"));
    clients_set_unheard(clients, "gbob", NULL, 0); /* they have come again */
    ck_assert(clients_hears(clients, "gbob", "gann"));
    clients_set_silenced(clients, "gann", 10);
    ck_assert(clients_is_silenced(clients, "gann", 9) && !clients_is_silenced(clients, "gann", 10));
    ck_assert(!clients_is_silenced(clients, "gnobody", 9));
}
END_TEST

static char held[PERSON_ID_MAX + 1];

static void note_held(void *context, const char *person)
{
    (void)context;
    strcpy(held, person);
}

START_TEST(an_account_that_is_held_without_a_connection_is_asked_about)
{
    const Person account = {.id = "gacc", .name = "Account"};
    clients_on_held(clients, note_held, NULL);
    held[0] = '\0';
    clients_hold(clients, &ANN); /* a guest */
    come(&account, "192.0.2.1", SCOPES_ALL);
    clients_hold(clients, &account); /* who has connected */
    ck_assert_str_eq(held, "");
    const Person other = {.id = "gother", .name = "Other"};
    clients_hold(clients, &other);
    ck_assert_str_eq(held, "gother");
}
END_TEST

START_TEST(people_are_shown_as_the_accounts_last_said)
{
    const Person account = {.id = "gacc", .name = "Account", .balance = 2};
    const int64_t now = 1000;
    AccountInfo info = {.id = "gacc"};
    Rating rating = {.rating = 170000, .deviation = 6000, .volatility = 60000, .games = 7};
    Person shown = {.id = "gacc", .name = "Before", .rating = 1234, .guest = true};
    clients_show(clients, &shown, CATEGORY_BLITZ, now); /* nobody knows them */
    ck_assert_str_eq(shown.name, "Before");
    come(&account, "192.0.2.1", SCOPES_ALL);
    clients_show(clients, &shown, CATEGORY_BLITZ, now); /* nor how they are rated */
    ck_assert_str_eq(shown.name, "Account");
    ck_assert_int_eq(shown.rating, 1234);
    ck_assert(!shown.guest && shown.balance == 2);
    for (int i = 0; i < CATEGORY_COUNT; i++)
        info.ratings[i].rating = rating_new();
    clients_set_account(clients, &info);
    clients_set_rating(clients, "gacc", CATEGORY_BLITZ, &rating);
    clients_show(clients, &shown, CATEGORY_BLITZ, now);
    ck_assert(shown.rating == 1700 && !shown.provisional);
    clients_show(clients, &shown, CATEGORY_RAPID, now);
    ck_assert(shown.rating == 1500 && shown.provisional);
    clients_show(clients, &shown, CATEGORY_COUNT, now); /* a game that is never rated */
    ck_assert(shown.rating == 0 && !shown.provisional);
    ck_assert(clients_rating(clients, "gacc", CATEGORY_BLITZ, &rating) && rating.games == 7);
    ck_assert(!clients_rating(clients, "gacc", CATEGORY_RAPID, &rating));
    ck_assert(!clients_rating(clients, "gnobody", CATEGORY_BLITZ, &rating));
}
END_TEST

START_TEST(guests_are_shown_without_a_rating_and_computers_with_theirs)
{
    Person guest = ANN, computer = person_computer_rated(1517);
    come(&ANN, "192.0.2.1", SCOPES_ALL);
    guest.rating = 1234;
    clients_show(clients, &guest, CATEGORY_BLITZ, 1000);
    ck_assert_int_eq(guest.rating, 0);
    clients_show(clients, &computer, CATEGORY_BLITZ, 1000);
    ck_assert_int_eq(computer.rating, 1517);
}
END_TEST

/* ---- messages that wait ---- */

static Inbox *inbox;
static char order[64];
static SessionId holder; /* its next message holds it again */

static void on_resuming(void *context)
{
    (void)context;
    strcat(order, "!");
}

static void on_received(void *context, SessionId session, const char *text, size_t length)
{
    (void)context;
    strncat(order, text, length);
    if (session == holder)
        inbox_hold(inbox, session);
    if (length && *text == 'x')
        inbox_forget(inbox, session);
}

static void open_inbox(void)
{
    inbox = inbox_new(clients, &(SipKey){{0}}, &(InboxHooks){NULL, on_resuming, on_received});
    order[0] = '\0';
    holder = 0;
}

static bool put(SessionId session, const char *text)
{
    return inbox_put(inbox, session, text, strlen(text));
}

START_TEST(messages_wait_in_their_order)
{
    open_inbox();
    ck_assert(!inbox_is_held(inbox, 7));
    inbox_hold(inbox, 7);
    inbox_hold(inbox, 8);
    ck_assert(put(7, "a") && put(8, "z") && put(7, "b") && put(7, ""));
    ck_assert_str_eq(order, "");
    inbox_release(inbox, 7);
    ck_assert_str_eq(order, "ab");
    ck_assert(!inbox_is_held(inbox, 7) && inbox_is_held(inbox, 8));
    holder = 8;
    put(8, "y");
    inbox_release(inbox, 8);
    ck_assert_str_eq(order, "abz"); /* it waits again, and so does what is behind it */
    ck_assert(inbox_is_held(inbox, 8));
    holder = 0;
    inbox_release(inbox, 8);
    ck_assert_str_eq(order, "abzy");
    inbox_hold(inbox, 9);
    put(9, "x");
    put(9, "w");
    inbox_release(inbox, 9); /* the first ends the connection */
    ck_assert_str_eq(order, "abzyx");
    inbox_release(inbox, 9);
    inbox_hold(inbox, 10); /* and what is still waiting is freed */
    put(10, "v");
    inbox_free(inbox);
}
END_TEST

START_TEST(the_waiting_messages_have_a_limit)
{
    char text[1024];
    size_t kept = 0;
    open_inbox();
    memset(text, 'a', sizeof text);
    inbox_hold(inbox, 7);
    while (inbox_put(inbox, 7, text, sizeof text))
        kept++;
    ck_assert_uint_lt(kept, INBOX_MAX / sizeof text);
    ck_assert_uint_gt(kept, INBOX_MAX / sizeof text * 9 / 10);
    size_t left = 0;
    while (inbox_put(inbox, 7, "", 0))
        left++;
    ck_assert_uint_lt(left, sizeof text); /* empty ones count, too */
    inbox_free(inbox);
}
END_TEST

static void go_on(void *part, const Client *client, const Request *request,
                  const AccountsAnswer *answer)
{
    ck_assert_ptr_eq(part, clients);
    ck_assert_str_eq(client->person.id, "gann");
    ck_assert_int_eq(request->id, 5);
    ck_assert_int_eq(answer->error, ACCOUNTS_FULL);
    strcat(order, "(");
}

START_TEST(a_request_continues_with_its_answer_and_then_what_came_after_it)
{
    Client client = {0};
    const Request request = {.has_id = true, .id = 5};
    const AccountsAnswer answer = {.error = ACCOUNTS_FULL};
    open_inbox();
    SessionId session = come(&ANN, "192.0.2.1", SCOPES_ALL);
    ck_assert(clients_find(clients, session, &client));
    void *waiting = inbox_wait(inbox, &client, &request, go_on, clients);
    put(session, "a");
    inbox_answered(waiting, &answer);
    ck_assert_str_eq(order, "!(a");
    waiting = inbox_wait(inbox, &client, &request, go_on, clients);
    put(session, "b");
    inbox_forget(inbox, session);
    clients_close(clients, session);
    inbox_answered(waiting, &answer); /* the connection is gone */
    ck_assert_str_eq(order, "!(a");
    inbox_free(inbox);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clients");
    TCase *tcase = tcase_create("clients");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_person_is_known_while_connected_or_held);
    tcase_add_test(tcase, a_connection_is_found_as_it_was_opened);
    tcase_add_test(tcase, connected_people_are_found_by_name_or_id);
    tcase_add_test(tcase, games_keep_their_order_and_are_counted_once);
    tcase_add_test(tcase, connections_come_and_go_by_themselves);
    tcase_add_test(tcase, a_shared_public_address_is_told_from_that_of_a_school);
    tcase_add_test(tcase, blocks_and_mutes_of_connected_people_are_known);
    tcase_add_test(tcase, an_account_that_is_held_without_a_connection_is_asked_about);
    tcase_add_test(tcase, people_are_shown_as_the_accounts_last_said);
    tcase_add_test(tcase, guests_are_shown_without_a_rating_and_computers_with_theirs);
    tcase_add_test(tcase, messages_wait_in_their_order);
    tcase_add_test(tcase, the_waiting_messages_have_a_limit);
    tcase_add_test(tcase, a_request_continues_with_its_answer_and_then_what_came_after_it);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
