/* challenge_watches.h - who is told of a challenge: its maker, the person it is for, and those who watch it. What
 * challenge_watches.c does for other parts is in matchmaker.h. */
#pragma once

#include "matchmaker_state.h"

/* Tells everybody concerned what has become of it. When it is no longer open, nobody watches it any more. */
void challenge_watches_tell(Matchmaker *matchmaker, const Challenge *challenge,
                            const ChallengeFate *fate, uint64_t number);
/* The connection ends: it no longer watches any. */
void challenge_watches_forget(Matchmaker *matchmaker, SessionId session);
