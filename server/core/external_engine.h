/* external_engine.h - external engines in the core: which there are, how strong, what becomes of their games. */
#pragma once

#include "engines.h"
#include "inside_core.h"

/* The request 'engines'. */
void external_engine_list(Core *core, Visitor *visitor, const Request *request);
/* Whom a challenge asks for; false after a refusal. */
bool external_engine_find(Core *core, Visitor *visitor, const Request *request, Person *engine);
/* The engine of a stored seat. Whether it is still among the options or not, it keeps its name; only in a game from
 * before names were kept does one that is gone have none. */
Person external_engine_person(const Core *core, const StoreSeat *seat);
bool external_engine_is_here(const Core *core, const Person *engine);

void external_engine_ask(Core *core, const Person *engine, const Search *search, const Line *line);
