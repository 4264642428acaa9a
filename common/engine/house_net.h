/* house_net.h - the net that is part of the program: common/engine/castled.nnue.
 *
 * Not in the browser, which fetches the file. Nothing to free. */
#pragma once

#include "net.h"

/* The file's bytes. */
const unsigned char *house_net_bytes(size_t *size);

/* Reads it. */
void house_net_load(Net *net);
