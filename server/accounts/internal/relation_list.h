/* relation_list.h - whom an account follows, blocks and has muted. */
#pragma once

#include "directory.h"

/* 'number' is the store's batch, 0 when nothing was changed. */
AccountsError relation_add(Directory *directory, Account *account, Relation relation,
                           Account *other, int64_t now, uint64_t *number);
/* 0 when they were not related. */
uint64_t relation_remove(Directory *directory, Account *account, Relation relation, Account *other);
bool relation_is(const Account *account, Relation relation, const Account *other);
/* Whether the two may be paired: neither blocks the other. NULL, a guest, blocks nobody. */
bool relation_may_meet(const Account *one, const Account *other);

enum { RELATIONS_A_TURN = 250 };

/* The account, which is closed, loses all relations that it has, and that others have to it, however many they are: relation_turn
 * ends RELATIONS_A_TURN of them at most, and the next ones when these are on disk, so that moves need not wait long for it. Until
 * then they are not shown. Nobody else is looked at. */
void relation_part(Directory *directory, Account *account);
void relation_turn(Directory *directory);

/* As it was stored; one of a closed account ends in a turn. */
void relation_load(Directory *directory, const StoreRelation *row);
/* The memory only. */
void relation_clear(Account *account);
