#include "doors.h"

#include <string.h>

/* The predecessor's, if it was given to it or is what our options say, too. */
static bool add_predecessors_doors(NetOptions *options, Predecessor *predecessor,
                                   const NetDoor *door)
{
    bool is_added = false;
    for (size_t i = 0; i < predecessor->door_count; i++) {
        NetDoor *theirs = &predecessor->doors[i];
        bool is_ours = theirs->is_given ||
                       (theirs->port == door->port && strcmp(theirs->host, door->host) == 0);
        if (theirs->fd < 0 || theirs->door != door->door || !is_ours)
            continue;
        is_added = true;
        NetDoor given = *door;
        given.is_open = true;
        given.is_given = theirs->is_given;
        given.fd = theirs->fd;
        theirs->fd = -1;
        options->doors[options->door_count++] = given;
    }
    return is_added;
}

void doors_add(NetOptions *options, Predecessor *predecessor, const Supervisor *supervisor,
               const NetDoor *door)
{
    bool is_given = add_predecessors_doors(options, predecessor, door);
    for (size_t i = 0; i < supervisor->socket_count; i++) {
        if (http_door_of(supervisor->sockets[i].name) != door->door)
            continue;
        is_given = true;
        NetDoor given = *door;
        given.is_open = given.is_given = true;
        given.fd = supervisor->sockets[i].fd;
        options->doors[options->door_count++] = given;
    }
    if (!is_given && door->port >= 0)
        options->doors[options->door_count++] = *door;
}
