/* forms.h - the JSON of the Lichess API: challenges, games, positions, chat. Only printed here, one object each.
 *
 * A name is the member that the object becomes, NULL for one by itself. */
#pragma once

#include "challenge.h"
#include "game_news.h"
#include "heard_game.h"
#include "text.h"

/* What is known of people beyond Person. */
typedef struct {
    bool bot, online;
} FormPerson;

/* ---- challenges ---- */

typedef struct {
    const Challenge *challenge;
    const char *base; /* what links to this server begin with */
    const char *status;
    FormPerson from, to;
    FormPerson joined;        /* who has joined an open one */
    const char *reason;       /* why it was declined, a word of challenge.h; or NULL */
    const GameId *rematch_of; /* the game before; or NULL */
} FormChallenge;

void form_challenge(Text *text, const char *name, const FormChallenge *form);
/* What an event of the event stream says of it: "challenge", "challengeCanceled", "challengeDeclined". */
void form_challenge_event(Text *text, const char *type, const FormChallenge *form);

/* ---- games, for their players ---- */

typedef struct {
    const HeardGame *game;
    Color seat; /* whose view it is */
    FormPerson person[2];
    int64_t now;
    const char *arena, *swiss; /* the tournament in which it is played; NULL: none of that kind */
} FormGame;

/* What the event stream and the list of games in progress say of a game. */
void form_game(Text *text, const char *name, const FormGame *form);
/* "gameStart", "gameFinish" */
void form_game_event(Text *text, const char *type, const FormGame *form);
/* The first line of a game's stream. */
void form_game_full(Text *text, const FormGame *form);
/* The later ones. */
void form_game_state(Text *text, const char *name, const HeardGame *game, int64_t now);
/* 'claim_in' in ms, when the one who is there may claim the game; -1: not foreseen. */
void form_opponent_gone(Text *text, bool gone, int64_t claim_in);
typedef struct {
    const char *room, *name, *words;
} FormChat;
void form_chat_line(Text *text, const FormChat *chat);
/* As the list of a game's chat has it. */
void form_chat_entry(Text *text, const FormChat *chat);

/* ---- games, for those who watch ---- */

void form_watched_game(Text *text, const FormGame *form);
void form_watched_position(Text *text, const HeardGame *game, int64_t now);
/* The positions before that one, from ply 'from' on, with the moves that led there, a line each: the first one is without a
 * move. Until 'each' answers false; the ply that is next. */
typedef bool (*FormLine)(void *context, Text *line);
uint32_t form_watched_past(Text *text, const HeardGame *game, uint32_t from, FormLine each,
                           void *context);

/* For those who follow many games. */
void form_followed_game(Text *text, const GameNews *news);
/* Whose game a channel of TV shows. */
typedef struct {
    const char *channel;
    const GameNews *news;
    Color seat; /* the one with the higher rating */
    bool bot;
} FormChannel;
void form_channel(Text *text, const FormChannel *form);
/* What the feed of a channel begins each game with, and then each position of it. */
void form_featured(Text *text, const FormGame *form);
void form_featured_position(Text *text, const HeardGame *game, int64_t now);

/* The id of an account, as the Lichess API has them: the name in small letters; of a guest their own. */
const char *form_handle(const Person *person, char handle[PERSON_NAME_MAX + 1]);
/* A game's id with the letters that lichess gives to each seat. */
enum { FULL_ID_LENGTH = GAME_ID_LENGTH + 4 };
void form_full_id(const GameId *id, Color seat, char text[FULL_ID_LENGTH + 1]);
