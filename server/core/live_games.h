/* live_games.h - the games that go on, for who would like to look at some: a list, and the best as small boards.
 *
 * The best are those of the highest rated players, people before computers, with a clock and both sides
 * moved. They are told to who listens at most once a second; which ones they are is decided less often. */
#pragma once

#include "inside_core.h"

/* Listens to the best games, or stops. */
void live_games_listen(Core *core, Visitor *visitor, const Request *request);
/* A list of what goes on, once. */
void live_games_list(Core *core, Visitor *visitor, const Request *request);

void live_games_tick(Core *core);
/* The instant of core->now (ms) at which live_games_tick has something to do; INT64_MAX: none. */
int64_t live_games_due(const Core *core);
