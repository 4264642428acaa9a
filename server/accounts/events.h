/* events.h - what the accounts tell, unasked, those who keep copies. */
#pragma once

#include "account.h"

/* Each comes while a request is carried out (accounts_turn), before its answer. Texts are lent for the call. */
typedef struct {
    void *context;
    /* The account is new, has a new name, has become a bot's, or has been closed. */
    void (*changed)(void *context, const AccountInfo *account);
    /* A game was counted or taken back: the account's rating in that category. */
    void (*rated)(void *context, const char *id, Category category, const Rating *rating);
    /* 'id' now blocks, mutes or follows 'other', or no longer does. */
    void (*related)(void *context, const char *id, Relation relation, const char *other, bool on);
    /* Until when the person is muted and banned; 0: not at all. */
    void (*sanctioned)(void *context, const char *id, int64_t muted, int64_t banned);
    /* Until when the address is banned; 0: not any more. */
    void (*address_banned)(void *context, const char *address, int64_t until);
    /* Whether only preset chat messages are allowed. */
    void (*quiet)(void *context, bool quiet);
    /* It is no longer valid, and connections that used it are to end. */
    void (*ended)(void *context, const CredentialInfo *credential);
} AccountsEvents;
