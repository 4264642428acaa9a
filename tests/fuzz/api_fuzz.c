/* Any request to any route of the HTTP API, with any query, headers and body: it is answered or refused, and the server
 * goes on. The input is the request as it comes to the port; @0 in it is the token of a guest. */
#include "fuzz_server.h"
#include "http_request.h"

#include <assert.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { REQUEST_SIZE = 16384 };

/* Kept as long as the server. */
typedef struct {
    FuzzServer *server;
    char token[TOKEN_MAX + 1];
} World;

static size_t fill_in(const World *world, const uint8_t *data, size_t size, char *bytes)
{
    size_t used = 0, length = strlen(world->token);
    for (size_t i = 0; i < size && used + length + 1 < REQUEST_SIZE; i++) {
        if (data[i] == '@' && i + 1 < size && data[i + 1] == '0') {
            memcpy(bytes + used, world->token, length);
            used += length;
            i++;
        } else {
            bytes[used++] = (char)data[i];
        }
    }
    return used;
}

/* Takes what follows the head as the body, as much as the route allows. */
static void ask(World *world, const HttpHead *head, const char *body, size_t length)
{
    HttpRequest request;
    char *room = malloc(http_request_room(head));
    char *copy = NULL;
    if (http_request_read(head, room, &request) == 0) {
        size_t most = api_body_max(&request);
        length = length < most ? length : most;
        copy = malloc(length +
                      !length); /* of exactly that length, so that reading beyond it is noticed */
        memcpy(copy, body, length);
        request.address = "192.0.2.1";
        request.auth.page = PAGE_OURS;
        request.auth.place = (CookiePlace){.path = ""};
        request.body = copy;
        request.length = length;
        api_request(world->server->api, 0 /* has no connection: the answer is dropped */, &request);
        fuzz_server_settle(world->server);
    }
    free(room);
    free(copy);
}

static void begin(World *world)
{
    Person person = fuzz_guest(0);
    world->server = fuzz_shared_server();
    if (fuzz_input_begin(world->server))
        auth_sign(&world->server->auth, &person, 1750000000000, world->token);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static World world;
    char bytes[REQUEST_SIZE];
    HttpHead head;
    begin(&world);
    size_t length = fill_in(&world, data, size, bytes);
    if (http_head_parse(bytes, length, &head) == HTTP_HEAD_WHOLE)
        ask(&world, &head, bytes + head.size, length - head.size);
    fuzz_input_end(world.server);
    return 0;
}
