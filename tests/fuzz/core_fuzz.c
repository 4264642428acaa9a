/* Four people send anything in any order over their connections, come and go, and the disk is waited for or not: the server
 * answers or refuses, and goes on. Each line is one step: a digit and what that person sends, "c" or "d" and a digit for
 * a person who connects or leaves, "." to wait for the disk, "+" and a number for so many seconds that
 * pass. In what they send @g is the game that started last, @c the
 * challenge that was made last, @s the seek. */
#include "fuzz_shared_server.h"
#include "packet.h"

#include <assert.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINE_MAX_SIZE = 4096, NAME_SIZE = 16 };

/* Kept as long as the server. */
typedef struct {
    FuzzServer *server;
    char game[NAME_SIZE], challenge[NAME_SIZE], seek[NAME_SIZE];
} World;

static void note(const char *text, size_t length, const char *member, char name[NAME_SIZE])
{
    const char *at = memmem(text, length, member, strlen(member));
    size_t used = at ? strlen(member) : 0, count = 0;
    if (!at)
        return;
    for (at += used; at < text + length && *at != '"' && count < NAME_SIZE - 1; at++)
        name[count++] = *at;
    name[count] = '\0';
}

static size_t on_write(void *connection, Packet *const *packets, size_t count, bool ping)
{
    World *world = connection;
    (void)ping;
    for (size_t i = 0; i < count; i++) {
        const char *text = packet_text(packets[i]);
        size_t length = packet_length(packets[i]);
        assert(length > 0 && text[0] == '{' && text[length - 1] == '}');
        note(text, length, "\"game\":\"", world->game);
        note(text, length, "\"challenge\":\"", world->challenge);
        note(text, length, "\"seek\":\"", world->seek);
    }
    return count;
}

static void on_close(void *connection, CloseCode code)
{
    (void)connection, (void)code;
}

static const SessionWire WIRE = {.write = on_write, .close = on_close};

static void leave(World *world, int number)
{
    FuzzServer *server = world->server;
    if (!server->is_open[number])
        return;
    core_closed(server->core, server->people[number]);
    session_lost(server->sessions, server->people[number]);
    server->is_open[number] = false;
}

static void come(World *world, int number)
{
    FuzzServer *server = world->server;
    Person person = fuzz_guest(number);
    if (server->is_open[number])
        return;
    server->people[number] = session_open_by(server->sessions, &WIRE, world);
    server->is_open[number] = true;
    core_opened(server->core, server->people[number], &person,
                &(ClientInfo){.token = "token", .address = "192.0.2.1"});
    accounts_turn(server->accounts);
}

/* Replaces @g, @c and @s by their ids. */
static void say(World *world, int number, const uint8_t *bytes, size_t length)
{
    char text[LINE_MAX_SIZE];
    size_t used = 0;
    come(world, number);
    for (size_t i = 0; i < length && used + NAME_SIZE < sizeof text; i++) {
        const char *name = NULL;
        if (bytes[i] == '@' && i + 1 < length)
            name = bytes[i + 1] == 'g'   ? world->game
                   : bytes[i + 1] == 'c' ? world->challenge
                   : bytes[i + 1] == 's' ? world->seek
                                         : NULL;
        if (name) {
            memcpy(text + used, name, strlen(name));
            used += strlen(name);
            i++;
        } else {
            text[used++] = (char)bytes[i];
        }
    }
    text[used] = '\0';
    core_received(world->server->core, world->server->people[number], text, used);
    fuzz_server_turn(world->server);
}

/* Until nothing is left to do. */
static void settle(FuzzServer *server)
{
    do {
        fuzz_server_settle(server);
    } while (fuzz_stand_ins_answer() > 0);
}

static void pass(FuzzServer *server, const uint8_t *digits, size_t length)
{
    enum { SECONDS_MAX = 100000000 };
    int64_t seconds = 0;
    for (size_t i = 0; i < length && digits[i] >= '0' && digits[i] <= '9'; i++)
        seconds = seconds < SECONDS_MAX ? 10 * seconds + digits[i] - '0' : seconds;
    fuzz_clock_pass(seconds * 1000);
    settle(server);
}

static void step(World *world, const uint8_t *line, size_t length)
{
    if (length == 0)
        return;
    fuzz_clock_pass(1);
    if (line[0] >= '0' && line[0] < '0' + FUZZ_PEOPLE)
        say(world, line[0] - '0', line + 1, length - 1);
    else if (line[0] == '.')
        settle(world->server);
    else if (line[0] == '+')
        pass(world->server, line + 1, length - 1);
    else if (length > 1 && line[1] >= '0' && line[1] < '0' + FUZZ_PEOPLE)
        (line[0] == 'd' ? leave : come)(world, line[1] - '0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static World world;
    if (fuzz_input_begin(fuzz_shared_server()))
        world = (World){.server = fuzz_shared_server()};
    for (int i = 0; i < FUZZ_PEOPLE; i++)
        come(&world, i);
    for (const uint8_t *at = data, *end = data + size; at < end;) {
        const uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((line_end ? line_end : end) - at);
        step(&world, at, length);
        at += length + 1;
    }
    for (int i = 0; i < FUZZ_PEOPLE; i++)
        leave(&world, i);
    settle(world.server);
    fuzz_input_end(world.server);
    return 0;
}
