/* mail_people.h - the addresses of accounts, in memory, found by player. What changes is stored. */
#pragma once

#include "hash_table.h"
#include "mail_options.h"

typedef struct {
    StoreMailAddress stored;
    bool is_resetting; /* its link is being used */
} MailPerson;

typedef struct {
    Store *store;
    HashTable by_player;
} MailPeople;

enum { MAIL_STOP_KEY = 32 };

typedef char MailToken[MAIL_TOKEN_LENGTH + 1];

void mail_people_init(MailPeople *people, Store *store, const SipKey *sip);
void mail_people_clear(MailPeople *people);
/* One that was stored. */
void mail_people_take(MailPeople *people, const StoreMailAddress *stored);
/* NULL: they have none. */
MailPerson *mail_people_find(const MailPeople *people, const char *player);
/* The same, or one without any address yet. */
MailPerson *mail_people_get(MailPeople *people, const char *player);
/* In any order; start with *at = 0. NULL at the end. */
MailPerson *mail_people_next(const MailPeople *people, size_t *at);
/* Stores it as it is now; the batch's number. */
uint64_t mail_people_put(const MailPeople *people, const MailPerson *person);
uint64_t mail_people_delete(MailPeople *people, MailPerson *person);

/* A new token, and what is kept of it. */
void mail_token_draw(MailToken token, char hash[STORE_MAIL_HASH + 1]);
/* Whose link it is that has not expired at 'now': one that confirms, or one that resets. NULL: nobody's. */
MailPerson *mail_people_of_confirm(const MailPeople *people, const char *token, int64_t now);
MailPerson *mail_people_of_reset(const MailPeople *people, const char *token, int64_t now);
/* The token of a link that ends reminders to that person at their address; the key is the server's own. */
void mail_stop_token(const unsigned char key[MAIL_STOP_KEY], const StoreMailAddress *person,
                     char token[MAIL_STOP_MAX + 1]);
