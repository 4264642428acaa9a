/* player.h - a UCI engine as a child process: started, asked for moves, measured, replaced when it dies.
 *
 * Every wait has a limit. The owner calls player_close, which kills a process that does not exit. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAYER_OPTIONS_MAX = 256, PLAYER_LINE_MAX = 16384, PLAYER_START_MS = 10000 };

/* How to start an engine and how it may think; shared by all its processes. */
typedef struct {
    const char *command;                     /* program and arguments, split at blanks */
    const char *options[PLAYER_OPTIONS_MAX]; /* "Name=value" */
    int option_count;
    int64_t base, increment; /* ms; base 0: no clock */
    uint64_t nodes;          /* 0: none */
    int depth;
    int64_t movetime;
} PlayerSetup;

typedef struct {
    const PlayerSetup *setup;
    int pid;
    int in, out;
    char buffer[PLAYER_LINE_MAX];
    size_t filled;
} Player;

typedef struct {
    char move[8]; /* "" when it failed */
    int score;    /* centipawns; mates beyond 30000 */
    bool has_score;
    int64_t elapsed;
} PlayerMove;

/* False, with nothing to close, when the program does not answer like a UCI engine. */
bool player_open(Player *player, const PlayerSetup *setup, bool chess960);
void player_close(Player *player);
bool player_new_game(Player *player);
/* Asks for a move; 'position' and 'go' are whole commands. Waits at most that long. */
bool player_move(Player *player, const char *position, const char *go, int64_t wait,
                 PlayerMove *move);
/* Milliseconds of a clock that only goes forward. */
int64_t player_now(void);
