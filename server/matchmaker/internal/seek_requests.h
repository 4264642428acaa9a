/* seek_requests.h - the seeks that are kept beside games against the computer, as they are made and freed with the
 * matchmaker. What seek_requests.c does for others is in matchmaker.h. */
#pragma once

#include "matchmaker_state.h"

void seeks_init(Matchmaker *matchmaker, const SipKey *sip);
void seeks_clear(Matchmaker *matchmaker);
/* The connection is about to end: while its person has seeks, which can still be taken, the clients keep what is known of
 * them. */
void seeks_keep_known(Matchmaker *matchmaker, SessionId session);
