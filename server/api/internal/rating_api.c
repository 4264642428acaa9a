/* Ratings over HTTP: who is best, of those whose ratings are certain. */
#include "memory.h"
#include "routes.h"

#include <stdlib.h>

enum { LEADERS_USUAL = 10 };

/* Of one category; kept while the accounts are asked who they are. */
typedef struct {
    Category category;
    const char *name; /* of the list in the answer */
    size_t from, count;
} Board;

typedef struct {
    Board boards[CATEGORY_COUNT];
    size_t boards_count, count;
    Leader placed[];
} Leaders;

static Leaders *leaders_new(Call *call, size_t most)
{
    Leaders *leaders = memory_new(sizeof *leaders + most * sizeof(Leader));
    call->extra = leaders;
    return leaders;
}

static void add_board(const Call *call, Leaders *leaders, const char *name, Category category,
                      size_t most)
{
    Board *board = &leaders->boards[leaders->boards_count++];
    *board = (Board){category, name, leaders->count, 0};
    board->count =
        core_leaders(call->server->core, category, leaders->placed + leaders->count, most);
    leaders->count += board->count;
}

static void print_leader(const ApiOptions *server, const Leader *placed, const AccountInfo *account,
                         Category category, Text *text)
{
    char handle[PERSON_NAME_MAX + 1];
    text_open(text, NULL, '{');
    text_string(text, "id",
                account_is_found(account) ? account_handle(account, handle) : placed->id);
    text_string(text, "username", placed->name);
    text_open(text, "perfs", '{');
    text_open(text, category_word(category), '{');
    text_integer(text, "rating", rating_points(&placed->rating));
    text_close(text, '}');
    text_close(text, '}');
    if (account->bot)
        text_string(text, "title", "BOT");
    if (core_is_here(server->core, placed->id))
        text_bool(text, "online", true);
    text_close(text, '}');
}

static void answer_leaders(Call *call, const AccountsAnswer *answer)
{
    const Leaders *leaders = call->extra;
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    for (size_t i = 0; i < leaders->boards_count; i++) {
        const Board *board = &leaders->boards[i];
        text_open(&text, board->name, '[');
        for (size_t k = board->from; k < board->from + board->count; k++)
            print_leader(call->server, &leaders->placed[k], &answer->list[k], board->category,
                         &text);
        text_close(&text, ']');
    }
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void ask_leaders(Call *call, const Leaders *leaders)
{
    AccountRef *refs = memory_array(leaders->count + 1, sizeof *refs);
    for (size_t i = 0; i < leaders->count; i++)
        refs[i] = account_ref_id(leaders->placed[i].id);
    accounts_find(call->server->accounts, refs, leaders->count, "", call_answered,
                  call_wait(call, answer_leaders));
    free(refs);
}

void players_best(Call *call)
{
    Leaders *leaders = leaders_new(call, (size_t)CATEGORY_COUNT * LEADERS_USUAL);
    for (int i = 0; i < CATEGORY_COUNT; i++)
        add_board(call, leaders, category_word((Category)i), (Category)i, LEADERS_USUAL);
    ask_leaders(call, leaders);
}

void players_top(Call *call)
{
    Category category;
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
    Leaders *leaders = leaders_new(call, (size_t)most);
    add_board(call, leaders, "users", category, (size_t)most);
    ask_leaders(call, leaders);
}
