/* broadcast_state.h - broadcasts and rounds in memory, and the part's own struct. */
#pragma once

#include "broadcasts.h"
#include "hash_table.h"
#include "listeners.h"

enum {
    BROADCAST_ID_LENGTH = 8,
    BROADCAST_NAME_SIZE = 4 * BROADCAST_NAME_MAX,
    BROADCAST_DESCRIPTION_SIZE = 4 * BROADCAST_DESCRIPTION_MAX,
    BROADCAST_WORDS_SIZE = 160,
    BROADCAST_URL_SIZE = 320, /* of its page, with its NUL */
};

typedef struct Broadcast Broadcast;

typedef struct {
    char id[BROADCAST_ID_LENGTH + 1]; /* the key under which it is found */
    Broadcast *of;
    char name[BROADCAST_NAME_SIZE + 1];
    char url[OUTBOUND_URL_MAX + 1]; /* "": it is pushed */
    int64_t starts_at;              /* wall clock, ms; 0: now */
    int32_t period;                 /* seconds */
    bool is_over;                   /* its owner says so */
    int64_t made_at,
        changed_at;  /* wall clock, ms; of the last change of its games, or its settings */
    uint64_t number; /* the newest batch with something of it */
    BroadcastGames games;
    size_t size; /* of its games */
    uint32_t seq;

    /* The address. */
    uint64_t asked; /* the request that runs; 0: none */
    void *context;  /* what it will be answered with */
    int64_t ask_at; /* wall clock, ms; INT64_MAX: never */
    uint32_t failures;
    uint32_t body_sum; /* of the last text that was read, with its length */
    size_t body_length;
    char etag[OUTBOUND_WORDS_MAX], modified[64];
    char words[BROADCAST_WORDS_SIZE]; /* what is wrong with it; "" */
    int64_t asked_at;                 /* when it last answered, or did not */

    Listeners listeners;
    uint32_t told_seq;
    int64_t tell_at; /* wall clock: not again before */
} Round;

struct Broadcast {
    char id[BROADCAST_ID_LENGTH + 1];
    char name[BROADCAST_NAME_SIZE + 1];
    char description[BROADCAST_DESCRIPTION_SIZE + 1];
    char owner[PERSON_ID_MAX + 1], owner_name[4 * PERSON_NAME_MAX + 1];
    int64_t made_at;
    uint64_t number;
    Round *rounds[BROADCAST_ROUNDS_MAX];
    uint32_t rounds_count;
};

struct Broadcasts {
    BroadcastsOptions options;
    HashTable broadcasts, rounds;
    size_t size;     /* of all games */
    int64_t next_at; /* wall clock; INT64_MAX: never */
    Text text;
    bool is_stopped;
};

/* ---- broadcast_state.c ---- */

Broadcast *broadcast_find(const Broadcasts *broadcasts, const char *id);
Round *broadcast_round(const Broadcasts *broadcasts, const char *id);
/* An empty one with that id, or with one that is drawn (NULL). There is room for it. */
Broadcast *broadcast_add(Broadcasts *broadcasts, const char *id);
Round *broadcast_add_round(Broadcasts *broadcasts, Broadcast *of, const char *id);
void broadcast_remove_round(Broadcasts *broadcasts, Round *round);
void broadcast_remove(Broadcasts *broadcasts, Broadcast *broadcast);
/* There is something to do at that instant of the wall clock, or before. */
void broadcast_plan(Broadcasts *broadcasts, int64_t at);
/* All of them, those that changed last first; how many there are. */
size_t broadcast_sort(const Broadcasts *broadcasts, const Broadcast *list[BROADCASTS_MAX]);
/* The address of its page. */
void broadcast_page(const Broadcast *broadcast, const char *base, char url[BROADCAST_URL_SIZE]);
bool broadcast_is_own(const Broadcast *broadcast, const BroadcastPerson *by);
/* Nothing is waited for any more from the round's address. */
void broadcast_stop_asking(Broadcasts *broadcasts, Round *round);

/* ---- broadcast_take.c ---- */

/* Whether that much PGN may be read for the round's owner now: reading takes time of the loop, whoever sends it. */
bool broadcast_may_read(Broadcasts *broadcasts, const Round *round, size_t length);

/* Takes what came for a round, stores it, and has those who watch told. 'merged' as in broadcast_games_merge; false when nothing
 * has changed. */
bool broadcast_take(Broadcasts *broadcasts, Round *round, BroadcastGames *came,
                    BroadcastMerged *merged);

/* ---- broadcast_rows.c: as it is stored ---- */

void broadcast_store(Broadcasts *broadcasts, Broadcast *broadcast);
void broadcast_store_round(Broadcasts *broadcasts, Round *round);

/* ---- broadcast_json.c ---- */

void broadcast_json(const Broadcasts *broadcasts, const Broadcast *broadcast,
                    const BroadcastPerson *by, const char *name, Text *text);
/* Its boards since 'seq'; 'by' NULL: as somebody who watches sees it. */
void broadcast_round_json(const Broadcasts *broadcasts, const Round *round,
                          const BroadcastPerson *by, const char *name, Text *text);
void broadcast_boards_json(const Round *round, uint32_t since, Text *text);
const char *broadcast_round_state(const Round *round, int64_t now);

/* ---- broadcast_fields.c ---- */

/* Reads what is among the fields into one that holds other values already. */
bool broadcast_read(Broadcast *broadcast, const Params *fields, BroadcastRefusal *refusal);
bool broadcast_read_round(Round *round, const Params *fields, int64_t now,
                          BroadcastRefusal *refusal);
bool broadcast_refuse(BroadcastRefusal *refusal, int status, const char *code, const char *why);

/* ---- broadcast_poll.c ---- */

/* When the round's address is asked next, as things are now. */
void broadcast_plan_asking(Broadcasts *broadcasts, Round *round);
void broadcast_ask(Broadcasts *broadcasts, Round *round);
/* ---- broadcast_watching.c ---- */

void broadcast_tell(Broadcasts *broadcasts, Round *round);
