#include "relation_list.h"

#include "array.h"

#include <stdlib.h>
#include <string.h>

static size_t place_of(const Circle *circle, const Account *other)
{
    size_t place = 0;
    while (place < circle->count && circle->at[place] != other)
        place++;
    return place;
}

static void add(Circle *circle, Account *other)
{
    circle->at = array_reserve(circle->at, &circle->size, circle->count + 1, sizeof(Account *));
    circle->at[circle->count++] = other;
}

static void relate(Account *account, Relation relation, Account *other)
{
    add(&account->circles[relation], other);
    add(&other->known_by, account);
}

/* Whose order is not shown. */
static void forget(Circle *circle, const Account *account)
{
    size_t place = place_of(circle, account);
    circle->at[place] = circle->at[--circle->count];
}

static StoreRelation stored(const Account *account, Relation relation, const Account *other,
                            int64_t now)
{
    StoreRelation row = {.kind = relation, .made = now};
    memcpy(row.player, account->id, sizeof account->id);
    memcpy(row.other, other->id, sizeof other->id);
    return row;
}

bool relation_is(const Account *account, Relation relation, const Account *other)
{
    const Circle *circle = &account->circles[relation];
    return place_of(circle, other) < circle->count;
}

AccountsError relation_add(Directory *directory, Account *account, Relation relation,
                           Account *other, int64_t now, uint64_t *number)
{
    *number = 0;
    if (account == other)
        return ACCOUNTS_SELF;
    if (relation_is(account, relation, other))
        return ACCOUNTS_OK;
    if (account->circles[relation].count == RELATIONS_MAX)
        return ACCOUNTS_FULL;
    relate(account, relation, other);
    StoreRelation row = stored(account, relation, other, now);
    *number = store_put_relation(directory->store, &row);
    /* Whoever is blocked is no longer followed. */
    if (relation == RELATION_BLOCKS)
        relation_remove(directory, account, RELATION_FOLLOWS, other);
    return ACCOUNTS_OK;
}

uint64_t relation_remove(Directory *directory, Account *account, Relation relation, Account *other)
{
    Circle *circle = &account->circles[relation];
    size_t place = place_of(circle, other);
    if (place == circle->count)
        return 0;
    /* The order is kept, since it is shown. */
    memmove(&circle->at[place], &circle->at[place + 1],
            (--circle->count - place) * sizeof(Account *));
    forget(&other->known_by, account);
    StoreRelation row = stored(account, relation, other, 0);
    return store_delete_relation(directory->store, &row);
}

bool relation_may_meet(const Account *one, const Account *other)
{
    return !one || !other ||
           (!relation_is(one, RELATION_BLOCKS, other) && !relation_is(other, RELATION_BLOCKS, one));
}

void relation_remove_all(Directory *directory, Account *account)
{
    while (account->known_by.count) {
        Account *other = account->known_by.at[account->known_by.count - 1];
        for (int i = 0; i < RELATION_COUNT; i++)
            relation_remove(directory, other, (Relation)i, account);
    }
    for (int i = 0; i < RELATION_COUNT; i++) {
        const Circle *circle = &account->circles[i];
        while (circle->count)
            relation_remove(directory, account, (Relation)i, circle->at[circle->count - 1]);
    }
}

void relation_load(Directory *directory, const StoreRelation *row)
{
    Account *account = directory_by_id(directory, row->player),
            *other = directory_by_id(directory, row->other);
    if (account && other && row->kind >= 0 && row->kind < RELATION_COUNT)
        relate(account, (Relation)row->kind, other);
}

void relation_clear(Account *account)
{
    for (int i = 0; i < RELATION_COUNT; i++)
        free(account->circles[i].at);
    free(account->known_by.at);
}
