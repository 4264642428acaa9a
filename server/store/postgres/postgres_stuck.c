#include "postgres_stuck.h"

#include "postgres_terms.h"
#include "sql.h"

DbResult postgres_end_stuck(Db *db)
{
    DbStatement *statement;
    DbResult result = db_prepare(db, PG_END_STUCK, false, &statement);
    if (result != DB_OK)
        return result;
    db_bind_int(statement, 1, POSTGRES_LEASE);
    result = db_run(statement);
    db_finalize(statement);
    return result;
}
