#include "ics_client.h"

#include "ics_state.h"
#include "memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PROMPT[] = "fics% ";

/* FICS's marks around an answer (help iv_block). */
enum { BLOCK_START = 21, BLOCK_SEPARATOR = 22, BLOCK_END = 23 };

/* ---- lines out ---- */

static void pour(IcsClient *client, Text *from)
{
    const IcsVariables *variables = &client->variables;
    IcsShape shape = {.width = (unsigned)variables->setting[ICS_SET_WIDTH],
                      .utf8 = variables->setting[ICS_SET_UTF8]};
    if (variables->on[ICS_SWITCH_NOWRAP])
        shape.width = 0;
    if (from->length)
        ics_shape(&shape, from->bytes, from->length, &client->out);
    text_reset(from);
}

static void prompt(IcsClient *client)
{
    text_append(&client->out, PROMPT, sizeof PROMPT - 1);
}

/* What came while nobody had typed anything stands in lines of its own behind the prompt. */
static void show_news(IcsClient *client)
{
    if (!client->news.length)
        return;
    text_append(&client->out, "\r\n", 2);
    pour(client, &client->news);
    if (!client->in_command)
        prompt(client);
}

static void end_command(IcsClient *client)
{
    bool blocks = client->variables.on[ICS_SWITCH_BLOCK] && client->block_id >= 0;
    client->in_command = false;
    client->sink = &client->news;
    if (blocks)
        ics_put(&client->out, "%c%d%c%d%c", BLOCK_START, client->block_id, BLOCK_SEPARATOR,
                client->block_code, BLOCK_SEPARATOR);
    pour(client, &client->reply);
    if (blocks)
        ics_put(&client->out, "%c\r\n", BLOCK_END);
    prompt(client);
}

static void settle(IcsClient *client)
{
    if (client->in_command && !ics_client_is_busy(client))
        end_command(client);
    if (client->is_welcome)
        show_news(client);
}

bool ics_client_is_busy(const IcsClient *client)
{
    return client->awaited.next || client->answered || !client->is_welcome;
}

/* ---- asking ---- */

/* "" is any. */
static bool is_about(const cJSON *message, const char *what, const char *id)
{
    return !*id || strcmp(message_text(message, what), id) == 0;
}

/* True when the message was waited for. */
static bool hear_awaited(IcsClient *client, const cJSON *message)
{
    IcsAwaited *awaited = &client->awaited;
    const char *kind = message_text(message, "t");
    bool ok = strcmp(kind, "ok") == 0, error = strcmp(kind, "error") == 0;
    IcsNext next = awaited->next;
    if (!next)
        return false;
    if (awaited->id) {
        if ((!ok && !error) || message_integer_or(message, "id", -1) != awaited->id)
            return false;
        awaited->id = 0;
        lobby_id_parse(&awaited->challenge, message_text(message, "challenge"));
        if (ok && awaited->kind)
            return true;
    } else {
        if (!is_about(message, "game", awaited->game.text) ||
            !is_about(message, "challenge", awaited->challenge.text) || !awaited->kind ||
            strcmp(kind, awaited->kind) != 0)
            return false;
        ok = true;
    }
    client->awaited = (IcsAwaited){.id = 0};
    client->sink = &client->reply;
    if (ok && strcmp(kind, "ok") != 0)
        ics_hear(client, message);
    next(client, message, ok);
    return true;
}

void ics_client_answered(IcsClient *client, const IcsAnswer *answer)
{
    IcsAnswered answered = client->answered;
    Text *sink = client->sink;
    assert(answered);
    client->answered = NULL;
    client->sink = &client->reply;
    answered(client, answer);
    client->sink = sink;
    /* Within ics_client_line it is that function which ends the command. */
    if (sink != &client->reply)
        settle(client);
}

/* ---- in ---- */

void ics_client_set_time(IcsClient *client, int64_t now, int64_t wall)
{
    client->now = now;
    client->wall = wall;
}

void ics_client_set_lag(IcsClient *client, int32_t ms)
{
    client->lag = ms;
}

/* "12 games": the number of a command in blocks. */
static char *read_block_id(IcsClient *client, char *line)
{
    size_t digits = strspn(line, "0123456789");
    client->block_id = 0;
    if (!client->variables.on[ICS_SWITCH_BLOCK])
        client->block_id = -1;
    else if (digits && digits <= 9 && (line[digits] == ' ' || line[digits] == '\0')) {
        client->block_id = (int)strtol(line, NULL, 10);
        return line + digits + (line[digits] == ' ');
    }
    return line;
}

void ics_client_line(IcsClient *client, const char *line, size_t length)
{
    char typed[ICS_LINE_MAX + 1];
    assert(!ics_client_is_busy(client) && length <= ICS_LINE_MAX);
    memcpy(typed, line, length);
    typed[length] = '\0';
    client->in_command = true;
    client->block_code = 0;
    client->sink = &client->reply;
    ics_command(client, ics_rest(read_block_id(client, typed)));
    client->sink = &client->news;
    settle(client);
}

void ics_client_refuse(IcsClient *client, const char *words)
{
    if (client->in_command)
        return;
    client->in_command = true;
    client->block_id = client->variables.on[ICS_SWITCH_BLOCK] ? 0 : -1;
    client->sink = &client->reply;
    ics_say(client, "%s\n", words);
    settle(client);
}

void ics_client_received(IcsClient *client, const char *text, size_t length)
{
    cJSON *message = cJSON_ParseWithLength(text, length);
    if (message) {
        client->sink = &client->news;
        if (!hear_awaited(client, message)) {
            client->sink = &client->news;
            ics_hear(client, message);
        }
    }
    cJSON_Delete(message);
    client->sink = &client->news;
    settle(client);
}

/* ---- others ---- */

static bool is_censored(const IcsClient *client, const Person *person)
{
    for (size_t i = 0; i < client->censored_count; i++)
        if (strcmp(client->censored[i].id, person->id) == 0)
            return true;
    return false;
}

bool ics_client_told(IcsClient *client, const Person *from, const char *words)
{
    char name[ICS_NAME_MAX + 1];
    if (!client->is_welcome || is_censored(client, from) ||
        (from->guest && !client->variables.setting[ICS_SET_TELL]))
        return false;
    ics_put(&client->news, "%s%s tells you: %s\n", ics_name(from, name), from->guest ? "(U)" : "",
            words);
    settle(client);
    return true;
}

bool ics_client_hears_shouts(const IcsClient *client)
{
    return client->is_welcome && client->variables.setting[ICS_SET_SHOUT];
}

bool ics_client_shouted(IcsClient *client, const Person *from, const char *words)
{
    char name[ICS_NAME_MAX + 1];
    if (!ics_client_hears_shouts(client) || is_censored(client, from))
        return false;
    ics_put(&client->news, "%s%s shouts: %s\n", ics_name(from, name), from->guest ? "(U)" : "",
            words);
    settle(client);
    return true;
}

bool ics_client_speaks_telnet(const IcsClient *client)
{
    return ics_begins(client->variables.interface, "xboard") ||
           ics_begins(client->variables.interface, "WinBoard");
}

void ics_client_preset(IcsClient *client, const char *switches)
{
    for (int i = 0; i < ICS_SWITCH_COUNT && (switches[i] == '0' || switches[i] == '1'); i++)
        client->variables.on[i] = switches[i] == '1';
}

Text *ics_client_output(IcsClient *client)
{
    return &client->out;
}

/* ---- beginning and end ---- */

IcsClient *ics_client_new(const IcsHooks *hooks, IcsNumbers *games, IcsNumbers *seeks, bool shouts)
{
    IcsClient *client = memory_new(sizeof *client);
    client->hooks = *hooks;
    client->game_numbers = games;
    client->seek_numbers = seeks;
    client->may_shout = shouts;
    ics_variables_init(&client->variables);
    text_init(&client->out);
    text_init(&client->reply);
    text_init(&client->news);
    text_init(&client->ask);
    client->sink = &client->news;
    return client;
}

void ics_client_free(IcsClient *client)
{
    ics_games_free(client);
    for (size_t i = 0; i < client->seek_count; i++)
        ics_number_release(client->seek_numbers, client->seeks[i].number);
    text_clear(&client->out);
    text_clear(&client->reply);
    text_clear(&client->news);
    text_clear(&client->ask);
    free(client);
}
