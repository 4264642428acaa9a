#include "cluster_rig.h"
#include "link.h"
#include "transport.h"
#include "words.h"

#include <sys/resource.h>

/* The owner's end, and fronts that say what a real one never does: words are put into a link by hand. */

static World world;

enum { HEARD_MAX = 1024 };

/* A front made by hand: what it was told is kept. */
typedef struct {
    Link *link;
    BusEar *ear;
    char up[BUS_SUBJECT_MAX + 1];
    WordFrame frame;
    size_t told[WORD_LAST + 1]; /* how often, by kind */
    int status;                 /* of the last ADMIT or ANSWER */
    size_t good, busy, empty;   /* ANSWERs: 200, 503, 204 */
    size_t before_empty;        /* of the first before the last */
    size_t pieces;              /* bytes of PIECEs */
    int retry_after, code;
    char heard
        [HEARD_MAX];    /* what its sessions are sent, one letter and their numbers for each word */
    unsigned listeners; /* of the last SEND_MANY */
} Hand;

static void note(Hand *hand, const char *letter, uint64_t id)
{
    size_t length = strlen(hand->heard);
    if (length + 32 < HEARD_MAX)
        snprintf(hand->heard + length, HEARD_MAX - length, "%s%llu ", letter,
                 (unsigned long long)id);
}

static void note_listeners(Hand *hand, const Word *word)
{
    WordListeners listeners = word->send.listeners;
    uint64_t last = 0, id;
    hand->listeners = 0;
    while (word_listeners_next(&listeners, &last, &id)) {
        note(hand, hand->listeners ? "+" : "many ", id);
        hand->listeners++;
    }
}

static bool hand_send(void *context, const void *bytes, size_t length)
{
    Hand *hand = context;
    char owner[BUS_SUBJECT_MAX + 1];
    snprintf(owner, sizeof owner, "castled.%s.owner", world.key.id);
    return bus_send(&world.bus, link_state(hand->link) == LINK_GREETING ? owner : hand->up, bytes,
                    length);
}

static void hand_frame(void *context, const void *bytes, size_t length)
{
    Hand *hand = context;
    Word word;
    ck_assert(word_read(bytes, length, &word));
    hand->told[word.kind]++;
    if (word.kind == WORD_ADMIT)
        hand->status = word.admit.status;
    if (word.kind == WORD_ANSWER) {
        hand->status = word.answer.status;
        hand->retry_after = word.answer.retry_after;
        hand->good += hand->status == 200;
        hand->busy += hand->status == 503;
        hand->empty += hand->status == 204;
        if (hand->status == 204)
            hand->before_empty = hand->good;
    }
    if (word.kind == WORD_PIECE)
        hand->pieces += word.text.length;
    if (word.kind == WORD_CLOSE)
        hand->code = word.code;
    if (word.kind == WORD_SEND)
        note(hand, word.send.ping ? "ping " : "one ", word.id);
    if (word.kind == WORD_SEND_MANY)
        note_listeners(hand, &word);
    if (word.kind == WORD_CLOSE)
        note(hand, "close ", word.id);
    if (word.kind == WORD_ANSWER)
        note(hand, "answer ", word.id);
}

static void hand_message(void *context, const void *bytes, size_t length)
{
    Hand *hand = context;
    link_received(hand->link, bytes, length, world.now);
}

static void hand_turn(Hand *hand)
{
    link_flush(hand->link, world.now);
    turn(&world);
}

/* With that name of its node, and so many words. */
static void greet_with(Hand *hand, const char *node, unsigned words)
{
    char down[BUS_SUBJECT_MAX + 1];
    LinkTerms terms = {.key = &world.key, .node = node, .castled = "1", .words = words};
    const LinkHooks hooks = {.context = hand, .send = hand_send, .frame = hand_frame};
    *hand = (Hand){.link = NULL};
    randombytes_buf(terms.chance, sizeof terms.chance);
    hand->link = link_greet(&terms, &hooks, world.now);
    snprintf(hand->up, sizeof hand->up, "castled.%s.%s.up", world.key.id, link_name(hand->link));
    snprintf(down, sizeof down, "castled.%s.%s.down", world.key.id, link_name(hand->link));
    hand->ear = bus_listen(&world.bus, down, hand_message, hand);
    HostFront front;
    size_t before = 0;
    while (host_front(world.host, before, &front))
        before++;
    do
        hand_turn(hand);
    while (link_state(hand->link) == LINK_GREETING || !host_front(world.host, 0, &front));
    hand_turn(hand);
}

static void greet(Hand *hand, const char *node)
{
    greet_with(hand, node, WORDS_VERSION);
}

static void let_go(Hand *hand)
{
    bus_unlisten(hand->ear);
    link_free(hand->link);
    free(hand->frame.bytes);
}

static void put(Hand *hand, const Word *word)
{
    word_write(word, &hand->frame);
    link_put(hand->link, hand->frame.bytes, hand->frame.length);
}

static void open_session(Hand *hand, uint64_t id)
{
    Word word = {.kind = WORD_OPENED, .id = id, .opened = {an_arrival(), "192.0.2.1"}};
    put(hand, &word);
}

static void ask_from(Hand *hand, uint64_t id, const char *address)
{
    Word word = {.kind = WORD_REQUEST,
                 .id = id,
                 .request = {{.path = "/", .arguments = "", .address = address, .body = ""}, ""}};
    put(hand, &word);
}

static void ask(Hand *hand, uint64_t id)
{
    ask_from(hand, id, "192.0.2.1");
}

static void knock(Hand *hand, uint64_t id)
{
    Word word = {.kind = WORD_HANDSHAKE, .id = id, .handshake = {{.address = "192.0.2.1"}, ""}};
    put(hand, &word);
}

static void setup(void)
{
    open_world(&world);
    open_host(&world, 7);
}

static void teardown(void)
{
    close_world(&world);
}

static size_t fronts(void)
{
    HostFront front;
    size_t count = 0;
    while (host_front(world.host, count, &front))
        count++;
    return count;
}

START_TEST(a_front_is_seen_with_what_it_has)
{
    HostFront front;
    Hand hand;
    greet(&hand, "north");
    open_session(&hand, 1);
    open_session(&hand, 2);
    ask(&hand, 3);
    hand_turn(&hand);
    ck_assert(host_front(world.host, 0, &front));
    ck_assert_str_eq(front.node, "north");
    ck_assert_str_eq(front.castled, "1");
    ck_assert_uint_eq(front.sessions, 2);
    ck_assert_uint_eq(front.exchanges, 1);
    ck_assert(!host_front(world.host, 1, &front));
    let_go(&hand);
}
END_TEST

/* Another front has the same numbers. */
START_TEST(each_front_has_numbers_of_its_own)
{
    Hand north, south;
    greet(&north, "north");
    greet(&south, "south");
    open_session(&north, 1);
    hand_turn(&north);
    open_session(&south, 1);
    hand_turn(&south);
    ck_assert_uint_eq(world.owner.opened_count, 2);
    tell(&world, world.owner.opened[1], "to the south");
    turn(&world);
    turn(&world);
    ck_assert_uint_eq(south.told[WORD_SEND], 1);
    ck_assert_uint_eq(north.told[WORD_SEND], 0);
    put(&north, &(Word){.kind = WORD_CLOSED, .id = 1});
    hand_turn(&north);
    ck_assert_uint_eq(world.owner.closed_count, 1);
    ck_assert(world.owner.closed == world.owner.opened[0]);
    let_go(&north);
    let_go(&south);
}
END_TEST

START_TEST(a_front_that_greets_anew_has_nothing_any_more)
{
    Hand before, after;
    greet(&before, "north");
    open_session(&before, 1);
    hand_turn(&before);
    greet(&after, "north");
    turn(&world);
    ck_assert_uint_eq(world.owner.closed_count, 1);
    ck_assert_uint_eq(fronts(), 1);
    ck_assert_int_eq(link_state(after.link), LINK_UP);
    let_go(&before);
    let_go(&after);
}
END_TEST

START_TEST(a_session_is_silent_for_as_long_as_its_front_whatever_others_say)
{
    Hand north, south;
    const Sessions *sessions = net_sessions(world.owner_net);
    greet(&north, "north");
    greet(&south, "south");
    open_session(&north, 1);
    hand_turn(&north);
    open_session(&north, 2);
    open_session(&south, 1);
    hand_turn(&north);
    hand_turn(&south);
    while (world.owner.opened_count < 3)
        hand_turn(&south);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(session_silence(sessions, world.owner.opened[i]), 0);
    world.now += LINK_BEAT;
    put(&north, &(Word){.kind = WORD_RECEIVED, .id = 2, .text = {"{}", 2}});
    while (world.owner.received_count < 1)
        hand_turn(&north);
    /* The second session has said something, so the node of the first is there, too. */
    ck_assert_int_eq(session_silence(sessions, world.owner.opened[0]), 0);
    ck_assert_int_eq(session_silence(sessions, world.owner.opened[2]), LINK_BEAT);
    let_go(&north);
    let_go(&south);
}
END_TEST

START_TEST(the_clients_of_a_link_that_breaks_are_cut_off_and_nobody_else)
{
    Hand north, south;
    greet(&north, "north");
    greet(&south, "south");
    open_session(&north, 1);
    open_session(&south, 1);
    open_session(&south, 2);
    hand_turn(&north);
    hand_turn(&south);
    put(&south, &(Word){.kind = WORD_CLOSED, .id = 2});
    while (world.owner.closed_count < 1)
        hand_turn(&south);
    ck_assert_int_eq(world.owner.closed_cut_off, 0); /* by themselves */
    hand_turn(&north);
    hand_turn(&north);
    int64_t silent_since = world.now;
    while (world.owner.closed_count < 2) {
        world.now += LINK_BEAT;
        hand_turn(&south);
    }
    ck_assert_int_eq(world.owner.closed_cut_off, world.now - silent_since + 1);
    ck_assert_int_ge(world.owner.closed_cut_off, LINK_SILENCE);
    ck_assert_int_eq(world.owner.cut_off, 0);
    ck_assert_uint_eq(fronts(), 1);
    let_go(&north);
    let_go(&south);
}
END_TEST

/* Who repeats a greeting on the bus cannot end what the front has. */
START_TEST(a_repeated_greeting_ends_nothing)
{
    char subject[BUS_SUBJECT_MAX + 1];
    Hand hand;
    Message *heard = NULL;
    greet(&hand, "north");
    open_session(&hand, 1);
    hand_turn(&hand);
    LinkTerms terms = {.key = &world.key, .node = "north", .castled = "1"};
    Hand other = {.link = NULL};
    const LinkHooks hooks = {.context = &other, .send = hand_send, .frame = hand_frame};
    randombytes_buf(terms.chance, sizeof terms.chance);
    other.link = link_greet(&terms, &hooks, world.now);
    link_flush(other.link, world.now); /* and hears no answer */
    heard = world.bus.first;
    ck_assert_ptr_nonnull(heard);
    snprintf(subject, sizeof subject, "%s", heard->subject);
    for (int i = 0; i < 3; i++)
        bus_send(&world.bus, subject, heard->bytes, heard->length);
    for (int i = 0; i < 5; i++)
        hand_turn(&hand);
    ck_assert_uint_eq(world.owner.closed_count, 0);
    ck_assert_int_eq(link_state(hand.link), LINK_UP);
    ck_assert_uint_eq(fronts(), 1);
    link_free(other.link);
    let_go(&hand);
}
END_TEST

START_TEST(only_so_many_fronts_are_answered)
{
    static Hand hands[HOST_FRONTS_MAX];
    char node[16];
    for (int i = 0; i < HOST_FRONTS_MAX; i++) {
        snprintf(node, sizeof node, "front %d", i);
        greet(&hands[i], node);
    }
    ck_assert_uint_eq(fronts(), HOST_FRONTS_MAX);
    open_front(&world, NULL);
    pass(&world, 0);
    for (int i = 0; i < 10; i++)
        turn(&world);
    ck_assert(!front_is_up(world.front));
    link_leave(hands[0].link, world.now);
    turn(&world);
    turn(&world);
    world.now += LINK_GREETING_EVERY;
    until_linked(&world);
    for (int i = 0; i < HOST_FRONTS_MAX; i++)
        let_go(&hands[i]);
}
END_TEST

START_TEST(a_front_has_only_so_many_sessions)
{
    Hand hand;
    greet(&hand, "north");
    for (uint64_t id = 1; id <= HOST_SESSIONS_MAX; id++) {
        open_session(&hand, id);
        if (id % 1024 == 0)
            hand_turn(&hand);
    }
    HostFront front;
    ck_assert(host_front(world.host, 0, &front));
    ck_assert_uint_eq(front.sessions, HOST_SESSIONS_MAX);
    ck_assert_uint_eq(hand.told[WORD_CLOSE], 0);
    open_session(&hand, HOST_SESSIONS_MAX + 1);
    hand_turn(&hand);
    turn(&world);
    ck_assert_uint_eq(hand.told[WORD_CLOSE], 1);
    ck_assert_int_eq(hand.code, 1013);
    ck_assert(host_front(world.host, 0, &front));
    ck_assert_uint_eq(front.sessions, HOST_SESSIONS_MAX);
    let_go(&hand);
}
END_TEST

START_TEST(a_front_has_only_so_many_exchanges)
{
    Hand hand;
    greet(&hand, "north");
    for (uint64_t id = 1; id <= HOST_EXCHANGES_MAX; id++) {
        ask(&hand, id);
        if (id % 1024 == 0)
            hand_turn(&hand);
    }
    ck_assert_uint_eq(world.owner.requests, HOST_EXCHANGES_MAX);
    ask(&hand, HOST_EXCHANGES_MAX + 1);
    knock(&hand, HOST_EXCHANGES_MAX + 2);
    hand_turn(&hand);
    turn(&world);
    ck_assert_uint_eq(world.owner.requests, HOST_EXCHANGES_MAX);
    ck_assert_uint_eq(world.owner.handshakes, 0);
    ck_assert_uint_eq(hand.told[WORD_ANSWER], 1);
    ck_assert_uint_eq(hand.told[WORD_ADMIT], 1);
    ck_assert_int_eq(hand.status, 503);
    ck_assert_int_eq(hand.retry_after, 1);
    let_go(&hand);
}
END_TEST

/* Nothing is lost, and the link holds: what is too much on the way waits in the outboxes. */
START_TEST(a_front_that_is_busy_is_waited_for)
{
    enum { SESSIONS = 40, LENGTH = SESSION_BYTES_MAX };
    static char text[LENGTH];
    Hand hand;
    Sessions *sessions = net_sessions(world.owner_net);
    memset(text, 'x', LENGTH);
    greet(&hand, "north");
    for (uint64_t id = 1; id <= SESSIONS; id++)
        open_session(&hand, id);
    hand_turn(&hand);
    for (int i = 0; i < SESSIONS; i++) {
        Packet *packet = packet_new(text, LENGTH);
        session_push(sessions, world.owner.opened[i], packet, 0);
        packet_release(packet);
    }
    for (int i = 0; i < 10; i++)
        turn(&world); /* it hears, and does not say so */
    ck_assert_uint_eq(fronts(), 1);
    ck_assert_uint_gt(hand.told[WORD_SEND], 0);
    ck_assert_uint_lt(hand.told[WORD_SEND], SESSIONS);
    ck_assert_uint_eq(session_queued(sessions, world.owner.opened[SESSIONS - 1]), 1);
    while (hand.told[WORD_SEND] < SESSIONS)
        hand_turn(&hand);
    ck_assert_uint_eq(hand.told[WORD_PACKET], SESSIONS);
    let_go(&hand);
}
END_TEST

/* ---- long answers ---- */

enum { PAGE = 230 * 1000 };

static HttpAnswer a_page(void)
{
    static char page[PAGE];
    return (HttpAnswer){.status = 200, .type = "text/html", .body = page, .length = PAGE};
}

static HostFront the_front(void)
{
    HostFront front;
    ck_assert(host_front(world.host, 0, &front));
    return front;
}

/* The front hears nothing meanwhile, and acknowledges nothing. */
START_TEST(answers_wait_for_a_front_and_never_break_its_link)
{
    enum { COUNT = 500 };
    const HttpAnswer page = a_page();
    Hand hand;
    greet(&hand, "north");
    open_session(&hand, 1);
    hand_turn(&hand);
    world.owner.answer = &page;
    for (uint64_t id = 1; id <= COUNT; id++)
        ask(&hand, id);
    hand_turn(&hand);
    for (int i = 0; i < 10; i++)
        turn(&world);
    ck_assert_uint_eq(fronts(), 1);
    ck_assert_uint_gt(the_front().waiting, 0);
    ck_assert_uint_le(the_front().unacknowledged, HOST_BUSY + PAGE + HOST_SHORT);
    tell(&world, world.owner.opened[0], "a move");
    while (!hand.told[WORD_SEND])
        turn(&world); /* before anything is acknowledged */
    while (hand.told[WORD_ANSWER] < COUNT)
        hand_turn(&hand);
    ck_assert_uint_eq(hand.good + hand.busy, COUNT);
    ck_assert_uint_ge(hand.good, HOST_WAITING_SHARE / PAGE);
    ck_assert_uint_le(hand.good, (HOST_WAITING_SHARE + HOST_BUSY) / PAGE + 1);
    ck_assert_uint_eq(the_front().waiting, 0);
    ck_assert_uint_eq(world.owner.closed_count, 0);
    let_go(&hand);
}
END_TEST

START_TEST(who_asks_for_much_takes_no_room_and_no_turn_of_others)
{
    enum { COUNT = 200 };
    const HttpAnswer page = a_page();
    static const HttpAnswer SHORT = {.status = 204, .body = ""};
    Hand hand;
    greet(&hand, "north");
    world.owner.answer = &page;
    for (uint64_t id = 1; id <= COUNT; id++)
        ask(&hand, id);
    hand_turn(&hand);
    turn(&world);
    size_t asked = world.owner.requests;
    ck_assert_uint_lt(asked, COUNT); /* nothing is done for whom nothing can be told */
    ask_from(&hand, COUNT + 1, "192.0.2.2");
    link_flush(hand.link, world.now);
    world.owner.answer = &SHORT;
    bus_deliver(&world.bus);
    ck_assert_uint_eq(world.owner.requests, asked + 1);
    while (hand.good + hand.busy < COUNT)
        hand_turn(&hand);
    ck_assert_uint_eq(hand.empty, 1);
    ck_assert_uint_lt(hand.before_empty, 3 * HOST_BUSY / PAGE);
    ck_assert_uint_ge(hand.good, HOST_WAITING_SHARE / PAGE);
    let_go(&hand);
}
END_TEST

/* ---- what many hear ---- */

static Sessions *owners(void)
{
    return net_sessions(world.owner_net);
}

/* Sessions from 1 on, one behind the other; the owner's numbers of them. */
static void open_sessions(Hand *hand, SessionId *sessions, uint64_t count)
{
    for (uint64_t id = 1; id <= count; id++) {
        size_t before = world.owner.opened_count;
        open_session(hand, id);
        while (world.owner.opened_count == before)
            hand_turn(hand);
        sessions[id - 1] = world.owner.opened[before % OPENED_MAX];
    }
}

static void tell_all(const SessionId *sessions, size_t count, const char *text)
{
    Packet *packet = packet_new(text, strlen(text));
    for (size_t i = 0; i < count; i++)
        session_push(owners(), sessions[i], packet, 0);
    packet_release(packet);
}

static void expect_heard(Hand *hand, const char *heard)
{
    for (int i = 0; i < 3; i++)
        turn(&world);
    ck_assert_str_eq(hand->heard, heard);
    hand->heard[0] = '\0';
}

START_TEST(what_many_hear_is_said_once_with_all_their_numbers)
{
    Hand hand;
    SessionId sessions[5];
    greet(&hand, "north");
    open_sessions(&hand, sessions, 5);
    tell_all(sessions, 5, "e4");
    expect_heard(&hand, "many 1 +2 +3 +4 +5 ");
    ck_assert_uint_eq(hand.told[WORD_PACKET], 1);
    tell_all(sessions + 1, 1, "alone");
    expect_heard(&hand, "one 2 ");
    tell_all(sessions, 3, "d4");
    tell_all(sessions + 3, 2, "c4");
    expect_heard(&hand, "many 1 +2 +3 many 4 +5 ");
    tell_all(sessions, 3, "one text");
    tell_all(sessions, 2, "and another");
    expect_heard(&hand, "many 1 +2 one 3 ");
    let_go(&hand);
}
END_TEST

/* A node of the version before does not know the word. */
START_TEST(a_front_that_does_not_know_the_word_is_told_one_by_one)
{
    Hand north, south;
    SessionId old[3], both[3];
    greet_with(&north, "north", WORDS_FIRST);
    open_sessions(&north, old, 3);
    greet(&south, "south");
    open_sessions(&south, both, 3);
    tell_all(old, 3, "e4");
    tell_all(both, 3, "e4");
    expect_heard(&north, "one 1 one 2 one 3 ");
    expect_heard(&south, "many 1 +2 +3 ");
    ck_assert_uint_eq(north.told[WORD_SEND_MANY], 0);
    let_go(&north);
    let_go(&south);
}
END_TEST

/* Whoever is told something by itself has been told before what they hear with others. */
START_TEST(what_many_hear_stays_in_its_order)
{
    static const HttpAnswer ANSWER = {.status = 200, .body = ""};
    Hand hand;
    SessionId sessions[4];
    greet(&hand, "north");
    open_sessions(&hand, sessions, 4);
    tell_all(sessions, 4, "e4");
    session_close(owners(), sessions[0], CLOSE_NORMAL);
    session_ping(owners(), sessions[3]);
    expect_heard(&hand, "one 1 close 1 many 2 +3 ping 4 ");
    world.owner.answer = &ANSWER;
    ask(&hand, 9);
    link_flush(hand.link, world.now);
    tell_all(sessions + 1, 2, "d4");
    sessions_flush(owners()); /* before the request comes */
    expect_heard(&hand, "many 2 +3 answer 9 ");
    let_go(&hand);
}
END_TEST

START_TEST(only_so_many_are_told_by_one_word)
{
    enum { COUNT = WORD_LISTENERS_MAX + 2 };
    static SessionId sessions[COUNT];
    Hand hand;
    greet(&hand, "north");
    open_sessions(&hand, sessions, COUNT);
    tell_all(sessions, COUNT, "e4");
    for (int i = 0; i < 3; i++)
        turn(&world);
    ck_assert_uint_eq(hand.told[WORD_SEND_MANY], 2);
    ck_assert_uint_eq(hand.listeners, 2);
    ck_assert_uint_eq(hand.told[WORD_SEND], 0);
    let_go(&hand);
}
END_TEST

/* What a front cannot have said ends its link, with all that it has. */
static void expect_broken(Hand *hand, const char *why)
{
    hand_turn(hand);
    turn(&world);
    ck_assert_msg(fronts() == 0, "%s", why);
    ck_assert_msg(world.owner.closed_count == world.owner.opened_count, "%s", why);
    let_go(hand);
}

START_TEST(what_no_front_says_breaks_its_link)
{
    static char long_text[NET_MESSAGE_MAX + 1];
    memset(long_text, 'x', sizeof long_text);
    Hand hand;

    greet(&hand, "north");
    open_session(&hand, 1);
    link_put(hand.link, "no word", 7);
    expect_broken(&hand, "no word");

    greet(&hand, "north");
    open_session(&hand, 1);
    put(&hand, &(Word){.kind = WORD_CLOSE, .id = 1, .code = CLOSE_POLICY});
    expect_broken(&hand, "a word of owners");

    greet(&hand, "north");
    open_session(&hand, 1);
    open_session(&hand, 1);
    expect_broken(&hand, "a session twice");

    greet(&hand, "north");
    open_session(&hand, 0);
    expect_broken(&hand, "a session without a number");

    greet(&hand, "north");
    ask(&hand, 1);
    knock(&hand, 1);
    expect_broken(&hand, "an exchange twice");

    greet(&hand, "north");
    open_session(&hand, 1);
    put(&hand, &(Word){.kind = WORD_RECEIVED, .id = 1, .text = {long_text, NET_MESSAGE_MAX}});
    hand_turn(&hand);
    ck_assert_uint_eq(world.owner.received_count, 1);
    put(&hand, &(Word){.kind = WORD_RECEIVED, .id = 1, .text = {long_text, NET_MESSAGE_MAX + 1}});
    expect_broken(&hand, "a message that is too long");
    ck_assert_uint_eq(world.owner.received_count, 1);
}
END_TEST

/* Who serves the ICS port, and does nothing. */
static void port_lost(void *owner)
{
    size_t *lines = owner;
    --*lines;
}

static void port_arrived(void *owner)
{
    (void)owner;
}

static void port_begins(void *context, Transport *transport, const char *address,
                        bool is_confidential, uint64_t front)
{
    static const TransportHooks HOOKS = {
        .arrived = port_arrived, .late = port_arrived, .lost = port_lost};
    (void)context, (void)address, (void)is_confidential;
    world.owner.lines_front = front;
    transport_own(transport, &HOOKS, &world.owner.lines);
    world.owner.lines++;
}

static void setup_port(void)
{
    open_world(&world);
    world.line = port_begins;
    open_host(&world, 7);
}

static void begin_line(Hand *hand, uint64_t id)
{
    put(hand, &(Word){.kind = WORD_LINE, .id = id, .line = {"192.0.2.1", false}});
}

static void say_of_line(Hand *hand, size_t length)
{
    static const char BYTES[WORD_LINE_WINDOW + 1];
    put(hand, &(Word){.kind = WORD_BYTES, .id = 1, .text = {BYTES, length}});
}

START_TEST(what_no_front_says_of_a_line_breaks_its_link)
{
    Hand hand;

    greet(&hand, "north");
    begin_line(&hand, 1);
    begin_line(&hand, 1);
    expect_broken(&hand, "a line twice");

    greet(&hand, "north");
    begin_line(&hand, 0);
    expect_broken(&hand, "a line without a number");

    greet(&hand, "north");
    begin_line(&hand, 1);
    say_of_line(&hand, WORD_LINE_WINDOW);
    while (!hand.told[WORD_TAKEN])
        hand_turn(&hand);
    say_of_line(&hand, WORD_LINE_WINDOW + 1);
    expect_broken(&hand, "more than the window");

    greet(&hand, "north");
    begin_line(&hand, 1);
    put(&hand, &(Word){.kind = WORD_TAKEN, .id = 1, .taken = 1});
    expect_broken(&hand, "taken what was not said");

    greet(&hand, "north");
    begin_line(&hand, 1);
    put(&hand, &(Word){.kind = WORD_LINE_END, .id = 1});
    put(&hand, &(Word){.kind = WORD_LINE_END, .id = 1});
    say_of_line(&hand, 1);
    put(&hand, &(Word){.kind = WORD_LINE_LOST, .id = 1});
    say_of_line(&hand, 1);
    hand_turn(&hand);
    ck_assert_uint_eq(fronts(), 1);
    let_go(&hand);
}
END_TEST

START_TEST(people_at_the_ics_port_of_a_front_that_is_lost_are_cut_off)
{
    Hand north, south;
    greet(&north, "north");
    greet(&south, "south");
    begin_line(&south, 1);
    hand_turn(&south);
    uint64_t lost = world.owner.lines_front;
    begin_line(&north, 1);
    hand_turn(&north);
    ck_assert_uint_ne(world.owner.lines_front, lost);
    while (!world.owner.lines_lost) {
        hand_turn(&north);
        world.now += LINK_BEAT;
        hand_turn(&north);
        ck_assert(world.owner.lines_lost || host_silence(world.host, lost) > 0);
    }
    ck_assert_uint_eq(world.owner.lines_lost, lost);
    ck_assert_int_gt(world.owner.lines_cut_off, LINK_SILENCE);
    ck_assert_int_eq(host_silence(world.host, lost), 0);
    let_go(&north);
    let_go(&south);
}
END_TEST

START_TEST(a_front_has_only_so_many_lines)
{
    const rlim_t descriptors = 3 * HOST_LINES_MAX;
    struct rlimit limit;
    Hand hand;
    getrlimit(RLIMIT_NOFILE, &limit);
    ck_assert_uint_ge(limit.rlim_max, descriptors);
    limit.rlim_cur = descriptors;
    setrlimit(RLIMIT_NOFILE, &limit);
    greet(&hand, "north");
    for (uint64_t id = 1; id <= HOST_LINES_MAX; id++)
        begin_line(&hand, id);
    hand_turn(&hand);
    ck_assert_uint_eq(world.owner.lines, HOST_LINES_MAX);
    ck_assert_uint_eq(hand.told[WORD_LINE_END], 0);
    begin_line(&hand, HOST_LINES_MAX + 1);
    while (!hand.told[WORD_LINE_END])
        hand_turn(&hand);
    ck_assert_uint_eq(world.owner.lines, HOST_LINES_MAX);
    put(&hand, &(Word){.kind = WORD_LINE_LOST, .id = 5});
    hand_turn(&hand);
    begin_line(&hand, HOST_LINES_MAX + 2);
    while (world.owner.lines <= HOST_LINES_MAX)
        hand_turn(&hand);
    let_go(&hand);
}
END_TEST

static void ready(void *context)
{
    (void)context;
    world.owner.ready_count++;
}

static void gone(void *context)
{
    (void)context;
    world.owner.gone_count++;
}

START_TEST(a_front_cannot_take_what_was_not_sent)
{
    static const HttpAnswer HEAD = {.status = 200, .type = "text/plain"};
    const StreamHooks hooks = {.ready = ready, .gone = gone};
    Hand hand;
    greet(&hand, "north");
    ask(&hand, 1);
    hand_turn(&hand);
    ck_assert(net_stream(world.owner_net, world.owner.request, &HEAD, &hooks));
    ck_assert_uint_eq(net_stream_write(world.owner_net, world.owner.request, "ten bytes!", 10), 10);
    put(&hand, &(Word){.kind = WORD_DRAINED, .id = 1, .drained = 4});
    hand_turn(&hand);
    ck_assert_uint_eq(world.owner.ready_count, 0);
    ck_assert_uint_eq(net_stream_write(world.owner_net, world.owner.request, "!", 1), 7);
    put(&hand, &(Word){.kind = WORD_DRAINED, .id = 1, .drained = 11});
    hand_turn(&hand);
    ck_assert_uint_eq(world.owner.ready_count, 1);
    put(&hand, &(Word){.kind = WORD_DRAINED, .id = 1, .drained = 12});
    expect_broken(&hand, "more than was sent");
    ck_assert_uint_eq(world.owner.gone_count, 1);
}
END_TEST

/* Nobody takes anything: what has no room is cut, and whoever writes it hears so. */
START_TEST(a_stream_that_has_no_room_is_cut)
{
    static const HttpAnswer HEAD = {.status = 200, .type = "text/plain"};
    static char piece[1 << 20];
    const StreamHooks hooks = {.ready = ready, .gone = gone};
    Hand hand;
    greet(&hand, "north");
    ask(&hand, 1);
    hand_turn(&hand);
    ExchangeId stream = world.owner.request;
    ck_assert(net_stream(world.owner_net, stream, &HEAD, &hooks));
    for (size_t i = 0; i < HOST_WAITING_SHARE / sizeof piece; i++)
        net_stream_write(world.owner_net, stream, piece, sizeof piece);
    turn(&world);
    ck_assert_uint_eq(world.owner.gone_count, 0);
    for (int i = 0; i < 3; i++)
        net_stream_write(world.owner_net, stream, piece, sizeof piece);
    ck_assert_uint_eq(world.owner.gone_count, 0); /* not within the call */
    turn(&world);
    ck_assert_uint_eq(world.owner.gone_count, 1);
    ck_assert_uint_eq(net_stream_write(world.owner_net, stream, piece, 1), 0);
    while (!hand.told[WORD_CUT])
        hand_turn(&hand);
    ck_assert_uint_le(hand.pieces, HOST_WAITING_SHARE + HOST_BUSY + HOST_PIECE_MAX);
    ck_assert_uint_eq(fronts(), 1);
    let_go(&hand);
}
END_TEST

/* They cross with what ends what they are about. */
START_TEST(what_is_said_of_nothing_is_ignored)
{
    Hand hand;
    greet(&hand, "north");
    put(&hand, &(Word){.kind = WORD_RECEIVED, .id = 5, .text = {"x", 1}});
    put(&hand, &(Word){.kind = WORD_CLOSED, .id = 5});
    put(&hand, &(Word){.kind = WORD_ROUND_TRIP, .id = 5, .round_trip = 1});
    put(&hand, &(Word){.kind = WORD_GONE, .id = 5});
    put(&hand, &(Word){.kind = WORD_DRAINED, .id = 5, .drained = 1});
    hand_turn(&hand);
    turn(&world);
    ck_assert_uint_eq(fronts(), 1);
    ck_assert_uint_eq(world.owner.received_count, 0);
    ck_assert_uint_eq(world.owner.closed_count, 0);
    let_go(&hand);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host");
    TCase *tcase = tcase_create("host");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_front_is_seen_with_what_it_has);
    tcase_add_test(tcase, each_front_has_numbers_of_its_own);
    tcase_add_test(tcase, a_front_that_greets_anew_has_nothing_any_more);
    tcase_add_test(tcase, a_session_is_silent_for_as_long_as_its_front_whatever_others_say);
    tcase_add_test(tcase, the_clients_of_a_link_that_breaks_are_cut_off_and_nobody_else);
    tcase_add_test(tcase, a_repeated_greeting_ends_nothing);
    tcase_add_test(tcase, only_so_many_fronts_are_answered);
    tcase_add_test(tcase, a_front_has_only_so_many_sessions);
    tcase_add_test(tcase, a_front_has_only_so_many_exchanges);
    tcase_add_test(tcase, a_front_that_is_busy_is_waited_for);
    tcase_add_test(tcase, answers_wait_for_a_front_and_never_break_its_link);
    tcase_add_test(tcase, who_asks_for_much_takes_no_room_and_no_turn_of_others);
    tcase_add_test(tcase, a_stream_that_has_no_room_is_cut);
    tcase_add_test(tcase, what_many_hear_is_said_once_with_all_their_numbers);
    tcase_add_test(tcase, a_front_that_does_not_know_the_word_is_told_one_by_one);
    tcase_add_test(tcase, what_many_hear_stays_in_its_order);
    tcase_add_test(tcase, only_so_many_are_told_by_one_word);
    tcase_add_test(tcase, what_no_front_says_breaks_its_link);
    tcase_add_test(tcase, a_front_cannot_take_what_was_not_sent);
    tcase_add_test(tcase, what_is_said_of_nothing_is_ignored);
    suite_add_tcase(suite, tcase);
    TCase *lines = tcase_create("lines");
    tcase_add_checked_fixture(lines, setup_port, teardown);
    tcase_add_test(lines, what_no_front_says_of_a_line_breaks_its_link);
    tcase_add_test(lines, people_at_the_ics_port_of_a_front_that_is_lost_are_cut_off);
    tcase_add_test(lines, a_front_has_only_so_many_lines);
    suite_add_tcase(suite, lines);
    return run_suite(suite);
}
