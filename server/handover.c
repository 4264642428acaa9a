#include "handover.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef union {
    struct cmsghdr head; /* for its alignment */
    char bytes[CMSG_SPACE(sizeof(int))];
} Control;

bool handover_send(int channel, const char *message, int fd)
{
    Control control = {.bytes = {0}};
    struct iovec part = {.iov_base = (char *)(size_t)message, .iov_len = strlen(message)};
    struct msghdr head = {.msg_iov = &part, .msg_iovlen = 1};
    if (fd >= 0) {
        head.msg_control = control.bytes;
        head.msg_controllen = sizeof control.bytes;
        struct cmsghdr *rights = CMSG_FIRSTHDR(&head);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(rights), &fd, sizeof fd);
    }
    ssize_t sent;
    do
        sent = sendmsg(channel, &head, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent >= 0;
}

static int descriptor_of(struct msghdr *head)
{
    int fd = -1;
    const struct cmsghdr *rights = CMSG_FIRSTHDR(head);
    if (rights && rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS)
        memcpy(&fd, CMSG_DATA(rights), sizeof fd);
    return fd;
}

bool handover_receive(int channel, char message[HANDOVER_MESSAGE_MAX], int *fd)
{
    Control control = {.bytes = {0}};
    struct iovec part = {.iov_base = message, .iov_len = HANDOVER_MESSAGE_MAX - 1};
    struct msghdr head = {.msg_iov = &part,
                          .msg_iovlen = 1,
                          .msg_control = control.bytes,
                          .msg_controllen = sizeof control.bytes};
    ssize_t got;
    do
        got = recvmsg(channel, &head, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    *fd = got >= 0 ? descriptor_of(&head) : -1;
    if (got <= 0)
        return false;
    message[got] = '\0';
    return true;
}
