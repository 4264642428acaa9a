#include "columns.h"

#include <string.h>

bool column_is_null(DbStatement *row, int column)
{
    return db_is_null(row, column);
}

bool column_text(DbStatement *row, int column, char *to, size_t size)
{
    const char *text = db_text(row, column);
    size_t length = db_size(row, column);
    if (length >= size || (text && strlen(text) != length))
        return false;
    if (text)
        memcpy(to, text, length);
    to[length] = '\0';
    return true;
}

bool column_copy(DbStatement *row, int column, char *to, size_t size)
{
    return !column_is_null(row, column) && column_text(row, column, to, size);
}

bool column_int(DbStatement *row, int column, int32_t *to)
{
    int64_t value = db_number(row, column);
    *to = (int32_t)value;
    return value == *to;
}
