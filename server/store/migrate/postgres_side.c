#include "side.h"

#include "database.h"
#include "memory.h"
#include "schema.h"
#include "sql.h"

#ifdef CASTLED_POSTGRES
#include "postgres_connect.h"
#include "postgres_copy.h"
#include "postgres_db.h"
#include "postgres_schema.h"
#include "postgres_text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table is filled by several statements: what they check at their end is held in memory until then. */
enum {
    ROWS_AT_ONCE = 10000,
    BYTES_AT_ONCE = 16 << 20,
    NUMBER_SIZE = 8,
    FIELDS_MAX = MOVED_COLUMNS_MAX + 1
};

typedef struct {
    Side side;
    PostgresCopy *copy;
    char *fill; /* the statement that takes rows */
    size_t rows, bytes;
    bool has_version; /* behind the columns: the table's own */
    bool has_games;   /* the connection takes statements */
    char path[DATABASE_PATH_MAX];
} PostgresSide;

static StoreError refuse(PostgresSide *own, DbResult result, char *line)
{
    return result == DB_OK || result == DB_DONE || result == DB_ROW
               ? STORE_OK
               : database_refused(own->side.db, own->path, result, line);
}

static DbResult exec(PostgresSide *own, const char *sql)
{
    return postgres_db_exec(own->side.db, sql, NULL);
}

/* ---- what it has ---- */

enum { LISTED_TABLE, LISTED_NAME, LISTED_TYPE, LISTED_KEY, LISTED_IDENTITY, LISTED };

static MovedType type_of(const char *word)
{
    return strcmp(word, "int8") == 0    ? MOVED_NUMBER
           : strcmp(word, "text") == 0  ? MOVED_TEXT
           : strcmp(word, "bytea") == 0 ? MOVED_BLOB
                                        : MOVED_UNKNOWN;
}

static void copy_name(const PostgresField *field, char name[MOVED_NAME_MAX])
{
    snprintf(name, MOVED_NAME_MAX, "%.*s", (int)field->size, (const char *)field->bytes);
}

/* Eight bytes, the highest first. */
static int64_t number_of(const PostgresField *field)
{
    uint64_t value = 0;
    for (size_t i = 0; i < field->size && i < NUMBER_SIZE; i++)
        value = value << 8 | ((const unsigned char *)field->bytes)[i];
    return (int64_t)value;
}

static bool add_column(const PostgresField fields[LISTED], ListedColumns *list)
{
    char table[MOVED_NAME_MAX], name[MOVED_NAME_MAX], type[MOVED_NAME_MAX];
    copy_name(&fields[LISTED_TABLE], table);
    copy_name(&fields[LISTED_NAME], name);
    copy_name(&fields[LISTED_TYPE], type);
    const ListedColumn about = {.type = type_of(type),
                                .key = (int)number_of(&fields[LISTED_KEY]),
                                .is_identity = number_of(&fields[LISTED_IDENTITY]) != 0};
    return listed_columns_add(list, table, name, &about);
}

static StoreError list_all(Side *side, ListedColumns *list, char *line)
{
    PostgresSide *own = (PostgresSide *)side;
    PostgresField fields[LISTED];
    DbResult result = postgres_copy_ask(own->copy, PG_COPY_COLUMNS);
    while (result == DB_OK && (result = postgres_copy_next(own->copy, fields, LISTED)) == DB_ROW)
        if (add_column(fields, list))
            result = DB_OK;
        else
            return database_say(line, own->path, STORE_FOREIGN, "it has too many columns");
    return refuse(own, result, line);
}

/* ---- reading ---- */

static void print_columns(FILE *out, const MovedTable *table)
{
    for (int i = 0; i < table->count; i++)
        fprintf(out, "%s\"%s\"", i ? ", " : "", table->columns[i].name);
}

static StoreError ask(Side *side, const MovedTable *table, bool counts, char *line)
{
    PostgresSide *own = (PostgresSide *)side;
    char *sql = NULL;
    size_t size;
    FILE *out = open_memstream(&sql, &size);
    assert(out);
    fputs("COPY (SELECT ", out);
    if (counts)
        fputs("count(*)", out);
    else
        print_columns(out, table);
    fprintf(out, " FROM castled.\"%s\"", table->name);
    for (int place = 1; place <= table->keys && !counts; place++)
        fprintf(out, "%s\"%s\"", place > 1 ? ", " : " ORDER BY ",
                table->columns[moved_table_key(table, place)].name);
    fputs(") TO STDOUT (FORMAT binary)", out);
    fclose(out);
    DbResult result = postgres_copy_ask(own->copy, sql);
    free(sql);
    return refuse(own, result, line);
}

static bool read_value(const PostgresField *field, MovedType type, MovedValue *value)
{
    *value = (MovedValue){.is_null = !field->bytes, .bytes = field->bytes, .size = field->size};
    if (type != MOVED_NUMBER || value->is_null)
        return true;
    value->number = number_of(field);
    return field->size == NUMBER_SIZE;
}

static StoreError next(Side *side, MovedValue *values, bool *is_row, char *line)
{
    PostgresSide *own = (PostgresSide *)side;
    PostgresField fields[FIELDS_MAX];
    DbResult result = postgres_copy_next(own->copy, fields, side->table->count);
    *is_row = result == DB_ROW;
    for (int i = 0; i < side->table->count && *is_row; i++)
        if (!read_value(&fields[i], side->table->columns[i].type, &values[i]))
            return database_say(line, own->path, STORE_SERVER, "a number has another size");
    return refuse(own, result, line);
}

/* ---- writing ---- */

static StoreError begin(Side *side, const MovedTable *table, char *line)
{
    PostgresSide *own = (PostgresSide *)side;
    size_t size;
    free(own->fill);
    own->fill = NULL;
    own->has_version = strcmp(table->name, "castled") == 0;
    FILE *out = open_memstream(&own->fill, &size);
    assert(out);
    fprintf(out, "COPY castled.\"%s\" (", table->name);
    print_columns(out, table);
    fprintf(out, "%s) FROM STDIN (FORMAT binary)", own->has_version ? ", \"version\"" : "");
    fclose(out);
    own->rows = own->bytes = 0;
    return refuse(own, postgres_copy_begin(own->copy, own->fill), line);
}

static bool can_hold(const MovedColumn *column, const MovedValue *value)
{
    return column->type != MOVED_TEXT || value->is_null ||
           postgres_text_is_good(value->bytes, value->size);
}

static void write_number(unsigned char bytes[NUMBER_SIZE], int64_t number)
{
    for (int i = 0; i < NUMBER_SIZE; i++)
        bytes[i] = (unsigned char)((uint64_t)number >> 8 * (NUMBER_SIZE - 1 - i));
}

/* Begins a new statement when this one has taken enough. */
static DbResult go_on(PostgresSide *own)
{
    if (own->rows < ROWS_AT_ONCE && own->bytes < BYTES_AT_ONCE)
        return DB_OK;
    own->rows = own->bytes = 0;
    DbResult result = postgres_copy_end(own->copy);
    return result == DB_OK ? postgres_copy_begin(own->copy, own->fill) : result;
}

static StoreError put(Side *side, const MovedValue *values, char *line)
{
    PostgresSide *own = (PostgresSide *)side;
    PostgresField fields[FIELDS_MAX];
    unsigned char numbers[FIELDS_MAX][NUMBER_SIZE];
    int count = side->table->count;
    for (int i = 0; i < count; i++) {
        bool is_number = side->table->columns[i].type == MOVED_NUMBER;
        write_number(numbers[i], values[i].number);
        fields[i] = (PostgresField){.bytes = is_number ? numbers[i] : values[i].bytes,
                                    .size = is_number ? NUMBER_SIZE : values[i].size};
        if (values[i].is_null)
            fields[i].bytes = NULL;
        own->bytes += fields[i].size;
    }
    if (own->has_version) {
        write_number(numbers[count], schema_version(postgres_schema_sql));
        fields[count] = (PostgresField){.bytes = numbers[count], .size = NUMBER_SIZE};
        count++;
    }
    own->rows++;
    DbResult result = postgres_copy_put(own->copy, fields, count);
    return refuse(own, result == DB_OK ? go_on(own) : result, line);
}

static StoreError end(Side *side, char *line)
{
    PostgresSide *own = (PostgresSide *)side;
    return refuse(own, postgres_copy_end(own->copy), line);
}

/* What was drawn last is the greatest number. */
static DbResult set_sequence(PostgresSide *own, const char *table, const char *column)
{
    char *sql;
    if (asprintf(
            &sql,
            "SELECT setval(pg_get_serial_sequence('castled.%s', '%s'), coalesce(max(\"%s\"), 1), "
            "max(\"%s\") IS NOT NULL) FROM castled.\"%s\"",
            table, column, column, column, table) < 0)
        abort();
    DbResult result = exec(own, sql);
    free(sql);
    return result;
}

static DbResult settle_table(PostgresSide *own, const MovedTable *table)
{
    char analyze[MOVED_NAME_MAX + 32];
    DbResult result = DB_OK;
    for (int i = 0; i < table->count && result == DB_OK; i++)
        if (table->columns[i].is_identity)
            result = set_sequence(own, table->name, table->columns[i].name);
    snprintf(analyze, sizeof analyze, "ANALYZE castled.\"%s\"", table->name);
    return result == DB_OK ? exec(own, analyze) : result;
}

static StoreError settle(Side *side, const MovedTables *tables, char *line)
{
    PostgresSide *own = (PostgresSide *)side;
    DbResult result = DB_OK;
    for (int i = 0; i < tables->count && result == DB_OK; i++)
        result = settle_table(own, &tables->tables[i]);
    return refuse(own, result, line);
}

static StoreError open_games(Side *side, char *line)
{
    PostgresSide *own = (PostgresSide *)side;
    own->has_games = true;
    return refuse(own, postgres_db_begin(side->db), line);
}

/* ---- opening and closing ---- */

static StoreError keep(Side *side, char *line)
{
    PostgresSide *own = (PostgresSide *)side;
    DbResult result = own->has_games ? postgres_db_end(side->db) : DB_OK;
    own->has_games = false;
    return refuse(own, result == DB_OK ? exec(own, "COMMIT") : result, line);
}

static void close_side(Side *side)
{
    PostgresSide *own = (PostgresSide *)side;
    postgres_copy_free(own->copy);
    db_close(side->db); /* which ends the transaction */
    free(own->fill);
    free(own);
}

static const SideKind POSTGRES = {
    .list = list_all,
    .ask = ask,
    .next = next,
    .begin = begin,
    .can_hold = can_hold,
    .put = put,
    .end = end,
    .settle = settle,
    .open_games = open_games,
    .keep = keep,
    .close = close_side,
};

static StoreError dial(PostgresSide *own, const char *address, char *line)
{
    own->side.path = own->path;
    own->side.kind = &POSTGRES;
    own->side.db =
        postgres_db_new(&(PostgresOptions){.address = address, .syncs = true, .works = true});
    StoreError error = postgres_db_check(own->side.db, own->path, line);
    if (error != STORE_OK)
        return error;
    own->copy = postgres_copy_new(own->side.db);
    DbResult result = postgres_db_dial(own->side.db);
    return refuse(own, result == DB_OK ? exec(own, PG_CALL_MIGRATE) : result, line);
}

/* Hands the side over, or closes it. */
static StoreError answer(PostgresSide *own, StoreError error, Side **side)
{
    *side = error == STORE_OK ? &own->side : NULL;
    if (error != STORE_OK)
        close_side(&own->side);
    return error;
}

static StoreError check_version(PostgresSide *own, const PostgresSchema *found, char *line)
{
    char detail[160];
    int ours = schema_version(postgres_schema_sql);
    if (!found->is_ours)
        return database_say(line, own->path, STORE_FOREIGN, "it has no tables of castled's");
    if (found->version == ours)
        return STORE_OK;
    snprintf(detail, sizeof detail, "its version is %d, this castled's %d%s", found->version, ours,
             found->version < ours ? "; castled brings it up to date when it is started on it"
                                   : "");
    return database_say(line, own->path, found->version < ours ? STORE_OLDER : STORE_NEWER, detail);
}

/* Another castled that is alive, or was until a moment ago. */
static StoreError refuse_servers(PostgresSide *own, char *line)
{
    PostgresRow row;
    DbResult result = postgres_db_exec(own->side.db, PG_FIND_SERVER, &row);
    if (result != DB_OK || !row.values[0][0])
        return refuse(own, result, line);
    snprintf(
        line, STORE_LINE_MAX,
        "%.300s: castled is using this database (on %s); end it first. One that was killed counts "
        "as ended after %d seconds",
        own->path, row.values[0], POSTGRES_LEASE / 1000);
    return STORE_LOCKED;
}

static StoreError open_database(PostgresSide *own, char *line)
{
    PostgresSchema found;
    DbResult result = postgres_schema_find(own->side.db, &found);
    if (result != DB_OK)
        return refuse(own, result, line);
    StoreError error = check_version(own, &found, line);
    if (error != STORE_OK)
        return error;
    error = refuse_servers(own, line); /* before anything of theirs is locked */
    if (error != STORE_OK)
        return error;
    result = exec(own, PG_STOP_SERVERS);
    return result == DB_OK ? refuse_servers(own, line) : refuse(own, result, line);
}

StoreError postgres_side_open(Side **side, const char *address, char *line)
{
    PostgresSide *own = memory_new(sizeof *own);
    StoreError error = dial(own, address, line);
    return answer(own, error == STORE_OK ? open_database(own, line) : error, side);
}

static StoreError make_database(PostgresSide *own, char *line)
{
    PostgresSchema found;
    StoreError error =
        postgres_schema_lock(own->side.db, own->path, POSTGRES_SILENCE_MAX, &found, line);
    if (error != STORE_OK)
        return error;
    if (found.is_there) {
        snprintf(
            line, STORE_LINE_MAX,
            "%.300s: there are tables of castled's already; name another database, or remove them: "
            "DROP SCHEMA castled CASCADE",
            own->path);
        return STORE_EXISTS;
    }
    DbResult result = postgres_schema_make(own->side.db, &found);
    return refuse(own, result == DB_OK ? exec(own, PG_FORGET_SERVER) : result, line);
}

StoreError postgres_side_make(Side **side, const char *address, char *line)
{
    PostgresSide *own = memory_new(sizeof *own);
    StoreError error = dial(own, address, line);
    return answer(own, error == STORE_OK ? make_database(own, line) : error, side);
}

#else

static StoreError refuse(Side **side, char *line)
{
    *side = NULL;
    return database_say(line, "castled", STORE_SERVER, "it was built without PostgreSQL");
}

StoreError postgres_side_open(Side **side, const char *address, char *line)
{
    (void)address;
    return refuse(side, line);
}

StoreError postgres_side_make(Side **side, const char *address, char *line)
{
    (void)address;
    return refuse(side, line);
}
#endif
