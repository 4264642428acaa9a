/* The score between two players over HTTP. */
#include "base62.h"
#include "game_query.h"
#include "memory.h"
#include "routes.h"
#include "snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A request under way: asked by the loop, counted on the store's read thread, answered by the
 * loop. */
typedef struct {
    Asker asker;
    struct {
        char id[STORE_PLAYER_ID_MAX + 1], handle[PERSON_NAME_MAX + 1];
    } player[2];
    StoreScore score;
    StoreError error;
} Crosstable;

static void count_score(void *context, StoreSnapshot *snapshot)
{
    Crosstable *table = context;
    char line[STORE_LINE_MAX];
    table->error =
        snapshot_score(snapshot, table->player[0].id, table->player[1].id, &table->score, line);
}

/* As Lichess has it. */
static void print_score(const Crosstable *table, Text *text)
{
    const StoreScore *score = &table->score;
    text_open(text, NULL, '{');
    text_open(text, "users", '{');
    text_halves(text, table->player[0].handle, score->halves);
    text_halves(text, table->player[1].handle, 2 * score->games - score->halves);
    text_close(text, '}');
    text_integer(text, "nbGames", score->games);
    text_close(text, '}');
}

static void on_counted(void *context, StoreError error)
{
    Crosstable *table = context;
    Text text;
    if (error == STORE_OK && table->error == STORE_OK) {
        text_init(&text);
        print_score(table, &text);
        answer_json(&table->asker, 200, &text);
        text_clear(&text);
    } else {
        answer_error(&table->asker, 500, "The games cannot be read.");
    }
    free(table);
}

/* It becomes the name of a member, which is not escaped. */
static bool is_person_id(const char *text)
{
    return *text && text[strspn(text, BASE62)] == '\0';
}

/* An account by its name, a guest by their id; NULL, or what is wrong. */
static const char *read_players(Crosstable *table, const Call *call, const AccountsAnswer *answer)
{
    for (int i = 0; i < 2; i++) {
        const AccountInfo *account = &answer->list[2 * i];
        char *handle = table->player[i].handle;
        if (!game_query_player(table->player[i].id, call->parts[i], account) ||
            !is_person_id(table->player[i].id))
            return "Player not found.";
        if (account_is_found(account))
            account_handle(account, handle);
        else
            snprintf(handle, sizeof table->player[i].handle, "%s", table->player[i].id);
    }
    return NULL;
}

static void count_between(Call *call, const AccountsAnswer *answer)
{
    Crosstable *table = memory_new(sizeof *table);
    const char *fault = read_players(table, call, answer);
    int status = 404;
    table->asker = call->asker;
    if (!fault && strcmp(table->player[0].id, table->player[1].id) == 0) {
        fault = "They must be two players.";
        status = 400;
    }
    if (!fault && store_read(call->server->store, count_score, on_counted, table))
        return;
    answer_error(&call->asker, fault ? status : 503,
                 fault ? fault : "Too many games are being read: try again in a second.");
    free(table);
}

void crosstable_show(Call *call)
{
    AccountRef refs[4];
    game_query_name(call->parts[0], &refs[0]);
    game_query_name(call->parts[1], &refs[2]);
    accounts_find(call->server->accounts, refs, 4, "", call_answered,
                  call_wait(call, count_between));
}
