#include "operator.h"

#include "command_line.h"
#include "control.h"
#include "offline.h"

#include <sodium.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    DRAWN_LENGTH = 14, /* of a password: 14 of 32 letters are 70 bits */
    ANSWER_PIECE = 4096,
};

/* What is asked for; the words are followed by a hash when the command takes one. */
typedef struct {
    const char *directory;
    const char *words[ACT_WORDS_MAX + 1];
    int count;
    char password[DRAWN_LENGTH + 1]; /* empty: none was drawn */
    char hash[PASSWORD_HASH_MAX + 1];
} Errand;

/* ---- to the running server ---- */

/* The socket of the server; -1 when none runs. */
static int reach(const char *directory)
{
    int fd, found = -1;
    char path[CONTROL_PATH_MAX];
    if (!control_path(directory, &fd, path))
        return -1;
    int call = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    snprintf(where.sun_path, sizeof where.sun_path, "%s", path);
    if (call >= 0 && connect(call, (const struct sockaddr *)&where, sizeof where) == 0)
        found = call;
    else if (call >= 0)
        close(call);
    close(fd);
    return found;
}

static bool send_all(int call, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(call, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        }
    }
    return true;
}

static int ask_server(int call, const Errand *errand, Text *out)
{
    char piece[ANSWER_PIECE];
    ssize_t size;
    int status = -1;
    bool sent = true;
    for (int i = 0; i < errand->count && sent; i++)
        sent = send_all(call, errand->words[i], strlen(errand->words[i]) + 1);
    shutdown(call, SHUT_WR);
    while (sent && (size = read(call, piece, sizeof piece)) > 0) {
        bool is_first = status < 0;
        if (is_first)
            status = piece[0] - '0';
        text_append(out, piece + is_first, (size_t)size - is_first);
    }
    close(call);
    if (status >= ACT_DONE && status <= ACT_USAGE)
        return status;
    text_append(out, "The server does not answer; see its log.\n", 41);
    return ACT_REFUSED;
}

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

static int run(Errand *errand, Text *out)
{
    int call = reach(errand->directory);
    int status = call >= 0 ? ask_server(call, errand, out) : do_it_here(errand, out);
    if (out->length)
        (void)fwrite(out->bytes, 1, out->length, status == ACT_DONE ? stdout : stderr);
    if (status == ACT_DONE && errand->password[0])
        printf("password: %s\n", errand->password);
    return status;
}

static int print_commands(void)
{
    Text out;
    text_init(&out);
    act_help(&out);
    (void)fwrite(out.bytes, 1, out.length, stdout);
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
    sodium_memzero(&errand, sizeof errand);
    text_clear(&out);
    return status;
}
