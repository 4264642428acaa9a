#include "game_import.h"

#include "fen.h"
#include "line.h"
#include "memory.h"
#include "movegen.h"
#include "pgn_main_line.h"
#include "room.h"
#include "time_control_text.h"
#include "utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BUFFER_SIZE = 1 << 16 };

struct GameImporter {
    PgnReader reader;
    uint64_t line; /* at which the game begins */
    Position start;
    Move moves[GAME_IMPORT_PLIES_MAX];
    int32_t clocks[GAME_IMPORT_PLIES_MAX];
    PgnMainLine main;
    PgnResult result;
    char tags[STORE_TAGS_MAX];
    size_t tags_size;
    char buffer[]; /* BUFFER_SIZE, when it is read from a source */
};

/* ---- what the reader tells ---- */

static void on_begin(void *context)
{
    GameImporter *importer = context;
    importer->line = importer->reader.scan.line;
    pgn_main_line_begin(&importer->main);
    importer->tags_size = 0;
    position_start(&importer->start);
}

/* Leaves out what game_pgn writes anew, and what there is no room for. */
static void on_tag(void *context, const char *name, size_t name_length, const char *value,
                   size_t length)
{
    static const char *const OURS[] = {"Result", "FEN", "SetUp", "Variant", "GameId"};
    GameImporter *importer = context;
    char text[2 * PGN_TAG_MAX + 1];
    for (size_t i = 0; i < sizeof OURS / sizeof *OURS; i++)
        if (strlen(OURS[i]) == name_length && strncmp(OURS[i], name, name_length) == 0)
            return;
    length = utf8_from_bytes(value, length, text);
    if (length > PGN_VALUE_MAX)
        for (length = PGN_VALUE_MAX; ((unsigned char)text[length] & 0xc0) == 0x80;)
            length--;
    if (STORE_TAGS_MAX - importer->tags_size < name_length + length + 2 ||
        memchr(text, '\0', length) || memchr(name, '\0', name_length))
        return;
    char *at = importer->tags + importer->tags_size;
    memcpy(at, name, name_length);
    at[name_length] = '\0';
    memcpy(at + name_length + 1, text, length);
    at[name_length + 1 + length] = '\0';
    importer->tags_size += name_length + length + 2;
}

static bool on_start(void *context, const Position *start)
{
    ((GameImporter *)context)->start = *start;
    return true;
}

static void on_move(void *context, const Position *before, Move move)
{
    GameImporter *importer = context;
    (void)before;
    pgn_main_line_move(&importer->main, &importer->reader, move);
}

static void on_comment(void *context, const char *text, size_t length)
{
    GameImporter *importer = context;
    pgn_main_line_comment(&importer->main, &importer->reader, text, length);
}

static void on_end(void *context, PgnResult result)
{
    ((GameImporter *)context)->result = result;
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

/* Of a clock at the board (PGN 9.6.1): correspondence, hour-glasses and what is unknown are none. */
static bool read_control(const char *text, TimeControl *control)
{
    return text && time_control_parse(text, strlen(text), control) && control->timed &&
           !control->days;
}

/* Timed when the tags have a control, one for both or one for each, and every move the time
 * left. */
static TimeControl control_of(const GameImporter *importer, const StoredGame *game)
{
    TimeControl control, other;
    for (uint32_t i = 0; i < importer->main.plies; i++)
        if (importer->clocks[i] < 0)
            return (TimeControl){0};
    const char *white = game_import_tag(game, "WhiteTimeControl");
    const char *black = game_import_tag(game, "BlackTimeControl");
    if (white && black) {
        if (!read_control(white, &control) || !read_control(black, &other) ||
            control.bonus != other.bonus || control.moves || other.moves)
            return (TimeControl){0};
        control = time_control_with_odds(&control, TIME_ODDS_BLACK, other.initial, other.increment);
    } else if (!read_control(game_import_tag(game, "TimeControl"), &control)) {
        return (TimeControl){0};
    }
    return time_control_is_valid(&control) ? control : (TimeControl){0};
}

static void append(StoredGame *game, Event *event)
{
    StoredEvent *stored = &game->events[game->count++];
    event->seq = stored->seq = game->count;
    stored->size = (unsigned char)event_pack(event, stored->bytes);
}

/* What the next move of that side brings: its increment, and the time of a stage. */
static int64_t bonus_of(const Clock *clock, Color side)
{
    const TimeControl own = time_control_of(&clock->control, side);
    uint32_t made = clock->moves[side];
    int64_t bonus = time_control_stage(&own, made).increment;
    if (time_control_stages_begun(&own, made + 1) > time_control_stages_begun(&own, made))
        bonus += time_control_stage(&own, made + 1).initial;
    return bonus;
}

/* When each move was made follows from the clocks; without clocks, all at once. */
static void append_moves(const GameImporter *importer, StoredGame *game, Position *pos, Event *last)
{
    Clock clock;
    clock_init(&clock, &game->game.control);
    memset(last, 0, sizeof *last);
    memcpy(last->clock, clock.remaining, sizeof last->clock);
    for (uint32_t i = 0; i < importer->main.plies; i++) {
        Color turn = position_turn(pos);
        Event event;
        memset(&event, 0, sizeof event);
        event = (Event){.kind = EV_MOVE, .at = last->at, .by = turn};
        memcpy(event.clock, last->clock, sizeof event.clock);
        if (game->game.control.timed) {
            int64_t took = event.clock[turn] + bonus_of(&clock, turn) - importer->clocks[i];
            event.clock[turn] = importer->clocks[i];
            event.at += took > 0 ? took : 0;
            clock.moves[turn]++;
        }
        event.move.ply = i + 1;
        event.move.move = importer->moves[i];
        append(game, &event);
        position_play(pos, importer->moves[i]);
        *last = event;
    }
}

static Winner winner_of(PgnResult result)
{
    return result == PGN_WHITE_WINS   ? WINNER_WHITE
           : result == PGN_BLACK_WINS ? WINNER_BLACK
                                      : WINNER_NONE;
}

typedef struct {
    const char *words;
    Status status;
    Reason reason;
} Ending;

/* As the tag Termination tells it: in the words of the PGN standard (9.8.1), and of chess.com, which begins with a name or with
 * "Game drawn". What is not here is plain from the position, or usual. NULL: no such words, or not with that winner. */
static const Ending *find_ending(const StoredGame *game, Winner winner)
{
    static const Ending ENDINGS[] = {
        {"time forfeit", STATUS_OUTOFTIME, REASON_NONE},
        {"won on time", STATUS_OUTOFTIME, REASON_NONE},
        {"won - game abandoned", STATUS_TIMEOUT, REASON_NONE},
        {"by timeout vs insufficient material", STATUS_OUTOFTIME, REASON_NONE},
        {"drawn by repetition", STATUS_DRAW, REASON_THREEFOLD},
        {"drawn by 50-move rule", STATUS_DRAW, REASON_FIFTY},
        {"drawn by insufficient material", STATUS_DRAW, REASON_INSUFFICIENT}};
    const char *told = game_import_tag(game, "Termination");
    size_t length = told ? strlen(told) : 0;
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        const Ending *each = &ENDINGS[i];
        size_t words = strlen(each->words);
        bool fits = each->status == STATUS_OUTOFTIME ||
                    (each->status == STATUS_DRAW) == (winner == WINNER_NONE);
        if (fits && length >= words && strcasecmp(told + length - words, each->words) == 0)
            return each;
    }
    return NULL;
}

/* How it ended, as far as position or tags tell; otherwise by resignation or agreement. */
static void find_end(const GameImporter *importer, StoredGame *game, const Position *pos)
{
    StoreGame *row = &game->game;
    const Ending *ending = find_ending(game, winner_of(importer->result));
    row->winner = winner_of(importer->result);
    if (!movegen_any(pos)) {
        bool mate = position_is_check(pos);
        row->status = mate ? STATUS_MATE : STATUS_STALEMATE;
        row->winner = !mate                         ? WINNER_NONE
                      : position_turn(pos) == WHITE ? WINNER_BLACK
                                                    : WINNER_WHITE;
    } else if (importer->result == PGN_UNKNOWN) {
        row->status = STATUS_ABORTED;
    } else if (ending) {
        row->status = ending->status;
        row->reason = ending->reason;
    } else if (row->winner != WINNER_NONE) {
        row->status = STATUS_RESIGN;
    } else {
        row->status = STATUS_DRAW;
        row->reason = outcome_is_dead(pos) ? REASON_INSUFFICIENT : REASON_AGREEMENT;
    }
}

static void set_start(const GameImporter *importer, StoreGame *game)
{
    Position usual;
    position_start(&usual);
    if (importer->start.chess960)
        game->variant = VARIANT_CHESS960;
    else if (memcmp(&importer->start, &usual, sizeof usual) != 0)
        game->variant = VARIANT_FROM_POSITION;
    if (game->variant != VARIANT_STANDARD)
        fen_print(&importer->start, game->fen);
}

static StoredGame *build(const GameImporter *importer, int64_t now_wall)
{
    StoredGame *game = memory_new(sizeof *game + (importer->main.plies + 1) * sizeof(StoredEvent));
    Position pos = importer->start;
    Event last, end;
    game->tags = memory_new(importer->tags_size + 1);
    memcpy(game->tags, importer->tags, importer->tags_size);
    game->tags_size = importer->tags_size;
    game->game.imported = true;
    game->game.control = control_of(importer, game);
    game->game.made = game->game.ended = now_wall;
    set_start(importer, &game->game);
    append_moves(importer, game, &pos, &last);
    find_end(importer, game, &pos);
    memset(&end, 0, sizeof end);
    end = (Event){.kind = EV_END, .at = last.at};
    memcpy(end.clock, last.clock, sizeof end.clock);
    end.end.status = game->game.status;
    end.end.winner = game->game.winner;
    end.end.reason = game->game.reason;
    append(game, &end);
    return game;
}

/* ---- one after the other ---- */

static const char NO_MOVES[] = "there are no moves";

static const PgnVisitor VISITOR = {.begin = on_begin,
                                   .tag = on_tag,
                                   .start = on_start,
                                   .move = on_move,
                                   .comment = on_comment,
                                   .end = on_end};

static GameImporter *new_importer(size_t buffer)
{
    GameImporter *importer = memory_new(sizeof *importer + buffer);
    importer->main = (PgnMainLine){
        .moves = importer->moves, .clocks = importer->clocks, .capacity = GAME_IMPORT_PLIES_MAX};
    return importer;
}

GameImporter *game_importer_new(PgnSource source, void *context)
{
    GameImporter *importer = new_importer(BUFFER_SIZE);
    pgn_reader_open(&importer->reader, importer->buffer, BUFFER_SIZE, source, context);
    return importer;
}

void game_importer_free(GameImporter *importer)
{
    free(importer);
}

StoredGame *game_importer_next(GameImporter *importer, int64_t now_wall,
                               char line[GAME_IMPORT_LINE_MAX])
{
    PgnError error = pgn_reader_next(&importer->reader, &VISITOR, importer);
    line[0] = '\0';
    if (error == PGN_END)
        return NULL;
    if (error != PGN_OK)
        snprintf(line, GAME_IMPORT_LINE_MAX, "line %llu, column %u: %s",
                 (unsigned long long)importer->reader.fault.line, importer->reader.fault.column,
                 pgn_error_text(error));
    else if (importer->main.plies == 0)
        snprintf(line, GAME_IMPORT_LINE_MAX, "%s", NO_MOVES);
    else if (importer->main.is_cut)
        snprintf(line, GAME_IMPORT_LINE_MAX, "there are more than %d moves",
                 GAME_IMPORT_PLIES_MAX / 2);
    return line[0] ? NULL : build(importer, now_wall);
}

uint64_t game_importer_line(const GameImporter *importer)
{
    return importer->line;
}

StoredGame *game_import(const char *pgn, size_t length, int64_t now_wall,
                        char line[GAME_IMPORT_LINE_MAX])
{
    char why[GAME_IMPORT_LINE_MAX - sizeof "pgn: "];
    GameImporter *importer = new_importer(0);
    pgn_reader_open_text(&importer->reader, pgn, length);
    StoredGame *game = game_importer_next(importer, now_wall, line);
    if (!game) {
        snprintf(why, sizeof why, "%s", line[0] ? line : NO_MOVES);
        snprintf(line, GAME_IMPORT_LINE_MAX, "pgn: %s", why);
    }
    game_importer_free(importer);
    return game;
}

Color game_import_color(const StoredGame *game, const char *name)
{
    const char *black = game_import_tag(game, "Black");
    return black && strcasecmp(black, name) == 0 ? BLACK : WHITE;
}
