#include "play_remote.h"

#include "line_editor.h"
#include "memory.h"
#include "play_terminal.h"
#include "remote_socket.h"
#include "remote_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK = 100,                /* ms: clocks show tenths of a second */
    RETRY_FIRST = 1000,        /* ms until a lost connection is tried again, ... */
    RETRY_LONGEST = 30 * 1000, /* ... twice as long each time, up to this */
};

/* One sitting at a server. */
typedef struct {
    uv_loop_t loop;
    uv_timer_t tick, retry;
    uint64_t retry_after;
    LineEditor *editor;
    RemoteTable *table;
    RemoteSocket *socket; /* NULL while the connection is lost */
    bool is_forgotten;    /* the server does not know the token any more */
    ServerUrl url;
    char token[SERVER_TOKEN_MAX + 1]; /* "": a guest */
    Text out;
} Remote;

static void show(Remote *remote)
{
    line_editor_print(remote->editor, remote->out.bytes, remote->out.length);
    text_reset(&remote->out);
}

static void say(Remote *remote, const char *words)
{
    text_append(&remote->out, words, strlen(words));
    text_append(&remote->out, "\n", 1);
}

/* ---- the connection ---- */

static void send_request(void *context, const char *text, size_t length)
{
    Remote *remote = context;
    if (remote->socket)
        remote_socket_send(remote->socket, text, length);
}

static void on_tick(uv_timer_t *timer)
{
    Remote *remote = timer->data;
    line_editor_refresh(remote->editor);
    if (!remote_table_clock_runs(remote->table))
        uv_timer_stop(timer);
}

static void go_on(Remote *remote)
{
    show(remote);
    if (remote_table_clock_runs(remote->table))
        uv_timer_start(&remote->tick, on_tick, TICK, TICK);
}

static void on_received(void *context, const char *text, size_t length)
{
    Remote *remote = context;
    const char *token;
    remote_table_resize(remote->table, play_columns());
    remote_table_received(remote->table, text, length, play_now(), &remote->out);
    token = remote_table_token(remote->table);
    if (token[0]) /* a guest comes back as the same one */
        snprintf(remote->token, sizeof remote->token, "%s", token);
    go_on(remote);
}

static bool open_socket(Remote *remote, RemoteRefusal *refusal);

static void on_retry(uv_timer_t *timer)
{
    Remote *remote = timer->data;
    RemoteRefusal refusal;
    if (open_socket(remote, &refusal)) {
        remote->retry_after = RETRY_FIRST;
        say(remote, "Connected again.");
        show(remote);
        remote_socket_begin(remote->socket);
        return;
    }
    if (refusal.is_final) {
        remote->is_forgotten = true;
        line_editor_end(remote->editor);
        return;
    }
    if (remote->retry_after < RETRY_LONGEST)
        remote->retry_after *= 2;
    uv_timer_start(timer, on_retry, remote->retry_after, 0);
}

static void on_lost(void *context)
{
    Remote *remote = context;
    remote_socket_close(remote->socket);
    remote->socket = NULL;
    say(remote, "The connection was lost. Trying again; your games go on meanwhile.");
    show(remote);
    uv_timer_start(&remote->retry, on_retry, remote->retry_after, 0);
}

static bool open_socket(Remote *remote, RemoteRefusal *refusal)
{
    remote_table_reopened(remote->table);
    remote->socket =
        remote_socket_open(&(RemoteSocketOptions){.loop = &remote->loop,
                                                  .url = &remote->url,
                                                  .token = remote->token[0] ? remote->token : NULL,
                                                  .context = remote,
                                                  .received = on_received,
                                                  .lost = on_lost},
                           refusal);
    return remote->socket != NULL;
}

/* ---- the token ---- */

/* The first line of the file, or the variable. False, and it is said why, when the file cannot be read. */
static bool read_token(Remote *remote, const char *name)
{
    const char *variable = getenv("CASTLED_TOKEN");
    if (!name) {
        snprintf(remote->token, sizeof remote->token, "%s", variable ? variable : "");
        return true;
    }
    FILE *file = fopen(name, "r");
    bool read = file && fgets(remote->token, sizeof remote->token, file);
    if (!read)
        fprintf(stderr, "castled: %s: %s\n", name, errno ? strerror(errno) : "it is empty");
    if (file)
        fclose(file);
    remote->token[strcspn(remote->token, "\r\n")] = '\0';
    return read;
}

static bool read_address(Remote *remote, const PlayOptions *options)
{
    if (!server_url_parse(options->url, &remote->url)) {
        fprintf(stderr, "castled: %.200s is not an address such as https://club.example\n",
                options->url);
        return false;
    }
    if (!read_token(remote, options->token_file))
        return false;
    if (!remote->token[0] || remote->url.tls || server_url_is_loopback(&remote->url))
        return true;
    fputs("castled: a token is only sent by https, or to this machine\n", stderr);
    return false;
}

/* ---- the sitting ---- */

static void on_prompt(void *context, char out[EDITOR_PROMPT_MAX])
{
    Remote *remote = context;
    char prompt[REMOTE_PROMPT_MAX];
    remote_table_prompt(remote->table, play_now(), prompt);
    snprintf(out, EDITOR_PROMPT_MAX, "%s", prompt);
}

static void save(Remote *remote)
{
    char today[PLAY_DATE_MAX];
    Text pgn;
    text_init(&pgn);
    play_today(today);
    if (remote_table_pgn(remote->table, today, &pgn))
        play_save(remote_table_file(remote->table), &pgn, &remote->out);
    text_clear(&pgn);
}

/* What comes through a pipe was written without seeing the answers: each line waits for that of the one before, and for
 * the opponent's move. */
static void wait_for_answers(Remote *remote)
{
    while (!line_editor_is_terminal(remote->editor) && !remote->is_forgotten &&
           (!remote->socket || remote_table_is_waiting(remote->table) ||
            remote_table_awaits_move(remote->table)))
        line_editor_wait(remote->editor);
}

static void play_lines(Remote *remote)
{
    const char *line;
    size_t length;
    for (;;) {
        go_on(remote);
        wait_for_answers(remote);
        line = line_editor_read(remote->editor, &length);
        if (!line)
            return;
        remote_table_resize(remote->table, play_columns());
        switch (remote_table_line(remote->table, line, length, play_now(), &remote->out)) {
        case REMOTE_QUIT: return;
        case REMOTE_SAVE: save(remote); break;
        case REMOTE_GO_ON: break;
        }
    }
}

static void remote_init(Remote *remote, const PlayOptions *options)
{
    BoardView view = play_view(options);
    uv_loop_init(&remote->loop);
    uv_timer_init(&remote->loop, &remote->tick);
    uv_timer_init(&remote->loop, &remote->retry);
    remote->tick.data = remote->retry.data = remote;
    remote->retry_after = RETRY_FIRST;
    text_init(&remote->out);
    remote->table =
        remote_table_new(&view, &(RemoteHooks){.context = remote, .send = send_request});
    remote->editor = line_editor_open(
        &(LineEditorOptions){.loop = &remote->loop, .context = remote, .prompt = on_prompt});
}

static void remote_clear(Remote *remote)
{
    show(remote);
    if (remote->socket)
        remote_socket_close(remote->socket);
    line_editor_close(remote->editor);
    uv_close((uv_handle_t *)&remote->tick, NULL);
    uv_close((uv_handle_t *)&remote->retry, NULL);
    uv_run(&remote->loop, UV_RUN_DEFAULT);
    uv_loop_close(&remote->loop);
    remote_table_free(remote->table);
    text_clear(&remote->out);
    memory_wipe(remote->token, sizeof remote->token);
}

int play_remote(const PlayOptions *options)
{
    RemoteRefusal refusal;
    Remote *remote = memory_new(sizeof *remote);
    if (!read_address(remote, options)) {
        free(remote);
        return 2;
    }
    remote_init(remote, options);
    bool opened = open_socket(remote, &refusal);
    if (opened) {
        remote_socket_begin(remote->socket);
        play_lines(remote);
    }
    bool is_good = opened && !remote->is_forgotten;
    remote_clear(remote);
    if (!opened)
        fprintf(stderr, "castled: %s\n", refusal.line);
    else if (!is_good)
        fputs("castled: the server does not know you any more\n", stderr);
    free(remote);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
