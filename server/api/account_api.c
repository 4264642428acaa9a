/* Accounts over HTTP: sign up, in and out, password, settings, all one's data, and the end of it. */
#include "address.h"
#include "json.h"
#include "log.h"
#include "memory.h"
#include "routes.h"
#include "user_json.h"
#include "utf8.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A password that is being computed, and what is to be done then. */
typedef struct {
    Asker asker;
    char id[PERSON_ID_MAX + 1];                /* the account's, or the guest's who signs up */
    char name[USERNAME_MAX + 1];               /* wanted */
    char label[STORE_LABEL_MAX + 1];           /* of the session */
    char credential[STORE_CREDENTIAL_MAX + 1]; /* key of the session that asks; empty for none */
    char wanted[PASSWORD_MAX + 1];             /* the new password */
    char hash[STORE_PASSWORD_MAX + 1];         /* with which a password is compared */
    char kept[TOKENS_MAX]
             [CREDENTIAL_ID_LENGTH + 1]; /* tokens that outlive a new password, by their ids */
    size_t kept_count;
    char marks[DEVICE_COOKIE_MAX + 1]; /* of the browser that asks */
    char address[ADDRESS_MAX + 1];
} Work;

/* What may be shown of it: a User-Agent can have any bytes. */
static void copy_plain(char label[STORE_LABEL_MAX + 1], const char *agent)
{
    size_t length = 0, size;
    uint32_t point;
    for (size_t left = strlen(agent); left; agent += size, left -= size) {
        size = utf8_take(agent, left, &point);
        bool fits = size && utf8_is_plain(point) && length + size <= STORE_LABEL_MAX;
        if (fits)
            memcpy(label + length, agent, size);
        length += fits ? size : 0;
        size = size ? size : 1;
    }
    label[length] = '\0';
}

_Static_assert((int)DEVICE_COOKIE_MAX <= (int)AUTH_MARKS_MAX, "the marks are a cookie");

/* The browser's cookie of device.h; its length, 0 for none. */
static size_t find_marks(const Call *call, const char **marks)
{
    size_t length = auth_device_cookie(&call->http->auth, marks);
    return length <= DEVICE_COOKIE_MAX ? length : 0;
}

static Work *work_new(const Call *call)
{
    Work *work = memory_new(sizeof *work);
    const char *marks = "";
    size_t length = find_marks(call, &marks);
    memcpy(work->marks, marks, length);
    const char *agent = call->http->user_agent;
    work->asker = call->asker;
    snprintf(work->address, sizeof work->address, "%s", call->http->address);
    copy_plain(work->label, agent ? agent : "");
    if (call->identity.who != WHO_NOBODY)
        memcpy(work->id, call->identity.person.id, sizeof work->id);
    if (call->identity.credential)
        memcpy(work->credential, call->identity.credential->key, sizeof work->credential);
    return work;
}

static void work_free(Work *work)
{
    sodium_memzero(work, sizeof *work);
    free(work);
}

enum { BUSY_SECONDS = 5 }; /* in which a full queue is computed */

static void answer_busy(const Asker *asker)
{
    answer_busy_for(asker, BUSY_SECONDS,
                    "Too many people are signing in: try again in a few seconds.");
}

/* Whether a password has a place in the queue; if not the call is answered. */
static bool is_queued(PasswordPlace place, const Asker *asker)
{
    if (place == PASSWORD_ADDRESS_FULL)
        answer_flood(asker, BUSY_SECONDS);
    else if (place == PASSWORD_QUEUE_FULL)
        answer_busy(asker);
    return place == PASSWORD_QUEUED;
}

/* False, and answered, unless the password was computed and is the right one. */
static bool is_right(const Work *work, PasswordResult result)
{
    if (result == PASSWORD_WRONG)
        answer_refusal(&work->asker, 401, "wrong_password", "Wrong username or password.");
    else if (result != PASSWORD_OK)
        answer_busy(&work->asker);
    return result == PASSWORD_OK;
}

static const char *new_password(Call *call, const char *field, const char *name)
{
    const char *password = call_text(call, field, PASSWORD_MAX);
    if (!password)
        return NULL;
    if (strlen(password) >= PASSWORD_MIN && strcasecmp(password, name) != 0)
        return password;
    answer_refusal(&call->asker, 400, "weak_password",
                   "A password must have at least 8 characters and must not be your username.");
    return NULL;
}

/* The browser's marks with a new one for the account. */
static void mark_device(Work *work, const Account *account)
{
    const ApiOptions *server = api_options(work->asker.api);
    char marks[DEVICE_COOKIE_MAX + 1];
    device_mark(server->devices, account, work->marks, strlen(work->marks), core_wall(server->core),
                marks);
    memcpy(work->marks, marks, sizeof marks);
}

/* Answers with the account and a cookie of a new session. One that the browser had ends: its cookie is replaced, and
 * whoever else had that is out. */
static void let_in(Work *work, Account *account, int status)
{
    const ApiOptions *server = api_options(work->asker.api);
    Credential *before = accounts_credential(server->accounts, work->credential);
    if (before && before->kind == CREDENTIAL_SESSION)
        accounts_drop_credential(server->accounts, before);
    char token[CREDENTIAL_TEXT_LENGTH + 1];
    Text text;
    text_init(&text);
    accounts_add_credential(server->accounts, account, CREDENTIAL_SESSION, 0, work->label,
                            core_wall(server->core), token, &work->asker.number);
    user_json(server, account, account, &text);
    mark_device(work, account);
    answer_signed(&work->asker, status, &text, token, work->marks);
    sodium_memzero(token, sizeof token);
    text_clear(&text);
}

/* ---- signing up ---- */

static void refuse(const Asker *asker, int status, AccountsError error)
{
    answer_refusal(asker, status, accounts_error_code(error), accounts_error_text(error));
}

/* False, and answered, when the name cannot be had. */
static bool name_is_free(const Asker *asker, const Accounts *accounts, const char *name)
{
    AccountsError error = accounts_check_name(accounts, name, NULL);
    UsernameError fault = username_check(name);
    if (error == ACCOUNTS_BAD_NAME)
        answer_refusal(asker, 400, username_error_code(fault), username_error_text(fault));
    else if (error != ACCOUNTS_OK)
        refuse(asker, 409, error);
    return error == ACCOUNTS_OK;
}

static void signed_up(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    const ApiOptions *server = api_options(work->asker.api);
    Account *account;
    /* Things may have changed while the password was hashed. */
    if (result != PASSWORD_OK) {
        answer_busy(&work->asker);
    } else if (accounts_is_banned(server->accounts, work->id, core_wall(server->core))) {
        answer_banned(&work->asker);
    } else if (!accounts_registration(server->accounts)) {
        refuse(&work->asker, 403, ACCOUNTS_CLOSED);
    } else if (accounts_by_id(server->accounts, work->id)) {
        refuse(&work->asker, 409, ACCOUNTS_HAS_ACCOUNT);
    } else if (name_is_free(&work->asker, server->accounts, work->name)) {
        accounts_sign_up(server->accounts, work->id, work->name, hash, core_wall(server->core),
                         &account);
        Person person = account_person(account);
        core_person_changed(server->core, &person);
        let_in(work, account, 201);
        log_info("new account %s", account->name);
    }
    work_free(work);
}

void account_sign_up(Call *call)
{
    const Accounts *accounts = call->server->accounts;
    const char *name = call_text(call, "name", 4 * USERNAME_MAX), *password;
    if (!name || !(password = new_password(call, "password", name)))
        return;
    if (!accounts_registration(accounts)) {
        refuse(&call->asker, 403, ACCOUNTS_CLOSED);
        return;
    }
    if (!name_is_free(&call->asker, accounts, name) ||
        !call_is_allowed(call, LIMIT_SIGN_UP, call->http->address))
        return;
    Work *work = work_new(call);
    memcpy(work->name, name, strlen(name));
    if (call->identity.who == WHO_NOBODY)
        accounts_draw_id(work->id);
    if (!is_queued(
            passwords_hash(call->server->passwords, work->address, password, signed_up, work),
            &call->asker))
        work_free(work);
}

/* ---- signing in and out ---- */

/* Whether the browser is or was signed in to the account; then 'name' tells it from others. */
static bool is_known(const Call *call, const Account *account, char name[STORE_CREDENTIAL_MAX + 1])
{
    const Credential *credential = call->identity.credential;
    const char *marks = "";
    size_t length = find_marks(call, &marks);
    if (credential && credential->kind == CREDENTIAL_SESSION && credential->account == account)
        memcpy(name, credential->key, sizeof credential->key);
    else if (!device_find(call->server->devices, account, marks, length, call->now, name))
        return false;
    return true;
}

_Static_assert((int)DEVICE_NAME_LENGTH <= (int)STORE_CREDENTIAL_MAX, "the name of a browser fits");

/* Whether a password may be tried at the account; if not the call is answered. First the address pays, so that who has
 * used up their own rate limit cannot use up the account's. A browser that the account knows pays by itself: no stranger
 * can lock it out. */
static bool may_try(Call *call, const Account *account)
{
    char name[STORE_CREDENTIAL_MAX + 1], both[SKELETON_MAX + 1 + 2 * ADDRESS_MAX];
    if (is_known(call, account, name))
        return call_is_allowed(call, LIMIT_PASSWORD_DEVICE, name);
    snprintf(both, sizeof both, "%s %s", account->skeleton, call->http->address);
    return call_is_allowed(call, LIMIT_PASSWORD_ADDRESS, call->http->address) &&
           call_is_allowed(call, LIMIT_PASSWORD_ADDRESS_ACCOUNT, both) &&
           call_is_allowed(call, LIMIT_PASSWORD, account->skeleton);
}

/* Has the password of the account compared; 'done' gets a Work, or the call is answered. */
static void compare(Call *call, const Account *account, const char *password, Work *work,
                    PasswordDone done)
{
    memcpy(work->id, account->id, sizeof work->id);
    memcpy(work->hash, account->password, sizeof work->hash);
    if (!may_try(call, account) ||
        !is_queued(passwords_verify(call->server->passwords, work->address, account->password,
                                    password, done, work),
                   &call->asker))
        work_free(work);
}

/* The account for which a password was right; NULL, and answered, when it has been closed meanwhile or has got
 * another password. */
static Account *still_open(const Work *work)
{
    Account *account = accounts_by_id(api_options(work->asker.api)->accounts, work->id);
    if (!account || account->closed)
        answer_error(&work->asker, 404, "Account not found.");
    else if (strcmp(account->password, work->hash) != 0)
        is_right(work, PASSWORD_WRONG);
    else
        return account;
    return NULL;
}

/* The same for what only the signed-in may do: NULL, and answered, also when that session has ended meanwhile. */
static Account *still_signed_in(const Work *work)
{
    Account *account = still_open(work);
    if (!account || accounts_credential(api_options(work->asker.api)->accounts, work->credential))
        return account;
    answer_error(&work->asker, 401, "You have been signed out.");
    return NULL;
}

static void signed_in(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    const ApiOptions *server = api_options(work->asker.api);
    Account *account;
    (void)hash;
    if (is_right(work, result) && (account = still_open(work))) {
        if (accounts_is_banned(server->accounts, account->id, core_wall(server->core)))
            answer_banned(&work->asker);
        else
            let_in(work, account, 200);
    }
    work_free(work);
}

void account_sign_in(Call *call)
{
    const char *name = call_text(call, "name", 4 * USERNAME_MAX), *password;
    if (!name || !(password = call_text(call, "password", PASSWORD_MAX)))
        return;
    const Account *account = accounts_by_name(call->server->accounts, name);
    if (account)
        compare(call, account, password, work_new(call), signed_in);
    else if (call_is_allowed(call, LIMIT_PASSWORD_ADDRESS, call->http->address))
        answer_refusal(&call->asker, 401, "wrong_password", "Wrong username or password.");
}

void account_sign_out(Call *call)
{
    Credential *credential = call->identity.credential;
    Text text;
    text_init(&text);
    /* A tab that is open since before the account was made is this browser's, too. */
    core_dismiss(call->server->core, credential->account->id, "");
    call->asker.number = accounts_drop_credential(call->server->accounts, credential);
    text_open(&text, NULL, '{');
    text_bool(&text, "ok", true);
    text_close(&text, '}');
    answer_signed(&call->asker, 200, &text, "", NULL);
    text_clear(&text);
}

/* ---- the account itself ---- */

void account_show(Call *call)
{
    Text text;
    text_init(&text);
    user_json(call->server, call->identity.account, call->identity.account, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* A PassKept: the session that asks, and the tokens that it named. */
static bool is_kept(const void *context, const Credential *credential)
{
    const Work *work = context;
    bool kept = strcmp(credential->key, work->credential) == 0;
    for (size_t i = 0; i < work->kept_count && credential->kind == CREDENTIAL_TOKEN; i++)
        kept = kept || strncmp(credential->key, work->kept[i], CREDENTIAL_ID_LENGTH) == 0;
    return kept;
}

static void set_password(Work *work, Account *account, const char *hash)
{
    const ApiOptions *server = api_options(work->asker.api);
    CredentialCount ended;
    Text text;
    /* Also connections from before the account was made: whoever had the guest's token. */
    core_dismiss(server->core, account->id, "");
    work->asker.number =
        accounts_set_password(server->accounts, account, hash, is_kept, work, &ended);
    text_init(&text);
    text_open(&text, NULL, '{');
    text_bool(&text, "ok", true);
    text_integer(&text, "sessions", (int64_t)ended.sessions);
    text_integer(&text, "tokens", (int64_t)ended.tokens);
    text_close(&text, '}');
    mark_device(work, account);
    answer_signed(&work->asker, 200, &text, NULL, work->marks);
    text_clear(&text);
}

static void rehashed(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    Account *account;
    if (result != PASSWORD_OK)
        answer_busy(&work->asker);
    else if ((account = still_signed_in(work)))
        set_password(work, account, hash);
    work_free(work);
}

static void may_change_password(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    (void)hash;
    Passwords *passwords = api_options(work->asker.api)->passwords;
    if (!is_right(work, result) || !still_signed_in(work) ||
        !is_queued(passwords_hash(passwords, work->address, work->wanted, rehashed, work),
                   &work->asker))
        work_free(work);
}

/* False, and the call is answered, when one that is named is none of the account's. */
static bool read_kept(Call *call, Work *work)
{
    size_t at = 0;
    for (const char *id; (id = fields_next(&call->fields, "keep_tokens", &at));) {
        if (!account_credential(call->identity.account, CREDENTIAL_TOKEN, id) ||
            work->kept_count == TOKENS_MAX) {
            answer_error(&call->asker, 400, "keep_tokens: token not found");
            return false;
        }
        memcpy(work->kept[work->kept_count++], id, CREDENTIAL_ID_LENGTH);
    }
    return true;
}

void account_password(Call *call)
{
    const Account *account = call->identity.account;
    const char *old = call_text(call, "old", PASSWORD_MAX), *wanted;
    if (!old || !(wanted = new_password(call, "new", account->name)))
        return;
    Work *work = work_new(call);
    memcpy(work->wanted, wanted, strlen(wanted));
    if (read_kept(call, work))
        compare(call, account, old, work, may_change_password);
    else
        work_free(work);
}

static void closed(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    const ApiOptions *server = api_options(work->asker.api);
    Account *account;
    Text text;
    (void)hash;
    if (is_right(work, result) && (account = still_signed_in(work))) {
        text_init(&text);
        core_dismiss(server->core, account->id, NULL);
        work->asker.number = accounts_close(server->accounts, account, core_wall(server->core));
        Person person = account_person(account);
        core_person_changed(server->core, &person);
        text_open(&text, NULL, '{');
        text_bool(&text, "ok", true);
        text_close(&text, '}');
        answer_signed(&work->asker, 200, &text, "", NULL);
        text_clear(&text);
        log_info("an account has been deleted by its owner");
    }
    work_free(work);
}

void account_close(Call *call)
{
    const char *password = call_text(call, "password", PASSWORD_MAX);
    if (password)
        compare(call, call->identity.account, password, work_new(call), closed);
}

/* ---- settings and data ---- */

void account_save_settings(Call *call)
{
    const HttpRequest *http = call->http;
    if (http->length > STORE_SETTINGS_MAX) {
        answer_error(&call->asker, 413, "Settings may have at most 4096 bytes.");
        return;
    }
    if (json_fault(http->body, http->length)) {
        answer_error(&call->asker, 400, "The settings must be a JSON object.");
        return;
    }
    call->asker.number = store_put_settings(call->server->store, call->identity.account->id,
                                            http->body, http->length);
    answer_ok(&call->asker);
}

static void on_settings(void *context, StoreError error, const char *text, size_t length)
{
    Asker *asker = context;
    Text json = {.bytes = (char *)(uintptr_t)text, .length = length};
    if (error == STORE_OK && length)
        answer_json(asker, 200, &json);
    else
        answer_error(asker, 503, "The settings cannot be read right now.");
    free(asker);
}

static void on_data(void *context, StoreError error, const char *text, size_t length)
{
    Asker *asker = context;
    if (error == STORE_OK && length)
        answer_send(asker, &(HttpAnswer){.status = 200,
                                         .type = "application/x-ndjson",
                                         .body = text,
                                         .length = length,
                                         .cache = "no-store",
                                         .file = "castled-data.ndjson"});
    else
        answer_error(asker, 503, "The data cannot be read right now.");
    free(asker);
}

static void read_lines(Call *call, StoreListing what, StoreListingDone done)
{
    Asker *asker = memory_new(sizeof *asker);
    *asker = call->asker;
    if (store_read_listing(call->server->store, what, call->identity.account->id, done, asker))
        return;
    answer_error(asker, 503, "The server is busy: try again in a second.");
    free(asker);
}

void account_settings(Call *call)
{
    read_lines(call, LISTING_SETTINGS, on_settings);
}

void account_data(Call *call)
{
    if (call_is_allowed(call, LIMIT_DATA, call->identity.account->id))
        read_lines(call, LISTING_ACCOUNT, on_data);
}
