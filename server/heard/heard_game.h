/* heard_game.h - a game as somebody hears of it who listens: its snapshot, kept up to date by its events.
 *
 * Nothing here decides anything: the room has decided already. Times are ms; 'now' is any clock that does not jump.
 * Zeroed is a game of which nothing is known; heard_game_clear gives its memory back. */
#pragma once

#include "command.h"
#include "event.h"
#include "game_rules.h"
#include "notation.h"
#include "person.h"

struct cJSON;

typedef struct {
    GameId id;
    bool is_known; /* a snapshot has come; without one nothing below counts */
    Variant variant;
    Position start, now;
    Position before;     /* the newest move; of no meaning without one */
    TimeControl control; /* odds are given to a colour */
    Person seat[2];      /* by Color, as all pairs here */
    bool rated;
    unsigned rules;  /* a sum of RULE_ */
    int64_t created; /* wall clock, not counting time when the server was down */
    Status status;
    Winner winner;

    char *moves; /* UCI with spaces between; NULL before the first */
    size_t moves_length, moves_size;
    uint32_t plies;
    char last[UCI_MAX];      /* the newest move, or "" */
    struct HeardMark *marks; /* heard_game.c's own */
    size_t marks_size;

    int32_t first_move; /* ms that each side has for its first move; 0: no limit */
    int64_t moved_at;   /* when the turn of the side to move began, as far as it is known */

    int64_t left[2]; /* on the clocks at 'since' */
    int64_t since;
    int64_t stands; /* so long the clock still waited at 'since' (BONUS_DELAY) */
    bool running;   /* the clock of the side to move */
    bool early;     /* the clocks were started before both sides had moved */
    bool paused;    /* as far as that has been heard */

    uint32_t draw[2], takeback[2]; /* the seq of each side's open offer, 0: none */
    bool present[2];
    int64_t claim_at; /* who is there may claim the game from then on; -1: not foreseen */
} HeardGame;

/* What a message was about. */
typedef enum {
    HEARD_NOTHING, /* nothing that a listener would want to know */
    HEARD_STATE,   /* moves, clocks or offers */
    HEARD_CROWD,   /* who is there */
    HEARD_END,
} HeardNews;

/* A message 'game'. */
void heard_game_read(HeardGame *game, const struct cJSON *message, int64_t now, int64_t wall);
/* Any later one about the game. */
HeardNews heard_game_hear(HeardGame *game, const struct cJSON *message, int64_t now);
void heard_game_clear(HeardGame *game);

bool heard_game_is_over(const HeardGame *game);
Color heard_game_turn(const HeardGame *game);
/* What is left to that side; of a game without a clock HEARD_FOREVER, which is what lichess says. */
#define HEARD_FOREVER INT64_C(2147483647)
int64_t heard_game_left(const HeardGame *game, Color side, int64_t now);
/* Whether the person plays, and as what. */
bool heard_game_seat(const HeardGame *game, const char *person, Color *seat);
