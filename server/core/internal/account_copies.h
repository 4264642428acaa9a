/* account_copies.h - what the accounts tell the core, which keeps copies of what it must know at once. */
#pragma once

#include "core_state.h"

/* From now on. When all parts are there. */
void account_copies_begin(Core *core);
