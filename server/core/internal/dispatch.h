/* dispatch.h - passes clients' requests on to the parts that they are for. */
#pragma once

#include "core_state.h"

/* The inbox in which messages wait for their turn. */
Inbox *dispatch_new_inbox(Core *core, const SipKey *sip);
