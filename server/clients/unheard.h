/* unheard.h - whom an account has blocked or muted: a copy of what the accounts know (accounts_enter), kept up to
 * date by their events. Zeroed, it is empty. */
#pragma once

#include "account.h"

typedef struct {
    char (*at)[PERSON_ID_MAX + 1];
    size_t count, capacity;
} IdList;

typedef struct {
    IdList blocked, muted;
} Unheard;

void unheard_clear(Unheard *unheard);
/* Replaces it by the list of an AccountsAnswer. */
void unheard_set(Unheard *unheard, const AccountInfo *list, size_t count);
/* RELATION_FOLLOWS is ignored. */
void unheard_relate(Unheard *unheard, Relation relation, const char *other, bool on);
bool unheard_blocks(const Unheard *unheard, const char *other);
bool unheard_mutes(const Unheard *unheard, const char *other);
