/* visiting_engines.h - programs of others in the hall: who there is, how strong, what becomes of their games. */
#pragma once

#include "engines.h"
#include "inside.h"

/* The request 'engines'. */
void visiting_list(Hall *hall, Visitor *visitor, const Request *request);
/* Whom a challenge asks for; false after a refusal. */
bool visiting_find(Hall *hall, Visitor *visitor, const Request *request, Person *engine);
/* Who sits in a seat that was stored: by the number that stands for his name. One that is not here any more has no
 * name, and cannot play. */
Person visiting_person(const Hall *hall, int32_t level, int32_t strength);
bool visiting_is_here(const Hall *hall, const Person *engine);

void visiting_ask(Hall *hall, const Person *engine, const Search *search, const Line *line);
