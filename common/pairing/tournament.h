/* tournament.h - a tournament as its rounds have left it: players, games, byes, who may not meet, extra points.
 *
 * Plain data in memory of the caller's: tournament_memory says how much, tournament_open lays it out, nothing is
 * allocated or freed. Players are named by their pairing number (TPN), 1 to 9999, in other places by their index in
 * 'players'. Points are counted in tenths. Rounds are counted from 0 here, and from 1 in files. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOURNAMENT_PLAYERS_MAX = 9999, TOURNAMENT_ROUNDS_MAX = 99, TOURNAMENT_POINTS_MAX = 9999 };

/* By the letters of FIDE's report files (TRF26, results of a round). */
typedef enum {
    RESULT_NONE, /* blank: not yet paired, or absent in a round that the others played */
    RESULT_WIN,
    RESULT_DRAW,
    RESULT_LOSS,
    RESULT_SHORT_WIN, /* W D L: played, but not rated, since it lasted less than a move */
    RESULT_SHORT_DRAW,
    RESULT_SHORT_LOSS,
    RESULT_FORFEIT_WIN,
    RESULT_FORFEIT_LOSS,
    RESULT_HALF_BYE,
    RESULT_FULL_BYE,
    RESULT_PAIRING_BYE, /* the pairing-allocated bye */
    RESULT_ZERO_BYE,
    RESULT_COUNT
} RoundResult;

typedef enum { SIDE_NONE, SIDE_WHITE, SIDE_BLACK } SideColour;

typedef struct {
    uint16_t opponent; /* pairing number, 0 for nobody */
    uint8_t colour;    /* SideColour */
    uint8_t result;    /* RoundResult */
} RoundGame;

typedef struct {
    uint16_t id; /* pairing number */
    char sex;    /* 'm', 'w' or ' ' */
    char title[4];
    char name[133]; /* UTF-8, 33 characters */
    int rating;     /* 0 when there is none */
    char federation[4];
    char fide_id[12];
    char birth[11]; /* YYYY/MM/DD, or less */
    int points;     /* as the file says them */
    int rank;       /* as the file says it, 0 when it does not */
} TournamentPlayer;

/* What a result is worth, in tenths. */
typedef struct {
    int win, draw, loss;
    int forfeit_win, forfeit_loss, full_bye, half_bye, zero_bye, pairing_bye;
} PointSystem;

/* The players between start and start + count of 'forbidden' do not meet in these rounds. */
typedef struct {
    int first_round, last_round, start, count;
} ForbiddenGroup;

typedef enum { TYPE_OTHER, TYPE_DUTCH, TYPE_DUTCH_BAKU } TournamentType;

typedef struct {
    int players, rounds, forbidden, groups;
} TournamentSize;

typedef struct {
    TournamentSize room;
    int player_count;
    int played; /* rounds that are over; the column after them holds the byes of the round to be paired */
    int rounds;         /* that will be played in all; 0 when it is not known */
    SideColour initial; /* what the first player has in round 1; SIDE_NONE when it is not known */
    TournamentType type;
    PointSystem points;
    TournamentPlayer *players; /* in the order of their pairing numbers */
    RoundGame *games;          /* [player * room.rounds + round] */
    int16_t *extra;            /* points that only count for pairing (acceleration), likewise */
    int16_t *abnormal; /* what a round brought besides its result's worth (TRF26, 299), likewise */
    bool is_accelerated; /* 'extra' was given, or set by tournament_accelerate */
    uint16_t *forbidden; /* pairing numbers */
    ForbiddenGroup *groups;
    int forbidden_count, group_count;
    uint16_t *index; /* by pairing number: index + 1, or 0 */
} Tournament;

/* Bytes, and how they are laid out. 'memory' is aligned as for max_align_t. The tournament is empty, with points 1, 0.5 and 0. */
size_t tournament_memory(TournamentSize size);
void tournament_open(Tournament *tournament, void *memory, TournamentSize size);

/* Fills 'index'. False when two players have the same number. */
bool tournament_index(Tournament *tournament);
/* The index of a player, or -1. */
static inline int tournament_find(const Tournament *tournament, int id)
{
    return id < 1 || id > TOURNAMENT_PLAYERS_MAX ? -1 : tournament->index[id] - 1;
}

static inline RoundGame *tournament_game(const Tournament *tournament, int player, int round)
{
    return &tournament->games[(size_t)player * (size_t)tournament->room.rounds + (size_t)round];
}

/* The game was played, so that it gives a colour and may not be repeated. */
static inline bool game_was_played(const RoundGame *game)
{
    return game->result >= RESULT_WIN && game->result <= RESULT_SHORT_LOSS;
}
/* The player was paired, or was given the bye: they were present. */
bool game_was_paired(const RoundGame *game);
/* What the result is worth. */
int tournament_worth(const Tournament *tournament, const RoundGame *game);
/* What the round brought the player. */
int tournament_scored(const Tournament *tournament, int player, int round);
/* The points before a round, without and with those that only count for pairing. */
int tournament_points(const Tournament *tournament, int player, int round);
int tournament_pairing_points(const Tournament *tournament, int player, int round);
/* Whether the player is to be paired in the round: they were, or the round is the next and they have no bye. */
bool tournament_is_present(const Tournament *tournament, int player, int round);
/* Whether the two are forbidden to meet in the round. */
bool tournament_is_forbidden(const Tournament *tournament, int one, int other, int round);

/* Baku acceleration (FIDE C.04.7): the first half of the players, rounded up to an even number, begin with a win more
 * in the first half of the accelerated rounds, and with a draw more in the rest of them; half the rounds are
 * accelerated. False when rounds or points do not allow it. */
bool tournament_accelerate(Tournament *tournament);

/* The colour of the first player in round 1, as the games tell it (SIDE_NONE when they do not). */
SideColour tournament_find_initial(const Tournament *tournament);
/* The first player whose game does not agree with the opponent's, or -1; *round is that of the game. */
int tournament_find_contradiction(const Tournament *tournament, int *round);
