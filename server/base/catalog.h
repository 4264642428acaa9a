/* catalog.h - things found by a name: a hash table of pointers to structs that hold their own key.
 *
 * It owns its slots, not the things: catalog_clear forgets them. Keys are texts that don't change while
 * they are in it; they may be names that people chose, since they are hashed by SipHash with a key. */
#pragma once

#include "siphash.h"

typedef struct {
    void **slots;
    size_t size; /* a power of two, or 0 */
    size_t count;
    size_t key_at; /* offset of the key's text in a thing */
    SipKey sip;
} Catalog;

void catalog_init(Catalog *catalog, size_t key_at, const SipKey *sip);
void catalog_clear(Catalog *catalog);

/* NULL when nothing has that key. */
void *catalog_find(const Catalog *catalog, const char *key);
/* Its key must not be there. */
void catalog_put(Catalog *catalog, void *thing);
/* It must be there. */
void catalog_remove(Catalog *catalog, const void *thing);
/* Goes through all, in no order: begin with *at = 0, ends with NULL. Nothing may be put meanwhile. */
void *catalog_next(const Catalog *catalog, size_t *at);
