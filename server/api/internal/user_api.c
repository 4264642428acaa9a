/* Users over HTTP: profiles, who is online, follows and blocks, reports. */
#include "user_json.h"

#include "address.h"
#include "base62.h"
#include "memory.h"
#include "record_place.h"
#include "request.h"
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STATUS_IDS_MAX = 100,
    USERS_MAX = 300,        /* as on lichess, like the next */
    REPORT_WORDS_MAX = 500, /* bytes */
};

_Static_assert((int)REPORT_WORDS_MAX <= (int)STORE_WORDS_MAX, "a report is stored whole");

static void show_user(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    Text text;
    if (!account)
        return;
    text_init(&text);
    user_json(call->server, account, call->identity.account.id, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void user_show(Call *call)
{
    call_find(call, 0, show_user);
}

static void print_status(const ApiOptions *server, const AccountInfo *account, bool with_games,
                         Text *text)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, NULL, '{');
    text_string(text, "id", account_handle(account, handle));
    text_string(text, "name", account->name);
    if (account->bot)
        text_string(text, "title", "BOT");
    if (core_is_here(server->core, account->id))
        text_bool(text, "online", true);
    GameId game;
    if (core_playing(server->core, account->id, &game)) {
        text_bool(text, "playing", true);
        if (with_games)
            text_string(text, "playingId", game.text);
    }
    text_close(text, '}');
}

static void show_status(Call *call, const AccountsAnswer *answer)
{
    bool with_games = params_flag(&call->params, "withGameIds", false);
    Text text;
    text_init(&text);
    text_open(&text, NULL, '[');
    for (size_t i = 0; i < answer->count; i++)
        if (account_is_found(&answer->list[i]))
            print_status(call->server, &answer->list[i], with_games, &text);
    text_close(&text, ']');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* Names with commas between, of which those that can be none are left out; how many. */
static size_t read_names(const char *names, size_t length, AccountRef *refs, size_t most)
{
    char name[PERSON_NAME_MAX + 1];
    size_t count = 0;
    for (size_t at = 0, end; at < length && count < most; at = end + 1) {
        for (end = at; end < length && names[end] != ',';)
            end++;
        size_t size = end - at;
        if (size == 0 || size >= sizeof name || memchr(names + at, '\0', size))
            continue;
        memcpy(name, names + at, size);
        name[size] = '\0';
        refs[count++] = account_ref_name(name);
    }
    return count;
}

void users_status(Call *call)
{
    AccountRef refs[STATUS_IDS_MAX];
    const char *ids = call_text(call, "ids", 8192);
    if (!ids)
        return;
    size_t count = read_names(ids, strlen(ids), refs, STATUS_IDS_MAX);
    accounts_find(call->server->accounts, refs, count, "", call_answered,
                  call_wait(call, show_status));
}

/* ---- many at once ---- */

static void show_users(Call *call, const AccountsAnswer *answer)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '[');
    for (size_t i = 0; i < answer->count; i++)
        if (account_is_found(&answer->list[i]))
            user_json(call->server, &answer->list[i], call->identity.account.id, &text);
    text_close(&text, ']');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* The body is names with commas between. */
void users_show(Call *call)
{
    AccountRef *refs = memory_array(USERS_MAX, sizeof *refs);
    size_t count = read_names(call->http->body, call->http->length, refs, USERS_MAX);
    accounts_find(call->server->accounts, refs, count, call->identity.account.id, call_answered,
                  call_wait(call, show_users));
    free(refs);
}

/* lichess-bot challenges only bots that have played a rated game at the speed it looks for. On a new server that is
 * nobody, and so nobody would ever begin: a bot that has not played yet is listed with one game. */
static AccountInfo as_challenged(const AccountInfo *bot)
{
    AccountInfo shown = *bot;
    for (int i = 0; i < CATEGORY_COUNT; i++)
        if (shown.ratings[i].rating.games == 0)
            shown.ratings[i].rating.games = 1;
    return shown;
}

static void show_bots(Call *call, const AccountsAnswer *answer)
{
    Text text;
    text_init(&text);
    for (size_t i = 0; i < answer->count; i++) {
        if (!account_is_found(&answer->list[i]))
            continue;
        AccountInfo bot = as_challenged(&answer->list[i]);
        user_json(call->server, &bot, call->identity.account.id, &text);
        text_append(&text, "\n", 1);
    }
    answer_lines(&call->asker, &text);
    text_clear(&text);
}

void bots_online(Call *call)
{
    Person bots[BOTS_LISTED];
    AccountRef refs[BOTS_LISTED];
    int64_t most = 100; /* as on lichess */
    params_integer(&call->params, "nb", 1, BOTS_LISTED, &most);
    size_t count = core_bots_here(call->server->core, bots, (size_t)most);
    for (size_t i = 0; i < count; i++)
        refs[i] = account_ref_id(bots[i].id);
    accounts_find(call->server->accounts, refs, count, call->identity.account.id, call_answered,
                  call_wait(call, show_bots));
}

/* Of those that are here, or of the others; the first 'most' of both together, which have been counted in *shown. */
static void print_bots(const Call *call, const AccountsAnswer *answer, bool here, int64_t most,
                       int64_t *shown, Text *text)
{
    for (size_t i = 0; i < answer->count && *shown < most; i++) {
        if (core_is_here(call->server->core, answer->list[i].id) != here)
            continue;
        user_json(call->server, &answer->list[i], call->identity.account.id, text);
        text_append(text, "\n", 1);
        ++*shown;
    }
}

static void show_all_bots(Call *call, const AccountsAnswer *answer)
{
    int64_t most = 100, shown = 0;
    Text text;
    params_integer(&call->params, "nb", 1, BOTS_LISTED, &most);
    text_init(&text);
    print_bots(call, answer, true, most, &shown, &text);
    print_bots(call, answer, false, most, &shown, &text);
    answer_lines(&call->asker, &text);
    text_clear(&text);
}

void bots_list(Call *call)
{
    accounts_bots(call->server->accounts, call->identity.account.id, BOTS_LISTED, call_answered,
                  call_wait(call, show_all_bots));
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

/* They are sorted by category, so each category's points are together. */
static void print_history(const StoreRatingDay *days, size_t count, Text *text)
{
    int open = -1;
    text_open(text, NULL, '[');
    for (size_t i = 0; i < count; i++) {
        const StoreRatingDay *at = &days[i];
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
        for (int part = 0; part < 4; part++)
            text_integer(text, NULL, point[part]);
        text_close(text, ']');
    }
    if (open >= 0) {
        text_close(text, ']');
        text_close(text, '}');
    }
    text_close(text, ']');
}

/* One that is being read. */
typedef struct {
    Asker asker;
    char address[ADDRESS_MAX + 1];
} History;

static void end_history(History *history)
{
    record_leaves_place(api_options(history->asker.api)->core, history->address);
    free(history);
}

static void on_history(void *context, StoreError error, const StoreRatingDay *days, size_t count)
{
    History *history = context;
    Text text;
    if (error != STORE_OK) {
        answer_error(&history->asker, 503, "The ratings cannot be read right now.");
    } else {
        text_init(&text);
        print_history(days, count, &text);
        answer_json(&history->asker, 200, &text);
        text_clear(&text);
    }
    end_history(history);
}

static void read_history(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = call_found(call, answer);
    if (!account)
        return;
    if (!record_takes_place(call->server->core, call->http->address)) {
        answer_flood(&call->asker, RECORD_RETRY);
        return;
    }
    History *history = memory_new(sizeof *history);
    history->asker = call->asker;
    snprintf(history->address, sizeof history->address, "%s", call->http->address);
    if (store_read_rating_history(call->server->store, account->id, on_history, history))
        return;
    answer_error(&call->asker, 503, "The server is busy: try again in a second.");
    end_history(history);
}

void user_rating_history(Call *call)
{
    call_find(call, 0, read_history);
}

/* ---- follow and block ---- */

static void related(Call *call, const AccountsAnswer *answer)
{
    if (answer->error == ACCOUNTS_OK)
        answer_ok(&call->asker);
    else
        answer_refusal(&call->asker, 400, accounts_error_code(answer->error),
                       accounts_error_text(answer->error));
}

static void relate(Call *call, const AccountsAnswer *answer, Relation relation, bool on)
{
    const AccountInfo *other = call_found(call, answer);
    const char *id = call->identity.account.id;
    if (!other || (on && !call_is_allowed(call, LIMIT_FOLLOW, id)))
        return;
    accounts_relate(call->server->accounts, id, relation, other->id, on, call->now, call_answered,
                    call_wait(call, related));
}

static void follow(Call *call, const AccountsAnswer *answer)
{
    relate(call, answer, RELATION_FOLLOWS, true);
}

static void unfollow(Call *call, const AccountsAnswer *answer)
{
    relate(call, answer, RELATION_FOLLOWS, false);
}

static void block(Call *call, const AccountsAnswer *answer)
{
    relate(call, answer, RELATION_BLOCKS, true);
}

static void unblock(Call *call, const AccountsAnswer *answer)
{
    relate(call, answer, RELATION_BLOCKS, false);
}

static void list_related(Call *call, const AccountsAnswer *answer)
{
    Text text;
    text_init(&text);
    for (size_t i = 0; i < answer->count; i++) {
        user_json(call->server, &answer->list[i], call->identity.account.id, &text);
        text_append(&text, "\n", 1);
    }
    answer_lines(&call->asker, &text);
    text_clear(&text);
}

static void ask_related(Call *call, Relation relation)
{
    accounts_related(call->server->accounts, call->identity.account.id, relation, call_answered,
                     call_wait(call, list_related));
}

void user_follow(Call *call)
{
    call_find(call, 0, follow);
}

void user_unfollow(Call *call)
{
    call_find(call, 0, unfollow);
}

void user_block(Call *call)
{
    call_find(call, 0, block);
}

void user_unblock(Call *call)
{
    call_find(call, 0, unblock);
}

void users_followed(Call *call)
{
    ask_related(call, RELATION_FOLLOWS);
}

void users_blocked(Call *call)
{
    ask_related(call, RELATION_BLOCKS);
}

/* ---- reports ---- */

static bool is_reason(const char *word)
{
    for (int i = 0; i < REPORT_REASON_COUNT; i++)
        if (strcmp(word, report_reason_word((ReportReason)i)) == 0)
            return true;
    return false;
}

static void report(Call *call, const AccountsAnswer *answer)
{
    StoreReport row = {.at = call->now};
    const AccountInfo *about = call_found(call, answer);
    const char *reason, *words, *game = params_find(&call->params, "game");
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
    memcpy(row.id, call->identity.person.id, sizeof row.id);
    memcpy(row.about, about->id, sizeof row.about);
    memcpy(row.reason, reason, strlen(reason));
    memcpy(row.words, words, strlen(words));
    if (game)
        memcpy(row.game, game, strlen(game));
    if (game) {
        GameId id = {{0}};
        memcpy(id.text, game, GAME_ID_LENGTH);
        core_copy_chat(call->server->core, &id, row.chat);
    }
    call->server->metrics->reports_total++;
    call->asker.number = store_put_report(call->server->store, &row);
    answer_ok(&call->asker);
}

void user_report(Call *call)
{
    call_find(call, 0, report);
}
