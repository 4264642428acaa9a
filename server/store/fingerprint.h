/* fingerprint.h - tells an imported game from all others of its importer. Private to the store. */
#pragma once

#include "stored.h"

/* Of tags, start, moves with their clocks, and end; not of when it was brought. Not against somebody who looks
 * for two games with the same one: he would only miss one of his own. */
int64_t game_fingerprint(const StoredGame *game);
