#include "inside_accounts.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

static size_t place_of(const Circle *circle, const Account *other)
{
    size_t place = 0;
    while (place < circle->count && circle->at[place] != other)
        place++;
    return place;
}

void circle_add(Circle *circle, Account *other)
{
    if (circle->count == circle->size) {
        circle->size = circle->size ? 2 * circle->size : 4;
        circle->at = memory_resize(circle->at, circle->size, sizeof(Account *));
    }
    circle->at[circle->count++] = other;
}

static StoreRelation stored(const Account *account, Relation relation, const Account *other,
                            int64_t now)
{
    StoreRelation row = {.kind = relation, .made = now};
    memcpy(row.player, account->id, sizeof account->id);
    memcpy(row.other, other->id, sizeof other->id);
    return row;
}

bool account_is_related(const Account *account, Relation relation, const Account *other)
{
    const Circle *circle = &account->circles[relation];
    return place_of(circle, other) < circle->count;
}

AccountsError accounts_relate(Accounts *accounts, Account *account, Relation relation,
                              Account *other, int64_t now, uint64_t *number)
{
    *number = 0;
    if (account == other)
        return ACCOUNTS_SELF;
    if (account_is_related(account, relation, other))
        return ACCOUNTS_OK;
    if (account->circles[relation].count == RELATIONS_MAX)
        return ACCOUNTS_FULL;
    circle_add(&account->circles[relation], other);
    StoreRelation row = stored(account, relation, other, now);
    *number = store_put_relation(accounts->store, &row);
    /* Whom one blocks one doesn't follow. */
    if (relation == RELATION_BLOCKS)
        accounts_unrelate(accounts, account, RELATION_FOLLOWS, other);
    return ACCOUNTS_OK;
}

uint64_t accounts_unrelate(Accounts *accounts, Account *account, Relation relation, Account *other)
{
    Circle *circle = &account->circles[relation];
    size_t place = place_of(circle, other);
    if (place == circle->count)
        return 0;
    /* The order stays: it is shown. */
    memmove(&circle->at[place], &circle->at[place + 1],
            (--circle->count - place) * sizeof(Account *));
    StoreRelation row = stored(account, relation, other, 0);
    return store_delete_relation(accounts->store, &row);
}

bool accounts_may_meet(const Accounts *accounts, const char *one, const char *other)
{
    const Account *a = accounts_by_id(accounts, one), *b = accounts_by_id(accounts, other);
    return !a || !b ||
           (!account_is_related(a, RELATION_BLOCKS, b) &&
            !account_is_related(b, RELATION_BLOCKS, a));
}
