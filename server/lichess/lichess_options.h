/* lichess_options.h - what the Lichess API works with. */
#pragma once

#include "api_options.h"

#include <uv.h>

/* All borrowed. */
typedef struct {
    uv_loop_t *loop; /* asked for the time only */
    Core *core;
    Net *net;
} LichessOptions;
