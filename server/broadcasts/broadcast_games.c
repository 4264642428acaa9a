#include "broadcast_games.h"

#include "line.h"
#include "memory.h"
#include "pgn_main_line.h"
#include "utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a game while it is read ---- */

/* The tags that are handed on; Result, FEN, SetUp and Variant follow from the game. */
static const char *const TAGS[] = {
    "Event",       "Site",        "Date",       "Round",      "White",     "Black",
    "WhiteElo",    "BlackElo",    "WhiteTitle", "BlackTitle", "WhiteTeam", "BlackTeam",
    "WhiteFideId", "BlackFideId", "WhiteFed",   "BlackFed",   "Board",     "TimeControl",
    "ECO",         "Opening",     "UTCDate",    "UTCTime"};
enum { TAGS_COUNT = sizeof TAGS / sizeof *TAGS };

typedef struct {
    PgnReader reader;
    char tags[TAGS_COUNT][BROADCAST_TAG_SIZE + 1];
    Position start;
    Move moves[BROADCAST_PLIES_MAX];
    int32_t clocks[BROADCAST_PLIES_MAX];
    PgnMainLine line;
    bool has_started;
    PgnResult result, told; /* at its end; by its tag */
} Reading;

static void on_begin(void *context)
{
    Reading *reading = context;
    for (int i = 0; i < TAGS_COUNT; i++)
        reading->tags[i][0] = '\0';
    position_start(&reading->start);
    pgn_main_line_begin(&reading->line);
    reading->has_started = false;
    reading->result = reading->told = PGN_UNKNOWN;
}

/* Whole characters that can be shown, as many as fit. */
static void copy_plain(char *out, size_t size, const char *text, size_t length)
{
    size_t used = 0, taken;
    uint32_t point;
    for (; length && (taken = utf8_take(text, length, &point)) != 0; text += taken, length -= taken)
        if (utf8_is_plain(point) && used + taken <= size) {
            memcpy(out + used, text, taken);
            used += taken;
        }
    out[used] = '\0';
}

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

static void on_tag(void *context, const char *name, size_t name_length, const char *value,
                   size_t length)
{
    Reading *reading = context;
    char text[2 * PGN_TAG_MAX + 1];
    for (int i = 0; i < TAGS_COUNT; i++)
        if (is_word(TAGS[i], name, name_length))
            copy_plain(reading->tags[i], BROADCAST_TAG_SIZE, text,
                       utf8_from_bytes(value, length, text));
    for (int result = PGN_UNKNOWN; is_word("Result", name, name_length) && result <= PGN_DRAW;
         result++)
        if (is_word(pgn_result_text((PgnResult)result), value, length))
            reading->told = (PgnResult)result;
}

static bool on_start(void *context, const Position *start)
{
    Reading *reading = context;
    reading->start = *start;
    reading->has_started = true;
    return true;
}

static void on_move(void *context, const Position *before, Move move)
{
    Reading *reading = context;
    (void)before;
    pgn_main_line_move(&reading->line, &reading->reader, move);
}

static void on_comment(void *context, const char *text, size_t length)
{
    Reading *reading = context;
    pgn_main_line_comment(&reading->line, &reading->reader, text, length);
}

static void on_end(void *context, PgnResult result)
{
    ((Reading *)context)->result = result;
}

/* ---- a game that was read ---- */

static const char *tag_of(const Reading *reading, const char *name)
{
    for (int i = 0; i < TAGS_COUNT; i++)
        if (strcmp(TAGS[i], name) == 0)
            return reading->tags[i];
    return "";
}

static void copy_short(char *out, size_t size, const char *text)
{
    copy_plain(out, size - 1, text, strlen(text));
}

static void fill_side(const Reading *reading, Color color, BroadcastSide *side)
{
    bool white = color == WHITE;
    const char *elo = tag_of(reading, white ? "WhiteElo" : "BlackElo");
    long rating = strtol(elo, NULL, 10);
    side->rating = rating > 0 && rating < 4000 ? (int32_t)rating : 0;
    copy_short(side->name, sizeof side->name, tag_of(reading, white ? "White" : "Black"));
    copy_short(side->title, sizeof side->title,
               tag_of(reading, white ? "WhiteTitle" : "BlackTitle"));
    copy_short(side->federation, sizeof side->federation,
               tag_of(reading, white ? "WhiteFed" : "BlackFed"));
    copy_short(side->team, sizeof side->team, tag_of(reading, white ? "WhiteTeam" : "BlackTeam"));
    side->clock = -1;
    bool begins = reading->start.turn == color;
    for (uint32_t ply = begins ? 0 : 1; ply < reading->line.plies; ply += 2)
        if (reading->clocks[ply] >= 0)
            side->clock = reading->clocks[ply];
}

static void write_pgn(const Reading *reading, const Line *line, BroadcastBoard *board)
{
    PgnTag tags[TAGS_COUNT];
    int count = 0;
    for (int i = 0; i < TAGS_COUNT; i++)
        if (reading->tags[i][0])
            tags[count++] = (PgnTag){TAGS[i], reading->tags[i]};
    PgnGame game = {tags, count, line, reading->clocks, board->result};
    char none[1];
    size_t size = pgn_print(&game, none, sizeof none);
    board->pgn = memory_array(size + 1, 1);
    board->length = pgn_print(&game, board->pgn, size + 1);
}

static void take_game(Reading *reading, PgnError error, BroadcastBoard *board)
{
    Move moves[BROADCAST_PLIES_MAX];
    Line line;
    *board = (BroadcastBoard){.plies = reading->line.plies};
    line_init(&line, &reading->start, moves, BROADCAST_PLIES_MAX);
    for (uint32_t i = 0; i < reading->line.plies; i++) {
        if (i + 1 == reading->line.plies)
            uci_print(&line.now, reading->moves[i], board->last);
        line_push(&line, reading->moves[i]);
    }
    fen_print(&line.now, board->fen);
    board->result = error == PGN_OK ? reading->result : reading->told;
    fill_side(reading, WHITE, &board->side[WHITE]);
    fill_side(reading, BLACK, &board->side[BLACK]);
    copy_short(board->round, sizeof board->round, tag_of(reading, "Round"));
    copy_short(board->table, sizeof board->table, tag_of(reading, "Board"));
    if (error != PGN_OK)
        snprintf(board->fault, sizeof board->fault, "line %llu, column %u: %s",
                 (unsigned long long)reading->reader.fault.line, reading->reader.fault.column,
                 pgn_error_text(error));
    write_pgn(reading, &line, board);
}

/* Not just something else that was sent, such as a page that says that there is nothing. */
static bool is_game(const Reading *reading)
{
    return reading->line.plies > 0 || tag_of(reading, "White")[0] || tag_of(reading, "Black")[0];
}

bool broadcast_games_read(BroadcastGames *games, const char *text, size_t length)
{
    static const PgnVisitor VISITOR = {.begin = on_begin,
                                       .tag = on_tag,
                                       .start = on_start,
                                       .move = on_move,
                                       .comment = on_comment,
                                       .end = on_end};
    Reading *reading = memory_new(sizeof *reading);
    PgnError error;
    uint32_t begun = 0;
    reading->line = (PgnMainLine){
        .moves = reading->moves, .clocks = reading->clocks, .capacity = BROADCAST_PLIES_MAX};
    *games = (BroadcastGames){memory_array(BROADCAST_BOARDS_MAX, sizeof *games->at), 0};
    pgn_reader_open_text(&reading->reader, text, length);
    while (games->count < BROADCAST_BOARDS_MAX && begun++ < BROADCAST_BEGUN_MAX &&
           (error = pgn_reader_next(&reading->reader, &VISITOR, reading)) != PGN_END)
        if (reading->has_started && is_game(reading))
            take_game(reading, error, &games->at[games->count++]);
    free(reading);
    if (!games->count)
        broadcast_games_clear(games);
    return games->count > 0;
}

void broadcast_games_clear(BroadcastGames *games)
{
    for (uint32_t i = 0; i < games->count; i++)
        free(games->at[i].pgn);
    free(games->at);
    *games = (BroadcastGames){NULL, 0};
}

/* ---- merged ---- */

static bool is_same_game(const BroadcastBoard *one, const BroadcastBoard *other)
{
    return strcmp(one->side[WHITE].name, other->side[WHITE].name) == 0 &&
           strcmp(one->side[BLACK].name, other->side[BLACK].name) == 0 &&
           strcmp(one->round, other->round) == 0 && strcmp(one->table, other->table) == 0;
}

static BroadcastBoard *find_board(BroadcastGames *games, const BroadcastBoard *came,
                                  const bool *is_taken)
{
    for (uint32_t i = 0; i < games->count; i++)
        if (!is_taken[i] && is_same_game(&games->at[i], came))
            return &games->at[i];
    return NULL;
}

static bool replace(BroadcastBoard *board, BroadcastBoard *came, uint32_t seq, int64_t now)
{
    bool is_same = board->length == came->length &&
                   memcmp(board->pgn, came->pgn, came->length) == 0 &&
                   strcmp(board->fault, came->fault) == 0;
    if (is_same)
        return false;
    came->seq = seq;
    came->moved_at = board->plies == came->plies ? board->moved_at : now;
    free(board->pgn);
    *board = *came;
    came->pgn = NULL;
    return true;
}

bool broadcast_games_merge(BroadcastGames *games, BroadcastGames *came, uint32_t seq, int64_t now,
                           BroadcastMerged *merged)
{
    bool is_taken[BROADCAST_BOARDS_MAX] = {false}, has_changed = false;
    size_t size = broadcast_games_size(games);
    if (!games->at)
        games->at = memory_array(BROADCAST_BOARDS_MAX, sizeof *games->at);
    for (uint32_t i = 0; i < came->count; i++) {
        BroadcastBoard *board = find_board(games, &came->at[i], is_taken);
        size_t before = board ? board->length : 0, length = came->at[i].length;
        merged[i] = (BroadcastMerged){0, false};
        if (size - before + length > BROADCAST_ROUND_MAX ||
            (!board && games->count == BROADCAST_BOARDS_MAX))
            continue;
        size += length - before;
        if (!board) {
            board = &games->at[games->count++];
            *board = (BroadcastBoard){.pgn = memory_array(1, 1)};
        }
        is_taken[board - games->at] = true;
        merged[i].board = (uint32_t)(board - games->at) + 1;
        merged[i].changed = replace(board, &came->at[i], seq, now);
        has_changed |= merged[i].changed;
    }
    broadcast_games_clear(came);
    return has_changed;
}

size_t broadcast_games_size(const BroadcastGames *games)
{
    size_t size = 0;
    for (uint32_t i = 0; i < games->count; i++)
        size += games->at[i].length;
    return size;
}
