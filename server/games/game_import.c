#include "game_import.h"

#include "fen.h"
#include "line.h"
#include "memory.h"
#include "movegen.h"
#include "pgn_comment.h"
#include "pgn_reader.h"
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    PgnReader reader;
    Position start;
    Move moves[GAME_IMPORT_PLIES_MAX];
    int32_t clocks[GAME_IMPORT_PLIES_MAX]; /* ms; -1 where none is told */
    uint32_t plies;
    bool too_long;
    PgnResult result;
    char tags[STORE_TAGS_MAX];
    size_t tags_size;
} Import;

/* ---- what the reader tells ---- */

static void on_begin(void *context)
{
    Import *import = context;
    import->plies = 0;
    import->tags_size = 0;
    position_start(&import->start);
}

/* What the writer makes from the game is left out, and what there is no room for. */
static void on_tag(void *context, const char *name, size_t name_length, const char *value,
                   size_t length)
{
    static const char *const OURS[] = {"Result", "FEN", "SetUp", "Variant", "GameId"};
    Import *import = context;
    for (size_t i = 0; i < sizeof OURS / sizeof *OURS; i++)
        if (strlen(OURS[i]) == name_length && strncmp(OURS[i], name, name_length) == 0)
            return;
    if (length > PGN_VALUE_MAX)
        length = PGN_VALUE_MAX;
    if (STORE_TAGS_MAX - import->tags_size < name_length + length + 2 ||
        memchr(value, '\0', length) || memchr(name, '\0', name_length))
        return;
    char *at = import->tags + import->tags_size;
    memcpy(at, name, name_length);
    at[name_length] = '\0';
    memcpy(at + name_length + 1, value, length);
    at[name_length + 1 + length] = '\0';
    import->tags_size += name_length + length + 2;
}

static bool on_start(void *context, const Position *start)
{
    ((Import *)context)->start = *start;
    return true;
}

static void on_move(void *context, const Position *before, Move move)
{
    Import *import = context;
    (void)before;
    if (import->reader.depth > 0)
        return;
    import->too_long |= import->plies == GAME_IMPORT_PLIES_MAX;
    if (import->too_long)
        return;
    import->clocks[import->plies] = -1;
    import->moves[import->plies++] = move;
}

static void on_comment(void *context, const char *text, size_t length)
{
    Import *import = context;
    if (import->reader.depth == 0 && import->plies > 0)
        pgn_comment_clock(text, length, &import->clocks[import->plies - 1]);
}

static void on_end(void *context, PgnResult result)
{
    ((Import *)context)->result = result;
}

/* ---- the game ---- */

const char *game_import_tag(const StoredGame *game, const char *name)
{
    const char *at = game->tags, *end = at ? at + game->tags_size : at;
    while (at < end) {
        const char *value = at + strlen(at) + 1;
        if (strcmp(at, name) == 0)
            return value;
        at = value + strlen(value) + 1;
    }
    return NULL;
}

/* Timed when a control is told, "300+3" in seconds, and what was left at each move. */
static TimeControl control_of(const Import *import, const StoredGame *game)
{
    const char *text = game_import_tag(game, "TimeControl");
    int initial, increment = 0, end = 0;
    TimeControl control = {.timed = true};
    for (uint32_t i = 0; i < import->plies; i++)
        if (import->clocks[i] < 0)
            return (TimeControl){0};
    if (!text || sscanf(text, "%6d%n+%4d%n", &initial, &end, &increment, &end) < 1 || text[end])
        return (TimeControl){0};
    control.initial = initial * 1000;
    control.increment = increment * 1000;
    return time_control_is_valid(&control) ? control : (TimeControl){0};
}

static void append(StoredGame *game, Event *event)
{
    StoredEvent *stored = &game->events[game->count++];
    event->seq = stored->seq = game->count;
    stored->size = (unsigned char)event_pack(event, stored->bytes);
}

/* When each move was made follows from the clocks; without them all at once. */
static void append_moves(const Import *import, StoredGame *game, Position *pos, Event *last)
{
    Clock clock;
    clock_init(&clock, &game->game.control);
    memset(last, 0, sizeof *last);
    memcpy(last->clock, clock.remaining, sizeof last->clock);
    for (uint32_t i = 0; i < import->plies; i++) {
        Color turn = position_turn(pos);
        Event event;
        memset(&event, 0, sizeof event);
        event = (Event){.kind = EV_MOVE, .at = last->at, .by = turn};
        memcpy(event.clock, last->clock, sizeof event.clock);
        if (game->game.control.timed) {
            int64_t took = event.clock[turn] + game->game.control.increment - import->clocks[i];
            event.clock[turn] = import->clocks[i];
            event.at += took > 0 ? took : 0;
        }
        event.move.ply = i + 1;
        event.move.move = import->moves[i];
        append(game, &event);
        position_play(pos, import->moves[i]);
        *last = event;
    }
}

static Winner winner_of(PgnResult result)
{
    return result == PGN_WHITE_WINS   ? WINNER_WHITE
           : result == PGN_BLACK_WINS ? WINNER_BLACK
                                      : WINNER_NONE;
}

/* How it ended, as far as the position or the tags tell; else somebody resigned, or they agreed on a draw. */
static void find_end(const Import *import, StoredGame *game, const Position *pos)
{
    StoreGame *row = &game->game;
    const char *termination = game_import_tag(game, "Termination");
    bool by_time = termination && (strcmp(termination, "Time forfeit") == 0 ||
                                   strcmp(termination, "time forfeit") == 0);
    row->winner = winner_of(import->result);
    if (!movegen_any(pos)) {
        bool mate = position_is_check(pos);
        row->status = mate ? STATUS_MATE : STATUS_STALEMATE;
        row->winner = !mate                         ? WINNER_NONE
                      : position_turn(pos) == WHITE ? WINNER_BLACK
                                                    : WINNER_WHITE;
    } else if (import->result == PGN_UNKNOWN) {
        row->status = STATUS_ABORTED;
    } else if (by_time) {
        row->status = STATUS_OUTOFTIME;
    } else if (row->winner != WINNER_NONE) {
        row->status = STATUS_RESIGN;
    } else {
        row->status = STATUS_DRAW;
        row->reason = outcome_is_dead(pos) ? REASON_INSUFFICIENT : REASON_AGREEMENT;
    }
}

static void set_start(const Import *import, StoreGame *game)
{
    Position usual;
    position_start(&usual);
    if (import->start.chess960)
        game->variant = VARIANT_CHESS960;
    else if (memcmp(&import->start, &usual, sizeof usual) != 0)
        game->variant = VARIANT_FROM_POSITION;
    if (game->variant != VARIANT_STANDARD)
        fen_print(&import->start, game->fen);
}

static StoredGame *build(const Import *import, int64_t now_wall)
{
    StoredGame *game = memory_new(sizeof *game + (import->plies + 1) * sizeof(StoredEvent));
    Position pos = import->start;
    Event last, end;
    game->tags = memory_new(import->tags_size + 1);
    memcpy(game->tags, import->tags, import->tags_size);
    game->tags_size = import->tags_size;
    game->game.imported = true;
    game->game.control = control_of(import, game);
    game->game.made = game->game.ended = now_wall;
    set_start(import, &game->game);
    append_moves(import, game, &pos, &last);
    find_end(import, game, &pos);
    memset(&end, 0, sizeof end);
    end = (Event){.kind = EV_END, .at = last.at};
    memcpy(end.clock, last.clock, sizeof end.clock);
    end.end.status = game->game.status;
    end.end.winner = game->game.winner;
    end.end.reason = game->game.reason;
    append(game, &end);
    return game;
}

StoredGame *game_import(const char *pgn, size_t length, int64_t now_wall,
                        char line[GAME_IMPORT_LINE_MAX])
{
    static const PgnVisitor VISITOR = {.begin = on_begin,
                                       .tag = on_tag,
                                       .start = on_start,
                                       .move = on_move,
                                       .comment = on_comment,
                                       .end = on_end};
    Import *import = memory_new(sizeof *import);
    StoredGame *game = NULL;
    pgn_reader_open_text(&import->reader, pgn, length);
    PgnError error = pgn_reader_next(&import->reader, &VISITOR, import);
    if (error == PGN_END || (error == PGN_OK && import->plies == 0))
        snprintf(line, GAME_IMPORT_LINE_MAX, "pgn: there are no moves");
    else if (error != PGN_OK)
        snprintf(line, GAME_IMPORT_LINE_MAX, "pgn: line %llu, column %u: %s",
                 (unsigned long long)import->reader.fault.line, import->reader.fault.column,
                 pgn_error_text(error));
    else if (import->too_long)
        snprintf(line, GAME_IMPORT_LINE_MAX, "pgn: there are more than %d moves",
                 GAME_IMPORT_PLIES_MAX / 2);
    else
        game = build(import, now_wall);
    free(import);
    return game;
}
