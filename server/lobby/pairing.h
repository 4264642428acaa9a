/* pairing.h - who of the open seeks is paired at once with a new one, and what comes of it.
 *
 * Part of the lobby, as entries.h. */
#pragma once

#include "entries.h"

/* Nobody has blocked the other. */
bool pairing_allowed(const Lobby *lobby, const Person *one, const Person *other);
/* The oldest that fits, connected if there is one; lobby->count when only the pool could. */
size_t pairing_find_open(const Lobby *lobby, const Seek *seek, int64_t now);
/* The nearest for whom no round needs to be waited for; else lobby->count. */
size_t pairing_find_near(const Lobby *lobby, const Seek *seek, int64_t now);

void pairing_set_seat(Pairing *pairing, Color color, const Seek *seek);
void pairing_make(Pairing *pairing, const Seek *one, const Seek *other, uint64_t chance);
void pairing_with_computer(Pairing *pairing, const Seek *seek, uint64_t chance);
