/* member_hooks.h - what a simulated node of a cluster tells the world around it. */
#pragma once

#include "machine.h"

typedef struct {
    void *context;
    /* A packet goes to the socket; false when that is full. */
    bool (*write)(void *context, Port *port, Packet *packet, Sent sent);
    void (*close)(void *context, Port *port, CloseCode code);
    void (*ping)(void *context, Port *port);
    /* It has the games; nothing has been loaded yet. */
    void (*opened)(void *context, Machine *machine);
    /* A turn of its loop is over. */
    void (*turned)(void *context, Machine *machine);
    /* It says that to one who is connected to another node. */
    void (*said)(void *context, const char *text, size_t length, Sent sent);
    /* Its process has ended by itself, with NODE_STATUS. */
    void (*ended)(void *context, Machine *machine);
    /* The line to the database has broken, and that node does not know whether its transaction was committed. */
    void (*doubts)(void *context, int number);
} MemberHooks;

/* What has gone wrong now may make answers late (machine_sick_at). */
void members_note_trouble(void);
