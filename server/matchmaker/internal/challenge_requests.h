/* challenge_requests.h - who watches which challenge. What challenge_requests.c does for others is in matchmaker.h. */
#pragma once

#include "matchmaker_state.h"

/* The connection ends: it watches none any more. */
void challenges_forget_watches(Matchmaker *matchmaker, SessionId session);
