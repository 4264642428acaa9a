#include "columns.h"

#include <string.h>

bool column_is_null(sqlite3_stmt *row, int column)
{
    return sqlite3_column_type(row, column) == SQLITE_NULL;
}

bool column_text(sqlite3_stmt *row, int column, char *to, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    size_t length = (size_t)sqlite3_column_bytes(row, column);
    if (length >= size || (text && strlen(text) != length))
        return false;
    if (text)
        memcpy(to, text, length);
    to[length] = '\0';
    return true;
}

bool column_int(sqlite3_stmt *row, int column, int32_t *to)
{
    int64_t value = sqlite3_column_int64(row, column);
    *to = (int32_t)value;
    return value == *to;
}
