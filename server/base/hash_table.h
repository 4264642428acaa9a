/* hash_table.h - things found by a name: a hash table of pointers to structs that hold their own key.
 *
 * It owns its slots, not the things: hash_table_clear forgets them. Keys are strings that must not change
 * while they are in the table. Users may choose them, since they are hashed by SipHash with a secret
 * key. */
#pragma once

#include "siphash.h"

typedef struct {
    void *thing;   /* NULL: the slot is free */
    uint64_t hash; /* of its key: a thing with another one need not be looked at */
} HashSlot;

typedef struct {
    HashSlot *slots;
    size_t size; /* a power of two, or 0 */
    size_t count;
    size_t key_at; /* offset of the key's text in a thing */
    SipKey sip;
} HashTable;

void hash_table_init(HashTable *table, size_t key_at, const SipKey *sip);
void hash_table_clear(HashTable *table);

/* NULL when nothing has that key. */
void *hash_table_find(const HashTable *table, const char *key);
/* No entry may have its key already. */
void hash_table_put(HashTable *table, void *thing);
/* It must be there. */
void hash_table_remove(HashTable *table, const void *thing);
/* Visits all, in no particular order: start with *at = 0; NULL at the end. Nothing may be added in
 * between. */
void *hash_table_next(const HashTable *table, size_t *at);
