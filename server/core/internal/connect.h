/* connect.h - connections that wait to be let in, and those that the server ends. */
#pragma once

#include "core_state.h"

/* Those who wait until something is heard of the node where they are connected already. */
int64_t connect_due(const Core *core);
void connect_tick(Core *core);
/* They wait no more. */
void connect_clear(Core *core);

/* The connection is gone from the core at once: what it has sent and has not arrived yet is
 * ignored. */
void connect_send_away(Core *core, SessionId session);
/* All of the person's connections, or with 'credential' those that use it. */
void connect_dismiss(Core *core, const char *person, const char *credential);
