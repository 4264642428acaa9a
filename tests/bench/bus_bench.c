/* bus_bench - what a message costs from one node to another: by a bare client of NATS, by one of Redis, and by bus.h.
 *
 * usage: bus_bench [ROUND_TRIPS [MESSAGES]]
 * It starts nats-server and redis-server, which must be installed, on ports of their own. The bare clients are the same code with
 * blocking sockets, so that they differ in what they write: nats.io's client protocol, and RESP 2 of redis.io. A round
 * trip is a message of 100 bytes there and one back, each with its receiver in this process. Then as many messages as
 * go at once. Processor time is the server's. */
#include "bus.h"

#include <arpa/inet.h>
#include <assert.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SHORT = 100, LONG = 64 * 1024, FRAME_MAX = LONG + 100, BATCH = 256 * 1024 };

typedef struct {
    const char *name;
    bool is_redis;
    int port;
    pid_t pid;
    struct rusage before; /* of children that have ended */
} Server;

/* A node: it publishes by one connection and listens by another, as Redis wants it. */
typedef struct {
    int out, in;
} Node;

/* What goes out for one message, and how many bytes come of it. */
typedef struct {
    char bytes[FRAME_MAX];
    size_t length, delivered, answered;
} Frame;

static double now_s(void)
{
    return (double)uv_hrtime() / 1e9;
}

static struct sockaddr_in address_of(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int free_port(void)
{
    struct sockaddr_in address = address_of(0);
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(fd, (struct sockaddr *)&address, size) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &size) != 0)
        abort();
    close(fd);
    return ntohs(address.sin_port);
}

/* -1: nobody answers. */
static int connect_to(int port)
{
    struct sockaddr_in address = address_of(port);
    int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static void start(Server *server)
{
    char port[8];
    getrusage(RUSAGE_CHILDREN, &server->before);
    server->port = free_port();
    snprintf(port, sizeof port, "%d", server->port);
    server->pid = fork();
    if (server->pid == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (server->is_redis)
            execlp("redis-server", "redis-server", "--port", port, "--save", "", "--appendonly",
                   "no", "--bind", "127.0.0.1", (char *)NULL);
        else
            execlp("nats-server", "nats-server", "-a", "127.0.0.1", "-p", port, (char *)NULL);
        _exit(1);
    }
    for (int fd = -1; fd < 0;) {
        if (waitpid(server->pid, NULL, WNOHANG) != 0) {
            fprintf(stderr, "%s cannot be started\n", server->name);
            exit(1);
        }
        usleep(10000);
        fd = connect_to(server->port);
        if (fd >= 0)
            close(fd);
    }
}

static double seconds_of(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
}

/* Returns the processor time that the server took, in seconds. */
static double stop(const Server *server)
{
    struct rusage after;
    kill(server->pid, SIGTERM);
    waitpid(server->pid, NULL, 0);
    getrusage(RUSAGE_CHILDREN, &after);
    return seconds_of(&after) - seconds_of(&server->before);
}

static void write_all(int fd, const void *bytes, size_t length)
{
    const char *at = bytes;
    for (ssize_t did; length > 0; at += did, length -= (size_t)did)
        if ((did = write(fd, at, length)) <= 0)
            abort();
}

static void read_all(int fd, size_t length)
{
    static char space[BATCH];
    for (ssize_t did; length > 0; length -= (size_t)did)
        if ((did = read(fd, space, length < sizeof space ? length : sizeof space)) <= 0)
            abort();
}

static void read_until(int fd, const char *end)
{
    char text[4096];
    size_t length = 0;
    do {
        if (length + 1 == sizeof text || read(fd, text + length, 1) != 1)
            abort();
        text[++length] = '\0';
    } while (!strstr(text, end));
}

static int log_in(const Server *server, const char *listen)
{
    int fd = connect_to(server->port);
    char text[200];
    if (fd < 0)
        abort();
    if (!server->is_redis) {
        read_until(fd, "\r\n");
        snprintf(text, sizeof text, "CONNECT {\"verbose\":false}\r\n%s%s%sPING\r\n",
                 listen ? "SUB " : "", listen ? listen : "", listen ? " 1\r\n" : "");
        write_all(fd, text, strlen(text));
        read_until(fd, "PONG\r\n");
    } else if (listen) {
        snprintf(text, sizeof text, "*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\n%s\r\n", listen);
        write_all(fd, text, strlen(text));
        read_until(fd, ":1\r\n");
    }
    return fd;
}

static Node join(const Server *server, const char *listen)
{
    return (Node){.out = log_in(server, NULL), .in = log_in(server, listen)};
}

static void leave(Node node)
{
    close(node.out);
    close(node.in);
}

static void make_frame(const Server *server, const char *subject, size_t length, Frame *frame)
{
    char head[80];
    if (server->is_redis) {
        sprintf(frame->bytes, "*3\r\n$7\r\nPUBLISH\r\n$1\r\n%s\r\n$%zu\r\n", subject, length);
        sprintf(head, "*3\r\n$7\r\nmessage\r\n$1\r\n%s\r\n$%zu\r\n", subject, length);
        frame->answered = strlen(":1\r\n");
    } else {
        sprintf(frame->bytes, "PUB %s %zu\r\n", subject, length);
        sprintf(head, "MSG %s 1 %zu\r\n", subject, length);
        frame->answered = 0;
    }
    frame->length = strlen(frame->bytes);
    memset(frame->bytes + frame->length, 'x', length);
    memcpy(frame->bytes + frame->length + length, "\r\n", 2);
    frame->length += length + 2;
    frame->delivered = strlen(head) + length + 2;
}

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static void print_trips(const char *name, double *us, int count)
{
    qsort(us, (size_t)count, sizeof *us, compare);
    printf("%-12s %6.0f µs p50  %6.0f µs p99", name, us[count / 2], us[count * 99 / 100]);
}

static void measure_trips(const Server *server, int count)
{
    static Frame there, back;
    double *us = malloc((size_t)count * sizeof *us);
    Node a = join(server, "a"), b = join(server, "b");
    make_frame(server, "b", SHORT, &there);
    make_frame(server, "a", SHORT, &back);
    for (int i = 0; i < count; i++) {
        double begin = now_s();
        write_all(a.out, there.bytes, there.length);
        read_all(b.in, there.delivered);
        write_all(b.out, back.bytes, back.length);
        read_all(a.in, back.delivered);
        us[i] = (now_s() - begin) * 1e6;
        read_all(a.out, there.answered);
        read_all(b.out, back.answered);
    }
    leave(a);
    leave(b);
    print_trips(server->name, us, count);
    free(us);
}

/* As many messages as go: what comes is read while they are written. Returns messages a second. */
static double measure_flood(const Server *server, size_t length, int count)
{
    static Frame frame;
    Node a = join(server, "a"), b = join(server, "b");
    make_frame(server, "b", length, &frame);
    assert(frame.length > 0 && frame.length <= FRAME_MAX);
    size_t together = BATCH / frame.length ? BATCH / frame.length : 1;
    count -= count % (int)together;
    char *batch = malloc(together * frame.length), space[65536];
    for (size_t i = 0; i < together; i++)
        memcpy(batch + i * frame.length, frame.bytes, frame.length);
    size_t left = (size_t)count * frame.length, at = 0;
    size_t wanted = (size_t)count * frame.delivered, answers = (size_t)count * frame.answered;
    double begin = now_s();
    fcntl(a.out, F_SETFL, O_NONBLOCK);
    while (left || wanted || answers) {
        struct pollfd polled[] = {
            {.fd = a.out, .events = (short)((left ? POLLOUT : 0) | (answers ? POLLIN : 0))},
            {.fd = b.in, .events = POLLIN}};
        poll(polled, 2, -1);
        ssize_t did;
        if (polled[0].revents & POLLIN && (did = read(a.out, space, sizeof space)) > 0)
            answers -= (size_t)did;
        if (polled[1].revents && (did = read(b.in, space, sizeof space)) >= 0) {
            if (did == 0)
                abort(); /* the server has closed a subscriber that was too slow */
            wanted -= (size_t)did;
        }
        size_t most = together * frame.length - at;
        if (left && polled[0].revents & POLLOUT &&
            (did = write(a.out, batch + at, most < left ? most : left)) > 0) {
            left -= (size_t)did;
            at = (at + (size_t)did) % (together * frame.length);
        }
    }
    double took = now_s() - begin;
    free(batch);
    leave(a);
    leave(b);
    return count / took;
}

static void measure(Server *server, int trips, int messages)
{
    start(server);
    measure_trips(server, trips);
    double after = stop(server);
    printf("  server %3.0f µs", after * 1e6 / trips);
    start(server);
    double many = measure_flood(server, SHORT, messages);
    printf("  | %7.0f/s of %d bytes  server %4.1f µs each", many, SHORT,
           stop(server) * 1e6 / messages);
    start(server);
    double big = measure_flood(server, LONG, messages / 20);
    printf("  | %5.0f MB/s by %d KB\n", big * LONG / 1e6, LONG / 1024);
    stop(server);
}

/* ---- bus.h: two buses on one loop ---- */

typedef struct {
    uv_loop_t loop;
    Bus *a, *b;
    int connected, trips, heard;
    bool is_flood;
} Pair;

static void on_state(void *context, bool is_connected, const char *why)
{
    Pair *pair = context;
    (void)why;
    pair->connected += is_connected ? 1 : 0;
}

static void on_there(void *context, const void *bytes, size_t length)
{
    Pair *pair = context;
    pair->heard++;
    if (!pair->is_flood)
        bus_send(pair->b, "a", bytes, length);
}

static void on_back(void *context, const void *bytes, size_t length)
{
    Pair *pair = context;
    (void)bytes, (void)length;
    pair->trips++;
}

static Bus *open_bus(Pair *pair, int port)
{
    char address[40], line[BUS_LINE_MAX];
    snprintf(address, sizeof address, "nats://127.0.0.1:%d", port);
    BusOptions options = {.loop = &pair->loop,
                          .address = address,
                          .name = "bus_bench",
                          .context = pair,
                          .state = on_state};
    Bus *bus = bus_open(&options, line);
    if (!bus) {
        fprintf(stderr, "%s\n", line);
        exit(1);
    }
    return bus;
}

static double flood_buses(Pair *pair, size_t length, int count)
{
    static char payload[LONG];
    double begin = now_s();
    pair->heard = 0;
    for (int sent = 0; pair->heard < count;) {
        /* A window, as links have one: what nobody has taken yet is bounded. */
        while (sent < count && (size_t)(sent - pair->heard) * length < 16 << 20 &&
               sent - pair->heard < 10000 && bus_send(pair->a, "b", payload, length))
            sent++;
        uv_run(&pair->loop, UV_RUN_ONCE);
    }
    return count / (now_s() - begin);
}

static void measure_buses(Server *server, int trips, int messages)
{
    Pair pair = {.connected = 0};
    char payload[SHORT] = {0};
    double *us = malloc((size_t)trips * sizeof *us);
    start(server);
    uv_loop_init(&pair.loop);
    pair.a = open_bus(&pair, server->port);
    pair.b = open_bus(&pair, server->port);
    bus_listen(pair.a, "a", on_back, &pair);
    bus_listen(pair.b, "b", on_there, &pair);
    while (pair.connected < 2)
        uv_run(&pair.loop, UV_RUN_ONCE);
    while (pair.trips < trips) {
        int before = pair.trips;
        double begin = now_s();
        bus_send(pair.a, "b", payload, sizeof payload);
        while (pair.trips == before)
            uv_run(&pair.loop, UV_RUN_ONCE);
        us[before] = (now_s() - begin) * 1e6;
    }
    print_trips("NATS, bus.h", us, trips);
    free(us);
    pair.is_flood = true;
    double many = flood_buses(&pair, SHORT, messages);
    double big = flood_buses(&pair, LONG, messages / 20);
    printf("                 | %7.0f/s of %d bytes                       | %5.0f MB/s by %d KB\n",
           many, SHORT, big * LONG / 1e6, LONG / 1024);
    bus_close(pair.a);
    bus_close(pair.b);
    uv_run(&pair.loop, UV_RUN_DEFAULT);
    uv_loop_close(&pair.loop);
    stop(server);
}

int main(int argc, char *argv[])
{
    int trips = argc > 1 ? atoi(argv[1]) : 20000, messages = argc > 2 ? atoi(argv[2]) : 400000;
    if (trips < 100 || messages < 20000 || sodium_init() < 0) {
        fputs("usage: bus_bench [ROUND_TRIPS [MESSAGES]]    (at least 100 and 20000)\n", stderr);
        return 2;
    }
    setvbuf(stdout, NULL, _IONBF, 0);
    for (int round = 1; round <= 3; round++) {
        Server nats = {.name = "NATS"}, redis = {.name = "Redis", .is_redis = true};
        printf("round %d\n", round);
        measure(&nats, trips, messages);
        measure(&redis, trips, messages);
        measure_buses(&nats, trips, messages);
    }
    return 0;
}
