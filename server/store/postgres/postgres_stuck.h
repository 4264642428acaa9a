/* postgres_stuck.h - transactions that keep the leases though nobody goes on with them. */
#pragma once

#include "db.h"

/* A castled that hangs, or whose machine has died, in the middle of a transaction: PostgreSQL waits for it, for hours if need be,
 * and nobody else gets the leases that it has locked. After POSTGRES_LEASE this ends its session, which rolls back; nothing of it
 * was told to anybody. For who finds the leases free; in pipeline mode. */
DbResult postgres_end_stuck(Db *db);
