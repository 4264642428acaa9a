/* node_name.h - which castled this is among those that use one database: its machine, and random letters in the lock file of
 * its data directory. A restarted server has the same name, so that it need not wait for leases of its own. */
#pragma once

#include <stdbool.h>

enum { NODE_NAME_MAX = 80 }; /* with the NUL */

/* 'lock' is the file, locked by this process; the letters are written when it has none. False, with errno, on an error. */
bool node_name(int lock, char name[NODE_NAME_MAX]);
