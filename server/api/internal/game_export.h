/* game_export.h - many games as one long answer, in PGN or with one JSON object per line, in constant
 * memory.
 *
 * The store's read thread prints a piece, the loop hands it on, and only when the socket has taken it is
 * the next one printed: slow readers hold nobody up. Pieces are printed when nothing else is being read
 * from the store. */
#pragma once

#include "call.h"
#include "game_occasions.h"
#include "game_query.h"

enum {
    EXPORT_GAMES = 20,            /* of one piece, */
    EXPORT_PIECE_MAX = 64 * 1024, /* or this many bytes and one game more */
    EXPORT_IDS_MAX = 300,         /* games that are asked for by their ids, as on lichess.org */
};

/* ms that an export waits for its client before it may have to make room for another */
enum { EXPORT_STALLED = 10 * 1000 };

/* Answers the call piece by piece; or at once with 429, when its address has begun too many, or when too many are
 * under way and none can be ended, either for an address that has fewer or because its client does not read. */
void game_export(Call *call, const GameQuery *query, bool json);
/* The same after those of 'ids'. */
void game_export_with(Call *call, const GameQuery *query, bool json, const GameId *ids,
                      size_t count);
/* The same for the games with these ids, finished or not, newest first; ids that are no game's are left out. Of a game in
 * progress the newest plies are missing (game_behind.h), unless whoever asks plays it. */
void game_export_ids(Call *call, const GameQuery *query, bool json, const GameId *ids,
                     size_t count);
/* The same with what is known of where they were played, which is freed. */
void game_export_of(Call *call, const GameQuery *query, bool json, const GameId *ids, size_t count,
                    GameOccasions *occasions);
/* Cuts off those of whoever is banned; how many. */
size_t game_exports_ban(Api *api, const CoreBan *ban);
/* When the server ends: drops all that are under way. */
void game_exports_forget(Api *api);
