/* connect.h - connections that the server ends. */
#pragma once

#include "core_state.h"

/* Gone from the core at once: what it has sent and is still under way is not heard any more. */
void connect_send_away(Core *core, SessionId session);
/* All of the person's, or with 'credential' those that came in by it. */
void connect_dismiss(Core *core, const char *person, const char *credential);
