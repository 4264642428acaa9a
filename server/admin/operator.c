#include "operator.h"

#include "command_line.h"
#include "control.h"
#include "control_client.h"
#include "offline.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWN_LENGTH = 14 /* of a password: 14 of 32 letters are 70 bits */ };

/* What is asked for; the words are followed by a hash when the command takes one. */
typedef struct {
    const char *directory;
    const char *words[ACT_WORDS_MAX + 1];
    int count;
    char password[DRAWN_LENGTH + 1]; /* empty: none was drawn */
    char hash[PASSWORD_HASH_MAX + 1];
} Errand;

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

static void on_result(void *context, const ActResult *result)
{
    ActResult *kept = context;
    *kept = *result;
}

static int act_on(Offline *offline, const Errand *errand, Text *out)
{
    Desk desk = offline_desk(offline);
    ActResult result = {.status = ACT_REFUSED};
    act_run(&desk, errand->count, errand->words, out, on_result, &result);
    accounts_turn(offline->accounts);
    if (!offline_wait(offline, result.number))
        return ACT_REFUSED;
    Reading reading = {.out = out};
    if (!result.shows_lines)
        return (int)result.status;
    if (!store_read_listing(offline->store, result.lines, "", on_lines, &reading))
        return ACT_REFUSED;
    while (!reading.is_read)
        uv_run(&offline->loop, UV_RUN_ONCE);
    return reading.failed ? ACT_REFUSED : (int)result.status;
}

static int do_it_here(const Errand *errand, Text *out)
{
    Offline offline;
    if (!offline_open(&offline, errand->directory))
        return ACT_REFUSED;
    int status = act_on(&offline, errand, out);
    offline_close(&offline);
    return status;
}

/* ---- the command line ---- */

/* Letters that cannot be taken for each other. */
static void draw_password(char password[DRAWN_LENGTH + 1])
{
    static const char LETTERS[] = "abcdefghjkmnpqrstuvwxyz23456789A";
    for (int i = 0; i < DRAWN_LENGTH; i++)
        password[i] = LETTERS[randombytes_uniform(sizeof LETTERS - 1)];
    password[DRAWN_LENGTH] = '\0';
}

static const CommandForm FORM = {
    .program = "castled admin",
    .usage = "usage: castled admin [--data DIR] COMMAND [WORD...]\n"
             "castled admin help lists the commands.\n",
    .words_least = 1,
    .words_most = ACT_WORDS_MAX,
    .options_go_first = true,
};

/* False when a word is too long for the socket. */
static bool take_words(Errand *errand, const CommandLine *line)
{
    errand->directory = line->directory;
    for (size_t i = 0; i < line->words.count; i++) {
        if (strlen(line->words.words[i]) >= CONTROL_WORDS_MAX / 4)
            return false;
        errand->words[errand->count++] = line->words.words[i];
    }
    return true;
}

static bool add_hash(Errand *errand)
{
    int wanted = act_takes_hash(errand->words[0]);
    if (!wanted || errand->count != wanted + 1)
        return true;
    draw_password(errand->password);
    if (!password_hash_now(errand->password, errand->hash)) {
        fputs("castled: there is not enough memory to hash a password\n", stderr);
        return false;
    }
    errand->words[errand->count++] = errand->hash;
    return true;
}

/* Asks the server, or does it on the database when none runs. */
static int run(const Errand *errand, Text *out)
{
    static const char SILENT[] = "The server does not answer; see its log.\n";
    int status = control_ask(errand->directory, errand->count, errand->words, 0, out);
    if (status == CONTROL_NO_SERVER)
        return do_it_here(errand, out);
    if (status != CONTROL_NO_ANSWER)
        return status;
    text_append(out, SILENT, sizeof SILENT - 1);
    return ACT_REFUSED;
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
    act_help(&out);
    print(&out, stdout);
    text_clear(&out);
    return ACT_DONE;
}

int operator_main(int argc, char *const argv[])
{
    CommandLine line;
    Errand errand = {0};
    Text out;
    int status;
    if (!command_line_read(&line, &FORM, argc, argv, &status))
        return status;
    if (strcmp(line.words.words[0], "help") == 0)
        return print_commands();
    if (!take_words(&errand, &line)) {
        fputs("castled: an argument is too long\n", stderr);
        return ACT_USAGE;
    }
    text_init(&out);
    status = add_hash(&errand) ? run(&errand, &out) : ACT_REFUSED;
    print(&out, status == ACT_DONE ? stdout : stderr);
    if (status == ACT_DONE && errand.password[0])
        printf("password: %s\n", errand.password);
    sodium_memzero(&errand, sizeof errand);
    text_clear(&out);
    return status;
}
