/* course.h - how a simulated world goes, whoever has its games: players come and play, then they end their games and leave, and
 * nothing may be left. One server (run.c) and a cluster (cluster/cluster_run.c) have this in common. */
#pragma once

#include "player.h"
#include "tally.h"

/* A world's own state begins with it, so that it is the context of the hooks below. */
typedef struct {
    Settings settings;
    Town town;
    Network *network;
    Judge *judge;
    Tally *tally;
    Random random;
    bool over; /* the next server to start finds all that was put */
} Course;

/* Before the world begins. */
void course_draw(Course *course, const Settings *settings, Tally *tally);
/* Players come. The first machine is taken for the one that has the games. */
void course_begin(Course *course, Machine *const *machines, size_t count);
void course_end(Course *course);

/* Nothing has failed, and the world is to go on. */
bool course_goes_on(const Course *course);
/* Until as many games have been played as the world has. */
void course_play(Course *course);
/* Everybody ends their games and leaves; then they look once more whether they have overlooked any. */
void course_leave(Course *course);
/* Everybody has left: nobody is there for it, and it has no game and no seek. */
void course_check_empty(Core *core);
/* Adds what has happened to the tally. */
void course_count(const Course *course);

/* For a machine's hooks. */
bool course_write(void *context, Port *port, Packet *packet, Sent sent);
void course_close(void *context, Port *port, CloseCode code);
void course_ping(void *context, Port *port);
