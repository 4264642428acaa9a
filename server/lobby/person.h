/* person.h - who sits in a seat or asks for a game: a guest, an account, or a computer of some level.
 *
 * A plain value that is copied freely, so that a seek or a challenge outlives the session that made it.
 * It is what everybody may see of a person; secrets, sessions and settings are elsewhere. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PERSON_ID_MAX = 24,    /* bytes, without the NUL */
    PERSON_NAME_MAX = 32,  /* bytes of UTF-8, without the NUL */
    RATING_DEFAULT = 1500, /* what a person without a rating counts as (Glicko's start) */
    RATING_MAX = 4000,     /* as on lichess; the least is 0 */
    LEVEL_MAX = 13,        /* computer levels are 1 to 13; 13 is full strength and has no rating */
    COMPUTER_LEAST = 400,  /* the ratings that a computer can have, as skill.h */
    COMPUTER_MOST = 2800,
    LEVEL_ENGINE = 1000, /* from here on: not a level but an external engine, told by its name */
    ENGINE_NAME_MAX = 16,
    BALANCE_MAX = 3, /* of a person's colours; a longer past is forgotten */
};

typedef struct {
    char id[PERSON_ID_MAX + 1];
    char name[PERSON_NAME_MAX + 1];
    int32_t rating;   /* in the category in question; 0: none */
    bool provisional; /* the rating is not certain yet */
    int32_t level;    /* of a computer; 0: a human being or a bot of one; LEVEL_ENGINE: see there */
    int8_t balance;   /* white games less black ones, for who is to have white next */
    bool guest;
} Person;

bool person_is(const Person *person, const Person *other);

/* The rating, or what one without a rating counts as. */
int32_t person_strength(const Person *person);

/* The computer of a level from 1 to LEVEL_MAX. No human's id or name looks like its. */
Person person_computer(int32_t level);

/* 200 + 200 n; 0 for LEVEL_MAX. */
int32_t level_rating(int32_t level);
/* A computer of any rating from COMPUTER_LEAST to COMPUTER_MOST; its level is the nearest of 1 to 12. */
Person person_computer_rated(int32_t rating);
/* The rating 17 above the player's, against which 0.475 are scored: the middle of 0.4 to 0.55, a hard game
 * that can be won. Within what a computer can have. */
int32_t rating_to_meet(int32_t rating);

/* a to z, digits and -, from 1 to ENGINE_NAME_MAX. */
bool engine_name_is_good(const char *name, size_t length);
/* Which number stands for the engine of that name where a level is kept: the same always and everywhere. */
int32_t engine_level(const char *name);
/* An external engine; its rating says how strong it is to play: a rating of ENGINE_RATED or more, a step of its own
 * less than that, or 0 for all it has. */
enum { ENGINE_RATED = 100 };
Person person_engine(const char *name, int32_t strength);
bool person_is_engine(const Person *person);

/* He had that colour: white counts up, black down. */
void person_had(Person *person, bool white);
