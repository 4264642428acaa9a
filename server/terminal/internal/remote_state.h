/* remote_state.h - what a place at a server consists of, for the files that make up remote_table.h. */
#pragma once

#include "command.h"
#include "event.h"
#include "game_rules.h"
#include "remote_table.h"

struct cJSON;

enum {
    REMOTE_ID_MAX = 24,   /* bytes of a person's id */
    REMOTE_WORD_MAX = 16, /* bytes of ids of seeks and challenges */
    REMOTE_TOKEN_MAX = 512,
    REMOTE_TEXT_MAX = 640, /* bytes of a sentence of the server's: 140 characters and more */
};

typedef enum { SEAT_NONE = -1, SEAT_WHITE = WHITE, SEAT_BLACK = BLACK } RemoteSeat;

/* The game that is shown. */
typedef struct {
    bool is_open; /* its snapshot has come */
    GameId id;
    Move *moves; /* LINE_PLIES_MAX of them */
    Line line;
    char name[2][BOARD_VIEW_NAME_MAX];
    RemoteSeat seat; /* ours */
    TimeControl control;
    int64_t left[2], since; /* ms at 'since' */
    int64_t stands;         /* so long the clock still waited then */
    bool running;
    bool early; /* the clocks were started before both sides had moved */
    uint32_t seq, turn;
    uint32_t offer[3][2]; /* draw, takeback, rematch by Color: the numbers of open offers, or 0 */
    Status status;
    Winner winner;
} RemoteGame;

struct RemoteTable {
    BoardView view;
    RemoteHooks hooks;
    char you[REMOTE_ID_MAX + 1];
    char token[REMOTE_TOKEN_MAX + 1];
    RemoteGame game;
    GameId wanted; /* the game whose snapshot we asked for */
    char seek[REMOTE_WORD_MAX + 1];
    char challenge[REMOTE_WORD_MAX + 1]; /* the newest one for us */
    char seeks[REMOTE_LIST_MAX][REMOTE_WORD_MAX + 1];
    size_t seek_count;
    GameId games[REMOTE_LIST_MAX];
    size_t game_count;
    uint32_t expected; /* plies of the game once our move is played; 0: none is under way */
    bool wants_lobby;  /* the list was asked for */
    int64_t sent,
        answered; /* the numbers of the newest request and of the newest that was answered */
    char file[TYPED_LINE_MAX + 1];
};

enum { OFFER_DRAW, OFFER_TAKEBACK, OFFER_REMATCH, OFFERS };

static inline unsigned remote_columns(const RemoteTable *table)
{
    return table->view.plain ? 0 : table->view.columns;
}
static inline bool remote_is_over(const RemoteGame *game)
{
    return game->status != STATUS_STARTED && game->status != STATUS_CREATED;
}

/* ---- remote_game.c: the game ---- */

void remote_game_init(RemoteGame *game);
void remote_game_clear(RemoteGame *game);
/* A message 'game'. False when it makes no sense. */
bool remote_game_read(RemoteGame *game, const char *you, const struct cJSON *message, int64_t now);
int64_t remote_game_left(const RemoteGame *game, Color side, int64_t now);
void remote_game_scene(const RemoteGame *game, int64_t now, BoardScene *scene);
/* Reads the clocks of a message, and whose runs. */
void remote_game_clocks(RemoteGame *game, const struct cJSON *message, int64_t now);
void remote_game_show(const RemoteTable *table, int64_t now, Text *out);
/* An event of the game that is shown; what happened is said. False when it makes no sense. */
bool remote_game_hear(RemoteTable *table, const char *kind, const struct cJSON *message,
                      int64_t now, Text *out);

/* ---- remote_members.c: members of messages; what is absent or of another type is "" or 0 ---- */

const char *remote_text(const struct cJSON *message, const char *name);
int64_t remote_integer(const struct cJSON *message, const char *name);
/* Without control characters, and cut to 'size' bytes with its NUL. */
void remote_clean(const char *text, char *out, size_t size);
/* "Ann (1742)", "Computer level 4". */
void remote_person(const struct cJSON *message, const char *name, char *out, size_t size);
TimeControl remote_control(const struct cJSON *message, const char *name);
/* "5+3", "3 days a move", "no clock". */
void remote_control_words(const TimeControl *control, char *out, size_t size);

/* ---- remote_ask.c: requests ---- */

/* {"t":kind,"id":n, and "game" if it is wanted; more members, and remote_ask_end sends it. */
void remote_ask_begin(RemoteTable *table, Text *ask, const char *kind, const GameId *game);
void remote_ask_end(RemoteTable *table, Text *ask);
/* A request without further members. */
void remote_ask(RemoteTable *table, const char *kind, const GameId *game);
void remote_ask_watch(RemoteTable *table, const GameId *game);
