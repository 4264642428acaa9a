/* lichess_state.h - struct Lichess, as the files of this folder see it, and what is due in it. */
#pragma once

#include "call.h"
#include "hash_table.h"
#include "lichess_options.h"
#include "oauth_codes.h"
#include "text.h"
#include "timer_heap.h"

typedef struct Player Player;
typedef struct Follow Follow;
typedef struct BroadcastFeed BroadcastFeed;
typedef struct Stream Stream;

/* Something to be done at an instant of lichess_now: embedded as the first member of what it is about. */
typedef struct Due {
    Timer timer; /* the first member, too */
    void (*run)(struct Due *due);
} Due;

struct Lichess {
    LichessOptions options;
    HashTable players; /* by the key of the credential that they came in by */
    Player *first;     /* all of them, also those who only watch */
    Player *waiting,
        *waiting_last; /* those to be looked at, in the order in which they were woken */
    Follow *follows;   /* streams of many games */
    BroadcastFeed *feeds;
    Stream *streams; /* all that are open (stream.h) */
    TimerHeap due;
    OauthCodes *codes; /* that apps may still exchange */
    Text text;         /* the line that is being printed */
    bool asked;        /* the core, since the turn began */
};

/* ms of a clock that does not jump. */
int64_t lichess_now(const Lichess *lichess);
void lichess_set_due(Lichess *lichess, Due *due, int64_t at);
