#include "predecessor.h"

#include "array.h"
#include "handover.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool refuse(char *line, const char *problem)
{
    snprintf(line, PREDECESSOR_LINE_MAX, HANDOVER_VARIABLE ", which castled sets itself: %s",
             problem);
    return false;
}

/* ---- what it says ---- */

static bool is_channel(int fd)
{
    int type = 0;
    socklen_t size = sizeof type;
    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET;
}

static bool take_channels(Predecessor *predecessor, const char *text)
{
    int channel, starter = -1, end = 0;
    if (sscanf(text, "%9d%n,%9d%n", &channel, &end, &starter, &end) < 1 || text[end] != '\0')
        return false;
    if (!is_channel(channel) || (starter >= 0 && !is_channel(starter)))
        return false;
    fcntl(channel, F_SETFD, FD_CLOEXEC);
    if (starter >= 0)
        fcntl(starter, F_SETFD, FD_CLOEXEC);
    predecessor->channel = channel;
    predecessor->starter = starter;
    return true;
}

/* "door public given", "door public 0.0.0.0 8080"; false when it is something else. */
static bool take_door(Predecessor *predecessor, const char *message, int fd)
{
    char name[16], host[PREDECESSOR_HOST_MAX];
    int port = 0;
    int words = sscanf(message, "door %15s %255s %d", name, host, &port);
    if (words < 2 || fd < 0 || predecessor->door_count == NET_DOORS_MAX)
        return false;
    char *kept = predecessor->hosts[predecessor->door_count];
    memcpy(kept, host, sizeof host);
    predecessor->doors[predecessor->door_count++] = (NetDoor){.door = http_door_of(name),
                                                              .host = kept,
                                                              .port = port,
                                                              .is_open = true,
                                                              .fd = fd,
                                                              .is_given = words == 2};
    return true;
}

static bool take_connection(Predecessor *predecessor, const char *message, int fd)
{
    char name[16], kind[16];
    if (fd < 0 || sscanf(message, "connection %15s %15s", name, kind) != 2)
        return false;
    predecessor->connections =
        array_reserve(predecessor->connections, &predecessor->connection_capacity,
                      predecessor->connection_count + 1, sizeof *predecessor->connections);
    predecessor->connections[predecessor->connection_count++] =
        (PredecessorConnection){fd, http_door_of(name), strcmp(kind, "tls") == 0};
    return true;
}

/* Takes what comes until the word; false when the other side ends before. */
static bool listen_until(Predecessor *predecessor, const char *word)
{
    char message[HANDOVER_MESSAGE_MAX];
    int fd;
    while (handover_receive(predecessor->channel, message, &fd)) {
        if (strcmp(message, word) == 0)
            return true;
        bool is_taken =
            take_door(predecessor, message, fd) || take_connection(predecessor, message, fd);
        if (!is_taken && fd >= 0)
            close(fd);
    }
    return false;
}

/* ---- from first to last ---- */

bool predecessor_meet(Predecessor *predecessor, char *line)
{
    char message[HANDOVER_MESSAGE_MAX];
    int fd, version = 0;
    *predecessor = (Predecessor){.channel = -1, .starter = -1};
    const char *text = getenv(HANDOVER_VARIABLE);
    if (!text)
        return true;
    bool is_sound = take_channels(predecessor, text);
    unsetenv(HANDOVER_VARIABLE);
    if (!is_sound)
        return refuse(line, "there is no such socket");
    if (!handover_receive(predecessor->channel, message, &fd))
        return refuse(line, "the other castled has ended");
    if (fd >= 0)
        close(fd);
    if (sscanf(message, "version %d", &version) != 1 || version != HANDOVER_VERSION)
        return refuse(line, "the other castled does not speak this one's language");
    return listen_until(predecessor, "begin") || refuse(line, "the other castled has ended");
}

bool predecessor_is_there(const Predecessor *predecessor)
{
    return predecessor->channel >= 0;
}

bool predecessor_has_released(const Predecessor *predecessor)
{
    static const char RELEASED[] = "released";
    char text[sizeof RELEASED];
    ssize_t length = recv(predecessor->channel, text, sizeof text, MSG_PEEK | MSG_DONTWAIT);
    return length == (ssize_t)sizeof RELEASED - 1 && memcmp(text, RELEASED, (size_t)length) == 0;
}

bool predecessor_wait(Predecessor *predecessor, char *line)
{
    char text[HANDOVER_MESSAGE_MAX];
    snprintf(text, sizeof text, "prepared %ld " CASTLED_VERSION, (long)getpid());
    handover_send(predecessor->channel, text, -1);
    if (listen_until(predecessor, "released"))
        return true;
    snprintf(line, PREDECESSOR_LINE_MAX, "the old castled does not hand over");
    return false;
}

void predecessor_relieve(Predecessor *predecessor)
{
    if (!predecessor_is_there(predecessor))
        return;
    handover_send(predecessor->channel, "ready", -1);
    listen_until(predecessor, "go");
    predecessor_close(predecessor);
}

void predecessor_close(Predecessor *predecessor)
{
    for (size_t i = 0; i < predecessor->door_count; i++)
        if (predecessor->doors[i].fd >= 0)
            close(predecessor->doors[i].fd);
    for (size_t i = 0; i < predecessor->connection_count; i++)
        close(predecessor->connections[i].fd);
    free(predecessor->connections);
    predecessor->connections = NULL;
    predecessor->door_count = predecessor->connection_count = predecessor->connection_capacity = 0;
    if (predecessor_is_there(predecessor))
        close(predecessor->channel);
    predecessor->channel = -1;
}
