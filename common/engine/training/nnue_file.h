/* nnue_file.h - castled.nnue on disk: a Nnue (net.h) read with words for what is wrong, and written.
 *
 *   8 bytes  "CSTLNET1"          int16 weights [1002][hidden]: of pieces on squares, of threats
 *   uint32   version, 4          int16 bias [hidden]
 *   uint32   hidden: 128, 256,   int16 output [8][2][hidden]: by pieces (nnue_set), first for the
 *            384 or 512                side to move's half
 *   uint32   flags, 1: mirrored  int32 output bias [8]
 *   uint32   CRC-32 of all that follows; all is little-endian
 *
 * Three versions are read but not written any more: in version 3 there are only 928 rows of weights, the first kinds of threats
 * (nnue_threats.h); in version 2 there are no threats, only 768 rows; in version 1, too, and one set of output weights and one
 * bias are for any number of pieces. */
#pragma once

#include "nnue.h"

/* Into NNUE_FILE_MAX bytes; returns how many. Ignores the kernel. */
size_t nnue_file_print(const Nnue *net, uint8_t *bytes);
/* NULL, or a sentence that says what is wrong with the file. */
const char *nnue_file_read(const char *path, Nnue *net);
/* Checks the net as nnue_parse does. NULL, or a sentence that says what is wrong. */
const char *nnue_file_write(const char *path, const Nnue *net);
