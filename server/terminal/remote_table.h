/* remote_table.h - a place at a castled server, seen from a terminal: what the server says (castled.v1) becomes lines of
 * text, what is typed becomes requests.
 *
 * Pure but for memory: time is an argument (ms on any axis that never goes back). The server is not trusted: any bytes
 * from it are safe, and none of its control characters reach the terminal. remote_table_free frees it. */
#pragma once

#include "board_view.h"
#include "pgn.h"
#include "typed_line.h"

typedef struct RemoteTable RemoteTable;

typedef struct {
    void *context;
    void (*send)(void *context, const char *text, size_t length); /* a request, as JSON */
} RemoteHooks;

enum {
    REMOTE_PROMPT_MAX = 64,
    REMOTE_LIST_MAX = 50, /* games and seeks that are listed: as many as the server sends */
};

typedef enum { REMOTE_GO_ON, REMOTE_QUIT, REMOTE_SAVE } RemoteWish;

RemoteTable *remote_table_new(const BoardView *view, const RemoteHooks *hooks);
void remote_table_free(RemoteTable *table);

/* A message has come. */
void remote_table_received(RemoteTable *table, const char *text, size_t length, int64_t now,
                           Text *out);
/* The connection is there again: what was watched is watched on. */
void remote_table_reopened(RemoteTable *table);
RemoteWish remote_table_line(RemoteTable *table, const char *line, size_t length, int64_t now,
                             Text *out);

/* Requests that are not answered yet. */
bool remote_table_is_waiting(const RemoteTable *table);
/* A game is shown in which another is to move, while we play. */
bool remote_table_awaits_move(const RemoteTable *table);
bool remote_table_clock_runs(const RemoteTable *table);

/* By which a guest comes back; "" for an account. */
const char *remote_table_token(const RemoteTable *table);
const char *remote_table_file(const RemoteTable *table); /* of REMOTE_SAVE */
/* False when no game is shown. */
bool remote_table_pgn(const RemoteTable *table, const char *date, Text *out);
void remote_table_resize(RemoteTable *table, unsigned columns);
void remote_table_prompt(const RemoteTable *table, int64_t now, char out[REMOTE_PROMPT_MAX]);
