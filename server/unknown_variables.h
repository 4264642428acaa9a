/* unknown_variables.h - variables of the environment that are named like options (CASTLED_PROT) and are none, as after a slip of the
 * pen: they are told of, and do nothing. Pure. */
#pragma once

#include <stddef.h>

/* Writes their names to 'names', commas between, as many as have room in 'size' bytes, printable, and returns how many there are.
 * 'environment' is as environ: NAME=VALUE, ends with NULL. */
size_t unknown_variables(char *const environment[], char *names, size_t size);
