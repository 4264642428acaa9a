/* process.h - what one castled in a simulated world is, alone (lone_machine.c) or as a node of a cluster (cluster/member.c): the parts
 * that have the games, what has come in for them, and when its loop turns next.
 *
 * Here are also those functions of machine.h that are the same for both. */
#pragma once

#include "machine.h"

#include "credential.h"

typedef enum { IN_OPENS, IN_HEARS, IN_WRITABLE, IN_PONG, IN_LOSES } InputKind;

typedef struct Input Input;
struct Input {
    Input *next;
    InputKind kind;
    Port *port;
    Person person;
    char credential[CREDENTIAL_TEXT_LENGTH + 1], address[CORE_ADDRESS_MAX + 1];
    int64_t time;
    size_t length;
    char text[];
};

/* A Machine begins with it. */
typedef struct {
    const Settings *settings;
    Random random;
    char directory[64]; /* on the real disk, for what is locked there */
    bool up;
    uint64_t life;

    uv_loop_t loop; /* its clock is the threads' */
    Sessions *sessions;
    Store *store;
    Searchers *searchers;
    Accounts *accounts;
    Core *core; /* NULL: it does not have the games */
    Metrics metrics;

    Input *first, **end;
    void (*turn)(Machine *machine); /* of its loop; it is up */
    uint64_t turns;  /* the number of the next turn: other planned turns are dropped */
    int64_t turn_at; /* INT64_MAX: none is planned */
    int64_t busy_until;
} Process;

void process_init(Process *process, const Settings *settings, uint64_t stream,
                  void (*turn)(Machine *machine));
/* Its directory, with these files in it, is removed. */
void process_clear(Process *process, const char *const *files, size_t count);

/* Loads the games from its store. */
void process_open_core(Process *process);
/* What it still has to say is said, and the parts are gone. Its store's threads have ended. */
void process_close_core(Process *process);

/* The oldest of what has come in, the caller's to free; NULL: nothing has. */
Input *process_take_input(Process *process);
/* What has come will not be looked at, and the loop turns no more. */
void process_end_loop(Process *process);

/* The loop turns then at the latest, but not while it is busy. */
void process_plan_turn(Process *process, int64_t at);
/* A turn is over; it has taken a while. 'stall_most' is how long the loop stands still now and then, if it does in this world:
 * true when it does now. */
bool process_turned(Process *process, int64_t stall_most);
