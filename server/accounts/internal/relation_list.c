#include "relation_list.h"

#include "array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t place_of(const Circle *circle, const Account *other)
{
    size_t place = 0;
    while (place < circle->count && circle->at[place].other != other)
        place++;
    return place;
}

static void relate(Account *account, Relation relation, Account *other)
{
    Circle *circle = &account->circles[relation];
    Knowers *knowers = &other->known_by;
    circle->at = array_reserve(circle->at, &circle->size, circle->count + 1, sizeof(Related));
    knowers->at = array_reserve(knowers->at, &knowers->size, knowers->count + 1, sizeof(Knower));
    circle->at[circle->count++] = (Related){other, knowers->count};
    knowers->at[knowers->count++] = (Knower){account, relation};
}

/* The last one takes the place: the order is not shown. */
static void forget(Account *known, size_t place)
{
    Knowers *knowers = &known->known_by;
    Knower last = knowers->at[--knowers->count];
    if (place == knowers->count)
        return;
    Circle *circle = &last.account->circles[last.relation];
    circle->at[place_of(circle, known)].place = place;
    knowers->at[place] = last;
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
    forget(other, circle->at[place].place);
    /* The order is kept, since it is shown. */
    memmove(&circle->at[place], &circle->at[place + 1],
            (--circle->count - place) * sizeof(Related));
    StoreRelation row = stored(account, relation, other, 0);
    return store_delete_relation(directory->store, &row);
}

bool relation_may_meet(const Account *one, const Account *other)
{
    return !one || !other ||
           (!relation_is(one, RELATION_BLOCKS, other) && !relation_is(other, RELATION_BLOCKS, one));
}

void relation_part(Directory *directory, Account *account)
{
    AccountList *parting = &directory->parting;
    assert(account->closed);
    if (account->is_parting)
        return;
    account->is_parting = true;
    parting->at = array_reserve(parting->at, &parting->size, parting->count + 1, sizeof(Account *));
    parting->at[parting->count++] = account;
}

/* The number of the batch; 0 when the account has none any more. */
static uint64_t end_one(Directory *directory, Account *account)
{
    if (account->known_by.count) {
        const Knower *last = &account->known_by.at[account->known_by.count - 1];
        return relation_remove(directory, last->account, last->relation, account);
    }
    for (int i = 0; i < RELATION_COUNT; i++) {
        const Circle *circle = &account->circles[i];
        if (circle->count)
            return relation_remove(directory, account, (Relation)i,
                                   circle->at[circle->count - 1].other);
    }
    return 0;
}

void relation_turn(Directory *directory)
{
    AccountList *parting = &directory->parting;
    if (!parting->count || store_committed(directory->store) < directory->parted)
        return;
    for (int i = 0; i < RELATIONS_A_TURN && parting->count; i++) {
        Account *account = parting->at[parting->count - 1];
        uint64_t number = end_one(directory, account);
        if (number) {
            directory->parted = number;
        } else {
            account->is_parting = false;
            parting->count--;
        }
    }
}

void relation_load(Directory *directory, const StoreRelation *row)
{
    Account *account = directory_by_id(directory, row->player),
            *other = directory_by_id(directory, row->other);
    if (!account || !other || row->kind < 0 || row->kind >= RELATION_COUNT)
        return;
    relate(account, (Relation)row->kind, other);
    if (account->closed || other->closed)
        relation_part(directory, account->closed ? account : other);
}

void relation_clear(Account *account)
{
    for (int i = 0; i < RELATION_COUNT; i++)
        free(account->circles[i].at);
    free(account->known_by.at);
}
