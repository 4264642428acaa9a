#include "side.h"

StoreError side_list(Side *side, ListedColumns *list, char *line)
{
    list->count = list->references = 0;
    return side->kind->list(side, list, line);
}

StoreError side_count(Side *side, const MovedTable *table, uint64_t *rows, char *line)
{
    static const MovedTable ONE_NUMBER = {.count = 1, .columns = {{.type = MOVED_NUMBER}}};
    MovedValue value = {.is_null = true};
    bool is_row = false, is_more = false;
    *rows = 0;
    StoreError error = side->kind->ask(side, table, true, line);
    side->table = &ONE_NUMBER;
    if (error == STORE_OK)
        error = side->kind->next(side, &value, &is_row, line);
    if (error != STORE_OK || !is_row)
        return error;
    *rows = (uint64_t)value.number;
    return side->kind->next(side, &value, &is_more, line);
}

StoreError side_ask(Side *side, const MovedTable *table, char *line)
{
    side->table = table;
    return side->kind->ask(side, table, false, line);
}

StoreError side_next(Side *side, MovedValue values[MOVED_COLUMNS_MAX], bool *is_row, char *line)
{
    return side->kind->next(side, values, is_row, line);
}

StoreError side_begin(Side *side, const MovedTable *table, char *line)
{
    side->table = table;
    return side->kind->begin(side, table, line);
}

bool side_can_hold(const Side *side, const MovedColumn *column, const MovedValue *value)
{
    return side->kind->can_hold(column, value);
}

StoreError side_put(Side *side, const MovedValue *values, char *line)
{
    return side->kind->put(side, values, line);
}

StoreError side_end(Side *side, char *line)
{
    return side->kind->end(side, line);
}

StoreError side_settle(Side *side, const MovedTables *tables, char *line)
{
    return side->kind->settle(side, tables, line);
}

StoreError side_open_games(Side *side, char *line)
{
    return side->kind->open_games(side, line);
}

StoreError side_keep(Side *side, char *line)
{
    return side->kind->keep(side, line);
}

void side_close(Side *side)
{
    if (side)
        side->kind->close(side);
}
