/* row_sums.h - what the checksums of a row are of, as the statements say that compare them: check_row (row_checksum.h). */
#pragma once

enum {
    ROW_SUMS_MAX = 4, /* of one table */
    ROW_SUM_COLUMNS_MAX = 40,
    ROW_SUM_NAME_MAX = 64,
};

typedef struct {
    char column[ROW_SUM_NAME_MAX]; /* that has the checksum */
    int count;
    char of[ROW_SUM_COLUMNS_MAX][ROW_SUM_NAME_MAX]; /* in order */
} RowSum;

/* Those of a table, and how many. */
int row_sums_find(const char *table, RowSum sums[ROW_SUMS_MAX]);
