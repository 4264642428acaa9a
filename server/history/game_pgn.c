#include "game_pgn.h"

#include "game_opening.h"
#include "memory.h"
#include "pgn.h"
#include "replay.h"
#include "time_control_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { VALUE_MAX = 64, TAGS = 19, IMPORTED_TAGS = PGN_TAGS_MAX };

static const char *name_of(const StoreSeat *seat, char out[VALUE_MAX])
{
    if (seat->kind == STORE_SEAT_ENGINE)
        snprintf(out, VALUE_MAX, "%s", seat->engine[0] ? seat->engine : "Engine");
    else if (seat->kind == STORE_SEAT_LEVEL)
        snprintf(out, VALUE_MAX, "Computer level %d", (int)seat->level);
    else
        snprintf(out, VALUE_MAX, "%s", seat->name);
    return out;
}

/* One tag, or with time odds one for each side, as Cute Chess writes them, since the standard has none. */
static int add_control(PgnTag *tags, int count, const TimeControl *control,
                       char out[2][TIME_CONTROL_TEXT_MAX])
{
    static const char *const NAMES[] = {"WhiteTimeControl", "BlackTimeControl"};
    if (!control->odds) {
        time_control_print(control, false, out[WHITE]);
        tags[count] = (PgnTag){"TimeControl", out[WHITE]};
        return count + 1;
    }
    for (Color side = WHITE; side <= BLACK; side++) {
        TimeControl own = time_control_of(control, side);
        time_control_print(&own, false, out[side]);
        tags[count++] = (PgnTag){NAMES[side], out[side]};
    }
    return count;
}

/* The values of the PGN standard (9.8.1), or lichess's where it has none. */
static const char *termination_of(const StoreGame *game)
{
    switch (game->status) {
    case STATUS_CREATED:
    case STATUS_STARTED: return "unterminated";
    case STATUS_ABORTED:
    case STATUS_NOSTART: return "abandoned";
    case STATUS_OUTOFTIME: return "time forfeit";
    case STATUS_TIMEOUT: return "abandoned";
    default: return "normal";
    }
}

static PgnResult result_of(const StoreGame *game)
{
    if (game->winner != WINNER_NONE)
        return game->winner == WINNER_WHITE ? PGN_WHITE_WINS : PGN_BLACK_WINS;
    bool is_draw = game->status == STATUS_DRAW || game->status == STATUS_STALEMATE ||
                   game->status == STATUS_OUTOFTIME || game->status == STATUS_TIMEOUT;
    return is_draw ? PGN_DRAW : PGN_UNKNOWN;
}

/* What the mover had left after each ply that was not taken back. */
static int32_t *clocks_of(const StoredGame *game, const Event *events, uint32_t plies)
{
    int32_t *clocks = memory_array(plies + 1, sizeof *clocks);
    for (uint32_t i = 0; i < game->count; i++) {
        const Event *event = &events[i];
        if (event->kind == EV_MOVE && event->move.ply >= 1 && event->move.ply <= plies)
            clocks[event->move.ply - 1] = (int32_t)event->clock[event->by];
    }
    return clocks;
}

static void sink(void *context, const char *text, size_t length)
{
    text_append(context, text, length);
}

static int add_rating(PgnTag *tags, int count, const char *name, const StoreSeat *seat,
                      char out[VALUE_MAX])
{
    if (seat->rating <= 0)
        return count;
    snprintf(out, VALUE_MAX, "%d", (int)seat->rating);
    tags[count] = (PgnTag){name, out};
    return count + 1;
}

static void write_line(const StoredGame *game, const Room *room, const Event *events,
                       const PgnTag *tags, int count, const GameShow *show, Text *text)
{
    const Line *line = room_line(room);
    Line bare = *line;
    int32_t *clocks =
        game->game.control.timed && show->clocks ? clocks_of(game, events, line->plies) : NULL;
    bare.plies = 0;
    if (!show->tags) {
        PgnWriter writer;
        pgn_writer_open(&writer, sink, text);
        Position pos = line->start;
        for (uint32_t ply = 0; ply < line->plies && show->moves; ply++) {
            pgn_writer_move(&writer, &pos, line->moves[ply]);
            if (clocks)
                pgn_writer_clock(&writer, clocks[ply]);
            position_play(&pos, line->moves[ply]);
        }
        pgn_writer_end(&writer, result_of(&game->game));
    } else {
        pgn_write(&(PgnGame){.tags = tags,
                             .tag_count = count,
                             .line = show->moves ? line : &bare,
                             .clocks = clocks,
                             .result = result_of(&game->game)},
                  sink, text);
    }
    free(clocks);
}

static void write_game(const StoredGame *stored, const Room *room, const Event *events,
                       const GameShow *show, Text *text)
{
    const StoreGame *game = &stored->game;
    char white[VALUE_MAX], black[VALUE_MAX], control[2][TIME_CONTROL_TEXT_MAX], date[VALUE_MAX],
        hour[VALUE_MAX];
    char white_rating[VALUE_MAX], black_rating[VALUE_MAX];
    time_t made = (time_t)(game->made / 1000);
    struct tm utc = {0};
    Opening opening;
    const GameOccasion where = show->occasion ? *show->occasion : (GameOccasion){.event = NULL};
    gmtime_r(&made, &utc);
    strftime(date, sizeof date, "%Y.%m.%d", &utc);
    strftime(hour, sizeof hour, "%H:%M:%S", &utc);
    PgnTag tags[TAGS] = {
        {"Event", where.event   ? where.event
                  : game->rated ? "Rated game"
                                : "Casual game"},
        {"Site", "castled"},
        {"Date", date},
        {"Round", where.round ? where.round : "-"},
        {"White", name_of(&game->seat[WHITE], white)},
        {"Black", name_of(&game->seat[BLACK], black)},
        {"GameId", game->id.text},
        {"UTCTime", hour},
    };
    int count = add_control(tags, 8, &game->control, control);
    tags[count++] = (PgnTag){"Termination", termination_of(game)};
    count = add_rating(tags, count, "WhiteElo", &game->seat[WHITE], white_rating);
    count = add_rating(tags, count, "BlackElo", &game->seat[BLACK], black_rating);
    if (where.white_team)
        tags[count++] = (PgnTag){"WhiteTeam", where.white_team};
    if (where.black_team)
        tags[count++] = (PgnTag){"BlackTeam", where.black_team};
    if (show->opening && game_opening(stored, &opening)) {
        tags[count++] = (PgnTag){"ECO", opening.eco};
        tags[count++] = (PgnTag){"Opening", opening.name};
    }
    write_line(stored, room, events, tags, count, show, text);
}

/* The tags as they came, and the game's id here. */
static void write_imported(const StoredGame *game, const Room *room, const Event *events,
                           const GameShow *show, Text *text)
{
    PgnTag tags[IMPORTED_TAGS] = {{"GameId", game->game.id.text}};
    const char *at = game->tags, *end = game->tags ? at + game->tags_size : at;
    int count = 1;
    while (at < end && count < IMPORTED_TAGS) {
        const char *value = memchr(at, '\0', (size_t)(end - at));
        const char *next = value ? memchr(value + 1, '\0', (size_t)(end - value - 1)) : NULL;
        if (!next)
            break;
        tags[count++] = (PgnTag){at, value + 1};
        at = next + 1;
    }
    write_line(game, room, events, tags, count, show, text);
}

bool game_pgn_of(const StoredGame *game, const GameShow *show, Text *text)
{
    void *memory;
    unsigned plies;
    uint32_t bad_seq;
    Event *events = memory_array(game->count + 1, sizeof *events);
    Room *room = replay_room(game, &memory, &plies, events, &bad_seq);
    if (room && game->game.imported)
        write_imported(game, room, events, show, text);
    else if (room)
        write_game(game, room, events, show, text);
    if (room)
        free(memory);
    free(events);
    return room != NULL;
}

bool game_pgn(const StoredGame *game, Text *text)
{
    GameShow all = {.moves = true, .clocks = true, .opening = true, .tags = true};
    return game_pgn_of(game, &all, text);
}
