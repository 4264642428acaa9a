/* account_copies.h - copies of what must be known of the accounts at once, kept up to date by their
 * events. */
#pragma once

#include "core_state.h"

/* Call it when all parts have been made. */
void account_copies_begin(Core *core);
