/* watching.h - who listens to a game, and how he catches up. */
#pragma once

#include "inside.h"

/* Of games and of challenges. */
void watching_watch(Hall *hall, Visitor *visitor, const Request *request);
void watching_unwatch(Hall *hall, Visitor *visitor, const Request *request);
/* Takes one of what may be watched, or asked of games, in a time. */
bool watching_is_allowed(Hall *hall, const Visitor *visitor);
/* The connection ended: it listens to nothing any more. */
void watching_forget(Hall *hall, Visitor *visitor);
