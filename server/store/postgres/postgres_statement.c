#include "postgres_parts.h"

#include "array.h"
#include "memory.h"
#include "postgres_connect.h"
#include "postgres_text.h"
#include "sql.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static PostgresStatement *own(DbStatement *statement)
{
    return (PostgresStatement *)statement;
}

/* PostgreSQL's text of a statement that is named by SQLite's. */
static const char *text_of(const char *sql)
{
    for (const SqlStatement *statement = sql_statements; statement->name; statement++)
        if (statement->text == sql)
            return statement->postgres;
    return sql;
}

/* The greatest $n. */
static int count_parameters(const char *sql)
{
    int most = 0;
    for (const char *at = strchr(sql, '$'); at; at = strchr(at + 1, '$')) {
        int n = isdigit((unsigned char)at[1]) ? atoi(at + 1) : 0;
        most = n > most ? n : most;
    }
    return most;
}

DbResult postgres_prepare(Db *base, const char *sql, bool is_kept, DbStatement **statement)
{
    PostgresDb *db = (PostgresDb *)base;
    const char *text = text_of(sql);
    assert(text);
    PostgresStatement *made = memory_new(sizeof *made);
    made->statement.db = base;
    made->sql = text;
    made->is_kept = is_kept;
    made->count = count_parameters(text);
    assert(made->count <= POSTGRES_PARAMETERS_MAX);
    postgres_clear(&made->statement);
    *statement = &made->statement;
    if (!is_kept)
        return DB_OK;
    snprintf(made->name, sizeof made->name, "s%u", db->names++);
    made->next = db->kept;
    db->kept = made;
    if (!db->in_transaction)
        db->failure = DB_OK;
    /* Without a connection it is prepared with the next one. */
    return !db->connection || postgres_send_prepare(db, made) ? DB_OK : DB_FAILED;
}

DbResult postgres_finalize(DbStatement *statement)
{
    PostgresDb *db = postgres_of(statement);
    PostgresStatement *made = own(statement);
    DbResult failure = postgres_reset(statement);
    for (PostgresStatement **at = &db->kept; *at; at = &(*at)->next)
        if (*at == made) {
            *at = made->next;
            break;
        }
    for (int i = 0; i < POSTGRES_PARAMETERS_MAX; i++)
        free(made->parameters[i].value);
    free(made);
    return failure;
}

int postgres_parameters(const DbStatement *statement)
{
    return ((const PostgresStatement *)statement)->count;
}

/* ---- parameters ---- */

static PostgresParameter *parameter_of(DbStatement *statement, int at)
{
    assert(at >= 1 && at <= POSTGRES_PARAMETERS_MAX);
    return &own(statement)->parameters[at - 1];
}

static void copy(PostgresParameter *parameter, const void *bytes, size_t size)
{
    parameter->value = array_reserve(parameter->value, &parameter->capacity, size + 1, 1);
    if (size)
        memcpy(parameter->value, bytes, size);
    parameter->value[size] = '\0';
    parameter->length = (int)size;
    parameter->is_null = false;
}

void postgres_bind_int(DbStatement *statement, int at, int64_t value)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%" PRId64, value);
    PostgresParameter *parameter = parameter_of(statement, at);
    copy(parameter, text, (size_t)length);
    parameter->is_binary = false;
}

void postgres_bind_text(DbStatement *statement, int at, const char *text, int length)
{
    PostgresParameter *parameter = parameter_of(statement, at);
    size_t size = length < 0 ? strlen(text) : (size_t)length;
    copy(parameter, text, size);
    postgres_text_mend(parameter->value, size);
    parameter->is_binary = false;
}

void postgres_bind_blob(DbStatement *statement, int at, const void *bytes, size_t size)
{
    PostgresParameter *parameter = parameter_of(statement, at);
    copy(parameter, bytes, size);
    parameter->is_binary = true;
}

void postgres_clear(DbStatement *statement)
{
    for (int i = 0; i < POSTGRES_PARAMETERS_MAX; i++)
        own(statement)->parameters[i].is_null = true;
}

/* ---- running ---- */

static DbResult execute(PostgresStatement *made)
{
    PostgresDb *db = postgres_of(&made->statement);
    DbResult result = db->in_transaction ? db->failure : postgres_need(&db->db);
    if (result != DB_OK)
        return result;
    if (!postgres_send(db, made))
        return DB_FAILED;
    return postgres_settle(db, &made->result);
}

DbResult postgres_step(DbStatement *statement)
{
    PostgresStatement *made = own(statement);
    if (!made->result) {
        made->failure = execute(made);
        made->row = -1;
    }
    if (made->failure != DB_OK)
        return made->failure;
    made->row++;
    return made->row < postgres_of(statement)->library.ntuples(made->result) ? DB_ROW : DB_DONE;
}

DbResult postgres_reset(DbStatement *statement)
{
    PostgresStatement *made = own(statement);
    DbResult failure = made->failure;
    postgres_of(statement)->library.clear(made->result);
    made->result = NULL;
    made->failure = DB_OK;
    return failure;
}

DbResult postgres_run(DbStatement *statement)
{
    PostgresDb *db = postgres_of(statement);
    if (!db->is_writing) {
        postgres_step(statement);
        return postgres_reset(statement);
    }
    if (db->failure != DB_OK)
        return db->failure;
    return postgres_send(db, own(statement)) ? DB_OK : DB_FAILED;
}

/* ---- columns, in PostgreSQL's binary form ---- */

bool postgres_is_null(DbStatement *statement, int column)
{
    PostgresStatement *made = own(statement);
    return postgres_of(statement)->library.getisnull(made->result, made->row, column);
}

const void *postgres_bytes(DbStatement *statement, int column, size_t *size)
{
    PostgresStatement *made = own(statement);
    const LibPq *library = &postgres_of(statement)->library;
    *size = (size_t)library->getlength(made->result, made->row, column);
    return postgres_is_null(statement, column) ? NULL
                                               : library->getvalue(made->result, made->row, column);
}

/* An integer of 2, 4 or 8 bytes, the highest first, or a bool of one. */
int64_t postgres_number(DbStatement *statement, int column)
{
    size_t size;
    const unsigned char *bytes = postgres_bytes(statement, column, &size);
    uint64_t value = bytes && size > 1 && bytes[0] >= 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; bytes && i < size && i < 8; i++)
        value = value << 8 | bytes[i];
    return (int64_t)value;
}
