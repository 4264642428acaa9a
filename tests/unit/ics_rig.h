/* ics_rig.h - somebody at the ICS port's prompt without sockets: lines are typed, messages of castled.v1 heard, and what is shown
 * and requested is looked at. Newton is whoever types. */
#pragma once

#include "ics_client.h"
#include "ics_line.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static IcsClient *client;
static IcsNumbers *games, *seeks;
static Text sent, asked;
static IcsAsk newest;

static inline void on_send(void *context, const char *text, size_t length)
{
    (void)context;
    text_append(&sent, text, length);
    text_append(&sent, "\n", 1);
}

static inline void on_ask(void *context, const IcsAsk *ask)
{
    (void)context;
    newest = *ask;
    ics_put(&asked, "%d %s %s\n", (int)ask->kind, ask->name, ask->words ? ask->words : "");
}

static inline void on_quit(void *context)
{
    (void)context;
    text_append(&asked, "quit", 4);
}

static const char WELCOME[] =
    "{\"t\":\"welcome\",\"you\":{\"id\":\"a1\",\"name\":\"Newton\",\"rating\":null,"
    "\"guest\":false,\"ratings\":{}},\"token\":null,\"playing\":[],\"seeks\":[],"
    "\"now\":1793000000000}";

static inline void forget(void)
{
    text_reset(ics_client_output(client));
    text_reset(&sent);
    text_reset(&asked);
}

static inline const char *shown(void)
{
    Text *out = ics_client_output(client);
    return out->length ? out->bytes : "";
}

static inline const char *requested(void)
{
    return sent.length ? sent.bytes : "";
}

static inline void hear(const char *message)
{
    forget();
    ics_client_received(client, message, strlen(message));
}

static inline void type(const char *line)
{
    forget();
    ck_assert(!ics_client_is_busy(client));
    ics_client_line(client, line, strlen(line));
}

static inline void expect(const char *words)
{
    ck_assert_msg(strstr(shown(), words) != NULL, "\"%s\" is not in \"%s\"", words, shown());
}

static inline void expect_not(const char *words)
{
    ck_assert_msg(strstr(shown(), words) == NULL, "\"%s\" is in \"%s\"", words, shown());
}

static inline void expect_request(const char *words)
{
    ck_assert_msg(strstr(requested(), words) != NULL, "\"%s\" is not in \"%s\"", words,
                  requested());
}

static inline void says(const char *line, const char *words)
{
    type(line);
    expect(words);
    ck_assert_str_eq(requested(), "");
}

static inline void set_up(void)
{
    text_init(&sent);
    text_init(&asked);
    games = ics_numbers_new();
    seeks = ics_numbers_new();
    IcsHooks hooks = {.send = on_send, .ask = on_ask, .quit = on_quit};
    client = ics_client_new(&hooks, games, seeks, true);
    hear(WELCOME);
    hear("{\"t\":\"lobby\",\"count\":0,\"seeks\":[]}");
}

static inline void tear_down(void)
{
    ics_client_free(client);
    ics_numbers_free(games);
    ics_numbers_free(seeks);
    text_clear(&sent);
    text_clear(&asked);
}

static inline const char *answer(const char *words)
{
    static char message[600];
    const char *id = strstr(requested(), "\"id\":");
    ck_assert_ptr_nonnull(id);
    snprintf(message, sizeof message, "{\"t\":\"%s,\"id\":%d%s}",
             *words == '!' ? "error\"" : "ok\"", atoi(id + 5), *words == '!' ? words + 1 : words);
    return message;
}

/* Newton has White against Einstein: 2 12, after "moves". */
static inline void hear_game(const char *moves, const char *white, const char *black)
{
    char message[900];
    snprintf(message, sizeof message,
             "{\"t\":\"game\",\"game\":\"Ab12Cd34\",\"seq\":3,\"at\":0,\"turn\":2,\"variant\":"
             "\"standard\","
             "\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"moves\":[%s],"
             "\"white\":{\"id\":\"a1\",\"name\":\"Newton\",\"rating\":null,\"guest\":false},"
             "\"black\":{\"id\":\"a2\",\"name\":\"Einstein\",\"rating\":1500,\"guest\":false},"
             "\"rated\":false,\"clock\":{\"initial\":120000,\"increment\":12000,\"white\":%s,"
             "\"black\":%s,"
             "\"running\":\"white\"},\"firstMove\":30000,\"offers\":[],\"status\":\"started\","
             "\"winner\":null}",
             moves, white, black);
    hear(message);
}

static inline void begin_game(const char *moves, const char *white, const char *black)
{
    hear("{\"t\":\"start\",\"game\":\"Ab12Cd34\",\"color\":\"white\"}");
    hear_game(moves, white, black);
}
