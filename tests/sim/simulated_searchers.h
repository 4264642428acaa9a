/* simulated_searchers.h - stands in for the computer's threads (searchers.h): any legal move, after simulated time. */
#pragma once

#include "searchers.h"

/* In a turn of the loop: gives the answers that are ready. */
void simulated_searchers_tell(Searchers *searchers);
/* How the loop is woken for that; to be called before searchers_open. */
void simulated_searchers_begin(uint64_t seed, void (*woken)(void *context), void *context);
