#include "row_checksum.h"

#include "crc32c.h"

#include <assert.h>
#include <stdint.h>

static uint32_t add_number(uint32_t sum, int64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)((uint64_t)number >> 8 * i);
    return crc32c(sum, bytes, sizeof bytes);
}

static uint32_t add_bytes(uint32_t sum, const void *bytes, int size)
{
    sum = add_number(sum, size);
    return size > 0 ? crc32c(sum, bytes, (size_t)size) : sum;
}

static uint32_t add_value(uint32_t sum, sqlite3_value *value)
{
    unsigned char type = (unsigned char)sqlite3_value_type(value);
    assert(type != SQLITE_FLOAT); /* no table has any */
    sum = crc32c(sum, &type, 1);
    switch (type) {
    case SQLITE_INTEGER: return add_number(sum, sqlite3_value_int64(value));
    case SQLITE_NULL: return sum;
    default: return add_bytes(sum, sqlite3_value_blob(value), sqlite3_value_bytes(value));
    }
}

static uint32_t sum_of(int count, sqlite3_value **values)
{
    uint32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum = add_value(sum, values[i]);
    return sum;
}

static void row_checksum(sqlite3_context *context, int count, sqlite3_value **values)
{
    sqlite3_result_int64(context, sum_of(count, values));
}

static void refuse(sqlite3_context *context, const char *table, sqlite3_value *first)
{
    const char *name = sqlite3_value_type(first) == SQLITE_BLOB
                           ? "the only one"
                           : (const char *)sqlite3_value_text(first);
    char *sentence =
        sqlite3_mprintf("a row of %s is not what was written: %.40s", table, name ? name : "");
    sqlite3_result_error(context, sentence ? sentence : "a row is not what was written", -1);
    sqlite3_result_error_code(context, SQLITE_CORRUPT);
    sqlite3_free(sentence);
}

static void check_row(sqlite3_context *context, int count, sqlite3_value **values)
{
    if (sqlite3_value_type(values[1]) == SQLITE_NULL ||
        sqlite3_value_int64(values[1]) == sum_of(count - 2, values + 2))
        sqlite3_result_int(context, 1);
    else
        refuse(context, (const char *)sqlite3_value_text(values[0]), values[2]);
}

int row_checksum_add(sqlite3 *db)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    int rc = sqlite3_create_function(db, "row_checksum", -1, flags, NULL, row_checksum, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_create_function(db, "check_row", -1, flags, NULL, check_row, NULL, NULL);
    return rc;
}
