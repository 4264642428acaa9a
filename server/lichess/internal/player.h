/* player.h - somebody who plays by the Lichess API: a token's one session of castled.v1, and what it has heard.
 *
 * A player begins with the first request of their token and ends PLAYER_LINGER after the last, when no stream of theirs is
 * open; meanwhile they are connected, and present in their games, as with a WebSocket. Whoever only watches a game
 * without a token is a player of their own, too: a guest who ends with the stream. */
#pragma once

#include "challenge.h"
#include "heard_game.h"
#include "lichess_state.h"
#include "request.h"
#include "stream.h"

struct cJSON;

enum {
    PLAYER_LINGER = 10 * 1000, /* ms */
    CHAT_KEPT = 30,            /* lines of a game's chat that a player has heard */
};

typedef struct {
    char *line[CHAT_KEPT]; /* JSON objects, oldest first */
    size_t count;
} HeardChat;

/* A game that the session listens to. */
typedef struct PlayerGame PlayerGame;
struct PlayerGame {
    PlayerGame *next;
    Player *player;
    HeardGame heard; /* its id is set from the beginning */
    bool is_asked;   /* 'watch' has not been answered yet */
    bool is_own;     /* the player has a seat */
    Color seat;
    bool is_told;  /* its gameStart has been told on the event stream that is open */
    unsigned news; /* that has not been told yet: a bit 1 << HeardNews each */
    bool gone_told;
    uint32_t plies_told; /* to those who only watch; */
    bool past_more;      /* of the positions before, some have not been told yet, */
    uint32_t past_told;  /* from this ply on */
    Stream *stream;
    HeardChat chat;
};

/* An open challenge that was made by or for the player. */
typedef struct PlayerChallenge PlayerChallenge;
struct PlayerChallenge {
    PlayerChallenge *next;
    Player *player;
    Challenge challenge;
    bool is_told;    /* on the event stream that is open */
    Stream *stream;  /* whose reader waits for the answer (keepAliveStream), or NULL */
    bool is_dropped; /* that reader is gone */
    /* Of a rematch (rematch.h): the game before, and the offer in it; else "". */
    GameId rematch_of;
    uint32_t offer;
};

/* Whoever watches TV (tv_feed.h), which knows of players, and not the other way round. */
typedef struct TvFeed TvFeed;
typedef struct {
    /* How a game stands has become known. */
    void (*known)(PlayerGame *game);
    /* A bit 1 << HeardNews for each that has come. */
    void (*hear)(PlayerGame *game, unsigned news);
    /* Whether it shows, or is about to show, the game. */
    bool (*has)(const TvFeed *feed, const PlayerGame *game);
    void (*free)(TvFeed *feed);
} TvHooks;

typedef struct Asked Asked;
typedef struct Waiter Waiter;

struct Player {
    Due leave;
    Lichess *lichess;
    Player *before, *after;
    Player *next_waiting;
    bool is_waiting;
    char key[STORE_CREDENTIAL_MAX + 1]; /* of the credential; "": a guest who watches */
    char base[256];                     /* what links to this server begin with, or "" */
    SessionId session;
    Person person;
    bool is_closed; /* the core has sent the session away */
    bool is_welcome, is_ready;

    Packet **heard; /* what the session was told and nobody has read yet */
    size_t heard_count, heard_size;

    int64_t asked_id; /* of the newest request */
    Asked *asked;
    Waiter *waiters;

    Stream
        *streams; /* all that are open: each is one of those below, or of a game, a challenge, TV */
    Stream *events;
    bool events_begun;
    bool events_more;    /* of what there was when it began, some has not been told yet */
    Stream *seek_stream; /* of a seek that ends with it */
    LobbyId seek;        /* the open one, or "" */
    bool seek_dropped;   /* its reader is gone */
    PlayerGame *games, **games_end;
    PlayerChallenge *challenges;
    TvFeed *tv; /* of a guest who watches TV; else NULL, and so are its hooks */
    const TvHooks *tv_hooks;
};

/* The player of whoever asks; their session begins if need be. */
Player *player_of(Lichess *lichess, const Call *call);
/* A guest who watches. */
Player *player_new_guest(Lichess *lichess, const Call *call);
/* Streams end, requests are refused, and the session with them. */
void player_end(Player *player);
/* When the server ends: nobody is told. */
void player_free(Player *player);
/* It is looked at before the turn ends: what was heard, whether it may leave. */
void player_wake(Player *player);
/* Whether it is done: nothing of it is open or under way. It leaves then, in a while. */
void player_settle(Player *player);

/* ---- asking the core ---- */

/* The answer to a request: 'message' is the ok, or NULL after a refusal. */
typedef struct {
    const struct cJSON *message;
    const char *code, *why;
} AskedAnswer;

/* 'call' may be NULL; it lives until then. */
typedef void (*AskedDone)(Player *player, Call *call, const AskedAnswer *answer);

/* Opens a new 'request', about 'game' unless that is NULL, to which members are added before it is asked. */
void player_begin_ask(Player *player, Text *request, RequestKind kind, const GameId *game);
/* Sends and clears the request that player_begin_ask opened last. 'call' and 'done' may be NULL. */
void player_ask(Player *player, Text *request, Call *call, AskedDone done);
/* Gives the answer to whoever asked. */
void player_answered(Player *player, int64_t id, const AskedAnswer *answer);

/* ---- waiting for what must be known first ---- */

/* 'game' is NULL when there is none, 'call' may be. */
typedef void (*PlayerNext)(Player *player, PlayerGame *game, Call *call);

/* Listens to the game, unless they do already; nothing waits for it. */
PlayerGame *player_hear_game(Player *player, const GameId *id);
/* Goes on when the player listens to the game and knows how it stands: at once if that is so already. */
void player_want_game(Player *player, const GameId *id, Call *call, PlayerNext next);
/* Goes on, without a game, when all is known that was there when the session began. */
void player_want_all(Player *player, Call *call, PlayerNext next);
/* Something has become known: whoever waited for it goes on. */
void player_go_on(Player *player);

/* ---- what it knows ---- */

PlayerGame *player_game(const Player *player, const GameId *id);
PlayerGame *player_add_game(Player *player, const GameId *id);
void player_drop_game(PlayerGame *game);
/* Lets go of the games that are over and that nobody waits for. */
void player_sweep(Player *player);
/* The open seek ends, if there is one. */
void player_drop_seek(Player *player);
PlayerChallenge *player_challenge(const Player *player, const LobbyId *id);
PlayerChallenge *player_add_challenge(Player *player, const Challenge *challenge);
void player_drop_challenge(PlayerChallenge *challenge);

/* Opens a stream of theirs: stream_open, with 'all' filled in, and unless there is a 'gone' also that, and the player as owner. */
bool player_open_stream(Player *player, const Call *call, StreamUse use);
/* The reader of a stream of theirs, whichever, is gone: what each 'gone' of its own calls last. */
void player_stream_gone(Player *player);
