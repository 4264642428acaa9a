/* search_request.h - a question for whatever plays as the computer, and its answer: our own threads (searchers.h) or
 * external engines (engines.h). */
#pragma once

#include "command.h"
#include "skill.h"

typedef struct {
    GameId game;
    uint32_t turn; /* room_turn, so that a late answer is recognised */
    int rating;
    uint64_t seed;
    uint64_t
        by; /* uv_hrtime at which the search is cut short, if its budget of nodes was not enough */
} Search;

typedef struct {
    GameId game;
    uint32_t turn;
    SkillMove chosen;
} SearchAnswer;
