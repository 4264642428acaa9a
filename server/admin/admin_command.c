#include "admin_command.h"

#include "admin_client.h"
#include "admin_socket.h"
#include "command_line.h"
#include "command_table.h"
#include "offline.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is asked for; the words are followed by a hash when the command takes one. */
typedef struct {
    const char *directory, *server;
    const char *words[ADMIN_WORDS_MAX + 1];
    int count;
    char password[PASSWORD_DRAWN_LENGTH + 1]; /* empty: none was drawn */
    char hash[PASSWORD_HASH_MAX + 1];
} Invocation;

/* ---- on the database itself ---- */

typedef struct {
    bool is_read, failed;
    Text *out;
} Reading;

static void on_lines(void *context, StoreError error, const char *text, size_t length)
{
    Reading *reading = context;
    reading->is_read = true;
    reading->failed = error != STORE_OK;
    if (error == STORE_OK)
        text_append(reading->out, text, length);
}

typedef struct {
    AdminResult result;
    bool is_there;
} Performed;

static void on_result(void *context, const AdminResult *result)
{
    Performed *performed = context;
    performed->result = *result;
    performed->is_there = true;
}

static int admin_on(Offline *offline, const Invocation *invocation, Text *out)
{
    AdminTarget target = offline_target(offline);
    Performed performed = {.is_there = false};
    admin_run(&target, invocation->count, invocation->words, out, on_result, &performed);
    accounts_finish(offline->accounts);
    while (!performed.is_there) { /* it reads the database, and may ask the accounts then */
        uv_run(&offline->loop, UV_RUN_ONCE);
        accounts_finish(offline->accounts);
    }
    AdminResult result = performed.result;
    if (!offline_wait(offline, result.number))
        return ADMIN_REFUSED;
    Reading reading = {.out = out};
    if (!result.shows_lines)
        return (int)result.status;
    if (!store_read_listing(offline->store, result.lines, "", on_lines, &reading))
        return ADMIN_REFUSED;
    while (!reading.is_read)
        uv_run(&offline->loop, UV_RUN_ONCE);
    return reading.failed ? ADMIN_REFUSED : (int)result.status;
}

static int do_it_here(const Invocation *invocation, Text *out)
{
    Offline offline;
    if (!offline_open(&offline, invocation->directory, invocation->server))
        return ADMIN_REFUSED;
    int status = admin_on(&offline, invocation, out);
    offline_close(&offline);
    return status;
}

/* ---- the command line ---- */

static const CommandForm FORM = {
    .program = "castled admin",
    .usage = "usage: castled admin [--data DIR] [--store URL] COMMAND [WORD...]\n"
             "castled admin help lists the commands.\n",
    .words_least = 1,
    .words_most = ADMIN_WORDS_MAX,
    .options_go_first = true,
    .has_store = true,
};

/* False when a word is too long for the socket. */
static bool take_words(Invocation *invocation, const CommandLine *line)
{
    invocation->directory = line->directory;
    invocation->server = line->server;
    for (size_t i = 0; i < line->words.count; i++) {
        if (strlen(line->words.words[i]) >= ADMIN_SOCKET_WORDS_MAX / 4)
            return false;
        invocation->words[invocation->count++] = line->words.words[i];
    }
    return true;
}

static bool add_hash(Invocation *invocation)
{
    int wanted = admin_takes_hash(invocation->words[0]);
    if (!wanted || invocation->count != wanted + 1)
        return true;
    password_draw(invocation->password);
    if (!password_hash_now(invocation->password, invocation->hash)) {
        fputs("castled: there is not enough memory to hash a password\n", stderr);
        return false;
    }
    invocation->words[invocation->count++] = invocation->hash;
    return true;
}

/* Asks the server, or works on the database when none is running. */
static int run(const Invocation *invocation, Text *out)
{
    static const char SILENT[] = "The server does not answer; see its log.\n";
    int status = admin_ask(invocation->directory, invocation->count, invocation->words, 0, out);
    if (status == ADMIN_NO_SERVER)
        return do_it_here(invocation, out);
    if (status != ADMIN_NO_ANSWER)
        return status;
    text_append(out, SILENT, sizeof SILENT - 1);
    return ADMIN_REFUSED;
}

static void print(const Text *text, FILE *out)
{
    if (text->length)
        fprintf(out, "%.*s", (int)text->length, text->bytes);
}

static int print_commands(void)
{
    Text out;
    text_init(&out);
    admin_print_help(&out);
    print(&out, stdout);
    text_clear(&out);
    return ADMIN_DONE;
}

int admin_command(int argc, char *const argv[])
{
    CommandLine line;
    Invocation invocation = {0};
    Text out;
    int status;
    if (!command_line_read(&line, &FORM, argc, argv, &status))
        return status;
    if (strcmp(line.words.words[0], "help") == 0)
        return print_commands();
    if (!take_words(&invocation, &line)) {
        fputs("castled: an argument is too long\n", stderr);
        return ADMIN_USAGE;
    }
    text_init(&out);
    status = add_hash(&invocation) ? run(&invocation, &out) : ADMIN_REFUSED;
    if (status == ADMIN_DONE && out.length == 0)
        puts("There is nothing to list.");
    print(&out, status == ADMIN_DONE ? stdout : stderr);
    if (status == ADMIN_DONE && invocation.password[0])
        printf("password: %s\n", invocation.password);
    sodium_memzero(&invocation, sizeof invocation);
    text_clear(&out);
    return status;
}
