#include "inside_accounts.h"

#include "log.h"
#include "memory.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char ANONYMOUS[] = "Anonymous";

enum { SEEN_EVERY = 60 * 60 * 1000 }; /* ms: an older time is noted on disk */

_Static_assert((int)SKELETON_MAX <= (int)STORE_SKELETON_MAX &&
                   (int)PERSON_ID_MAX == (int)STORE_PLAYER_ID_MAX &&
                   (int)PERSON_NAME_MAX == (int)STORE_NAME_MAX &&
                   (int)PASSWORD_HASH_MAX == (int)STORE_PASSWORD_MAX,
               "the store keeps what is here");

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

/* ---- what is put into the store ---- */

static uint64_t put_account(Accounts *accounts, const Account *account)
{
    StoreAccount row = {.made = account->made,
                        .seen = account->seen,
                        .closed = account->closed,
                        .bot = account->bot};
    memcpy(row.player, account->id, sizeof row.player);
    memcpy(row.skeleton, account->skeleton, sizeof account->skeleton);
    memcpy(row.password, account->password, sizeof row.password);
    return store_put_account(accounts->store, &row);
}

static uint64_t put_player(Accounts *accounts, const Account *account)
{
    StorePlayer row = {.made = account->made};
    memcpy(row.id, account->id, sizeof row.id);
    memcpy(row.name, account->name, sizeof row.name);
    return store_put_player(accounts->store, &row);
}

static uint64_t put_credential(Accounts *accounts, const Credential *credential)
{
    StoreCredential row = {.kind = credential->kind,
                           .scopes = (int32_t)credential->scopes,
                           .made = credential->made,
                           .seen = credential->seen};
    memcpy(row.key, credential->key, sizeof row.key);
    memcpy(row.player, credential->account->id, sizeof row.player);
    memcpy(row.label, credential->label, sizeof row.label);
    return store_put_credential(accounts->store, &row);
}

static uint64_t put_site(Accounts *accounts, const char *name, const char *value)
{
    StoreSite row = {0};
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.value, sizeof row.value, "%s", value);
    return store_put_site(accounts->store, &row);
}

/* ---- accounts ---- */

Account *accounts_by_id(const Accounts *accounts, const char *id)
{
    return hash_table_find(&accounts->by_id, id);
}

Account *accounts_by_name(const Accounts *accounts, const char *name)
{
    char skeleton[SKELETON_MAX + 1];
    username_skeleton(name, skeleton);
    Account *account = hash_table_find(&accounts->by_skeleton, skeleton);
    return account && !account->closed && strcasecmp(account->name, name) == 0 ? account : NULL;
}

Account *accounts_next(const Accounts *accounts, size_t *at)
{
    return hash_table_next(&accounts->by_id, at);
}

size_t accounts_count(const Accounts *accounts)
{
    return accounts->by_id.count;
}

Person account_person(const Account *account)
{
    Person person = {.guest = false};
    memcpy(person.id, account->id, sizeof person.id);
    memcpy(person.name, account->name, sizeof person.name);
    return person;
}

const char *account_key(const Account *account, char key[PERSON_NAME_MAX + 1])
{
    size_t i = 0;
    for (; account->name[i]; i++)
        key[i] = account->name[i] >= 'A' && account->name[i] <= 'Z'
                     ? (char)(account->name[i] - 'A' + 'a')
                     : account->name[i];
    key[i] = '\0';
    return key;
}

AccountsError accounts_check_name(const Accounts *accounts, const char *name,
                                  const Account *account)
{
    char skeleton[SKELETON_MAX + 1];
    if (username_check(name) != USERNAME_OK)
        return ACCOUNTS_BAD_NAME;
    username_skeleton(name, skeleton);
    const Account *holder = hash_table_find(&accounts->by_skeleton, skeleton);
    return holder && holder != account ? ACCOUNTS_TAKEN : ACCOUNTS_OK;
}

static void set_name(Account *account, const char *name)
{
    assert(strlen(name) <= PERSON_NAME_MAX);
    memset(account->name, 0, sizeof account->name);
    memcpy(account->name, name, strlen(name));
}

static void set_hash(Account *account, const char *password)
{
    assert(strlen(password) <= STORE_PASSWORD_MAX);
    memset(account->password, 0, sizeof account->password);
    memcpy(account->password, password, strlen(password));
}

void accounts_draw_id(char id[PERSON_ID_MAX + 1])
{
    unsigned char chance[10];
    randombytes_buf(chance, sizeof chance);
    id[0] = 'g';
    sodium_bin2hex(id + 1, PERSON_ID_MAX, chance, sizeof chance);
}

uint64_t accounts_sign_up(Accounts *accounts, const char *id, const char *name,
                          const char *password, int64_t now, Account **made)
{
    assert(accounts_check_name(accounts, name, NULL) == ACCOUNTS_OK &&
           !accounts_by_id(accounts, id));
    Account *account = memory_new(sizeof *account);
    memcpy(account->id, id, strlen(id));
    set_name(account, name);
    set_hash(account, password);
    username_skeleton(name, account->skeleton);
    account->made = account->seen = now;
    hash_table_put(&accounts->by_id, account);
    hash_table_put(&accounts->by_skeleton, account);
    *made = account;
    put_player(accounts, account);
    return put_account(accounts, account);
}

uint64_t accounts_rename(Accounts *accounts, Account *account, const char *name)
{
    assert(accounts_check_name(accounts, name, account) == ACCOUNTS_OK);
    hash_table_remove(&accounts->by_skeleton, account);
    set_name(account, name);
    username_skeleton(name, account->skeleton);
    hash_table_put(&accounts->by_skeleton, account);
    put_player(accounts, account);
    return put_account(accounts, account);
}

uint64_t accounts_set_password(Accounts *accounts, Account *account, const char *password,
                               CredentialKept kept, const void *context, CredentialCount *ended)
{
    *ended = (CredentialCount){0};
    for (Credential *credential = account->credentials, *next; credential; credential = next) {
        next = credential->next;
        if (kept && kept(context, credential))
            continue;
        *(credential->kind == CREDENTIAL_TOKEN ? &ended->tokens : &ended->sessions) += 1;
        accounts_drop_credential(accounts, credential);
    }
    set_hash(account, password);
    return put_account(accounts, account);
}

uint64_t accounts_set_bot(Accounts *accounts, Account *account)
{
    account->bot = true;
    return put_account(accounts, account);
}

static void forget_relations(Accounts *accounts, Account *account)
{
    size_t at = 0;
    Account *other;
    while ((other = accounts_next(accounts, &at)))
        for (int i = 0; i < RELATION_COUNT; i++) {
            accounts_unrelate(accounts, other, (Relation)i, account);
            accounts_unrelate(accounts, account, (Relation)i, other);
        }
}

uint64_t accounts_close(Accounts *accounts, Account *account, int64_t now)
{
    accounts_drop_credentiales(accounts, account, CREDENTIAL_SESSION, NULL);
    accounts_drop_credentiales(accounts, account, CREDENTIAL_TOKEN, NULL);
    forget_relations(accounts, account);
    account->closed = now;
    set_hash(account, "");
    set_name(account, ANONYMOUS);
    put_player(accounts, account);
    store_put_settings(accounts->store, account->id, "{}", 2);
    store_delete_ratings(accounts->store, account->id);
    return put_account(accounts, account);
}

void accounts_seen(Accounts *accounts, Account *account, int64_t now)
{
    if (now - account->seen < SEEN_EVERY)
        return;
    account->seen = now;
    put_account(accounts, account);
}

/* ---- credentials ---- */

void accounts_on_credential_ended(Accounts *accounts, CredentialEnded ended, void *context)
{
    accounts->ended = ended;
    accounts->ended_context = context;
}

static void link_credential(Accounts *accounts, Account *account, Credential *credential)
{
    credential->account = account;
    credential->next = account->credentials;
    account->credentials = credential;
    hash_table_put(&accounts->credentials, credential);
}

Credential *accounts_admit(Accounts *accounts, const char *text, size_t length, int64_t now)
{
    char key[STORE_CREDENTIAL_MAX + 1];
    if (!credential_key(text, length, key))
        return NULL;
    Credential *credential = hash_table_find(&accounts->credentials, key);
    if (!credential || credential->account->closed)
        return NULL;
    if (credential_is_expired(credential, now)) {
        accounts_drop_credential(accounts, credential);
        return NULL;
    }
    if (now - credential->seen >= SEEN_EVERY) {
        credential->seen = now;
        put_credential(accounts, credential);
    }
    return credential;
}

static size_t count_credentiales(const Account *account, CredentialKind kind, Credential **oldest)
{
    size_t count = 0;
    *oldest = NULL;
    for (Credential *credential = account->credentials; credential; credential = credential->next) {
        if (credential->kind != kind)
            continue;
        count++;
        if (!*oldest || credential->seen <= (*oldest)->seen)
            *oldest = credential;
    }
    return count;
}

/* Whole characters of UTF-8, as many as fit. */
static void copy_label(char label[STORE_LABEL_MAX + 1], const char *text)
{
    size_t length = strlen(text);
    if (length > STORE_LABEL_MAX)
        for (length = STORE_LABEL_MAX; length && ((unsigned char)text[length] & 0xc0) == 0x80;)
            length--;
    memcpy(label, text, length);
    label[length] = '\0';
}

Credential *accounts_add_credential(Accounts *accounts, Account *account, CredentialKind kind,
                                    uint32_t scopes, const char *label, int64_t now,
                                    char text[CREDENTIAL_TEXT_LENGTH + 1], uint64_t *number)
{
    Credential *oldest;
    size_t count = count_credentiales(account, kind, &oldest);
    if (kind == CREDENTIAL_TOKEN && count >= TOKENS_MAX)
        return NULL;
    if (kind == CREDENTIAL_SESSION && count >= SESSIONS_MAX)
        accounts_drop_credential(accounts, oldest);
    Credential *credential = memory_new(sizeof *credential);
    credential->kind = kind;
    credential->scopes = scopes;
    credential->made = credential->seen = now;
    copy_label(credential->label, label);
    credential_draw(kind, text);
    bool is_credential = credential_key(text, CREDENTIAL_TEXT_LENGTH, credential->key);
    assert(is_credential);
    link_credential(accounts, account, credential);
    *number = put_credential(accounts, credential);
    return credential;
}

Credential *accounts_credential(const Accounts *accounts, const char *key)
{
    return hash_table_find(&accounts->credentials, key);
}

Credential *account_credential(const Account *account, CredentialKind kind, const char *id)
{
    for (Credential *credential = account->credentials; credential; credential = credential->next)
        if (credential->kind == kind && strlen(id) == CREDENTIAL_ID_LENGTH &&
            strncmp(credential->key, id, CREDENTIAL_ID_LENGTH) == 0)
            return credential;
    return NULL;
}

uint64_t accounts_drop_credential(Accounts *accounts, Credential *credential)
{
    if (accounts->ended)
        accounts->ended(accounts->ended_context, credential);
    Credential **at = &credential->account->credentials;
    while (*at != credential)
        at = &(*at)->next;
    *at = credential->next;
    hash_table_remove(&accounts->credentials, credential);
    uint64_t number = store_delete_credential(accounts->store, credential->key);
    free(credential);
    return number;
}

uint64_t accounts_drop_credentiales(Accounts *accounts, Account *account, CredentialKind kind,
                                    const Credential *kept)
{
    uint64_t number = 0;
    for (Credential *credential = account->credentials, *next; credential; credential = next) {
        next = credential->next;
        if (credential->kind == kind && credential != kept)
            number = accounts_drop_credential(accounts, credential);
    }
    return number;
}

/* ---- what operators decide ---- */

static Sanction *sanction_get(Accounts *accounts, const char *id)
{
    Sanction *sanction = hash_table_find(&accounts->sanctions, id);
    if (!sanction) {
        sanction = memory_new(sizeof *sanction);
        assert(strlen(id) <= PERSON_ID_MAX);
        memcpy(sanction->id, id, strlen(id));
        hash_table_put(&accounts->sanctions, sanction);
    }
    return sanction;
}

static uint64_t put_sanction(Accounts *accounts, const Sanction *sanction)
{
    StoreSanction row = {.muted = sanction->muted, .banned = sanction->banned};
    memcpy(row.id, sanction->id, sizeof row.id);
    return store_put_sanction(accounts->store, &row);
}

uint64_t accounts_mute(Accounts *accounts, const char *id, int64_t until)
{
    Sanction *sanction = sanction_get(accounts, id);
    sanction->muted = until;
    return put_sanction(accounts, sanction);
}

uint64_t accounts_ban(Accounts *accounts, const char *id, int64_t until)
{
    Sanction *sanction = sanction_get(accounts, id);
    sanction->banned = until;
    return put_sanction(accounts, sanction);
}

bool accounts_is_muted(const Accounts *accounts, const char *id, int64_t now)
{
    const Sanction *sanction = hash_table_find(&accounts->sanctions, id);
    return sanction && sanction->muted > now;
}

bool accounts_is_banned(const Accounts *accounts, const char *id, int64_t now)
{
    const Sanction *sanction = hash_table_find(&accounts->sanctions, id);
    return sanction && sanction->banned > now;
}

bool accounts_registration(const Accounts *accounts)
{
    return !accounts->registration_closed;
}

bool accounts_quiet(const Accounts *accounts)
{
    return accounts->quiet;
}

uint64_t accounts_set_registration(Accounts *accounts, bool open)
{
    accounts->registration_closed = !open;
    return put_site(accounts, "registration", open ? "open" : "closed");
}

uint64_t accounts_set_quiet(Accounts *accounts, bool quiet)
{
    accounts->quiet = quiet;
    return put_site(accounts, "quiet", quiet ? "on" : "off");
}

/* ---- opening and closing ---- */

static void load_account(void *context, const StoreAccount *row)
{
    Accounts *accounts = context;
    Account *account = memory_new(sizeof *account);
    memcpy(account->id, row->player, sizeof account->id);
    set_name(account, row->name);
    memcpy(account->skeleton, row->skeleton, sizeof account->skeleton);
    set_hash(account, row->password);
    account->made = row->made;
    account->seen = row->seen;
    account->closed = row->closed;
    account->bot = row->bot;
    hash_table_put(&accounts->by_id, account);
    hash_table_put(&accounts->by_skeleton, account);
}

static void load_credential(void *context, const StoreCredential *row)
{
    Accounts *accounts = context;
    Account *account = accounts_by_id(accounts, row->player);
    if (!account || row->kind < CREDENTIAL_SESSION || row->kind > CREDENTIAL_TOKEN) {
        log_warning("a session of player %s is damaged and left out", row->player);
        return;
    }
    Credential *credential = memory_new(sizeof *credential);
    memcpy(credential->key, row->key, sizeof credential->key);
    credential->kind = (CredentialKind)row->kind;
    credential->scopes = (uint32_t)row->scopes;
    credential->made = row->made;
    credential->seen = row->seen;
    memcpy(credential->label, row->label, sizeof credential->label);
    link_credential(accounts, account, credential);
}

static void load_relation(void *context, const StoreRelation *row)
{
    Accounts *accounts = context;
    Account *account = accounts_by_id(accounts, row->player),
            *other = accounts_by_id(accounts, row->other);
    if (account && other && row->kind >= 0 && row->kind < RELATION_COUNT)
        circle_add(&account->circles[row->kind], other);
}

static void load_sanction(void *context, const StoreSanction *row)
{
    Sanction *sanction = sanction_get(context, row->id);
    sanction->muted = row->muted;
    sanction->banned = row->banned;
}

static void load_address_ban(void *context, const StoreAddressBan *row)
{
    address_ban_get(context, row->address)->until = row->until;
}

static void load_site(void *context, const StoreSite *row)
{
    Accounts *accounts = context;
    if (strcmp(row->name, "registration") == 0)
        accounts->registration_closed = strcmp(row->value, "closed") == 0;
    else if (strcmp(row->name, "quiet") == 0)
        accounts->quiet = strcmp(row->value, "on") == 0;
}

bool accounts_load(Accounts *accounts, char *line)
{
    static const StorePeople PEOPLE = {.account = load_account,
                                       .credential = load_credential,
                                       .relation = load_relation,
                                       .sanction = load_sanction,
                                       .address_ban = load_address_ban,
                                       .site = load_site};
    return store_load_people(accounts->store, &PEOPLE, accounts, line) == STORE_OK;
}

Accounts *accounts_new(Store *store)
{
    Accounts *accounts = memory_new(sizeof *accounts);
    accounts->store = store;
    SipKey sip;
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    hash_table_init(&accounts->by_id, offsetof(Account, id), &sip);
    hash_table_init(&accounts->by_skeleton, offsetof(Account, skeleton), &sip);
    hash_table_init(&accounts->credentials, offsetof(Credential, key), &sip);
    hash_table_init(&accounts->sanctions, offsetof(Sanction, id), &sip);
    hash_table_init(&accounts->address_bans, offsetof(AddressBan, address), &sip);
    return accounts;
}

static void account_free(Account *account)
{
    for (Credential *credential = account->credentials, *next; credential; credential = next) {
        next = credential->next;
        free(credential);
    }
    for (int i = 0; i < RELATION_COUNT; i++)
        free(account->circles[i].at);
    free(account);
}

void accounts_free(Accounts *accounts)
{
    Account *account;
    Sanction *sanction;
    AddressBan *ban;
    for (size_t at = 0; (account = accounts_next(accounts, &at));)
        account_free(account);
    for (size_t at = 0; (sanction = hash_table_next(&accounts->sanctions, &at));)
        free(sanction);
    for (size_t at = 0; (ban = hash_table_next(&accounts->address_bans, &at));)
        free(ban);
    hash_table_clear(&accounts->by_id);
    hash_table_clear(&accounts->by_skeleton);
    hash_table_clear(&accounts->credentials);
    hash_table_clear(&accounts->sanctions);
    hash_table_clear(&accounts->address_bans);
    free(accounts);
}
