/* settings.h - how a seed sets up a world: who plays and how, and what goes wrong how often.
 *
 * Each seed draws its own mix (swarm testing, by Groce and others): some worlds have every fault, most have a few, one in
 * eight has none. A chance is "once in N times", 0 for never. Times are in microseconds. */
#pragma once

#include "disk.h"
#include "threads.h"

#include <stdio.h>

/* In a cluster. */
#ifdef SIMULATES_CLUSTER
#define CLUSTER_FAULTS(X)                                                                          \
    X(pauses, "a node stands still for a while")                                                   \
    X(bus, "a node is cut off from the bus")                                                       \
    X(database, "a node is cut off from the database")                                             \
    X(both, "from both")                                                                           \
    X(outage, "the database is away")                                                              \
    X(losses, "the bus loses, doubles, changes and reorders messages")                             \
    X(keys, "requests are sent again, with the same key, when their answer is lost")
#else
#define CLUSTER_FAULTS(X)
#endif

/* Each can be left out (--without), and shrinking leaves out what a failure does not need. */
#define FAULTS(X)                                                                                  \
    X(kills, "the server is killed and started again")                                             \
    X(power, "with the loss of power, and of what was not synced")                                 \
    X(stops, "the server is stopped in order")                                                     \
    X(drops, "connections end")                                                                    \
    X(silent, "connections end and the server is not told")                                        \
    X(slow, "clients that read slowly, or not for a while")                                        \
    X(full, "the disk is full for a while")                                                        \
    X(broken, "the disk refuses everything for a while")                                           \
    X(crawl, "the disk is slow for a while")                                                       \
    X(errors, "single calls of the disk fail")                                                     \
    X(stalls, "the loop or a thread stands still for a while")                                     \
    X(steps, "the wall clock is set")                                                              \
    X(nonsense, "requests that make no sense")                                                     \
    X(computers, "games against the computer")                                                     \
    X(watchers, "spectators")                                                                      \
    X(challenges, "challenges")                                                                    \
    X(offers, "draws, takebacks, rematches, more time, claims")                                    \
    X(accounts, "accounts and rated games")                                                        \
    CLUSTER_FAULTS(X)

typedef enum {
#define X(name, words) FAULT_##name,
    FAULTS(X)
#undef X
        FAULT_COUNT
} Fault;

/* What can be broken on purpose (--break), to see that it is noticed: the words of the failure begin with it. */
#define BREAKS(X)                                                                                  \
    X(none, "")                                                                                    \
    X(early, "left before")    /* the sessions are told of a commit before there is one */         \
    X(lose, "on disk|be read") /* an event is not put into the store */                            \
    X(unsynced, "on disk|opened|be read") /* a sync does nothing */                                \
    X(unrated, "ratings are on disk")     /* a game's rating change is not put */                  \
    X(axis, "given back")                 /* the time axis is not put */                           \
    X(swallow, "does not follow|is not answered|who cannot finish") /* a message is lost */        \
    X(repeat, "does not follow|or is answered")                     /* a message comes twice */

typedef enum {
#define X(name, words) BREAK_##name,
    BREAKS(X)
#undef X
        BREAK_COUNT
} Break;

typedef struct {
    uint64_t seed;
    Break broken;
    uint32_t players;  /* 2 to PLAYERS_MAX */
    uint32_t games;    /* no new games are sought after so many */
    uint64_t steps;    /* and the run ends after so many; 0: when everything is over */
    uint32_t without;  /* bits of Fault */
    bool has_settings; /* 'players' and 'games' are as asked, not drawn */

    bool on[FAULT_COUNT];
    DiskPace disk;
    ThreadsPace threads;
    bool power_durability;
    int64_t archive_after; /* ms */
    int checkpoint_after;  /* pages */
    int64_t
        keep_quiet; /* ms, likewise: then a correspondence game that nobody hears goes to sleep */
    int64_t trouble_every; /* about how often something goes wrong with the server or its disk */
    int64_t latency;
    uint64_t drop_once_in; /* of what a player does */
    int64_t think;         /* of a player, about */
    uint64_t resign_once_in;
    bool limits;
    bool sends_again; /* requests have keys, and are sent again when their answer is lost */
} Settings;

enum { PLAYERS_MAX = 24, GAMES_MAX = 400 };

/* Fills in what the seed decides. */
void settings_draw(Settings *settings);
/* The options that repeat the run. */
void settings_print(const Settings *settings, FILE *file);
/* By its name; false when there is none. */
bool fault_parse(const char *name, Fault *fault);
const char *fault_name(Fault fault);
const char *break_name(Break broken);
/* Whether the failure is the one that breaking it leads to. */
bool break_explains(Break broken, const char *failure);
