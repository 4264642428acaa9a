/* print.h - what the server tells a client of castled.v1, each message one JSON object appended to a Text.
 *
 * What several listeners hear is printed once and is the same for all; answers (print_ok, print_error) and
 * print_start are for one of them. Nothing is sent here, and no line end is added. */
#pragma once

#include "challenge.h"
#include "farming.h"
#include "lobby.h"
#include "request.h"
#include "text.h"

/* What an `ok` says besides its id; any of it may be absent. */
typedef struct Ok {
    const LobbyId *seek;
    const LobbyId *challenge;
    const char *url;    /* of a link challenge */
    const GameId *game; /* made by the request */
    const Room *room;   /* that is now watched: at, now, seq and clock are this room's */
    int64_t axis, wall; /* the room's time axis and the wall clock, both now; for 'room' */
} Ok;

/* The tournament to which a game belongs. */
enum { TOURNAMENT_NAME_SIZE = 240 };
typedef struct {
    char id[TOURNAMENT_ID_MAX + 1];
    char name[TOURNAMENT_NAME_SIZE + 1];
    bool berserk; /* its players may go berserk */
} GameTournament;

/* A game as a snapshot shows it. */
typedef struct {
    const GameId *id;
    const Room *room;
    const Person *seat;               /* two, by Color */
    int64_t axis;                     /* now */
    const GameTournament *tournament; /* NULL: none */
} GameView;

/* A rating as everybody may see it, for one category. */
typedef struct {
    Category category;
    int32_t rating, games;
    bool provisional;
} RatingView;

/* How a rated game changed the ratings. */
typedef struct {
    const GameId *game;
    Category category;
    RatedResult rated;
} RatedNews;

/* An external engine, and how it can be challenged. */
typedef struct {
    const char *name, *title;
    const char *strength; /* "rating" or "step": what strengths mean; NULL: it has only one */
    int32_t least, most;
    bool chess960;
} EngineView;

/* Who is welcomed, and what they have unfinished. */
typedef struct {
    const Person *you;
    const char *token;
    const GameId *playing;
    size_t playing_count;
    const LobbyId *seeks; /* those that other connections hold are the last ones */
    size_t seeks_count, seeks_elsewhere;
    int64_t wall;
    bool quiet;                /* only preset chat messages are allowed */
    bool casual;               /* no game is rated */
    int32_t fallback;          /* of a seek that does not say; as in Seek */
    const RatingView *ratings; /* of an account */
    size_t ratings_count;
} Welcome;

/* How a game came about, for its players; at most one of the three. */
typedef struct {
    const LobbyId *seek;
    const LobbyId *challenge;
    const GameId *rematch; /* the game before */
} Origin;

typedef struct {
    const GameId *game;
    const Person *from;
    bool player; /* in the players' room, else the spectators' */
    const char *words;
    ChatPreset preset; /* which clients show in their own language */
    int64_t wall;
} Chat;

#define CHALLENGE_STATES(X)                                                                        \
    X(OPEN, open)                                                                                  \
    X(ACCEPTED, accepted)                                                                          \
    X(DECLINED, declined)                                                                          \
    X(CANCELED, canceled)                                                                          \
    X(EXPIRED, expired)

typedef enum {
#define X(name, word) STATE_##name,
    CHALLENGE_STATES(X)
#undef X
} ChallengeState;

/* 'request' is what it answers, for its id. 'ok' may be NULL when there is nothing more to say; then a
 * request without an id gets no answer, and nothing is printed. */
void print_ok(Text *text, const Request *request, const Ok *ok);
/* 'why' NULL: the code's own sentence. */
void print_error(Text *text, const Request *request, Code code, const char *why);

void print_welcome(Text *text, const Welcome *welcome);
void print_pong(Text *text, const Request *ping, int64_t wall);
/* From the operator to everybody. */
/* The same to one person. */
void print_warning(Text *text, const char *words);
void print_notice(Text *text, const char *words);

void print_start(Text *text, const GameId *game, Color seat, const Origin *origin);
void print_game(Text *text, const GameView *view);
/* 'setup' is room_setup of its room. */
void print_event(Text *text, const GameId *game, const GameSetup *setup, const Event *event);
/* For the player whose moves they are; NULL for none. */
void print_conditional(Text *text, const GameId *game, const Room *room,
                       const ConditionalMoves *moves);
void print_rated(Text *text, const RatedNews *news);
/* The answer to 'engines'. */
void print_engines(Text *text, const Request *request, const EngineView *engines, size_t count);
void print_chat(Text *text, const Chat *chat);
/* That the person who is told has muted somebody, or no longer. */
void print_mute(Text *text, const char *person, bool on);
/* Who is present: both players by Color, how many others watch, the names of some of these who have accounts, and
 * in how many ms the player who is there may claim that the other has left; -1: not foreseeable. */
enum { CROWD_SHOWN = 20 };
typedef struct {
    bool present[2];
    uint32_t watchers;
    const char *names[CROWD_SHOWN];
    uint32_t names_count;
    int64_t claim_in;
} CrowdView;
void print_crowd(Text *text, const GameId *game, const CrowdView *crowd);

/* The open seeks, oldest first, at most LOBBY_SHOWN of them. */
enum { LOBBY_SHOWN = 50 };
void print_lobby(Text *text, const Lobby *lobby);
/* The usual time controls, and who is here: 'people' are the accounts, at most PEOPLE_SHOWN of them. */
enum { PEOPLE_SHOWN = 20 };
typedef struct {
    const Lobby *lobby;
    uint32_t here; /* guests, too */
    const Person *const *accounts;
    size_t accounts_count;
    int64_t now;
} PoolsView;
void print_pools(Text *text, const PoolsView *view);
/* Games in progress, the best first, and how many there are in all: with boards, or only who
 * plays. */
enum { LIVE_SHOWN = 12, GAMES_SHOWN = 50 };
typedef struct {
    GameView view;
    uint32_t watchers;
} LiveGame;
void print_live(Text *text, uint32_t all, const LiveGame *games, size_t count);
void print_games(Text *text, uint32_t all, const LiveGame *games, size_t count);
/* For a player who plays the computer meanwhile and asked for this: 'person' seeks the same game,
 * with the seek 'other'. */
void print_found(Text *text, const LobbyId *seek, const LobbyId *other, const Person *person);
/* What became of a challenge; zeroed, it is open. */
typedef struct {
    ChallengeState state;
    const GameId *game;   /* the one it led to, with STATE_ACCEPTED */
    DeclineReason reason; /* with STATE_DECLINED */
} ChallengeFate;
void print_challenge(Text *text, const Challenge *challenge, const ChallengeFate *fate);
