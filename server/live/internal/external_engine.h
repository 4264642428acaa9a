/* external_engine.h - external engines in games: listing them, their strengths, asking them for moves. */
#pragma once

#include "games.h"

/* The engine of a stored seat. It keeps its name even if it is no longer among the options; only in a game from
 * before names were stored does such an engine have none. */
Person external_engine_person(const Live *live, const StoreSeat *seat);
bool external_engine_is_here(const Live *live, const Person *engine);

void external_engine_ask(Live *live, const Person *engine, const Search *search, const Line *line);
