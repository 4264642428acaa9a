#include "mail_people.h"

#include "base62.h"
#include "memory.h"

#include <sodium.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STOP_SUM = 16, STOP_SUM_TEXT = 23 };

void mail_people_init(MailPeople *people, Store *store, const SipKey *sip)
{
    people->store = store;
    hash_table_init(&people->by_player, offsetof(MailPerson, stored.player), sip);
}

void mail_people_clear(MailPeople *people)
{
    MailPerson *person;
    for (size_t at = 0; (person = hash_table_next(&people->by_player, &at));)
        free(person);
    hash_table_clear(&people->by_player);
}

MailPerson *mail_people_find(const MailPeople *people, const char *player)
{
    return hash_table_find(&people->by_player, player);
}

void mail_people_take(MailPeople *people, const StoreMailAddress *stored)
{
    if (mail_people_find(people, stored->player))
        return;
    MailPerson *person = memory_new(sizeof *person);
    person->stored = *stored;
    hash_table_put(&people->by_player, person);
}

MailPerson *mail_people_get(MailPeople *people, const char *player)
{
    StoreMailAddress stored = {.language = "en"};
    memcpy(stored.player, player, strlen(player));
    mail_people_take(people, &stored);
    return mail_people_find(people, player);
}

MailPerson *mail_people_next(const MailPeople *people, size_t *at)
{
    return hash_table_next(&people->by_player, at);
}

uint64_t mail_people_put(const MailPeople *people, const MailPerson *person)
{
    return store_put_mail_address(people->store, &person->stored);
}

uint64_t mail_people_delete(MailPeople *people, MailPerson *person)
{
    uint64_t number = store_delete_mail_address(people->store, person->stored.player);
    hash_table_remove(&people->by_player, person);
    free(person);
    return number;
}

/* ---- links ---- */

static void hash_token(const char *token, char hash[STORE_MAIL_HASH + 1])
{
    unsigned char sum[crypto_generichash_BYTES];
    crypto_generichash(sum, sizeof sum, (const unsigned char *)token, strlen(token), NULL, 0);
    _Static_assert((int)sodium_base64_ENCODED_LEN(crypto_generichash_BYTES,
                                                  sodium_base64_VARIANT_URLSAFE_NO_PADDING) ==
                       (int)STORE_MAIL_HASH + 1,
                   "it fits");
    sodium_bin2base64(hash, STORE_MAIL_HASH + 1, sum, sizeof sum,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void mail_token_draw(MailToken token, char hash[STORE_MAIL_HASH + 1])
{
    base62_draw(token, MAIL_TOKEN_LENGTH);
    hash_token(token, hash);
}

MailPerson *mail_people_of_confirm(const MailPeople *people, const char *token, int64_t now)
{
    char hash[STORE_MAIL_HASH + 1];
    MailPerson *person;
    hash_token(token, hash);
    for (size_t at = 0; (person = mail_people_next(people, &at));)
        if (strcmp(person->stored.confirm, hash) == 0 && person->stored.confirm_until > now)
            return person;
    return NULL;
}

MailPerson *mail_people_of_reset(const MailPeople *people, const char *token, int64_t now)
{
    char hash[STORE_MAIL_HASH + 1];
    MailPerson *person;
    hash_token(token, hash);
    for (size_t at = 0; (person = mail_people_next(people, &at));)
        if (strcmp(person->stored.reset, hash) == 0 && person->stored.reset_until > now)
            return person;
    return NULL;
}

/* "player.sum", with a sum of the address, so that it is no good for the next one. */
void mail_stop_token(const unsigned char key[MAIL_STOP_KEY], const StoreMailAddress *person,
                     char token[MAIL_STOP_MAX + 1])
{
    unsigned char sum[STOP_SUM];
    char what[STORE_PLAYER_ID_MAX + STORE_MAIL_MAX + 2], text[STOP_SUM_TEXT];
    int length = snprintf(what, sizeof what, "%s %s", person->player, person->address);
    crypto_generichash(sum, sizeof sum, (const unsigned char *)what, (size_t)length, key,
                       MAIL_STOP_KEY);
    sodium_bin2base64(text, sizeof text, sum, sizeof sum, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(token, MAIL_STOP_MAX + 1, "%s.%s", person->player, text);
}
