/* broadcast_games.h - the games of a round of a broadcast, as a PGN text of another place has them.
 *
 * Pure, but it allocates. Any bytes are safe: they are read by pgn_reader.h, and every bound below holds. A game that cannot be read
 * to its end counts as far as it can, with what is wrong with it. Variations and comments are left out, clocks ([%clk]) are kept;
 * what is handed on is written anew. broadcast_games_clear frees everything. */
#pragma once

#include "fen.h"
#include "notation.h"
#include "pgn.h"

enum {
    BROADCAST_BOARDS_MAX = 100,       /* of a round */
    BROADCAST_BEGUN_MAX = 400,        /* of a text, games or not */
    BROADCAST_PLIES_MAX = 800,        /* of a game; the rest is left out */
    BROADCAST_PGN_MAX = 512 * 1024,   /* bytes of a text that is read */
    BROADCAST_ROUND_MAX = 512 * 1024, /* bytes of a round as it is kept */
    BROADCAST_TAG_SIZE = 120,         /* bytes of a tag's value */
    BROADCAST_FAULT_SIZE = 160,
};

typedef struct {
    char name[BROADCAST_TAG_SIZE + 1];
    char title[8];
    int32_t rating; /* 0: none */
    char federation[8], team[BROADCAST_TAG_SIZE + 1];
    int32_t clock; /* ms left after their last move; -1: unknown */
} BroadcastSide;

typedef struct {
    BroadcastSide side[2];     /* by Color */
    char round[24], table[24]; /* the tags Round and Board */
    PgnResult result;
    char fen[FEN_MAX];
    char last[UCI_MAX]; /* the last move; "": none */
    uint32_t plies;
    char *pgn; /* the whole game, with a NUL */
    size_t length;
    char fault[BROADCAST_FAULT_SIZE]; /* why the rest of it could not be read; "" */
    uint32_t seq;                     /* of the round's change in which it changed last */
    int64_t moved_at;                 /* wall clock, ms: when its last move came */
} BroadcastBoard;

typedef struct {
    BroadcastBoard *at;
    uint32_t count;
} BroadcastGames;

/* Reads the games of a text, at most BROADCAST_BOARDS_MAX, until it has begun BROADCAST_BEGUN_MAX. False: it has none at all, and there
 * is nothing to clear. */
bool broadcast_games_read(BroadcastGames *games, const char *text, size_t length);
void broadcast_games_clear(BroadcastGames *games);

/* What each of the games that came did to the round. */
typedef struct {
    uint32_t board; /* from 1; 0: there was no room for it */
    bool changed;
} BroadcastMerged;

/* Takes the games that came into those of the round: each replaces the one between the same players with the same tags Round and
 * Board, or is a new board. Those that did not come stay. 'merged' has came->count elements. Whether anything has changed; then what
 * has is marked with seq, and with 'now' where there is a move more. 'came' is emptied. */
bool broadcast_games_merge(BroadcastGames *games, BroadcastGames *came, uint32_t seq, int64_t now,
                           BroadcastMerged *merged);
/* Bytes of all the games. */
size_t broadcast_games_size(const BroadcastGames *games);
