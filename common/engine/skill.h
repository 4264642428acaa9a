/* skill.h - a computer player of a given strength: its moves and its decisions.
 *
 * Strength is a limit of nodes and, below full strength, what a person of that rating overlooks: quiet, long and
 * deep moves first, mates in one and hanging pieces last. Line, rating and seed give the same move on every
 * machine; only a stop by a hook can change it, and that is reported. The caller adds human-like delays. */
#pragma once

#include "engine.h"

enum {
    SKILL_LEVEL_MAX = 13, /* full strength; level n < 13 is named by its rating, 200 + 200 n */
    SKILL_RATING_MIN = 400,
    SKILL_RATING_MAX = 2800,
    SKILL_RATING_FULL = 4000, /* no handicap but the limit of nodes */
    /* What a table's memory must have, so that moves are the same on every machine; the rest is not used. */
    SKILL_TABLE_BYTES = 16 * 1024 * 1024,
};

typedef struct {
    int rating; /* SKILL_RATING_MIN to SKILL_RATING_MAX, or SKILL_RATING_FULL */
    uint64_t seed;
    /* Only poll is called: it returns true when the time is over. May be NULL. */
    const EngineHooks *hooks;
} SkillRequest;

typedef struct {
    Move move; /* MOVE_NONE only when there is no legal move */
    int score; /* as this player sees it */
    uint64_t nodes;
    bool
        cut; /* poll stopped it: a faster machine might have played another move. Worth a log line. */
} SkillMove;

/* The rating of level 1 to SKILL_LEVEL_MAX. */
int skill_rating(int level);
/* The limit of nodes of that rating. */
uint64_t skill_nodes(int rating);

/* The move of a player of that strength. Clears the engine first. The table's memory must have at least
 * SKILL_TABLE_BYTES, even where the table is smaller; a part at its start is used, smaller for weaker players, and
 * is cleared before and after: that costs little, and no player learns from another's positions. */
void skill_choose(Engine *engine, const Line *line, const SkillRequest *request, SkillMove *chosen);

/* What a player remembers of its game, to decide on resigning and draws. All zero for a new game. */
typedef struct {
    int score;             /* of the last move, from the player's view */
    uint16_t moves;        /* chosen so far */
    uint16_t hopeless;     /* moves in a row that look lost to a strong player */
    uint16_t hopeless_all; /* the same, to any player */
    uint16_t even;         /* moves in a row that look like a draw */
    uint16_t since_offer;  /* moves since the player's last draw offer */
    bool offered;
} SkillMemory;

void skill_remember(SkillMemory *memory, const SkillMove *chosen);
/* After skill_remember: should it resign instead of playing the move? Late, and only when a person would. */
bool skill_resigns(const SkillMemory *memory, const Line *line, int rating);
/* Should it accept a draw offer? May be called at any time, and costs nothing. */
bool skill_accepts_draw(const SkillMemory *memory, const Line *line);
/* After skill_remember: should it offer a draw with the move? If so, call skill_note_offer, so that it does not
 * offer again too soon. */
bool skill_offers_draw(const SkillMemory *memory, const Line *line);
void skill_note_offer(SkillMemory *memory);
