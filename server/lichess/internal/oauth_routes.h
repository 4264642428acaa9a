/* oauth_routes.h - the handlers of OAuth's routes in lichess_routes.c. */
#pragma once

#include "call.h"

void oauth_show(Call *call);
void oauth_allow(Call *call);
void oauth_exchange(Call *call);
void oauth_end_token(Call *call);
