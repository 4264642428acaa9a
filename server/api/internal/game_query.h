/* game_query.h - which games somebody asks for over HTTP, and what of them is to be told.
 *
 * The parameters of our own list and those of the Lichess API's exports. Plain values but for pointers into
 * itself: after copying it is to be linked again. */
#pragma once

#include "accounts.h"
#include "game_show.h"
#include "params.h"
#include "search.h"

enum {
    GAME_QUERY_LIST = 30, /* games of one page of the list, unless 'max' says */
    GAME_QUERY_WISH_MAX = 64,
};

/* Of an opening: codes from..to of ECO, or a part of its name, without regard to case. */
typedef struct {
    int from, to; /* -1: by name */
    char name[GAME_QUERY_WISH_MAX + 1];
} OpeningWish;

typedef struct {
    StoreSearch search;
    bool has_control, has_opening;
    TimeControl control;
    OpeningWish opening;
    GameShow show;
    char from[GAME_ID_LENGTH + 1]; /* the game to go on from, or empty */
    int64_t max;                   /* -1: all */
} GameQuery;

/* Who is named in it: the accounts are to be asked first (accounts_find), and answer in this order. */
typedef enum { NAMED_PLAYER, NAMED_OPPONENT, NAMED_IN_PATH, NAMED_COUNT } GameQueryNamed;
/* 'path' is the name in the path, or NULL. */
void game_query_refs(const Params *params, const char *path, AccountRef refs[NAMED_COUNT]);
/* NULL, or what is wrong with a parameter. 'show' has the defaults. */
const char *game_query_read(GameQuery *query, const Params *params,
                            const AccountInfo named[NAMED_COUNT], GameShow show);
/* Whose games: the account's that was found by the name, or a guest's id. False when nobody can be called so. */
bool game_query_player(char id[STORE_PLAYER_ID_MAX + 1], const char *name,
                       const AccountInfo *found);
void game_query_link(GameQuery *query);

bool opening_wish_read(OpeningWish *wish, const char *text);
/* Whether the opening with that key, 0 for none, is wished for. */
bool opening_wish_matches(const void *wish, uint32_t key);
