#include "account.h"

#include <stdio.h>
#include <string.h>

const char ANONYMOUS[] = "Anonymous";

const char *accounts_error_text(AccountsError error)
{
    static const char *const TEXTS[] = {
#define X(name, code, text) text,
        ACCOUNTS_ERRORS(X)
#undef X
    };
    return TEXTS[error];
}

const char *accounts_error_code(AccountsError error)
{
    static const char *const CODES[] = {
#define X(name, code, text) code,
        ACCOUNTS_ERRORS(X)
#undef X
    };
    return CODES[error];
}

bool account_is_found(const AccountInfo *account)
{
    return account->id[0] != '\0';
}

Person account_person(const AccountInfo *account)
{
    Person person = {.balance = account->balance};
    memcpy(person.id, account->id, sizeof person.id);
    memcpy(person.name, account->name, sizeof person.name);
    return person;
}

const char *account_handle(const AccountInfo *account, char handle[PERSON_NAME_MAX + 1])
{
    return name_handle(account->name, handle);
}

static AccountRef ref(bool by_id, const char *text)
{
    AccountRef made = {.by_id = by_id};
    if (text && strlen(text) < sizeof made.text)
        memcpy(made.text, text, strlen(text));
    return made;
}

AccountRef account_ref_name(const char *name)
{
    return ref(false, name);
}

AccountRef account_ref_id(const char *id)
{
    return ref(true, id);
}
