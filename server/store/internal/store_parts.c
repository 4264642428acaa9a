#include "store_parts.h"

void store_end_loads(Store *store)
{
    game_reader_clear(&store->loading);
    db_close(store->loads);
    store->loads = NULL;
}
