/* Players, a bot and somebody without a name use the Lichess API in any order, with streams that stay open: each request is answered or
 * refused, and the server goes on. Each line is one step: the digit of a person (3 is nobody), a method, a target and, after a blank, a
 * form; "x" and a digit when that person's streams break; "." to wait for the disk. @g is the game of which an answer or a stream told
 * last, @i what has had an id last, @0 a person's token. */
#include "fuzz_server.h"
#include "http_request.h"
#include "scope.h"

#include <assert.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { REQUEST_SIZE = 8192, NAME_SIZE = 16, STREAMS_MAX = 32 };

enum { ANNA, BORIS, ROBOT, NOBODY };

/* One that is answered piece by piece. */
typedef struct {
    ExchangeId exchange; /* 0: free */
    int person;
    StreamHooks hooks;
} Stream;

/* Kept as long as the server. */
typedef struct {
    FuzzServer *server;
    char token[NOBODY][CREDENTIAL_TEXT_LENGTH + 1];
    char game[NAME_SIZE], id[NAME_SIZE];
    Stream streams[STREAMS_MAX];
    uint64_t exchanges;
    int person; /* who asks */
} World;

/* ---- what is answered ---- */

static void note(const char *text, size_t length, const char *member, char name[NAME_SIZE])
{
    const char *at = memmem(text, length, member, strlen(member));
    size_t count = 0;
    if (!at)
        return;
    for (at += strlen(member); at < text + length && *at != '"' && count < NAME_SIZE - 1; at++)
        name[count++] = *at;
    name[count] = '\0';
}

static void hear(World *world, const void *bytes, size_t length)
{
    if (!length)
        return;
    note(bytes, length, "\"gameId\":\"", world->game);
    note(bytes, length, "\"id\":\"", world->id);
}

static void on_admit(void *context, ExchangeId exchange, int status, const NetArrival *arrival)
{
    (void)context, (void)exchange, (void)status, (void)arrival;
}

static void on_answer(void *context, ExchangeId exchange, const HttpAnswer *answer)
{
    (void)exchange;
    assert(answer->status >= 200 && answer->status < 600);
    hear(context, answer->body, answer->length);
}

static Stream *find_stream(World *world, ExchangeId exchange)
{
    for (size_t i = 0; i < STREAMS_MAX; i++)
        if (world->streams[i].exchange == exchange)
            return &world->streams[i];
    return NULL;
}

static bool on_stream(void *context, ExchangeId exchange, const HttpAnswer *head,
                      const StreamHooks *hooks)
{
    World *world = context;
    Stream *stream = find_stream(world, 0);
    (void)head;
    if (stream)
        *stream = (Stream){exchange, world->person, *hooks};
    return stream != NULL;
}

static size_t on_stream_write(void *context, ExchangeId exchange, const void *bytes, size_t length)
{
    assert(find_stream(context, exchange));
    hear(context, bytes, length);
    return 0;
}

static void on_stream_end(void *context, ExchangeId exchange)
{
    Stream *stream = find_stream(context, exchange);
    assert(stream);
    stream->exchange = 0;
}

static int64_t on_stream_silence(void *context, ExchangeId exchange)
{
    (void)context, (void)exchange;
    return 0;
}

/* ---- the people ---- */

static void on_done(void *context, const AccountsAnswer *answer)
{
    assert(answer->error == ACCOUNTS_OK);
    if (context)
        memcpy(context, answer->text, CREDENTIAL_TEXT_LENGTH);
}

static void make_people(World *world)
{
    static const char *const NAMES[] = {"Anna", "Boris", "Robot"};
    Accounts *accounts = world->server->accounts;
    for (int i = 0; i < NOBODY; i++) {
        Person person = fuzz_guest(i);
        accounts_sign_up(accounts, person.id, NAMES[i], "$argon2id$nothing", NULL, 0, on_done,
                         NULL);
        accounts_turn(accounts);
        if (i == ROBOT)
            accounts_set_bot(accounts, person.id, on_done, NULL);
        accounts_add_token(accounts, person.id, SCOPES_ALL, "fuzz", 0, on_done, world->token[i]);
        accounts_turn(accounts);
    }
}

static void begin(World *world)
{
    FuzzServer *server = fuzz_shared_server();
    if (!fuzz_input_begin(server))
        return;
    *world = (World){.server = server};
    net_set_elsewhere(server->net, &(NetElsewhere){.context = world,
                                                   .admit = on_admit,
                                                   .answer = on_answer,
                                                   .stream = on_stream,
                                                   .stream_write = on_stream_write,
                                                   .stream_end = on_stream_end,
                                                   .stream_cut = on_stream_end,
                                                   .stream_silence = on_stream_silence});
    make_people(world);
}

/* ---- what they ask ---- */

static const char *find_name(const World *world, uint8_t letter)
{
    if (letter >= '0' && letter < '0' + NOBODY)
        return world->token[letter - '0'];
    return letter == 'g' ? world->game : letter == 'i' ? world->id : NULL;
}

/* Replaces @g and @i by their ids, and @ with a digit by that person's token. */
static size_t fill_in(const World *world, const uint8_t *bytes, size_t length, char *out,
                      size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < length && used + CREDENTIAL_TEXT_LENGTH + 1 < size; i++) {
        const char *name =
            bytes[i] == '@' && i + 1 < length ? find_name(world, bytes[i + 1]) : NULL;
        if (name) {
            memcpy(out + used, name, strlen(name));
            used += strlen(name);
            i++;
        } else {
            out[used++] = (char)bytes[i];
        }
    }
    out[used] = '\0';
    return used;
}

static void send_request(World *world, const HttpHead *head, const char *body, size_t length)
{
    HttpRequest request;
    char *room = malloc(http_request_room(head));
    if (http_request_read(head, room, &request) == 0) {
        size_t most = api_body_max(&request);
        request.length = length < most ? length : most;
        char *copy = malloc(request.length + !request.length);
        memcpy(copy, body, request.length);
        request.address = "192.0.2.1";
        request.auth.place = (CookiePlace){.path = ""};
        request.body = copy;
        api_request(world->server->api, ++world->exchanges | NET_ELSEWHERE, &request);
        fuzz_server_turn(world->server);
        free(copy);
    }
    free(room);
}

/* "METHOD TARGET FORM". */
static void ask(World *world, int person, const uint8_t *bytes, size_t length)
{
    char line[REQUEST_SIZE / 2], text[REQUEST_SIZE];
    HttpHead head;
    fill_in(world, bytes, length, line, sizeof line);
    char *target = strchr(line, ' '), *form = target ? strchr(target + 1, ' ') : NULL;
    if (!target)
        return;
    if (form)
        *form++ = '\0';
    int used = snprintf(text, sizeof text,
                        "%s HTTP/1.1\r\nHost: castled.example\r\n%s%s%s"
                        "Content-Type: application/x-www-form-urlencoded\r\n"
                        "Content-Length: %zu\r\n\r\n%s",
                        line, person < NOBODY ? "Authorization: Bearer " : "",
                        person < NOBODY ? world->token[person] : "", person < NOBODY ? "\r\n" : "",
                        form ? strlen(form) : 0, form ? form : "");
    world->person = person;
    if (http_head_parse(text, (size_t)used, &head) == HTTP_HEAD_WHOLE)
        send_request(world, &head, text + head.size, (size_t)used - head.size);
}

static void break_streams(World *world, int person)
{
    for (size_t i = 0; i < STREAMS_MAX; i++) {
        Stream stream = world->streams[i];
        if (!stream.exchange || stream.person != person)
            continue;
        world->streams[i].exchange = 0;
        stream.hooks.gone(stream.hooks.context);
    }
    fuzz_server_turn(world->server);
}

/* All that was written has left. */
static void read_streams(World *world)
{
    for (size_t i = 0; i < STREAMS_MAX; i++)
        if (world->streams[i].exchange && world->streams[i].hooks.ready)
            world->streams[i].hooks.ready(world->streams[i].hooks.context);
    fuzz_server_settle(world->server);
}

static void step(World *world, const uint8_t *line, size_t length)
{
    if (length > 1 && line[0] >= '0' && line[0] <= '0' + NOBODY)
        ask(world, line[0] - '0', line + 2, length - 2);
    else if (length > 1 && line[0] == 'x' && line[1] >= '0' && line[1] <= '0' + NOBODY)
        break_streams(world, line[1] - '0');
    else if (length > 0 && line[0] == '.')
        read_streams(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static World world;
    begin(&world);
    for (const uint8_t *at = data, *end = data + size; at < end;) {
        const uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((line_end ? line_end : end) - at);
        step(&world, at, length);
        at += length + 1;
    }
    for (int person = 0; person <= NOBODY; person++)
        break_streams(&world, person);
    fuzz_server_settle(world.server);
    fuzz_input_end(world.server);
    return 0;
}
