/* move_model_weights.h - the fitted numbers of move_model.c, in sixteenths of a bit. Private to it. */
#pragma once

enum { MOVE_MODEL_FEATURES = 1703 };

extern const signed char MOVE_MODEL_WEIGHTS[MOVE_MODEL_FEATURES];
