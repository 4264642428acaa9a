/* team_call.h - what calls about teams have in common. */
#pragma once

#include "call.h"
#include "teams.h"

/* The team that the path names; NULL, and the call answered, when there is none. */
const Team *team_of(Call *call);
void team_refused(Call *call, const TeamAnswer *answer);
/* Does it as whoever asks, and answers with {"ok":true}; 'player' is who is meant, "" for nobody. */
void team_carry_out(Call *call, TeamActKind kind, const char *player);
/* Whoever asks joins the team that the path names, or asks to; 'code' and 'words' may be NULL, and are lent for as long as the
 * call lives. */
void team_join(Call *call, const char *code, const char *words);

/* Teams that are wanted, the biggest first. */
typedef struct {
    const Team **at;
    size_t count, size;
    const char *text;   /* in their names; "" or NULL: any */
    const char *player; /* who belongs to them; with 'asking', or asks to; NULL: anybody */
    bool asking;
} TeamList;
/* 'list.at' is the caller's to free. */
void team_list(const Call *call, TeamList *list);
