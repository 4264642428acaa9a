/* connect.h - connections that the server ends. */
#pragma once

#include "core_state.h"

/* The connection is gone from the core at once: what it has sent and has not arrived yet is
 * ignored. */
void connect_send_away(Core *core, SessionId session);
/* All of the person's connections, or with 'credential' those that use it. */
void connect_dismiss(Core *core, const char *person, const char *credential);
