#include "password_work.h"

#include "memory.h"
#include "utf8.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The part that can be shown: a User-Agent may contain any bytes. */
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

Work *work_new(const Call *call)
{
    Work *work = memory_new(sizeof *work);
    const char *marks = "";
    size_t length = find_marks(call, &marks);
    memcpy(work->marks, marks, length);
    const char *agent = call->http->user_agent;
    work->asker = call->asker;
    snprintf(work->address, sizeof work->address, "%s", call->http->address);
    copy_plain(work->session.label, agent ? agent : "");
    memcpy(work->session.before, call->identity.credential.key, sizeof work->session.before);
    if (call->identity.who != WHO_NOBODY)
        memcpy(work->proof.id, call->identity.person.id, sizeof work->proof.id);
    return work;
}

void work_free(Work *work)
{
    sodium_memzero(work, sizeof *work);
    free(work);
}

/* ---- computed ---- */

enum { BUSY_SECONDS = 5 }; /* the time that a full queue takes */

static void answer_busy(const Asker *asker)
{
    answer_busy_for(asker, BUSY_SECONDS,
                    "Too many people are signing in: try again in a few seconds.");
}

/* Whether there is room in the queue; if not, the call has been answered. */
static bool is_queued(PasswordPlace place, const Asker *asker)
{
    if (place == PASSWORD_ADDRESS_FULL)
        answer_flood(asker, BUSY_SECONDS);
    else if (place == PASSWORD_QUEUE_FULL)
        answer_busy(asker);
    return place == PASSWORD_QUEUED;
}

void work_hash(Work *work, const char *password, PasswordDone done)
{
    Passwords *passwords = api_options(work->asker.api)->passwords;
    if (!is_queued(passwords_hash(passwords, work->address, password, done, work), &work->asker))
        work_free(work);
}

bool work_is_right(const Work *work, PasswordResult result)
{
    if (result == PASSWORD_WRONG)
        answer_refusal(&work->asker, 401, "wrong_password", "Wrong username or password.");
    else if (result != PASSWORD_OK)
        answer_busy(&work->asker);
    return result == PASSWORD_OK;
}

bool work_is_done(const Work *work, const AccountsAnswer *answer)
{
    switch (answer->error) {
    case ACCOUNTS_OK: return true;
    case ACCOUNTS_NOT_FOUND: answer_error(&work->asker, 404, "Account not found."); break;
    case ACCOUNTS_NEW_PASSWORD: work_is_right(work, PASSWORD_WRONG); break;
    case ACCOUNTS_SIGNED_OUT:
        answer_error(&work->asker, 401, accounts_error_text(answer->error));
        break;
    case ACCOUNTS_BANNED: answer_banned(&work->asker); break;
    default: answer_busy(&work->asker); break;
    }
    return false;
}

/* ---- which browser it is ---- */

/* Whether the browser is or was signed in to the account; then 'name' identifies it. */
static bool is_known(const Call *call, const AccountsAnswer *login,
                     char name[STORE_CREDENTIAL_MAX + 1])
{
    const CredentialInfo *credential = &call->identity.credential;
    DeviceAccount account = {login->account.id, login->password};
    const char *marks = "";
    size_t length = find_marks(call, &marks);
    if (credential_is_found(credential) && credential->kind == CREDENTIAL_SESSION &&
        strcmp(credential->account, account.id) == 0)
        memcpy(name, credential->key, sizeof credential->key);
    else if (!device_find(call->server->devices, &account, marks, length, call->now, name))
        return false;
    return true;
}

_Static_assert((int)DEVICE_NAME_LENGTH <= (int)STORE_CREDENTIAL_MAX, "the name of a browser fits");

/* Whether a password may be tried for the account; if not, the call has been answered. The address is charged first,
 * so that somebody who has used up its limit cannot use up the account's. A browser known to the account is charged
 * by itself: no stranger can lock it out. */
static bool may_try(Call *call, const AccountsAnswer *login)
{
    char name[STORE_CREDENTIAL_MAX + 1], both[SKELETON_MAX + 1 + 2 * ADDRESS_MAX];
    if (is_known(call, login, name))
        return call_is_allowed(call, LIMIT_PASSWORD_DEVICE, name);
    snprintf(both, sizeof both, "%s %s", login->skeleton, call->http->address);
    return call_is_allowed(call, LIMIT_PASSWORD_ADDRESS, call->http->address) &&
           call_is_allowed(call, LIMIT_PASSWORD_ADDRESS_ACCOUNT, both) &&
           call_is_allowed(call, LIMIT_PASSWORD, login->skeleton);
}

void work_compare(Work *work, Call *call, const AccountsAnswer *login, const char *password,
                  PasswordDone done)
{
    memcpy(work->proof.id, login->account.id, sizeof work->proof.id);
    memcpy(work->proof.password, login->password, sizeof work->proof.password);
    if (!may_try(call, login) || !is_queued(passwords_verify(call->server->passwords, work->address,
                                                             login->password, password, done, work),
                                            &call->asker))
        work_free(work);
}

void work_mark_device(Work *work, const AccountsAnswer *answer)
{
    const ApiOptions *server = api_options(work->asker.api);
    DeviceAccount account = {answer->account.id, answer->password};
    char marks[DEVICE_COOKIE_MAX + 1];
    device_mark(server->devices, &account, work->marks, strlen(work->marks),
                core_wall(server->core), marks);
    memcpy(work->marks, marks, sizeof marks);
}
