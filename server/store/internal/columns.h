/* columns.h - a row's columns as C values; whatever a file holds, what does not fit is refused. */
#pragma once

#include "db.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool column_is_null(DbStatement *row, int column);
/* NULL becomes the empty string. False when it does not fit with its NUL, or contains a NUL. */
bool column_text(DbStatement *row, int column, char *to, size_t size);
/* The same, of a column that is never NULL: false when it is. */
bool column_copy(DbStatement *row, int column, char *to, size_t size);
#define COLUMN_COPY(row, column, to) column_copy(row, column, to, sizeof(to))
/* False when it does not fit into 32 bits. */
bool column_int(DbStatement *row, int column, int32_t *to);
