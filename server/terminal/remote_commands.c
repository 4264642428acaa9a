/* Of remote_table.h: what is typed, and the requests that come of it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "play_control.h"
#include "remote_call.h"
#include "shown_commands.h"
#include "spoken_chess.h"

/* ---- refusals ---- */

static bool refuses_no_game(const Call *call)
{
    if (call->table->game.is_open)
        return false;
    SAY(call, "No game is shown. \"seek\", \"computer 4\" or \"watch\" brings one.");
    return true;
}

static bool refuses_spectator(const Call *call)
{
    if (refuses_no_game(call))
        return true;
    if (call->table->game.seat != SEAT_NONE)
        return false;
    SAY(call, "You are only watching this game.");
    return true;
}

/* ---- moves ---- */

/* False, and it is said why, when the text is no move that can be played. */
static bool read_move(const Call *call, char uci[UCI_MAX])
{
    char why[TYPED_REASON_MAX];
    Move move;
    const Position *pos = &call->table->game.line.now;
    if (typed_move(pos, call->typed->argument, call->typed->length, &move, why) != NOTATION_OK) {
        SAY(call, "%s: %s", call->typed->argument, why);
        return false;
    }
    uci_print(pos, move, uci);
    return true;
}

static void do_move(Call *call)
{
    RemoteGame *game = &call->table->game;
    char why[TYPED_REASON_MAX], uci[UCI_MAX];
    Move move;
    Text ask;
    if (typed_move(&game->line.now, call->typed->argument, call->typed->length, &move, why) ==
        NOTATION_SYNTAX) {
        shown_unknown(call->typed, TYPED_REMOTE, &call->table->view, call->out);
        return;
    }
    if (refuses_spectator(call))
        return;
    if (remote_is_over(game)) {
        SAY(call, "The game is over.");
        return;
    }
    if (position_turn(&game->line.now) != (Color)game->seat) {
        SAY(call, "It is your opponent's turn.");
        return;
    }
    if (!read_move(call, uci))
        return;
    remote_ask_begin(call->table, &ask, "move", &game->id);
    text_integer(&ask, "ply", game->line.plies);
    text_string(&ask, "uci", uci);
    text_integer(&ask, "turn", game->turn);
    remote_ask_end(call->table, &ask);
    call->table->expected = game->line.plies + 1;
}

/* ---- offers ---- */

static void ask_offer(Call *call, const char *kind, uint32_t offer)
{
    Text ask;
    remote_ask_begin(call->table, &ask, kind, &call->table->game.id);
    if (offer)
        text_integer(&ask, "offer", offer);
    remote_ask_end(call->table, &ask);
}

/* The opponent's open offer, the newest kind first; false when there is none. */
static bool open_offer(const RemoteGame *game, const char **kind, uint32_t *offer)
{
    static const char *const KINDS[OFFERS] = {"draw", "takeback", "rematch"};
    if (!game->is_open || game->seat == SEAT_NONE)
        return false;
    for (int i = OFFERS - 1; i >= 0; i--) {
        *kind = KINDS[i];
        *offer = game->offer[i][color_other((Color)game->seat)];
        if (*offer)
            return true;
    }
    return false;
}

static void answer_challenge(Call *call, const char *kind)
{
    Text ask;
    if (!call->table->challenge[0]) {
        SAY(call, "Nothing is offered to you.");
        return;
    }
    remote_ask_begin(call->table, &ask, kind, NULL);
    text_string(&ask, "challenge", call->table->challenge);
    remote_ask_end(call->table, &ask);
    call->table->challenge[0] = '\0';
}

static void do_accept(Call *call)
{
    const char *kind;
    uint32_t offer;
    if (open_offer(&call->table->game, &kind, &offer))
        ask_offer(call, kind, offer);
    else
        answer_challenge(call, "accept");
}

static void do_decline(Call *call)
{
    const char *kind;
    uint32_t offer;
    if (open_offer(&call->table->game, &kind, &offer))
        ask_offer(call, "refuse", offer);
    else
        answer_challenge(call, "decline");
}

/* Accepts the opponent's offer of that kind, or makes one. */
static void offer_or_accept(Call *call, const char *kind, int which)
{
    const RemoteGame *game = &call->table->game;
    if (!refuses_spectator(call))
        ask_offer(call, kind, game->offer[which][color_other((Color)game->seat)]);
}

static void ask_claim(Call *call, const char *what, const char *uci)
{
    Text ask;
    remote_ask_begin(call->table, &ask, "claim", &call->table->game.id);
    text_string(&ask, "what", what);
    if (uci) {
        text_integer(&ask, "ply", call->table->game.line.plies);
        text_string(&ask, "uci", uci);
    }
    remote_ask_end(call->table, &ask);
}

/* With a repetition or 50 moves that can be claimed now the draw need not be offered. */
static void do_draw(Call *call)
{
    const Line *line = &call->table->game.line;
    if (refuses_spectator(call))
        return;
    bool turn = position_turn(&line->now) == (Color)call->table->game.seat;
    if (turn && line_can_claim_threefold(line, MOVE_NONE))
        ask_claim(call, "threefold", NULL);
    else if (turn && line_can_claim_fifty(line, MOVE_NONE))
        ask_claim(call, "fifty", NULL);
    else
        offer_or_accept(call, "draw", OFFER_DRAW);
}

static void do_claim(Call *call)
{
    char uci[UCI_MAX];
    const Line *line = &call->table->game.line;
    bool intends = call->typed->length > 0;
    Move move = MOVE_NONE;
    if (refuses_spectator(call) || (intends && !read_move(call, uci)))
        return;
    if (intends)
        uci_parse(&line->now, uci, strlen(uci), &move);
    bool threefold = line_can_claim_threefold(line, move);
    ask_claim(call, threefold || !line_can_claim_fifty(line, move) ? "threefold" : "fifty",
              intends ? uci : NULL);
}

static void do_undo(Call *call)
{
    offer_or_accept(call, "takeback", OFFER_TAKEBACK);
}

static void do_rematch(Call *call)
{
    offer_or_accept(call, "rematch", OFFER_REMATCH);
}

/* Requests that name the game and nothing else. */
static void do_plain_request(Call *call)
{
    if (!refuses_spectator(call))
        remote_ask(call->table, typed_word(call->typed->kind), &call->table->game.id);
}

/* ---- lists ---- */

static void do_lobby(Call *call)
{
    Text ask;
    call->table->wants_lobby = true;
    for (int on = 1; on >= 0; on--) { /* the list comes at once; nothing more is wanted */
        remote_ask_begin(call->table, &ask, "lobby", NULL);
        text_bool(&ask, "on", on == 1);
        remote_ask_end(call->table, &ask);
    }
}

static void do_join(Call *call)
{
    Text ask;
    const char *rest = "";
    size_t number = remote_read_number(call->typed->argument, call->table->seek_count, &rest);
    if (number == 0 || *rest) {
        remote_say_form(call);
        return;
    }
    remote_ask_begin(call->table, &ask, "accept", NULL);
    text_string(&ask, "seek", call->table->seeks[number - 1]);
    remote_ask_end(call->table, &ask);
}

static void do_games(Call *call)
{
    remote_ask(call->table, "games", NULL);
}

static void do_watch(Call *call)
{
    const char *rest = "";
    GameId id;
    size_t number = remote_read_number(call->typed->argument, call->table->game_count, &rest);
    if (number > 0 && !*rest) {
        remote_ask_watch(call->table, &call->table->games[number - 1]);
    } else if (call->typed->length == GAME_ID_LENGTH) {
        memcpy(id.text, call->typed->argument, GAME_ID_LENGTH + 1);
        remote_ask_watch(call->table, &id);
    } else {
        remote_say_form(call);
    }
}

static void do_unwatch(Call *call)
{
    if (refuses_no_game(call))
        return;
    if (call->table->game.seat != SEAT_NONE && !remote_is_over(&call->table->game)) {
        SAY(call, "You are playing in this game.");
        return;
    }
    remote_ask(call->table, "unwatch", &call->table->game.id);
    call->table->game.is_open = false;
    SAY(call, "No game is shown any more.");
}

static void do_say(Call *call)
{
    Text ask;
    if (refuses_no_game(call))
        return;
    if (call->typed->length == 0) {
        remote_say_form(call);
        return;
    }
    remote_ask_begin(call->table, &ask, "chat", &call->table->game.id);
    text_string(&ask, "text", call->typed->argument);
    remote_ask_end(call->table, &ask);
}

static void do_pgn(Call *call)
{
    if (!refuses_no_game(call))
        remote_table_pgn(call->table, "????.??.??", call->out);
}

static void do_help(Call *call)
{
    shown_help(call->typed, TYPED_REMOTE, &call->table->view, call->out);
}

static void do_too_long(Call *call)
{
    SAY(call, "The line is longer than %d bytes.", TYPED_LINE_MAX);
}

static void do_shown(Call *call)
{
    BoardScene scene;
    TypedKind kind = call->typed->kind;
    bool of_view = kind == TYPED_PLAIN || kind == TYPED_COLORS;
    if (!of_view && refuses_no_game(call))
        return;
    remote_game_scene(&call->table->game, call->now, &scene);
    shown_command(call->typed, &call->table->view, &scene, call->out);
}

/* ---- the line ---- */

typedef void Do(Call *call);

static void do_nothing(Call *call)
{
    (void)call;
}

static Do *const DO[TYPED_COUNT] = {
    [TYPED_NOTHING] = do_nothing,
    [TYPED_TOO_LONG] = do_too_long,
    [TYPED_MOVE] = do_move,
    [TYPED_ABORT] = do_plain_request,
    [TYPED_ACCEPT] = do_accept,
    [TYPED_ASCII] = do_shown,
    [TYPED_BOARD] = do_shown,
    [TYPED_CHALLENGE] = remote_do_challenge,
    [TYPED_CLAIM] = do_claim,
    [TYPED_CLOCK] = do_shown,
    [TYPED_COLORS] = do_shown,
    [TYPED_COMPUTER] = remote_do_computer,
    [TYPED_DECLINE] = do_decline,
    [TYPED_DRAW] = do_draw,
    [TYPED_FEN] = do_shown,
    [TYPED_FLIP] = do_shown,
    [TYPED_GAMES] = do_games,
    [TYPED_HELP] = do_help,
    [TYPED_JOIN] = do_join,
    [TYPED_LINK] = remote_do_link,
    [TYPED_LOBBY] = do_lobby,
    [TYPED_MORETIME] = do_plain_request,
    [TYPED_MOVES] = do_shown,
    [TYPED_PGN] = do_pgn,
    [TYPED_PIECES] = do_shown,
    [TYPED_PLAIN] = do_shown,
    [TYPED_QUIT] = do_nothing,
    [TYPED_REMATCH] = do_rematch,
    [TYPED_RESIGN] = do_plain_request,
    [TYPED_SAVE] = do_nothing,
    [TYPED_SAY] = do_say,
    [TYPED_SEEK] = remote_do_seek,
    [TYPED_UNDO] = do_undo,
    [TYPED_UNICODE] = do_shown,
    [TYPED_UNSEEK] = remote_do_unseek,
    [TYPED_UNWATCH] = do_unwatch,
    [TYPED_WATCH] = do_watch,
};

static RemoteWish wish_of(Call *call)
{
    if (call->typed->kind == TYPED_QUIT)
        return REMOTE_QUIT;
    if (call->typed->kind != TYPED_SAVE || refuses_no_game(call))
        return REMOTE_GO_ON;
    if (call->typed->length == 0) {
        remote_say_form(call);
        return REMOTE_GO_ON;
    }
    memcpy(call->table->file, call->typed->argument, call->typed->length + 1);
    return REMOTE_SAVE;
}

RemoteWish remote_table_line(RemoteTable *table, const char *line, size_t length, int64_t now,
                             Text *out)
{
    TypedLine typed;
    typed_line_read(&typed, TYPED_REMOTE, line, length);
    Call call = {.table = table, .typed = &typed, .now = now, .out = out};
    assert(DO[typed.kind]); /* each that is understood here */
    DO[typed.kind](&call);
    return wish_of(&call);
}

/* ---- the table ---- */

RemoteTable *remote_table_new(const BoardView *view, const RemoteHooks *hooks)
{
    RemoteTable *table = memory_new(sizeof *table);
    table->view = *view;
    table->hooks = *hooks;
    remote_game_init(&table->game);
    return table;
}

void remote_table_free(RemoteTable *table)
{
    remote_game_clear(&table->game);
    free(table);
}

void remote_table_reopened(RemoteTable *table)
{
    table->expected = 0;
    table->answered = table->sent; /* what was asked before is not answered any more */
}

bool remote_table_is_waiting(const RemoteTable *table)
{
    const RemoteGame *game = &table->game;
    bool moving = game->is_open && !remote_is_over(game) && table->expected > game->line.plies;
    return table->answered < table->sent || table->wanted.text[0] || table->seek[0] || moving ||
           !table->you[0];
}

bool remote_table_awaits_move(const RemoteTable *table)
{
    const RemoteGame *game = &table->game;
    return game->is_open && game->seat != SEAT_NONE && !remote_is_over(game) &&
           position_turn(&game->line.now) != (Color)game->seat;
}

bool remote_table_clock_runs(const RemoteTable *table)
{
    return table->game.is_open && table->game.running;
}

const char *remote_table_token(const RemoteTable *table)
{
    return table->token;
}

const char *remote_table_file(const RemoteTable *table)
{
    return table->file;
}

static void append_piece(void *context, const char *bytes, size_t length)
{
    text_append(context, bytes, length);
}

bool remote_table_pgn(const RemoteTable *table, const char *date, Text *out)
{
    const RemoteGame *game = &table->game;
    PgnTag tags[] = {{"Event", "Game on a castled server"},
                     {"Site", game->id.text},
                     {"Date", date},
                     {"White", game->name[WHITE]},
                     {"Black", game->name[BLACK]}};
    PgnResult result = !remote_is_over(game) || game->status == STATUS_ABORTED ? PGN_UNKNOWN
                       : game->winner == WINNER_WHITE                          ? PGN_WHITE_WINS
                       : game->winner == WINNER_BLACK                          ? PGN_BLACK_WINS
                                                                               : PGN_DRAW;
    PgnGame pgn = {.tags = tags, .tag_count = 5, .line = &game->line, .result = result};
    if (!game->is_open)
        return false;
    pgn_write(&pgn, append_piece, out);
    return true;
}

void remote_table_resize(RemoteTable *table, unsigned columns)
{
    table->view.columns = columns;
}

void remote_table_prompt(const RemoteTable *table, int64_t now, char out[REMOTE_PROMPT_MAX])
{
    char white[BOARD_VIEW_CLOCK_MAX], black[BOARD_VIEW_CLOCK_MAX];
    const RemoteGame *game = &table->game;
    if (table->view.plain || !game->is_open || remote_is_over(game)) {
        snprintf(out, REMOTE_PROMPT_MAX, "> ");
        return;
    }
    Color turn = position_turn(&game->line.now);
    board_view_clock(remote_game_left(game, WHITE, now), white);
    board_view_clock(remote_game_left(game, BLACK, now), black);
    bool narrow = table->view.columns > 0 && table->view.columns < 40;
    if (!game->control.timed)
        snprintf(out, REMOTE_PROMPT_MAX, "%s> ", narrow ? "" : spoken_color(turn));
    else if (narrow)
        snprintf(out, REMOTE_PROMPT_MAX, "%s> ", turn == WHITE ? white : black);
    else
        snprintf(out, REMOTE_PROMPT_MAX, "%s %s %s> ", white, black, spoken_color(turn));
}
