/* local_game.h - a game at one keyboard: against the computer, or of two people in turns, by the same room and clocks as
 * on a server. It turns lines that were typed into lines to be shown.
 *
 * Pure but for memory: time is an argument (ms on any axis that never goes back), searches and files are wishes that the
 * caller fulfils. local_game_free frees it. */
#pragma once

#include "board_view.h"
#include "game_rules.h"
#include "pgn.h"
#include "skill.h"
#include "typed_line.h"

typedef struct LocalGame LocalGame;

typedef enum {
    LOCAL_WHITE,
    LOCAL_BLACK,
    LOCAL_BOTH
} LocalSide; /* what is played at the keyboard */

typedef struct {
    LocalSide side;
    int level; /* of the computer, 1 to SKILL_LEVEL_MAX */
    TimeControl control;
    Variant variant;
    Position start;
    uint64_t seed; /* for the computer's moves and the drawing of Chess960 positions */
} LocalSetup;

enum {
    LOCAL_FILE_MAX = TYPED_LINE_MAX, /* bytes of a file's name */
    LOCAL_PGN_MAX = 4 << 20,         /* bytes of a file that can be loaded */
    LOCAL_PROMPT_MAX = 64,           /* bytes of a prompt and the NUL */
};

/* What the caller has to do after a line. */
typedef enum {
    LOCAL_GO_ON,
    LOCAL_QUIT,
    LOCAL_SAVE, /* write local_game_pgn to local_game_file, which must not exist yet */
    LOCAL_LOAD, /* read that file and call local_game_load */
} LocalWish;

/* A search that is wanted: a move of the computer's, or a hint. */
typedef struct {
    bool hint;
    uint32_t number; /* comes back with the answer */
    int rating;
    uint64_t seed;
    int64_t think_max; /* ms */
} LocalSearch;

/* Both clocks are full at 'now'. What is to be shown first is appended to 'out'. */
LocalGame *local_game_new(const LocalSetup *setup, const BoardView *view, int64_t now, Text *out);
void local_game_free(LocalGame *game);

LocalWish local_game_line(LocalGame *game, const char *line, size_t length, int64_t now, Text *out);
/* Of LOCAL_SAVE and LOCAL_LOAD. */
const char *local_game_file(const LocalGame *game);
/* Appends the game as PGN, with 'date' as its tag "YYYY.MM.DD". */
void local_game_pgn(const LocalGame *game, const char *date, Text *out);
/* Goes on with the first game of a PGN text, or says why not; then nothing has changed. */
void local_game_load(LocalGame *game, const char *text, size_t length, int64_t now, Text *out);

/* Time has passed: flags fall. */
void local_game_tick(LocalGame *game, int64_t now, Text *out);
/* When it has something to do; INT64_MAX: never. */
int64_t local_game_deadline(const LocalGame *game);
bool local_game_clock_runs(const LocalGame *game);

/* True once for each search that is to be begun now; it replaces the one of the same kind before. */
bool local_game_search(LocalGame *game, int64_t now, LocalSearch *search);
/* An answer that nobody waits for any more changes nothing. */
void local_game_answer(LocalGame *game, const LocalSearch *search, const SkillMove *chosen,
                       int64_t now, Text *out);
/* The computer is to move, or a hint is awaited. */
bool local_game_is_waiting(const LocalGame *game);

const Line *local_game_position(const LocalGame *game);
/* The terminal's size has changed. */
void local_game_resize(LocalGame *game, unsigned columns);
/* Who is to move, with both clocks when there are any. */
void local_game_prompt(const LocalGame *game, int64_t now, char out[LOCAL_PROMPT_MAX]);
