/* Users over HTTP: who they are, whether they are here, whom one follows and blocks, reports. */
#include "user_json.h"

#include "base62.h"
#include "memory.h"
#include "request.h"
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
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
    if (core_is_here(server->core, account->id))
        text_bool(text, "online", true);
    GameId game;
    if (core_playing(server->core, account->id, &game))
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
            account = accounts_by_name(call->server->accounts, name);
        }
        if (account)
            print_status(call->server, account, &text);
        at += length + (at[length] == ',');
    }
    text_close(&text, ']');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* ---- what the ratings were ---- */

static const char *name_of(Category category)
{
    static const char *const NAMES[CATEGORY_COUNT] = {
        [CATEGORY_ULTRABULLET] = "UltraBullet",
        [CATEGORY_BULLET] = "Bullet",
        [CATEGORY_BLITZ] = "Blitz",
        [CATEGORY_RAPID] = "Rapid",
        [CATEGORY_CLASSICAL] = "Classical",
        [CATEGORY_CORRESPONDENCE] = "Correspondence",
        [CATEGORY_CHESS960] = "Chess960",
    };
    return NAMES[category];
}

/* They are sorted by category: each has its points behind each other. */
static void print_history(const StoreRatingDay *days, size_t count, Text *text)
{
    int open = -1;
    text_open(text, NULL, '[');
    for (const StoreRatingDay *at = days; at < days + count; at++) {
        const int category = at->category;
        if (category < 0 || category >= CATEGORY_COUNT)
            continue;
        if (category != open) {
            if (open >= 0) {
                text_close(text, ']');
                text_close(text, '}');
            }
            text_open(text, NULL, '{');
            text_string(text, "name", name_of((Category)category));
            text_open(text, "points", '[');
            open = category;
        }
        const int point[] = {at->year, at->month - 1, at->day, at->rating / 100};
        text_open(text, NULL, '[');
        for (int i = 0; i < 4; i++)
            text_integer(text, NULL, point[i]);
        text_close(text, ']');
    }
    if (open >= 0) {
        text_close(text, ']');
        text_close(text, '}');
    }
    text_close(text, ']');
}

static void on_history(void *context, StoreError error, const StoreRatingDay *days, size_t count)
{
    Asker *asker = context;
    Text text;
    if (error != STORE_OK) {
        answer_error(asker, 503, "The ratings cannot be read right now.");
    } else {
        text_init(&text);
        print_history(days, count, &text);
        answer_json(asker, 200, &text);
        text_clear(&text);
    }
    free(asker);
}

void user_rating_history(Call *call)
{
    const Account *account = call_account(call, 0);
    if (!account)
        return;
    Asker *asker = memory_new(sizeof *asker);
    *asker = call->asker;
    if (store_read_rating_history(call->server->store, account->id, on_history, asker))
        return;
    answer_error(asker, 503, "The server is busy: try again in a second.");
    free(asker);
}

/* ---- follow and block ---- */

static void relate(Call *call, Relation relation)
{
    Account *other = call_account(call, 0);
    if (!other || !call_is_allowed(call, LIMIT_FOLLOW, call->identity.account->id))
        return;
    AccountsError error = accounts_relate(call->server->accounts, call->identity.account, relation,
                                          other, call->now, &call->asker.number);
    if (error == ACCOUNTS_OK)
        answer_ok(&call->asker);
    else
        answer_refusal(&call->asker, 400, accounts_error_code(error), accounts_error_text(error));
}

static void unrelate(Call *call, Relation relation)
{
    Account *other = call_account(call, 0);
    if (!other)
        return;
    call->asker.number =
        accounts_unrelate(call->server->accounts, call->identity.account, relation, other);
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
    for (int i = 0; i < REPORT_REASON_COUNT; i++)
        if (strcmp(word, report_reason_word((ReportReason)i)) == 0)
            return true;
    return false;
}

void user_report(Call *call)
{
    StoreReport report = {.at = call->now};
    const Account *about = call_account(call, 0);
    const char *reason, *words, *game = fields_find(&call->fields, "game");
    if (!about || !(reason = call_text(call, "reason", STORE_NAME_MAX)) ||
        !(words = call_line(call, "text", REPORT_WORDS_MAX)))
        return;
    if (!is_reason(reason) || (game && !base62_is(game, GAME_ID_LENGTH))) {
        answer_error(
            &call->asker, 400,
            "reason: must be one of cheating, insults, spam, name, other; game: a game's id");
        return;
    }
    if (!call_is_allowed(call, LIMIT_REPORT, call->identity.person.id) ||
        !call_is_allowed(call, LIMIT_REPORT_ADDRESS, call->http->address))
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
