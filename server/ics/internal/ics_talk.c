/* Of ics_state.h: commands to talk, and whom not to hear. */
#include "ics_state.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What they typed as what is said: the same, or a preset's word. */
static void chat(IcsClient *client, const GameId *game, const char *words, IcsNext next)
{
    ChatPreset preset = PRESET_NONE;
    ics_request(client, REQ_CHAT, game);
    for (ChatPreset each = PRESET_NONE + 1; each <= PRESET_BYE; each++)
        if (strcasecmp(chat_preset_word(each), words) == 0)
            preset = each;
    if (preset == PRESET_NONE)
        text_string(&client->ask, "text", words);
    else
        text_string(&client->ask, "preset", chat_preset_word(preset));
    ics_await(client, NULL, NULL, next);
}

/* The newest own game, in progress or over. */
static IcsGame *own_game(IcsClient *client)
{
    IcsGame *game = ics_current(client);
    if (!game && client->last.text[0])
        game = ics_game(client, &client->last);
    return game;
}

static void said(IcsClient *client, const cJSON *message, bool ok)
{
    if (ok)
        ics_say(client, "(told %s)\n", client->words);
    else
        ics_say_refusal(client, message);
}

static void say_to_opponent(IcsClient *client, const IcsGame *game, const char *words)
{
    ics_opponent(game, client->words);
    chat(client, &game->heard.id, words, said);
}

void ics_run_say(IcsClient *client, char *rest)
{
    const char *words = ics_rest(rest);
    IcsGame *game = own_game(client);
    if (!game)
        ics_say(client, "You haven't played a game since you signed in.\n");
    else if (!*words)
        ics_say(client, "say WORDS\n");
    else
        say_to_opponent(client, game, words);
}

static void kibitzed(IcsClient *client, const cJSON *message, bool ok)
{
    if (ok)
        ics_say(client, "(%s)\n", client->words);
    else
        ics_say_refusal(client, message);
}

/* What a player says in their game goes to the opponent, what others say to all who observe. */
static void kibitz(IcsClient *client, char *rest, const char *done)
{
    const char *words = ics_rest(rest);
    IcsGame *game = ics_current(client);
    for (IcsGame *each = client->games; !game && each; each = each->next)
        if (!each->is_own && each->heard.is_known)
            game = each;
    if (!game)
        ics_say(client, "You are not playing or observing a game.\n");
    else if (!*words)
        ics_say(client, "kibitz WORDS\n");
    else {
        snprintf(client->words, sizeof client->words, "%s %s", done,
                 game->is_own ? "to your opponent" : "to the observers");
        chat(client, &game->heard.id, words, kibitzed);
    }
}

void ics_run_kibitz(IcsClient *client, char *rest)
{
    kibitz(client, rest, "kibitzed");
}

void ics_run_whisper(IcsClient *client, char *rest)
{
    if (ics_current(client))
        ics_say(client,
                "While you play you can \"say\" something to your opponent; what you whisper "
                "nobody would hear.\n");
    else
        kibitz(client, rest, "whispered");
}

static void told(IcsClient *client, const IcsAnswer *answer)
{
    char name[ICS_NAME_MAX + 1];
    if (answer->refusal) {
        ics_say(client, "%s\n", answer->refusal);
        return;
    }
    ics_say(client, "(told %s)\n", ics_name(&answer->person, name));
    memcpy(client->told, answer->person.name, sizeof client->told);
}

void ics_run_tell(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, false), *words = ics_rest(rest);
    IcsGame *game = own_game(client);
    IcsAsk ask = {.kind = ICS_ASK_TELL, .words = words};
    if (!*word || !*words) {
        ics_say(client, "tell NAME WORDS\n");
        return;
    }
    if (game && ics_name_is(word, &game->heard.seat[color_other(game->seat)])) {
        say_to_opponent(client, game, words);
        return;
    }
    if (strcmp(word, ".") == 0 && client->told[0])
        memcpy(ask.name, client->told, sizeof ask.name);
    else
        ics_name_meant(word, ask.name);
    ics_query(client, &ask, told);
}

static void shouted(IcsClient *client, const IcsAnswer *answer)
{
    if (answer->refusal)
        ics_say(client, "%s\n", answer->refusal);
    else
        ics_say(client, "(shouted to %d player%s)\n", answer->count, answer->count == 1 ? "" : "s");
}

void ics_run_shout(IcsClient *client, char *rest)
{
    const char *words = ics_rest(rest);
    if (!client->may_shout)
        ics_say(client, "Nobody may shout on this server.\n");
    else if (!*words)
        ics_say(client, "shout WORDS\n");
    else
        ics_query(client, &(IcsAsk){.kind = ICS_ASK_SHOUT, .words = words}, shouted);
}

/* ---- whom they do not want to hear ---- */

static void list_names(IcsClient *client, const char *names)
{
    int count = 0;
    for (const char *at = names; *at; at++)
        count += *at == ' ' || at == names;
    ics_say(client, "-- censor list: %d name%s --\n", count, count == 1 ? "" : "s");
    if (count) {
        text_append(client->sink, names, strlen(names));
        ics_say(client, "\n");
    }
}

static void listed(IcsClient *client, const IcsAnswer *answer)
{
    if (answer->refusal)
        ics_say(client, "%s\n", answer->refusal);
    else
        list_names(client, answer->text);
}

static void list_censored(IcsClient *client)
{
    char name[ICS_NAME_MAX + 1];
    Text names;
    if (!client->you.guest) {
        ics_query(client, &(IcsAsk){.kind = ICS_ASK_CENSORED}, listed);
        return;
    }
    text_init(&names);
    for (size_t i = 0; i < client->censored_count; i++)
        ics_put(&names, "%s%s", i ? " " : "", ics_name(&client->censored[i], name));
    list_names(client, names.length ? names.bytes : "");
    text_clear(&names);
}

static void muted(IcsClient *client, const cJSON *message, bool ok)
{
    char name[ICS_NAME_MAX + 1];
    if (!ok) {
        ics_say_refusal(client, message);
        return;
    }
    if (client->index && client->censored_count < ICS_CENSORED_MAX)
        client->censored[client->censored_count++] = client->match;
    ics_say(client, "[%s] %s your censor list.\n", ics_name(&client->match, name),
            client->index ? "added to" : "removed from");
}

static void mute(IcsClient *client, const IcsAnswer *answer)
{
    if (answer->refusal) {
        ics_say(client, "%s\n", answer->refusal);
        return;
    }
    client->match = answer->person;
    ics_request(client, REQ_MUTE, NULL);
    text_string(&client->ask, "person", answer->person.id);
    text_bool(&client->ask, "on", client->index);
    ics_await(client, NULL, NULL, muted);
}

static void change_list(IcsClient *client, const char *word, bool on)
{
    IcsAsk ask = {.kind = ICS_ASK_PERSON};
    if (!*word) {
        ics_say(client, "%ccensor NAME\n", on ? '+' : '-');
        return;
    }
    client->index = on;
    ics_name_meant(word, ask.name);
    ics_query(client, &ask, mute);
}

/* "censor bob" adds, as "+censor bob"; alone it lists. */
void ics_run_censor(IcsClient *client, char *rest)
{
    const char *word = ics_word(&rest, false);
    if (*word)
        change_list(client, word, true);
    else
        list_censored(client);
}

static bool is_censor(IcsClient *client, const char *list)
{
    if (*list && ics_begins("censor", list))
        return true;
    ics_say(client, "\"%s\" does not match any list name: there is censor.\n", list);
    return false;
}

void ics_run_addlist(IcsClient *client, char *rest)
{
    if (is_censor(client, ics_word(&rest, true)))
        change_list(client, ics_word(&rest, false), true);
}

void ics_run_sublist(IcsClient *client, char *rest)
{
    if (is_censor(client, ics_word(&rest, true)))
        change_list(client, ics_word(&rest, false), false);
}

void ics_run_showlist(IcsClient *client, char *rest)
{
    const char *list = ics_word(&rest, true);
    if (!*list)
        ics_say(client, "Lists:\n\ncensor               is PERSONAL\n");
    else if (is_censor(client, list))
        list_censored(client);
}
