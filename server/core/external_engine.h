/* external_engine.h - programs of others in the core: who there is, how strong, what becomes of their games. */
#pragma once

#include "engines.h"
#include "inside_core.h"

/* The request 'engines'. */
void external_engine_list(Core *core, Visitor *visitor, const Request *request);
/* Whom a challenge asks for; false after a refusal. */
bool external_engine_find(Core *core, Visitor *visitor, const Request *request, Person *engine);
/* Who sits in a seat that was stored: by the number that stands for his name. One that is not here any more has no
 * name, and cannot play. */
Person external_engine_person(const Core *core, int32_t level, int32_t strength);
bool external_engine_is_here(const Core *core, const Person *engine);

void external_engine_ask(Core *core, const Person *engine, const Search *search, const Line *line);
