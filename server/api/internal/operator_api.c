/* What "castled admin" does, for operators by the page: the same commands, and the server's figures. */
#include "command_table.h"
#include "memory.h"
#include "routes.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WHO_SIZE = STORE_NAME_MAX + 2,
    FIGURES_RETRY = 10 /* s */
};

/* A command that is being carried out. */
typedef struct {
    Call *call;
    char who[WHO_SIZE]; /* "@Alice", which is no name of a user of the machine */
    const char *words[ADMIN_WORDS_MAX + 1];
    int count;
    Text out;
    char password[PASSWORD_DRAWN_LENGTH + 1]; /* empty: none was drawn */
    char hash[PASSWORD_HASH_MAX + 1];
} Performing;

static Performing *performing_new(Call *call)
{
    Performing *performing = memory_new(sizeof *performing);
    size_t at = 0;
    const char *word;
    performing->call = call;
    call_hold(call);
    text_init(&performing->out);
    snprintf(performing->who, sizeof performing->who, "@%s", call->identity.account.name);
    performing->words[performing->count++] = call->parts[0];
    while (performing->count < ADMIN_WORDS_MAX && (word = params_next(&call->params, "word", &at)))
        performing->words[performing->count++] = word;
    return performing;
}

static void performing_free(Performing *performing)
{
    Call *call = performing->call;
    text_clear(&performing->out);
    sodium_memzero(performing, sizeof *performing);
    free(performing);
    call_release(call);
}

static void begin(Performing *performing, AdminDone done)
{
    const Call *call = performing->call;
    AdminTarget target = {
        .store = call->server->store,
        .accounts = call->server->accounts,
        .core = call->server->core,
        .webhooks = call->server->webhooks,
        .mail = call->server->mail,
        .metrics = call->server->metrics,
        .who = performing->who,
        .url = call->http->base,
        .now = call->now,
        .json = true,
        .is_limited = !call_is_fresh(call),
    };
    admin_run(&target, performing->count, performing->words, &performing->out, done, performing);
}

/* False, and answered, when it was refused. */
static bool is_done(Performing *performing, const AdminResult *result)
{
    Text *out = &performing->out;
    if (result->status == ADMIN_DONE)
        return true;
    if (out->length && out->bytes[out->length - 1] == '\n')
        out->bytes[--out->length] = '\0';
    answer_refusal(&performing->call->asker, result->needs_sign_in ? 403 : 400,
                   result->needs_sign_in           ? "sign_in_again"
                   : result->status == ADMIN_USAGE ? "usage"
                                                   : "refused",
                   out->length ? out->bytes : "Refused.");
    return false;
}

/* ---- showing ---- */

/* Lines of JSON, as an array. */
static void answer_array(const Asker *asker, const char *lines, size_t length)
{
    Text text;
    text_init(&text);
    text_append(&text, "[", 1);
    for (const char *line = length ? lines : "", *end; *line; line = end + 1) {
        end = strchr(line, '\n'); /* of each line, and a NUL is behind the last */
        if (line > lines)
            text_append(&text, ",", 1);
        text_append(&text, line, (size_t)(end - line));
    }
    text_append(&text, "]", 1);
    answer_json(asker, 200, &text);
    text_clear(&text);
}

static void on_lines(void *context, StoreError error, const char *text, size_t length)
{
    Asker *asker = context;
    if (error == STORE_OK)
        answer_array(asker, text, length);
    else
        answer_error(asker, 503, "The list cannot be read right now.");
    free(asker);
}

static void shown(void *context, const AdminResult *result)
{
    Performing *performing = context;
    const Call *call = performing->call;
    if (is_done(performing, result) && !result->shows_lines) {
        answer_array(&call->asker, performing->out.bytes, performing->out.length);
    } else if (result->status == ADMIN_DONE) {
        Asker *asker = memory_new(sizeof *asker);
        *asker = call->asker;
        if (!store_read_listing(call->server->store, result->lines, "", on_lines, asker))
            on_lines(asker, STORE_DISK, NULL, 0);
    }
    performing_free(performing);
}

/* False, and answered, when there is no such command of that sort. */
static bool is_command(Call *call, bool acts)
{
    AdminKind kind = admin_kind(call->parts[0]);
    if (kind != ADMIN_UNKNOWN && (kind != ADMIN_SHOWS) == acts)
        return true;
    answer_error(&call->asker, 404,
                 kind == ADMIN_UNKNOWN ? "There is no such command."
                 : acts                ? "That command only shows something: use GET."
                                       : "That command changes something: use POST.");
    return false;
}

void operator_show(Call *call)
{
    if (is_command(call, false))
        begin(performing_new(call), shown);
}

/* ---- acting ---- */

static void acted(void *context, const AdminResult *result)
{
    Performing *performing = context;
    Call *call = performing->call;
    Text text;
    if (is_done(performing, result)) {
        call->asker.number = result->number;
        text_init(&text);
        text_open(&text, NULL, '{');
        text_bool(&text, "ok", true);
        text_string(&text, "text", performing->out.length ? performing->out.bytes : "");
        if (performing->password[0])
            text_string(&text, "password", performing->password);
        text_close(&text, '}');
        answer_json(&call->asker, 200, &text);
        text_wipe(&text);
        text_clear(&text);
    }
    performing_free(performing);
}

static void hashed(void *context, PasswordResult result, const char *hash)
{
    Performing *performing = context;
    if (result == PASSWORD_OK) {
        snprintf(performing->hash, sizeof performing->hash, "%s", hash);
        performing->words[performing->count++] = performing->hash;
        begin(performing, acted);
        return;
    }
    answer_busy_for(&performing->call->asker, 1, "The server is busy: try again in a second.");
    performing_free(performing);
}

/* A random password goes with it. */
static void act_with_password(Performing *performing)
{
    const Call *call = performing->call;
    password_draw(performing->password);
    if (passwords_hash(call->server->passwords, call->http->address, performing->password, hashed,
                       performing) == PASSWORD_QUEUED)
        return;
    answer_busy_for(&call->asker, 1, "The server is busy: try again in a second.");
    performing_free(performing);
}

void operator_act(Call *call)
{
    if (!is_command(call, true))
        return;
    Performing *performing = performing_new(call);
    int wanted = admin_takes_hash(call->parts[0]);
    if (wanted && performing->count == wanted + 1) {
        act_with_password(performing);
        return;
    }
    if (wanted)
        performing->count = 1; /* it says how to use it; a hash is never taken from outside */
    begin(performing, acted);
}

/* ---- figures ---- */

void operator_figures(Call *call)
{
    CredentialKey session;
    memcpy(session.text, call->identity.credential.key, sizeof session.text);
    if (!figures_watch(call->server->figures, call->asker.exchange, &session))
        answer_busy_for(&call->asker, FIGURES_RETRY, "Too many operators are looking.");
}
