/* reading_inside.h - how the read thread does work. Private to the store. */
#pragma once

#include "reader.h"
#include "reading.h"

struct StoreReading {
    Reader *reader;
};

void reading_do(Reader *reader, StoreWork work, void *context);
