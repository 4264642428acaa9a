/* catalog.h - things found by a name: a hash table of pointers to structs that hold their own key.
 *
 * It owns its slots, not the things: catalog_clear forgets them. Keys are texts that don't change while
 * they are in it, and are ours (ids that the server drew), so nobody can choose keys that collide. */
#pragma once

#include <stddef.h>

typedef struct {
    void **slots;
    size_t size; /* a power of two, or 0 */
    size_t count;
    size_t key_at; /* offset of the key's text in a thing */
} Catalog;

void catalog_init(Catalog *catalog, size_t key_at);
void catalog_clear(Catalog *catalog);

/* NULL when nothing has that key. */
void *catalog_find(const Catalog *catalog, const char *key);
/* Its key must not be there. */
void catalog_put(Catalog *catalog, void *thing);
/* It must be there. */
void catalog_remove(Catalog *catalog, const void *thing);
/* Goes through all, in no order: begin with *at = 0, ends with NULL. Nothing may be put meanwhile. */
void *catalog_next(const Catalog *catalog, size_t *at);
