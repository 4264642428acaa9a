/* Of remote_state.h: the game that is shown, by its snapshot and its events. */
#include <cJSON.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "memory.h"
#include "remote_state.h"
#include "spoken_chess.h"
#include "wrapped_text.h"

static const char *const OFFER_KINDS[OFFERS] = {"draw", "takeback", "rematch"};

void remote_game_init(RemoteGame *game)
{
    *game = (RemoteGame){.seat = SEAT_NONE};
    game->moves = memory_array(LINE_PLIES_MAX, sizeof *game->moves);
    Position start;
    position_start(&start);
    line_init(&game->line, &start, game->moves, LINE_PLIES_MAX);
}

void remote_game_clear(RemoteGame *game)
{
    free(game->moves);
    game->moves = NULL;
}

static const cJSON *member(const cJSON *message, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(message, name);
}

/* ---- clocks ---- */

int64_t remote_game_left(const RemoteGame *game, Color side, int64_t now)
{
    int64_t left = game->left[side];
    int64_t elapsed = now - game->since - game->stands;
    if (game->running && position_turn(&game->line.now) == side && elapsed > 0)
        left -= elapsed;
    return left > 0 ? left : 0;
}

static int64_t bounded_ms(int64_t ms)
{
    return ms < 0 ? 0 : ms > EVENT_TIME_MAX ? EVENT_TIME_MAX : ms;
}

void remote_game_clocks(RemoteGame *game, const cJSON *message, int64_t now)
{
    const cJSON *clock = member(message, "clock");
    if (!cJSON_IsObject(clock))
        return;
    game->left[WHITE] = bounded_ms(remote_integer(clock, "white"));
    game->left[BLACK] = bounded_ms(remote_integer(clock, "black"));
    game->since = now;
    game->stands = bounded_ms(remote_integer(clock, "stands"));
    if (member(clock, "running"))
        game->running = cJSON_IsString(member(clock, "running"));
}

/* ---- the snapshot ---- */

static bool read_moves(RemoteGame *game, const cJSON *moves)
{
    const cJSON *item;
    if (!cJSON_IsArray(moves))
        return false;
    cJSON_ArrayForEach(item, moves)
    {
        Move move;
        if (!cJSON_IsString(item) ||
            uci_parse(&game->line.now, item->valuestring, strlen(item->valuestring), &move) !=
                NOTATION_OK ||
            !line_push(&game->line, move))
            return false;
    }
    return true;
}

static void read_offers(RemoteGame *game, const cJSON *offers)
{
    const cJSON *item;
    memset(game->offer, 0, sizeof game->offer);
    cJSON_ArrayForEach(item, offers)
    {
        bool white = strcmp(remote_text(item, "by"), "white") == 0;
        for (int kind = 0; kind < OFFERS; kind++)
            if (strcmp(remote_text(item, "what"), OFFER_KINDS[kind]) == 0)
                game->offer[kind][white ? WHITE : BLACK] = (uint32_t)remote_integer(item, "seq");
    }
}

static Winner read_winner(const cJSON *message)
{
    const char *winner = remote_text(message, "winner");
    return strcmp(winner, "white") == 0   ? WINNER_WHITE
           : strcmp(winner, "black") == 0 ? WINNER_BLACK
                                          : WINNER_NONE;
}

static RemoteSeat seat_of(const char *you, const cJSON *message)
{
    if (strcmp(remote_text(member(message, "white"), "id"), you) == 0)
        return SEAT_WHITE;
    if (strcmp(remote_text(member(message, "black"), "id"), you) == 0)
        return SEAT_BLACK;
    return SEAT_NONE;
}

bool remote_game_read(RemoteGame *game, const char *you, const cJSON *message, int64_t now)
{
    Position start;
    const char *fen = remote_text(message, "fen"), *status = remote_text(message, "status");
    game->is_open = false;
    if (fen_parse(fen, strlen(fen), &start, NULL) != FEN_OK ||
        !status_read(status, strlen(status), &game->status))
        return false;
    if (strcmp(remote_text(message, "variant"), "chess960") == 0)
        start.chess960 = 1;
    line_init(&game->line, &start, game->moves, LINE_PLIES_MAX);
    if (!read_moves(game, member(message, "moves")))
        return false;
    snprintf(game->id.text, sizeof game->id.text, "%s", remote_text(message, "game"));
    remote_person(message, "white", game->name[WHITE], BOARD_VIEW_NAME_MAX);
    remote_person(message, "black", game->name[BLACK], BOARD_VIEW_NAME_MAX);
    game->seat = seat_of(you, message);
    game->control = remote_control(message, "clock");
    game->running = false;
    remote_game_clocks(game, message, now);
    game->early = game->running && game->line.plies < 2;
    game->seq = (uint32_t)remote_integer(message, "seq");
    game->turn = (uint32_t)remote_integer(message, "turn");
    read_offers(game, member(message, "offers"));
    game->winner = read_winner(message);
    game->is_open = true;
    return true;
}

/* ---- shown ---- */

void remote_game_scene(const RemoteGame *game, int64_t now, BoardScene *scene)
{
    *scene = (BoardScene){
        .line = &game->line, .timed = game->control.timed, .over = remote_is_over(game)};
    for (int color = WHITE; color <= BLACK; color++) {
        scene->clock[color] = remote_game_left(game, (Color)color, now);
        memcpy(scene->name[color], game->name[color], BOARD_VIEW_NAME_MAX);
    }
}

void remote_game_show(const RemoteTable *table, int64_t now, Text *out)
{
    BoardScene scene;
    remote_game_scene(&table->game, now, &scene);
    board_view_print(&table->view, &scene, out);
}

/* ---- events ---- */

#define SAY(table, out, ...) wrapped_say(out, remote_columns(table), __VA_ARGS__)

/* The clock of the side to move runs once both have moved (PROTOCOL.md, 6). */
static void begin_turn(RemoteGame *game)
{
    game->running =
        game->control.timed && (game->early || game->line.plies >= 2) && !remote_is_over(game);
    uint32_t made = game->line.plies / 2; /* by the side to move, whoever began */
    game->stands =
        game->control.bonus == BONUS_DELAY ? time_control_stage(&game->control, made).increment : 0;
}

static bool hear_move(RemoteTable *table, const cJSON *message, int64_t now, Text *out)
{
    RemoteGame *game = &table->game;
    const char *uci = remote_text(message, "uci");
    char words[SPOKEN_MOVE_MAX], san[SAN_MAX];
    Position before = game->line.now;
    Move move;
    if (remote_integer(message, "ply") != (int64_t)game->line.plies + 1 ||
        uci_parse(&before, uci, strlen(uci), &move) != NOTATION_OK || !line_push(&game->line, move))
        return false;
    Color mover = position_turn(&before);
    game->turn = game->seq;
    game->offer[OFFER_DRAW][color_other(mover)] = 0;
    game->offer[OFFER_TAKEBACK][WHITE] = game->offer[OFFER_TAKEBACK][BLACK] = 0;
    remote_game_clocks(game, message, now);
    begin_turn(game);
    if (table->view.plain) {
        SAY(table, out, "%s: %s.", spoken_color(mover), spoken_move(&before, move, words));
        return true;
    }
    san_print(&before, move, san);
    SAY(table, out, "%u%s %s", before.fullmove, mover == WHITE ? "." : "...", san);
    remote_game_show(table, now, out);
    return true;
}

static bool hear_takeback(RemoteTable *table, const cJSON *message, int64_t now, Text *out)
{
    RemoteGame *game = &table->game;
    int64_t ply = remote_integer(message, "ply");
    if (ply < 0 || ply > (int64_t)game->line.plies)
        return false;
    line_pop(&game->line, game->line.plies - (uint32_t)ply);
    game->turn = game->seq;
    table->expected = 0;
    memset(game->offer, 0, sizeof game->offer);
    remote_game_clocks(game, message, now);
    begin_turn(game);
    SAY(table, out, "The takeback was accepted. %s is to move.",
        spoken_color(position_turn(&game->line.now)));
    if (!table->view.plain)
        remote_game_show(table, now, out);
    return true;
}

static void hear_offer(RemoteTable *table, int kind, const cJSON *message, Text *out)
{
    static const char *const WORDS[OFFERS] = {"offers a draw", "asks to take a move back",
                                              "offers a rematch"};
    RemoteGame *game = &table->game;
    Color by = strcmp(remote_text(message, "by"), "black") == 0 ? BLACK : WHITE;
    game->offer[kind][by] = game->seq;
    bool ours = game->seat != SEAT_NONE && (Color)game->seat == by;
    bool to_us = game->seat != SEAT_NONE && !ours;
    SAY(table, out, "%s %s%s", game->name[by], WORDS[kind],
        to_us ? ": \"accept\" or \"decline\"." : ".");
}

static void hear_refusal(RemoteTable *table, const cJSON *message, Text *out)
{
    uint32_t number = (uint32_t)remote_integer(message, "offer");
    for (int kind = 0; kind < OFFERS; kind++)
        for (int color = WHITE; color <= BLACK; color++)
            if (number && table->game.offer[kind][color] == number) {
                table->game.offer[kind][color] = 0;
                SAY(table, out, "The %s was declined.", OFFER_KINDS[kind]);
            }
}

static void say_end(RemoteTable *table, const cJSON *message, Text *out)
{
    static const struct {
        const char *status, *words;
    } ENDS[] = {{"mate", "Checkmate"},
                {"resign", "Resigned"},
                {"stalemate", "Stalemate"},
                {"timeout", "A player has left"},
                {"outoftime", "Out of time"},
                {"draw", "A draw"},
                {"aborted", "The game was aborted"}};
    const RemoteGame *game = &table->game;
    const char *status = remote_text(message, "status"), *words = "The game is over";
    char reason[REMOTE_WORD_MAX];
    remote_clean(remote_text(message, "reason"), reason, sizeof reason);
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++)
        if (strcmp(ENDS[i].status, status) == 0)
            words = ENDS[i].words;
    if (game->winner == WINNER_NONE)
        SAY(table, out, "%s%s%s. %s", words, reason[0] ? ": " : "", reason,
            strcmp(status, "aborted") == 0 ? "*" : "1/2-1/2");
    else
        SAY(table, out, "%s: %s wins. %s", words, game->winner == WINNER_WHITE ? "White" : "Black",
            game->winner == WINNER_WHITE ? "1-0" : "0-1");
    if (game->seat != SEAT_NONE)
        SAY(table, out, "\"rematch\" offers another game, \"save FILE\" keeps this one.");
}

static void hear_end(RemoteTable *table, const cJSON *message, int64_t now, Text *out)
{
    RemoteGame *game = &table->game;
    const char *status = remote_text(message, "status");
    remote_game_clocks(game, message, now);
    game->running = false;
    if (!status_read(status, strlen(status), &game->status))
        game->status = STATUS_DRAW;
    game->winner = read_winner(message);
    memset(game->offer, 0, sizeof game->offer);
    say_end(table, message, out);
}

static void hear_clock(RemoteTable *table, const char *kind, const cJSON *message, int64_t now,
                       Text *out)
{
    RemoteGame *game = &table->game;
    remote_game_clocks(game, message, now);
    bool is_arbiters = member(message, "arbiter") || remote_text(message, "why")[0];
    if (strcmp(kind, "moretime") == 0 && member(message, "berserk"))
        SAY(table, out, "%s goes berserk: half of the time, for one more point.",
            strcmp(remote_text(message, "by"), "black") == 0 ? "White" : "Black");
    else if (strcmp(kind, "moretime") == 0 && is_arbiters)
        SAY(table, out, "An arbiter has changed %s's clock.",
            strcmp(remote_text(message, "by"), "black") == 0 ? "White" : "Black");
    else if (strcmp(kind, "adjourn") == 0)
        SAY(table, out, "The game is adjourned. The next move of the player to move is sealed.");
    else if (strcmp(kind, "moretime") == 0)
        SAY(table, out, "%s gives the opponent more time.",
            strcmp(remote_text(message, "by"), "black") == 0 ? "Black" : "White");
    else if (strcmp(kind, "pause") == 0) {
        game->running = false;
        SAY(table, out, "%s",
            !is_arbiters ? "The clock is stopped until the player to move is back."
            : strcmp(remote_text(message, "why"), "adjourned") == 0
                ? "A move is sealed. The game goes on later."
                : "An arbiter has stopped both clocks.");
    } else {
        bool is_start = game->line.plies < 2 && !game->early;
        game->early |= is_start;
        begin_turn(game);
        SAY(table, out, "%s",
            is_start ? "The clocks have been started." : "The clock is running again.");
    }
}

bool remote_game_hear(RemoteTable *table, const char *kind, const cJSON *message, int64_t now,
                      Text *out)
{
    RemoteGame *game = &table->game;
    if (remote_integer(message, "seq") > 0)
        game->seq = (uint32_t)remote_integer(message, "seq");
    if (strcmp(kind, "move") == 0)
        return hear_move(table, message, now, out);
    if (strcmp(kind, "takeback") == 0 && member(message, "ply"))
        return hear_takeback(table, message, now, out);
    for (int offer = 0; offer < OFFERS; offer++)
        if (strcmp(kind, OFFER_KINDS[offer]) == 0 && !member(message, "next"))
            hear_offer(table, offer, message, out);
    if (strcmp(kind, "refuse") == 0)
        hear_refusal(table, message, out);
    else if (strcmp(kind, "end") == 0)
        hear_end(table, message, now, out);
    else if (strcmp(kind, "moretime") == 0 || strcmp(kind, "pause") == 0 ||
             strcmp(kind, "resume") == 0 || strcmp(kind, "adjourn") == 0)
        hear_clock(table, kind, message, now, out);
    return true;
}
