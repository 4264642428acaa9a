/* user_json.h - an account as the Lichess API shows users. */
#pragma once

#include "call.h"

/* What everybody may see of it; 'viewer' (or NULL) is the account that looks, and is told how it stands to it. */
void user_json(const ApiOptions *server, const Account *account, const Account *viewer, Text *text);
