#include "db.h"

#include <stdio.h>

int db_partition(int64_t number)
{
    uint64_t hash = (uint64_t)number + UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int)((hash ^ hash >> 31) % DB_PARTITIONS);
}

void db_scope_add(DbScope *scope, int partition)
{
    scope->partitions[partition / 64] |= UINT64_C(1) << partition % 64;
}

/* ---- statements ---- */

DbResult db_prepare(Db *db, const char *sql, bool is_kept, DbStatement **statement)
{
    *statement = NULL;
    return db->kind->prepare(db, sql, is_kept, statement);
}

DbResult db_finalize(DbStatement *statement)
{
    return statement ? statement->db->kind->finalize(statement) : DB_OK;
}

int db_parameters(const DbStatement *statement)
{
    return statement->db->kind->parameters(statement);
}

void db_bind_int(DbStatement *statement, int at, int64_t value)
{
    statement->db->kind->bind_int(statement, at, value);
}

void db_bind_text(DbStatement *statement, int at, const char *text, int length)
{
    statement->db->kind->bind_text(statement, at, text, length);
}

void db_bind_blob(DbStatement *statement, int at, const void *bytes, size_t size)
{
    statement->db->kind->bind_blob(statement, at, bytes, size);
}

void db_clear(DbStatement *statement)
{
    statement->db->kind->clear(statement);
}

DbResult db_step(DbStatement *statement)
{
    return statement->db->kind->step(statement);
}

DbResult db_reset(DbStatement *statement)
{
    return statement->db->kind->reset(statement);
}

DbResult db_run(DbStatement *statement)
{
    return statement->db->kind->run(statement);
}

bool db_is_null(DbStatement *statement, int column)
{
    return statement->db->kind->is_null(statement, column);
}

int64_t db_number(DbStatement *statement, int column)
{
    return statement->db->kind->number(statement, column);
}

const void *db_bytes(DbStatement *statement, int column, size_t *size)
{
    return statement->db->kind->bytes(statement, column, size);
}

const char *db_text(DbStatement *statement, int column)
{
    size_t size;
    return db_bytes(statement, column, &size);
}

size_t db_size(DbStatement *statement, int column)
{
    size_t size;
    db_bytes(statement, column, &size);
    return size;
}

/* ---- transactions ---- */

DbResult db_begin_read(Db *db)
{
    return db->kind->begin_read(db);
}

DbResult db_begin_write(Db *db, const DbScope *scope, uint64_t number)
{
    return db->kind->begin_write(db, scope, number);
}

DbResult db_commit(Db *db)
{
    return db->kind->commit(db);
}

void db_rollback(Db *db)
{
    db->kind->rollback(db);
}

DbResult db_idle(Db *db)
{
    return db->kind->idle(db);
}

int64_t db_lease_left(const Db *db)
{
    return db->kind->lease_left ? db->kind->lease_left(db) : INT64_MAX;
}

void db_opened(Db *db)
{
    if (db->kind->opened)
        db->kind->opened(db);
}

bool db_is_away(const Db *db)
{
    return db->kind->is_away && db->kind->is_away(db);
}

const char *db_message(Db *db)
{
    return db->kind->message(db);
}

void db_close(Db *db)
{
    if (db)
        db->kind->close(db);
}

/* ---- lines of text ---- */

StoreError db_error(const Db *db, DbResult result)
{
    switch (result) {
    case DB_OK:
    case DB_ROW:
    case DB_DONE: return STORE_OK;
    case DB_FULL: return STORE_FULL;
    case DB_DAMAGED: return STORE_DAMAGED;
    case DB_FOREIGN: return STORE_FOREIGN;
    case DB_TAKEN: return STORE_TAKEN;
    default: return db->is_remote ? STORE_SERVER : STORE_DISK;
    }
}

StoreError database_say(char *line, const char *path, StoreError error, const char *detail)
{
    snprintf(line, STORE_LINE_MAX, "%s: %s%s%s%s", path, store_error_text(error),
             detail ? " (" : "", detail ? detail : "", detail ? ")" : "");
    for (char *c = line; *c; c++)
        if (*c == '\n')
            *c = ' ';
    return error;
}

StoreError database_prepare(Db *db, const char *path, const char *const *sql, int count,
                            DbStatement **statements, char *line)
{
    DbResult result = DB_OK;
    for (int i = 0; i < count && result == DB_OK; i++)
        result = db_prepare(db, sql[i], true, &statements[i]);
    if (result == DB_OK)
        result = db->kind->settle(db);
    if (result == DB_OK)
        return STORE_OK;
    database_refused(db, path, result, line);
    database_finalize(statements, count);
    return db_error(db, result);
}

void database_finalize(DbStatement **statements, int count)
{
    for (int i = 0; i < count; i++) {
        db_finalize(statements[i]);
        statements[i] = NULL;
    }
}

StoreError database_refused(Db *db, const char *path, DbResult result, char *line)
{
    return database_say(line, path, db_error(db, result),
                        result == DB_TAKEN ? NULL : db_message(db));
}

StoreError database_give_up(Db *db, const char *path, DbResult result, char *line)
{
    database_refused(db, path, result, line);
    db_rollback(db);
    return db_error(db, result);
}
