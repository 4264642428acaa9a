/* seek_requests.h - the seeks that are kept during games against the computer. What seek_requests.c does for other
 * parts is in matchmaker.h. */
#pragma once

#include "matchmaker_state.h"

void seeks_init(Matchmaker *matchmaker, const SipKey *sip);
void seeks_clear(Matchmaker *matchmaker);
/* A connection of somebody with seeks is about to end: as long as they have some, which can still be accepted, the clients
 * keep what they know of the person. */
void seeks_keep_known(Matchmaker *matchmaker, const Person *person);
