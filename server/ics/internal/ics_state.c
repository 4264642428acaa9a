#include "ics_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ics_say(IcsClient *client, const char *format, ...)
{
    char line[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0)
        text_append(client->sink, line,
                    (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

/* ---- asking ---- */

void ics_request(IcsClient *client, RequestKind kind, const GameId *game)
{
    ask_begin(&client->ask, kind, ++client->asked, game);
}

void ics_send(IcsClient *client)
{
    ask_end(&client->ask);
    client->hooks.send(client->hooks.context, client->ask.bytes, client->ask.length);
}

void ics_await(IcsClient *client, const char *kind, const GameId *game, IcsNext next)
{
    client->awaited = (IcsAwaited){.id = client->asked, .kind = kind, .next = next};
    if (game)
        client->awaited.game = *game;
    ics_send(client);
}

void ics_say_refusal(IcsClient *client, const cJSON *message)
{
    const char *code = message_text(message, "code"), *words = message_text(message, "message");
    char first = *words >= 'a' && *words <= 'z' ? (char)(*words - 'a' + 'A') : *words;
    if (strcmp(code, "no_such_player") == 0)
        ics_say(client, "Nobody has that name, or they are not here.\n");
    else if (*words)
        ics_say(client, "%c%s.\n", first, words + 1);
    else
        ics_say(client, "That is not possible.\n");
}

void ics_just_done(IcsClient *client, const cJSON *message, bool ok)
{
    if (!ok)
        ics_say_refusal(client, message);
}

void ics_query(IcsClient *client, const IcsAsk *ask, IcsAnswered answered)
{
    client->answered = answered;
    client->hooks.ask(client->hooks.context, ask);
}

void ics_show_answer(IcsClient *client, const IcsAnswer *answer)
{
    if (answer->refusal)
        ics_say(client, "%s\n", answer->refusal);
    else
        text_append(client->sink, answer->text, strlen(answer->text));
}
