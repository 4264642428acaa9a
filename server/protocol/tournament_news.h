/* tournament_news.h - what becomes of tournaments, as those hear of it who follow them all. A plain value. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    TOURNAMENT_ROUND_BEGAN,
    TOURNAMENT_ROUND_ENDED,
    TOURNAMENT_ENDED,
} TournamentChange;

/* Texts are lent for the call. */
typedef struct {
    TournamentChange change;
    const char *id, *name, *format;
    uint32_t players;       /* who take part now */
    uint32_t round, rounds; /* now; in all, 0: not known, as in an arena */
    bool cancelled;         /* ended without a result */
    uint64_t number;        /* the journal's batch that this depends on */
} TournamentNews;
