#include "user_json.h"

#include <stdio.h>

static void print_relations(const Account *account, const Account *viewer, Text *text)
{
    text_bool(text, "followable", viewer != account);
    text_bool(text, "following", account_is_related(viewer, RELATION_FOLLOWS, account));
    text_bool(text, "blocking", account_is_related(viewer, RELATION_BLOCKS, account));
}

void user_json(const ApiOptions *server, const Account *account, const Account *viewer, Text *text)
{
    char key[PERSON_NAME_MAX + 1], path[64];
    const GameId *game = hall_playing(server->hall, account->id);
    text_open(text, NULL, '{');
    text_string(text, "id", account_key(account, key));
    text_string(text, "username", account->name);
    text_string(text, "person", account->id);
    if (account->bot)
        text_string(text, "title", "BOT");
    text_open(text, "perfs", '{');
    text_close(text, '}');
    text_integer(text, "createdAt", account->made);
    text_integer(text, "seenAt", account->seen);
    text_bool(text, "online", hall_is_here(server->hall, account->id));
    if (game) {
        snprintf(path, sizeof path, "/%s", game->text);
        text_string(text, "playing", path);
    }
    snprintf(path, sizeof path, "/@/%s", account->name);
    text_string(text, "url", path);
    if (viewer)
        print_relations(account, viewer, text);
    text_close(text, '}');
}
