#include "inside_people.h"

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

const char *people_error_text(PeopleError error)
{
    static const char *const TEXTS[] = {
#define X(name, code, text) text,
        PEOPLE_ERRORS(X)
#undef X
    };
    return TEXTS[error];
}

const char *people_error_code(PeopleError error)
{
    static const char *const CODES[] = {
#define X(name, code, text) code,
        PEOPLE_ERRORS(X)
#undef X
    };
    return CODES[error];
}

/* ---- what is put into the store ---- */

static uint64_t put_account(People *people, const Account *account)
{
    StoreAccount row = {.made = account->made,
                        .seen = account->seen,
                        .closed = account->closed,
                        .bot = account->bot};
    memcpy(row.player, account->id, sizeof row.player);
    memcpy(row.skeleton, account->skeleton, sizeof account->skeleton);
    memcpy(row.password, account->password, sizeof row.password);
    return store_put_account(people->store, &row);
}

static uint64_t put_player(People *people, const Account *account)
{
    StorePlayer row = {.made = account->made};
    memcpy(row.id, account->id, sizeof row.id);
    memcpy(row.name, account->name, sizeof row.name);
    return store_put_player(people->store, &row);
}

static uint64_t put_pass(People *people, const Pass *pass)
{
    StorePass row = {.kind = pass->kind,
                     .scopes = (int32_t)pass->scopes,
                     .made = pass->made,
                     .seen = pass->seen};
    memcpy(row.key, pass->key, sizeof row.key);
    memcpy(row.player, pass->account->id, sizeof row.player);
    memcpy(row.label, pass->label, sizeof row.label);
    return store_put_pass(people->store, &row);
}

static uint64_t put_site(People *people, const char *name, const char *value)
{
    StoreSite row = {0};
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.value, sizeof row.value, "%s", value);
    return store_put_site(people->store, &row);
}

/* ---- accounts ---- */

Account *people_by_id(const People *people, const char *id)
{
    return catalog_find(&people->by_id, id);
}

Account *people_by_name(const People *people, const char *name)
{
    char skeleton[SKELETON_MAX + 1];
    username_skeleton(name, skeleton);
    Account *account = catalog_find(&people->by_skeleton, skeleton);
    return account && !account->closed && strcasecmp(account->name, name) == 0 ? account : NULL;
}

Account *people_next(const People *people, size_t *at)
{
    return catalog_next(&people->by_id, at);
}

size_t people_count(const People *people)
{
    return people->by_id.count;
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

PeopleError people_check_name(const People *people, const char *name, const Account *account)
{
    char skeleton[SKELETON_MAX + 1];
    if (username_check(name) != USERNAME_OK)
        return PEOPLE_BAD_NAME;
    username_skeleton(name, skeleton);
    const Account *holder = catalog_find(&people->by_skeleton, skeleton);
    return holder && holder != account ? PEOPLE_TAKEN : PEOPLE_OK;
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

void people_draw_id(char id[PERSON_ID_MAX + 1])
{
    unsigned char chance[10];
    randombytes_buf(chance, sizeof chance);
    id[0] = 'g';
    sodium_bin2hex(id + 1, PERSON_ID_MAX, chance, sizeof chance);
}

uint64_t people_sign_up(People *people, const char *id, const char *name, const char *password,
                        int64_t now, Account **made)
{
    assert(people_check_name(people, name, NULL) == PEOPLE_OK && !people_by_id(people, id));
    Account *account = memory_new(sizeof *account);
    memcpy(account->id, id, strlen(id));
    set_name(account, name);
    set_hash(account, password);
    username_skeleton(name, account->skeleton);
    account->made = account->seen = now;
    catalog_put(&people->by_id, account);
    catalog_put(&people->by_skeleton, account);
    *made = account;
    put_player(people, account);
    return put_account(people, account);
}

uint64_t people_rename(People *people, Account *account, const char *name)
{
    assert(people_check_name(people, name, account) == PEOPLE_OK);
    catalog_remove(&people->by_skeleton, account);
    set_name(account, name);
    username_skeleton(name, account->skeleton);
    catalog_put(&people->by_skeleton, account);
    put_player(people, account);
    return put_account(people, account);
}

uint64_t people_set_password(People *people, Account *account, const char *password, PassKept kept,
                             const void *context, PassCount *ended)
{
    *ended = (PassCount){0};
    for (Pass *pass = account->passes, *next; pass; pass = next) {
        next = pass->next;
        if (kept && kept(context, pass))
            continue;
        *(pass->kind == PASS_TOKEN ? &ended->tokens : &ended->sessions) += 1;
        people_drop_pass(people, pass);
    }
    set_hash(account, password);
    return put_account(people, account);
}

uint64_t people_set_bot(People *people, Account *account)
{
    account->bot = true;
    return put_account(people, account);
}

static void forget_relations(People *people, Account *account)
{
    size_t at = 0;
    Account *other;
    while ((other = people_next(people, &at)))
        for (int i = 0; i < RELATION_COUNT; i++) {
            people_unrelate(people, other, (Relation)i, account);
            people_unrelate(people, account, (Relation)i, other);
        }
}

uint64_t people_close(People *people, Account *account, int64_t now)
{
    people_drop_passes(people, account, PASS_SESSION, NULL);
    people_drop_passes(people, account, PASS_TOKEN, NULL);
    forget_relations(people, account);
    account->closed = now;
    set_hash(account, "");
    set_name(account, ANONYMOUS);
    put_player(people, account);
    store_put_settings(people->store, account->id, "{}", 2);
    store_delete_ratings(people->store, account->id);
    return put_account(people, account);
}

void people_seen(People *people, Account *account, int64_t now)
{
    if (now - account->seen < SEEN_EVERY)
        return;
    account->seen = now;
    put_account(people, account);
}

/* ---- passes ---- */

void people_on_pass_ended(People *people, PassEnded ended, void *context)
{
    people->ended = ended;
    people->ended_context = context;
}

static void link_pass(People *people, Account *account, Pass *pass)
{
    pass->account = account;
    pass->next = account->passes;
    account->passes = pass;
    catalog_put(&people->passes, pass);
}

Pass *people_admit(People *people, const char *text, size_t length, int64_t now)
{
    char key[STORE_PASS_MAX + 1];
    if (!pass_key(text, length, key))
        return NULL;
    Pass *pass = catalog_find(&people->passes, key);
    if (!pass || pass->account->closed)
        return NULL;
    if (pass_is_expired(pass, now)) {
        people_drop_pass(people, pass);
        return NULL;
    }
    if (now - pass->seen >= SEEN_EVERY) {
        pass->seen = now;
        put_pass(people, pass);
    }
    return pass;
}

static size_t count_passes(const Account *account, PassKind kind, Pass **oldest)
{
    size_t count = 0;
    *oldest = NULL;
    for (Pass *pass = account->passes; pass; pass = pass->next) {
        if (pass->kind != kind)
            continue;
        count++;
        if (!*oldest || pass->seen <= (*oldest)->seen)
            *oldest = pass;
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

Pass *people_add_pass(People *people, Account *account, PassKind kind, uint32_t scopes,
                      const char *label, int64_t now, char text[PASS_TEXT_LENGTH + 1],
                      uint64_t *number)
{
    Pass *oldest;
    size_t count = count_passes(account, kind, &oldest);
    if (kind == PASS_TOKEN && count >= TOKENS_MAX)
        return NULL;
    if (kind == PASS_SESSION && count >= SESSIONS_MAX)
        people_drop_pass(people, oldest);
    Pass *pass = memory_new(sizeof *pass);
    pass->kind = kind;
    pass->scopes = scopes;
    pass->made = pass->seen = now;
    copy_label(pass->label, label);
    pass_draw(kind, text);
    bool is_pass = pass_key(text, PASS_TEXT_LENGTH, pass->key);
    assert(is_pass);
    link_pass(people, account, pass);
    *number = put_pass(people, pass);
    return pass;
}

Pass *people_pass(const People *people, const char *key)
{
    return catalog_find(&people->passes, key);
}

Pass *account_pass(const Account *account, PassKind kind, const char *id)
{
    for (Pass *pass = account->passes; pass; pass = pass->next)
        if (pass->kind == kind && strlen(id) == PASS_ID_LENGTH &&
            strncmp(pass->key, id, PASS_ID_LENGTH) == 0)
            return pass;
    return NULL;
}

uint64_t people_drop_pass(People *people, Pass *pass)
{
    if (people->ended)
        people->ended(people->ended_context, pass);
    Pass **at = &pass->account->passes;
    while (*at != pass)
        at = &(*at)->next;
    *at = pass->next;
    catalog_remove(&people->passes, pass);
    uint64_t number = store_delete_pass(people->store, pass->key);
    free(pass);
    return number;
}

uint64_t people_drop_passes(People *people, Account *account, PassKind kind, const Pass *kept)
{
    uint64_t number = 0;
    for (Pass *pass = account->passes, *next; pass; pass = next) {
        next = pass->next;
        if (pass->kind == kind && pass != kept)
            number = people_drop_pass(people, pass);
    }
    return number;
}

/* ---- what operators decide ---- */

static Sanction *sanction_get(People *people, const char *id)
{
    Sanction *sanction = catalog_find(&people->sanctions, id);
    if (!sanction) {
        sanction = memory_new(sizeof *sanction);
        assert(strlen(id) <= PERSON_ID_MAX);
        memcpy(sanction->id, id, strlen(id));
        catalog_put(&people->sanctions, sanction);
    }
    return sanction;
}

static uint64_t put_sanction(People *people, const Sanction *sanction)
{
    StoreSanction row = {.muted = sanction->muted, .banned = sanction->banned};
    memcpy(row.id, sanction->id, sizeof row.id);
    return store_put_sanction(people->store, &row);
}

uint64_t people_mute(People *people, const char *id, int64_t until)
{
    Sanction *sanction = sanction_get(people, id);
    sanction->muted = until;
    return put_sanction(people, sanction);
}

uint64_t people_ban(People *people, const char *id, int64_t until)
{
    Sanction *sanction = sanction_get(people, id);
    sanction->banned = until;
    return put_sanction(people, sanction);
}

bool people_is_muted(const People *people, const char *id, int64_t now)
{
    const Sanction *sanction = catalog_find(&people->sanctions, id);
    return sanction && sanction->muted > now;
}

bool people_is_banned(const People *people, const char *id, int64_t now)
{
    const Sanction *sanction = catalog_find(&people->sanctions, id);
    return sanction && sanction->banned > now;
}

bool people_registration(const People *people)
{
    return !people->registration_closed;
}

bool people_quiet(const People *people)
{
    return people->quiet;
}

uint64_t people_set_registration(People *people, bool open)
{
    people->registration_closed = !open;
    return put_site(people, "registration", open ? "open" : "closed");
}

uint64_t people_set_quiet(People *people, bool quiet)
{
    people->quiet = quiet;
    return put_site(people, "quiet", quiet ? "on" : "off");
}

/* ---- opening and closing ---- */

static void load_account(void *context, const StoreAccount *row)
{
    People *people = context;
    Account *account = memory_new(sizeof *account);
    memcpy(account->id, row->player, sizeof account->id);
    set_name(account, row->name);
    memcpy(account->skeleton, row->skeleton, sizeof account->skeleton);
    set_hash(account, row->password);
    account->made = row->made;
    account->seen = row->seen;
    account->closed = row->closed;
    account->bot = row->bot;
    catalog_put(&people->by_id, account);
    catalog_put(&people->by_skeleton, account);
}

static void load_pass(void *context, const StorePass *row)
{
    People *people = context;
    Account *account = people_by_id(people, row->player);
    if (!account || row->kind < PASS_SESSION || row->kind > PASS_TOKEN) {
        log_warning("a session of player %s is damaged and left out", row->player);
        return;
    }
    Pass *pass = memory_new(sizeof *pass);
    memcpy(pass->key, row->key, sizeof pass->key);
    pass->kind = (PassKind)row->kind;
    pass->scopes = (uint32_t)row->scopes;
    pass->made = row->made;
    pass->seen = row->seen;
    memcpy(pass->label, row->label, sizeof pass->label);
    link_pass(people, account, pass);
}

static void load_relation(void *context, const StoreRelation *row)
{
    People *people = context;
    Account *account = people_by_id(people, row->player), *other = people_by_id(people, row->other);
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
    People *people = context;
    if (strcmp(row->name, "registration") == 0)
        people->registration_closed = strcmp(row->value, "closed") == 0;
    else if (strcmp(row->name, "quiet") == 0)
        people->quiet = strcmp(row->value, "on") == 0;
}

bool people_load(People *people, char *line)
{
    static const StoreCensus CENSUS = {.account = load_account,
                                       .pass = load_pass,
                                       .relation = load_relation,
                                       .sanction = load_sanction,
                                       .address_ban = load_address_ban,
                                       .site = load_site};
    return store_load_people(people->store, &CENSUS, people, line) == STORE_OK;
}

People *people_new(Store *store)
{
    People *people = memory_new(sizeof *people);
    people->store = store;
    SipKey sip;
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    catalog_init(&people->by_id, offsetof(Account, id), &sip);
    catalog_init(&people->by_skeleton, offsetof(Account, skeleton), &sip);
    catalog_init(&people->passes, offsetof(Pass, key), &sip);
    catalog_init(&people->sanctions, offsetof(Sanction, id), &sip);
    catalog_init(&people->address_bans, offsetof(AddressBan, address), &sip);
    return people;
}

static void account_free(Account *account)
{
    for (Pass *pass = account->passes, *next; pass; pass = next) {
        next = pass->next;
        free(pass);
    }
    for (int i = 0; i < RELATION_COUNT; i++)
        free(account->circles[i].at);
    free(account);
}

void people_free(People *people)
{
    Account *account;
    Sanction *sanction;
    AddressBan *ban;
    for (size_t at = 0; (account = people_next(people, &at));)
        account_free(account);
    for (size_t at = 0; (sanction = catalog_next(&people->sanctions, &at));)
        free(sanction);
    for (size_t at = 0; (ban = catalog_next(&people->address_bans, &at));)
        free(ban);
    catalog_clear(&people->by_id);
    catalog_clear(&people->by_skeleton);
    catalog_clear(&people->passes);
    catalog_clear(&people->sanctions);
    catalog_clear(&people->address_bans);
    free(people);
}
