/* listeners_bench.c - what a move costs the owner that many hear who are connected to one front: bytes on the bus, and µs of the
 * loop for the outboxes, the words and the link, without what the game itself takes; to a front that knows the word for many
 * (words.h) and to one of the version before. Everything is in one process, with a bus in memory.
 *   listeners_bench [LISTENERS [MOVES]]      1000, 2000 */
#include "cluster_rig.h"
#include "slot_table.h"
#include "words.h"

#include <stdlib.h>
#include <time.h>

static World world;

/* A front that takes what it is told, and does nothing with it. */
typedef struct {
    Link *link;
    BusEar *ear;
    char up[BUS_SUBJECT_MAX + 1];
    WordFrame frame;
    size_t words;
} Hand;

static bool hand_send(void *context, const void *bytes, size_t length)
{
    const Hand *hand = context;
    char owner[BUS_SUBJECT_MAX + 1];
    snprintf(owner, sizeof owner, "castled.%s.owner", world.key.id);
    return bus_send(&world.bus, link_state(hand->link) == LINK_GREETING ? owner : hand->up, bytes,
                    length);
}

static void hand_frame(void *context, const void *bytes, size_t length)
{
    Hand *hand = context;
    (void)bytes, (void)length;
    hand->words++;
}

static void hand_message(void *context, const void *bytes, size_t length)
{
    const Hand *hand = context;
    link_received(hand->link, bytes, length, world.now);
}

static void greet(Hand *hand, unsigned words)
{
    char down[BUS_SUBJECT_MAX + 1];
    LinkTerms terms = {.key = &world.key, .node = "front", .castled = "1", .words = words};
    const LinkHooks hooks = {.context = hand, .send = hand_send, .frame = hand_frame};
    randombytes_buf(terms.chance, sizeof terms.chance);
    hand->link = link_greet(&terms, &hooks, world.now);
    snprintf(hand->up, sizeof hand->up, "castled.%s.%s.up", world.key.id, link_name(hand->link));
    snprintf(down, sizeof down, "castled.%s.%s.down", world.key.id, link_name(hand->link));
    hand->ear = bus_listen(&world.bus, down, hand_message, hand);
    for (int i = 0; i < 4; i++) {
        link_flush(hand->link, world.now);
        turn(&world);
    }
}

static void open_sessions(Hand *hand, SessionId *sessions, uint64_t count)
{
    for (uint64_t place = 0; place < count; place++) {
        /* As a front's table numbers them. */
        Word word = {.kind = WORD_OPENED,
                     .id = (place + 1) << SLOT_BITS | place,
                     .opened = {an_arrival(), "192.0.2.1"}};
        word_write(&word, &hand->frame);
        link_put(hand->link, hand->frame.bytes, hand->frame.length);
        link_flush(hand->link, world.now);
        bus_deliver(&world.bus);
        sessions[place] = world.owner.opened[place % OPENED_MAX];
    }
}

static double now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* What the owner does; what the front does is not counted. */
static double tell_all(const SessionId *sessions, size_t count)
{
    static const char MOVE[] = "{\"t\":\"move\",\"game\":\"6QQE8nct\",\"seq\":42,\"ply\":41,"
                               "\"uci\":\"e2e4\",\"san\":\"e4\","
                               "\"clock\":{\"white\":295123,\"black\":298456},\"lag\":12}";
    double begun = now_us();
    Packet *packet = packet_new(MOVE, sizeof MOVE - 1);
    for (size_t i = 0; i < count; i++)
        session_push(net_sessions(world.owner_net), sessions[i], packet, 0);
    packet_release(packet);
    sessions_flush(net_sessions(world.owner_net));
    host_turn(world.host);
    return now_us() - begun;
}

static void measure(unsigned words, size_t count, size_t moves)
{
    Hand hand = {.link = NULL};
    SessionId *sessions = calloc(count, sizeof *sessions);
    double us = 0;
    open_world(&world);
    open_host(&world, 7);
    greet(&hand, words);
    open_sessions(&hand, sessions, count);
    size_t before = world.bus.bytes, said = hand.words;
    for (size_t i = 0; i < moves; i++) {
        us += tell_all(sessions, count);
        size_t upwards = world.bus.bytes;
        bus_deliver(&world.bus);
        world.now += LINK_ACK_AFTER;
        link_flush(hand.link, world.now);
        before += world.bus.bytes - upwards;
        bus_deliver(&world.bus);
    }
    printf("%-22s %7zu words, %9.0f bytes, %8.1f µs a move; %.0f ns for each who hears it\n",
           words ? "a front of this version" : "of the one before", (hand.words - said) / moves,
           (double)(world.bus.bytes - before) / (double)moves, us / (double)moves,
           us * 1e3 / (double)moves / (double)count);
    bus_unlisten(hand.ear);
    link_free(hand.link);
    free(hand.frame.bytes);
    free(sessions);
    close_world(&world);
}

static size_t listeners = 1000, moves = 2000;

/* The rig's assertions need a test around them. */
START_TEST(each_kind_of_front)
{
    measure(_i % 2 ? WORDS_VERSION : WORDS_FIRST, listeners, moves);
}
END_TEST

int main(int count, char **words)
{
    enum { ROUNDS = 3 };
    listeners = count > 1 ? strtoul(words[1], NULL, 10) : listeners;
    moves = count > 2 ? strtoul(words[2], NULL, 10) : moves;
    printf("%zu listeners at a front, %zu moves\n", listeners, moves);
    Suite *suite = suite_create("listeners");
    TCase *tcase = tcase_create("listeners");
    tcase_set_timeout(tcase, 0);
    tcase_add_loop_test(tcase, each_kind_of_front, 0, 2 * ROUNDS);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
