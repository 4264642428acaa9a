/* store_address.h - the address of a database of PostgreSQL, as --store names it. */
#pragma once

#include <stdbool.h>

/* Whether the text begins as one does, and has no @ or slash in its password: it would be told. */
bool store_address_is_good(const char *text);
