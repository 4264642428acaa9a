/* judge_state.h - what the judge knows: every game, event and change of a rating that was put. For judge.c, which is told, and
 * judge_disk.c, which compares it with what is stored. */
#pragma once

#include "machine.h"

#include "event.h"
#include "hash_table.h"
#include "room.h"
#include "store.h"

typedef struct Judge Judge;

/* An event as it was put. */
typedef struct {
    unsigned char bytes[EVENT_PACKED_MAX];
    unsigned char size;
    uint64_t
        number; /* the number of its batch in this life of the server; 0: it was on disk before */
    uint64_t told;  /* a hash of its text, 0 until somebody was told */
    uint32_t plies; /* moves on the board after it */
    Event event;
} Put;

/* A game as it was put. */
typedef struct {
    GameId id; /* the key */
    StoreGame game;
    uint64_t number;
    Put *puts;
    uint32_t count;
    size_t size;
    Room *room; /* the fold of its events */
    void *memory;
    unsigned plies;
    uint32_t seen; /* the newest event that anybody was told of */
    bool is_seen;  /* somebody was told about the game */
    bool changed;
    bool settled; /* it is over, and was on disk as it should be */
    uint64_t rated_number;
    uint32_t changes;                  /* changes of ratings that were put */
    uint32_t asked_gifts[2], gifts[2]; /* more time for the opponent: asked for, and given */
} Record;

typedef struct {
    StoreRatingChange change;
    uint64_t number;
} Change;

struct Judge {
    const Settings *settings;
    Machine *machine;
    HashTable records;
    Record **changed;
    size_t changed_count, changed_size;
    Change *changes; /* changes of ratings, oldest first */
    size_t changes_count, changes_size;
    uint64_t turns, games, ended, events, rated;
    int64_t axis, seen_at; /* the time of the server and of the world when it was last checked */
    int64_t running_since; /* the world's time since which a clock has run; INT64_MAX: none runs */
    bool may_refund;       /* the rule on refunds applies to the last death */
};

/* NULL: it was never begun. */
Record *judge_find(const Judge *judge, const char *game);
/* A fold without events; and room in it for two more moves. */
void judge_begin_fold(Record *record);
void judge_need_plies(Record *record);
/* The newest change of that rating, or NULL. */
const Change *judge_newest_change(const Judge *judge, const char *player, int32_t category);
bool judge_is_same_rating(const StoreRating *one, const StoreRating *other);
void judge_free_record(Record *record);
