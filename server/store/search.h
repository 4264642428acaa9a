/* search.h - finds somebody's finished games by opponent, result, opening, clock, date and more.
 *
 * Newest or oldest first, page by page: a cursor is a game's number, and a page that has found little
 * after SEARCH_LOOKED_MAX games says where to continue, so that no search takes long. */
#pragma once

#include "stored.h"

enum {
    SEARCH_FOUND_MAX = 300,
    SEARCH_LOOKED_MAX = 10000, /* games that one page looks at, about 10 ms of work */
};

typedef enum { SEARCH_ANY, SEARCH_YES, SEARCH_NO } SearchChoice;
typedef enum { SEARCH_ALL, SEARCH_WON, SEARCH_LOST, SEARCH_DRAWN } SearchScore;

/* Zeroed, except for 'from', it asks for everybody's games. Of everybody's games White counts as the
 * player. */
typedef struct {
    char player[STORE_PLAYER_ID_MAX + 1];          /* empty: everybody */
    char opponent[STORE_PLAYER_ID_MAX + 1];        /* empty: any */
    SearchChoice white, rated, computer, finished; /* finished: not aborted */
    SearchScore score;
    unsigned statuses, speeds, variants; /* a bit 1 << n for each that is wanted; 0: any */
    const TimeControl *control;          /* exactly that one, for both sides, or NULL */
    int64_t since, until;                /* wall clock, ms, when it was made; 0: no limit */
    /* Whether games with this opening's key (0: none) are wanted; called on a thread of the store.
     * NULL: any. */
    bool (*opening)(const void *context, uint32_t key);
    const void *opening_context;
    bool oldest_first;
    int64_t from; /* games beyond that number; SEARCH_NEWEST or SEARCH_OLDEST to start */
    int most;     /* SEARCH_FOUND_MAX at most */
} StoreSearch;

/* The games of one player against another that were not aborted, among the newest SEARCH_LOOKED_MAX
 * of the first. */
typedef struct {
    int64_t games, halves; /* the first player's points: a win counts 2 */
} StoreScore;

#define SEARCH_NEWEST INT64_MAX
#define SEARCH_OLDEST INT64_C(-1)

typedef struct {
    int count;
    struct {
        int64_t number;
        uint32_t opening; /* its key; 0: none, or not yet known */
    } at[SEARCH_FOUND_MAX];
    int64_t next; /* where to continue; -1: there are no more */
    int looked;   /* games that were looked at, found or not: SEARCH_LOOKED_MAX at most */
} StoreFound;
