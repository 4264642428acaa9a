/* spectate.h - who listens to a game, and how he catches up. */
#pragma once

#include "inside_core.h"

/* Of games and of challenges. */
void spectate_start(Core *core, Visitor *visitor, const Request *request);
void spectate_stop(Core *core, Visitor *visitor, const Request *request);
/* Takes one of what may be watched, or asked of games, in a time. */
bool spectate_is_allowed(Core *core, const Visitor *visitor);
/* The connection ended: it listens to nothing any more. */
void spectate_forget(Core *core, Visitor *visitor);
