/* Of remote_state.h and remote_call.h: what many commands need: to ask the server, to read a number, to say how they are
 * written. */
#include "remote_call.h"

#include "shown_commands.h"

#include <stdlib.h>
#include <string.h>

void remote_ask_begin(RemoteTable *table, Text *ask, const char *kind, const GameId *game)
{
    text_init(ask);
    text_open(ask, NULL, '{');
    text_string(ask, "t", kind);
    text_integer(ask, "id", ++table->sent);
    if (game)
        text_string(ask, "game", game->text);
}

void remote_ask_end(RemoteTable *table, Text *ask)
{
    text_close(ask, '}');
    table->hooks.send(table->hooks.context, ask->bytes, ask->length);
    text_clear(ask);
}

void remote_ask(RemoteTable *table, const char *kind, const GameId *game)
{
    Text ask;
    remote_ask_begin(table, &ask, kind, game);
    remote_ask_end(table, &ask);
}

void remote_ask_watch(RemoteTable *table, const GameId *game)
{
    table->wanted = *game;
    remote_ask(table, "watch", game);
}

size_t remote_read_number(const char *text, size_t most, const char **rest)
{
    char *end;
    if (*text < '0' || *text > '9')
        return 0;
    unsigned long number = strtoul(text, &end, 10);
    if ((*end && *end != ' ') || number > most)
        return 0;
    *rest = end + strspn(end, " ");
    return number;
}

void remote_say_form(const Call *call)
{
    shown_form(call->typed, &call->table->view, call->out);
}
