/* ics_state.h - what an IcsClient knows, and what its modules share. */
#pragma once

#include "heard_game.h"
#include "ics_board.h"
#include "ics_hooks.h"
#include "ics_line.h"
#include "ics_name.h"
#include "ics_numbers.h"
#include "ics_variables.h"
#include "message.h"
#include "terms.h"

#include <cJSON.h>

enum {
    ICS_SEEKS_MAX = 64,     /* open seeks that are known, of which the server lists 50 */
    ICS_CENSORED_MAX = 100, /* of a guest */
    ICS_REASON_MAX = 24,
    ICS_OWN_GAMES_MAX = 200,
    ICS_OWN_SEEKS_MAX = 8, /* the server allows three at a time */
};

typedef struct IcsGame IcsGame;
struct IcsGame {
    IcsGame *next;
    HeardGame heard;
    int number;
    bool is_own;
    Color seat;      /* of its own */
    bool is_new;     /* it has just started */
    bool is_resumed; /* it was in progress when they signed in */
    bool is_asked;   /* its snapshot has been asked for */
    bool is_shown;   /* they have been told of it */
    bool is_wanted;  /* to be observed */
    int64_t turn_at; /* game time when the turn began */
    int64_t elapsed; /* ms that the last move took */
    uint32_t rematch[2];
    bool rematch_done;
    bool gone;         /* the opponent is not here */
    bool is_adjourned; /* by an arbiter: the next move is sealed, or one has been */
    char reason[ICS_REASON_MAX];
};

typedef enum {
    ICS_OFFER_MATCH,
    ICS_OFFER_DRAW,
    ICS_OFFER_TAKEBACK,
    ICS_OFFER_REMATCH
} IcsOfferKind;

/* An offer that nobody has answered yet. */
typedef struct {
    int index; /* its number for this client */
    bool is_own;
    IcsOfferKind kind;
    char name[ICS_NAME_MAX + 1]; /* of the other, or "" */
    LobbyId challenge;           /* of a match */
    GameId game;                 /* of the others */
    uint32_t seq;
    char words[160]; /* "bob (1500) ann (++++) unrated blitz 5 3", "2", "#" */
} IcsOffer;

/* A seek in the lobby. */
typedef struct {
    LobbyId id;
    int number;
    Person person;
    Terms terms;
    int32_t least, most; /* ratings; 0 and 9999: any */
    bool is_own;
} IcsSeek;

typedef struct {
    LobbyId id;
    bool is_from_here; /* it was made at this prompt */
} IcsOwnSeek;

/* What comes after an answer: to a request, 'ok' or refused; 'message' is the answer, or the message that was waited for. */
typedef void (*IcsNext)(IcsClient *client, const cJSON *message, bool ok);
typedef void (*IcsAnswered)(IcsClient *client, const IcsAnswer *answer);

typedef struct {
    int64_t id;        /* of the request whose answer has to come; 0: it has come */
    const char *kind;  /* of the message that is waited for after it; NULL: none */
    GameId game;       /* that it is about, or "" */
    LobbyId challenge; /* likewise, if the answer named one */
    IcsNext next;      /* NULL: nothing is awaited */
} IcsAwaited;

struct IcsClient {
    IcsHooks hooks;
    IcsNumbers *game_numbers, *seek_numbers;
    bool may_shout;
    IcsVariables variables;
    int64_t now, wall;
    int32_t lag;

    Text out;   /* as it goes to the terminal */
    Text reply; /* to the command under way, lines ended by LF */
    Text news;  /* of everything else */
    Text *sink; /* one of these two */
    Text ask;   /* the request that is being printed */

    bool in_command;
    int block_id, block_code;
    IcsAwaited awaited;
    IcsAnswered answered; /* what the asked one's answer is given to; NULL: nobody is asked */

    bool is_welcome;
    Person you;
    int64_t asked; /* the newest request's id */

    IcsGame *games;
    GameId current; /* the game that they are playing; or "" */
    GameId last;    /* the newest own game that is over */
    int resumed;    /* games in progress at sign-in whose snapshot has not come */

    IcsOffer offers[ICS_OFFERS_MAX];
    size_t offer_count;
    int newest_offer;

    IcsSeek seeks[ICS_SEEKS_MAX];
    size_t seek_count;
    bool hears_lobby, knows_lobby;
    IcsOwnSeek own_seeks[ICS_OWN_SEEKS_MAX]; /* oldest first; some may be gone */
    size_t own_seek_count;

    Person censored[ICS_CENSORED_MAX];
    size_t censored_count;

    char told[PERSON_NAME_MAX + 1]; /* whom they told something last; or "" */
    char words[ICS_ASK_TEXT_MAX + 1];
    GameId watched; /* that they want to observe */
    Person match;   /* whom they challenge, as far as known */
    Terms terms;    /* and to what */
    int index;
};

/* ---- lines out ---- */

/* Adds to what is said now. */
__attribute__((format(printf, 2, 3))) void ics_say(IcsClient *client, const char *format, ...);

/* ---- asking ---- */

/* {"t":kind,"id":…: add members to client->ask, then ics_send. */
void ics_request(IcsClient *client, RequestKind kind, const GameId *game);
/* Nobody waits for the answer. */
void ics_send(IcsClient *client);
/* The command goes on in 'next' when the answer has come: with 'kind' and if it was not refused, when after it a message of
 * that kind has come (about 'game', unless it is NULL). */
void ics_await(IcsClient *client, const char *kind, const GameId *game, IcsNext next);
/* Says why it was refused. */
void ics_say_refusal(IcsClient *client, const cJSON *message);
/* Nothing but the refusal, if it is one. */
void ics_just_done(IcsClient *client, const cJSON *message, bool ok);
/* Asks whoever has the client. */
void ics_query(IcsClient *client, const IcsAsk *ask, IcsAnswered answered);
/* Shows the answer's text, or why there is none. */
void ics_show_answer(IcsClient *client, const IcsAnswer *answer);

/* ---- games (ics_games.c) ---- */

IcsGame *ics_game(const IcsClient *client, const GameId *id);
IcsGame *ics_game_add(IcsClient *client, const GameId *id);
void ics_game_drop(IcsClient *client, IcsGame *game);
void ics_games_free(IcsClient *client);
/* The own game that is played; NULL when there is none. */
IcsGame *ics_current(const IcsClient *client);
/* By "12", by a player's name, or by its id; NULL. */
IcsGame *ics_game_named(const IcsClient *client, const char *word);
IcsRelation ics_relation(const IcsGame *game);
void ics_show_board(IcsClient *client, const IcsGame *game, int style);
/* "Creating: …", or "You are now observing …", with the board. */
void ics_tell_game(IcsClient *client, IcsGame *game);
const char *ics_opponent(const IcsGame *game, char out[ICS_NAME_MAX + 1]);
/* The game listens; nothing happens when it does already. */
void ics_watch(IcsClient *client, const GameId *id);
int ics_observed(const IcsClient *client);

/* ---- offers (ics_offers.c) ---- */

void ics_offer_add(IcsClient *client, const IcsOffer *offer);
void ics_offer_remove(IcsClient *client, IcsOffer *offer);
void ics_offers_of_game(IcsClient *client, const GameId *game);
IcsOffer *ics_offer_find(IcsClient *client, IcsOfferKind kind, bool is_own, const GameId *game);
IcsOffer *ics_offer_of_challenge(IcsClient *client, const char *challenge);
void ics_hear_challenge(IcsClient *client, const cJSON *message);
/* The offers of a snapshot or event. */
void ics_offers_sync(IcsClient *client, IcsGame *game);

/* ---- seeks (ics_seeks.c) ---- */

void ics_hear_lobby(IcsClient *client, const cJSON *message);
/* Whether the list of seeks is wanted has changed. */
void ics_seeks_settle(IcsClient *client);
/* They have this seek. */
void ics_seek_is_own(IcsClient *client, const char *id, bool is_from_here);
/* It has led to a game. */
void ics_seek_is_gone(IcsClient *client, const char *id);
/* Those that were made at this prompt end, as on FICS when a game begins. */
void ics_seeks_withdraw(IcsClient *client);
/* All that are known, for programs (iset seekinfo). */
void ics_seeks_report(IcsClient *client);
/* "5 3 rated white 1400-1700": the terms of a seek or a match, as far as they differ from what is set; false, and said why. A range
 * of ratings is refused when 'range' is NULL. */
bool ics_read_terms(IcsClient *client, char *words, int32_t range[2]);
void ics_ask_terms(IcsClient *client, const Terms *terms);

/* ---- what is heard (ics_hear.c) ---- */

void ics_hear(IcsClient *client, const cJSON *message);

/* ---- commands ---- */

typedef void (*IcsRun)(IcsClient *client, char *rest);

/* A command: its name, the number that FICS gives it in blocks (iset block), what carries it out, its page of help. */
typedef struct {
    const char *name;
    int code;
    IcsRun run; /* NULL: ics_help */
    const char *usage, *help;
} IcsCommand;
extern const IcsCommand ICS_COMMANDS[];
extern const int ICS_COMMAND_COUNT;

/* What they typed, of which 'line' may be changed. */
void ics_command(IcsClient *client, char *line);
/* Tries it as a move; false when it does not look like one. */
bool ics_try_move(IcsClient *client, const char *text);
/* The page of a command or topic; of "": the list of all. */
void ics_help(IcsClient *client, char *rest);

#define ICS_RUN(name) void ics_run_##name(IcsClient *client, char *rest)
ICS_RUN(abort);
ICS_RUN(accept);
ICS_RUN(allobservers);
ICS_RUN(addlist);
ICS_RUN(alias);
ICS_RUN(censor);
ICS_RUN(date);
ICS_RUN(decline);
ICS_RUN(draw);
ICS_RUN(finger);
ICS_RUN(flag);
ICS_RUN(flip);
ICS_RUN(follow);
ICS_RUN(games);
ICS_RUN(history);
ICS_RUN(iset);
ICS_RUN(ivariables);
ICS_RUN(kibitz);
ICS_RUN(match);
ICS_RUN(moretime);
ICS_RUN(moves);
ICS_RUN(observe);
ICS_RUN(pending);
ICS_RUN(play);
ICS_RUN(quit);
ICS_RUN(refresh);
ICS_RUN(rematch);
ICS_RUN(resign);
ICS_RUN(resume);
ICS_RUN(say);
ICS_RUN(seek);
ICS_RUN(set);
ICS_RUN(shout);
ICS_RUN(showlist);
ICS_RUN(smoves);
ICS_RUN(sought);
ICS_RUN(stored);
ICS_RUN(style);
ICS_RUN(sublist);
ICS_RUN(takeback);
ICS_RUN(tell);
ICS_RUN(unobserve);
ICS_RUN(unseek);
ICS_RUN(variables);
ICS_RUN(whisper);
ICS_RUN(who);
ICS_RUN(withdraw);
