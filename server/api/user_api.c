/* Users over HTTP: who they are, whether they are here, whom one follows and blocks, reports. */
#include "user_json.h"

#include "command.h"
#include "routes.h"

#include <string.h>

enum {
    STATUS_IDS_MAX = 100,
    REPORT_WORDS_MAX = 500, /* bytes */
};

_Static_assert((int)REPORT_WORDS_MAX <= (int)STORE_WORDS_MAX, "a report is stored whole");

void user_show(Call *call)
{
    const Account *account = call_account(call, 0);
    Text text;
    if (!account)
        return;
    text_init(&text);
    user_json(call->server, account, call->identity.account, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void print_status(const ApiOptions *server, const Account *account, Text *text)
{
    char key[PERSON_NAME_MAX + 1];
    text_open(text, NULL, '{');
    text_string(text, "id", account_key(account, key));
    text_string(text, "name", account->name);
    if (account->bot)
        text_string(text, "title", "BOT");
    if (hall_is_here(server->hall, account->id))
        text_bool(text, "online", true);
    if (hall_playing(server->hall, account->id))
        text_bool(text, "playing", true);
    text_close(text, '}');
}

void users_status(Call *call)
{
    char name[PERSON_NAME_MAX + 1];
    Text text;
    const char *at = call_text(call, "ids", 8192);
    if (!at)
        return;
    text_init(&text);
    text_open(&text, NULL, '[');
    for (int i = 0; i < STATUS_IDS_MAX && *at; i++) {
        size_t length = strcspn(at, ",");
        const Account *account = NULL;
        if (length < sizeof name) {
            memcpy(name, at, length);
            name[length] = '\0';
            account = people_by_name(call->server->people, name);
        }
        if (account)
            print_status(call->server, account, &text);
        at += length + (at[length] == ',');
    }
    text_close(&text, ']');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* ---- follow and block ---- */

static void relate(Call *call, Relation relation)
{
    Account *other = call_account(call, 0);
    if (!other || !call_is_allowed(call, LIMIT_FOLLOW, call->identity.account->id))
        return;
    PeopleError error = people_relate(call->server->people, call->identity.account, relation, other,
                                      call->now, &call->asker.number);
    if (error == PEOPLE_OK)
        answer_ok(&call->asker);
    else
        answer_error(&call->asker, 400, people_error_text(error));
}

static void unrelate(Call *call, Relation relation)
{
    Account *other = call_account(call, 0);
    if (!other)
        return;
    call->asker.number =
        people_unrelate(call->server->people, call->identity.account, relation, other);
    answer_ok(&call->asker);
}

static void list_circle(Call *call, Relation relation)
{
    const Account *account = call->identity.account;
    const Circle *circle = &account->circles[relation];
    Text text;
    text_init(&text);
    for (size_t i = 0; i < circle->count; i++) {
        user_json(call->server, circle->at[i], account, &text);
        text_append(&text, "\n", 1);
    }
    answer_lines(&call->asker, &text);
    text_clear(&text);
}

void user_follow(Call *call)
{
    relate(call, RELATION_FOLLOWS);
}

void user_unfollow(Call *call)
{
    unrelate(call, RELATION_FOLLOWS);
}

void user_block(Call *call)
{
    relate(call, RELATION_BLOCKS);
}

void user_unblock(Call *call)
{
    unrelate(call, RELATION_BLOCKS);
}

void users_followed(Call *call)
{
    list_circle(call, RELATION_FOLLOWS);
}

void users_blocked(Call *call)
{
    list_circle(call, RELATION_BLOCKS);
}

/* ---- reports ---- */

static bool is_reason(const char *word)
{
    static const char *const REASONS[] = {"cheating", "insults", "spam", "name", "other"};
    for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS; i++)
        if (strcmp(word, REASONS[i]) == 0)
            return true;
    return false;
}

void user_report(Call *call)
{
    StoreReport report = {.at = call->now};
    const Account *about = call_account(call, 0);
    const char *reason, *words, *game = fields_find(&call->fields, "game");
    if (!about || !(reason = call_text(call, "reason", STORE_NAME_MAX)) ||
        !(words = call_text(call, "text", REPORT_WORDS_MAX)))
        return;
    if (!is_reason(reason) || (game && strlen(game) > GAME_ID_LENGTH)) {
        answer_error(&call->asker, 400,
                     "reason: is one of cheating, insults, spam, name, other; game: a game's id");
        return;
    }
    if (!call_is_allowed(call, LIMIT_REPORT, call->identity.person.id))
        return;
    memcpy(report.id, call->identity.person.id, sizeof report.id);
    memcpy(report.about, about->id, sizeof report.about);
    memcpy(report.reason, reason, strlen(reason));
    memcpy(report.words, words, strlen(words));
    if (game)
        memcpy(report.game, game, strlen(game));
    call->asker.number = store_put_report(call->server->store, &report);
    answer_ok(&call->asker);
}
