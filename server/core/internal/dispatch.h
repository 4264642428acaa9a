/* dispatch.h - what clients ask, passed on to the part that it is for. */
#pragma once

#include "core_state.h"

/* In which messages wait whose turn has not come yet. */
Inbox *dispatch_new_inbox(Core *core, const SipKey *sip);
