#include "row_sums.h"

#include "sql.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char CALL[] = "check_row('";

/* The next argument, without the name of a table before it; NULL behind the last. */
static const char *next_argument(const char *at, char name[ROW_SUM_NAME_MAX])
{
    if (*at != ',')
        return NULL;
    at += strspn(at, ", \n");
    size_t length = strcspn(at, ",) \n");
    const char *dot = memchr(at, '.', length);
    size_t skipped = dot ? (size_t)(dot + 1 - at) : 0;
    int printed = snprintf(name, ROW_SUM_NAME_MAX, "%.*s", (int)(length - skipped), at + skipped);
    assert(printed > 0 && printed < ROW_SUM_NAME_MAX);
    return at + length;
}

static void read_call(const char *arguments, RowSum *sum)
{
    const char *at = next_argument(arguments, sum->column);
    assert(at);
    for (sum->count = 0; (at = next_argument(at, sum->of[sum->count])) != NULL; sum->count++)
        assert(sum->count + 1 < ROW_SUM_COLUMNS_MAX);
}

static void add(RowSum sums[ROW_SUMS_MAX], int *count, const RowSum *sum)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(sums[i].column, sum->column) == 0)
            return;
    assert(*count < ROW_SUMS_MAX);
    sums[(*count)++] = *sum;
}

static void read_statement(const char *text, const char *table, RowSum sums[ROW_SUMS_MAX],
                           int *count)
{
    size_t length = strlen(table);
    RowSum sum;
    for (const char *at = strstr(text, CALL); at; at = strstr(at, CALL)) {
        at += sizeof CALL - 1;
        if (strncmp(at, table, length) == 0 && at[length] == '\'') {
            read_call(at + length + 1, &sum);
            add(sums, count, &sum);
        }
    }
}

int row_sums_find(const char *table, RowSum sums[ROW_SUMS_MAX])
{
    int count = 0;
    for (const SqlStatement *statement = sql_statements; statement->name; statement++)
        read_statement(statement->text, table, sums, &count);
    return count;
}
