#include "transport.h"

#include "check_rig.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* A connection over loopback: 'peer' is the other end's socket. */
typedef struct {
    TransportPool *pool;
    Transport *transport;
    int peer;
    uint64_t came_at; /* uv_now when it was told of what had come; 0: it was not */
} Connection;

static uint64_t hrtime_ms(void)
{
    return uv_hrtime() / 1000000;
}

static void open_connection(TransportPool *pool, Connection *connection,
                            const TransportHooks *hooks)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(bind(listener, (struct sockaddr *)&address, length), 0);
    ck_assert_int_eq(listen(listener, 1), 0);
    ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&address, &length), 0);
    int peer = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(connect(peer, (struct sockaddr *)&address, length), 0);
    Transport *transport = transport_adopt(pool, accept(listener, NULL, NULL), NULL);
    ck_assert_ptr_nonnull(transport);
    close(listener);
    *connection = (Connection){.pool = pool, .transport = transport, .peer = peer};
    transport_own(transport, hooks, connection);
}

static void on_lost(void *owner)
{
    ck_abort_msg("a connection is lost: %p", owner);
}

/* Takes 20 ms. */
static void on_arrived(void *owner)
{
    Connection *connection = owner;
    size_t length;
    transport_input(connection->transport, &length);
    transport_consume(connection->transport, length);
    connection->came_at = uv_now(connection->pool->loop);
    for (uint64_t until = hrtime_ms() + 20; hrtime_ms() < until;)
        usleep(1000);
}

/* Both can be read when the loop wakes, and the second one waits for the first: whoever moves late in a long turn is not taken
 * to have moved at its beginning, so that the opponent's clock does not start before the move has come. */
START_TEST(what_is_read_late_in_a_turn_has_come_late)
{
    static const TransportHooks HOOKS = {.arrived = on_arrived, .late = on_lost, .lost = on_lost};
    uv_loop_t loop;
    uv_loop_init(&loop);
    TransportPool *pool = calloc(1, sizeof *pool);
    ck_assert_ptr_nonnull(pool);
    pool->loop = &loop;
    Connection connections[2];
    for (int i = 0; i < 2; i++) {
        open_connection(pool, &connections[i], &HOOKS);
        ck_assert_int_eq(write(connections[i].peer, "x", 1), 1);
    }
    while (!connections[0].came_at || !connections[1].came_at)
        uv_run(&loop, UV_RUN_ONCE);
    uint64_t a = connections[0].came_at, b = connections[1].came_at;
    ck_assert_uint_ge(a < b ? b - a : a - b, 19); /* ms are cut off */

    for (int i = 0; i < 2; i++) {
        transport_close(connections[i].transport);
        close(connections[i].peer);
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
    free(pool);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("transport");
    TCase *tcase = tcase_create("transport");
    tcase_add_test(tcase, what_is_read_late_in_a_turn_has_come_late);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
