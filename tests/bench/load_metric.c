#include "load_metric.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ANSWER_MAX = 64 * 1024, NAME_SIZE = 64 };

static struct sockaddr_in local(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((in_port_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

int metric_port(void)
{
    struct sockaddr_in address = local(0);
    socklen_t size = sizeof address;
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is_there = bind(file, (struct sockaddr *)&address, size) == 0 &&
                    getsockname(file, (struct sockaddr *)&address, &size) == 0;
    close(file);
    return is_there ? ntohs(address.sin_port) : 0;
}

/* The whole answer, which ends with the connection. */
static bool ask(int port, char answer[ANSWER_MAX + 1])
{
    static const char REQUEST[] = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n"
                                  "Connection: close\r\n\r\n";
    struct sockaddr_in address = local(port);
    size_t length = 0;
    ssize_t got = -1;
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(file, (struct sockaddr *)&address, sizeof address) == 0 &&
        write(file, REQUEST, sizeof REQUEST - 1) == sizeof REQUEST - 1)
        while ((got = read(file, answer + length, ANSWER_MAX - length)) > 0)
            length += (size_t)got;
    close(file);
    answer[length] = '\0';
    return got == 0;
}

bool metric_read(int port, const char *name, double *value)
{
    char answer[ANSWER_MAX + 1], line[NAME_SIZE];
    int length = snprintf(line, sizeof line, "\ncastled_%s ", name);
    const char *found = ask(port, answer) ? strstr(answer, line) : NULL;
    if (found)
        *value = strtod(found + length, NULL);
    return found != NULL;
}
