/* bulk_pairings.h - the bulk pairings of a matchmaker: its table, and what there was before a restart. */
#pragma once

#include "matchmaker_state.h"

void bulk_pairings_init(Matchmaker *matchmaker, const SipKey *sip);
/* A stored pair; its bytes are bulk_pair_pack's. */
void bulk_pairings_load(Matchmaker *matchmaker, const StoreChallenge *stored);
/* All have been loaded. */
void bulk_pairings_loaded(Matchmaker *matchmaker);
void bulk_pairings_clear(Matchmaker *matchmaker);
