/* house_net.h - the bytes of the net that is part of the program: common/engine/castled.nnue.
 *
 * Not in the browser, which fetches the file. Nothing to free. */
#pragma once

#include "net.h"

/* The file's bytes; size 0 when the program was built without a net. */
const unsigned char *house_net_bytes(size_t *size);

/* Reads it. False when there is none; one that was built in is sound. */
bool house_net_load(Net *net);
