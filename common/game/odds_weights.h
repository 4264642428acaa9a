/* odds_weights.h - the fitted numbers of odds.c, in sixteenths of a bit. Private to it. */
#pragma once

enum { ODDS_FEATURES = 1703 };

extern const signed char ODDS_WEIGHTS[ODDS_FEATURES];
