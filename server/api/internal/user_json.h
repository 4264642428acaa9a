/* user_json.h - an account as the Lichess API shows users. */
#pragma once

#include "call.h"

/* What everybody may see of it. 'viewer' is the id of the account that looks, and as which 'account' has been asked for;
 * "" for others. */
void user_members(const ApiOptions *server, const AccountInfo *account, const char *viewer,
                  Text *text); /* of the object that is open */
void user_json(const ApiOptions *server, const AccountInfo *account, const char *viewer,
               Text *text);
