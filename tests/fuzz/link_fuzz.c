/* Any messages may come to the ends of a link, from anybody on the bus, and those of the other end in any order: frames come out
 * as they were put in, or not at all. Then the other end, which has the keys, says anything: it is read without harm. */
#include "link.h"
#include "link_format.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING_MAX = 64, FRAME_MAX = 2048, STRANGE_MAX = 600 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
    unsigned char *bytes;
    size_t length;
} Message;

typedef struct End {
    Link *link;
    struct End *other;
    Message waiting[WAITING_MAX]; /* for this end: a ring */
    int first, count;
    uint32_t put, taken; /* frames put in here, frames that came out here */
    bool is_lied_to;     /* by somebody who has the keys */
} End;

typedef struct {
    const uint8_t *data;
    size_t size;
    ClusterKey key;
    End front, owner;
    SealKey up, down;
    int64_t now;
} World;

/* Zeros when there is nothing left. */
static unsigned next(World *world)
{
    if (!world->size)
        return 0;
    world->size--;
    return *world->data++;
}

/* In memory of just its size, so that the sanitizer knows where it ends. */
static void put_waiting(End *end, const void *bytes, size_t length)
{
    if (end->count == WAITING_MAX)
        return;
    Message message = {.bytes = malloc(length ? length : 1), .length = length};
    if (length)
        memcpy(message.bytes, bytes, length);
    end->waiting[(end->first + end->count++) % WAITING_MAX] = message;
}

static Message take_waiting(End *end)
{
    Message message = end->waiting[end->first];
    end->first = (end->first + 1) % WAITING_MAX;
    end->count--;
    return message;
}

static bool on_send(void *context, const void *bytes, size_t length)
{
    End *end = context;
    assert(length <= LINK_MESSAGE_MAX);
    put_waiting(end->other, bytes, length);
    return true;
}

static void on_frame(void *context, const void *bytes, size_t length)
{
    End *end = context;
    assert(length <= LINK_FRAME_MAX && link_state(end->link) == LINK_UP);
    if (end->is_lied_to)
        return;
    const unsigned char *frame = bytes;
    assert(length >= LINK_FRAME_HEAD && link_frame_length(frame) == end->taken);
    assert(end->taken < end->other->put);
    for (size_t i = LINK_FRAME_HEAD; i < length; i++)
        assert(frame[i] == (unsigned char)(i + end->taken));
    end->taken++;
}

static void put_frame(End *end, size_t length)
{
    unsigned char frame[LINK_FRAME_HEAD + FRAME_MAX];
    if (!end->link || link_state(end->link) != LINK_UP)
        return;
    link_frame_head(frame, end->put);
    for (size_t i = LINK_FRAME_HEAD; i < LINK_FRAME_HEAD + length; i++)
        frame[i] = (unsigned char)(i + end->put);
    end->put++;
    link_put(end->link, frame, LINK_FRAME_HEAD + length);
}

static LinkTerms terms_of(const World *world, unsigned char chance)
{
    LinkTerms terms = {.key = &world->key, .node = "node", .castled = "1.0.0", .epoch = 3};
    memset(terms.chance, chance, sizeof terms.chance);
    return terms;
}

static LinkHooks hooks_of(End *end)
{
    return (LinkHooks){.context = end, .send = on_send, .frame = on_frame};
}

static void receive(World *world, End *end, const Message *message)
{
    LinkGreeting greeting;
    bool is_broken = end->link && link_state(end->link) == LINK_BROKEN;
    if (end == &world->owner &&
        link_greeting_read(&world->key, message->bytes, message->length, &greeting)) {
        LinkTerms terms = terms_of(world, 2);
        LinkHooks hooks = hooks_of(end);
        if (end->link)
            link_greeted_again(end->link);
        else
            end->link = link_answer(&terms, &hooks, &greeting, world->now);
    } else if (end->link) {
        link_received(end->link, message->bytes, message->length, world->now);
        assert(!is_broken || link_state(end->link) == LINK_BROKEN);
    }
}

/* The next message comes, or is lost, doubled, or changed in one place. */
static void deliver(World *world, End *end)
{
    unsigned fate = next(world);
    if (!end->count)
        return;
    Message message = take_waiting(end);
    if (fate == 1)
        put_waiting(end, message.bytes, message.length);
    if (fate == 2 && message.length)
        message.bytes[next(world) * message.length / 256] ^= (unsigned char)(1 + next(world) % 255);
    if (fate != 3)
        receive(world, end, &message);
    free(message.bytes);
}

/* From somebody without the keys. */
static void put_strange(World *world, End *end)
{
    unsigned char bytes[STRANGE_MAX];
    size_t length = next(world) * 2u;
    for (size_t i = 0; i < length; i++)
        bytes[i] = (unsigned char)next(world);
    put_waiting(end, bytes, length);
}

/* From somebody who has them. */
static void put_lie(World *world, End *end)
{
    unsigned char bytes[LINK_MESSAGE_LEAST + 256];
    LinkHead head = {.flags = next(world), .clock = next(world), .echo = next(world)};
    uint64_t number = next(world);
    head.ack = next(world);
    head.ack = head.ack == 255 ? UINT64_MAX : head.ack;
    size_t length = next(world);
    for (size_t i = 0; i < length; i++)
        bytes[LINK_MESSAGE_FRONT + LINK_MESSAGE_HEAD + i] = (unsigned char)next(world);
    const SealKey *key = end == &world->front ? &world->down : &world->up;
    put_waiting(end, bytes, link_message_print(&head, key, number, length, bytes));
    world->front.is_lied_to = world->owner.is_lied_to = true;
}

/* A greeting or a welcome with anything in it, likewise. */
static void put_false_introduction(World *world, End *end)
{
    static const unsigned char NONCE[SEAL_NONCE_SIZE] = {0};
    unsigned char bytes[1 + SEAL_NONCE_SIZE + 256 + SEAL_EXTRA] = {0},
                                                    *plain = bytes + 1 + SEAL_NONCE_SIZE;
    uint8_t kind = end == &world->owner ? LINK_KIND_GREETING : LINK_KIND_WELCOME;
    size_t length = next(world);
    bytes[0] = kind;
    for (size_t i = 0; i < length; i++)
        plain[i] = (unsigned char)next(world);
    seal_encrypt(&world->key.greetings, NONCE, kind, plain, length, plain);
    put_waiting(end, bytes, 1 + SEAL_NONCE_SIZE + length + SEAL_EXTRA);
    world->front.is_lied_to = world->owner.is_lied_to = true;
}

static void flush(World *world, End *end)
{
    if (!end->link)
        return;
    link_flush(end->link, world->now);
    int64_t wait = link_wait(end->link, world->now);
    assert(link_state(end->link) == LINK_BROKEN ? wait == -1 : wait > 0 && wait <= LINK_BEAT);
    assert((*link_reason(end->link) != '\0') == (link_state(end->link) == LINK_BROKEN));
}

static void step(World *world)
{
    unsigned what = next(world);
    End *end = what & 1 ? &world->front : &world->owner;
    switch (what >> 1 & 7) {
    case 0: put_frame(end, next(world) * FRAME_MAX / 256); break;
    case 1: put_strange(world, end); break;
    case 2: put_lie(world, end); break;
    case 3: world->now += next(world) * 4; break;
    case 4: flush(world, end); break;
    case 6: put_false_introduction(world, end); break;
    default: deliver(world, end); break;
    }
}

static void clear_end(End *end)
{
    link_free(end->link);
    while (end->count)
        free(take_waiting(end).bytes);
}

static void begin(World *world)
{
    unsigned char secret[SEAL_KEY_SIZE] = {1}, chance[SEAL_CHANCE_SIZE], other[SEAL_CHANCE_SIZE];
    LinkTerms terms;
    LinkHooks hooks = hooks_of(&world->front);
    world->front.other = &world->owner;
    world->owner.other = &world->front;
    cluster_key_init(&world->key, secret);
    memset(chance, 1, sizeof chance);
    memset(other, 2, sizeof other);
    seal_link_keys(&world->key, chance, other, &world->up, &world->down);
    terms = terms_of(world, 1);
    world->front.link = link_greet(&terms, &hooks, world->now);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static World world;
    world = (World){.data = data, .size = size, .now = 1000};
    if (sodium_init() < 0)
        abort();
    begin(&world);
    while (world.size)
        step(&world);
    clear_end(&world.front);
    clear_end(&world.owner);
    return 0;
}
