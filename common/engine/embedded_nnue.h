/* embedded_nnue.h - the net that is part of the program: common/engine/castled.nnue.
 *
 * Not in the browser, which fetches the file. Nothing to free. */
#pragma once

#include "nnue.h"

/* The bytes of the file. */
const unsigned char *embedded_nnue_bytes(size_t *size);

/* Parses it into *net. */
void embedded_nnue_load(Nnue *net);
