#include "user_json.h"

#include <stdio.h>
#include <string.h>

static void print_relations(const AccountInfo *account, const char *viewer, Text *text)
{
    if (account->is_operator && strcmp(viewer, account->id) == 0)
        text_bool(text, "operator", true);
    if (account->has_second && strcmp(viewer, account->id) == 0)
        text_bool(text, "secondFactor", true);
    text_bool(text, "followable", strcmp(viewer, account->id) != 0);
    text_bool(text, "following", account->followed);
    text_bool(text, "blocking", account->blocked);
}

/* In all categories, as on lichess: the values of a newcomer in those never played. */
static void print_perfs(const ApiOptions *server, const AccountInfo *account, Text *text)
{
    int64_t now = core_wall(server->core);
    text_open(text, "perfs", '{');
    for (int i = 0; i < CATEGORY_COUNT; i++) {
        PublicRating shown = account->ratings[i];
        text_open(text, category_word((Category)i), '{');
        text_integer(text, "games", shown.rating.games);
        text_integer(text, "rating", rating_points(&shown.rating));
        text_integer(text, "rd", rating_deviation(&shown.rating, now) / 100);
        text_integer(text, "prog", shown.progress);
        if (rating_is_provisional(&shown.rating, now))
            text_bool(text, "prov", true);
        if (shown.rank)
            text_integer(text, "rank", (int64_t)shown.rank);
        text_close(text, '}');
    }
    text_close(text, '}');
}

void user_members(const ApiOptions *server, const AccountInfo *account, const char *viewer,
                  Text *text)
{
    char handle[PERSON_NAME_MAX + 1], path[64];
    GameId game;
    text_string(text, "id", account_handle(account, handle));
    text_string(text, "username", account->name);
    text_string(text, "person", account->id);
    if (account->bot)
        text_string(text, "title", "BOT");
    if (account->marked)
        text_bool(text, "tosViolation", true);
    print_perfs(server, account, text);
    text_integer(text, "createdAt", account->made);
    text_integer(text, "seenAt", account->seen);
    text_bool(text, "online", core_is_here(server->core, account->id));
    if (core_playing(server->core, account->id, &game)) {
        snprintf(path, sizeof path, "/%s", game.text);
        text_string(text, "playing", path);
    }
    snprintf(path, sizeof path, "/@/%s", account->name);
    text_string(text, "url", path);
    if (*viewer)
        print_relations(account, viewer, text);
}

void user_json(const ApiOptions *server, const AccountInfo *account, const char *viewer, Text *text)
{
    text_open(text, NULL, '{');
    user_members(server, account, viewer, text);
    text_close(text, '}');
}
