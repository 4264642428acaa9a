/* The leaderboards over HTTP: the best of those whose ratings are certain. */
#include "routes.h"

#include <stdlib.h>

enum { LEADERS_USUAL = 10 };

static void print_leader(const ApiOptions *server, const AccountInfo *account, Category category,
                         Text *text)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, NULL, '{');
    text_string(text, "id", account_handle(account, handle));
    text_string(text, "username", account->name);
    text_open(text, "perfs", '{');
    text_open(text, category_word(category), '{');
    text_integer(text, "rating", rating_points(&account->ratings[category].rating));
    text_close(text, '}');
    text_close(text, '}');
    if (account->bot)
        text_string(text, "title", "BOT");
    if (core_is_here(server->core, account->id))
        text_bool(text, "online", true);
    text_close(text, '}');
}

/* Prints the category's list, which begins at 'from'; returns where the next one begins. */
static size_t print_list(const Call *call, const AccountsAnswer *answer, const char *name,
                         Category category, size_t from, Text *text)
{
    size_t end = from + answer->leaders[category];
    text_open(text, name, '[');
    for (size_t i = from; i < end; i++)
        print_leader(call->server, &answer->list[i], category, text);
    text_close(text, ']');
    return end;
}

static void answer_best(Call *call, const AccountsAnswer *answer)
{
    size_t from = 0;
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    for (int i = 0; i < CATEGORY_COUNT; i++)
        from = print_list(call, answer, category_word((Category)i), (Category)i, from, &text);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void players_best(Call *call)
{
    accounts_leaders(call->server->accounts, CATEGORY_COUNT, LEADERS_USUAL, call->now,
                     call_answered, call_wait(call, answer_best));
}

static void answer_top(Call *call, const AccountsAnswer *answer)
{
    Category category = CATEGORY_COUNT;
    Text text;
    category_parse(call->parts[1], &category);
    text_init(&text);
    text_open(&text, NULL, '{');
    print_list(call, answer, "users", category, 0, &text);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void players_top(Call *call)
{
    Category category;
    char *end;
    long most = strtol(call->parts[0], &end, 10);
    if (*end || most < 1 || most > LEADERS_MAX)
        answer_error(&call->asker, 400, "The number must be from 1 to 200.");
    else if (!category_parse(call->parts[1], &category))
        answer_error(&call->asker, 404, "Category not found.");
    else
        accounts_leaders(call->server->accounts, category, (size_t)most, call->now, call_answered,
                         call_wait(call, answer_top));
}
