#include "link.h"

#include "check_rig.h"
#include "link_format.h"
#include "soak.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING_MAX = 4096, START = 1000 };

typedef struct {
    unsigned char *bytes;
    size_t length;
} Message;

/* One end, and what is on its way to it. */
typedef struct End {
    Link *link;
    struct End *other;
    Message waiting[WAITING_MAX];
    int count;
    bool is_bus_gone; /* it takes nothing from this end */
    int frames;       /* that have come */
    uint32_t next;    /* the number that the next frame must have, in numbered frames */
    size_t newest;    /* the length of the last frame */
    int breaks_at;    /* calls link_break for this frame; 0: never */
} End;

typedef struct {
    ClusterKey key;
    End front, owner;
    uint64_t front_epoch, owner_epoch;
    unsigned front_words, owner_words;
    int64_t now;
    unsigned char chance; /* drawn last */
    uint32_t seed;
} World;

static World world;
/* What follows the number of a frame begins somewhere in it. */
static unsigned char pattern[LINK_FRAME_MAX + 256];

static uint32_t draw(uint32_t below)
{
    world.seed = world.seed * 1664525u + 1013904223u;
    return (world.seed >> 8) % below;
}

static void put_waiting(End *end, const void *bytes, size_t length)
{
    ck_assert_int_lt(end->count, WAITING_MAX);
    Message *message = &end->waiting[end->count++];
    *message = (Message){.bytes = malloc(length), .length = length};
    memcpy(message->bytes, bytes, length);
}

static Message take_waiting(End *end, int place)
{
    Message message = end->waiting[place];
    end->count--;
    memmove(end->waiting + place, end->waiting + place + 1,
            (size_t)(end->count - place) * sizeof(Message));
    return message;
}

static bool on_send(void *context, const void *bytes, size_t length)
{
    End *end = context;
    ck_assert_uint_le(length, LINK_MESSAGE_MAX);
    if (end->is_bus_gone)
        return false;
    put_waiting(end->other, bytes, length);
    return true;
}

/* Frames of the tests are a number and then bytes of the pattern. */
static void on_frame(void *context, const void *bytes, size_t length)
{
    End *end = context;
    const unsigned char *frame = bytes;
    end->frames++;
    end->newest = length;
    if (length >= LINK_FRAME_HEAD) {
        ck_assert_uint_eq(link_frame_length(frame), end->next++);
        ck_assert(memcmp(frame + LINK_FRAME_HEAD, pattern + frame[3], length - LINK_FRAME_HEAD) ==
                  0);
    }
    if (end->breaks_at && end->frames == end->breaks_at)
        link_break(end->link, "a test");
}

static void put_frame(End *end, uint32_t number, size_t length)
{
    unsigned char *frame = malloc(length);
    link_frame_head(frame, number);
    memcpy(frame + LINK_FRAME_HEAD, pattern + frame[3], length - LINK_FRAME_HEAD);
    link_put(end->link, frame, length);
    free(frame);
}

static LinkTerms terms_of(const End *end)
{
    bool is_front = end == &world.front;
    LinkTerms terms = {.key = &world.key,
                       .node = is_front ? "front-1" : "owner-1",
                       .castled = is_front ? "0.2.0" : "0.3.0",
                       .epoch = is_front ? world.front_epoch : world.owner_epoch,
                       .words = is_front ? world.front_words : world.owner_words};
    memset(terms.chance, ++world.chance, sizeof terms.chance);
    return terms;
}

static LinkHooks hooks_of(End *end)
{
    return (LinkHooks){.context = end, .send = on_send, .frame = on_frame};
}

static void use_secret(unsigned char first)
{
    unsigned char secret[SEAL_KEY_SIZE];
    memset(secret, first, sizeof secret);
    cluster_key_init(&world.key, secret);
}

static void clear_end(End *end)
{
    link_free(end->link);
    while (end->count)
        free(take_waiting(end, 0).bytes);
    *end = (End){.other = end->other};
}

static void greet(void)
{
    LinkTerms terms = terms_of(&world.front);
    LinkHooks hooks = hooks_of(&world.front);
    clear_end(&world.front);
    clear_end(&world.owner);
    world.front.link = link_greet(&terms, &hooks, world.now);
}

static void setup(void)
{
    ck_assert_int_ge(sodium_init(), 0);
    world = (World){.front_epoch = 4, .owner_epoch = 5, .now = START, .seed = 1};
    world.front.other = &world.owner;
    world.owner.other = &world.front;
    use_secret(1);
    greet();
}

static void teardown(void)
{
    clear_end(&world.front);
    clear_end(&world.owner);
}

/* Gives the owner a greeting, as its host would. */
static void receive_greeting(const Message *message)
{
    LinkGreeting greeting;
    if (!link_greeting_read(&world.key, message->bytes, message->length, &greeting))
        return;
    if (world.owner.link) {
        link_greeted_again(world.owner.link);
        return;
    }
    LinkTerms terms = terms_of(&world.owner);
    LinkHooks hooks = hooks_of(&world.owner);
    world.owner.link = link_answer(&terms, &hooks, &greeting, world.now);
}

static void receive(End *end, Message message)
{
    if (end == &world.owner && link_kind(message.bytes, message.length) == LINK_KIND_GREETING)
        receive_greeting(&message);
    else if (end->link)
        link_received(end->link, message.bytes, message.length, world.now);
    free(message.bytes);
}

static void deliver(End *end)
{
    while (end->count)
        receive(end, take_waiting(end, 0));
}

static void flush(End *end)
{
    if (end->link)
        link_flush(end->link, world.now);
}

/* A turn of both loops with all that it leads to, at this time. */
static void turn(void)
{
    flush(&world.front);
    flush(&world.owner);
    while (world.front.count || world.owner.count) {
        deliver(&world.owner);
        deliver(&world.front);
        flush(&world.front);
        flush(&world.owner);
    }
}

/* Time passes, and both ends do what they have to when they said that they would. */
static void pass(int64_t ms)
{
    for (int64_t end = world.now + ms; world.now <= end;) {
        turn();
        int64_t wait = end - world.now + 1;
        for (int i = 0; i < 2; i++) {
            const Link *link = i ? world.front.link : world.owner.link;
            int64_t due = link ? link_wait(link, world.now) : -1;
            wait = due >= 0 && due < wait ? due : wait;
        }
        ck_assert_int_gt(wait, 0);
        world.now += wait;
    }
}

static void expect_broken(const End *end, const char *reason)
{
    ck_assert_int_eq(link_state(end->link), LINK_BROKEN);
    ck_assert_str_eq(link_reason(end->link), reason);
    ck_assert_int_eq(link_wait(end->link, world.now), -1);
}

static void connect(void)
{
    turn();
    ck_assert_int_eq(link_state(world.front.link), LINK_UP);
    ck_assert_int_eq(link_state(world.owner.link), LINK_UP);
}

START_TEST(both_ends_know_each_other_after_a_greeting)
{
    ck_assert_int_eq(link_state(world.front.link), LINK_GREETING);
    ck_assert_uint_eq(strlen(link_name(world.front.link)), LINK_NAME_SIZE - 1);
    connect();
    ck_assert_str_eq(link_name(world.front.link), link_name(world.owner.link));
    ck_assert_str_eq(link_node(world.front.link), "owner-1");
    ck_assert_str_eq(link_castled(world.front.link), "0.3.0");
    ck_assert_str_eq(link_node(world.owner.link), "front-1");
    ck_assert_str_eq(link_castled(world.owner.link), "0.2.0");
    ck_assert_uint_eq(link_epoch(world.front.link), 5);
    ck_assert_uint_eq(link_epoch(world.owner.link), 5);
    ck_assert_str_eq(link_reason(world.front.link), "");
}
END_TEST

/* Each end knows how much of what it says the other one understands; the flags beside that are what they were. */
START_TEST(both_ends_know_each_other_s_words)
{
    world.front_words = 1;
    world.owner_words = LINK_WORDS_MAX;
    greet();
    ck_assert_uint_eq(link_words(world.front.link), 0);
    connect();
    ck_assert_uint_eq(link_words(world.front.link), LINK_WORDS_MAX);
    ck_assert_uint_eq(link_words(world.owner.link), 1);
    pass(1000);
    ck_assert_int_eq(link_state(world.owner.link), LINK_UP);
    ck_assert_int_ge(link_round_trip(world.owner.link), 0);
    link_leave(world.front.link, world.now);
    deliver(&world.owner);
    expect_broken(&world.owner, "the other node has left");
}
END_TEST

START_TEST(a_front_greets_four_times_a_second_until_an_owner_answers)
{
    int greetings = 0;
    for (; world.now < START + 5000; world.now += link_wait(world.front.link, world.now)) {
        link_flush(world.front.link, world.now);
        greetings += world.owner.count;
        while (world.owner.count)
            free(take_waiting(&world.owner, 0).bytes);
    }
    ck_assert_int_eq(greetings, 20);
    world.now += 60000;
    connect();
}
END_TEST

START_TEST(a_welcome_that_was_lost_is_sent_again)
{
    flush(&world.front);
    deliver(&world.owner);
    ck_assert_int_eq(world.front.count, 1);
    free(take_waiting(&world.front, 0).bytes);
    world.now += LINK_GREETING_EVERY;
    connect();
    link_greeted_again(world.owner.link);
    ck_assert_int_eq(world.front.count, 0);
}
END_TEST

START_TEST(a_long_name_is_cut)
{
    char name[200];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    LinkTerms terms = terms_of(&world.front);
    LinkHooks hooks = hooks_of(&world.front);
    terms.node = terms.castled = name;
    link_free(world.front.link);
    world.front.link = link_greet(&terms, &hooks, world.now);
    connect();
    ck_assert_uint_eq(strlen(link_node(world.owner.link)), LINK_NODE_MAX);
    ck_assert_uint_eq(strlen(link_castled(world.owner.link)), LINK_CASTLED_MAX);
}
END_TEST

/* One who has been the owner and does not know yet that it is none any more. */
START_TEST(an_owner_with_a_lower_epoch_is_none)
{
    world.front_epoch = 6;
    greet();
    pass(1000);
    ck_assert_ptr_null(world.owner.link);
    ck_assert_int_eq(link_state(world.front.link), LINK_GREETING);
}
END_TEST

/* Its answer is refused as well, should it answer. */
START_TEST(a_welcome_with_a_lower_epoch_is_ignored)
{
    world.front_epoch = 6;
    greet();
    flush(&world.front);
    LinkGreeting greeting;
    Message message = take_waiting(&world.owner, 0);
    ck_assert(link_greeting_read(&world.key, message.bytes, message.length, &greeting));
    ck_assert_uint_eq(greeting.epoch, 6);
    free(message.bytes);
    greeting.epoch = 0;
    LinkTerms terms = terms_of(&world.owner);
    LinkHooks hooks = hooks_of(&world.owner);
    world.owner.link = link_answer(&terms, &hooks, &greeting, world.now);
    deliver(&world.front);
    ck_assert_int_eq(link_state(world.front.link), LINK_GREETING);
}
END_TEST

START_TEST(two_clusters_on_one_bus_do_not_hear_each_other)
{
    char id[SEAL_ID_SIZE];
    memcpy(id, world.key.id, sizeof id);
    flush(&world.front);
    use_secret(2); /* the owner's */
    ck_assert_str_ne(id, world.key.id);
    deliver(&world.owner);
    ck_assert_ptr_null(world.owner.link);
}
END_TEST

/* A front of the next version, by its greeting. */
START_TEST(another_version_is_told_and_not_linked)
{
    flush(&world.front);
    LinkGreeting greeting;
    Message message = take_waiting(&world.owner, 0);
    ck_assert(link_greeting_read(&world.key, message.bytes, message.length, &greeting));
    free(message.bytes);
    greeting.version = LINK_VERSION + 1;
    LinkTerms terms = terms_of(&world.owner);
    LinkHooks hooks = hooks_of(&world.owner);
    ck_assert_ptr_null(link_answer(&terms, &hooks, &greeting, world.now));
    ck_assert_int_eq(world.front.count, 1);
}
END_TEST

START_TEST(an_owner_of_another_version_breaks_the_front)
{
    LinkIntroduction welcome = {.version = LINK_VERSION + 1, .node = "later", .castled = "9.0.0"};
    unsigned char nonce[SEAL_NONCE_SIZE] = {9}, bytes[LINK_INTRODUCTION_MAX];
    sodium_hex2bin(welcome.front, sizeof welcome.front, link_name(world.front.link),
                   LINK_NAME_SIZE - 1, NULL, NULL, NULL);
    size_t length =
        link_introduction_print(&welcome, LINK_KIND_WELCOME, &world.key.greetings, nonce, bytes);
    link_received(world.front.link, bytes, length, world.now);
    expect_broken(&world.front, "the owner is another version of castled");
}
END_TEST

START_TEST(frames_arrive_whole_and_in_order_both_ways)
{
    static const size_t LENGTHS[] = {4,
                                     5,
                                     100,
                                     65536,
                                     LINK_STREAM_MAX - 4,
                                     LINK_STREAM_MAX,
                                     3 * LINK_STREAM_MAX + 1,
                                     4,
                                     LINK_FRAME_MAX};
    const int count = sizeof LENGTHS / sizeof *LENGTHS;
    connect();
    for (int i = 0; i < count; i++) {
        put_frame(&world.front, (uint32_t)i, LENGTHS[i]);
        if (i < count - 1)
            put_frame(&world.owner, (uint32_t)i, LENGTHS[i]);
    }
    link_put(world.owner.link, "", 0);
    turn();
    ck_assert_int_eq(world.owner.frames, count);
    ck_assert_int_eq(world.front.frames, count);
    ck_assert_uint_eq(world.owner.newest, LINK_FRAME_MAX);
    ck_assert_uint_eq(world.front.newest, 0);
    pass(LINK_BEAT);
    ck_assert_uint_eq(link_unacknowledged(world.front.link), 0);
    ck_assert_uint_eq(link_unacknowledged(world.owner.link), 0);
}
END_TEST

/* A frame's head may be cut at any byte. */
START_TEST(a_frame_may_span_messages_at_any_byte)
{
    connect();
    for (uint32_t i = 0; i < 12; i++) {
        size_t head = LINK_STREAM_MAX - LINK_FRAME_HEAD - i;
        put_frame(&world.front, 2 * i, head);
        put_frame(&world.front, 2 * i + 1, 8);
        turn();
        ck_assert_uint_eq(world.owner.next, 2 * i + 2);
    }
}
END_TEST

START_TEST(many_frames_of_a_turn_are_one_message)
{
    connect();
    for (uint32_t i = 0; i < 1000; i++)
        put_frame(&world.front, i, 100);
    ck_assert_int_eq(link_wait(world.front.link, world.now), 0);
    flush(&world.front);
    ck_assert_int_eq(world.owner.count, 1);
    ck_assert_int_gt(link_wait(world.front.link, world.now), 0);
    turn();
    ck_assert_int_eq(world.owner.frames, 1000);
}
END_TEST

START_TEST(nothing_is_queued_before_the_link_is_up)
{
    put_frame(&world.front, 0, 10);
    connect();
    put_frame(&world.front, 0, 11);
    turn();
    ck_assert_int_eq(world.owner.frames, 1);
    ck_assert_uint_eq(world.owner.newest, 11);
}
END_TEST

START_TEST(a_frame_that_is_too_long_breaks_the_link)
{
    connect();
    put_frame(&world.front, 0, LINK_FRAME_MAX + 1);
    expect_broken(&world.front, "a frame from here is too long");
    turn();
    expect_broken(&world.owner, "the other node has left");
    ck_assert_int_eq(world.owner.frames, 0);
}
END_TEST

/* The other end keeps to the bound, too, for one that does not: its message is made by hand with the link's key. */
START_TEST(a_frame_that_claims_to_be_too_long_breaks_the_link)
{
    flush(&world.front);
    deliver(&world.owner);
    unsigned char front[SEAL_CHANCE_SIZE], owner[SEAL_CHANCE_SIZE];
    SealKey up, down;
    sodium_hex2bin(front, sizeof front, link_name(world.front.link), LINK_NAME_SIZE - 1, NULL, NULL,
                   NULL);
    memset(owner, world.chance, sizeof owner);
    seal_link_keys(&world.key, front, owner, &up, &down);
    unsigned char bytes[LINK_MESSAGE_LEAST + LINK_FRAME_HEAD];
    link_frame_head(bytes + LINK_MESSAGE_FRONT + LINK_MESSAGE_HEAD, LINK_FRAME_MAX + 1);
    LinkHead head = {.flags = 0};
    size_t length = link_message_print(&head, &up, 1, LINK_FRAME_HEAD, bytes);
    link_received(world.owner.link, bytes, length, world.now);
    expect_broken(&world.owner, "a frame that came is too long");
}
END_TEST

START_TEST(silence_of_two_seconds_breaks_both_ends)
{
    connect();
    pass(60000);
    int64_t before = world.now;
    while (link_state(world.owner.link) == LINK_UP) {
        int64_t wait = link_wait(world.owner.link, world.now);
        ck_assert_int_ge(wait, 0);
        world.now += wait;
        flush(&world.owner);
    }
    ck_assert_int_ge(world.now - before, LINK_SILENCE - LINK_BEAT);
    ck_assert_int_le(world.now - before, LINK_SILENCE);
    expect_broken(&world.owner, "nothing was heard for two seconds");
    deliver(&world.front);
    expect_broken(&world.front, "the other node has left");
}
END_TEST

START_TEST(a_front_that_does_not_go_on_after_its_greeting_is_given_up)
{
    flush(&world.front);
    deliver(&world.owner);
    ck_assert_int_eq(link_state(world.owner.link), LINK_GREETING);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(link_wait(world.owner.link, world.now), LINK_BEAT);
        world.now += LINK_BEAT;
        flush(&world.owner);
    }
    expect_broken(&world.owner, "nothing was heard for two seconds");
}
END_TEST

/* A process that was stopped for a minute finds what came meanwhile after its timers: that is not the other's silence. */
START_TEST(time_in_which_this_node_stood_still_is_not_silence)
{
    connect();
    world.now += 60000;
    flush(&world.owner);
    ck_assert_int_eq(link_state(world.owner.link), LINK_UP);
    turn();
    ck_assert_int_eq(link_state(world.front.link), LINK_UP);
    ck_assert_int_eq(link_state(world.owner.link), LINK_UP);
}
END_TEST

START_TEST(a_lost_message_breaks_the_link_at_the_next_one)
{
    connect();
    put_frame(&world.front, 0, 10);
    flush(&world.front);
    free(take_waiting(&world.owner, 0).bytes);
    put_frame(&world.front, 1, 10);
    flush(&world.front);
    deliver(&world.owner);
    expect_broken(&world.owner, "a message was lost");
    ck_assert_int_eq(world.owner.frames, 0);
    deliver(&world.front);
    expect_broken(&world.front, "the other node has left");
}
END_TEST

START_TEST(messages_in_the_wrong_order_break_the_link)
{
    connect();
    put_frame(&world.front, 0, 10);
    flush(&world.front);
    put_frame(&world.front, 1, 10);
    flush(&world.front);
    receive(&world.owner, take_waiting(&world.owner, 1));
    expect_broken(&world.owner, "a message was lost");
    deliver(&world.owner);
    ck_assert_int_eq(world.owner.frames, 0);
}
END_TEST

START_TEST(a_message_that_comes_twice_counts_once)
{
    connect();
    put_frame(&world.front, 0, 10);
    flush(&world.front);
    put_waiting(&world.owner, world.owner.waiting[0].bytes, world.owner.waiting[0].length);
    put_frame(&world.front, 1, 10);
    turn();
    ck_assert_int_eq(world.owner.frames, 2);
    ck_assert_int_eq(link_state(world.owner.link), LINK_UP);
}
END_TEST

/* Somebody who may use the bus, but does not have the database's secret, can change, shorten, mirror and repeat. */
START_TEST(what_a_stranger_sends_changes_nothing)
{
    connect();
    for (uint32_t i = 0; i < 200; i++) {
        put_frame(&world.front, i, 4 + draw(300));
        flush(&world.front);
        Message real = world.owner.waiting[0];
        put_waiting(&world.owner, real.bytes, real.length); /* after a changed one */
        world.owner.waiting[0].bytes[draw((uint32_t)real.length)] ^= (unsigned char)(1 + draw(255));
        put_waiting(&world.owner, real.bytes, draw((uint32_t)real.length));
        put_waiting(&world.front, real.bytes, real.length);
        turn();
        ck_assert_int_eq(link_state(world.owner.link), LINK_UP);
        ck_assert_int_eq(link_state(world.front.link), LINK_UP);
    }
    ck_assert_int_eq(world.owner.frames, 200);
}
END_TEST

/* Messages of a link that was before say nothing to the next one. */
START_TEST(yesterdays_messages_do_not_open_today)
{
    connect();
    put_frame(&world.front, 0, 10);
    flush(&world.front);
    Message old = take_waiting(&world.owner, 0);
    greet();
    connect();
    put_waiting(&world.owner, old.bytes, old.length);
    deliver(&world.owner);
    ck_assert_int_eq(world.owner.frames, 0);
    free(old.bytes);
    pass(5000);
    ck_assert_int_eq(link_state(world.owner.link), LINK_UP);
}
END_TEST

START_TEST(a_welcome_for_another_greeting_is_ignored)
{
    flush(&world.front);
    deliver(&world.owner);
    Message old = take_waiting(&world.front, 0);
    greet();
    put_waiting(&world.front, old.bytes, old.length);
    free(old.bytes);
    deliver(&world.front);
    ck_assert_int_eq(link_state(world.front.link), LINK_GREETING);
}
END_TEST

START_TEST(what_is_not_taken_is_bounded)
{
    const size_t frame = LINK_FRAME_MAX - LINK_FRAME_HEAD;
    const uint32_t most = LINK_WINDOW / LINK_FRAME_MAX;
    connect();
    for (uint32_t i = 0; i < most - 1; i++)
        put_frame(&world.front, i, frame);
    turn();
    ck_assert_uint_lt(link_unacknowledged(world.front.link), LINK_ACK_STEP);
    pass(LINK_ACK_AFTER);
    ck_assert_uint_eq(link_unacknowledged(world.front.link), 0);
    for (uint32_t i = 0; i < most; i++)
        put_frame(&world.front, i, frame);
    ck_assert_int_eq(link_state(world.front.link), LINK_UP);
    ck_assert_uint_eq(link_unacknowledged(world.front.link), LINK_WINDOW);
    link_put(world.front.link, "", 0);
    expect_broken(&world.front, "the other end does not take what it is sent");
}
END_TEST

START_TEST(a_bus_that_takes_nothing_breaks_the_link)
{
    connect();
    world.front.is_bus_gone = true;
    put_frame(&world.front, 0, 10);
    flush(&world.front);
    expect_broken(&world.front, "the bus does not take what is sent");
    flush(&world.front);
    link_break(world.front.link, "another reason");
    expect_broken(&world.front, "the bus does not take what is sent");
}
END_TEST

START_TEST(who_leaves_sends_what_was_queued_and_is_gone_at_once)
{
    connect();
    put_frame(&world.owner, 0, 10);
    link_leave(world.owner.link, world.now);
    expect_broken(&world.owner, "this node has left");
    deliver(&world.front);
    ck_assert_int_eq(world.front.frames, 1);
    expect_broken(&world.front, "the other node has left");
}
END_TEST

START_TEST(a_link_can_be_broken_while_it_hands_out_a_frame)
{
    connect();
    world.owner.breaks_at = 2;
    for (uint32_t i = 0; i < 5; i++)
        put_frame(&world.front, i, 100);
    turn();
    ck_assert_int_eq(world.owner.frames, 2);
    expect_broken(&world.owner, "a test");
    expect_broken(&world.front, "the other node has left");
}
END_TEST

START_TEST(the_round_trip_is_measured_without_the_wait_between)
{
    ck_assert_int_eq(link_round_trip(world.front.link), -1);
    connect();
    for (int i = 0; i < 5; i++) {
        world.now += LINK_BEAT;
        flush(&world.front);
        world.now += 7;
        deliver(&world.owner);
        world.now += LINK_BEAT; /* the owner's own beat */
        flush(&world.owner);
        world.now += 5;
        deliver(&world.front);
        ck_assert_int_eq(link_round_trip(world.front.link), 12);
    }
}
END_TEST

/* The bus loses, doubles and delays, one in so many: whatever comes out came in, whole and in order, and a link on which
 * something is missing is broken at both ends soon. on_frame checks the frames. */
START_TEST(over_a_bad_bus_frames_are_right_or_the_link_is_broken)
{
    int broken = 0, done = 0;
    for (int round = 0; round < 60 * soak(); round++) {
        uint32_t bad = round % 3 ? 40 + draw(200) : UINT32_MAX;
        uint32_t numbers[2] = {0};
        greet();
        for (int i = 0; i < 60; i++) {
            for (int k = 0; k < 2; k++) {
                End *end = k ? &world.front : &world.owner;
                for (uint32_t n = draw(4); n && end->link; n--)
                    if (link_state(end->link) == LINK_UP)
                        put_frame(end, numbers[k]++, 4 + draw(draw(150) ? 200 : 700000));
                flush(end);
                while (end->count && draw(4)) {
                    uint32_t fate = bad == UINT32_MAX ? 9 : draw(bad);
                    Message message = take_waiting(end, fate == 1 && end->count > 1 ? 1 : 0);
                    if (fate == 2)
                        put_waiting(end, message.bytes, message.length);
                    if (fate == 3)
                        message.bytes[draw((uint32_t)message.length)] ^= 0x10;
                    if (fate == 0)
                        free(message.bytes);
                    else
                        receive(end, message);
                }
            }
            world.now += draw(200);
        }
        bool is_broken = link_state(world.front.link) == LINK_BROKEN;
        is_broken ? broken++ : done++;
        pass(is_broken ? 3 * LINK_SILENCE : 0);
        if (is_broken && world.owner.link)
            ck_assert_int_eq(link_state(world.owner.link), LINK_BROKEN);
        if (bad == UINT32_MAX) {
            ck_assert_int_eq(link_state(world.front.link), LINK_UP);
            ck_assert_uint_eq(world.owner.next, numbers[1]);
            ck_assert_uint_eq(world.front.next, numbers[0]);
        }
    }
    ck_assert_int_ge(broken, 5);
    ck_assert_int_ge(done, 20);
}
END_TEST

static void add_greetings(TCase *tcase)
{
    tcase_add_test(tcase, both_ends_know_each_other_after_a_greeting);
    tcase_add_test(tcase, both_ends_know_each_other_s_words);
    tcase_add_test(tcase, a_front_greets_four_times_a_second_until_an_owner_answers);
    tcase_add_test(tcase, a_welcome_that_was_lost_is_sent_again);
    tcase_add_test(tcase, a_long_name_is_cut);
    tcase_add_test(tcase, an_owner_with_a_lower_epoch_is_none);
    tcase_add_test(tcase, a_welcome_with_a_lower_epoch_is_ignored);
    tcase_add_test(tcase, two_clusters_on_one_bus_do_not_hear_each_other);
    tcase_add_test(tcase, another_version_is_told_and_not_linked);
    tcase_add_test(tcase, an_owner_of_another_version_breaks_the_front);
    tcase_add_test(tcase, a_welcome_for_another_greeting_is_ignored);
    tcase_add_test(tcase, a_front_that_does_not_go_on_after_its_greeting_is_given_up);
}

static void add_frames(TCase *tcase)
{
    tcase_add_test(tcase, frames_arrive_whole_and_in_order_both_ways);
    tcase_add_test(tcase, a_frame_may_span_messages_at_any_byte);
    tcase_add_test(tcase, many_frames_of_a_turn_are_one_message);
    tcase_add_test(tcase, nothing_is_queued_before_the_link_is_up);
    tcase_add_test(tcase, a_frame_that_is_too_long_breaks_the_link);
    tcase_add_test(tcase, a_frame_that_claims_to_be_too_long_breaks_the_link);
    tcase_add_test(tcase, what_is_not_taken_is_bounded);
    tcase_add_test(tcase, the_round_trip_is_measured_without_the_wait_between);
}

static void add_troubles(TCase *tcase)
{
    tcase_add_test(tcase, silence_of_two_seconds_breaks_both_ends);
    tcase_add_test(tcase, time_in_which_this_node_stood_still_is_not_silence);
    tcase_add_test(tcase, a_lost_message_breaks_the_link_at_the_next_one);
    tcase_add_test(tcase, messages_in_the_wrong_order_break_the_link);
    tcase_add_test(tcase, a_message_that_comes_twice_counts_once);
    tcase_add_test(tcase, what_a_stranger_sends_changes_nothing);
    tcase_add_test(tcase, yesterdays_messages_do_not_open_today);
    tcase_add_test(tcase, a_bus_that_takes_nothing_breaks_the_link);
    tcase_add_test(tcase, who_leaves_sends_what_was_queued_and_is_gone_at_once);
    tcase_add_test(tcase, a_link_can_be_broken_while_it_hands_out_a_frame);
    tcase_add_test(tcase, over_a_bad_bus_frames_are_right_or_the_link_is_broken);
}

int main(void)
{
    for (size_t i = 0; i < sizeof pattern; i++)
        pattern[i] = (unsigned char)(i * i >> 3);
    Suite *suite = suite_create("link");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    add_greetings(tcase);
    add_frames(tcase);
    add_troubles(tcase);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
