/* Ratings over HTTP: who is best, of those whose ratings are certain. */
#include "routes.h"

#include <stdlib.h>

enum { LEADERS_USUAL = 10 };

static void print_leader(const ApiOptions *server, const Leader *leader, Category category,
                         Text *text)
{
    char key[PERSON_NAME_MAX + 1];
    const Account *account = accounts_by_id(server->accounts, leader->id);
    text_open(text, NULL, '{');
    text_string(text, "id", account ? account_key(account, key) : leader->id);
    text_string(text, "username", leader->name);
    text_open(text, "perfs", '{');
    text_open(text, category_word(category), '{');
    text_integer(text, "rating", rating_points(leader->rating));
    text_close(text, '}');
    text_close(text, '}');
    if (account && account->bot)
        text_string(text, "title", "BOT");
    if (core_is_here(server->core, leader->id))
        text_bool(text, "online", true);
    text_close(text, '}');
}

static void print_leaders(const ApiOptions *server, const char *name, Category category,
                          size_t most, Text *text)
{
    Leader leaders[LEADERS_MAX];
    size_t count =
        ratings_top(core_ratings(server->core), category, core_wall(server->core), leaders, most);
    text_open(text, name, '[');
    for (size_t i = 0; i < count; i++)
        print_leader(server, &leaders[i], category, text);
    text_close(text, ']');
}

void players_best(Call *call)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    for (int i = 0; i < CATEGORY_COUNT; i++)
        print_leaders(call->server, category_word((Category)i), (Category)i, LEADERS_USUAL, &text);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void players_top(Call *call)
{
    Category category;
    Text text;
    char *end;
    long most = strtol(call->parts[0], &end, 10);
    if (*end || most < 1 || most > LEADERS_MAX) {
        answer_error(&call->asker, 400, "The number must be from 1 to 200.");
        return;
    }
    if (!category_parse(call->parts[1], &category)) {
        answer_error(&call->asker, 404, "Category not found.");
        return;
    }
    text_init(&text);
    text_open(&text, NULL, '{');
    print_leaders(call->server, "users", category, (size_t)most, &text);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}
