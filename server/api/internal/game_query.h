/* game_query.h - which games a request over HTTP asks for, and what it wants to know of them.
 *
 * The parameters of the list of games and those of the Lichess API's exports. A plain value, except for
 * pointers into itself: call game_query_link after copying it. */
#pragma once

#include "accounts.h"
#include "game_show.h"
#include "params.h"
#include "search.h"

enum {
    GAME_QUERY_LIST = 30, /* games on one page of the list, unless 'max' says otherwise */
    GAME_QUERY_WISH_MAX = 64,
};

/* An opening that is searched for: ECO codes from..to, or part of a name, ignoring case. */
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
    char from[GAME_ID_LENGTH + 1]; /* the game after which to continue, or empty */
    int64_t max;                   /* -1: all */
} GameQuery;

/* The people named in it, by name and by id: the accounts have to be asked first (accounts_find), and answer in this
 * order. */
typedef enum {
    NAMED_PLAYER,
    NAMED_PLAYER_ID,
    NAMED_OPPONENT,
    NAMED_OPPONENT_ID,
    NAMED_IN_PATH,
    NAMED_IN_PATH_ID,
    NAMED_COUNT
} GameQueryNamed;
/* 'path' is the name in the path, or NULL. */
void game_query_refs(const Params *params, const char *path, AccountRef refs[NAMED_COUNT]);
/* NULL, or what is wrong with a parameter. 'show' has the defaults. */
const char *game_query_read(GameQuery *query, const Params *params,
                            const AccountInfo named[NAMED_COUNT], GameShow show);
/* The two under which somebody is looked for. */
void game_query_name(const char *name, AccountRef refs[2]);
/* Whose games: 'found' are the account by that name, and the one with that id; or else a guest by id. False when the name cannot
 * be anybody's, or the id is that of an account that is closed, whose games are nobody's. */
bool game_query_player(char id[STORE_PLAYER_ID_MAX + 1], const char *name,
                       const AccountInfo found[2]);
void game_query_link(GameQuery *query);

bool opening_wish_read(OpeningWish *wish, const char *text);
/* Whether the opening with that key (0: none) is among those searched for. */
bool opening_wish_matches(const void *wish, uint32_t key);
