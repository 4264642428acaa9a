#include "admin_call.h"

#include "log.h"
#include "memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAID_MAX = 512 };

void admin_say(Text *out, const char *format, ...)
{
    char line[SAID_MAX];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_append(out, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
    text_append(out, "\n", 1);
}

void admin_refuse(AdminCall *call, const char *sentence)
{
    call->result.status = ADMIN_REFUSED;
    admin_say(call->out, "%s", sentence);
}

/* ---- its life ---- */

AdminCall *admin_call_new(const AdminTarget *target, const AdminCommand *command, Text *out,
                          AdminDone done, void *context)
{
    AdminCall *call = memory_new(sizeof *call);
    call->target = *target;
    call->command = command;
    call->out = out;
    call->done = done;
    call->context = context;
    call->holds = 1;
    text_init(&call->row);
    return call;
}

/* Records what was done; a hash does not belong in the log. */
static void note(AdminCall *call)
{
    StoreAct row = {.at = call->target.now};
    size_t length = 0;
    const AdminCommand *command = call->command;
    if (!command || call->result.status != ADMIN_DONE || command->kind == ADMIN_SHOWS)
        return;
    int shown = call->count - (command->hash ? 1 : 0);
    for (int i = 0; i < shown && length < sizeof row.target; i++)
        length += (size_t)snprintf(row.target + length, sizeof row.target - length, "%s%s",
                                   i ? " " : "", call->words[i]);
    snprintf(row.who, sizeof row.who, "%s", call->target.who);
    snprintf(row.act, sizeof row.act, "%s", command->name);
    snprintf(row.undo, sizeof row.undo, "%s", call->undo);
    call->result.number = store_put_act(call->target.store, &row);
    if (call->target.metrics)
        call->target.metrics->acts_total++;
    log_info("admin %s: %s %s", row.who, row.act, row.target);
}

void admin_call_release(AdminCall *call)
{
    if (--call->holds > 0)
        return;
    note(call);
    call->done(call->context, &call->result);
    text_clear(&call->row);
    free(call->lines);
    free(call->instead);
    free(call);
}

void *admin_wait(AdminCall *call, AdminNext next)
{
    assert(!call->next);
    call->next = next;
    call->holds++;
    return call;
}

void admin_answered(void *context, const AccountsAnswer *answer)
{
    AdminCall *call = context;
    AdminNext next = call->next;
    call->next = NULL;
    if (answer->number)
        call->result.number = answer->number;
    if (answer->error == ACCOUNTS_STOPPED)
        admin_refuse(call, accounts_error_text(answer->error));
    else
        next(call, answer);
    admin_call_release(call);
}

static void on_lines(void *context, StoreError error, const char *text, size_t length)
{
    AdminCall *call = context;
    if (error == STORE_OK) {
        free(call->lines); /* of an act that is being undone */
        call->lines = memory_new(length + 1);
        if (length)
            memcpy(call->lines, text, length);
        call->then(call);
    } else {
        admin_refuse(call, "The database cannot be read right now.");
    }
    admin_call_release(call);
}

void admin_read(AdminCall *call, StoreListing what, const char *key, AdminThen then)
{
    call->then = then;
    call->holds++;
    if (!store_read_listing(call->target.store, what, key, on_lines, call))
        on_lines(call, STORE_DISK, NULL, 0);
}

void admin_can_undo(AdminCall *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(call->undo, sizeof call->undo, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof call->undo)
        call->undo[0] = '\0';
}

const char *admin_print_until(int64_t until, char text[ADMIN_UNTIL_MAX])
{
    text[0] = '\0';
    if (until != INT64_MAX)
        snprintf(text, ADMIN_UNTIL_MAX, " @%lld", (long long)until);
    return text;
}

/* ---- rows ---- */

void admin_row(AdminCall *call)
{
    text_reset(&call->row);
    text_open(&call->row, NULL, '{');
}

void admin_row_end(AdminCall *call)
{
    text_close(&call->row, '}');
    text_append(call->out, call->row.bytes, call->row.length);
    text_append(call->out, "\n", 1);
}

void admin_row_until(AdminCall *call, const char *name, int64_t until)
{
    if (until == INT64_MAX)
        text_null(&call->row, name);
    else if (until > call->target.now)
        text_integer(&call->row, name, until);
}

/* ---- whom it is about ---- */

static bool read_guest_id(const char *text, Person *person)
{
    bool is_id = strlen(text) == 21 && text[0] == 'g' &&
                 strspn(text + 1, "0123456789abcdef") == strlen(text) - 1;
    if (!is_id)
        return false;
    *person = (Person){.guest = true};
    snprintf(person->id, sizeof person->id, "%s", text);
    snprintf(person->name, sizeof person->name, "Guest-%.4s", text + 1);
    return true;
}

/* An account by its name or id; a guest who is here by name, any guest by id. */
static void found_person(AdminCall *call, const AccountsAnswer *answer)
{
    const char *name = call->sought;
    call->account = answer->list[account_is_found(&answer->list[0]) ? 0 : 1];
    if (account_is_found(&call->account))
        call->person = account_person(&call->account);
    else if (!(call->target.core && core_find_person(call->target.core, name, &call->person)) &&
             !read_guest_id(name, &call->person)) {
        admin_refuse(call, "Nobody has that name. (For a guest who is offline, give the id.)");
        return;
    }
    call->then(call);
}

void admin_find_person(AdminCall *call, const char *name, AdminThen then)
{
    AccountRef refs[] = {account_ref_name(name), account_ref_id(name)};
    call->sought = name;
    call->then = then;
    accounts_find(call->target.accounts, refs, 2, "", admin_answered,
                  admin_wait(call, found_person));
}

static void found_account(AdminCall *call, const AccountsAnswer *answer)
{
    call->account = answer->list[account_is_found(&answer->list[0]) ? 0 : 1];
    if (account_is_found(&call->account) && !call->account.closed)
        call->then(call);
    else
        admin_refuse(call, "No account has that name.");
}

void admin_find_account(AdminCall *call, AdminThen then)
{
    AccountRef refs[] = {account_ref_name(call->words[0]), account_ref_id(call->words[0])};
    call->then = then;
    accounts_find(call->target.accounts, refs, 2, "", admin_answered,
                  admin_wait(call, found_account));
}

bool admin_is_done(AdminCall *call, const AccountsAnswer *answer, const char *name)
{
    if (answer->error != ACCOUNTS_OK)
        admin_refuse(call, answer->error == ACCOUNTS_BAD_NAME
                               ? username_error_text(username_check(name))
                               : accounts_error_text(answer->error));
    return answer->error == ACCOUNTS_OK;
}

/* ---- words ---- */

bool admin_read_choice(AdminCall *call, int word, const char *yes, const char *no, bool *is_yes)
{
    char sentence[64];
    *is_yes = strcmp(call->words[word], yes) == 0;
    if (*is_yes || strcmp(call->words[word], no) == 0)
        return true;
    snprintf(sentence, sizeof sentence, "Give %s or %s.", yes, no);
    admin_refuse(call, sentence);
    return false;
}

bool admin_read_until(AdminCall *call, int word, int64_t *until)
{
    char *unit;
    *until = INT64_MAX;
    if (call->count <= word)
        return true;
    const char *text = call->words[word];
    if (text[0] == '@' && text[1] >= '1' && text[1] <= '9') {
        *until = strtoll(text + 1, &unit, 10);
        if (!*unit)
            return true;
    }
    long number = strtol(text, &unit, 10);
    int64_t minutes = strcmp(unit, "m") == 0   ? 1
                      : strcmp(unit, "h") == 0 ? 60
                      : strcmp(unit, "d") == 0 ? 24 * 60
                                               : 0;
    if (*text < '0' || *text > '9' || number < 1 || number > 100000 || !minutes) {
        admin_refuse(call,
                     "A time is a number with m, h or d for minutes, hours, days: 30m, 12h, 7d.");
        return false;
    }
    *until = call->target.now + number * minutes * 60 * 1000;
    return true;
}

bool admin_read_address(const char *text, char key[ADDRESS_MAX + 1])
{
    Address address;
    size_t length = strcspn(text, "/");
    if (!address_parse(text, length, &address))
        return false;
    address_key(&address, key);
    /* A network only if it is a key itself: no others are counted or banned as one. */
    return text[length] == '\0' || strcmp(text, key) == 0;
}

void admin_print_time(int64_t wall, char text[ADMIN_TIME_MAX])
{
    struct tm parts;
    time_t seconds = (time_t)(wall / 1000);
    if (wall == INT64_MAX)
        snprintf(text, ADMIN_TIME_MAX, "for ever");
    else if (!gmtime_r(&seconds, &parts) ||
             strftime(text, ADMIN_TIME_MAX, "%Y-%m-%d %H:%M UTC", &parts) == 0)
        snprintf(text, ADMIN_TIME_MAX, "-");
}
