/* external_engine.h - external engines in games: which there are, how strong, and asking them for a move. */
#pragma once

#include "games.h"

/* The engine of a stored seat. Whether it is still among the options or not, it keeps its name; only in a game from
 * before names were kept does one that is gone have none. */
Person external_engine_person(const Live *live, const StoreSeat *seat);
bool external_engine_is_here(const Live *live, const Person *engine);

void external_engine_ask(Live *live, const Person *engine, const Search *search, const Line *line);
