/* play_remote.h - "castled play URL": games on a server, from this terminal. */
#pragma once

#include "play_options.h"

/* The exit status: 0 when the person or the input ended it. */
int play_remote(const PlayOptions *options);
