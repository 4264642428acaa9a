/* lobby_rig.h - people, ids and terms for the tests of the lobby and the protocol. */
#pragma once

#include "lobby.h"

#include <stdio.h>

static inline Person rig_person(const char *id, int32_t rating)
{
    Person person = {.rating = rating, .guest = rating == 0};
    snprintf(person.id, sizeof person.id, "%s", id);
    snprintf(person.name, sizeof person.name, "Name of %.20s", id);
    return person;
}

static inline LobbyId rig_id(unsigned number)
{
    LobbyId id;
    snprintf(id.text, sizeof id.text, "S%011u", number);
    return id;
}

/* 5+3, standard, casual. */
static inline Terms rig_terms(Wish color)
{
    return (Terms){
        {.timed = true, .initial = 300000, .increment = 3000}, VARIANT_STANDARD, false, color};
}

/* A seek by anybody for the usual game, waiting for a human for ever. */
static inline Seek rig_seek(unsigned number, const char *id, int32_t rating)
{
    return (Seek){.id = rig_id(number),
                  .person = rig_person(id, rating),
                  .session = number,
                  .terms = rig_terms(WISH_RANDOM),
                  .rating = {0, RATING_MAX},
                  .fallback = SEEK_FALLBACK_NEVER};
}
