#include "board.h"

#include "fen.h"
#include "movegen.h"
#include "position.h"

#include <stdlib.h>
#include <string.h>

double json_number(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(member) ? member->valuedouble : 0;
}

const char *json_text(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(member) ? member->valuestring : "";
}

void board_clear(Board *board)
{
    free(board->moves);
    *board = (Board){.known = false};
}

static bool push(Board *board, const char *uci)
{
    Move move;
    if (uci_parse(&board->now, uci, strlen(uci), &move) != NOTATION_OK)
        return false;
    if (board->plies == board->size) {
        board->size = board->size ? 2 * board->size : 64;
        board->moves = realloc(board->moves, board->size * sizeof *board->moves);
        if (!board->moves)
            abort();
    }
    board->moves[board->plies++] = move;
    position_play(&board->now, move);
    return true;
}

static void go_back(Board *board, uint32_t plies)
{
    board->now = board->start;
    board->plies = plies;
    for (uint32_t i = 0; i < plies; i++)
        position_play(&board->now, board->moves[i]);
}

static int kind_of_offer(const char *what)
{
    static const char *const KINDS[] = {"draw", "takeback", "rematch"};
    int kind = 0;
    while (kind < BOARD_OFFERS && strcmp(KINDS[kind], what) != 0)
        kind++;
    return kind;
}

static void note_offer(Board *board, const cJSON *offer, int kind)
{
    bool is_mine = strcmp(json_text(offer, "by"), board->seat == WHITE ? "white" : "black") == 0;
    uint32_t seq = (uint32_t)json_number(offer, "seq");
    if (kind < BOARD_OFFERS && !is_mine)
        board->offers[kind] = seq;
    else
        board->own_offer = seq;
}

static bool read_start(Board *board, const cJSON *snapshot)
{
    const char *fen = json_text(snapshot, "fen");
    if (fen_parse(fen, strlen(fen), &board->start, NULL) != FEN_OK)
        return false;
    if (strcmp(json_text(snapshot, "variant"), "chess960") == 0)
        board->start.chess960 = true;
    board->now = board->start;
    board->plies = 0;
    return true;
}

bool board_set(Board *board, const cJSON *snapshot)
{
    const cJSON *item;
    if (!read_start(board, snapshot))
        return false;
    cJSON_ArrayForEach(item,
                       cJSON_GetObjectItemCaseSensitive(
                           snapshot, "moves")) if (!cJSON_IsString(item) ||
                                                   !push(board, item->valuestring)) return false;
    memset(board->offers, 0, sizeof board->offers);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(snapshot, "offers"))
        note_offer(board, item, kind_of_offer(json_text(item, "what")));
    board->seq = (uint32_t)json_number(snapshot, "seq");
    board->turn = (uint32_t)json_number(snapshot, "turn");
    board->over = strcmp(json_text(snapshot, "status"), "started") != 0;
    board->by_days = json_number(cJSON_GetObjectItemCaseSensitive(snapshot, "clock"), "days") > 0;
    board->known = true;
    return true;
}

static bool play(Board *board, const cJSON *event)
{
    memset(board->offers, 0, 2 * sizeof *board->offers);
    board->turn = board->seq;
    return push(board, json_text(event, "uci")) && json_number(event, "ply") == board->plies;
}

static bool take_back(Board *board, const cJSON *event)
{
    double plies = json_number(event, "ply");
    if (plies < 0 || plies >= board->plies)
        return false;
    memset(board->offers, 0, sizeof board->offers);
    board->turn = board->seq;
    go_back(board, (uint32_t)plies);
    return true;
}

static void drop_offer(Board *board, uint32_t offer)
{
    for (int i = 0; i < BOARD_OFFERS; i++)
        if (board->offers[i] == offer)
            board->offers[i] = 0;
    if (board->own_offer == offer)
        board->own_offer = 0;
}

bool board_event(Board *board, const cJSON *event)
{
    const char *kind = json_text(event, "t");
    if (json_number(event, "seq") != board->seq + 1.0)
        return false;
    board->seq++;
    if (strcmp(kind, "move") == 0)
        return play(board, event);
    if (strcmp(kind, "takeback") == 0 && cJSON_HasObjectItem(event, "ply"))
        return take_back(board, event);
    if (strcmp(kind, "refuse") == 0)
        drop_offer(board, (uint32_t)json_number(event, "offer"));
    else if (strcmp(kind, "end") == 0)
        board->over = true;
    else if (strcmp(kind, "rematch") == 0 && cJSON_HasObjectItem(event, "next"))
        board->offers[2] = 0;
    else
        note_offer(board, event, kind_of_offer(kind));
    if (board->over)
        board->offers[0] = board->offers[1] = 0;
    return true;
}

static int compare_moves(const void *one, const void *other)
{
    return (int)*(const Move *)one - (int)*(const Move *)other;
}

/* The generator promises no order. */
Move board_any_move(const Position *position, Random *random)
{
    Moves moves;
    movegen_legal(position, &moves);
    if (moves.count == 0)
        return MOVE_NONE;
    qsort(moves.at, (size_t)moves.count, sizeof *moves.at, compare_moves);
    return moves.at[random_below(random, (uint64_t)moves.count)];
}

bool board_is_turn(const Board *board)
{
    return board->mine && board->known && !board->over && position_turn(&board->now) == board->seat;
}
