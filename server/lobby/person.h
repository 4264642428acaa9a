/* person.h - who plays or looks for a game: a human, a level of the computer, or an external engine.
 *
 * A plain value that is copied freely, so that a seek or a challenge outlives the session that made it. It
 * has what everybody may see of a person; secrets, sessions and settings are elsewhere. */
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
    ENGINE_NAME_MAX = 16,
    ENGINE_RATING_LEAST = 100, /* the least rating that an engine can be asked to play at */
    ENGINE_STEP_MAX = 99,      /* the steps of an engine's own scale of strength, from 1 */
    BALANCE_MAX = 3,           /* of a person's colours; a longer past is forgotten */
};

typedef enum {
    PERSON_HUMAN, /* a guest or an account, bots' accounts included */
    PERSON_LEVEL, /* the server's own engine */
    PERSON_ENGINE /* an external engine, known by its name */
} PersonKind;

typedef struct {
    PersonKind kind;
    char id[PERSON_ID_MAX + 1];
    char name[PERSON_NAME_MAX + 1]; /* of an engine: its name in --engine */
    int32_t
        rating; /* in the category in question; of an engine, the strength it was asked for; 0: none */
    /* Of a human: */
    bool guest;
    bool provisional; /* the rating is not certain yet */
    int8_t balance;   /* games with white minus games with black, to decide who has white next */
    /* Of a level: 1 to LEVEL_MAX. */
    int32_t level;
    /* Of an engine: a step of its own scale of strength, from 1 to ENGINE_STEP_MAX; 0: none was asked for. */
    int32_t step;
} Person;

bool person_is(const Person *person, const Person *other);

/* The id of an account in the Lichess API: its name in small letters. Returns 'handle'. */
const char *name_handle(const char *name, char handle[PERSON_NAME_MAX + 1]);

/* The rating, or RATING_DEFAULT without one. */
int32_t person_strength(const Person *person);

/* The computer at a level from 1 to LEVEL_MAX. No human's id or name looks like this one's. */
Person person_computer(int32_t level);

/* 200 + 200 n; 0 for LEVEL_MAX. */
int32_t level_rating(int32_t level);
/* A computer of any rating from COMPUTER_LEAST to COMPUTER_MOST; its level is the nearest of 1 to 12. */
Person person_computer_rated(int32_t rating);
/* The player's rating plus 17, against which the expected score is 0.475, the middle of 0.4 to 0.55: a
 * hard game that can be won. Limited to the ratings that a computer can have. */
int32_t rating_to_meet(int32_t rating);

/* a to z, digits and -, from 1 to ENGINE_NAME_MAX. */
bool engine_name_is_good(const char *name, size_t length);
/* An external engine at full strength; 'rating' or 'step' may be set afterwards. No human's id looks like this
 * one's. */
Person person_engine(const char *name);

/* The person has played that colour: white counts up, black down. */
void person_had(Person *person, bool white);
