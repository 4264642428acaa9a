/* lichess_tournament_list.h - which tournaments the lists of the Lichess API have. */
#pragma once

#include "lichess_tournament_api.h"

typedef struct {
    Format format;
    int status;         /* a sum of 1 << TourneyStatus */
    const char *maker;  /* made by that account; NULL: by anybody */
    const char *player; /* played by that account; NULL: by anybody */
    const char *team;   /* for that team, among others; NULL: for any or none */
    const char *name;   /* with that in its name; NULL: any */
    const Tourney **at; /* what was found, which the caller frees */
    size_t count, size;
} LichessList;

/* Finds them, those that start last first. */
void lichess_list_gather(const Call *call, LichessList *list);
/* One of them as it is now; the answer waits until it is durable. */
LichessTournament lichess_listed(Call *call, const Tourney *tourney);
/* How many the call wants, by the field of that name; false, and the call answered, when it is no number. */
bool lichess_list_most(Call *call, const char *field, int64_t usual, int64_t *most);
