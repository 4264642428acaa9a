/* showing.h - the games that go on, for who would like to look at some: a list, and the best as small boards.
 *
 * The best are those of the highest rated players, people before computers, with a clock and both sides
 * moved. They are told to who listens at most once a second; which ones they are is decided less often. */
#pragma once

#include "inside.h"

/* Listens to the best games, or stops. */
void showing_listen(Hall *hall, Visitor *visitor, const Request *request);
/* A list of what goes on, once. */
void showing_list(Hall *hall, Visitor *visitor, const Request *request);

void showing_tick(Hall *hall);
/* The instant of hall->now (ms) at which showing_tick has something to do; INT64_MAX: none. */
int64_t showing_due(const Hall *hall);
