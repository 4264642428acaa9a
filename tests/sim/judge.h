/* judge.h - what must hold of the games, whatever happens: the judge keeps a copy of everything the server puts into its
 * store, folds it by itself, and compares it with the games in memory, with what players are told, and with what is on disk
 * when the server comes back.
 *
 * It sees what is put by sitting between the parts and the store (the linker's --wrap). What does not hold is reported to
 * world_fail. */
#pragma once

#include "machine.h"

typedef struct Judge Judge;

/* There is only one at a time. */
Judge *judge_new(const Settings *settings, Machine *machine);
void judge_free(Judge *judge);

/* Another machine has the games from now on; judge_opened follows. */
void judge_follows(Judge *judge, Machine *machine);

/* The server has opened its disk: everything that anybody was told must be on it, and nothing else. 'whole': nothing that was
 * put may be missing. */
void judge_opened(Judge *judge, bool whole);
/* A turn of the loop is over. The server may believe until then (world_now) that nobody else has the games; from then on no
 * clock runs. */
void judge_turned(Judge *judge, int64_t leased_until);
/* The server is about to die: from now on no clock runs. */
void judge_dies(Judge *judge);

/* A player is sent the text of event 'seq' of a game. */
void judge_event(Judge *judge, const char *game, uint32_t seq, const char *text, size_t length,
                 Sent sent);
/* A player is sent the state of a game up to event 'seq', after that many moves; -1: it does not say how many. */
void judge_snapshot(Judge *judge, const char *game, uint32_t seq, int plies, Sent sent);
/* A player is sent the ratings that a game led to. */
void judge_rated(Judge *judge, const char *game, bool counts, Sent sent);
/* A player asks for more time for their opponent, once, however often that is sent. */
void judge_gift(Judge *judge, const char *game, Color by);
/* The board of a player who has received everything up to that event. */
void judge_board(Judge *judge, const char *game, uint32_t seq, const Move *moves, uint32_t plies,
                 const Position *now);

/* How many games have started and ended, over all lives. */
uint64_t judge_games(const Judge *judge);
uint64_t judge_ended(const Judge *judge);
uint64_t judge_events(const Judge *judge);
uint64_t judge_rated_games(const Judge *judge);
/* A game in progress, or "" when there is none; for spectators. */
const char *judge_some_game(const Judge *judge, Random *random);
