/* skill.h - a computer player of a given strength: its moves and its decisions.
 *
 * Strength is a budget of nodes, and below it what a person of that rating overlooks: quiet, far and deep
 * things first, mates in one and hanging pieces last. Line, rating and seed give the same move on every
 * machine; only a hook's stop can change it, and that is told. Human-like delays are the caller's matter. */
#pragma once

#include "engine.h"

enum {
    SKILL_LEVEL_MAX = 13, /* full strength; level n < 13 is named by its rating, 200 + 200 n */
    SKILL_RATING_MIN = 400,
    SKILL_RATING_MAX = 2800,
    SKILL_RATING_FULL = 4000, /* nothing is held back but the budget of nodes */
    /* What a table's memory must have so that the same moves come on every machine; more is left alone. */
    SKILL_TABLE_BYTES = 16 * 1024 * 1024,
};

typedef struct {
    int rating; /* SKILL_RATING_MIN to SKILL_RATING_MAX, or SKILL_RATING_FULL */
    uint64_t seed;
    /* Only poll is asked: true when the time above the budget is over. May be NULL. */
    const EngineHooks *hooks;
} SkillRequest;

typedef struct {
    Move move; /* MOVE_NONE only when there is no legal move */
    int score; /* as this player sees it */
    uint64_t nodes;
    bool cut; /* the poll stopped it: a slower machine, another move perhaps. Worth a log line. */
} SkillMove;

/* The rating of level 1 to SKILL_LEVEL_MAX. */
int skill_rating(int level);
/* The budget of nodes of that rating. */
uint64_t skill_nodes(int rating);

/* The move of a player of that strength. The engine is cleared before. Of its table's memory, which must have
 * SKILL_TABLE_BYTES at least even where the table has less, it uses the first part, the weaker the smaller, and
 * clears it before and after: it costs little, and neither hears anything of the other's positions. */
void skill_choose(Engine *engine, const Line *line, const SkillRequest *request, SkillMove *chosen);

/* What a player remembers of his game, to decide on resigning and draws. Zeroed is a new game's. */
typedef struct {
    int score;             /* of the last move, for the player */
    uint16_t moves;        /* chosen so far */
    uint16_t hopeless;     /* moves in a row that look lost to a strong player */
    uint16_t hopeless_all; /* and to everybody */
    uint16_t even;         /* moves in a row that look like a draw */
    uint16_t since_offer;  /* moves since an own draw offer */
    bool offered;
} SkillMemory;

void skill_remember(SkillMemory *memory, const SkillMove *chosen);
/* After skill_remember: resign instead of playing the move? Late, and only when a person would. */
bool skill_resigns(const SkillMemory *memory, const Line *line, int rating);
/* The opponent offers a draw: is it a fair one? Asked at any time, costs nothing. */
bool skill_accepts_draw(const SkillMemory *memory, const Line *line);
/* After skill_remember: offer one with the move? Who does notes it, so that it does not come again soon. */
bool skill_offers_draw(const SkillMemory *memory, const Line *line);
void skill_note_offer(SkillMemory *memory);
