/* local_state.h - what a local game consists of, for the files that make up local_game.h. */
#pragma once

#include "local_game.h"
#include "room.h"

enum { LOCAL_HINT_MAX = 3000 /* ms of thinking about a hint */ };

struct LocalGame {
    LocalSetup setup;
    BoardView view;
    Room *room;
    void *memory;    /* of the room */
    int32_t *clocks; /* ms left after each ply to the side that moved, -1 without a clock */
    SkillMemory mood;
    uint64_t random;
    uint32_t number; /* of the position; a search begun with another number is too late */
    bool asked;      /* for the computer's move in this position */
    bool wants_hint, hint_asked;
    char file[LOCAL_FILE_MAX + 1];
};

static inline bool local_is_over(const LocalGame *game)
{
    return room_status(game->room) != STATUS_STARTED;
}
static inline bool local_is_computer(const LocalGame *game, Color color)
{
    return game->setup.side == (color == WHITE ? LOCAL_BLACK : LOCAL_WHITE);
}
/* For wrapped_say. */
static inline unsigned local_columns(const LocalGame *game)
{
    return game->view.plain ? 0 : game->view.columns;
}

/* The position has changed: searches of the one before are out of date. */
void local_forget_searches(LocalGame *game);
/* A new game by the setup. */
void local_begin(LocalGame *game, int64_t now);
void local_greet(LocalGame *game, int64_t now, Text *out);
void local_scene(const LocalGame *game, int64_t now, BoardScene *scene);
/* The board, or in plain mode its words. */
void local_show(const LocalGame *game, int64_t now, Text *out);
/* The room's answer; what happened is said, refusals are not. */
RoomError local_apply(LocalGame *game, Color seat, const Command *command, int64_t now, Text *out);
uint64_t local_random(LocalGame *game);

PgnResult local_result(const LocalGame *game);
/* Begins again with the first 'plies' of those moves and the clocks after them. */
void local_rebuild(LocalGame *game, const Move *moves, const int32_t *clocks, uint32_t plies,
                   int64_t now);
void local_say_undone(LocalGame *game, int64_t now, Text *out);
